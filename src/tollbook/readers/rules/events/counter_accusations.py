"""Whoever denies an attack and says who made it: "denied the shelling and said that rebels had fired the mortars"."""

from collections.abc import Iterator, Sequence

from spacy.tokens import Token

from tollbook.readers.rules import factuality
from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.coreference.lexicon import words
from tollbook.readers.rules.events import own_acts, perpetrators, responsibility, statement_verbs
from tollbook.readers.rules.events.attacks import EventStatement


def found(statements: Sequence[EventStatement]) -> Iterator[EventStatement]:
    """The accusations that a sentence with a denial makes against somebody else; ``statements`` are those found so far.

    Of a sentence that accuses somebody by a verb of its own, none.
    """
    if any(one.kind == "accusation" for one in statements):
        return
    for denial in (one for one in statements if one.kind == "denial"):
        act = next((t for verb in _said_too(denial.anchor) for t in verb.rights if _is_act_of_others(t)), None)
        if act is not None:
            by = semantic_roles.agent(act)
            yield EventStatement("accusation", denial.start, denial.end, act, by, stance="accuses")


def _said_too(denying: Token) -> Iterator[Token]:
    """The verbs of saying that are joined to a verb of denying: "denied it and said", "denied it, saying"."""
    over = denying.head if denying.dep_ in {"xcomp", "ccomp"} else denying
    return (t for t in over.rights if t.dep_ in {"conj", "advcl"} and t.lemma_.lower() in words().stating)


def _is_act_of_others(clause: Token) -> bool:
    """Whether a clause tells of an attack by somebody with a name or a side, who is not the speaker."""
    if clause.dep_ != "ccomp" or not factuality.happened(clause):
        return False
    agent = semantic_roles.agent(clause)
    is_attack = responsibility.is_act(clause) or statement_verbs.is_violence(statement_verbs.own_words(clause))
    return is_attack and agent is not None and not own_acts.is_own(agent) and bool(perpetrators.find(agent))
