"""The command that sets day, outlet, title, author or address of reports."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from tollbook.book import Book, Summary
from tollbook.cli import csv_files
from tollbook.cli.help import Command
from tollbook.cli.options import DAY, book_option, end
from tollbook.cli.progress import Bar
from tollbook.decisions.decision import Decision
from tollbook.errors import Refused
from tollbook.locale import wording
from tollbook.locale.messages import gettext, message, ngettext, translate
from tollbook.model import Report
from tollbook.report_name import report_name
from tollbook.review.report_rows import COLUMNS
from tollbook.store.descriptions import BY_PERSON

_FILE = click.Path(path_type=Path, dir_okay=False, allow_dash=True)
_UNKNOWN = ("day", "outlet", "title", "author", "url")


@click.command(cls=Command, section="Read")
@click.argument("reports", metavar="REPORT...", nargs=-1)
@book_option
@click.option(
    "--lacking",
    type=click.Choice(["day", "outlet", "title"]),
    help="All reports that lack this and are not set to not known.",
)
@click.option("--day", type=DAY, metavar="DATE", help="The day of publication.")
@click.option("--outlet", metavar="NAME", help="The outlet.")
@click.option("--title", metavar="WORDS", help="The title.")
@click.option("--author", metavar="NAME", help="The author.")
@click.option("--url", metavar="URL", help="The address of the page.")
@click.option("--unknown", type=click.Choice(_UNKNOWN), multiple=True, help="Set a field to not known.")
@click.option("--out", type=_FILE, metavar="FILE", help="Write the reports as a CSV file, to change in a spreadsheet.")
@click.option("--from", "given_file", type=_FILE, metavar="FILE", help="Apply the changed cells of such a file.")
@click.option("--why", metavar="WORDS", default="", help="The reason, for the log.")
@click.option("--actor", metavar="NAME", envvar="TOLLBOOK_ACTOR", help="Your name for the log; setting needs it.")
def describe(
    reports: tuple[str, ...], where: str, lacking: str | None, out: Path | None, given_file: Path | None, **given: Any
) -> None:
    """Set day, outlet, title, author or address of reports, all at once.

    REPORT is an id or the beginning of one. The reports are then read again: words such as "on Wednesday" need the day
    of publication. Undo takes all of it back. Without anything to set, it lists the reports.

    To give each report a value of its own, write the reports to a file with --out, change its cells in a spreadsheet,
    and apply it with --from. An empty cell leaves the value as it is, "-" means not known.
    """
    change = _change(given)
    if given_file is not None and (change or reports or lacking or out):
        raise Refused(message("--from takes everything from the file; leave out the other reports and values."))
    with Book.open(where, actor=given["actor"]) as book:
        if given_file is not None:
            _apply(book, given_file, given)
            return
        chosen = book.reports() if out and not reports and not lacking else _chosen(book, reports, lacking)
        if out is not None:
            csv_files.write(book.descriptions.rows(report.id for report in chosen), COLUMNS, out)
        elif not change:
            for report in chosen:
                click.echo(f"{report.id}  {report_name(report)}")
        else:
            each = {report.id: change for report in chosen}
            _describe(book, lambda who, why: book.review.describe(each, change, who=who, why=why), given, len(each))


def _apply(book: Book, file: Path, given: dict[str, Any]) -> None:
    changes = book.descriptions.read(csv_files.read(file, COLUMNS, one_of=frozenset({"report"})))
    for each in changes.refused:
        reason = wording.clean(translate(each.reason))
        click.echo(gettext("line {n}: {reason}", n=each.row, reason=reason), err=True)
    _describe(
        book, lambda who, why: book.descriptions.apply(changes, who=who, why=why), given, len(changes.changes)
    )  # fmt: skip


def _describe(book: Book, decide: Callable[[str, str], Decision], given: dict[str, Any], number: int) -> None:
    """Decide, and read the reports again. Raises Refused without a name."""
    if not given["actor"]:
        raise Refused(message("A decision needs a name; give --actor NAME, or set TOLLBOOK_ACTOR."))
    made = decide(given["actor"], given["why"] or message("No reason given."))
    before = set(book.reports.refusals())
    with Bar() as progress:
        book.settle(progress=progress)
    refused = [each for each in book.reports.refusals() if each not in before]
    click.echo(ngettext("{n} report described and read again.", "{n} reports described and read again.", number))
    click.echo(gettext("Saved as decision {id}. To take it back: tollbook undo {id}", id=made.id))
    end(Summary(refused=tuple(refused)))


def _change(given: dict[str, Any]) -> dict[str, str | None]:
    """The fields to set, None for not known."""
    day: datetime | None = given["day"]
    named = {"published": day.date().isoformat() if day else None}
    named |= {name: given[name] for name in ("outlet", "title", "author", "url")}
    change = {name: value for name, value in named.items() if value is not None}
    return change | {"published" if name == "day" else name: None for name in given["unknown"]}


def _lacks(report: Report, field: str) -> bool:
    """Whether a report lacks a value that nobody called not known."""
    return getattr(report, field) is None and report.provenance.get(field) != BY_PERSON


def _chosen(book: Book, names: tuple[str, ...], lacking: str | None) -> list[Report]:
    """The reports named by id or its beginning, and those with missing information."""
    chosen = {report.id: report for report in map(book.reports.named, names)}
    if lacking is not None:
        empty = {"day": "published"}.get(lacking, lacking)
        chosen |= {report.id: report for report in book.reports() if _lacks(report, empty)}
    if not chosen and lacking is None:
        raise Refused(message("Name reports, or give --lacking; ids are listed by: tollbook reports"))
    if not chosen:
        click.echo(gettext("Every report has it."), err=True)
    return list(chosen.values())
