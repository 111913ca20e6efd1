"""The registry of export formats for the command line, the API and the page. To add a format, add it here."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, Protocol

from tollbook.export import (
    acled,
    airwars,
    annotations,
    bundle,
    datasette,
    eventreport,
    ftm,
    geojson,
    hxl,
    ibc,
    prov,
    rocrate,
    sheets,
    timeline,
    ucdp,
    workbook,
)
from tollbook.export.files import Files
from tollbook.locale.messages import message
from tollbook.record import Contents


class ExportFormat(Protocol):
    """From contents to the files of an export. Raises Refused if the format cannot hold the contents."""

    def __call__(self, contents: Contents) -> Files: ...  # noqa: D102


class FormatEntry(NamedTuple):
    """A format: a sentence that describes it, and the function that makes its files.

    ``ending`` is the ending of a format that is one file; without it the format is a folder. ``rule`` is the rule for
    figures of the format's codebook, if it has one. The archive has no function: it is made from the store and not from
    contents.
    """

    says: str
    files: ExportFormat | None
    ending: str = ""
    rule: str | None = None


#: The whole book with originals and log.
ARCHIVE = "archive"
#: The format that needs a name and a licence for its description.
ROCRATE = "rocrate"
#: Every format by its name, in the order in which people see them.
REGISTRY: Mapping[str, FormatEntry] = MappingProxyType({
    "xlsx": FormatEntry(
        message("Tables of reports, claims, incidents, persons, statements, sources, sites and totals in one workbook"),
        workbook.files,
        ".xlsx",
    ),
    "csv": FormatEntry(message("The same tables as CSV files"), sheets.files),
    "geojson": FormatEntry(message("Incidents as points on a map (GeoJSON)"), geojson.files, ".geojson"),
    "bundle": FormatEntry(message("Everything, one JSON Lines file for each kind of record"), bundle.files),
    "ucdp": FormatEntry(
        message("Incidents in the columns of UCDP GED, with low, best and high"), ucdp.files, "-ucdp.csv", rule="ucdp"
    ),
    "acled": FormatEntry(
        message("Incidents in the columns of ACLED, with the dispute in the notes"),
        acled.files,
        "-acled.csv",
        rule="acled",
    ),
    "ibc": FormatEntry(
        message("Incidents and persons killed, by the variables of Iraq Body Count"), ibc.files, rule="ibc"
    ),
    "airwars": FormatEntry(
        message("Incidents in the fields of Airwars’ records, with its grading (JSON)"), airwars.files,
        "-airwars.json", rule="airwars",
    ),
    "eventreport": FormatEntry(
        message("One row for each report of each incident, for the R package eventreport"), eventreport.files,
        "-eventreport.csv",
    ),
    "hxl": FormatEntry(
        message("Incidents as a table with hashtags of the Humanitarian Exchange Language (HXL)"), hxl.files, "-hxl.csv"
    ),
    "ftm": FormatEntry(
        message("Incidents, reports, named persons and parties as FollowTheMoney entities"), ftm.files, ".ftm.json"
    ),
    "annotations": FormatEntry(
        message("Claims as W3C Web Annotations on the words of their reports"),
        annotations.files,
        "-annotations.jsonld",
    ),
    "prov": FormatEntry(
        message("Where every figure comes from, as PROV-O in JSON-LD"), prov.files, "-prov.jsonld"
    ),
    "timeline": FormatEntry(message("Incidents as a timeline for TimelineJS"), timeline.files, "-timeline.json"),
    "datasette": FormatEntry(
        message("The tables as one SQLite file with full-text search, for Datasette"), datasette.files
    ),
    ROCRATE: FormatEntry(
        message("Everything with a description, to deposit in a repository (RO-Crate)"), rocrate.files
    ),
    ARCHIVE: FormatEntry(
        message("The whole book with originals and log, to verify and restore; no redaction is possible"), None, ".zip"
    ),
})  # fmt: skip
FORMATS: Mapping[str, ExportFormat] = {name: entry.files for name, entry in REGISTRY.items() if entry.files}
#: Formats that are one file, with the ending of its name; the others are folders.
ENDINGS: Mapping[str, str] = {name: entry.ending for name, entry in REGISTRY.items() if entry.ending}
EXPORTS = tuple(REGISTRY)


def rule_of(name: str, default: str) -> str:
    """The rule for figures of a format, if its codebook has one, else the default."""
    entry = REGISTRY.get(name)
    return (entry.rule if entry else None) or default


def file_name(name: str) -> str:
    """The default name of the file or the folder of an export."""
    return f"tollbook{ENDINGS[name]}" if name in ENDINGS else f"tollbook-{name}"
