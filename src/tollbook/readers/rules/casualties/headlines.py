"""Headlines: counts without commas ("Three killed 12 injured in Velmar") and passives without an auxiliary.

A parser takes the number after the first verb as its object, as if twelve had been killed. "Man hit by stray bullet"
is a passive.
"""

import functools
from typing import NamedTuple

from spacy.tokens import Token

from tollbook import quantities
from tollbook.model import ClaimKind
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.person_words import is_age, phrase_words
from tollbook.readers.rules.words.reporting import speaks

#: The most words between the number of the injured and their verb: "16 other people injured".
_NOUNS = 2
#: The most tokens between the words for the dead and the injured: "killed at least 16 other people injured".
_REACH = 6
#: The tokens of "17-year-old".
_AGE = 5
#: Parts of speech after "dead" in a headline without a verb.
_AFTER_DEAD = frozenset({"ADP", "PUNCT", "SCONJ", "SPACE"})


class HeadlineCount(NamedTuple):
    """The outcome that a word of such a headline states, and the people it is about."""

    kind: ClaimKind
    victims: Token


def count(word: Token) -> HeadlineCount | None:
    """The people of "killed" or "injured" in such a headline; None if the word is in no such headline."""
    if _is_deadly(word):
        pair = _pair(word)
        return None if pair is None else HeadlineCount("killed", pair[0])
    if not _is_wounding(word):
        return None
    deadly = (t for t in reversed(word.doc[max(word.sent.start, word.i - _REACH) : word.i]) if _is_deadly(t))
    first = next(deadly, None)
    pair = None if first is None else _pair(first)
    return HeadlineCount("injured", pair[1]) if pair is not None and abs(pair[1].i - word.i) == 1 else None


def is_passive(word: Token) -> bool:
    """Whether the people before a verb in such a headline are its victims: "25 guards killed 110 injured"."""
    found = count(word)
    return found is not None and found.victims.i < word.i


def _pair(dead: Token) -> tuple[Token, Token] | None:
    """The dead and the injured of a headline with this word for the dead."""
    doc, end = dead.doc, dead.sent.end
    number = next((t for t in doc[dead.i + 1 : end] if t.lower_ not in _qualifying()), None)
    last = _last_before_injured(number) if number is not None and _is_number(number) else None
    if last is None:
        return None
    injured = doc[last.i + 1]
    after = doc[injured.i + 1] if injured.i + 1 < end else None
    if after is not None and _is_number(after):
        return last, after
    first = _dead_before(dead)
    describes = after is not None and after.pos_ in {"NOUN", "PROPN"} and is_person(after)
    return None if first is None or describes else (first, last)


def _last_before_injured(number: Token) -> Token | None:
    """The last word before "injured", if there are only nouns for people after the number."""
    for token in number.doc[number.i + 1 : min(number.sent.end, number.i + 2 + _NOUNS)]:
        if _is_wounding(token):
            return token.nbor(-1)
        if token.pos_ not in {"NOUN", "PROPN", "ADJ"}:
            return None
    return None


@functools.cache
def _qualifying() -> frozenset[str]:
    """Words of the phrases before a number: "more than", "at least"."""
    return frozenset(word for phrase in quantities.qualifiers(LOCALE) for word in phrase.split())


def _dead_before(dead: Token) -> Token | None:
    """The people right before "killed": "13 civilians", "child", "seven"; not perpetrators, unless they are counted."""
    if dead.i == dead.sent.start:
        return None
    before, words = dead.nbor(-1), dead.doc[max(dead.sent.start, dead.i - 1 - _NOUNS) : dead.i]
    shoots = lexicon.status_of_noun().get(lexicon.singular(before)) == "combatant"
    if _is_number(before):
        return before
    return before if is_person(before) and (not shoots or any(_is_number(t) for t in words)) else None


def _is_deadly(word: Token) -> bool:
    forms = {word.lower_, word.lemma_.lower(), word.lower_.removesuffix("s"), word.lower_.removesuffix("ed")}
    known = {**lexicon.casualty_type_of("done_to"), **lexicon.casualty_type_of("state")}
    return any(known.get(form) == "killed" for form in forms)


def _is_wounding(word: Token) -> bool:
    return word.lower_.startswith(tuple(lexicon.grammar().subset.wounded_stems))


def _is_number(token: Token) -> bool:
    return token.like_num or token.lower_ in lexicon.grammar().casualty.large_numbers


def dead_person(dead: Token) -> Token | None:
    """The person of a headline without a verb, also one whom taggers take for none: "Suspect dead after standoff"."""
    before = dead.nbor(-1) if dead.i > dead.sent.start else dead
    # "17-year-old" is five words.
    start = dead.sent.start + (_AGE - 1 if is_age(before) else 0)
    if (
        dead.lower_ not in lexicon.grammar().casualty.after_shot
        or not start < dead.i <= start + 1 + _NOUNS
        or before.dep_ == "conj"  # "Man, woman dead": both are
        or any(t.pos_ in {"DET", "ADP"} for t in dead.doc[start : dead.i])
    ):
        return None
    after = dead.doc[dead.i + 1] if dead.i + 1 < dead.sent.end else None
    known = lexicon.status_of_noun()
    is_one = lexicon.singular(before) in known or before.lower_ in known or is_age(before)
    has_verb = any(t.pos_ == "AUX" for t in dead.sent)
    return before if is_one and not has_verb and (after is None or after.pos_ in _AFTER_DEAD) else None


OBJECTS = frozenset({"dobj", "dative"})


def victim(verb: Token) -> Token | None:
    """The subject of a verb without an auxiliary, if the subject is the victim."""
    bare = next((t for t in verb.children if t.dep_ == "nsubj"), None)
    if bare is None:
        return None
    if verb.dep_ == "ccomp" and verb.head.lemma_ in lexicon.grammar().casualty.finding:
        return bare
    if not is_person(bare) or any(t.dep_ in OBJECTS and not speaks(t) for t in verb.rights):
        return None
    # "Man fatally shot in Velmar", "teen shot, killed at party".
    is_fatal = any(t.lower_ in lexicon.grammar().casualty.deadly for t in verb.lefts)
    is_fatal = is_fatal or any(t.tag_ in {"VBN", "VBD"} and _is_deadly(t) for t in verb.rights if t.dep_ == "conj")
    if is_shot_dead(verb):
        return bare if not _has_object_below(verb) else None
    if is_fatal:
        return bare
    counted = bare.like_num or any(t.dep_ == "nummod" for t in bare.children)
    if any(t.dep_ in {"prep", "agent"} for t in verb.rights):
        is_second = counted and verb.dep_ == "conj" and verb.tag_ == "VBN"  # "Man killed, two others hurt in Velmar"
        return bare if is_second or _is_by_somebody(verb, bare) else None
    return bare if counted or _ends_headline(verb, bare) else None


def _ends_headline(verb: Token, subject: Token) -> bool:
    """Whether nothing but a comma follows a subject without an article and its verb: "Man killed, two others hurt"."""
    is_bare = subject.tag_ in {"NN", "NNP"} and not any(t.dep_ in {"det", "poss"} for t in subject.lefts)
    begins = all(t.is_space for t in verb.doc[verb.sent.start : subject.left_edge.i])
    return is_bare and begins and (verb.i + 1 == verb.sent.end or verb.nbor(1).text == ",")


def is_shot_dead(verb: Token) -> bool:
    """Whether the next word states the outcome of a verb of attacking: "shot dead"."""
    known = lexicon.casualty_type_of("done_to")
    after = verb.nbor(1) if verb.i + 1 < verb.sent.end else None
    return verb.lemma_.lower() in known and after is not None and after.lower_ in phrase_words().outcome_adjectives


def _has_object_below(verb: Token) -> bool:
    """Whether the word for the outcome has the object: "shot dead his wife"."""
    return any(t.dep_ in OBJECTS or t.pos_ in {"NOUN", "PROPN"} for t in verb.nbor(1).rights)


def _is_by_somebody(verb: Token, subject: Token) -> bool:
    """Whether a headline names the perpetrator or weapon that killed or injured its subject."""
    by = any(t.dep_ == "agent" or t.lower_ in lexicon.grammar().function.by for t in verb.rights)
    return by and verb.dep_ in {"ROOT", "ccomp"} and not any(t.dep_ in {"det", "poss"} for t in subject.children)


def is_numbered_agent(number: Token, verb: Token) -> bool:
    """Whether a number is an agent: the missile in "the second killed those who came"."""
    has_object = any(t.dep_ in OBJECTS for t in verb.rights)
    return number.ent_type_ == "ORDINAL" and number.dep_ == "nsubj" and has_object


def number_before(token: Token) -> Token | None:
    """The number before a casualty adjective, which parses often lose: "one dead and three critically injured"."""
    if (
        token.lower_ not in lexicon.casualty_type_of("state")
        or token.tag_ not in {"VBN", "VBD", "JJ"}
        or (token.head.i > token.i and token.dep_ in {"amod", "compound", "nmod"})
    ):
        return None
    window = reversed(token.doc[max(token.sent.start, token.i - 2) : token.i])
    before = next((t for t in window if t.pos_ != "ADV"), None)
    # "Many more wounded".
    people = lexicon.grammar().people
    is_more = before is not None and before.lower_ in people.indefinite and before.nbor(1).lower_ == people.more
    is_number = before is not None and before.like_num and before.dep_ != "pobj" and is_person(before)
    # "1 dead, 2 wounded in Velmar shooting": only a participle has an object of its own.
    has_object = token.tag_ != "JJ" and any(t.dep_ in OBJECTS for t in token.children)
    return before if (is_number or is_more) and not has_object else None
