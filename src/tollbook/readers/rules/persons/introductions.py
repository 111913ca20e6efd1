"""People who are given their names after they were told of: "the victims were identified as Ana Brod and Jon Vell"."""

from collections.abc import Iterator
from typing import NamedTuple

from spacy.tokens import Doc, Token

from tollbook.readers.rules import lexicon
from tollbook.readers.rules.persons import clauses, lists, person_names
from tollbook.readers.rules.persons.mentions import words
from tollbook.readers.rules.persons.person_names import Name

#: Tags of nouns and pronouns for several.
_PLURAL = frozenset({"NNS", "NNPS"})


class Introduction(NamedTuple):
    """Those introduced, by the head of the words for them, and the names they are given."""

    noun: Token
    names: tuple[Name, ...]


def find(doc: Doc) -> Iterator[Introduction]:
    """Every introduction of several people of whom nobody says that they are suspects."""
    for token in doc:
        last = clauses.complement(token)
        if last is None or (noun := _introduced(token)) is None:
            continue
        name = person_names.name_at(last)
        assert name is not None
        if len(listed := lists.of(name, doc)) > 1:
            yield Introduction(noun, listed)


def _introduced(verb: Token) -> Token | None:
    """Who is given names by a verb of naming: its object or passive subject, or the noun it describes."""
    undergoes = {"dobj", "nsubjpass", "nsubj"} if verb.lemma_.lower() == "be" else {"dobj", "nsubjpass"}
    around = [t for t in verb.children if t.dep_ in undergoes]
    around += [verb.head] if verb.dep_ in {"acl", "relcl"} else []
    return next((t for t in around if _is_several(t)), None)


def _is_several(noun: Token) -> bool:
    lemma = lexicon.singular(noun)
    if lemma in words().accused:
        return False
    known = lemma in lexicon.status_of_noun() or noun.lower_ in lexicon.grammar().tally.sets
    return noun.lower_ in {"they", "those"} or (known and (noun.tag_ in _PLURAL or lemma in words().several))
