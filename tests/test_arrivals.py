"""Incidents are made while reports arrive."""

import re
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tollbook.book import Book, arrivals
from tollbook.book.arrivals import derived
from tollbook.incidents import check, incremental, row_state
from tollbook.ingest import captures
from tollbook.reading import Outcome, read_again, read_into
from tollbook.store import Store, incident_rows
from tollbook.store.incident_rows import RowsState
from tollbook.web.accounts import Accounts
from tollbook.web.app import create_app


def texts(folder: Path, number: int) -> list[Path]:
    paths = []
    for n in range(number):
        paths.append(folder / f"{n}.txt")
        paths[-1].write_text(f"{n + 2} people were killed by a shell in Oberfeld on {n + 1} May 2031, police said.")
    return paths


@pytest.mark.parametrize("every", [1, 3])
def test_no_more_reports_than_that_wait_to_be_linked(tmp_path: Path, every: int) -> None:
    store = Store.open(tmp_path / "a.book", create=True)
    reading = read_into(store, captures(texts(tmp_path, 7)), separate=False)
    seen = [row_state.pending(store) for _ in derived(store, reading, every)]
    assert seen == [n % every for n in range(1, 8)]
    incremental.catch_up(store)
    assert list(check.problems(store)) == []
    store.close()


def test_a_known_file_does_not_delay_anything(tmp_path: Path) -> None:
    with Book.open(tmp_path / "a.book", create=True) as book:
        paths = texts(tmp_path, 2)
        book.read(paths)
        asked: list[str] = []

        def outcomes() -> Iterator[Outcome]:
            for path in paths:
                asked.append(path.name)
                yield Outcome(known=True)

        assert len(list(derived(book._store, outcomes(), 1))) == len(asked) == 2


def test_catching_up_says_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incremental, "_BATCH", 3)
    store = Store.open(tmp_path / "a.book", create=True)
    assert row_state.pending(store) == 0
    for _ in read_into(store, captures(texts(tmp_path, 7)), separate=False):
        """Every report is stored."""
    said: list[tuple[int, int]] = []
    incremental.catch_up(store, lambda done, total: said.append((done, total)))
    assert said == [(3, 7), (6, 7), (7, 7)]
    assert row_state.pending(store) == 0
    store.close()


def test_others_write_while_much_is_linked(anywhere: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite has no queue of writers: each one tries again after a while, and needs a gap then."""
    monkeypatch.setattr(incremental, "_BATCH", 3)
    with Book.open(anywhere, create=True) as book, Book.open(anywhere) as other:
        for _ in read_into(book._store, captures(texts(tmp_path, 7)), separate=False):
            """Every report is stored."""
        pending: list[int] = []

        def write(seconds: float) -> None:
            assert seconds >= 0.1, "SQLite looks ten times a second"
            other.uploads.receive("a.txt", batch="b", who="Vera").write(b"A text.").complete()
            pending.append(row_state.pending(other._store))

        # Only linking waits so: threads of other tests sleep too.
        monkeypatch.setattr(incremental, "time", SimpleNamespace(sleep=write))
        book.settle()
        assert pending == [4, 1]
        assert other.uploads.number_waiting() == 2


def test_a_server_makes_the_incidents_of_a_book_that_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows of an older version, or of a read that was killed, are made again before anybody opens a list."""
    monkeypatch.setattr(arrivals, "EVERY", 5)
    where = tmp_path / "a.book"
    store = Store.open(where, create=True)
    for _ in read_into(store, captures(texts(tmp_path, 7)), separate=False):
        """Every report is stored, and none is linked."""
    store.close()
    app = create_app(where)
    with TestClient(app, base_url="http://127.0.0.1"):
        deadline = time.monotonic() + 60
        while app.state.worker.state.busy and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not app.state.worker.state.problem
        with Book.open(where) as book:
            assert book.incidents.pending() == 0


@pytest.fixture
def resting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server whose worker rests, on a book of three linked reports and seven that are not linked."""
    monkeypatch.setattr(arrivals, "EVERY", 5)
    where = tmp_path / "a.book"
    with Book.open(where, create=True) as book:
        book.read(texts(tmp_path, 10)[:3])
        for _ in read_into(book._store, captures(texts(tmp_path, 10)[3:]), separate=False):
            """Every report is stored, and none of these is linked."""
    app = create_app(where)
    app.state.worker.stop()
    client = TestClient(app, base_url="http://127.0.0.1", headers={"X-Tollbook-Person": "Vera"})
    yield client
    app.state.book.close()


def settle(client: TestClient) -> None:
    with Book.open(client.app.state.where) as other:  # type: ignore[attr-defined]
        other.settle()


def test_a_list_opened_while_reports_are_linked_shows_the_last_state_and_says_so(resting: TestClient) -> None:
    line = "7 reports or decisions are still being linked."
    for page in ("/incidents", "/", "/persons", "/queue", "/reports", "/tolls", "/search?text=Oberfeld"):
        assert line in resting.get(page).text, page
    before = resting.get("/api/incidents").json()["total"]
    asking = re.findall(r'hx-get="(/linking[^"]+)"', resting.get("/incidents").text)[0].replace("&amp;", "&")
    assert asking.endswith("&reload=yes"), "a list that lacks much is loaded again"
    asked = resting.get(asking, headers={"HX-Request": "true"})
    assert line in asked.text
    assert f'hx-get="{asking}"'.replace("&", "&amp;") in asked.text
    assert "HX-Refresh" not in asked.headers
    assert resting.app.state.book.incidents.pending() == 7  # type: ignore[attr-defined]
    settle(resting)
    assert resting.get(asking, headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
    elsewhere = resting.get(asking.removesuffix("&reload=yes"), headers={"HX-Request": "true"})
    assert "All reports and decisions are linked now." in elsewhere.text
    assert "HX-Refresh" not in elsewhere.headers
    assert "still being linked" not in resting.get("/incidents").text
    assert 0 < before < resting.get("/api/incidents").json()["total"]


def test_pages_can_be_opened_while_reports_that_were_read_again_are_not_linked(resting: TestClient) -> None:
    settle(resting)
    before = resting.get("/api/incidents").json()["incidents"]
    with Book.open(resting.app.state.where) as other:  # type: ignore[attr-defined]
        names = [report.id for report in other.reports()]
        other.review.describe(names, {"published": "2021-06-01", "outlet": "Invented Herald"}, who="Vera", why="Read.")
        for _ in read_again(other._store):
            """Every report has a new reading, and none is linked."""
    for each in before:
        for page in ("", "/why", "/brief", "/change/when"):
            assert resting.get(f"/incidents/{each['id']}{page}").status_code == 200, page
        assert resting.get(f"/sheet?incident={each['id']}").status_code == 200
    assert "still being linked" in resting.get("/incidents").text
    settle(resting)
    assert "still being linked" not in resting.get("/incidents").text


def test_opening_a_page_links_nothing_however_little_is_left(resting: TestClient, tmp_path: Path) -> None:
    settle(resting)
    with Book.open(resting.app.state.where) as other:  # type: ignore[attr-defined]
        for _ in read_into(other._store, captures(texts(tmp_path, 12)[10:]), separate=False):
            """Two more reports are stored, and not linked."""
    book = resting.app.state.book  # type: ignore[attr-defined]
    (incident, *_) = resting.get("/api/incidents").json()["incidents"]
    edit = f"/incidents/{incident['id']}/edit"
    pages = ["/", "/incidents", "/persons", "/tolls", "/queue", "/names/places", "/figure",
             f"/figure?incident={incident['id']}"]  # fmt: skip
    for page in (*pages, edit, f"/incidents/{incident['id']}", f"/sheet?incident={incident['id']}"):
        shown = resting.get(page)
        assert shown.status_code == 200, page
        assert "2 reports or decisions are still being linked." in shown.text, page
        assert "reload=yes" not in shown.text, "what lacks little is not loaded again while somebody reads it"
    assert book.incidents.pending() == 2

    asked = resting.get(f"{edit}?do=split&by=day")
    assert "this needs the incidents with them. Nothing was changed; try again in a moment." in asked.text
    assert "reload=yes" in asked.text, "the preview comes when they are linked"
    assert book.incidents.pending() == 2


def test_a_decision_shows_at_once_if_little_is_left_to_link(resting: TestClient) -> None:
    settle(resting)
    claim = resting.get("/api/claims").json()["claims"][0]
    form = {"verdict": "reject", "subject": claim["id"], "why": "A test.", "next": "/incidents"}
    done = resting.post("/decide", data=form, headers={"X-Requested-With": "tollbook"}, follow_redirects=False)
    assert done.status_code == 303, done.text
    assert resting.app.state.book.incidents.pending() == 0  # type: ignore[attr-defined]


def test_a_decision_that_needs_the_incidents_is_not_made_while_much_is_left(resting: TestClient) -> None:
    (incident, *_) = resting.get("/api/incidents").json()["incidents"]
    asked = {"do": "split", "by": "day"}
    headers = {"X-Requested-With": "tollbook"}
    refused = resting.post(f"/api/incidents/{incident['id']}/preview", json=asked, headers=headers)
    assert refused.status_code == 503
    assert refused.json()["error"].startswith("7 reports or decisions are being linked")
    settle(resting)
    again = resting.post(f"/api/incidents/{incident['id']}/preview", json=asked, headers=headers)
    assert "being linked" not in again.text


@pytest.mark.parametrize("outdated", [False, True])
def test_pages_are_shown_while_another_process_links(
    anywhere: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outdated: bool
) -> None:
    """They are opened while it holds the lock of the writer with rows half changed; waiting for it would never end."""
    with Book.open(anywhere, create=True) as book:
        book.read(texts(tmp_path, 3))
    app = create_app(anywhere)
    app.state.worker.stop()
    client = TestClient(app, base_url="http://127.0.0.1", headers={"X-Tollbook-Person": "Vera"})
    listed = client.get("/api/incidents").json()
    name, report = listed["incidents"][0]["id"], app.state.book.reports()[0].id
    lists = ["/", "/incidents", "/persons", "/tolls", "/queue", "/reports", "/places", "/search?text=Oberfeld"]
    records = ["/persons/proposals", "/alerts", "/speakers", "/outlets", "/coding", "/briefs", "/names/places",
               "/figure", f"/reports/{report}", f"/sheet?incident={name}", f"/incidents/{name}/edit?do=split&by=day",
               *(f"/incidents/{name}{page}" for page in ("", "/why", "/brief", "/change/when"))]  # fmt: skip
    line = f"{5 if outdated else 2} reports or decisions are still being linked."
    relink, opened = incremental.relink, list[str]()

    def relink_while_pages_are_opened(*arguments: Any) -> Any:
        changed = relink(*arguments)
        for page in lists if outdated else lists + records:
            shown = client.get(page)
            assert shown.status_code == 200, page
            assert line in shown.text, page
            opened.append(page)
        assert client.get("/api/incidents").json()["total"] == (0 if outdated else listed["total"])
        return changed

    with Book.open(anywhere) as other:
        for _ in read_into(other._store, captures(texts(tmp_path, 5)[3:]), separate=False):
            """Two more reports are stored, and not linked."""
        if outdated:
            with other._store.derived_rows(write=True) as rows:
                incident_rows.set_rows_state(rows, RowsState(code="earlier", upto=5))
        monkeypatch.setattr(incremental, "relink", relink_while_pages_are_opened)
        other.settle()
        assert opened
        # Counts are kept for a moment, the longer the slower they are to make.
        totals = (client.get("/api/incidents").json()["total"] for _ in range(1200) if time.sleep(0.05) is None)
        assert len(other.incidents()) in totals
    assert "still being linked" not in client.get("/incidents").text
    app.state.book.close()


def test_a_request_that_the_guard_refuses_links_nothing(resting: TestClient, tmp_path: Path) -> None:
    settle(resting)
    with Book.open(resting.app.state.where) as other:  # type: ignore[attr-defined]
        for _ in read_into(other._store, captures(texts(tmp_path, 12)[10:]), separate=False):
            """Two more reports are stored, and not linked."""
    accounts = Accounts(tmp_path / "accounts.json")
    accounts.add("Vera", "a long enough password", "editor")
    app = create_app(resting.app.state.where, accounts=accounts.path)  # type: ignore[attr-defined]
    app.state.worker.stop()
    with Book.open(app.state.where) as other:
        for _ in read_into(other._store, captures(texts(tmp_path, 14)[12:]), separate=False):
            """And two more."""
    stranger = TestClient(app, base_url="http://127.0.0.1")
    answer = stranger.post("/decide", data={"verdict": "reject"}, follow_redirects=False)
    assert answer.status_code in {303, 401, 403}
    assert app.state.book.incidents.pending() == 2
    app.state.book.close()


def test_rows_of_another_version_are_not_read(resting: TestClient) -> None:
    store = resting.app.state.book._store  # type: ignore[attr-defined]
    with store.derived_rows(write=True) as rows:
        incident_rows.set_rows_state(rows, RowsState(code="earlier", upto=row_state.pending(store)))
    shown = resting.get("/incidents")
    assert "10 reports or decisions are still being linked." in shown.text
    assert resting.get("/api/incidents").json()["total"] == 0
    settle(resting)
    assert resting.get("/api/incidents").json()["total"] > 0
