"""Looking into a book: lists, and the record of one incident."""

import sys
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

import click

from tollbook.book import Book
from tollbook.cli.options import as_day, as_of_option, book_option, format_option, rule_option
from tollbook.export import Contents, bundle, tables, terminal
from tollbook.export.tables import Listing
from tollbook.incidents.build import RULE
from tollbook.reconcile import Explanation


@click.command()
@click.argument("incident", required=False)
@book_option
@rule_option
@as_of_option
def show(incident: str | None, where: str, rule: str, as_of: datetime | None) -> None:
    """One incident's record, or all: figures, who says what, statements.

    INCIDENT is an id or the beginning of one.
    """
    with Book.open(where) as book:
        found = [book.incident(incident, rule=rule, as_of=as_day(as_of))] if incident else None
        contents = book.contents(rule=rule, as_of=as_day(as_of))
        chosen = {each.id for each in found or contents.incidents}
        print_records(contents, chosen, lambda name: book.dossier(name, rule=rule, as_of=as_day(as_of)).explanation)


@click.command()
@book_option
@format_option
def reports(where: str, form: str) -> None:
    """The reports that were read."""
    with Book.open(where) as book:
        _list("reports", book.contents(), form)


@click.command()
@book_option
@format_option
@as_of_option
def claims(where: str, form: str, **view: Any) -> None:
    """What the reports say, claim by claim."""
    _open_and_list("claims", where, form, **view)


@click.command()
@book_option
@format_option
@rule_option
@as_of_option
def incidents(where: str, form: str, **view: Any) -> None:
    """What the claims are about, with figures."""
    _open_and_list("incidents", where, form, **view)


@click.command()
@book_option
@format_option
@as_of_option
def tolls(where: str, form: str, **view: Any) -> None:
    """Running totals over a place and time."""
    _open_and_list("tolls", where, form, **view)


@click.command()
@click.option(
    "--table",
    "own",
    type=click.Path(exists=True, dir_okay=False),
    metavar="CSV",
    help="What you know of outlets: outlet,country,owner_or_side,kind,note.",
)
@book_option
@format_option
def outlets(own: str | None, where: str, form: str) -> None:
    """The outlets of the reports, with what is known of them.

    Tollbook knows some news agencies; what your table says of an outlet comes first. No outlet counts for more or less.
    """
    with Book.open(where) as book:
        listing = tables.outlets(book.outlets(own), book.reports())
    _print(listing, listing.rows, form)


def _open_and_list(name: str, where: str, form: str, *, rule: str = RULE, as_of: datetime | None = None) -> None:
    with Book.open(where) as book:
        _list(name, book.contents(rule=rule, as_of=as_day(as_of)), form)


def _list(name: str, contents: Contents, form: str) -> None:
    records: Iterable[Any] = getattr(contents, name)
    records = map(bundle.report_row, records) if name == "reports" else records
    _print(tables.LISTINGS[name](contents), records, form)


def _print(listing: Listing, records: Iterable[Any], form: str) -> None:
    if form == "jsonl":
        sys.stdout.writelines(f"{bundle.json_line(each)}\n" for each in records)
    elif form == "csv":
        sys.stdout.writelines(tables.csv_lines(listing))
    else:
        terminal.show([terminal.listing(listing)])


def print_records(
    contents: Contents, chosen: set[str], explain: Callable[[str], Iterable[Explanation]] = lambda _: ()
) -> None:
    """The records of the chosen incidents, one after the other, with what ``explain`` says of each."""
    for incident in contents.incidents:
        if incident.id in chosen:
            terminal.show(terminal.record(incident, contents, explain(incident.id)))
    if not contents.incidents:
        click.echo("The book has no incidents yet.", err=True)
