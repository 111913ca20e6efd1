"""Every route and every role: who may do what is written here once, and each route is asked as each role."""

import re
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from tests.test_web_security import routes_of
from tollbook.book import Book
from tollbook.web.accounts import Accounts
from tollbook.web.app import create_app
from tollbook.web.roles import ROLES
from tollbook.web.security.throttle import Throttle

PASSWORD = "seven grey herons wading"
OURS = {"X-Requested-With": "tollbook"}
#: The power that each route needs; "open" routes answer everybody. A new route needs a line here.
RULES = {
    "open": (
        "GET /login", "POST /login", "POST /language", "GET /api/session", "POST /api/session", "DELETE /api/session",
    ),
    "read": (
        "GET /", "GET /account", "GET /alerts", "GET /api/alerts", "GET /api/follows", "POST /alerts/read",
        "POST /api/alerts/read", "POST /incidents/{name}/follow", "PUT /api/incidents/{name}/follow",
        "DELETE /api/incidents/{name}/follow",
        "GET /api/brief", "GET /api/briefs", "GET /api/briefs/{name}", "GET /api/claims",
        "GET /api/claims/{name}", "GET /api/claims/{name}/filed",
        "GET /api/claims/{name}/likely", "GET /api/coding", "GET /api/coding/{name}",
        "GET /api/decisions", "GET /api/decisions/not-applied",
        "GET /api/gazetteer", "GET /api/incidents", "GET /api/incidents/{name}",
        "GET /api/incidents/{name}/brief", "GET /api/incidents/{name}/carried",
        "GET /api/incidents/{name}/fields/{field}",
        "GET /api/incidents/{name}/figures", "GET /api/incidents/{name}/parts", "GET /api/incidents/{name}/sources",
        "GET /api/incidents/{name}/why", "GET /api/methods", "GET /api/names/file", "GET /api/names/{kind}",
        "GET /api/outlets", "GET /api/persons", "GET /api/persons/proposals", "GET /api/persons/{name}",
        "GET /api/persons/{name}/proposals", "GET /api/places", "GET /api/queue", "GET /api/queue/{name}",
        "GET /api/queue/{name}/like", "GET /api/reports", "GET /api/reports/{name:path}",
        "GET /api/reports/{name:path}/editions", "GET /api/reports/{name:path}/sheet",
        "GET /api/reports/{name:path}/words", "GET /api/search", "GET /api/search/everything", "GET /api/speakers",
        "GET /api/series", "GET /api/series/{incident}", "GET /api/tolls", "GET /api/tolls/{name}",
        "GET /api/uploads/{batch}", "GET /api/verify", "GET /brief", "GET /series",
        "GET /brief.pdf", "GET /briefs", "GET /briefs/{name}", "GET /briefs/{name}.txt", "GET /claims/{name}",
        "GET /api/export", "GET /coding", "GET /coding/{name}", "GET /coding/{name}/agreement", "GET /compare",
        "GET /export", "GET /figure", "GET /help",
        "GET /export", "GET /help", "GET /import", "GET /api/imports", "GET /api/plots", "POST /api/plots",
        "GET /incidents", "GET /incidents/{name}", "GET /incidents/{name}/brief", "GET /incidents/{name}/brief.pdf",
        "GET /incidents/{name}/edit", "GET /incidents/{name}/series", "GET /incidents/{name}/why", "GET /linking",
        "GET /methods", "GET /names", "GET /names.csv",
        "GET /names/{kind}", "GET /outlets", "GET /outlets/{name:path}", "GET /persons", "GET /persons/proposals",
        "GET /persons/{name}", "GET /places", "GET /places/{name:path}", "GET /queue", "GET /queue/like",
        "GET /reading", "GET /since", "GET /names-waiting",
        "GET /reports", "GET /reports/{name:path}", "GET /api/sheet", "GET /search", "GET /speakers",
        "GET /speakers/{name:path}", "GET /tolls", "GET /tolls/{name}", "GET /tour", "POST /account/password",
        "POST /api/compare", "POST /api/compare/columns", "POST /api/export", "POST /api/incidents/{name}/preview",
        "POST /compare", "POST /export", "POST /figure", "POST /incidents/{name}/seen",
        "POST /api/sheet/preview",
        "POST /compare", "POST /export", "POST /incidents/{name}/seen",
        "POST /logout", "POST /seen", "PUT /api/account/password",
    ),
    "code": (
        "POST /api/coding/{name}/look", "POST /coding/{name}", "POST /coding/{name}/look",
        "PUT /api/coding/{name}/claims/{claim}",
    ),
    "decide": (
        "GET /claims/{name}/file", "GET /incidents/{name}/change/{field}", "POST /add", "POST /api/briefs",
        "POST /api/briefs/{name}/withdraw", "POST /api/claims/{name}/correct", "POST /api/claims/{name}/file",
        "POST /api/coding", "POST /api/decisions", "POST /api/decisions/{name}/undo",
        "POST /api/incidents/{name}/carried", "POST /incidents/{name}/carried",
        "POST /api/incidents/{name}/compose", "POST /incidents/{name}/series",
        "POST /api/series", "POST /api/series/{incident}/leave", "POST /api/series/{incident}/name",
        "POST /api/incidents/{name}/fields/{field}", "POST /api/names/file",
        "POST /api/names/{kind}", "POST /api/names/{kind}/apart", "POST /api/names/{kind}/different",
        "POST /api/queue/{name}/answers", "POST /api/reports/{name:path}/claims", "POST /briefs",
        "POST /briefs/{name}/withdraw", "POST /claims/{name}/file", "POST /coding", "POST /correct", "POST /decide",
        "POST /describe", "POST /reports", "POST /api/reports/descriptions",
        "POST /import/aside", "POST /api/imports/{name}/aside",
        "POST /incidents/{name}/change/{field}", "POST /names/import", "POST /names/{kind}/apart",
        "POST /names/{kind}/different", "POST /names/{kind}/settle", "POST /persons/{name}/edit",
        "POST /persons/{name}/no-person", "POST /persons/{name}/split", "POST /queue/answer", "POST /undo",
        "GET /sheet", "POST /sheet", "POST /api/sheet",
        "GET /incidents/{name}/change/figures", "POST /incidents/{name}/change/figures",
        "GET /incidents/{name}/add/person", "POST /incidents/{name}/add/person",
        "GET /tolls/{name}/change", "POST /tolls/{name}/change",
    ),
    "add": (
        "POST /api/imports", "POST /api/imports/preview", "POST /api/uploads", "POST /import", "POST /reading/again",
        "POST /upload",
    ),
    "administer": (
        "DELETE /api/accounts/{name}", "GET /api/accounts", "POST /account/add", "POST /account/remove",
        "POST /account/role", "POST /api/accounts", "PUT /api/accounts/{name}/role",
    ),
}  # fmt: skip
POWER_OF = {route: power for power, routes in RULES.items() for route in routes}
#: Routes that end the session of whoever asks.
ENDING = {"POST /logout", "DELETE /api/session"}


def routes(app: FastAPI) -> Iterator[str]:
    """Every route of the pages and of the API, as method and path."""
    api = next(route.app for route in app.routes if getattr(route, "path", "") == "/api")  # type: ignore[attr-defined]
    for start, router in (("", app.router), ("/api", api.router)):
        for route in routes_of(router):
            yield from (f"{method} {start}{route.path}" for method in sorted(route.methods - {"HEAD"}))


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    """The web interface on an empty book, with an account of each role."""
    folder = tmp_path_factory.mktemp("roles")
    Book.open(folder / "a.book", create=True).close()
    accounts = Accounts(folder / "a.accounts")
    for role in reversed(ROLES):
        accounts.add(f"{role.title()} One", PASSWORD, role)
    return create_app(folder / "a.book", accounts=accounts.path)


@pytest.fixture(autouse=True)
def nobody_has_guessed(guarded: FastAPI) -> None:
    """Empty forms of sign-in count as guesses."""
    guarded.state.throttle = Throttle()


def test_every_route_has_a_rule(guarded: FastAPI) -> None:
    assert set(routes(guarded)) == set(POWER_OF)


@pytest.mark.parametrize("role", ["nobody", *ROLES])
def test_every_route_answers_a_role_as_its_rule_says(guarded: FastAPI, role: str) -> None:
    client = TestClient(guarded, base_url="http://book.example", headers=OURS, follow_redirects=False)
    if role != "nobody":
        signed_in = client.post("/api/session", json={"name": f"{role} one", "password": PASSWORD})
        assert signed_in.json()["role"] == role
    powers = dict(ROLES).get(role, frozenset())
    wrong = []
    for route in sorted(set(POWER_OF) - ENDING):
        method, path = route.split(" ")
        answer = client.request(method, re.sub(r"\{[^}]+\}", "x", path))
        sent_away = answer.status_code == 401 or answer.headers.get("location", "").startswith("/login")
        power = POWER_OF[route]
        if power == "open":
            right = not sent_away
        elif role == "nobody":
            right = sent_away
        else:
            right = (answer.status_code == 403) == (power not in powers) and not sent_away
        if not right:
            wrong.append((route, answer.status_code))
    assert wrong == []


def test_the_session_ends_for_whoever_ends_it(guarded: FastAPI) -> None:
    for route in sorted(ENDING):
        client = TestClient(guarded, base_url="http://book.example", headers=OURS, follow_redirects=False)
        client.post("/api/session", json={"name": "reader one", "password": PASSWORD})
        assert client.get("/api/methods").status_code == 200
        client.request(*route.split(" "))
        assert client.get("/api/methods").status_code == 401
