"""The commands and the API that take incidents apart: they do what the page does, and refuse with a sentence."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from fastapi.testclient import TestClient

from tollbook.book import Book
from tollbook.cli import main
from tollbook.web.app import create_app

VERA, MIRKO = {"X-Tollbook-Person": "Vera"}, {"X-Tollbook-Person": "Mirko"}


@pytest.fixture
def where(sample_book: Path, tmp_path: Path) -> Path:
    """A copy of the sample book: two incidents, one of eight reports and one of three."""
    where = tmp_path / "a.book"
    where.write_bytes(sample_book.read_bytes())
    return where


@pytest.fixture
def api(where: Path) -> Iterator[TestClient]:
    with TestClient(create_app(where), base_url="http://127.0.0.1") as client:
        yield client


def incident(where: Path, words: str) -> str:
    with Book.open(where) as book:
        return next(each.id for each in book.incidents() if words in each.title)


def incidents(where: Path) -> dict[str, int]:
    with Book.open(where) as book:
        return {each.id: len(each.reports) for each in book.incidents()}


def tollbook(where: Path, *arguments: str, actor: str = "Vera") -> Result:
    given = ["--actor", actor] if actor else []
    return CliRunner().invoke(main, [arguments[0], "--book", str(where), *given, *arguments[1:]])


# ------------------------------------------------------------------------------------------------ commands
def test_split_and_undo(where: Path) -> None:
    before, dursan = incidents(where), incident(where, "Dursan")
    shown = tollbook(where, "split", dursan[:6], "--by", "day", "--preview")
    assert shown.exit_code == 0
    assert shown.output.index("Before:") < shown.output.index(dursan) < shown.output.index("After:")
    assert incidents(where) == before
    saved = tollbook(where, "split", dursan[:6], "--by", "day", "--why", "Two days.")
    assert "Saved as decision" in saved.output
    assert len(incidents(where)) == 3
    with Book.open(where) as book:
        (decision,) = book.review.decisions()
    assert (decision.verdict, decision.who, decision.why) == ("split", "Vera", "Two days.")
    assert tollbook(where, "undo", decision.id, "--why", "One day.").exit_code == 0
    assert incidents(where) == before
    with Book.open(where) as book:
        assert book.verify() == []


def test_move_a_report_merge_and_mark(where: Path) -> None:
    dursan = incident(where, "Dursan")
    assert tollbook(where, "move", dursan, "--report", "sample-10").exit_code == 0
    assert sorted(incidents(where).values()) == [1, 2, 8]
    # Either part may keep the id: that depends on the ids of its claims.
    dursan = next(name for name, reports in incidents(where).items() if reports == 2)
    found = json.loads(tollbook(where, "merge", incident(where, "Velmar"), dursan, "--format", "jsonl").output)
    assert found["verdict"] == "merge"
    (merged,) = [name for name, reports in incidents(where).items() if reports > 1]
    assert sorted(incidents(where).values()) == [1, 10]
    (line, *_) = tollbook(where, "parts", merged[:5], "--format", "jsonl", actor="").output.splitlines()
    claim = json.loads(line)["claim"]
    shown = tollbook(where, "parts", merged, actor="").output
    assert "Parts by place:" in shown
    assert re.search(r"^  \d  \d+ claims?: .*Dursan", shown, re.MULTILINE)
    marked = tollbook(where, "mark", "background", merged, claim)
    assert "1 claim is then in no incident." in marked.output
    with Book.open(where) as book:
        assert book.search.index().claim(claim).incident is None
        assert book.verify() == []


@pytest.mark.parametrize(
    ("arguments", "actor", "says"),
    [
        (("split", "{dursan}", "--by", "day"), "", "give it with --actor"),
        (("split", "{velmar}", "--by", "place"), "Vera", "one place at most"),
        (("move", "{dursan}"), "Vera", "Choose the claims or reports first"),
        (("move", "{dursan}", "nobody"), "Vera", "There is no claim nobody"),
        (("move", "{dursan}", "--report", "sample-01"), "Vera", "Report sample-01 is not in this incident"),
        (("merge", "{dursan}", "{dursan}"), "Vera", "merged with itself"),
        (("merge", "{dursan}", "zzz"), "Vera", "No incident has an id"),
        (("undo", "nothing"), "Vera", "no decision nothing in force"),
    ],
)
def test_refusals(where: Path, arguments: tuple[str, ...], actor: str, says: str) -> None:
    names = {"dursan": incident(where, "Dursan"), "velmar": incident(where, "Velmar")}
    result = tollbook(where, *(each.format(**names) for each in arguments), actor=actor)
    assert result.exit_code == 2
    assert says in result.output


# ------------------------------------------------------------------------------------------------ the API
def post(api: TestClient, path: str, value: Any, who: dict[str, str] = VERA) -> Any:
    return api.post(f"/api{path}", json=value, headers=who)


def test_preview_and_compose(api: TestClient, where: Path) -> None:
    dursan, head = incident(where, "Dursan"), api.get("/api/session").headers
    assert head
    parts = api.get(f"/api/incidents/{dursan}/parts").json()
    assert {by: len(of) for by, of in parts.items()} == {"day": 2, "place": 1, "episode": 2}
    operation = {"do": "split", "by": "episode"}
    plan = post(api, f"/incidents/{dursan}/preview", operation).json()
    assert [each["id"] for each in plan["preview"]["before"]] == [dursan]
    assert len(plan["preview"]["after"]) == 2
    assert api.get("/api/decisions").json() == []
    made = post(api, f"/incidents/{dursan}/compose", {"operation": operation, "why": "Read again."}).json()
    assert made["change"]["groups"] == plan["proposal"]["change"]["groups"]
    now = api.get("/api/incidents").json()["incidents"]
    assert {each["id"] for each in plan["preview"]["after"]} <= {each["id"] for each in now}
    claim = made["change"]["groups"][1][0]
    assert [each["id"] for each in api.get(f"/api/decisions?subject={claim}").json()] == [made["id"]]
    assert post(api, f"/decisions/{made['id']}/undo", {"why": "No."}).status_code == 200
    assert api.get("/api/incidents").json()["total"] == 2


def test_a_mark_by_the_general_route_takes_the_rest_from_the_incident(api: TestClient, where: Path) -> None:
    dursan = incident(where, "Dursan")
    claim, *others = (each["id"] for each in api.get(f"/api/claims?about={dursan}").json()["claims"])
    made = post(api, "/decisions", {"verdict": "not about this", "subject": claim, "why": "Another day."}).json()
    assert made["change"]["claims"] == [claim]
    assert sorted(made["change"]["apart"]) == sorted(others)
    assert len(others) > 1
    assert api.get(f"/api/claims/{claim}").json()["decisions"][0]["verdict"] == "not about this"
    again = post(api, "/decisions", {"verdict": "total", "subject": claim, "why": "A total."}).json()
    assert again["change"] is None
    assert api.get(f"/api/claims/{claim}").json()["claim"]["scope"] == "running total"


@pytest.mark.parametrize(
    ("operation", "status"),
    [
        ({"do": "move"}, 422), ({"do": "burn"}, 422), ({"do": "split", "by": "colour"}, 422), ({"do": "split"}, 422),
        ({"do": "merge", "into": "nothing"}, 404), ({"do": "move", "claims": ["nobody"]}, 404), ([], 422),
        ({"do": "move", "reports": ["sample-99"]}, 404), ({"do": "split", "also": 1}, 422),
    ],
)  # fmt: skip
def test_refusals_over_the_api(api: TestClient, where: Path, operation: Any, status: int) -> None:
    answer = post(api, f"/incidents/{incident(where, 'Dursan')}/preview", operation)
    assert (answer.status_code, bool(answer.json()["error"])) == (status, True)


def test_someone_else_composed_it_first(api: TestClient, where: Path) -> None:
    dursan, seen = incident(where, "Dursan"), 0
    asked = {"operation": {"do": "move", "reports": ["sample-10"]}, "why": "Another one.", "seen": seen}
    assert post(api, f"/incidents/{dursan}/compose", asked, MIRKO).status_code == 200
    other = {"operation": {"do": "merge", "into": incident(where, "Velmar")}, "why": "No.", "seen": seen}
    answer = post(api, f"/incidents/{incident(where, 'Dursan')}/compose", other)
    assert answer.status_code == 409
    assert answer.json()["newer"][0]["decision"]["verdict"] == "move"


# ------------------------------------------------------------------------------------------------ the page
@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("?do=move", "Choose the claims or reports first."), ("?do=burn", "choose one of the actions"),
        ("?do=move+into&report=sample-10", "Choose the incident to move the claims into."),
        ("?do=split+by+<b>", "choose one of the actions"), ("?do=merge&into=../x", "No incident has an id"),
        ("?claim=<script>", "Reports and claims"), ("?done=<b>x</b>&decision=y&former=//evil", "Reports and claims"),
    ],
)  # fmt: skip
def test_the_page_refuses_in_place_and_escapes(api: TestClient, where: Path, query: str, says: str) -> None:
    answer = api.get(f"/incidents/{incident(where, 'Dursan')}/edit{query}")
    assert answer.status_code == 200
    assert says in answer.text
    assert "<script>" not in answer.text.replace("<script src", "")
    assert "<b>" not in answer.text
    assert 'value="//evil' not in answer.text


def test_there_is_no_page_for_an_incident_that_is_not_there(api: TestClient) -> None:
    assert api.get("/incidents/nothing/edit").status_code == 404
