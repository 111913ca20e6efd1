"""Commands for archives of many reports, which are read on Spark and from which books are cut."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from tollbook.book import Book
from tollbook.cli.help import Command, CommandGroup
from tollbook.cli.language_model import installed
from tollbook.cli.options import actor_option, book_option, end
from tollbook.cli.progress import Bar
from tollbook.errors import Refused
from tollbook.locale import wording
from tollbook.locale.messages import message, ngettext
from tollbook.spark import archive as archives

_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.group(cls=CommandGroup, section="Read")
def archive() -> None:
    """Read an archive of many reports on Spark."""


@click.group(cls=CommandGroup, section="Read")
def book() -> None:
    """Make a book from an archive."""


@archive.command(cls=Command)
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--out", type=_FOLDER, required=True, metavar="DIR", help="The folder of the archive.")
@click.option(
    "--master", default="local[2]", show_default=True, metavar="URL",
    help="Where Spark runs: local[N] for N cores of this computer, or the URL of a cluster.",
)  # fmt: skip
@click.option("--reader", metavar="NAME", callback=installed, help="The reader to use. Default: by the language.")
@click.option("--screen", is_flag=True, help="Skip reports that a keyword filter finds irrelevant.")
@click.option(
    "--spark", "settings", multiple=True, metavar="NAME=VALUE", help="A setting of Spark, e.g. spark.driver.memory=8g."
)
def read(
    source: Path, *, out: Path, master: str, reader: str | None, screen: bool, settings: Sequence[str]
) -> None:  # fmt: skip
    """Read SOURCE into tables of reports, claims, incidents, attributions and totals.

    SOURCE is a Parquet or JSON Lines file, a folder of these, of WARC files or of anything that tollbook read reads, or
    a listing of files (.paths). Nothing is downloaded. The same command continues a run that was stopped. What cannot
    be read is in the table refused with the reason, and the exit code is 1.
    """
    with Bar() as progress:
        made = archives.read(
            source, out, reader=reader, screen=screen, master=master, spark=_settings(settings), progress=progress
        )
    counts = made.tables
    click.echo(
        ngettext(
            "{n} report, {claims} claims, {incidents} incidents. Archive: {folder}",
            "{n} reports, {claims} claims, {incidents} incidents. Archive: {folder}",
            counts["reports"], claims=f"{counts['claims']:,}", incidents=f"{counts['incidents']:,}",
            folder=wording.clean(str(out)),
        )
    )  # fmt: skip
    if refused := counts["refused"]:
        click.echo(
            ngettext("{n} thing was refused; the table refused gives the reason.",
                     "{n} things were refused; the table refused gives the reasons.", refused), err=True,
        )  # fmt: skip
        sys.exit(1)


@book.command("from", cls=Command)
@click.argument("folder", metavar="DIR", type=_FOLDER)
@book_option
@click.option("--where", "condition", metavar="SQL", help="Only the reports of incidents that meet this condition.")
@actor_option
def from_archive(folder: Path, where: str, condition: str | None, actor: str | None) -> None:
    """Add reports of an archive to a book, with their originals and readings.

    The condition is the SQL after WHERE, on the columns of the table of incidents: "country = 'XA' AND killed_high >=
    10". The incidents of the book are linked from its own reports.
    """
    archives.complete(folder)
    with Book.open(where, create=True, actor=actor) as opened:
        summary = opened.add_archive(folder, where=condition)
    click.echo(
        ngettext(
            "{n} report added, {known} known already. Book: {book}",
            "{n} reports added, {known} known already. Book: {book}",
            summary.read, known=summary.known, book=wording.clean(where),
        )
    )  # fmt: skip
    end(summary)


def _settings(pairs: Sequence[str]) -> dict[str, str]:
    """The settings of Spark by name. Raises Refused."""
    for pair in pairs:
        if not pair.startswith("spark.") or "=" not in pair:
            raise Refused(message("A setting of Spark is written spark.NAME=VALUE, not “{text}”.", text=pair))
    return dict(pair.split("=", 1) for pair in pairs)
