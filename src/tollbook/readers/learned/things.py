"""Weapons and sites that the model finds: the noun phrase of each, its name and its kind."""

import functools
import re

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import Thing
from tollbook.readers.learned.predictions import Prediction
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events import acts, means, targets
from tollbook.readers.rules.events.victim_subjects import is_victim
from tollbook.readers.rules.geoparsing.place_lexicon import unit_of
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words, attack_words
from tollbook.readers.rules.words.organisation_names import balanced
from tollbook.readers.rules.words.syntax import DONE_TO

#: The kind of a site or weapon that is not in the lexicons.
OTHER = "other"
#: The least probability of a thing that is not.
_SURE = {"weapons": 0.9, "sites": 0.8}
#: "The army's" in "the army's drones".
_POSSESSIVE = re.compile(r"(?<=\w)['’]s?$")
#: The end of an owner's name that the model left out: "'s rifle".
_OWNED = re.compile(r"^['’]s\s+")
#: What the parser names that is no weapon and no site: "Mia Stone", "Noor Front".
_NAMES = frozenset({"PERSON", "ORG", "NORP"})
#: Parts of speech of a head that names no thing: words headed by an auxiliary or an article are fragments.
_NOT_THINGS, _NO_NOUN = frozenset({"AUX", "DET"}), frozenset({"VERB", "NUM", "ADV", "PRON"})
#: Words that cannot end a noun phrase, and the tags of words that are no part of it.
_TRAILING = frozenset({"VERB", "AUX", "ADP", "CCONJ", "DET", "PUNCT", "PART"})
_NOUNS = frozenset({"NOUN", "PROPN"})
_FINITE, _RELATIVE = frozenset({"VBD", "VBZ", "VBP", "MD", "TO"}), frozenset({"WDT", "WP", "WP$", "WRB"})
_MODIFIERS = frozenset({"det", "compound", "amod", "nmod", "poss"})
_BEFORE_NOUN = _MODIFIERS | {"nummod"}
#: The most words of a name that the model leaves out at its end: "Indian Colony".
_LONGEST_REST = 3


def name(span: Sentence) -> str:
    """The words for somebody or something, without an article before them and words that do not belong to them."""
    while len(span) > 1 and (span[-1].pos_ in _TRAILING or span[-1].tag_ in _RELATIVE):
        span = span[:-1]
    words = _OWNED.sub("", balanced(" ".join(span.text.split())))
    return _POSSESSIVE.sub("", _preposition().sub("", _article().sub("", words)))


@functools.cache
def _article() -> re.Pattern[str]:
    words = lexicon.alternatives(attack_words().before_things)
    articles = lexicon.alternatives(actor_words().before_names)
    return re.compile(rf"^(?:(?:{words})\s+)?(?:{articles})\s+", re.I)


@functools.cache
def _preposition() -> re.Pattern[str]:
    """Return the preposition that opens a phrase: "of houses" in "dozens of houses"."""
    return re.compile(rf"^(?:{lexicon.alternatives(attack_words().opening_things)})\s+", re.I)


def things(p: Prediction, document: Document, names: str) -> list[Thing]:
    """The weapons, or the site, that predicted words name: "machetes and axes" are two."""
    span = _noun(p, document, names)
    spans = [] if span is None else _listed(span, names)
    found = ((each, one) for each in spans if (one := _thing(each, document, names)) is not None)
    is_sure = p.peak >= _SURE[names]
    return [one for each, one in found if is_sure or _is_known(each, one)]


def _is_known(span: Sentence, one: Thing) -> bool:
    """Whether the lexicons have a weapon or site, or the words name an air strike."""
    if span.root.pos_ not in _NOUNS:
        return False
    return one.kind != OTHER or any(f.kind == "airstrike" and f.head in span for f in phrases.find("events", span.sent))


def _listed(span: Sentence, names: str) -> list[Sentence]:
    """The parts of a list of weapons, "tear gas and live rounds", or of names: "Orsk Bridge and Velm Market"."""
    heads = [t for t in span if t == span.root or (t.dep_ == "conj" and t.pos_ in _NOUNS and t in span.root.conjuncts)]
    if names == "sites" and not all(t.pos_ in {"PROPN", "CCONJ", "DET"} for t in span):
        return [span]  # "Houses and properties".
    starts = [span.start, *(head.i + 1 for head in heads[:-1])]
    ends = [*(head.i + 1 for head in heads[:-1]), span.end]
    parts = (span.doc[start:end] for start, end in zip(starts, ends, strict=True))
    return [part for part in map(_without_joint, parts) if len(part)]


def _without_joint(span: Sentence) -> Sentence:
    """A part of a list without the comma or conjunction before it."""
    start = next((t.i for t in span if not (t.is_punct or t.dep_ in {"cc", "punct"})), span.end)
    return span.doc[start : span.end]


def _thing(span: Sentence, document: Document, names: str) -> Thing | None:
    """A weapon or a site; None for a place name, for people, and for the attack itself ("shelling")."""
    if names == "weapons":
        span = _with_weapon(document.doc[_begin(span) : span.end])
    else:
        span = _without_place(_with_name(_driven_into(span)))
    inside = (f for f in phrases.find(names, span.sent) if f.head in span)
    kind = next((f.kind for f in inside), OTHER)
    if kind == OTHER and means.is_by_vehicle(span.root):
        kind = means.kind_by_vehicle(span.root)
    # An air strike or a car bombing names the weapon too; "the shelling" is only a word for an attack.
    events = (f for f in phrases.find("events", span.sent) if f.head == span.root)
    is_event = any(f.kind != "airstrike" for f in events) and not means.is_by_vehicle(span.root)
    is_place = span.root.lower_ in lexicon.grammar().place.towns or _is_in_place(span, document)
    if span.text.startswith("-"):
        # "-out car" of "a burned-out car".
        return None
    # The parse of a text in capitals cuts names too: without fragments, muc4/tst1 was 39.9, with them 40.3; without
    # words that it takes for articles, 41.6, with them 42.1.
    is_cut = span.root.pos_ in _NOT_THINGS or (names == "sites" and _is_fragment(span))
    if _is_no_weapon(span, kind) if names == "weapons" else _is_no_site(span.root):
        return None
    is_none = is_event or is_place or is_person(span.root) or span.root.pos_ in _NO_NOUN or is_cut
    return None if kind == OTHER and is_none else Thing(name=name(span), kind=kind)


def _is_in_place(span: Sentence, document: Document) -> bool:
    """Whether words for a site are only a place; not "the Salina and Tarn neighbourhoods"."""
    is_list = any(t.lower_ in unit_of() and t.tag_ == "NNS" for t in span)
    return not is_list and any(m.start <= span.root.idx < m.end for m in document.places)


def _is_no_weapon(span: Sentence, kind: str) -> bool:
    """Whether words for a weapon are those of a vehicle, of a name, or of something that hit nobody."""
    root = span.root
    of_mine = root.head if root.dep_ == "compound" else root
    is_name = root.pos_ == "PROPN" and root.ent_type_ in _NAMES
    is_hit = root.dep_ in DONE_TO and root.head.lemma_.lower() in lexicon.casualty_type_of("done_to")
    if means.is_dug(of_mine) or (kind == OTHER and (is_name or is_hit or targets.is_building(root))):
        return True  # "Hit a police van".
    unused = (means.is_ridden, means.is_taken, means.is_kept_in, means.is_of_body, means.is_of_name)
    # "Fire" alone is no weapon, "rifle fire" is.
    is_fire = len(span) == 1 and root.lower_ in attack_words().fire
    return is_fire or any(is_unused(root) for is_unused in unused)


def _is_no_site(root: Token) -> bool:
    # "The Orsk Arena bomber", "a taxi driver".
    is_of_person = root.dep_ == "compound" and root.head.i > root.i and is_person(root.head)
    is_elsewhere = is_of_person or targets.is_untouched(root) or targets.is_part_of_place(root)
    is_elsewhere = is_elsewhere or targets.is_of_mourning(root)
    return _is_means_or_origin(root) or means.is_of_arms(root) or is_elsewhere


def _noun(p: Prediction, document: Document, names: str) -> Sentence | None:
    """The noun phrase of predicted words, without the words that follow it: "a bakery, killing 20", "jets bombed"."""
    doc = document.doc
    span = doc.char_span(p.start, p.end, alignment_mode="expand")
    if span is None:
        return None
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
        head, start = inner, inner.left_edge.i  # "With two suicide car bombs".
    end = next((t.i for t in doc[head.i + 1 : span.end] if _ends(t)), span.end)
    if names == "weapons" and end < len(doc) and means.is_by_vehicle(doc[end]):
        return doc[start : end + 1]
    while end > head.i + 1 and _trails(doc[end - 1], end, names):
        end -= 1
    return doc[start : max(end, head.i + 1)]


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
    if last.pos_ in _TRAILING or last.tag_ in _RELATIVE or last.tag_ == "PRP$":
        return True
    is_cut = last.dep_ == "compound" and names == "weapons"
    return (is_cut or last.dep_ == "nummod") and last.head.i >= end


def _ends(token: Token) -> bool:
    """Whether a noun phrase has ended before a token: ", killing 20", "bombed" of "jets bombed", "to collapse".

    Neither a day nor a clause belongs to it: "a match last month in Velmar", "a depot where rebels were hiding".
    """
    before_verb = token.i + 1 < len(token.doc) and token.nbor(1).pos_ == "VERB"
    is_day = token.ent_type_ == "DATE" and token.ent_iob_ == "B" and token.dep_ != "compound"
    return (
        token.tag_ in _FINITE | _RELATIVE
        or is_day
        or (token.text in {",", ";", "."} and (before_verb or token.text == "."))
    )


def _is_means_or_origin(noun: Token) -> bool:
    """Whether a noun for a site is a weapon, or the place where people come from: "soldiers from a base"."""
    attacks_others = noun.dep_ == "nsubj" and acts.is_act(noun.head) and not is_victim(noun, noun.head)
    is_origin = noun.dep_ == "pobj" and noun.head.lower_ in lexicon.grammar().place.origin and is_person(noun.head.head)
    is_carrier = means.is_bomb(noun) or means.is_driven_into_people(noun) or means.carries_attackers(noun)
    # "Armed men on motorbikes attacked a bus."
    is_carrier = is_carrier or (means.is_ridden(noun) and noun.head.head.dep_ == "nsubj" and is_person(noun.head.head))
    return attacks_others or is_origin or is_carrier or (noun.dep_ == "pobj" and noun.head.dep_ == "agent")


def _begin(span: Sentence) -> int:
    """The first word of a phrase after a verb or conjunction that the model joins to it: "rebels fired two shells"."""
    verbs = (t.i + 1 for t in span if t.i < span.root.i and t.tag_ in _FINITE)
    begin = max(verbs, default=span.start)
    return begin + (begin < span.end - 1 and span.doc[begin].dep_ in {"cc", "mark"})


def _with_weapon(span: Sentence) -> Sentence:
    """The words with the rest of a weapon or air strike: "air" of "air strike", "gas" of "tear gas"."""
    start = min((f.first for f in phrases.find("weapons", span.sent) if f.head == span.root), default=span.start)
    span = span.doc[min(start, span.start) : span.end]
    root, over = span.root, span.root.head
    if root.dep_ not in _BEFORE_NOUN or over.i < span.end:
        return span
    strikes = [p for p in phrases.find("events", span.sent) if p.kind == "airstrike" and p.head.i == span.end]
    weapons = [p for p in phrases.find("weapons", span.sent) if p.first == span.end and p.head.i <= over.i]
    last = max((p.last for p in (*strikes, *weapons)), default=span.end - 1)
    return span.doc[span.start : last + 1]


def _with_name(span: Sentence) -> Sentence:
    """The words with the rest of a name that they are cut in: "the Royale" of "the Royale Room"."""
    start, end = span.start, span.end
    last = span[-1]
    if _is_in_name(last) and end <= last.head.i < end + _LONGEST_REST:
        end = last.head.i + 1
    first = span[0]
    while first.i > first.sent.start and first.ent_iob_ == "I" and _is_in_name(first.nbor(-1)):
        first = first.nbor(-1)
    return span.doc[min(start, first.i) : end]


def _driven_into(span: Sentence) -> Sentence:
    """The site that a vehicle was driven into or shot at from: "a checkpoint" of "a car into a checkpoint"."""
    known = attack_words().driven_into
    known = known | attack_words().shot_at if span.root.lemma_.lower() in attack_words().vehicles else known
    into = next((t.i + 1 for t in span[1:-1] if t.lower_ in known and t.dep_ == "prep"), span.start)
    return span.doc[into : span.end]


def _without_place(span: Sentence) -> Sentence:
    """The words for a site without the town at their end: "in Velmar" of "a bar in Velmar"."""
    known = attack_words().placing
    for before in (t for t in span if t.dep_ == "prep" and t.i > span.root.i and t.lower_ in known):
        # Not "in the old quarter of Velmar", which says more than the town, unless the site has a name.
        is_town = all(t.pos_ == "PROPN" for t in span.doc[before.i + 1 : span.end])
        if span.root.pos_ == "PROPN" or (is_town and before.i + 1 < span.end):
            return span.doc[span.start : before.i]
    return span


def _is_in_name(token: Token) -> bool:
    """Whether a word is part of a longer name: "Royale" in "Royale Room"."""
    return token.dep_ == "compound" and token.pos_ == "PROPN" and token.head.pos_ == "PROPN"


def _is_fragment(span: Sentence) -> bool:
    """Whether words for a site are cut off: "mass" in "mass graves", "of the roof", "front of"."""
    begins = span[0].pos_ == "ADP" and not _article().match(span.text)
    if len(span) == 3 and span[0].lower_ == span[2].lower_:
        return True  # "house to house"
    return begins or span[-1].pos_ == "ADP" or (span.root.head.i >= span.end and span.root.dep_ in _MODIFIERS)
