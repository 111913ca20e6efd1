"""The record and the brief read well on pages: charts, the copy graph, search, and a brief for every incident."""

import html
import json
import re
from collections.abc import Iterator
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from tests.reconcile_builders import claim, report
from tollbook.book import Book
from tollbook.cli import main
from tollbook.model import Report
from tollbook.reconcile.sources import SourceEdge
from tollbook.web import briefs, print_view
from tollbook.web.app import create_app
from tollbook.web.charts import bars
from tollbook.web.charts.copy_graph import copy_graph
from tollbook.web.charts.graph_lines import BOX, TALL, Cell, GraphLines
from tollbook.web.charts.matrix import matrix
from tollbook.web.charts.source_marks import source_marks

SAMPLES = Path(str(resources.files("tollbook").joinpath("samples")))
HERE, VERA = "http://127.0.0.1", {"X-Tollbook-Person": "Vera"}
#: Invented reports whose words once made a brief fail: ids of many digits, "scores", two names, other days and places.
HARD = (
    (
        "wire-1926479330",
        "2021-11-02",
        "VELMAR, Kestria – Scores of people were killed when shells hit the market of Velmar on Monday, Ilyas Tarkhan, "
        "the deputy mayor, said. Mirela Hosk, 41, and Timo Lund, 4, were among the dead.",
    ),
    (
        "wire-1965495372",
        "2021-11-03",
        "DURSAN, Kestria – More than 220 people were killed in the shelling of the market in Velmar on Tuesday, Marga "
        "Tellin said. The army denied that it had shelled the market. Ilyas Tarkhan rejected this.",
    ),
    (
        "wire-1924058041",
        "2021-11-03",
        "VELMAR, Kestria – At least 40 people were killed and dozens wounded when shells hit a market in Velmar on "
        "Monday 1 November 2021, residents said. The “underway” rescue was stopped.",
    ),
)


def test_a_source_is_called_as_its_speaker_and_not_as_an_outlet_that_repeats_it() -> None:
    said, repeated = claim(12, by="the Kestrian Monitor for Peace"), claim(12, in_="b")
    reports = {name: report(name) for name in ("a", "b")}
    marks = source_marks([said, repeated], {said.id: "one", repeated.id: "one"}, reports)
    assert {mark.name for mark in marks.values()} == {"the Kestrian Monitor for Peace"}


def test_who_says_what_has_a_column_for_each_day_of_an_outlet() -> None:
    first, corrected, undated, other = claim(14), claim(13, in_="b"), claim(9, in_="c"), claim(11, in_="d")
    days = {"a": 13, "b": 15, "c": None, "d": 13}
    reports = {name: report(name, day, "Radio" if name == "d" else "Post") for name, day in days.items()}
    claims = [undated, corrected, first, other]
    shown = matrix(claims, {}, source_marks(claims, {each.id: "one" for each in claims}, reports), reports)
    columns = [(outlet, day.day if day else None) for outlet, day in shown.outlets]
    assert columns == [("Post", 13), ("Radio", 13), ("Post", 15), ("Post", None)]
    (row,) = shown.rows
    assert [[cell.text for cell in cells] for cells in row.cells] == [["14"], ["11"], ["13"], ["9"]]


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reads")
    rows = [
        {"id": name, "outlet": "", "title": "", "url": "", "published": day, "text": text} for name, day, text in HARD
    ]
    (folder / "hard.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    with Book.open(folder / "a.book", create=True) as book:
        book.read([SAMPLES / "reports.jsonl", folder / "hard.jsonl"], places=SAMPLES / "places.csv")
    return folder / "a.book"


@pytest.fixture
def book(where: Path) -> Iterator[Book]:
    with Book.open(where) as opened:
        yield opened


@pytest.fixture(scope="module")
def client(where: Path) -> Iterator[TestClient]:
    with TestClient(create_app(where), base_url=HERE) as client:
        yield client


def plain(page: str) -> str:
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


def test_every_incident_prints_its_brief(book: Book, client: TestClient, where: Path) -> None:
    for incident in book.incidents():
        for rule in ("range", "acled"):
            text = briefs.written(book, {"incident": incident.id, "rule": rule}).draft.text
            page, _, annex = text.partition("\nAnnex\n")
            assert "What is reported" in page
            assert "\nSources\n" in annex
            assert not re.search(r"wire-\d+|[0-9a-f]{64}", page + annex.partition("\nSources\n")[0])
        assert client.get(f"/incidents/{incident.id}/brief").status_code == 200
    run = CliRunner().invoke(main, ["brief", book.incidents()[0].id, "--book", str(where)])
    assert run.exit_code == 0


def test_persons_without_a_name_are_in_the_brief(book: Book) -> None:
    strike = next(each for each in book.incidents() if each.kind == "airstrike")
    persons = [line.text for line in briefs.written(book, {"incident": strike.id}).brief.chapters[0].persons]
    assert any("without a name" in text and "a pregnant woman" in text for text in persons)


def test_the_annex_begins_on_the_second_page(book: Book) -> None:
    pytest.importorskip("weasyprint", reason="WeasyPrint is not installed", exc_type=OSError)
    pypdfium2 = pytest.importorskip("pypdfium2")
    for incident in book.incidents():
        made = briefs.written(book, {"incident": incident.id})
        with pypdfium2.PdfDocument(print_view.pdf(print_view.html(book, made))) as pdf:
            pages = [page.get_textpage().get_text_range().strip() for page in pdf]
        assert [number for number, text in enumerate(pages) if text.startswith("Annex")] == [1]


def test_a_record_opens_with_the_words_of_its_first_figure(client: TestClient, book: Book) -> None:
    strike = next(each for each in book.incidents() if each.kind == "airstrike")
    page = client.get(f"/incidents/{strike.id}").text
    assert page.count('id="these-words"') == 1
    assert page.count("Correct in tests") == 1
    assert "said in 2 reports" in plain(page)


def test_words_said_in_several_reports_are_apart_from_their_number(client: TestClient, book: Book) -> None:
    pages = [client.get(f"/incidents/{each.id}").text for each in book.incidents()]
    before = [before for page in pages for before in re.findall(r'(.)<span class="said-in">', page)]
    assert before
    assert set(before) == {" "}


def test_a_decision_says_which_claim_it_is_about(where: Path, tmp_path: Path) -> None:
    copy = tmp_path / "b.book"
    copy.write_bytes(where.read_bytes())
    with TestClient(create_app(copy), base_url=HERE) as client:
        strike = client.get("/api/incidents?kind=airstrike").json()["incidents"][0]
        name = strike["figures"]["injured"]["high_claims"][0]
        client.post("/api/decisions", json={"verdict": "reject", "subject": name, "why": "a rumour"}, headers=VERA)
        page = client.get(f"/incidents/{strike['id']}").text
        assert re.search(rf'rejected</strong>\s*<a href="/claims/{name}"><bdi>“[^”]+”</bdi></a> \(injured\)', page)


def test_one_search_finds_reports_incidents_persons_and_places(client: TestClient, where: Path) -> None:
    page = plain(client.get("/search?text=velmar").text)
    assert all(title in page for title in ("incidents", "reports", "Places", "Velmar"))
    found = client.get("/api/search/everything?question=hosk").json()
    assert [person["name"] for person in found["persons"]] == ["Mirela Hosk"]
    assert found["reports"]
    assert found["incidents"][0]["reports"] == 1
    assert "Nothing in this book" in plain(client.get("/search?text=nowhereatall").text)
    assert client.get("/search", params={"text": '"<script>'}).status_code == 200
    run = CliRunner().invoke(main, ["search", "hosk", "--book", str(where)])
    assert "Persons\n  Mirela Hosk" in run.stdout


def test_lists_on_the_terminal_name_reports_and_places(where: Path) -> None:
    listed = CliRunner().invoke(main, ["claims", "--book", str(where)]).stdout
    assert "an outlet not named" not in listed
    assert "place" in CliRunner().invoke(main, ["incidents", "--book", str(where)]).stdout.splitlines()[0]


@given(st.integers(1, 10**7), st.booleans())
def test_an_axis_starts_at_nought_and_its_numbers_do_not_touch(most: int, linear: bool) -> None:
    ticks = bars.RangeScale(most=most, linear=linear).ticks()
    assert ticks[0] == (bars.MARGIN, 0)
    assert all(x <= bars.WIDTH - bars.MARGIN for x, _ in ticks)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(ticks))
    assert len(ticks) > 1


def test_a_linear_axis_is_linear() -> None:
    scale = bars.RangeScale(most=20)
    assert scale.at(10) == (scale.at(0) + scale.at(20)) / 2


def segments(path: str) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    numbers = [float(each) for each in re.findall(r"-?\d+(?:\.\d+)?", path)]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    return list(pairwise(points))


@given(st.lists(st.tuples(*[st.integers(0, 5)] * 4), min_size=1, max_size=60))
def test_no_line_of_the_copy_graph_crosses_a_box(ends: list[tuple[int, int, int, int]]) -> None:
    lines = GraphLines()
    corners = [(Cell(c, r).x, Cell(c, r).y) for c in range(6) for r in range(6)]
    boxes = [(left, top, left + BOX, top + TALL) for left, top in corners]
    for a, b, c, d in ends:
        if (a, b) == (c, d):
            continue
        for (x1, y1), (x2, y2) in segments(lines.path(Cell(a, b), Cell(c, d))):
            for left, top, right, bottom in boxes:
                across = min(x1, x2) < right and max(x1, x2) > left and min(y1, y2) < bottom and max(y1, y2) > top
                assert not across, (a, b, c, d)


def test_a_new_kind_of_edge_is_drawn() -> None:
    reports = [Report(id=name, sha256=name, text="", outlet=f"Outlet {name}") for name in "ab"]
    edge: Any = SourceEdge(kind="agency", report="b", of="a", between=True, why="New.")
    unknown = type(edge)(**{**edge.to_dict(), "kind": "not yet known"})
    graph = copy_graph([], {}, [unknown], reports)
    assert graph is not None
    assert [each.kind for each in graph.edges] == ["relayed"]


def test_full_names_are_in_the_copy_graph() -> None:
    name = "The Evening Standard of Dursan"
    reports = [Report(id=n, sha256=n, text="", outlet=name, title="A long title " * 8) for n in "ab"]
    graph = copy_graph([], {}, [], reports)
    assert graph is not None
    assert " ".join(graph.nodes[0].lines) == name
    assert graph.nodes[0].small[-1].endswith("…")


def test_weapons_have_one_line_for_each_kind_with_the_words_as_said(client: TestClient, book: Book) -> None:
    armed = [incident for incident in book.incidents() if incident.weapons]
    assert armed
    for incident in armed:
        page = client.get(f"/incidents/{incident.id}").text
        lines = re.findall(r"<li>.*?</li>", page.split("<h2>Weapons", 1)[1].split("</ul>", 1)[0], re.DOTALL)
        assert len(lines) == len({weapon.kind for weapon in incident.weapons})
        assert all(words in plain(" ".join(lines)) for weapon in incident.weapons for words in weapon.wordings)
