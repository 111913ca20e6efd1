"""Writing a book out."""

from datetime import datetime
from pathlib import Path

import click

from tollbook.book import Book
from tollbook.cli.options import as_day, as_of_option, book_option, rule_option
from tollbook.export import FORMATS, words


@click.command()
@click.argument("name", metavar="FORMAT", type=click.Choice(list(FORMATS)))
@book_option
@click.option("--out", type=click.Path(path_type=Path), metavar="PATH", help="Where to. Default: tollbook-FORMAT.")
@rule_option
@as_of_option
def export(name: str, where: str, out: Path | None, rule: str, as_of: datetime | None) -> None:
    """Write the book out.

    \b
    bundle   everything as JSON Lines files in a folder
    csv      reports, claims, incidents and tolls as CSV files in a folder
    """
    with Book.open(where) as book:
        for path in book.export(name, out or Path(f"tollbook-{name}"), rule=rule, as_of=as_day(as_of)):
            click.echo(words.clean(str(path)))
