"""Keeping a book: copies, searching its texts, what outlets changed, and bringing it up to date."""

import sys
from collections.abc import Sequence

import click

from tollbook.book import Book
from tollbook.cli import passphrase
from tollbook.cli.options import book_option, plural
from tollbook.errors import Refused
from tollbook.export import bundle
from tollbook.incidents.editions import Edition
from tollbook.locale import wording
from tollbook.model import Claim, Span
from tollbook.store.schema import VERSION

form_option = click.option(
    "--format", "form", type=click.Choice(["text", "jsonl"]), default="text", show_default=True,
    help="Text to read, or JSON Lines with every field.",
)  # fmt: skip


@click.command()
@click.argument("copy", metavar="FILE|URL")
@book_option
@click.option("--encrypt", is_flag=True, help="Put the copy behind a passphrase, or behind another one.")
@click.option("--decrypt", is_flag=True, help="Write the copy of an encrypted book in clear.")
def backup(copy: str, where: str, *, encrypt: bool, decrypt: bool) -> None:
    """Copy the book while it is in use, and check the copy.

    From a file to a file, out of a database or into one. A copy of an encrypted book stays encrypted. The passphrase
    of the copy is asked for, or read from TOLLBOOK_NEW_PASSPHRASE.
    """
    if encrypt and decrypt:
        raise Refused("A copy is either encrypted or not; give one of --encrypt and --decrypt.")
    secret = passphrase.new(where) if encrypt else None
    with Book.open(where) as book:
        problems = book.backup(copy, passphrase=secret, plain=decrypt)
    for problem in problems:
        click.echo(wording.clean(problem))
    if problems:
        sys.exit(1)
    click.echo(f"Copied to {wording.clean(copy)}; in the copy originals, spans and log are what they were.")


@click.command()
@click.argument("question", metavar="WORDS...", nargs=-1, required=True)
@book_option
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, metavar="N", help="Reports at most.")
@form_option
def search(question: tuple[str, ...], where: str, limit: int, form: str) -> None:
    """Find the reports that have all these words.

    In quotation marks words in a row; with a star at the end (shell*) all words that begin so. Case and accents do not
    matter.
    """
    # What the shell took for one argument was in quotation marks.
    asked = " ".join(f'"{each}"' if " " in each and '"' not in each else each for each in question)
    with Book.open(where) as book:
        hits = book.search(asked, limit=limit)
    for hit in hits:
        if form == "jsonl":
            click.echo(bundle.json_line(hit))
        else:
            click.echo(f"{wording.clean(hit.report)}  {wording.clean(hit.title or '')}".rstrip())
            click.echo(f"  {_marked(hit.snippet, hit.start, hit.matches)}")
    if not hits and form == "text":
        click.echo("No report has all these words.", err=True)


@click.command()
@click.argument("report", required=False)
@book_option
@form_option
def editions(report: str | None, where: str, form: str) -> None:
    """What outlets changed in pages that were captured more than once.

    REPORT is the id of one; without it every page that has several editions is listed.
    """
    with Book.open(where) as book:
        pages = [book.editions(report)] if report else book.corrections()
    for page in pages:
        for edition in page:
            if form == "jsonl":
                click.echo(bundle.json_line(edition))
            else:
                _show(edition)
    if not pages:
        click.echo("No page was captured with changed words.", err=True)


@click.command()
@book_option
def migrate(where: str) -> None:
    """Bring a book of an earlier Tollbook up to date. Opening it does so too; this says what was done."""
    with Book.open(where) as book:
        steps = [entry for entry in book.history() if entry.action == "migrated"]
    for step in steps:
        click.echo(f"Brought from tables {step.payload['from']} to {step.payload['to']} on {step.at[:10]}.")
    click.echo(f"The book has tables {VERSION}, as this Tollbook writes them.")


def _show(edition: Edition) -> None:
    state = f"superseded by {wording.clean(edition.superseded_by)}" if edition.superseded_by else "holds"
    click.echo(f"{wording.clean(edition.report)}  edition {edition.number}, {edition.moment or 'no date'}: {state}")
    for change in edition.changes:
        for sign, said in (("-", change.was), ("+", change.now)):
            if said:
                click.echo(f"  {sign} {wording.clean(' '.join(said.split()))}")
    _tell("no longer said", edition.vanished)
    _tell("newly said", edition.appeared)
    for was, now in edition.changed:
        click.echo(
            f"  said otherwise: {wording.clean(was.quote)} ({was.kind}) -> {wording.clean(now.quote)} ({now.kind})"
        )


def _tell(what: str, claims: Sequence[Claim]) -> None:
    if claims:
        said = "; ".join(f"{wording.clean(claim.quote)} ({claim.kind})" for claim in claims)
        click.echo(f"  {plural(len(claims), 'claim')} {what}: {said}")


def _marked(snippet: str, start: int, matches: Sequence[Span]) -> str:
    """The words around, those that were asked for in brackets, on one line."""
    for first, last in sorted(matches, reverse=True):
        snippet = f"{snippet[: first - start]}[{snippet[first - start : last - start]}]{snippet[last - start :]}"
    return wording.clean(" ".join(snippet.split()))
