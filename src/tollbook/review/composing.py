"""Splits, merges and moves incidents: a request of a person becomes one decision, with a preview.

A request names incidents; the decision names their claims. So the decision stays valid if the ids of the incidents
change, and it does not affect claims that are read later. The groups of a move, a split or a merge are complete
incidents: if linking would join another incident with one of them, the decision keeps it apart. After a mark, linking
places the marked claims.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from tollbook import linking
from tollbook.decisions import composition, corrections, verdicts
from tollbook.decisions.composition import APART, GROUPING, MARKS, Mark
from tollbook.decisions.decision import Decision, Proposal, group_by_subject
from tollbook.errors import NoSuchRecord, Refused
from tollbook.incidents import cache, membership
from tollbook.incidents.preview import Preview, preview
from tollbook.linking import MentionProfile
from tollbook.locale.messages import message
from tollbook.model import Claim, Record
from tollbook.record import Group
from tollbook.store import Store, blocking_rows
from tollbook.store.incident_rows import unpack_small

Divider = Literal["day", "place", "episode"]
#: The most rounds in which other incidents that linking would join are kept apart; each round has fewer.
_ROUNDS = 4
_ONE_PART = {
    "day": message("The claims of this incident give one day at most; choose claims and move them instead."),
    "place": message("The claims of this incident give one place at most; choose claims and move them instead."),
    "episode": message("Linking sees no parts in this incident; choose claims and move them instead."),
}


class Operation(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An operation that a person requests on an incident.

    ``claims`` are the chosen claims, ``reports`` the reports of which every claim in the incident is chosen. A *move*
    goes ``into`` another incident, or a new one; a *merge* takes all of the incident ``into`` another. A *split* is
    ``by`` day, place or episode. A mark is for the chosen claims.
    """

    do: Literal["move", "split", "merge"] | Mark
    claims: tuple[str, ...] = ()
    reports: tuple[str, ...] = ()
    into: str | None = None
    by: Divider | None = None


class Plan(Record, frozen=True, kw_only=True):
    """The decision for an operation, not yet written, and the changes that it would make."""

    proposal: Proposal
    preview: Preview


def plan(store: Store, incident: str, operation: Operation) -> Plan:
    """The decision for an operation on an incident, with its preview. The derived rows must be up to date.

    Raises NoSuchRecord, and Refused for an operation that changes nothing or contradicts itself.
    """
    found = kept_apart(store, _proposal(store, incident, operation))
    if not found.preview.before and not found.preview.after:
        raise Refused(message("This changes nothing."))
    return found


def kept_apart(store: Store, proposal: Proposal, after: Sequence[Decision] = ()) -> Plan:
    """A proposed decision on incidents, completed so that linking joins no other incident with its groups.

    The preview shows it together with the decisions that are to be written before it, ``after``. The derived rows must
    be up to date. Raises Refused for a decision that contradicts itself.
    """
    found = _preview(store, proposal, after)
    for _ in range(_ROUNDS):
        joined = _joined(proposal, found) if proposal.verdict in GROUPING else set()
        if not joined:
            break
        apart = sorted({*joined, *composition.grouping(proposal.change).apart})
        proposal = msgspec.structs.replace(proposal, change={**(proposal.change or {}), "apart": apart})
        found = _preview(store, proposal, after)
    composition.check(proposal.verdict, proposal.subject, proposal.change)
    return Plan(proposal=proposal, preview=found)


def _joined(proposal: Proposal, found: Preview) -> set[str]:
    """The claims outside all groups that linking would put with one of the groups."""
    placed = set(composition.places(proposal.verdict, proposal.subject, proposal.change))
    return {c for outline in found.after if not placed.isdisjoint(outline.claims) for c in outline.claims} - placed


def _proposal(store: Store, incident: str, operation: Operation) -> Proposal:
    group = _group(store, incident)
    if operation.do == "split":
        return _split(store, group, operation.by)
    if operation.do == "merge":
        return _merge(group, _group(store, operation.into or ""))
    chosen = _chosen(group, operation)
    verdicts.require_claims(store, chosen, headlines=False)
    if operation.do in MARKS:
        return _mark(store, group, operation.do, chosen)
    return _move(store, group, chosen, operation.into)


def completed(store: Store, proposal: Proposal) -> Proposal:
    """A mark that keeps claims apart from their incident, with the rest of the incident added if missing.

    The derived rows must be up to date.
    """
    if proposal.verdict not in APART or (proposal.change or {}).get("apart"):
        return proposal
    chosen = tuple((proposal.change or {}).get("claims") or (proposal.subject,))
    group = next(iter(groups_of(store, chosen)), None)
    if group is None:
        raise Refused(message("This claim is in no incident, so it cannot be kept apart from one."))
    rest = sorted(set(linking.members(group)) - set(chosen))
    return msgspec.structs.replace(proposal, change={"claims": list(chosen), "apart": rest})


def _preview(store: Store, proposal: Proposal, after: Sequence[Decision]) -> Preview:
    """The preview of a proposed decision and of those before it; nothing is written."""
    about = {"id": "preview", "who": "preview", "why": "preview", "at": ""}
    return preview(store, *after, msgspec.convert(proposal.to_dict() | about, Decision))


def _group(store: Store, incident: str) -> Group:
    if not incident:
        raise Refused(message("Name the other incident."))
    name = cache.incident(store, incident).id
    return cache.group(store, name)


def whole(store: Store, claims: Sequence[str]) -> tuple[str, ...]:
    """All claims and headlines of the incident that the first of some claims is in; the claims, if it is in none."""
    group = next(iter(groups_of(store, claims[:1])), None) if claims else None
    return tuple(claims) if group is None else linking.members(group)


def groups_of(store: Store, claims: Iterable[str]) -> tuple[Group, ...]:
    """The incidents that some claims or headlines are in."""
    wanted = set(claims)
    reports = set(store.reports_of(wanted)) | {c.report for c in store.claims_of(wanted).values()}
    reports |= {d.subject for d in verdicts.in_force(store) if (d.change or {}).get("id") in wanted}
    groups = membership.groups_of_reports(store, reports)
    return tuple(group for group in groups if not wanted.isdisjoint(linking.members(group)))


def _chosen(group: Group, operation: Operation) -> tuple[str, ...]:
    """The chosen claims, and every claim of the chosen reports in the incident."""
    of_report = {c.id: c.report for c in group.claims}
    whole = [name for name in linking.members(group) if of_report.get(name, name) in operation.reports]
    absent = set(operation.reports) - {link.id for link in group.reports}
    if absent:
        raise NoSuchRecord(message("Report {id} is not in this incident.", id=min(absent)))
    chosen = tuple(sorted({*operation.claims, *whole}))
    if not chosen:
        raise Refused(message("Choose the claims or reports first."))
    return chosen


def _move(store: Store, group: Group, chosen: tuple[str, ...], into: str | None) -> Proposal:
    """Moves chosen claims into another incident, or into a new one; the other claims stay."""
    target = _group(store, into) if into else None
    held = set(linking.members(target)) if target is not None else set()
    if set(chosen) <= held:
        raise Refused(message("These claims are in that incident already; there is nothing to move."))
    sources = [each for each in groups_of(store, chosen) if target is None or each.id != target.id]
    left = [tuple(sorted(set(linking.members(each)) - set(chosen))) for each in sources]
    left = [rest for rest in left if rest]
    moved = tuple(sorted(held | set(chosen)))
    if not left and target is None and len(sources) == 1:
        raise Refused(message("These are all claims of the incident, so it would stay as it is."))
    if not left and len(moved) < 2:
        raise Refused(message("This claim is in no incident. Move it into one, or choose more claims."))
    return Proposal(verdict="move", subject=chosen[0], why="", change={"groups": [moved, *left]})


def _split(store: Store, group: Group, by: Divider | None) -> Proposal:
    if by is None:
        raise Refused(message("Say by what to split: by day, by place or by episode."))
    parts = parts_of(store, group)[by]
    if len(parts) < 2:
        raise Refused(_ONE_PART[by])
    return Proposal(verdict="split", subject=min(parts[0]), why="", change={"groups": [list(part) for part in parts]})


def _merge(group: Group, other: Group) -> Proposal:
    if group.id == other.id:
        raise Refused(message("An incident cannot be merged with itself; name another one."))
    every = sorted({*linking.members(group), *linking.members(other)})
    return Proposal(verdict="merge", subject=group.id, why="", change={"groups": [every]})


def _mark(store: Store, group: Group, mark: str, chosen: tuple[str, ...]) -> Proposal:
    if mark == "total":
        claims = [each for name, each in _claims(store, group).items() if name in chosen]
        without = next((claim for claim in claims if claim.count is None), None)
        if without is not None or len(claims) < len(chosen):
            quote = without.quote if without is not None else ""
            raise Refused(message("“{quote}” counts nobody, so it is no total.", quote=quote))
    rest = sorted(set(linking.members(group)) - set(chosen)) if mark in APART else []
    return Proposal(verdict=mark, subject=chosen[0], why="", change={"claims": list(chosen), "apart": rest})


def _claims(store: Store, group: Group) -> Mapping[str, Claim]:
    """The claims of an incident, and every other claim of its reports, as decided."""
    by_subject = group_by_subject(verdicts.in_force(store))
    readings = store.reading_of(link.id for link in group.reports).values()
    return {c.id: c for each in readings for c in corrections.apply(each.reading, by_subject).claims}


def parts_of(store: Store, group: Group) -> Mapping[Divider, linking.Parts]:
    """The parts of an incident by each way to split it."""
    reports = store.reports_of(link.id for link in group.reports)
    with store.derived_rows() as rows:
        mentions = blocking_rows.mentions_of(rows, group.id)
        packed = blocking_rows.profiles(rows, [mention.number for mention in mentions])
    profiles = [unpack_small(each, MentionProfile) for _, each in sorted(packed.items())]
    return {
        "day": linking.by_day(group, reports),
        "place": linking.by_place(group),
        "episode": linking.by_episode(group, profiles),
    }
