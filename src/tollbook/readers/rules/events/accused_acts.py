"""What somebody is accused of: violence, no act at all, or an act that is no attack: "of arming the rebels"."""

import functools

import msgspec
from spacy.tokens import Token

from tollbook.readers.rules.events import statement_verbs
from tollbook.readers.rules.words import language
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.syntax import DONE_TO, is_of

#: Relations of an act to the preposition before it: "of arming rebels", "of support for rebels".
_ACT = frozenset({"pcomp", "pobj"})


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``accused_acts.toml``."""

    accusing: frozenset[str]
    pretexts: frozenset[str]
    supporting: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("accused_acts", _Words)


def verbs() -> frozenset[str]:
    """Verbs whose object is accused, as lemmas."""
    return _words().accusing


def accuses_of_violence(cue: Token) -> bool:
    """Whether a cue accuses somebody of violence, or names no act: not "of pocketing relief money"."""
    acts = _acts(cue)
    return not acts or (not is_help(cue) and any(statement_verbs.is_violence(t.subtree) for t in acts))


def accuses_of_pretext(cue: Token) -> bool:
    """Whether a cue accuses somebody of an act that is no attack: "shot them after accusing them of spying".

    Any other accusation is a statement, also one without an attack: "accused the police of negligence".
    """
    words = [t.lemma_.lower() for act in _acts(cue) for t in act.subtree]
    return not _words().pretexts.isdisjoint(words) and not accuses_of_violence(cue)


def is_of_no_attack(token: Token) -> bool:
    """Whether somebody is accused only of an act that is no attack: "accused two states of arming the rebels"."""
    while token.dep_ == "conj" and token.head.i < token.i:
        token = token.head
    cue = token.head
    return token.dep_ in DONE_TO and cue.lemma_.lower() in _words().accusing and is_help(cue)


def is_help(cue: Token) -> bool:
    """Whether a verb accuses somebody only of help for attackers, or of failing to act: "of arming the rebels"."""
    clauses = [c for act in _acts(cue) for t in act.children if t.dep_ in _ACT for c in (t, *t.conjuncts)]
    means = (t for c in clauses for t in c.rights if t.lower_ in actor_words().authorship)
    is_help = all(c.lemma_.lower() in _words().supporting for c in clauses)
    return bool(clauses) and is_help and not any(statement_verbs.is_violence(t.subtree) for t in means)


def _acts(cue: Token) -> list[Token]:
    """The prepositions before the act of an accusation: "of killing" in "accused the army of killing"."""
    if cue.lemma_.lower() not in _words().accusing:
        return []
    targets = [t for o in cue.children if o.dep_ in DONE_TO for t in (o, *o.conjuncts)]
    first = [t for over in (cue, *targets) for t in over.children if t.dep_ == "prep" and is_of(t)]
    of = [t for prep in first for t in (prep, *prep.conjuncts)]
    # "Accused the army of the north" names no act; "the police of corruption" does. "Blame" has no "of".
    is_blamed = cue.lemma_.lower() in actor_words().blame
    acts = [
        t for t in of if t.head == cue or t.dep_ == "conj" or any(c.dep_ == "pcomp" or _is_bare(c) for c in t.children)
    ]
    return [t for t in acts if not (is_blamed and all(map(_is_bare, t.children)))]


def _is_bare(noun: Token) -> bool:
    return noun.tag_ == "NN" and not any(True for _ in noun.lefts)
