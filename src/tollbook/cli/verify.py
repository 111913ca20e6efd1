"""Whether a book still is what was written."""

import sys
from pathlib import Path

import click

from tollbook.book import Book
from tollbook.cli.options import actor_option, book_option, plural
from tollbook.export import archive
from tollbook.locale import wording

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command()
@book_option
@click.option("--bundle", type=_FILE, metavar="FILE.zip", help="Check an exported archive instead of a book.")
def verify(where: str, bundle: Path | None) -> None:
    """Check that originals, spans, records, timestamps and the log are still what they were."""
    if bundle is not None:
        _end(archive.problems(bundle), "The archive is whole: originals, spans and log are what they were.")
        return
    with Book.open(where) as book:
        problems = book.verify()
        number = len(book.reports()) if not problems else 0
    _end(problems, f"{plural(number, 'report')}: originals, spans and log are what they were.")


@click.group()
def timestamp() -> None:
    """Have an authority sign, by RFC 3161, that the log stood so today. Works offline: files are carried by you."""


@timestamp.command()
@book_option
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.tsq", required=True)
def request(where: str, out: Path) -> None:
    """Write the request that you send to an authority (application/timestamp-query)."""
    with Book.open(where) as book:
        asked = book.timestamp_request()
    try:
        out.write_bytes(asked)
    except OSError as error:
        raise click.ClickException(f"{out} cannot be written: {(error.strerror or str(error)).lower()}.") from error
    click.echo(wording.clean(str(out)))


@timestamp.command()
@click.argument("answer", type=_FILE, metavar="FILE.tsr")
@click.option("--authority", type=_FILE, metavar="FILE.pem", required=True, help="The authority's root certificates.")
@book_option
@actor_option
def add(answer: Path, authority: Path, where: str, actor: str | None) -> None:
    """Check the authority's answer (application/timestamp-reply) and keep it in the log."""
    with Book.open(where, actor=actor) as book:
        stamp = book.add_timestamp(answer.read_bytes(), authority.read_bytes())
    click.echo(f"Log entry {stamp.entry} stood so on {stamp.at}, says {wording.clean(stamp.authority)}.")


def _end(problems: list[str], well: str) -> None:
    for problem in problems:
        click.echo(wording.clean(problem))
    if problems:
        sys.exit(1)
    click.echo(well)
