"""Sources, speakers and explanations of a whole book, and the effect of a decision on them."""

import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from tollbook.book import Book
from tollbook.errors import NoSuchRecord


@pytest.fixture(scope="module")
def book(sample_book: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    with Book.open(shutil.copy(sample_book, tmp_path_factory.mktemp("book"))) as opened:
        yield opened


@pytest.fixture
def strike(book: Book) -> str:
    """The incident that the second and the third sample report describe in the same words."""
    return next(i.id for i in book.incidents() if "sample-02" in {link.id for link in i.reports})


def between(book: Book, strike: str, one: str, other: str) -> list[str]:
    return [e.kind for e in book.sources(strike).edges if {e.report, e.of} == {one, other}]


def test_a_decision_replaces_the_edge_of_a_reprint_until_it_is_undone(book: Book, strike: str) -> None:
    assert "same text" in between(book, strike, "sample-02", "sample-03")
    ruled = book.decide("independent", "sample-03", other="sample-02", who="Ana Brod", why="two reporters were there")
    kinds = between(book, strike, "sample-02", "sample-03")
    assert "independent" in kinds
    assert "same text" not in kinds
    texts = [s.text for e in book.dossier(strike).explanation for s in e.sentences if s.about == "dependence"]
    assert any("count as two sources. A person decided so." in text for text in texts)
    book.undo(ruled.id, who="Ana Brod", why="they were not")
    assert "same text" in between(book, strike, "sample-02", "sample-03")


def test_figures_follow_an_edge_that_a_person_adds(book: Book, strike: str) -> None:
    before = book.incidents.get(strike).figures["injured"].independent_sources
    ruled = book.decide("one source", "sample-02", other="sample-05", who="Ana Brod", why="the desk says so")
    assert book.incidents.get(strike).figures["injured"].independent_sources < before
    book.undo(ruled.id, who="Ana Brod", why="it does not")
    assert book.incidents.get(strike).figures["injured"].independent_sources == before


def test_explanation_and_sensitivity_are_about_the_figures_of_the_record(book: Book, strike: str) -> None:
    figures = book.incidents.get(strike).figures
    assert [e.fate for e in book.dossier(strike).explanation] == list(figures)
    for moves in book.sensitivity(strike):
        figure = figures[moves.fate]
        assert moves.figure == (figure.low, figure.best, figure.high)


def test_as_of_a_day_only_published_reports_have_sources(book: Book, strike: str) -> None:
    known = {r for g in book.sources(strike, as_of=date(2021, 10, 6)).groups for r in g.reports}
    assert known <= {"sample-01", "sample-02", "sample-03"}


def test_speakers_and_outlets_of_the_book(book: Book) -> None:
    mayor = next(e for e in book.incidents.speakers() if e.name == "Ilyas Tarkhan")
    assert "Ilyas Tarkhan" in {s.text for s in mayor.spellings}
    assert all(s.reports for s in mayor.spellings)
    assert "Harbour Daily" in {o.outlet for o in book.reports.outlets()}


def test_an_unknown_incident_is_refused(book: Book) -> None:
    with pytest.raises(NoSuchRecord):
        book.sources("no such id")
