"""The sources of a brief on one incident: its reports and claims, and the names of their speakers."""

from collections.abc import Iterable, Sequence
from datetime import date

from tollbook.briefs.names import named
from tollbook.incidents.evidence import IncidentEvidence
from tollbook.model import Claim
from tollbook.reconcile.figures import may_bound
from tollbook.reconcile.independence import informant, source_ids
from tollbook.reconcile.person_mentions import describes_persons
from tollbook.record import Perpetrator, Statement
from tollbook.report_name import publisher_name


class BriefSources:
    """The claims and reports of one incident by id, and their speakers."""

    def __init__(self, evidence: IncidentEvidence) -> None:
        self._evidence = evidence
        # The evidence may have reports that are later than the day of the record.
        linked = (link.id for link in evidence.incident.reports if link.id in evidence.reports)
        self.reports = {name: evidence.reports[name] for name in linked}
        self.claims = {claim.id: claim for claim in evidence.group.claims if claim.report in self.reports}

    def order(self, claim: Claim) -> tuple[date, str, int]:
        """Sorts claims by day of publication, report and place in the text."""
        return self.reports[claim.report].published or date.max, claim.report, claim.start

    def known(self, claims: Iterable[str]) -> list[Claim]:
        """The claims with some ids, in order; ids that are not in the brief are ignored."""
        return sorted((self.claims[name] for name in claims if name in self.claims), key=self.order)

    def counts(self, outcome: str, superseded: Iterable[str]) -> list[tuple[str, list[Claim]]]:
        """Each independent source with its claims that count everybody with one outcome, those with most first."""
        left_out = set(superseded)
        found = []
        for group in self._evidence.sources.groups:
            own = [self.claims[c] for c in group.claims if c in self.claims and c not in left_out]
            own = [c for c in own if c.kind == outcome and c.scope == "incident" and _counts_all(c)]
            if own:
                found.append((named(group.name, self._evidence.reports), own))
        return found

    def informants(self, claims: Iterable[str]) -> list[str]:
        """The speakers of some claims, each once: accusers first, then by day; the outlet if nobody else speaks."""
        ordered = sorted(self.known(claims), key=lambda claim: claim.stance != "accuses")
        return list(dict.fromkeys(map(self._informant, ordered)))

    def accusers(self, each: Perpetrator) -> list[str]:
        """The speakers who hold somebody responsible, without those who only deny it."""
        denials = {claim.id for claim in self.claims.values() if claim.stance == "denies" or claim.kind == "denial"}
        return self.informants({*each.claims} - denials)

    def denials(self) -> list[Statement]:
        """The first denial of each independent source."""
        evidence = self._evidence
        source_of = source_ids(list(evidence.group.claims), evidence.reports, evidence.copies)
        first: dict[str, Statement] = {}
        for statement in evidence.incident.statements:
            if statement.stance == "denies":
                source = next((source_of[name] for name in statement.claims if name in source_of), statement.speaker)
                first.setdefault(source, statement)
        return list(first.values())

    def speaker(self, statement: Statement) -> str:
        """The speaker; a report without an outlet by its title or the name of its file, as everywhere."""
        nameless = (report for report in self.reports.values() if statement.speaker == f"report {report.id}")
        return next((publisher_name(report) for report in nameless), "") or statement.speaker

    def _informant(self, claim: Claim) -> str:
        speaker = informant(claim)
        return speaker.name if speaker is not None and speaker.name else publisher_name(self.reports[claim.report])


def unnumbered(counts: Sequence[Claim]) -> bool:
    """Whether no claim about a group gives a number."""
    return all(c.count is None or (c.count.low, c.count.best, c.count.high) == (None, None, None) for c in counts)


def _counts_all(claim: Claim) -> bool:
    """Whether a claim gives the number of all people with its outcome; a denied number is none."""
    return not unnumbered([claim]) and not describes_persons(claim) and may_bound(claim)
