"""An incident with its claims and reports, and values that several codebooks need.

Texts are in English in every language of the interface, as the columns of the codebooks are.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from tollbook.locale import wording
from tollbook.model import OUTCOMES, Claim, Place, Report, When
from tollbook.record import Contents, Figure, Incident, Statement
from tollbook.report_name import publisher_name, report_name


class ReportedIncident(NamedTuple):
    """An incident, its reports by day of publication, and its claims in the order of the texts."""

    incident: Incident
    reports: tuple[Report, ...]
    claims: tuple[Claim, ...]

    @property
    def place(self) -> Place:
        """The place; one without a name if it is not known."""
        return self.incident.place or Place(name="")

    @property
    def when(self) -> When:
        """The days; without any if they are not known."""
        return self.incident.when or When()

    @property
    def killed(self) -> Figure:
        """The number of people killed; without numbers if it is not known."""
        return self.incident.figures.get("killed") or Figure()


def cases(contents: Contents) -> list[ReportedIncident]:
    """Every incident with its claims and reports."""
    claims: dict[str | None, list[Claim]] = defaultdict(list)
    for claim in contents.claims:
        claims[claim.incident].append(claim)
    return [
        ReportedIncident(each, _reports(each, contents.reports), tuple(claims[each.id])) for each in contents.incidents
    ]


def outlets(case: ReportedIncident) -> list[str]:
    """The publishers of the reports, each once."""
    return list(dict.fromkeys(publisher_name(report) for report in case.reports))


def headline(report: Report) -> str:
    """The title of a report, else its name."""
    return report.title or report_name(report)


def as_said(figure: Figure | None) -> str:
    """A figure as reports word it: "17–18", "more than 40", "dozens"; empty if no report gives one."""
    return "" if figure is None else wording.bounds(figure)


def dispute(case: ReportedIncident) -> str:
    """The numbers of each outcome in the words of the reports, with the status of the figure and the speakers."""
    parts = [
        f"{kind.capitalize()}: {wording.figure(case.incident.figures[kind])}; {who}."
        if (who := _who(case, kind))
        else f"{kind.capitalize()}: {wording.figure(case.incident.figures[kind])}."
        for kind in OUTCOMES
        if kind in case.incident.figures
    ]
    held = [f"{each.name} ({each.confidence})" for each in case.incident.perpetrators]
    parts += [f"Held responsible: {'; '.join(held)}."] if held else []
    denied = [f"Denied by {each.speaker}: {wording.quoted(each.quote)}" for each in _denials(case)]
    return " ".join((*parts, *denied))


def only_party(case: ReportedIncident) -> str | None:
    """The party that reports hold responsible; None if there are several or none."""
    names = [each.name for each in case.incident.perpetrators if each.confidence != "denied"]
    return names[0] if len(names) == 1 else None


def year(case: ReportedIncident) -> int | None:
    """The year, if all possible days are in one year."""
    first, last = case.when.start, case.when.end or case.when.start
    return first.year if first and last and first.year == last.year else None


def civilians_killed(case: ReportedIncident) -> int | None:
    """The number of people killed who are called civilians, by persons and groups of the record; None if nobody is.

    It is never more than the best value of the figure.
    """
    known = [
        each.count.best if each.count.best is not None else 1 if each.name else None
        for each in case.incident.victims
        if each.effect == "killed" and not each.in_doubt and each.status == "civilian"
    ]
    counted = [number for number in known if number is not None]
    if not counted:
        return None
    most = case.killed.best
    return sum(counted) if most is None else min(sum(counted), most)


def _reports(incident: Incident, reports: Sequence[Report]) -> tuple[Report, ...]:
    own = {link.id for link in incident.reports}
    return tuple(report for report in reports if report.id in own)


def _who(case: ReportedIncident, kind: str) -> str:
    """Each number of an outcome with its speaker, and whether the same informant replaced it later."""
    reports = {report.id: publisher_name(report) for report in case.reports}
    replaced = case.incident.figures[kind].superseded_claims
    said: dict[str, dict[str, None]] = defaultdict(dict)
    for claim in case.claims:
        if claim.kind == kind and claim.scope == "incident" and _has_number(claim):
            number = wording.count(claim.count) + (", later replaced," if claim.id in replaced else "")
            said[number][wording.chain(claim.speakers, reports.get(claim.report, ""))] = None
    return "; ".join(f"{number} according to {', '.join(chains)}" for number, chains in said.items())


def _has_number(claim: Claim) -> bool:
    count = claim.count
    return count is not None and (count.low, count.best, count.high) != (None, None, None)


def _denials(case: ReportedIncident) -> list[Statement]:
    return [each for each in case.incident.statements if each.stance == "denies"]
