"""Rows of a sheet that add claims, join numbers or are refused. All reports are invented."""

from datetime import date
from pathlib import Path

import pytest
from click.testing import Result

from tests.small_books import book_of
from tests.test_sheet import tollbook
from tollbook.book import Book

#: Two numbers of one clash that count different people, a total, and two sides.
CLASH = (
    "Thirteen fighters of the Grey Band were killed in clashes near Old Mill on Monday, a doctor said. "
    "A village guard said seven people of his group were killed in the clash. "
    "The garrison has lost 37 men since the siege began."
)


@pytest.fixture
def where(tmp_path: Path) -> Path:
    return book_of(tmp_path, {"Invented Herald": CLASH}, date(2021, 11, 9))


def apply(where: Path, *lines: str) -> Result:
    head = "claim,report,words,incident,kind,count,scope,place\n"
    return tollbook(where, "apply", "-", "--actor", "Vera", "--why", "Read it.", given=head + "\n".join(lines) + "\n")


def claim_of(where: Path, words: str) -> str:
    with Book.open(where) as book:
        report = book.reports()[0].id
        return next(c.id for c in book.search.index().claims_in(report) if words in c.quote)


def report_of(where: Path) -> str:
    with Book.open(where) as book:
        return book.reports()[0].id


def test_a_person_can_say_that_a_number_adds_to_the_one_before_it(where: Path) -> None:
    first, second = claim_of(where, "Thirteen"), claim_of(where, "seven people")
    joined = apply(where, f"{first},,,A,,,incident,", f"{second},,,A,,,incident,")
    assert joined.exit_code == 0, joined.output
    for name in (first, second):
        tollbook(where, "correct", name, "--speaker", "a doctor", "--actor", "Vera", "--why", "Read it.")
    with Book.open(where) as book:
        index = book.search.index()
        incident = str(index.claims[first].incident)
        assert index.incident(incident).figures["killed"].high == 13
    adds = tollbook(where, "correct", second, "--additional", "yes", "--actor", "Vera", "--why", "Other people.")
    assert adds.exit_code == 0, adds.output
    with Book.open(where) as book:
        killed = book.search.index().incident(incident).figures["killed"]
        assert (killed.low, killed.high) == (20, 20)


def test_an_added_line_marked_as_a_total_makes_no_incident(where: Path) -> None:
    with Book.open(where) as book:
        before = {incident.id for incident in book.incidents()}
    added = apply(where, f",{report_of(where)},lost 37 men,total,killed,37,,")
    assert added.exit_code == 0, added.output
    with Book.open(where) as book:
        assert {incident.id for incident in book.incidents()} == before
        index = book.search.index()
        (claim,) = (c for c in index.claims_in(book.reports()[0].id) if c.finder == "Vera")
        assert claim.scope == "running total"
        assert claim.toll


@pytest.mark.parametrize("word", ["background", "no claim"])
def test_an_added_line_that_is_no_claim_of_an_incident_is_refused(where: Path, word: str) -> None:
    refused = apply(where, f",{report_of(where)},lost 37 men,{word},killed,37,,")
    assert refused.exit_code == 2
    assert f"line 2: A line that adds a claim cannot be “{word}”; leave the line out." in refused.output


def test_lines_refused_for_one_reason_are_named_together(where: Path) -> None:
    names = [claim_of(where, "Thirteen"), claim_of(where, "seven people")]
    refused = apply(where, *(f"{name},,,,,,,Nowhereburg" for name in names))
    assert refused.exit_code == 2
    assert refused.output.count("The gazetteer has no place “Nowhereburg”") == 1
    assert "lines 2, 3: " in refused.output
