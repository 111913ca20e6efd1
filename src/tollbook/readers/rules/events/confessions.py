"""Confessions to those who inquire or judge: "the suspect told detectives that he had planted the bomb".

Counsel may confess for the accused: "his lawyer told jurors that he had planted the bomb".
"""

import functools
from collections.abc import Iterator

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import statement_verbs, suspect_names
from tollbook.readers.rules.parsing import factuality
from tollbook.readers.rules.words import language
from tollbook.readers.rules.words.reference_words import words as coreference_words


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``confessions.toml``."""

    telling: frozenset[str]
    authorities: frozenset[str]
    judges: frozenset[str]
    persons: frozenset[str]
    oneself: frozenset[str]
    doing: frozenset[str]
    done: frozenset[str]
    intending: frozenset[str]


@functools.cache
def _words() -> _Words:
    return language.lexicon("confessions", _Words)


def confessed(sentence: Sentence) -> Iterator[Token]:
    """The verbs with which a suspect tells those who inquire, or a reporter, of an own act of violence."""
    return filter(confesses, sentence)


def confesses(verb: Token) -> bool:
    """Whether a suspect confesses with a verb, in a clause or in a quotation."""
    return is_confession(verb) or _is_quoted(verb)


def is_confession(verb: Token) -> bool:
    """Whether a suspect tells those who inquire of an own act, which is not denied."""
    clauses = (c for c in _told(verb) if not factuality.negated(c))
    clauses = (c for c in clauses if is_of_speaker(c, verb) or _is_of_client(c, verb))
    return any(statement_verbs.tells_of_violence(c, verb) for c in clauses) and factuality.happened(verb)


def tells_of_self(sentence: Sentence) -> bool:
    """Whether somebody tells those who inquire of himself, and so accuses nobody: "told police he wanted to kill"."""
    told = [(clause, verb) for verb in sentence for clause in _told(verb)]
    return any(is_of_speaker(clause, verb) or _is_of_intention(clause) for clause, verb in told)


def _is_of_intention(clause: Token) -> bool:
    """Whether a clause is about what "he" wants, which others seldom know."""
    own = any(t.dep_ == "nsubj" and t.lower_ in _words().persons for t in clause.lefts)
    return own and clause.lemma_.lower() in _words().intending


def _told(verb: Token) -> Iterator[Token]:
    """What somebody tells those who inquire. The parse may tie it to them: "told detectives he stabbed her"."""
    to = [t for t in verb.rights if t.dep_ in {"dobj", "dative"} and t.lemma_.lower() in _words().authorities]
    if verb.lemma_.lower() in _words().telling and to:
        clauses = [t for t in verb.rights if t.dep_ == "ccomp"]
        clauses += [t for noun in to for t in noun.rights if t.dep_ == "relcl"]
        yield from clauses
        # "That he acted alone when he opened fire".
        yield from (t for clause in clauses for t in clause.rights if t.dep_ == "advcl")


def _is_quoted(verb: Token) -> bool:
    """Whether a suspect is quoted with an own act: "I did it", said by the gunman."""
    quoted = (t for t in verb.lefts if t.dep_ == "ccomp" and factuality.happened(t))
    own = (c for c in quoted if any(t.dep_ == "nsubj" and t.lower_ in _words().oneself for t in c.lefts))
    speaker = semantic_roles.subject_of(verb)
    done = any(_is_done(c) or statement_verbs.tells_of_violence(c, verb) for c in own)
    return done and speaker is not None and (_is_suspect(speaker) or any(_told_court(verb)))


def _told_court(verb: Token) -> Iterator[Token]:
    return (t for t in verb.rights if t.dep_ in {"dobj", "dative"} and t.lemma_.lower() in _words().judges)


def _is_done(clause: Token) -> bool:
    """Whether a clause means "I did it"."""
    return clause.lemma_.lower() in _words().doing and any(
        t.dep_ == "dobj" and t.lower_ in _words().done for t in clause.rights
    )


def is_of_speaker(clause: Token, verb: Token) -> bool:
    """Whether "he" in a clause is the speaker: "the gunman said he", "he said he"; not "she said he"."""
    speaker = semantic_roles.subject_of(verb)
    own = next((t for t in clause.lefts if t.dep_ == "nsubj" and t.lower_ in _words().persons), None)
    if own is None or speaker is None:
        return False
    return speaker.lower_ == own.lower_ if speaker.lower_ in _words().persons else _is_suspect(speaker)


def _is_of_client(clause: Token, verb: Token) -> bool:
    """Whether "he" or "her client" in a clause told to a court is the client of the counsel who speaks."""
    subjects = [t for t in clause.lefts if t.dep_ == "nsubj"]
    own = any(t.lower_ in _words().persons or statement_verbs.is_client(t) for t in subjects)
    return own and any(_told_court(verb)) and statement_verbs.is_for_client(verb)


def _is_suspect(speaker: Token) -> bool:
    is_accused = speaker.lemma_.lower() in coreference_words().accused
    return is_accused or any(speaker.lower_ in one.words for one in suspect_names.suspects(speaker.doc))
