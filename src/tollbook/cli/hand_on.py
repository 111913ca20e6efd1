"""Writing a book out."""

from datetime import datetime
from pathlib import Path

import click

from tollbook.book import Book
from tollbook.cli.options import as_day, as_of_option, book_option, rule_option
from tollbook.export import ENDINGS, EXPORTS, words


@click.command()
@click.argument("name", metavar="FORMAT", type=click.Choice(EXPORTS))
@book_option
@click.option("--out", type=click.Path(path_type=Path), metavar="PATH", help="Where to. Default: tollbook-FORMAT.")
@rule_option
@as_of_option
def export(name: str, where: str, out: Path | None, rule: str, as_of: datetime | None) -> None:
    """Write the book out; the log keeps who did, when, and the SHA-256 of every file.

    \b
    bundle   everything as JSON Lines files in a folder
    csv      reports, claims, incidents and tolls as CSV files in a folder
    xlsx     the same tables as one workbook
    geojson  incidents as points on a map
    archive  the whole book, originals and log too, as one ZIP file that can be verified and restored
    """
    with Book.open(where) as book:
        for path in book.export(name, out or _default(name), rule=rule, as_of=as_day(as_of)):
            click.echo(words.clean(str(path)))


def _default(name: str) -> Path:
    return Path(f"tollbook{ENDINGS[name]}" if name in ENDINGS else f"tollbook-{name}")
