"""What a report tells in passing is an incident only where it is told as one. All events are invented."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook.linking import EventMention, link, salience
from tollbook.linking.salience import features, stands
from tollbook.model import Claim, Count, Event, IncidentKind, People, Place, Reading, Report, Status, When

PUBLISHED = date(2030, 5, 4)
VELM = Place(name="Velm", country="XA", lat=10.0, lon=10.0, precision=1)
COUNTRY = Place(name="Marsk", country="XA", precision=6)


def claim(start: int = 0, *, status: Status = "civilian", names: tuple[str, ...] = (), **fields: object) -> Claim:
    one = Count(low=1, best=1, high=1, qualifier="exactly")
    told = {"kind": "killed", "count": one, "people": People(text="a baker", names=names, status=status)} | fields
    return Claim(id=f"r{start}", report="r", start=start, end=start + 5, quote="words", **told)  # type: ignore[arg-type]


def episode(
    *claims: Claim, main: bool = False, ago: int | None = 1, place: Place = VELM, kind: IncidentKind = "shooting"
) -> EventMention:
    day = None if ago is None else PUBLISHED - timedelta(days=ago)
    when = When(start=day, end=day, precision="day", basis="relative")
    return EventMention(report="r", claims=claims, place=place, when=when, event=Event(kind=kind), main=main)


MANY = Count(low=24, qualifier="vague", text="dozens")
SAID = claim(900, kind="attack", count=None, people=None)
OLD_WAR = episode(claim(900, count=MANY), ago=4000, place=COUNTRY, kind="clash")


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (episode(claim(900, names=("Anira Dost",))), True),
        (episode(claim(900)), True),
        (OLD_WAR, False),
        (episode(SAID, ago=None, place=COUNTRY), False),
        (episode(claim(900, confidence=1.0, count=MANY), ago=4000, kind="clash"), True),
    ],
    ids=["somebody by name", "somebody", "dozens, years ago", "an attack, somewhere", "a person added it"],
)
def test_what_is_told_in_passing_stands_where_it_is_told_as_an_incident(told: EventMention, expected: bool) -> None:
    assert stands(told, 3, PUBLISHED) is expected


def test_what_a_report_is_mainly_about_stands_more_than_what_it_tells_besides() -> None:
    beside, main = (salience.standing(episode(claim(900), main=m), 2, PUBLISHED) for m in (False, True))
    assert beside < main


def test_whether_fighters_or_others_were_harmed_is_left_to_people() -> None:
    one, other = (features(episode(claim(status=s)), 1, PUBLISHED) for s in ("civilian", "combatant"))  # type: ignore[arg-type]
    assert one == other


def test_what_does_not_stand_keeps_its_claims_outside_of_incidents() -> None:
    far = Place(name="Orsk Ford", country="XB", lat=60.0, lon=10.0, precision=1)
    old = claim(900, count=MANY, place=far, event=Event(kind="clash"))
    told = (claim(0, names=("Anira Dost",), place=VELM), old)
    found = link([Reading(report="r", claims=told)], {"r": Report(id="r", sha256="r", text="", published=PUBLISHED)})
    assert [c.id for g in found.groups for c in g.claims] == ["r0"]
    assert [c.id for c in found.unlinked] == ["r900"]


@given(st.integers(0, 5000), st.sampled_from(["civilian", "combatant", "unknown"]), st.integers(1, 9))
def test_standing_is_a_share_and_does_not_hang_on_the_order_of_claims(start: int, status: Status, told: int) -> None:
    claims = (claim(start, status=status), claim(start + 50, names=("Anira Dost",)))
    one, other = episode(*claims), episode(*reversed(claims))
    assert 0 < salience.standing(one, told, PUBLISHED) < 1
    assert salience.standing(one, told, PUBLISHED) == pytest.approx(salience.standing(other, told, PUBLISHED))
