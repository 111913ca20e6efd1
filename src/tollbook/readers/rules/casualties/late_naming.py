"""Late naming: people named after they were counted: "two men were shot. … They were identified as A and B"."""

from collections.abc import Iterator, Sequence

import msgspec
from spacy.tokens import Doc

from tollbook.model import Claim, ClaimKind, Count, content_id
from tollbook.readers.rules import lexicon
from tollbook.readers.rules.casualties.announced_names import Announcement, announcements
from tollbook.readers.rules.coreference.entities import Entity
from tollbook.readers.rules.coreference.lexicon import words
from tollbook.readers.rules.coreference.naming import Introduction, introductions
from tollbook.readers.rules.persons.people import persons
from tollbook.readers.rules.persons.person_names import PersonName

_ONE = Count(low=1, best=1, high=1, qualifier="exactly")


def added(doc: Doc, claims: Sequence[Claim], likely: Sequence[Entity] = ()) -> list[Claim]:
    """The claims, with a part for each person named later in a group that was killed or injured.

    ``likely`` are named persons without a claim whom the report describes as it describes victims: they are parts of
    the one group with that many people not yet named.
    """
    result, groups = list(claims), [c for c in claims if c.kind in {"killed", "injured"} and _size(c) > 1]
    for introduction in introductions(doc):
        whole = _group_named(introduction, groups)
        if whole is not None:
            result.extend(_parts(doc, _not_yet_single(introduction.names, whole.kind, claims), whole))
    for announcement in announcements(doc):
        known = {name for c in result if c.people is not None for name in c.people.names}
        whole = _group_announced(announcement, groups)
        if whole is not None:
            result.extend(_parts(doc, [n for n in announcement.names if n.text not in known], whole))
    named = {name for c in result if c.people is not None for name in c.people.names}
    names = [name for p in likely if (name := p.fullest) is not None and name.text not in named]
    candidates = [c for c in groups if _unnamed(c, result) >= len(names)]
    if names and len({c.kind for c in candidates}) == 1:
        result.extend(_inferred(part) for part in _parts(doc, names, candidates[0]))
    if len(result) == len(claims):
        return result
    return sorted({c.id: c for c in result}.values(), key=lambda c: (c.start, c.end))


def _not_yet_single(names: Sequence[PersonName], kind: ClaimKind, claims: Sequence[Claim]) -> list[PersonName]:
    """The names that no claim about one person with that outcome has."""
    single = (c.people for c in claims if c.kind == kind and c.people is not None and _size(c) == 1)
    known = {name for people in single for name in people.names}
    return [name for name in names if name.text not in known]


def _inferred(claim: Claim) -> Claim:
    people = claim.people and msgspec.structs.replace(claim.people, inferred=True)
    return msgspec.structs.replace(claim, people=people)


def _unnamed(whole: Claim, claims: Sequence[Claim]) -> int:
    """How many of a group no claim with the same casualty type names yet."""
    same = [c.people.names for c in claims if c.kind == whole.kind and c.people is not None]
    return _size(whole) - len({name for names in same for name in names})


def _group_named(introduction: Introduction, groups: Sequence[Claim]) -> Claim | None:
    """The group that an introduction names.

    In order of preference: the group counted in the same words; the last group before it of that size; a larger group,
    if all larger groups have one casualty type. A smaller group is not meant, unless every group of the report has one
    casualty type and the introduction speaks of victims.
    """
    noun, number = introduction.noun, len(introduction.names)
    own = [c for c in groups if c.start <= noun.idx < c.end and _size(c) >= number]
    same = sorted((c for c in groups if _size(c) == number), key=lambda c: (c.start > noun.idx, -c.start))
    larger = sorted((c for c in groups if _size(c) > number), key=lambda c: (c.start > noun.idx, -c.start))
    if own or same or len({c.kind for c in larger}) == 1:
        return next(iter(own or same or larger))
    every = groups if len({c.kind for c in groups}) == 1 and lexicon.singular(noun) in words().victims else []
    return max(every, key=_size, default=None)


def _group_announced(announcement: Announcement, groups: Sequence[Claim]) -> Claim | None:
    """The last group before the announcement that can have that many people of that casualty type, else the first."""
    number = announcement.number or len(announcement.names)
    fits = [c for c in groups if announcement.kind in {None, c.kind} and _size(c) >= number]
    before = [c for c in fits if c.start < announcement.noun.idx]
    return before[-1] if before else next(iter(fits), None)


def _parts(doc: Doc, names: Sequence[PersonName], whole: Claim) -> Iterator[Claim]:
    for name in names:
        person = persons(doc[name.end - 1])
        if person is None:
            continue
        start, end = person.start, person.end
        yield msgspec.structs.replace(
            whole,
            id=content_id(whole.report, start, end, whole.kind, "introduced", whole.finder),
            start=start,
            end=end,
            quote=doc.text[start:end],
            count=_ONE,
            people=person.people,
            scope="part",
            part_of=None if len(names) > _size(whole) else whole.id if whole.scope == "incident" else whole.part_of,
            additional=False,
        )


def _size(claim: Claim) -> int:
    return 0 if claim.count is None else claim.count.best or claim.count.low or 0
