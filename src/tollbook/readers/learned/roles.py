"""Roles in texts in capitals: who did it, with what, to whom, and whether the report describes it.

A network learned them from MUC-4's records of wires in capitals. A word has a role there only if people made a record
of its incident. So the roles also say whether a report describes an incident or only mentions it: see decision 169.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import exp
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from spacy.tokens import Span as Sentence

from tollbook.mentions import is_fighting
from tollbook.model import OUTCOMES, Actor, Claim, Thing
from tollbook.readers.learned import thing_words, things
from tollbook.readers.learned.holders import is_harmed
from tollbook.readers.learned.labels import ROLES
from tollbook.readers.learned.piece_tags import PieceTags
from tollbook.readers.learned.predictions import Prediction
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events import actor_nouns, acts, responsibility, statements, uninvolved
from tollbook.readers.rules.parsing.parser import text_of
from tollbook.readers.rules.words.organisation_names import acronyms

_PERPETRATOR, _ORGANISATION, _WEAPON, _SITE, _VICTIM = range(len(ROLES))
_BY, _WITH, _AT = (_PERPETRATOR, _ORGANISATION), (_WEAPON,), (_SITE,)
#: The least probability of a role that is added, and that of one that stays. Out of fold on muc4/dev, with 0.8 and 0.1
#: the organisations of a report were 50.8 (without the network 37.1), its sites 58.0 (45.3); with 0.7 and 0.2, 47.3
#: and 58.0; with 0.6 and 0.3, 43.2 and 57.0.
_ADDED, _STAYS = 0.8, 0.1
#: The code points from a claim within which a role in a sentence without claims can belong to it.
_FAR = 400
#: What claims can hold a role.
_HOLDING = frozenset({*OUTCOMES, "attack", "site destroyed", "site damaged", "accusation", "responsibility"}) - {
    "captured", "unharmed", "buried",
}  # fmt: skip
#: The weights of the highest probability of each role in a claim, near it, and in the whole text, for the claim being
#: about an incident that a recorder opens a record for. A logistic regression on muc4/dev, out of fold.
_WEIGHTS = np.array([[-0.07, -0.07, -0.28, 0.39, 0.85], [0.47, 0.02, 0.79, 1.03, 0.57], [0.01, 0.08, 0.59, 0.43, 1.19]])
_BIAS = -1.89
#: The code points around a claim that are near it.
_NEAR = 150


class _Role(NamedTuple):
    """Some words with a role."""

    role: int
    words: Sentence


def attached(claims: Sequence[Claim], tags: PieceTags, document: Document) -> list[Claim]:
    """The claims with the perpetrators, weapons and sites that the network finds, without those it finds unlikely."""
    held: dict[str, list[_Role]] = {}
    for role in _roles(tags, document):
        for claim in _holders(role.words, claims, document):
            held.setdefault(claim.id, []).append(role)
    known = acronyms(text_of(document.doc))
    return [_with(_without_unlikely(c, tags), held.get(c.id, ()), document, known) for c in claims]


def judged(claims: Sequence[Claim], tags: PieceTags, text: str) -> list[Claim]:
    """The claims with their prominence; fighting has none, since MUC-4 has no records of it."""
    whole = tags.most(0, len(text))
    return [c if is_fighting(c) else replace(c, prominence=_prominence(c, tags, whole)) for c in claims]


def _prominence(claim: Claim, tags: PieceTags, whole: object) -> float:
    own, near = tags.most(claim.start, claim.end), tags.most(claim.start - _NEAR, claim.end + _NEAR)
    return round(1 / (1 + exp(-_BIAS - float((_WEIGHTS * np.array([own, near, whole])).sum()))), 3)


def _roles(tags: PieceTags, document: Document) -> Iterator[_Role]:
    for role in (*_BY, *_WITH, *_AT):
        for start, end in tags.spans(role, _ADDED):
            words = document.doc.char_span(start, end, alignment_mode="expand")
            if words is not None:
                yield _Role(role, words)


def _holders(words: Sentence, claims: Sequence[Claim], document: Document) -> list[Claim]:
    """The claims of the sentence of some words, else the nearest one."""
    sentence = next((s for s in document.sentences if s.start <= words.start < s.end), words)
    able = [c for c in claims if c.kind in _HOLDING and c.stance != "denies" and c.scope in {"incident", "part"}]
    same = [c for c in able if sentence.start_char <= c.start < sentence.end_char]
    near = sorted((c for c in able if _distance(c, words) <= _FAR), key=lambda c: _distance(c, words))
    return same or near[:1]


def _distance(claim: Claim, words: Sentence) -> int:
    return abs(claim.start - words.start_char)


def _without_unlikely(claim: Claim, tags: PieceTags) -> Claim:
    return replace(
        claim,
        by=tuple(one for one in claim.by if tags.support(one.name, _BY) >= _STAYS),
        with_=tuple(one for one in claim.with_ if tags.support(one.name, _WITH) >= _STAYS),
        sites=tuple(one for one in claim.sites if tags.support(one.name, _AT) >= _STAYS),
    )


def _with(claim: Claim, found: Sequence[_Role], document: Document, known: Mapping[str, str]) -> Claim:
    """The claim with further roles; ``known`` has the long names of acronyms."""
    by, weapons, sites = list(claim.by), list(claim.with_), list(claim.sites)
    for role, words in found:
        name = thing_words.name(words)
        own, label = (weapons, "weapons") if role == _WEAPON else (sites, "sites")
        name = known.get(name, name)
        is_named = any(_is_one(name, known.get(one.name, one.name)) for one in by)
        if role in _BY and name and not is_named and _can_have_done(claim, words):
            by.append(Actor(name=name, kind="individual" if role == _PERPETRATOR else "organisation"))
        elif role not in _BY and name and not any(_share_a_word(name, one.name) for one in own):
            own.append(_thing(words, name, label, document))
    return replace(claim, by=tuple(by), with_=tuple(weapons), sites=tuple(sites))


def _can_have_done(claim: Claim, words: Sentence) -> bool:
    """Whether some words can name who is responsible for a claim: not for rebels killed or held after their attack."""
    root = words.root
    is_cleared = statements.is_cleared(root) or responsibility.is_cleared(acts.act_of(root))
    is_excluded = is_cleared or actor_nouns.cannot_act(root) or uninvolved.is_uninvolved(root)
    return not (is_excluded or is_fighting(claim) or is_harmed(words, claim))


def _thing(words: Sentence, name: str, label: str, document: Document) -> Thing:
    at = Prediction(words.start_char, words.end_char, label, 1.0, {}, words.start_char, 1.0)
    return next(iter(things.things(at, document, label)), Thing(name=name, kind=things.OTHER))


def _is_one(one: str, other: str) -> bool:
    return one.lower() in other.lower() or other.lower() in one.lower()


def _share_a_word(one: str, other: str) -> bool:
    return not set(one.lower().split()).isdisjoint(other.lower().split())
