"""Reading reports into a book."""

from datetime import datetime
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from tollbook.book import Book
from tollbook.cli.look import print_records
from tollbook.cli.options import DAY, as_day, book_option, end, plural
from tollbook.cli.progress import Bar
from tollbook.export import words


@click.command()
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@book_option
@click.option("--published", type=DAY, metavar="DATE", help="Day of publication of reports that do not say it.")
@click.option("--outlet", metavar="NAME", help="Who published reports that do not say it.")
@click.option("--places", type=click.Path(exists=True, dir_okay=False), metavar="CSV", help="Places to know besides.")
@click.option("--separate", is_flag=True, help="Keep each report by itself: no linking across reports.")
@click.option("--jobs", type=click.IntRange(1), default=1, metavar="N", help="How many processes read. Default: 1.")
def read(where: str, published: datetime | None, **options: Any) -> None:
    """Read reports into the book: text files, folders, reports.jsonl.

    What the book has already is passed over. What cannot be read is listed with the reason, and the exit code is 1.
    """
    with Book.open(where, create=True) as book, Bar() as progress:
        summary = book.read(**options, published=as_day(published), progress=progress)
    click.echo(f"{plural(summary.read, 'report')} read, {summary.known} known already. Book: {words.clean(where)}")
    end(summary)


@click.command()
@click.option("--book", "where", metavar="FILE|URL", help="Keep the book. Without it, it is thrown away.")
def demo(where: str | None) -> None:
    """Read the sample reports (invented) and show what comes of them."""
    samples = resources.files("tollbook").joinpath("samples")
    with resources.as_file(samples) as folder, TemporaryDirectory(prefix="tollbook-") as scratch:
        paths = sorted(path for path in folder.iterdir() if path.suffix in {".jsonl", ".txt"})
        with Book.open(where or Path(scratch) / "demo.book", create=True) as book, Bar() as progress:
            summary = book.read(paths, places=folder / "places.csv", progress=progress)
            contents = book.contents()
    print_records(contents, {incident.id for incident in contents.incidents})
    end(summary)
