"""Decisions that cannot be applied: shown in the queue, on the incident, by API and command line, and undone."""

from datetime import date
from pathlib import Path

from click.testing import CliRunner

from tests.small_books import book_of
from tests.web_client import person, single
from tollbook.book import Book
from tollbook.cli import main
from tollbook.decisions.decision import DECIDED

TEXT = "A shell hit the market in Oberfeld on Monday, killing four people, police said. Invented report."
OTHER = "Gunmen killed two people in Untertal in the spring of 2019, police said. Invented report."
FAR = {"name": "Oberfeld", "text": "Oberfeld", "lat": 1e308, "lon": -999.0, "precision": 1}


def test_a_decision_that_is_not_applied_is_shown_with_its_reason_and_undone(tmp_path: Path) -> None:
    where = book_of(tmp_path, {"Invented Herald": TEXT, "Invented Post": OTHER}, date(2021, 11, 9))
    payload = {"verdict": "correct", "why": "On the map.", "other": None, "change": {"place": FAR}}
    with Book.open(where) as book:
        claim = next(each for each in book.incidents.claims() if "four" in each.quote)
        # As an earlier version wrote it: this one refuses it.
        made = book._store.append(DECIDED, claim.id, payload, actor="Ines").hash[:16]
        elsewhere = next(each.id for each in book.incidents() if each.id != claim.incident)
    listed = CliRunner().invoke(main, ["queue", "--book", str(where)])
    assert f"Decision {made} of Ines on {claim.id} is not applied. A latitude is -90 to 90 degrees" in listed.stderr
    with person(where, "Vera Lind") as client:
        (found,) = client.get("/api/decisions/not-applied").json()
        assert (found["decision"]["id"], "A latitude" in found["reason"]) == (made, True)
        for page in ("/queue", f"/incidents/{claim.incident}", f"/queue?incident={claim.incident}"):
            text = client.get(page).text
            assert "1 decision is not applied" in text, page
            assert "A latitude is -90 to 90 degrees" in text, page
            assert "Ines" in text, page
        for page in (f"/incidents/{elsewhere}", f"/queue?incident={elsewhere}"):
            assert "not applied" not in client.get(page).text, page
        client.post("/undo", data=single(client.get(f"/incidents/{claim.incident}").text, "/undo"))
        assert client.get("/api/decisions/not-applied").json() == []
        assert "not applied" not in client.get("/queue").text
