"""A sheet: one report with every claim on it, as read and as decisions leave it. What a person works on."""

from collections.abc import Iterable

from tollbook.decisions import verdicts
from tollbook.decisions.verdicts import Decision
from tollbook.errors import NoSuchRecord
from tollbook.model import Claim, Reading, Record, Report
from tollbook.store import Store


class Standing(Record, frozen=True, kw_only=True):
    """A claim and what was decided of it: ``found`` as it was read or added, ``claim`` as corrections leave it."""

    claim: Claim
    found: Claim
    rejected: bool = False
    accepted: bool = False
    decisions: tuple[Decision, ...] = ()


class AnnotatedReport(Record, frozen=True, kw_only=True):
    """One report and its claims, rejected ones too, in the order of the words."""

    report: Report
    claims: tuple[Standing, ...] = ()

    def get(self, name: str) -> Standing | None:
        """The claim of that id, if it stands on this sheet."""
        return next((standing for standing in self.claims if standing.found.id == name), None)


def annotated_report(store: Store, name: str) -> AnnotatedReport:
    """The sheet of a report. Raises NoSuchRecord."""
    report = store.report(name)
    if report is None:
        raise NoSuchRecord(f"There is no report {name} in this book; see: tollbook reports")
    stored = store.reading_of([name]).get(name)
    reading = stored.reading if stored else Reading(report=name)
    return _sheet(report, reading, verdicts.in_force(store))


def annotated_report_of_claim(store: Store, claim: str) -> AnnotatedReport:
    """The sheet on which a claim stands, read or added. Raises NoSuchRecord."""
    read = store.claims_of([claim]).get(claim)
    name = read.report if read else None
    if name is None:
        added = (d for d in verdicts.in_force(store) if d.verdict == "add" and (d.change or {}).get("id") == claim)
        name = next((decision.subject for decision in added), None)
    if name is None:
        raise NoSuchRecord(f"There is no claim {claim} in this book; see: tollbook claims")
    return annotated_report(store, name)


def _sheet(report: Report, reading: Reading, decisions: Iterable[Decision]) -> AnnotatedReport:
    by_subject = verdicts.by_subject(decisions)
    claims = sorted(verdicts.completed(reading, by_subject).claims, key=lambda c: (c.start, c.end, c.id))
    return AnnotatedReport(
        report=report, claims=tuple(_standing(claim, by_subject.get(claim.id, [])) for claim in claims)
    )


def _standing(found: Claim, decisions: list[Decision]) -> Standing:
    claim = found
    for decision in decisions:
        if decision.verdict == "correct":
            claim = verdicts.corrected(claim, decision.change or {})
    last = next((d.verdict for d in reversed(decisions) if d.verdict in {"accept", "reject"}), None)
    return Standing(
        claim=claim,
        found=found,
        rejected=last == "reject",
        accepted=last == "accept",
        decisions=tuple(decisions),
    )
