"""The incidents that are offered for a claim: the likeliest first. All invented."""

import csv
import json
from datetime import date
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from reconcile_builders import claim

from tests.small_books import book_of
from tests.web_client import person
from tollbook.book import Book
from tollbook.cli import main
from tollbook.model import Place, When
from tollbook.record import Figure, Incident
from tollbook.search.likely import likely, of_claim

DAY = date(2024, 5, 6)
MILL = Place(name="Mill", lat=1.0, lon=2.0)


def incident(name: str, day: int | None, lat: float | None, killed: int | None = None) -> Incident:
    place = None if lat is None else Place(name="Mill" if lat == MILL.lat else f"At {lat}", lat=lat, lon=2.0)
    figures = {} if killed is None else {"killed": Figure(low=killed, best=killed, high=killed)}
    when = None if day is None else When(start=date(2024, 5, day), end=date(2024, 5, day))
    return Incident(id=name, kind="attack", title=name, place=place, when=when, figures=figures)


def test_place_day_and_number_decide_and_distant_incidents_come_last() -> None:
    asked = of_claim(msgspec.structs.replace(claim(3), place=MILL, when=When(start=DAY, end=DAY)))
    far, unknown = incident("far", 29, 60.0, 3), incident("unknown", None, None)
    near, same, exact = incident("near", 8, 1.1), incident("same", 6, 1.0, 9), incident("exact", 6, 1.0, 3)
    found = likely(asked, [far, unknown, near, same, exact, same])
    assert [each.incident.id for each in found] == ["exact", "same", "near", "unknown", "far"]
    assert [each.reasons for each in found[:3]] == [
        ("same place", "same day", "same number"), ("same place", "same day"), ("same place", "near day"),
    ]  # fmt: skip


@pytest.fixture
def where(tmp_path: Path) -> Path:
    """Forty newer incidents, and two of one day and one town."""
    texts = {
        "Valley Post": "A bomb killed five people in Kharkiv, Ukraine, on 3 March 2024, police said.",
        "Harbour Daily": "Gunmen shot dead a judge in Kharkiv, Ukraine, on 3 March 2024, the court said.",
    }
    for n in range(1, 25):
        texts[f"Wire {n}"] = f"A mine killed {n + 30} people in Lagos, Nigeria, on {n} June 2025, police said."
    return book_of(tmp_path, texts, date(2025, 7, 1))


def test_the_incident_of_the_same_town_and_day_is_offered_before_the_newest(where: Path) -> None:
    with Book.open(where) as book:
        index = book.search.index()
        bomb = next(each for each in index.claims.values() if "killed five" in each.quote or "five" in each.quote)
        page = person(where, "Vera").get(f"/claims/{bomb.id}/file").text
        judge = next(
            each
            for each in book.incidents()
            if any(c.count and "judge" in c.quote for c in index.claims_about(each.id))
        )
    offered = [part.split('"')[0] for part in page.split('name="incident" value="')[1:]]
    assert offered[0] == judge.id
    assert "same place" in page


def test_the_api_and_the_command_list_what_the_page_offers(where: Path) -> None:
    with Book.open(where) as book:
        index = book.search.index()
        bomb = next(each for each in index.claims.values() if "five" in each.quote)
        judge = next(
            each.id for each in book.incidents() if any("judge" in c.quote for c in index.claims_about(each.id))
        )
    client = person(where, "Vera")
    found = client.get(f"/api/claims/{bomb.id}/likely", params={"most": 2}).json()
    assert [each["incident"]["id"] for each in found][:1] == [judge]
    assert (found[0]["reasons"], found[0]["same_report"], len(found)) == (["same place", "same day"], False, 2)
    assert client.get("/api/claims/none/likely").status_code == 404
    assert client.get(f"/api/claims/{bomb.id}/likely", params={"text": "nowhere"}).json() == []

    def run(*arguments: str) -> str:
        done = CliRunner().invoke(main, ["likely", bomb.id[:9], *arguments, "--book", str(where)])
        assert done.exit_code == 0, done.output
        return done.output

    assert judge in run("--limit", "1")
    (row,) = csv.DictReader(run("--text", "judge", "--format", "csv").splitlines())
    assert (row["id"], row["reasons"]) == (judge, "same place; same day")
    assert json.loads(run("--limit", "1", "--format", "jsonl"))["incident"]["id"] == judge


def test_other_incidents_of_the_report_come_first(tmp_path: Path) -> None:
    text = (
        "A bomb killed five people at a market in Kharkiv, Ukraine, on 3 March 2024, police said. On 9 April 2024 "
        "gunmen shot dead seven miners near Lagos, Nigeria, the union said."
    )
    with Book.open(book_of(tmp_path, {"Valley Post": text}, date(2024, 5, 1))) as book:
        claims = [each for each in book.search.index().claims.values() if each.count]
        assert len({each.incident for each in claims}) == 2
        (other,) = book.search.likely_for(claims[0].id)
        assert other.same_report
        assert other.incident.id == next(each.incident for each in claims if each.incident != claims[0].incident)
