"""What is told without counting anybody: sites hit, attacks without a figure, and what people say of an incident."""

import functools
import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import ClaimKind, Thing
from tollbook.readers.rules import figurative, language, lexicon, phrases
from tollbook.readers.rules.casualties import factuality, semantic_roles
from tollbook.readers.rules.events import perpetrators

_STATEMENTS: tuple[ClaimKind, ...] = ("responsibility", "denial", "inquiry", "accusation")


#: "The attack" was told of before.
_KNOWN = frozenset({"the", "this", "that", "these", "those", "his", "her", "their", "its", "any", "no"})


#: "An attack on", "exploded at", "threw a bomb against" a site.
_TARGETING = frozenset({"on", "at", "against", "in", "near", "outside", "inside", "under"})


class _Deeds(msgspec.Struct, frozen=True):
    destroyed: frozenset[str]
    damaged: frozenset[str]
    effect: frozenset[str]
    generic: frozenset[str]
    stating: frozenset[str]
    condemning: frozenset[str]
    accusing: frozenset[str]
    statement: dict[ClaimKind, list[str]]


class Deed(NamedTuple):
    """One uncounted thing told: its kind, the code points of its words, and what or who was hit."""

    kind: ClaimKind
    start: int
    end: int
    anchor: Token
    agent: Token | None = None
    site: Thing | None = None


@functools.cache
def _deeds() -> _Deeds:
    return language.lexicon("event_statements", _Deeds)


@functools.cache
def _pattern(kind: ClaimKind) -> re.Pattern[str]:
    said = sorted(_deeds().statement[kind], key=len, reverse=True)
    return re.compile(r"\b(?:" + "|".join(map(re.escape, said)) + r")\b", re.I)


def damage(sentence: Sentence) -> Iterator[Deed]:
    """Sites the sentence says were destroyed, damaged or hit."""
    words = _deeds()
    for phrase in phrases.find("sites", sentence):
        told = hit_by(phrase.head)
        if told is None or factuality.mood(told) != "told" or factuality.negated(told) or figurative.covers(told):
            continue
        lemma = told.lemma_.lower() if told.pos_ == "VERB" else ""
        if told.pos_ == "VERB" and lemma not in words.destroyed | words.damaged:
            continue
        kind: ClaimKind = (
            "site destroyed" if lemma in words.destroyed else "site damaged" if lemma in words.effect else "attack"
        )
        start, end = phrases.noun_phrase(phrase.head)
        site = Thing(name=phrases.described(phrase), kind=phrase.kind)
        first, last = min(start, phrase.start, told.idx), max(end, told.idx + len(told))
        yield Deed(kind, first, last, told, semantic_roles.agent(told) if told.pos_ == "VERB" else None, site)


def hit_by(site: Token) -> Token | None:
    """The verb whose object, passive subject or target the site is, or the attack "on" or "at" it."""
    if site.dep_ in {"dobj", "nsubjpass"}:
        return site.head
    if site.dep_ == "pobj" and site.head.dep_ == "prep" and site.head.lower_ in _TARGETING:
        over = site.head.head
        while over.dep_ == "prep" and over.i != over.head.i:
            over = over.head
        return over if over.pos_ == "VERB" or _is_attack(over) else None
    if site.dep_ == "conj":
        return hit_by(site.head) if site.head.i != site.i else None
    return None


def is_target(site: Token) -> bool:
    """Whether the words say that the site was hit, or that harm was done there."""
    told = hit_by(site)
    if told is None or factuality.mood(told) == "not told":
        return False
    words, lemma = _deeds(), told.lemma_.lower()
    return told.pos_ != "VERB" or lemma in words.destroyed | words.damaged or lemma in lexicon.fate_of("done_to")


def _is_attack(noun: Token) -> bool:
    words = lexicon.phrases("events")
    return noun.pos_ in {"NOUN", "PROPN"} and ((noun.lemma_.lower(),) in words or (noun.lower_,) in words)


def attack(sentence: Sentence) -> Deed | None:
    """The attack a sentence tells of where it counts nobody, or None."""
    for phrase in phrases.find("events", sentence):
        head = phrase.head
        subject = head.dep_ in {"nsubj", "nsubjpass", "dobj", "ROOT", "pobj"} and head.pos_ in {"NOUN", "PROPN"}
        if subject and any(t.lower_ in _KNOWN for t in head.lefts):
            continue
        if head.ent_type_ in {"ORG", "PERSON"} or not (head.pos_ == "VERB" or (subject and not _is_generic(head))):
            continue
        if factuality.mood(head) == "told" and not factuality.negated(head) and not figurative.covers(head):
            return Deed(
                "attack", phrase.start, phrase.end, head, semantic_roles.agent(head) if head.pos_ == "VERB" else None
            )
    return None


def _is_generic(noun: Token) -> bool:
    """Whether a noun tells of no one attack: a weapon, "violence", or bare "attacks" that somebody plans or answers."""
    lemma = noun.lemma_.lower()
    if lemma in _deeds().generic or (lemma,) in lexicon.phrases("weapons"):
        return True
    bare = noun.tag_ in {"NNS", "NNPS"} and not any(t.dep_ in {"det", "nummod", "poss"} for t in noun.lefts)
    return bare and noun.dep_ in {"dobj", "pobj"}


def _by_nobody(anchor: Token) -> bool:
    """ "Nobody has claimed responsibility", "no group has"."""
    nobody = lexicon.grammar().people.nobody
    subjects = [t for t in anchor.children if t.dep_ == "nsubj"]
    return any(t.lower_ in nobody or any(d.lower_ in nobody for d in t.children) for t in subjects)


def statements(sentence: Sentence) -> Iterator[Deed]:
    """Responsibility, denial, inquiry and accusation in the sentence, each once."""
    for kind in _STATEMENTS:
        match = _pattern(kind).search(sentence.text)
        if match is None:
            continue
        start = sentence.start_char + match.start()
        span = sentence.doc.char_span(start, start + len(match.group()), alignment_mode="expand")
        anchor = span.root if span is not None else sentence.root
        if kind == "responsibility" and _by_nobody(anchor):
            continue
        end = sentence.start_char + len(sentence.text.rstrip())
        yield Deed(kind, sentence.start_char, end, anchor, _accused(anchor, kind))


def is_stated_by_subject(deed: Deed) -> bool:
    """Whether who does what its verb says makes the statement: claims responsibility, denies, opens an inquiry."""
    verb = deed.anchor
    if deed.kind not in _STATEMENTS or verb.pos_ != "VERB":
        return False
    words = _deeds()
    stating = words.stating | words.condemning | words.accusing
    return deed.kind in {"responsibility", "inquiry"} or verb.lemma_.lower() in stating


def condemns(deed: Deed) -> bool:
    """Whether the statement condemns an attack, which accuses nobody of it."""
    return deed.kind == "accusation" and deed.anchor.lemma_.lower() in _deeds().condemning


def is_promised(deed: Deed) -> bool:
    """Whether it is told as to come: "the ministry will examine all flights" is the word of whoever says so."""
    return any(t.tag_ == "MD" for t in deed.anchor.children)


def _accused(anchor: Token, kind: ClaimKind) -> Token | None:
    """Whom one accuses or blames, or who is accused; of a claim of responsibility, who makes it."""
    verb = anchor if anchor.pos_ == "VERB" else anchor.head
    if kind == "responsibility":
        claimant = semantic_roles.agent(verb)
        return claimant if claimant is not None and perpetrators.is_actor(claimant) else None
    if kind != "accusation" or verb.lemma_.lower() in _deeds().condemning:
        return None  # who condemns an attack accuses nobody of it
    target = next((t for t in anchor.children if t.dep_ in {"dobj", "nsubjpass"}), None)
    if target is not None:
        return target
    return next((t for t in anchor.sent if perpetrators.is_actor(t) and t.dep_ == "nsubj"), None)
