"""Exports: the shapes of the contract, reproducible bytes, and no cell that a spreadsheet would run."""

import csv
import io
import json
import re
import shutil
from collections.abc import Iterator
from datetime import date
from importlib import resources
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.export_samples import BOOK
from tests.small_books import book_of
from tollbook.book import Book
from tollbook.errors import BookError, Refused
from tollbook.export import ENDINGS, FORMATS, Contents, bundle, geojson, sheets, tables, terminal, workbook
from tollbook.export.files import write
from tollbook.export.listing import csv_lines
from tollbook.locale import wording
from tollbook.mentions import DateMention, PlaceMention, Reading
from tollbook.model import Claim, Count, Place, Range, Report, Speaker, When
from tollbook.person import Person
from tollbook.reconcile import Outlet
from tollbook.record import Figure, Incident, ReportLink, Statement

SAMPLES = Path(str(resources.files("tollbook").joinpath("samples")))
NAMES = {
    "reports.jsonl", "claims.jsonl", "incidents.jsonl", "tolls.jsonl", "attributions.jsonl", "places.jsonl",
    "dates.jsonl", "measures.jsonl", "unresolved.jsonl", "persons.jsonl", "series.jsonl",
}  # fmt: skip
FIELDS = {
    "claims": {
        "id", "report", "start", "end", "quote", "kind", "count", "people", "scope", "part_of", "speakers", "stance",
        "when", "place", "by", "with", "sites", "incident", "toll", "finder", "confidence",
    },
    "incidents": {
        "id", "kind", "title", "when", "place", "reports", "figures", "victims", "perpetrators", "sites", "weapons",
        "statements", "grade", "questions", "persons", "series",
    },
    "persons": {
        "id", "incidents", "name", "names", "description", "age", "sex", "status", "roles", "kin", "fate", "when",
        "place", "independent_sources", "sources", "corrected", "decisions",
    },
    "tolls": {"id", "kind", "place", "people", "series"},
    "attributions": {"report", "source", "cue", "content"},
    "places": {"report", "start", "end", "text", "lat", "lon", "geonameid"},
    "dates": {"report", "start", "end", "text", "first", "last"},
    "measures": {"report", "start", "end", "text", "measure", "of"},
    "reports": {"id", "sha256", "outlet", "url", "title", "published", "origin"},
}  # fmt: skip


@pytest.fixture(scope="module")
def book(sample_book: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    with Book.open(shutil.copy(sample_book, tmp_path_factory.mktemp("samples"))) as book:
        yield book


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_bundle_has_the_shapes_of_the_contract(book: Book, tmp_path: Path) -> None:
    out = tmp_path / "new" / "out"
    assert {path.name for path in book.export("bundle", out)} == {path.name for path in out.iterdir()} == NAMES
    for name, fields in FIELDS.items():
        found = rows(out / f"{name}.jsonl")
        assert found, name
        assert all(fields <= row.keys() for row in found), name
    assert all("text" not in row for row in rows(out / "reports.jsonl"))


def test_incidents_are_in_the_order_of_their_first_claims(tmp_path: Path) -> None:
    texts = {
        f"paper{number}": f"Gunmen shot dead {number + 2} people in {place}, police said."
        for number, place in enumerate(["Mosul", "Nairobi", "Lyon", "Lima", "Perth", "Karachi"])
    }
    with Book.open(book_of(tmp_path, texts, published=date(2025, 5, 4))) as book:
        contents = book.export.contents()
    of_claims = list(dict.fromkeys(claim.incident for claim in contents.claims))
    assert len(of_claims) == len(texts)
    assert [incident.id for incident in contents.incidents] == of_claims


def test_unresolved_places_and_dates_are_exported_with_the_reason(tmp_path: Path) -> None:
    nowhere = PlaceMention(
        report="r", start=3, end=9, text="Qorben", place=Place(name="Qorben", reason="no such place")
    )
    undated = DateMention(report="r", start=12, end=18, text="Monday", reason="the report has no publication day")
    contents = Contents(readings=(Reading(report="r", places=(nowhere,), dates=(undated,)),))
    write(tmp_path / "out", bundle.files(contents))
    assert rows(tmp_path / "out" / "unresolved.jsonl") == [
        {"report": "r", "start": 3, "end": 9, "text": "Qorben", "kind": "place", "reason": "no such place"},
        {"report": "r", "start": 12, "end": 18, "text": "Monday", "kind": "date",
         "reason": "the report has no publication day"},
    ]  # fmt: skip
    assert rows(tmp_path / "out" / "places.jsonl") == rows(tmp_path / "out" / "dates.jsonl") == []


def test_spans_of_the_bundle_quote_the_reports(book: Book, tmp_path: Path) -> None:
    book.export("bundle", tmp_path / "out")
    texts = {row["id"]: row["text"] for row in rows(SAMPLES / "reports.jsonl")}
    for name, field in (("claims", "quote"), ("places", "text"), ("dates", "text")):
        for row in rows(tmp_path / "out" / f"{name}.jsonl"):
            assert texts[row["report"]][row["start"] : row["end"]] == row[field]


@pytest.mark.parametrize("name", sorted(FORMATS.keys() - ENDINGS))
def test_an_export_is_reproducible_and_replaces_only_its_own_files(book: Book, tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    first = {path: path.read_bytes() for path in book.export(name, out)}
    (out / "notes.txt").write_text("mine")
    for path in first:
        path.write_text("old")
    assert {path: path.read_bytes() for path in book.export(name, out)} == first
    assert (out / "notes.txt").read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_exports_that_cannot_be_written_leave_nothing_behind(book: Book, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    with pytest.raises(Refused, match="is a file"):
        book.export("bundle", file)
    with pytest.raises(BookError, match="cannot be written"):
        book.export("bundle", file / "out")
    (tmp_path / "out" / "claims.jsonl").mkdir(parents=True)
    with pytest.raises(BookError, match="cannot be written"):
        book.export("bundle", tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "out"]


def test_csv_files_can_be_read_back(book: Book, tmp_path: Path) -> None:
    for path in book.export("csv", tmp_path / "out"):
        with path.open(encoding="utf-8-sig", newline="") as file:
            found = list(csv.DictReader(file))
        # The samples are of too few days to be a series.
        assert found or path.stem == "series", path
        assert all(None not in row for row in found[:1])
        listing = sheets.SHEETS[path.stem](book.export.contents())
        assert len(found) == len(listing.rows)
        assert set(listing.shown) <= set(listing.columns)


def test_an_empty_book_has_headers(tmp_path: Path) -> None:
    for path in write(tmp_path / "out", sheets.files(Contents())):
        assert path.read_text(encoding="utf-8-sig").startswith(f"{HEADERS[path.stem]}\n")


#: Scripts rely on these names and on their order.
WHEN = "first day,last day,precision,basis"
PLACE = "location,admin1,country,lat,lon,geonameid,where precision"
COUNTED = ("killed", "injured", "missing", "captured", "abducted", "displaced")
LATER = ("trapped", "buried", "unharmed")
HEADERS = {
    "reports": "id,published,outlet,title,claims,url,origin,sha256,outlet as reported",
    "claims": (
        "id,kind,figure,quote,according to,day,place,scope,stance,low,best,high,qualifier,words,people,"
        f"{WHEN},{PLACE},by,with,sites,report,start,end,incident,toll,finder,confidence,"
        "speaker as reported,place as reported,by as reported,sites as reported,corrected,rejected"
    ),
    "incidents": (
        f"id,title,kind,day,{','.join(COUNTED)},reports,{WHEN},{PLACE},"
        + ",".join(f"{name} {part}" for name in COUNTED for part in ("low", "best", "high", "status", "sources"))
        + ",perpetrators,grade,questions,place,perpetrators as reported,sides of perpetrators,"
        + ",".join(LATER)
        + ","
        + ",".join(f"{name} {part}" for name in LATER for part in ("low", "best", "high", "status", "sources"))
        + ",series,address or site"
    ),
    "persons": "id,name,spellings,description,age,age low,age high,sex,status,roles,relatives,fate,day,place,incidents,"
    "independent sources,according to,quotes,claims,reports,set by hand,fate in doubt",
    "tolls": "id,kind,people,place,as of,figure,low,best,high,sources,basis,claims",
    "series": f"id,kind,title,incidents,{WHEN},{PLACE},incident ids,totals,derived title",
    "statements": "incident,incident title,day,speaker,stance,quote,other wordings,denied,claims,reports",
    "sources": "incident,informant,role,organisation,side,figures as said,outlets,first published,last published,urls,"
    "reports,claims",
    "sites": "incident,incident title,name,kind,effect,wordings,as reported,claims",
    "README": "sheet,column,holds",
}


@pytest.mark.parametrize("name", tables.LISTINGS)
@pytest.mark.parametrize("number", [0, 1, None])
def test_the_header_of_a_listing_does_not_depend_on_its_rows(book: Book, name: str, number: int | None) -> None:
    contents = book.export.contents()
    listing = tables.LISTINGS[name](Contents(**{name: (getattr(contents, name) or BOOK.series)[:number]}))
    assert bool(listing.rows) == (number != 0)
    assert next(csv_lines(listing)) == f"{HEADERS[name]}\n"
    assert set(listing.shown) <= set(listing.columns)


@pytest.mark.parametrize("name", sheets.DETAILS)
def test_listings_of_parts_of_incidents_have_fixed_headers_and_rows(book: Book, name: str) -> None:
    full, empty = (sheets.SHEETS[name](contents) for contents in (book.export.contents(), Contents()))
    assert next(csv_lines(full)) == next(csv_lines(empty)) == f"{HEADERS[name]}\n"
    assert bool(full.rows) > bool(empty.rows)


def test_the_readme_explains_every_column_of_every_sheet() -> None:
    rows = sheets.readme(Contents()).rows
    explained = {(row["sheet"], row["column"]) for row in rows if row["holds"]}
    for name, make in sheets.SHEETS.items():
        if name != sheets.README:
            assert {(name, column) for column in ("", *make(Contents()).columns)} <= explained


@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_header_of_outlets_does_not_depend_on_its_rows(number: int) -> None:
    listing = tables.outlets([Outlet(outlet="A"), Outlet(outlet="B")][:number], ())
    assert next(csv_lines(listing)) == "outlet,country,owner_or_side,kind,note,reports\n"
    assert len(listing.rows) == number


def claim(**fields: Any) -> Claim:
    return Claim(**({"id": "c", "report": "r", "start": 0, "end": 1, "quote": "q", "kind": "killed"} | fields))


STARTS = [
    "=",
    "+",
    "-",
    "@",
    "\t=",
    "\r=",
    "\n=",
    " =",
    "\x1b[0m=",
    "\u200f+",
    "\x00@",
    "\uff1d",
    "\uff0b",
    "\uff0d",
    "\uff20",
]
STARTS += ["\u200b=", "\ufeff=", "\u2060@", "\u00a0="]
RUNS = re.compile(r"[\s\u200b\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")


def hostile(start: str) -> Contents:
    return Contents(
        reports=(Report(id=f"{start}1+1", sha256="", text="a", title=f'{start}HYPERLINK("x")', outlet=f"{start}x"),),
        claims=(claim(quote=f"{start}cmd|' /C calc'!A0", speakers=(Speaker(name=f"{start}A1"),)),),
    )


@pytest.mark.parametrize("start", STARTS)
def test_no_cell_runs_as_a_formula(start: str) -> None:
    contents = hostile(start)
    for make in (tables.reports, tables.claims):
        for row in csv.reader(io.StringIO("".join(csv_lines(make(contents))))):
            assert not [cell for cell in row if RUNS.match(cell)]


@pytest.mark.parametrize("start", STARTS)
def test_no_cell_of_a_workbook_runs_as_a_formula(start: str) -> None:
    for sheet in workbook_of(hostile(start)):
        for row in sheet.iter_rows():
            assert not [cell for cell in row if cell.data_type == "f"]
            assert not [cell.value for cell in row if isinstance(cell.value, str) and RUNS.match(cell.value)]


def workbook_of(contents: Contents) -> Any:
    return openpyxl.load_workbook(io.BytesIO(b"".join(workbook.files(contents)["tollbook.xlsx"])))


def test_a_workbook_has_the_listings_and_is_reproducible(book: Book, tmp_path: Path) -> None:
    contents = book.export.contents()
    made = workbook_of(contents)
    assert made.sheetnames == list(sheets.SHEETS)
    for name, listing in sheets.SHEETS.items():
        header, *rows = made[name].iter_rows(values_only=True)
        found = listing(contents)
        assert header == found.columns
        assert len(rows) == len(found.rows)
        best = header.index("best") if "best" in header else 0
        assert [row[best] for row in rows] == [row[header[best]] for row in found.rows]
    (first,), (second,) = (book.export("xlsx", tmp_path / f"{n}.xlsx") for n in (1, 2))
    assert first.read_bytes() == second.read_bytes()


def test_text_that_is_too_long_for_a_cell_is_cut(tmp_path: Path) -> None:
    sheet = workbook_of(Contents(claims=(claim(quote="\ud800\x00\uffff" + "a" * 40_000),)))["claims"]
    quote = next(cell.value for cell in sheet[2] if str(cell.value).startswith("aaa"))
    assert len(quote) == 32_767
    assert quote.endswith("a…")


def test_incidents_as_points(book: Book, tmp_path: Path) -> None:
    (path,) = book.export("geojson", tmp_path / "a.geojson")
    made = json.loads(path.read_text(encoding="utf-8"))
    incidents = {incident.id: incident for incident in book.incidents()}
    assert made["type"] == "FeatureCollection"
    assert {feature["id"] for feature in made["features"]} == incidents.keys()
    for feature in made["features"]:
        incident, said = incidents[feature["id"]], feature["properties"]
        assert incident.place is not None
        assert feature["geometry"] == {"type": "Point", "coordinates": [incident.place.lon, incident.place.lat]}
        assert said["known to"] in {"town, village or spot", "within 25 km"}
        assert {"precision", "basis", "killed low", "killed high", "killed status", "killed sources"} <= said.keys()
    nowhere = Contents(incidents=(Incident(id="i", kind="attack", title="a"),))
    (feature,) = json.loads(b"".join(geojson.files(nowhere)["tollbook.geojson"]))["features"]
    assert (feature["geometry"], feature["properties"]["known to"]) == (None, None)


def test_a_single_file_does_not_replace_a_folder(book: Book, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="is a folder"):
        book.export("xlsx", tmp_path)


@given(st.text())
def test_any_text_is_safe_to_print(text: str) -> None:
    shown = wording.clean(text)
    assert shown.isprintable() or not any(ord(c) < 32 or 127 <= ord(c) < 160 for c in shown)
    line = bundle.json_line({"quote": text})
    assert not any(ord(c) < 32 or 127 <= ord(c) < 160 for c in line)
    assert json.loads(line) == {"quote": text}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mThree\x1b[0m dead", "Three dead"),
        ("\x1b]0;title\x07Three", "Three"),
        ("\x1b]8;;https://example.org\x1b\\Three", "Three"),
        ("\x9b31mThree", "31mThree"),
        ("Three\rFour", "ThreeFour"),
        ("a\u202etrohs\u202c", "atrohs"),
        ("one\n\n  two\tthree", "one two three"),
        ("[bold]Three[/bold]", "[bold]Three[/bold]"),
    ],
)
def test_escapes_are_removed(text: str, shown: str) -> None:
    assert wording.clean(text) == shown


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (Count(low=3, best=3, high=3), "3"),
        (Count(low=17, best=18, high=18), "17–18"),
        (Count(low=40, best=40), "40 or more"),
        (Count(high=30, best=30), "up to 30"),
        (Count(best=40, qualifier="about"), "about 40"),
        (Count(low=0, best=0, high=0), "0"),
        (Count(), "not known"),
        (Range(low=1200, high=1207), "1,200–1,207"),
    ],
)
def test_bounds_in_words(value: Count | Range, said: str) -> None:
    assert wording.bounds(value) == said


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("It was ours", "“It was ours”"),
        ("“It was ours,” he said.", "“‘It was ours,’ he said.”"),
        ("Never.”", "“Never.”"),
        ("", "“”"),
    ],
)
def test_quotation_marks_are_not_doubled(text: str, shown: str) -> None:
    assert wording.quoted(text) == shown


def test_figures_days_and_places_in_words() -> None:
    figure = Figure(low=17, best=18, high=18, status="contested", independent_sources=3)
    assert wording.figure(figure) == "17–18 (best 18, contested, 3 independent sources)"
    assert wording.figure(Figure(low=3, best=3, high=3, independent_sources=1)) == "3 (single source)"
    day = When(start=date(2021, 10, 5), end=date(2021, 10, 5), precision="day", basis="relative", text="on\nTuesday")
    assert wording.when(day) == "5 October 2021 (day, relative: “on Tuesday”)"
    assert wording.when(When(text="a while ago")) == "not known (“a while ago”)"
    by = When(end=date(2021, 10, 4), basis="relative", text="Monday")
    assert wording.when(by) == "by 4 October 2021 (“Monday”)"
    assert wording.when(None) == wording.place(None) == "not known"
    place = Place(name="Velmar", country_name="Kestria", precision=2, reason="two places bear this name")
    assert wording.place(place) == "Velmar, Kestria (within 25 km; two places bear this name)"
    chain = (
        Speaker(name="Ilyas Tarkhan"),
        Speaker(name=None, role="officials"),
        Speaker(name="Post"),
        Speaker(name="Post"),
    )
    assert wording.chain(chain) == "Ilyas Tarkhan → officials → Post"


def test_a_record_as_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    """Two reports: a deputy mayor's 17 is superseded by her 18, a doctor at another outlet says 15."""
    reports = (
        Report(id="r1", sha256="", text="", outlet="Valley Post", published=date(2021, 10, 5)),
        Report(id="r2", sha256="", text="", outlet="Harbour Radio", published=date(2021, 10, 6)),
    )
    mayor = (Speaker(name="Mara Lund"), Speaker(name="Valley Post", role="outlet"))
    doctor = (Speaker(name=None, role="a doctor"), Speaker(name="Harbour Radio", role="outlet"))
    counts = {n: Count(low=n, best=n, high=n, qualifier="exactly") for n in (15, 17, 18)}
    shared: dict[str, Any] = {"kind": "injured", "incident": "abc123"}
    claims = (
        claim(id="c1", report="r1", quote="seventeen were hurt", count=counts[17], speakers=mayor, **shared),
        claim(id="c2", report="r1", quote="18 were hurt", count=counts[18], speakers=mayor, **shared),
        claim(id="c3", report="r2", quote="15 injured", count=counts[15], speakers=doctor, **shared),
        claim(id="c4", report="r2", quote="shelled", kind="attack", incident="abc123"),
        claim(id="c5", report="r2", quote="We never fire.”", kind="denial", stance="denies", incident="abc123"),
    )
    injured = Figure(
        low=15, best=18, high=18, status="contested", independent_sources=2, low_claims=("c3",), high_claims=("c2",),
        superseded_claims=("c1",),
    )  # fmt: skip
    incident = Incident(
        id="abc123", kind="shelling", title="Reported shelling, market, Oberfeld, 4 October 2021",
        when=When(start=date(2021, 10, 4), end=date(2021, 10, 4), precision="day", basis="relative", text="Monday"),
        place=Place(name="Oberfeld", reason="not in the gazetteer"), reports=(ReportLink(id="r1"), ReportLink(id="r2")),
        figures={"injured": injured},
        persons=(Person(id="c4", name="Ida Voss", fate="injured", age=Range(low=6, high=6)),),
        statements=(Statement(speaker="The army", stance="denies", quote="We never fire.”", claims=("c5",)),),
        questions=("Contested: independent sources give 15 to 18 injured.",),
    )  # fmt: skip
    terminal.show(terminal.record(incident, Contents(reports=reports, claims=claims, incidents=(incident,))))
    assert capsys.readouterr().out == RECORD


RECORD = """\
Reported shelling, market, Oberfeld, 4 October 2021
id           abc123
kind         shelling
when         4 October 2021 (day, relative: “Monday”)
where        Oberfeld (not in the gazetteer)
reported by  2 reports: Valley Post, Harbour Radio

Figures
  injured  15–18 (best 18, contested, 2 independent sources)

Persons harmed
  Ida Voss (age 6): injured

Claims and speakers
  claim              figure         quote                          according to        published
  ───────────────────────────────────────────────────────────────────────────────────────────────
  injured            17             “seventeen were hurt”          Mara Lund →         2021-10-05
  (superseded)                                                     Valley Post
  injured            18             “18 were hurt”                 Mara Lund →         2021-10-05
                                                                   Valley Post
  injured            15             “15 injured”                   a doctor →          2021-10-06
                                                                   Harbour Radio

Statements, in order
  The army (denies): “We never fire.”

Descriptions of the attack
  “shelled”

Contested
  injured 15 according to a doctor → Harbour Radio; 18 according to Mara Lund → Valley Post

Open questions
  Contested: independent sources give 15 to 18 injured.

"""


def test_the_readme_says_what_the_basis_of_a_total_is() -> None:
    """It is not that of a day."""
    rows = {(row["sheet"], row["column"]): row["holds"] for row in sheets.readme(Contents()).rows}
    assert rows["tolls", "basis"] == sheets.holds("basis", "tolls") == "said, or derived from another figure"
    assert "relative to publication" in str(rows["incidents", "basis"])
