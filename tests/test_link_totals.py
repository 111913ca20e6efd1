"""Which claims of a report are totals, and no casualties of an incident. All numbers are invented."""

from typing import Any

import pytest

from tollbook.linking.totals import totals_in
from tollbook.model import Claim, Count


def claim(name: str, number: int | None = None, **fields: Any) -> Claim:
    text = "" if number == 1 else str(number)
    count = None if number is None else Count(low=number, best=number, high=number, text=text)
    fields = {"kind": "killed"} | fields
    return Claim(id=name, report="r", start=0, end=1, quote="x", count=count, **fields)


WAR = claim("war", 300_000, scope="running total")


@pytest.mark.parametrize(
    ("part", "is_of_total"),
    [
        (claim("b", 87_000, scope="part", part_of="war"), True),
        (claim("b", 1, scope="part", part_of="war"), False),
        (claim("b", scope="part", part_of="war"), False),
        (claim("b", 20), False),
        (claim("b", 2, scope="part", part_of="strike"), False),
    ],
)  # fmt: skip
def test_a_group_in_a_total_is_a_total_and_one_person_is_not(part: Claim, is_of_total: bool) -> None:
    found = {c.id for c in totals_in([claim("strike", 20), WAR, part])}
    assert found == ({"war", "b"} if is_of_total else {"war"})


def test_a_group_in_a_group_of_a_total_is_a_total() -> None:
    children = claim("children", 15_000, scope="part", part_of="civilians")
    civilians = claim("civilians", 87_000, scope="part", part_of="war")
    assert [c.id for c in totals_in([children, civilians, WAR])] == ["children", "civilians", "war"]
