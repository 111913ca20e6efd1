"""Signing in the reading room and over the API: who may, what is shown afterwards, and what is printed."""

import hashlib
import html
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient

from tollbook.book import Book
from tollbook.cli import main
from tollbook.web.accounts import Accounts
from tollbook.web.app import create_app

SAMPLES = Path(str(resources.files("tollbook").joinpath("samples")))
HERE = "http://127.0.0.1"
OURS, VERA, MIRKO = ({"X-Requested-With": "tollbook"}, {"X-Tollbook-Person": "Vera"}, {"X-Tollbook-Person": "Mirko"})


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("briefs") / "a.book"
    with Book.open(where, create=True) as book:
        book.read([SAMPLES / "reports.jsonl"], places=SAMPLES / "places.csv")
    return where


@pytest.fixture
def where(made: Path, tmp_path: Path) -> Path:
    (tmp_path / "a.book").write_bytes(made.read_bytes())
    return tmp_path / "a.book"


@pytest.fixture
def room(where: Path) -> Iterator[TestClient]:
    with TestClient(create_app(where), base_url=HERE) as client:
        yield client


@pytest.fixture
def strike(room: TestClient) -> str:
    name: str = room.get("/api/incidents?kind=airstrike").json()["incidents"][0]["id"]
    return name


def plain(page: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def form(page: str) -> dict[str, str]:
    """The hidden fields of the form that signs."""
    (inside,) = re.findall(r'<form method="post" action="/briefs">(.*?)</form>', page, re.DOTALL)
    return {name: html.unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', inside)}


def sign(room: TestClient, path: str, who: dict[str, str] = VERA) -> Any:
    return room.post("/briefs", data=form(room.get(path, headers=who).text), headers=who)


def test_a_brief_is_signed_and_says_so(room: TestClient, strike: str) -> None:
    path = f"/incidents/{strike}/brief"
    assert "Not signed." in plain(room.get(path).text)
    page = sign(room, path)
    assert page.url.path == path
    assert "Signed by Vera on" in plain(page.text)
    assert "You have signed this brief" in plain(room.get(path, headers=VERA).text)
    assert "Sign as Mirko" in plain(room.get(path, headers=MIRKO).text)
    (signature,) = room.get("/api/briefs").json()
    text = room.get(f"/briefs/{signature['id']}.txt")
    assert hashlib.sha256(text.content).hexdigest() == signature["sha256"]
    assert "It reads as it was signed." in plain(room.get(f"/briefs/{signature['id']}").text)
    assert "Vera" in plain(room.get("/briefs").text)


def test_a_selection_is_signed_by_what_was_asked(room: TestClient) -> None:
    assert "Signed by Vera on" in plain(sign(room, "/brief?sort=oldest&rule=acled").text)
    (signature,) = room.get("/api/briefs").json()
    assert signature["asked"] == {"sort": "oldest", "rule": "acled"}
    assert len(signature["incidents"]) == 2
    assert "Not signed." in plain(room.get("/brief").text)


def test_a_book_that_changed_is_told_on_the_brief_and_on_paper(room: TestClient, strike: str) -> None:
    path = f"/incidents/{strike}/brief"
    sign(room, path)
    claim = room.get(f"/api/incidents/{strike}").json()["figures"]["injured"]["high_claims"][0]
    decision = {"verdict": "reject", "subject": claim, "why": "of another attack"}
    assert room.post("/api/decisions", json=decision, headers=MIRKO).status_code == 200
    page = plain(room.get(path, headers=VERA).text)
    assert "Signed by Vera on" in page
    assert "the book has changed since" in page
    assert "1 decision was made or taken back since." in page
    assert "People injured: 17–24" in page
    assert "Sign as Vera" in page
    (signature,) = room.get("/api/briefs").json()
    told = room.get(f"/api/briefs/{signature['id']}").json()["since"]
    assert (told["found"], told["decisions"], told["reports"]) == (True, 1, 0)
    assert any(line.startswith("People injured: 17–24") for line in told["gone"])


def test_what_was_not_read_is_not_signed(room: TestClient, strike: str) -> None:
    fields = form(room.get(f"/incidents/{strike}/brief", headers=VERA).text)
    assert room.post("/briefs", data=fields | {"sha256": "0" * 64}, headers=VERA).status_code == 400
    assert room.post("/briefs", data=fields, headers=OURS).status_code == 403
    assert room.post("/briefs", data=fields | {"incident": "nothing"}, headers=VERA).status_code == 404
    assert room.get("/api/briefs").json() == []


def test_a_signature_is_withdrawn_with_a_reason(room: TestClient, strike: str) -> None:
    sign(room, f"/incidents/{strike}/brief")
    (signature,) = room.get("/api/briefs").json()
    path = f"/briefs/{signature['id']}"
    assert room.post(f"{path}/withdraw", data={"why": " "}, headers=VERA).status_code == 400
    page = plain(room.post(f"{path}/withdraw", data={"why": "an edition came in"}, headers=VERA).text)
    assert "Withdrawn by Vera on" in page
    assert "an edition came in" in page
    assert "Not signed." in plain(room.get(f"/incidents/{strike}/brief").text)


def test_the_pdf_carries_the_signature(room: TestClient, strike: str) -> None:
    pytest.importorskip(
        "weasyprint", reason="WeasyPrint is not installed: pip install 'tollbook[pdf]'", exc_type=OSError
    )
    pypdfium2 = pytest.importorskip("pypdfium2")
    sign(room, f"/incidents/{strike}/brief")
    paper = pypdfium2.PdfDocument(room.get(f"/incidents/{strike}/brief.pdf", headers=MIRKO).content)
    text = " ".join(" ".join(page.get_textpage().get_text_range() for page in paper).split())
    assert "Signed by Vera on" in text
    assert "SHA-256 of the signed text" in text
    assert "Sign as" not in text


def test_over_the_api(room: TestClient, strike: str) -> None:
    brief = room.get(f"/api/incidents/{strike}/brief").json()
    assert brief["draft"]["incidents"] == [strike]
    assert brief["brief"]["chapters"][0]["incident"]["id"] == strike
    assert room.get("/api/brief?kind=airstrike").json()["draft"]["asked"] == {"kind": "airstrike"}
    asked = {"asked": brief["draft"]["asked"], "sha256": brief["sha256"]}
    assert brief["sha256"] == hashlib.sha256(brief["draft"]["text"].encode()).hexdigest()
    signed = room.post("/api/briefs", json=asked, headers=VERA)
    assert (signed.status_code, signed.json()["who"]) == (200, "Vera")
    assert room.post("/api/briefs", json=asked | {"sha256": ""}, headers=VERA).status_code == 422
    one = room.get(f"/api/briefs/{signed.json()['id']}").json()
    assert (one["signature"], one["since"]) == (signed.json(), None)
    back = room.post(f"/api/briefs/{signed.json()['id']}/withdraw", json={"why": "too early"}, headers=MIRKO)
    assert back.json()["withdrawn"]["who"] == "Mirko"


def test_only_editors_sign(where: Path, tmp_path: Path) -> None:
    register = Accounts(tmp_path / "accounts.json")
    words = "a long walk by the canal"
    for name, role in (("Ada", "admin"), ("Egon", "editor"), ("Clara", "coder"), ("Rosa", "reader")):
        register.add(name, words, role)
    for name, status in (("Rosa", 403), ("Clara", 403), ("Egon", 200)):
        with TestClient(create_app(where, accounts=tmp_path / "accounts.json"), base_url=HERE) as room:
            room.post("/api/session", json={"name": name, "password": words}, headers=OURS)
            brief = room.get("/api/brief?kind=airstrike").json()
            asked = {"asked": brief["draft"]["asked"], "sha256": brief["sha256"]}
            assert room.post("/api/briefs", json=asked, headers=OURS).status_code == status
            assert ("Briefs are signed by editors" in plain(room.get("/brief?kind=airstrike").text)) is (status == 403)


def test_the_command_line_writes_the_brief_that_is_signed(where: Path, room: TestClient, strike: str) -> None:
    sign(room, f"/incidents/{strike}/brief")
    (signature,) = room.get("/api/briefs").json()
    told = CliRunner().invoke(main, ["brief", strike[:6], "--book", str(where)])
    assert (told.exit_code, told.stdout) == (0, signature["text"])
    for name in ("a.txt", "a.html"):
        done = CliRunner().invoke(main, ["brief", strike, "--book", str(where), "--out", str(where.with_name(name))])
        assert (done.exit_code, done.stdout) == (0, f"{where.with_name(name)}\n")
    assert where.with_name("a.txt").read_text("utf-8") == signature["text"]
    page = where.with_name("a.html").read_text("utf-8")
    assert "Signed by Vera" in plain(page)
    assert "<style>" in page
    assert not re.findall(r'(?:href|src|action)="[^#]', page)  # it stands by itself


def test_a_brief_of_nothing_or_into_nothing_known_is_refused(where: Path, strike: str) -> None:
    missing = CliRunner().invoke(main, ["brief", "ffff", "--book", str(where)])
    strange = CliRunner().invoke(main, ["brief", strike, "--book", str(where), "--out", str(where.with_suffix(".doc"))])
    assert (missing.exit_code, strange.exit_code) == (2, 2)
    assert ".html, .pdf, .txt" in strange.stderr
    assert not where.with_suffix(".doc").exists()
