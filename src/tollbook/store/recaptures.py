"""Captures of bytes that a book already has, from another address or moment: a log entry each, and no new report."""

from sqlalchemy import Connection

from tollbook.model import Report
from tollbook.store import log, rows

#: The action of such a log entry; its payload has ``sha256``, ``url``, ``captured`` and ``origin`` of the capture.
CAPTURED_AGAIN = "captured again"
#: Where and when a capture was made, with the id of its report.
Moment = tuple[str, str | None, str | None]


def moment(report: Report) -> Moment:
    """The address and moment of a capture, which distinguish it from others of the same bytes."""
    return report.id, report.url, report.captured


def logged(connection: Connection) -> set[Moment]:
    """The captures that the log has as captured again."""
    entries = log.entries(connection, CAPTURED_AGAIN)
    return {(e.subject, e.payload.get("url"), e.payload.get("captured")) for e in entries}


def is_new(connection: Connection, report: Report) -> bool:
    """Whether the book has the bytes of a capture with another address or moment.

    A copy of a file has neither and is not another capture.
    """
    if report.url is None and report.captured is None:
        return False
    first = rows.captured_of(connection, [report.id]).get(report.id)
    return first is not None and first.sha256 == report.sha256 and moment(first) != moment(report)
