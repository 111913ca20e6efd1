"""An incident is of one day: mentions of other days are neither linked nor asked about."""

from datetime import date
from itertools import combinations, pairwise

import msgspec
import pytest

from tollbook.linking import ClusterMember, clusters, edge, restricted, scoring
from tollbook.linking.constraints import NONE, constraints_from
from tollbook.linking.day_conflicts import lie_apart_anyhow
from tollbook.linking.event_mentions import mention_of, split_into_mentions
from tollbook.linking.profiles import MentionProfile
from tollbook.linking.scoring import THRESHOLD
from tollbook.linking.settings import EventDays, days_between, event_days
from tollbook.model import Claim, Count, Place, When
from tollbook.record import Group, ReportLink, Ruling

VELM = Place(name="Velm", country="XA", lat=10.0, lon=10.0, precision=1)
WORDS = {"velm": 0.7, "marsk": 0.6, "bakery": 0.4}


def on(day: int, end: int | None = None, **more: object) -> When:
    return When(start=date(2030, 5, day), end=date(2030, 5, end or day), **{"precision": "day", **more})


def profile(name: str, **given: object) -> MentionProfile:
    fields = {
        "id": name, "report": f"report {name}", "claims": (name,), "main": True, "published": None, "place": VELM,
        "when": None, "kind": "airstrike", "names": frozenset(), "persons": frozenset(), "ages": frozenset(),
        "sites": frozenset(), "counts": frozenset(), "words": WORDS,
    }  # fmt: skip
    return MentionProfile(**fields | given)


@pytest.mark.parametrize(
    ("when", "published", "days"),
    [
        (on(3), date(2030, 5, 9), (3, 3)),
        (on(3, 5), None, (3, 5)),
        (None, date(2030, 5, 9), (6, 9)),
        (When(end=date(2030, 5, 9), basis="published"), date(2030, 5, 9), (6, 9)),
        (When(text="Wednesday"), date(2030, 5, 9), None),
        (on(1, 31, precision="month"), date(2030, 5, 9), None),
        (None, None, None),
    ],
)
def test_the_days_an_event_can_have_been_on(when: When | None, published: date | None, days: object) -> None:
    found = event_days(when, published)
    assert (None if found is None else (found.first.day, found.last.day)) == days


def test_days_between_is_symmetric_and_nothing_for_what_is_not_known() -> None:
    one, other = EventDays(date(2030, 5, 1), date(2030, 5, 3)), EventDays(date(2030, 5, 6), date(2030, 5, 6))
    assert days_between(one, other) == days_between(other, one) == 3
    assert days_between(one, one) == days_between(one, None) == 0


ILKA = {"names": frozenset({"Ilka Brandt"})}
MAY = on(1, 31, precision="month")
EARLIER = When(start=date(2028, 5, 1), end=date(2028, 5, 31), precision="month")
TWO = {
    "persons": frozenset({"Ilka Brandt", "Jon Vell"}),
    "words": WORDS | {"ilka": 0.3, "brandt": 0.3, "jon": 0.3, "vell": 0.3, "ostra": 0.3},
}
#: Alike texts with rare words, equal figures and one kind of site; with equal ages there is no doubt.
SURE = {
    "words": WORDS | {f"rare{n}": 0.25 for n in range(12)}, "sites": frozenset({"school"}),
    "counts": frozenset({("killed", 7), ("injured", 9)}),
}  # fmt: skip
AGES = {"ages": frozenset({17, 31})}
#: Texts that are not much alike, at one street address and at one site with a name.
LANE, BAR = (
    {"words": {"velm": 0.4, "marsk": 0.3, "bakery": 0.3}, "place": msgspec.structs.replace(VELM, text=text, spot=True)}
    for text in ("12 Orsk Lane", "Orsk Bakery")
)
SEVEN, NINE, FORTY = ({"counts": frozenset({("killed", n)})} for n in (7, 9, 40))


@pytest.mark.parametrize(
    ("one", "other", "linked"),
    [
        ({"when": on(3)}, {"when": on(3)}, True),
        ({"when": on(3)}, {"when": on(4)}, True),
        ({"when": on(3), **SEVEN}, {"when": on(9), **NINE}, False),
        ({"when": on(3), **ILKA}, {"when": on(9), **ILKA}, True),
        ({"when": on(3), **SEVEN}, {"published": date(2030, 5, 4), **NINE}, True),
        ({"when": on(3), **SEVEN}, {"published": date(2030, 5, 20), **NINE}, False),
        # Words alone join no two days; the same two persons, or reports of one day, show that one is misread.
        ({"when": on(3)}, {"when": on(9)}, False),
        ({"when": on(3), **TWO}, {"when": on(9), **TWO}, True),
        ({"when": on(3), "published": date(2030, 5, 9)}, {"when": on(9), "published": date(2030, 5, 9)}, True),
        ({"when": on(3), **SURE}, {"when": on(9), **SURE}, False),
        ({"when": on(3), **LANE}, {"when": on(9), **LANE}, True),
        ({"when": on(3), **BAR}, {"when": on(9), **BAR}, False),
        ({"when": on(3), **SURE, **AGES}, {"when": on(9), **SURE, **AGES}, True),
        # Figures that differ threefold, on the same day and on the day after.
        ({"when": on(3), **SEVEN, **ILKA}, {"when": on(3), **FORTY, **ILKA}, True),
        ({"when": on(3), **SEVEN}, {"when": on(4), **FORTY}, False),
        ({"when": on(3), **SEVEN}, {"published": date(2030, 5, 4), **FORTY}, False),
        # Publication years apart: nobody is killed twice, but alike words show nothing.
        ({"published": date(2028, 5, 4), **ILKA}, {"published": date(2030, 5, 4), **ILKA}, True),
        ({"published": date(2028, 5, 4), "words": {}, **ILKA}, {"published": date(2030, 5, 4), **ILKA}, False),
        ({"published": date(2028, 5, 4)}, {"published": date(2030, 5, 4)}, False),
        # No report precedes its event; a day early may be a time zone.
        ({"when": on(9), "published": date(2030, 5, 9)}, {"published": date(2030, 5, 4)}, False),
        ({"when": on(9), "published": date(2030, 5, 9)}, {"published": date(2030, 5, 8)}, True),
        # A month is no day: it neither agrees with a day in it nor hides that a report precedes the event.
        ({"when": MAY, "published": date(2030, 5, 4)}, {"when": on(9), "published": date(2030, 5, 9)}, False),
        ({"when": MAY, "published": date(2030, 7, 4)}, {"when": on(9), "published": date(2030, 7, 4)}, True),
        # A week ends by its last day.
        ({"when": on(2, 8, precision="week")}, {"when": on(9)}, False),
        ({"when": on(2, 8, precision="week")}, {"when": on(8)}, True),
        # Another number with the same two persons is of another count, not of another event.
        ({"when": on(3), **TWO, **SEVEN}, {"published": date(2030, 5, 20), **TWO, **NINE}, True),
        ({"published": date(2032, 5, 4), "when": on(3)}, {"published": date(2030, 5, 4), "when": on(3)}, True),
    ],
)
def test_other_days_are_neither_linked_nor_asked_about(one: dict, other: dict, linked: bool) -> None:
    first, second = profile("a", **one), profile("b", **other)
    found, back = edge(first, second), edge(second, first)
    assert (found is not None and found.linked) is linked
    assert (found is None) is not linked
    assert (back is None) is (found is None)


def test_a_month_weighs_as_publication_does() -> None:
    july, august = date(2030, 7, 4), date(2030, 8, 4)
    weights = [
        scoring.weigh(profile("a", when=MAY, published=july), profile("b", when=on(9), published=published))
        for published in (july, august)
    ]
    dated = profile("a", when=on(9), published=july), profile("b", when=on(9), published=july)
    # Reports that appeared on one day are as likely of one incident as those that give one day.
    assert weights[1] < weights[0] == scoring.weigh(*dated)
    # A month of another year is none of the day; in a report of the same day it is often misread.
    earlier = profile("a", when=EARLIER, published=july)
    assert scoring.weigh(earlier, dated[1]) < weights[0]
    assert scoring.weigh(earlier, profile("b", when=on(9), published=august)) < weights[1]


def test_figures_far_apart_on_one_day_are_asked_about() -> None:
    found = edge(profile("a", when=on(3), **SEVEN), profile("b", when=on(3), **FORTY))
    assert found is not None
    assert not found.linked
    assert 0 < THRESHOLD - found.weight < 1


@pytest.mark.parametrize(
    ("span", "mentions"),
    [
        (on(1, 7, precision="days", text="the past seven days"), 2),
        (on(1, 7, precision="week", text="this week"), 1),
        (on(1, 4, precision="week", text="last week"), 2),
        (on(4, 6, precision="days", text="three days"), 1),
    ],
)
def test_a_long_span_is_not_the_day_of_an_attack_and_a_week_may_be(span: When, mentions: int) -> None:
    claims = [counted("r", 7, on(5), VELM), msgspec.structs.replace(counted("r", 9, span, VELM), kind="injured")]
    found, _ = split_into_mentions(claims)
    assert len(found) == mentions


def test_the_day_of_a_statement_is_not_that_of_the_attack() -> None:
    """ "Nine died on 3 May. On 5 May the mayor and the bishop condemned the attack"."""
    death = counted("r", 9, on(3), VELM)
    said = [
        Claim(
            id=name, report="r", start=900 + n, end=905 + n, quote="words", kind="accusation", stance="condemns",
            when=on(5), place=VELM, finder="test",
        )
        for n, name in enumerate(("mayor", "bishop"))
    ]  # fmt: skip
    mention = mention_of([death, *said])
    assert mention.when == death.when
    assert mention_of(said).when == on(5)


def test_a_person_can_link_claims_with_days_apart() -> None:
    one, other = profile("a", when=on(3), **SEVEN), profile("b", when=on(9), **NINE)
    found = edge(one, other, constraints_from([Ruling(claims=("a", "b"))]))
    assert found is not None
    assert found.linked


def test_a_mention_between_two_days_does_not_join_them() -> None:
    members = {
        "a": ClusterMember("a", EventDays(date(2030, 5, 3), date(2030, 5, 3))),
        "b": ClusterMember("b"),
        "c": ClusterMember("c", EventDays(date(2030, 5, 9), date(2030, 5, 9))),
    }
    assert clusters(members, {("a", "b"): 9.0, ("b", "c"): 8.0}, NONE) == [["a", "b"], ["c"]]
    same = members | {"c": ClusterMember("c")}
    assert clusters(same, {("a", "b"): 9.0, ("b", "c"): 8.0}, NONE) == [["a", "b", "c"]]


def test_strong_words_do_not_join_two_days_through_a_third_report() -> None:
    third, ninth = (EventDays(date(2030, 5, n), date(2030, 5, n)) for n in (3, 9))
    members = {"a": ClusterMember("a", third, given=True), "b": ClusterMember("b")}
    members["c"] = ClusterMember("c", ninth, given=True)
    weights = {("a", "b"): 20.0, ("b", "c"): 19.0}
    assert clusters(members, weights, NONE) == [["a", "b"], ["c"]]
    named = members | {n: members[n]._replace(names=frozenset({"Ilka Brandt"})) for n in ("b", "c")}
    assert clusters(named, weights, NONE) == [["a", "b", "c"]]


def test_two_places_of_one_report_are_not_joined() -> None:
    tarn = msgspec.structs.replace(VELM, name="Tarn", lat=14.0)
    members = {"a": ClusterMember("x", None, VELM), "b": ClusterMember("y"), "c": ClusterMember("x", None, tarn)}
    assert clusters(members, {("a", "b"): 9.0, ("b", "c"): 8.0}, NONE) == [["a", "b"], ["c"]]


def test_two_villages_of_one_report_that_no_gazetteer_knows_are_not_joined() -> None:
    sorin, kasht = (
        msgspec.structs.replace(VELM, name=name, lat=None, lon=None, geonameid=None) for name in ("Sorin", "Kasht")
    )
    members = {"a": ClusterMember("x", None, sorin), "b": ClusterMember("y"), "c": ClusterMember("x", None, kasht)}
    assert clusters(members, {("a", "b"): 9.0, ("b", "c"): 8.0}, NONE) == [["a", "b"], ["c"]]


def counted(report: str, number: int, when: When, place: Place) -> Claim:
    count = Count(low=number, best=number, high=number, qualifier="exactly", text=str(number))
    return Claim(
        id=f"{report}{number}", report=report, start=0, end=5, quote="words", kind="killed", count=count, when=when,
        place=place,
    )  # fmt: skip


def test_a_group_restricted_to_some_reports_has_no_values_of_the_others() -> None:
    tarn = msgspec.structs.replace(VELM, name="Tarn")
    first = counted("a", 3, When(start=date(2030, 5, 3), end=date(2030, 5, 3), basis="linked", text="Friday"), tarn)
    later = counted("b", 7, on(3), VELM)
    group = Group(
        id="a3", kind="airstrike", when=on(3), place=VELM, claims=(first, later),
        reports=(ReportLink(id="a", main=True, claims=1), ReportLink(id="b", claims=1)),
        questions=("The reports a and b give different places; see which is meant.",),
    )  # fmt: skip
    assert restricted(group, {"a", "b"}) == group
    then = restricted(group, {"a"})
    assert (then.id, then.place, then.questions) == ("a3", tarn, ())
    assert then.when is not None
    assert then.when.start is None
    assert [claim.id for claim in then.claims] == ["a3"]
    assert [(link.id, link.main) for link in then.reports] == [("a", True)]
    assert restricted(group, frozenset()).claims == ()


def test_reports_of_single_days_in_a_row_are_not_one_incident_over_many() -> None:
    days = [EventDays(date(2030, 5, n), date(2030, 5, n)) for n in (3, 4, 5, 6)]
    dated = zip("abcd", days, strict=True)
    members = {name: ClusterMember(name, day, given=True, published=day.last) for name, day in dated}
    weights = dict.fromkeys(combinations("abcd", 2), 8.0)
    assert max(map(len, clusters(members, weights, NONE))) == 3
    # Strong evidence that two reports of neighbouring days are of one event shows nothing of the other days.
    strong = weights | dict.fromkeys(pairwise("abcd"), 12.0)
    assert max(map(len, clusters(members, strong, NONE))) == 3
    ilka = {name: each._replace(names=frozenset({"Ilka Brandt"})) for name, each in members.items()}
    assert clusters(ilka, weights, NONE) == [["a", "b", "c", "d"]]
    late = {name: each._replace(published=date(2030, 5, 9)) for name, each in members.items()}
    assert clusters(late, weights, NONE) == [["a", "b", "c", "d"]]
    said = members | {"a": members["a"]._replace(days=EventDays(days[0].first, days[3].last), published=days[3].last)}
    assert clusters(said, weights, NONE) == [["a", "b", "c", "d"]]


def test_a_decision_outweighs_figures_far_apart() -> None:
    third = EventDays(date(2030, 5, 3), date(2030, 5, 3))
    members = {name: ClusterMember(name, third, given=True, dead=n) for name, n in (("a", 7), ("b", 8), ("c", 40))}
    weights = {("a", "b"): 12.0, ("a", "c"): 4.0}
    assert clusters(members, weights, NONE) == [["a", "b"], ["c"]]
    decided = constraints_from([Ruling(claims=("a", "c"))])
    one = {name: each._replace(sets=decided.sets_of([name])) for name, each in members.items()}
    assert clusters(one, weights, decided, average=3.0) == [["a", "b", "c"]]


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("Tuesday", "Friday", True),
        ("3 July", "9 July", True),
        ("3 July", "13 July", True),
        # Without the day of publication a weekday may be any date.
        ("Friday", "13 December", False),
        ("Sunday, 23 August", "23 August", False),
    ],
)
def test_days_that_nothing_resolved_are_compared_by_their_words(one: str, other: str, apart: bool) -> None:
    first, second = (When(text=text, basis="relative") for text in (one, other))
    assert lie_apart_anyhow(first, second) == lie_apart_anyhow(second, first) == apart
