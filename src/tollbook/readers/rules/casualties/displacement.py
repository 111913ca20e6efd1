"""Displacement: "fled their homes" and "left the town" displace people; attackers who flee are not displaced."""

from spacy.tokens import Token

from tollbook.model import ClaimKind
from tollbook.readers.rules.casualties.semantic_roles import OBJECTS, agent, patient
from tollbook.readers.rules.persons.people import PersonPhrase
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.syntax import noun_after_of

#: Fewer people than this who leave a place are travellers, not displaced. A judgement: the size of a small village.
_MASS = 50


def kind_of(victims: Token | None) -> ClaimKind | None:
    """The casualty type of people who are evacuated: "17 bodies" are dead, "five wounded" are wounded."""
    known = lexicon.grammar().tally
    if victims is None:
        return "displaced"
    if victims.lemma_.lower() in known.of_dead:
        return "killed"
    # "Hundreds of injured people" are counted by their adjective.
    return known.sets.get(victims.lower_) or (None if _are_casualties(victims) else "displaced")


def _are_casualties(victims: Token) -> bool:
    """Whether people are described by an outcome: "casualties", "hundreds of injured people"."""
    people = noun_after_of(victims) or victims
    known = lexicon.grammar()
    is_described = any(t.dep_ == "amod" and t.lower_ in known.tally.sets for t in people.lefts)
    return is_described or people.lower_ in known.casualty.hurt


def is_displaced(group: PersonPhrase, word: Token) -> bool:
    """Whether people were driven out; not a gunman who fled the scene or a family that left the house."""
    if group.people.status in {"combatant", "police"} or group.count.best == 1 or _attacked(group.head, word):
        return False
    is_attacker = lexicon.singular(group.head) in words().accused
    if is_attacker or any(t.lower_ in lexicon.grammar().casualty.escaping for t in (*group.head.lefts, *word.subtree)):
        return False
    if word.dep_ == "amod" and (_are_harmed(group.head) or (not group.counted and _reports_casualties(word))):
        return False  # "Killed seven displaced people", "attacked a camp for displaced people, killing nine"
    left = next((t for t in word.rights if t.dep_ in OBJECTS), None)
    if word.lemma_.lower() not in lexicon.grammar().casualty.departing:
        # People who flee a market, a school or an office are not driven from home.
        return left is None or _is_home(left) or not any(p.head == left for p in phrases.find("sites", left.sent))
    return (group.count.best or group.count.low or 0) >= _MASS and (left is None or _is_home(left))


def _is_home(place: Token) -> bool:
    """Whether people live at a place that they leave: "left the town", not "left the bars" or "left flowers"."""
    known = lexicon.grammar()
    lemma = place.lemma_.lower()
    if place.pos_ in {"PROPN", "PRON"} or lemma in known.place.towns or lemma in known.casualty.areas:
        return True
    return any(p.head == place and p.kind in known.casualty.homes for p in phrases.find("sites", place.sent))


def _are_harmed(people: Token) -> bool:
    """Whether a verb states another outcome for people: "killed seven displaced people"."""
    verb = people.head
    return verb.lemma_.lower() in lexicon.casualty_type_of("done_to") and patient(verb) == people


def _reports_casualties(word: Token) -> bool:
    """Whether the sentence reports casualties, so that displaced people in it only describe the place."""
    known = lexicon.casualty_type_of("done_to")
    return any(t != word and t.pos_ == "VERB" and known.get(t.lemma_.lower()) == "killed" for t in word.sent)


def _attacked(people: Token, word: Token) -> bool:
    """Whether the people who fled are attackers: "the men shot two guards and fled"."""
    harming = lexicon.casualty_type_of("done_to").keys() | lexicon.grammar().casualty.assaulting
    verbs = (t for t in word.sent if t.pos_ == "VERB" and t != word and t.lemma_.lower() in harming)
    return any(agent(verb) == people for verb in verbs)
