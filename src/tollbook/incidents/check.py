"""Consistency check: compares the stored incidents with those built from claims and decisions at once."""

from collections import defaultdict
from collections.abc import Iterator

from sqlalchemy import select

from tollbook.decisions import corrections, verdicts
from tollbook.decisions.decision import group_by_subject
from tollbook.errors import BookError
from tollbook.incidents import build, incremental, row_check
from tollbook.locale.messages import message
from tollbook.record import Group, Incident
from tollbook.store import Store, incident_rows, incident_tables
from tollbook.store.incident_rows import unpack


def problems(store: Store) -> Iterator[str]:
    """A sentence for each stored incident that differs; if there is one, all rows are deleted and made again later.

    Brings the rows up to date first. Builds all incidents of the book twice: by the pure function
    :func:`tollbook.incidents.build.build`, because the rows were made differently, and as rows, for lists and linking.
    """
    try:
        incremental.catch_up(store)
        incidents = _incidents(store)
        rows = row_check.differences(store)
    except BookError as error:
        yield str(error)
        return
    for name in sorted(incidents | rows.incidents):
        yield message(
            "Incident {id} was stored differently from what claims and decisions give; it is made again.", id=name
        )
    for name in sorted(rows.reports) if not incidents | rows.incidents else ():
        yield message(
            "The links of report {report} were stored differently from what claims and decisions give; they are made "
            "again.",
            report=name,
        )
    if rows.book:
        yield message(
            "The lists of the book were stored differently from what claims and decisions give; they are made again."
        )
    if incidents or any(rows):
        with store.derived_rows(write=True) as stored:
            incident_rows.empty(stored)


def _incidents(store: Store) -> frozenset[str]:
    """The stored incidents that differ from those that the pure function makes."""
    reports, readings = store.contents()
    result = build.build(reports, readings, verdicts.in_force(store))
    claims: dict[str, set[str]] = defaultdict(set)
    for claim, name in result.incident_of.items():
        claims[name].add(claim)
    expected = {each.id: (each, claims[each.id]) for each in result.incidents}
    stored = dict(_stored(store))
    return frozenset(name for name in expected.keys() | stored.keys() if expected.get(name) != stored.get(name))


def set_aside(store: Store) -> Iterator[str]:
    """A sentence for each decision and claim that is not used because it has impossible values."""
    for each in verdicts.not_applied(store):
        yield each.sentence()
    by_subject = group_by_subject(verdicts.in_force(store))
    for stored in store.contents()[1].values():
        for claim, reason in corrections.out_of_bounds(stored.reading, by_subject):
            yield message(
                "Claim {claim} of report {report} is in no incident. {reason} Correct it, or reject it.",
                claim=claim.id,
                report=claim.report,
                reason=reason,
            )


def _stored(store: Store) -> Iterator[tuple[str, tuple[Incident, set[str]] | None]]:
    """Every stored incident with the ids of its claims, by id; None if its row cannot be read."""
    columns = incident_tables.incidents.c
    with store.derived_rows() as rows:
        for name, record, group in rows.execute(select(columns.id, columns.record, columns.group)):
            try:
                yield name, (unpack(record, Incident), {claim.id for claim in unpack(group, Group).claims})
            except BookError:
                yield name, None
