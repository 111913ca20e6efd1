"""Merges claims about people whom one report counts several times.

The persons of one phrase ("a guard and his son were killed") are members of one claim: of the single persons of a
phrase, 4 of 38 were labelled as claims of their own in ``world/read``, ``war/more`` and ``registers/wires``. A group
with its number ("two children and a nurse") stays a claim: of those, 61 of 103 were. Those who were shot and died are
counted as dead, and "the third person killed in a month" counts nobody else.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tollbook.model import Claim
from tollbook.readers.rules.casualties.findings import Finding
from tollbook.readers.rules.casualties.subsets import SENTENCE_END, size
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.reporting import reports_speech
from tollbook.readers.rules.words.syntax import SUBJECTS


def joined(claims: Sequence[Claim]) -> list[Claim]:
    """The claims of one report; single persons who make up a whole are members of it and no claims of their own."""
    parts: dict[str, list[Claim]] = {}
    for claim in claims:
        if claim.part_of is not None:
            parts.setdefault(claim.part_of, []).append(claim)
    members = {c.id: own for c in claims if (own := _members(c, parts))}
    gone = {member.id for own in members.values() for member in own}
    return [_with_members(c, members[c.id]) if c.id in members else c for c in claims if c.id not in gone]


def _members(whole: Claim, parts: Mapping[str, Sequence[Claim]]) -> list[Claim]:
    """The parts inside a whole's words, if each is one person and together they are all; else none.

    A name from context only stays in a claim of its own, which a person confirms; so does a suspect for one victim
    alone.
    """
    inside = [c for c in parts.get(whole.id, ()) if whole.start <= c.start and c.end <= whole.end]
    number = whole.count.best if whole.count is not None else None
    is_each_one = all(c.id not in parts and _is_one(c) and set(c.by) <= set(whole.by) for c in inside)
    names = {name for c in inside if c.people is not None for name in c.people.names}
    are_all = whole.people is not None and set(whole.people.names) <= names
    return inside if len(inside) > 1 and len(inside) == number and is_each_one and are_all else []


def _is_one(claim: Claim) -> bool:
    stated = claim.people is not None and not claim.people.inferred
    return stated and claim.count is not None and claim.count.low == claim.count.best == claim.count.high == 1


def _with_members(whole: Claim, parts: Sequence[Claim]) -> Claim:
    """A whole with its members, in the order of the text, and their names."""
    members = tuple(c.people for c in parts if c.people is not None)
    names = tuple(dict.fromkeys(name for member in members for name in member.names))
    people = whole.people and replace(whole.people, names=names, members=members)
    return replace(whole, people=people)


#: The most sentences between the count and the outcome.
_REACH = 2
_WORDS = re.compile(r"[^\W\d_]+")


def counted_once(claims: Sequence[Claim], text: str) -> list[Claim]:
    """The claims of one report, in text order. If people were shot and all died, they are counted once, as dead."""
    dead = {claim.id: shot for claim in claims if (shot := _before(claim, claims, text)) is not None}
    gone = {shot.id for shot in dead.values()}
    parts = {c.id for c in claims if c.part_of in gone}
    kept = (c for c in claims if c.id not in gone | parts)
    return [
        _with(c, dead[c.id], [p for p in claims if p.part_of == dead[c.id].id]) if c.id in dead else c for c in kept
    ]


def without_found(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings of one sentence, without missing people who were found: "two missing boys were found alive"."""
    return tuple(f for f in findings if f.kind != "missing" or not _is_found(f))


def _is_found(finding: Finding) -> bool:
    found = (t.head for t in finding.anchor.sent if t.lower_ in lexicon.grammar().casualty.alive)
    are = (verb for verb in found if not any(t.tag_ == "MD" or t.dep_ == "neg" for t in verb.lefts))
    subjects = (t for verb in are for t in verb.lefts if t.dep_ in SUBJECTS)
    return any(t == finding.anchor or t.is_ancestor(finding.anchor) for t in subjects)


def _before(claim: Claim, claims: Sequence[Claim], text: str) -> Claim | None:
    """The earlier claim of people shot who all died according to a later claim."""
    words = _WORDS.findall(claim.people.text.lower()) if claim.people is not None else []
    if claim.kind != "killed" or words[:1] == [] or words[0] not in lexicon.grammar().people.everybody:
        return None
    before = [c for c in claims if c.kind == "injured" and c.end <= claim.start and c.scope == "incident"]
    last = max(before, key=lambda c: c.start, default=None)
    if last is None or last.people is None or size(last) != size(claim):
        return None
    near = len(SENTENCE_END.findall(text[last.end : claim.start])) <= _REACH
    shot = lexicon.grammar().subset.shot & set(_WORDS.findall(last.quote.lower()))
    return last if near and shot and not (claim.people and claim.people.names) else None


def _with(claim: Claim, shot: Claim, parts: Sequence[Claim]) -> Claim:
    """The claim of the dead, with the names and the perpetrators of the claim of those shot."""
    people = claim.people and shot.people and replace(shot.people, text=claim.people.text)
    if people is not None and not people.members:
        people = replace(people, members=tuple(p.people for p in parts if p.people is not None))
    return replace(claim, people=people, by=claim.by or shot.by)


#: Dependency labels of a noun for somebody whose death was reported before. The parser takes it for a subject too: "was
#: shot on Monday, the third journalist killed this year, the union said".
_BESIDE = frozenset({"appos", "attr", "npadvmod", "dep"})


def without_repeated(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings of one sentence, without people mentioned before: "the third person killed"."""
    return tuple(f for f in findings if not _is_repeated(f, findings))


def _is_repeated(finding: Finding, findings: Sequence[Finding]) -> bool:
    noun = finding.anchor.head
    is_ordinal = any(t.ent_type_ == "ORDINAL" for t in noun.lefts)
    is_beside = noun.dep_ in _BESIDE or (noun.dep_ in SUBJECTS and reports_speech(noun.head))
    if finding.anchor.dep_ not in {"acl", "relcl"} or not (is_beside and is_ordinal):
        return False
    one = (f for f in findings if f.kind == finding.kind and f.end <= finding.start)
    return any(f.count.best == finding.count.best == 1 for f in one)
