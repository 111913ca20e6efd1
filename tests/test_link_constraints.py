"""Decisions on two claims always hold, whatever linking finds. All names and places are invented."""

from datetime import date

from hypothesis import given, settings
from hypothesis import strategies as st

from tollbook.linking import constraints_from, link, reachable_claims
from tollbook.mentions import Reading
from tollbook.model import Claim, Count, Event, People, Place, Report, When
from tollbook.record import Linked, Ruling

VELM = Place(name="Velm", country="XA", admin1="Orla", lat=10.0, lon=10.0, precision=1)
FAR = Place(name="Orsk Ford", country="XB", lat=60.0, lon=10.0, precision=1)


def claim(report: str, start: int, *, place: Place = VELM, day: int = 3, **fields: object) -> Claim:
    when = When(start=date(2030, 5, day), end=date(2030, 5, day), precision="day")
    one = Count(low=1, best=1, high=1, qualifier="exactly")
    baker = People(text="a baker", status="civilian")
    shared = {"kind": "killed", "count": one, "people": baker, "event": Event(kind="shooting")} | fields
    name = f"{report}{start}"
    return Claim(id=name, report=report, start=start, end=start + 5, quote="words", place=place, when=when, **shared)  # type: ignore[arg-type]


#: Reports a and b are about one night in Velm; b gives a second scene too; c another country, and a running total.
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
rulings = st.lists(st.builds(lambda p, same: pair(*p, same=same), pairs, st.booleans()), max_size=8)


def pair(one: str, other: str, *, same: bool) -> Ruling:
    if same:
        return Ruling(claims=(one, other), decision=f"{one}={other}")
    return Ruling(claims=(one,), others=(other,), decision=f"{one}/{other}")


def linked(*decisions: Ruling) -> Linked:
    return link(READINGS, REPORTS, rulings=decisions)


def incident_of(found: Linked) -> dict[str, str]:
    return {c.id: g.id for g in found.groups for c in g.claims}


def same(one: str, other: str) -> Ruling:
    return pair(one, other, same=True)


def apart(one: str, other: str) -> Ruling:
    return pair(one, other, same=False)


def test_without_decisions_the_two_reports_of_one_night_are_one_incident() -> None:
    incident = incident_of(linked())
    assert incident["a0"] == incident["b0"]
    assert len({incident["a0"], incident["b20"], incident["c0"]}) == 3
    assert "c20" not in incident


def test_a_decision_links_claims_against_all_evidence() -> None:
    incident = incident_of(linked(same("a0", "c0")))
    assert incident["a0"] == incident["c0"] == incident["b0"]


def test_a_decision_separates_claims_even_within_one_report() -> None:
    incident = incident_of(linked(apart("a0", "b0"), apart("a0", "a20")))
    assert len({incident["a0"], incident["b0"]}) == 2
    assert incident["a0"] != incident["a20"]


def test_decisions_reach_through_third_claims() -> None:
    incident = incident_of(linked(same("b20", "c0"), apart("c0", "a0"), same("a0", "d0")))
    assert incident["b20"] == incident["c0"] != incident["a0"] == incident["d0"]


def test_a_decision_links_a_total_and_a_statement_to_an_incident() -> None:
    incident = incident_of(linked(same("c20", "a0"), same("d0", "a0")))
    assert incident["c20"] == incident["d0"] == incident["a0"]


def test_claims_of_linked_reports_stay_apart_if_decided() -> None:
    incident = incident_of(linked(same("a0", "c0"), apart("a20", "c20"), same("c20", "c0")))
    assert incident["a0"] == incident["c0"] == incident["c20"] != incident["a20"]


def test_the_later_of_two_contrary_decisions_is_in_force_and_there_is_a_question() -> None:
    for older, newer in ((same("a0", "c0"), apart("c0", "a0")), (apart("a0", "c0"), same("a0", "c0"))):
        found = linked(older, newer)
        incident = incident_of(found)
        assert (incident["a0"] == incident["c0"]) is (not newer.others)
        (question,) = {q for g in found.groups for q in g.questions if "contradicts" in q}
        assert older.decision in question
        assert newer.decision in question


def test_two_later_decisions_together_overrule_an_earlier_one() -> None:
    incident = incident_of(linked(apart("a0", "c0"), same("a0", "b20"), same("b20", "c0")))
    assert incident["a0"] == incident["b20"] == incident["c0"]


@settings(max_examples=300, deadline=None)
@given(rulings)
def test_every_decision_in_force_is_kept(decisions: list[Ruling]) -> None:
    constraints = constraints_from(decisions)
    incident = incident_of(linked(*decisions))
    overruled = [older for older, _ in constraints.overruled]
    for ruling in decisions:
        if ruling not in overruled:
            one, other = ruling.named
            assert (incident.get(one, 1) == incident.get(other, 2)) is (not ruling.others)
    last = decisions[-1:]
    assert all(ruling not in overruled for ruling in last)


@settings(max_examples=100, deadline=None)
@given(rulings)
def test_a_change_of_decisions_moves_only_reachable_claims(decisions: list[Ruling]) -> None:
    for ruling in decisions:
        reach = reachable_claims(decisions, ruling.named[:1])
        others = [r for r in decisions if r.named[0] not in reach]
        assert all(r.named[1] not in reach for r in others)
        assert {c: s for c, s in constraints_from(decisions).set_of.items() if c not in reach} == dict(
            constraints_from(others).set_of
        )
