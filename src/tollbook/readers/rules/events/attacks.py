"""Events without a count: sites hit, attacks, weapons."""

from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import ClaimKind, Event, Stance, Thing
from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import acts, lost_arms, means, other_means, targets, uninvolved
from tollbook.readers.rules.events.means import is_on_no_people
from tollbook.readers.rules.events.other_parts import has_target, is_of_charge
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words, attack_words
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import DONE_TO, SUBJECTS

#: Event words this many tokens apart are equally near to a finding: about the length of a clause.
_EQUALLY_NEAR = 12
#: Modules that need other functions of this one find it here too.
is_attack = targets.is_attack


class EventStatement(NamedTuple):
    """One event or statement without a count: its kind, code points ``[start, end)``, agent and the site hit.

    ``stance`` is None if it follows from the words around the statement. A ``judgement`` is a statement only if
    somebody is quoted with it.
    """

    kind: ClaimKind
    start: int
    end: int
    anchor: Token
    agent: Token | None = None
    site: Thing | None = None
    stance: Stance | None = None
    judgement: bool = False


def verbs() -> frozenset[str]:
    """Verbs for damage to sites, as lemmas."""
    return attack_words().destroyed | attack_words().damaged | attack_words().effect


def damage(sentence: Sentence) -> Iterator[EventStatement]:
    """Sites that the sentence reports as destroyed, damaged or hit."""
    words = attack_words()
    for phrase in phrases.find("sites", sentence):
        event = targets.hit_by(phrase.head) or targets.falls(phrase.head)
        if (
            event is None
            or phrase.head.dep_ == "compound"
            or means.is_bomb(phrase.head)
            or not factuality.happened(event)
        ):
            continue
        if means.is_of_arms(phrase.head):
            continue
        is_verb, lemma = event.pos_ == "VERB", event.lemma_.lower() if event.pos_ == "VERB" else ""
        done = targets.damage_done(event)
        if is_verb and lemma not in words.destroyed | words.damaged and done is None:
            continue
        is_part = targets.part_of(phrase.head) is not None
        if is_verb and lemma in words.destroyed | words.effect and phrase.head.dep_ == "pobj" and not is_part:
            continue  # "A car was found burning on the highway".
        is_whole = lemma in words.destroyed and not (is_part or targets.is_partial(event))
        has_effect = lemma in words.effect | words.destroyed or done is not None or targets.sets_fire(event)
        kind: ClaimKind = "site destroyed" if is_whole else "site damaged" if has_effect else "attack"
        start, end = phrases.noun_phrase(phrase.head)
        is_town = targets.is_part_of_place(phrase.head)
        is_none = is_town or targets.is_searched(phrase.head)
        site = None if is_none else Thing(name=phrases.described(phrase), kind=phrase.kind)
        kind = "attack" if is_town else kind
        first, last = min(start, phrase.start, event.idx), max(end, event.idx + len(event))
        last = last if done is None else max(last, done.idx + len(done))
        agent = semantic_roles.agent(event) if is_verb and not means.runs_into_weapon(phrase.head) else None
        if uninvolved.is_answered(event) or (is_verb and uninvolved.is_on_attackers(event, agent)):
            continue
        yield EventStatement(kind, first, last, event, agent, site)


def nearest_event(sentence: Sentence, anchor: Token) -> Event | None:
    """The kind of incident that the words nearest to the anchor name; of two equally near, the first in the lexicon."""
    kinds = lexicon.event_kinds()
    rank = {str(kind): i for i, kind in enumerate(kinds)}

    def order(phrase: phrases.Phrase) -> tuple[bool, int, int, int]:
        unspecific = rank[phrase.kind] == len(kinds) - 1
        return unspecific, abs(phrase.head.i - anchor.i) // _EQUALLY_NEAR, rank[phrase.kind], phrase.first

    answered = uninvolved.of_answered(anchor)
    named = (p for p in phrases.find("events", sentence) if p.head.i not in answered and not means.is_dug(p.head))
    best = min(named, key=order, default=None)
    return None if best is None else Event(kind=kinds[rank[best.kind]], text=best.text)


def sites(sentence: Sentence, words: Container[int]) -> list[Thing]:
    """The sites among some words that the sentence reports as hit or as the place of casualties, not of treatment."""
    return [
        Thing(name=phrases.described(phrase), kind=phrase.kind)
        for phrase in phrases.find("sites", sentence)
        if phrase.head.i in words
        and not (targets.is_treatment(phrase) or means.is_bomb(phrase.head) or means.carries_attackers(phrase.head))
        and not targets.is_part_of_place(phrase.head)
        and targets.is_target(phrase.head)
    ]


def weapons(sentence: Sentence, words: Container[int]) -> list[Thing]:
    """The weapons that some words of the sentence name, and other things that were used as one: "drove a van into"."""
    nouns = [p for p in phrases.find("weapons", sentence) if _is_noun(p.head) and p.head.i in words]
    nouns = [p for p in nouns if not _is_part(p, nouns)]
    unused = (
        means.is_kept_in, means.is_of_body, means.is_dug, means.is_taken, means.is_of_name, has_target, is_of_charge,
        lost_arms.is_destroyed,
    )  # fmt: skip
    nouns = [p for p in nouns if not any(is_unused(p.head) for is_unused in unused)]
    carriers = {phrase.head: carrier for phrase in nouns if (carrier := _carrier(phrase.head)) is not None}
    found = [_weapon(phrase, carriers.get(phrase.head)) for phrase in nouns if phrase.head not in carriers.values()]
    known = {phrase.head for phrase in nouns} | set(carriers.values())
    others = (t for t in sentence if t.i in words and t not in known)
    return found + [Thing(name=_name(t), kind=kind) for t in others if (kind := other_means.kind(t)) is not None]


def _is_noun(weapon: Token) -> bool:
    """Whether a word for a weapon is a noun; the parse takes "AK-47" for a number."""
    is_model = weapon.pos_ == "NUM" and any(character.isalpha() for character in weapon.text)
    return weapon.pos_ in {"NOUN", "PROPN"} or is_model


def _is_part(phrase: phrases.Phrase, every: Sequence[phrases.Phrase]) -> bool:
    """Whether a word for a weapon only describes another weapon: "mortar" in "a mortar bomb"."""
    head = phrase.head
    return head.dep_ in {"compound", "amod", "npadvmod"} and any(head.head == other.head for other in every)


def _weapon(phrase: phrases.Phrase, carrier: Token | None) -> Thing:
    """A weapon, with its carrier if that is part of it: "a truck laden with explosives"."""
    if carrier is None:
        return Thing(name=_name(phrase.head, phrase.start), kind=phrase.kind)
    start, end = phrases.noun_phrase(carrier)
    end = max(end, phrase.head.idx + len(phrase.head))
    return Thing(name=phrases.words(phrase.head.doc, start, end), kind=phrase.kind)


def _carrier(weapon: Token) -> Token | None:
    """The noun for the carrier of a weapon: "drones packed with explosives", "an explosives-packed car"."""
    over = weapon.head.head if weapon.dep_ == "pobj" else weapon.head
    before = over.nbor(-1) if over.i > over.sent.start else over
    if over.lower_ in attack_words().loaded and before.dep_ == "nsubj" and before.head == over:
        return before  # "Drones packed with explosives hit a base": the parse takes "packed" for the verb.
    is_loaded = over.lower_ in attack_words().loaded and over.dep_ in {"acl", "amod"} and over.i != over.head.i
    return over.head if is_loaded and over.head.pos_ in {"NOUN", "PROPN"} else None


def _name(head: Token, first: int | None = None) -> str:
    """The words for a thing, without its owner's pronoun or a day before: "mortar rounds" of "their mortar rounds"."""
    start, end = phrases.noun_phrase(head)
    start = start if first is None else min(start, first)
    inside = (t for t in head.doc[head.left_edge.i : head.i] if t.idx >= start)
    own = next((t for t in inside if not (t.tag_ == "PRP$" or t.ent_type_ in {"DATE", "TIME"})), head)
    return phrases.words(head.doc, own.idx, end)


def attack(sentence: Sentence) -> EventStatement | None:
    """The first attack that a sentence without a count reports, or None."""
    for phrase in phrases.find("events", sentence):
        head = phrase.head
        is_noun = head.dep_ in {"nsubj", "nsubjpass", "dobj", "ROOT", "pobj"} and head.pos_ in {"NOUN", "PROPN"}
        # "No one has claimed either attack."
        is_of_nobody = head.dep_ == "dobj" and uninvolved.is_by_nobody(head.head)
        if is_noun and (is_of_nobody or any(t.lower_ in attack_words().known for t in head.lefts)):
            continue
        is_name = head.pos_ == "PROPN" and head.ent_type_ in {"ORG", "PERSON"}
        if head.dep_ == "amod" or is_name or only_flies(head) or (is_noun and _is_freed(head)):
            continue  # "a stolen van"
        if not (head.pos_ == "VERB" or (is_noun and not _is_generic(head))) or acts.has_other_sense(head):
            continue
        is_object = is_noun and head.dep_ == "dobj"
        if is_on_no_people(head) or (is_object and factuality.certainty(head.head) == "not asserted"):
            continue  # "Threatened to kill a hostage".
        by = semantic_roles.agent(head) if head.pos_ == "VERB" else None
        if factuality.happened(head) and not (is_of_others(head, by) or uninvolved.is_ruled_out(head)):
            return EventStatement("attack", phrase.start, phrase.end, head, by)
    return _landing(sentence)


def _is_freed(noun: Token) -> bool:
    """Whether captives are freed: "nine hostages were released"."""
    return noun.dep_ in DONE_TO and noun.head.lemma_.lower() in attack_words().freeing and is_person(noun)


def _landing(sentence: Sentence) -> EventStatement | None:
    """Weapons that come down somewhere: "two rockets fell on the town", not "rockets fall on the town every day"."""
    for noun in (phrase.head for phrase in phrases.find("weapons", sentence)):
        verb, is_flown = noun.head, noun.lemma_.lower() in actor_words().aircraft
        is_known = not is_flown and any(t.dep_ in {"det", "nummod", "poss"} for t in noun.lefts)
        comes_down = noun.dep_ == "nsubj" and is_known and verb.lemma_.lower() in attack_words().landing
        onto = any(t.dep_ == "prep" and t.lower_ in attack_words().onto for t in verb.rights)
        if comes_down and onto and factuality.happened(verb):
            return EventStatement("attack", verb.idx, verb.idx + len(verb), verb, None)
    return None


def only_flies(aircraft: Token) -> bool:
    """Whether aircraft only fly or are heard: "jets flew over the town"."""
    if aircraft.dep_ not in SUBJECTS or aircraft.lemma_.lower() not in actor_words().aircraft:
        return False
    return aircraft.head.lemma_.lower() not in verbs() | actor_words().acts | lexicon.casualty_type_of("done_to").keys()


def is_of_others(event: Token, by: Token | None) -> bool:
    """Whether words for an attack are about another one than that of the report, or an act against the attackers."""
    if event.pos_ != "VERB":
        return uninvolved.is_response(event) or uninvolved.is_other_act(event)
    return uninvolved.is_on_attackers(event, by) or uninvolved.is_other_act(event)


def _is_generic(noun: Token) -> bool:
    """Whether a noun names no single attack: a weapon, "violence", a crime, or bare "attacks" in the future."""
    lemma = noun.lemma_.lower()
    if lemma in attack_words().generic or (lemma,) in lexicon.phrases("weapons"):
        return True
    has_none = not any(t.dep_ in {"det", "nummod", "poss"} for t in noun.lefts)
    if has_none and _is_charge(noun):
        return True
    bare = noun.tag_ in {"NNS", "NNPS"} and has_none
    may_come = noun.dep_ in SUBJECTS and any(t.tag_ == "MD" for t in noun.head.lefts)
    return bare and (may_come or noun.dep_ in {"dobj", "pobj"})


def _is_charge(noun: Token) -> bool:
    """Whether a noun is the crime of a charge: "charged with assault", "two counts of assault"."""
    over = noun.head.head
    is_charged = over.lemma_.lower() in coreference_words().accusing and over.pos_ == "VERB"
    return noun.dep_ == "pobj" and (is_charged or over.lemma_.lower() in attack_words().charges)
