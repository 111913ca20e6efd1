"""Whether a book still is what was written: the log's chain, the originals, every stored row, every span."""

import hashlib
import zlib
from collections.abc import Iterator

from sqlalchemy import Connection

from tollbook.model import DateMention, PlaceMention, Reading, Report
from tollbook.store import log, rows


def problems(connection: Connection) -> Iterator[str]:
    """A sentence for each thing that is no longer what it was; nothing when all is well."""
    entries = log.entries(connection)
    yield from log.breaks(entries)
    logged_reports: dict[str, str | None] = {}
    logged_readings: dict[str, str | None] = {}
    for entry in entries:
        if entry.action == "read":
            logged_reports.setdefault(entry.subject, entry.payload.get("report"))
            logged_readings[entry.subject] = entry.payload.get("reading")
    yield from _compare("Report", logged_reports, rows.report_seals(connection))
    yield from _compare("The reading of report", logged_readings, rows.reading_seals(connection))
    readings = rows.all_readings(connection)
    for report in rows.all_reports(connection):
        if not _is_original(rows.original(connection, report.id), report.sha256):
            yield f"The original of report {report.id} is missing or was changed."
        if report.id in readings:
            yield from _spans(report, readings[report.id].reading)


def _compare(what: str, logged: dict[str, str | None], stored: dict[str, str]) -> Iterator[str]:
    for missing in sorted(logged.keys() - stored.keys()):
        yield f"{what} {missing} is in the log but no longer in the book."
    for foreign in sorted(stored.keys() - logged.keys()):
        yield f"{what} {foreign} is in the book but not in the log."
    for name in sorted(logged.keys() & stored.keys()):
        if logged[name] != stored[name]:
            yield f"{what} {name} was changed after it was written."


def _is_original(packed: bytes | None, sha256: str) -> bool:
    try:
        return packed is not None and hashlib.sha256(zlib.decompress(packed)).hexdigest() == sha256
    except zlib.error:
        return False


def _spans(report: Report, reading: Reading) -> Iterator[str]:
    for claim in reading.claims:
        if report.text[claim.start : claim.end] != claim.quote:
            yield f"Claim {claim.id} does not quote what stands at {claim.start}–{claim.end} of report {report.id}."
    mentions: list[PlaceMention | DateMention] = [*reading.places, *reading.dates]
    for mention in mentions:
        if report.text[mention.start : mention.end] != mention.text:
            yield f"{mention.text!r} does not stand at {mention.start}–{mention.end} of report {report.id}."
    for attribution in reading.attributions:
        for start, end in (*attribution.source, *attribution.cue, *attribution.content):
            if not 0 <= start < end <= len(report.text):
                yield f"An attribution points outside of report {report.id}: {start}–{end}."
