"""The derived rows of a book, kept up to date: a new report or decision only changes the incidents it is linked with.

The log entries after the last one included in the rows determine the reports to link again. Incidents of these
reports, and of the clusters that they can change (``reclustering``), are made again. The result equals that of
:func:`tollbook.incidents.build.build`, in any order and batches. Each batch is one transaction: a killed process leaves
an earlier state, and the next continues.
"""

import gc
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from tollbook import linking
from tollbook.decisions import corrections, descriptions, verdicts
from tollbook.decisions.constraints import SourceConstraints, claim_rulings, source_constraints
from tollbook.decisions.decision import Decision, group_by_subject
from tollbook.decisions.names import settled_names, with_settled_names
from tollbook.errors import DiskFull
from tollbook.incidents import cache, reclustering, row_state, toll_rows
from tollbook.incidents.affected import affected_reports
from tollbook.incidents.reclustering import Reclustered
from tollbook.linking import Constraints, EventMention, MentionProfile, ReportMentions
from tollbook.model import Record
from tollbook.reconcile.editions import superseded
from tollbook.reconcile.name_uses import name_uses
from tollbook.reconcile.settled_names import SettledNames
from tollbook.record import Group
from tollbook.store import LogEntry, Store, blocking_rows, incident_rows, incident_tables, name_rows
from tollbook.store.blocking_rows import StoredMention
from tollbook.store.incident_rows import RowsState, pack, pack_small, unpack, unpack_small

#: Reports of one transaction: enough to save queries, few enough to stay small.
_BATCH = 500
#: Seconds between two batches. A process that waits to write to a book in a file tries ten times a second.
_PAUSE = 0.15


class _Decided(NamedTuple):
    """Decisions in the forms that readings, linking and reconciliation take."""

    names: SettledNames
    by_subject: Mapping[str, Sequence[Decision]]
    claims: Constraints
    sources: SourceConstraints


class IncidentChanges(Record, frozen=True, kw_only=True):
    """The ids of the incidents that were made again, and of those that no longer exist."""

    rebuilt: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


def catch_up(
    store: Store, progress: Callable[[int, int], object] | None = None, *, largest: int | None = None
) -> IncidentChanges:
    """As :func:`link_new`, and running totals too: all, or with ``largest`` only those of at most so many reports."""
    changes = link_new(store, progress)
    toll_rows.remake(store, largest)
    return changes


def link_new(store: Store, progress: Callable[[int, int], object] | None = None) -> IncidentChanges:
    """Bring the derived rows up to the log; returns what changed. Writes nothing if they are up to date.

    Running and period totals stay as they were. ``progress`` gets the number of log entries done and their total, after
    each batch.
    """
    rebuilt: set[str] = set()
    removed: set[str] = set()
    total = row_state.pending(store) if progress else 0
    row_state.empty_if_outdated(store)
    for entries in _batches(store):
        if descriptions.concerns(entries):
            descriptions.sync(store)
        with store.derived_rows(write=True) as rows:
            # Another process may have caught up while this one waited for the writer's lock.
            state = row_state.current_state(rows)
            fresh = [entry for entry in entries if entry.seq > state.upto]
            new, old = relink(store, rows, affected_reports(store, rows, fresh), verdicts.in_force(store))
            upto = max([state.upto, *(entry.seq for entry in fresh)])
            incident_rows.set_rows_state(rows, RowsState(code=state.code, upto=upto))
        rebuilt, removed = (rebuilt - old) | new, (removed - new) | (old - new)
        if progress is not None:
            progress(total - row_state.pending(store), total)
    return IncidentChanges(rebuilt=tuple(sorted(rebuilt)), removed=tuple(sorted(removed)))


def _batches(store: Store) -> Iterator[Sequence[LogEntry]]:
    """The log entries that the rows do not include, in batches; others may write in between."""
    entries = row_state.next_entries(store, _BATCH)
    while entries is not None:
        yield entries
        entries = row_state.next_entries(store, _BATCH)
        if entries is not None:
            time.sleep(_PAUSE)


def up_to_date(store: Store, *, largest: int | None = None) -> Store:
    """The store, after :func:`catch_up`. On a full disk the rows are derived in memory, to be read."""
    try:
        catch_up(store, largest=largest)
    except DiskFull:
        store.derive_in_memory()
        catch_up(store)
    return store


def derive_all(store: Store, rows: Connection) -> None:
    """Derive everything at once from all reports and decisions, into rows that are emptied first."""
    incident_rows.empty(rows)
    relink(store, rows, store.known(), verdicts.in_force(store))
    toll_rows.remake_within(store, rows)
    row_state.set_complete(store, rows)


def relink(
    store: Store, rows: Connection, reports: Iterable[str], decisions: Sequence[Decision],
    *, without: Collection[str] = (),
) -> tuple[set[str], set[str]]:  # fmt: skip
    """Link some reports again under some decisions; the incidents made, and those deleted before.

    The rows of reports ``without`` which it is made are deleted, as if nobody had read them.
    """
    decided = _Decided(
        names=settled_names(decisions),
        by_subject=group_by_subject(decisions),
        claims=linking.constraints_from(claim_rulings(decisions)),
        sources=source_constraints(decisions, frozenset()),
    )
    made: set[str] = set()
    old: set[str] = set()
    remaining = iter(sorted(set(reports)))
    while batch := list(islice(remaining, _BATCH)):
        with _without_collecting():
            new, deleted = _relink(store, rows, batch, decided, without)
        made, old = (made - deleted) | new, old | deleted
    return made, old


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Switch off the cyclic garbage collector: a batch makes many records that live to its end, and few cycles."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _relink(
    store: Store, rows: Connection, names: Collection[str], decided: _Decided, without: Collection[str] = ()
) -> tuple[set[str], set[str]]:
    """Link some reports again; the incidents made, and those deleted before."""
    toll_rows.remove(rows, [*names, *without])
    former = blocking_rows.delete_reports(rows, [*names, *without])
    profiles, query_keys = _store_mentions(store, rows, names, decided)
    _store_edges(rows, profiles, query_keys, decided.claims)
    region = reclustering.around(rows, profiles, former, decided.claims, known=profiles)
    return _recluster(store, rows, region, former, decided)


def _store_mentions(
    store: Store, rows: Connection, names: Collection[str], decided: _Decided
) -> tuple[dict[int, MentionProfile], dict[int, frozenset[int]]]:
    """Store the mentions of some reports; returns their profiles and their query keys, by the mention's number."""
    reports, stored = store.reports_of(names), store.reading_of(names)
    readings = {name: corrections.apply(each.reading, decided.by_subject) for name, each in sorted(stored.items())}
    name_rows.add(rows, [use for name, reading in readings.items() for use in name_uses(reading, reports.get(name))])
    settled = decided.names.reports(reports)
    prepared: list[tuple[ReportMentions, bool]] = [
        (
            linking.report_mentions(
                with_settled_names(reading, decided.names, decided.by_subject), settled.get(name), decided.claims
            ),
            stored[name].separate,
        )
        for name, reading in readings.items()
    ]
    toll_rows.add(rows, {report.report: (report.tolls, separate) for report, separate in prepared if report.tolls})
    report_rows = [_report_row(report, separate=separate) for report, separate in prepared]
    incident_rows.insert_all(rows, incident_tables.reports, report_rows)
    profiles = [profile for report, _ in prepared for profile in report.profiles]
    keys = [
        linking.blocking_keys(p, decided.claims, separate=separate)
        for report, separate in prepared
        for p in report.profiles
    ]
    mention_rows = [{"id": p.id, "report": p.report, "profile": pack_small(p)} for p in profiles]
    numbers = blocking_rows.add_mentions(rows, mention_rows)
    index = [{"key": key, "mention": n} for n, own in zip(numbers, keys, strict=True) for key in own.index_keys]
    incident_rows.insert_all(rows, incident_tables.keys, index)
    query_keys = {n: own.query_keys for n, own in zip(numbers, keys, strict=True)}
    return dict(zip(numbers, profiles, strict=True)), query_keys


def _report_row(report: ReportMentions, *, separate: bool) -> dict[str, Any]:
    return {
        "report": report.report,
        "separate": separate,
        "mentions": pack(report.mentions),
        "tolls": pack(report.tolls) if report.tolls else None,
    }


def _store_edges(
    rows: Connection, new: Mapping[int, MentionProfile], query_keys: Mapping[int, frozenset[int]], decided: Constraints
) -> None:
    """Compare new mentions with those indexed under their query keys; store the pairs that are (nearly) linked."""
    indexed = blocking_rows.mentions_with_keys(rows, {key for keys in query_keys.values() for key in keys})
    candidates = {n: {m for key in keys for m in indexed.get(key, ()) if m != n} for n, keys in query_keys.items()}
    profiles = dict(new) | _profiles(rows, {m for found in candidates.values() for m in found} - set(new))
    edge_rows = []
    for one, other in sorted({(min(n, m), max(n, m)) for n, found in candidates.items() for m in found}):
        edge = linking.edge(profiles[one], profiles[other], decided)
        if edge is not None:
            distance = abs(edge.weight - linking.THRESHOLD)
            row = {"one": one, "other": other, "weight": edge.weight, "distance": distance, "linked": edge.linked}
            edge_rows.append(row)
    incident_rows.insert_all(rows, incident_tables.edges, edge_rows)


def _recluster(
    store: Store, rows: Connection, region: Reclustered, former: Iterable[StoredMention], decided: _Decided
) -> tuple[set[str], set[str]]:
    """Store clusters that were made again; the incidents made, and those deleted.

    An incident that has the same mentions as before is left as it is. ``former`` are mentions that no longer exist.
    """
    mentions = region.mentions
    cluster_of = {number: min(cluster) for cluster in region.clusters for number in cluster}
    moved = {number: cluster for number, cluster in cluster_of.items() if mentions[number].cluster != cluster}
    blocking_rows.set_clusters(rows, moved)
    by_incident: dict[str | None, set[int]] = {}
    for number, mention in mentions.items():
        by_incident.setdefault(mention.incident, set()).add(number)
    incident_with = {frozenset(numbers): name for name, numbers in by_incident.items()}
    changed = {mention.incident for mention in former} | {None}
    unchanged = {
        cluster: name
        for cluster in region.clusters
        if (name := incident_with.get(cluster)) not in changed and region.decided.isdisjoint(cluster)
    }
    stale = {*mentions, *(mention.number for mention in former)}
    keep = [name for name in unchanged.values() if name is not None]
    deleted = incident_rows.delete_incidents(rows, stale, keep)
    new = [[mentions[n] for n in sorted(cluster)] for cluster in region.clusters if cluster not in unchanged]
    return _store_clusters(store, rows, new, decided), deleted


def _store_clusters(
    store: Store, rows: Connection, clusters: Sequence[Sequence[StoredMention]], decided: _Decided
) -> set[str]:
    """Make the incidents of some clusters and store them; returns their ids."""
    names = {mention.report for cluster in clusters for mention in cluster}
    events, reports = _event_mentions(rows, names), decided.names.reports(store.reports_of(names))
    recaptured = store.recaptured_with(names)
    sources = decided.sources._replace(
        separate=incident_rows.separate_among(rows, names),
        superseded=frozenset(superseded(recaptured)),
        recaptured=frozenset(report.id for report in recaptured),
    )
    incident_of: dict[int, str] = {}
    made: list[tuple[int, Group]] = []
    for cluster in clusters:
        numbers = {mention.id: mention.number for mention in cluster}
        for group in linking.cluster_groups([events[mention.id] for mention in cluster], decided.claims):
            made.append((cluster[0].number, group))
            # A mention has the smallest id of its claims; the mention of a headline has the id of its report.
            ids = {claim.id for claim in group.claims} | {link.id for link in group.reports}
            incident_of |= {numbers[name]: group.id for name in ids & numbers.keys()}
    cache.store_incidents(rows, made, reports, sources)
    blocking_rows.set_incidents(rows, incident_of)
    return {group.id for _, group in made}


def _profiles(rows: Connection, numbers: Iterable[int]) -> dict[int, MentionProfile]:
    return {
        number: unpack_small(packed, MentionProfile) for number, packed in blocking_rows.profiles(rows, numbers).items()
    }


def _event_mentions(rows: Connection, reports: Iterable[str]) -> dict[str, EventMention]:
    table = incident_tables.reports.c
    packed = incident_rows.where_in(rows, select(table.mentions), table.report, reports)
    return {mention.id: mention for row in packed for mention in unpack(row.mentions, tuple[EventMention, ...])}
