"""Words that their own sentence calls false: "reports that nine were killed are false", "a hoax caller claimed"."""

import functools
from collections.abc import Iterator

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.readers.rules import language, lexicon
from tollbook.readers.rules.factuality import negated


class _Words(msgspec.Struct, frozen=True):
    """The lists of ``falsity.toml``; each is explained there."""

    told: frozenset[str]
    disputed: frozenset[str]
    lies: frozenset[str]
    false: frozenset[str]
    calling: frozenset[str]
    retracting: frozenset[str]
    truth: frozenset[str]
    versions: frozenset[str]
    former: frozenset[str]
    miscounted: frozenset[str]
    contrary: frozenset[str]
    presuming: frozenset[str]
    alive: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("falsity", _Words)


def is_called_false(span: Sentence) -> bool:
    """Whether the sentence of some words calls them false, or says that somebody only pretended them."""
    return _is_below_false(span.root)


def is_in_false(token: Token) -> bool:
    """As :func:`is_called_false`, for a word: the Front of "withdrew a statement blaming the Front".

    Not whose words they are: "the army's claim that it had killed only fighters was a lie".
    """
    return token.dep_ != "poss" and _is_below_false(token)


def _is_below_false(token: Token) -> bool:
    return any(_is_false(above) for above in (token, *token.ancestors))


def lies(sentence: Sentence) -> Iterator[Token]:
    """The nouns for reports that a sentence calls untrue: "reports of civilian casualties are lies".

    Not a report of somebody's own, "the army's claim", nor one that is only corrected.
    """
    for noun in sentence:
        if noun.lemma_.lower() not in _words().disputed or any(t.dep_ == "poss" for t in noun.lefts):
            continue
        is_judged = (noun.head.lemma_.lower() == "be" and _is_judged(noun)) or _is_made_up(noun)
        is_called = noun.dep_ in {"dobj", "nsubjpass"} and _is_called_so(noun.head)
        if (is_judged or is_called) and any(t.lower_ in _words().lies for t in noun.head.subtree):
            yield noun


def _is_made_up(noun: Token) -> bool:
    """ "Reports … were fabricated", "have been invented"."""
    return noun.dep_ == "nsubjpass" and _calls(noun.head) and not negated(noun.head)


def _is_false(above: Token) -> bool:
    is_noun = above.pos_ in {"NOUN", "PROPN"} or (above.tag_ == "VBZ" and above.dep_ == "nsubj")
    if is_noun and above.lemma_.lower() in _words().told:
        return (
            _is_described(above)
            or _is_judged(above)
            or _is_made_up(above)
            or _is_without_truth(above)
            or _is_retracted(above)
            or _is_contrary(above)
        )
    # "A hoax caller claimed that".
    subjects = [t for t in above.children if t.dep_ == "nsubj"] if above.pos_ == "VERB" else []
    pretends = any(_is_described(t) or _is_former(t) for t in subjects)
    return pretends or _is_called_so(above) or _is_miscounted(above) or _is_found_alive(above)


def _is_former(text: Token) -> bool:
    """ "An earlier version of this story said that", which the outlet has corrected."""
    return text.lemma_.lower() in _words().versions and any(t.lower_ in _words().former for t in text.lefts)


def _is_miscounted(verb: Token) -> bool:
    """ "Two bodies had been counted twice"."""
    return verb.lemma_.lower() == "count" and any(t.lower_ in _words().miscounted for t in verb.children)


def _is_described(noun: Token) -> bool:
    """ "False reports", "a hoax caller"."""
    return any(_calls(t) for t in noun.lefts if t.dep_ in {"amod", "compound", "nmod"})


def _is_judged(noun: Token) -> bool:
    """ "Reports … are false"."""
    verb = noun.head
    if noun.dep_ not in {"nsubj", "nsubjpass"} or verb.lemma_.lower() != "be" or negated(verb):
        return False
    judgements = [t for t in verb.children if t.dep_ in {"acomp", "attr", "oprd"}]
    return any(_calls(t) and not any(w.lower_ in _nobody() for w in t.lefts) for t in judgements)


def _nobody() -> frozenset[str]:
    return lexicon.grammar().people.nobody


def _is_retracted(noun: Token) -> bool:
    """ "The ministry retracted its claim that"."""
    return noun.dep_ in {"dobj", "nsubjpass"} and noun.head.lemma_.lower() in _words().retracting


def _is_contrary(noun: Token) -> bool:
    """ "Nobody was killed, contrary to reports that"."""
    return noun.dep_ == "pobj" and noun.head.head.lower_ in _words().contrary


def _is_found_alive(people: Token) -> bool:
    """ "Five people who had been reported dead were found alive"."""
    clauses = (t for t in people.rights if t.dep_ in {"relcl", "acl"})
    if not any(t.lemma_.lower() in _words().presuming for t in clauses):
        return False
    is_main = people.dep_ in {"nsubj", "nsubjpass"} and not negated(people.head)
    return is_main and any(t.lower_ in _words().alive for t in people.head.subtree if t.i > people.head.i)


def _is_called_so(verb: Token) -> bool:
    """ "Called reports … a lie", "the claim … was described as baseless"."""
    if verb.lemma_.lower() not in _words().calling or negated(verb):
        return False
    told = any(t.lemma_.lower() in _words().told for t in verb.children)
    return told and any(_calls(t) for t in verb.subtree)


def _is_without_truth(noun: Token) -> bool:
    """ "No truth in reports that"."""
    over = noun.head.head if noun.dep_ == "pobj" else None
    return over is not None and over.lemma_.lower() in _words().truth and any(t.lower_ == "no" for t in over.lefts)


def _calls(token: Token) -> bool:
    return token.lower_ in _words().false or token.lemma_.lower() in _words().false
