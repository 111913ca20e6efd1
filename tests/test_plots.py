"""Figures for publication: what they say, what is in their files, and what is refused."""

import io
import re
import runpy
import shutil
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient
from lxml import etree
from msgspec.structs import replace

pytest.importorskip("matplotlib", reason="needs matplotlib: pip install 'tollbook[plots]'")
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.text import Text

from tests.export_samples import BOOK
from tollbook import plots
from tollbook.book import Book
from tollbook.book.plots import PlotRequest
from tollbook.cli import main
from tollbook.errors import NoSuchRecord, Refused
from tollbook.model import Claim, Count, Place, Report, Speaker, When
from tollbook.plots import ENDINGS, PLOTS, Drawing, PlotData, SourceLink
from tollbook.plots.canvas import picture
from tollbook.record import Contents, Figure, Incident, ReportLink, Toll, TollPoint
from tollbook.web.app import create_app

ROOT = Path(__file__).parent.parent
SVG = "{http://www.w3.org/2000/svg}"
#: An invented name that tries to be markup, a formula and a new line.
HOSTILE = '</text><script>alert("x")</script> $\\frac{1}{2}$ & Co\x1b[31m\n'
DAY = date(2021, 10, 4)


def incident(number: int, **fields: object) -> Incident:
    day = DAY + timedelta(days=number)
    values: dict[str, object] = {
        "id": f"i{number}", "kind": "attack", "title": f"Reported attack {number}",
        "when": When(start=day, end=day, precision="day"),
        "place": Place(name=f"Ort {number}", lat=10 + number % 7 / 3, lon=20 + number % 11 / 3, precision=number % 8),
        "figures": {"killed": Figure(low=1, best=2, high=3, independent_sources=2)},
        "reports": (ReportLink(id="r1"),),
    }  # fmt: skip
    return Incident(**{**values, **fields})  # type: ignore[arg-type]


def data(*incidents: Incident, **fields: object) -> PlotData:
    reports = (
        Report(id="r1", sha256="1" * 64, text="x", outlet=HOSTILE, published=DAY),
        Report(id="r2", sha256="2" * 64, text="x", outlet="Valley Post", published=DAY + timedelta(days=1)),
    )
    claims = tuple(
        Claim(id=f"c{n}", report=name, start=0, end=1, quote="x", kind="killed", count=Count(low=n, best=n, high=n),
              speakers=(Speaker(name=HOSTILE, role="mayor"),), incident="i1", toll="t1")
        for n, name in enumerate(("r1", "r2"), start=1)
    )  # fmt: skip
    tolls = (
        Toll(id="t1", kind="killed", people=HOSTILE, place=Place(name=HOSTILE), independent_sources=1, series=(
            TollPoint(as_of=DAY, low=5, best=6, high=9), TollPoint(as_of=DAY + timedelta(days=9), low=8, high_said=""),
        )),
    )  # fmt: skip
    contents = Contents(reports=reports, incidents=incidents, claims=claims, tolls=tolls)
    return PlotData(contents=contents, rule="range", **fields)  # type: ignore[arg-type]


ONE = incident(1, place=Place(name=HOSTILE, lat=10, lon=20, precision=2), title=HOSTILE,
               reports=(ReportLink(id="r1"), ReportLink(id="r2")))  # fmt: skip
OF_ONE = data(
    ONE, incident="i1", origins={"c1": 0, "c2": 0}, links=(SourceLink(report="r2", of="r1", style="copied"),),
    history={"killed": (TollPoint(as_of=DAY, low=1, best=1, high=4), TollPoint(as_of=DAY + timedelta(days=3), low=2))},
)  # fmt: skip


def outlets(number: int, **fields: object) -> PlotData:
    """A book in which many outlets copy others, credit an agency, or have a figure of another outlet."""
    reports = tuple(
        Report(id=f"o{n}", sha256=f"{n:064}", text="x", outlet=f"Outlet {n % 31}", published=DAY) for n in range(number)
    )
    claims = tuple(
        Claim(id=f"c{n}", report=f"o{n}", start=0, end=1, quote="x", kind="killed", count=Count(low=1, best=1, high=1),
              speakers=(Speaker(name="a doctor"), Speaker(name="Kanal Drei"), Speaker(name="Outlet", role="outlet")),
              incident="i1")
        for n in range(0, number, 2)
    )  # fmt: skip
    every = incident(1, reports=tuple(ReportLink(id=report.id) for report in reports))
    links = tuple(SourceLink(report=f"o{n}", of=f"o{n // 3}", style="copied") for n in range(1, number))
    contents = Contents(reports=reports, incidents=(every,), claims=claims)
    values = {"links": links, "credits": {"o1": HOSTILE}} | fields
    return PlotData(contents=contents, rule="range", **values)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ files
@pytest.mark.parametrize("name", PLOTS)
@pytest.mark.parametrize("ending", ENDINGS)
def test_equal_books_give_equal_files_with_their_alt_text(name: str, ending: str) -> None:
    made = plots.draw(name, OF_ONE, ending)
    assert plots.draw(name, OF_ONE, ending) == made
    found = described(made.content, ending)
    assert found == {"title": made.title, "alt": made.alt}
    assert re.search(rb"20\d\d-\d\d-\d\dT|CreationDate|ModDate", made.content) is None


def described(content: bytes, ending: str) -> dict[str, str]:
    """Title and alt text as programs read them from the file."""
    if ending == "svg":
        root = etree.fromstring(content)
        assert root.get("role") == "img"
        return {"title": root.findtext(f"{SVG}title"), "alt": root.findtext(f"{SVG}desc")}
    if ending == "png":
        from PIL import Image  # noqa: PLC0415 - comes with matplotlib

        info = Image.open(io.BytesIO(content)).info
        assert set(info) <= {"Title", "Description", "dpi"}
        return {"title": info["Title"], "alt": info["Description"]}
    import pypdfium2  # noqa: PLC0415

    info = pypdfium2.PdfDocument(content).get_metadata_dict()
    return {"title": info["Title"], "alt": info["Subject"]}


@pytest.mark.parametrize("name", PLOTS)
def test_text_of_reports_is_inert(name: str) -> None:
    root = etree.fromstring(plots.draw(name, OF_ONE, "svg").content)
    assert not [each for each in root.iter() if str(each.tag).endswith(("script", "foreignObject", "}a", "image"))]
    assert not [value for each in root.iter() for key, value in each.attrib.items() if key.startswith("on")]
    text = "".join(root.itertext())
    assert "\x1b" not in text
    assert name == "weeks" or "<script>" in text


@pytest.mark.parametrize("name", PLOTS)
def test_every_picture_names_its_basis(name: str) -> None:
    made = plots.draw(name, OF_ONE, "svg")
    shown = " ".join("".join(each.itertext()) for each in etree.fromstring(made.content).iter(f"{SVG}text"))
    for text in (made.alt, shown):
        assert "Based on 2 reports." in text
        assert "independent source" in text
        assert "Rule for low, best and high: range." in text
        assert "Tollbook does not say what happened." in " ".join(text.split())
    assert all(sentence.endswith(".") for sentence in made.sentences)


MANY = tuple(
    incident(n, when=None if n % 9 == 0 else When(start=DAY + timedelta(days=n), end=DAY + timedelta(days=n + n % 20)),
             place=None if n % 13 == 0 else Place(name="A long name of a place " * (n % 3) + str(n), lat=-40 + n % 80,
                                                  lon=178 + n % 6 if n % 2 else -179, precision=n % 8 or None))
    for n in range(400)
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "drawn_from"),
    [
        ("tolls", OF_ONE), ("sources", OF_ONE), ("sources", outlets(4)), ("sources", outlets(200)),
        ("weeks", data(ONE)), ("map", data(ONE)), ("tolls", data(ONE)),
        ("weeks", data(*MANY)), ("map", data(*MANY)),
        ("weeks", data(incident(1, figures={}))), ("map", data(incident(1, place=Place(name="x", lat=89.9, lon=0)))),
        ("weeks", data(incident(1, when=When(start=date(2001, 1, 1))), incident(2))),
    ],
)  # fmt: skip
def test_no_text_is_cut_off_or_lies_on_another(name: str, drawn_from: PlotData) -> None:
    """Every text lies on the sheet, and labels and notes do not overlap one another."""
    kept: list[Drawing] = []

    def draw() -> Drawing:
        drawing = PLOTS[name].draw(drawn_from)
        sheet = drawing.figure.bbox
        recorder = Recorder(sheet.width, sheet.height, drawing.figure.dpi)
        drawing.figure.draw(recorder)
        boxes = [(text.get_text(), text.get_window_extent(recorder)) for text in recorder.drawn]
        outside = [
            t for t, box in boxes if not (sheet.x0 <= box.x0 < box.x1 <= sheet.x1 and box.y0 >= 0 < box.y1 <= sheet.y1)
        ]
        assert outside == []
        overlapping = [
            (one, other)
            for n, (one, box) in enumerate(boxes)
            for other, second in boxes[n + 1 :]
            if min(box.x1, second.x1) - max(box.x0, second.x0) > 1
            and min(box.y1, second.y1) - max(box.y0, second.y0) > 2
        ]
        assert overlapping == []
        kept.append(drawing)
        return drawing

    picture(draw, "png")
    assert kept


class Recorder(RendererAgg):
    """Draws, and keeps every text that it drew."""

    def draw_text(self, *arguments: Any, mtext: Text, **more: Any) -> None:
        self.drawn = [*getattr(self, "drawn", []), mtext]
        super().draw_text(*arguments, mtext=mtext, **more)


# ------------------------------------------------------------------------------------------------ what they say
def test_weeks_add_up_what_sources_say() -> None:
    sure = incident(0, figures={"killed": Figure(low=2, best=3, high=5, independent_sources=2)})
    either = incident(1, when=When(start=DAY, end=DAY + timedelta(days=7)),
                      figures={"killed": Figure(low=10, best=10, independent_sources=1)})  # fmt: skip
    made = plots.draw("weeks", data(sure, either, incident(2, when=None)), "svg")
    assert "The week with most people reported killed begins on 4 October 2021: 2–15." in made.sentences
    assert "Sources disagree, or leave the number open, in 2 weeks." in made.sentences
    assert "1 incident is left out: its day is not known to within a month." in made.alt


def test_a_curve_says_its_first_and_last_value() -> None:
    made = plots.draw("tolls", OF_ONE, "svg")
    assert "Killed: 2 values; the first is 1–4 (4 October 2021), the last 2 or more (7 October 2021)." in made.sentences


def test_the_graph_of_a_book_counts_the_reports_that_take_from_an_outlet() -> None:
    made = plots.draw("sources", outlets(4), "svg")
    assert "Outlet 2 copies the text of Outlet 0 in 1 report." in made.sentences
    assert "Outlet 2 passes on words of Kanal Drei in 1 report." in made.sentences
    assert any(s.startswith("Outlet 1 copies the text of </text>") for s in made.sentences)
    many = plots.draw("sources", outlets(200), "svg")
    assert any("pairs with few reports are not shown." in s for s in many.sentences)
    # A quotation that two outlets share is no copy, and an outlet takes nothing from itself.
    same = (SourceLink(report="o1", of="o0", style="quoted"), SourceLink(report="o31", of="o0", style="copied"))
    quoting = outlets(32, links=same, credits={})
    silent = replace(quoting, contents=replace(quoting.contents, claims=()))
    with pytest.raises(Refused, match="no report of an incident copies another one"):
        plots.draw("sources", silent, "svg")


def test_a_quotation_that_two_reports_share_has_no_arrow() -> None:
    shared = (SourceLink(report="r2", of="r1", style="quoted"),)
    made = plots.draw("sources", data(ONE, incident="i1", origins={"c1": 0}, links=shared), "svg")
    assert any(sentence.endswith("quote the same words.") for sentence in made.sentences)
    assert "An arrow leads" not in made.alt


def test_places_beside_the_date_line_are_near_each_other() -> None:
    east, west = (
        incident(n, place=Place(name=f"P{n}", lat=0, lon=lon, precision=1)) for n, lon in ((1, 179), (2, -179))
    )
    made = etree.fromstring(plots.draw("map", data(east, west), "svg").content)
    ticks = {"".join(each.itertext()).strip() for each in made.iter(f"{SVG}text")}
    assert {"P1", "P2"} < ticks
    assert any(tick.endswith("°W") for tick in ticks)
    assert not any(tick in {"90°E", "90°W", "0°E"} for tick in ticks)


# ------------------------------------------------------------------------------------------------ refusals
@pytest.mark.parametrize(
    ("name", "drawn_from", "says"),
    [
        *((name, PlotData(contents=Contents(), rule="range"), "There") for name in ("tolls", "weeks", "map")),
        ("sources", data(ONE), "no report of an incident copies another one"),
        ("sources", data(ONE, incident="i1"), "no report of this incident counts people"),
        ("tolls", data(ONE, incident="i1"), "There is no curve to draw"),
        ("weeks", data(incident(1, when=None)), "There are no weeks to draw"),
        ("map", data(incident(1, place=Place(name="Ort"))), "There is no map to draw"),
        ("pie", data(ONE), "There is no figure pie"),
    ],
)  # fmt: skip
def test_where_there_is_nothing_to_draw_a_sentence_says_so(name: str, drawn_from: PlotData, says: str) -> None:
    with pytest.raises(Refused, match=says):
        plots.draw(name, drawn_from, "svg")


# ------------------------------------------------------------------------------------------------ from a book
@pytest.fixture
def where(sample_book: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sample_book, tmp_path / "a.book"))


@pytest.fixture
def book(where: Path) -> Iterator[Book]:
    with Book.open(where, actor="Vera Lind") as opened:
        yield opened


def test_a_profile_withholds_names_in_figures_as_in_exports(book: Book, tmp_path: Path) -> None:
    strike = next(each.id for each in book.incidents() if each.kind == "airstrike")
    full = book.plots(PlotRequest(plot="sources", incident=strike), tmp_path / "full.svg")
    assert "Marga Tellin" in (tmp_path / "full.svg").read_text()
    made = book.plots(PlotRequest(plot="sources", incident=strike[:8], profile="public"), tmp_path / "public.svg")
    assert "Marga Tellin" in full.alt
    assert "Marga Tellin" not in made.alt + (tmp_path / "public.svg").read_text()
    assert "name withheld" in made.alt
    entry = book.log()[-1]
    assert (entry.action, entry.subject, entry.actor) == ("exported", "plot sources", "Vera Lind")
    assert entry.payload["profile"]["name"] == "public"
    assert list(entry.payload["files"]) == ["picture.svg"]


def test_a_release_looks_the_same_whatever_the_key_of_its_ids(book: Book, tmp_path: Path) -> None:
    strike = next(each.id for each in book.incidents() if each.kind == "airstrike")
    request = PlotRequest(plot="sources", incident=strike, profile="public")
    first, second = (book.plots.preview(request, "svg").content for _ in range(2))
    assert first == second
    book.plots(request, tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_bytes() == first


def test_an_incident_that_a_profile_holds_back_is_refused(book: Book, tmp_path: Path) -> None:
    strike = next(each.id for each in book.incidents() if each.kind == "airstrike")
    profile = tmp_path / "own.toml"
    profile.write_text(f'for = "tests"\notherwise = "keep"\n[exception.{strike}]\nrelease = "drop"\n')
    before = len(book.log())
    with pytest.raises(Refused, match="leaves out this incident"):
        book.plots(PlotRequest(plot="sources", incident=strike, profile=str(profile)), tmp_path / "a.svg")
    assert not (tmp_path / "a.svg").exists()
    assert "exported" not in {entry.action for entry in book.log()[before:]}
    made = book.plots(PlotRequest(plot="map", profile=str(profile)), tmp_path / "a.svg")
    assert "Velmar" not in made.alt


def test_a_figure_of_one_running_total(book: Book) -> None:
    toll = next(each for each in book.incidents.tolls() if each.place and each.place.name == "Kestria")
    made = book.plots.preview(PlotRequest(plot="tolls", toll=toll.id, profile="public"), "svg")
    assert "Killed: people, Kestria: the only value is 8 or more" in made.alt
    assert "Velmar" not in made.alt
    with pytest.raises(NoSuchRecord):
        book.plots.preview(PlotRequest(plot="tolls", toll="none"), "svg")
    assert not [entry for entry in book.log() if entry.action == "exported"]


def test_the_command_writes_a_figure(where: Path, tmp_path: Path) -> None:
    runner = CliRunner()
    done = runner.invoke(main, ["plot", "weeks", str(where), "--out", str(tmp_path / "w.pdf")])
    assert done.exit_code == 0
    assert done.stdout == f"{tmp_path / 'w.pdf'}\n"
    assert "Alt text: Incidents and people killed, week by week." in done.stderr
    assert (tmp_path / "w.pdf").read_bytes().startswith(b"%PDF")
    for wrong, says in ((["weeks", "--out", "a.jpg"], ".svg, .png, .pdf"), (["pie"], "pie"),
                        (["tolls", "--incident", "none"], "none")):  # fmt: skip
        refused = runner.invoke(main, ["plot", *wrong, "--book", str(where)])
        assert refused.exit_code == 2
        assert says in refused.stderr


def test_the_browser_shows_a_figure_and_offers_its_file(where: Path, book: Book) -> None:
    strike = next(each.id for each in book.incidents() if each.kind == "airstrike")
    with TestClient(create_app(where), base_url="http://127.0.0.1") as client:
        page = client.get(f"/figure?incident={strike}&plot=sources").text
        image = etree.HTML(page).find(".//img[@class='figure']")
        assert image.get("src").startswith("data:image/png;base64,")
        assert "8 reports give figures" in image.get("alt")
        assert "Marga Tellin" not in page  # the public profile is the first choice
        assert "Marga Tellin" in client.get(f"/figure?incident={strike}&plot=sources&profile=").text
        assert "Harbour Daily copies the text of Kestrian Press Agency" in client.get("/figure?plot=sources").text
        assert f'href="/figure?incident={strike}"' in client.get(f"/incidents/{strike}").text
        assert 'href="/figure"' in client.get("/incidents").text
        token = etree.HTML(page).find(".//input[@name='csrf']").get("value")
        for ending, starts in (("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
            fields = {"csrf": token, "plot": "map", "ending": ending, "profile": "public"}
            answer = client.post("/figure", data=fields)
            assert answer.content.startswith(starts)
            assert answer.headers["content-disposition"] == f'attachment; filename="tollbook-map.{ending}"'
    assert book.log()[-1].subject == "plot map"


def test_the_api_lists_figures_and_sends_their_files(where: Path, book: Book) -> None:
    with TestClient(create_app(where), base_url="http://127.0.0.1", headers={"X-Requested-With": "tollbook"}) as client:
        assert [each["name"] for each in client.get("/api/plots").json()] == list(PLOTS)
        answer = client.post("/api/plots", json={"plot": "sources", "profile": "public"})
        assert answer.headers["content-type"] == "image/svg+xml"
        found = described(answer.content, "svg")
        assert "Harbour Daily copies the text of Kestrian Press Agency in 1 report." in found["alt"]
        assert client.post("/api/plots", json={"plot": "map", "ending": "png"}).content.startswith(b"\x89PNG")
        for wrong, status in (({"plot": "pie"}, 422), ({"plot": "map", "ending": "gif"}, 422),
                              ({"plot": "map", "profile": "/etc/passwd"}, 422),
                              ({"plot": "tolls", "incident": "none"}, 404)):  # fmt: skip
            refused = client.post("/api/plots", json=wrong)
            assert (refused.status_code, refused.json()["error"] != "") == (status, True)
    assert [entry.subject for entry in book.log() if entry.action == "exported"] == ["plot sources", "plot map"]


def test_the_figures_of_the_invented_export_book() -> None:
    made = plots.draw("map", PlotData(contents=BOOK, rule="range"), "svg")
    assert "Oberfeld (1)" in made.alt


def test_the_script_makes_the_pictures_of_the_documents(book: Book, tmp_path: Path) -> None:
    script = runpy.run_path(str(ROOT / "docs/pictures/figures/make.py"))
    made = script["make"](book, tmp_path)
    document = (ROOT / "docs/figures-for-publication.md").read_text("utf-8")
    assert set(made) == {path.stem for path in (ROOT / "docs/pictures/figures").glob("*.svg")}
    assert set(made) == set(re.findall(r"pictures/figures/(\w+)\.svg", document))
    assert {path.stem for path in tmp_path.glob("*.svg")} == set(made)
