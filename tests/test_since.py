"""Which figures moved since an entry of the log: those of the book as it was then; and nothing stays changed."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import SAMPLES
from tollbook.book import Book
from tollbook.incidents import since
from tollbook.locale.wording import bounds
from tollbook.record import Incident

BY = {"who": "Ines Falk", "why": "Read it."}


@pytest.fixture(scope="module")
def first_half(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of the first five sample reports; the other five are in a file beside it."""
    folder = tmp_path_factory.mktemp("half")
    rows = (SAMPLES / "reports.jsonl").read_text("utf-8").splitlines()
    (folder / "first.jsonl").write_text("\n".join(rows[:5]), "utf-8")
    (folder / "second.jsonl").write_text("\n".join(rows[5:]), "utf-8")
    with Book.open(folder / "a.book", create=True) as book:
        book.read([folder / "first.jsonl"], places=SAMPLES / "places.csv")
        book.incidents()
    return folder / "a.book"


@pytest.fixture
def book(first_half: Path, tmp_path: Path) -> Iterator[Book]:
    with Book.open(shutil.copy(first_half, tmp_path / "a.book")) as opened:
        yield opened


def said(incident: Incident) -> dict[str, str]:
    return {outcome: bounds(figure) for outcome, figure in incident.figures.items()}


def moved(book: Book, number: int) -> dict[str, dict[str, tuple[str | None, str | None]]]:
    """The moved figures of each incident, before and now in words, by its id."""
    found = book.incidents.moved_since(number)
    assert found is not None
    return {
        each.id: {
            f.outcome: (bounds(f.before) if f.before else None, bounds(f.now) if f.now else None) for f in each.figures
        }
        for each in found
    }


def test_new_reports_move_figures_and_make_incidents(book: Book, first_half: Path) -> None:
    (then,) = [said(each) for each in book.incidents() if each.kind == "airstrike"]
    number = book.log.last()
    book.read([first_half.with_name("second.jsonl")], places=SAMPLES / "places.csv")
    after = {each.kind: each for each in book.incidents()}
    found = moved(book, number)
    strike = after["airstrike"]
    expected = {
        outcome: (then.get(outcome), said(strike).get(outcome))
        for outcome in {*then, *said(strike)}
        if then.get(outcome) != said(strike).get(outcome)
    }
    assert found.get(strike.id, {}) == expected
    shooting = after["shooting"]
    assert found[shooting.id] == {outcome: (None, words) for outcome, words in said(shooting).items()}
    assert [each.is_new for each in book.incidents.moved_since(number) or () if each.id == shooting.id] == [True]


def test_a_refused_file_moves_nothing(book: Book, tmp_path: Path) -> None:
    number = book.log.last()
    (tmp_path / "empty.txt").touch()
    book.read([tmp_path / "empty.txt"])
    assert book.log.last() > number
    assert moved(book, number) == {}


def test_decisions_move_figures_and_their_undoing_moves_them_back(book: Book) -> None:
    (strike,) = [each for each in book.incidents() if each.kind == "airstrike"]
    number, then = book.log.last(), said(strike)
    made = [book.decide("reject", claim, **BY) for claim in strike.figures["injured"].high_claims]
    (now,) = [said(each) for each in book.incidents() if each.kind == "airstrike"]
    assert now["injured"] != then["injured"]
    assert list(moved(book, number).values()) == [{"injured": (then["injured"], now["injured"])}]
    # What had been decided before the visit is not undone with it.
    later = book.log.last()
    assert moved(book, later) == {}
    for each in made:
        book.undo(each.id, **BY)
    assert list(moved(book, later).values()) == [{"injured": (now["injured"], then["injured"])}]
    assert moved(book, number) == {}


def test_looking_back_changes_nothing(book: Book, first_half: Path) -> None:
    number = book.log.last()
    book.read([first_half.with_name("second.jsonl")], places=SAMPLES / "places.csv")
    before, head = book.incidents(), book.log.head()
    assert moved(book, number)
    assert (book.incidents(), book.log.head()) == (before, head)
    assert book.verify() == []


def test_too_much_is_not_computed(book: Book, first_half: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    number = book.log.last()
    book.read([first_half.with_name("second.jsonl")], places=SAMPLES / "places.csv")
    monkeypatch.setattr(since, "MOST_REPORTS", 3)
    assert book.incidents.moved_since(number) is None
