"""A name that is no person is taken out of its claims, on the page of the person and by the command. All invented."""

from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.small_books import book_of
from tests.web_client import fields_of, person
from tollbook.book import Book
from tollbook.cli import main
from tollbook.model import Claim, People
from tollbook.person import Person, PersonSource
from tollbook.review import no_person

DAY = date(2025, 5, 6)
TEXTS = {
    "Valley Post": "A drone hit a bus on Monday, killing four people. Oksana Hral, 44, and her sister Mira Hral, 39, "
    "were among the dead, police said.",
}


@pytest.fixture
def where(tmp_path: Path) -> Path:
    return book_of(tmp_path, TEXTS, DAY)


def named(book: Book) -> dict[str | None, str]:
    return {each.name: each.id for each in book.persons().persons if each.name}


def test_the_page_takes_a_name_out_and_undo_brings_it_back(where: Path) -> None:
    vera = person(where, "Vera")
    with Book.open(where) as book:
        before = book.incidents()[0].figures
        address = f"/persons/{named(book)['Mira Hral']}"
        page = vera.post(f"{address}/no-person", data=fields_of(vera.get(address).text, f"{address}/no-person"))
        assert page.url.path.startswith("/incidents/")
        assert "Corrected." in page.text
        assert set(named(book)) == {"Oksana Hral"}
        assert book.incidents()[0].figures == before
        assert vera.post(f"{address}/no-person", data=fields_of(page.text, "/undo")).status_code == 404
        undone = vera.post("/undo", data=fields_of(page.text, "/undo"))
        assert undone.status_code == 200
        assert set(named(book)) == {"Oksana Hral", "Mira Hral"}
        assert not book.verify()


def test_the_command(where: Path) -> None:
    with Book.open(where) as book:
        oksana = named(book)["Oksana Hral"]
    said = ["persons", "none", oksana, "--book", str(where), "--actor", "Ines", "--why", "A street."]
    assert CliRunner().invoke(main, said).exit_code == 0
    with Book.open(where) as book:
        assert set(named(book)) == {"Mira Hral"}
        assert [(each.verdict, each.who, each.why) for each in book.review.decisions()] == [
            ("correct", "Ines", "A street.")
        ]


@pytest.mark.parametrize(
    ("people", "source", "left"),
    [
        (People(text="Corvan Relief", names=("Corvan Relief",)), {"name": "Corvan Relief"}, None),
        (People(text="22 of Corvan Relief", names=("Corvan Relief",)), {"name": "Corvan Relief"}, ()),
        (People(text="the bomber"), {"description": "the bomber"}, None),
        (People(text="Ana and Ida", names=("Ana", "Ida")), {"name": "Ida"}, ("Ana",)),
    ],
)
def test_words_that_describe_nobody_else_go_too(
    people: People, source: dict[str, str], left: tuple[str, ...] | None
) -> None:
    claim = Claim(id="c", report="r", start=0, end=4, quote="four", kind="killed", people=people)
    given = PersonSource(id="c", claim="c", report="r", quote="four", fate="killed", **source)
    made = no_person.proposal(Person(id="c", fate="killed", sources=(given,)), {"c": claim}, why="So.")
    now = (made.change or {})["people"]
    assert (None if now is None else tuple(now["names"])) == left
