"""Signing briefs on pages and over the API: permissions, the page afterwards, and the print."""

import hashlib
import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient

from tollbook.cli import main
from tollbook.web.accounts import Accounts
from tollbook.web.app import create_app

HERE = "http://127.0.0.1"
OURS, VERA, MIRKO = ({"X-Requested-With": "tollbook"}, {"X-Tollbook-Person": "Vera"}, {"X-Tollbook-Person": "Mirko"})


@pytest.fixture
def where(sample_book: Path, tmp_path: Path) -> Path:
    (tmp_path / "a.book").write_bytes(sample_book.read_bytes())
    return tmp_path / "a.book"


@pytest.fixture
def client(where: Path) -> Iterator[TestClient]:
    with TestClient(create_app(where), base_url=HERE) as client:
        yield client


@pytest.fixture
def strike(client: TestClient) -> str:
    name: str = client.get("/api/incidents?kind=airstrike").json()["incidents"][0]["id"]
    return name


def plain(page: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def form(page: str) -> dict[str, str]:
    """The hidden fields of the form that signs."""
    (inside,) = re.findall(r'<form method="post" action="/briefs">(.*?)</form>', page, re.DOTALL)
    return {name: html.unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', inside)}


def sign(client: TestClient, path: str, who: dict[str, str] = VERA) -> Any:
    return client.post("/briefs", data=form(client.get(path, headers=who).text), headers=who)


def test_a_brief_is_signed_and_says_so(client: TestClient, strike: str) -> None:
    path = f"/incidents/{strike}/brief"
    assert "Not signed." in plain(client.get(path).text)
    page = sign(client, path)
    assert page.url.path == path
    assert "Signed by Vera on" in plain(page.text)
    assert "You have signed this version of the brief" in plain(client.get(path, headers=VERA).text)
    assert "Sign as Mirko" in plain(client.get(path, headers=MIRKO).text)
    (signature,) = client.get("/api/briefs").json()
    text = client.get(f"/briefs/{signature['id']}.txt")
    assert hashlib.sha256(text.content).hexdigest() == signature["sha256"]
    assert "The brief still reads as it was signed." in plain(client.get(f"/briefs/{signature['id']}").text)
    assert "Vera" in plain(client.get("/briefs").text)


def test_a_selection_is_signed_with_its_query(client: TestClient) -> None:
    assert "Signed by Vera on" in plain(sign(client, "/brief?sort=oldest&rule=acled").text)
    (signature,) = client.get("/api/briefs").json()
    assert signature["asked"] == {"sort": "oldest", "rule": "acled"}
    assert len(signature["incidents"]) == 2
    assert "Not signed." in plain(client.get("/brief").text)


def test_a_changed_book_shows_on_the_page_and_in_print(client: TestClient, strike: str) -> None:
    path = f"/incidents/{strike}/brief"
    sign(client, path)
    claim = client.get(f"/api/incidents/{strike}").json()["figures"]["injured"]["high_claims"][0]
    decision = {"verdict": "reject", "subject": claim, "why": "of another attack"}
    assert client.post("/api/decisions", json=decision, headers=MIRKO).status_code == 200
    page = plain(client.get(path, headers=VERA).text)
    assert "Signed by Vera on" in page
    assert "the book has changed since" in page
    assert "1 decision was made or undone since then." in page
    assert "People injured: 17 to dozens" in page
    assert "Sign as Vera" in page
    (signature,) = client.get("/api/briefs").json()
    since = client.get(f"/api/briefs/{signature['id']}").json()["since"]
    assert (since["found"], since["decisions"], since["reports"]) == (True, 1, 0)
    assert any(line.startswith("People injured: 17 to dozens") for line in since["gone"])


def test_records_lists_and_the_first_page_say_what_is_signed(client: TestClient, strike: str) -> None:
    """Nothing showed which of five records were signed."""
    assert "Not signed." in plain(client.get(f"/incidents/{strike}").text)
    assert "2 briefs are not signed" in plain(client.get("/").text)
    assert "Signed by" not in plain(client.get("/incidents").text)
    sign(client, f"/incidents/{strike}/brief")
    signed_on = "Signed by Vera on "
    assert signed_on in plain(client.get(f"/incidents/{strike}").text)
    assert "the brief has changed" not in plain(client.get("/incidents").text)
    assert "1 brief is not signed" in plain(client.get("/").text)
    for signed, here in (("yes", True), ("no", False)):
        for as_of in ("", "&as_of=2021-10-07", "&as_of=2030-01-01"):
            page = client.get(f"/incidents?signed={signed}{as_of}").text
            assert (f'href="/incidents/{strike}' in page, signed_on in plain(page)) == (here, here), (signed, as_of)
        (found,) = client.get(f"/api/incidents?signed={signed}").json()["incidents"]
        assert (found["id"] == strike) is here
    facet = plain(client.get("/incidents").text)
    assert "Brief signed 1 not signed 1" in facet
    claim = client.get(f"/api/incidents/{strike}").json()["figures"]["injured"]["high_claims"][0]
    client.post("/api/decisions", json={"verdict": "reject", "subject": claim, "why": "no"}, headers=MIRKO)
    for path in (f"/incidents/{strike}", "/incidents"):
        assert re.search("Signed by Vera on [^;]*; the brief has changed since", plain(client.get(path).text)), path
    sign(client, f"/incidents/{strike}/brief")
    assert "the brief has changed since" not in plain(client.get("/incidents").text)
    for signature in client.get("/api/briefs").json():
        client.post(f"/api/briefs/{signature['id']}/withdraw", json={"why": "too early"}, headers=VERA)
    assert "2 briefs are not signed" in plain(client.get("/").text)
    assert client.get("/incidents?signed=maybe").status_code in {400, 422}


def test_a_signature_follows_its_incident_to_another_id(client: TestClient, strike: str) -> None:
    sign(client, f"/incidents/{strike}/brief")
    first = client.get(f"/api/claims?about={strike}&per_page=200").json()["claims"]
    name = next(each["id"] for each in first if each["id"] == strike)
    client.post("/api/decisions", json={"verdict": "reject", "subject": name, "why": "no"}, headers=MIRKO)
    (found,) = client.get("/api/incidents?signed=yes").json()["incidents"]
    assert found["id"] != strike
    assert "Signed by Vera on" in plain(client.get(f"/incidents/{found['id']}").text)


def test_an_unread_text_is_not_signed(client: TestClient, strike: str) -> None:
    fields = form(client.get(f"/incidents/{strike}/brief", headers=VERA).text)
    assert client.post("/briefs", data=fields | {"sha256": "0" * 64}, headers=VERA).status_code == 400
    assert client.post("/briefs", data=fields, headers=OURS).status_code == 403
    assert client.post("/briefs", data=fields | {"incident": "nothing"}, headers=VERA).status_code == 404
    assert client.get("/api/briefs").json() == []


def test_a_signature_is_withdrawn_with_a_reason(client: TestClient, strike: str) -> None:
    sign(client, f"/incidents/{strike}/brief")
    (signature,) = client.get("/api/briefs").json()
    path = f"/briefs/{signature['id']}"
    assert client.post(f"{path}/withdraw", data={"why": " "}, headers=VERA).status_code == 400
    page = plain(client.post(f"{path}/withdraw", data={"why": "an edition came in"}, headers=VERA).text)
    assert "Withdrawn by Vera on" in page
    assert "an edition came in" in page
    assert "Not signed." in plain(client.get(f"/incidents/{strike}/brief").text)


def test_the_pdf_carries_the_signature(client: TestClient, strike: str) -> None:
    pytest.importorskip(
        "weasyprint", reason="WeasyPrint is not installed: pip install 'tollbook[pdf]'", exc_type=OSError
    )
    pypdfium2 = pytest.importorskip("pypdfium2")
    sign(client, f"/incidents/{strike}/brief")
    pdf = pypdfium2.PdfDocument(client.get(f"/incidents/{strike}/brief.pdf", headers=MIRKO).content)
    text = " ".join(" ".join(page.get_textpage().get_text_range() for page in pdf).split())
    assert "Signed by Vera on" in text
    assert "SHA-256 of the signed text" in text
    assert "Sign as" not in text


def test_over_the_api(client: TestClient, strike: str) -> None:
    brief = client.get(f"/api/incidents/{strike}/brief").json()
    assert brief["draft"]["incidents"] == [strike]
    assert brief["brief"]["chapters"][0]["incident"]["id"] == strike
    assert client.get("/api/brief?kind=airstrike").json()["draft"]["asked"] == {"kind": "airstrike"}
    asked = {"asked": brief["draft"]["asked"], "sha256": brief["sha256"]}
    assert brief["sha256"] == hashlib.sha256(brief["draft"]["text"].encode()).hexdigest()
    signed = client.post("/api/briefs", json=asked, headers=VERA)
    assert (signed.status_code, signed.json()["who"]) == (200, "Vera")
    assert client.post("/api/briefs", json=asked | {"sha256": ""}, headers=VERA).status_code == 422
    one = client.get(f"/api/briefs/{signed.json()['id']}").json()
    assert (one["signature"], one["since"]) == (signed.json(), None)
    back = client.post(f"/api/briefs/{signed.json()['id']}/withdraw", json={"why": "too early"}, headers=MIRKO)
    assert back.json()["withdrawn"]["who"] == "Mirko"


def test_only_editors_sign(where: Path, tmp_path: Path) -> None:
    register = Accounts(tmp_path / "accounts.json")
    words = "a long walk by the canal"
    for name, role in (("Ada", "admin"), ("Egon", "editor"), ("Clara", "coder"), ("Rosa", "reader")):
        register.add(name, words, role)
    for name, status in (("Rosa", 403), ("Clara", 403), ("Egon", 200)):
        with TestClient(create_app(where, accounts=tmp_path / "accounts.json"), base_url=HERE) as client:
            client.post("/api/session", json={"name": name, "password": words}, headers=OURS)
            brief = client.get("/api/brief?kind=airstrike").json()
            asked = {"asked": brief["draft"]["asked"], "sha256": brief["sha256"]}
            assert client.post("/api/briefs", json=asked, headers=OURS).status_code == status
            assert ("Only editors and admins can sign briefs" in plain(client.get("/brief?kind=airstrike").text)) is (
                status == 403
            )


def test_the_command_line_writes_the_brief_that_is_signed(where: Path, client: TestClient, strike: str) -> None:
    sign(client, f"/incidents/{strike}/brief")
    (signature,) = client.get("/api/briefs").json()
    run = CliRunner().invoke(main, ["brief", strike[:6], "--book", str(where)])
    assert (run.exit_code, run.stdout) == (0, signature["text"])
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
