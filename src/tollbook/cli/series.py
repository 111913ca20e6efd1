"""The command ``series``: incidents under one heading; joining them, naming a series, and taking incidents out."""

from typing import Any

import click

from tollbook.book import Book
from tollbook.cli.help import Command, CommandGroup
from tollbook.cli.listings import print_listing
from tollbook.cli.options import as_day, as_of_option, book_option, format_option, text_format_option
from tollbook.export import bundle, tables, terminal
from tollbook.locale import formatting, wording
from tollbook.locale.labels import label
from tollbook.locale.messages import gettext, ngettext, translate
from tollbook.record import Incident

_WHY = click.option("--why", required=True, metavar="TEXT", help="The reason, for the log.")
_ACTOR = click.option(
    "--actor", "who", required=True, metavar="NAME", envvar="TOLLBOOK_ACTOR",
    help="Your name for the log. Also set by TOLLBOOK_ACTOR.",
)  # fmt: skip


@click.group(cls=CommandGroup, section="Query", invoke_without_command=True)
@book_option
@format_option
@as_of_option
@click.pass_context
def series(ctx: click.Context, where: str, form: str, as_of: Any) -> None:
    """List the series: incidents at one place on days that follow one another.

    A subcommand shows one series, names it, puts incidents into one series, or takes an incident out of its series.
    """
    if ctx.invoked_subcommand is not None:
        return
    with Book.open(where) as book:
        contents = book.export.contents(as_of=as_day(as_of))
    print_listing(tables.series(contents), contents.series, form)


@series.command(cls=Command)
@click.argument("incident")
@book_option
@as_of_option
@text_format_option
def show(incident: str, where: str, as_of: Any, form: str) -> None:
    """Show the series of an incident: its incidents in order, and the running totals of its place and time.

    INCIDENT is the id of any of its incidents, or the beginning of one. Figures are not added up, because reports
    overlap.
    """
    with Book.open(where) as book:
        found = book.series.get(incident, as_of=as_day(as_of))
        incidents = [book.incidents.get(name, as_of=as_day(as_of)) for name in found.incidents]
        tolls = book.series.tolls(found, as_of=as_day(as_of))
        naming = book.series.named_by([found]).get(found.id)
    if form == "jsonl":
        click.echo(bundle.json_line(found))
        return
    n = len(found.incidents)
    click.echo(f"{formatting.series_title(found)}  {ngettext('({n} incident)', '({n} incidents)', n)}")
    if naming is not None:
        click.echo(f"  {formatting.named_by(found, naming.who, naming.at)}")
        take_back = gettext("To take the name back: tollbook undo {id}", id=naming.id)
        click.echo(f"  {take_back}")
    for each in incidents:
        click.echo(f"  {each.id}  {_line(each)}")
    if tolls:
        click.echo(gettext("Running totals of this place and time"))
        for line in (line for toll in tolls for line in terminal.toll_lines(toll)):
            click.echo(f"  {line.plain}")


@series.command(cls=Command)
@click.argument("incidents", nargs=-1, required=True)
@book_option
@_WHY
@_ACTOR
def join(incidents: tuple[str, ...], where: str, *, who: str, why: str) -> None:
    """Put incidents into one series, of any kind, place and day. To take it back: tollbook undo DECISION.

    INCIDENTS are ids, two or more, or the beginnings of ids. All incidents of the series that one of them is part of
    now come along. They stay together, whatever is read and linked later.
    """
    with Book.open(where) as book:
        decision = book.series.join(incidents, who=who, why=why)
    click.echo(gettext("Saved as decision {id}.", id=decision.id))


@series.command(cls=Command)
@click.argument("incident")
@click.argument("name")
@book_option
@_WHY
@_ACTOR
def name(incident: str, name: str, where: str, *, who: str, why: str) -> None:
    """Name the series of an incident, as "The siege of Velmar". To take it back: tollbook undo DECISION.

    INCIDENT is the id of one of its incidents, or the beginning of one. The name stays with that incident: if the
    series is cut, the part with it keeps the name. Where two series with names become one, the later name holds.
    """
    with Book.open(where) as book:
        decision = book.series.name(incident, name, who=who, why=why)
    click.echo(gettext("Saved as decision {id}.", id=decision.id))


@series.command(cls=Command)
@click.argument("incident")
@book_option
@click.option("--all", "whole", is_flag=True, help="Take all incidents out: they are no series.")
@_WHY
@_ACTOR
def leave(incident: str, where: str, *, whole: bool, who: str, why: str) -> None:
    """Take an incident out of its series, or all of them with --all. To put them back: tollbook undo DECISION.

    INCIDENT is an id or the beginning of one.
    """
    with Book.open(where) as book:
        decision = book.series.leave(incident, who=who, why=why, whole=whole)
    click.echo(gettext("Saved as decision {id}.", id=decision.id))


def _line(incident: Incident) -> str:
    """An incident in a line: days, title, figures."""
    figures = (f"{label(name, 'claim_kind')} {formatting.bounds(each)}" for name, each in incident.figures.items())
    said = "; ".join(figures) or gettext("No report gives a number.")
    return wording.clean(f"{formatting.days(incident.when)}  {translate(incident.title)}: {said}")
