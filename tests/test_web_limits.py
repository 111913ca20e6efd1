"""Limits of the web interface: guesses of passwords, requests that do not end, addresses that nobody writes."""

import itertools
import json
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import get_args
from urllib.parse import quote

import httpx
import msgspec
import pytest
from click.testing import CliRunner
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from tests.test_web_security import routes_of
from tollbook.book import Book
from tollbook.cli import main
from tollbook.decisions.decision import Verdict
from tollbook.errors import Refused
from tollbook.review.answering import Action
from tollbook.web.accounts import Accounts, folded
from tollbook.web.app import create_app
from tollbook.web.decision_labels import LABELS
from tollbook.web.json_bodies import decode
from tollbook.web.security import bodies, headers
from tollbook.web.security.throttle import Throttle, network
from tollbook.web.server import server

PASSWORD, WRONG = "seven grey herons wading", "six green herons flying"
OURS = {"X-Requested-With": "tollbook"}
HERE = "http://127.0.0.1"
#: Guesses without delay, as docs/security.md says: five, and the one after which the delay begins.
CHECKED = 6


@pytest.fixture
def accounts(tmp_path: Path) -> Accounts:
    made = Accounts(tmp_path / "a.accounts")
    made.add("admin-user", PASSWORD, "admin")
    return made


@pytest.fixture
def guarded(sample_book: Path, accounts: Accounts) -> FastAPI:
    """The web interface with one account, admin-user. No time passes between two guesses, however slow the computer."""
    app = create_app(sample_book, accounts=accounts.path)
    app.state.throttle = Throttle(clock=lambda: 0.0)
    return app


@pytest.fixture
def alone(sample_book: Path) -> Iterator[TestClient]:
    """A user at the computer of the web interface; an error that nobody expected is an answer, as for a browser."""
    with TestClient(create_app(sample_book), base_url=HERE, raise_server_exceptions=False) as client:
        yield client


@contextmanager
def running(app: FastAPI, *proxies: str) -> Iterator[tuple[str, int]]:
    """The host and port of a real server."""
    made = server(app, host="127.0.0.1", port=0, proxies=proxies)
    thread = threading.Thread(target=made.run)
    thread.start()
    while not made.started:
        thread.join(0.01)
    try:
        yield made.servers[0].sockets[0].getsockname()
    finally:
        made.should_exit = True
        thread.join()


def guess(app: FastAPI, name: str, password: str = WRONG, *, at: str = "192.0.2.1") -> int:
    with TestClient(app, base_url="http://book.example", client=(at, 5000), headers=OURS) as client:
        return client.post("/api/session", json={"name": name, "password": password}).status_code


# ------------------------------------------------------------------------------------------------ guesses of passwords
@pytest.mark.usefixtures("costly_hashes")
def test_guesses_made_at_once_are_all_counted(guarded: FastAPI) -> None:
    begin = threading.Barrier(24)

    def one(number: int) -> int:
        begin.wait()
        return guess(guarded, "admin-user", at=f"192.0.2.{number}")

    with ThreadPoolExecutor(24) as pool:
        found = list(pool.map(one, range(24)))
    assert (found.count(403), found.count(429)) == (CHECKED, 24 - CHECKED)


def test_every_spelling_of_a_name_is_counted_as_one(guarded: FastAPI, accounts: Accounts) -> None:
    spellings = ["admin-user", "ADMIN-USER", " admin-user ", "ａdmin-user", "𝐚dmin-user", "ªdmin-user", "ⓐdmin-user"]
    assert {account.name for each in spellings if (account := accounts.get(each))} == {"admin-user"}
    found = [guess(guarded, name, at=f"192.0.2.{number}") for number, name in enumerate(spellings)]
    assert found == [403] * CHECKED + [429] * (len(spellings) - CHECKED)


def test_every_name_tried_from_an_address_is_counted(guarded: FastAPI) -> None:
    assert [guess(guarded, f"name {number}") for number in range(8)] == [403] * CHECKED + [429] * 2
    assert guess(guarded, "admin-user", PASSWORD, at="192.0.2.2") == 200


def test_ones_own_sign_in_does_not_pay_for_guesses_at_others(guarded: FastAPI) -> None:
    turns = [("admin-user", PASSWORD) if number % 2 else (f"name {number}", WRONG) for number in range(12)]
    assert [guess(guarded, *turn) for turn in turns][-2:] == [403, 429]


@given(st.text())
def test_a_folded_name_stays_as_it_is(name: str) -> None:
    assert folded(folded(name)) == folded(name)


def test_a_name_that_looks_like_another_is_refused(accounts: Accounts) -> None:
    for name in ("admin\u2011user", "Admin\u2013user", "ａdmin-user"):
        with pytest.raises(Refused, match="already exists"):
            accounts.add(name, PASSWORD, "reader")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False), ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8::1", "2001:db8::ffff:1:2", True), ("2001:db8::1", "2001:db8:0:1::1", False),
        ("fe80::1%eth0", "fe80::2", True), ("", "", True), ("unix", "", False),
    ],
)  # fmt: skip
def test_addresses_of_one_network_are_counted_as_one(one: str, other: str, same: bool) -> None:
    assert (network(one) == network(other)) is same


@pytest.mark.parametrize("over_the_api", [True, False])
def test_guesses_of_the_old_password_are_counted(guarded: FastAPI, over_the_api: bool) -> None:
    form = {"old": WRONG, "new": "eight blue kettles humming"}
    with TestClient(guarded, base_url="http://book.example", headers=OURS) as client:
        client.post("/api/session", json={"name": "admin-user", "password": PASSWORD})
        answers = [
            client.put("/api/account/password", json=form)
            if over_the_api
            else client.post("/account/password", data=form)
            for _ in range(8)
        ]
        refused = 422 if over_the_api else 400
        assert [each.status_code for each in answers] == [refused] * CHECKED + [429] * 2
        assert int(answers[-1].headers["Retry-After"]) > 0
        assert "try again in" in answers[-1].text


@pytest.mark.parametrize(("proxies", "checked"), [((), CHECKED), (("127.0.0.1",), 9), (("192.0.2.9",), CHECKED)])
def test_the_sender_is_believed_only_from_a_named_proxy(
    guarded: FastAPI, proxies: tuple[str, ...], checked: int
) -> None:
    with running(guarded, *proxies) as (host, port):
        found = [
            httpx.post(
                f"http://{host}:{port}/api/session",
                json={"name": f"name {number}", "password": WRONG},
                headers=OURS | {"X-Forwarded-For": f"203.0.113.{number}"},
            ).status_code
            for number in range(9)
        ]
    assert found.count(403) == checked


def test_a_proxy_is_an_address_and_needs_accounts(sample_book: Path) -> None:
    arguments = ["serve", "--book", str(sample_book), "--proxy"]
    alone, named = (CliRunner().invoke(main, [*arguments, each]) for each in ("127.0.0.1", "proxy.example"))
    assert (alone.exit_code, "needs accounts" in alone.output) == (2, True)
    assert (named.exit_code, "no IP address" in named.output) == (2, True)


# ------------------------------------------------------------------------------------------------ slow requests
HEAD = b"POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
FILES = b"POST /upload HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=b\r\n"


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b""),
        (b"GET /login HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Sl", b""),
        (HEAD + b"Content-Length: 500\r\n\r\nname=Vera&", b"HTTP/1.1 408"),
        (FILES + b"Content-Length: 5000\r\n\r\n--b\r\n", b"HTTP/1.1 408"),
        (b"GET /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\nhalf", b"HTTP/1.1 200"),
    ],
    ids=["nothing", "half a head", "half a form", "half an upload", "a body that nobody reads"],
)
def test_a_request_that_does_not_end_is_closed(
    sample_book: Path, sent: bytes, answer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.3)
    with running(create_app(sample_book)) as where, socket.create_connection(where, timeout=60) as asked:
        asked.sendall(sent)
        received = b"".join(iter(lambda: asked.recv(65536), b""))
    assert received.startswith(answer)
    assert bool(received) == bool(answer)


def test_a_dripping_head_is_closed(sample_book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.3)
    with running(create_app(sample_book)) as where, socket.create_connection(where, timeout=60) as asked:
        asked.sendall(b"GET /login HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        asked.settimeout(0.01)
        for _ in range(6_000):
            with suppress(TimeoutError):
                try:
                    asked.sendall(b"x")
                    closed = asked.recv(1) == b""
                except ConnectionError:
                    closed = True
                if closed:
                    return
        pytest.fail("The connection is still open after a minute.")


def test_an_upload_that_stops_is_refused_and_leaves_no_file(
    sample_book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.3)
    where = tmp_path / "a.book"
    where.write_bytes(sample_book.read_bytes())
    part = b'--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n' + b"half " * 400
    head = FILES + b"X-Requested-With: tollbook\r\nX-Tollbook-Person: Vera\r\nContent-Length: 9000\r\n\r\n"
    with running(create_app(where)) as address, socket.create_connection(address, timeout=60) as asked:
        asked.sendall(head + part)
        received = b"".join(iter(lambda: asked.recv(65536), b""))
    assert received.startswith(b"HTTP/1.1 400")
    with Book.open(where) as book:
        assert len(book.reports()) == 10


def test_many_requests_on_one_connection_are_answered(sample_book: Path) -> None:
    with running(create_app(sample_book)) as (host, port), httpx.Client(base_url=f"http://{host}:{port}") as client:
        assert [client.get("/login").status_code for _ in range(20)] == [200] * 20


# ------------------------------------------------------------------------------------------------ odd requests
#: What nobody writes into an address: numbers beyond every database, no numbers, no names.
ODD = ("9" * 20, "-1", "1e308", "foo")


def parameters(app: FastAPI) -> Iterator[tuple[str, str]]:
    """Each page with each of its parameters; those that it reads by itself are named here."""
    read_by_itself = {
        "/incidents": ("page", "text", "sort", "rule", "as_of", "day_from", "place", "kind"),
        "/reports/{name:path}": ("done", "claim", "field", "words", "start", "end"),
        "/persons": ("page", "text", "fate", "age", "sex"),
    }
    for route in routes_of(app.router):
        if "GET" in route.methods:
            named = {field.alias for each in _dependants(route.dependant) for field in each.query_params}
            yield from ((route.path, name) for name in sorted(named | {*read_by_itself.get(route.path, ())}))


def _dependants(one):  # type: ignore[no-untyped-def]
    yield one
    for each in one.dependencies:
        yield from _dependants(each)


def test_odd_parameters_are_refused_with_a_sentence(alone: TestClient, sample_book: Path) -> None:
    with Book.open(sample_book) as book:
        (incident, *_), (claim, *_) = book.incidents(), book.incidents.claims()
        names = {
            "/incidents": incident.id, "/claims": claim.id, "/reports": quote(book.reports()[0].id, safe=""),
            "/persons": book.persons().persons[0].id, "/names": "places", "/tolls": book.incidents.tolls()[0].id,
            "/places": "Velmar", "/speakers": "Ilyas%20Tarkhan", "/outlets": "Harbour%20Daily",
        }  # fmt: skip
    asked = list(parameters(create_app(sample_book)))
    assert ("/queue", "done") in asked
    numbers = {"page", "number", "start", "end", "item", "card", "before", "after"}
    wrong = []
    for (path, parameter), odd in zip(asked, itertools.cycle(ODD), strict=False):
        value = ODD[0] if parameter in numbers else odd
        start = "/" + path.split("/")[1]
        filled = (
            path.replace("{name:path}", "{name}").replace("{name}", names.get(start, "x")).replace("{field}", "when")
        )
        answer = alone.get(f"{filled}?{parameter}={quote(value)}", follow_redirects=False)
        if answer.status_code >= 500 or any(name not in answer.headers for name in headers.HEADERS):
            wrong.append((filled, parameter, value[:20], answer.status_code))
    assert wrong == []


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        (f"/incidents?page={10**20}", 400, "Pages are counted"),
        (f"/api/incidents?page={10**20}", 422, "Pages are counted"),
        (f"/places?number={10**20}", 422, "not valid"), ("/queue?done=foo", 400, "foo"),
        ("/reports/sample-02?done=foo", 400, "foo"), ("/reports?done=foo", 400, "foo"), ("/queue?done=accept", 200, ""),
    ],
)  # fmt: skip
def test_an_odd_address_is_refused_with_a_sentence(alone: TestClient, path: str, status: int, says: str) -> None:
    answer = alone.get(path)
    assert (answer.status_code, says in answer.text) == (status, True)


def test_every_completed_action_has_a_sentence() -> None:
    assert {*get_args(Verdict), *get_args(Action)} <= set(LABELS["done"])


@pytest.mark.parametrize("cookie", ["a/b=1", "a,b=1", "=", ";;;", "a=\x01", "tollbook-session=1; a/b", '"'])
def test_cookies_of_other_programs_do_not_matter(alone: TestClient, cookie: str) -> None:
    """Cookies do not know ports: any program on this computer can set them for all."""
    for path in ("/incidents", "/static/tollbook.css", "/api/incidents", "/login"):
        answer = alone.get(path, headers={"Cookie": cookie})
        assert answer.status_code == 200
        assert all(name in answer.headers for name in headers.HEADERS)


def test_ones_own_cookies_are_read_beside_others(alone: TestClient) -> None:
    mine = alone.post("/api/session", json={"name": "Vera"}, headers=OURS).cookies["tollbook-session"]
    odd = f"a/b=1; tollbook-session={mine}; tollbook-language=uk; x,y=2"
    answer = alone.get("/incidents", headers={"Cookie": odd})
    assert "Vera" in answer.text
    assert answer.headers["Content-Language"] == "uk"


@pytest.mark.parametrize("path", ["decisions", "session", "export", "briefs", "coding", "names/actors"])
def test_deeply_nested_json_is_refused(alone: TestClient, path: str) -> None:
    deep = b"[" * 100_000 + b"]" * 100_000
    for body in (deep, b'{"change": %b}' % deep, b'{"change":' * 50_000 + b"1" + b"}" * 50_000):
        answer = alone.post(f"/api/{path}", content=body, headers={"X-Tollbook-Person": "Vera"})
        assert answer.status_code in {404, 405, 422}
        assert answer.json()["error"]


def test_deeply_nested_json_in_a_form_is_refused(alone: TestClient) -> None:
    form = {"verdict": "correct", "subject": "x", "why": "y", "change": '{"a":' * 5_000}
    answer = alone.post("/decide", data=form, headers={"X-Tollbook-Person": "Vera"})
    assert answer.status_code == 400
    assert "levels deep" in answer.text


@given(
    st.recursive(
        st.none() | st.text() | st.integers(-9, 9), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_other_json_is_read_as_ever(value: object) -> None:
    assert decode(msgspec.json.encode(value), object) == value


@pytest.mark.parametrize("text", ['"' + '\\"' * 300_000 + '"', "[" * 40 + '"[[[[[[[[[[[[[["' + "]" * 40])
def test_brackets_in_strings_are_no_nesting(text: str) -> None:
    assert decode(text.encode(), object) == json.loads(text)
    with pytest.raises(msgspec.DecodeError, match="levels deep"):
        decode(b"[" * 60 + text.encode(), object)


@pytest.mark.parametrize("text", ['"' + '\\"' * 300_000, '"\\', '"['])
def test_a_string_that_does_not_end_is_looked_at_once(text: str) -> None:
    with pytest.raises(msgspec.DecodeError) as refused:
        decode(text.encode(), object)
    assert "levels deep" not in str(refused.value)


@pytest.mark.parametrize("name", ["two\nlines", "two\r\nlines/and a path", "last\n", "a\u2028b", "a?b#c"])
def test_ids_with_line_breaks_can_be_opened(tmp_path: Path, name: str) -> None:
    row = {"id": name, "text": "Four people were killed in Oberfeld on Monday, police said.", "outlet": f"The {name}"}
    (tmp_path / "a.jsonl").write_bytes(msgspec.json.encode(row))
    with Book.open(tmp_path / "a.book", create=True) as book:
        assert book.read([tmp_path / "a.jsonl"]).read == 1
        outlet = book.reports()[0].outlet or ""
    with TestClient(create_app(tmp_path / "a.book"), base_url=HERE) as client:
        path = f"/reports/{quote(name, safe='')}"
        assert path in client.get("/reports").text
        assert "Four people" in client.get(path).text
        assert client.get(f"/api{path}").json()["id"] == name
        assert client.get(f"/api{path}/sheet").status_code == 200
        assert client.get(f"/outlets/{quote(outlet, safe='')}").status_code == 200


def test_an_unexpected_error_has_a_sentence_and_the_headers(sample_book: Path) -> None:
    """Even where a program error reaches the outermost layer: nothing is cached, framed or loaded from elsewhere."""
    app = create_app(sample_book)
    app.state.book = None
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as client:
        for path in ("/incidents", "/api/incidents"):
            answer = client.get(path)
            assert answer.status_code == 500
            assert "Tollbook made an error" in answer.text
            assert answer.headers["Cache-Control"] == "no-store"
            assert all(name in answer.headers for name in headers.HEADERS)
