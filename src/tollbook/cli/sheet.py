"""Commands that write the claims of incidents as a sheet for a spreadsheet, and apply changes in it."""

from collections.abc import Iterable
from pathlib import Path

import click

from tollbook.book import Book
from tollbook.cli import csv_files
from tollbook.cli.correct import place_line, say_where
from tollbook.cli.help import Command
from tollbook.cli.options import book_option
from tollbook.locale import wording
from tollbook.locale.messages import gettext, ngettext, translate
from tollbook.review.sheet import COLUMNS, RefusedRow


@click.command(cls=Command, section="Review")
@click.argument("incidents", metavar="[INCIDENT]...", nargs=-1)
@click.option("--report", "reports", metavar="REPORT", multiple=True, help="Every claim of this report.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="The CSV file to write.")
@book_option
def sheet(incidents: tuple[str, ...], reports: tuple[str, ...], out: Path | None, where: str) -> None:
    """Write the claims of incidents as a sheet: CSV, a line for each claim, to change in a spreadsheet.

    Every claim of the reports of the incidents is in it; without INCIDENT or --report, every claim of the book. Change
    cells, then give the file to: tollbook apply
    """
    with Book.open(where) as book:
        every = not incidents and not reports
        ids = [book.incidents.get(name).id for name in incidents]
        named = [r.id for r in book.reports()] if every else book.sheets.reports(ids, reports)
        rows = book.sheets.rows(named)
    csv_files.write(rows, COLUMNS, out)
    if out is not None:
        click.echo(ngettext("{n} claim written.", "{n} claims written.", len(rows)), err=True)


@click.command(cls=Command, section="Review")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False, allow_dash=True))
@book_option
@click.option("--why", metavar="WORDS", required=True, help="The reason, for the log.")
@click.option(
    "--actor", metavar="NAME", envvar="TOLLBOOK_ACTOR", required=True,
    help="Your name for the log. Also set by TOLLBOOK_ACTOR.",
)  # fmt: skip
def apply(file: Path, where: str, why: str, actor: str) -> None:
    """Apply the changed cells of a sheet to the book. What one sheet changes is undone together.

    \b
    incident  the id of an incident moves the claim there. Claims with the same word of your own, such as “A”,
              become a new incident. “background” and “total” put a claim into no incident; “no claim” rejects it.
    by        several names with semicolons between them; site and weapon too: “old market (market); clinic (hospital)”
    place     “Springfield, Illinois”; “Springfield @ 39.8,-89.6” says which; “Mill Farm @ alone” keeps the name
    -         the value is not known

    An empty cell leaves the value as it is, and columns may be missing. A line without a claim, but with a report and
    words of it, adds a claim.
    """
    with Book.open(where, actor=actor) as book:
        changes = book.sheets.read(csv_files.read(file, COLUMNS, one_of=frozenset({"claim", "report"})))
        _say_refused(changes.refused)
        made = book.sheets.apply(changes, who=actor, why=why)
        say_where(book, changes.claims)
    click.echo(gettext("Saved as decision {id}. To take it back: tollbook undo {id}", id=made.id))


def _say_refused(rows: Iterable[RefusedRow]) -> None:
    """Print the lines that cannot be read, grouped by reason; for a name of several places, the text to write."""
    alike: dict[tuple[str, tuple[str, ...]], list[RefusedRow]] = {}
    for each in rows:
        alike.setdefault((each.reason, tuple(written for written, _ in each.places)), []).append(each)
    for (reason, _), same in alike.items():
        words, lines = wording.clean(translate(reason)), ", ".join(str(each.row) for each in same)
        if len(same) == 1:
            click.echo(gettext("line {n}: {reason}", n=lines, reason=words), err=True)
        else:
            click.echo(gettext("lines {numbers}: {reason}", numbers=lines, reason=words), err=True)
        for written, place in same[0].places:
            click.echo(f"  {written}  {place_line(place) if place else ''}".rstrip(), err=True)
