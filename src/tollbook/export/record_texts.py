"""Finds the fields of records that may contain words of a report, and all these words of a book."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from tollbook.model import Record

#: Fields with ids of reports, claims, incidents, persons and decisions.
IDS = frozenset({
    "id", "report", "reports", "claim", "claims", "incident", "incidents", "toll", "part_of", "decisions", "low_claims",
    "best_claims", "high_claims", "superseded_claims", "series", "tolls",
    "by_hand", "named",
})  # fmt: skip
#: Other fields without words of a report: hashes and codes.
_WITHOUT_TEXT = frozenset({"sha256", "corrected", "rule", "precision", "media_type", "language", "country"})
#: Fields with addresses and paths, which are not sentences.
_ADDRESSES = frozenset({"url", "origin", "provenance"})


@cache
def has_text(kind: type[Record], field: str) -> bool:
    """Whether a field may contain words of a report."""
    if field in _WITHOUT_TEXT:
        return False
    hint = get_type_hints(kind)[field]
    hints = (hint, *get_args(hint))
    return hint not in {int, float, bool} and not any(get_origin(each) is Literal for each in hints)


def texts(value: Any) -> Iterator[str]:
    """Every text of a record and of the records in it; addresses, paths and ids are left out."""
    match value:
        case str():
            yield value
        case tuple():
            for each in value:
                yield from texts(each)
        case dict():
            for each in value.values():
                yield from texts(each)
        case Record():
            for field in _text_fields(type(value)):
                yield from texts(getattr(value, field))


@cache
def _text_fields(kind: type[Record]) -> tuple[str, ...]:
    """The fields with texts or records; of fields with ids only those that have records."""
    names = [field.name for field in msgspec.structs.fields(kind)]
    return tuple(
        name for name in names if name not in _ADDRESSES and has_text(kind, name) and not _only_ids(kind, name)
    )


def _only_ids(kind: type[Record], field: str) -> bool:
    hint = get_type_hints(kind)[field]
    return field in IDS and not any(isinstance(each, type) and issubclass(each, Record) for each in get_args(hint))
