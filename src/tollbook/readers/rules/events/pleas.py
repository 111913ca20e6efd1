"""Pleas in court: "pleaded guilty to killing four" admits an attack, "pleaded not guilty to the murders" denies one."""

from collections.abc import Iterator

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import ClaimKind
from tollbook.readers.rules.events import statement_verbs
from tollbook.readers.rules.factuality import certainty, negated

_GUILTY, _TO = "guilty", "to"


def pleas(sentence: Sentence) -> Iterator[tuple[ClaimKind, Token]]:
    """The verbs of the pleas of a sentence, each with what it makes: a claim of responsibility or a denial."""
    for verb in sentence:
        guilty = _guilty(verb)
        if guilty is None or certainty(verb) == "not asserted" or not _is_to_violence(verb, guilty):
            continue
        denies = negated(verb) or negated(guilty) or guilty.nbor(-1).lower_ == "not"
        yield ("denial" if denies else "responsibility"), verb


def _guilty(verb: Token) -> Token | None:
    """The word "guilty" that a verb pleads."""
    if not statement_verbs.is_plea(verb):
        return None
    return next((t for t in verb.rights if t.lower_ == _GUILTY), None)


def _is_to_violence(verb: Token, guilty: Token) -> bool:
    """Whether a plea is to violence, or does not say to what: not "to tax fraud"."""
    to = [t for over in (verb, guilty) for t in over.rights if t.dep_ == "prep" and t.lower_ == _TO]
    acts = [t for preposition in to for t in preposition.children]
    own = [t for t in acts if not statement_verbs.is_aid(t)]
    return not acts or any(statement_verbs.is_admitted(t) or statement_verbs.is_violence(t.subtree) for t in own)
