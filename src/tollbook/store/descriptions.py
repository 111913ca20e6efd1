"""Values that people set about reports, in columns beside the captured ones: derived from the decisions in the log.

The captured values are never changed, because the hash of a report covers them. The store returns reports with the
values that people set.
"""

from collections.abc import Mapping
from datetime import date

import msgspec
from sqlalchemy import Connection, func, select, update

from tollbook.model import Report
from tollbook.page_address import canonical
from tollbook.store import log, search
from tollbook.store.schema import readings, reports

#: The fields of a report that people can set, None for *not known*; days as ISO 8601.
FIELDS = ("published", "outlet", "title", "author", "url")
#: Those that readers use: a report is read again if one of them is set.
READ_WITH = ("published", "outlet", "title", "url")
#: The provenance of a field that a person set.
BY_PERSON = "set by a person"
Fields = Mapping[str, str | None]


def decoded(stored: str | None) -> dict[str, str | None]:
    """The fields in a column; empty for None."""
    return msgspec.json.decode(stored, type=dict[str, str | None]) if stored else {}


def encoded(fields: Fields) -> str | None:
    """The fields in the form of a column, None if empty; for a reading, only the fields that readers use."""
    return msgspec.json.encode(dict(fields), order="sorted").decode() if fields else None


def for_readers(fields: Fields) -> dict[str, str | None]:
    """The fields that readers use, among some fields."""
    return {name: value for name, value in fields.items() if name in READ_WITH}


def described(report: Report, fields: Fields) -> Report:
    """The report with the fields that people set."""
    if not fields:
        return report
    published = {"published": _day(fields["published"])} if "published" in fields else {}
    words = {name: value for name, value in fields.items() if name != "published"}
    provenance = {**report.provenance, **dict.fromkeys(fields, BY_PERSON)}
    return msgspec.structs.replace(report, **words, **published, provenance=provenance)


def stored(connection: Connection) -> dict[str, dict[str, str | None]]:
    """The values that people set, by report."""
    query = select(reports.c.id, reports.c.described).where(reports.c.described.is_not(None))
    return {row.id: decoded(row.described) for row in connection.execute(query)}


def rewrite(connection: Connection, wanted: Mapping[str, Fields]) -> None:
    """Compute the columns of every report and of every current reading again; the index stays."""
    for name in connection.execute(select(reports.c.id).order_by(reports.c.number)).scalars().all():
        _write_columns(connection, name, wanted.get(name, {}))
    connection.execute(update(readings).values(described=None))
    restore(connection)


def of(connection: Connection, report: str) -> dict[str, str | None]:
    """The values that people set about one report."""
    return decoded(connection.execute(select(reports.c.described).where(reports.c.id == report)).scalar())


def write(connection: Connection, wanted: Mapping[str, Fields]) -> None:
    """Write the values that people set into the columns of all reports; reports not in ``wanted`` get none."""
    now = stored(connection)
    for name in sorted(now.keys() | wanted.keys()):
        fields = dict(wanted.get(name, {}))
        if fields != now.get(name, {}):
            _write_one(connection, name, fields)


def stale(connection: Connection) -> list[str]:
    """The reports that were read before people set, or reset, a field that readers use."""
    current = select(func.max(readings.c.number)).group_by(readings.c.report)
    query = select(reports.c.id, reports.c.described, readings.c.described.label("read_with"))
    query = query.join(readings, readings.c.report == reports.c.id).where(readings.c.number.in_(current))
    query = query.where(reports.c.described.is_not(None) | readings.c.described.is_not(None))
    rows = connection.execute(query)
    return sorted(row.id for row in rows if for_readers(decoded(row.described)) != decoded(row.read_with))


def restore(connection: Connection) -> None:
    """Write the values that readers used into the readings of a book copied without them, from the log."""
    used = {entry.subject: entry.payload.get("described") for entry in log.entries(connection, "read")}
    for name, fields in used.items():
        if fields:
            last = select(func.max(readings.c.number)).where(readings.c.report == name).scalar_subquery()
            connection.execute(update(readings).where(readings.c.number == last).values(described=encoded(fields)))


def _write_one(connection: Connection, name: str, fields: Fields) -> None:
    if title := _write_columns(connection, name, fields):
        # Words of a replaced title are still found, because the index only grows.
        search.add_words(connection, name, title, "")


def _write_columns(connection: Connection, name: str, fields: Fields) -> str | None:
    """Write the columns of one report; returns its title if that is not the captured one."""
    query = select(reports.c.published, reports.c.outlet, reports.c.title, reports.c.url)
    row = connection.execute(query.where(reports.c.id == name)).first()
    if row is None:
        return None
    day = _day(fields["published"]) if "published" in fields else row.published
    title = fields.get("title", row.title)
    shown = {"shown_published": day, "shown_outlet": fields.get("outlet", row.outlet), "shown_title": title}
    change = update(reports).where(reports.c.id == name)
    address = canonical(fields.get("url", row.url))
    connection.execute(change.values(described=encoded(fields), address=address, **shown))
    return title if title and title != row.title else None


def _day(value: str | None) -> date | None:
    return date.fromisoformat(value) if value else None
