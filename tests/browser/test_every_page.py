"""Every page, light on a desk and dark on a phone: accessible, large enough to read, and never scrolled sideways.

The fields of the book that come from outside, and what people write, hold markup: nowhere is it more than text.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import quote

import pytest

pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python, which is not installed here")
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize

from bench.web import served as server
from tests.browser.conftest import SAMPLES, Album, complaints
from tests.test_web_security import routes_of
from tests.test_web_xss import EVIL
from tollbook.book import Book
from tollbook.web.app import create_app

DESK: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
#: The windows in which every page is looked at, each with its colour scheme.
LOOKS: tuple[tuple[ViewportSize, Literal["light", "dark"]], ...] = ((DESK, "light"), (PHONE, "dark"))
OURS = {"X-Requested-With": "tollbook"}
#: Routes that answer with a file or a part of a page, or forward to a page of this list.
NO_PAGE = {
    "/brief.pdf",
    "/briefs/{name}.txt",
    "/incidents/{name}/brief.pdf",
    "/names.csv",
    "/linking",
    "/names-waiting",
    "/reading",
    "/tour",
}
#: What is checked of texts: the smallest size on a page, outside charts.
SMALLEST = 10.5
SMALL_TEXTS = """smallest => {
  const found = new Set();
  const every = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (every.nextNode()) {
    const text = every.currentNode, holder = text.parentElement;
    if (!text.data.trim() || holder.closest("svg, script") || !holder.checkVisibility()) continue;
    if (parseFloat(getComputedStyle(holder).fontSize) < smallest) found.add(text.data.trim().slice(0, 40));
  }
  return [...found];
}"""
AXE = Axe()
#: The rule "region" takes a fifth of the time of axe. It is in no level of WCAG, and axe calls what it finds moderate.
LOOKED_FOR = {"resultTypes": ["violations"], "rules": {"region": {"enabled": False}}}
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def book_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with decisions, a finished coding round, and markup in every field that is text."""
    path = tmp_path_factory.mktemp("every") / "a.book"
    evil = path.with_name("reports.jsonl")
    evil.write_text("\n".join(json.dumps(_with_markup(row)) for row in _samples()))
    with Book.open(path, create=True) as book:
        book.read([evil], places=SAMPLES / "places.csv")
        strike = next(each for each in book.incidents() if each.kind == "airstrike")
        killed = strike.figures["killed"].best_claims[0]
        for claim in (killed, *strike.figures["injured"].best_claims):
            change = {
                "sites": [{"name": EVIL, "kind": "other"}], "with": [{"name": EVIL, "kind": "bomb"}],
                "by": [{"name": f"force {EVIL}", "kind": "organisation"}],
                "people": {"text": EVIL, "names": [f"Mira {EVIL}"], "roles": [EVIL], "kin": [EVIL]},
            }  # fmt: skip
            book.decide("correct", claim, who=f"Vera {EVIL}", why=f"Read {EVIL}", change=change)
        book.decide("correct", killed, who="Mirko Dahl", why="an error in a name", change={"stance": "estimates"})
        round_ = book.review.coding.open(f"Round {EVIL}", size=2, who="Vera Lind")
        for who in ("Vera Lind", "Mirko Dahl"):
            for each in round_.claims:
                book.review.coding.code(round_.id, each, {"kind": "killed", "scope": "part"}, who=who)
    return path


def _samples() -> list[dict[str, str]]:
    return [json.loads(line) for line in (SAMPLES / "reports.jsonl").read_text("utf-8").splitlines()]


def _with_markup(row: dict[str, str]) -> dict[str, str]:
    """A sample report with markup in its title, author, address and text."""
    text = f"{row['text']}\n\nIlyas {EVIL} Tarkhan said so. Invented sentence.\n"
    return row | {
        "title": f"{row.get('title', '')} {EVIL}", "author": EVIL,
        "url": f"https://a.example/{quote(EVIL)}", "text": text,
    }  # fmt: skip


@pytest.fixture(scope="module")
def page(chromium: Browser, book_file: Path) -> Iterator[Page]:
    """One window for all pages, signed in. Whatever goes wrong in its console fails the test."""
    with server(book_file) as address:
        context = chromium.new_context(viewport=DESK, base_url=address)
        made = context.new_page()
        wrong = complaints(made, address, expected="/nowhere")
        made.on("dialog", lambda dialog: (wrong.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        context.request.post("/api/session", data={"name": "Vera Lind", "password": ""}, headers=OURS)
        (found,) = context.request.get("/api/incidents?kind=airstrike").json()["incidents"]
        brief = context.request.get(f"/api/incidents/{found['id']}/brief").json()
        asked = {"asked": brief["draft"]["asked"], "sha256": brief["sha256"]}
        assert context.request.post("/api/briefs", data=asked, headers=OURS).ok
        yield made
        context.close()
        assert wrong == []


@pytest.fixture(scope="module")
def addresses(page: Page, book_file: Path) -> dict[str, list[str]]:
    """Addresses to look at, by the route that answers them."""
    with Book.open(book_file) as book:
        strike = next(each for each in book.incidents() if each.kind == "airstrike").id
        claim, person = book.incidents.claims()[0], book.persons().persons[0].id
        toll, signed = book.incidents.tolls()[0].id, book.signing.all()[0].id
        round_, report = book.review.coding.rounds()[0], quote(book.reports()[0].id, safe="")
        like = next(
            f"/queue/like?question={each.id}&action=reject&card={position + 1}"
            for each in book.queue() for position in range(len(each.cards))
            if any(answer.action == "reject" and answer.card == position for answer in each.answers)
        )  # fmt: skip
        kinds = {each.kind: f"/queue?at={each.id}.0" for each in book.queue()}
    record = f"/incidents/{strike}"
    return {
        "/": ["/"], "/since": ["/since"], "/account": ["/account"], "/login": ["/login"], "/help": ["/help"],
        "/export": ["/export"],
        "/figure": ["/figure", f"/figure?plot=sources&incident={strike}", "/figure?plot=sources"],
        "/methods": ["/methods"], "/alerts": ["/alerts"],
        "/search": ["/search", "/search?text=velmar", f"/search?text={quote(EVIL)}"],
        "/incidents": ["/incidents", "/incidents?text=zzz", f"/incidents?text={quote(EVIL)}"],
        "/incidents/{name}": [record, f"{record}?as_of=2021-10-05"],
        "/incidents/{name}/why": [f"{record}/why"], "/incidents/{name}/edit": [f"{record}/edit?do=split+by+day"],
        "/incidents/{name}/series": [f"{record}/series"],
        "/incidents/{name}/change/{field}": [
            f"{record}/change/{field}" for field in ("when", "place", "perpetrators", "victims?item=0")
        ],
        "/incidents/{name}/change/figures": [f"{record}/change/figures?item=killed"],
        "/incidents/{name}/add/person": [f"{record}/add/person"], "/tolls/{name}/change": [f"/tolls/{toll}/change"],
        "/incidents/{name}/brief": [f"{record}/brief"], "/brief": ["/brief"], "/briefs": ["/briefs"],
        "/briefs/{name}": [f"/briefs/{signed}"],
        "/claims/{name}": [f"/claims/{claim.id}"], "/claims/{name}/file": [f"/claims/{claim.id}/file"],
        "/reports": ["/reports", "/reports?edit=yes", "/reports?lacking=day", "/reports?text=zzz"],
        "/reports/{name:path}": [
            f"/reports/{report}", f"/reports/{report}?start=0&end=40", "/reports/sample-04?words=two+adults",
            f"/reports/{quote(claim.report, safe='')}?claim={claim.id}",
        ],
        "/persons": ["/persons", "/persons?text=zzz"], "/persons/proposals": ["/persons/proposals"],
        "/persons/{name}": [f"/persons/{person}"],
        "/queue": [kinds["same?"], kinds["contested figure"], kinds["one person?"]], "/queue/like": [like],
        "/names": ["/names"], "/names/{kind}": [f"/names/{kind}" for kind in ("actors", "places")],
        "/places": ["/places"], "/places/{name:path}": ["/places/Velmar"],
        "/speakers": ["/speakers"], "/speakers/{name:path}": ["/speakers/Ilyas%20Tarkhan"],
        "/outlets": ["/outlets"], "/outlets/{name:path}": ["/outlets/Harbour%20Daily"],
        "/series": ["/series"], "/tolls": ["/tolls"], "/tolls/{name}": [f"/tolls/{toll}"],
        "/compare": ["/compare"], "/import": ["/import"], "/sheet": [f"/sheet?incident={strike}"],
        "/coding": ["/coding"], "/coding/{name}": [f"/coding/{round_.id}"],
        "/coding/{name}/agreement": [f"/coding/{round_.id}/agreement"],
        "no page": ["/nowhere"],
    }  # fmt: skip


def test_every_route_is_looked_at(book_file: Path, addresses: dict[str, list[str]]) -> None:
    pages = {route.path for route in routes_of(create_app(book_file).router) if "GET" in route.methods}
    assert pages - NO_PAGE - {"/openapi.json"} == set(addresses) - {"no page"}


def test_every_page_is_accessible_legible_and_fits(page: Page, addresses: dict[str, list[str]], album: Album) -> None:
    wrong: list[str] = []
    for address in (each for every in addresses.values() for each in every):
        page.set_viewport_size(DESK)
        page.goto(address)
        for size, scheme in LOOKS:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            found = _violations(page) + [f"small: {text}" for text in page.evaluate(SMALL_TEXTS, SMALLEST)]
            if (sideways := page.evaluate(SIDEWAYS)) > 0:
                found.append(f"{sideways} px wider than the window")
                album(page, f"sideways-{len(wrong)}")
            wrong += [f"{address} at {size['width']}: {each}" for each in found]
    assert not wrong, "\n".join(wrong)


def _violations(page: Page) -> list[str]:
    """Violations of WCAG 2.2 at levels A and AA, and others that axe calls serious."""
    if page.evaluate("!window.axe"):
        page.evaluate(AXE.axe_script)  # once for both looks at a page
    found = page.evaluate("options => axe.run(options).then(all => all.violations)", LOOKED_FOR)
    bad = [v for v in found if v["impact"] in {"serious", "critical"} or any(t.startswith("wcag") for t in v["tags"])]
    return [f"{each['id']}: {[node['target'] for node in each['nodes'][:3]]}" for each in bad]
