"""An event mentioned in passing is an incident only if it is salient. All events are invented."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook.linking import EventMention, link, salience
from tollbook.linking.salience import features, is_salient, recorded
from tollbook.mentions import Reading
from tollbook.model import Claim, Count, Event, IncidentKind, People, Place, Report, Status, When
from tollbook.record import Incident, ReportLink

PUBLISHED = date(2030, 5, 4)
VELM = Place(name="Velm", country="XA", lat=10.0, lon=10.0, precision=1)
COUNTRY = Place(name="Marsk", country="XA", precision=6)


def claim(start: int = 0, *, status: Status = "civilian", names: tuple[str, ...] = (), **fields: object) -> Claim:
    one = Count(low=1, best=1, high=1, qualifier="exactly")
    given = {"kind": "killed", "count": one, "people": People(text="a baker", names=names, status=status)} | fields
    return Claim(id=f"r{start}", report="r", start=start, end=start + 5, quote="words", **given)  # type: ignore[arg-type]


def mention(
    *claims: Claim, main: bool = False, ago: int | None = 1, place: Place = VELM, kind: IncidentKind = "shooting"
) -> EventMention:
    day = None if ago is None else PUBLISHED - timedelta(days=ago)
    when = When(start=day, end=day, precision="day", basis="relative")
    return EventMention(report="r", claims=claims, place=place, when=when, event=Event(kind=kind), main=main)


MANY = Count(low=24, qualifier="vague", text="dozens")
SAID = claim(900, kind="attack", count=None, people=None)
OLD_WAR = mention(claim(900, count=MANY), ago=4000, place=COUNTRY, kind="clash")


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (mention(claim(900, names=("Anira Dost",))), True),
        (mention(claim(900)), True),
        (OLD_WAR, False),
        (mention(SAID, ago=None, place=COUNTRY), False),
        (mention(claim(900, confidence=1.0, count=MANY), ago=4000, kind="clash"), True),
    ],
    ids=["somebody by name", "somebody", "dozens, years ago", "an attack, somewhere", "a person added it"],
)
def test_a_side_mention_is_an_incident_if_it_is_salient(made: EventMention, expected: bool) -> None:
    assert is_salient(made, 3, PUBLISHED) is expected


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (mention(claim(900, names=("Anira Dost",))), [False]),
        (mention(claim(900), ago=4000, place=COUNTRY, kind="clash"), [True]),
        (OLD_WAR, []),
        (mention(SAID, ago=None, place=COUNTRY), []),
        (mention(claim(900, count=Count(low=0, best=0, high=0)), ago=4000, place=COUNTRY, kind="clash"), []),
        (mention(claim(900, kind="displaced"), ago=4000, place=COUNTRY, kind="clash"), []),
    ],
    ids=["described", "one dead, years ago", "dozens, years ago", "an attack, somewhere", "nobody hurt", "displaced"],
)
def test_an_event_in_passing_is_an_incident_only_if_it_counts_people(made: EventMention, expected: list[bool]) -> None:
    assert [each.passing for each in recorded([made, OLD_WAR, OLD_WAR], PUBLISHED)] == expected


def test_an_incident_is_in_passing_if_all_its_reports_only_mention_it() -> None:
    links = [ReportLink(id="a", passing=True), ReportLink(id="b")]
    one, both, none = (Incident(id="i", kind="attack", title="", reports=tuple(r)) for r in (links[:1], links, []))
    assert (one.in_passing, both.in_passing, none.in_passing) == (True, False, False)


def test_the_main_mention_is_more_salient() -> None:
    side, main = (salience.salience(mention(claim(900), main=m), 2, PUBLISHED) for m in (False, True))
    assert side < main


def test_the_status_of_casualties_is_no_feature() -> None:
    one, other = (features(mention(claim(status=s)), 1, PUBLISHED) for s in ("civilian", "combatant"))  # type: ignore[arg-type]
    assert one == other


def test_claims_of_a_mention_that_is_not_salient_are_unlinked() -> None:
    far = Place(name="Orsk Ford", country="XB", lat=60.0, lon=10.0, precision=1)
    old = claim(900, count=MANY, place=far, event=Event(kind="clash"))
    both = (claim(0, names=("Anira Dost",), place=VELM), old)
    found = link([Reading(report="r", claims=both)], {"r": Report(id="r", sha256="r", text="", published=PUBLISHED)})
    assert [c.id for g in found.groups for c in g.claims] == ["r0"]
    assert [c.id for c in found.unlinked] == ["r900"]


@given(st.integers(0, 5000), st.sampled_from(["civilian", "combatant", "unknown"]), st.integers(1, 9))
def test_salience_is_a_probability_in_any_order_of_claims(start: int, status: Status, of: int) -> None:
    claims = (claim(start, status=status), claim(start + 50, names=("Anira Dost",)))
    one, other = mention(*claims), mention(*reversed(claims))
    assert 0 < salience.salience(one, of, PUBLISHED) < 1
    assert salience.salience(one, of, PUBLISHED) == pytest.approx(salience.salience(other, of, PUBLISHED))
