"""Access control: host, session, token, role; and captured text is shown, never run."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from fastapi import FastAPI
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from tollbook.book import Book
from tollbook.cli import main
from tollbook.errors import NoSuchRecord, Refused, TollbookError
from tollbook.web.accounts import Accounts
from tollbook.web.app import create_app
from tollbook.web.pages.deciding import inside
from tollbook.web.roles import ROLES
from tollbook.web.security.bodies import LARGEST_BODY
from tollbook.web.security.sessions import Sessions
from tollbook.web.security.throttle import Throttle, TooManyAttempts

HERE = "http://127.0.0.1"
PASSWORD = "seven grey herons wading"
NASTY = (
    "<script>alert(1)</script><img src=x onerror=alert(2)> Four people were killed in Oberfeld on Monday, police said."
)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("book")
    (folder / "nasty.txt").write_text(f"{NASTY}\n")
    with Book.open(folder / "a.book", create=True) as opened:
        opened.read([folder / "nasty.txt"], outlet="<b>Valley Post</b>")
    return folder / "a.book"


@pytest.fixture(scope="module")
def accounts(tmp_path_factory: pytest.TempPathFactory) -> Accounts:
    made = Accounts(tmp_path_factory.mktemp("accounts") / "a.accounts")
    for role in reversed(ROLES):
        made.add(f"{role.title()} One", PASSWORD, role)
    return made


@pytest.fixture
def alone(book: Path) -> Iterator[TestClient]:
    """A user at the computer of the web interface, not signed in."""
    with TestClient(create_app(book), base_url=HERE) as client:
        yield client


@pytest.fixture
def guest(book: Path, accounts: Accounts) -> Iterator[TestClient]:
    """A user of a web interface with accounts, not signed in."""
    with TestClient(create_app(book, accounts=accounts.path), base_url="http://book.example") as client:
        yield client


def token(client: TestClient) -> str:
    found = re.search(r'name="csrf" value="([0-9a-f]+)"', client.get("/login").text)
    assert found is not None
    return found[1]


def sign_in(client: TestClient, name: str, password: str = PASSWORD) -> int:
    form = {"csrf": token(client), "name": name, "password": password, "next": "/incidents"}
    return client.post("/login", data=form, follow_redirects=False).status_code


# ------------------------------------------------------------------------------------------------ host and headers
@pytest.mark.parametrize("host", ["127.0.0.1:8800", "localhost", "[::1]:8800", "LOCALHOST:1"])
def test_requests_from_this_computer_are_answered(alone: TestClient, host: str) -> None:
    assert alone.get("/incidents", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "127.0.0.1.evil.example",
        "192.168.0.7:8800",
        "[",
        "",
        "localhost@x",
        "evil@localhost",
        "localhost:1:2",
        "localhost/x",
    ],
)
def test_another_host_name_for_this_computer_is_refused(alone: TestClient, host: str) -> None:
    assert alone.get("/incidents", headers={"host": host}).status_code == 421


@pytest.mark.parametrize(("client", "status"), [("192.168.0.7", 421), ("127.0.0.1", 200), ("::ffff:127.0.0.1", 200)])
def test_without_accounts_other_computers_are_not_answered(book: Path, client: str, status: int) -> None:
    with TestClient(create_app(book), base_url=HERE, client=(client, 5000)) as caller:
        assert caller.get("/incidents").status_code == status


@pytest.mark.parametrize(
    "path", ["/incidents", "/login", "/static/tollbook.css", "/api/reports", "/nowhere", "/api/no"]
)
def test_every_answer_carries_the_headers(alone: TestClient, path: str) -> None:
    headers = alone.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert (headers.get("cache-control") == "no-store") == (not path.startswith("/static"))


def test_the_session_cookie_is_kept_from_scripts_and_other_sites(alone: TestClient) -> None:
    cookie = alone.get("/login").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "secure" not in cookie


def test_over_tls_the_cookie_is_secure(book: Path, accounts: Accounts) -> None:
    with TestClient(create_app(book, accounts=accounts.path), base_url="https://book.example") as client:
        answer = client.get("/login")
        assert "; secure" in answer.headers["set-cookie"].lower()
        assert "strict-transport-security" in answer.headers


# ------------------------------------------------------------------------------------------------ captured text
def test_captured_text_is_inert(alone: TestClient, book: Path) -> None:
    with Book.open(book) as opened:
        (report,) = opened.reports()
    page = alone.get(f"/reports/{report.id}").text
    assert "<script>alert" not in page
    assert "onerror=alert(2)&gt;" in page
    assert "<b>Valley" not in page
    assert "<b>Valley" not in alone.get("/reports").text


def test_no_template_has_inline_script_or_style() -> None:
    folder = Path(str(create_app.__code__.co_filename)).parent / "templates"
    for template in folder.glob("*.html"):
        text = template.read_text("utf-8")
        assert not re.search(r"\sstyle\s*=|\son[a-z]+\s*=\s*\"|<style|javascript:", text), template
        assert not re.search(r"<script(?![^>]*(?:\ssrc=|application/json))", text), template
        assert "hx-on" not in text, template
        assert not re.search(r'(?:src|href)="https?:', text), template


# ------------------------------------------------------------------------------------------------ tokens
def test_unsafe_requests_need_the_token(alone: TestClient) -> None:
    sign_in(alone, "Vera")
    form = {"verdict": "accept", "subject": "x", "why": "y"}
    assert alone.post("/decide", data=form).status_code == 403
    assert alone.post("/decide", data=form | {"csrf": "0" * 64}).status_code == 403
    assert alone.post("/decide", data=form | {"csrf": "ä"}).status_code == 403
    assert alone.post("/decide", data=form | {"csrf": token(alone)}).status_code == 404
    assert alone.post("/decide", data=form, headers={"X-CSRF-Token": token(alone)}).status_code == 404


def test_the_token_of_another_session_is_none_here(alone: TestClient, book: Path) -> None:
    with TestClient(create_app(book), base_url=HERE) as other:
        foreign = token(other)
    assert alone.post("/login", data={"csrf": foreign, "name": "Vera"}).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://127.0.0.1:9999"},
    ],
)
def test_other_sites_cannot_send_even_with_the_token(alone: TestClient, headers: dict[str, str]) -> None:
    form = {"csrf": token(alone), "name": "Vera"}
    assert alone.post("/login", data=form, headers=headers).status_code == 403
    assert (
        alone.post("/api/session", json={"name": "V"}, headers={"X-Requested-With": "x"} | headers).status_code == 403
    )


def test_a_null_origin_from_the_same_site_is_accepted(alone: TestClient) -> None:
    form = {"csrf": token(alone), "name": "Vera"}
    answer = alone.post("/login", data=form, headers={"Origin": "null", "Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 200


def test_too_large_a_body_is_refused(alone: TestClient) -> None:
    assert alone.post("/login", data={"name": "x" * LARGEST_BODY}).status_code == 413


def every_route(app: FastAPI) -> Iterator[APIRoute]:
    for context in (app, *(route.app for route in app.routes if hasattr(route, "app"))):
        router = getattr(context, "router", None)
        yield from routes_of(router) if router is not None else ()


def routes_of(router: object) -> Iterator[APIRoute]:
    for route in getattr(router, "routes", ()):
        if isinstance(route, APIRoute):
            yield route
        elif (included := getattr(route, "original_router", None)) is not None:
            yield from routes_of(included)


def test_every_unsafe_route_declares_a_permission(book: Path) -> None:
    open_to_all = {"/login", "/logout", "/language", "/session", "/account/password"}
    found = {}
    for route in every_route(create_app(book)):
        if route.methods - {"GET", "HEAD"}:
            powers = {getattr(each.call, "power", None) for each in route.dependant.dependencies} - {None}
            found[route.path] = powers
    assert {"/decide", "/correct", "/add", "/undo", "/export", "/account/add", "/decisions"} <= set(found)
    assert {path for path, powers in found.items() if not powers} <= open_to_all


# ------------------------------------------------------------------------------------------------ on one's own computer
def test_without_a_name_users_read_and_cannot_decide(alone: TestClient) -> None:
    assert alone.get("/incidents").status_code == 200
    answer = alone.post("/decide", data={"csrf": token(alone), "verdict": "accept", "subject": "x", "why": "y"})
    assert answer.status_code == 403
    assert "Sign in first" in answer.text


def test_the_name_is_remembered(alone: TestClient, book: Path) -> None:
    assert sign_in(alone, "Vera Lindström") == 303
    assert "Vera Lindström" in alone.get("/incidents").text
    with TestClient(create_app(book), base_url=HERE, cookies=alone.cookies) as restarted:
        assert "Vera Lindström" in restarted.get("/incidents").text


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "Ve\nra"])
def test_an_invalid_name_is_refused(alone: TestClient, name: str) -> None:
    assert sign_in(alone, name) == 403


# ------------------------------------------------------------------------------------------------ accounts
@pytest.mark.parametrize("path", ["/", "/incidents", "/reports/x", "/queue", "/coding", "/account", "/nowhere"])
def test_with_accounts_nothing_can_be_read_before_signing_in(guest: TestClient, path: str) -> None:
    answer = guest.get(path, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/login")
    assert guest.get("/api/incidents").status_code == 401
    assert guest.post("/api/decisions", json={}, headers={"X-Requested-With": "x"}).status_code == 401


def test_no_header_replaces_an_account(guest: TestClient) -> None:
    assert guest.get("/api/reports", headers={"X-Tollbook-Person": "Admin One"}).status_code == 401


def test_signing_in_and_out(guest: TestClient) -> None:
    before = guest.get("/login").cookies.get("tollbook-session")
    assert sign_in(guest, "editor one") == 303
    stolen = guest.cookies["tollbook-session"]
    assert stolen != before
    assert guest.get("/incidents").status_code == 200
    guest.post("/logout", data={"csrf": token(guest)})
    assert guest.get("/incidents", follow_redirects=False).status_code == 303
    guest.cookies.set("tollbook-session", stolen)
    assert guest.get("/incidents", follow_redirects=False).status_code == 303


def test_wrong_passwords_must_wait(guest: TestClient) -> None:
    assert [sign_in(guest, "Reader One", "not the password at all") for _ in range(6)] == [403] * 6
    assert sign_in(guest, "Reader One") == 429


@pytest.mark.parametrize(
    ("role", "path", "allowed"),
    [
        ("reader", "/decide", False), ("reader", "/coding", False), ("reader", "/account/add", False),
        ("coder", "/decide", False), ("coder", "/coding", False), ("editor", "/account/add", False),
        ("editor", "/decide", True), ("admin", "/decide", True), ("admin", "/account/add", True),
    ],
)  # fmt: skip
def test_permissions_of_each_role(guest: TestClient, role: str, path: str, allowed: bool) -> None:
    assert sign_in(guest, f"{role.title()} One") == 303
    answer = guest.post(path, data={"csrf": token(guest), "verdict": "accept", "subject": "x", "why": "y"})
    assert (answer.status_code != 403) == allowed


def test_a_removed_account_is_refused_at_once(book: Path, tmp_path: Path) -> None:
    accounts = Accounts(tmp_path / "a.accounts")
    for name, role in (("Vera", "admin"), ("Mirko", "editor")):
        accounts.add(name, PASSWORD, role)
    with TestClient(create_app(book, accounts=accounts.path), base_url="http://book.example") as client:
        sign_in(client, "Mirko")
        assert client.get("/incidents").status_code == 200
        accounts.remove("Mirko")
        assert client.get("/incidents", follow_redirects=False).status_code == 303


def test_a_new_password_ends_other_sessions(book: Path, tmp_path: Path) -> None:
    accounts = Accounts(tmp_path / "a.accounts")
    accounts.add("Vera", PASSWORD, "admin")
    app = create_app(book, accounts=accounts.path)
    with TestClient(app, base_url="http://b.example") as one, TestClient(app, base_url="http://b.example") as other:
        assert (sign_in(one, "Vera"), sign_in(other, "Vera")) == (303, 303)
        form = {"csrf": token(one), "old": PASSWORD, "new": "eight blue kettles humming"}
        assert one.post("/account/password", data=form).status_code == 200
        assert one.get("/incidents").status_code == 200
        assert other.get("/incidents", follow_redirects=False).status_code == 303


def test_a_file_without_accounts_is_refused(book: Path, tmp_path: Path) -> None:
    with pytest.raises(TollbookError, match="tollbook accounts add"):
        create_app(book, accounts=tmp_path / "none.accounts")


@pytest.mark.usefixtures("costly_hashes")
def test_passwords_are_hashed_as_rfc_9106_recommends(tmp_path: Path) -> None:
    made = Accounts(tmp_path / "accounts")
    made.add("Vera Lind", PASSWORD, "reader")
    assert "$argon2id$v=19$m=65536,t=3,p=4$" in made.path.read_text()


def test_the_file_has_argon2id_and_is_private(accounts: Accounts) -> None:
    text = accounts.path.read_text()
    assert text.count("$argon2id$") == len(ROLES)
    assert PASSWORD not in text
    assert accounts.path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("name", "password", "role"),
    [
        ("Admin One", PASSWORD, "reader"), ("ADMIN ONE", PASSWORD, "reader"), ("New", "short", "reader"),
        ("New", PASSWORD, "king"), ("", PASSWORD, "reader"), ("A\nB", PASSWORD, "reader"),
        ("Newcomer", "newcomer newcomer", "reader"), ("New", "a" * 20, "reader"), ("New", "x" * 600, "reader"),
    ],
)  # fmt: skip
def test_invalid_accounts_are_refused(accounts: Accounts, name: str, password: str, role: str) -> None:
    with pytest.raises(Refused):
        accounts.add(name, password, role)


def test_the_last_admin_stays(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path / "a.accounts")
    accounts.add("Vera", PASSWORD, "admin")
    accounts.add("Mirko", PASSWORD, "editor")
    with pytest.raises(Refused, match="only admin"):
        accounts.remove("Vera")
    with pytest.raises(Refused, match="only admin"):
        accounts.set_role("Vera", "reader")
    with pytest.raises(NoSuchRecord):
        accounts.remove("Nobody")


def test_the_command_line_keeps_accounts(tmp_path: Path) -> None:
    run, book = CliRunner(), str(tmp_path / "a.book")
    given = run.invoke(main, ["accounts", "add", "Vera", "--role", "admin", "--password", PASSWORD, "--book", book])
    assert given.exit_code == 0
    assert Accounts(tmp_path / "a.book.accounts").check("vera", PASSWORD) is not None
    assert "admin\tVera" in run.invoke(main, ["accounts", "list", "--book", book]).output
    assert run.invoke(main, ["accounts", "remove", "Vera", "--book", book]).exit_code == 0
    refused = run.invoke(main, ["accounts", "list", "--book", "postgresql://x/y"])
    assert refused.exit_code == 2
    assert "--accounts FILE" in refused.output


# ------------------------------------------------------------------------------------------------ parts
@given(st.text())
def test_no_text_is_a_session(cookie: str) -> None:
    assert Sessions().read(cookie) is None


@given(name=st.text(max_size=80), fingerprint=st.text(max_size=16))
def test_sessions_are_read_as_written_and_by_no_other_key(name: str, fingerprint: str) -> None:
    ours, theirs = Sessions(), Sessions()
    session = ours.new(name, fingerprint)
    assert ours.read(ours.write(session)) == session
    assert theirs.read(ours.write(session)) is None
    assert ours.holds(session, ours.token(session))
    assert not theirs.holds(session, ours.token(session))
    ours.end(session)
    assert ours.read(ours.write(session)) is None


def test_the_wait_doubles_and_ends() -> None:
    now = 0.0
    throttle = Throttle(clock=lambda: now)
    for _ in range(5):
        throttle.begin("a", "b")
    waits = []
    for _ in range(3):
        throttle.begin("a", "c")
        with pytest.raises(TooManyAttempts, match="try again") as refused:
            throttle.begin("b", "a")
        waits.append(refused.value.wait)
        now += refused.value.wait
    assert waits == [2, 4, 8]
    throttle.begin("a", "d")
    throttle.forget("a")
    throttle.begin("a", "e")
    throttle.begin("a", "e")


@given(st.text() | st.sampled_from(["//evil.example", "/\\evil.example", "https://evil.example", "/\nx", ""]))
def test_redirects_stay_within_the_web_interface(where: str) -> None:
    found = inside(where, "/queue")
    assert re.match(r"/(?![/\\])", found)
    assert "\n" not in found
