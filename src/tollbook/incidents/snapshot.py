"""A whole book in memory, for exports. Pages of the web interface never load it."""

from collections.abc import Iterable, Sequence
from datetime import date

import msgspec

from tollbook.decisions import annotations, corrections, verdicts
from tollbook.decisions.constraints import no_series, series_by_hand, series_names
from tollbook.decisions.decision import group_by_subject
from tollbook.decisions.names import settled_names, with_settled_names
from tollbook.decisions.person_decisions import person_rulings
from tollbook.incidents import cache, joined_series
from tollbook.model import Claim
from tollbook.reconcile.person_records import merged
from tollbook.record import Contents, Incident
from tollbook.store import Store


def contents(store: Store, *, rule: str, as_of: date | None = None, only: str | None = None) -> Contents:
    """Everything in a book whose rows are up to date; with ``as_of`` only what had been published by then.

    ``only`` is the name of an inclusion criterion for incidents. Each claim is as people corrected it, and names its
    incident or toll.
    """
    result = cache.everything(store, rule=rule, as_of=as_of, only=only)
    reports, stored = store.contents()
    if as_of is not None:
        reports = [report for report in reports if report.published and report.published <= as_of]
    in_force = verdicts.in_force(store)
    by_subject, names = group_by_subject(in_force), settled_names(in_force)
    read = [stored[r.id].reading for r in reports if r.id in stored]
    found = (corrections.with_added_claims(reading, by_subject) for reading in read)
    decided = (
        msgspec.structs.replace(reading, claims=annotations.decided_claims(reading, by_subject)) for reading in read
    )
    claims = tuple(
        msgspec.structs.replace(claim, incident=result.incident_of.get(claim.id), toll=result.toll_of.get(claim.id))
        for reading in decided
        for claim in with_settled_names(reading, names, by_subject).claims
    )
    # An incident that only headlines mention has the id of a report.
    incident_of = {each.id: each.id for each in result.incidents} | result.incident_of
    apart = {incident_of.get(claim) for claim in no_series(in_force)}
    by_hand, given = series_by_hand(in_force, incident_of), series_names(in_force, incident_of)
    incidents, every_series = joined_series.of_book(result.incidents, result.tolls, apart, by_hand, given)
    return Contents(
        reports=tuple(map(names.report, reports)),
        readings=tuple(with_settled_names(reading, names, by_subject) for reading in found),
        claims=claims,
        incidents=_in_order_of_claims(incidents, claims),
        persons=merged((p for each in result.incidents for p in each.persons), person_rulings(in_force)),
        tolls=result.tolls,
        series=every_series,
    )


def _in_order_of_claims(incidents: Iterable[Incident], claims: Sequence[Claim]) -> tuple[Incident, ...]:
    """The incidents in the order of their first claims: ids change with the reader, and an export with them."""
    first: dict[str | None, int] = {}
    for number, claim in enumerate(claims):
        first.setdefault(claim.incident, number)
    return tuple(sorted(incidents, key=lambda each: (first.get(each.id, len(claims)), each.id)))
