"""Records to rows and back."""

import hashlib
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import islice
from typing import Any

import msgspec
from sqlalchemy import Connection, LargeBinary, RowMapping, Select, cast, func, insert, select

from tollbook.mentions import Reading
from tollbook.model import Claim, Record, Refusal, Report
from tollbook.page_address import canonical
from tollbook.store import descriptions, search
from tollbook.store.schema import claims, originals, readings, refusals, reports

_claim = msgspec.json.Decoder(Claim)
_reading = msgspec.json.Decoder(Reading)
#: The columns of a report that its hash in the log covers; the others are derived from them.
HASHED = ("id", "sha256", "outlet", "url", "title", "published", "origin", "text", "about")
#: Ids in one statement; SQLite takes 32,766 values and PostgreSQL 65,535.
_BATCH = 5000


class Known(Record, frozen=True, kw_only=True):
    """A report that a book already has: the hash of its bytes, and its current reading."""

    sha256: str
    finder: str
    separate: bool


class StoredReading(Record, frozen=True, kw_only=True):
    """The current reading of one report; ``separate`` if the report is not to be linked with others."""

    reading: Reading
    finder: str
    separate: bool


def add_report(connection: Connection, report: Report, original: bytes) -> str:
    """Write a report and its original bytes; returns the hash for the log."""
    row = report_row(report)
    shown = {"shown_published": report.published, "shown_outlet": report.outlet, "shown_title": report.title}
    connection.execute(insert(reports), row | shown | {"address": canonical(report.url)})
    add_original(connection, report.id, report.sha256, original)
    search.add(connection, report)
    return row_hash(row)


def add_original(connection: Connection, report: str, sha256: str, original: bytes) -> None:
    """Write the original bytes of a report, unless the book has the same bytes already."""
    if not has_original(connection, sha256):
        connection.execute(insert(originals), {"report": report, "bytes": zlib.compress(original)})


def has_original(connection: Connection, sha256: str) -> bool:
    """Whether the book has bytes with this hash."""
    same = select(originals.c.report).join(reports, reports.c.id == originals.c.report)
    return connection.execute(same.where(reports.c.sha256 == sha256).limit(1)).first() is not None


def packed_originals(connection: Connection) -> Iterator[tuple[str, str, bytes]]:
    """All original bytes: the report they were written with, its hash, and the bytes compressed by zlib.

    They are loaded one by one, because one may have many megabytes.
    """
    stored = select(originals.c.report, reports.c.sha256).join(reports, reports.c.id == originals.c.report)
    for report, sha256 in connection.execute(stored.order_by(reports.c.sha256, originals.c.report)).all():
        # Cast, because SQLite keeps a value that was changed to another type in that type.
        query = select(cast(originals.c.bytes, LargeBinary)).where(originals.c.report == report)
        yield report, sha256, connection.execute(query).scalar_one()


def add_reading(
    connection: Connection, reading: Reading, *, finder: str, separate: bool, described: str | None = None
) -> str:
    """Write a reading and its claims; returns the hash for the log. Earlier readings stay, but are superseded."""
    payload = msgspec.json.encode(msgspec.structs.replace(reading, claims=())).decode()
    row = {"report": reading.report, "finder": finder, "separate": separate, "payload": payload}
    row["described"] = described
    number = connection.execute(insert(readings).returning(readings.c.number), row).scalar_one()
    rows = [claim_row(claim, number) for claim in reading.claims]
    if rows:
        connection.execute(insert(claims), rows)
    return row_hash([payload, *(row["payload"] for row in rows)])


def row_hash(stored: object) -> str:
    """The SHA-256 of stored values as JSON, as in the log."""
    return hashlib.sha256(msgspec.json.encode(stored, order="sorted")).hexdigest()


def known(connection: Connection, report: str | None = None) -> dict[str, Known]:
    """The known reports by id; all or one."""
    query = select(reports.c.id, reports.c.sha256, readings.c.finder, readings.c.separate).join(
        readings, readings.c.report == reports.c.id
    )
    current = _current()
    if report is not None:
        query, current = query.where(reports.c.id == report), current.where(readings.c.report == report)
    query = query.where(readings.c.number.in_(current))
    return {
        row.id: Known(sha256=row.sha256, finder=row.finder, separate=row.separate) for row in connection.execute(query)
    }


def all_reports(connection: Connection) -> list[Report]:
    """Every report, by day of publication and then id, so that the order of reading does not matter."""
    every = [_report(row) for row in connection.execute(select(reports)).mappings()]
    return sorted(every, key=lambda report: (report.published is None, report.published, report.id))


def reports_of(connection: Connection, names: Iterable[str]) -> dict[str, Report]:
    """The reports with these ids, by id, as far as the book has them."""
    by_id: dict[str, Report] = {}
    for some in _batches(names):
        query = select(reports).where(reports.c.id.in_(some))
        by_id |= {row["id"]: _report(row) for row in connection.execute(query).mappings().all()}
    return by_id


def captured_of(connection: Connection, names: Iterable[str]) -> dict[str, Report]:
    """The reports with these ids as they were captured, without values that people set."""
    by_id: dict[str, Report] = {}
    for some in _batches(names):
        rows = connection.execute(select(reports).where(reports.c.id.in_(some))).mappings()
        by_id |= {row["id"]: _captured(row) for row in rows}
    return by_id


def at_addresses(connection: Connection, addresses: Iterable[str]) -> set[str]:
    """The ids of the reports of these pages; addresses as ``canonical`` gives them."""
    found: set[str] = set()
    for some in _batches(addresses):
        found.update(connection.execute(select(reports.c.id).where(reports.c.address.in_(some))).scalars())
    return found


def page_of_claims(
    connection: Connection, page: int, per_page: int, *, kind: str | None = None, without: Iterable[str] = ()
) -> tuple[list[tuple[str, str]], int]:
    """One page of the claims as (id, report), in the order of reading; and the number of claims on all pages."""
    wanted = [] if kind is None else [claims.c.kind == kind]
    # Few reports are read twice. If none was, claims are counted without their rows.
    superseded = (
        connection.execute(select(readings.c.number).where(readings.c.number.not_in(_current()))).scalars().all()
    )
    if superseded:
        wanted.append(claims.c.reading.not_in(superseded))
    if excluded := sorted(set(without)):
        wanted.append(claims.c.id.not_in(excluded))
    total = connection.execute(select(func.count()).select_from(claims).where(*wanted)).scalar_one()
    numbers = select(claims.c.number).where(*wanted).order_by(claims.c.number)
    numbers = numbers.limit(per_page).offset((page - 1) * per_page)
    query = select(claims.c.id, claims.c.report).where(claims.c.number.in_(numbers)).order_by(claims.c.number)
    return [(row.id, row.report) for row in connection.execute(query)], total


def at_same_address(connection: Connection, name: str) -> list[Report]:
    """The reports captured from the same page as a report, by id; only the report itself if it has no address."""
    address = select(reports.c.address).where(reports.c.id == name).scalar_subquery()
    query = select(reports).where((reports.c.id == name) | (reports.c.address == address)).order_by(reports.c.id)
    return [_report(row) for row in connection.execute(query).mappings().all()]


def recaptured_with(connection: Connection, names: Iterable[str]) -> list[Report]:
    """The reports captured from the pages of these reports, for pages with several; none that is read separately."""
    by_id: dict[str, Report] = {}
    for some in _batches(names):
        own = select(reports.c.address).where(reports.c.id.in_(some), reports.c.address.is_not(None))
        several = select(reports.c.address).where(reports.c.address.in_(own)).group_by(reports.c.address)
        pages = select(reports.c.id).where(reports.c.address.in_(several.having(func.count() > 1)))
        current = _current().where(readings.c.report.in_(pages))
        together = select(readings.c.report).where(readings.c.number.in_(current), readings.c.separate.is_(False))
        by_id |= reports_of(connection, connection.execute(together).scalars().all())
    return [by_id[name] for name in sorted(by_id)]


def recaptured(connection: Connection) -> list[str]:
    """The ids of the reports whose page was captured more than once."""
    several = select(reports.c.address).where(reports.c.address.is_not(None)).group_by(reports.c.address)
    query = select(reports.c.id).where(reports.c.address.in_(several.having(func.count() > 1)))
    return list(connection.execute(query.order_by(reports.c.id)).scalars())


def all_readings(connection: Connection) -> dict[str, StoredReading]:
    """The current readings, by report id, with the claims in the order they were read."""
    return _readings(connection, _current())


def readings_of(connection: Connection, names: Iterable[str]) -> dict[str, StoredReading]:
    """The current readings of these reports, as far as the book has them."""
    by_id: dict[str, StoredReading] = {}
    for some in _batches(names):
        by_id |= _readings(connection, _current().where(readings.c.report.in_(some)))
    return by_id


def claims_of(connection: Connection, names: Iterable[str]) -> dict[str, Claim]:
    """The claims of current readings with these ids, by id."""
    by_id: dict[str, Claim] = {}
    for some in _batches(names):
        # The current readings are looked up for the few reports of these claims, not for all reports.
        own = select(claims.c.report).where(claims.c.id.in_(some))
        current = _current().where(readings.c.report.in_(own))
        query = select(claims.c.id, claims.c.payload).where(claims.c.id.in_(some), claims.c.reading.in_(current))
        by_id |= {row.id: _claim.decode(row.payload) for row in connection.execute(query)}
    return by_id


def claim_ids(connection: Connection, prefix: str) -> list[str]:
    """The ids of the claims of current readings that begin with ``prefix``."""
    begins = claims.c.id.startswith(prefix, autoescape=True)
    current = _current().where(readings.c.report.in_(select(claims.c.report).where(begins)))
    return sorted(connection.execute(select(claims.c.id).where(begins, claims.c.reading.in_(current))).scalars())


def former_claims(connection: Connection, names: Iterable[str]) -> dict[str, Claim]:
    """The claims of superseded readings with these ids, by id."""
    by_id: dict[str, Claim] = {}
    for some in _batches(names):
        query = select(claims.c.id, claims.c.payload).where(claims.c.id.in_(some))
        by_id |= {row.id: _claim.decode(row.payload) for row in connection.execute(query)}
    return {name: by_id[name] for name in by_id.keys() - claims_of(connection, by_id).keys()}


def _readings(connection: Connection, current: Select[tuple[int]]) -> dict[str, StoredReading]:
    by_reading: dict[int, list[Claim]] = defaultdict(list)
    query = select(claims.c.reading, claims.c.payload).where(claims.c.reading.in_(current))
    for row in connection.execute(query.order_by(claims.c.number)):
        by_reading[row.reading].append(_claim.decode(row.payload))
    return {
        row.report: StoredReading(
            reading=msgspec.structs.replace(_reading.decode(row.payload), claims=tuple(by_reading[row.number])),
            finder=row.finder,
            separate=row.separate,
        )
        for row in connection.execute(select(readings).where(readings.c.number.in_(current)))
    }


def all_refusals(connection: Connection) -> list[Refusal]:
    """Every refusal, in the order they were first made."""
    query = select(refusals.c.origin, refusals.c.reason).order_by(refusals.c.at, refusals.c.id)
    return [Refusal(origin=row.origin, reason=row.reason) for row in connection.execute(query)]


def _batches(names: Iterable[str]) -> Iterator[list[str]]:
    """Unique ids in batches that fit into one statement."""
    remaining = iter(dict.fromkeys(names))
    while some := list(islice(remaining, _BATCH)):
        yield some


def _current() -> Select[tuple[int]]:
    return select(func.max(readings.c.number)).group_by(readings.c.report)


def claim_row(claim: Claim, reading: int) -> dict[str, Any]:
    """The columns of a claim."""
    columns = {name: getattr(claim, name) for name in ("id", "report", "kind", "start")}
    return columns | {"reading": reading, "payload": msgspec.json.encode(claim).decode()}


def report_row(report: Report) -> dict[str, Any]:
    """The columns of a report; the fields that no query uses are JSON in ``about``."""
    fields = msgspec.structs.asdict(report)
    columns = {name: fields.pop(name) for name in HASHED if name in fields}
    return columns | {"about": msgspec.json.encode(fields).decode()}


def _report(row: RowMapping) -> Report:
    """The report in a row, as people described it."""
    return descriptions.described(_captured(row), descriptions.decoded(row["described"]))


def _captured(row: RowMapping) -> Report:
    fields = {name: row[name] for name in HASHED}
    about = msgspec.json.decode(fields.pop("about"))
    # JSON has no dates: a column has a date, ``about`` has text.
    if about.get("modified"):
        about["modified"] = date.fromisoformat(about["modified"])
    return msgspec.convert(fields | about, Report, builtin_types=(date,))


def hashed_fields(row: RowMapping) -> dict[str, Any]:
    """The fields that the hash of a report covers; without ``about`` if it is empty, as in books of version 1."""
    fields = {name: row[name] for name in HASHED}
    if fields["about"] == "{}":
        del fields["about"]
    return fields
