"""The command that sets day, outlet, title, author or address of reports."""

from datetime import datetime
from typing import Any

import click

from tollbook.book import Book, Summary
from tollbook.cli.help import Command
from tollbook.cli.options import DAY, book_option, end
from tollbook.cli.progress import Bar
from tollbook.errors import Refused
from tollbook.locale.messages import gettext, message, ngettext
from tollbook.model import Report
from tollbook.report_name import report_name

_UNKNOWN = ("day", "outlet", "title", "author", "url")


@click.command(cls=Command, section="Read")
@click.argument("reports", metavar="REPORT...", nargs=-1)
@book_option
@click.option("--lacking", type=click.Choice(["day", "outlet", "title"]), help="All reports that lack this.")
@click.option("--day", type=DAY, metavar="DATE", help="The day of publication.")
@click.option("--outlet", metavar="NAME", help="The outlet.")
@click.option("--title", metavar="WORDS", help="The title.")
@click.option("--author", metavar="NAME", help="The author.")
@click.option("--url", metavar="URL", help="The address of the page.")
@click.option("--unknown", type=click.Choice(_UNKNOWN), multiple=True, help="Set a field to not known.")
@click.option("--why", metavar="WORDS", default="", help="The reason, for the log.")
@click.option("--actor", metavar="NAME", envvar="TOLLBOOK_ACTOR", help="Your name for the log. Also TOLLBOOK_ACTOR.")
def describe(reports: tuple[str, ...], where: str, lacking: str | None, actor: str | None, **given: Any) -> None:
    """Set day, outlet, title, author or address of reports, all at once.

    REPORT is an id or the beginning of one. The reports are then read again: words such as "on Wednesday" need the day
    of publication. It is one decision, which can be undone in the web interface. Without anything to set, it lists
    the reports.
    """
    change = _change(given)
    with Book.open(where, actor=actor) as book, Bar() as progress:
        chosen = _chosen(book, reports, lacking)
        if not change:
            for report in chosen:
                click.echo(f"{report.id}  {report_name(report)}")
            return
        if not actor:
            raise Refused(message("A decision needs a name; give --actor NAME, or set TOLLBOOK_ACTOR."))
        why = given["why"] or message("No reason given.")
        book.review.describe([report.id for report in chosen], change, who=actor, why=why)
        before = set(book.reports.refusals())
        book.settle(progress=progress)
        refused = [each for each in book.reports.refusals() if each not in before]
    click.echo(ngettext("{n} report described and read again.", "{n} reports described and read again.", len(chosen)))
    end(Summary(refused=tuple(refused)))


def _change(given: dict[str, Any]) -> dict[str, str | None]:
    """The fields to set, None for not known."""
    day: datetime | None = given["day"]
    named = {"published": day.date().isoformat() if day else None}
    named |= {name: given[name] for name in ("outlet", "title", "author", "url")}
    change = {name: value for name, value in named.items() if value is not None}
    return change | {"published" if name == "day" else name: None for name in given["unknown"]}


def _chosen(book: Book, names: tuple[str, ...], lacking: str | None) -> list[Report]:
    """The reports that are named by id or its beginning, and those that lack something."""
    chosen = {report.id: report for report in map(book.reports.named, names)}
    if lacking is not None:
        empty = {"day": "published"}.get(lacking, lacking)
        chosen |= {report.id: report for report in book.reports() if getattr(report, empty) is None}
    if not chosen and lacking is None:
        raise Refused(message("Name reports, or give --lacking; ids are listed by: tollbook reports"))
    if not chosen:
        click.echo(gettext("Every report has it."), err=True)
    return list(chosen.values())
