"""Whether a book still is what was written: the log's chain, the originals, every stored row, every span."""

import hashlib
import re
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

import msgspec
from sqlalchemy import Connection, Integer, Text, select, type_coerce

from tollbook.model import Claim, DateMention, PlaceMention, Reading, content_id
from tollbook.store import log, rows, timestamps
from tollbook.store.log import Entry
from tollbook.store.schema import claims, readings, refusals, reports

#: The seal of a reading as the log has it, who made it, and whether it is to be linked with others.
_Made = tuple[str | None, str | None, bool | None]
_claim = msgspec.json.Decoder(Claim)
_HASH = re.compile(r"\b[0-9a-f]{64}\b")


def problems(connection: Connection) -> Iterator[str]:
    """A sentence for each thing that is no longer what it was; nothing when all is well.

    A report that has no name of its own but its hash is named with the file it came from.
    """
    named = select(reports.c.id, reports.c.origin).where(reports.c.id == reports.c.sha256)
    origins = {row.id: row.origin for row in connection.execute(named)}
    for sentence in _problems(connection):
        yield _HASH.sub(lambda hit: f"{hit[0]} ({origins[hit[0]]})" if hit[0] in origins else hit[0], sentence)


def _problems(connection: Connection) -> Iterator[str]:
    try:
        entries = log.entries(connection)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        yield f"The log cannot be read any more: {error}. An entry was changed after it was written."
        return
    yield from log.breaks(entries)
    yield from timestamps.problems(entries)
    yield from _file(connection)
    yield from _reports(connection, entries)
    yield from _readings(connection, entries)
    yield from _refusals(connection, entries)


def _file(connection: Connection) -> Iterator[str]:
    """What SQLite itself finds wrong with its file: pages, indexes, references."""
    if connection.dialect.name != "sqlite":
        return
    for (said,) in connection.exec_driver_sql("PRAGMA integrity_check(20)").all():
        if said != "ok":
            yield f"The file of the book is damaged: {said}."
    for found in connection.exec_driver_sql("PRAGMA foreign_key_check").all():
        yield f"Row {found[1]} of the table {found[0]} belongs to a row of {found[2]} that is not there."


def _reports(connection: Connection, entries: Iterable[Entry]) -> Iterator[str]:
    logged: dict[str, str | None] = {}
    for entry in entries:
        if entry.action == "read":
            logged.setdefault(entry.subject, entry.payload.get("report"))
    stored = _report_seals(connection)
    for missing in sorted(logged.keys() - stored.keys()):
        yield f"Report {missing} is in the log but no longer in the book."
    for foreign in sorted(stored.keys() - logged.keys()):
        yield f"Report {foreign} is in the book but not in the log."
    for name in sorted(logged.keys() & stored.keys()):
        if logged[name] != stored[name]:
            yield f"Report {name} was changed after it was written."
    yield from _originals(connection)


def _originals(connection: Connection) -> Iterator[str]:
    """Reports whose bytes are not what their hash says. Of bytes that are there twice both count."""
    whole: dict[str, bool] = {}
    for _, sha256, packed in rows.packed_originals(connection):
        whole[sha256] = whole.get(sha256, True) and _is_original(packed, sha256)
    for name, sha256 in connection.execute(select(reports.c.id, reports.c.sha256).order_by(reports.c.id)).all():
        if not whole.get(sha256, False):
            yield f"The original of report {name} is missing or was changed."


def _report_seals(connection: Connection) -> dict[str, str]:
    """The seal of every report as its row stands now; a day as it is written, for it may be no day any more."""
    written = type_coerce(reports.c.published, Text) if connection.dialect.name == "sqlite" else reports.c.published
    columns = [written.label(c.name) if c is reports.c.published else c for c in reports.c]
    found = connection.execute(select(*columns).order_by(reports.c.id)).mappings()
    return {row["id"]: rows.seal(rows.sealed(row)) for row in found}


def _readings(connection: Connection, entries: Iterable[Entry]) -> Iterator[str]:
    """Every reading ever made against the log, in its order; what the columns say against what they are drawn from."""
    logged: dict[str, list[_Made]] = defaultdict(list)
    for entry in entries:
        if entry.action == "read":
            said = entry.payload
            logged[entry.subject].append((said.get("reading"), said.get("finder"), said.get("separate")))
    texts: dict[str, str] = {row.id: row.text for row in connection.execute(select(reports.c.id, reports.c.text))}
    stored: dict[str, list[_Made]] = defaultdict(list)
    # As the number it is kept as: SQLite takes any, and only 0 and 1 are ours.
    separate = type_coerce(readings.c.separate, Integer).label("separate")
    query_readings = select(readings.c.number, readings.c.report, readings.c.finder, readings.c.payload, separate)
    for row in connection.execute(query_readings.order_by(readings.c.number)).all():
        query = select(claims).where(claims.c.reading == row.number).order_by(claims.c.number)
        found = connection.execute(query).mappings().all()
        seal = rows.seal([row.payload, *(claim["payload"] for claim in found)])
        stored[row.report].append((seal, row.finder, {0: False, 1: True}.get(row.separate)))
        yield from _reading(row.report, row.payload, found, texts.get(row.report, ""))
    for name in sorted(logged.keys() | stored.keys()):
        yield from _compared(name, logged[name], stored[name])


def _compared(name: str, logged: list[_Made], stored: list[_Made]) -> Iterator[str]:
    for number, (said, found) in enumerate(zip_longest(logged, stored), start=1):
        which = f"The reading of report {name}" if len(logged) < 2 else f"Reading {number} of report {name}"
        if found is None:
            yield f"{which} is in the log but no longer in the book."
        elif said is None:
            yield f"{which} is in the book but not in the log."
        elif said != found:
            yield f"{which} was changed after it was written."


def _reading(report: str, payload: str, found: Iterable[Any], text: str) -> Iterator[str]:
    """Whether every row says of a claim what the claim says, and every span holds."""
    drawn: list[Claim] = []
    for row in found:
        try:
            claim = _claim.decode(row["payload"])
        except msgspec.DecodeError as error:
            yield f"Claim {row['id']} of report {report} cannot be read any more: {error}."
            continue
        drawn.append(claim)
        filed = (row["id"], row["report"], row["kind"], row["start"])
        if filed != (claim.id, claim.report, claim.kind, claim.start) or claim.report != report:
            yield f"Claim {claim.id} of report {report} is filed as something else than it says."
    try:
        reading = msgspec.json.decode(payload, type=Reading)
    except msgspec.DecodeError as error:
        yield f"The reading of report {report} cannot be read any more: {error}."
        return
    yield from _spans(report, text, msgspec.structs.replace(reading, claims=tuple(drawn)))


def _refusals(connection: Connection, entries: Iterable[Entry]) -> Iterator[str]:
    logged = {(e.subject, e.payload.get("reason")): e.payload.get("at") for e in entries if e.action == "refused"}
    stored = {(row.origin, row.reason): row for row in connection.execute(select(refusals)).all()}
    for origin, _ in sorted(logged.keys() - stored.keys(), key=str):
        yield f"The refusal of {origin} is in the log but no longer in the book, or was changed."
    for origin, _ in sorted(stored.keys() - logged.keys(), key=str):
        yield f"The refusal of {origin} is in the book but not in the log, or was changed."
    for said in sorted(logged.keys() & stored.keys(), key=str):
        row, at = stored[said], logged[said]
        # Refusals of before 0.2 are in the log without their moment.
        if row.id != content_id(row.origin, row.reason) or (at is not None and row.at != at):
            yield f"The refusal of {row.origin} was changed after it was written."


def _is_original(packed: bytes, sha256: str) -> bool:
    try:
        return hashlib.sha256(zlib.decompress(packed)).hexdigest() == sha256
    except zlib.error:
        return False


def _spans(name: str, text: str, reading: Reading) -> Iterator[str]:
    for claim in reading.claims:
        if text[claim.start : claim.end] != claim.quote:
            yield f"Claim {claim.id} does not quote what stands at {claim.start}–{claim.end} of report {name}."
    mentions: list[PlaceMention | DateMention] = [*reading.places, *reading.dates]
    for mention in mentions:
        if text[mention.start : mention.end] != mention.text:
            yield f"{mention.text!r} does not stand at {mention.start}–{mention.end} of report {name}."
    for attribution in reading.attributions:
        for start, end in (*attribution.source, *attribution.cue, *attribution.content):
            if not 0 <= start < end <= len(text):
                yield f"An attribution points outside of report {name}: {start}–{end}."
