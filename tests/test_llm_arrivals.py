"""A language model that reads what people add in the browser, and what a watcher finds. All incidents are invented."""

import time
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from fastapi.testclient import TestClient

from tests.llm_server import Handler, ModelServer, proposal, serving
from tests.test_llm import ELSEWHERE, MODEL, TEXT
from tollbook.book import Book
from tollbook.cli import main
from tollbook.errors import Unanswered
from tollbook.readers import llm
from tollbook.readers.llm import LanguageModelReader, ModelChoice
from tollbook.web.app import create_app

OWN = {"X-Requested-With": "tollbook", "Accept": "application/json"}


def chosen(where: Path, server: ModelServer, key: str | None = None, **options: Any) -> LanguageModelReader:
    """The reader as the command makes it before the web interface starts."""
    with Book.open(where, create=True) as book:
        choice = ModelChoice(endpoint=llm.parse(server.url), model="tiny", beside="rules", **options)
        return book.models.reader(choice, key=key)


def send(client: TestClient, name: str, text: str) -> None:
    sent = client.post("/upload", data={"batch": "b"}, files=[("files", (name, text.encode()))], headers=OWN)
    assert sent.json()["files"][0]["stored"]


def settled(client: TestClient) -> dict[str, Any]:
    """How far reading is when nothing goes on any more."""
    for _ in range(240):
        found: dict[str, Any] = client.get("/api/uploads/b").json()
        if not found["busy"]:
            return found
        time.sleep(0.25)
    raise AssertionError(found)


def test_files_sent_in_the_browser_are_read_by_the_model_and_wait_while_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tollbook.readers.llm.client.TRIES", 1)
    down: list[bool] = []

    def trick(handler: Handler, _: int) -> bool:
        if down:
            handler.send(500, {})
        return bool(down)

    where = tmp_path / "a.book"
    with serving(MODEL, trick) as server:
        reader = chosen(where, server, "hidden-key-2718")
        with TestClient(create_app(where, reader=reader), base_url="http://localhost") as client:
            client.post("/api/session", json={"name": "Vera Lind"}, headers=OWN)
            page = client.get("/").text
            assert "The language model tiny reads them" in page
            assert server.url in page
            assert "Nothing leaves this computer." in page
            send(client, "a.txt", TEXT)
            first = settled(client)
            assert (first["reports"], first["problem"], first["requests"]) == (1, "", 1)
            down.append(True)
            send(client, "b.txt", TEXT.replace("Three", "Nine"))
            failed = settled(client)
            assert "gave no answer" in failed["problem"]
            assert (failed["waiting"], failed["reports"], failed["refused"]) == (1, 1, [])
            shown = client.get("/reading?batch=b").text
            assert "1 file waits to be read. It is stored in the book." in shown
            assert "Try again" in shown
            down.clear()
            assert client.post("/reading/again", data={"batch": "b"}, headers=OWN).status_code == 200
            last = settled(client)
            assert (last["waiting"], last["reports"], last["problem"]) == (0, 2, "")
    with Book.open(where) as book:
        assert {claim.finder.partition("/")[0] for claim in book.export.contents().claims} == {"rules", "llm"}
        assert [entry.payload["endpoint"] for entry in book.log() if entry.action == "language model"] == [server.url]
        assert book.verify() == []
    assert all(b"hidden-key-2718" not in path.read_bytes() for path in tmp_path.glob("a.book*"))


def test_a_file_that_gets_no_answer_does_not_stop_the_others(tmp_path: Path) -> None:
    where = tmp_path / "a.book"

    def trick(handler: Handler, _: int) -> bool:
        refused = "Nine people" in handler.server.requests[-1]["messages"][-1]["content"]
        if refused:
            handler.send(400, {"error": "too long"})
        return refused

    with serving(MODEL, trick) as server, Book.open(where, create=True) as book:
        for name, text in (("a.txt", TEXT.replace("Three", "Nine")), ("b.txt", TEXT)):
            arriving = book.uploads.receive(name, batch="b", who="Vera Lind")
            arriving.write(text.encode()).complete()
        with pytest.raises(Unanswered, match="status 400"):
            list(book.uploads.read(reader=chosen(where, server)))
        assert [each.state for each in book.uploads.of_batch("b")] == ["waiting", "done"]
        # Without the model, the installed reader reads what waits.
        assert [each.name for each in book.uploads.read()] == ["a.txt"]
        assert len(book.reports()) == 2


def test_a_report_that_is_read_again_is_read_by_the_model_of_the_server(tmp_path: Path) -> None:
    """The kept answers are gone, so that only the server can read the report again."""
    where = tmp_path / "a.book"
    (tmp_path / "a.txt").write_text(TEXT)
    with serving(MODEL) as server, Book.open(where, create=True) as book:
        reader = book.models.here(chosen(where, server))
        book.read([tmp_path / "a.txt"], reader=reader, published=date(2021, 10, 6))
        (report,) = book.reports()
        reader.keep_in(llm.InMemory())
        change = {"published": "2021-10-20"}
        book.decide("describe", report.id, who="Ines", why="the front page", change=change)
        assert book.settle(reader=reader) == 1
        assert len(server.requests) == 2
        days = {claim.when.start for claim in book.export.contents().claims if claim.when and claim.when.start}
        assert days == {date(2021, 10, 19)}


def test_the_page_says_before_anything_is_sent_where_the_texts_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other computer is 127.0.0.1 under a rule that calls nothing local."""
    monkeypatch.setattr("tollbook.readers.llm.endpoint._is_loopback", lambda _: False)
    where = tmp_path / "a.book"
    with serving(MODEL) as server:
        reader = chosen(where, server, send_to="127.0.0.1", at_most=500)
        with TestClient(create_app(where, reader=reader), base_url="http://localhost") as client:
            client.post("/api/session", json={"name": "Vera Lind"}, headers=OWN)
            page = client.get("/").text
        assert "The texts of the reports that you add are sent to 127.0.0.1, another computer." in page
        assert "It gets 500 requests at most." in page
        assert "Nothing leaves this computer" not in page
        assert server.requests == []


def test_without_a_model_the_page_says_that_nothing_leaves_this_computer(tmp_path: Path) -> None:
    Book.open(tmp_path / "a.book", create=True).close()
    with TestClient(create_app(tmp_path / "a.book"), base_url="http://localhost") as client:
        client.post("/api/session", json={"name": "Vera Lind"}, headers=OWN)
        page = client.get("/").text
    assert "nothing leaves this computer" in page
    assert "language model" not in page


# --- the commands


def tollbook(*words: object, **options: Any) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], catch_exceptions=False, **options)


@pytest.mark.parametrize(
    "command", [("serve", "--book"), ("open", "--no-browser"), ("watch", "--once", "--folder", ".")]
)
def test_another_computer_gets_nothing_without_a_confirmation(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tollbook.cli.serve.run", lambda *_, **__: pytest.fail("The server was started."))
    Book.open(tmp_path / "a.book", create=True).close()
    result = tollbook(*command, tmp_path / "a.book", *ELSEWHERE)
    assert result.exit_code == 2
    assert "confirm it with --send-texts-to 192.0.2.7" in result.output


def test_a_confirmed_computer_is_shown_with_what_goes_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []
    monkeypatch.setattr("tollbook.cli.serve.run", lambda *_, reader, **__: started.append(reader))
    monkeypatch.setattr("tollbook.readers.llm.endpoint._is_loopback", lambda _: False)
    where = tmp_path / "a.book"
    Book.open(where, create=True).close()
    with serving(MODEL) as server:
        words = ["--reader", "llm", "--endpoint", server.url, "--model", "tiny", "--send-texts-to", "127.0.0.1"]
        result = tollbook("serve", "--book", where, *words, "--at-most", "500")
    assert result.exit_code == 0
    assert "is sent to 127.0.0.1, another computer." in result.output
    assert "It gets 500 requests at most." in result.output
    assert "not encrypted" in result.output
    assert isinstance(started[0], LanguageModelReader)
    with Book.open(where) as book:
        (entry,) = (entry for entry in book.log() if entry.action == "language model")
    assert (entry.payload["confirmed"], entry.payload["at_most"]) == ("127.0.0.1", 500)


def test_a_watcher_reads_a_folder_with_the_model(tmp_path: Path) -> None:
    folder, where = tmp_path / "in", tmp_path / "a.book"
    folder.mkdir()
    (folder / "a.txt").write_text(TEXT)
    down = [True]

    def trick(handler: Handler, _: int) -> bool:
        if down:
            handler.send(401, {})
        return bool(down)

    other = proposal("Seven villagers breathed no more under the rubble", number="Seven")
    with serving(lambda _: [other], trick) as server:
        words = ["watch", where, "--once", "--folder", folder, "--reader", "llm", "--endpoint", server.url,
                 "--model", "tiny"]  # fmt: skip
        failed = tollbook(*words)
        assert failed.exit_code == 1
        assert "status 401" in failed.output
        down.clear()
        assert tollbook(*words).exit_code == 0
    with Book.open(where) as book:
        assert "llm" in {claim.finder.partition("/")[0] for claim in book.export.contents().claims}
