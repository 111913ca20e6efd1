"""Tables for dates, measures, numbers, additional people, subsets and factuality. All sentences are invented."""

from datetime import date

import msgspec
import pytest
from reconcile_builders import claim, person

from tollbook import dates, locale, measures, quantities
from tollbook.model import Actor, Claim, Count, Event, People, Place, When
from tollbook.readers.rules.casualties import additional, shot_and_dead, subsets
from tollbook.readers.rules.parsing import factuality, parser

EN = locale.of("en")
#: A Thursday.
PUBLISHED = date(2022, 3, 10)


@pytest.mark.parametrize(
    ("sentence", "first", "last"),
    [
        ("Rebels held the mill over the past month.", "2022-02-10", "2022-03-10"),
        ("Rebels held the mill over the past day.", "2022-03-09", "2022-03-10"),
        ("The mill burned on Monday.", "2022-03-07", "2022-03-07"),
        ("The mill burned last Thursday.", "2022-03-03", "2022-03-03"),
        ("The mill will open next Thursday.", "2022-03-17", "2022-03-17"),
        ("The mill burned last weekend.", "2022-03-05", "2022-03-06"),
        ("The mill burned last month.", "2022-02-01", "2022-02-28"),
        ("The mill burned last March.", "2021-03-01", "2021-03-31"),
        ("The mill burned last winter.", "2021-12-01", "2022-02-28"),
        ("The mill burned last autumn.", "2021-09-01", "2021-11-30"),
        ("The mill will open next summer.", "2022-06-01", "2022-08-31"),
        ("The mill burned in the second quarter.", "2021-04-01", "2021-06-30"),
        ("The mill burned in the first quarter.", "2022-01-01", "2022-03-31"),
        ("The mill burned on the 10th.", "2022-03-10", "2022-03-10"),
        ("The mill burned on the 11th.", "2022-02-11", "2022-02-11"),
        ("The mill burned two months ago.", "2022-01-01", "2022-01-31"),
        ("The mill burned two weeks ago.", "2022-02-24", "2022-02-24"),
        ("The mill burned overnight.", "2022-03-09", "2022-03-10"),
        ("The mill burned on 12/11/2021.", "2021-12-11", "2021-12-11"),
        ("The mill burned on 13/11/2021.", "2021-11-13", "2021-11-13"),
        ("The mill burned between Monday and Wednesday.", "2022-03-07", "2022-03-09"),
        ("The mill burned in Dhu al-Hijjah 1440.", "2019-08-02", "2019-09-01"),
        ("The mill burned in Esfand 1400.", "2022-02-20", "2022-03-20"),
    ],
)
def test_the_days_of_an_expression(sentence: str, first: str, last: str) -> None:
    (mention,) = dates.find(sentence, PUBLISHED, "", EN)
    assert (str(mention.first), str(mention.last)) == (first, last)


@pytest.mark.parametrize(
    ("words", "low", "high"),
    [
        ("a dozen kilometres", 6_000, 18_000),
        ("80 metres", 75, 85),
        ("25 metres", 22.5, 27.5),
        ("5 metres", 4.5, 5.5),
        ("47 metres", 46.5, 47.5),
        ("1,200 metres", 1_150, 1_250),
        ("2.5 metres", 2.45, 2.55),
        ("a kilometre", 750, 1_250),
        ("a mile and a half", 1.25 * 1609.344, 1.75 * 1609.344),
        ("about 20 metres", 12.5, 27.5),
        ("at least 20 metres", 20, None),
        ("at most 20 metres", None, 20),
    ],
)
def test_the_values_that_round_to_a_measure(words: str, low: float | None, high: float | None) -> None:
    found = measures.measure(words, EN)
    assert found is not None
    assert found.low == (None if low is None else pytest.approx(low))
    assert found.high == (None if high is None else pytest.approx(high))


@pytest.mark.parametrize(
    ("words", "low", "best", "high"),
    [
        ("17 people", 17, 17, 17), ("at least 17 people", 17, 17, None), ("more than 17 people", 18, 18, None),
        ("up to 17 people", None, 17, 17), ("fewer than 17 people", None, 16, 16), ("about 17 people", None, 17, None),
        ("nearly 17 people", None, 17, 17), ("17 to 20 people", 17, None, 20), ("dozens of people", 24, None, None),
    ],
)  # fmt: skip
def test_the_bounds_of_a_number(words: str, low: int | None, best: int | None, high: int | None) -> None:
    count = quantities.count(words, EN)
    assert count is not None
    assert (count.low, count.best, count.high) == (low, best, high)


def people(words: str | int, text: str, kind: str = "killed", **fields: object) -> Claim:
    """A counted claim about people in those words."""
    status = fields.pop("status", "unknown")
    return claim(words, kind, people=People(text=text, status=status), **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (None, 0), (Count(), 0), (Count(low=3, best=4, high=5), 4), (Count(low=3, high=5), 3), (Count(high=5), 5),
        (Count(low=0, best=0, high=0), 0),
    ],
)  # fmt: skip
def test_the_size_of_a_claim(count: Count | None, expected: int) -> None:
    assert subsets.size(msgspec.structs.replace(claim(1), count=count)) == expected


MILL, FARM = Place(name="Mill", text="Mill"), Place(name="Farm", text="Farm")
MONDAY, FRIDAY = When(start=date(2022, 3, 7)), When(start=date(2022, 3, 11))
RAID, BLAST = Event(kind="raid"), Event(kind="bombing")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({}, {}, True), ({"place": MILL}, {}, True), ({}, {"place": MILL}, True),
        ({"place": MILL}, {"place": MILL}, True), ({"place": MILL}, {"place": FARM}, False),
        ({"when": MONDAY}, {}, True), ({"when": MONDAY}, {"when": When()}, True),
        ({"when": When()}, {"when": MONDAY}, True), ({"when": MONDAY}, {"when": MONDAY}, True),
        ({"when": MONDAY}, {"when": FRIDAY}, False), ({"event": RAID}, {"event": RAID}, True),
        ({"event": RAID}, {"event": BLAST}, False), ({"event": RAID}, {}, True),
        ({"event": RAID, "place": MILL}, {"event": BLAST}, True),
    ],
)  # fmt: skip
def test_whether_two_claims_can_be_about_one_event(
    one: dict[str, object], other: dict[str, object], *, expected: bool
) -> None:
    assert subsets.same_event(claim(3, **one), claim(2, **other)) is expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("three people", 0), ("three children", 2), ("three women from the valley", 2), ("the bodies of two girls", 2),
        ("three of the children", 2), ("two men and three children", 0), ("a family of three", 1),
        ("four members of a family", 1), ("four family members", 1), ("four members of a party", 0),
        ("three male villagers", 2), ("", 0),
    ],
)  # fmt: skip
def test_how_narrowly_people_are_described(text: str, rank: int) -> None:
    assert subsets.narrowness(people(4, text)) == rank
    assert subsets.narrowness(claim(4)) == 0


def test_a_single_person_is_described_and_not_counted() -> None:
    assert subsets.is_single(person("a driver"))
    assert not subsets.is_single(people(1, "one driver"))
    assert not subsets.is_single(person("a driver", scope="part"))
    assert not subsets.is_single(msgspec.structs.replace(person("a driver"), people=None))
    assert not subsets.is_single(msgspec.structs.replace(person("two drivers"), count=Count(low=2, best=2, high=2)))


def parts(whole: Claim, part: Claim, text: str = "") -> bool:
    """Whether the second claim becomes a part of the first."""
    one, other = subsets.assign_parts([whole, part], text.ljust(part.start))
    assert one == whole
    assert (other.scope == "part") == (other.part_of == whole.id)
    return other.scope == "part"


NINE = people(9, "nine people")
VILLAGERS = people(9, "nine villagers", status="civilian")


@pytest.mark.parametrize(
    ("whole", "part", "expected"),
    [
        (NINE, people(3, "three children", start=50), True),
        (NINE, people(3, "three people", start=50), False),
        (NINE, people(9, "nine children", start=50), False),
        (NINE, people(3, "three children", "injured", start=50), False),
        (NINE, person("the driver", start=50), True),
        (NINE, people(2, "the two drivers", start=50), True),
        (NINE, people(2, "two of her cousins", start=50), True),
        (NINE, people(2, "two of them", start=50), False),
        (NINE, claim(2, start=50), False),
        (people(2, "two people"), person("the driver", start=50), True),
        (people(9, "nine people", additional=True), person("the driver", start=50), False),
        (people(9, "nine people", scope="running total"), person("the driver", start=50), False),
        (claim(9, people=People(text="nine people"), place=MILL), person("a driver", start=50, place=FARM), False),
        # "The driver" was mentioned before: the place of his own sentence, often a hospital's, does not count.
        (claim(9, people=People(text="nine people"), place=MILL), person("the driver", start=50, place=FARM), True),
        (VILLAGERS, people(2, "the two soldiers", start=50, status="combatant"), False),
        (VILLAGERS, people(2, "the two men", start=50, status="civilian"), True),
        (VILLAGERS, people(2, "the two men", start=50), True),
        (NINE, people(2, "the two teachers", start=50, status="civilian"), True),
        (NINE, people(2, "the two soldiers", start=50, status="combatant"), False),
    ],
)  # fmt: skip
def test_which_claim_is_a_part_of_a_larger_one(whole: Claim, part: Claim, *, expected: bool) -> None:
    assert parts(whole, part) is expected


ARMY, REBELS = (Actor(name="the army"),), (Actor(name="rebels"),)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [(ARMY, ARMY, True), (ARMY, REBELS, False), (ARMY, (), True), ((), ARMY, True), (ARMY + REBELS, REBELS, True)],
)
def test_a_part_has_a_perpetrator_of_its_whole(
    one: tuple[Actor, ...], other: tuple[Actor, ...], *, expected: bool
) -> None:
    assert parts(with_actors(NINE, one), with_actors(people(2, "the two drivers", start=50), other)) is expected


def with_actors(claim: Claim, actors: tuple[Actor, ...]) -> Claim:
    return msgspec.structs.replace(claim, by=actors)


def test_a_part_belongs_to_the_nearest_whole_before_it() -> None:
    far, near, after = (people(n, f"{n} people", start=start) for n, start in ((20, 0), (9, 40), (12, 90)))
    driver = person("the driver", start=80)
    assert subsets.assign_parts([far, near, driver, after], " " * 200)[2].part_of == near.id
    assert subsets.assign_parts([driver, after], " " * 200)[0].part_of == after.id


@pytest.mark.parametrize(
    ("before", "quote", "kind", "expected"),
    [
        ("Nine died. The clinic named ", "four villagers", "killed", True),
        ("Nine died. The clinic buried ", "four villagers", "killed", False),
        ("The clinic named nine. It buried ", "four villagers", "killed", False),
        ("Nine died. A photograph showed ", "four villagers", "killed", True),
        ("Nine died. A video report said that ", "four villagers", "killed", False),
        ("Nine were hurt. ", "four villagers were hospitalised", "injured", True),
        ("Nine were hurt. ", "four villagers were hurt", "injured", False),
        ("Nine died. ", "four villagers were taken", "killed", False),
    ],
)
def test_words_that_make_a_number_a_subset(before: str, quote: str, kind: str, *, expected: bool) -> None:
    whole = people(9, "nine people", kind)
    part = msgspec.structs.replace(people(4, "four villagers", kind, start=len(before)), quote=quote)
    assert parts(whole, part, before) is expected


def test_a_vague_number_or_one_person_in_figures_is_no_subset() -> None:
    before = "Ninety died. The clinic named "
    whole = people(90, "ninety people")
    assert not parts(whole, people("dozens", "dozens of villagers", start=len(before)), before)
    assert not parts(whole, people(1, "one villager", start=len(before)), before)
    assert parts(whole, people(2, "two villagers", start=len(before)), before)


@pytest.mark.parametrize(
    ("text", "names", "expected"),
    [
        ("Ana Brod, her husband and their two sons", ("Ana Brod",), True), ("her husband and two sons", (), True),
        ("Brod's husband and two sons", (), True), ("a teacher and two sons", (), False), ("her four sons", (), True),
        ("Ana Brod, a teacher", ("Ana Brod",), False),
    ],
)  # fmt: skip
def test_a_list_of_individuals_is_a_subset(text: str, names: tuple[str, ...], *, expected: bool) -> None:
    count = Count(low=4, best=4, high=4, qualifier="exactly", text=text)
    part = msgspec.structs.replace(people(4, text, start=50), count=count, people=People(text=text, names=names))
    assert parts(NINE, part) is expected


@pytest.mark.parametrize(
    ("large", "small", "scope"),
    [
        (500, 25, "running total"), (500, 26, "incident"), (499, 3, "incident"), (600, 30, "running total"),
        (600, 31, "incident"),
    ],
)  # fmt: skip
def test_a_number_far_above_the_others_is_a_running_total(large: int, small: int, scope: str) -> None:
    first, second = subsets.separate_totals([claim(small), claim(large, start=50)])
    assert (first.scope, second.scope) == ("incident", scope)


@pytest.mark.parametrize(
    "others", [[], [claim(600, start=9)], [claim(3, "injured")], [claim(3, scope="part")], [claim("unknown")]]
)
def test_a_large_number_alone_is_no_total(others: list[Claim]) -> None:
    assert subsets.separate_totals([*others, claim(600, start=50)])[-1].scope == "incident"


def shot(number: int, quote: str, **fields: object) -> Claim:
    """A count of people who were shot or hit."""
    return msgspec.structs.replace(
        people(number, quote.split(" were", maxsplit=1)[0], "injured", start=50, **fields), quote=quote
    )


@pytest.mark.parametrize(
    ("dead", "hit", "quote", "bounds"),
    [
        (3, 8, "eight people were shot", (5, 5, 8)), (8, 8, "eight people were shot", (0, 0, 8)),
        (1, 8, "eight people were shot", (7, 7, 8)), (0, 8, "eight people were shot", (8, 8, 8)),
        (9, 8, "eight people were shot", (8, 8, 8)), (3, 8, "eight people were wounded", (8, 8, 8)),
        (3, 8, "eight people were shot and wounded", (8, 8, 8)),
    ],
)  # fmt: skip
def test_people_who_were_shot_include_the_dead(dead: int, hit: int, quote: str, bounds: tuple[int, int, int]) -> None:
    killed = [claim(dead)] if dead else []
    count = shot_and_dead.separated([*killed, shot(hit, quote)], "")[-1].count
    assert count is not None
    assert (count.low, count.best, count.high) == bounds


@pytest.mark.parametrize(("after", "bounds"), [(" and wounded.", (8, 8, 8)), (" and three died.", (5, 5, 8))])
def test_people_shot_and_wounded_include_no_dead(after: str, bounds: tuple[int, int, int]) -> None:
    eight = shot(8, "eight people were shot")
    text = f"{'.' * eight.start}{eight.quote}{after}"
    eight = msgspec.structs.replace(eight, end=eight.start + len(eight.quote))
    count = shot_and_dead.separated([claim(3), eight], text)[-1].count
    assert count is not None
    assert (count.low, count.best, count.high) == bounds


def test_the_dead_of_another_place_or_others_who_were_shot_are_not_subtracted() -> None:
    count = shot(8, "eight people were shot").count
    for killed, wounded in (
        (claim(3, place=MILL), shot(8, "eight people were shot", place=FARM)),
        (claim(3, scope="running total"), shot(8, "eight people were shot")),
        (claim(3), shot(8, "eight people were shot", additional=True)),
    ):
        assert shot_and_dead.separated([killed, wounded], "")[-1].count == count


@pytest.mark.parametrize(
    ("claims", "remaining"),
    [
        ([claim(3), people(3, "the three victims", "injured", start=50)], 1),
        ([claim(3), people(3, "three villagers", "injured", start=50)], 2),
        ([claim(4), people(3, "the three victims", "injured", start=50)], 2),
        ([claim(3), people(3, "three villagers", "injured", start=30),
          people(3, "the three victims", "injured", start=50)], 3),
        ([claim(1), people(1, "the victim", "injured", start=50)], 2),
        ([claim(2), people(2, "the two victims", "injured", start=50)], 1),
        ([claim(3), people(3, "the three victims", "missing", start=50)], 2),
        ([claim(3, place=MILL), people(3, "the three victims", "injured", start=50, place=FARM)], 2),
    ],
)  # fmt: skip
def test_the_dead_are_not_counted_again_among_the_injured(claims: list[Claim], remaining: int) -> None:
    assert len(shot_and_dead.separated(claims, "")) == remaining


@pytest.mark.parametrize(
    ("text", "expected"),
    [("two other men", True), ("Another man", True), ("the others", True), ("two men", False), ("brothers", False)],
)
def test_whether_a_phrase_has_a_word_for_additional_people(text: str, *, expected: bool) -> None:
    assert additional.has_word(text) is expected


@pytest.mark.parametrize(
    ("text", "claims", "expected"),
    [
        # The claim before it has the same outcome.
        ("", [people(3, "three men"), people(2, "two others", start=40, additional=True)], True),
        # Nobody was counted before.
        ("", [people(2, "two others", start=40, additional=True)], False),
        ("", [people("unknown", "men"), people(2, "two others", start=40, additional=True)], False),
        ("", [claim(3, "displaced"), people(2, "two others", "displaced", start=40, additional=True)], False),
        # The claim before it has another outcome, and so have all.
        ("", [people(3, "three men"), people(2, "two others", "injured", start=40, additional=True)], False),
        # An earlier count has the same outcome, the last one another; the same sentence.
        ("", [people(3, "three men", "injured"), people(1, "one", start=20),
              people(2, "two more", "injured", start=40, additional=True)], False),
        # As before, in a new sentence: only "others" refers to the last people.
        ("." + " " * 29 + ". ", [people(3, "three men", "injured"), people(1, "one", start=20),
                                 people(2, "two more", "injured", start=40, additional=True)], True),
        ("." + " " * 29 + ". ", [people(3, "three men", "injured"), people(1, "one", start=20),
                                 people(2, "two others", "injured", start=40, additional=True)], False),
    ],
)  # fmt: skip
def test_additional_people_need_people_before_them(text: str, claims: list[Claim], *, expected: bool) -> None:
    assert additional.resolve(claims, text.ljust(60))[-1].additional is expected


SMUGGLER = person("a smuggler", "captured")


@pytest.mark.parametrize(
    ("before", "claim", "expected"),
    [
        ([SMUGGLER], people(2, "two villagers", "captured", start=50), True),
        ([SMUGGLER], people(2, "the two villagers", "captured", start=50), False),
        ([SMUGGLER], people(2, "two smugglers", "captured", start=50), False),
        ([SMUGGLER], people(2, "two people", "captured", start=50), False),
        ([SMUGGLER], people(2, "two villagers", "injured", start=50), False),
        ([SMUGGLER], people("unknown", "villagers", "captured", start=50), False),
        ([SMUGGLER], people(2, "two villagers", "captured", start=50, scope="part"), False),
        ([SMUGGLER], person("a villager", "captured", start=50), False),
        ([SMUGGLER], claim(2, "captured", start=50), False),
        ([person("the smuggler", "captured")], people(2, "two villagers", "captured", start=50), False),
        ([person("Ana Brod", "captured")], people(2, "two villagers", "captured", start=50), False),
        ([people(4, "four smugglers", "captured")], people(2, "two villagers", "captured", start=50), False),
        ([SMUGGLER, people(4, "four smugglers", "captured", start=20)],
         people(2, "two villagers", "captured", start=50), False),
        ([person("a smuggler", "captured", place=MILL)],
         people(2, "two villagers", "captured", start=50, place=FARM), False),
        ([SMUGGLER], people(2, "two soldiers", "captured", start=50, status="combatant"), False),
        ([], people(2, "two villagers", "captured", start=50), False),
    ],
)  # fmt: skip
def test_a_new_group_is_additional_to_a_single_person(before: list[Claim], claim: Claim, *, expected: bool) -> None:
    assert additional.resolve([*before, claim], " " * 90)[-1].additional is expected


@pytest.mark.parametrize(
    ("sentence", "counts"),
    [
        ("Police detained another 47 in the valley.", [47]), ("Police detained a further 12.", [12]),
        ("Another 47 men were detained.", []), ("Police detained 47 in the valley.", []), ("47 were detained.", []),
        ("Police detained another 47 armed men.", []),
    ],
)  # fmt: skip
def test_numbers_after_another_without_a_noun(sentence: str, counts: list[int]) -> None:
    (parsed,) = parser.parse(sentence).sents
    found = list(additional.bare_counts(parsed))
    assert [count.best for _, _, count in found] == counts
    assert all(word.i + 1 == number.i for word, number, _ in found)


@pytest.mark.parametrize(
    ("sentence", "verb", "certainty", "negated", "happened"),
    [
        ("Rebels killed three men.", "killed", "asserted", False, True),
        ("Rebels did not kill three men.", "kill", "asserted", True, False),
        ("Rebels fled without killing anybody.", "killing", "asserted", True, False),
        ("Rebels may have killed three men.", "killed", "doubted", False, False),
        ("Rebels would have killed three men.", "killed", "not asserted", False, False),
        ("Rebels planned to kill three men.", "kill", "not asserted", False, False),
        ("Rebels were accused of planning to kill three men.", "kill", "not asserted", False, False),
        ("An attempt to kill the mayor failed.", "kill", "not asserted", False, False),
        ("If rebels kill the mayor, the talks will end.", "kill", "not asserted", False, False),
        ("The bill was killed in the senate.", "killed", "asserted", False, False),
    ],
)
def test_whether_an_event_happened(sentence: str, verb: str, certainty: str, *, negated: bool, happened: bool) -> None:
    word = next(token for token in parser.parse(sentence) if token.text == verb)
    assert factuality.certainty(word) == certainty
    assert factuality.negated(word) is negated
    assert factuality.happened(word) is happened
