"""Lists on terminals of different widths: no line is too long, no value is cut, and the last line ends."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from tollbook.book import Book
from tollbook.export import Contents, tables, terminal
from tollbook.export.listing import Listing
from tollbook.locale.labels import label

LISTS = (tables.reports, tables.claims, tables.incidents, tables.persons, tables.tolls)


@pytest.fixture(scope="module")
def contents(sample_book: Path) -> Contents:
    with Book.open(sample_book) as book:
        return book.export.contents()


def printed(what: object, width: int, *, piped: bool = False) -> str:
    out = io.StringIO()
    Console(file=out, width=width, force_terminal=not piped, no_color=True, color_system=None).print(what)
    return out.getvalue()


@pytest.mark.parametrize("width", [40, 60, 80, 100, 160])
@pytest.mark.parametrize("make", LISTS)
def test_a_list_fits_the_terminal(contents: Contents, make: Callable[[Contents], Listing], width: int) -> None:
    listing = make(contents)
    text = printed(terminal.listing(listing), width)
    assert text.endswith("\n")
    assert max(map(cell_len, text.splitlines())) <= width
    words = {word for row in listing.rows for column in listing.shown for word in str(row[column] or "").split()}
    words |= {word for column in listing.shown for word in label(column, "column").split()}
    # Longer words, as those with dashes, may be wrapped in a table; ids keep their first digits.
    short = {word for word in words if word.isalpha() and len(word) <= 9}
    assert short <= set(text.split())


def test_rows_stand_one_after_another_only_where_the_columns_do_not_fit(contents: Contents) -> None:
    listing = tables.incidents(contents)
    assert printed(terminal.listing(listing), 80).splitlines()[0].split() == ["id", listing.rows[0]["id"]]
    header = [label(column, "column") for column in listing.shown]
    assert printed(terminal.listing(listing), 100).splitlines()[0].split() == header
    # What is piped is a table at any width.
    assert "─" * 80 in printed(terminal.listing(listing), 80, piped=True)


def test_an_empty_list_has_its_columns(contents: Contents) -> None:
    text = printed(terminal.listing(tables.incidents(Contents())), 120)
    assert text.split()[:2] == ["id", "title"]
    assert text.endswith("\n")
