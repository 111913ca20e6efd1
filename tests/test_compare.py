"""Comparing: two books, or a book and a data set. What is the same, what differs, and the cause as derived."""

import csv
import io
import json
import re
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st
from web_client import fields_of, person

from tollbook.book import Book
from tollbook.cli import main
from tollbook.compare import BookComparison, headers_of, mapping_of, propose, read_data_set
from tollbook.compare.figures import agree
from tollbook.errors import Refused
from tollbook.model import Range
from tollbook.web.app import create_app

HEADER = "Incident ID,Date,City,Killed,Wounded,Victims,Latitude,Longitude\n"


def of(rows: str, header: str = HEADER) -> bytes:
    return (header + rows).encode()


@pytest.fixture(scope="module")
def points(sample_book: Path) -> dict[str, str]:
    """The coordinates of the places of the samples, as a data set gives them."""
    with Book.open(sample_book) as book:
        places = [each.place for each in book.incidents() if each.place]
    return {place.name: f"{place.lat},{place.lon}" for place in places}


def compared(book: Path, data: bytes, **chosen: str) -> BookComparison:
    mapping = mapping_of(headers_of(data), chosen)
    with Book.open(book) as opened:
        return opened.compare.with_data_set(opened.compare.side("A"), data, mapping, name="set.csv")


def velmar(points: dict[str, str], killed: str, wounded: str = "18") -> str:
    """The hospital of the samples as a registry may have it."""
    return f"E1,2021-10-05,Velmar,{killed},{wounded},,{points['Velmar']}\n"


# ------------------------------------------------------------------------------------------------ a data set
def test_equal_records_are_the_same_and_others_are_on_one_side(sample_book: Path, points: dict[str, str]) -> None:
    data = of(velmar(points, "3") + "E9,2019-01-01,Paris,2,,,,\n")
    made = compared(sample_book, data)
    assert [(each.status, each.other.id if each.other else None) for each in made.pairings] == [
        ("only in A", None), ("only in B", "E9"), ("same", "E1"),
    ]  # fmt: skip


def test_a_figure_of_no_report_is_not_reported(sample_book: Path, points: dict[str, str]) -> None:
    made = compared(sample_book, of(velmar(points, "40")))
    (difference,) = next(each for each in made.pairings if each.status == "differs").differences
    assert difference.figure == "killed"
    assert difference.other == Range(best=40)
    assert [cause.kind for cause in difference.causes] == ["not reported"]


def test_a_report_that_says_otherwise_is_named(tmp_path: Path) -> None:
    book = two_reports(tmp_path)
    made = compared(book, of("E1,2021-10-05,Paris,9,,,,\n"))
    (difference,) = next(each for each in made.pairings if each.status == "differs").differences
    assert [cause.kind for cause in difference.causes] == ["sources"]
    with Book.open(book) as opened:
        other = next(report.id for report in opened.reports() if "seven" in report.text)
    sentence = difference.causes[0].sentence
    assert other in sentence
    # Its words, so that a misreading shows.
    assert re.search(r"gives another figure \(“.*[Ss]even .*”\)", sentence)


def two_reports(folder: Path) -> Path:
    """A book of one attack that two outlets count otherwise."""
    where = folder / "two.book"
    for outlet, number in (("Herald", "nine"), ("Courier", "seven")):
        text = f"A bomb killed {number} people at the market of Paris on Tuesday, the {outlet} reported from the town."
        (folder / f"{outlet}.txt").write_text(text)
    with Book.open(where, create=True) as book:
        for outlet in ("Herald", "Courier"):
            book.read([folder / f"{outlet}.txt"], outlet=outlet, published=date(2021, 10, 6))
        assert len(book.incidents()) == 1
    return where


# ------------------------------------------------------------------------------------------------ its rows and columns
@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ("E1,sometime,Paris,1,,,,", "not a day"),
        ("E1,03/04/2017,Paris,1,,,,", "can be two days"),
        ("E1,42834,Paris,1,,,,", "2017-04-09"),
        ("E1,2017-04-09,Paris,xyz,,,,", "not a number"),
        ("E1,2017-04-09,Paris,1,,,91,0", "beyond 90"),
        ("E1,2017-04-09,,1,,,,", "no day or no place"),
        ("E1,2017-04-09,Paris,1,,,,,more", "9 cells"),
        ("E0,2017-04-09,Paris,1,,,,", "line 2"),
    ],
)
def test_a_bad_row_gets_a_sentence_and_the_others_are_read(cells: str, words: str) -> None:
    data = of(f"E0,2017-04-08,Paris,1,,,,\n{cells}\nE5,2017-04-10,Paris,2,0,,,\n")
    found = read_data_set(data, propose(headers_of(data)), name="set.csv")
    assert [each.entry.id for each in found.rows] == ["E0", "E5"]
    (refusal,) = found.refused
    assert words in refusal.reason
    assert "line 3" in refusal.origin


def test_one_row_in_a_wrong_encoding_does_not_stop_the_others() -> None:
    text = "é" * 20
    data = of(f"E0,2017-04-08,Paris,1,,{text} {text},,\n") + b"E1,2017-04-09,Orl\xe9ans,1,,,,\n"
    found = read_data_set(data, propose(headers_of(data)), name="set.csv")
    assert [each.entry.id for each in found.rows] == ["E0"]
    assert "encoding" in found.refused[0].reason


def test_days_that_leave_no_doubt_say_how_the_others_are_read() -> None:
    """As ``tollbook import`` reads the same file."""
    data = of("E1,03/04/2017,Paris,1,,,,\nE2,21/06/2017,Paris,1,,,,\n")
    found = read_data_set(data, mapping_of(headers_of(data), {}), name="x")
    assert [row.entry.when.start for row in found.rows if row.entry.when] == [date(2017, 4, 3), date(2017, 6, 21)]
    both = of("E1,03/04/2017,Paris,1,,,,\nE2,21/06/2017,Paris,1,,,,\nE3,06/21/2017,Paris,1,,,,\n")
    (refused,) = read_data_set(both, mapping_of(headers_of(both), {}), name="x").refused
    assert "can be two days" in refused.reason


def test_a_numeric_day_is_read_as_the_person_says() -> None:
    data = of("E1,03/04/2017,Paris,1,,,,\n")
    days = {
        first: read_data_set(data, mapping_of(headers_of(data), {}, numeric=first), name="x").rows[0].entry.when
        for first in ("day", "month")
    }
    assert {first: when and when.start for first, when in days.items()} == {
        "day": date(2017, 4, 3), "month": date(2017, 3, 4),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("header", "known", "columns"),
    [
        (
            "id,relid,date_start,date_end,where_coordinates,adm_1,country,latitude,longitude,best,high,low,source_headline",
            "UCDP GED",
            {"day": "date_start", "place": "where_coordinates", "killed": "best", "killed_low": "low", "id": "id"},
        ),
        (
            "event_id_cnty,event_date,event_type,country,admin1,location,latitude,longitude,source,notes,fatalities",
            "ACLED",
            {"day": "event_date", "place": "location", "killed": "fatalities", "text": "notes", "id": "event_id_cnty"},
        ),
        ("Ref,Date of incident,Town,# killed", "", {"day": "Date of incident", "place": "Town", "id": "Ref"}),
    ],
)
def test_columns_are_proposed(header: str, known: str, columns: dict[str, str]) -> None:
    found = propose(header.split(","))
    assert found.known == known
    assert columns.items() <= found.columns.items()


def test_a_data_set_without_day_and_place_is_refused() -> None:
    with pytest.raises(Refused, match="needs a column"):
        mapping_of(["a", "b"], {})


@given(st.binary(max_size=300))
def test_any_file_is_read_or_refused_with_a_sentence(data: bytes) -> None:
    try:
        found = headers_of(data)
        read_data_set(data, mapping_of(found, {}), name="x")
    except Refused as error:
        sentence = str(error)
    else:
        sentence = "read"
    assert sentence.strip()


_BOUNDS = st.none() | st.integers(0, 9)
_RANGES = st.none() | st.builds(Range, low=_BOUNDS, best=_BOUNDS, high=_BOUNDS)


@given(_RANGES, _RANGES)
def test_figures_agree_in_either_order_and_with_themselves(one: Range | None, other: Range | None) -> None:
    assert agree(one, other) == agree(other, one)
    if one is None or one.best is not None:
        assert agree(one, one)


# ------------------------------------------------------------------------------------------------ two books
REPORTS = {
    "Herald": "A bomb killed nine people at the market of Paris on Tuesday, police said.",
    "Courier": "A bomb killed seven people at the market of Paris on Tuesday, witnesses said.",
}


def book_of(folder: Path, name: str, **published: date) -> Path:
    """A book of some of the reports, with the days on which they were published."""
    where = folder / name
    with Book.open(where, create=True) as book:
        for outlet, day in published.items():
            file = folder / f"{outlet}.txt"
            file.write_text(REPORTS[outlet])
            book.read([file], outlet=outlet, published=day)
    return where


def two_books(one: Path, other: Path, *, rules: tuple[str, str] = ("range", "range")) -> BookComparison:
    with Book.open(one) as first, Book.open(other) as second:
        return first.compare.with_book(first.compare.side("A", rule=rules[0]), second.compare.side("B", rule=rules[1]))


def causes(made: BookComparison) -> list[str]:
    (pairing,) = made.pairings
    assert pairing.status == "differs"
    (difference,) = pairing.differences
    return [cause.kind for cause in difference.causes]


WEDNESDAY, THURSDAY = date(2021, 10, 6), date(2021, 10, 7)


def test_a_book_equals_itself(sample_book: Path) -> None:
    made = two_books(sample_book, sample_book)
    assert {each.status for each in made.pairings} == {"same"}
    assert all(each.one and each.other and each.one.id == each.other.id for each in made.pairings)


def test_another_rule_is_a_cause(tmp_path: Path) -> None:
    where = book_of(tmp_path, "a.book", Herald=WEDNESDAY, Courier=WEDNESDAY)
    assert causes(two_books(where, where, rules=("range", "most-conservative"))) == ["rule"]


def test_a_report_that_one_book_lacks_is_a_cause(tmp_path: Path) -> None:
    one = book_of(tmp_path, "a.book", Herald=WEDNESDAY, Courier=WEDNESDAY)
    other = book_of(tmp_path, "b.book", Herald=WEDNESDAY)
    made = two_books(one, other)
    assert causes(made) == ["sources"]
    with Book.open(one) as book:
        lacking = next(report.id for report in book.reports() if report.outlet == "Courier")
    assert lacking in made.pairings[0].differences[0].causes[0].sentence


def test_a_later_report_is_a_cause(tmp_path: Path) -> None:
    one = book_of(tmp_path, "a.book", Herald=WEDNESDAY, Courier=THURSDAY)
    other = book_of(tmp_path, "b.book", Herald=WEDNESDAY)
    assert causes(two_books(one, other)) == ["dates", "sources"]


def test_a_decision_of_a_person_is_a_cause(tmp_path: Path) -> None:
    one = book_of(tmp_path, "a.book", Herald=WEDNESDAY, Courier=WEDNESDAY)
    other = tmp_path / "b.book"
    other.write_bytes(one.read_bytes())
    with Book.open(other) as book:
        claim = next(each for each in book.incidents.claims() if each.kind == "killed" and "seven" in each.quote)
        book.decide("reject", claim.id, who="Vera", why="Misread.")
    assert causes(two_books(one, other)) == ["decision"]


def test_a_claim_that_a_person_moved_is_named(tmp_path: Path) -> None:
    one = book_of(tmp_path, "a.book", Herald=WEDNESDAY, Courier=WEDNESDAY)
    other = tmp_path / "b.book"
    other.write_bytes(one.read_bytes())
    with Book.open(other) as book:
        both = [each for each in book.incidents.claims() if each.kind == "killed"]
        book.decide("not same", both[0].id, other=both[1].id, who="Vera", why="Two attacks.")
        assert len(book.incidents()) == 2
    made = two_books(one, other)
    assert sorted(each.status for each in made.pairings) == ["differs", "only in B"]
    (difference,) = made.pairings[0].differences
    assert [cause.kind for cause in difference.causes] == ["linking"]


# ------------------------------------------------------------------------------------------------ the command line
def tollbook(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["compare", *arguments])


def test_unknown_columns_are_shown_first_and_confirmed_by_an_option(sample_book: Path, tmp_path: Path) -> None:
    data, mapping = tmp_path / "set.csv", tmp_path / "columns.toml"
    data.write_bytes(of("E9,2019-01-01,Paris,2,,,,\nE8,sometime,Paris,2,,,,\n"))
    asked = tollbook(str(sample_book), str(data))
    assert asked.exit_code == 2
    proposed = asked.stderr.partition("Error:")[0]
    assert 'killed = "Killed"' in proposed
    mapping.write_text(proposed)
    for option in (("--yes",), ("--mapping", str(mapping))):
        done = tollbook(str(sample_book), str(data), *option)
        assert done.exit_code == 1, done.output
        assert "E9" in done.stdout
        assert "line 3" in done.stderr


def test_a_column_that_is_not_there_is_refused(sample_book: Path, tmp_path: Path) -> None:
    data = tmp_path / "set.csv"
    data.write_bytes(of("E9,2019-01-01,Paris,2,,,,\n"))
    refused = tollbook(str(sample_book), str(data), "--column", "killed=Deaths")
    assert refused.exit_code == 2
    assert "no column “Deaths”" in refused.stderr


def test_csv_is_safe_for_a_spreadsheet_and_json_is_whole(sample_book: Path, tmp_path: Path) -> None:
    data = tmp_path / "set.csv"
    data.write_bytes(of("=1+1,2019-01-01,Paris,2,,,,\n"))
    made = tollbook(str(sample_book), str(data), "--yes", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(made.stdout)))
    assert [each["B id"] for each in rows if each["B id"]] == ["'=1+1"]
    lines = tollbook(str(sample_book), str(data), "--yes", "--format", "jsonl").stdout.splitlines()
    assert {json.loads(line)["status"] for line in lines} == {"only in A", "only in B"}


def test_two_books_on_the_command_line(sample_book: Path) -> None:
    made = tollbook(str(sample_book), str(sample_book))
    assert made.exit_code == 0, made.output
    assert "in both, with equal figures" in made.stdout


# ------------------------------------------------------------------------------------------------ browser and API
def test_the_page_asks_for_the_columns_then_compares(sample_book: Path, points: dict[str, str]) -> None:
    client = person(sample_book, "Vera")
    content = of(velmar(points, "40") + "E8,sometime,Paris,2,,,,\n").decode()
    form = {name: value[0] for name, value in fields_of(client.get("/compare").text, "/compare").items()}
    columns = client.post("/compare", data=form | {"content": content, "origin": "set.csv"})
    assert columns.status_code == 200
    confirmed = {name: value[0] for name, value in fields_of(columns.text, "/compare").items()}
    assert confirmed["column-killed"] == "Killed"
    page = client.post("/compare", data=confirmed)
    assert page.status_code == 200
    assert "not a day" in page.text
    assert ">40<" in page.text
    again = {name: value[0] for name, value in fields_of(page.text, "/compare").items()}
    file = client.post("/compare", data=again)
    assert file.headers["content-type"].startswith("text/csv")
    assert "E1" in file.text


def test_the_api_compares_and_proposes_columns(sample_book: Path, points: dict[str, str]) -> None:
    client = TestClient(create_app(sample_book), base_url="http://127.0.0.1")
    asked = {"content": of(velmar(points, "3")).decode()}
    ours = {"X-Requested-With": "tollbook"}
    proposed = client.post("/api/compare/columns", json=asked, headers=ours).json()
    assert proposed["columns"]["killed"] == "Killed"
    made = client.post("/api/compare", json=asked, headers=ours).json()
    assert sorted(each["status"] for each in made["pairings"]) == ["only in A", "same"]
    refused = client.post("/api/compare", json={"content": "a,b\n1,2\n"}, headers=ours)
    assert refused.status_code == 422
