"""Late naming: people named after they were counted.

"Two men were shot. … They were identified as A and B", or announced: "The paper has learned the names of two of them.
Ana Brod, 41, was a nurse. Jon Vell …".
"""

import re
from collections.abc import Iterator, Sequence

import msgspec
from spacy.tokens import Doc, Token

from tollbook.model import Claim, ClaimKind, Count, content_id
from tollbook.readers.rules.casualties import casualty_lists
from tollbook.readers.rules.casualties.announced_names import BEFORE, Announcement, announcements
from tollbook.readers.rules.coreference.entities import Entity
from tollbook.readers.rules.coreference.naming import Introduction, identifications, introductions
from tollbook.readers.rules.parsing import parser
from tollbook.readers.rules.persons import name_lists, person_names
from tollbook.readers.rules.persons.people import persons
from tollbook.readers.rules.persons.person_names import PersonName
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.reference_words import words

#: A line that begins with a bullet or a number, and several. Blanks are bounded: many empty lines must not cost more.
_ITEM = re.compile(r"\n[ \t]{0,9}(?:[*•·–-]|\d{1,2}[.)])[ \t]{1,9}\S[^\n]*")
_ITEMS = re.compile(rf"(?:\s{{0,9}}?{_ITEM.pattern})+")
_ONE = Count(low=1, best=1, high=1, qualifier="exactly")


def added(doc: Doc, claims: Sequence[Claim], likely: Sequence[Entity] = ()) -> list[Claim]:
    """The claims, with a part for each person named later in a group that was killed or injured.

    ``likely`` are named persons without a claim whom the report describes as it describes victims: they are parts of
    the one group with that many people not yet named.
    """
    result, groups = list(claims), [c for c in claims if c.kind in {"killed", "injured"} and _size(c) > 1]
    others = {name.text for given in introductions(doc) if _is_of_others(given, claims) for name in given.names}
    result.extend(_introduced(doc, claims, groups))
    for people, dead in (*_shot_dead(doc, claims, groups), *_one_shot_dead(doc, claims)):
        result = [_as_dead(c, people, dead) for c in result]
    for whole, names in _itemised(doc, groups):
        result = [_without_first(c) if c.id == whole.id else c for c in result]
        result.extend(_parts(doc, _not_yet_single(names, whole.kind, result), whole))
    for announcement in announcements(doc):
        known = {name for c in result if c.people is not None for name in c.people.names}
        if (of := _group_announced(announcement, groups)) is not None:
            result.extend(_parts(doc, [n for n in announcement.names if n.text not in known], of))
    for other in _counted_off(doc):
        known = {name for c in result if c.people is not None for name in c.people.names}
        before = [c for c in groups if c.start < doc[other.first].idx]
        if other.text not in known and before:
            result.extend(_parts(doc, [other], before[-1]))
    named = {name for c in result if c.people is not None for name in c.people.names}
    names = [name for p in likely if (name := p.fullest) is not None and name.text not in named | others]
    candidates = [c for c in groups if _unnamed(c, result) >= len(names)]
    if names and len({c.kind for c in candidates}) == 1:
        result.extend(_inferred(part) for part in _parts(doc, names, candidates[0]))
    if result == list(claims):
        return result
    return sorted({c.id: c for c in result}.values(), key=lambda c: (c.start, c.end))


def _introduced(doc: Doc, claims: Sequence[Claim], groups: Sequence[Claim]) -> Iterator[Claim]:
    """The persons of "they were identified as Ana Brod and Jon Vell", as parts of the group that they are."""
    for introduction in introductions(doc):
        whole = None if _is_of_others(introduction, claims) else _group_named(introduction, groups)
        if whole is not None:
            yield from _parts(doc, _not_yet_single(introduction.names, whole.kind, claims), whole)


def _shot_dead(doc: Doc, claims: Sequence[Claim], groups: Sequence[Claim]) -> Iterator[tuple[Claim, Claim]]:
    """People who were "stabbed", each with the dead that they are: "killed two women. … Ana Brod and Petra Holm were".

    They are as many as were killed before, and the report counts nobody else as injured.
    """
    for claim in groups:
        listed = claim.people.names if claim.kind == "injured" and claim.people is not None else ()
        hurt = [c for c in claims if c.kind == "injured" and c.part_of != claim.id and c is not claim]
        dead = [c for c in groups if c.kind == "killed" and _size(c) == _size(claim) and c.start < claim.start]
        is_tried = any(_is_tried(doc, c) for c in dead)
        if hurt or len(listed) != _size(claim) or not _leaves_open(doc, claim, is_tried=is_tried):
            continue
        if dead and _unnamed(dead[-1], claims) == len(listed):
            yield claim, dead[-1]


def _one_shot_dead(doc: Doc, claims: Sequence[Claim]) -> Iterator[tuple[Claim, Claim]]:
    """The claims about the one person who was shot, with the one dead who is that person.

    "A man shot and killed another man. … Police said Brod shot David Kress": nobody else was hurt, and the dead man has
    no name.
    """
    hurt, dead = ([c for c in claims if c.kind == kind and c.people is not None] for kind in ("injured", "killed"))
    harmed = [c.people for c in (*hurt, *dead) if c.people is not None]
    names, dead_names = {p.names for p in harmed[: len(hurt)]}, {p.names for p in harmed[len(hurt) :]}
    if (
        len(names) != 1
        or len(next(iter(names))) != 1
        or dead_names != {()}
        or len({p.sex for p in harmed} - {None}) > 1
    ):
        return
    is_one = all(_size(c) == 1 for c in (*hurt, *dead)) and dead[0].start < hurt[0].start
    if is_one and all(_leaves_open(doc, c, is_tried=True) for c in hurt):
        yield from ((c, dead[0]) for c in hurt)


def _as_dead(claim: Claim, people: Claim, dead: Claim) -> Claim:
    """A claim about people who turned out to be the dead, or about some of them, as a claim about the dead."""
    if people.id not in {claim.id, claim.part_of}:
        return claim
    part_of = dead.id if claim.id == people.id else claim.part_of
    return _inferred(msgspec.structs.replace(claim, kind="killed", scope="part", part_of=part_of))


def _leaves_open(doc: Doc, claim: Claim, *, is_tried: bool) -> bool:
    """Whether the verb of a claim leaves open whether somebody died of it: "were shot", in a trial "he shot them"."""
    words_of = doc.char_span(claim.start, claim.end, alignment_mode="expand")
    known, tags = lexicon.grammar().casualty.loose, {"VBN", "VBD"} if is_tried else {"VBN"}
    return words_of is not None and any(t.tag_ in tags and t.lemma_.lower() in known for t in words_of)


def _is_tried(doc: Doc, claim: Claim) -> bool:
    """Whether the sentence of a claim reports a judgement: "guilty of murdering two women"."""
    words_of = doc.char_span(claim.start, claim.end, alignment_mode="expand")
    return words_of is not None and any(t.lemma_.lower() in lexicon.hedges().judging for t in words_of.sent)


def _counted_off(doc: Doc) -> Iterator[PersonName]:
    """The names of people whom a report counts off without a noun: "the third was named as Ivo Tal"."""
    for given in identifications(doc):
        bare = any(t.lower_ in words().ordinals and t.pos_ != "NOUN" for t in given.nouns)
        bare = bare or any(
            lexicon.singular(t) in words().victims and any(w.lower_ in words().ordinals for w in t.lefts)
            for t in given.nouns
        )
        if bare and not given.by_being and (name := person_names.name_at(given.name)) is not None:
            yield name


def _itemised(doc: Doc, groups: Sequence[Claim]) -> Iterator[tuple[Claim, list[PersonName]]]:
    """The groups that a list of names follows after a colon: "two died: Ana Brod, 24, and Jon Vell".

    There are as many names, or fewer of one list: "nine died: Ana Brod, 24; Jon Vell, 31; and seven patients".
    """
    for group in groups:
        sentence = doc.char_span(group.start, group.end, alignment_mode="expand")
        colon = next((t for t in doc[sentence.end : sentence.sent.end] if t.text == ":"), None) if sentence else None
        if colon is None:
            continue
        lasts = casualty_lists.names_in(doc, (colon.i + 1, colon.sent.end))
        names = _in_items(doc, colon) or [n for last in lasts if (n := person_names.name_at(last)) is not None]
        if len(names) != _size(group):
            names = _listed_after(colon)
        if 0 < len(names) <= _size(group):
            yield group, names


def _listed_after(colon: Token) -> list[PersonName]:
    """The names of the list that begins right after a colon; empty if only one name follows."""
    doc = colon.doc
    first = next((n for n in person_names.names(doc) if colon.i < n.first <= colon.i + BEFORE), None)
    listed = name_lists.list_of(first, doc) if first is not None else ()
    return list(listed) if len(listed) > 1 else []


def _without_first(whole: Claim) -> Claim:
    """A group without the name and age of the first person of its list, which the parse may give to the group."""
    people = whole.people
    if people is None or not 0 < len(people.names) < _size(whole):
        return whole
    return msgspec.structs.replace(whole, people=msgspec.structs.replace(people, names=(), age=None))


def _in_items(doc: Doc, colon: Token) -> list[PersonName]:
    """The first name of each line with a bullet after a colon: what follows in the line describes that person."""
    items = _ITEMS.match(parser.text_of(doc), colon.idx + 1)
    if items is None:
        return []
    lines = [(m.start() + items.start(), m.end() + items.start()) for m in _ITEM.finditer(items[0])]
    every = [(doc[name.first].idx, name) for name in person_names.names(doc) if len(name.words) > 1]
    found = (next((name for at, name in every if start <= at < end), None) for start, end in lines)
    return [name for name in found if name is not None]


def _not_yet_single(names: Sequence[PersonName], kind: ClaimKind, claims: Sequence[Claim]) -> list[PersonName]:
    """The names that no claim about one person with that outcome has."""
    single = (c.people for c in claims if c.kind == kind and c.people is not None and _size(c) == 1)
    known = {name for people in single for name in people.names}
    return [name for name in names if name.text not in known]


def _inferred(claim: Claim) -> Claim:
    people = claim.people and msgspec.structs.replace(claim.people, inferred=True)
    return msgspec.structs.replace(claim, people=people)


def _unnamed(whole: Claim, claims: Sequence[Claim]) -> int:
    """The number of people in a group whom no claim with the same casualty type names yet."""
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


def _is_of_others(introduction: Introduction, claims: Sequence[Claim]) -> bool:
    """Whether a pronoun refers to people who are no casualties: "two men were held; police named them as"."""
    noun = introduction.noun
    before = [c for c in claims if c.start < noun.idx and _size(c) >= len(introduction.names)]
    last = max(before, key=lambda c: c.start, default=None)
    return noun.lower_ in words().several_pronouns and last is not None and last.kind not in {"killed", "injured"}


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
        # The phrase of the first of a list may hold them all.
        people = person.people
        people = people if len(people.names) < 2 else msgspec.structs.replace(people, names=(name.text,))
        yield msgspec.structs.replace(
            whole,
            id=content_id(whole.report, start, end, whole.kind, "introduced", whole.finder),
            start=start,
            end=end,
            quote=parser.text_of(doc)[start:end],
            count=_ONE,
            people=people,
            scope="part",
            part_of=None if len(names) > _size(whole) else whole.id if whole.scope == "incident" else whole.part_of,
            additional=False,
        )


def _size(claim: Claim) -> int:
    return 0 if claim.count is None else claim.count.best or claim.count.low or 0
