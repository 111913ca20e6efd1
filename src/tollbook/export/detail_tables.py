"""Listings of the parts of incidents: statements, informants and sites. To add a column, add a line."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from tollbook.export.listing import Columns, Listing, listing
from tollbook.locale import wording
from tollbook.model import Claim, Report, Speaker
from tollbook.record import Contents, Incident, Site, Statement
from tollbook.report_name import publisher_name


class Informant(NamedTuple):
    """The claims of one incident that go back to one informant, ``speaker``, and the reports that have them."""

    incident: str
    speaker: Speaker
    claims: tuple[Claim, ...]
    reports: tuple[Report, ...]


def statements(contents: Contents) -> Listing:
    """One row for each statement of each incident."""
    return listing(_STATEMENT, [(incident, each) for incident in contents.incidents for each in incident.statements])


def sources(contents: Contents) -> Listing:
    """One row for each informant of each incident."""
    return source_rows(informants(contents))


def source_rows(of: Iterable[Informant]) -> Listing:
    """One row for each of some informants."""
    return listing(_SOURCE, of)


def informants(contents: Contents) -> list[Informant]:
    """The informants of each incident: the first in the chain of speakers, else the outlet."""
    reports = {report.id: report for report in contents.reports}
    grouped: dict[tuple[str, str], list[Claim]] = defaultdict(list)
    for claim in contents.claims:
        if claim.incident is not None:
            grouped[claim.incident, _name(_first(claim, reports))].append(claim)
    rows = (_informant(incident, claims, reports) for (incident, _), claims in grouped.items())
    return sorted(rows, key=lambda row: (row.incident, _name(row.speaker)))


def sites(contents: Contents) -> Listing:
    """One row for each site of each incident."""
    return listing(_SITE, [(incident, each) for incident in contents.incidents for each in incident.sites])


DETAILS: Mapping[str, Callable[[Contents], Listing]] = {"statements": statements, "sources": sources, "sites": sites}


def _first(claim: Claim, reports: Mapping[str, Report]) -> Speaker:
    """The original informant of a claim."""
    if claim.speakers and claim.speakers[0].role != "outlet":
        return claim.speakers[0]
    report = reports.get(claim.report)
    return Speaker(name=publisher_name(report) if report else None, role="outlet")


def _name(speaker: Speaker) -> str:
    return speaker.name or speaker.role or ""


def _informant(incident: str, claims: list[Claim], reports: Mapping[str, Report]) -> Informant:
    own = dict.fromkeys(claim.report for claim in claims)
    found = tuple(reports[name] for name in own if name in reports)
    return Informant(incident, _first(claims[0], reports), tuple(claims), found)


_STATEMENT: Columns[tuple[Incident, Statement]] = {
    "incident": lambda r: r[0].id,
    "incident title": lambda r: r[0].title,
    "day": lambda r: str(r[1].said) if r[1].said else None,
    "speaker": lambda r: r[1].speaker,
    "stance": lambda r: r[1].stance,
    "quote": lambda r: r[1].quote,
    "other wordings": lambda r: " | ".join(r[1].more),
    "denied": lambda r: r[1].denied,
    "claims": lambda r: " ".join(r[1].claims),
    "reports": lambda r: " ".join(r[1].reports),
}
_SOURCE: Columns[Informant] = {
    "incident": lambda s: s.incident,
    "informant": lambda s: s.speaker.name,
    "role": lambda s: s.speaker.role,
    "organisation": lambda s: s.speaker.organisation,
    "side": lambda s: s.speaker.side,
    "figures as said": lambda s: "; ".join(
        dict.fromkeys(f"{c.kind} {wording.count(c.count)}" for c in s.claims if c.count is not None)
    ),
    "outlets": lambda s: "; ".join(dict.fromkeys(publisher_name(report) for report in s.reports)),
    "first published": lambda s: min((str(r.published) for r in s.reports if r.published), default=None),
    "last published": lambda s: max((str(r.published) for r in s.reports if r.published), default=None),
    "urls": lambda s: " ".join(dict.fromkeys(report.url for report in s.reports if report.url)),
    "reports": lambda s: " ".join(report.id for report in s.reports),
    "claims": lambda s: " ".join(claim.id for claim in s.claims),
}
_SITE: Columns[tuple[Incident, Site]] = {
    "incident": lambda r: r[0].id,
    "incident title": lambda r: r[0].title,
    "name": lambda r: r[1].name,
    "kind": lambda r: r[1].kind,
    "effect": lambda r: r[1].effect,
    "wordings": lambda r: "; ".join(r[1].wordings),
    "as reported": lambda r: "; ".join(r[1].as_reported),
    "claims": lambda r: " ".join(r[1].claims),
}
