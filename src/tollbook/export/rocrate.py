"""A whole book as an RO-Crate 1.1 (Research Object Crate): its records and tables, described in JSON-LD.

RO-Crate needs a name, a description, a day and a licence of the data set. A book has no licence and no name of its
own; the exporting person gives both. Without a licence the crate says that none was stated, which permits nothing.
"""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

from tollbook import __version__
from tollbook.export import bundle, prov, sheets
from tollbook.export.files import Files
from tollbook.model import Record
from tollbook.record import Contents

METADATA = "ro-crate-metadata.json"
_CONTEXT, _SPECIFICATION = "https://w3id.org/ro/crate/1.1/context", "https://w3id.org/ro/crate/1.1"
_NO_LICENCE = {
    "@id": "#no-licence", "@type": "CreativeWork", "name": "No licence was stated",
    "description": "Nobody stated a licence. Ask the people who made this data set before you use it.",
}  # fmt: skip
_FORMATS = {"csv": "text/csv", "jsonl": "application/jsonl", "jsonld": "application/ld+json"}


class CrateAbout(Record, frozen=True, kw_only=True):
    """The metadata that a book lacks: name of the data set, licence (an address or a name), day of publication."""

    name: str = ""
    licence: str = ""
    published: date | None = None


def files(contents: Contents, about: CrateAbout = CrateAbout()) -> Files:  # noqa: B008 - a frozen record
    """The records as JSON Lines, the tables as CSV, the provenance of figures, and the description of all."""
    parts = {**bundle.files(contents), **sheets.files(contents), **prov.files(contents)}
    return {METADATA: _metadata(contents, sorted(parts), about), **parts}


def _metadata(contents: Contents, parts: list[str], about: CrateAbout) -> Iterator[bytes]:
    graph = [_descriptor(), _root(contents, parts, about), _licence(about), *map(_file, parts), _software()]
    yield (json.dumps({"@context": _CONTEXT, "@graph": graph}, indent=1, ensure_ascii=False) + "\n").encode()


def _descriptor() -> dict[str, Any]:
    return {"@id": METADATA, "@type": "CreativeWork", "about": {"@id": "./"}, "conformsTo": {"@id": _SPECIFICATION}}


def _root(contents: Contents, parts: list[str], about: CrateAbout) -> dict[str, Any]:
    days = [each.when for each in contents.incidents if each.when is not None]
    first = min((when.start for when in days if when.start), default=None)
    last = max((when.end or when.start for when in days if when.start), default=None)
    covered = {"temporalCoverage": f"{first}/{last}"} if first and last else {}
    return {
        "@id": "./",
        "@type": "Dataset",
        "name": about.name or "A book of reported incidents",
        "description": "Reports, claims and incidents: who was harmed, where, when and by whom, according to whom. It "
        "says who said what, never what happened.",
        "datePublished": str(about.published or date.today()),
        "license": {"@id": _licence(about)["@id"]},
        **covered,
        "hasPart": [{"@id": name} for name in parts],
    }


def _licence(about: CrateAbout) -> dict[str, Any]:
    if not about.licence:
        return _NO_LICENCE
    is_address = about.licence.startswith(("https://", "http://"))
    name = about.licence if is_address else "#licence"
    return {"@id": name, "@type": "CreativeWork", "name": about.licence}


def _file(name: str) -> dict[str, Any]:
    stem, _, ending = name.rpartition(".")
    described = sheets.describe_table(stem) if ending == "csv" else _DESCRIBED.get(name, "")
    return {
        "@id": name, "@type": "File", "name": name, "encodingFormat": _FORMATS[ending],
        **({"description": described} if described else {}),
    }  # fmt: skip


_DESCRIBED = {
    "claims.jsonl": "Each thing that a report says, with its exact words and who is said to have said it.",
    "incidents.jsonl": "Incidents with figures, derived from claims and decisions.",
    "reports.jsonl": "Every report without its text, which belongs to its publisher.",
    "tollbook-prov.jsonld": "Where each figure comes from, as PROV-O.",
}


def _software() -> dict[str, Any]:
    return {"@id": "#tollbook", "@type": "SoftwareApplication", "name": "Tollbook", "softwareVersion": __version__}
