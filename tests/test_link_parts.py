"""An incident divided by day and by place: which claims are one part. All names and places are invented."""

from datetime import date
from typing import Any

import pytest

from tollbook.linking import parts
from tollbook.model import Claim, Place, Report, When
from tollbook.record import Group


def claim(name: str, report: str = "r", start: int = 0, **fields: Any) -> Claim:
    fields = {"kind": "killed"} | fields
    return Claim(id=name, report=report, start=start, end=start + 1, quote="x", **fields)


def on(day: int, **fields: Any) -> When:
    return When(
        **({"start": date(2030, 5, day), "end": date(2030, 5, day), "precision": "day", "basis": "stated"} | fields)
    )


def at(lat: float | None, precision: int | None = 1, **fields: Any) -> Place:
    lon = None if lat is None else 0.0
    return Place(name=f"Velm {lat}", text="Velm", lat=lat, lon=lon, precision=precision, **fields)


def group(*claims: Claim) -> Group:
    return Group(id="g", kind="shooting", claims=claims)


def report(name: str, day: int) -> Report:
    return Report(id=name, sha256="0" * 64, text="x", published=date(2030, 5, day))


@pytest.mark.parametrize(
    ("when", "divides"),
    [
        (on(9), True), (on(9, precision="days"), True), (on(9, basis="relative"), True),
        (on(9, precision="month"), False),
        (on(9, basis="published"), False), (on(9, start=None), False), (None, False),
    ],
)  # fmt: skip
def test_a_day_that_a_report_gives_divides_and_no_other(when: When | None, divides: bool) -> None:
    found = parts.by_day(group(claim("a", when=on(4)), claim("b", "s", when=when)), {})
    assert found == ((("a",), ("b",)) if divides else (("a", "b"),))


def test_a_statement_has_no_day_of_its_own() -> None:
    later = claim("b", "s", kind="responsibility", when=on(9))
    assert parts.by_day(group(claim("a", when=on(4)), later), {}) == (("a", "b"),)


def test_a_report_without_a_day_goes_with_the_last_day_before_it() -> None:
    claims = [claim("a", when=on(4)), claim("b", when=on(9)), claim("c", "s"), claim("d", "t"), claim("e", "u")]
    reports = {each.id: each for each in (report("s", 8), report("t", 9))}
    assert parts.by_day(group(*claims), reports) == (("a", "c", "e"), ("b", "d"))


def test_a_claim_without_a_day_goes_with_the_nearest_of_its_report() -> None:
    claims = [claim("a", start=0, when=on(4)), claim("b", start=100, when=on(9))]
    claims += [claim("c", start=49), claim("d", start=51), claim("e", start=50)]
    assert parts.by_day(group(*claims), {}) == (("a", "c", "e"), ("b", "d"))


@pytest.mark.parametrize(
    ("one", "other", "divides"),
    [
        (at(10.0), at(10.10), False),  # 11 km
        (at(10.0), at(10.11), True),  # 12.2 km
        (at(10.0), at(20.0, precision=3), True),
        (at(10.0), at(20.0, precision=4), False),
        (at(10.0), at(20.0, precision=None), False),
        (at(10.0), at(None), False),
        (at(10.0), at(10.0), False),
    ],
)
def test_exact_places_divide_from_twelve_kilometres_on(one: Place, other: Place, divides: bool) -> None:
    found = parts.by_place(group(claim("a", place=one), claim("b", "s", place=other)))
    assert found == ((("a",), ("b",)) if divides else (("a", "b"),))


@pytest.mark.parametrize(
    ("one", "other", "divides"),
    [
        ({"country": "XA", "admin1": "Orla"}, {"country": "XA", "admin1": "Tarn"}, True),
        ({"country": "XA", "admin1": "Orla"}, {"country": "XB", "admin1": "Orla"}, True),
        ({"country": "XA", "admin1": "Orla"}, {"country": "XA", "admin1": "Orla"}, False),
        ({"country": "XA", "admin1": "Orla"}, {"country": "XA"}, False),
        ({"country": "XA", "admin1": "Orla"}, {"admin1": "Tarn"}, False),
    ],
)
def test_regions_divide_where_no_exact_places_do(one: dict[str, str], other: dict[str, str], divides: bool) -> None:
    """The first claim is alone in its region also if it has an exact place, and the other has none."""
    claims = [claim("a", place=at(10.0, **one)), claim("b", "s", place=at(None, None, **other))]
    assert parts.by_place(group(*claims)) == ((("a",), ("b",)) if divides else (("a", "b"),))


def test_claims_without_a_place_go_with_the_largest_part() -> None:
    claims = [
        claim("a", place=at(10.0)),
        claim("b", "s", place=at(20.0)),
        claim("c", "t", place=at(20.0)),
        claim("d", "u"),
    ]
    assert parts.by_place(group(*claims)) == (("a",), ("b", "c", "d"))
