"""Exports in the columns of published codebooks: column names and order, types and code lists."""

import csv
import io
import re
from datetime import date

import pytest
from msgspec.structs import replace

from tests.export_samples import BOOK, DISPUTED
from tollbook.export import FORMATS, REGISTRY, Contents, acled, ucdp
from tollbook.model import When
from tollbook.record import Figure

#: UCDP GED Codebook version 23.1 (2023), the list of variables, with what a value looks like; "" is not known.
GED = {
    "id": ".+", "relid": "", "year": r"\d{4}", "active_year": "", "code_status": "", "type_of_violence": "[123]",
    "conflict_dset_id": "", "conflict_new_id": "", "conflict_name": "", "dyad_dset_id": "", "dyad_new_id": "",
    "dyad_name": "", "side_a_dset_id": "", "side_a_new_id": "", "side_a": ".+", "side_b_dset_id": "",
    "side_b_new_id": "", "side_b": "", "number_of_sources": r"-1|\d+", "source_article": ".+", "source_office": ".+",
    "source_date": ".+", "source_headline": ".+", "source_original": ".+", "where_prec": "[1-7]",
    "where_coordinates": ".+", "where_description": ".+", "adm_1": ".+", "adm_2": "", "latitude": r"-?\d+\.\d+",
    "longitude": r"-?\d+\.\d+", "geom_wkt": r"POINT \(-?[\d.]+ -?[\d.]+\)", "priogrid_gid": r"\d{1,6}", "country": ".+",
    "country_id": "", "region": "", "event_clarity": "[12]", "date_prec": "[1-5]",
    "date_start": r"\d{4}-\d\d-\d\d", "date_end": r"\d{4}-\d\d-\d\d", "deaths_a": "", "deaths_b": "",
    "deaths_civilians": r"\d+", "deaths_unknown": r"\d+", "best": r"\d+", "high": r"\d+", "low": r"\d+", "gwnoa": "",
    "gwnob": "", "tollbook_killed_as_said": ".+", "tollbook_status": ".+", "tollbook_independent_sources": r"\d+",
    "tollbook_day_basis": "stated|relative|published|linked",
}  # fmt: skip
#: ACLED Codebook (2023), event types with their sub-event types, and Guide to 2023 ACLED column changes, the columns.
ACLED = {
    "event_id_cnty": ".+", "event_date": r"\d{4}-\d\d-\d\d", "year": r"\d{4}", "time_precision": "[123]",
    "disorder_type": "Political violence|Strategic developments|Demonstrations",
    "event_type": "Battles|Violence against civilians|Explosions/Remote violence",
    "sub_event_type": "Armed clash|Attack|Abduction/forced disappearance|Air/drone strike|Grenade|"
    "Shelling/artillery/missile attack|Remote explosive/landmine/IED",
    "actor1": ".+", "assoc_actor_1": "", "inter1": "", "actor2": ".+", "assoc_actor_2": "", "inter2": "",
    "interaction": "",
    "civilian_targeting": "", "iso": r"\d{1,3}", "region": "", "country": ".+", "admin1": ".+", "admin2": "",
    "admin3": "",
    "location": ".+", "latitude": r"-?[\d.]+", "longitude": r"-?[\d.]+", "geo_precision": "[123]", "source": ".+",
    "source_scale": "", "notes": ".+", "fatalities": r"\d+", "tags": "", "timestamp": "",
}  # fmt: skip
COLUMNS = {"ucdp": GED, "acled": ACLED}


def made(name: str, contents: Contents = BOOK) -> str:
    (chunks,) = FORMATS[name](contents).values()
    return b"".join(chunks).decode("utf-8-sig")


def rows(name: str, contents: Contents = BOOK) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(made(name, contents), newline="")))


@pytest.mark.parametrize("name", COLUMNS)
def test_columns_types_and_codes_are_those_of_the_codebook(name: str) -> None:
    found = rows(name)
    assert list(found[0]) == made(name, Contents()).strip().split(",") == list(COLUMNS[name])
    assert len(found) == len(BOOK.incidents)
    for row in found:
        wrong = {column: cell for column, cell in row.items() if not re.fullmatch(f"({COLUMNS[name][column]})?", cell)}
        assert wrong == {}


@pytest.mark.parametrize("name", COLUMNS)
def test_no_cell_of_a_codebook_runs_as_a_formula(name: str) -> None:
    cells = [cell for row in csv.reader(io.StringIO(made(name), newline="")) for cell in row]
    assert [cell for cell in cells if re.match(r"\s*[=+@]", cell)] == []
    assert any("Harbour Radio" in cell for cell in cells)


@pytest.mark.parametrize("name", COLUMNS)
def test_an_unknown_number_is_empty_and_never_zero(name: str) -> None:
    unknown = next(row for row in rows(name) if row.get("id", row.get("event_id_cnty")) == "i2")
    assert {
        cell for column, cell in unknown.items() if re.search("death|best|high|low|fatal|prec|date|year", column)
    } == {""}


def test_ucdp_has_bounds_beside_the_words() -> None:
    row = rows("ucdp")[0]
    assert [row[name] for name in ("low", "best", "high")] == ["24", "41", "41"]
    assert row["tollbook_killed_as_said"] == "dozens to 41 or more"
    assert (row["deaths_civilians"], row["deaths_unknown"]) == ("1", "40")
    assert (row["side_a"], row["type_of_violence"], row["source_original"]) == ("Highland Front", "", "Ilyas Tarkhan")
    assert (row["where_prec"], row["date_prec"], row["event_clarity"]) == ("2", "1", "1")


def when(first: date, last: date) -> When:
    return When(start=first, end=last)


OCTOBER = date(2021, 10, 1)


@pytest.mark.parametrize(
    ("days", "ged", "acled_code"),
    [
        (When(), None, None),
        (when(OCTOBER, OCTOBER), 1, 1),
        (when(OCTOBER, date(2021, 10, 2)), 2, 2),
        (when(OCTOBER, date(2021, 10, 7)), 3, 2),
        (when(OCTOBER, date(2021, 10, 31)), 4, 3),
        (when(OCTOBER, date(2021, 12, 31)), 5, None),
        (When(start=OCTOBER, end=OCTOBER, basis="published"), 2, 2),
    ],
)
def test_the_precision_of_days(days: When, ged: int | None, acled_code: int | None) -> None:
    assert (ucdp.date_precision(days), acled.time_precision(days)) == (ged, acled_code)


@pytest.mark.parametrize(
    ("lat", "lon", "cell"),
    [(-89.75, -179.75, 1), (89.75, 179.75, 259200), (90, 180, 259200), (-89.25, -179.75, 721), (None, 1.0, None)],
)
def test_the_cell_of_prio_grid(lat: float | None, lon: float | None, cell: int | None) -> None:
    """Tollefsen, Strand and Buhaug (2012): 360 rows of 720 cells, counted from the south-west corner."""
    assert ucdp.priogrid(lat, lon) == cell


def test_a_year_that_the_days_do_not_decide_is_empty() -> None:
    new_year = replace(DISPUTED, when=when(date(2021, 12, 31), date(2022, 1, 1)))
    for name in COLUMNS:
        assert rows(name, replace(BOOK, incidents=(new_year,)))[0]["year"] == ""


def test_acled_has_the_least_number_and_the_dispute_in_its_notes() -> None:
    row = rows("acled")[0]
    assert (row["fatalities"], row["event_type"], row["iso"]) == ("24", "Explosions/Remote violence", "804")
    assert "contested" in row["notes"]
    assert "more than 40 according to Ilyas Tarkhan → Valley Post; dozens according to =Harbour Radio" in row["notes"]
    assert "Denied by The Front: “We never fire.”" in row["notes"]
    open_ended = replace(DISPUTED, figures={"killed": Figure(high=30, best=30)})
    row = rows("acled", replace(BOOK, incidents=(open_ended,)))[0]
    assert row["fatalities"] == ""
    assert "this is not zero" in row["notes"]


def test_a_number_that_was_replaced_says_so() -> None:
    figure = replace(DISPUTED.figures["killed"], superseded_claims=("c2",))
    book = replace(BOOK, incidents=(replace(DISPUTED, figures={"killed": figure}),))
    assert "dozens, later replaced, according to =Harbour Radio" in rows("acled", book)[0]["notes"]


def test_two_parties_who_accuse_each_other_are_not_allies() -> None:
    two = (*DISPUTED.perpetrators, replace(DISPUTED.perpetrators[0], name="Velmar Guard"))
    book = replace(BOOK, incidents=(replace(DISPUTED, perpetrators=two),))
    assert (rows("acled", book)[0]["actor1"], rows("ucdp", book)[0]["side_a"]) == ("", "")
    assert "Velmar Guard (accused)" in rows("acled", book)[0]["notes"]


#: Iraq Body Count, Methods, section 3.1: the variables of an incident and of a person, in the order of its table.
IBC = {
    "incidents.csv": [
        "Date", "Time", "Place", "Target", "Minimum deaths", "Maximum deaths", "Minimum injuries", "Maximum injuries",
        "Weapons", "Killers", "Media sources", "Primary witnesses",
    ],
    "persons.csv": ["Name", "Age", "Gender", "Marital status", "Parental status", "Occupation"],
}  # fmt: skip


def ibc_rows(file: str, contents: Contents = BOOK) -> list[list[str]]:
    text = b"".join(FORMATS["ibc"](contents)[file]).decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("file", IBC)
def test_iraq_body_count_has_its_variables_in_order(file: str) -> None:
    header, *found = ibc_rows(file)
    assert header[1 : len(IBC[file]) + 1] == IBC[file]
    assert ibc_rows(file, Contents()) == [header]
    assert len(found) == 1


def test_iraq_body_count_has_minimum_and_maximum_and_says_what_is_provisional() -> None:
    def row(contents: Contents) -> dict[str, str]:
        header, found = ibc_rows("incidents.csv", contents)
        return dict(zip(header, found, strict=True))

    disputed = row(BOOK)
    assert (disputed["Minimum deaths"], disputed["Maximum deaths"]) == ("24", "41")
    assert (disputed["Deaths as said"], disputed["Status"]) == ("dozens to 41 or more", "documented")
    assert (disputed["Killers"], disputed["Primary witnesses"]) == ("Highland Front (accused)", "Ilyas Tarkhan")
    assert disputed["Minimum injuries"] == disputed["Maximum injuries"] == ""
    one = replace(DISPUTED, figures={"killed": Figure(low=3, high=3, independent_sources=1)})
    assert row(replace(BOOK, incidents=(one,)))["Status"] == "provisional"


@pytest.mark.parametrize("name", [*COLUMNS, "ibc"])
def test_a_codebook_brings_its_own_rule(name: str) -> None:
    assert REGISTRY[name].rule == name
