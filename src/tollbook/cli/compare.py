"""Comparing a book with another book, or with a published data set."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

import click
from rich.text import Text

from tollbook.book import Book, Summary
from tollbook.book.comparison import listing
from tollbook.cli.help import Command
from tollbook.cli.listings import print_listing
from tollbook.cli.options import as_day, as_of_option, end, format_option, rule_option
from tollbook.cli.passphrase import unlock
from tollbook.compare import BookComparison, Mapping, counts, headers_of, mapping_from_toml, mapping_of
from tollbook.errors import Refused
from tollbook.export import terminal
from tollbook.export.listing import Cell, Listing
from tollbook.locale import wording
from tollbook.locale.labels import label
from tollbook.locale.messages import gettext, message, translate
from tollbook.reconcile import RULES

#: Endings of files that are data sets; anything else is a book.
_DATA_SETS = frozenset({".csv", ".tsv", ".txt"})


@click.command(cls=Command, section="Query")
@click.argument("one", metavar="A", callback=unlock)
@click.argument("other", metavar="B")
@click.option(
    "--other-rule", type=click.Choice(tuple(RULES)),
    help="The rule for figures of B, if B is a book. Default: that of A.",
)  # fmt: skip
@click.option("--mapping", "file", type=click.Path(path_type=Path, exists=True, dir_okay=False), metavar="TOML",
              help="A file that says which column of the data set is what.")  # fmt: skip
@click.option("--column", "chosen", multiple=True, metavar="FIELD=HEADER",
              help="The column of a field, as killed=Fatalities. Without HEADER the field is left out.")  # fmt: skip
@click.option("--numeric", type=click.Choice(["day", "month"]), help="Which number comes first in 03/04/2017.")
@click.option("--yes", "confirmed", is_flag=True, help="The columns are as proposed.")
@click.option("--all", "every", is_flag=True, help="List incidents without differences too.")
@rule_option
@as_of_option
@format_option
def compare(one: str, other: str, rule: str, as_of: datetime | None, form: str, **options: object) -> None:
    """Compare two books, or a book and a published data set: what both have, what one has, and why figures differ.

    A is a book. B is a book, or a CSV file with one row for each incident. The columns of UCDP GED and of ACLED are
    known. For any other file the command shows which column it takes for what: run it again with --yes, or change it
    with --column or --mapping.
    """
    with Book.open(one) as book:
        side = book.compare.side(_name(one), rule=rule, as_of=as_day(as_of))
        if Path(other).suffix.lower() in _DATA_SETS:
            data = _bytes(Path(other))
            mapping = _mapping(data, **options)
            made = book.compare.with_data_set(side, data, mapping, name=_name(other))
        else:
            with Book.open(other) as second:
                second_rule = str(options["other_rule"] or rule)
                made = book.compare.with_book(
                    side, second.compare.side(_name(other), rule=second_rule, as_of=as_day(as_of))
                )
    _print(made, form, every=bool(options["every"]))
    end(Summary(refused=made.refused))


def _name(where: str) -> str:
    """The name of a book or data set: its file name, because an address may contain a password."""
    return Path(where).name


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Refused(message("{path} cannot be read: {reason}.", path=path, reason=reason)) from error


def _mapping(data: bytes, **options: object) -> Mapping:
    """The confirmed columns of a data set. Raises Refused with the proposed ones if nobody confirmed them."""
    headers = headers_of(data)
    file, chosen, numeric = options["file"], options["chosen"], options["numeric"]
    assert isinstance(chosen, tuple)
    given = mapping_from_toml(_bytes(file).decode("utf-8", "replace")) if isinstance(file, Path) else None
    named = {**(given.columns if given else {}), **dict(_pair(each) for each in chosen)}
    first = str(numeric or (given.numeric if given else ""))
    mapping = mapping_of(headers, named, numeric=first, propose_rest=given is None)
    if not (options["confirmed"] or mapping.known or given is not None):
        click.echo(mapping.as_toml(), err=True)
        raise Refused(message(
            "Are these the columns of the data set? Run the command again with --yes, change them with "
            "--column FIELD=HEADER, or save them to a file and give it with --mapping."
        ))  # fmt: skip
    return mapping


def _pair(words: str) -> tuple[str, str]:
    field, sign, header = words.partition("=")
    if not sign:
        raise Refused(message("“{words}” is not a column; write it as killed=Fatalities.", words=words))
    return field.strip(), header.strip()


def _print(made: BookComparison, form: str, *, every: bool) -> None:
    shown = [each for each in made.pairings if every or form != "table" or each.status != "same"]
    table = listing(made)
    if form == "table":
        keep = [row for row in table.rows if every or row["status"] != "same"]
        lines = [{name: _translated(cell) for name, cell in row.items()} for row in keep]
        table = Listing(columns=table.columns, shown=table.shown, rows=lines)
    print_listing(table, shown, form)
    if form == "table":
        terminal.show(_counted(made))


def _translated(cell: Cell) -> Cell:
    return translate(cell) if isinstance(cell, str) else cell


def _counted(made: BookComparison) -> Iterable[Text]:
    yield Text()
    yield Text(wording.clean(gettext("A is {one}, B is {other}.", one=made.one, other=made.other)))
    for name, n in counts(made).items():
        yield Text(f"{n:6,}  {', '.join(label(each, 'comparison') for each in name.split(', '))}")
