"""The words that name a weapon or a site, of those that the model finds."""

import functools
import re

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.readers.learned.predictions import Prediction
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events import means
from tollbook.readers.rules.words import addresses, lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words, attack_words
from tollbook.readers.rules.words.organisation_names import balanced
from tollbook.readers.rules.words.syntax import is_of, noun_after_of

#: "The army's" in "the army's drones".
_POSSESSIVE = re.compile(r"(?<=\w)['’]s?$")
#: The end of an owner's name that the model left out: "'s rifle".
_OWNED = re.compile(r"^['’]s\s+")
#: Words that cannot end a noun phrase, and the tags of words that are no part of it.
_TRAILING = frozenset({"VERB", "AUX", "ADP", "CCONJ", "DET", "PUNCT", "PART"})
_FINITE, _RELATIVE = frozenset({"VBD", "VBZ", "VBP", "MD", "TO"}), frozenset({"WDT", "WP", "WP$", "WRB"})
#: The labels of words before the noun that they describe.
MODIFIERS = frozenset({"det", "compound", "amod", "nmod", "poss"})
_BEFORE_NOUN = MODIFIERS | {"nummod"}
#: The most words of a name that the model leaves out at its end: "Indian Colony".
_LONGEST_REST = 3
#: The most tokens up to the noun of a phrase that the model cuts: a hyphenated word is three.
_LONGEST_CUT = 5


def name(span: Sentence) -> str:
    """The words for somebody or something, without an article before them and words that do not belong to them."""
    while len(span) > 1 and (span[-1].pos_ in _TRAILING or span[-1].tag_ in _RELATIVE):
        span = span[:-1]
    words = _OWNED.sub("", balanced(" ".join(span.text.split())))
    return _POSSESSIVE.sub("", _preposition().sub("", article().sub("", words)))


@functools.cache
def article() -> re.Pattern[str]:
    """The article, with or without a preposition, that opens the words for a thing: "at the"."""
    words = lexicon.alternatives(attack_words().before_things)
    articles = lexicon.alternatives(actor_words().before_names)
    return re.compile(rf"^(?:(?:{words})\s+)?(?:{articles})\s+", re.I)


@functools.cache
def _preposition() -> re.Pattern[str]:
    """Return the preposition that opens a phrase: "of houses" in "dozens of houses"."""
    return re.compile(rf"^(?:{lexicon.alternatives(attack_words().opening_things)})\s+", re.I)


def noun_phrase(p: Prediction, document: Document, names: str) -> Sentence | None:
    """The noun phrase of predicted words, without the words that follow it: "a bakery, killing 20", "jets bombed"."""
    doc = document.doc
    span = doc.char_span(p.start, p.end, alignment_mode="expand")
    if span is None:
        return None
    span = _in_sentence(span)
    span = _after_armed(span) if names == "weapons" else span
    head, start = span.root, span.start
    if head.pos_ in {"VERB", "AUX"}:
        nouns = (f.head for f in phrases.find(names, span.sent) if f.head in span)
        beside = (t for t in head.children if t.dep_ in {"dobj", "nsubj", "nsubjpass"} and t in span)
        head = next(nouns, next(beside, head))
        start = start if head.i <= span.root.i else min((t.left_edge.i for t in head.lefts), default=head.i)
    if head.pos_ == "ADP" and head.i > start:
        # "The Velm Shrine in this building", where the parse ties "in" to the verb.
        span = doc[start : head.i]
        head = span.root
    elif head.pos_ == "ADP" and names == "weapons":
        inner = next((t for t in head.children if t.dep_ == "pobj" and t in span), None)
        if inner is None:
            return None
        head, start = inner, inner.left_edge.i  # "With two stolen truck bombs".
    end = next((t.i for t in doc[head.i + 1 : span.end] if _ends(t)), span.end)
    if names == "weapons" and end < len(doc) and means.is_by_vehicle(doc[end]):
        return doc[start : end + 1]
    end = _whole_phrases(doc[start:end], head)
    while end > head.i + 1 and _trails(doc[end - 1], end, names):
        end -= 1
    return without_amount(doc[start : max(end, head.i + 1)])


def _whole_phrases(span: Sentence, head: Token) -> int:
    """Where a phrase ends whose last noun the model cut: "a base of the Velm Front" of "of the Velm", "a market".

    Of a place only the preposition is left, and the phrase ends before it: "a bridge in the army-held".
    """
    last = span[-1]
    if last.dep_ not in MODIFIERS or not span.end <= last.head.i < span.end + _LONGEST_CUT:
        return span.end
    before = next((t for t in last.ancestors if t.dep_ in {"prep", "agent"} and head.i < t.i < span.end), None)
    if before is None:
        return span.end
    return last.head.i + 1 if is_of(before) or before.dep_ == "agent" else before.i


def _in_sentence(span: Sentence) -> Sentence:
    """The words up to the end of their first sentence, or up to a day: "a match last month in Velmar"."""
    ends = (t.i for t in span[1:] if (t.is_sent_start and t.nbor(-1).is_punct) or _is_day(t))
    return span.doc[span.start : next(ends, span.end)]


def _is_day(token: Token) -> bool:
    """Whether a day or another time begins with a token, which is no part of a name: not "the 9 May rally"."""
    noun = token.head if token.dep_ in MODIFIERS else token
    begins = token.ent_iob_ == "B" or noun.dep_ == "npadvmod"
    return noun.ent_type_ == "DATE" and begins and noun.dep_ != "compound"


def without_amount(span: Sentence) -> Sentence:
    """The words without an amount or a loss before "of" or "to": "barns" of "damage to a number of barns"."""
    known, lemma = attack_words(), span.root.lemma_.lower()
    joints = known.of_amounts if lemma in known.amounts else known.of_losses if lemma in known.losses else frozenset()
    joint = next((t for t in span[:-1] if t.i == span.root.i + 1 and t.lower_ in joints), None)
    return span if joint is None else without_amount(span[joint.i + 1 - span.start :])


def _after_armed(span: Sentence) -> Sentence:
    """The words after "with" in "sprayed a bus with bullets"."""
    known = attack_words().armed_with
    armed = next((t for t in span if t.lower_ in known and span.root.i < t.i < span.end - 1), None)
    return span if armed is None or span.root.is_ancestor(armed) else span.doc[armed.i + 1 : span.end]


def _trails(last: Token, end: int, names: str) -> bool:
    """Whether a phrase that ends before ``end`` does not end with its last word: "and tear" of "and tear gas".

    The model cuts sites more often than it joins half of another: without the modifier at the end, war/blind was 56.6,
    with it 59.0.
    """
    if last.pos_ in _TRAILING or last.tag_ in _RELATIVE or last.tag_.startswith("PRP"):
        return True
    is_cut = last.dep_ == "compound" and names == "weapons"
    return (is_cut or last.dep_ == "nummod") and last.head.i >= end


def _ends(token: Token) -> bool:
    """Whether a noun phrase has ended before a token: ", killing 20", "bombed" of "jets bombed", "to collapse".

    No clause belongs to it: "a depot where rebels were hiding"; nor what an attack did: "a villa in Orsk killing two".
    """
    before_verb = token.i + 1 < len(token.doc) and token.nbor(1).pos_ == "VERB"
    is_stop = token.text in {",", ";", "."} and (before_verb or token.text == ".")
    return token.tag_ in _FINITE | _RELATIVE or is_stop or _harms(token)


def _harms(token: Token) -> bool:
    """Whether a word is a participle of harming: "killing", "destroying", "pounding"."""
    words, lemma = attack_words(), token.lemma_.lower()
    harming = lexicon.casualty_type_of("done_to").keys() | words.destroyed | words.damaged
    return token.tag_ == "VBG" and token.dep_ != "amod" and lemma in harming


def begin(span: Sentence) -> int:
    """The first word of a phrase after a verb or conjunction that the model joins to it: "rebels fired two shells"."""
    using = attack_words().using
    verbs = (
        t.i + 1
        for t in span
        if t.i < span.root.i and (t.tag_ in _FINITE or (t.pos_ == "VERB" and t.lemma_.lower() in using))
    )
    begin = max(verbs, default=span.start)
    return begin + (begin < span.end - 1 and span.doc[begin].dep_ in {"cc", "mark"})


def with_weapon(span: Sentence) -> Sentence:
    """The words with the rest of a weapon or air strike: "air" of "air strike", "gas" of "tear gas"."""
    start = min((f.first for f in phrases.find("weapons", span.sent) if f.head == span.root), default=span.start)
    span = span.doc[min(start, span.start) : span.end]
    root, over = span.root, span.root.head
    if root.dep_ not in _BEFORE_NOUN or over.i < span.end:
        return span
    strikes = [p for p in phrases.find("events", span.sent) if p.kind == "airstrike" and p.head.i == span.end]
    found = (p for p in phrases.find("weapons", span.sent) if span.start <= p.first <= span.end <= p.last)
    weapons = [p for p in found if p.head.i <= over.i]
    last = max((p.last for p in (*strikes, *weapons)), default=span.end - 1)
    return span.doc[span.start : last + 1]


def without_attack(span: Sentence) -> Sentence:
    """The words without one for the attack after the weapon: "car bomb" of "car bomb attack".

    Not "air strike" or "rocket fire", which name the weapon too.
    """
    root = span.root
    named = (p for p in phrases.find("events", span.sent) if p.head == root and p.kind != "airstrike")
    is_attack = any(named) and root.lower_ not in attack_words().fire
    is_armed = any(p.first >= span.start and p.last == root.i - 1 for p in phrases.find("weapons", span.sent))
    return span.doc[span.start : root.i] if is_attack and is_armed else span


def with_name(span: Sentence) -> Sentence:
    """The words with the rest of a name or noun that they are cut in: "the Royale" of "the Royale Room", "lot"."""
    start, end = span.start, span.end
    last = span[-1]
    if _is_in_name(last) and end <= last.head.i < end + _LONGEST_REST:
        end = last.head.i + 1
    first = span[0]
    while first.i > first.sent.start and (_joins_name(first) or _joins_noun(first.nbor(-1), span)):
        first = first.nbor(-1)
    return span.doc[min(start, first.i) : end]


def _joins_name(first: Token) -> bool:
    """Whether the word before a word is part of its name."""
    return first.ent_iob_ == "I" and _is_in_name(first.nbor(-1))


def _joins_noun(before: Token, span: Sentence) -> bool:
    """Whether a common noun before some words is part of their noun: "parking" of "parking lot"."""
    return before.dep_ == "compound" and before.pos_ == "NOUN" and span.start <= before.head.i < span.end


def struck(span: Sentence) -> Sentence:
    """The site of words for what struck it, or came from it: "a checkpoint" of "a car into a checkpoint".

    Also "a camp" of "sorties over a camp", and "a ruined house" of "a child from a ruined house".
    """
    words, root = attack_words(), span.root
    sites = {p.head for p in phrases.find("sites", span.sent)}
    into = words.driven_into | words.shot_at if root.lemma_.lower() in words.vehicles else words.driven_into
    is_site = root in sites and root.lemma_.lower() not in actor_words().aircraft
    for before in (t for t in span[1:-1] if t.dep_ == "prep"):
        is_at_site = before.lower_ in words.struck_at and not sites.isdisjoint(before.children)
        if before.lower_ in into or (is_at_site and not is_site):
            return span.doc[before.i + 1 : span.end]
    return span


def whole(span: Sentence) -> Sentence:
    """The building that the words for a part of it name: "a clinic" of "the east wing of a clinic"."""
    owner = noun_after_of(span.root) if span.root.lemma_.lower() in attack_words().portions else None
    is_named = owner is not None and owner in span and owner.lemma_.lower() not in attack_words().unnamed
    return span.doc[owner.left_edge.i : span.end] if owner is not None and is_named else span


def without_place(span: Sentence) -> Sentence:
    """The words for a site without the town at their end: "in Velmar" of "a bar in Velmar"."""
    known = attack_words().placing
    for before in (t for t in span if t.dep_ == "prep" and t.i > span.root.i and t.lower_ in known):
        # Not "in the old quarter of Velmar", which says more than the town, unless the site has a name.
        if span.root.pos_ == "PROPN" or (before.i == span.end - 2 and span[-1].pos_ == "PROPN"):
            return span.doc[span.start : before.i]
    return span


def with_address(span: Sentence) -> Sentence:
    """The words for a building with the address after them: "a home" of "a home on Walker Street"."""
    last = span[-1]
    is_built = any(p.head == last and p.kind in attack_words().with_address for p in phrases.find("sites", span.sent))
    return span.doc[span.start : addresses.end(last)] if is_built else span


def _is_in_name(token: Token) -> bool:
    """Whether a word is part of a longer name: "Royale" in "Royale Room"."""
    return token.dep_ == "compound" and token.pos_ == "PROPN" and token.head.pos_ == "PROPN"
