"""Weapons and sites that the model finds: the noun phrase of each, its name and its kind."""

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import Thing
from tollbook.readers.learned.predictions import Prediction
from tollbook.readers.learned.thing_words import (
    MODIFIERS,
    article,
    begin,
    name,
    noun_phrase,
    struck,
    whole,
    with_address,
    with_name,
    with_weapon,
    without_attack,
    without_place,
)
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events import acts, lost_arms, means, other_parts, targets
from tollbook.readers.rules.events.victim_subjects import is_victim
from tollbook.readers.rules.geoparsing.place_lexicon import unit_of
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.event_words import attack_words
from tollbook.readers.rules.words.syntax import DONE_TO, is_of

#: The kind of a site or weapon that is not in the lexicons.
OTHER = "other"
#: The least probability of a thing that is not.
_SURE = {"weapons": 0.9, "sites": 0.8}
#: What the parser names that is no weapon and no site: "Mia Stone", "Noor Front".
_NAMES = frozenset({"PERSON", "ORG", "NORP"})
#: Parts of speech of a head that names no thing: words headed by an auxiliary or an article are fragments.
_NOT_THINGS, _NO_NOUN = frozenset({"AUX", "DET"}), frozenset({"VERB", "NUM", "ADV", "PRON"})
_NOUNS = frozenset({"NOUN", "PROPN"})


def things(p: Prediction, document: Document, names: str) -> list[Thing]:
    """The weapons, or the site, that predicted words name: "machetes and axes" are two."""
    span = noun_phrase(p, document, names)
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
    cut = (span.doc[start:end] for start, end in zip(starts, ends, strict=True))
    parts = [part for part in map(_without_joint, cut) if len(part)]
    # "The Tarn Bar and Grill" is one name.
    is_one = names == "sites" and any(len(part) == 1 for part in parts)
    return [span] if is_one else parts


def _without_joint(span: Sentence) -> Sentence:
    """A part of a list without the comma or conjunction before it."""
    start = next((t.i for t in span if not (t.is_punct or t.dep_ in {"cc", "punct"})), span.end)
    return span.doc[start : span.end]


def _thing(span: Sentence, document: Document, names: str) -> Thing | None:
    """A weapon or a site; None for a place name, for people, and for the attack itself ("shelling")."""
    if names == "weapons":
        span = without_attack(with_weapon(document.doc[begin(span) : span.end]))
    else:
        span = with_address(without_place(with_name(whole(struck(span)))))
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
    unused = (
        means.is_ridden, means.is_taken, means.is_kept_in, means.is_of_body, means.is_of_name, other_parts.is_of_charge,
        lost_arms.is_destroyed,
    )  # fmt: skip
    # "Fire" or "the air" alone is no weapon, "rifle fire" is.
    return name(span).lower() in attack_words().alone or any(is_unused(root) for is_unused in unused)


def _is_no_site(root: Token) -> bool:
    # "The Orsk Arena bomber", "a taxi driver".
    is_of_person = root.dep_ == "compound" and root.head.i > root.i and is_person(root.head)
    is_elsewhere = is_of_person or targets.is_untouched(root) or targets.is_part_of_place(root)
    is_elsewhere = is_elsewhere or targets.is_of_mourning(root)
    return _is_means_or_origin(root) or means.is_of_arms(root) or is_elsewhere


def _is_means_or_origin(noun: Token) -> bool:
    """Whether a noun for a site is a weapon, or the place where people come from: "soldiers from a base"."""
    attacks_others = noun.dep_ == "nsubj" and acts.is_act(noun.head) and not is_victim(noun, noun.head)
    is_origin = noun.dep_ == "pobj" and noun.head.lower_ in lexicon.grammar().place.origin and is_person(noun.head.head)
    is_carrier = means.is_bomb(noun) or means.is_driven_into_people(noun) or means.carries_attackers(noun)
    # "Armed men on motorbikes attacked a bus."
    is_carrier = is_carrier or (means.is_ridden(noun) and noun.head.head.dep_ == "nsubj" and is_person(noun.head.head))
    return attacks_others or is_origin or is_carrier or (noun.dep_ == "pobj" and noun.head.dep_ == "agent")


def _is_fragment(span: Sentence) -> bool:
    """Whether words for a site are cut off: "mass" in "mass graves", "of the roof", "front of a bank"."""
    begins = span[0].pos_ == "ADP" and not article().match(span.text)
    if len(span) == 3 and span[0].lower_ == span[2].lower_:
        return True  # "house to house"
    if span.root.lemma_.lower() in attack_words().portions and span.end < len(span.doc) and is_of(span.doc[span.end]):
        return True
    return begins or span[-1].pos_ == "ADP" or (span.root.head.i >= span.end and span.root.dep_ in MODIFIERS)
