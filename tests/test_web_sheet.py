"""The sheet of claims in the browser and the API: cells changed in place, a preview, one act, one undo."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from fastapi.testclient import TestClient

from tests.small_books import book_of
from tests.test_sheet import TWO_ATTACKS
from tests.web_client import fields_of, person, single, token
from tollbook.book import Book
from tollbook.incidents.preview import Outline
from tollbook.review.sheet import Row
from tollbook.web.pages import sheet

OURS = {"X-Requested-With": "tollbook"}
OUTLET = "Invented Herald"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return book_of(tmp_path_factory.mktemp("sheet"), {OUTLET: TWO_ATTACKS}, date(2021, 11, 9))


@pytest.fixture
def where(made: Path, tmp_path: Path) -> Path:
    (tmp_path / "a.book").write_bytes(made.read_bytes())
    return tmp_path / "a.book"


@pytest.fixture
def vera(where: Path) -> Iterator[TestClient]:
    with person(where, "Vera Lind") as client:
        yield client


def rows(client: TestClient) -> dict[str, Row]:
    """The rows of the only report, by the first words of each that differ."""
    report = client.get("/api/reports").json()["reports"][0]["id"]
    every = client.get("/api/sheet", params={"report": report}).json()
    return {key: next(row for row in every if key in row["words"]) for key in ("killed 7", "killed 3", "200")}


def address(found: dict[str, Row]) -> str:
    return f"/sheet?report={found['killed 7']['report']}"


def test_a_preview_says_exactly_what_saving_does(vera: TestClient, where: Path) -> None:
    found = rows(vera)
    market, village, toll = found.values()
    changed = [
        {"claim": market["claim"], "incident": "A", "day": "2021-11-08", "count": "between 8 and 10"},
        {"claim": village["claim"], "incident": "B", "place": "Old Mill @ 41.5,44.5", "role": "a miller"},
        {"claim": toll["claim"], "incident": "background"},
    ]  # fmt: skip
    planned = vera.post("/api/sheet/preview", json={"rows": changed}, headers=OURS).json()
    assert planned["refused"] == []
    assert len(planned["claims"]) == 3
    assert [each["verdict"] for each in planned["plan"]["proposals"]] == ["correct", "background", "move"]
    with Book.open(where) as book:
        assert book.review.decisions() == []
    saved = vera.post("/api/sheet", json={"rows": changed, "why": "Read it."}, headers=OURS).json()
    with Book.open(where) as book:
        now = {each.id: each for each in book.incidents()}
        after = msgspec.convert(planned["plan"]["preview"]["after"], list[Outline])
        assert after
        for outline in after:
            incident = now[outline.id]
            names = ("kind", "title", "when", "place", "figures")
            assert [getattr(outline, name) for name in names] == [getattr(incident, name) for name in names]
            assert outline.reports == tuple(link.id for link in incident.reports)
        of = {claim: outline.id for outline in after for claim in outline.claims}
        assert of[market["claim"]] != of[village["claim"]]
        assert toll["claim"] not in of
        people = next(claim.people for claim in book.incidents.claims() if claim.id == village["claim"])
        assert people is not None
        assert people.roles == ("a miller",)
        book.undo(saved["id"], who="Vera Lind", why="Not so.")
        book.settle()
        assert book.review.decisions() == []
    assert rows(vera) == found


def test_the_page_previews_saves_and_undoes_changed_cells(vera: TestClient) -> None:
    found = rows(vera)
    market, village, _ = found.values()
    here = address(found)
    form = single(vera.get(here).text, "/sheet#preview")
    changed = form | {f"count {market['claim']}": "9", f"day {village['claim']}": "", "do": "preview"}
    preview = vera.post("/sheet", data=changed).text
    assert "2 claims change." in preview
    assert rows(vera) == found
    kept = single(preview, "/sheet#preview", do="save", why="Counted again.")
    assert (kept[f"count {market['claim']}"], kept[f"day {village['claim']}"]) == ("9", "")
    saved = vera.post("/sheet", data=kept, follow_redirects=False)
    assert saved.status_code == 303
    now = rows(vera)
    assert (now["killed 7"]["count"], now["killed 3"]["day"]) == ("9", "")
    assert now["200"] == found["200"]
    page = vera.get(saved.headers["location"]).text
    assert "undone together" in page
    decision = parse_qs(urlsplit(saved.headers["location"]).query)["decision"][0]
    vera.post("/undo", data={"csrf": token(page), "decision": decision, "next": here})
    assert rows(vera) == found


@pytest.mark.parametrize(("column", "cell", "said"), [
    ("count", "zzz", "not a number of people"),
    ("day", "once upon a time", "is not a day"),
    ("place", "Nowhereville Nine", "Nowhereville Nine @ alone"),
])  # fmt: skip
def test_a_row_that_cannot_be_read_says_why_and_nothing_is_saved(
    vera: TestClient, column: str, cell: str, said: str
) -> None:
    found = rows(vera)
    form = single(vera.get(address(found)).text, "/sheet#preview")
    form |= {f"{column} {found['killed 3']['claim']}": cell, f"count {found['killed 7']['claim']}": "9", "do": "save"}
    answer = vera.post("/sheet", data=form).text
    assert said in answer
    assert "nothing was saved" in answer
    assert f'value="{cell}"' in answer
    assert rows(vera) == found


def test_somebody_elses_decision_is_not_overruled_unseen(vera: TestClient, where: Path) -> None:
    found = rows(vera)
    claim = found["killed 7"]["claim"]
    form = single(vera.get(address(found)).text, "/sheet#preview") | {f"count {claim}": "9", "do": "save"}
    with person(where, "Mirko Dahl") as other:
        given = {"rows": [{"claim": claim, "count": "6"}], "why": "Read it."}
        assert other.post("/api/sheet", json=given, headers=OURS).status_code == 200
    refused = vera.post("/sheet", data=form).text
    assert "Mirko Dahl has decided on this" in refused
    assert rows(vera)["killed 7"]["count"] == "6"
    again = single(refused, "/sheet#preview", do="save")
    assert again[f"count {claim}"] == "9"
    vera.post("/sheet", data=again)
    assert rows(vera)["killed 7"]["count"] == "9"


def test_a_sheet_of_an_incident_leads_back_to_it_after_saving(vera: TestClient) -> None:
    market = rows(vera)["killed 7"]
    back = f'<a href="/incidents/{market["incident"]}">Back to the record</a>'
    page = vera.get(f"/sheet?incident={market['incident']}").text
    assert back in page
    form = single(page, "/sheet#preview", **{f"count {market['claim']}": "9", "do": "save"})
    saved = vera.post("/sheet", data=form)
    assert "undone together" in saved.text
    assert back in saved.text
    undone = vera.post("/undo", data=single(saved.text, "/undo"))
    assert "Undone." in undone.text
    assert back in undone.text
    # Reports keep the sheet open when their incident has another id since then.
    gone = vera.get(str(saved.url).replace(market["incident"], "f" * 16))
    assert (gone.status_code, "Back to the record" in gone.text) == (200, False)


def test_a_sheet_of_an_incident_outlives_the_id_of_the_incident(vera: TestClient) -> None:
    found = rows(vera)
    market = found["killed 7"]
    form = single(vera.get(f"/sheet?incident={market['incident']}").text, "/sheet#preview")
    # An incident has the id of its first claim.
    form |= {f"incident {market['incident']}": "background", "do": "save"}
    saved = vera.post("/sheet", data=form)
    assert saved.status_code == 200
    assert "undone together" in saved.text
    former = vera.get(f"/api/incidents/{market['incident']}")
    assert (former.status_code, "any more" in former.text) == (404, True)
    # The same form again, from another window: its incident is gone, its cells are kept.
    again = vera.post("/sheet", data=form | {f"count {market['claim']}": "9", "do": "preview"})
    assert again.status_code == 200
    assert 'value="9"' in again.text


def test_an_invalid_sheet_is_refused(vera: TestClient) -> None:
    assert vera.get("/sheet").status_code == 400
    assert vera.get("/sheet?incident=ffffffffffffffff").status_code == 404
    colour = vera.post("/api/sheet/preview", json={"rows": [{"claim": "x", "colour": "red"}]}, headers=OURS)
    assert (colour.status_code, "colour" in colour.text) == (422, True)
    unknown = vera.post("/api/sheet/preview", json={"rows": [{"claim": "ffff", "count": "2"}]}, headers=OURS).json()
    assert [each["row"] for each in unknown["refused"]] == [1]
    empty = vera.post("/api/sheet", json={"rows": [], "why": "x"}, headers=OURS)
    assert (empty.status_code, "changes nothing" in empty.text) == (422, True)


def test_a_rejected_claim_that_stays_rejected_is_no_change(vera: TestClient) -> None:
    claim = rows(vera)["killed 3"]["claim"]
    vera.post("/api/sheet", json={"rows": [{"claim": claim, "incident": "no claim"}], "why": "x"}, headers=OURS)
    row = rows(vera)["killed 3"]
    assert row["incident"] == "no claim"
    again = vera.post("/api/sheet", json={"rows": [row], "why": "x"}, headers=OURS)
    assert "changes nothing" in again.text


def test_a_long_table_has_pages_and_each_is_saved_by_itself(vera: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    found = rows(vera)
    monkeypatch.setattr(sheet, "_MOST_CLAIMS", 1)
    here = address(found)
    pages = [vera.get(here, params={"report": found["killed 7"]["report"], "page": n}).text for n in (1, 2, 99)]
    shown = [
        [name.split()[1] for name in fields_of(page, "/sheet#preview") if name.startswith("count ")] for page in pages
    ]
    assert [len(claims) for claims in shown] == [1, 1, 1]
    assert len({*shown[0], *shown[1], *shown[2]}) == 3
    assert "Page 1 of" in pages[0]
    (second,) = shown[1]
    form = single(pages[1], "/sheet#preview", do="save") | {
        f"stance {second}": "fears",
        f"weapon {second}": "shell (artillery)",
    }
    saved = vera.post("/sheet", data=form, follow_redirects=False)
    assert saved.status_code == 303
    assert "page=2" in saved.headers["location"]
    (row,) = (
        row
        for row in vera.get("/api/sheet", params={"report": found["killed 7"]["report"]}).json()
        if row["claim"] == second
    )
    assert (row["stance"], row["weapon"]) == ("fears", "shell (artillery)")
    assert vera.get(here + "&page=0").status_code == 422
