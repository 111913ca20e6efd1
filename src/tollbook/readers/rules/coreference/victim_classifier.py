"""Victim classifier: the probability that a named person is a victim of the report, by the words around the name.

A logistic model: the sum of the weights of the features present. Features are the verbs that govern the name, the nouns
beside it, the words of its sentences, and what the other rules found. ``training/victims.py`` makes the weights,
decision 36 gives the reasons.
"""

import functools
import math
from collections.abc import Container, Iterable, Iterator

from spacy.tokens import Doc, Token

from tollbook.readers.rules.coreference.entities import Entity, EntityMention
from tollbook.readers.rules.parsing import parser
from tollbook.readers.rules.words import language, lexicon
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.reporting import reports_speech, speaks
from tollbook.readers.rules.words.syntax import is_be, is_have

#: Parts of speech of features; names are no features.
_CONTENT_POS = frozenset({"NOUN", "VERB", "ADJ", "ADV"})
#: Words above a name in the parse that become features.
_CLIMB = 3
#: The first part of a report, in code points: its headline and first paragraph.
_LEAD = 400
#: The least share at which a person whom no claim is about is taken for a victim. On incidents that the weights were
#: not made of, 80 of 99 persons taken were recorded as harmed from 0.5 on, 99 of 127 from 0.4, 113 of 161 from 0.3.
_LIKELY = 0.4


def features(person: Entity, doc: Doc) -> frozenset[str]:
    """The features of a person that are present; each counts once."""
    named = [m for m in person.mentions if m.name is not None]
    return frozenset([*_of_person(person, len(named)), *(f for m in named for f in _of_mention(m, doc))])


def _of_person(person: Entity, named: int) -> Iterator[str]:
    yield "always"
    yield from (f"outcome {outcome}" for outcome in person.outcomes)
    yield f"named {min(named, 4)}"
    yield f"mentions {min(len(person.mentions) // 2, 5)}"
    flags = {
        "accused": person.accused,
        "office": person.official,
        "aged": person.years is not None,
        "child": person.years is not None and (person.years.best or 99) < 13,
        "owned": any(m.possessed for m in person.mentions),
        "lead": any(m.head.idx < _LEAD for m in person.mentions),
    }
    yield from (name for name, holds in flags.items() if holds)


def _of_mention(mention: EntityMention, doc: Doc) -> Iterator[str]:
    head, name = mention.head, mention.name
    assert name is not None
    yield f"noun {mention.noun}" if mention.noun != head.lower_ else "no noun"
    for token in _beside(head):
        yield f"beside {lexicon.singular(token)}"
    over, path = head, ""
    for _ in range(_CLIMB):
        path += f"{over.dep_} "
        over = over.head
        if over.pos_ not in {"PROPN", "NUM"}:
            yield f"{path}{over.lemma_.lower()}"
        if over.pos_ == "VERB" or over.head.i == over.i:
            break
    for token in head.sent:
        if token.pos_ in _CONTENT_POS and token.is_alpha and not token.ent_type_:
            yield f"near {token.lemma_.lower()}"
    before = doc[name.first - 1].lower_ if name.first > head.sent.start else "^"
    yield f"after {before}" if before.isalpha() or not before.isalnum() else "after #"


def _beside(head: Token) -> Iterator[Token]:
    yield from (t for t in head.children if t.dep_ in {"appos", "compound", "nmod", "poss"} and t.pos_ == "NOUN")
    if head.dep_ == "appos" and head.head.pos_ == "NOUN":
        yield head.head


def likely(persons: Iterable[Entity], doc: Doc, actors: Container[str] = ()) -> list[Entity]:
    """Persons with a full name whom no claim is about and who are likely victims, the likeliest first.

    An accused person or one of the ``actors`` of an attack is never taken for a victim; nor is a relative of somebody
    else ("the child's father, Ivo Tal", "his grandmother, Ana Tal, told the paper"), a defendant ("Ivo Tal faces life
    in prison"), or somebody who has lost relatives or acts after the attack.
    """
    others = (p for p in persons if len(p.words) > 1 and not (p.harmed or p.accused or _is_relative(p)))
    others = (p for p in others if not any(_is_tried(m) or _has_lost(m.head) or lives(m.head) for m in p.mentions))
    # "A friend, who identified himself as Ivo Tal".
    spared = (p for p in others if not any(m.reflexive for m in p.mentions))
    candidates = [p for p in spared if p.fullest is None or p.fullest.text not in actors]
    shares = [(share(features(p, doc)), n) for n, p in enumerate(candidates)]
    return [candidates[n] for value, n in sorted(shares, reverse=True) if value >= _LIKELY]


def _is_tried(mention: EntityMention) -> bool:
    """Whether a sentence reports the act of a court against its subject."""
    is_subject = mention.head.dep_ in {"nsubj", "nsubjpass", "poss"}
    return is_subject and any(t.lemma_.lower() in words().tried for t in mention.head.sent)


def lives(name: Token) -> bool:
    """Whether somebody acts after the attack: "Ana Klee, 44, and Ivo Maas, 51, said", "escaped", "are in hospital"."""
    first = _first_of_list(name)
    first = first.head if first.dep_ == "appos" and first.head.pos_ == "NOUN" else first
    verb = first.head
    if first.dep_ != "nsubj" or any(map(is_have, verb.lefts)) or parser.was_in_capitals(name.doc):
        return False
    states = {t.lower_ for prep in verb.rights if prep.dep_ == "prep" for t in prep.children}
    is_state = is_be(verb) and not words().living_states.isdisjoint(states)
    return is_state or verb.lemma_.lower() in words().living_acts or (verb.tag_ == "VBD" and reports_speech(verb))


def _has_lost(name: Token) -> bool:
    """Whether somebody survived relatives: "Ivo Tal, 45, lost his wife and two sons"."""
    if name.dep_ != "nsubj" or name.head.lemma_.lower() not in words().losing:
        return False
    lost = (t for t in name.head.rights if t.dep_ == "dobj" and t.lemma_.lower() in words().naming_relatives)
    return any(t.dep_ == "poss" for noun in lost for t in noun.lefts)


def _first_of_list(name: Token) -> Token:
    """The first of the names that a name is listed with: John in "her parents, John and Susan Hart"."""
    while name.dep_ == "conj" or (name.dep_ == "appos" and name.head.pos_ == "PROPN"):
        name = name.head
    return name


def _is_relative(person: Entity) -> bool:
    firsts = [_first_of_list(m.head) for m in person.mentions if m.name is not None]
    over = [first.head for first in firsts if first.dep_ == "appos"]
    kin = (noun for noun in over if noun.lemma_.lower() in words().naming_relatives)
    owned = ((noun, child) for noun in kin for child in noun.children if child.dep_ == "poss")
    return any(child.pos_ in {"NOUN", "PROPN"} or speaks(noun) or _blames(noun) for noun, child in owned)


def _blames(noun: Token) -> bool:
    """Whether somebody accuses others: "his widow, Ana Tal, 38, blamed soldiers"."""
    return noun.dep_ == "nsubj" and noun.head.lemma_.lower() in words().blaming


@functools.cache
def weights() -> dict[str, float]:
    """The weight of each feature: the log-odds it adds."""
    return language.lexicon("victim_weights", dict[str, float])


def share(present: frozenset[str]) -> float:
    """The share of persons with these features who were victims, 0 to 1."""
    known = weights()
    return 1 / (1 + math.exp(-sum(known.get(name, 0.0) for name in present)))
