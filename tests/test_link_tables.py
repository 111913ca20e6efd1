"""Tables for blocking, scoring, splitting and salience: cases on either side of each threshold. All names invented."""

from datetime import date, timedelta
from typing import Any

import msgspec
import pytest

from tollbook.linking import ClusterMember, EventMention, blocking_keys, clusters, components, edge, link
from tollbook.linking.best_values import best_day, best_place
from tollbook.linking.claim_conflicts import places_conflict
from tollbook.linking.constraints import NONE
from tollbook.linking.event_mentions import mark_main, split_into_mentions
from tollbook.linking.profiles import MentionProfile
from tollbook.linking.salience import features
from tollbook.linking.scoring import compare, weigh
from tollbook.linking.similarity import day_apart, kilometres, main_kind, same_family
from tollbook.linking.text_similarity import persons, vector
from tollbook.mentions import Reading
from tollbook.model import Actor, Claim, Count, Event, IncidentKind, People, Place, Report, Thing, When

#: The first day of a week as blocking counts weeks.
MONDAY = date.fromordinal(date(2030, 5, 4).toordinal() // 7 * 7)
EMPTY = MentionProfile(
    id="", report="", claims=(), main=True, published=None, place=None, when=None, kind=None, names=frozenset(),
    persons=frozenset(), ages=frozenset(), sites=frozenset(), counts=frozenset(), words={},
)  # fmt: skip

NORTH, SOUTH = {"country": "XA", "admin1": "01"}, {"country": "XA", "admin1": "02"}


def profile(name: str = "a", **fields: Any) -> MentionProfile:
    return msgspec.structs.replace(EMPTY, id=name, report=name, claims=(name,), **fields)


def place(name: str = "Velm", *, lat: float | None = 10.0, lon: float = 10.0, precision: int = 1, **more: Any) -> Place:
    return Place(name=name, lat=lat, lon=None if lat is None else lon, precision=precision, **more)


def on(day: int, end: int | None = None, **more: Any) -> When:
    fields = {"precision": "day"} | more
    return When(start=date(2030, 5, day), end=date(2030, 5, end or day), **fields)


def names(*texts: str) -> frozenset[str]:
    return frozenset(texts)


def match(one: MentionProfile, other: MentionProfile) -> bool:
    """Whether two mentions are a candidate pair; it must not matter which one looks the other up."""
    a, b = blocking_keys(one, NONE), blocking_keys(other, NONE)
    assert bool(a.query_keys & b.index_keys) is bool(b.query_keys & a.index_keys)
    return bool(a.query_keys & b.index_keys)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (0, 6, True), (0, 7, True), (0, 13, True), (0, 14, False), (6, 14, False), (0, 21, False),
        (0, -1, True), (0, -7, True), (0, -8, False), (None, 0, True), (None, 500, True), (None, None, True),
    ],
)  # fmt: skip
def test_mentions_of_one_place_match_in_the_same_or_a_neighbouring_week(
    one: int | None, other: int | None, expected: bool
) -> None:
    days = [None if n is None else MONDAY + timedelta(days=n) for n in (one, other)]
    assert (
        match(*(profile(name, place=place(), published=day) for name, day in zip("ab", days, strict=True))) is expected
    )


def test_the_day_of_the_event_comes_before_the_day_of_publication() -> None:
    late = profile(place=place(), when=on(3), published=date(2030, 6, 20))
    assert match(late, profile("b", place=place(), published=date(2030, 5, 4)))
    month = profile(place=place(), when=on(1, 31, precision="month"), published=date(2030, 6, 20))
    assert not match(month, profile("b", place=place(), published=date(2030, 5, 4)))
    assert match(profile(place=place(), when=on(3, precision="month")), profile("b", place=place(), when=on(3)))


def test_the_ten_rarest_words_are_keys_and_no_more() -> None:
    rare = {f"zzq{letter}": 1 - n / 100 for n, letter in enumerate("abcdefghijkl")}
    for n, word in enumerate(rare):
        assert match(profile(words=rare), profile("b", words={word: 1.0})) is (n < 10)


def test_the_first_six_persons_are_keys_in_pairs_or_with_the_place() -> None:
    seven = [f"anira dost{letter}" for letter in "abcdefg"]
    assert match(profile(persons=names(*seven)), profile("b", persons=names(seven[0], seven[5])))
    assert not match(profile(persons=names(*seven)), profile("b", persons=names(seven[0], seven[6])))
    assert not match(profile(persons=names(seven[0])), profile("b", persons=names(seven[0])))
    at = {"place": place(), "published": date(2030, 5, 4)}
    later = at | {"published": date(2031, 5, 4)}
    assert match(profile(persons=names(seven[0]), **at), profile("b", persons=names(seven[0]), **later))
    assert not match(profile(persons=names(seven[0]), **at), profile("b", persons=names(seven[1]), **later))


@pytest.mark.parametrize(("lat", "expected"), [(10.0, True), (10.1, True), (10.2, False), (9.9, True), (9.8, False)])
def test_places_of_two_names_match_within_a_cell_of_a_quarter_degree(lat: float, expected: bool) -> None:
    for here, there in ((place(), place("Tarn", lat=lat)), (place(lat=5.0, lon=10.0), place("Tarn", lat=5.0, lon=lat))):
        assert match(profile(place=here, when=on(3)), profile("b", place=there, when=on(3))) is expected
    assert not match(profile(place=place(), when=on(3)), profile("b", place=place("Tarn", lat=None), when=on(3)))


def test_a_casualty_name_is_a_key_at_any_time_and_separate_mentions_have_none() -> None:
    one, other = profile(names=names("Anira Dost"), when=on(3)), profile("b", names=names("A. Dóst"))
    assert match(one, other)
    assert not blocking_keys(one, NONE, separate=True).index_keys


def difference(one: dict[str, Any], other: dict[str, Any]) -> float:
    """What two features add to the weight of a pair without any, where only the dissimilar texts count."""
    pair = profile(**one), profile("b", **other)
    assert weigh(*pair) == weigh(*reversed(pair)) == compare(*pair).weight
    assert compare(*pair).weight == sum(reason.weight for reason in compare(*pair).reasons)
    return weigh(*pair) - weigh(profile(), profile("b"))


FRIDAY = When(text="on Friday")
DAY, MAY = timedelta(days=1), date(2030, 5, 1)
JUNE = When(start=date(2030, 6, 3), end=date(2030, 6, 3), precision="day")
#: Words that no report of the table of rarity has, by their number; they add nothing to the similarity of two texts.
RARE = {number: {f"zzq{n}": 0.0 for n in range(number)} for number in (1, 2, 3, 4, 7)}
GROUND = place(country="XA", admin1="Orla")


@pytest.mark.parametrize(
    ("one", "other", "weight", "sentence"),
    [
        ({"when": on(3)}, {"when": on(3)}, 6.0, "They give the same day."),
        ({"when": on(3)}, {"when": on(4)}, 1.5, "They give days one day apart."),
        ({"when": on(3)}, {"when": on(5)}, -1.0, "They give days two days apart."),
        ({"when": on(3)}, {"when": on(6)}, -2.0, "They give days 3 days apart."),
        ({"when": on(1)}, {"when": on(31)}, -2.0, "They give days 30 days apart."),
        ({"when": on(3)}, {"when": JUNE}, -2.5, "They give days 31 days apart."),
        # In reports that appeared at one time one of the days is often misread, the more so the farther they lie apart.
        ({"when": on(3), "published": MAY}, {"when": on(6), "published": MAY + DAY}, 1.5,
         "They give days 3 days apart."),
        ({"when": on(3), "published": MAY}, {"when": on(6), "published": MAY + 2 * DAY}, -2.0,
         "They give days 3 days apart."),
        ({"when": on(3), "published": MAY}, {"when": JUNE, "published": MAY + 30 * DAY}, 3.0,
         "They give days 31 days apart."),
        ({"when": on(3), "published": MAY}, {"when": JUNE, "published": MAY + 31 * DAY}, -2.5,
         "They give days 31 days apart."),
        ({"when": on(3)}, {"when": FRIDAY}, 4.0, "The weekday fits."),
        ({"when": FRIDAY}, {"when": on(4)}, -2.0, "The weekday does not fit."),
        ({"published": MAY}, {"published": MAY + DAY}, 6.0, "They were published 1 day apart."),
        ({"published": MAY}, {"published": MAY + 2 * DAY}, 2.5, "They were published 2 days apart."),
        ({"published": MAY}, {"published": MAY + 7 * DAY}, 2.5, "They were published 7 days apart."),
        ({"published": MAY}, {"published": MAY + 8 * DAY}, 0.0, None),
        ({"published": MAY}, {"published": MAY + 30 * DAY}, 0.0, None),
        ({"published": MAY}, {"published": MAY + 31 * DAY}, -1.5, "They were published 31 days apart."),
        ({"published": MAY}, {}, 0.0, None),
        ({"when": FRIDAY}, {"when": FRIDAY}, 0.0, None),
        ({"kind": "shooting"}, {"kind": "shooting"}, 1.0, "Both call it: shooting."),
        ({"kind": "shooting"}, {"kind": "clash"}, 0.5,
         "One calls it shooting, the other clash; these can be one event."),
        ({"kind": "shooting"}, {"kind": "attack"}, 0.5,
         "One calls it shooting, the other attack; these can be one event."),
        ({"kind": "shooting"}, {"kind": "airstrike"}, -2.0, "One calls it shooting, the other airstrike."),
        ({"kind": "shooting"}, {}, 0.0, None),
        ({"names": names("Anira Dost")}, {"names": names("Anira Dost")}, 4.5, "Casualties named in both: Anira Dost."),
        ({"names": names("Anira Dost", "Oren Pasko")}, {"names": names("Anira Dost", "Oren Pasko")}, 4.5,
         "Casualties named in both: Anira Dost, Oren Pasko."),
        ({"names": names("Anira Dost")}, {"names": names("Oren Pasko")}, 0.0, None),
        ({"names": names("Anira Dost")}, {}, 0.0, None),
        ({"names": names("Anira Dost")}, {"words": {"anira": 0.7, "dost": 0.7}}, 4.5,
         "Casualties of one report that the other names: Anira Dost."),
        ({"names": names("Anira Dost")}, {"words": {"anira": 0.7, "dosti": 0.7}}, 0.0, None),
        ({"words": RARE[1]}, {"words": RARE[1]}, 0.0, None),
        ({"words": RARE[2]}, {"words": RARE[2]}, 1.5, "2 rare words are in both."),
        ({"words": RARE[3]}, {"words": RARE[3]}, 1.5, "3 rare words are in both."),
        ({"words": RARE[4]}, {"words": RARE[4]}, 3.0, "4 rare words are in both."),
        ({"words": RARE[7]}, {"words": RARE[7]}, 3.0, "7 rare words are in both."),
        # "The" is in every report, the other words in few.
        ({"headline": {"the", "kestra", "mill"}}, {"headline": {"the", "kestra", "siege"}}, 1.5,
         "Their headlines have the words kestra, the in common."),
        ({"headline": {"the", "kestra", "mill"}}, {"headline": {"the", "orsk", "siege"}}, -1.5,
         "Their headlines have little in common."),
        ({"headline": {"kestra"}}, {}, 0.0, None),
        ({"counts": {("killed", 2)}}, {"counts": {("killed", 2)}}, 0.0, None),
        ({"counts": {("killed", 2), ("injured", 1)}}, {"counts": {("killed", 2), ("injured", 1)}}, 1.0,
         "They give the same figures: 1 injured, 2 killed."),
        ({"counts": {("killed", 3)}}, {"counts": {("killed", 3)}}, 1.0, "They give the same figures: 3 killed."),
        ({"counts": {("killed", 3), ("injured", 1)}}, {"counts": {("killed", 3), ("injured", 1)}}, 2.0,
         "They give the same figures: 1 injured, 3 killed."),
        ({"counts": {("killed", 3)}}, {"counts": {("killed", 9)}}, -4.0,
         "They give figures far apart: 3 and 9 killed."),
        ({"counts": {("killed", 3)}}, {"counts": {("injured", 3)}}, 0.0, None),
        ({"ages": {17}}, {"ages": {17, 20}}, 0.5, "They give the same ages."),
        ({"ages": {17}}, {"ages": {20}}, -3.0, "They give different ages."),
        ({"ages": {17}}, {}, 0.0, None),
        ({"sites": names("home")}, {"sites": names("home", "school")}, 1.0, "They give the same kind of site."),
        ({"place": place()}, {"place": place()}, 1.0, "Place named in both: Velm."),
        ({"place": place(precision=4)}, {"place": place(precision=4)}, 0.5, "Place named in both: Velm."),
        ({"place": place(lat=None)}, {"place": place()}, 1.0, "Place named in both: Velm."),
        ({"place": place(precision=4, **NORTH)}, {"place": place("Tarn", lat=11.0, **SOUTH)}, -4.5,
         "Velm and Tarn lie 111 km apart."),
        ({"place": place(precision=4, **NORTH)}, {"place": place("Tarn", lat=11.0, **NORTH)}, 0.0, None),
        # The block and the number of one street; two streets; an address beside a town alone.
        (
            {"place": place(text="400 block of Orsk Street", spot=True)},
            {"place": place(text="12 Orsk St.", spot=True)},
            6.0,
            "They name one address or site: “400 block of Orsk Street”, “12 Orsk St.”.",
        ),
        (
            {"place": place(text="400 block of Orsk Street", spot=True)},
            {"place": place(text="400 block of Delun Street", spot=True)},
            -3.0,
            "They name different addresses: “400 block of Orsk Street”, “400 block of Delun Street”.",
        ),
        (
            {"place": place(text="12 Orsk St.", spot=True)},
            {"place": place(text="Delun Mosque", spot=True)},
            1.0,
            "Place named in both: Velm.",
        ),
        ({"place": place(text="12 Orsk St.", spot=True)}, {"place": place()}, 1.0, "Place named in both: Velm."),
        ({"place": place()}, {"place": place("Tarn", lat=10.1)}, 0.5, "Velm and Tarn lie 11 km apart."),
        ({"place": place()}, {"place": place("Tarn", lat=10.12)}, 0.0, None),
        ({"place": place()}, {"place": place("Tarn", lat=10.5)}, 0.0, None),
        ({"place": place()}, {"place": place("Tarn", lat=10.6)}, -4.5, "Velm and Tarn lie 67 km apart."),
        ({"place": place()}, {"place": place(lat=11.0)}, -4.5, "Velm and Velm lie 111 km apart."),
        ({"place": place(country="XA")}, {"place": place("Tarn", precision=6, country="XB")}, -4.5,
         "Velm and Tarn are in different countries."),
        ({"place": GROUND}, {"place": place("Tarn", precision=4, country="XA", admin1="Orla")}, 0.0, None),
    ],
)  # fmt: skip
def test_weights_and_reasons(one: dict[str, Any], other: dict[str, Any], weight: float, sentence: str | None) -> None:
    one, other = ({k: frozenset(v) if isinstance(v, set) else v for k, v in each.items()} for each in (one, other))
    assert difference(one, other) == pytest.approx(weight)
    sentences = [r.sentence for r in compare(profile(**one), profile("b", **other)).reasons]
    assert sentences[1:] == [] if sentence is None else sentence in sentences


def test_a_named_casualty_outweighs_a_later_day_but_not_an_equal_one() -> None:
    dost = {"names": names("Anira Dost")}
    assert difference(dost | {"when": on(3)}, dost | {"when": on(25)}) == pytest.approx(4.5)
    assert difference(dost | {"when": on(3)}, dost | {"when": on(3)}) == pytest.approx(10.5)
    homes = [{"place": place(text=text, spot=True)} for text in ("12 Orsk Lane", "9 Brod Road")]
    assert difference(*homes) == pytest.approx(1.0 - 4.0)
    assert difference(dost | homes[0], dost | homes[1]) == pytest.approx(1.0 + 4.5)


@pytest.mark.parametrize(("words", "weight"), [(2, 7.5 - 3.0), (3, 7.5 + 4.5)])
def test_texts_are_similar_only_with_three_shared_words(words: int, weight: float) -> None:
    shared = {f"the{n}": (1 / words) ** 0.5 for n in range(words)}
    rare = 1.5
    assert difference({"words": shared}, {"words": shared}) == pytest.approx(weight + rare)


def test_the_reason_says_how_many_percent_alike_texts_are() -> None:
    same = profile(words={f"zzq{n}": 0.5 for n in range(4)})
    assert any("The texts are 100 % alike" in reason.sentence for reason in compare(same, same).reasons)


@pytest.mark.parametrize(
    ("cosine", "weight"),
    [(0.0, -7.5), (0.05, -6.25), (0.1, -5.0), (0.15, -2.5), (0.2, 0.0), (0.25, 1.0), (0.4, 3.5), (0.6, 4.5)],
)
def test_similarity_weighs_in_proportion_between_its_limits(cosine: float, weight: float) -> None:
    words = {"police": cosine**0.5, "people": 0.0, "after": 0.0}
    pair = profile(words=words), profile("b", words=words)
    assert weigh(*pair) == pytest.approx(weight)


#: A place, a day and a kind weigh 8, and texts as little alike as these -2.5.
LINKED = {"place": place(), "when": on(3), "kind": "shooting", "words": {"police": 0.15**0.5, "people": 0, "after": 0}}


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ({}, (5.5, True)),
        ({"place": place("Tarn", lat=10.1)}, (5.0, True)),
        ({"place": None}, (4.5, False)),
        ({"kind": "airstrike"}, (2.5, False)),
        ({"kind": "airstrike", "place": None}, None),
    ],
)
def test_an_edge_is_linked_at_the_threshold_and_kept_while_in_doubt(
    other: dict[str, Any], expected: tuple[float, bool] | None
) -> None:
    one = profile(**LINKED, sites=names("home"), ages=frozenset({17}))
    assert edge(one, profile("b", **LINKED | other)) == (None if expected is None else pytest.approx(expected))
    assert edge(one, msgspec.structs.replace(one, id="b")) is None


@pytest.mark.parametrize(
    ("strong", "weak", "expected"), [(5.0, 1.0, True), (4.9, 9.0, True), (5.0, 0.9, False), (4.9, 4.9, False)]
)
def test_clusters_join_at_the_threshold_and_an_average_of_three(strong: float, weak: float, expected: bool) -> None:
    mentions = {name: ClusterMember(name) for name in "abc"}
    weights = {("a", "b"): 9.0, ("b", "c"): strong, ("a", "c"): weak}
    assert (clusters(mentions, weights, NONE) == [["a", "b", "c"]]) is expected


def test_components_are_sorted() -> None:
    assert components("dcba", [("d", "b"), ("b", "d")]) == [["a"], ["b", "d"], ["c"]]


def claim(start: int = 0, *, report: str = "r", **fields: Any) -> Claim:
    given = {"kind": "killed", "count": Count(low=1, best=1, high=1, qualifier="exactly")} | fields
    return Claim(id=f"{report}{start:04}", report=report, start=start, end=start + 5, quote="words", **given)


def attack(start: int = 0, **fields: Any) -> Claim:
    return claim(start, kind="attack", count=None, **fields)


def seven(start: int = 0, **fields: Any) -> Claim:
    return claim(start, **{"count": Count(low=7, best=7, qualifier="at least")} | fields)


def split(*claims: Claim) -> tuple[list[list[int]], list[int]]:
    """The starts of the claims of each mention, and of those that belong to none."""
    mentions, unlinked = split_into_mentions(claims)
    return [[c.start for c in m.claims] for m in mentions], sorted(c.start for c in unlinked)


def event(kind: IncidentKind) -> Event:
    return Event(kind=kind)


BOMB = (Thing(name="bomb", kind="bomb"),)
DOST = People(text="Anira Dost", names=("Anira Dost",))
SCHOOL, CONVOY = ((Thing(name=name, kind=kind),) for name, kind in (("school", "school"), ("convoy", "transport")))
ARMY, REBELS = ((Actor(name=name, kind="organisation"),) for name in ("army", "rebels"))
SHELLED = {"by": ARMY, "sites": SCHOOL}
TARN = place("Tarn", lat=14.0)
FOUR = Count(low=4, best=4, high=4, qualifier="exactly")
IN_APRIL = When(start=date(2030, 4, 1), end=date(2030, 4, 30), precision="month")


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        ([claim(when=on(3)), claim(9, when=on(4))], ([[0, 9]], [])),
        ([claim(when=on(3)), claim(9, when=on(5))], ([[0], [9]], [])),
        ([claim(when=on(3)), claim(9, when=on(5)), claim(20, part_of="r0000", when=on(9))], ([[0, 20], [9]], [])),
        ([claim(when=on(3)), claim(9, when=on(9)), claim(20)], ([[0], [9, 20]], [])),
        ([claim(when=on(3)), claim(9, when=on(9)), claim(20, when=on(3))], ([[0, 20], [9]], [])),
        ([claim(place=place()), claim(9, place=TARN), claim(20, place=place())], ([[0, 20], [9]], [])),
        ([claim(people=DOST, when=on(3)), claim(9, people=DOST, when=on(9))], ([[0, 9]], [])),
        ([claim(people=DOST, when=on(3)), claim(9, kind="missing", people=DOST, when=on(9))], ([[0], [9]], [])),
        ([claim(event=event("shooting")), claim(9, event=event("airstrike"))], ([[0], [9]], [])),
        ([claim(event=event("shooting"), place=place()), claim(9, event=event("airstrike"), place=place())],
         ([[0, 9]], [])),
        ([claim(event=event("shooting"), place=place()), claim(9, event=event("airstrike"))], ([[0], [9]], [])),
        ([claim(event=event("shooting"), place=place(), when=on(3)),
          claim(9, event=event("airstrike"), place=place(), when=on(4))], ([[0], [9]], [])),
        ([claim(event=event("shooting"), when=on(3)), claim(9, event=event("airstrike"), when=on(3))],
         ([[0, 9]], [])),
        ([claim(when=on(3)), claim(9, kind="denial", count=None, when=on(9))], ([[0, 9]], [])),
        ([claim(when=on(3)), claim(100, when=on(9)), claim(30, kind="denial", count=None)], ([[0, 30], [100]], [])),
        ([claim(when=on(3)), claim(100, when=on(9)), claim(80, kind="denial", count=None)], ([[0], [100, 80]], [])),
        ([claim(kind="denial", count=None)], ([], [0])),
        ([claim(), claim(9, kind="buried")], ([[0]], [9])),
        ([claim(kind="attack", count=None)], ([[0]], [])),
        ([claim(when=on(3)), claim(9, kind="attack", count=None, when=on(9))], ([[0]], [9])),
        ([claim(when=on(3)), claim(9, kind="attack", count=None, when=on(9), place=place(), with_=BOMB)],
         ([[0], [9]], [])),
        ([claim(when=on(3)), claim(9, kind="attack", count=None, when=on(9), with_=BOMB)], ([[0]], [9])),
        ([claim(sites=(Thing(name="the school", kind="school"),), when=on(3)), claim(9, when=on(9)),
          claim(20, sites=(Thing(name="a school", kind="school"),))], ([[0, 20], [9]], [])),
        # an attack by others on something else is another event, unless the report says too little of one of them
        ([claim(**SHELLED), attack(9, by=REBELS, sites=CONVOY)], ([[0]], [9])),
        ([claim(**SHELLED), attack(9, by=ARMY, sites=CONVOY)], ([[0, 9]], [])),
        ([claim(**SHELLED), attack(9, by=REBELS, sites=SCHOOL)], ([[0, 9]], [])),
        ([claim(sites=SCHOOL), attack(9, by=REBELS, sites=CONVOY)], ([[0, 9]], [])),
        ([claim(by=ARMY), attack(9, by=REBELS, sites=CONVOY)], ([[0, 9]], [])),
        ([claim(**SHELLED), attack(9, sites=CONVOY)], ([[0, 9]], [])),
        ([claim(**SHELLED), attack(9, by=REBELS)], ([[0, 9]], [])),
        ([claim(**SHELLED), claim(9, by=REBELS, sites=CONVOY)], ([[0, 9]], [])),
        ([attack(**SHELLED), attack(9, by=REBELS, sites=CONVOY)], ([[0, 9]], [])),
        ([claim(**SHELLED), attack(9, by=REBELS, sites=CONVOY, when=on(3), place=place())], ([[0], [9]], [])),
        # numbers far apart in two towns are of two events, and in one town of one with its parts
        ([seven(place=place()), claim(9, place=place("Esk", lat=10.3))], ([[0], [9]], [])),
        ([seven(place=place()), claim(9, place=place("Esk", lat=10.1))], ([[0, 9]], [])),
        ([seven(place=place()), seven(9, count=FOUR, place=place("Esk", lat=10.3))], ([[0, 9]], [])),
        ([seven(place=place()), claim(9, place=place("Esk", lat=10.3), scope="part")], ([[0, 9]], [])),
        ([seven(place=place()), claim(9, place=place("Esk", lat=10.3, precision=4))], ([[0, 9]], [])),
        # a larger figure is given again at another place or less exact day, and is of what is counted at either
        ([seven(place=place()), seven(9, place=TARN)], ([[0, 9]], [])),
        ([seven(place=place()), seven(9, place=TARN), claim(20, place=TARN)], ([[0, 9, 20]], [])),
        ([seven(place=place(), count=FOUR), seven(9, place=TARN, count=FOUR)], ([[0], [9]], [])),
        ([seven(when=IN_APRIL), seven(9, when=on(3))], ([[0, 9]], [])),
        ([seven(when=on(3)), seven(9, when=on(9))], ([[0], [9]], [])),
        ([seven(place=place()), seven(9, place=TARN, additional=True)], ([[0], [9]], [])),
        ([seven(place=place()), seven(9, place=TARN, kind="injured")], ([[0], [9]], [])),
        ([seven(place=place()), seven(9, place=TARN, scope="part")], ([[0], [9]], [])),
        ([seven(place=place(), event=event("execution")), seven(9, place=TARN, event=event("airstrike"))],
         ([[0], [9]], [])),
    ],
)  # fmt: skip
def test_claims_of_one_report_are_split_into_mentions(claims: list[Claim], expected: object) -> None:
    assert split(*claims) == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (place(), place("Tarn", lat=10.53), False), (place(), place("Tarn", lat=10.55), True),
        (place(precision=3), place("Tarn", lat=12.0, precision=3), True),
        (place(precision=4), place("Tarn", lat=12.0), False), (place(precision=0), place("Tarn", lat=12.0), False),
        (place(precision=4, country="XA"), place("Tarn", country="XB"), True),
        (place(precision=4, country="XA"), place("Tarn", country="XA"), False),
        (place(precision=4, country="XA"), place("Tarn"), False), (place(lat=None), TARN, False), (None, TARN, False),
        # a region tells nothing of a town in it, and is not the region of a town elsewhere
        (place(precision=4, **NORTH), place("Tarn", lat=14.0, **NORTH), False),
        (place(precision=4, **NORTH), place("Tarn", lat=14.0, **SOUTH), True),
        (place(precision=4, **NORTH), place("Tarn", lat=10.5, **SOUTH), False),
        (place(precision=4, **NORTH), place("Orla", lat=14.0, precision=4, **SOUTH), True),
        (place(precision=4, lat=None, **NORTH), place("Tarn", **SOUTH), True),
        (place(precision=6, **NORTH), place("Tarn", lat=14.0, **SOUTH), False),
    ],
)  # fmt: skip
def test_places_conflict_if_precise_and_apart_or_in_two_regions_or_countries(
    one: Place | None, other: Place | None, expected: bool
) -> None:
    assert places_conflict(one, other) is places_conflict(other, one) is expected


def test_the_best_place_and_day_are_the_most_frequent_precise_ones() -> None:
    coarse, unresolved = place("Orla", precision=5), Place(name="Esk")
    assert best_place([coarse, None, TARN, place(), place()]) == place()
    assert best_place([coarse, coarse, TARN, place()]) == TARN
    assert best_place([place("Esk", precision=4), place(precision=3)]) == place(precision=3)
    assert best_place([None, unresolved]) == unresolved
    # The address that most claims of the place give, even if more claims give none.
    at_lane, at_road = (place(text=text, spot=True) for text in ("12 Orsk Lane", "9 Brod Road"))
    assert best_place([place(), at_road, place(), at_lane, TARN, at_lane]) == at_lane
    assert best_day([None, on(1, 31, precision="month"), on(4), on(3), on(3)]) == on(3)
    assert best_day([on(1, 31, precision="month"), on(4), on(3)]) == on(4)
    assert best_day([When(), When(text="on Friday"), When(text="on Monday")]) == When(text="on Friday")
    assert best_day([None]) is None


def test_a_report_is_mainly_about_early_casualties() -> None:
    def main(*groups: list[Claim]) -> list[bool]:
        return [m.main for m in mark_main([EventMention(report="r", claims=tuple(g)) for g in groups])]

    attack = {"kind": "attack", "count": None}
    assert main([claim(900)], [claim()]) == [False, True]
    assert main([claim(0, **attack)], [claim(900)]) == [False, True]
    assert main([claim(0, **attack)], [claim(1900)]) == [True, False]
    assert main([claim(500)], [claim(900), claim(910)]) == [False, True]
    assert main([claim(0)], [claim(0)]) == [True, False]


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        (["attack", "attack", "arson"], "arson"), (["attack"], "attack"), ([], None), (["raid", "arson"], "raid"),
        (["raid", "arson", "arson"], "arson"), (["airstrike", "bombing", "bombing"], "bombing"),
        (["airstrike", "airstrike", "bombing", "bombing", "bombing"], "airstrike"),
        (["airstrike", "airstrike", "raid", "raid", "raid"], "raid"),
    ],
)  # fmt: skip
def test_the_main_kind_is_the_most_frequent_special_one(kinds: list[IncidentKind], expected: str | None) -> None:
    assert main_kind(kinds) == expected


def test_kinds_of_one_family_and_days_and_distances() -> None:
    assert same_family("hijacking", "abduction")
    assert not same_family("hijacking", "arson")
    assert day_apart(on(3, 5), on(4)) == 0
    assert day_apart(on(3, 5), on(7)) == day_apart(on(7), on(3, 5)) == 2
    assert day_apart(on(3), When(text="Friday")) is None
    assert kilometres(place(), place(lat=11.0, lon=12.0)) == pytest.approx(245.6, abs=0.5)
    assert kilometres(place(), place(lat=None)) is None


def mention(*claims: Claim, **fields: Any) -> EventMention:
    return EventMention(report="r", claims=claims, **fields)


@pytest.mark.parametrize(
    ("made", "present", "absent"),
    [
        (mention(claim(), claim(9)), {"claim killed", "claims in all 2"}, {"claims killed"}),
        (mention(claim(), claim(9), claim(20)), {"claims killed", "claims in all 3"}, set()),
        (mention(*(claim(n) for n in range(9))), {"claims in all 6"}, {"claims in all 9"}),
        (mention(claim(399)), {"begins 0"}, {"begins 1"}),
        (mention(claim(400)), {"begins 1"}, {"begins 0"}),
        (mention(claim(9000)), {"begins 5"}, set()),
        (mention(claim(people=DOST)), {"named killed"}, {"nobody harmed"}),
        (mention(claim(kind="attack", count=None)), {"nobody harmed", "site none", "place precision none"}, set()),
        (mention(claim(by=(Actor(name="a gang", kind="organisation"),))), {"by organisation"}, set()),
        (mention(claim(sites=(Thing(name="the school", kind="school"),))), {"site school"}, {"site none"}),
        (mention(claim(), place=place(precision=4), main=True), {"place precision 4", "main"}, {"not main"}),
        (mention(claim()), {"day unknown", "not main"}, {"main"}),
    ],
)
def test_features(made: EventMention, present: set[str], absent: set[str]) -> None:
    found = features(made, 2, None)
    assert present <= found
    assert not absent & found


@pytest.mark.parametrize(
    ("low", "size"), [(1, "1"), (2, "2"), (3, "3-10"), (10, "3-10"), (11, "11+"), (None, "unknown")]
)
def test_the_size_of_a_number_is_a_feature(low: int | None, size: str) -> None:
    for count in (Count(low=low, qualifier="vague"), Count(low=low, best=low, high=99, qualifier="between")):
        assert f"number {size}" in features(mention(claim(count=count)), 1, None)


@pytest.mark.parametrize(
    ("days", "bucket"),
    [(-1, "none"), (0, "0"), (1, "1"), (2, "2-7"), (7, "2-7"), (8, "8-60"), (60, "8-60"), (61, "61+")],
)
def test_the_age_of_an_event_is_a_feature(days: int, bucket: str) -> None:
    found = features(mention(claim(), when=on(3)), 1, date(2030, 5, 3) + timedelta(days=days))
    assert f"days before {bucket}" in found


@pytest.mark.parametrize(("of", "feature"), [(1, "episodes 1"), (4, "episodes 4"), (9, "episodes 4")])
def test_the_number_of_mentions_is_a_feature(of: int, feature: str) -> None:
    assert feature in features(mention(claim()), of, None)


FAR = "Zorvex " + "x " * 200 + "Anira Dost met Lena Q. Marik near Quorn. " + "y " * 200 + "Blorvix"
REPORT = Report(id="r", sha256="r", text=FAR, title="Trelvan")


@pytest.mark.parametrize(
    ("made", "whole", "present", "absent"),
    [
        (mention(claim(410)), False, {"anira", "quorn"}, {"zorvex", "blorvix", "trelvan"}),
        (mention(claim(410), main=True), False, {"anira", "trelvan"}, {"zorvex", "blorvix"}),
        (mention(claim(410)), True, {"anira", "zorvex", "blorvix", "trelvan"}, set()),
        (mention(), False, {"trelvan"}, {"anira", "zorvex"}),
    ],
)
def test_the_text_of_a_mention_is_around_its_claims(
    made: EventMention, whole: bool, present: set[str], absent: set[str]
) -> None:
    words = vector(made, REPORT, whole=whole)
    assert present <= words.keys()
    assert not absent & words.keys()
    assert sum(weight**2 for weight in words.values()) == pytest.approx(1.0)


def test_persons_are_full_names_that_are_no_ordinary_words() -> None:
    found = persons(mention(), msgspec.structs.replace(REPORT, title=FAR), whole=False, not_persons=frozenset())
    assert found == {"anira dost", "lena marik"}
    found = persons(mention(claim(410)), REPORT, whole=True, not_persons=frozenset({"dost"}))
    assert found == {"lena marik", "trelvan zorvex"}


def test_an_unresolved_day_becomes_that_of_the_incident() -> None:
    own = {"place": place(), "event": event("shooting"), "people": DOST}
    both = claim(report="a", when=When(text="on Friday"), **own), claim(report="b", when=on(3), **own)
    reports = {n: Report(id=n, sha256=n, text="Anira Dost was shot in Velm.", published=date(2030, 5, 4)) for n in "ab"}
    (group,) = link([Reading(report=c.report, claims=(c,)) for c in both], reports).groups
    assert group.when == on(3)
    assert [c.when for c in group.claims] == [on(3, basis="linked", text="on Friday"), on(3)]
    alone = link([Reading(report="a", claims=both[:1])], reports).groups[0]
    assert alone.claims[0].when == When(text="on Friday")


def test_a_report_without_claims_or_title_has_no_mention() -> None:
    bare = Report(id="h", sha256="h", text="Subscribe to read on.", published=date(2030, 5, 4))
    assert link([Reading(report="h")], {"h": bare}).groups == ()
