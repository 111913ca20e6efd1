"""Claims of people who are given their names later: "two men were shot dead. … They were identified as A and B"."""

from collections.abc import Iterator, Sequence

import msgspec
from spacy.tokens import Doc

from tollbook.model import Claim, Count, content_id
from tollbook.readers.rules import lexicon
from tollbook.readers.rules.coreference.entities import Entity
from tollbook.readers.rules.coreference.lexicon import words
from tollbook.readers.rules.coreference.naming import Introduction, introductions
from tollbook.readers.rules.persons.people import persons
from tollbook.readers.rules.persons.person_names import PersonName

_ONE = Count(low=1, best=1, high=1, qualifier="exactly")


def added(doc: Doc, claims: Sequence[Claim], likely: Sequence[Entity] = ()) -> list[Claim]:
    """The claims, with one more for each person named later of a group that was told to be killed or injured.

    ``likely`` are persons of whom no claim tells and who are told of as those harmed are: they are of the one group
    that has room for them.
    """
    told, groups = list(claims), [c for c in claims if c.kind in {"killed", "injured"} and _size(c) > 1]
    for introduction in introductions(doc):
        whole = _meant(introduction, groups)
        if whole is not None:
            told.extend(_parts(doc, introduction.names, whole))
    named = {name for c in told if c.people is not None for name in c.people.names}
    names = [name for p in likely if (name := p.fullest) is not None and name.text not in named]
    open_to = [c for c in groups if _room(c, told) >= len(names)]
    if names and len({c.kind for c in open_to}) == 1:
        told.extend(_inferred(part) for part in _parts(doc, names, open_to[0]))
    return sorted({c.id: c for c in told}.values(), key=lambda c: (c.start, c.end)) if len(told) > len(claims) else told


def _inferred(claim: Claim) -> Claim:
    people = claim.people and msgspec.structs.replace(claim.people, inferred=True)
    return msgspec.structs.replace(claim, people=people)


def _room(whole: Claim, told: Sequence[Claim]) -> int:
    """How many of a group are not yet named: by itself, by its parts, or by single claims of the same fate."""
    same = [c.people.names for c in told if c.kind == whole.kind and c.people is not None]
    return _size(whole) - len({name for names in same for name in names})


def _meant(introduction: Introduction, groups: Sequence[Claim]) -> Claim | None:
    """The group that is named: the one the words themselves count, else the last of that size, else of one fate only.

    A group smaller than its names is another; where all groups of the report met one fate, those named met it too.
    """
    noun, number = introduction.noun, len(introduction.names)
    own = [c for c in groups if c.start <= noun.idx < c.end and _size(c) >= number]
    same = sorted((c for c in groups if _size(c) == number), key=lambda c: (c.start > noun.idx, -c.start))
    larger = sorted((c for c in groups if _size(c) > number), key=lambda c: (c.start > noun.idx, -c.start))
    fates = {c.kind for c in larger}
    if own or same or len(fates) == 1:
        return next(iter(own or same or larger))
    every = groups if len({c.kind for c in groups}) == 1 and lexicon.singular(noun) in words().victims else []
    return max(every, key=_size, default=None)


def _parts(doc: Doc, names: Sequence[PersonName], whole: Claim) -> Iterator[Claim]:
    for name in names:
        found = persons(doc[name.end - 1])
        if found is None:
            continue
        start, end = found.start, found.end
        yield msgspec.structs.replace(
            whole,
            id=content_id(whole.report, start, end, whole.kind, "introduced", whole.finder),
            start=start,
            end=end,
            quote=doc.text[start:end],
            count=_ONE,
            people=found.people,
            scope="part",
            part_of=None if len(names) > _size(whole) else whole.id if whole.scope == "incident" else whole.part_of,
            additional=False,
        )


def _size(claim: Claim) -> int:
    return 0 if claim.count is None else claim.count.best or claim.count.low or 0
