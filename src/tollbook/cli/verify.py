"""Commands that check a book and have its log timestamped."""

import sys
from pathlib import Path

import click

from tollbook.book import Book
from tollbook.cli.help import Command, CommandGroup
from tollbook.cli.options import actor_option, book_option
from tollbook.errors import Refused
from tollbook.export import archive
from tollbook.locale import wording
from tollbook.locale.messages import gettext, ngettext, translate

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command(cls=Command, section="Verify")
@book_option
@click.option("--bundle", type=_FILE, metavar="FILE.zip", help="Check an exported archive instead of a book.")
@click.option("--repair", is_flag=True, help="Make lists, the search index and incidents again, then check once more.")
@click.option(
    "--since", type=_FILE, metavar="FILE.zip", help="Check that the log begins with that of an earlier archive."
)
@click.option(
    "--timestamp", "stamp", type=_FILE, metavar="FILE.tsr", help="Check that the log has the entry of a timestamp."
)
@click.option("--authority", type=_FILE, metavar="FILE.pem", help="The root certificates for --timestamp.")
def verify(where: str, *, bundle: Path | None, repair: bool, **known: Path | None) -> None:
    """Check that originals, spans, records, timestamps and the log are unchanged, and that lists follow from them."""
    if (known["stamp"] is None) != (known["authority"] is None):
        raise click.UsageError(gettext("--timestamp and --authority need each other."))
    if bundle is not None:
        _end(archive.problems(bundle), gettext("The archive is complete: originals, spans and log are unchanged."))
        return
    with Book.open(where) as book:
        problems = [*_known_better(book, **known), *book.verify()]
        if repair and problems:
            for problem in problems:
                click.echo(wording.clean(translate(problem)), err=True)
            book.repair()
            problems = [*_known_better(book, **known), *book.verify()]
        number = len(book.reports()) if not problems else 0
    unchanged = ngettext(
        "{n} report: originals, spans and log are unchanged.",
        "{n} reports: originals, spans and log are unchanged.",
        number,
    )
    _end(problems, unchanged)


def _known_better(book: Book, since: Path | None, stamp: Path | None, authority: Path | None) -> list[str]:
    """Problems of the log compared with an earlier archive or a timestamp that was kept elsewhere."""
    found: list[str | None] = []
    try:
        found.append(book.log.cut_off_since(since) if since is not None else None)
        if stamp is not None and authority is not None:
            book.log.check_timestamp(stamp.read_bytes(), authority.read_bytes())
    except Refused as error:
        found.append(str(error))
    return [sentence for sentence in found if sentence is not None]


@click.group(cls=CommandGroup, section="Verify")
def timestamp() -> None:
    """Get a trusted timestamp (RFC 3161) for the log. Works offline: you exchange files with the authority."""


@timestamp.command(cls=Command)
@book_option
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.tsq", required=True)
def request(where: str, out: Path) -> None:
    """Write the request to send to an authority (application/timestamp-query)."""
    with Book.open(where) as book:
        content = book.log.timestamp_request()
    try:
        out.write_bytes(content)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise click.ClickException(gettext("{file} cannot be written: {reason}.", file=out, reason=reason)) from error
    click.echo(wording.clean(str(out)))


@timestamp.command(cls=Command)
@click.argument("answer", type=_FILE, metavar="FILE.tsr")
@click.option("--authority", type=_FILE, metavar="FILE.pem", required=True, help="The authority's root certificates.")
@book_option
@actor_option
def add(answer: Path, authority: Path, where: str, actor: str | None) -> None:
    """Check the authority's reply (application/timestamp-reply) and add it to the log."""
    with Book.open(where, actor=actor) as book:
        stamp = book.log.add_timestamp(answer.read_bytes(), authority.read_bytes())
    click.echo(
        gettext(
            "Log entry {entry} existed on {time}, as certified by {authority}.",
            entry=str(stamp.entry), time=stamp.at, authority=wording.clean(stamp.authority),
        )
    )  # fmt: skip


def _end(problems: list[str], unchanged: str) -> None:
    for problem in problems:
        click.echo(wording.clean(translate(problem)))
    if problems:
        sys.exit(1)
    click.echo(unchanged)
