"""Counts of other people: fighters that one side claims, vague words beside a number. All reports are invented."""

import pytest
from reconcile_builders import claim, group, report

from tollbook import reconcile
from tollbook.model import Claim, Event, People, Place
from tollbook.reconcile.counts_of_others import fighters_alone, vague_beside_numbers
from tollbook.reconcile.source_counts import source_counts

VELM, TARN = Place(name="Velm", lat=41.0, lon=44.0), Place(name="Tarn", lat=42.0, lon=45.0)
#: A name without coordinates, such as that of a family's house.
HOUSE = Place(name="Orsk house")


def of(number: int, status: str = "unknown", **fields: object) -> Claim:
    return claim(number, people=People(text="people", status=status), **fields)


@pytest.mark.parametrize(
    ("claims", "alone"),
    [
        ([of(200, "combatant", in_="a"), of(9, "civilian", in_="b")], [200]),
        ([of(2, "combatant", in_="a"), of(40, in_="b")], [2]),
        # The same people may be called fighters by one and civilians by another.
        ([of(12, "combatant", in_="a"), of(9, "civilian", in_="b")], []),
        ([of(200, "combatant", in_="a"), of(9, "civilian", in_="b"), of(150, in_="c")], []),
        ([of(200, "combatant", in_="a"), of(9, "combatant", in_="b")], []),
        ([of(200, "combatant", in_="a")], []),
    ],
)
def test_fighters_far_from_every_other_number_are_others(claims: list[Claim], alone: list[int]) -> None:
    found = fighters_alone(claims)
    assert [c.count.best for c in claims if c.count and c.id in found] == alone


@pytest.mark.parametrize(
    ("victims", "attackers", "kinds", "figure"),
    [
        # Troops shot six militants after their bomb killed 12 civilians.
        (("civilians", 12), ("militants", 6), ("bombing", "shooting"), (12, 12)),
        (("soldiers", 2), ("insurgents", 3), ("clash", "clash"), (2, 2)),
        # One side may call the same dead militants.
        (("civilians", 12), ("militants", 9), ("airstrike", "airstrike"), (9, 12)),
        (("people", 12), ("civilians", 9), ("bombing", "shooting"), (9, 12)),
    ],
)
def test_attackers_who_died_do_not_contest_the_number_of_their_victims(
    victims: tuple, attackers: tuple, kinds: tuple, figure: tuple
) -> None:
    claims = [
        claim(
            number,
            in_="a",
            start=100 * n,
            by=by,
            people=People(text=f"{number} {noun}", status="civilian" if noun == "civilians" else "combatant"),
            event=Event(kind=kind, text=kind),
        )
        for n, ((noun, number), kind, by) in enumerate(
            zip((victims, attackers), kinds, ("Ana Brod", "police"), strict=True)
        )
    ]
    found = reconcile.incident(group(*claims), {"a": report("a")}).figures["killed"]
    assert (found.low, found.high) == figure


def test_enemies_that_one_side_claims_do_not_widen_the_figure_and_are_explained() -> None:
    claims = of(200, "combatant", in_="a"), of(9, "civilian", in_="b"), of(11, "civilian", in_="c")
    reports = {name: report(name) for name in "abc"}
    incident = reconcile.incident(group(*claims), reports)
    assert (incident.figures["killed"].low, incident.figures["killed"].high) == (9, 11)
    [found] = reconcile.explain(incident, group(*claims), reports)
    assert found.text.count("counts fighters only") == 1


def test_words_beside_a_number_of_the_same_report_bound_nothing_and_those_of_another_report_do() -> None:
    own, others = claim("dozens", in_="a", start=50), claim("dozens", in_="b")
    claims = claim(6, in_="a"), own, others
    assert vague_beside_numbers(claims) == {own.id}
    reports = {name: report(name) for name in "ab"}
    with_own = reconcile.incident(group(*claims[:2]), reports).figures["killed"]
    assert (with_own.low, with_own.high) == (6, 6)
    assert reconcile.incident(group(*claims), reports).figures["killed"].high == 24
    [found] = reconcile.explain(reconcile.incident(group(*claims[:2]), reports), group(*claims[:2]), reports)
    assert "in words without a number" in found.text


def test_a_count_that_adds_to_a_number_is_not_set_aside() -> None:
    """ "They captured a leader and detained eight more fighters" counts nine, not one."""
    leader, fighters = of(1), of(8, "combatant", start=50, additional=True)
    assert not fighters_alone([leader, fighters])
    assert fighters_alone([leader, of(8, "combatant", start=50)])
    six, more = claim(6, in_="a"), claim("dozens", in_="a", start=50, additional=True)
    assert not vague_beside_numbers([six, more])


@pytest.mark.parametrize(("place", "counts"), [(VELM, [22]), (HOUSE, [22]), (TARN, [15, 7])])
def test_an_added_count_is_at_the_same_place(place: Place, counts: list[int]) -> None:
    claims = of(15, place=VELM), of(7, start=50, additional=True, place=place)
    assert [count.value for count in source_counts(claims, {})] == counts


def test_four_troopers_and_four_soldiers_are_four() -> None:
    claims = of(4, "combatant"), of(4, "police", start=50)
    assert {count.value for count in source_counts(claims, {})} == {4}
    apart = of(4, "combatant"), of(3, "police", start=50)
    assert [count.value for count in source_counts(apart, {})] == [7]
