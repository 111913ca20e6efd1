"""The learned reader: what the model finds in invented reports, and invariants of the spans it gives."""

import tomllib
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tollbook.model import OUTCOMES, Claim, Report
from tollbook.readers import registry
from tollbook.readers.base import check, finder_of
from tollbook.readers.learned import READER, labels, windows
from tollbook.readers.learned import reader as learned
from tollbook.readers.learned.network import network, tokenizer
from tollbook.readers.learned.predictions import Prediction, Predictions, Tagged
from tollbook.readers.rules import reader as rules
from tollbook.readers.rules.document import Document

#: Thresholds for all casualty spans, which the reader does not look for yet.
EVERY = dict.fromkeys(OUTCOMES, 0.9)
CASES = tomllib.loads(Path(__file__).with_name("learned.toml").read_text("utf-8"))


def report(text: str) -> Report:
    return Report(id="r", sha256="0" * 64, text=text, outlet="The Velmar Courier")


def described(claim: Claim) -> str:
    """A claim as the tables write it: outcome, number, scope, and who said so."""
    count = claim.count
    number = "-" if count is None else str(count.best if count.best is not None else count.low or count.high or "?")
    names = [s.name for s in claim.speakers if s.role != "outlet" and s.name]
    return f"{claim.kind} {number} {claim.scope}" + (f", {names[0]}" if names else "")


@pytest.mark.parametrize("case", CASES["report"], ids=lambda case: case["text"][:50])
def test_what_is_found_in_an_invented_report(case: dict[str, object]) -> None:
    reading = READER.read(report(str(case["text"])))
    found = [c for c in reading.claims if c.kind in OUTCOMES]
    assert [described(c) for c in found] == case["claims"]
    for field, of in (("by", "by"), ("weapons", "with_"), ("sites", "sites")):
        if field in case:
            assert sorted({thing.name for c in reading.claims for thing in getattr(c, of)}) == case[field], field
    if "statements" in case:
        stated = [c for c in reading.claims if c.kind in {"denial", "accusation", "responsibility", "inquiry"}]
        assert [f"{c.stance}, {c.speakers[0].name}" for c in stated] == case["statements"]


@pytest.mark.parametrize("case", CASES["attributions"], ids=lambda case: case["text"][:50])
def test_who_says_what_in_an_invented_passage(case: dict[str, object]) -> None:
    text = str(case["text"])
    parts = [(a.source, a.cue, a.content) for a in READER.read(report(text)).attributions]
    found = [" | ".join(" … ".join(text[start:end] for start, end in spans) for spans in of) for of in parts]
    assert found == case["found"]


def test_an_attribution_on_which_a_count_rests_is_kept_where_the_model_finds_none() -> None:
    document = Document(report(text := "Nine people were killed in Velmar, the army said."))
    (claim,) = rules.assemble(document).claims
    attributions = learned._attributions(document, [claim], [], [])
    assert [text[slice(*a.cue[0])] for a in attributions] == ["said"]
    assert learned._attributions(document, [], [], []) == ()


def test_the_learned_reader_is_chosen_by_name() -> None:
    assert set(registry.names()) >= {"learned", "rules"}
    found = registry.find("en", "learned")
    assert found is READER
    assert registry.find("xx", "learned") is None


def test_its_version_differs_from_that_of_the_rules() -> None:
    other = registry.find("en", "rules")
    assert other is not None
    assert finder_of(READER).startswith("learned/")
    assert READER.version() != other.version()
    assert len(READER.version()) == 12


def test_the_model_takes_no_speaker_from_a_claim_of_responsibility() -> None:
    document = Document(report("A blast claimed by the Corvan Front killed four farmers in Velmar."))
    (claimed,) = (c for c in rules.assemble(document).claims if c.kind == "responsibility")
    of_outlet = Prediction(claimed.start, claimed.end, "statement", 1.0, {}, claimed.start, unattributed=0.99)
    assert learned._speakers(claimed, of_outlet, document) == claimed.speakers
    assert learned._speakers(replace(claimed, kind="denial"), of_outlet, document) == claimed.speakers[-1:]


def test_a_report_is_read_twice_alike_and_passes_the_check() -> None:
    one = report(str(CASES["report"][0]["text"]))
    first, again = READER.read(one), READER.read(one)
    assert first == again
    checked = check(first, one, finder_of(READER))
    assert checked.refused == ()
    assert len(checked.claims) == len(first.claims) > 0


@pytest.mark.parametrize("text", ["", " \n\t", "…", "x" * 5000, "7 " * 900, "\u202e\u0000abc", "Убито п’ять людей."])
def test_odd_texts_are_read_without_error(text: str) -> None:
    reading = READER.read(report(text))
    assert all(text[c.start : c.end] == c.quote for c in reading.claims)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=400))
def test_windows_cover_every_word_in_order(text: str) -> None:
    cut = windows.cut(text, tokenizer())
    pieces = {piece for window in cut for piece in window.offsets[1:-1]}
    covered = {i for start, end in pieces for i in range(start, end)}
    assert all(0 <= start <= end <= len(text) for start, end in pieces)
    assert {i for i, c in enumerate(text) if c.isascii() and c.isalnum()} <= covered
    assert all(len(w.ids) == len(w.offsets) == len(w.shapes) <= windows.SIZE for w in cut)


def test_long_texts_are_cut_into_windows_that_overlap() -> None:
    text = "Three villagers were killed near Velmar. " * 200
    cut = windows.cut(text, tokenizer())
    assert len(cut) > 2
    for one, other in pairwise(cut):
        assert one.offsets[-1 - windows.OVERLAP] == other.offsets[1]


def test_a_span_is_found_once_where_windows_overlap() -> None:
    filler = "The council met on Monday to speak of the price of bread in the valley. "
    text = filler * 22 + "Three villagers were killed when a shell hit the market of Velmar. " + filler * 22
    cut = windows.cut(text, tokenizer())
    found = Predictions(text, cut, network(), EVERY).of("killed")
    assert len(cut) > 1
    assert len(found) == 1
    assert "Three villagers" in text[found[0].start : found[0].end]


def test_every_attribute_of_a_described_span_adds_up_to_one() -> None:
    text = str(CASES["report"][0]["text"])
    found = Predictions(text, windows.cut(text, tokenizer()), network(), EVERY).of(*OUTCOMES)
    assert found
    for prediction in found:
        assert 0 <= prediction.unattributed <= 1
        for name in labels.ATTRIBUTES:
            assert np.isclose(sum(prediction.attributes[name].values()), 1, atol=1e-3)


def test_capitals_alone_are_read_as_sentence_case() -> None:
    words = "Three villagers were killed near Velmar"
    in_capitals, in_sentence_case = (windows.cut(text, tokenizer())[0] for text in (words.upper(), words))
    assert in_capitals == in_sentence_case
    assert len(set(in_capitals.shapes[1:-1])) == 2


def counts(text: str) -> set[tuple[str, int, int, str]]:
    """Kind, code points and informant of each claim that counts people."""
    claims = [c for c in READER.read(report(text)).claims if c.count is not None]
    informants = ((c.speakers[0].name or "") if len(c.speakers) > 1 else "" for c in claims)
    return {(c.kind, c.start, c.end, name.lower()) for c, name in zip(claims, informants, strict=True)}


IN_CAPITALS = [case for case in CASES["report"] if case.get("in_capitals", True)]


@pytest.mark.parametrize("case", IN_CAPITALS, ids=lambda case: case["text"][:50])
def test_a_report_in_capitals_has_the_counts_and_informants_of_sentence_case(case: dict[str, str]) -> None:
    assert counts(case["text"].upper()) == counts(case["text"])


#: Report | the names and the status at each claim: the rules find no status, and names only where they are counted.
PEOPLE = [
    ("One victim, a 54-year-old shopkeeper, died at the scene - Mirel Dorst.", [(("Mirel Dorst",), "civilian")]),
    (
        "Three of those killed were named as Ilka Brandt, Tavo Orsk and Senna Dorst.",
        # the rules give each name a part of its own
        [((), "unknown"), *(((name,), "civilian") for name in ("Ilka Brandt", "Tavo Orsk", "Senna Dorst"))],
    ),
    # One name for five people is none of theirs.
    (
        "Gunmen killed a shopkeeper in Velmar on Monday. Five guards of the depot were wounded.",
        [((), "civilian"), ((), "police")],
    ),
]


@pytest.mark.parametrize(
    "text",
    [
        "The grandson of Senator Dan Orsk was fatally shot at home.",
        "The wife of the mayor, Dan Orsk, was killed on Monday.",
        "The driver of Dan Orsk was killed on Monday.",
    ],
)
def test_the_model_does_not_name_somebody_else_than_the_dead(text: str) -> None:
    people = [c.people for c in READER.read(report(text)).claims if c.kind == "killed"]
    assert [p.names for p in people if p is not None] == [()]


def test_a_boy_shot_by_soldiers_is_not_a_fighter() -> None:
    people = [c.people for c in READER.read(report("Soldiers shot dead Laith Daas, 16, in Balita on Monday.")).claims]
    assert [(p.names, p.status) for p in people if p is not None] == [(("Laith Daas",), "unknown")]


def test_people_are_no_fighters_because_soldiers_died_elsewhere() -> None:
    text = "An explosion killed nine people in Velmar on Tuesday. In March, a car bomb in Ostrel killed 14 soldiers."
    people = [c.people for c in READER.read(report(text)).claims if c.kind == "killed"]
    assert [p.status for p in people if p is not None] == ["unknown", "combatant"]


def test_those_who_are_counted_do_not_report_it() -> None:
    text = "A gunman wounded two pupils: Holm's 14-year-old niece, Petra Lang, and Vell's nine-year-old son, Jon Vell."
    of_rules = rules.read(report(text)).claims
    outlet = of_rules[0].speakers[-1]
    by_pupil = [replace(claim, speakers=(replace(outlet, name="Petra Lang"), outlet)) for claim in of_rules]
    speakers = [c.speakers for c in learned.without_counted_speakers(by_pupil, of_rules)]
    # She may say that the other was hurt, but neither that she was nor that two were.
    assert [len(each) for each in speakers] == [1, 1, 2]


def test_who_speaks_in_the_next_sentence_accuses_nobody() -> None:
    text = (
        "A third student wounded in Thursday's shooting at Eastvale High School died Sunday, the hospital said.\n\n"
        "Prosecutors have charged 17-year-old Caleb Dorn as an adult with three counts of murder. His attorney, Susan "
        "Pike, said he will plead not guilty."
    )
    speakers = {s.name for c in READER.read(report(text)).claims if c.kind == "accusation" for s in c.speakers}
    assert "Susan Pike" not in speakers


def test_nobody_is_held_responsible_for_their_own_losses() -> None:
    text = "The ministry put Russian losses over the past 24 hours at 1,040 killed and wounded."
    assert {c.by for c in READER.read(report(text)).claims} == {()}


@pytest.mark.parametrize(("text", "expected"), PEOPLE, ids=[row[0][:40] for row in PEOPLE])
def test_the_model_adds_names_and_a_status_where_the_rules_find_none(
    text: str, expected: list[tuple[tuple[str, ...], str]]
) -> None:
    people = [c.people for c in READER.read(report(text)).claims]
    assert [(p.names, p.status) for p in people if p is not None] == expected
    assert [c.people for c in rules.read(report(text)).claims] != people


@pytest.mark.parametrize(
    "text",
    [
        "Mara Dost's brother was shot dead in Velmar in 2011.",
        "The singer was killed by his wife, Ana Brod.",
        "When Mara Dost was only three, her father also was shot dead.",
        "Mara Dost, whose son was killed in the blast, spoke to reporters.",
        "Five people were killed in Velmar. Ana Brod, the mayor, mourned them beside Mara Dost.",
        "Two of the persons injured in Saturday's attack on Ungwan Orsk, Kajar LGA, have died, the chairman said.",
    ],
)
def test_the_model_names_nobody_as_harmed_who_is_only_mentioned(text: str) -> None:
    assert {n for c in READER.read(report(text)).claims if c.people for n in c.people.names} == set()


def test_a_bombing_by_a_vehicle_is_a_bomb() -> None:
    claims = READER.read(
        report("Four people died in a suicide car bombing outside a hospital in Velmar on Monday.")
    ).claims
    assert {(weapon.name, weapon.kind) for claim in claims for weapon in claim.with_} == {
        ("suicide car bombing", "bomb")
    }


def test_those_who_arrest_a_suspect_did_not_attack() -> None:
    text = (
        "Detectives on Monday arrested two men in the Feb. 13 shooting at an inn in Velmar that left two people dead "
        "and three injured."
    )
    by = {c.kind: {actor.name for actor in c.by} for c in learned.read(report(text)).claims}
    assert by == {"captured": {"Detectives"}, "killed": {"two men"}, "injured": set()}
    beside = learned.read(report("Soldiers arrested a man and killed two others in Velmar on Monday.")).claims
    assert {c.kind: {actor.name for actor in c.by} for c in beside} == {
        "captured": {"Soldiers"},
        "killed": {"Soldiers"},
    }


def test_a_window_is_read_alike_beside_any_others() -> None:
    """No value is rounded by steps that depend on other values, which are never quite the same on two processors."""
    text = (
        "Gunmen kill radio journalist in northern Orvelia - police\n\nPUERTO SARMEL, Orvelia (NPW) - Two gunmen on a"
        " motorcycle shot dead a radio host in the port of Puerto Sarmel on Tuesday, police said, the fourth media"
        " worker to be murdered in the country this year.\n\nNestorio Bawang-Reyes, 48, was ambushed as he left the"
        " Radio Marisol 98.1 studio after his morning programme, regional police chief Colonel "
    )
    window, *_ = windows.cut(text, tokenizer())
    beside, *_ = windows.cut("Four people were killed in Velmar. " * 5, tokenizer())
    [alone] = network().tag([window])
    graphs, size = network()._graphs, len(window.ids)
    padding = [0] * (size - len(beside.ids))
    ids, shapes, mask = (
        np.array(rows, dtype=np.int64)
        for rows in (
            [window.ids, beside.ids + padding],
            [window.shapes, beside.shapes + padding],
            [[1] * size, [1] * len(beside.ids) + padding],
        )
    )
    [embedded] = graphs["embeddings"].run(None, {"ids": ids})
    outputs = graphs["tagger"].run(None, {"embedded": embedded, "mask": mask, "shapes": shapes})
    with_others = Tagged(*(each[0] for each in outputs))
    assert np.allclose(alone.tags, with_others.tags, atol=1e-5)
    assert np.allclose(alone.hidden, with_others.hidden, atol=1e-4)
