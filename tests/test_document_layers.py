"""Each annotation layer of a report by itself: small tables of invented sentences."""

from datetime import date

import pytest
from spacy.tokens import Doc
from spacy.vocab import Vocab

from tollbook.model import Count, Report
from tollbook.readers import rules
from tollbook.readers.rules import document as layers
from tollbook.readers.rules.casualties import composition, death_tolls
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.geoparsing.whole_names import before_days
from tollbook.readers.rules.words import lexicon


def document(text: str) -> Document:
    return Document(Report(id="r", sha256="0", text=text, published=date(2031, 5, 9)))


def bounds(count: Count) -> tuple[int | None, int | None, int | None]:
    return count.low, count.best, count.high


def test_sentences_leave_out_boilerplate() -> None:
    text = "Three villagers were killed.\n\nSign up for our newsletter.\n\nThe road was closed."
    sentences = [s.text.strip() for s in layers.find_sentences(document(text))]
    assert sentences == ["Three villagers were killed.", "The road was closed."]


def test_boilerplate_is_found_in_very_many_blank_lines() -> None:
    """The time must not grow with the square of their number: these would take an hour."""
    gap = "\n" * 300_000
    lines = f"Sign up for our newsletter. \nRead more{gap}The road was closed.{gap}Subscribe now\r\nFollow us"
    skipped = [found[1].strip() for found in lexicon.boilerplate().finditer(lines)]
    assert skipped == ["Sign up for our newsletter.", "Read more", "Subscribe now", "Follow us"]


def test_one_sentence_of_very_much_punctuation_is_read() -> None:
    """The time must not grow with the square of its length: these would take half an hour each."""
    n = 100_000
    words, first = ["-", "."] * n, [True] + [False] * (2 * n - 1)
    doc = Doc(Vocab(), words=words, tags=[":", "."] * n, heads=[0] * 2 * n, deps=["punct"] * 2 * n, sent_starts=first)
    assert list(before_days(doc)) == []
    assert list(composition.find(doc[:])) == []
    assert list(death_tolls.find(doc[:])) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Three villagers were killed near the old mill.", [("Three villagers", (3, 3, 3))]),
        ("Dozens of people fled.", [("Dozens of people", (24, None, None))]),
        ("At least 40 soldiers and a driver were wounded.", [("At least 40 soldiers", (40, 40, None))]),
        ("The mayor of Velmar spoke for two hours.", []),
    ],
)
def test_counts_are_numbers_of_people(text: str, expected: list[object]) -> None:
    assert [(p.people.text, bounds(p.count)) for p in layers.find_counts(document(text))] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Three men died and a girl was wounded.", [("killed", "men"), ("injured", "girl")]),
        ("He lost his life.", [("killed", "He")]),
        ("The blast claimed 12 lives.", [("killed", "lives")]),
        ("The war took the lives of 12 farmers.", [("killed", "farmers")]),
        ("The driver suffered burns.", [("injured", "driver")]),
        ("Rebels took 12 farmers hostage.", [("abducted", "farmers")]),
        ("Two men were taken to a hospital.", [("injured", "men")]),
        ("Two men drove to a hospital.", []),
        ("A boy is in critical condition.", [("injured", "boy")]),
        ("He was taken into custody.", [("captured", "He")]),
        ("Hundreds were forced to flee the town.", [("displaced", "Hundreds")]),
        ("The council met in Velmar.", []),
    ],
)
def test_triggers_report_an_outcome_for_people(text: str, expected: list[tuple[str, str]]) -> None:
    found = [trigger for of_sentence in layers.find_triggers(document(text)) for trigger in of_sentence]
    assert [(trigger.kind, str(trigger.victims)) for trigger in found] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Two women and their five children were killed.", [(7, ["Two women", "their five children"])]),
        ("Three villagers, two women and a child, were killed.", [(3, ["two women", "a child"])]),
        ("Five villagers were killed.", [(5, [])]),
    ],
)
def test_compositions_add_up_groups(text: str, expected: list[tuple[int, list[str]]]) -> None:
    found = layers.find_compositions(document(text))
    assert [(one.total.count.best, [group.people.text for group in one.groups]) for one in found] == expected


@pytest.mark.parametrize(
    ("text", "certainty", "negated", "figurative"),
    [
        ("Rebels killed three men.", "asserted", False, False),
        ("Rebels did not kill three men.", "asserted", True, False),
        ("Rebels may have killed three men.", "doubted", False, False),
        ("Rebels threatened to kill three men.", "not asserted", False, False),
        ("Rebels will kill three men.", "not asserted", False, False),
        ("If rebels kill three men, the talks will end.", "not asserted", False, False),
        ("The bill was killed in the senate.", "asserted", False, True),
    ],
)
def test_factuality_says_whether_an_event_happened(text: str, certainty: str, negated: bool, figurative: bool) -> None:
    (mention,) = layers.find_factuality(document(text))
    assert (mention.certainty, mention.negated, mention.figurative) == (certainty, negated, figurative)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("sites", [("car", "transport"), ("school", "school")]),
        ("weapons", [("car bomb", "bomb")]),
        ("events", [("car bomb", "bombing"), ("air strike", "airstrike")]),
    ],
)
def test_phrases_are_found_in_each_lexicon(name: str, expected: list[tuple[str, str]]) -> None:
    found = layers.find_phrases(document("A car bomb hit the school after an air strike."), name)
    assert [(phrase.text, phrase.kind) for phrase in found] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("17 people were hurt, including three nurses.", [("17", "incident", False), ("three", "part", False)]),
        ("Another three villagers were killed.", [("three", "incident", True)]),
        ("More than 40 villagers were killed.", [("More than 40", "incident", False)]),
        ("The death toll rose to 15.", [("15", "incident", False)]),
        ("Rebels threatened to kill three men.", []),
    ],
)
def test_findings_are_casualty_counts(text: str, expected: list[tuple[str, str, bool]]) -> None:
    found = [finding for of_sentence in layers.find_findings(document(text)) for finding in of_sentence]
    assert [(finding.count.text, finding.scope, finding.additional) for finding in found] == expected


def test_statements_damage_and_attacks_are_found_by_sentence() -> None:
    one = document("The army denied that it shelled the village. The blast destroyed a school. A bomb exploded.")
    assert [[event.kind for event in events] for events in layers.find_statements(one)] == [["denial"], [], []]
    assert [[str(event.site and event.site.name) for event in events] for events in layers.find_damage(one)] == [
        [], ["school"], [],
    ]  # fmt: skip
    assert [[event.kind for event in events] for events in layers.find_attacks(one)][2] == ["attack"]


def test_places_dates_and_measures_keep_their_words() -> None:
    one = document("On 4 May 2031 a bomb exploded in Madrid. Men dug an 80-foot trench.")
    assert [(m.text, m.place.country) for m in layers.find_places(one)] == [("Madrid", "ES")]
    assert [(m.text, m.first) for m in layers.find_dates(one)] == [("4 May 2031", date(2031, 5, 4))]
    assert [(m.text, m.of) for m in layers.find_measures(one)] == [("80-foot", "trench")]


def test_attributions_name_the_speakers_of_a_span() -> None:
    text = "Three men died, Ana Brod said."
    assert next(s.name for s in layers.find_attributions(document(text)).chain(0, 14)) == "Ana Brod"


@pytest.mark.parametrize(
    ("text", "additional"),
    [
        ("Three men were killed. Another two were killed on Tuesday.", [False, True]),
        ("One man died and three others were injured.", [False, False]),
        ("A guard shot another man in Velmar.", [False]),
        ("Two men were injured. One man died and three others were injured.", [False, False, False]),
        ("A teacher was arrested. Two soldiers were arrested in the same house.", [False, True]),
        ("A teacher was arrested. The two soldiers were arrested at night.", [False, False]),
        ("A nurse was killed. Two people were killed in the attack.", [False, False]),
    ],
)
def test_additional_people_need_an_earlier_count_with_the_same_outcome(text: str, additional: list[bool]) -> None:
    claims = rules.read(Report(id="r", sha256="0", text=text)).claims
    assert [claim.additional for claim in claims] == additional


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Three people died in Velmar. The driver died at the scene.", ["The driver died"]),
        ("Nine people died in Velmar. Four of them were children.", ["Four of them were children"]),
        ("Nine people died in Velmar. Two children died in hospital.", ["Two children died"]),
        ("Nine people died in Velmar. Another four people died on Friday.", []),
    ],
)
def test_subsets_are_parts_of_a_larger_count(text: str, parts: list[str]) -> None:
    claims = rules.read(Report(id="r", sha256="0", text=text)).claims
    assert [claim.quote for claim in claims if claim.scope == "part"] == parts
    assert all(claim.part_of is not None for claim in claims if claim.scope == "part")
