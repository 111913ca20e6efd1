"""Commands that query a book: lists, the record of one incident, search, and editions of pages."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

import click

from tollbook.book import Book
from tollbook.cli.help import Command
from tollbook.cli.listings import print_listing
from tollbook.cli.options import (
    as_day,
    as_of_option,
    book_option,
    format_option,
    rule_option,
    text_format_option,
)
from tollbook.export import Contents, bundle, tables, terminal
from tollbook.incidents.build import RULE
from tollbook.incidents.editions import Edition
from tollbook.locale import formatting, wording
from tollbook.locale.messages import gettext, ngettext, translate
from tollbook.model import Claim, Span
from tollbook.reconcile import Explanation
from tollbook.report_name import report_name
from tollbook.search.everything import Everything, FoundToll


@click.command(cls=Command, section="Query")
@click.argument("incident", required=False)
@book_option
@rule_option
@as_of_option
def show(incident: str | None, where: str, rule: str, as_of: datetime | None) -> None:
    """Show the record of one incident, or of all: figures, who says what, statements.

    INCIDENT is an id or the beginning of one.
    """
    with Book.open(where) as book:
        named = [book.incidents.get(incident, rule=rule, as_of=as_day(as_of))] if incident else None
        contents = book.export.contents(rule=rule, as_of=as_day(as_of))
        chosen = {each.id for each in named or contents.incidents}
        print_records(
            contents, chosen, lambda name: book.incidents.evidence(name, rule=rule, as_of=as_day(as_of)).explanation
        )


@click.command(cls=Command, section="Query")
@book_option
@format_option
def reports(where: str, form: str) -> None:
    """List the reports."""
    with Book.open(where) as book:
        _list("reports", book.export.contents(), form)


@click.command(cls=Command, section="Query")
@book_option
@format_option
@as_of_option
def claims(where: str, form: str, **view: Any) -> None:
    """List the claims of the reports."""
    _open_and_list("claims", where, form, **view)


@click.command(cls=Command, section="Query")
@book_option
@format_option
@rule_option
@as_of_option
def incidents(where: str, form: str, **view: Any) -> None:
    """List the incidents, with figures."""
    _open_and_list("incidents", where, form, **view)


@click.command(cls=Command, section="Query")
@book_option
@format_option
@as_of_option
def tolls(where: str, form: str, **view: Any) -> None:
    """List running totals by place and period."""
    _open_and_list("tolls", where, form, **view)


@click.command(cls=Command, section="Query")
@click.option(
    "--table",
    "own",
    type=click.Path(exists=True, dir_okay=False),
    metavar="CSV",
    help="Your own table of outlets: outlet,country,owner_or_side,kind,note.",
)
@book_option
@format_option
def outlets(own: str | None, where: str, form: str) -> None:
    """List the outlets of the reports, with what is known about them.

    Tollbook knows some news agencies; your own table has precedence. No outlet has more weight than another.
    """
    with Book.open(where) as book:
        listing = tables.outlets(book.reports.outlets(own), book.reports())
    print_listing(listing, listing.rows, form)


@click.command(cls=Command, section="Query")
@click.argument("question", metavar="WORDS...", nargs=-1, required=True)
@book_option
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, metavar="N", help="Most reports.")
@text_format_option
def search(question: tuple[str, ...], where: str, limit: int, form: str) -> None:
    """Find the reports that contain all the words, then incidents, series, persons, totals, speakers and places.

    "Words in quotation marks" must follow each other. A star stands for any ending (shell*). Case and accents are
    ignored.
    """
    # Words that the shell passes as one argument were in quotation marks.
    query = " ".join(f'"{each}"' if " " in each and '"' not in each else each for each in question)
    with Book.open(where) as book:
        found = book.search.everything(query, limit=limit)
        named = book.reports.of(hit.report for hit in found.reports)
    hits = found.reports
    for hit in hits:
        if form == "jsonl":
            click.echo(bundle.json_line(hit))
        else:
            click.echo(f"{wording.clean(hit.report)}  {wording.clean(report_name(named[hit.report]))}")
            click.echo(f"  {_marked(hit.snippet, hit.start, hit.matches)}")
    if form == "text":
        _print_found(found)


@click.command(cls=Command, section="Query")
@click.argument("report", required=False)
@book_option
@text_format_option
def editions(report: str | None, where: str, form: str) -> None:
    """List changes in pages that were captured more than once.

    REPORT is the id of one report; without it every page with several editions is listed.
    """
    with Book.open(where) as book:
        pages = [book.reports.editions(report)] if report else book.reports.corrections()
    for page in pages:
        for edition in page:
            if form == "jsonl":
                click.echo(bundle.json_line(edition))
            else:
                _print_edition(edition)
    if not pages:
        click.echo(gettext("No page was captured with changed words."), err=True)


def _print_found(found: Everything) -> None:
    """The other results of a search, by type."""
    names: dict[str, list[tuple[str, ...]]] = {
        gettext("Incidents"): [(each.id, translate(each.title)) for each in found.incidents],
        gettext("Series"): [(each.id, formatting.series_title(each)) for each in found.series],
        gettext("Persons"): [(each.name, each.incident, translate(each.title)) for each in found.persons],
        gettext("Running totals"): [(each.id, _total(each)) for each in found.tolls],
        gettext("Speakers"): [(each.name,) for each in found.speakers],
        gettext("Places"): [(each.name,) for each in found.places],
    }
    for title, lines in names.items():
        if lines:
            click.echo(f"\n{title}")
            for line in lines:
                click.echo(f"  {'  '.join(map(wording.clean, line))}")
    if not found.reports:
        click.echo(gettext("No report has all these words."), err=True)


def _total(found: FoundToll) -> str:
    """A running total in a line: what it counts, where, and its latest value."""
    parts = [translate(found.kind), found.place or "", translate(found.people)]
    value = formatting.bounds(found.latest) if found.latest is not None else ""
    return f"{', '.join(filter(None, parts))}  {value}".rstrip()


def _open_and_list(name: str, where: str, form: str, *, rule: str = RULE, as_of: datetime | None = None) -> None:
    with Book.open(where) as book:
        _list(name, book.export.contents(rule=rule, as_of=as_day(as_of)), form)


def _list(name: str, contents: Contents, form: str) -> None:
    records: Iterable[Any] = getattr(contents, name)
    records = map(bundle.report_row, records) if name == "reports" else records
    print_listing(tables.LISTINGS[name](contents), records, form)


def print_records(
    contents: Contents, chosen: set[str], explain: Callable[[str], Iterable[Explanation]] = lambda _: ()
) -> None:
    """Print the records of the chosen incidents. ``explain`` gives the explanations of an incident."""
    for incident in contents.incidents:
        if incident.id in chosen:
            terminal.show(terminal.record(incident, contents, explain(incident.id)))
    if not contents.incidents:
        click.echo(gettext("The book has no incidents yet."), err=True)


def _print_edition(edition: Edition) -> None:
    report, date = wording.clean(edition.report), edition.moment or gettext("no date")
    if edition.superseded_by:
        head = gettext(
            "{report}  edition {number}, {date}: superseded by {later}",
            report=report, number=edition.number, date=date, later=wording.clean(edition.superseded_by),
        )  # fmt: skip
    else:
        head = gettext("{report}  edition {number}, {date}: current", report=report, number=edition.number, date=date)
    click.echo(head)
    for change in edition.changes:
        for sign, words in (("-", change.was), ("+", change.now)):
            if words:
                click.echo(f"  {sign} {wording.clean(' '.join(words.split()))}")
    if edition.vanished:
        quotes, n = _quotes(edition.vanished), len(edition.vanished)
        text = ngettext("{n} claim no longer made: {quotes}", "{n} claims no longer made: {quotes}", n, quotes=quotes)
        click.echo(f"  {text}")
    if edition.appeared:
        quotes, n = _quotes(edition.appeared), len(edition.appeared)
        click.echo(f"  {ngettext('{n} new claim: {quotes}', '{n} new claims: {quotes}', n, quotes=quotes)}")
    for was, now in edition.changed:
        click.echo(f"  {gettext('changed: {was} -> {now}', was=_quotes([was]), now=_quotes([now]))}")


def _quotes(claims: Sequence[Claim]) -> str:
    return "; ".join(f"{wording.clean(claim.quote)} ({claim.kind})" for claim in claims)


def _marked(snippet: str, start: int, matches: Sequence[Span]) -> str:
    """The snippet on one line, with the matches in brackets."""
    for first, last in sorted(matches, reverse=True):
        snippet = f"{snippet[: first - start]}[{snippet[first - start : last - start]}]{snippet[last - start :]}"
    return wording.clean(" ".join(snippet.split()))
