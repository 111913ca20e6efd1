"""Links event mentions of many reports into incidents. A pure function: the order of the reports does not matter.

The mentions of a report (:func:`report_mentions`) depend on no other report, the edge between two mentions on these
two alone, and the incidents of a connected component (:func:`cluster_groups`) on that component alone. So one new
report can be linked with its candidates alone; :func:`link`, which compares all reports, gives the same.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

import msgspec

from tollbook.linking import blocking
from tollbook.linking.best_values import best_day, best_place
from tollbook.linking.clustering import Pair, clusters, components, must_link
from tollbook.linking.constraints import NONE, Constraints, constraints_from
from tollbook.linking.event_mentions import (
    EventMention,
    mark_main,
    mention_of,
    split_into_mentions,
    with_statements,
    without_claims,
)
from tollbook.linking.exclusion import are_rows_of_two_days, asks_a_person, excluded
from tollbook.linking.profiles import MentionProfile, most_dead, profile
from tollbook.linking.salience import recorded
from tollbook.linking.scoring import DOUBT, THRESHOLD, weigh
from tollbook.linking.settings import ClusterMember, event_days, gives_day
from tollbook.linking.similarity import main_kind
from tollbook.linking.text_similarity import lower_words
from tollbook.linking.totals import totals_in
from tollbook.locale.messages import message
from tollbook.mentions import Reading
from tollbook.model import Claim, IncidentKind, Record, Report, When
from tollbook.record import Group, Linked, ReportLink, Ruling

#: The most weight of a pair that only a person can link: right below the threshold, where the queue asks first.
_ASKED = THRESHOLD - 0.01


class ReportMentions(Record, frozen=True, kw_only=True):
    """One report for linking: its event mentions with their profiles, and the claims outside of them.

    ``tolls`` are claims of totals, ``unlinked`` claims of no incident.
    """

    report: str
    mentions: tuple[EventMention, ...] = ()
    profiles: tuple[MentionProfile, ...] = ()
    tolls: tuple[Claim, ...] = ()
    unlinked: tuple[Claim, ...] = ()


def link(
    readings: Sequence[Reading],
    reports: Mapping[str, Report],
    *,
    separate: bool | frozenset[str] = False,
    rulings: Sequence[Ruling] = (),
) -> Linked:
    """Incidents of all readings.

    ``separate`` links no report to any other, or none of those whose ids it holds. ``rulings`` are people's decisions
    on claims, oldest first.
    """
    constraints = constraints_from(rulings)
    every = [report_mentions(reading, reports.get(reading.report), constraints) for reading in readings]
    alone = {r.report for r in every} if separate is True else (separate or frozenset())
    mentions = {m.id: m for r in every for m in r.mentions}
    profiles = {p.id: p for r in every for p in r.profiles}
    edges = _edges(profiles, alone, constraints)
    groups: list[Group] = []
    connected = components(profiles, (pair for pair, each in edges.items() if each.linked))
    component_of = {name: number for number, component in enumerate(connected) for name in component}
    weights: dict[int, dict[Pair, float]] = defaultdict(dict)
    for pair, each in edges.items():
        if component_of[pair[0]] == component_of[pair[1]]:
            weights[component_of[pair[0]]][pair] = each.weight
    for number, component in enumerate(connected):
        members = {name: cluster_member(profiles[name], constraints) for name in component}
        for cluster in clusters(members, weights.get(number, {}), constraints):
            groups += cluster_groups([mentions[name] for name in cluster], constraints)
    return Linked(
        groups=tuple(sorted(groups, key=lambda g: g.id)),
        tolls=tuple(_by_id(c for r in every for c in r.tolls)),
        unlinked=tuple(_by_id(c for r in every for c in r.unlinked)),
    )


def _edges(
    profiles: Mapping[str, MentionProfile], alone: frozenset[str] | set[str], constraints: Constraints
) -> dict[Pair, "MentionEdge"]:
    """The edges among all candidate pairs."""
    keyed = [(p, blocking.blocking_keys(p, constraints, separate=p.report in alone)) for p in profiles.values()]
    compared = ((pair, edge(profiles[pair[0]], profiles[pair[1]], constraints)) for pair in blocking.pairs(keyed))
    return {pair: each for pair, each in compared if each is not None}


class MentionEdge(NamedTuple):
    """The weight of the evidence that two mentions are of one incident, and whether they are linked."""

    weight: float
    linked: bool


def edge(one: MentionProfile, other: MentionProfile, constraints: Constraints = NONE) -> MentionEdge | None:
    """The edge of a candidate pair, linked by the evidence or by a decision; None if there is none.

    A pair within :data:`DOUBT` below the threshold is not linked, but its edge is kept.
    """
    if one.report == other.report:
        return None
    decided = must_link(one, other, constraints)
    weight = weigh(one, other)
    if not decided and (are_rows_of_two_days(one, other) or excluded(one, other, weight)):
        return None
    if not decided and asks_a_person(one, other):
        weight = min(weight, _ASKED)
    return MentionEdge(weight, weight >= THRESHOLD or decided) if decided or weight >= THRESHOLD - DOUBT else None


def cluster_member(profile: MentionProfile, constraints: Constraints = NONE) -> ClusterMember:
    """The features of a mention that clustering compares."""
    days = event_days(profile.when, profile.published)
    return ClusterMember(
        report=profile.report,
        days=days,
        place=profile.place,
        sets=constraints.sets_of(profile.claims),
        given=gives_day(profile.when),
        dead=most_dead(profile),
        published=profile.published,
        names=profile.names,
        persons=profile.persons,
    )


def report_mentions(reading: Reading, report: Report | None, constraints: Constraints = NONE) -> ReportMentions:
    """The event mentions of one report. A total that a person linked to another claim belongs to an incident."""
    claims = [c for c in reading.claims if c.id not in constraints.aside]
    tolls = [c for c in totals_in(claims) if constraints.set_of.get(c.id) not in constraints.must_link]
    total_ids = {c.id for c in tolls}
    every, unlinked = split_into_mentions([c for c in claims if c.id not in total_ids], constraints)
    mentions = mark_main(recorded(every, report.published if report is not None else None, constraints))
    chosen = {m.id for m in mentions}
    unlinked += [c for m in every if m.id not in chosen for c in m.claims]
    mentions, unlinked = with_statements(mentions, unlinked, constraints)
    unlinked += [c for c in reading.claims if c.id in constraints.aside]
    has_headline = (
        report is not None and report.title and not constraints.aside & {report.id, *(c.id for c in unlinked)}
    )
    if not every and report is not None and has_headline:
        mentions = [EventMention(report=report.id, claims=(), main=True)]
    whole = len(every or mentions) == 1
    names = [p.text for p in reading.places] + [
        name for c in reading.claims for s in c.speakers for name in (s.name, s.as_reported) if name
    ]
    not_persons = lower_words(" ".join([*names, (report.outlet or "") if report else ""]))
    return ReportMentions(
        report=reading.report,
        mentions=tuple(mentions),
        profiles=tuple(profile(m, report, whole=whole, not_persons=not_persons) for m in mentions),
        tolls=tuple(tolls),
        unlinked=tuple(unlinked),
    )


def cluster_groups(members: Iterable[EventMention], constraints: Constraints = NONE) -> list[Group]:
    """The incident of one cluster of mentions; several if decisions separate some of its claims.

    A cluster without claims gives no incident: it consists of headlines alone.
    """
    ordered = sorted(members, key=lambda m: m.id)
    with_claims, headlines = [m for m in ordered if m.claims], [m for m in ordered if not m.claims]
    if not with_claims:
        return []
    *separated, rest = _separated(with_claims, constraints)
    return [_group(part, constraints) for part in (*separated, [*rest, *headlines])]


def _separated(members: list[EventMention], constraints: Constraints) -> Iterator[list[EventMention]]:
    """The members, split where a person separated claims that ended up in one cluster.

    Two reports can be linked by a decision on some of their claims while others of their claims must stay apart. The
    set with fewer claims here then becomes an incident of its own.
    """
    claims = [c.id for m in members for c in m.claims]
    sizes = {name: sum(constraints.set_of.get(c) == name for c in claims) for name in constraints.sets_of(claims)}
    by_size = sorted(sizes, key=lambda name: (sizes[name], name))
    smallest = next((a for a in by_size if any((a, b) in constraints.cannot_link for b in by_size)), None)
    if smallest is None:
        yield members
        return
    leaving = frozenset(c for c in claims if constraints.set_of.get(c) == smallest)
    staying = frozenset(claims) - leaving
    yield [left for m in members if (left := without_claims(m, staying)) is not None]
    yield from _separated([left for m in members if (left := without_claims(m, leaving)) is not None], constraints)


def _by_id(claims: Iterable[Claim]) -> list[Claim]:
    return sorted(claims, key=lambda c: c.id)


def _group(mentions: list[EventMention], constraints: Constraints) -> Group:
    # The order of reports and texts decides between equally good days: ids change with the reader.
    mentions = sorted(mentions, key=lambda m: (m.report, min((c.start for c in m.claims), default=0), m.id))
    claims = [c for m in mentions for c in m.claims]
    when = _with_earliest_end(best_day(m.when for m in mentions), mentions)
    return Group(
        id=min(c.id for c in claims),
        kind=_kind(claims),
        when=when,
        place=best_place(m.place for m in mentions),
        claims=tuple(_with_day(c, when) for c in sorted(claims, key=lambda c: (c.report, c.start, c.id))),
        reports=_links(mentions),
        questions=tuple(_overruled(claims, constraints)),
    )


def restricted(group: Group, reports: Set[str]) -> Group:
    """The group with some of its reports alone; its day, place and kind follow from these."""
    links = [link for link in group.reports if link.id in reports]
    if len(links) == len(group.reports):
        return group
    claims = [_without_linked_day(claim) for claim in group.claims if claim.report in reports]
    if not claims:
        return msgspec.structs.replace(group, claims=(), reports=tuple(links), questions=())
    mentions = [mention_of(own) for link in links if (own := [c for c in claims if c.report == link.id])]
    found = _group(mentions, NONE)
    return msgspec.structs.replace(found, id=group.id, reports=tuple(links))


def _without_linked_day(claim: Claim) -> Claim:
    """The claim as in its own report, without the day of the incident."""
    if claim.when is None or claim.when.basis != "linked":
        return claim
    return msgspec.structs.replace(claim, when=When(text=claim.when.text))


def _with_earliest_end(when: When | None, mentions: list[EventMention]) -> When | None:
    """An unresolved day ends by the earliest end that any mention gives; any other day stays as it is."""
    if when is not None and when.start is None and when.end is None:
        ends = [m.when.end for m in mentions if m.when is not None and m.when.end is not None]
        return msgspec.structs.replace(when, end=min(ends)) if ends else when
    return when


def _kind(claims: Sequence[Claim]) -> IncidentKind:
    """The kind that most claims give, in the order of reports and texts."""
    ordered = sorted(claims, key=lambda c: (c.report, c.start, c.id))
    return main_kind([c.event.kind for c in ordered if c.event is not None]) or "attack"


def _links(mentions: list[EventMention]) -> tuple[ReportLink, ...]:
    by_report: dict[str, list[EventMention]] = defaultdict(list)
    for mention in mentions:
        by_report[mention.report].append(mention)
    return tuple(
        ReportLink(
            id=report,
            main=any(m.main for m in own),
            claims=sum(len(m.claims) for m in own),
            passing=all(m.passing for m in own),
        )
        for report, own in sorted(by_report.items())
    )


def _with_day(claim: Claim, when: When | None) -> Claim:
    """A claim whose day its own report left open takes the day of the incident, with the basis ``linked``."""
    if claim.when is None or claim.when.start is not None or when is None or when.start is None:
        return claim
    linked = When(start=when.start, end=when.end, precision=when.precision, basis="linked", text=claim.when.text)
    return msgspec.structs.replace(claim, when=linked)


def _overruled(claims: Sequence[Claim], constraints: Constraints) -> Iterator[str]:
    """A sentence for each decision on two of these claims that a later one contradicts."""
    ids = {c.id for c in claims}
    for older, newer in constraints.overruled:
        if ids.isdisjoint(older.named):
            continue
        if not older.others:
            yield message(
                "Decision {older} (the same incident) contradicts the later decision {newer}, which holds; take one of "
                "them back.",
                older=older.decision,
                newer=newer.decision,
            )
        else:
            yield message(
                "Decision {older} (not the same incident) contradicts the later decision {newer}, which holds; take "
                "one of them back.",
                older=older.decision,
                newer=newer.decision,
            )
