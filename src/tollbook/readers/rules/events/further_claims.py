"""Claims of an attack without a verb of claiming it.

"The Front's claim of responsibility", "the Front said the bombing was revenge for the death of its leader".
"""

import functools
from collections.abc import Iterator

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import claimants, own_acts, own_clauses
from tollbook.readers.rules.events.actor_nouns import is_actor
from tollbook.readers.rules.events.attacks import is_attack
from tollbook.readers.rules.events.organisations import PEOPLES
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.words import language, lexicon
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import is_be, noun_after_of


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``further_claims.toml``."""

    claims: frozenset[str]
    responsibility: frozenset[str]
    makers: frozenset[str]
    making: frozenset[str]
    withdrawing: frozenset[str]
    motives: frozenset[str]
    own: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("further_claims", _Words)


def claimed(sentence: Sentence) -> Iterator[Token]:
    """The nouns for claims of responsibility of somebody, and the verbs with which a group gives an own motive."""
    for token in sentence:
        if owner(token) is not None or _tells_motive(token):
            yield token


def owner(noun: Token) -> Token | None:
    """Who makes a claim of responsibility: "the Front's claim of responsibility", "a claim of responsibility by it"."""
    of = noun_after_of(noun) if noun.lemma_.lower() in _words().claims and noun.pos_ == "NOUN" else None
    if of is None or of.lower_ not in _words().responsibility or _is_none(noun):
        return None
    found = [t for t in noun.lefts if t.dep_ == "poss"]
    found += [o for t in (noun, of) for p in t.rights if p.lower_ in _words().makers for o in p.children]
    if noun.dep_ == "dobj" and noun.head.lemma_.lower() in _words().making and factuality.happened(noun.head):
        found += [t for t in (semantic_roles.agent(noun.head),) if t is not None]
    return next((who for t in found if (who := claimants.represented(t)) is not None and is_actor(who)), None)


def _is_none(claim: Token) -> bool:
    """Whether a claim was not made or was taken back: "no claim of responsibility", "withdrew its claim"."""
    if any(t.lower_ in lexicon.grammar().people.nobody for t in claim.lefts):
        return True
    is_unmade = claim.dep_ == "dobj" and factuality.negated(claim.head)
    return is_unmade or claim.head.lemma_.lower() in _words().withdrawing


def _tells_motive(verb: Token) -> bool:
    """Whether a group gives its motive for an attack: "said the bombing was revenge for the death of its leader"."""
    who = claimants.claimant(verb) if own_acts.is_saying(verb) and factuality.happened(verb) else None
    if who is None or who.ent_type_ in PEOPLES or who.lemma_.lower() in coreference_words().offices:
        return False
    return any(map(_is_motive, own_clauses.clauses(verb)))


def _is_motive(clause: Token) -> bool:
    """Whether a clause means "the attack was in revenge for the death of its leader"."""
    is_of_attack = any(t.dep_ == "nsubj" and is_attack(t) for t in clause.lefts)
    if not (is_be(clause) and is_of_attack) or factuality.negated(clause):
        return False
    inside = [t for t in clause.subtree if t.i > clause.i]
    return any(t.lemma_.lower() in _words().motives for t in inside) and any(t.lower_ in _words().own for t in inside)
