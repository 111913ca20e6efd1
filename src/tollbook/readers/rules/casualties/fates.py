"""What became of people whom a report counts as shot: "pleaded guilty to shooting Ana and Ivo Brod. Both died"."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from tollbook.model import Claim
from tollbook.readers.rules import lexicon
from tollbook.readers.rules.casualties.findings import Finding
from tollbook.readers.rules.casualties.semantic_roles import SUBJECTS
from tollbook.readers.rules.casualties.subsets import SENTENCE_END, size

#: How many sentences after the count may say what became of them.
_REACH = 2
_WORDS = re.compile(r"[^\W\d_]+")


def counted_once(claims: Sequence[Claim], text: str) -> list[Claim]:
    """The claims of one report, in text order; those who were shot and of whom all died are counted once, as dead."""
    dead = {claim.id: shot for claim in claims if (shot := _before(claim, claims, text)) is not None}
    gone = {shot.id for shot in dead.values()}
    parts = {c.id for c in claims if c.part_of in gone}
    kept = (c for c in claims if c.id not in gone | parts)
    return [
        _with(c, dead[c.id], [p for p in claims if p.part_of == dead[c.id].id]) if c.id in dead else c for c in kept
    ]


def without_found(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings of one sentence, without those who are missing no more: "two missing boys were found alive"."""
    return tuple(f for f in findings if f.kind != "missing" or not _is_found(f))


def _is_found(finding: Finding) -> bool:
    found = (t.head for t in finding.anchor.sent if t.lower_ in lexicon.grammar().casualty.alive)
    are = (verb for verb in found if not any(t.tag_ == "MD" or t.dep_ == "neg" for t in verb.lefts))
    subjects = (t for verb in are for t in verb.lefts if t.dep_ in SUBJECTS)
    return any(t == finding.anchor or t.is_ancestor(finding.anchor) for t in subjects)


def _before(claim: Claim, claims: Sequence[Claim], text: str) -> Claim | None:
    """The claim of those shot of whom a later one says that all died."""
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
    """The claim of the dead, with the names and whoever shot them."""
    people = claim.people and shot.people and replace(shot.people, text=claim.people.text)
    if people is not None and not people.members:
        people = replace(people, members=tuple(p.people for p in parts if p.people is not None))
    return replace(claim, people=people, by=claim.by or shot.by)
