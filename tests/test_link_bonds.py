"""What people rule of two claims holds ever after, whatever linking thinks. All names and places are invented."""

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from tollbook.linking import constraints_from, link, touched
from tollbook.model import Claim, Count, Event, People, Place, Reading, Report, When
from tollbook.record import Linked, Ruling

VELM = Place(name="Velm", country="XA", admin1="Orla", lat=10.0, lon=10.0, precision=1)
FAR = Place(name="Orsk Ford", country="XB", lat=60.0, lon=10.0, precision=1)


def claim(report: str, start: int, *, place: Place = VELM, day: int = 3, **fields: object) -> Claim:
    when = When(start=date(2030, 5, day), end=date(2030, 5, day), precision="day")
    one = Count(low=1, best=1, high=1, qualifier="exactly")
    baker = People(text="a baker", status="civilian")
    told = {"kind": "killed", "count": one, "people": baker, "event": Event(kind="shooting")} | fields
    name = f"{report}{start}"
    return Claim(id=name, report=report, start=start, end=start + 5, quote="words", place=place, when=when, **told)  # type: ignore[arg-type]


#: Reports a and b tell of one night in Velm; b of a second scene too; c of another country, and of a running total.
READINGS = [
    Reading(report="a", claims=(claim("a", 0), claim("a", 20, kind="injured"))),
    Reading(report="b", claims=(claim("b", 0), claim("b", 20, place=FAR, day=20))),
    Reading(report="c", claims=(claim("c", 0, place=FAR, day=9), claim("c", 20, scope="running total"))),
    Reading(report="d", claims=(claim("d", 0, kind="denial", count=None),)),
]
TEXT = "Shots were fired in the Marsk bakery in Velm, and a baker of the town died of her wounds."
REPORTS = {
    name: Report(id=name, sha256=name, text=TEXT if name in "ab" else f"Report {name}.", published=date(2030, 5, 4))
    for name in "abcd"
}
CLAIMS = [c.id for r in READINGS for c in r.claims]
pairs = st.tuples(st.sampled_from(CLAIMS), st.sampled_from(CLAIMS)).filter(lambda pair: pair[0] != pair[1])
rulings = st.lists(st.builds(lambda p, same: Ruling(one=p[0], other=p[1], same=same), pairs, st.booleans()), max_size=8)


def linked(*told: Ruling) -> Linked:
    return link(READINGS, REPORTS, rulings=told)


def home(found: Linked) -> dict[str, str]:
    return {c.id: g.id for g in found.groups for c in g.claims}


def same(one: str, other: str) -> Ruling:
    return Ruling(one=one, other=other, same=True, decision=f"{one}={other}")


def apart(one: str, other: str) -> Ruling:
    return Ruling(one=one, other=other, same=False, decision=f"{one}/{other}")


def test_without_rulings_the_two_reports_of_one_night_are_one_incident() -> None:
    where = home(linked())
    assert where["a0"] == where["b0"]
    assert len({where["a0"], where["b20"], where["c0"]}) == 3
    assert "c20" not in where


def test_what_is_called_the_same_is_together_though_everything_speaks_against_it() -> None:
    where = home(linked(same("a0", "c0")))
    assert where["a0"] == where["c0"] == where["b0"]


def test_what_is_called_not_the_same_is_apart_even_within_one_report() -> None:
    where = home(linked(apart("a0", "b0"), apart("a0", "a20")))
    assert len({where["a0"], where["b0"]}) == 2
    assert where["a0"] != where["a20"]


def test_rulings_reach_over_third_claims() -> None:
    where = home(linked(same("b20", "c0"), apart("c0", "a0"), same("a0", "d0")))
    assert where["b20"] == where["c0"] != where["a0"] == where["d0"]


def test_a_total_and_a_statement_that_are_called_the_same_are_of_the_incident() -> None:
    where = home(linked(same("c20", "a0"), same("d0", "a0")))
    assert where["c20"] == where["d0"] == where["a0"]


def test_claims_that_only_came_along_with_the_same_are_kept_apart_where_ruled() -> None:
    where = home(linked(same("a0", "c0"), apart("a20", "c20"), same("c20", "c0")))
    assert where["a0"] == where["c0"] == where["c20"] != where["a20"]


def test_the_later_of_two_contrary_rulings_holds_and_a_question_says_so() -> None:
    for older, newer in ((same("a0", "c0"), apart("c0", "a0")), (apart("a0", "c0"), same("a0", "c0"))):
        found = linked(older, newer)
        where = home(found)
        assert (where["a0"] == where["c0"]) is newer.same
        (question,) = {q for g in found.groups for q in g.questions if "contradicts" in q}
        assert older.decision in question
        assert newer.decision in question


def test_a_ruling_contradicted_by_two_later_ones_together_gives_way() -> None:
    where = home(linked(apart("a0", "c0"), same("a0", "b20"), same("b20", "c0")))
    assert where["a0"] == where["b20"] == where["c0"]


@settings(max_examples=300, deadline=None)
@given(rulings)
def test_rulings_that_stand_are_kept_whatever_they_are(told: list[Ruling]) -> None:
    standing = constraints_from(told)
    where = home(linked(*told))
    overruled = [older for older, _ in standing.overruled]
    for ruling in told:
        if ruling not in overruled:
            assert (where.get(ruling.one, 1) == where.get(ruling.other, 2)) is ruling.same
    last = told[-1:]
    assert all(ruling not in overruled for ruling in last)


@settings(max_examples=100, deadline=None)
@given(rulings)
def test_a_change_of_rulings_moves_nothing_beyond_what_they_lead_to(told: list[Ruling]) -> None:
    for ruling in told:
        reach = touched(told, [ruling.one])
        others = [r for r in told if r.one not in reach]
        assert all(r.other not in reach for r in others)
        assert {c: s for c, s in constraints_from(told).home.items() if c not in reach} == dict(
            constraints_from(others).home
        )
