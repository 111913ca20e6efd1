"""The provenance of every figure, as PROV-O (W3C Recommendation of 30 April 2013) in JSON-LD.

Reports, claims and figures are entities. A claim is quoted from its report and attributed to its speakers and to the
reader that found it. A figure is derived from the claims under its bounds; superseded claims are marked as used only.
The context is in the file, so that nothing is fetched to read it.
"""

from collections.abc import Iterator
from typing import Any

from tollbook.export.bundle import json_line
from tollbook.export.cases import as_said
from tollbook.export.files import Files
from tollbook.locale import wording
from tollbook.model import Claim, Report, content_id
from tollbook.record import Contents, Figure, Incident
from tollbook.report_name import publisher_name, report_name

CONTEXT = {
    "prov": "http://www.w3.org/ns/prov#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "tollbook": "urn:tollbook:",
    "label": "rdfs:label",
}


def files(contents: Contents) -> Files:
    """One JSON-LD file; each line has one node."""
    return {"tollbook-prov.jsonld": _chunks(contents)}


def nodes(contents: Contents) -> Iterator[dict[str, Any]]:
    """Every agent, report, claim, activity and figure, each once."""
    agents: dict[str, dict[str, Any]] = {}
    yield from (_report(report, agents) for report in contents.reports)
    known = {report.id for report in contents.reports}
    yield from (_claim(claim, agents, known) for claim in contents.claims)
    exported = {claim.id for claim in contents.claims}
    for incident in contents.incidents:
        yield _incident(incident)
        for outcome, figure in incident.figures.items():
            yield from _figure(incident, outcome, figure, exported)
    yield from agents.values()


def _chunks(contents: Contents) -> Iterator[bytes]:
    yield f'{json_line({"@context": CONTEXT})[:-1]},"@graph":[\n'.encode()
    for number, node in enumerate(nodes(contents)):
        line = json_line({name: value for name, value in node.items() if value not in (None, "", [])})
        yield f"{',' if number else ''}{line}\n".encode()
    yield b"]}\n"


def _agent(agents: dict[str, dict[str, Any]], kind: str, name: str) -> dict[str, str]:
    """A link to the agent of this name, which is described once."""
    identity = f"tollbook:agent:{content_id(kind, name)}"
    types = ["prov:Agent", f"prov:{kind}"] if kind != "Agent" else ["prov:Agent"]
    agents[identity] = {"@id": identity, "@type": types, "label": wording.clean(name)}
    return {"@id": identity}


def _report(report: Report, agents: dict[str, dict[str, Any]]) -> dict[str, Any]:
    return {
        "@id": _report_id(report.id),
        "@type": "prov:Entity",
        "label": report_name(report),
        "prov:wasAttributedTo": _agent(agents, "Organization", publisher_name(report)) if report.outlet else None,
        # The day of publication is that on the page; the day of writing is not known.
        "tollbook:published": _typed(report.published, "date"),
        "tollbook:sha256": report.sha256,
        "tollbook:url": report.url,
    }


def _claim(claim: Claim, agents: dict[str, dict[str, Any]], reports: set[str]) -> dict[str, Any]:
    speakers = [_agent(agents, "Agent", each.name) for each in claim.speakers if each.name]
    finder = [_agent(agents, "Agent", claim.finder)] if claim.finder else []
    return {
        "@id": _claim_id(claim.id),
        "@type": "prov:Entity",
        "label": claim.kind,
        "prov:value": claim.quote,
        "prov:wasQuotedFrom": {"@id": _report_id(claim.report)} if claim.report in reports else None,
        "prov:wasAttributedTo": [*speakers, *finder],
        "tollbook:start": claim.start,
        "tollbook:end": claim.end,
        "tollbook:asSaid": wording.count(claim.count),
        "tollbook:incident": claim.incident,
    }


def _incident(incident: Incident) -> dict[str, Any]:
    return {"@id": _incident_id(incident.id), "@type": "prov:Entity", "label": incident.title}


def _figure(incident: Incident, outcome: str, figure: Figure, exported: set[str]) -> Iterator[dict[str, Any]]:
    """A figure, and the reconciliation that made it by a rule."""
    identity = f"tollbook:figure:{incident.id}:{outcome}"
    activity = f"tollbook:reconciliation:{incident.id}:{outcome}"
    bounds = dict.fromkeys((*figure.low_claims, *figure.best_claims, *figure.high_claims))
    used = dict.fromkeys((*bounds, *figure.superseded_claims))
    yield {
        "@id": activity,
        "@type": "prov:Activity",
        "label": f"reconciliation by the rule {figure.rule}",
        "prov:used": [{"@id": _claim_id(name)} for name in used if name in exported],
    }
    yield {
        "@id": identity,
        "@type": "prov:Entity",
        "label": f"{outcome}: {as_said(figure)}",
        "prov:wasGeneratedBy": {"@id": activity},
        "prov:wasDerivedFrom": [{"@id": _claim_id(name)} for name in bounds if name in exported],
        "tollbook:of": {"@id": _incident_id(incident.id)},
        "tollbook:low": figure.low,
        "tollbook:best": figure.best,
        "tollbook:high": figure.high,
        "tollbook:status": figure.status,
        "tollbook:independentSources": figure.independent_sources,
    }


def _typed(value: object, kind: str) -> dict[str, str] | None:
    return None if value is None else {"@value": str(value), "@type": f"xsd:{kind}"}


def _report_id(name: str) -> str:
    return f"tollbook:report:{content_id(name)}"


def _claim_id(name: str) -> str:
    return f"tollbook:claim:{name}"


def _incident_id(name: str) -> str:
    return f"tollbook:incident:{name}"
