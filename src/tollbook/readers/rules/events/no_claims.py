"""Words about responsibility that claim no attack: for other attacks, for a failure, or taken back later."""

import functools

import msgspec
from spacy.tokens import Token

from tollbook.readers.rules.events.attacks import is_attack
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.words import language, lexicon


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``no_claims.toml``."""

    responsibility: frozenset[str]
    failures: frozenset[str]
    infinitives: frozenset[str]
    forcing: frozenset[str]
    retracting: frozenset[str]
    claims: frozenset[str]
    known: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("no_claims", _Words)


def is_another(attack: Token) -> bool:
    """Whether an attack is not the one of the report: "has claimed previous bombings in the city"."""
    return any(t.lower_ in lexicon.grammar().earlier.another for t in attack.lefts)


def after_prepositions(word: Token) -> list[Token]:
    """The objects of the prepositions after a word."""
    return [o for t in word.rights if t.dep_ == "prep" for o in t.children if o.dep_ in {"pobj", "pcomp"}]


def claims_none(verb: Token) -> bool:
    """Whether a verb of claiming responsibility claims no attack of the report."""
    return is_of_others(verb) or _is_for_failure(verb) or is_retracted(verb) or _is_not_made(verb)


def is_of_others(verb: Token) -> bool:
    """Whether responsibility is claimed for other attacks than that of the report: "for previous bombings"."""
    attacks = [t for t in _for_what(verb) if is_attack(t)]
    return bool(attacks) and all(t.tag_ == "NNS" and is_another(t) for t in attacks)


def _is_not_made(verb: Token) -> bool:
    """Whether an admission is only spoken of: "refused to admit"; not "was forced to admit", "did admit"."""
    if (
        verb.lower_ not in _words().infinitives
        or verb.tag_ != "VB"
        or any(t.lemma_ in lexicon.grammar().function.do for t in verb.lefts)
    ):
        return False
    return verb.dep_ != "xcomp" or verb.head.lemma_.lower() not in _words().forcing or factuality.negated(verb.head)


def _is_for_failure(verb: Token) -> bool:
    """Whether somebody takes responsibility for a failure: "for failing to prevent the attack"."""
    return any(t.lemma_.lower() in _words().failures for t in _for_what(verb))


def _for_what(verb: Token) -> list[Token]:
    claimed = (t for t in verb.rights if t.dep_ == "dobj" and t.lower_ in _words().responsibility)
    return [t for over in (verb, *claimed) for t in after_prepositions(over)]


def is_retracted(verb: Token) -> bool:
    """Whether the claim is taken back, in its sentence or in the next one: "later retracted the claim"."""
    end, doc = verb.sent.end, verb.doc
    last = doc[end].sent.end if end < len(doc) else end
    return any(_retracts(t) for t in doc[verb.i + 1 : last])


def _retracts(verb: Token) -> bool:
    """Whether a verb takes back a claim mentioned before, not "retracted its claim that 40 had been killed"."""
    if verb.lemma_.lower() not in _words().retracting or verb.pos_ != "VERB" or not factuality.happened(verb):
        return False
    claims = (t for t in verb.children if t.dep_ in {"dobj", "nsubjpass"} and t.lemma_.lower() in _words().claims)
    return any(
        any(t.lower_ in _words().known for t in claim.lefts) and not any(t.dep_ != "punct" for t in claim.rights)
        for claim in claims
    )
