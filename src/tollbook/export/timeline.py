"""Incidents as a timeline for TimelineJS (Knight Lab, *TimelineJS3 JSON format*).

A date has only the parts that are known: a month has no day. Incidents without a known day cannot be on a line; the
first page says how many there are. TimelineJS shows texts as HTML, so words of reports are escaped.
"""

from datetime import date
from html import escape
from typing import Any

from tollbook.export.bundle import json_line
from tollbook.export.cases import ReportedIncident, cases, dispute, outlets
from tollbook.export.files import Files
from tollbook.locale import wording
from tollbook.model import When
from tollbook.record import Contents


def files(contents: Contents) -> Files:
    """One JSON file for TimelineJS."""
    return {"tollbook-timeline.json": [f"{json_line(timeline(contents))}\n".encode()]}


def timeline(contents: Contents) -> dict[str, Any]:
    """The title page and an event for each incident with a known day."""
    every = cases(contents)
    events = [_event(case) for case in every if case.when.start]
    left_out = len(every) - len(events)
    words = f"Incidents without a known day, which are not on this line: {left_out}." if left_out else ""
    return {"title": {"text": {"headline": "Reported incidents", "text": words}}, "events": events}


def dates(when: When) -> dict[str, Any]:
    """The start and end of a time in the form of TimelineJS: only the known parts, and the words to show."""
    if when.start is None:
        return {}
    last = when.end or when.start
    found: dict[str, Any] = {"start_date": _date(when.start, when) | {"display_date": _shown(when)}}
    if last != when.start and when.precision in {"days", "week", "unknown"}:
        found["end_date"] = _date(last, when)
    return found


def _date(day: date, when: When) -> dict[str, int]:
    parts = {"year": day.year, "month": day.month, "day": day.day}
    known = {"year": 1, "month": 2}.get(when.precision, 3)
    return dict(list(parts.items())[:known])


def _shown(when: When) -> str:
    return escape(wording.when(when))


def _event(case: ReportedIncident) -> dict[str, Any]:
    texts = [dispute(case), f"Place: {wording.place(case.incident.place)}.", f"Reports: {'; '.join(outlets(case))}."]
    return dates(case.when) | {
        "unique_id": f"incident-{case.incident.id}",
        "group": case.incident.kind,
        "text": {
            "headline": escape(wording.clean(case.incident.title)),
            "text": "".join(f"<p>{escape(wording.clean(text))}</p>" for text in texts if text),
        },
    }
