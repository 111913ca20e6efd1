"""Claims as W3C Web Annotations: an AnnotationPage in JSON-LD.

*Web Annotation Data Model*, W3C Recommendation of 23 February 2017. The target of an annotation is the exact span in a
report, by position and by quotation (sections 4.2.4 and 4.2.5). If a release profile changed the quotation, only the
position is left.
"""

from collections.abc import Iterator
from typing import Any

from tollbook.export.bundle import json_line
from tollbook.export.files import Files
from tollbook.locale import wording
from tollbook.model import Claim, Report
from tollbook.record import Contents
from tollbook.report_name import publisher_name

CONTEXT = "http://www.w3.org/ns/anno.jsonld"
#: Characters before and after the quotation, which distinguish it from the same words elsewhere; the examples of the
#: recommendation have about as many.
_AROUND = 32


def files(contents: Contents) -> Files:
    """One JSON-LD file; each line has one annotation."""
    return {"tollbook-annotations.jsonld": _chunks(contents)}


def annotation(claim: Claim, report: Report | None) -> dict[str, Any]:
    """One claim as an annotation. ``report`` is None if it is not in the export."""
    return {
        "id": f"urn:tollbook:claim:{claim.id}",
        "type": "Annotation",
        "motivation": "classifying",
        "creator": {"name": claim.finder} if claim.finder else None,
        "body": list(_bodies(claim, report)),
        "target": _target(claim, report),
    }


def _chunks(contents: Contents) -> Iterator[bytes]:
    reports = {report.id: report for report in contents.reports}
    head = {"@context": CONTEXT, "id": "urn:tollbook:annotations", "type": "AnnotationPage", "startIndex": 0}
    yield f'{json_line(head)[:-1]},"items":[\n'.encode()
    for number, claim in enumerate(contents.claims):
        made = annotation(claim, reports.get(claim.report))
        line = json_line({name: value for name, value in made.items() if value is not None})
        yield f"{',' if number else ''}{line}\n".encode()
    yield b"]}\n"


def _target(claim: Claim, report: Report | None) -> dict[str, Any]:
    """The span in its report; the report is identified by its address, else by the hash of its bytes."""
    selectors: list[dict[str, Any]] = [{"type": "TextPositionSelector", "start": claim.start, "end": claim.end}]
    if report is not None and claim.quote and report.text[claim.start : claim.end] == claim.quote:
        before, after = report.text[max(0, claim.start - _AROUND) : claim.start], report.text[claim.end :][:_AROUND]
        selectors.append({"type": "TextQuoteSelector", "exact": claim.quote, "prefix": before, "suffix": after})
    source = f"urn:tollbook:report:{claim.report}" if report is None else report.url or f"urn:sha256:{report.sha256}"
    return {"type": "SpecificResource", "source": source, "selector": selectors}


def _bodies(claim: Claim, report: Report | None) -> Iterator[dict[str, Any]]:
    yield _body("classifying", claim.kind)
    outlet = publisher_name(report) if report else ""
    notes = {
        "number": wording.count(claim.count),
        "qualifier": claim.count.qualifier if claim.count else "",
        "according to": wording.chain(claim.speakers, outlet),
        "stance": claim.stance,
        "scope": claim.scope,
        "day": wording.when(claim.when) if claim.when else "",
        "place": wording.place(claim.place) if claim.place else "",
        "incident": claim.incident or "",
        "rejected": "yes" if getattr(claim, "rejected", False) else "",
    }
    for name, value in notes.items():
        if value:
            yield _body("describing", f"{name}: {value}")


def _body(purpose: str, value: str) -> dict[str, Any]:
    return {"type": "TextualBody", "purpose": purpose, "value": value, "format": "text/plain", "language": "en"}
