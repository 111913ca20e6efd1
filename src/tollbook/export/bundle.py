"""The bundle: the contents of a book as JSON Lines, in the shapes of the contract."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from tollbook import dates
from tollbook.export.files import Files
from tollbook.mentions import DateMention, PlaceMention
from tollbook.model import Record, Report
from tollbook.record import Contents

#: Control characters that JSON does not escape and terminals interpret. They occur only inside strings.
_CONTROL = re.compile(r"[\x7f-\x9f]")


def files(contents: Contents) -> Files:
    """The files of the bundle, with one record per line."""
    return {name: _bytes(rows) for name, rows in _files(contents).items()}


def json_line(row: Record | Mapping[str, Any]) -> str:
    """One record as one line of JSON, safe to print."""
    return _CONTROL.sub(lambda match: f"\\u{ord(match.group()):04x}", msgspec.json.encode(row).decode())


def report_row(report: Report) -> dict[str, Any]:
    """A report without its text, which is the property of its publisher."""
    return {name: value for name, value in report.to_dict().items() if name != "text"}


def _files(contents: Contents) -> dict[str, Iterable[Record | dict[str, Any]]]:
    return {
        "reports.jsonl": map(report_row, contents.reports),
        "claims.jsonl": contents.claims,
        "incidents.jsonl": contents.incidents,
        "persons.jsonl": contents.persons,
        "tolls.jsonl": contents.tolls,
        "series.jsonl": contents.series,
        "attributions.jsonl": contents.attributions(),
        "places.jsonl": [_place_row(m) for m in contents.places() if m.place.lat is not None],
        "dates.jsonl": [m for m in contents.dates() if m.first is not None],
        "measures.jsonl": contents.measures(),
        "unresolved.jsonl": _unresolved(contents),
    }


def _bytes(rows: Iterable[Record | dict[str, Any]]) -> Iterator[bytes]:
    return (f"{json_line(row)}\n".encode() for row in rows)


def _place_row(mention: PlaceMention) -> dict[str, Any]:
    row = mention.to_dict()
    place = row.pop("place")
    return row | {field: place[field] for field in ("lat", "lon", "geonameid", "name", "country", "reason")}


def _unresolved(contents: Contents) -> Iterator[dict[str, Any]]:
    """Unresolved places and dates, and ungrounded proposals of a language model; with reasons."""
    for mention in contents.places():
        if mention.place.lat is None:
            yield _unresolved_row(mention, "place", mention.place.reason)
    for day in contents.dates():
        if day.first is None or day.reason == dates.AFTER_PUBLICATION:
            yield _unresolved_row(day, "date", day.reason)
    for reading in contents.readings:
        for each in reading.unresolved:
            where = {"report": each.report, "start": None, "end": None, "text": each.text}
            yield where | {"kind": "claim", "reason": each.reason, "field": each.field, "proposed": each.kind}


def _unresolved_row(mention: PlaceMention | DateMention, kind: str, reason: str | None) -> dict[str, Any]:
    where = {"report": mention.report, "start": mention.start, "end": mention.end, "text": mention.text}
    return where | {"kind": kind, "reason": reason}
