"""Corrects parses of people and outcomes without a verb: "left nine dead and two in hospital". See ``repairs``.

Each outcome belongs to the people right before it. The parser often joins all people, or gives the second outcome to
the attack. Headlines are the same: "Nine miners dead, two hurt in blast".
"""

from collections.abc import Iterator, Sequence, Set
from itertools import takewhile
from typing import NamedTuple

from spacy.tokens import Doc, Token

from tollbook.readers.rules.parsing.head_changes import NOUNS, HeadChange, Repair, are_people, is_casualty, words
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.person_words import is_age
from tollbook.readers.rules.words.syntax import SUBJECTS

#: Tags of verbs that end the words about those who were left, unless they are an outcome: "hurt" of "two guards hurt".
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD", "VB"})
#: Parts of speech after a word that is not yet the noun of its phrase: "eight more people", "12-year-old boy".
_COUNTED = frozenset({"ADJ", "NOUN", "NUM", "PROPN"})
#: Tags of words that may follow an outcome; any other word may be the object of an act: "Rebels stabbed a clerk".
_AFTER = frozenset({"IN", "TO", "CC", "RB", ",", ":", ".", "-RRB-", "_SP", "HYPH", "WRB"})
#: Relations of an outcome to the verb that leaves people in it.
_COMPLEMENTS = frozenset({"oprd", "acomp", "ccomp", "xcomp", "conj"})
_ENDS = frozenset({".", ";", ":", "?", "!"})
#: The most words of a headline up to the colon after who says it. A judgement.
_SOURCE_WITHIN = 4
#: The most words from "in" to the place: "in a very serious condition", "in an intensive care".
_CARE_WITHIN = 5


class _Pair(NamedTuple):
    """People and their outcome: the nouns of a list, and "dead", "wounded", or the "in" of "in hospital"."""

    people: list[Token]
    outcome: Token


def _left(verb: Token) -> Iterator[HeadChange]:
    """Give each outcome after "left" the people before it.

    One outcome stays as it is parsed, unless an insert stands before it ("left nine, including a boy, dead") or it
    belongs to another verb.
    """
    if verb.lemma_ not in words().leaving or verb.pos_ != "VERB":
        return
    found = list(_pairs(verb.doc, verb.i + 1, verb.sent.end, _states()))
    if not found:
        return
    has_insert = any(t.text == "," for t in verb.doc[verb.i : found[0].outcome.i])
    people, outcome = found[0]
    is_parsed = outcome.head in people or (outcome.head == verb and outcome.dep_ in _COMPLEMENTS)
    if len(found) == 1 and (is_parsed or _is_in_care(outcome)) and not has_insert:
        return
    above = [one.outcome for one in found if one.outcome.is_ancestor(verb)]
    if above:
        yield HeadChange(verb, verb if above[-1].head == above[-1] else above[-1].head, above[-1].dep_)
    for at, (people, outcome) in enumerate(found):
        if _is_in_care(outcome):
            yield HeadChange(people[0], verb, "dobj")
            yield HeadChange(outcome, people[0], "prep")
        elif at:
            outcome.pos_, outcome.tag_ = ("VERB", "VBN") if outcome.pos_ != "ADJ" else (outcome.pos_, outcome.tag_)
            yield HeadChange(outcome, verb, "conj")
            if people[0].head != outcome or not people[0].like_num:
                yield HeadChange(people[0], outcome, "nsubjpass")
        else:
            yield HeadChange(people[0], verb, "dobj")
            yield HeadChange(outcome, verb, "oprd")
        yield from joined(people)
        before = verb.doc[found[at - 1].outcome.i : people[0].i] if at else ()
        yield from (HeadChange(t, verb, "cc") for t in before if t.tag_ == "CC")


def _in_headline(root: Token) -> Iterator[HeadChange]:
    """Give each outcome of a headline the people before it: "Nine miners dead and two hurt in Orsk bombing".

    Two of them may be joined by a comma: "Man, woman dead".
    """
    sentence = root.sent
    outcomes = _states() | words().headline_outcomes.keys()
    # "Police: 2 men, 1 woman dead in Orsk".
    begin = next((t.i + 1 for t in sentence[:_SOURCE_WITHIN] if t.text == ":"), sentence.start)
    found = [one for one in _pairs(root.doc, begin, sentence.end, outcomes) if not _is_in_care(one.outcome)]
    rest = root.doc[found[-1].outcome.i + 1 : sentence.end] if found else ()
    clause = takewhile(lambda t: t.text != ",", rest)
    is_first = bool(found) and found[0].people[0].left_edge.i <= begin + 1
    has_objects = any(root.doc[_after(t)].tag_ not in _AFTER for _, t in found if _after(t) < sentence.end)
    is_list = any(len(people) > 1 and _is_right_after(outcome, people[-1]) for people, outcome in found)
    if (len(found) < 2 and not is_list) or not is_first or has_objects or any(t.tag_ in _FINITE for t in clause):
        return
    first = found[0].outcome
    yield HeadChange(first, first, "ROOT")
    yield from (
        [HeadChange(root, first, "dep")] if root not in {t for one in found for t in (*one.people, one.outcome)} else []
    )
    for people, outcome in found:
        if outcome.lower_ in words().headline_outcomes:
            outcome.pos_, outcome.tag_ = "VERB", "VBN"
            outcome.lemma_ = words().headline_outcomes[outcome.lower_]
        yield from ([HeadChange(outcome, first, "conj")] if outcome != first else [])
        yield HeadChange(people[0], outcome, "nsubjpass" if outcome.tag_ == "VBN" else "nsubj")
        yield from joined(people)
        yield from (HeadChange(t, outcome, "oprd") for t in root.doc[outcome.i + 1 : _after(outcome)])


def _after_passive(verb: Token) -> Iterator[HeadChange]:
    """Give an outcome after a passive verb the people before it: "two were killed and a man and a boy wounded"."""
    after = verb.i + 1
    is_passive = any(t.dep_ == "auxpass" for t in verb.lefts) and is_casualty(verb)
    if not is_passive or after >= verb.sent.end or verb.doc[after].tag_ not in {"CC", ","}:
        return
    for people, outcome in _pairs(verb.doc, after, verb.sent.end, words().headline_outcomes.keys()):
        subject = next((t for t in outcome.lefts if t.dep_ in SUBJECTS), None)
        follower = verb.doc[_after(outcome)] if _after(outcome) < verb.sent.end else outcome
        has_object = follower != outcome and follower.tag_ not in _AFTER
        if _is_in_care(outcome) or subject == people[0] or has_object or outcome.is_ancestor(verb):
            return
        outcome.pos_, outcome.tag_ = "VERB", "VBN"
        yield HeadChange(outcome, verb, "conj")
        yield HeadChange(people[0], outcome, "nsubjpass")
        yield from joined(people)


def _states() -> Set[str]:
    return lexicon.casualty_type_of("state").keys()


def _pairs(doc: Doc, start: int, end: int, outcomes: Set[str]) -> Iterator[_Pair]:
    """The people and outcomes of some words, each after the one before, up to the end of their clause."""
    for word in doc[start:end]:
        is_outcome = word.lower_ in outcomes or _is_in_care(word)
        if word.text in _ENDS or word.dep_ == "mark" or _is_finite(word, is_outcome):
            return
        if is_outcome and word.dep_ == "amod" and word.head.i > word.i and _is_for_people(word.head):
            return  # "left scores of dead and wounded members"
        if is_outcome and word.i >= start:
            people = people_at(doc, start, word.i)
            if not people:
                return
            yield _Pair(people, word)
            start = _after(word)


def _is_right_after(outcome: Token, noun: Token) -> bool:
    """Whether an outcome follows a noun: in "Ana Brod and Ivo Lerch, the parents of a boy killed" it does not."""
    return all(t.tag_ == "RB" for t in outcome.doc[noun.i + 1 : outcome.i])


def _is_finite(word: Token, is_outcome: bool) -> bool:
    return word.tag_ in _FINITE and not is_outcome and not lexicon.names_people(word)


def _after(outcome: Token) -> int:
    """The index after an outcome: after "shot dead" and "in a serious condition" as a whole."""
    if not _is_in_care(outcome):
        is_dead = outcome.i + 1 < len(outcome.doc) and outcome.nbor(1).lower_ in words().outcome
        return outcome.i + 1 + is_dead
    return next(t.i for t in outcome.doc[outcome.i :] if t.lower_ in lexicon.grammar().casualty.care) + 1


def _is_in_care(word: Token) -> bool:
    """Whether a word is the "in" of "in hospital", "in a serious condition"."""
    near = takewhile(lambda t: t.tag_ != "IN", word.doc[word.i + 1 : min(word.i + 1 + _CARE_WITHIN, word.sent.end)])
    return word.tag_ == "IN" and any(t.lower_ in lexicon.grammar().casualty.care for t in near)


def people_at(doc: Doc, start: int, end: int) -> list[Token]:
    """The nouns, numbers and pronouns for people at the beginning of some words: "two men and a child"."""
    people: list[Token] = []
    while start < end and doc[start].tag_ in {"CC", ","}:
        start += 1
    while (noun := _first_noun(doc, start, end)) is not None and _is_for_people(noun):
        people.append(noun)
        start = noun.i + 1
        if start >= end or not (doc[start].tag_ == "CC" or _joins_bare(doc, start, end)):
            break
        start += 1
    return people


def _joins_bare(doc: Doc, comma: int, end: int) -> bool:
    """Whether a comma joins two people without articles, before their outcome: "Man, woman dead", "Nurse, 2 hurt"."""
    noun = _first_noun(doc, comma + 1, end) if doc[comma].text == "," else None
    is_last = noun is not None and noun.i + 1 == end
    return is_last and all(t.tag_ not in {"DT", "PRP$"} for t in doc[doc[comma].sent.start : end])


def joined(people: Sequence[Token]) -> Iterator[HeadChange]:
    """Join the people of a list, and give "between" to its number: "between eight and ten pupils"."""
    yield from (HeadChange(other, people[0], "conj") for other in people[1:])
    numbers = (t for one in people for t in one.lefts if t.like_num and t.i > t.sent.start)
    yield from (HeadChange(t.nbor(-1), t, "quantmod") for t in numbers if t.nbor(-1).lower_ in words().range)


def _first_noun(doc: Doc, start: int, end: int) -> Token | None:
    """The noun of the phrase at ``start``; a number or a pronoun that no noun follows."""
    for word in doc[start:end]:
        after = doc[min(word.i + 1, len(doc) - 1)]
        is_last = after.pos_ not in _COUNTED or after.lower_ in lexicon.casualty_type_of("state")
        is_last &= after.text != "-" and not (word.like_num and _is_range(word))
        is_range = word.tag_ == "CC" and after.like_num and word.i > start and word.nbor(-1).like_num
        if word.pos_ == "VERB" and lexicon.names_people(word):
            word.pos_, word.tag_ = "NOUN", "NN"  # "Officer, suspect dead"
        if (word.tag_ in {"CC", ","} and not is_range) or word.pos_ == "VERB":
            return None
        is_noun = word.pos_ in NOUNS or word.like_num or word.lower_ in words().another or word.tag_ == "PRP"
        if is_noun and is_last:
            return word
    return None


def _is_range(number: Token) -> bool:
    """Whether a number is the first of a range: "between eight and ten pupils"."""
    after = number.doc[number.i + 1 : number.i + 3]
    return len(after) > 1 and after[0].tag_ == "CC" and after[1].like_num


def _is_for_people(noun: Token) -> bool:
    return are_people(noun) or noun.tag_ == "PRP" or is_age(noun)


REPAIRS: tuple[Repair, ...] = (
    Repair(_left, ("ROOT", "ccomp", "relcl", "advcl", "conj", "acl", "xcomp", "dep")),
    Repair(_in_headline, ("ROOT",)),
    Repair(_after_passive, ("ROOT", "ccomp", "conj", "relcl", "advcl")),
)
