"""Linking is a pure function of claims and reports, in whatever order they come. All names and places are invented."""

from datetime import date

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tollbook.linking import clusters, constraints_from, keys, link, text_similarity
from tollbook.linking.constraints import NONE
from tollbook.linking.event_mentions import part
from tollbook.linking.scoring import THRESHOLD, MentionProfile, compare, profile, weigh
from tollbook.model import Claim, Count, Event, People, Place, Range, Reading, Report, When, content_id
from tollbook.record import Linked

VELM = Place(name="Velm", country="XA", admin1="Orla", lat=10.0, lon=10.0, precision=1)
TARN = Place(name="Tarn", country="XA", admin1="Orla", lat=14.0, lon=10.0, precision=1)
TEXTS = {
    "a": "A gunman opened fire in the Marsk bakery in Velm, killing Ilka Brandt, 28.",
    "b": "Ilka Brandt was killed when shots were fired in the Marsk bakery, police in Velm said.",
    "c": "A mine collapsed near Tarn and two drillers died underground.",
}


def claim(report: str, start: int = 0, **told: object) -> Claim:
    one = Count(low=1, best=1, high=1, qualifier="exactly")
    fields = {"kind": "killed", "count": one, "place": VELM, "event": Event(kind="shooting")}
    id_ = content_id(report, start, *map(str, told.values()))
    return Claim(**{"id": id_, "report": report, "start": start, "end": start + 5, "quote": "words", **fields, **told})  # type: ignore[arg-type]


def report(name: str) -> Report:
    return Report(id=name, sha256="", text=TEXTS[name], published=date(2030, 5, 4))


def on(day: int) -> When:
    return When(start=date(2030, 5, day), end=date(2030, 5, day), precision="day")


REPORTS = {name: report(name) for name in TEXTS}
READINGS = [
    Reading(report="a", claims=(claim("a", people=People(text="Ilka Brandt", names=("Ilka Brandt",)), when=on(3)),)),
    Reading(report="b", claims=(claim("b", people=People(text="Ilka Brandt", names=("Ilka Brandt",)), when=on(3)),)),
    Reading(report="c", claims=(claim("c", place=TARN, when=on(1)), claim("c", 9, scope="running total"))),
]

days = st.one_of(st.none(), st.integers(1, 28).map(on))
claims = st.builds(
    claim,
    st.sampled_from(sorted(TEXTS)),
    st.integers(0, 60),
    kind=st.sampled_from(["killed", "injured", "denial", "buried", "attack"]),
    place=st.sampled_from([None, VELM, TARN]),
    when=days,
    scope=st.sampled_from(["incident", "incident", "part", "period total"]),
    people=st.sampled_from([None, People(text="Ilka Brandt", names=("Ilka Brandt",)), People(text="a man")]),
)


def readings(told: list[Claim]) -> list[Reading]:
    unique = {c.id: c for c in told}.values()
    return [Reading(report=r, claims=tuple(c for c in unique if c.report == r)) for r in sorted(TEXTS)]


def together(linked: Linked) -> list[set[str]]:
    return [{c.report for c in g.claims} for g in linked.groups]


def test_reports_of_one_incident_are_joined_and_others_are_not() -> None:
    linked = link(READINGS, REPORTS)
    assert sorted(map(sorted, together(linked))) == [["a", "b"], ["c"]]
    assert [c.report for c in linked.tolls] == ["c"]


def test_evidence_gives_its_reasons() -> None:
    episodes = [part(r.claims[:1])[0][0] for r in READINGS]
    one, same, other = (profile(e, REPORTS[e.report], whole=True) for e in episodes)
    assert compare(one, same).weight >= THRESHOLD > compare(one, other).weight
    assert "both name Ilka Brandt" in [reason.says for reason in compare(one, same).reasons]
    assert compare(one, same).weight == pytest.approx(compare(same, one).weight)


def test_a_person_is_not_harmed_in_two_episodes() -> None:
    brandt = People(text="Ilka Brandt", names=("Ilka Brandt",))
    episodes, _ = part(
        [claim("a", kind="injured", people=brandt, when=on(1)), claim("a", 9, people=brandt, when=on(9))]
    )
    assert len(episodes) == 1


@settings(max_examples=60, deadline=None)
@given(st.lists(claims, max_size=12), st.randoms())
def test_order_does_not_matter(told: list[Claim], random: object) -> None:
    first = readings(told)
    second = [Reading(report=r.report, claims=tuple(reversed(r.claims))) for r in first]
    random.shuffle(second)  # type: ignore[attr-defined]
    assert link(first, REPORTS) == link(second, REPORTS)


@settings(max_examples=60, deadline=None)
@given(st.lists(claims, max_size=12))
def test_every_claim_is_in_one_place(told: list[Claim]) -> None:
    linked = link(readings(told), REPORTS)
    placed = [c.id for g in linked.groups for c in g.claims] + [c.id for c in (*linked.tolls, *linked.unlinked)]
    assert sorted(placed) == sorted({c.id for c in told})


@settings(max_examples=40, deadline=None)
@given(st.lists(claims, max_size=12))
def test_separate_never_joins_reports(told: list[Claim]) -> None:
    assert all(len(reports) == 1 for reports in together(link(readings(told), REPORTS, separate=True)))


@settings(max_examples=40, deadline=None)
@given(st.lists(claims, max_size=12))
def test_linking_what_was_linked_changes_nothing(told: list[Claim]) -> None:
    first = link(readings(told), REPORTS)
    again = readings([c for g in first.groups for c in g.claims])
    assert {c.id for g in link(again, REPORTS).groups for c in g.claims} == {
        c.id for g in first.groups for c in g.claims
    }


def test_likeness_is_one_with_itself_and_grows_with_shared_words() -> None:
    episodes = [part(r.claims[:1])[0][0] for r in READINGS]
    a, b, c = (text_similarity.vector(e, REPORTS[e.report], whole=True) for e in episodes)
    assert text_similarity.likeness(a, a, a.keys()) == pytest.approx(1.0)
    assert text_similarity.likeness(a, b, a.keys() & b.keys()) > text_similarity.likeness(a, c, a.keys() & c.keys())


def test_counted_burials_are_a_series_and_no_incident() -> None:
    linked = link([Reading(report="a", claims=(claim("a", kind="buried"),))], REPORTS)
    assert not linked.groups
    assert [c.kind for c in linked.tolls] == ["buried"]


def test_that_a_number_is_not_known_makes_no_incident() -> None:
    unknown = claim("a", count=Count(qualifier="unknown"))
    linked = link([Reading(report="a", claims=(unknown,))], REPORTS)
    assert not linked.groups
    assert linked.unlinked == (unknown,)


def compared(one: dict[str, object], other: dict[str, object]) -> float:
    told = [claim(name, **fields) for name, fields in (("a", one), ("b", other))]
    profiles = [profile(part([c])[0][0], REPORTS[c.report], whole=True) for c in told]
    weight = compare(*profiles).weight
    assert weigh(*profiles) == weigh(*reversed(profiles)) == weight
    return weight


def person(name: str, age: int | None = None) -> People:
    return People(text=name, names=(name,), age=None if age is None else Range(low=age, best=age, high=age))


def test_a_day_in_court_parts_nobody_from_his_own_case() -> None:
    told = {"people": person("Ilka Brandt"), "when": on(3)}
    assert compared(told, told | {"when": on(25)}) >= THRESHOLD
    assert compared(told, told | {"when": on(25), "people": person("Oren Pasko")}) < compared(told, told) - 6


def test_a_place_on_the_wrong_continent_parts_nobody_where_each_names_the_others() -> None:
    astray = msgspec.structs.replace(VELM, name="Marsk", country="XB", lat=-40.0)
    told = {"when": on(3), "people": person("Ilka Brandt")}
    same, each = (compared(told, told | {"place": place}) for place in (VELM, astray))
    assert same - each == pytest.approx(1.0)
    assert compared(told, told | {"place": TARN}) == pytest.approx(same - 3.0)
    assert compared(told | {"place": astray}, told | {"place": TARN}) == pytest.approx(same - 3.0)
    far = msgspec.structs.replace(astray, name="Ostra")
    assert compared(told | {"place": far}, told | {"place": TARN}) == pytest.approx(same - 6.0)


def test_a_month_is_no_week_to_look_in() -> None:
    told = [
        claim("a", when=on(28)),
        claim("b", when=When(start=date(2030, 5, 1), end=date(2030, 5, 31), precision="month")),
    ]
    found = [
        profile(part([c])[0][0], msgspec.structs.replace(report(c.report), published=date(2030, 5, 29)), whole=True)
        for c in told
    ]
    assert keys(found[0], constraints_from([])).asks & keys(found[1], constraints_from([])).shows


def test_a_report_in_two_episodes_weighs_as_one() -> None:
    weights = {("a1", "b"): 9.0, ("a1", "c"): 9.0, ("b", "c"): 3.0, ("a2", "b"): 6.0}
    reports = {"a1": "A", "a2": "A", "b": "B", "c": "C"}
    assert clusters(reports, weights, {}, constraints_from([])) == [["a1", "a2", "b", "c"]]
    assert clusters(reports, weights | {("b", "c"): 0.0, ("a1", "c"): 5.0}, {}, constraints_from([])) == [
        ["a1", "a2", "b"],
        ["c"],
    ]


def test_other_ages_speak_against_one_incident() -> None:
    same, other = ({"people": person("a boy", age), "when": on(3)} for age in (9, 15))
    assert compared(same, same) - compared(same, other) == pytest.approx(3.0)


def test_no_report_is_looked_up_by_an_age_or_an_ordinary_word() -> None:
    words = text_similarity.vector(part([claim("a")])[0][0], report("a"), whole=True) | {"17": 0.9, "hospital": 0.9}
    assert not {"17", "hospital"} & set(text_similarity.telling_words(words, 5))
    assert "marsk" in text_similarity.telling_words(words, 5)


@pytest.mark.parametrize(
    ("one", "other", "met"),
    [
        ("Oren Pasko Jr.", "Oren Pasko", True),
        ("Oren Pasko III", "O. Pasko", True),
        ("Oren Pasko Jr.", "Oskar Brandt Jr.", False),
    ],
)
def test_a_junior_is_looked_up_by_the_name_of_his_family(one: str, other: str, met: bool) -> None:
    def named(name: str) -> MentionProfile:
        told = profile(part([claim("a", people=person(name))])[0][0], None, whole=True)
        return msgspec.structs.replace(told, place=None, words={})

    assert bool(keys(named(one), NONE).asks & keys(named(other), NONE).shows) is met


def headline(title: str, day: int = 4) -> Report:
    text = "Subscribe to go on reading. Your browser takes no cookies."
    return Report(id="h", sha256="", text=text, title=title, published=date(2030, 5, day))


@pytest.mark.parametrize(
    ("title", "day", "linked"),
    [
        ("Ilka Brandt, 28, killed by gunman in Marsk bakery in Velm", 4, True),
        ("Ilka Brandt, 28, killed by gunman in Marsk bakery in Velm", 24, False),
        ("Council of Tarn argues over a new bridge", 4, False),
        ("", 4, False),
    ],
)
def test_a_report_told_by_its_headline_alone_is_linked_without_a_claim(title: str, day: int, linked: bool) -> None:
    found = link([*READINGS, Reading(report="h")], REPORTS | {"h": headline(title, day)})
    homes = [{r.id for r in g.reports if r.id == "h" and r.main and not r.claims} for g in found.groups]
    assert sum(map(len, homes)) == linked
    assert sorted(map(sorted, together(found))) == [["a", "b"], ["c"]]


def test_headlines_alone_make_no_incident() -> None:
    title = "Ilka Brandt, 28, killed by gunman in Marsk bakery in Velm"
    both = {name: msgspec.structs.replace(headline(title), id=name) for name in ("h", "i")}
    assert link([Reading(report=name) for name in both], both) == Linked()


def test_bombs_from_the_air_are_one_air_strike() -> None:
    told = [
        claim("a", n, event=Event(kind=kind)) for n, kind in enumerate(["airstrike", "bombing", "bombing", "airstrike"])
    ]
    assert [g.kind for g in link([Reading(report="a", claims=tuple(told))], REPORTS).groups] == ["airstrike"]
