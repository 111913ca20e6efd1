"""A whole book at once: what exports need, and no page ever asks for."""

from datetime import date

import msgspec

from tollbook.decisions import verdicts
from tollbook.export import Contents
from tollbook.incidents import cache
from tollbook.store import Store


def contents(store: Store, *, rule: str, as_of: date | None = None, only: str | None = None) -> Contents:
    """Everything in a book whose rows are up to date; with ``as_of`` only what had been published by then.

    ``only`` is a criterion of inclusion for incidents. Each claim names the incident or toll it went to.
    """
    derived = cache.everything(store, rule=rule, as_of=as_of, only=only)
    reports, stored = store.contents()
    if as_of is not None:
        reports = [report for report in reports if report.published and report.published <= as_of]
    decided = verdicts.by_subject(verdicts.in_force(store))
    readings = tuple(verdicts.completed(stored[r.id].reading, decided) for r in reports if r.id in stored)
    claims = tuple(
        msgspec.structs.replace(claim, incident=derived.incident_of.get(claim.id), toll=derived.toll_of.get(claim.id))
        for reading in readings
        for claim in sorted(reading.claims, key=lambda claim: (claim.start, claim.end, claim.id))
    )
    return Contents(
        reports=tuple(reports), readings=readings, claims=claims, incidents=derived.incidents, tolls=derived.tolls
    )
