"""Who is displaced: people driven out of their homes, not attackers who flee and not those who leave a house."""

from spacy.tokens import Token

from tollbook.readers.rules import lexicon
from tollbook.readers.rules.casualties.semantic_roles import agent, patient
from tollbook.readers.rules.persons.people import PersonPhrase

#: Fewer people than this who leave a place are travellers, not displaced. A judgement: the size of a small village.
_MASS = 50


def is_displaced(group: PersonPhrase, word: Token) -> bool:
    """Whether people were driven out; not a gunman who fled the scene or a family that left the house."""
    if group.people.status in {"combatant", "police"} or group.count.best == 1 or _attacked(group.head, word):
        return False
    if any(t.lower_ in lexicon.grammar().casualty.escaping for t in (*group.head.lefts, *word.subtree)):
        return False
    if word.dep_ == "amod" and (_are_harmed(group.head) or (not group.counted and _tells_of_dead(word))):
        return False  # "Killed seven displaced people", "attacked a camp for displaced people, killing nine"
    return word.lemma_.lower() != "leave" or (group.count.best or group.count.low or 0) >= _MASS


def _are_harmed(people: Token) -> bool:
    """Whether a verb says what else happened to people: "killed seven displaced people"."""
    verb = people.head
    return verb.lemma_.lower() in lexicon.casualty_type_of("done_to") and patient(verb) == people


def _tells_of_dead(word: Token) -> bool:
    """Whether the sentence says what became of people, so that those who fled before are only where it happened."""
    known = lexicon.casualty_type_of("done_to")
    return any(t != word and t.pos_ == "VERB" and known.get(t.lemma_.lower()) == "killed" for t in word.sent)


def _attacked(people: Token, word: Token) -> bool:
    """Whether those who fled attacked others before: "the men shot two guards and fled"."""
    harming = lexicon.casualty_type_of("done_to").keys() | lexicon.grammar().casualty.assaulting
    verbs = (t for t in word.sent if t.pos_ == "VERB" and t != word and t.lemma_.lower() in harming)
    return any(agent(verb) == people for verb in verbs)
