"""One report with every claim on it, as read and with decisions applied."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from tollbook.decisions import corrections, verdicts
from tollbook.decisions.decision import Decision, group_by_subject
from tollbook.decisions.names import settled_names
from tollbook.errors import NoSuchRecord
from tollbook.locale.messages import message
from tollbook.mentions import Reading
from tollbook.model import Claim, Record, Report
from tollbook.record import DecidedClaim
from tollbook.store import Store


class AnnotatedClaim(Record, frozen=True, kw_only=True):
    """A claim and the decisions on it: ``found`` as it was read or added, ``claim`` with corrections applied."""

    claim: Claim
    found: Claim
    rejected: bool = False
    accepted: bool = False
    decisions: tuple[Decision, ...] = ()


class AnnotatedReport(Record, frozen=True, kw_only=True):
    """One report and its claims, rejected ones too, in the order of the text."""

    report: Report
    claims: tuple[AnnotatedClaim, ...] = ()

    def get(self, name: str) -> AnnotatedClaim | None:
        """The claim with that id, if it is in this report."""
        return next((annotated for annotated in self.claims if annotated.found.id == name), None)


def annotated_report(store: Store, name: str) -> AnnotatedReport:
    """A report with its claims. Raises NoSuchRecord."""
    found = annotated_reports(store, [name]).get(name)
    if found is None:
        raise NoSuchRecord(message("There is no report {id} in this book; see: tollbook reports", id=name))
    return found


def annotated_reports(store: Store, names: Iterable[str]) -> dict[str, AnnotatedReport]:
    """Some reports with their claims, by id; reports that are not in the book are left out."""
    reports = store.reports_of(names)
    stored, decisions = store.reading_of(reports), verdicts.in_force(store)
    settled, by_subject = settled_names(decisions), group_by_subject(decisions)
    readings = {name: stored[name].reading if name in stored else Reading(report=name) for name in reports}
    return {name: _annotated(settled.report(each), readings[name], by_subject) for name, each in reports.items()}


def annotated_report_of_claim(store: Store, claim: str) -> AnnotatedReport:
    """The report that a claim was read or added in. Raises NoSuchRecord."""
    read = store.claims_of([claim]).get(claim)
    name = read.report if read else None
    if name is None:
        added = (d for d in verdicts.in_force(store) if d.verdict == "add" and (d.change or {}).get("id") == claim)
        name = next((decision.subject for decision in added), None)
    if name is None:
        raise NoSuchRecord(message("There is no claim {id} in this book; see: tollbook claims", id=claim))
    return annotated_report(store, name)


def annotated_claims(store: Store, names: Iterable[str]) -> tuple[AnnotatedClaim, ...]:
    """Those of some claims that people decided on, as read and as decided."""
    every = verdicts.in_force(store)
    by_subject = group_by_subject(every)
    decided = [name for name in names if name in by_subject]
    found = dict(store.claims_of(decided))
    added = (msgspec.convert(d.change, Claim) for d in every if d.verdict == "add")
    found |= {claim.id: claim for claim in added if claim.id in decided}
    return tuple(_annotated_claim(found[name], by_subject[name]) for name in decided if name in found)


def decided_claims(reading: Reading, by_subject: Mapping[str, Sequence[Decision]]) -> tuple[DecidedClaim, ...]:
    """The claims of a reading with those that people added, each as decided, in the order of the text."""
    every = corrections.with_added_claims(reading, by_subject).claims
    ordered = sorted(every, key=lambda claim: (claim.start, claim.end, claim.id))
    return tuple(_decided_claim(_annotated_claim(claim, list(by_subject.get(claim.id, ())))) for claim in ordered)


def _decided_claim(annotated: AnnotatedClaim) -> DecidedClaim:
    now, read = annotated.claim.to_dict(), annotated.found.to_dict()
    corrected = tuple(name for name in now if now[name] != read[name])
    fields = {field: getattr(annotated.claim, field) for field in Claim.__struct_fields__}
    as_read = annotated.found if corrected else None
    return DecidedClaim(**fields, corrected=corrected, rejected=annotated.rejected, as_read=as_read)


def _annotated(
    report: Report, reading: Reading, by_subject: Mapping[str, Sequence[Decision]]
) -> AnnotatedReport:  # fmt: skip
    claims = sorted(corrections.with_added_claims(reading, by_subject).claims, key=lambda c: (c.start, c.end, c.id))
    annotated = tuple(_annotated_claim(claim, list(by_subject.get(claim.id, ()))) for claim in claims)
    return AnnotatedReport(report=report, claims=annotated)


def _annotated_claim(found: Claim, decisions: list[Decision]) -> AnnotatedClaim:
    last = next((d.verdict for d in reversed(decisions) if d.verdict in {"accept", "reject"}), None)
    return AnnotatedClaim(
        claim=corrections.as_decided(found, decisions),
        found=found,
        rejected=last == "reject",
        accepted=last == "accept",
        decisions=tuple(decisions),
    )
