"""Sending files over HTTP: confirmed when stored, read afterwards, and no way in for what does not belong there."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from tollbook.book import Book, uploads
from tollbook.book.uploads import shown_name
from tollbook.web.accounts import Accounts
from tollbook.web.app import create_app

SHELL = b"A shell hit the market in Oberfeld on Monday, killing four people, police said."
OWN = {"X-Requested-With": "tollbook", "Accept": "application/json"}


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A new book; its reading thread is not started, so that what is stored can be looked at."""
    Book.open(tmp_path / "a.book", create=True).close()
    monkeypatch.setattr("tollbook.web.reading_worker.ReadingWorker.wake", lambda _: None)
    with TestClient(create_app(tmp_path / "a.book"), base_url="http://localhost") as client:
        client.post("/api/session", json={"name": "Vera Lind"}, headers=OWN)
        yield client


def _send(client: TestClient, *files: tuple[str, bytes], headers: dict[str, str] = OWN, **data: str) -> Any:
    return client.post(
        "/upload", data={"batch": "b"} | data, files=[("files", each) for each in files], headers=headers
    )


def test_a_confirmed_file_survives_the_server_and_is_read_by_the_next(client: TestClient, tmp_path: Path) -> None:
    answer = _send(client, ("in/a.txt", SHELL), ("empty.txt", b""))
    assert answer.json() == {
        "batch": "b",
        "files": [
            {"name": "in/a.txt", "stored": True, "reason": ""},
            {"name": "empty.txt", "stored": True, "reason": ""},
        ],
    }
    with Book.open(tmp_path / "a.book") as book:
        assert [each.state for each in book.uploads.of_batch("b")] == ["waiting", "waiting"]
        assert [each.number for each in book.uploads.read()] == [1, 2]
        first, second = (each.outcome for each in book.uploads.of_batch("b"))
        assert book.reports()[0].id in first.read
        assert book.reports()[0].origin == "in/a.txt"
        assert [each.origin for each in second.refused] == ["empty.txt"]
        assert book.log()[0].actor == "Vera Lind"
        assert book.verify() == []


def test_a_large_file_is_stored_in_parts_and_one_too_large_is_refused(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "MOST_BYTES", 3_000_000)
    answer = _send(client, ("big.txt", b"x" * 4_000_000), ("part.txt", b"ab" * 1_200_000), ("a.txt", SHELL)).json()
    assert [each["stored"] for each in answer["files"]] == [False, True, True]
    assert "MB" in answer["files"][0]["reason"]
    with Book.open(tmp_path / "a.book") as book:
        assert [each.name for each in book.uploads.of_batch("b")] == ["part.txt", "a.txt"]


def test_a_token_is_needed_and_is_the_first_field(client: TestClient) -> None:
    page = client.get("/").text
    token = page.split('name="csrf" value="')[1][:64]
    assert _send(client, ("a.txt", SHELL), headers={}).status_code == 403
    assert _send(client, ("a.txt", SHELL), headers={}, csrf="0" * 64).status_code == 403
    late = client.post("/upload", files=[("files", ("a.txt", SHELL)), ("csrf", (None, token))])
    assert late.status_code == 403
    form = [("csrf", (None, token)), ("batch", (None, "c")), ("files", ("a.txt", SHELL))]
    answer = client.post("/upload", files=form, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/?batch=c#reading")
    elsewhere = client.post("/upload", files=form, headers={"Origin": "https://evil.example"})
    assert elsewhere.status_code == 403


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/octet-stream", SHELL),
        ("application/x-www-form-urlencoded", b"files=a"),
        ("multipart/form-data", b"--x\r\n"),
        ("multipart/form-data; boundary=x", b"--y\r\n"),
        ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nab'),
        ("multipart/form-data; boundary=x", b"--x\r\n" + b"A" * 20_000 + b": b\r\n\r\n\r\n--x--\r\n"),
    ],
)
def test_another_kind_of_request_is_refused_and_leaves_nothing(
    client: TestClient, tmp_path: Path, kind: str, body: bytes
) -> None:
    answer = client.post("/upload", content=body, headers=OWN | {"Content-Type": kind})
    assert answer.status_code == 400
    with Book.open(tmp_path / "a.book") as book:
        assert book.uploads.last_batch() is None


def test_only_editors_and_admins_send_files(tmp_path: Path) -> None:
    Book.open(tmp_path / "a.book", create=True).close()
    accounts = Accounts(tmp_path / "accounts.json")
    for name, role in (("reader", "reader"), ("editor", "editor")):
        accounts.add(name, "a long enough password", role)
    for name, status in (("reader", 403), ("editor", 200)):
        with TestClient(create_app(tmp_path / "a.book", accounts=tmp_path / "accounts.json")) as client:
            login = {"name": name, "password": "a long enough password"}
            assert client.post("/api/session", json=login, headers=OWN).status_code == 200
            assert ('id="upload"' in client.get("/").text) == (name == "editor")
            assert _send(client, ("a.txt", SHELL)).status_code == status
            client.app.state.worker.stop()  # type: ignore[attr-defined]


@given(st.text())
def test_a_name_is_text_and_no_path(name: str) -> None:
    shown = shown_name(name)
    assert shown
    assert not shown.startswith("/")
    assert not {"", ".", ".."} & set(shown.split("/"))
    assert "\\" not in shown
    assert shown.isprintable() or not name.isprintable()


def test_the_api_says_how_far_reading_is(client: TestClient, tmp_path: Path) -> None:
    sent = client.post("/api/uploads", data={"batch": "b"}, files=[("files", ("a.txt", SHELL))], headers=OWN)
    assert sent.json()["files"][0]["stored"]
    assert client.get("/api/uploads/b").json()["busy"]
    with Book.open(tmp_path / "a.book") as book:
        assert len(list(book.uploads.read())) == 1
        book.settle()
    done = client.get("/api/uploads/b").json()
    assert (done["busy"], done["reports"], done["incidents"], done["lacking"]["day"]) == (False, 1, 1, 1)
    assert client.get("/api/uploads/none").status_code == 404


def test_a_server_reads_what_an_earlier_one_left(tmp_path: Path) -> None:
    with Book.open(tmp_path / "a.book", create=True) as book:
        arriving = book.uploads.receive("a.txt", batch="b", who="Vera Lind")
        arriving.write(SHELL)
        arriving.complete()
    with TestClient(create_app(tmp_path / "a.book"), base_url="http://localhost") as client:
        for _ in range(120):
            found = client.get("/api/uploads/b").json()
            if not found["busy"]:
                break
            time.sleep(0.5)
        assert (found["reports"], found["problem"]) == (1, "")
