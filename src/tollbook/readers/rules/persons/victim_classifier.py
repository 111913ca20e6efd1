"""How likely a person named in a report is among those it tells to have been harmed, by how the report tells of him.

A sum of weights over plain words: what is said of the person by which verb, what nouns stand beside the name, which
words its sentences hold, and what the other rules found. ``training/victims.py`` makes the weights, decision 36 says
why.
"""

import functools
import math
from collections.abc import Iterable, Iterator

from spacy.tokens import Doc, Token

from tollbook.readers.rules import language, lexicon
from tollbook.readers.rules.persons.mentions import Mention
from tollbook.readers.rules.persons.person import Person

#: Words of a sentence that say something of what it is about; names never do.
_SAYING = frozenset({"NOUN", "VERB", "ADJ", "ADV"})
#: How far up from a name its governing words are looked for.
_CLIMB = 3
#: The first part of a report, in code points: its headline and first paragraph.
_LEAD = 400
#: From which share on somebody of whom no harm is told is taken for one of those harmed. On incidents the weights were
#: not made of, 80 of 99 so taken were recorded as harmed from 0.5 on, 99 of 127 from 0.4, 113 of 161 from 0.3.
_LIKELY = 0.4


def features(person: Person, doc: Doc) -> frozenset[str]:
    """The features of a person that are present: each weighs once however often it is told."""
    named = [m for m in person.mentions if m.name is not None]
    return frozenset([*_of_person(person, len(named)), *(f for m in named for f in _of_mention(m, doc))])


def _of_person(person: Person, named: int) -> Iterator[str]:
    yield "always"
    yield from (f"told {fate}" for fate in person.fates)
    yield f"named {min(named, 4)}"
    yield f"told of {min(len(person.mentions) // 2, 5)}"
    flags = {
        "accused": person.accused,
        "office": person.office,
        "aged": person.years is not None,
        "child": person.years is not None and (person.years.best or 99) < 13,
        "owned": any(m.owned for m in person.mentions),
        "lead": any(m.head.idx < _LEAD for m in person.mentions),
    }
    yield from (name for name, holds in flags.items() if holds)


def _of_mention(mention: Mention, doc: Doc) -> Iterator[str]:
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
        if token.pos_ in _SAYING and token.is_alpha and not token.ent_type_:
            yield f"near {token.lemma_.lower()}"
    before = doc[name.first - 1].lower_ if name.first > head.sent.start else "^"
    yield f"after {before}" if before.isalpha() or not before.isalnum() else "after #"


def _beside(head: Token) -> Iterator[Token]:
    yield from (t for t in head.children if t.dep_ in {"appos", "compound", "nmod", "poss"} and t.pos_ == "NOUN")
    if head.dep_ == "appos" and head.head.pos_ == "NOUN":
        yield head.head


def likely(persons: Iterable[Person], doc: Doc) -> list[Person]:
    """Persons named in full of whom no harm is told, yet who are told of as those harmed are; the likeliest first.

    Whoever is accused is never guessed to be among them.
    """
    asked = [p for p in persons if len(p.words) > 1 and not (p.harmed or p.accused)]
    shares = [(share(features(p, doc)), n) for n, p in enumerate(asked)]
    return [asked[n] for held, n in sorted(shares, reverse=True) if held >= _LIKELY]


@functools.cache
def weights() -> dict[str, float]:
    """The weight of each feature: the logarithm of the odds it adds."""
    return language.lexicon("victim_weights", dict[str, float])


def share(found: frozenset[str]) -> float:
    """The share of persons so told of who were among those harmed, 0 to 1."""
    known = weights()
    return 1 / (1 + math.exp(-sum(known.get(name, 0.0) for name in found)))
