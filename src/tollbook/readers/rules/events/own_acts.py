"""What armed groups and forces say that they did themselves: "said it was responsible", "claimed the attack"."""

import functools
from collections.abc import Iterator

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.readers.rules import factuality, language, lexicon
from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import perpetrators, responsibility
from tollbook.readers.rules.events.attacks import is_attack


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``own_acts.toml``."""

    claiming: frozenset[str]
    saying: frozenset[str]
    oneself: frozenset[str]
    own: frozenset[str]
    authors: frozenset[str]
    texts: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("own_acts", _Words)


def claimed(sentence: Sentence) -> Iterator[Token]:
    """The verbs with which somebody able to do it says that they did it."""
    for verb in sentence:
        if verb.pos_ == "VERB" and (_claims_attack(verb) or _says_so(verb)) and factuality.happened(verb):
            subject = semantic_roles.agent(verb)
            if subject is not None and perpetrators.is_actor(subject):
                yield verb


def _claims_attack(verb: Token) -> bool:
    objects = (t for t in verb.children if t.dep_ == "dobj")
    return verb.lemma_.lower() in _words().claiming and any(is_attack(t) and not _is_another(t) for t in objects)


def _is_another(attack: Token) -> bool:
    """Whether an attack is not the one of the report: "has claimed previous bombings in the city"."""
    return any(t.lower_ in lexicon.grammar().earlier.another for t in attack.lefts)


def _says_so(verb: Token) -> bool:
    """Whether the clause of a verb of saying tells of an own act: "said it was behind", "said its men shot four"."""
    if verb.lemma_.lower() not in _words().saying:
        return False
    # "Said in a message that it had carried out": the parse gives the clause to the message.
    texts = [o for t in verb.rights if t.dep_ == "prep" for o in t.children if o.lemma_.lower() in _words().texts]
    clauses = [t for t in verb.children if t.dep_ == "ccomp" and t.i > verb.i]
    beside = [t for text in texts for t in text.children if t.dep_ in {"acl", "ccomp"}]
    # "In a statement posted online that": it gives the clause to the participle.
    clauses += [*beside, *(t for verb in beside for t in verb.children if t.dep_ == "ccomp")]
    return any(_is_own(clause) and _is_act(clause) for clause in clauses)


def _is_own(clause: Token) -> bool:
    subject = next((t for t in clause.children if t.dep_ == "nsubj"), None)
    if subject is None:
        return False
    owned = any(t.dep_ == "poss" and t.lower_ in _words().own for t in subject.children)
    return subject.lower_ in _words().oneself or (owned and perpetrators.is_actor(subject))


def _is_act(clause: Token) -> bool:
    """Whether a clause says that its subject attacked somebody or something, or is the author of an attack."""
    if not factuality.happened(clause):
        return False
    authors = any(t.lower_ in _words().authors for t in clause.rights)
    # "They target only militants" tells of no attack.
    is_past = clause.tag_ not in {"VBP", "VBZ"} or any(t.dep_ == "aux" for t in clause.children)
    harms = is_past and responsibility.is_act(clause) and any(t.dep_ in {"dobj", "prt"} for t in clause.rights)
    return authors or harms
