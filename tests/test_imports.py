"""Spreadsheets and published data sets as reports with claims: what a cell means, what is refused, and what stays."""

import io
import json
import multiprocessing
import os
import zipfile
from datetime import date
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from tollbook.book import Book
from tollbook.book.imports import ImportSummary
from tollbook.cli import main
from tollbook.errors import NoSuchRecord, Refused
from tollbook.imports import ImportRow, plan_of, proposal, questions, rows_of
from tollbook.model import Refusal
from tollbook.record import Figure
from tollbook.spreadsheets import HEADERS, Mapping, Table, cells, days, mapping_of, open_table, propose
from tollbook.spreadsheets.known import ACLED_COLUMNS, UCDP_COLUMNS

HEADER = "Ref,Date,Town,Killed,Wounded,Source,Notes\n"


def planned(data: bytes, file: str = "list.csv", **chosen: str) -> list[ImportRow | Refusal]:
    table = open_table(data)
    mapping = mapping_of(table.headers, chosen, fields=HEADERS)
    return list(rows_of(table, plan_of(table, data, mapping, file=file)))


def of_rows(*rows: str, header: str = HEADER) -> bytes:
    return (header + "\n".join(rows)).encode()


def load(where: Path, data: bytes, file: str = "list.csv") -> ImportSummary:
    table = open_table(data)
    with Book.open(where, create=True, actor="Vera") as book:
        return book.imports.load(table, data, proposal(table), file=file)


def reason(*rows: str, header: str = HEADER) -> str:
    (only,) = planned(of_rows(*rows, header=header))
    assert isinstance(only, Refusal)
    return only.reason


def made(*rows: str, header: str = HEADER) -> ImportRow:
    (only,) = planned(of_rows(*rows, header=header))
    assert isinstance(only, ImportRow), only
    return only


# ------------------------------------------------------------------------------------------------ what headers mean
@pytest.mark.parametrize(
    ("header", "field"),
    [
        ("Date of incident", "day"), ("date", "day"), ("DATE (dd/mm/yyyy)", "day"), ("End date", "last_day"),
        ("killed civ", "killed_civilians"), ("Civilians killed", "killed_civilians"), ("# killed", "killed"),
        ("Total deaths", "killed"), ("Deaths (min)", "killed_low"), ("No. of women killed", "killed_women"),
        ("Number wounded", "injured"), ("location", "place"), ("Name of village", "place"), ("Perpetrator(s)", "by"),
        ("Responsible party", "by"), ("Source name", "source"), ("VictimNames", "names"), ("Names of victims", "names"),
        ("Type of incident", "kind"), ("Munition used", "weapon"), ("Date reported", "published"),
        ("Sex/Gender", "sex"), ("Case ID", "id"), ("fecha", "day"), ("загинуло", "killed"), ("Cause of death", None),
        ("Date of birth", None), ("Place of birth", None), ("Entered by", None), ("Source link", None),
    ],
)  # fmt: skip
def test_headers_suggest_a_field(header: str, field: str | None) -> None:
    found = {name: each for each, name in propose([header], HEADERS).columns.items()}
    assert found == ({header: field} if field else {})


def test_the_columns_of_the_data_sets_are_those_that_the_exports_write() -> None:
    assert len(UCDP_COLUMNS) == 49
    assert len(ACLED_COLUMNS) == 31
    assert propose(UCDP_COLUMNS, HEADERS).known == "UCDP GED"
    assert propose(ACLED_COLUMNS, HEADERS).known == "ACLED"


# ------------------------------------------------------------------------------------------------ what cells mean
@pytest.mark.parametrize(
    ("cell", "low", "best", "high"),
    [
        ("17", 17, 17, 17), ("17.0", 17, 17, 17), ("1,200", 1200, 1200, 1200), ("1 200", 1200, 1200, 1200),
        (">100", 101, 101, None), ("< 5", None, 4, 4), ("100+", 100, 100, None), ("≥ 5", 5, 5, None),
        ("~40", None, 40, None), ("dozens", 24, None, None), ("12-15", 12, None, 15), ("12 – 15", 12, None, 15),
        ("12 or 13", 12, None, 13), ("at least 40", 40, 40, None), ("up to 30", None, 30, 30), ("none", 0, 0, 0),
        ("0", 0, 0, 0), ("17 civilians", 17, 17, 17), ("unknown", None, None, None), ("?", None, None, None),
    ],
)  # fmt: skip
def test_numbers_as_documenters_write_them(cell: str, low: int | None, best: int | None, high: int | None) -> None:
    found = cells.count(cell)
    assert found is not None
    assert (found.low, found.best, found.high, found.text) == (low, best, high, cell)


@pytest.mark.parametrize("cell", ["-3", "−1", "3.5", "1.200", "10?", "yes", "no", "2021-12-15", "5 killed 3 hurt",
                                  "15-12", "a crowd", "99999999999999"])  # fmt: skip
def test_an_invalid_number_of_people_is_refused(cell: str) -> None:
    with pytest.raises(Refused):
        cells.count(cell)


@pytest.mark.parametrize("cell", ["", "-", "n/a", "NaN", "–"])
def test_an_empty_cell_is_not_zero(cell: str) -> None:
    assert cells.count(cell) is None


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("2021-10-05", "2021-10-05", "2021-10-05"), ("2021-10-05 00:00:00", "2021-10-05", "2021-10-05"),
        ("2021-10-05T14:30", "2021-10-05", "2021-10-05"), ("5 October 2021", "2021-10-05", "2021-10-05"),
        ("Oct 5, 2021", "2021-10-05", "2021-10-05"), ("05-Oct-21", "2021-10-05", "2021-10-05"),
        ("20211005", "2021-10-05", "2021-10-05"), ("25/10/2021", "2021-10-25", "2021-10-25"),
        ("10/25/2021", "2021-10-25", "2021-10-25"), ("5/5/2021", "2021-05-05", "2021-05-05"),
        ("October 2021", "2021-10-01", "2021-10-31"), ("10/2021", "2021-10-01", "2021-10-31"),
        ("2021", "2021-01-01", "2021-12-31"), ("3-5 October 2021", "2021-10-03", "2021-10-05"),
        ("2021-10-03 to 2021-10-05", "2021-10-03", "2021-10-05"),
    ],
)  # fmt: skip
def test_days_as_documenters_write_them(words: str, first: str, last: str) -> None:
    found = days.days(words, Mapping())
    assert (str(found.first), str(found.last)) == (first, last)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("03/04/2021", "can be two days"),
        ("03.04.2021", "can be two days"),
        ("03-04-2021", "can be two days"),
        ("03/04/21", "year of two digits"),
        ("44475", "2021-10-06"),
        ("31/02/2021", "not a day"),
        ("Monday", "not a day"),
        ("32 October 2021", "not a day"),
        ("5 Octobre 2021", "not a day"),
        ("12", "not a day"),
        ("2021-10-05 to 2021-10-03", "before its first day"),
    ],
)
def test_a_doubtful_day_is_refused_and_never_guessed(words: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        days.days(words, Mapping())


@given(st.dates(date(1900, 1, 1), date(2099, 12, 31)), st.sampled_from(["day", "month"]), st.sampled_from("/.-"))
def test_a_day_is_read_as_somebody_said_or_not_at_all(day: date, numeric: str, sign: str) -> None:
    order = (day.day, day.month) if numeric == "day" else (day.month, day.day)
    words = f"{order[0]}{sign}{order[1]}{sign}{day.year}"
    assert days.days(words, Mapping(numeric=numeric)).first == day  # type: ignore[arg-type]
    if days.is_ambiguous(words):
        with pytest.raises(Refused):
            days.days(words, Mapping())
    else:
        assert days.days(words, Mapping()).first == day


def test_serial_numbers_are_asked_for() -> None:
    data = of_rows("A1,44475,Oberfeld,3,,,", "A2,03/04/2021,Oberfeld,3,,,")
    table = open_table(data)
    numeric, serial = questions(table, proposal(table))
    assert "--numeric" in numeric
    assert "--serial" in serial
    assert days.days("44475", Mapping(serial=True)).first == date(2021, 10, 6)
    assert proposal(open_table(of_rows("A1,25/10/2021,O,3,,,", "A2,03/04/2021,O,3,,,"))).numeric == "day"
    assert proposal(open_table(of_rows("A1,25/10/2021,O,3,,,", "A2,03/24/2021,O,3,,,"))).numeric == ""


# ------------------------------------------------------------------------------------------------ rows as claims
def test_every_claim_quotes_its_cell() -> None:
    header = "Ref,Date,Town,killed civ,Killed,Wounded,Names,Perpetrator,Source,Type of incident,Weapon,Site\n"
    row = made("A1,2021-10-05,Oberfeld,2,3,>10,Ana Brod; Ilya Orsk,Highland Front,Valley Post,Shelling,mortar,school",
               header=header)  # fmt: skip
    text = row.capture.report.text
    claims = row.reading.claims
    assert all(text[claim.start : claim.end] == claim.quote for claim in claims)
    assert [(c.kind, c.quote, c.scope) for c in claims] == [
        ("killed", "3", "incident"), ("injured", ">10", "incident"), ("killed", "2", "part"),
    ]  # fmt: skip
    (left_out,) = row.reading.refused
    assert "does not say what happened to them" in left_out.reason
    first = claims[0]
    assert [(s.name, s.role) for s in first.speakers] == [("Valley Post", None), ("list", "outlet")]
    assert [actor.name for actor in first.by] == ["Highland Front"]
    assert (first.event and first.event.kind, first.with_[0].kind, first.sites[0].kind) == (
        "shelling", "artillery", "school",
    )  # fmt: skip
    assert set(row.capture.report.provenance.values()) == {"imported"}
    assert row.capture.original.decode() == text


def test_names_are_persons_where_the_row_says_what_happened_to_them() -> None:
    row = made("A1,2021-10-05,Oberfeld,2,,,x,Ana Brod; Ilya Orsk", header=HEADER.strip() + ",Victims\n")
    people = [c for c in row.reading.claims if c.people is not None]
    assert [(c.kind, c.quote, c.scope) for c in people] == [
        ("killed", "Ana Brod", "part"), ("killed", "Ilya Orsk", "part"),
    ]  # fmt: skip
    one = made("Ana Brod,41,F,civilian,wounded,2021-10-05", header="Victim,Age,Sex,Status,Fate,Date\n")
    (claim,) = one.reading.claims
    assert claim.people is not None
    assert claim.people.age is not None
    assert (claim.kind, claim.people.sex, claim.people.status, claim.people.age.best) == (
        "injured", "female", "civilian", 41,
    )  # fmt: skip


@pytest.mark.parametrize("named", ["Unknown", "suspected Highland Front", "Highland Front?", "Front or Army", "-"])
def test_a_possible_perpetrator_is_not_held_responsible(named: str) -> None:
    row = made(f"2021-10-05,Oberfeld,3,{named}", header="Date,Town,Killed,Perpetrator\n")
    assert all(claim.by == () for claim in row.reading.claims)


def test_several_sources_are_no_chain_of_speakers() -> None:
    row = made("A1,2021-10-05,Oberfeld,3,,Valley Post; Harbour Radio,")
    assert [speaker.role for speaker in row.reading.claims[0].speakers] == ["outlet"]


def test_a_name_of_several_places_keeps_them_all() -> None:
    place = made("A1,2021-10-05,Springfield,3,,,").reading.claims[0].place
    assert place is not None
    assert place.lat is None
    assert len(place.candidates) > 1


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("A1,2021-10-05,Oberfeld,-3,,,", "Killed: “-3” is negative"),
        ("A1,2021-10-05,Oberfeld,2.5,,,", "no whole number"),
        (f"A1,2021-10-05,Oberfeld,{'7' * 5000},,,", "more than 200 digits"),
        ("A1,0008-10-05,Oberfeld,2,,,", "A day lies between 1000-01-01 and 2999-12-31"),
        ("A1,03/04/2021,Oberfeld,2,,,", "can be two days"),
        ("A1,2021-10-05,Oberfeld,,,,", "nothing to load"),
        ("A1,2021-10-05,Oberfeld,2,,,x,y,z", "has 9 cells, and the header 7"),
        ("A1,2021-10-05,Ober\ufffdfeld,2,,,", "wrong encoding"),
    ],
)
def test_a_row_that_cannot_be_loaded_gets_a_sentence(row: str, sentence: str) -> None:
    assert sentence in reason(row)


def test_empty_rows_titles_and_repeated_headers_are_left_out() -> None:
    data = of_rows(
        "A1,2021-10-05,Oberfeld,3,,,", ",,,,,,", HEADER.strip(), "", "A2,2021-10-06,Oberfeld,4,,,",
        header=f"Casualties,,,,,,\n,,,,,,\n{HEADER}",
    )  # fmt: skip
    assert [row.number for row in planned(data) if isinstance(row, ImportRow)] == [4, 8]
    twice = open_table(b"Date,Killed,Killed\n2021-10-05,1,2\n")
    assert twice.headers == ("Date", "Killed", "Killed (column 3)")


@pytest.mark.parametrize(("encoding", "sign"), [("utf-8-sig", ","), ("cp1252", ";"), ("utf-16", "\t")])
def test_encodings_and_separators(encoding: str, sign: str) -> None:
    data = f"Date{sign}Town{sign}Killed\n2021-10-05{sign}Oberfüld{sign}3\n".encode(encoding)
    (row,) = planned(data)
    assert isinstance(row, ImportRow)
    assert "Oberfüld" in row.capture.report.text


# ------------------------------------------------------------------------------------------------ workbooks
def workbook(*rows: tuple[object, ...], merged: str = "") -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    if merged:
        book.active.merge_cells(merged)
    book.create_sheet("Remarks").append(["by", "hand"])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_workbook_with_merged_cells_formulas_and_dates() -> None:
    data = workbook(
        ("Casualties of Oberfeld",), ("Date", "Town", "Killed"), (date(2021, 10, 5), "Oberfeld", 3),
        (date(2021, 10, 6), "Oberfeld", "=1+2"), (date(2021, 10, 7), "Oberfeld", 4), (None, "Oberfeld", 5),
        (date(2021, 10, 8), "Oberfeld", date(2021, 12, 15)), merged="A5:A6",
    )  # fmt: skip
    found = planned(data, file="list.xlsx")
    assert [each.number for each in found if isinstance(each, ImportRow)] == [3, 5]
    reasons = {each.origin: each.reason for each in found if isinstance(each, Refusal)}
    assert "without a stored value" in reasons["list.xlsx, row 4"]
    assert "is merged with row 5" in reasons["list.xlsx, row 6"]
    assert "is a day" in reasons["list.xlsx, row 7"]
    table = open_table(data)
    assert "Remarks" in plan_of(table, data, proposal(table), file="list.xlsx").notes[0]


def test_an_opendocument_spreadsheet_is_read() -> None:
    pytest.importorskip("python_calamine")
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    row = "<table:table-row>{}</table:table-row>"
    given = (("Date", "Town", "Killed"), ("2021-10-05", "Oberfeld", "3"))
    rows = "".join(row.format("".join(map(cell.format, each))) for each in given)
    names = "".join(f' xmlns:{n}="urn:oasis:names:tc:opendocument:xmlns:{n}:1.0"' for n in ("office", "table", "text"))
    content = f"<office:document-content{names}><office:body><office:spreadsheet><table:table table:name='List'>{rows}"
    content += "</table:table></office:spreadsheet></office:body></office:document-content>"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
        archive.writestr("content.xml", content)
    (only,) = planned(out.getvalue(), file="list.ods")
    assert isinstance(only, ImportRow)
    assert only.reading.claims[0].quote == "3"


@pytest.mark.parametrize(
    "data",
    [b"", b"\0\1\2", b"PK\x03\x04 nonsense [Content_Types].xml", b"PK\x03\x04 nonsense", b"\xd0\xcf\x11\xe0 nonsense",
     b"a,b\n1,2\n", b"," * 10_000_000 + b"\n1\n"],
    ids=["empty", "binary", "xlsx", "zip", "xls", "no field", "ten million columns"],
)  # fmt: skip
def test_a_file_that_is_no_table_is_refused(data: bytes) -> None:
    with pytest.raises(Refused):
        planned(data)


@pytest.mark.parametrize("header", [b"Date,Pl\xcace,Killed,Names", b"Date,Place,Kill\xd8ed,Names"])
def test_a_header_in_a_wrong_encoding_is_refused_with_a_sentence(header: bytes) -> None:
    """One cell is refused with its row; a header is of every row, whether its column is read or only kept as text."""
    # The cell in Ukrainian is UTF-8, so that no other encoding fits the whole file.
    data = header + b"\n2021-10-05,Oberfeld,3,\xd0\x9e\xd0\xbb\xd1\x8f \xd0\x81\xd0\x8d\xd0\x8f\xd0\x90\xd0\x9d\n"
    with pytest.raises(Refused, match=r"The header .* save the file as UTF-8"):
        planned(data)


def test_a_zip_bomb_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/worksheets/sheet1.xml", b" " * 200_000_000)
    with pytest.raises(Refused):
        open_table(out.getvalue())


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.text(max_size=12), min_size=7, max_size=7), max_size=4))
def test_no_cell_ends_an_import(rows: list[list[str]]) -> None:
    body = "\n".join(",".join('"' + c.replace('"', '""') + '"' for c in row) for row in rows)
    data = (HEADER + body).encode("utf-8", "replace")
    try:
        table = open_table(data)
    except Refused:
        return
    for each in rows_of(table, plan_of(table, data, propose(table.headers, HEADERS), file="x.csv")):
        if isinstance(each, ImportRow):
            text = each.capture.report.text
            assert all(text[c.start : c.end] == c.quote for c in each.reading.claims)


# ------------------------------------------------------------------------------------------------ published data sets
def ged(**values: object) -> bytes:
    row = dict.fromkeys(UCDP_COLUMNS, "") | {name: str(value) for name, value in values.items()}
    return (",".join(UCDP_COLUMNS) + "\n" + ",".join(row.values()) + "\n").encode()


def test_ucdp_ged_is_read_as_its_own_claims() -> None:
    data = ged(id=7, date_start="2021-10-05 00:00:00.000", date_end="2021-10-06 00:00:00.000", best=5, low=3, high=9,
               where_coordinates="Oberfeld", latitude=47.5, longitude=8.7, side_a="Army", side_b="Front",
               deaths_civilians=2, source_original="police")  # fmt: skip
    table = open_table(data)
    plan = plan_of(table, data, proposal(table), file="ged.csv")
    (row,) = rows_of(table, plan)
    assert isinstance(row, ImportRow)
    whole, part = row.reading.claims
    assert whole.count is not None
    assert (whole.count.low, whole.count.best, whole.count.high, whole.quote) == (3, 5, 9, "5")
    assert (part.quote, part.scope, part.people and part.people.status) == ("2", "part", "civilian")
    assert [s.name for s in whole.speakers] == ["police", "UCDP GED"]
    assert whole.by == ()
    assert plan.finder.startswith("import-ucdpged-1/")
    assert plan.notes == ()


def test_acled_of_another_year_is_read_as_far_as_it_can() -> None:
    headers = ["data_id", *(c for c in ACLED_COLUMNS if c not in {"admin1", "sub_event_type"})]
    values = {"event_id_cnty": "KES1", "event_date": "05 October 2021", "location": "Oberfeld", "fatalities": "0",
              "notes": "Shells fell.", "actor1": "Army", "source": "Valley Post"}  # fmt: skip
    data = (",".join(headers) + "\n" + ",".join(values.get(name, "") for name in headers) + "\n").encode()
    table = open_table(data)
    plan = plan_of(table, data, proposal(table), file="acled.csv")
    assert "admin1" in plan.notes[0]
    assert "data_id" in plan.notes[1]
    (row,) = rows_of(table, plan)
    assert isinstance(row, ImportRow)
    (claim,) = row.reading.claims
    # ACLED writes 0 where nobody reported a number: unknown is not zero.
    assert (claim.kind, claim.count, claim.by) == ("attack", None, ())


def test_eventreport_is_read() -> None:
    header = "id,event_id,date_start,city,deaths_best,deaths_low,deaths_high,injuries_best,source\n"
    row = made("1,E1,2021-10-05,Oberfeld,2,1,4,NA,Valley Post", header=header)
    assert [(c.kind, c.count and c.count.high) for c in row.reading.claims] == [("killed", 4)]


# ------------------------------------------------------------------------------------------------ in a book
SAMPLE = of_rows("A1,2021-10-05,Velmar,3,18,,", "A2,2021-10-09,Oberfeld,2,,Valley Post,", "A3,x,Oberfeld,1,,,")


def test_importing_twice_changes_nothing(tmp_path: Path) -> None:
    where = tmp_path / "a.book"
    first = load(where, SAMPLE)
    assert (first.loaded, first.known, len(first.refused)) == (2, 0, 1)
    with Book.open(where) as book:
        head, incidents = book.log.head(), book.incidents()
        assert [entry.action for entry in book.log()].count("imported") == 1
    again = load(where, SAMPLE)
    assert (again.loaded, again.known, len(again.refused)) == (0, 2, 1)
    renamed = load(where, SAMPLE, file="list.csv")
    assert renamed.known == 2
    with Book.open(where) as book:
        assert book.log.head() == head
        assert book.incidents() == incidents
        assert book.verify() == []


def test_a_changed_row_waits_until_the_earlier_import_is_set_aside(tmp_path: Path) -> None:
    where = tmp_path / "a.book"
    load(where, SAMPLE)
    changed = SAMPLE.replace(b"Velmar,3,", b"Velmar,4,")
    refused = load(where, changed).refused
    assert any("another version of this row" in each.reason for each in refused)
    with Book.open(where) as book:
        decision = book.imports.set_aside(book.imports()[0].id, who="Vera", why="A newer file came.")
        assert book.incidents() == []
        assert book.imports()[0].set_aside == decision.id
    assert load(where, changed).loaded == 1
    with Book.open(where) as book:
        assert [i.figures["killed"].best for i in book.incidents()] == [4]
        assert book.verify() == []


def test_an_import_set_aside_comes_back_when_that_is_undone(tmp_path: Path) -> None:
    where = tmp_path / "a.book"
    load(where, SAMPLE)
    with Book.open(where) as book:
        before = book.incidents()
        decision = book.imports.set_aside(book.imports()[0].id, who="Vera", why="A test.")
        book.undo(decision.id, who="Vera", why="A test.")
        book.settle()
        assert book.incidents() == before
        with pytest.raises(NoSuchRecord):
            book.imports.set_aside("", who="Vera", why="A test.")


def _load_and_die(where: Path, after: int) -> None:
    table = open_table(SAMPLE)

    def die(done: int) -> None:
        if done == after:
            os._exit(9)

    with Book.open(where, create=True) as book:
        book.imports.load(table, SAMPLE, proposal(table), file="list.csv", progress=die)


@pytest.mark.parametrize("after", [1, 2])
def test_a_killed_import_is_continued(tmp_path: Path, after: int) -> None:
    process = multiprocessing.get_context("fork").Process(target=_load_and_die, args=(tmp_path / "a.book", after))
    process.start()
    process.join()
    assert process.exitcode == 9
    done = load(tmp_path / "a.book", SAMPLE)
    assert done.loaded + done.known == 2
    assert done.known == after
    load(tmp_path / "b.book", SAMPLE)
    with Book.open(tmp_path / "a.book") as killed, Book.open(tmp_path / "b.book") as whole:
        assert killed.incidents() == whole.incidents()
        assert [e.action for e in killed.log()].count("imported") == 1
        assert killed.verify() == []


# ------------------------------------------------------------------------------------------------ independence
def figure(where: Path, outcome: str = "killed") -> Figure:
    with Book.open(where) as book:
        assert book.verify() == []
        (incident,) = book.incidents()
        return incident.figures[outcome]


def report(folder: Path, killed: str, outlet: str) -> Path:
    row = {
        "id": outlet,
        "outlet": outlet,
        "published": "2021-10-06",
        "text": f"Shells hit the market of Oberfeld on 5 October 2021. {killed} people were killed, police said.",
    }
    file = folder / f"{outlet}.jsonl"
    file.write_text(json.dumps(row))
    return file


def test_a_row_adds_no_independent_source_to_a_report(tmp_path: Path) -> None:
    where = tmp_path / "a.book"
    with Book.open(where, create=True) as book:
        book.read([report(tmp_path, "Three", "Valley Post")])
    load(where, of_rows("A1,2021-10-05,Oberfeld,3,,,Shelling of the market"))
    load(where, of_rows("B1,2021-10-05,Oberfeld,3,,,Shelling of the market"), file="other.csv")
    found = figure(where)
    assert (found.best, found.independent_sources, found.status) == (3, 1, "single source")


def test_rows_alone_count_as_one_source_and_a_dispute_is_kept(tmp_path: Path) -> None:
    where = tmp_path / "a.book"
    load(where, of_rows("A1,2021-10-05,Oberfeld,3,,Valley Post,Shelling of the market"))
    load(where, of_rows("B1,2021-10-05,Oberfeld,9,,Harbour Radio,Shelling of the market"), file="other.csv")
    found = figure(where)
    assert (found.low, found.high, found.independent_sources, found.status) == (3, 9, 1, "contested")


# ------------------------------------------------------------------------------------------------ in the terminal
def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def test_the_columns_are_confirmed_in_the_terminal_and_kept_in_a_file(tmp_path: Path) -> None:
    file, book, toml = tmp_path / "list.csv", tmp_path / "a.book", tmp_path / "columns.toml"
    file.write_bytes(SAMPLE)
    asked = run("import", file, "--to", book)
    assert asked.exit_code == 2
    assert 'killed = "Killed"' in asked.stderr
    assert not book.exists()
    shown = run("import", file, "--dry-run")
    assert "2 rows would be loaded." in shown.stdout
    assert shown.exit_code == 1
    assert not book.exists()
    done = run("import", file, "--to", book, "--yes", "--mapping", toml, "--column", "injured=", "--actor", "Vera")
    assert (done.exit_code, "2 rows loaded, 0 known already" in done.stdout) == (1, True)
    assert "list.csv, row 4: “x” is not a day" in done.stderr
    assert "injured" not in toml.read_text()
    again = run("import", file, "--to", book, "--mapping", toml)
    assert "0 rows loaded, 2 known already" in again.stdout
    name = run("import", "--list", "--to", book).stdout.split()[0]
    assert run("import", "--set-aside", name, "--to", book).exit_code == 2
    aside = run("import", "--set-aside", name, "--to", book, "--actor", "Vera")
    assert "Set aside as decision" in aside.stdout
    assert run("import").exit_code == 2


def test_a_table_is_a_value(tmp_path: Path) -> None:
    table = open_table(SAMPLE)
    assert isinstance(table, Table)
    assert list(table.rows()) == list(table.rows())


def test_a_row_of_which_only_a_part_is_left_out_is_not_called_refused(tmp_path: Path) -> None:
    """It is in the book; a row that is not stays refused."""
    (tmp_path / "list.csv").write_bytes(of_rows(
        "A1,2021-10-05,Oberfeld,2,3,,Ana Brod; Bo Dim", "A2,2021-10-06,Oberfeld,some,,,",
        header="Id,Date,Town,Killed,Injured,Source,Names\n",
    ))  # fmt: skip
    for words in (["--dry-run"], ["--yes"]):
        done = CliRunner().invoke(
            main, ["import", str(tmp_path / "list.csv"), "--to", str(tmp_path / "a.book"), *words]
        )
        lines = done.stderr.splitlines()
        assert done.exit_code == 1
        assert [line.split(":")[0] for line in lines if "row 2:" in line] == ["left out"]
        assert [line.split(":")[0] for line in lines if "row 3:" in line] == ["refused"]


@pytest.mark.parametrize(("first", "second"), [("2023-06-27", "2023-06-28"), ("2023-06-30", "2023-07-01")])
def test_rows_of_one_file_with_two_exact_days_are_two_incidents(tmp_path: Path, first: str, second: str) -> None:
    """However alike they are, and also if a report could be about either."""
    file = of_rows(
        f"X4,{first},Accra,Ghana,3,5", f"X5,{second},Accra,Ghana,20,41", f"X6,{second},Accra,Ghana,20,41",
        header="Id,Date,Town,Country,Killed,Injured\n",
    )  # fmt: skip
    load(tmp_path / "a.book", file)
    with Book.open(tmp_path / "a.book") as book:
        found = {each.when.start: each.figures["killed"].best for each in book.incidents() if each.when}
        assert found == {date.fromisoformat(first): 3, date.fromisoformat(second): 20}
        news = {"id": "n", "outlet": "Hill Post", "published": "2023-07-02",
                "text": f"Gunmen killed three people in Accra, Ghana, on {first}, police said."}  # fmt: skip
        (tmp_path / "n.jsonl").write_text(json.dumps(news))
        book.read([tmp_path / "n.jsonl"])
        assert len([each for each in book.incidents() if any(r.id != "n" for r in each.reports)]) == 2
        assert book.verify() == []
    # Another data set may give the same attack a day that differs by one.
    load(tmp_path / "b.book", of_rows(f"X4,{first},Accra,Ghana,3,5", header="Id,Date,Town,Country,Killed,Injured\n"))
