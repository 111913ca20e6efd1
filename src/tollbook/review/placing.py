"""Places many claims at once: into existing incidents, into new ones, or into none.

Each claim has a word: the id of an incident, a word of the person's own for a new incident, or one of ``OUTSIDE``.
All claims with one word go together. The placing becomes a few decisions, which are undone together.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from tollbook import linking
from tollbook.decisions import carry_forward, verdicts
from tollbook.decisions.decision import Decision, Proposal
from tollbook.errors import Refused
from tollbook.incidents import cache
from tollbook.incidents.last_state import for_decisions
from tollbook.incidents.preview import Preview, preview
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.review import composing, conflicts
from tollbook.review.composing import Plan
from tollbook.store import Store

#: Words for claims that are in no incident: the reader was wrong, background, a running total.
NO_CLAIM, BACKGROUND, TOTAL = "no claim", "background", "total"
OUTSIDE = (NO_CLAIM, BACKGROUND, TOTAL)
#: The pattern of words that are ids of incidents.
_ID = re.compile(r"[0-9a-f]{6,16}")


class Placing(Record, frozen=True, kw_only=True):
    """A requested placing: corrections of claims as one decision, claims to add with their word, and other words."""

    corrections: Proposal | None = None
    additions: tuple[tuple[Proposal, str], ...] = ()
    words: Mapping[str, str] = msgspec.field(default_factory=dict)


class PlacingPlan(Record, frozen=True, kw_only=True):
    """The decisions for a placing, in the order in which they are written, and their preview."""

    proposals: tuple[Proposal, ...]
    preview: Preview


def plan(store: Store, placing: Placing, *, who: str, why: str) -> PlacingPlan:
    """The decisions for a placing of many claims, with their preview; nothing is written.

    The derived rows must be up to date. Raises NoSuchRecord, Refused.
    """
    verdicts.require_claims(store, placing.words, headlines=False)
    named = {*placing.words.values(), *(word for _, word in placing.additions)}
    ids = _named_incidents(store, named - set(OUTSIDE))
    plain = [each for each in (placing.corrections, *_outside(placing.words)) if each is not None]
    if not plain and not placing.additions and not placing.words:
        raise Refused(message("This changes nothing."))
    labels = {claim: ids.get(word, word) for claim, word in placing.words.items() if word not in OUTSIDE}
    joined = {ids[word] for _, word in placing.additions if word in ids}
    # The incidents as the person saw them: after the corrections linking may give others.
    groups = _groups(store, labels, placing.words, joined)
    proposals = [msgspec.structs.replace(each, why=why) for each in plain]
    filed: list[str] = []
    for addition, word in placing.additions:
        proposals.append(msgspec.structs.replace(addition, why=why))
        if word:
            change = verdicts.checked(store, proposals[-1], who=who) or {}
            filed.append(str(change["id"]))
            groups.setdefault(ids.get(word, word), []).append(filed[-1])
    decided = [_as_decided(store, each, n, who=who) for n, each in enumerate(proposals)]
    grouped = _kept_apart(store, groups, min(labels, default=next(iter(filed), "")), decided) if groups else None
    if grouped is None:
        if not proposals:
            raise Refused(message("This changes nothing."))
        return PlacingPlan(proposals=tuple(proposals), preview=preview(store, *decided))
    grouping = msgspec.structs.replace(grouped.proposal, why=why)
    return PlacingPlan(proposals=(*proposals, grouping), preview=grouped.preview)


def write(store: Store, placing: Placing, *, who: str, why: str, seen: int | None = None) -> Decision:
    """Write the decisions for a placing; returns the first decision, which undoes all if undone.

    Raises NoSuchRecord, Refused, BeingLinked, and EditConflict if someone else decided on one of the claims after the
    log entry ``seen``; nothing is written then.
    """
    planned = plan(for_decisions(store), placing, who=who, why=why)
    with conflicts.ONE_AT_A_TIME:
        for each in planned.proposals:
            conflicts.refuse_if_newer(store, msgspec.structs.replace(each, seen=seen), who=who)
        first, *rest = planned.proposals
        made = verdicts.decide(store, first, who=who)
        parts = [verdicts.decide(store, msgspec.structs.replace(each, part_of=made.id), who=who) for each in rest]
    for decision in (made, *parts):
        carry_forward.carry_one(store, decision)
    return made


def _as_decided(store: Store, proposal: Proposal, n: int, *, who: str) -> Decision:
    """A proposal as the decision it would be. Raises NoSuchRecord, Refused."""
    change = verdicts.checked(store, proposal, who=who)
    known = {"id": f"preview-{n}", "who": who, "at": "", "change": change}
    return msgspec.convert(proposal.to_dict() | known, Decision)


def _named_incidents(store: Store, words: Iterable[str]) -> dict[str, str]:
    """The ids of incidents among words. Raises NoSuchRecord for a word that looks like an id but is not one."""
    return {word: cache.incident(store, word).id for word in words if _ID.fullmatch(word)}


def _outside(wanted: Mapping[str, str]) -> list[Proposal]:
    """The decisions that put claims into no incident: one for each rejected claim, one for each mark."""
    by_word: dict[str, list[str]] = defaultdict(list)
    for claim, word in sorted(wanted.items()):
        by_word[word].append(claim)
    rejected = [Proposal(verdict="reject", subject=claim, why="") for claim in by_word[NO_CLAIM]]
    marked = [
        Proposal(verdict=word, subject=claims[0], why="", change={"claims": claims, "apart": []})
        for word in (BACKGROUND, TOTAL)
        if (claims := by_word[word])
    ]
    return [*rejected, *marked]


def _groups(
    store: Store, labels: Mapping[str, str], words: Mapping[str, str], joined: Iterable[str]
) -> dict[str, list[str]]:
    """The claims of each changed incident as it will be: incidents that claims join or leave, and new ones."""
    before = {group.id: group for group in (composing.groups_of(store, labels) if labels else ())}
    before |= {word: cache.group(store, word) for word in {*labels.values(), *joined} if _ID.fullmatch(word)}
    made = {name: [c for c in linking.members(group) if c not in words] for name, group in before.items()}
    for claim, word in labels.items():
        made.setdefault(word, []).append(claim)
    return {name: sorted(claims) for name, claims in made.items() if claims}


def _kept_apart(
    store: Store, groups: Mapping[str, Sequence[str]], subject: str, decided: Sequence[Decision]
) -> Plan | None:
    """The decision that makes these groups incidents, after others; None for one claim that already is an incident.

    ``subject`` is the first claim that is moved, else the first that is added.
    """
    placed = sorted(claim for group in groups.values() for claim in group)
    change = {"groups": [list(group) for group in groups.values()]}
    proposal = Proposal(verdict="move", subject=subject, why="", change=change)
    try:
        return composing.kept_apart(store, proposal, decided)
    except Refused:
        if len(placed) > 1:
            raise
        return None
