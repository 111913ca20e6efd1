"""The derived rows of a book, kept up to date: a new report or decision touches its neighbourhood and nothing else.

The rows follow the log. What was read or decided since they were last made says which reports are to be linked again;
these and the components of linked episodes they touch are made anew. The outcome is that of
``derivation.derive``, in whatever order and portions the reports came. Each portion is one transaction, so a process
that is killed leaves rows of an earlier state, and the next one goes on from there.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from tollbook import linking
from tollbook.decisions import verdicts
from tollbook.decisions.verdicts import Decision
from tollbook.incidents import build, cache, editions
from tollbook.incidents.build import Sources
from tollbook.linking import Constraints, EventMention, MentionProfile, ReportMentions
from tollbook.model import Record
from tollbook.record import Group
from tollbook.store import Entry, Store, blocking_rows, incident_rows
from tollbook.store.blocking_rows import Member, Tie
from tollbook.store.incident_rows import Mark, pack, pack_small, unpack, unpack_small

#: Reports of one transaction: enough that the database is not asked for each by itself, few enough to stay small.
_PORTION = 500
_FOLLOWED = ("read", verdicts.DECIDED, verdicts.UNDONE)


class Ruled(NamedTuple):
    """What people decided, in the shapes that linking and reconciling take it."""

    by_subject: Mapping[str, Sequence[Decision]]
    bonds: Constraints
    sources: Sources


class Touched(Record, frozen=True, kw_only=True):
    """The incidents that were made anew, and those that are no more, by id."""

    made: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()


def catch_up(store: Store) -> Touched:
    """Bring the derived rows up to the log; what that touched. Nothing is written where they are up to date."""
    made: set[str] = set()
    gone: set[str] = set()
    while (behind := _behind(store)) is not None:
        with store.derived_rows(write=True) as rows:
            # Somebody else may have caught up while this waited for the writer's lock.
            mark = _fresh(rows)
            part = [entry for entry in behind if entry.seq > mark.upto]
            new, old = _follow(store, rows, part)
            incident_rows.set_mark(rows, Mark(code=mark.code, upto=max([mark.upto, *(entry.seq for entry in part)])))
        made, gone = (made - old) | new, (gone - new) | (old - new)
    return Touched(made=tuple(sorted(made)), gone=tuple(sorted(gone)))


def _behind(store: Store) -> list[Entry] | None:
    """The next entries of the log that the rows do not follow yet; None where they are up to date."""
    with store.derived_rows() as rows:
        mark = incident_rows.mark(rows)
    if mark.code != build.code():
        return store.log(*_FOLLOWED, most=_PORTION)
    return store.log(*_FOLLOWED, since=mark.upto, most=_PORTION) or None


def _fresh(rows: Connection) -> Mark:
    """How far the rows go, after emptying them where other code made them."""
    mark = incident_rows.mark(rows)
    if mark.code != build.code():
        incident_rows.empty(rows)
        mark = Mark(code=build.code())
    return mark


def _follow(store: Store, rows: Connection, entries: Iterable[Entry]) -> tuple[set[str], set[str]]:
    """Link again what some entries of the log bear on; the incidents made and those dropped before."""
    decisions = verdicts.in_force(store)
    ruled = Ruled(
        by_subject=verdicts.by_subject(decisions),
        bonds=linking.constraints_from(verdicts.rulings(decisions)),
        sources=build.sources(decisions, frozenset()),
    )
    reports = _reports_of(store, entries)
    made: set[str] = set()
    old: set[str] = set()
    todo = iter(sorted(reports))
    while part := list(islice(todo, _PORTION)):
        new, gone = _relink(store, rows, part, ruled)
        made, old = (made - gone) | new, old | gone
    return made, old


def _reports_of(store: Store, entries: Iterable[Entry]) -> set[str]:
    """The reports that must be linked again after some entries."""
    reports: set[str] = set()
    claims: set[str] = set()
    every: dict[str, Decision] | None = None
    for entry in entries:
        if entry.action == "read":
            reports.add(entry.subject)
            continue
        if every is None:
            every = {d.id: d for d in map(verdicts.as_decision, store.log(verdicts.DECIDED))}
        decision = every.get(entry.subject if entry.action == verdicts.UNDONE else entry.hash[:16])
        if decision is None or decision.verdict == "settle":
            continue
        named = {decision.subject, decision.other} - {None}
        (reports if decision.verdict in verdicts.OF_REPORTS | {"add"} else claims).update(filter(None, named))
    # What was captured again takes the place of its earlier editions.
    reports |= {report.id for report in store.recaptured_with(reports)}
    if claims and every is not None:
        reach = linking.reachable_claims(verdicts.rulings(every.values()), claims)
        added = {(d.change or {}).get("id"): d.subject for d in every.values() if d.verdict == "add"}
        reports |= {claim.report for claim in store.claims_of(reach).values()} | set(store.reports_of(reach))
        reports |= {added[claim] for claim in reach if claim in added}
    return reports


def _relink(store: Store, rows: Connection, names: Collection[str], ruled: Ruled) -> tuple[set[str], set[str]]:
    """Link some reports anew; the incidents made and those dropped before."""
    former = blocking_rows.forget_reports(rows, names)
    fresh, asked = _tell(store, rows, names, ruled)
    _join(rows, fresh, asked, ruled.bonds)
    linked = {n for pair in blocking_rows.linked_to(rows, fresh) for n in pair} | set(fresh)
    table = incident_rows.episodes
    touched = {m.component for m in former} | {
        row.component for row in incident_rows.where_in(rows, select(table.c.component), table.c.number, linked)
    }
    return _regroup(store, rows, blocking_rows.members(rows, touched), former, ruled)


def _tell(
    store: Store, rows: Connection, names: Collection[str], ruled: Ruled
) -> tuple[dict[int, MentionProfile], dict[int, frozenset[int]]]:
    """Write what some reports tell, each by itself; by number, the profiles of their episodes and the keys these ask
    for.
    """
    reports, stored = store.reports_of(names), store.reading_of(names)
    every: list[tuple[ReportMentions, bool]] = [
        (
            linking.report_mentions(verdicts.apply(each.reading, ruled.by_subject), reports.get(name), ruled.bonds),
            each.separate,
        )
        for name, each in sorted(stored.items())
    ]
    incident_rows.insert_all(rows, incident_rows.told, [_told_row(told, alone=alone) for told, alone in every])
    profiles = [profile for told, _ in every for profile in told.profiles]
    keys = [
        linking.blocking_keys(profile, ruled.bonds, separate=alone)
        for told, alone in every
        for profile in told.profiles
    ]
    made = [{"id": p.id, "report": p.report, "profile": pack_small(p)} for p in profiles]
    numbers = blocking_rows.add_episodes(rows, made)
    shown = [{"key": key, "episode": n} for n, own in zip(numbers, keys, strict=True) for key in own.index_keys]
    incident_rows.insert_all(rows, incident_rows.keys, shown)
    asked = {n: own.query_keys for n, own in zip(numbers, keys, strict=True)}
    return dict(zip(numbers, profiles, strict=True)), asked


def _told_row(told: ReportMentions, *, alone: bool) -> dict[str, Any]:
    return {
        "report": told.report,
        "alone": alone,
        "episodes": pack(told.mentions),
        "tolls": pack(told.tolls) if told.tolls else None,
    }


def _join(
    rows: Connection, fresh: Mapping[int, MentionProfile], asked: Mapping[int, frozenset[int]], bonds: Constraints
) -> None:
    """Compare new episodes with those that show a key they ask for; write down what links them, or nearly does."""
    shown = blocking_rows.showing(rows, {key for keys in asked.values() for key in keys})
    beside = {n: {m for key in keys for m in shown.get(key, ()) if m != n} for n, keys in asked.items()}
    known = dict(fresh) | _profiles(rows, {m for found in beside.values() for m in found} - set(fresh))
    made = []
    for one, other in sorted({(min(n, m), max(n, m)) for n, found in beside.items() for m in found}):
        edge = linking.edge(known[one], known[other], bonds)
        if edge is not None:
            made.append({"one": one, "other": other, "weight": edge.weight, "linked": edge.linked})
    incident_rows.insert_all(rows, incident_rows.edges, made)


def _regroup(
    store: Store, rows: Connection, found: Mapping[int, Member], former: Iterable[Member], ruled: Ruled
) -> tuple[set[str], set[str]]:
    """Part some episodes into components and incidents; the incidents made and those dropped.

    An incident that has the same episodes as before is left as it is. ``former`` are episodes that are no more.
    """
    edges = blocking_rows.edges_among(rows, found)
    parted = linking.components(found, ((e.one, e.other) for e in edges if e.linked))
    home = {number: members[0] for members in parted for number in members}
    blocking_rows.set_components(rows, {n: c for n, c in home.items() if found[n].component != c})
    sets = _sets(rows, found, ruled.bonds)
    clusters = _clusters(found, parted, edges, sets, ruled.bonds)
    before: dict[str | None, set[int]] = {}
    for number, member in found.items():
        before.setdefault(member.incident, set()).add(number)
    same = {frozenset(held): name for name, held in before.items()}
    changed = {member.incident for member in former} | {None}
    kept = {
        cluster: name
        for cluster in clusters
        if (name := same.get(cluster)) not in changed and not any(sets.get(found[n].id) for n in cluster)
    }
    stale = {*found, *(member.number for member in former)}
    gone = incident_rows.forget_incidents(rows, stale, but=[name for name in kept.values() if name is not None])
    made = [[found[n] for n in sorted(cluster)] for cluster in clusters if cluster not in kept]
    return _file(store, rows, made, ruled), gone


def _clusters(
    found: Mapping[int, Member],
    parted: Iterable[Sequence[int]],
    edges: Iterable[Tie],
    sets: Mapping[str, frozenset[str]],
    bonds: Constraints,
) -> list[frozenset[int]]:
    """The clusters of all components, each as the numbers of its episodes."""
    numbers = {member.id: number for number, member in found.items()}
    home = {number: members[0] for members in parted for number in members}
    weights: dict[int, dict[tuple[str, str], float]] = {}
    for edge in edges:
        if home[edge.one] == home[edge.other]:
            a, b = sorted((found[edge.one].id, found[edge.other].id))
            weights.setdefault(home[edge.one], {})[a, b] = edge.weight
    return [
        frozenset(numbers[name] for name in cluster)
        for members in parted
        for cluster in linking.clusters(
            {found[n].id: found[n].report for n in members}, weights.get(members[0], {}), sets, bonds
        )
    ]


def _file(store: Store, rows: Connection, clusters: Sequence[Sequence[Member]], ruled: Ruled) -> set[str]:
    """Make the incidents of some clusters and write them down; their ids."""
    names = {member.report for cluster in clusters for member in cluster}
    told, reports = _episodes(rows, names), store.reports_of(names)
    again = store.recaptured_with(names)
    sources = ruled.sources._replace(
        alone=incident_rows.alone(rows, names),
        superseded=frozenset(editions.superseded(again)),
        recaptured=frozenset(report.id for report in again),
    )
    homes: dict[int, str] = {}
    made: list[tuple[int, Group]] = []
    for cluster in clusters:
        by_id = {member.id: member.number for member in cluster}
        for group in linking.cluster_groups([told[member.id] for member in cluster], ruled.bonds):
            made.append((cluster[0].number, group))
            told_of = {claim.id for claim in group.claims} | {link.id for link in group.reports}
            homes |= {by_id[name]: group.id for name in told_of & by_id.keys()}
    cache.file(rows, made, reports, sources)
    blocking_rows.set_incidents(rows, homes)
    return {group.id for _, group in made}


def _sets(rows: Connection, numbers: Iterable[int], bonds: Constraints) -> dict[str, frozenset[str]]:
    """The sets that episodes are in by what people ruled; none are asked for where nobody ruled anything."""
    if not bonds.set_of:
        return {}
    return {profile.id: bonds.sets_of(profile.claims) for profile in _profiles(rows, numbers).values()}


def _profiles(rows: Connection, numbers: Iterable[int]) -> dict[int, MentionProfile]:
    return {
        number: unpack_small(packed, MentionProfile) for number, packed in blocking_rows.profiles(rows, numbers).items()
    }


def _episodes(rows: Connection, reports: Iterable[str]) -> dict[str, EventMention]:
    query = select(incident_rows.told.c.episodes)
    packed = incident_rows.where_in(rows, query, incident_rows.told.c.report, reports)
    return {e.id: e for row in packed for e in unpack(row.episodes, tuple[EventMention, ...])}
