"""Episodes of many reports, joined into incidents. A pure function: the order of the reports does not matter.

What a report tells (:func:`told`) does not depend on any other report; whether two episodes are linked depends on these
two alone; and how a component of linked episodes falls into incidents (:func:`grouped`) depends on it alone. So one new
report can be linked by looking at its neighbourhood, and :func:`link`, which looks at all at once, gives the same.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import msgspec

from tollbook.linking import blocking
from tollbook.linking.clustering import Pair, bond_between, clusters, components
from tollbook.linking.constraints import NONE, Constraints, constraints_from
from tollbook.linking.event_mentions import (
    EventMention,
    days_conflict,
    finest_place,
    is_total,
    narrowed,
    part,
    places_conflict,
    surest_day,
    with_main,
)
from tollbook.linking.salience import stands
from tollbook.linking.scoring import DOUBT, THRESHOLD, MentionProfile, profile, weigh
from tollbook.linking.similarity import commonest
from tollbook.linking.text_similarity import words
from tollbook.model import Claim, IncidentKind, Reading, Record, Report, When
from tollbook.record import Group, Linked, ReportLink, Ruling


class Told(Record, frozen=True, kw_only=True):
    """What one report tells: its episodes and what each is compared by, claims of tolls, and claims of neither."""

    report: str
    episodes: tuple[EventMention, ...] = ()
    profiles: tuple[MentionProfile, ...] = ()
    tolls: tuple[Claim, ...] = ()
    loose: tuple[Claim, ...] = ()


def link(
    readings: Sequence[Reading],
    reports: Mapping[str, Report],
    *,
    separate: bool | frozenset[str] = False,
    rulings: Sequence[Ruling] = (),
) -> Linked:
    """Incidents of all readings. ``separate`` keeps every report by itself, or those reports whose ids it holds.

    ``rulings`` are what people ruled of two claims, oldest first.
    """
    ruled = constraints_from(rulings)
    every = [told(reading, reports.get(reading.report), ruled) for reading in readings]
    alone = {t.report for t in every} if separate is True else (separate or frozenset())
    episodes = {e.id: e for t in every for e in t.episodes}
    profiles = {p.id: p for t in every for p in t.profiles}
    asked = [(p, blocking.keys(p, ruled, alone=p.report in alone)) for p in profiles.values()]
    compared = ((pair, edge(profiles[pair[0]], profiles[pair[1]], ruled)) for pair in blocking.pairs(asked))
    edges = {pair: found for pair, found in compared if found is not None}
    sets = {name: ruled.sets(p.claims) for name, p in profiles.items()}
    groups: list[Group] = []
    parted = components(profiles, (pair for pair, found in edges.items() if found.linked))
    home = {name: number for number, component in enumerate(parted) for name in component}
    weights: dict[int, dict[Pair, float]] = defaultdict(dict)
    for pair, found in edges.items():
        if home[pair[0]] == home[pair[1]]:
            weights[home[pair[0]]][pair] = found.weight
    for number, component in enumerate(parted):
        of = {name: profiles[name].report for name in component}
        for cluster in clusters(of, weights.get(number, {}), sets, ruled):
            groups += grouped([episodes[e] for e in cluster], ruled)
    return Linked(
        groups=tuple(sorted(groups, key=lambda g: g.id)),
        tolls=tuple(_by_id(c for t in every for c in t.tolls)),
        unlinked=tuple(_by_id(c for t in every for c in t.loose)),
    )


class MentionEdge(NamedTuple):
    """How much speaks for two episodes being one incident, and whether they may be."""

    weight: float
    linked: bool


def edge(one: MentionProfile, other: MentionProfile, ruled: Constraints = NONE) -> MentionEdge | None:
    """The edge between two neighbours: the evidence links them, or a person's word does; None for no edge at all.

    What lies within :data:`DOUBT` of the threshold is no link, but is remembered.
    """
    if one.report == other.report:
        return None
    weight, bound = weigh(one, other), bond_between(one, other, ruled)
    return MentionEdge(weight, weight >= THRESHOLD or bound) if bound or weight >= THRESHOLD - DOUBT else None


def told(reading: Reading, report: Report | None, ruled: Constraints = NONE) -> Told:
    """What one report tells. A total that a person called the same as another claim is of an incident."""
    tolls = [c for c in reading.claims if is_total(c) and ruled.home.get(c.id) not in ruled.same]
    taken = {c.id for c in tolls}
    every, loose = part([c for c in reading.claims if c.id not in taken], ruled)
    episodes = with_main([e for e in every if _stands(e, len(every), report, ruled)])
    standing = {e.id for e in episodes}
    loose += [c for e in every if e.id not in standing for c in e.claims]
    if not every and report is not None and report.title:
        episodes = [EventMention(report=report.id, claims=(), main=True)]
    whole = len(every or episodes) == 1
    named = [m.text for m in reading.places] + [s.name for c in reading.claims for s in c.speakers if s.name]
    known = words(" ".join([*named, (report.outlet or "") if report else ""]))
    return Told(
        report=reading.report,
        episodes=tuple(episodes),
        profiles=tuple(profile(e, report, whole=whole, known=known) for e in episodes),
        tolls=tuple(tolls),
        loose=tuple(loose),
    )


def _stands(episode: EventMention, told: int, report: Report | None, ruled: Constraints) -> bool:
    """Whether an episode is an incident; one of whose claims a person ruled is."""
    published = report.published if report is not None else None
    return bool(ruled.sets(c.id for c in episode.claims)) or stands(episode, told, published)


def grouped(members: Iterable[EventMention], ruled: Constraints = NONE) -> list[Group]:
    """The incident of one cluster of episodes; several where a person keeps some of its claims apart.

    None where nobody claims anything: headlines alone make no incident.
    """
    ordered = sorted(members, key=lambda e: e.id)
    told, headlines = [e for e in ordered if e.claims], [e for e in ordered if not e.claims]
    if not told:
        return []
    *leaving, rest = _parted(told, ruled)
    return [_group(part, ruled) for part in (*leaving, [*rest, *headlines])]


def _parted(members: list[EventMention], ruled: Constraints) -> Iterator[list[EventMention]]:
    """The members, and beside them any claims a person keeps apart from others that only came along.

    Two reports can be joined by what a person called the same while others of their claims are kept apart; the set
    with the fewer claims here then leaves.
    """
    held = [c.id for e in members for c in e.claims]
    sizes = {name: sum(ruled.home.get(c) == name for c in held) for name in ruled.sets(held)}
    by_size = sorted(sizes, key=lambda name: (sizes[name], name))
    leaving = next((a for a in by_size if any((a, b) in ruled.apart for b in by_size)), None)
    if leaving is None:
        yield members
        return
    gone = frozenset(c for c in held if ruled.home.get(c) == leaving)
    yield [m for e in members if (m := narrowed(e, frozenset(held) - gone)) is not None]
    yield from _parted([m for e in members if (m := narrowed(e, gone)) is not None], ruled)


def _by_id(claims: Iterable[Claim]) -> list[Claim]:
    return sorted(claims, key=lambda c: c.id)


def _group(episodes: list[EventMention], ruled: Constraints) -> Group:
    claims = [c for e in episodes for c in e.claims]
    when = _settled(surest_day(e.when for e in episodes), episodes)
    place = finest_place(e.place for e in episodes)
    return Group(
        id=min(c.id for c in claims),
        kind=_kind(claims),
        when=when,
        place=place,
        claims=tuple(_resolved(c, when) for c in sorted(claims, key=lambda c: (c.report, c.start, c.id))),
        reports=_links(episodes),
        questions=(*_questions(episodes), *_overruled(claims, ruled)),
    )


def _settled(when: When | None, episodes: list[EventMention]) -> When | None:
    """The day of the incident; of several reports, the surest day any of them gives."""
    if when is not None and when.start is None and when.end is None:
        published = [e.when.end for e in episodes if e.when is not None and e.when.end is not None]
        return msgspec.structs.replace(when, end=min(published)) if published else when
    return when


def _kind(claims: Sequence[Claim]) -> IncidentKind:
    """The kind most claims tell of, in the order of reports and texts."""
    told = sorted(claims, key=lambda c: (c.report, c.start, c.id))
    return commonest([c.event.kind for c in told if c.event is not None]) or "attack"


def _links(episodes: list[EventMention]) -> tuple[ReportLink, ...]:
    by_report: dict[str, list[EventMention]] = defaultdict(list)
    for episode in episodes:
        by_report[episode.report].append(episode)
    return tuple(
        ReportLink(id=report, main=any(e.main for e in told), claims=sum(len(e.claims) for e in told))
        for report, told in sorted(by_report.items())
    )


def _resolved(claim: Claim, when: When | None) -> Claim:
    """A claim whose day its own report could not give takes the incident's, marked as linked."""
    if claim.when is None or claim.when.start is not None or when is None or when.start is None:
        return claim
    linked = When(start=when.start, end=when.end, precision=when.precision, basis="linked", text=claim.when.text)
    return msgspec.structs.replace(claim, when=linked)


def _questions(episodes: list[EventMention]) -> Iterator[str]:
    for a, b in combinations(episodes, 2):
        if days_conflict(a.when, b.when):
            yield f"The reports {a.report} and {b.report} give different days; see which is meant."
        if places_conflict(a.place, b.place):
            yield f"The reports {a.report} and {b.report} give different places; see which is meant."


def _overruled(claims: Sequence[Claim], ruled: Constraints) -> Iterator[str]:
    """A sentence for each decision on these claims that a later one contradicts."""
    held = {c.id for c in claims}
    for older, newer in ruled.overruled:
        if older.one in held or older.other in held:
            said = "the same incident" if older.same else "not the same incident"
            yield (
                f"Decision {older.decision} ({said}) contradicts the later decision {newer.decision}, which holds; "
                "take one of them back."
            )
