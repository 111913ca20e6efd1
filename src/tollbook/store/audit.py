"""Verification of a book: the hash chain of the log, the originals, every stored row and every span."""

import hashlib
import re
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

import msgspec
from sqlalchemy import Connection, Integer, RowMapping, Text, func, select, type_coerce

from tollbook.locale.messages import message
from tollbook.mentions import DateMention, PlaceMention, Reading
from tollbook.model import Claim, content_id
from tollbook.page_address import canonical
from tollbook.store import descriptions, incident_rows, log, rows, schema_audit, search_audit, timestamps
from tollbook.store.log import LogEntry
from tollbook.store.schema import claims, readings, refusals, reports
from tollbook.store.schema import log as log_table

#: The hash of a reading, the reader that made it, and whether it is separate; None where the log does not say it.
_ReadingKey = tuple[str | None, str | None, bool | None]
_claim = msgspec.json.Decoder(Claim)
_HASH = re.compile(r"\b[0-9a-f]{64}\b")


def problems(connection: Connection) -> Iterator[str]:
    """A sentence for each record that was changed after it was written; none if the book is intact.

    A report whose id is its hash is named with the file it came from.
    """
    yield from _with_origins(connection, _problems(connection))


def derived_problems(connection: Connection, *, outdated: bool = False) -> Iterator[str]:
    """A sentence for each wrong table, list or search index: everything that is derived from the records.

    Call it if :func:`problems` finds none. These parts can be made again, except parts that somebody added.
    :func:`schema_audit.problems` explains ``outdated``.
    """
    yield from schema_audit.problems(connection, outdated=outdated)
    entries = log.entries(connection)
    yield from _with_origins(connection, _shown(connection, entries))
    yield from _with_origins(connection, search_audit.problems(connection, entries))


def _with_origins(connection: Connection, sentences: Iterable[str]) -> Iterator[str]:
    named = select(reports.c.id, reports.c.origin).where(reports.c.id == reports.c.sha256)
    origins = {row.id: row.origin for row in connection.execute(named)}
    for sentence in sentences:
        yield _HASH.sub(lambda hit: f"{hit[0]} ({origins[hit[0]]})" if hit[0] in origins else hit[0], sentence)


def _problems(connection: Connection) -> Iterator[str]:
    try:
        entries = log.entries(connection)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        yield message("The log cannot be read: {error}. An entry was changed after it was written.", error=error)
        return
    yield from log.breaks(entries)
    yield from _log(connection, entries)
    yield from timestamps.problems(entries)
    yield from _file(connection)
    yield from _reports(connection, entries)
    yield from _readings(connection, entries)
    yield from _refusals(connection, entries)


def _log(connection: Connection, entries: Sequence[LogEntry]) -> Iterator[str]:
    """Payloads that Tollbook would encode differently, and entries that are missing at the end."""
    for row in connection.execute(select(log_table.c.seq, log_table.c.payload)):
        if log.encoded(msgspec.json.decode(row.payload)) != row.payload:
            yield message("Log entry {entry} is not in the form in which it was written.", entry=row.seq)
    upto, last = incident_rows.rows_state(connection).upto, entries[-1].seq if entries else 0
    if upto > last:
        yield message(
            "The log ends at entry {last}, but incidents were derived from entry {upto}: entries were cut off its end.",
            last=last,
            upto=upto,
        )


def _file(connection: Connection) -> Iterator[str]:
    """SQLite's own check of its file: pages, indexes, references."""
    if connection.dialect.name != "sqlite":
        return
    for (problem,) in connection.exec_driver_sql("PRAGMA integrity_check(20)").all():
        if problem != "ok":
            yield message("The file of the book is damaged: {problem}.", problem=problem)
    for table, row, parent, *_ in connection.exec_driver_sql("PRAGMA foreign_key_check").all():
        yield message(
            "Row {row} of the table {table} refers to a row of {parent} that does not exist.",
            row=row,
            table=table,
            parent=parent,
        )


def _reports(connection: Connection, entries: Iterable[LogEntry]) -> Iterator[str]:
    logged: dict[str, str | None] = {}
    for entry in entries:
        if entry.action == "read":
            logged.setdefault(entry.subject, entry.payload.get("report"))
    stored = _report_hashes(connection)
    for missing in sorted(logged.keys() - stored.keys()):
        yield message("Report {report} is in the log but not in the book.", report=missing)
    for foreign in sorted(stored.keys() - logged.keys()):
        yield message("Report {report} is in the book but not in the log.", report=foreign)
    for name in sorted(logged.keys() & stored.keys()):
        if logged[name] != stored[name]:
            yield message("Report {report} was changed after it was written.", report=name)
    yield from _originals(connection)


def _shown(connection: Connection, entries: Iterable[LogEntry]) -> Iterator[str]:
    """Reports whose values in lists are wrong. Days are read as text: a changed one may not be a date."""
    names = ("published", "outlet", "title")
    read_with = {
        e.subject: descriptions.encoded(e.payload.get("described") or {}) for e in entries if e.action == "read"
    }
    columns = [type_coerce(reports.c[f"{shown}{name}"], Text).label(f"{shown}{name}") for name in names
               for shown in ("", "shown_")]  # fmt: skip
    current = select(func.max(readings.c.number)).group_by(readings.c.report)
    query = select(reports.c.id, reports.c.url, reports.c.address, reports.c.described, *columns,
                   readings.c.described.label("read_with"))  # fmt: skip
    query = query.join(readings, readings.c.report == reports.c.id).where(readings.c.number.in_(current))
    numbered = []
    for row in connection.execute(query.order_by(reports.c.number)).mappings():
        numbered.append(row["id"])
        if not _is_shown(row, names) or row["read_with"] != read_with.get(row["id"]):
            yield message(
                "Report {report} is listed with wrong values. To repair the list: tollbook verify --repair",
                report=row["id"],
            )
    if numbered != list(read_with):
        yield message("The reports are numbered in another order than they were read in.")


def _is_shown(row: RowMapping, names: Iterable[str]) -> bool:
    """Whether the columns that lists are made from have the captured values and those that people set."""
    try:
        expected = {name: row[name] for name in (*names, "url")} | descriptions.decoded(row["described"])
    except msgspec.DecodeError:
        return False
    address = canonical(expected["url"])
    return row["address"] == address and all(str(expected[name]) == str(row[f"shown_{name}"]) for name in names)


def _originals(connection: Connection) -> Iterator[str]:
    """Reports whose original bytes do not have the hash. If the same bytes are stored twice, both are checked."""
    intact: dict[str, bool] = {}
    for _, sha256, packed in rows.packed_originals(connection):
        intact[sha256] = intact.get(sha256, True) and _is_original(packed, sha256)
    for name, sha256 in connection.execute(select(reports.c.id, reports.c.sha256).order_by(reports.c.id)).all():
        if not intact.get(sha256, False):
            yield message("The original of report {report} is missing or was changed.", report=name)


def _report_hashes(connection: Connection) -> dict[str, str]:
    """The hash of every report as stored now. A date is read as text, because a changed one may not be a date."""
    written = type_coerce(reports.c.published, Text) if connection.dialect.name == "sqlite" else reports.c.published
    columns = [written.label(c.name) if c is reports.c.published else c for c in reports.c if c.name in rows.HASHED]
    stored = connection.execute(select(*columns).order_by(reports.c.id)).mappings()
    return {row["id"]: rows.row_hash(rows.hashed_fields(row)) for row in stored}


def _readings(connection: Connection, entries: Iterable[LogEntry]) -> Iterator[str]:
    """Compare every reading with the log, in order, and the columns of claims with their records."""
    logged: dict[str, list[_ReadingKey]] = defaultdict(list)
    for entry in entries:
        if entry.action == "read":
            payload = entry.payload
            logged[entry.subject].append((payload.get("reading"), payload.get("finder"), payload.get("separate")))
    texts: dict[str, str] = {row.id: row.text for row in connection.execute(select(reports.c.id, reports.c.text))}
    stored: dict[str, list[_ReadingKey]] = defaultdict(list)
    # As a number, because SQLite stores any number and only 0 and 1 are valid.
    separate = type_coerce(readings.c.separate, Integer).label("separate")
    query_readings = select(readings.c.number, readings.c.report, readings.c.finder, readings.c.payload, separate)
    for row in connection.execute(query_readings.order_by(readings.c.number)).all():
        query = select(claims).where(claims.c.reading == row.number).order_by(claims.c.number)
        claim_rows = connection.execute(query).mappings().all()
        digest = rows.row_hash([row.payload, *(claim["payload"] for claim in claim_rows)])
        stored[row.report].append((digest, row.finder, {0: False, 1: True}.get(row.separate)))
        yield from _reading(row.report, row.payload, claim_rows, texts.get(row.report, ""))
    for name in sorted(logged.keys() | stored.keys()):
        yield from _compared(name, logged[name], stored[name])


def _compared(name: str, logged: list[_ReadingKey], stored: list[_ReadingKey]) -> Iterator[str]:
    for number, (expected, actual) in enumerate(zip_longest(logged, stored), start=1):
        if actual is None:
            yield message("Reading {n} of report {report} is in the log but not in the book.", n=number, report=name)
        elif expected is None:
            yield message("Reading {n} of report {report} is in the book but not in the log.", n=number, report=name)
        elif expected != actual:
            yield message("Reading {n} of report {report} was changed after it was written.", n=number, report=name)


def _reading(report: str, payload: str, claim_rows: Iterable[Any], text: str) -> Iterator[str]:
    """Check that the columns of every claim equal its record, and that every span quotes the text."""
    decoded: list[Claim] = []
    for row in claim_rows:
        try:
            claim = _claim.decode(row["payload"])
        except msgspec.DecodeError as error:
            yield message(
                "Claim {claim} of report {report} cannot be read: {error}.", claim=row["id"], report=report, error=error
            )
            continue
        decoded.append(claim)
        columns = (row["id"], row["report"], row["kind"], row["start"])
        if columns != (claim.id, claim.report, claim.kind, claim.start) or claim.report != report:
            yield message(
                "The columns of claim {claim} of report {report} differ from its record.", claim=claim.id, report=report
            )
    try:
        reading = msgspec.json.decode(payload, type=Reading)
    except msgspec.DecodeError as error:
        yield message("The reading of report {report} cannot be read: {error}.", report=report, error=error)
        return
    yield from _spans(report, text, msgspec.structs.replace(reading, claims=tuple(decoded)))


def _refusals(connection: Connection, entries: Iterable[LogEntry]) -> Iterator[str]:
    logged = {(e.subject, e.payload.get("reason")): e.payload.get("at") for e in entries if e.action == "refused"}
    stored = {(row.origin, row.reason): row for row in connection.execute(select(refusals)).all()}
    for origin, _ in sorted(logged.keys() - stored.keys(), key=str):
        yield message("The refusal of {origin} is in the log but not in the book, or was changed.", origin=origin)
    for origin, _ in sorted(stored.keys() - logged.keys(), key=str):
        yield message("The refusal of {origin} is in the book but not in the log, or was changed.", origin=origin)
    for key in sorted(logged.keys() & stored.keys(), key=str):
        row, at = stored[key], logged[key]
        # The log has no time for refusals from before version 0.2.
        if row.id != content_id(row.origin, row.reason) or (at is not None and row.at != at):
            yield message("The refusal of {origin} was changed after it was written.", origin=row.origin)


def _is_original(packed: bytes, sha256: str) -> bool:
    try:
        return hashlib.sha256(zlib.decompress(packed)).hexdigest() == sha256
    except zlib.error:
        return False


def _spans(name: str, text: str, reading: Reading) -> Iterator[str]:
    for claim in reading.claims:
        if text[claim.start : claim.end] != claim.quote:
            yield message(
                "Claim {claim} does not quote the text at {start}–{end} of report {report}.",
                claim=claim.id,
                start=claim.start,
                end=claim.end,
                report=name,
            )
    mentions: list[PlaceMention | DateMention] = [*reading.places, *reading.dates]
    for mention in mentions:
        if text[mention.start : mention.end] != mention.text:
            yield message(
                "{words} is not the text at {start}–{end} of report {report}.",
                words=repr(mention.text),
                start=mention.start,
                end=mention.end,
                report=name,
            )
    for attribution in reading.attributions:
        for start, end in (*attribution.source, *attribution.cue, *attribution.content):
            if not 0 <= start < end <= len(text):
                yield message(
                    "An attribution is outside the text of report {report}: {start}–{end}.",
                    report=name,
                    start=start,
                    end=end,
                )
