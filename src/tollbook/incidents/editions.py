"""The editions of one page for people: the one in force, and the changes from each to the next."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from sqlalchemy import Connection

from tollbook.decisions import verdicts
from tollbook.decisions.constraints import SourceConstraints, source_constraints
from tollbook.errors import NoSuchRecord
from tollbook.locale.messages import message
from tollbook.model import Claim, Record, Report
from tollbook.reconcile.edition_diff import Change, compare, compare_claims
from tollbook.reconcile.editions import edition_chains, edition_time, superseded
from tollbook.store import Store, incident_rows


class Edition(Record, frozen=True, kw_only=True):
    """One edition of a page, and what the outlet changed since the edition before: text and claims.

    ``moment`` is when it was captured, else modified, else published. ``superseded_by`` is the edition in force if it
    is another one. ``vanished`` are claims of the edition before that this one does not make; ``changed`` are pairs of
    claims at the same place that say different things.
    """

    report: str
    number: int
    moment: str
    superseded_by: str | None = None
    changes: tuple[Change, ...] = ()
    vanished: tuple[Claim, ...] = ()
    appeared: tuple[Claim, ...] = ()
    changed: tuple[tuple[Claim, Claim], ...] = ()


def superseded_among(store: Store, names: Iterable[str], *, as_of: date | None = None) -> frozenset[str]:
    """The superseded ones among some reports and the other editions of their pages."""
    return frozenset(superseded(store.recaptured_with(names), as_of=as_of))


def constraints_among(
    store: Store, rows: Connection, reports: Iterable[str], as_of: date | None = None
) -> SourceConstraints:
    """The constraints on some reports from decisions, editions and ``--separate``."""
    names = frozenset(reports)
    replaced = superseded_among(store, names, as_of=as_of)
    return source_constraints(verdicts.in_force(store), incident_rows.separate_among(rows, names), replaced)


def editions(store: Store, name: str) -> tuple[Edition, ...]:
    """The editions of a report's page, earliest first; the report alone if there is only one. Raises NoSuchRecord."""
    reports = store.editions_of(name)
    chain = next((chain for chain in edition_chains(reports) if name in {report.id for report in chain}), None)
    if chain is None:
        chain = [report for report in reports if report.id == name]
    if not chain:
        raise NoSuchRecord(message("There is no report {id} in this book; see: tollbook reports", id=name))
    replaced_by, readings = superseded(chain), store.reading_of(report.id for report in chain)
    claims = {report: stored.reading.claims for report, stored in readings.items()}
    numbered, before = [], None
    for number, report in enumerate(chain, start=1):
        numbered.append(_edition(report, before, number, replaced_by.get(report.id), claims))
        before = report
    return tuple(numbered)


def corrections(store: Store) -> tuple[tuple[Edition, ...], ...]:
    """The editions of every page with more than one, in order of the first report's id."""
    by_first = {pages[0].report: pages for name in store.recaptured() if len(pages := editions(store, name)) > 1}
    return tuple(by_first[name] for name in sorted(by_first))


def _edition(
    report: Report,
    before: Report | None,
    number: int,
    superseded_by: str | None,
    claims: Mapping[str, Sequence[Claim]],
) -> Edition:
    moment = edition_time(report)
    if before is None:
        return Edition(report=report.id, number=number, moment=moment, superseded_by=superseded_by)
    claims_before, claims_after = claims.get(before.id, ()), claims.get(report.id, ())
    vanished, appeared, changed = compare_claims(before.text, report.text, claims_before, claims_after)
    return Edition(
        report=report.id, number=number, moment=moment, superseded_by=superseded_by, vanished=vanished,
        appeared=appeared, changed=changed, changes=compare(before.text, report.text),
    )  # fmt: skip
