"""Whether a verb that can deny or admit does so here: its objects and its clause decide.

"The army admitted the strike" is an admission, "the clinic admitted seven people" and "the minister admitted that help
was late" are none. "A dismissed guard" denies nothing, nor does who "dismissed that number".
"""

import functools
from collections.abc import Iterable, Iterator

import msgspec
from spacy.tokens import Token

from tollbook.readers.rules import language, lexicon
from tollbook.readers.rules.events.perpetrators import words as actor_words

_OBJECTS = frozenset({"dobj", "nsubjpass"})
_CLAUSES = frozenset({"ccomp", "xcomp", "pcomp"})
#: How far the object of a verb is looked for along prepositions: "admitted to the murder".
_PREPOSITIONS = frozenset({"to", "of"})


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``statement_verbs.toml``."""

    admitting: frozenset[str]
    admitted: frozenset[str]
    rejecting: frozenset[str]
    rejected: frozenset[str]
    withheld: frozenset[str]
    staging: frozenset[str]
    violence: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("statement_verbs", _Words)


def admits(verb: Token) -> bool:
    """Whether a verb admits an act of violence: its object or its clause names one, or refers to one."""
    if verb.lemma_.lower() not in _words().admitting:
        return True
    objects = [t for t in verb.children if t.dep_ in _OBJECTS]
    objects += [o for t in verb.children if t.dep_ == "prep" and t.lower_ in _PREPOSITIONS for o in t.children]
    if any(_is_named(t, _words().admitted) or _is_violent(t) for t in objects):
        return True
    clauses = [c for c in verb.children if c.dep_ in _CLAUSES or c.tag_ == "VBG"]
    after = [c for c in clauses if c.i > verb.i]
    return any(is_violence(own_words(c)) for c in after or clauses)


def denies(verb: Token) -> bool:
    """Whether a verb denies or rejects an accusation, and not people, access or a number.

    A verb without an object is taken at its word: "the army denied", "which residents deny". Who says that a video "was
    staged" denies; who "staged an attack" does not.
    """
    lemma = verb.lemma_.lower()
    objects = [t for t in verb.children if t.dep_ in _OBJECTS]
    if lemma in _words().staging:
        return not any(t.dep_ == "dobj" for t in objects)
    if lemma in _words().rejecting:
        is_by_somebody = any(t.dep_ in {"nsubj", "agent"} for t in _with_joined(verb))
        return is_by_somebody and (any(_is_named(t, _words().rejected) for t in objects) or _has_clause(verb))
    return not any(t.lemma_.lower() in _words().withheld for t in objects) and not _is_twofold(verb)


def is_violence(words: Iterable[Token]) -> bool:
    """Whether some words name an act of violence, a weapon, or responsibility for one."""
    return any(_is_violent(token) for token in words)


def own_words(clause: Token) -> Iterator[Token]:
    """The words of a clause without those of the clauses that depend on it, and of what came before or after it."""
    times = actor_words().earlier | actor_words().later
    yield clause
    for child in clause.children:
        if child.dep_ not in {"advcl", "relcl"} and child.lower_ not in times:
            yield from own_words(child)


def _is_violent(token: Token) -> bool:
    lemma = token.lemma_.lower()
    known = _words().violence | actor_words().involved
    if {lemma, token.lower_} & known or lemma in lexicon.casualty_type_of("done_to"):
        return True
    if token.pos_ == "VERB" and lemma in actor_words().acts - actor_words().light:
        return True
    forms = ((lemma,), (token.lower_,))
    return any(form in lexicon.phrases(name) for form in forms for name in ("events", "weapons"))


def _is_named(token: Token, known: frozenset[str]) -> bool:
    return token.lemma_.lower() in known or token.lower_ in known


def _has_clause(verb: Token) -> bool:
    return any(t.dep_ == "ccomp" for t in verb.children)


def _is_twofold(verb: Token) -> bool:
    """Whether a verb has two objects: "to deny an army the ability to move"."""
    return len([t for t in verb.children if t.dep_ in {"dobj", "dative"}]) > 1


def _with_joined(verb: Token) -> list[Token]:
    """The children of a verb, and those of the verbs that share their subject with it."""
    found = list(verb.children)
    while verb.dep_ in {"conj", "xcomp"} and verb.head.i != verb.i:
        verb = verb.head
        found += verb.children
    return found
