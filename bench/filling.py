"""Fills a book with reports and their readings in large batches, instead of row by row as reading does."""

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, func, select

from bench.moved import Sample
from tollbook.page_address import canonical
from tollbook.store import log, rows, schema, search
from tollbook.store.incident_rows import insert_all, where_in


def fill(connection: Connection, samples: Sequence[Sample]) -> None:
    """Store reports that the book does not have yet, as ``Store.add`` would. For books in a file."""
    reports = [sample.report for sample in samples]
    insert_all(connection, schema.reports, [_report_row(sample) for sample in samples])
    by_bytes = {report.sha256: report for report in reversed(reports)}
    known = select(schema.reports.c.sha256).join(schema.originals, schema.originals.c.report == schema.reports.c.id)
    for row in where_in(connection, known, schema.reports.c.sha256, by_bytes):
        del by_bytes[row.sha256]
    originals = [{"report": r.id, "bytes": zlib.compress(r.text.encode())} for r in reports if r in by_bytes.values()]
    insert_all(connection, schema.originals, originals)
    _add_words(connection, samples)
    _add_readings(connection, samples)
    for report in reports:
        log.append(connection, actor="bench", action="read", subject=report.id, payload={})


def _report_row(sample: Sample) -> dict[str, Any]:
    report = sample.report
    shown = {"shown_published": report.published, "shown_outlet": report.outlet, "shown_title": report.title}
    return rows.report_row(report) | shown | {"address": canonical(report.url)}


def _add_words(connection: Connection, samples: Sequence[Sample]) -> None:
    parts = [(s.report.id, part) for s in samples for part in search.parts(s.report.title or "", s.report.text)]
    first = _next(connection, schema.passages)
    passages = [{"number": first + place, "report": report} for place, (report, _) in enumerate(parts)]
    insert_all(connection, schema.passages, passages)
    words = [(first + place, " ".join(part)) for place, (_, part) in enumerate(parts)]
    connection.exec_driver_sql("INSERT INTO search (rowid, words) VALUES (?, ?)", words)


def _add_readings(connection: Connection, samples: Sequence[Sample]) -> None:
    first = _next(connection, schema.readings)
    readings, claims = [], []
    for number, sample in enumerate(samples, start=first):
        payload = msgspec.json.encode(msgspec.structs.replace(sample.reading, claims=())).decode()
        about = {"number": number, "report": sample.report.id, "finder": "bench", "separate": False}
        readings.append(about | {"payload": payload})
        claims += [rows.claim_row(claim, number) for claim in sample.reading.claims]
    insert_all(connection, schema.readings, readings)
    insert_all(connection, schema.claims, claims)


def _next(connection: Connection, table: Table) -> int:
    return 1 + (connection.execute(select(func.max(table.c.number))).scalar() or 0)
