"""The language of the interface: chosen per request, and every text of a page can be translated."""

import io
import re
import shlex
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import get_args
from urllib.parse import quote

import pytest
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po
from fastapi.testclient import TestClient
from starlette.datastructures import Headers

from tests.pseudo_locale import escaped, strings, unmarked, visible
from tests.test_web_security import routes_of
from tollbook import model
from tollbook.book import Book
from tollbook.book.plots import PlotRequest
from tollbook.decisions.decision import Verdict
from tollbook.locale import messages
from tollbook.reconcile import RULES
from tollbook.reconcile.settled_names import NameKind
from tollbook.review import incident_fields, intercoder
from tollbook.search.query import Sort
from tollbook.web import language, last_visit
from tollbook.web.accounts import Accounts
from tollbook.web.accuracy import table
from tollbook.web.app import create_app
from tollbook.web.labels import LABELS, label
from tollbook.web.pages.methods import lexicons
from tollbook.web.rendering import NAVIGATION
from tollbook.web.roles import ROLES

HERE = "http://127.0.0.1"
MAKEFILE = Path("Makefile").read_text("utf-8")
CATALOGUES = Path("src/tollbook/locale")
FIELD = re.compile(r"\{(\w+)")
SAMPLES = Path(str(resources.files("tollbook").joinpath("samples")))
PASSWORD = "seven grey herons wading"
OURS = {"X-Requested-With": "tollbook"}
#: Texts that users write into the book of these tests.
WRITTEN = ("Vera Lind", "Mirko Dahl", "Round A", "residents did not count", "an error in a name")


@pytest.fixture(scope="module", autouse=True)
def pseudo_locale() -> Iterator[None]:
    """The pseudo-locale as a language that can be chosen."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(messages, "languages", lambda: (messages.SOURCE, messages.PSEUDO))
        yield


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with decisions, a finished coding round and a signed brief."""
    path = tmp_path_factory.mktemp("language") / "a.book"
    with Book.open(path, create=True) as book:
        book.read([SAMPLES / "reports.jsonl"], places=SAMPLES / "places.csv")
        strike = next(each for each in book.incidents() if each.kind == "airstrike")
        claim = strike.figures["injured"].high_claims[0]
        round_ = book.review.coding.open("Round A", size=2, who="Vera Lind")
        for who, kind in (("Vera Lind", "killed"), ("Mirko Dahl", "injured")):
            for each in round_.claims:
                book.review.coding.code(round_.id, each, {"kind": kind, "scope": "part"}, who=who)
        book.decide("reject", claim, who="Mirko Dahl", why="residents did not count")
        killed = strike.figures["killed"].best_claims[0]
        book.decide("correct", killed, who="Mirko Dahl", why="an error in a name", change={"stance": "estimates"})
    with signed_in(path, "Vera Lind") as client:
        (found,) = client.get("/api/incidents?kind=airstrike").json()["incidents"]
        made = client.get(f"/api/incidents/{found['id']}/brief").json()
        asked = {"asked": made["draft"]["asked"], "sha256": made["sha256"]}
        signed = client.post("/api/briefs", json=asked, headers=OURS).json()
        client.post(f"/api/briefs/{signed['id']}/withdraw", json={"why": "an error in a name"}, headers=OURS)
        client.post("/api/briefs", json=asked, headers=OURS)
    return path


def signed_in(path: Path, name: str, accounts: Path | None = None) -> TestClient:
    """A browser that chose the pseudo-locale."""
    client = TestClient(create_app(path, accounts=accounts), base_url=HERE)
    client.post("/api/session", json={"name": name, "password": PASSWORD}, headers=OURS)
    client.cookies.set(language.COOKIE, messages.PSEUDO)
    return client


@pytest.fixture(scope="module")
def client(where: Path) -> Iterator[TestClient]:
    with signed_in(where, "Vera Lind") as made:
        yield made


@pytest.fixture(scope="module")
def book(where: Path) -> Iterator[Book]:
    with Book.open(where) as opened:
        yield opened


@pytest.fixture(scope="module")
def data(book: Book, client: TestClient) -> set[str]:
    """Every string of the book, and the names and numbers that Tollbook shows about itself."""
    sheets = [book.review.report(report.id) for report in book.reports()]
    candidates = [question.candidates for question in book.queue()]
    found = strings(
        book.reports(), book.incidents.claims(), book.incidents(), book.incidents.tolls(), book.review.decisions(),
        candidates, [sheet.claims for sheet in sheets], book.signing.all(), book.review.coding.rounds(), WRITTEN,
        [*RULES], lexicons(),
        [(row.set, row.commit, row.measured) for row in table()], sentences(book, client),
        [claim.count.text.lower() for claim in book.incidents.claims() if claim.count],
    )  # fmt: skip
    return found | set(book.search.index().finders) | {"F1", "rules-en", "en"}


def sentences(book: Book, client: TestClient) -> set[str]:
    """Generated sentences of records, which the packages below the interface make."""
    dossiers = [book.dossier(each.id) for each in book.incidents()]
    return strings(
        book.queue(),
        [intercoder.agreement(each) for each in book.review.coding.rounds()],
        client.get("/api/brief").json(),
        [client.get(f"/api/{each}/none").json() for each in ("incidents", "tolls", "reports")],
        client.get("/api/incidents?page=0").json(),
        [(each.explanation, each.sensitivity, each.measured, each.sources) for each in dossiers],
        [book.signing.since(each, each.text) for each in book.signing.all()],
        [book.plots.preview(PlotRequest(plot=each), "png").alt for each in ("weeks", "sources")],
        [book.plots.preview(PlotRequest(plot="sources", incident=each.id), "png").alt for each in book.incidents()],
    )


@pytest.fixture(scope="module")
def addresses(book: Book) -> dict[str, list[str]]:
    """Addresses to look at, by the route that answers them."""
    strike = next(each for each in book.incidents() if each.kind == "airstrike")
    claims, round_ = book.incidents.claims(), book.review.coding.rounds()[0]
    reports = [f"/reports/{quote(report.id, safe='')}" for report in book.reports()]
    marked = f"{reports[0]}?start=0&end=5"
    fields, one = incident_fields.CLAIM_FIELDS, quote(claims[0].id)
    persons = book.persons().persons
    answer = next(each for each in book.queue() if each.cards)
    return {
        "/": ["/"],
        "/export": ["/export"],
        "/figure": ["/figure?profile=", f"/figure?profile=&plot=sources&incident={strike.id}", "/figure?plot=sources"],
        "/help": ["/help"],
        "/tour": ["/tour"],
        "/search": ["/search", "/search?question=velmar", "/search?question=zzz"],
        "/linking": ["/linking"], "/reading": ["/reading"], "/since": ["/since"], "/names-waiting": ["/names-waiting"],
        "/incidents/{name}/change/figures": [f"/incidents/{strike.id}/change/figures?item=injured"],
        "/incidents/{name}/add/person": [f"/incidents/{strike.id}/add/person"],
        "/tolls/{name}/change": [f"/tolls/{each.id}/change" for each in book.incidents.tolls()],
        "/persons": ["/persons", "/persons?text=zzz"],
        "/persons/proposals": ["/persons/proposals"],
        "/persons/{name}": [f"/persons/{quote(person.id)}" for person in persons],
        "/names/{kind}": [f"/names/{kind}" for kind in get_args(NameKind)],
        "/claims/{name}/file": [f"/claims/{one}/file"],
        "/incidents/{name}/series": [f"/incidents/{strike.id}/series", f"/incidents/{strike.id}/series?text=nowhere"],
        "/incidents/{name}/edit": [f"/incidents/{strike.id}/edit", f"/incidents/{strike.id}/edit?do=split+by+day"],
        "/incidents/{name}/change/{field}": [f"/incidents/{strike.id}/change/{field}" for field in fields],
        "/sheet": [f"/sheet?incident={strike.id}"],
        "/queue/like": [f"/queue/like?question={answer.id}&action={answer.answers[0].action}&card=1"],
        "/incidents": ["/incidents", "/incidents?kind=airstrike&as_of=2021-10-06", "/incidents?text=nothing&page=1"],
        "/incidents/{name}": [*(f"/incidents/{each.id}" for each in book.incidents()),
                              f"/incidents/{strike.id}?as_of=2021-10-01", f"/incidents/{strike.id}?done=undone"],
        "/incidents/{name}/why": [f"/incidents/{strike.id}/why"],
        "/incidents/{name}/brief": [f"/incidents/{strike.id}/brief"],
        "/brief": ["/brief"],
        "/briefs": ["/briefs"],
        "/briefs/{name}": [f"/briefs/{each.id}" for each in book.signing.all()],
        "/claims/{name}": [f"/claims/{quote(claim.id)}" for claim in claims],
        "/series": ["/series"],
        "/tolls": ["/tolls"],
        "/tolls/{name}": [f"/tolls/{each.id}" for each in book.incidents.tolls()],
        "/places": ["/places", "/places?text=zzz"],
        "/places/{name:path}": ["/places/Velmar"],
        "/speakers": ["/speakers"],
        "/speakers/{name:path}": ["/speakers/Ilyas%20Tarkhan"],
        "/outlets": ["/outlets"],
        "/outlets/{name:path}": ["/outlets/Harbour%20Daily"],
        "/methods": ["/methods"],
        "/alerts": ["/alerts"],
        "/login": ["/login"],
        "/account": ["/account?done=yes"],
        "/reports": ["/reports", "/reports?text=zzz"],
        "/reports/{name:path}": [*reports, marked, f"{reports[0]}?words=the", f"{reports[0]}?words=zzz",
                                 *(f"/reports/{quote(each.report, safe='')}?claim={each.id}&done=add"
                                   for each in claims[:6])],
        "/queue": [*(f"/queue?at=x.{place}" for place in range(12)), f"/queue?incident={strike.id}&done=accept"],
        "/coding": ["/coding"],
        "/compare": ["/compare"],
        "/import": ["/import"],
        "/coding/{name}": [f"/coding/{round_.id}", f"/coding/{round_.id}?claim={round_.claims[0]}"],
        "/coding/{name}/agreement": [f"/coding/{round_.id}/agreement"],
        "nowhere": ["/nowhere", "/incidents/none", "/incidents?page=first", "/incidents?page=0", "/tolls/none",
                    "/reports/none"],
    }  # fmt: skip


#: Parts of a page, which a script puts into it.
FRAGMENTS = {"/linking", "/names-waiting", "/reading"}
#: Routes without a page of ours: files, and the forwarding of "/names".
NO_PAGE = {
    "/incidents/{name}/brief.pdf", "/brief.pdf", "/briefs/{name}.txt", "/names", "/names.csv", "/openapi.json",
}  # fmt: skip


def test_every_page_is_looked_at(where: Path, addresses: dict[str, list[str]]) -> None:
    pages = {route.path for route in routes_of(create_app(where).router) if "GET" in route.methods}
    assert pages - NO_PAGE <= set(addresses)


def test_a_translation_reaches_every_text(client: TestClient, data: set[str], addresses: dict[str, list[str]]) -> None:
    found = {}
    for address in (each for every in addresses.values() for each in every):
        page = client.get(address)
        if address not in FRAGMENTS:
            assert f'<html lang="{language.tag(messages.PSEUDO)}"' in page.text, address
        if beyond := escaped(visible(page.text), data):
            found[address] = beyond
    assert not found


def test_a_translation_reaches_forms_and_refusals(where: Path, data: set[str], tmp_path: Path) -> None:
    accounts = Accounts(tmp_path / "a.accounts")
    for name, role in (("Vera Lind", "admin"), ("Mirko Dahl", "coder"), ("Ada Berg", "reader")):
        accounts.add(name, PASSWORD, role)
    names = data | {"Ada Berg"}
    for name in ("Vera Lind", "Mirko Dahl", "Ada Berg", ""):
        with signed_in(where, name, accounts.path) as client:
            for address in ("/account", "/queue", "/coding", "/briefs", "/login"):
                assert not escaped(visible(client.get(address).text), names), (name, address)


def test_changes_since_the_last_visit_are_translated(client: TestClient, book: Book, data: set[str]) -> None:
    incident = next(each for each in book.incidents() if each.kind == "airstrike")
    seen = last_visit.recall(last_visit.remember(incident))
    assert seen is not None
    assert set(seen.figures) == set(incident.figures)
    client.get(f"/incidents/{incident.id}")
    book.decide("accept", incident.figures["killed"].best_claims[0], who="Mirko Dahl", why="an error in a name")
    book.settle()
    page = client.get(f"/incidents/{incident.id}").text
    assert "⟦Mark as seen⟧" in page
    assert not escaped(visible(page), data)


# ------------------------------------------------------------------------------------------------ choosing
@pytest.mark.parametrize(
    ("header", "codes"),
    [
        ("", []), ("uk", ["uk"]), ("uk-UA,uk;q=0.9,en;q=0.8", ["uk_UA", "uk", "en"]), ("en;q=0.1,fr", ["fr", "en"]),
        ("en;q=x,fr;q=0", []), (",,", []),
    ],
)  # fmt: skip
def test_accepted_languages(header: str, codes: list[str]) -> None:
    assert language.accepted_languages(header) == codes


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({}, "en"), ({"accept-language": "fr,en-XA;q=0.5"}, "en_XA"), ({"accept-language": "fr"}, "en"),
        ({"cookie": "tollbook-language=en_XA"}, "en_XA"), ({"cookie": "tollbook-language=xx"}, "en"),
        ({"cookie": "tollbook-language=en", "accept-language": "en-XA"}, "en"), ({"cookie": "\x00;=;"}, "en"),
    ],
)  # fmt: skip
def test_the_cookie_goes_before_the_header(headers: dict[str, str], code: str) -> None:
    assert language.choose(Headers(headers)) == code


def test_the_menu_sets_the_language(where: Path) -> None:
    with TestClient(create_app(where), base_url=HERE) as client:
        page = client.get("/reports?text=market")
        assert page.headers["content-language"] == "en"
        token = re.search(r'name="csrf" value="([^"]*)"', page.text)
        assert token is not None
        form = {"csrf": token[1], "language": messages.PSEUDO, "next": "/reports?text=market"}
        assert client.post("/language", data=form | {"language": "xx"}).headers["content-language"] == "en"
        answer = client.post("/language", data=form)
        assert answer.url.query == b"text=market"
        assert answer.headers["content-language"] == "en-XA"
        assert "⟦Reports⟧" in answer.text


def test_the_api_answers_in_english(client: TestClient) -> None:
    assert "⟦" not in client.get("/api/incidents/none").text


def test_the_writing_direction_of_a_language() -> None:
    assert (language.direction("uk"), language.direction("ar")) == ("ltr", "rtl")
    assert language.name("uk") == "Українська (машинний переклад)"


# ------------------------------------------------------------------------------------------------ labels and messages
@pytest.mark.parametrize(
    ("values", "of"),
    [
        (get_args(model.ClaimKind), "claim_kind"), (get_args(model.IncidentKind), "incident_kind"),
        (get_args(model.Scope), "scope"), (get_args(model.Stance), "stance"), (get_args(model.Status), "people_status"),
        (get_args(model.Qualifier), "qualifier"), (get_args(model.FigureStatus), "figure_status"),
        (get_args(model.Precision), "precision"), (get_args(model.Basis), "basis"),
        (get_args(model.VictimEffect), "claim_kind"), (get_args(model.SiteEffect), "site_effect"),
        (get_args(model.Certainty), "certainty"), (get_args(Verdict), "verdict"),
        ((*get_args(Verdict), "undone"), "done"),
        (get_args(Sort), "sort"), (tuple(ROLES), "role"), (tuple(ROLES), "role_description"),
        (tuple(name for _, name in NAVIGATION), "page"), (tuple(row.field for row in table()), "measured_field"),
    ],
)  # fmt: skip
def test_every_value_has_a_label(values: tuple[str, ...], of: str) -> None:
    assert set(values) <= set(LABELS[of])


def test_the_catalogue_has_every_message(tmp_path: Path) -> None:
    made = tmp_path / "tollbook.pot"
    (command,) = re.findall(r"pybabel --quiet (extract .*?)--output-file \S+ (.*?)\n\t@for", MAKEFILE, re.DOTALL)
    arguments = shlex.split(" ".join(command).replace("\\\n", " "))
    CommandLineInterface().run(["pybabel", "--quiet", *arguments[:-2], "--output-file", str(made), *arguments[-2:]])
    assert made.read_text("utf-8") == (CATALOGUES / "tollbook.pot").read_text("utf-8"), "run: make messages"


def test_translations_have_the_fields_of_their_messages() -> None:
    for path in CATALOGUES.glob("*/tollbook.po"):
        for each in read_po(io.BytesIO(path.read_bytes()), locale=path.parent.name):
            known = set(FIELD.findall(str(each.id)))
            for form in each.string if isinstance(each.string, tuple) else (each.string,):
                assert set(FIELD.findall(form)) <= known, each.id


def test_a_value_without_label_is_shown_as_it_is() -> None:
    assert label("lighthouse", "thing_kind") == "lighthouse"
    assert label(None, "sex") == ""
    with pytest.raises(KeyError):
        label("killed", "no such table")


@pytest.mark.parametrize(
    ("text", "parts"),
    [("⟦Day⟧ 5", []), ("⟦Read ⟦more⟧ now⟧ than ever", ["than ever"]), ("plain", ["plain"]), ("17–18 ⟦best 17⟧", [])],
)
def test_unmarked_parts_are_found(text: str, parts: list[str]) -> None:
    assert unmarked(text) == parts


def test_an_escaped_label_is_found_though_reports_have_the_word() -> None:
    page = "<p title='Sources'>⟦Kind⟧: killed <b>Three were killed</b> <i>Lost</i></p>"
    assert set(escaped(visible(page), {"Three were killed in Velmar."})) == {"killed", "Sources", "Lost"}
