"""Linking is a pure function of claims and reports, in any order. All names and places are invented."""

from datetime import date

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tollbook.linking import ClusterMember, blocking_keys, clusters, constraints_from, link, text_similarity
from tollbook.linking.constraints import NONE
from tollbook.linking.event_mentions import EventMention, split_into_mentions, with_statements
from tollbook.linking.profiles import MentionProfile, profile
from tollbook.linking.scoring import THRESHOLD, compare, weigh
from tollbook.mentions import Reading
from tollbook.model import Actor, Claim, Count, Event, People, Place, Range, Report, Speaker, When, content_id
from tollbook.record import Linked

VELM = Place(name="Velm", country="XA", admin1="Orla", lat=10.0, lon=10.0, precision=1)
TARN = Place(name="Tarn", country="XA", admin1="Orla", lat=14.0, lon=10.0, precision=1)
TEXTS = {
    "a": "A gunman opened fire in the Marsk bakery in Velm, killing Ilka Brandt, 28.",
    "b": "Ilka Brandt was killed when shots were fired in the Marsk bakery, police in Velm said.",
    "c": "A mine collapsed near Tarn and two drillers died underground.",
}


def claim(report: str, start: int = 0, **chosen: object) -> Claim:
    one = Count(low=1, best=1, high=1, qualifier="exactly")
    fields = {"kind": "killed", "count": one, "place": VELM, "event": Event(kind="shooting")}
    id_ = content_id(report, start, *map(str, chosen.values()))
    return Claim(
        **{"id": id_, "report": report, "start": start, "end": start + 5, "quote": "words", **fields, **chosen}
    )  # type: ignore[arg-type]


def report(name: str) -> Report:
    return Report(id=name, sha256="", text=TEXTS[name], published=date(2030, 5, 4))


def mention(one: Claim) -> EventMention:
    """The mention that a claim makes by itself."""
    return split_into_mentions([one])[0][0]


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


def readings(made: list[Claim]) -> list[Reading]:
    unique = {c.id: c for c in made}.values()
    return [Reading(report=r, claims=tuple(c for c in unique if c.report == r)) for r in sorted(TEXTS)]


def together(linked: Linked) -> list[set[str]]:
    return [{c.report for c in g.claims} for g in linked.groups]


def test_reports_of_one_incident_are_joined_and_others_are_not() -> None:
    linked = link(READINGS, REPORTS)
    assert sorted(map(sorted, together(linked))) == [["a", "b"], ["c"]]
    assert [c.report for c in linked.tolls] == ["c"]


def test_a_comparison_gives_its_reasons() -> None:
    mentions = [mention(r.claims[0]) for r in READINGS]
    one, same, other = (profile(m, REPORTS[m.report], whole=True) for m in mentions)
    assert compare(one, same).weight >= THRESHOLD > compare(one, other).weight
    assert "Casualties named in both: Ilka Brandt." in [reason.sentence for reason in compare(one, same).reasons]
    assert compare(one, same).weight == pytest.approx(compare(same, one).weight)


def test_one_person_is_not_a_casualty_of_two_mentions() -> None:
    brandt = People(text="Ilka Brandt", names=("Ilka Brandt",))
    mentions, _ = split_into_mentions(
        [claim("a", kind="injured", people=brandt, when=on(1)), claim("a", 9, people=brandt, when=on(9))]
    )
    assert len(mentions) == 1


def test_a_denial_is_about_an_attack_and_not_about_an_arrest_that_is_nearer() -> None:
    killed, held = claim("a", when=on(1)), claim("a", 50, kind="captured", when=on(9))
    denial = claim("a", 60, kind="denial", count=None, when=None)
    mentions, _ = split_into_mentions([killed, held, denial])
    assert [{c.kind for c in m.claims} for m in mentions] == [{"killed", "denial"}, {"captured"}]


def test_a_statement_elsewhere_is_on_the_nearest_attack_and_makes_nobody_new_responsible() -> None:
    front, police = Actor(name="Noor Front", kind="organisation"), Actor(name="Velm police", kind="organisation")
    harm = claim("a", when=on(1), by=(front,))
    far = {"kind": "accusation", "count": None, "place": TARN, "event": Event(kind="raid", text="raid")}
    said = claim("a", 40, **far, quote="they did it, she said")
    assert together_in_one(harm, said)
    assert together_in_one(harm, claim("a", 41, **far, by=(front,), quote="the Front did it"))
    # The place of the speaker, and another word for the same kind of attack.
    officials = Speaker(name="officials in Tarn")
    assert together_in_one(harm, claim("a", 44, **far, speakers=(officials,), quote="officials in Tarn said so"))
    blast = claim("a", 2, by=(front,), event=Event(kind="bombing", text="blast"))
    bomb = {**far, "event": Event(kind="bombing", text="bomb")}
    assert together_in_one(blast, claim("a", 45, **bomb, quote="they laid the bomb, she said"))
    # Another place or kind of attack in its own words, and somebody whom no other claim names.
    assert not together_in_one(harm, claim("a", 42, **far, quote="they raid Tarn, she said"))
    assert not together_in_one(harm, claim("a", 43, **far, by=(police,), quote="the police did it"))


def test_a_statement_on_an_attack_that_is_no_incident_joins_one_that_it_agrees_with() -> None:
    blast = claim("a", when=on(3), place=VELM, event=Event(kind="bombing", text="blast"))
    plan = claim("a", 50, kind="attack", count=None, place=VELM, event=Event(kind="attack", text="attack"))
    said = claim("a", 52, kind="accusation", count=None, place=VELM, event=Event(kind="attack", text="attack"))
    mentions, left = with_statements([mention(blast)], [plan, said])
    assert [set(m.claims) for m in mentions] == [{blast, said}]
    assert left == [plan]
    # Not one on an attack of another day, nor one that names somebody else.
    front = Actor(name="Noor Front", kind="organisation")
    for other in (msgspec.structs.replace(said, when=on(9)), msgspec.structs.replace(said, by=(front,))):
        assert with_statements([mention(blast)], [other])[1] == [other]


def together_in_one(one: Claim, other: Claim) -> bool:
    mentions, _ = split_into_mentions([one, other])
    return any({one, other} <= set(m.claims) for m in mentions)


@pytest.mark.parametrize(
    ("words", "shot", "arrested", "joined"),
    [
        ("two men were arrested", 1, 9, True),
        ("is in custody", 1, 9, True),
        # Before the attack; taken in a battle; and where nobody was hurt, as in a raid.
        ("two men were arrested", 20, 9, False),
        ("captured two soldiers", 1, 9, False),
        ("two men were arrested", None, 9, False),
    ],
)
def test_an_arrest_by_the_police_is_of_the_attack(words: str, shot: int | None, arrested: int, joined: bool) -> None:
    harm = claim("a", kind="attack", count=None, when=on(1)) if shot is None else claim("a", when=on(shot))
    arrest = claim("a", 50, kind="captured", when=on(arrested), place=TARN, quote=words)
    mentions, _ = split_into_mentions([harm, arrest])
    assert together_in_one(harm, arrest) == joined
    attacked = next((m for m in mentions if harm in m.claims), None)
    assert attacked is None or (attacked.when, attacked.place) == (harm.when, VELM)


@settings(max_examples=60, deadline=None)
@given(st.lists(claims, max_size=12), st.randoms())
def test_order_does_not_matter(made: list[Claim], random: object) -> None:
    first = readings(made)
    second = [Reading(report=r.report, claims=tuple(reversed(r.claims))) for r in first]
    random.shuffle(second)  # type: ignore[attr-defined]
    assert link(first, REPORTS) == link(second, REPORTS)


@settings(max_examples=60, deadline=None)
@given(st.lists(claims, max_size=12))
def test_every_claim_is_in_one_group_or_in_none(made: list[Claim]) -> None:
    linked = link(readings(made), REPORTS)
    placed = [c.id for g in linked.groups for c in g.claims] + [c.id for c in (*linked.tolls, *linked.unlinked)]
    assert sorted(placed) == sorted({c.id for c in made})


@settings(max_examples=40, deadline=None)
@given(st.lists(claims, max_size=12))
def test_separate_never_joins_reports(made: list[Claim]) -> None:
    assert all(len(reports) == 1 for reports in together(link(readings(made), REPORTS, separate=True)))


@settings(max_examples=40, deadline=None)
@given(st.lists(claims, max_size=12))
def test_linking_linked_claims_again_changes_nothing(made: list[Claim]) -> None:
    first = link(readings(made), REPORTS)
    again = readings([c for g in first.groups for c in g.claims])
    assert {c.id for g in link(again, REPORTS).groups for c in g.claims} == {
        c.id for g in first.groups for c in g.claims
    }


def test_similarity_is_one_with_itself_and_grows_with_shared_words() -> None:
    mentions = [mention(r.claims[0]) for r in READINGS]
    a, b, c = (text_similarity.vector(m, REPORTS[m.report], whole=True) for m in mentions)
    assert text_similarity.cosine(a, a, a.keys()) == pytest.approx(1.0)
    assert text_similarity.cosine(a, b, a.keys() & b.keys()) > text_similarity.cosine(a, c, a.keys() & c.keys())


def test_counted_burials_are_tolls_and_no_incident() -> None:
    linked = link([Reading(report="a", claims=(claim("a", kind="buried"),))], REPORTS)
    assert not linked.groups
    assert [c.kind for c in linked.tolls] == ["buried"]


def test_a_claim_that_the_number_is_unknown_makes_no_incident() -> None:
    unknown = claim("a", count=Count(qualifier="unknown"))
    linked = link([Reading(report="a", claims=(unknown,))], REPORTS)
    assert not linked.groups
    assert linked.unlinked == (unknown,)


def compared(one: dict[str, object], other: dict[str, object]) -> float:
    made = [claim(name, **fields) for name, fields in (("a", one), ("b", other))]
    profiles = [profile(mention(c), REPORTS[c.report], whole=True) for c in made]
    weight = compare(*profiles).weight
    assert weigh(*profiles) == weigh(*reversed(profiles)) == weight
    return weight


def person(name: str, age: int | None = None) -> People:
    return People(text=name, names=(name,), age=None if age is None else Range(low=age, best=age, high=age))


def test_a_later_day_does_not_separate_a_named_casualty_from_the_same_case() -> None:
    base = {"people": person("Ilka Brandt"), "when": on(3)}
    assert compared(base, base | {"when": on(25)}) >= THRESHOLD
    assert compared(base, base | {"when": on(25), "people": person("Oren Pasko")}) < compared(base, base) - 4


def test_distance_counts_half_if_a_mention_names_the_place_of_the_other_and_not_if_each_does() -> None:
    astray = msgspec.structs.replace(VELM, name="Marsk", country="XB", lat=-40.0)
    base = {"when": on(3), "people": person("Ilka Brandt")}
    same, each = (compared(base, base | {"place": place}) for place in (VELM, astray))
    assert same - each == pytest.approx(0.5)
    assert compared(base, base | {"place": TARN}) == pytest.approx(same - 1.0 - 4.5 / 2)
    assert compared(base | {"place": astray}, base | {"place": TARN}) == pytest.approx(same - 1.0 - 4.5 / 2)
    far = msgspec.structs.replace(astray, name="Ostra")
    assert compared(base | {"place": far}, base | {"place": TARN}) == pytest.approx(same - 1.0 - 4.5)


def test_a_month_gives_no_week_for_blocking() -> None:
    made = [
        claim("a", when=on(28)),
        claim("b", when=When(start=date(2030, 5, 1), end=date(2030, 5, 31), precision="month")),
    ]
    profiles = [
        profile(
            mention(c),
            msgspec.structs.replace(report(c.report), published=date(2030, 5, 29)),
            whole=True,
        )
        for c in made
    ]
    assert blocking_keys(profiles[0], NONE).query_keys & blocking_keys(profiles[1], NONE).index_keys


def test_a_report_with_two_mentions_counts_once_in_the_average() -> None:
    weights = {("a1", "b"): 9.0, ("a1", "c"): 9.0, ("b", "c"): 3.0, ("a2", "b"): 6.0}
    mentions = {name: ClusterMember(name[0]) for name in ("a1", "a2", "b", "c")}
    assert clusters(mentions, weights, constraints_from([])) == [["a1", "a2", "b", "c"]]
    assert clusters(mentions, weights | {("b", "c"): 0.0, ("a1", "c"): 5.0}, constraints_from([])) == [
        ["a1", "a2", "b"],
        ["c"],
    ]


def test_other_ages_speak_against_one_incident() -> None:
    same, other = ({"people": person("a boy", age), "when": on(3)} for age in (9, 15))
    assert compared(same, same) - compared(same, other) == pytest.approx(3.5)


def test_ages_and_ordinary_words_are_no_blocking_keys() -> None:
    words = text_similarity.vector(split_into_mentions([claim("a")])[0][0], report("a"), whole=True) | {
        "17": 0.9,
        "hospital": 0.9,
    }
    assert not {"17", "hospital"} & set(text_similarity.rarest_words(words, 5))
    assert "marsk" in text_similarity.rarest_words(words, 5)


@pytest.mark.parametrize(
    ("one", "other", "met"),
    [
        ("Oren Pasko Jr.", "Oren Pasko", True),
        ("Oren Pasko III", "O. Pasko", True),
        ("Oren Pasko Jr.", "Oskar Brandt Jr.", False),
    ],
)
def test_a_suffix_of_a_name_is_no_blocking_key(one: str, other: str, met: bool) -> None:
    def named(name: str) -> MentionProfile:
        made = profile(mention(claim("a", people=person(name))), None, whole=True)
        return msgspec.structs.replace(made, place=None, words={})

    assert bool(blocking_keys(named(one), NONE).query_keys & blocking_keys(named(other), NONE).index_keys) is met


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
def test_a_report_with_only_a_headline_is_linked_without_claims(title: str, day: int, linked: bool) -> None:
    found = link([*READINGS, Reading(report="h")], REPORTS | {"h": headline(title, day)})
    linked_by = [{r.id for r in g.reports if r.id == "h" and r.main and not r.claims} for g in found.groups]
    assert sum(map(len, linked_by)) == linked
    assert sorted(map(sorted, together(found))) == [["a", "b"], ["c"]]


def test_headlines_alone_make_no_incident() -> None:
    title = "Ilka Brandt, 28, killed by gunman in Marsk bakery in Velm"
    both = {name: msgspec.structs.replace(headline(title), id=name) for name in ("h", "i")}
    assert link([Reading(report=name) for name in both], both) == Linked()


def test_bombings_count_as_an_air_strike_that_several_claims_give() -> None:
    base = [
        claim("a", n, event=Event(kind=kind)) for n, kind in enumerate(["airstrike", "bombing", "bombing", "airstrike"])
    ]
    assert [g.kind for g in link([Reading(report="a", claims=tuple(base))], REPORTS).groups] == ["airstrike"]
