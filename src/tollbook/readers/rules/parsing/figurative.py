"""Words for violence that describe none: figures of speech, labour strikes, illness, and criticism in politics.

Most are phrases ("a heart attack"). Others are known by what is attacked or by the reason: "attacked the policy",
"blasted the mayor for the cuts".
"""

import functools
import re

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.readers.rules.words import language, lexicon
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.syntax import DONE_TO

#: The words that "..." in a figurative phrase matches: up to three. More would join separate statements of a sentence.
_FEW = r"(?:[\w'’-]+ ){0,3}"


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``criticism.toml``; each list is explained there."""

    criticised: frozenset[str]
    against: frozenset[str]
    scolding: frozenset[str]
    reasons: frozenset[str]
    back: frozenset[str]
    within: frozenset[str]
    texts: frozenset[str]
    saying: frozenset[str]
    hurting: frozenset[str]
    economy: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("criticism", _Words)


def is_figurative(token: Token) -> bool:
    """Whether a word describes no violence: part of a figurative phrase, or criticism."""
    phrases = _figurative_phrases(token.sent)
    return any(start <= token.idx < end for start, end in phrases) or is_criticism(token)


def is_criticism(word: Token) -> bool:
    """Whether a verb or noun for an attack means criticism: "attacked the policy", "shot back in a statement"."""
    if word.pos_ not in {"VERB", "NOUN"} or not _is_violence(word.lemma_.lower()):
        return False
    return any(map(_is_criticised, _targets(word))) or _scolds(word) or _replies(word) or _is_of_economy(word)


def _is_violence(lemma: str) -> bool:
    """Whether a lemma is a word for an attack or a casualty."""
    is_act = lemma in actor_words().acts or lemma in lexicon.casualty_type_of("done_to")
    return is_act or (lemma,) in lexicon.phrases("events")


def _targets(word: Token) -> list[Token]:
    """What is attacked: the object of a verb, the noun after "on" or "against" of a noun."""
    if word.pos_ == "VERB":
        return [t for t in word.children if t.dep_ in DONE_TO]
    preps = (t for t in word.rights if t.lower_ in _words().against)
    return [t for prep in preps for t in prep.children if t.dep_ == "pobj"]


def _is_criticised(target: Token) -> bool:
    """Whether a noun is for words, a plan or an ability; not a part of a place: "the record store"."""
    return target.dep_ != "compound" and target.pos_ == "NOUN" and target.lemma_.lower() in _words().criticised


def _scolds(verb: Token) -> bool:
    """Whether a verb of blasting has a reason: "blasted the mayor for the cuts", "slammed him over the vote"."""
    is_one = verb.pos_ == "VERB" and verb.lemma_.lower() in _words().scolding
    return is_one and any(t.dep_ == "prep" and t.lower_ in _words().reasons for t in verb.rights)


def _replies(verb: Token) -> bool:
    """Whether a verb with "back" introduces a reply: "fired back in a statement", "hit back, saying that"."""
    if verb.pos_ != "VERB" or not any(t.lower_ in _words().back for t in verb.rights):
        return False
    within = (t for t in verb.rights if t.lower_ in _words().within)
    is_in_text = any(t.lemma_.lower() in _words().texts for prep in within for t in prep.children)
    return is_in_text or any(t.lemma_.lower() in _words().saying for t in verb.rights)


def _is_of_economy(verb: Token) -> bool:
    """Whether a crisis or a policy hurts people: "a downturn that hurt many families"."""
    if verb.lemma_.lower() not in _words().hurting:
        return False
    subjects = [t for t in verb.lefts if t.dep_ == "nsubj"]
    causes = [verb.head if t.tag_ in {"WDT", "WP"} and verb.dep_ == "relcl" else t for t in subjects]
    return any(t.lemma_.lower() in _words().economy for t in causes)


def _figurative_phrases(sentence: Sentence) -> tuple[tuple[int, int], ...]:
    """The code points ``[start, end)`` of figurative phrases in a sentence, cached with the parse."""
    cache: dict[int, tuple[tuple[int, int], ...]] = sentence.doc.user_data.setdefault("tollbook figurative", {})
    if sentence.start not in cache:
        text, offset = re.sub(r"\s", " ", sentence.text), sentence.start_char
        matches = _figurative_pattern().finditer(text)
        cache[sentence.start] = tuple((offset + m.start(), offset + m.end()) for m in matches)
    return cache[sentence.start]


@functools.cache
def _figurative_pattern() -> re.Pattern[str]:
    phrases = (phrase for listed in lexicon.figurative().values() for phrase in listed)
    return re.compile(rf"\b(?:{'|'.join(map(_as_pattern, phrases))})\b", re.I)


def _as_pattern(phrase: str) -> str:
    """One phrase of ``figurative.toml`` as a regular expression; brackets and bars keep their meaning."""
    return phrase.replace("(", "(?:").replace(" ... ", f" {_FEW}")
