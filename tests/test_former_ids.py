"""Addresses of incidents that got another id, as their first claim was set aside."""

from datetime import date
from pathlib import Path

import pytest

from tests.small_books import book_of
from tests.web_client import person
from tollbook.book import Book
from tollbook.errors import NoSuchRecord

STRIKE = (
    "A shell hit the market in Oberfeld on Monday, killing four people and injuring nine, police said. Invented report."
)
TWO = STRIKE + "\n\nIn the spring of 2019 gunmen killed two people in Untertal, the mayor said."


def _set_first_aside(where: Path) -> str:
    """Reject the first claim of the incident in Oberfeld; the id that the incident had."""
    with Book.open(where) as book:
        found = next(each for each in book.incidents() if "Oberfeld" in each.title)
        assert any(claim.id == found.id for claim in book.incidents.claims())
        book.decide("reject", found.id, who="Ines", why="Not in the report.")
        assert found.id not in {each.id for each in book.incidents()}
    return found.id


@pytest.fixture
def one(tmp_path: Path) -> tuple[Path, str]:
    """A book of one incident, and the id that it had."""
    where = book_of(tmp_path, {"Invented Herald": STRIKE}, date(2021, 11, 9))
    return where, _set_first_aside(where)


def test_a_former_address_leads_to_the_incident(one: tuple[Path, str]) -> None:
    where, former = one
    with Book.open(where) as book:
        (now,) = book.incidents()
        assert book.incidents.named_now(former) == (now.id,)
    with person(where, "Vera Lind") as client:
        led = client.get(f"/incidents/{former}", params={"done": "reject"}, follow_redirects=False)
        assert (led.status_code, led.headers["location"]) == (303, f"/incidents/{now.id}?done=reject")
        assert client.get(f"/incidents/{now.id}").status_code == 200


def test_errors_name_the_incident_as_it_is_now(one: tuple[Path, str]) -> None:
    where, former = one
    with Book.open(where) as book:
        (now,) = book.incidents()
        sentence = f"No incident has the id {former} any more; its report is part of {now.id} now."
        with pytest.raises(NoSuchRecord, match=sentence):
            book.incidents.get(former)
        with pytest.raises(NoSuchRecord, match=sentence):
            book.search.index().incident(former)
    with person(where, "Vera Lind") as client:
        refused = client.get(f"/api/incidents/{former}")
        assert (refused.status_code, sentence in refused.text) == (404, True)


def test_with_several_incidents_in_the_report_a_person_chooses(tmp_path: Path) -> None:
    where = book_of(tmp_path, {"Invented Herald": TWO}, date(2021, 11, 9))
    former = _set_first_aside(where)
    with Book.open(where) as book:
        assert set(book.incidents.named_now(former)) == {each.id for each in book.incidents()}
        titles = [each.title for each in book.incidents()]
    assert len(titles) == 2
    with person(where, "Vera Lind") as client:
        text = client.get(f"/incidents/{former}").text
    assert all(title in text for title in titles)


def test_the_incident_that_has_the_claim_now_is_the_one(tmp_path: Path) -> None:
    where = book_of(tmp_path, {"Invented Herald": TWO}, date(2021, 11, 9))
    with Book.open(where) as book:
        one, other = sorted(each.id for each in book.incidents())
        book.decide("same", other, other=one, who="Ines", why="One attack.")
        assert [each.id for each in book.incidents()] == [one]
        assert book.incidents.named_now(other) == (one,)


@pytest.mark.parametrize("name", ["", "0000000000000000", "no id"])
def test_an_id_that_was_never_an_incident_leads_nowhere(one: tuple[Path, str], name: str) -> None:
    where, _ = one
    with Book.open(where) as book:
        assert book.incidents.named_now(name) == ()
