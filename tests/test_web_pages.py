"""The pages of the web interface, requested by a client and in a browser. All reports are invented."""

import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from bench.web import served
from tollbook.book import Book
from tollbook.cli.serve import is_loopback
from tollbook.export import REGISTRY
from tollbook.web import accuracy, last_visit
from tollbook.web.app import create_app
from tollbook.web.charts.calendar import timeline
from tollbook.web.rendering import STATIC, isolated
from training import worldmap

HERE = "http://127.0.0.1"
ARABIC = "قُتل أربعة أشخاص يوم الاثنين في أوبرفلد. Four people were killed in Oberfeld on Monday, police said.\n"


@pytest.fixture(scope="module")
def where(sample_book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copy(sample_book, tmp_path_factory.mktemp("pages")))


@pytest.fixture(scope="module")
def client(where: Path) -> Iterator[TestClient]:
    with TestClient(create_app(where), base_url=HERE) as made:
        yield made


@pytest.fixture(scope="module")
def book(where: Path) -> Iterator[Book]:
    with Book.open(where) as opened:
        yield opened


@pytest.fixture(scope="module")
def strike(book: Book) -> str:
    return next(incident.id for incident in book.incidents() if incident.kind == "airstrike")


def plain(html: str) -> str:
    """The words of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


@pytest.fixture(scope="module")
def pages(book: Book, strike: str) -> dict[str, str]:
    """The address of every page, with words that it must have."""
    toll, claim = book.incidents.tolls()[0], book.incidents.claims()[0]
    return {
        "/incidents": "2 incidents",
        f"/incidents/{strike}": "Who says what",
        f"/incidents/{strike}/why": "independent sources count people injured",
        f"/incidents/{strike}/brief": "Each sentence refers to the words in its footnotes",
        f"/claims/{quote(claim.id)}": "Full report",
        "/tolls": "Totals for a place and a period",
        f"/tolls/{toll.id}": "Values",
        "/places": "Velmar",
        "/places/Velmar": "Running totals for this place",
        "/speakers": "Ilyas Tarkhan",
        "/speakers/Ilyas%20Tarkhan": "claims by this speaker",
        "/outlets": "Harbour Daily",
        "/outlets/Harbour%20Daily": "Quoted speakers",
        "/methods": "Accuracy",
        "/brief": "Brief of 2 incidents",
        "/briefs": "No brief has been signed yet",
    }


def test_the_page_of_exports_offers_every_format(client: TestClient) -> None:
    shown = client.get("/export").text
    assert re.findall(r'name="format" value="([^"]*)"', shown) == list(REGISTRY)


def test_every_page_opens(client: TestClient, pages: dict[str, str]) -> None:
    for address, words in pages.items():
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert words in plain(answer.text), address
        assert "<title>" in answer.text


def test_no_page_has_script_or_style_of_its_own(client: TestClient, pages: dict[str, str]) -> None:
    for address in pages:
        text = client.get(address).text
        scripts = re.findall(r"<script\b([^>]*)>([^<]*)", text)
        assert all("src=" in about or "application/json" in about for about, _ in scripts), address
        assert not re.search(r"<style\b|\sstyle=|\son[a-z]+=\"", text), address
        assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text), address


def test_every_link_works(client: TestClient, pages: dict[str, str]) -> None:
    links = {link for address in pages for link in re.findall(r'href="(/[^"#]*)', client.get(address).text)}
    links -= {link for link in links if link.startswith(("/static", "/login", "/account")) or ".pdf" in link}
    broken = {
        link: status for link in sorted(links) if (status := client.get(link.replace("&amp;", "&")).status_code) != 200
    }
    assert not broken


@pytest.mark.parametrize(
    ("address", "status", "sentence"),
    [
        ("/nowhere", 404, "There is no page at this address."),
        ("/incidents/none", 404, "There is no incident none"),
        ("/claims/none", 404, "There is no claim none"),
        ("/tolls/none", 404, "There is no toll none"),
        ("/places/Atlantis", 404, "No incident or running total in this book is at a place called Atlantis"),
        ("/speakers/Nobody", 404, "No claim in this book is by a speaker called Nobody"),
        ("/outlets/None", 404, "There is no report of None"),
        ("/incidents?day_from=soon", 400, "day_from is not a day"),
        ("/incidents?page=first", 400, "page is not a number"),
        ("/incidents?page=0", 400, "Pages are counted from 1"),
        ("/incidents?sort=loudest", 400, "This search is not valid"),
        ("/brief?text=nothing-at-all-like-it", 400, "A brief needs at least one incident"),
    ],
)
def test_refusals_are_sentences(client: TestClient, address: str, status: int, sentence: str) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert sentence in plain(answer.text)


def test_an_unknown_rule_is_named(client: TestClient, strike: str) -> None:
    answer = client.get(f"/incidents/{strike}?rule=guess")
    assert answer.status_code == 400
    assert "guess" in plain(answer.text)


def test_facets_narrow_down(client: TestClient) -> None:
    assert "1 incident" in plain(client.get("/incidents?kind=airstrike").text)
    assert "No incident matches" in plain(client.get("/incidents?kind=airstrike&place=Dursan").text)
    assert "1 incident" in plain(client.get("/incidents?contested=yes").text)
    assert "1 incident" in plain(client.get("/incidents?day_to=2021-10-06").text)


def test_figures_are_ranges_with_bars(client: TestClient, strike: str) -> None:
    text = client.get("/incidents").text
    assert 'aria-label="injured: 17 to dozens"' in text
    assert "17 to dozens" in plain(client.get(f"/incidents/{strike}").text)


def test_superseded_values_are_struck_through(client: TestClient, strike: str) -> None:
    assert re.search(r"<s>17</s>", client.get(f"/incidents/{strike}").text)


def test_the_rule_changes_figures(client: TestClient, strike: str) -> None:
    figures = re.compile(r'<td class="large">([^<]*)')
    usual, conservative = (
        figures.findall(client.get(f"/incidents/{strike}?rule={r}").text) for r in ("range", "acled")
    )
    assert usual[1] == "17 to dozens"
    assert conservative[1] == "12"


def test_as_of_a_day_later_reports_are_not_there(client: TestClient, strike: str) -> None:
    assert "Nothing" not in plain(client.get(f"/incidents/{strike}?as_of=2021-10-06").text)
    assert "Velmar Observer" not in plain(client.get(f"/incidents/{strike}?as_of=2021-10-06").text)
    assert "No report about this incident had been published by" in plain(
        client.get(f"/incidents/{strike}?as_of=2021-10-01").text
    )


def test_a_claim_is_marked_in_its_report(client: TestClient, book: Book) -> None:
    for claim in book.incidents.claims()[:20]:
        part = client.get(f"/claims/{claim.id}", headers={"HX-Request": "true", "HX-Target": "words"}).text
        assert "<html" not in part
        marked = re.search(r'<mark id="these-words">(.*?)</mark>', part, re.DOTALL)
        assert marked is not None
        assert re.sub(r"&#39;", "'", marked[1]) == claim.quote


def test_changes_since_the_last_visit(where: Path, strike: str, tmp_path: Path) -> None:
    copy = tmp_path / "b.book"
    copy.write_bytes(where.read_bytes())
    for pending in where.parent.glob("a.book-*"):
        (tmp_path / pending.name.replace("a.book", "b.book")).write_bytes(pending.read_bytes())
    with TestClient(create_app(copy), base_url=HERE) as client, Book.open(copy) as book:
        assert "Changes since" not in plain(client.get(f"/incidents/{strike}").text)
        claim = book.incidents.get(strike).figures["injured"].high_claims[0]
        book.decide("reject", claim, who="Ada Lund", why="residents did not count")
        book.settle()
        text = plain(client.get(f"/incidents/{strike}").text)
        assert "injured: 17 to dozens (contested) →" in text
        assert re.search(r"Ada Lund decided “rejected”: “[^”]+” \(injured\) – residents did not count", text)
        assert "injured: 17 to dozens" in plain(client.get(f"/incidents/{strike}").text), "a second look loses nothing"
        page = client.get(f"/incidents/{strike}").text
        token = re.search(r'name="csrf" value="([^"]*)"', page)
        answer = client.post(
            f"/incidents/{strike}/seen", data={"csrf": token[1] if token else ""}, follow_redirects=True
        )
        assert answer.status_code == 200
        assert "injured: 17 to dozens" not in plain(answer.text)


@pytest.mark.parametrize("value", ["", "x", "!!!", "eJw=", "A" * 5000, None])
def test_an_invalid_cookie_is_ignored(value: str | None) -> None:
    assert last_visit.recall(value) is None


def test_uncertain_days_are_lines_and_undated_is_said() -> None:
    picture = timeline([("", 3), ("2021-10-05", 2), ("2021-10-09", 1), ("2021-10-01/2021-10-31", 4)])
    assert picture is not None
    assert [(bar.first.day, bar.count) for bar in picture.bars] == [(5, 2), (9, 1)]
    assert [(drawn.first.day, drawn.last.day, drawn.count) for drawn in picture.ranges] == [(1, 31, 4)]
    assert picture.undated == 3
    assert timeline([("", 3)]) is None


@pytest.mark.parametrize("years", [1, 3, 30])
def test_a_timeline_has_few_bars_and_counts_everything(years: int) -> None:
    days = [(f"{2000 + n % years}-{1 + n % 12:02}-{1 + n % 28:02}", 1) for n in range(400)]
    counted: dict[str, int] = {}
    for day, count in days:
        counted[day] = counted.get(day, 0) + count
    picture = timeline(counted.items())
    assert picture is not None
    assert len(picture.bars) <= 46
    assert sum(bar.count for bar in picture.bars) == 400
    assert all(0 <= bar.x <= 360 and bar.height > 0 for bar in picture.bars)


def test_measured_figures_are_those_of_the_bench() -> None:
    from bench.accuracy import table  # noqa: PLC0415
    from bench.results import load  # noqa: PLC0415

    shown = [(row.field, row.words, row.percent) for row in accuracy.table()]
    assert shown == [(row["field"], row["words"], row["percent"]) for row in table(load())]
    assert all(0 <= row.percent <= 100 for row in accuracy.table())


@pytest.mark.parametrize("part", ["htmx", "leaflet", "world-atlas"])
def test_vendored_parts_bring_their_licence(part: str) -> None:
    assert len((STATIC / "vendor" / part / "LICENSE").read_text("utf-8")) > 200


def test_the_map_is_small_and_whole() -> None:
    raw = (STATIC / "vendor" / "world-atlas" / "countries.json").read_bytes()
    assert hashlib.sha256(raw).hexdigest() == worldmap.MADE
    assert len(raw) <= 300_000
    features = json.loads(raw)["features"]
    assert len(features) > 230
    for feature in features:
        for polygon in feature["geometry"]["coordinates"]:
            assert all(ring[0] == ring[-1] and len(ring) >= 4 for ring in polygon)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Three <b> were killed.", "Three &lt;b&gt; were killed."),
        ("(صحيفة المدينة, 5 October 2021)", "(<bdi>صحيفة المدينة</bdi>, 5 October 2021)"),
        ("6 by מרים כהן and 4 by עיתון העמק.", "6 by <bdi>מרים כהן</bdi> and 4 by <bdi>עיתון העמק</bdi>."),
    ],
)
def test_names_that_run_the_other_way_do_not_move_the_numbers_beside_them(text: str, html: str) -> None:
    assert str(isolated(text)) == html


def test_borders_are_simplified_where_neighbours_share_them() -> None:
    line = [(0.0, 0.0), (1.0, 0.05), (2.0, 0.0), (3.0, 2.0), (4.0, 0.0)]
    assert worldmap.simplified(line, 0.105) == [(0.0, 0.0), (2.0, 0.0), (3.0, 2.0), (4.0, 0.0)]
    back = [line[::-1]]
    assert worldmap.joined([~0], back) == line
    topology = {
        "transform": {"scale": [0.1, 0.1], "translate": [10, 20]},
        "arcs": [[[0, 0], [10, 0], [0, 10], [-10, -10]], [[0, 0], [0, 1], [1, 0], [-1, -1]]],
        "objects": {
            "countries": {
                "geometries": [
                    {"type": "Polygon", "arcs": [[0]], "properties": {"name": "Arvia"}},
                    {"type": "MultiPolygon", "arcs": [[[1]]], "properties": {"name": "Islet"}},
                ]
            }
        },
    }
    large, small = worldmap.countries(topology)["features"]
    assert large["geometry"]["coordinates"] == [[[(10.0, 20.0), (11.0, 20.0), (11.0, 21.0), (10.0, 20.0)]]]
    assert len(small["geometry"]["coordinates"][0][0]) == 4  # it would vanish, and keeps its outline


def test_a_country_on_both_sides_of_the_180th_meridian_is_drawn_on_both() -> None:
    ring = [(170.0, 60.0), (179.0, 65.0), (-175.0, 66.0), (-170.0, 64.0), (-179.0, 62.0), (175.0, 59.0), (170.0, 60.0)]
    east, west = worldmap.cut(ring)
    assert east == [(170.0, 60.0), (179.0, 65.0), (180.0, 66.0), (180.0, 62.0), (175.0, 59.0), (170.0, 60.0)]
    assert west == [(-175.0, 66.0), (-170.0, 64.0), (-179.0, 62.0), (-180.0, 59.0), (-180.0, 65.0), (-175.0, 66.0)]
    round_the_pole = [(-180.0, -84.0), (0.0, -70.0), (179.0, -84.0), (-180.0, -84.0)]
    (whole,) = worldmap.cut(round_the_pole)
    assert (180.0, -90.0) in whole
    assert (-180.0, -90.0) in whole
    assert worldmap.cut(ring[:2]) == [ring[:2]]


@pytest.mark.parametrize(
    ("host", "own"), [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("10.0.0.2", False)]
)
def test_only_this_computer_without_accounts(host: str, *, own: bool) -> None:
    assert is_loopback(host) is own


def test_a_brief_as_pdf(client: TestClient, strike: str) -> None:
    pytest.importorskip(
        "weasyprint", reason="WeasyPrint is not installed: pip install 'tollbook[pdf]'", exc_type=OSError
    )
    answer = client.get(f"/incidents/{strike}/brief.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


@pytest.fixture(scope="module")
def address(where: Path) -> Iterator[str]:
    """The address of a running web interface."""
    with served(where) as found:
        yield found


def test_the_source_text_opens_by_keyboard(chromium: Any, address: str, strike: str) -> None:
    page = chromium.new_page(viewport={"width": 1366, "height": 768})
    page.goto(f"{address}/incidents/{strike}")
    page.locator(".matrix .value").first.focus()
    page.keyboard.press("Enter")
    # The source text of the first figure was open before.
    page.locator("#words:not(.at-first) #these-words").wait_for()
    box = page.locator("#these-words").bounding_box()
    assert box is not None
    assert 0 <= box["y"] <= 768, "the words are in sight"
    page.keyboard.press("Escape")
    assert page.locator("#these-words").count() == 0
    assert page.evaluate("document.activeElement.classList.contains('value')")
    page.close()


def test_a_source_text_that_comes_too_late_is_not_shown(chromium: Any, address: str, strike: str) -> None:
    page = chromium.new_page(viewport={"width": 1366, "height": 768})
    page.goto(f"{address}/incidents/{strike}")
    held: list[Any] = []
    page.route("**/claims/*", lambda route: route.continue_() if held else held.append(route))
    first, other = page.locator(".matrix .value").first, page.locator(".matrix .value").last
    first.click()
    page.locator(".value.shown").first.wait_for()
    other.click()
    page.locator("#words:not(.at-first) #these-words").wait_for()
    shown = page.locator("#words").inner_text()
    held[0].continue_()
    page.wait_for_load_state("networkidle")
    assert page.locator("#words").inner_text() == shown
    # What is closed before it came stays closed.
    held.clear()
    first.click()
    page.keyboard.press("Escape")
    page.locator(".value:focus").wait_for()
    page.locator(".shown").first.wait_for(state="detached")
    held[0].abort()
    page.wait_for_load_state("networkidle")
    assert page.locator("#these-words").count() == 0
    page.close()


def test_rule_and_day_change_figures_at_once(chromium: Any, address: str, strike: str) -> None:
    page = chromium.new_page(viewport={"width": 1366, "height": 768})
    page.goto(f"{address}/incidents/{strike}")
    page.locator("#rule").select_option("acled")
    page.locator(".figures .large", has_text=re.compile("^12$")).wait_for()
    assert "rule=acled" in page.url
    page.locator("#as-of-slider").focus()
    page.keyboard.press("Home")
    page.wait_for_url(re.compile("as_of=2021-10-05"))
    page.locator(".figures, .empty").first.wait_for()
    assert page.locator("#as-of").input_value() == "2021-10-05"
    page.close()


def test_search_map_and_list_change_together(chromium: Any, address: str) -> None:
    page = chromium.new_page(viewport={"width": 1366, "height": 768})
    page.goto(f"{address}/incidents")
    assert page.locator(".map .spot").count() == 2
    page.keyboard.press("/")
    page.keyboard.type("clinic")
    page.locator("#found .count", has_text="1 incident").wait_for()
    page.locator(".map .spot").nth(1).wait_for(state="detached")
    assert page.locator(".map .spot").count() == 1
    assert page.locator(".timeline .column").count() == 1
    page.close()
