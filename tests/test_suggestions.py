"""Suggested answers: only what the words settle, and nothing where they leave it open. All is invented."""

from datetime import date

import msgspec
import pytest
from reconcile_builders import claim, report
from test_questions import FRONT, VELMAR, ZULDEN, asked, on, one, said

from tollbook.incidents.questions import Question
from tollbook.incidents.questions.cues import done_by
from tollbook.model import Actor, Claim, ClaimKind, People, Report, When
from tollbook.reconcile import Copy


def suggested(question: Question) -> str | None:
    return question.suggestion.action if question.suggestion is not None else None


def in_sentence(made: Claim, text: str, words: str) -> tuple[Claim, Report]:
    """The claim with the words in a report of one sentence."""
    start = text.index(words)
    placed = msgspec.structs.replace(made, quote=words, start=start, end=start + len(words))
    return placed, msgspec.structs.replace(report(made.report), text=text)


ACCEPT, REJECT, NOTHING = "accept", "reject", None

# words of a denial | what is suggested
DENIALS = [
    ("The army denied that its guns had fired on the town.", ACCEPT),
    ("The army denied that its aircraft had been in the area.", ACCEPT),
    ("The army first denied that its aircraft had been near the town, and on Friday promised an inquiry.", ACCEPT),
    ("It promised an inquiry, two days after it had denied that its aircraft were in the area.", ACCEPT),
    ("The army denied that Kestrian jets had flown over the valley.", ACCEPT),
    ("The army denies having shelled the market.", ACCEPT),
    ("The army denied any part in the attack.", ACCEPT),
    ("The army denied responsibility.", ACCEPT),
    ("The army denied reports that it had bombed the clinic.", ACCEPT),
    ("The army denied that civilians had been killed.", ACCEPT),
    ("She denied that the army bombed the clinic.", ACCEPT),
    ("The Front rejected any involvement in the bombing.", ACCEPT),
    ("“We do not fire on civilian targets,” the spokesman said.", ACCEPT),
    ("“We never target hospitals,” the spokesman said.", ACCEPT),
    ("Its fighters had not been in or near the clinic, the Front said.", ACCEPT),
    ("The army had nothing to do with it, the spokesman said.", ACCEPT),
    ("He denied espousing an ideology.", REJECT),
    ("He denied belonging to the Front.", REJECT),
    ("The walls deny an army the ability to move.", REJECT),
    ("The guards denied the army access after the strike.", REJECT),
    # what is denied stands elsewhere, or is something else that no list has
    ("Salme Verin, the director of the clinic, rejected this.", NOTHING),
    ("The Front has rejected that account.", NOTHING),
    ("The ministry rejected the accusation.", NOTHING),
    ("The ministry denied that victims of the attack had waited for help.", NOTHING),
    ("The ministry denied that the attack had delayed the talks.", NOTHING),
    ("The ministry denied that the mayor was on a list.", NOTHING),
    ("The Front dismissed the commander after the attack.", NOTHING),
    ("The guards denied the nurses help after the strike.", NOTHING),
]


@pytest.mark.parametrize(("words", "action"), DENIALS, ids=[row[0] for row in DENIALS])
def test_the_suggestion_on_a_denial_depends_on_the_denied_act(words: str, action: str | None) -> None:
    made = said(claim(None, "denial", by="Salme Verin", stance="denies", start=100), words)
    assert suggested(one(asked(claim(3), made), "denial")) == action


# words of an admission by the Highland Front | what is suggested
ADMISSIONS = [
    ("The Highland Front claimed responsibility for the attack.", ACCEPT),
    ("The Highland Front said in a message to the agency that it had carried out the attack.", ACCEPT),
    ("The Highland Front said its fighters had shelled the mill.", ACCEPT),
    ("The Highland Front said it was behind the blast.", ACCEPT),
    ("The Highland Front admitted the attack.", ACCEPT),
    ("No group has claimed responsibility for the attack near the base of the Highland Front.", REJECT),
    ("The Highland Front has not claimed responsibility.", REJECT),
    # words that leave it open
    ("The Highland Front killed ten people, a spokesman said.", NOTHING),
    ("Ten people were admitted to hospital, the Highland Front said.", NOTHING),
    ("The Highland Front acknowledged that help had come late.", NOTHING),
    ("No group claimed responsibility for the first blast, and the Highland Front claimed responsibility for this one.",
     NOTHING),
]  # fmt: skip


@pytest.mark.parametrize(("words", "action"), ADMISSIONS, ids=[row[0] for row in ADMISSIONS])
def test_an_admission_is_suggested_by_its_words(words: str, action: str | None) -> None:
    made = said(claim(None, "responsibility", by="Highland Front", stance="claims responsibility", start=100), words)
    assert suggested(one(asked(claim(3), made), "admission")) == action


# who is held responsible | the sentence | the words of the claim | its people | what is suggested
HELD = [
    ("Highland Front", "The Highland Front shelled the mill, killing ten people.", "ten people", "", ACCEPT),
    ("Highland Front", "Highland Front fighters opened fire, killing ten people.", "ten people", "", ACCEPT),
    ("Highland Front", "Ten people were killed in an attack by the Highland Front.", "Ten people", "", ACCEPT),
    ("army", "The mayor accused the army of killing ten people.", "ten people", "", ACCEPT),
    ("rebels", "Ten people died in an attack that he blamed on rebels.", "Ten people", "", ACCEPT),
    ("rebels", "Some rebels were killed, ten in all.", "rebels were killed", "Some rebels", REJECT),
    ("12 October", "12 October: Ten people were killed.", "Ten people", "", REJECT),
    # the sentence names them, and does not say that they did it
    ("troops", "The army denied that its troops had fired on ten people.", "ten people", "", NOTHING),
    ("Highland Front", "Ten people were killed near a base of the Highland Front.", "Ten people", "", NOTHING),
    ("Highland Front", "It is not known whether the Highland Front attacked ten people.", "ten people", "", NOTHING),
    # the sentence does not name them: "its fighters" may be theirs
    ("Highland Front", "Its fighters killed ten people.", "ten people", "", NOTHING),
    ("Highland Front", "Anti-tank teams fired, killing ten people.", "ten people", "", NOTHING),
    # a name with a day may be cut out of a dateline, or be a name
    ("12 October Rebels", "12 October Rebels killed ten people.", "ten people", "", NOTHING),
    ("23 March Movement", "The 23 March Movement killed ten people.", "ten people", "", NOTHING),
    # they are harmed, and others of them did it
    ("rebels", "Ten rebels were killed when rebels attacked it.", "Ten rebels were killed", "Ten rebels", NOTHING),
    ("gunman", "The gunman was killed after he shot ten people.", "ten people", "", NOTHING),
]


@pytest.mark.parametrize(("name", "text", "words", "people", "action"), HELD, ids=[row[1] for row in HELD])
def test_the_suggestion_on_responsibility_depends_on_the_sentence(
    name: str, text: str, words: str, people: str, action: str | None
) -> None:
    made = claim(10, by_=Actor(name=name), people=People(text=people) if people else None)
    placed, source = in_sentence(made, text, words)
    assert suggested(one(asked(placed, reports=(source,)), "held responsible")) == action


def test_the_next_sentence_does_not_change_a_suggestion() -> None:
    text = "The mayor accused the Highland Front of killing ten people. The ministry did not answer calls."
    words = "The mayor accused the Highland Front of killing ten people."
    made, source = in_sentence(claim(10, by="the mayor", by_=FRONT), text, words)
    assert suggested(one(asked(made, reports=(source,)), "held responsible")) == ACCEPT


def test_one_misread_claim_rejects_no_actor_that_others_accuse() -> None:
    hurt, first = in_sentence(claim(10, by_=Actor(name="rebels"), people=People(text="Ten rebels")),
                              "Ten rebels were killed.", "Ten rebels were killed")  # fmt: skip
    blamed, other = in_sentence(claim(3, in_="b", by_=Actor(name="rebels")), "He accused rebels: 3 dead.", "3 dead")
    assert suggested(one(asked(hurt, blamed, reports=(first, other)), "held responsible")) is None


# the sentence | words of the claim | what is suggested about this number beside another one
NUMBERS = [
    ("The army has killed 90 people since August, she said.", "90 people", "total"),
    ("Over the past year, 90 people were killed in the valley.", "90 people", "total"),
    ("At least 90 people have been killed since the siege began in August.", "90 people", "total"),
    ("In an earlier attack, 90 people were killed.", "90 people", "other event"),
    ("A bomb killed five people, and an earlier attack left 90 dead.", "90 dead", "other event"),
    # words for a total or another event that belong to something else
    ("Some 90 people were killed when shells fell.", "90 people", "settle"),
    ("A total of 90 people were killed in the blast.", "90 people", "settle"),
    ("So far 90 people are known to have died in the blast.", "90 people", "settle"),
    ("It was the deadliest attack since August, and killed 90 people.", "90 people", "settle"),
    ("Since the blast 90 people have died of their wounds.", "90 people", "settle"),
    ("A bomb killed 90 people a day after an earlier attack in the town.", "90 people", "settle"),
    ("Unlike the earlier strike, which did no harm, this one killed 90 people.", "90 people", "settle"),
    ("The strike last week killed 90 people.", "90 people", "settle"),
    ("The strike two days ago killed 90 people.", "90 people", "settle"),
]


@pytest.mark.parametrize(("text", "words", "action"), NUMBERS, ids=[row[0] for row in NUMBERS])
def test_a_number_is_suggested_by_the_words_of_its_clause(text: str, words: str, action: str) -> None:
    number, source = in_sentence(claim(90, by="Ana Brod"), text, words)
    other = said(claim(70, by="Oren Pasko", in_="b"), "70 dead")
    assert suggested(one(asked(number, other, reports=(source, report("b"))), "contested figure")) == action


def test_numbers_far_apart_without_words_for_it_are_no_reason_for_any_answer() -> None:
    far = said(claim(2, by="Ana Brod"), "2 dead"), said(claim(200, by="Oren Pasko", in_="b"), "200 dead")
    assert suggested(one(asked(*far), "contested figure")) is None


def test_words_are_given_as_the_reason() -> None:
    number, source = in_sentence(claim(90, by="Ana Brod"), "They killed 90 people since August.", "90 people")
    other = said(claim(70, by="Oren Pasko", in_="b"), "70 dead")
    question = one(asked(number, other, reports=(source, report("b"))), "contested figure")
    assert question.suggestion is not None
    assert "“since August”" in question.suggestion.why


def test_a_day_far_from_the_others_with_the_same_number_is_as_likely_misread() -> None:
    claims = [claim(3, in_=name, when=on(5)) for name in "abc"] + [claim(3, in_="d", when=on(9))]
    question = one(asked(*claims), "different days")
    assert [card.suggestion.action if card.suggestion else None for card in question.cards] == ["accept", None]


def test_copies_of_one_text_are_one_voice_for_a_day() -> None:
    claims = [claim(3, in_=name, when=on(5)) for name in "abc"] + [claim(3, in_="d", when=on(6))]
    copied = tuple(Copy(report=name, of="a", why="Same text.") for name in "bc")
    assert suggested(one(asked(*claims, copies=copied), "different days")) is None


# words of a claim of another day than the incident | its kind | what is suggested beside another number
OTHER_DAYS: list[tuple[str, ClaimKind, str]] = [
    ("A bomb killed 90 people on 9 October.", "killed", "other event"),
    ("The toll rose to 90 on 9 October.", "killed", "settle"),
    ("90 people had died in hospital by 9 October.", "killed", "settle"),
]


@pytest.mark.parametrize(("text", "kind", "action"), OTHER_DAYS, ids=[row[0] for row in OTHER_DAYS])
def test_the_day_of_a_death_in_hospital_is_no_other_event(text: str, kind: ClaimKind, action: str) -> None:
    number, source = in_sentence(claim(90, kind, by="Ana Brod", when=on(9)), text, text)
    other = said(claim(70, kind, by="Oren Pasko", in_="b", when=on(5)), "70 dead")
    assert suggested(one(asked(number, other, reports=(source, report("b"))), "contested figure")) == action


def test_the_place_where_somebody_spoke_is_no_other_event() -> None:
    made = said(claim(None, "accusation", by="Ana Brod", stance="accuses", by_=FRONT, place=ZULDEN), "Ana Brod spoke.")
    question = one(asked(claim(3, place=VELMAR, start=90), made), "held responsible")
    assert suggested(question) is None


@pytest.mark.parametrize(("day", "action"), [(None, "other event"), (on(5), "settle")])
def test_a_report_of_years_later_that_gives_the_day_is_about_it(day: When | None, action: str) -> None:
    first = said(claim(70, by="Oren Pasko", when=on(5)), "70 dead")
    later = said(claim(90, by="Ana Brod", in_="b", when=day), "90 dead")
    late = msgspec.structs.replace(report("b"), published=date(2023, 10, 5))
    assert suggested(one(asked(first, later, reports=(report("a"), late)), "contested figure")) == action


def test_a_name_from_context_is_not_suggested_to_be_rejected() -> None:
    people = People(text="a nurse", names=("Anira Dost",), inferred=True)
    assert suggested(one(asked(claim(1, people=people)), "inferred name")) is None


def test_the_named_target_is_not_suggested_as_the_attacker() -> None:
    assert done_by("Wedding party", "Wedding party attacked in Novy Dorvan") is None
    assert done_by("farmers", "farmers shot dead near Novy Dorvan") is None
    assert done_by("Gunmen", "Gunmen attacked a wedding in Novy Dorvan") == "Gunmen attacked"
