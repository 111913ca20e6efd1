"""Comparing: two books, or a book and a data set. What is the same, what differs, and the cause as derived."""

from datetime import date
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook.book import Book
from tollbook.compare import Comparison, headers_of, mapping_of, propose, read_data_set
from tollbook.compare.figures import agree
from tollbook.errors import Refused
from tollbook.model import Range

SAMPLES = Path(str(resources.files("tollbook").joinpath("samples")))
HEADER = "Incident ID,Date,City,Killed,Wounded,Victims,Latitude,Longitude\n"
#: The hospital of the samples as a registry may have it: the day, the place and the figures of the book agree.
VELMAR = "E1,2021-10-05,Velmar,3,18,,-38.4,56.1\n"
DURSAN = "E2,2021-10-09,Dursan,{killed},8,,,\n"


def of(rows: str, header: str = HEADER) -> bytes:
    return (header + rows).encode()


@pytest.fixture(scope="module")
def points(sample_book: Path) -> dict[str, str]:
    """The coordinates of the places of the samples, as a data set gives them."""
    with Book.open(sample_book) as book:
        places = [each.place for each in book.incidents() if each.place]
    return {place.name: f"{place.lat},{place.lon}" for place in places}


def compared(book: Path, data: bytes, **chosen: str) -> Comparison:
    mapping = mapping_of(headers_of(data), chosen)
    with Book.open(book) as opened:
        return opened.compare.with_data_set(opened.compare.side("A"), data, mapping, name="set.csv")


def row(points: dict[str, str], name: str, town: str, day: str, killed: str, wounded: str = "") -> str:
    return f"{name},{day},{town},{killed},{wounded},,{points[town]}\n"


# ------------------------------------------------------------------------------------------------ a data set
def test_what_agrees_is_the_same_and_the_rest_is_on_one_side(sample_book: Path, points: dict[str, str]) -> None:
    data = of(row(points, "E1", "Velmar", "2021-10-05", "3", "18") + "E9,2019-01-01,Paris,2,,,,\n")
    made = compared(sample_book, data)
    assert [(each.status, each.other.id if each.other else None) for each in made.pairings] == [
        ("only in A", None), ("only in B", "E9"), ("same", "E1"),
    ]  # fmt: skip


def test_a_figure_of_no_report_has_an_unknown_cause(sample_book: Path, points: dict[str, str]) -> None:
    made = compared(sample_book, of(row(points, "E1", "Velmar", "2021-10-05", "40")))
    (difference,) = next(each for each in made.pairings if each.status == "differs").differences
    assert difference.figure == "killed"
    assert difference.other == Range(best=40)
    assert [cause.kind for cause in difference.causes] == ["unknown"]


def test_a_report_that_says_otherwise_is_named(tmp_path: Path) -> None:
    book = two_reports(tmp_path)
    made = compared(book, of("E1,2021-10-05,Paris,9,,,,\n"))
    (difference,) = next(each for each in made.pairings if each.status == "differs").differences
    assert [cause.kind for cause in difference.causes] == ["sources"]
    with Book.open(book) as opened:
        other = next(report.id for report in opened.reports() if "seven" in report.text)
    assert other in difference.causes[0].sentence


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
        assert str(error).strip()


_BOUNDS = st.none() | st.integers(0, 9)
_RANGES = st.none() | st.builds(Range, low=_BOUNDS, best=_BOUNDS, high=_BOUNDS)


@given(_RANGES, _RANGES)
def test_figures_agree_in_either_order_and_with_themselves(one: Range | None, other: Range | None) -> None:
    assert agree(one, other) == agree(other, one)
    if one is None or one.best is not None:
        assert agree(one, one)
