"""Corrects parses of ages in lists, of ranges ("between two and four were hurt") and of dates. See ``repairs``."""

from collections.abc import Iterator
from itertools import takewhile

from spacy.tokens import Span, Token

from tollbook.readers.rules.parsing.head_changes import NOUNS, VERBS, HeadChange, Repair, is_casualty, words
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.person_words import is_age
from tollbook.readers.rules.words.syntax import SUBJECTS

#: Parts of speech of words before a noun in its phrase.
_BEFORE_NOUN = frozenset({"DET", "NUM", "ADJ", "PRON", "NOUN"})
_SINGLE = frozenset({"NN", "NNP"})


def _names_with_ages(token: Token) -> Iterator[HeadChange]:
    """Make names with ages a list: "killed the teacher Ana Brod, 45, Jon Vell, 17, and Ivo Lerch, 14"."""
    noun = token.head
    is_named = token.pos_ == "PROPN" and noun.tag_ == "NN" and noun.i + 1 == token.left_edge.i and _has_age(token)
    if not is_named or noun.lemma_.lower() in lexicon.grammar().people.collective:
        return
    others = [t for t in token.rights if t.dep_ in {"appos", "conj"} and t.pos_ == "PROPN"]
    if others and all(map(_has_age, others)):
        yield from (HeadChange(t, noun, "conj") for t in others)
        yield from (HeadChange(t, noun, "cc") for t in token.rights if t.dep_ == "cc")


def _has_age(name: Token) -> bool:
    after = name.doc[name.i + 1 : name.i + 3]
    return len(after) > 1 and after[0].text == "," and after[1].like_num


def _age_after_noun(token: Token) -> Iterator[HeadChange]:
    """Make a number after one person and a comma an age, no count: "kills girl, 9"."""
    noun = token.head
    if token.like_num and noun.tag_ in _SINGLE and noun.i + 2 == token.i and token.nbor(-1).text == ",":
        yield HeadChange(token, noun, "appos")


def _number_after_day(token: Token) -> Iterator[HeadChange]:
    """Attach a number after a weekday to the people after it: "on Tuesday 17 inmates were killed"."""
    day, after = token.head, token.doc[token.i + 1 : token.sent.end]
    if day.lower_ not in words().weekdays or day.i + 1 != token.i or not token.like_num:
        return
    people = next((t for t in after if t.dep_ not in {"amod", "compound"}), token)
    if people.tag_ == "NNS" and people.left_edge.i == token.i + 1:
        yield HeadChange(token, people, "nummod")


def _after_ages(token: Token) -> Iterator[HeadChange]:
    """Join people after ages with those before them: "killed eight boys aged two to ten and four adults"."""
    people, doc, at = token.head, token.doc, token.i + 1
    if token.lower_ not in words().aged or people.pos_ != "NOUN" or people.i > token.i:
        return
    while at + 1 < token.sent.end and (doc[at].lower_ in words().between_ages or _is_age(doc[at])):
        at += 1
    and_ = doc[at - 1]
    other = next((t for t in doc[at : token.sent.end - 1] if t.pos_ == "NOUN" and t.nbor(1).pos_ != "NOUN"), people)
    inside = doc[at : other.i]
    is_phrase = and_.dep_ == "cc" and {t.pos_ for t in inside} <= _BEFORE_NOUN and len(inside) > 0
    if not is_phrase or other.dep_ in SUBJECTS or not lexicon.names_people(other):
        return
    yield from (HeadChange(other, people, "conj"), HeadChange(and_, people, "cc"))
    yield from (HeadChange(t, other, "nummod") for t in inside if t.like_num)
    yield from (HeadChange(t, token, "npadvmod") for t in other.children if token.i < t.i < and_.i)


def _is_age(number: Token) -> bool:
    """Whether a number is not followed by a noun that it counts: "ten" in "ten and four adults"."""
    return number.like_num and number.nbor(1).pos_ not in _BEFORE_NOUN


def _verb_after_age(token: Token) -> Iterator[HeadChange]:
    """Make a participle after a name and age the verb: "Ivo Lerch, 31, stabbed Ana Brod, the court heard"."""
    harmed, attacker = token.head, token.head.head
    is_verb = is_casualty(token) and token.tag_ in {"VBN", "VBD"} and token.i > attacker.i
    if not is_verb or harmed.dep_ != "appos" or token.doc[token.i - 1].text != "," or not _has_age(attacker):
        return
    if attacker.dep_ not in SUBJECTS | {"npadvmod"} or attacker.pos_ != "PROPN" or harmed.left_edge != token:
        return
    token.tag_, token.pos_ = "VBD", "VERB"
    yield HeadChange(token, attacker.head, "ccomp")
    yield HeadChange(attacker, token, "nsubj")
    yield HeadChange(harmed, token, "dobj")


def _second_after_age(token: Token) -> Iterator[HeadChange]:
    """Join a second object with the first: "killing a woman, 45, and a nine-year-old boy", no verb's conjunct."""
    verb = token.head
    first = next((t for t in reversed(list(verb.rights)) if t.dep_ == "dobj" and t.i < token.i), None)
    and_ = token.doc[token.left_edge.i - 1] if token.left_edge.i else token
    is_noun = token.pos_ in NOUNS and verb.pos_ == "VERB" and not any(t.dep_ in SUBJECTS for t in token.children)
    if first is not None and is_noun and and_.dep_ == "cc" and first.right_edge.i in {and_.i - 1, and_.i - 2}:
        yield HeadChange(token, first, "conj")
        yield HeadChange(and_, first, "cc")


def _second_object(token: Token) -> Iterator[HeadChange]:
    """Join a second object with the first: as its description, "killing the driver, a 52-year-old man", or as a list.

    "Killed the guard, a cook who was on duty, and two drivers".
    """
    first = next((t for t in token.head.rights if t.dep_ == "dobj" and t.i < token.i), token)
    is_after = token.left_edge.i > 0 and token.doc[token.left_edge.i - 1].text == ","
    if first == token or not is_after or token.pos_ not in NOUNS:
        return
    if any(t.dep_ == "conj" for t in token.children):
        yield HeadChange(token, first, "conj")
    elif any(t.ent_type_ in {"DATE", "ORDINAL"} for t in token.lefts) and {token.tag_, first.tag_} <= _SINGLE:
        yield HeadChange(token, first, "appos")


def _range_of_people(token: Token) -> Iterator[HeadChange]:
    """Make people whose number is a range the object of the verb before them, or the subject of the one after them.

    "Shells killed between 11 and 14 people", "Nine were hurt and between two and four others were killed".
    """
    if token.lower_ not in words().range:
        return
    before = token.head
    people = next((t for t in token.children if t.dep_ == "pobj" and t.tag_ == "NNS"), token)
    number = next((t for t in people.lefts if t.dep_ == "nummod"), token)
    if number.i != token.i + 1 or not any(t.dep_ == "conj" and t.like_num for t in number.rights):
        return
    helper = next((t for t in token.doc[people.right_edge.i + 1 : token.sent.end] if not t.is_punct), token)
    verb = helper.head
    if helper.dep_ in {"aux", "auxpass"} and verb.i > people.i and verb.pos_ in VERBS:
        instead = [t for t in verb.lefts if t.dep_ in SUBJECTS]
        if all(t.ent_type_ == "DATE" for t in instead):
            yield HeadChange(people, verb, "nsubjpass" if any(t.dep_ == "auxpass" for t in verb.lefts) else "nsubj")
            yield HeadChange(token, number, "quantmod")
            yield from (HeadChange(t, verb, "npadvmod") for t in instead)
    elif before.i + 1 == token.i and is_casualty(before) and before.pos_ == "VERB":
        yield HeadChange(people, before, "dobj")
        yield HeadChange(token, number, "quantmod")


def _after_date(token: Token) -> Iterator[HeadChange]:
    """Separate a date from the noun after it if no comma ends the date: "On 4 March gunmen attacked a market"."""
    doc, start = token.doc, token.left_edge.i
    date = list(_date_in(doc[start : token.i]))
    month = next((t for t in date if t.tag_ == "NNP"), None)
    over = doc[start - 1]
    if month is None or start == token.sent.start or over.dep_ != "prep" or token.pos_ not in NOUNS:
        return
    if token.dep_ == "pobj":
        verb = over.head
        has_subject = any(t.dep_ in SUBJECTS for t in verb.lefts)
        if token.head != over or verb.pos_ not in VERBS or verb.i < token.i or has_subject:
            return
        is_passive = any(t.dep_ == "auxpass" for t in verb.lefts)
        yield HeadChange(token, verb, "nsubjpass" if is_passive else "nsubj")
    yield HeadChange(month, over, "pobj")
    yield from (HeadChange(t, month, "nummod") for t in date if t != month)
    counted = doc[date[-1].i + 1]
    if counted.like_num and counted.i < token.i:
        yield HeadChange(counted, token, "nummod")


def _date_in(words_before: Span) -> Iterator[Token]:
    """The day, month and year with which a phrase begins: "4 March" of "4 March three farmers", "March 4, 2026"."""
    rest = list(takewhile(lambda t: t.ent_type_ == "DATE", words_before))
    day, year = {1, 2}, {4}
    for expected in (day, None, day, year) if rest and not rest[0].is_digit else (day, None, year):
        if rest and (rest[0].tag_ == "NNP" if expected is None else rest[0].is_digit and len(rest[0]) in expected):
            yield rest.pop(0)


def _age_after_verb(token: Token) -> Iterator[HeadChange]:
    """Make an age after a verb its object: "a man shot 12-year-old in Orsk"."""
    after = token.doc[token.i + 1] if token.i + 1 < token.sent.end else None
    is_whole = after is None or after.pos_ not in {"NOUN", "PROPN", "ADJ", "NUM"}
    verb = token.doc[max(token.i - 5, 0)]
    is_object = is_age(token) and is_whole and verb.pos_ == "VERB" and is_casualty(verb)
    if is_object and not any(t.dep_ in {"dobj", "nsubjpass"} for t in verb.children if t != token):
        token.pos_, token.tag_ = "NOUN", "NN"
        yield HeadChange(token, verb, "dobj")


REPAIRS: tuple[Repair, ...] = (
    Repair(_age_after_verb, ("amod", "acomp", "advmod", "attr", "conj", "dep", "npadvmod", "oprd", "ROOT", "ccomp")),
    Repair(_range_of_people, ("prep", "conj")),
    Repair(_after_date, ("pobj", *sorted(SUBJECTS))),
    Repair(_number_after_day, ("nummod",)),
    Repair(_age_after_noun, ("nummod",)),
    Repair(_names_with_ages, ("appos",)),
    Repair(_after_ages, ("acl", "amod")),
    Repair(_verb_after_age, ("amod",)),
    Repair(_second_after_age, ("conj",)),
    Repair(_second_object, ("dobj",)),
)
