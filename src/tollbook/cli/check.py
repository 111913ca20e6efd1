"""Whether a book still is what was written."""

import sys

import click

from tollbook.book import Book
from tollbook.cli.options import book_option, plural
from tollbook.export import words


@click.command()
@book_option
def verify(where: str) -> None:
    """Check that originals, spans and the log are still what they were."""
    with Book.open(where) as book:
        problems = book.verify()
        number = len(book.reports())
    for problem in problems:
        click.echo(words.clean(problem))
    if problems:
        sys.exit(1)
    click.echo(f"{plural(number, 'report')}: originals, spans and log are what they were.")
