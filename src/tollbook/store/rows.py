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

from tollbook.model import Claim, Reading, Record, Refusal, Report
from tollbook.page_address import canonical
from tollbook.store import search
from tollbook.store.schema import claims, originals, readings, refusals, reports

_claim = msgspec.json.Decoder(Claim)
_reading = msgspec.json.Decoder(Reading)
#: The columns of a report that are the report; the others follow from them.
_SEALED = ("id", "sha256", "outlet", "url", "title", "published", "origin", "text", "about")
#: Ids in one statement; SQLite takes 32,766 values and PostgreSQL 65,535.
_AT_ONCE = 5000


class Known(Record, frozen=True, kw_only=True):
    """What a book already has of a report: its bytes' hash, and which reading of it holds."""

    sha256: str
    finder: str
    separate: bool


class StoredReading(Record, frozen=True, kw_only=True):
    """The reading that holds for one report; ``separate`` where it is not to be linked with others."""

    reading: Reading
    finder: str
    separate: bool


def add_report(connection: Connection, report: Report, original: bytes) -> str:
    """Write a report and the bytes it was drawn from; its seal."""
    row = _report_row(report)
    connection.execute(insert(reports), row | {"address": canonical(report.url)})
    add_original(connection, report.id, report.sha256, original)
    search.add(connection, report)
    return seal(row)


def add_original(connection: Connection, report: str, sha256: str, original: bytes) -> None:
    """Write the bytes a report was drawn from, unless an earlier report was drawn from the same."""
    if not has_original(connection, sha256):
        connection.execute(insert(originals), {"report": report, "bytes": zlib.compress(original)})


def has_original(connection: Connection, sha256: str) -> bool:
    """Whether bytes of this hash are kept."""
    same = select(originals.c.report).join(reports, reports.c.id == originals.c.report)
    return connection.execute(same.where(reports.c.sha256 == sha256).limit(1)).first() is not None


def packed_originals(connection: Connection) -> Iterator[tuple[str, str, bytes]]:
    """All bytes that are kept: the report they were written with, its hash, and the bytes as zlib packed them.

    One by one, for one may weigh many megabytes.
    """
    kept = select(originals.c.report, reports.c.sha256).join(reports, reports.c.id == originals.c.report)
    for report, sha256 in connection.execute(kept.order_by(reports.c.sha256, originals.c.report)).all():
        # Cast, for SQLite keeps a changed value as whatever it was changed to.
        query = select(cast(originals.c.bytes, LargeBinary)).where(originals.c.report == report)
        yield report, sha256, connection.execute(query).scalar_one()


def add_reading(connection: Connection, reading: Reading, *, finder: str, separate: bool) -> str:
    """Write a reading and its claims; its seal. Earlier readings stay, but no longer hold."""
    payload = msgspec.json.encode(msgspec.structs.replace(reading, claims=())).decode()
    row = {"report": reading.report, "finder": finder, "separate": separate, "payload": payload}
    number = connection.execute(insert(readings).returning(readings.c.number), row).scalar_one()
    rows = [_claim_row(claim, number) for claim in reading.claims]
    if rows:
        connection.execute(insert(claims), rows)
    return seal([payload, *(row["payload"] for row in rows)])


def seal(stored: object) -> str:
    """The SHA-256 of what stands in the tables: what the log knows it by."""
    return hashlib.sha256(msgspec.json.encode(stored, order="sorted")).hexdigest()


def known(connection: Connection, report: str | None = None) -> dict[str, Known]:
    """What the book has, by report id; of one report where it is named."""
    query = select(reports.c.id, reports.c.sha256, readings.c.finder, readings.c.separate).join(
        readings, readings.c.report == reports.c.id
    )
    query = query.where(readings.c.number.in_(_holding()))
    if report is not None:
        query = query.where(reports.c.id == report)
    return {
        row.id: Known(sha256=row.sha256, finder=row.finder, separate=row.separate) for row in connection.execute(query)
    }


def all_reports(connection: Connection) -> list[Report]:
    """Every report, by day of publication and then id: the order of reading in does not show."""
    found = [_report(row) for row in connection.execute(select(reports)).mappings()]
    return sorted(found, key=lambda report: (report.published is None, report.published, report.id))


def reports_of(connection: Connection, names: Iterable[str]) -> dict[str, Report]:
    """The reports of these ids, as far as the book has them."""
    found: dict[str, Report] = {}
    for some in _batches(names):
        query = select(reports).where(reports.c.id.in_(some))
        found |= {row["id"]: _report(row) for row in connection.execute(query).mappings()}
    return found


def page_of_claims(
    connection: Connection, page: int, per_page: int, *, kind: str | None = None, without: Iterable[str] = ()
) -> tuple[list[tuple[str, str]], int]:
    """One page of the claims as they were read, in the order of reading: (id, report); and how many on all pages."""
    wanted = [] if kind is None else [claims.c.kind == kind]
    # Few reports are ever read twice; where none was, no row of a claim need be looked at to be counted.
    old = connection.execute(select(readings.c.number).where(readings.c.number.not_in(_holding()))).scalars().all()
    if old:
        wanted.append(claims.c.reading.not_in(old))
    if gone := sorted(set(without)):
        wanted.append(claims.c.id.not_in(gone))
    total = connection.execute(select(func.count()).select_from(claims).where(*wanted)).scalar_one()
    numbers = select(claims.c.number).where(*wanted).order_by(claims.c.number)
    numbers = numbers.limit(per_page).offset((page - 1) * per_page)
    found = select(claims.c.id, claims.c.report).where(claims.c.number.in_(numbers))
    return [(row.id, row.report) for row in connection.execute(found.order_by(claims.c.number))], total


def at_same_address(connection: Connection, name: str) -> list[Report]:
    """The reports of the page that a report is of, by id; the report alone where it names no page."""
    address = select(reports.c.address).where(reports.c.id == name).scalar_subquery()
    query = select(reports).where((reports.c.id == name) | (reports.c.address == address)).order_by(reports.c.id)
    return [_report(row) for row in connection.execute(query).mappings()]


def recaptured_with(connection: Connection, names: Iterable[str]) -> list[Report]:
    """The reports of the pages that these reports are of, where a page has several; none that is kept by itself."""
    found: dict[str, Report] = {}
    for some in _batches(names):
        own = select(reports.c.address).where(reports.c.id.in_(some), reports.c.address.is_not(None))
        several = select(reports.c.address).where(reports.c.address.in_(own)).group_by(reports.c.address)
        pages = select(reports.c.id).where(reports.c.address.in_(several.having(func.count() > 1)))
        holding = _holding().where(readings.c.report.in_(pages))
        together = select(readings.c.report).where(readings.c.number.in_(holding), readings.c.separate.is_(False))
        found |= reports_of(connection, connection.execute(together).scalars().all())
    return [found[name] for name in sorted(found)]


def recaptured(connection: Connection) -> list[str]:
    """The ids of the reports whose page was captured more than once."""
    several = select(reports.c.address).where(reports.c.address.is_not(None)).group_by(reports.c.address)
    query = select(reports.c.id).where(reports.c.address.in_(several.having(func.count() > 1)))
    return list(connection.execute(query.order_by(reports.c.id)).scalars())


def all_readings(connection: Connection) -> dict[str, StoredReading]:
    """The readings that hold, by report id, claims in the order they were found."""
    return _readings(connection, _holding())


def readings_of(connection: Connection, names: Iterable[str]) -> dict[str, StoredReading]:
    """The readings that hold for these reports, as far as the book has them."""
    found: dict[str, StoredReading] = {}
    for some in _batches(names):
        found |= _readings(connection, _holding().where(readings.c.report.in_(some)))
    return found


def claims_of(connection: Connection, names: Iterable[str]) -> dict[str, Claim]:
    """The claims of these ids, of readings that hold, by id."""
    found: dict[str, Claim] = {}
    for some in _batches(names):
        # Which reading holds is asked of the few reports these claims are of, not of all.
        told = select(claims.c.report).where(claims.c.id.in_(some))
        holding = _holding().where(readings.c.report.in_(told))
        query = select(claims.c.id, claims.c.payload).where(claims.c.id.in_(some), claims.c.reading.in_(holding))
        found |= {row.id: _claim.decode(row.payload) for row in connection.execute(query)}
    return found


def former_claims(connection: Connection, names: Iterable[str]) -> dict[str, Claim]:
    """The claims of these ids, of readings that hold no longer, by id."""
    found: dict[str, Claim] = {}
    for some in _batches(names):
        query = select(claims.c.id, claims.c.payload).where(claims.c.id.in_(some))
        found |= {row.id: _claim.decode(row.payload) for row in connection.execute(query)}
    return {name: found[name] for name in found.keys() - claims_of(connection, found).keys()}


def _readings(connection: Connection, holding: Select[tuple[int]]) -> dict[str, StoredReading]:
    found: dict[int, list[Claim]] = defaultdict(list)
    query = select(claims.c.reading, claims.c.payload).where(claims.c.reading.in_(holding))
    for row in connection.execute(query.order_by(claims.c.number)):
        found[row.reading].append(_claim.decode(row.payload))
    return {
        row.report: StoredReading(
            reading=msgspec.structs.replace(_reading.decode(row.payload), claims=tuple(found[row.number])),
            finder=row.finder,
            separate=row.separate,
        )
        for row in connection.execute(select(readings).where(readings.c.number.in_(holding)))
    }


def all_refusals(connection: Connection) -> list[Refusal]:
    """Every refusal, in the order it was first met."""
    query = select(refusals.c.origin, refusals.c.reason).order_by(refusals.c.at, refusals.c.id)
    return [Refusal(origin=row.origin, reason=row.reason) for row in connection.execute(query)]


def _batches(names: Iterable[str]) -> Iterator[list[str]]:
    """Ids in lots that one statement can carry."""
    left = iter(dict.fromkeys(names))
    while some := list(islice(left, _AT_ONCE)):
        yield some


def _holding() -> Select[tuple[int]]:
    return select(func.max(readings.c.number)).group_by(readings.c.report)


def _claim_row(claim: Claim, reading: int) -> dict[str, Any]:
    return {
        "reading": reading,
        "id": claim.id,
        "report": claim.report,
        "kind": claim.kind,
        "start": claim.start,
        "payload": msgspec.json.encode(claim).decode(),
    }


def _report_row(report: Report) -> dict[str, Any]:
    """The columns of a report; what it is not searched by stands together in ``about``."""
    fields = msgspec.structs.asdict(report)
    columns = {name: fields.pop(name) for name in _SEALED if name in fields}
    return columns | {"about": msgspec.json.encode(fields).decode()}


def _report(row: RowMapping) -> Report:
    fields = {name: row[name] for name in _SEALED}
    about = msgspec.json.decode(fields.pop("about"))
    # JSON has no days: a column gives one as a date, ``about`` as text.
    if about.get("modified"):
        about["modified"] = date.fromisoformat(about["modified"])
    return msgspec.convert(fields | about, Report, builtin_types=(date,))


def sealed(row: RowMapping) -> dict[str, Any]:
    """What a report's seal is made over. Books of version 1 had no ``about``, and their reports have it empty."""
    fields = {name: row[name] for name in _SEALED}
    if fields["about"] == "{}":
        del fields["about"]
    return fields
