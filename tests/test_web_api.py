"""The JSON API: it does what the pages do, refuses with a sentence, and never crashes on any input."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error

from tollbook.book import Book
from tollbook.export import REGISTRY, release_profiles
from tollbook.web.accounts import Accounts
from tollbook.web.app import create_app

HERE = "http://127.0.0.1"
OURS = {"X-Requested-With": "tollbook"}
VERA, MIRKO = {"X-Tollbook-Person": "Vera"}, {"X-Tollbook-Person": "Mirko"}


@pytest.fixture
def api(sample_book: Path, tmp_path: Path) -> Iterator[TestClient]:
    """The API on a copy of the sample book, so that a decision in one test does not affect the next."""
    where = tmp_path / "a.book"
    with Book.open(sample_book):
        where.write_bytes(sample_book.read_bytes())
    with TestClient(create_app(where), base_url=HERE) as client:
        yield client


def get(api: TestClient, path: str) -> Any:
    answer = api.get(f"/api{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def a_claim(api: TestClient, kind: str = "killed") -> dict[str, Any]:
    return next(claim for claim in get(api, "/claims?per_page=200")["claims"] if claim["kind"] == kind)


def decide(api: TestClient, who: dict[str, str], **proposal: Any) -> Any:
    return api.post("/api/decisions", json={"why": "read again"} | proposal, headers=who)


# ------------------------------------------------------------------------------------------------ looking
def test_reports(api: TestClient) -> None:
    everything = get(api, "/reports")
    assert everything["total"] == 10
    assert len(get(api, "/reports?per_page=3&page=4")["reports"]) == 1
    assert {each["outlet"] for each in get(api, "/reports?outlet=Radio%20Dursan")["reports"]} == {"Radio Dursan"}
    assert get(api, "/reports?text=COACH%20harbour")["total"] >= 1
    report = get(api, "/reports/sample-02")
    assert report["text"].startswith("ARVANTA")
    sheet = get(api, "/reports/sample-02/sheet")
    for standing in sheet["claims"]:
        claim = standing["found"]
        assert report["text"][claim["start"] : claim["end"]] == claim["quote"]


def test_claims_by_incident(api: TestClient) -> None:
    claim = a_claim(api)
    assert claim["incident"] or claim["toll"]
    of_incident = get(api, f"/claims?about={claim['incident'] or claim['toll']}&kind=killed")
    assert claim["id"] in {each["id"] for each in of_incident["claims"]}
    assert get(api, f"/claims/{claim['id']}")["found"]["id"] == claim["id"]
    assert {each["report"] for each in get(api, "/claims?report=sample-08")["claims"]} == {"sample-08"}


def test_incidents_figures_and_sources(api: TestClient) -> None:
    listing = get(api, "/incidents?text=velmar&sort=most%20killed")
    assert listing["total"] == 1
    (incident,) = listing["incidents"]
    figures = get(api, f"/incidents/{incident['id']}/figures")
    assert {"range", "acled", "ucdp"} <= set(figures)
    assert figures["range"]["killed"] == incident["figures"]["killed"]
    assert get(api, f"/incidents/{incident['id']}?rule=acled")["figures"] == figures["acled"]
    early = get(api, f"/incidents/{incident['id']}?as_of=2021-10-06")
    assert len(early["reports"]) < len(incident["reports"])


def test_tolls_voices_and_the_book(api: TestClient) -> None:
    tolls = get(api, "/tolls")
    assert get(api, f"/tolls/{tolls[0]['id']}") == tolls[0]
    assert {"Ilyas Tarkhan"} <= {each["name"] for each in get(api, "/speakers")}
    assert "Harbour Daily" in {each["name"] for each in get(api, "/outlets")}
    assert get(api, "/verify") == {"problems": []}
    assert "sample-06" in {hit["report"] for hit in get(api, "/search?question=inquiry%20flights")}
    assert [each["number"] for each in get(api, "/reports/sample-06/editions")] == [1]


def test_reasons_and_methods(api: TestClient) -> None:
    incident = get(api, "/incidents?text=velmar")["incidents"][0]["id"]
    why = get(api, f"/incidents/{incident}/why")
    assert {"injured", "killed"} <= {each["fate"] for each in why["explanation"]}
    assert {each["fate"] for each in why["sensitivity"]} == {each["fate"] for each in why["explanation"]}
    assert why["ties"]
    methods = get(api, "/methods")
    assert {"range", "acled"} <= set(methods["rules"])
    assert sum(methods["finders"].values()) == 10
    assert "Velmar" in {each["name"] for each in get(api, "/places?text=vel")}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/reports/nowhere", 404), ("/claims/nothing", 404), ("/incidents/nothing", 404), ("/tolls/nothing", 404),
        ("/coding/nothing", 404), ("/nowhere", 404), ("/incidents?page=0", 422), ("/incidents?sort=best", 422),
        ("/incidents?as_of=soon", 422), ("/claims?per_page=9999", 422), ("/claims?as_of=soon", 422),
        ("/reports?page=none", 422), ("/incidents?rule=wishful", 422), ("/incidents?per_page=0x5", 422),
    ],
)  # fmt: skip
def test_refusals_are_sentences(api: TestClient, path: str, status: int) -> None:
    answer = api.get(f"/api{path}")
    assert answer.status_code == status
    assert len(answer.json()["error"].split()) > 3


# ------------------------------------------------------------------------------------------------ deciding
def test_a_decision_is_written_followed_and_taken_back(api: TestClient) -> None:
    claim = a_claim(api)
    answer = decide(api, VERA, verdict="reject", subject=claim["id"])
    assert answer.status_code == 200
    assert get(api, f"/claims/{claim['id']}")["rejected"]
    assert get(api, f"/decisions?subject={claim['id']}") == [answer.json()]
    assert answer.json()["who"] == "Vera"
    undone = api.post(f"/api/decisions/{answer.json()['id']}/undo", json={"why": "a slip"}, headers=VERA)
    assert undone.status_code == 200
    assert not get(api, f"/claims/{claim['id']}")["rejected"]
    assert get(api, "/decisions") == []


def test_names_that_are_not_latin(api: TestClient) -> None:
    answer = decide(
        api, {"X-Tollbook-Person": "%D0%92%D0%B5%D1%80%D0%B0"}, verdict="accept", subject=a_claim(api)["id"]
    )
    assert answer.json()["who"] == "Вера"


@pytest.mark.parametrize(
    "body",
    [b"", b"nothing", b"[]", b'{"verdict": "accept"}', b'{"verdict": 3, "subject": "x", "why": "y"}', b"\xff\xfe"],
)
def test_a_body_of_another_shape_is_refused(api: TestClient, body: bytes) -> None:
    answer = api.post("/api/decisions", content=body, headers=VERA)
    assert answer.status_code == 422
    assert "shape" in answer.json()["error"]


def test_requests_without_a_name_or_token_decide_nothing(api: TestClient) -> None:
    proposal = {"verdict": "accept", "subject": a_claim(api)["id"], "why": "y"}
    assert api.post("/api/decisions", json=proposal).status_code == 403
    assert api.post("/api/decisions", json=proposal, headers={"X-Requested-With": "tollbook"}).status_code == 403
    entered = api.post("/api/session", json={"name": "Vera"}, headers={"X-Requested-With": "tollbook"})
    token = {"X-CSRF-Token": entered.json()["token"]}
    assert api.post("/api/decisions", json=proposal, headers=token).json()["who"] == "Vera"
    assert get(api, "/session")["name"] == "Vera"
    assert api.delete("/api/session", headers=token).status_code == 200
    assert api.post("/api/decisions", json=proposal, headers=token).status_code == 403


def test_an_unseen_decision_is_not_overruled(api: TestClient) -> None:
    claim = a_claim(api)["id"]
    first = decide(api, VERA, verdict="accept", subject=claim, seen=0).json()
    refused = decide(api, MIRKO, verdict="reject", subject=claim, seen=0)
    assert refused.status_code == 409
    (newer,) = refused.json()["newer"]
    assert newer["decision"] == first
    assert get(api, f"/claims/{claim}")["accepted"]
    again = decide(api, MIRKO, verdict="reject", subject=claim, seen=newer["seq"])
    assert again.status_code == 200
    assert [each["who"] for each in get(api, f"/decisions?subject={claim}")] == ["Vera", "Mirko"]


def test_a_conflict_lists_decisions_undone_meanwhile(api: TestClient) -> None:
    claim = a_claim(api)["id"]
    first = decide(api, VERA, verdict="accept", subject=claim, seen=0).json()
    api.post(f"/api/decisions/{first['id']}/undo", json={"why": "a slip"}, headers=VERA)
    newer = decide(api, MIRKO, verdict="reject", subject=claim, seen=0).json()["newer"]
    assert [each["undone_by"] for each in newer] == [None, "Vera"]


def test_ones_own_and_others_claims_are_not_in_the_way(api: TestClient) -> None:
    claim, other = a_claim(api)["id"], a_claim(api, "injured")["id"]
    for who, subject in ((VERA, claim), (VERA, claim), (MIRKO, other)):
        assert decide(api, who, verdict="accept", subject=subject, seen=0).status_code == 200


def test_two_who_add_the_same_words(api: TestClient) -> None:
    text = get(api, "/reports/sample-05")["text"]
    start = text.index("more than 20 injured")
    added = {"start": start, "end": start + 20, "kind": "injured", "quote": text[start : start + 20]}
    assert decide(api, VERA, verdict="add", subject="sample-05", change=added, seen=0).status_code == 200
    assert decide(api, MIRKO, verdict="add", subject="sample-05", change=added, seen=0).status_code == 409
    elsewhere = added | {"start": 0, "end": 6, "quote": text[:6]}
    assert decide(api, MIRKO, verdict="add", subject="sample-05", change=elsewhere, seen=0).status_code == 200


def test_settled_questions_leave_the_queue(api: TestClient) -> None:
    before = get(api, "/queue")
    assert before
    assert decide(api, VERA, verdict="settle", subject=before[0]["id"]).status_code == 200
    assert before[0]["id"] not in {each["id"] for each in get(api, "/queue")}


def test_the_formats_of_export_are_those_of_the_registry(api: TestClient) -> None:
    found = get(api, "/export")
    assert [each["name"] for each in found] == list(REGISTRY)
    assert {each["name"]: each["rule"] for each in found if each["rule"]} == {
        n: n for n in ("ucdp", "acled", "ibc", "airwars")
    }
    answer = api.post("/api/export", json={"format": "ucdp"}, headers=VERA)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        assert packed.namelist() == ["tollbook-ucdp.csv"]


def test_an_export_is_a_zip_file_and_is_logged(api: TestClient) -> None:
    answer = api.post("/api/export", json={"format": "bundle"}, headers=VERA)
    assert answer.status_code == 200
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        name = next(name for name in packed.namelist() if name.endswith("claims.jsonl"))
        assert json.loads(packed.read(name).splitlines()[0])["quote"]
    refused = api.post("/api/export", json={"format": "papyrus"}, headers=VERA)
    assert (refused.status_code, "papyrus" in refused.json()["error"]) == (422, True)


def test_only_a_shipped_profile_can_be_named(api: TestClient, tmp_path: Path) -> None:
    """A path is answered alike whether there is a file or not, and whatever is in it."""
    (tmp_path / "mine.toml").write_text(release_profiles.text("court"))
    (tmp_path / "other").write_text("no profile")
    answers = set()
    for path in (tmp_path / "mine.toml", tmp_path / "other", tmp_path / "missing", tmp_path, ""):
        answer = api.post("/api/export", json={"format": "csv", "profile": str(path)}, headers=VERA)
        answers.add((answer.status_code, answer.json()["error"].replace(f"profile {path}", "profile …")))
    assert answers == {(422, "There is no profile …; choose one of public, partners, court.")}
    assert api.post("/api/export", json={"format": "csv", "profile": "court"}, headers=VERA).status_code == 200


def test_coding_over_the_api(api: TestClient) -> None:
    opened = api.post("/api/coding", json={"name": "Week", "size": 2}, headers=VERA).json()
    for claim in opened["left"]:
        path = f"/api/coding/{opened['id']}/claims/{claim}"
        assert api.put(path, json={"kind": "killed", "count": 3}, headers=MIRKO).status_code == 200
    assert api.get(f"/api/coding/{opened['id']}", headers=VERA).status_code == 403
    assert len(api.get(f"/api/coding/{opened['id']}", headers=MIRKO).json()["agreement"]) == 5
    assert "killed" not in api.get("/api/coding", headers=VERA).text
    assert api.post(f"/api/coding/{opened['id']}/look", headers=VERA).status_code == 200
    assert api.get(f"/api/coding/{opened['id']}", headers=VERA).status_code == 200


def test_an_archive_does_not_show_answers_of_an_open_round(api: TestClient) -> None:
    opened = api.post("/api/coding", json={"name": "Week", "size": 2}, headers=VERA).json()
    path = f"/api/coding/{opened['id']}/claims"
    api.put(f"{path}/{opened['left'][0]}", json={"kind": "killed", "count": 7654321}, headers=MIRKO)
    for send in (
        lambda: api.post("/api/export", json={"format": "archive"}, headers=VERA),
        lambda: api.post("/export", data={"format": "archive"}, headers=VERA | OURS),
    ):
        answer = send()
        assert answer.status_code in {400, 422}
        assert ("Week" in answer.text, "7654321" in answer.text) == (True, False)
    assert api.post("/api/export", json={"format": "bundle"}, headers=VERA).status_code == 200
    # Vera may still code; who chooses to see the answers may have the archive.
    assert api.put(f"{path}/{opened['left'][0]}", json={"kind": "killed"}, headers=VERA).status_code == 200
    assert api.post(f"/api/coding/{opened['id']}/look", headers=VERA).status_code == 200
    assert api.post("/api/export", json={"format": "archive"}, headers=VERA).status_code == 200


# ------------------------------------------------------------------------------------------------ the description
def test_the_description_describes_every_route(api: TestClient) -> None:
    document = get(api, "/openapi.json")
    schemas = document["components"]["schemas"]
    assert {"Claim", "Incident", "Decision", "Proposal", "ErrorBody"} <= set(schemas)
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation["description"], (method, path)
            content = operation["responses"]["404"]["content"]["application/json"]
            assert content["schema"] == {"$ref": "#/components/schemas/ErrorBody"}
    for reference in set(_references(document)):
        assert reference.removeprefix("#/components/schemas/") in schemas


def _references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for value in part.values():
            yield from _references(value)
    elif isinstance(part, list):
        for value in part:
            yield from _references(value)


@pytest.fixture(scope="module")
def described(sample_book: Path) -> Any:
    """The description, and the application served at the address that the description names."""
    app = create_app(sample_book)
    return schemathesis.openapi.from_asgi("/api/openapi.json", app, headers={"host": "127.0.0.1"})


# A sample in every run, and the same one, so that a failure is seen again.
_BOUNDED = settings(
    max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
)


def test_no_request_makes_the_api_fail(described: Any) -> None:
    operations = [found.ok() for found in described.get_all_operations()]
    assert len(operations) > 20
    for operation in operations:

        @settings(
            max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None
        )
        @given(case=operation.as_strategy())
        def nothing_falls_over(case: Case) -> None:
            response = case.call(headers={"host": "127.0.0.1", **VERA})
            case.validate_response(response, checks=[not_a_server_error])
            if response.status_code >= 400:
                assert response.json()["error"], (case.method, case.path)

        nothing_falls_over()


def test_accounts_over_the_api(sample_book: Path, tmp_path: Path) -> None:
    where, words = tmp_path / "a.book", "a long walk by the canal"
    where.write_bytes(sample_book.read_bytes())
    register = Accounts(tmp_path / "accounts.json")
    register.add("Ada", words, "admin")
    with TestClient(create_app(where, accounts=register.path), base_url=HERE, headers=OURS) as admin:
        assert admin.get("/api/accounts").status_code == 401
        admin.post("/api/session", json={"name": "Ada", "password": words})
        added = admin.post("/api/accounts", json={"name": "Rosa", "password": words, "role": "reader"})
        assert added.json() == {"name": "Rosa", "role": "reader"}
        assert admin.post("/api/accounts", json={"name": "Rosa", "password": words}).status_code == 422
        assert admin.put("/api/accounts/Rosa/role", json={"role": "coder"}).json()["role"] == "coder"
        assert words not in admin.get("/api/accounts").text
        with TestClient(create_app(where, accounts=register.path), base_url=HERE, headers=OURS) as coder:
            assert coder.put("/api/account/password", json={"old": words, "new": words}).status_code == 401
            coder.post("/api/session", json={"name": "Rosa", "password": words})
            assert coder.get("/api/accounts").status_code == 403
            another = {"old": words, "new": "a short walk along the quay"}
            changed = coder.put("/api/account/password", json=another)
            assert (changed.status_code, changed.json()["name"]) == (200, "Rosa")
            assert coder.put("/api/account/password", json=another).status_code == 422
        assert admin.delete("/api/accounts/Rosa").status_code == 200
        assert [each["name"] for each in admin.get("/api/accounts").json()] == ["Ada"]
        assert admin.delete("/api/accounts/Rosa").status_code == 404


def test_without_accounts_there_are_none_to_change(api: TestClient) -> None:
    refused = api.post("/api/accounts", json={"name": "Rosa", "password": "x"}, headers=VERA)
    assert (refused.status_code, bool(refused.json()["error"])) == (403, True)
    assert api.put("/api/account/password", json={"old": "x", "new": "y"}, headers=VERA).status_code == 422
