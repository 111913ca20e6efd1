"""Long lists of a record are folded after their first items; short ones are not."""

from collections.abc import Iterator
from pathlib import Path

import lxml.html
import pytest
from fastapi.testclient import TestClient

from tests.small_books import book_of
from tests.web_client import person
from tollbook.book import Book

FIRST = ("Ada", "Bero", "Cilia", "Dario", "Edda", "Falk", "Greta")
LAST = ("Ferrel", "Hosk", "Lund", "Marsik")
NAMES = [f"{first} {last}" for last in LAST for first in FIRST]
TEXT = (
    "VELMAR, Kestria – A shell hit the market of Velmar on Monday 1 November 2021 and killed {n} people, {who} said. "
    "Residents of the street carried the wounded to the clinic. {more}"
)
DEAD = " ".join(f"{name}, {20 + n}, was killed." for n, name in enumerate(NAMES))


def texts(reports: int) -> dict[str, str]:
    return {
        f"Outlet {n:02}": TEXT.format(n=40 + n, who=f"{NAMES[n]}, a doctor", more=DEAD if n == 0 else "Invented.")
        for n in range(reports)
    }


@pytest.fixture(scope="module", params=[12, 14])
def record(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, str]]:
    where = book_of(tmp_path_factory.mktemp("many"), texts(request.param))
    with Book.open(where) as book:
        incident = max(book.incidents(), key=lambda each: len(each.reports))
    with person(where, "Vera") as client:
        yield request.param, page(client, incident.id)


def page(client: TestClient, incident: str) -> str:
    answer = client.get(f"/incidents/{incident}")
    assert answer.status_code == 200
    return answer.text


def test_reports_after_the_tenth_are_folded(record: tuple[int, str]) -> None:
    reports, text = record
    (section,) = lxml.html.fromstring(text).xpath("//section[@aria-labelledby='reports']")
    assert len(section.xpath(".//li")) == reports
    folded = section.xpath("./details[@class='fold']")
    assert [each.xpath("string(summary)") for each in folded] == (["4 more"] if reports == 14 else [])
    assert len(section.xpath("./ul/li")) == (10 if folded else reports)


def test_persons_after_the_twentieth_are_folded(record: tuple[int, str]) -> None:
    (section,) = lxml.html.fromstring(record[1]).xpath("//section[@aria-labelledby='victims']")
    rows = [len(table.xpath("./tbody/tr")) for table in section.xpath(".//table")]
    folded = section.xpath("./details[@class='fold'][table]")
    assert rows[0] == 20
    assert [each.xpath("string(summary)") for each in folded] == [f"{rows[1]} more persons"]


def test_questions_after_the_fifth_are_folded(sample_book: Path) -> None:
    with Book.open(sample_book) as book:
        strike = next(each for each in book.incidents() if each.kind == "airstrike")
    with person(sample_book, "Vera") as client:
        (section,) = lxml.html.fromstring(page(client, strike.id)).xpath("//section[@aria-labelledby='questions']")
    questions = len(section.xpath(".//li"))
    assert questions > 7
    assert len(section.xpath("./ul/li")) == 5
    assert section.xpath("string(./details[@class='fold']/summary)") == f"{questions - 5} more"
