"""Reports of other events made from real ones: with other names, another day and another place.

Each copy replaces every name by another of the same length and moves dates and places, so it describes other events in
the same way. Capitalised ordinary words stay as they are: otherwise all reports of a copy would share rare words that
no other report has. In the names of victims they are replaced too: otherwise one person would be shot in every copy,
and all copies would be one incident.
"""

import json
import re
from array import array
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

import msgspec

from tollbook.export.spellings import ordinary
from tollbook.linking.text_similarity import rarity
from tollbook.mentions import Reading
from tollbook.model import Report

#: The move of each copy: not a whole number of weeks, and farther than the distance of linked places.
_DAYS, _DEGREES = 29, 1.3
#: Places stay between these latitudes, north and south; those beyond continue on the other side.
_NORTH = 80
#: More copies than any run makes, so that no two places get one id.
_COPIES = 10_000
_NAME = re.compile(r"\b[A-Z][A-Za-z]{2,}\b")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
#: In names of victims, words that fewer than one report in 2,000 has are replaced.
_RARE = 7.6
#: Fields with names in them, with ids, and with days.
_TEXTS = frozenset({"text", "title", "name", "names"})
_IDS = frozenset({"id", "report", "part_of", "sha256", "url"})
_DATES = frozenset({"start", "end", "published", "first", "last"})
#: The separator of the pieces of a template; in JSON this character is always escaped.
_CUT = b"\0"
_SMALL, _LARGE = b"abcdefghijklmnopqrstuvwxyz", b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Sample(msgspec.Struct):
    """One report with its reading."""

    report: Report
    reading: Reading


class Template:
    """A sample as JSON, cut where its copies differ: each copy replaces some of the pieces. It needs little memory."""

    def __init__(self, sample: Sample) -> None:
        self._harmed = harmed(sample.reading)
        self._at: dict[str, array[int]] = {kind: array("I") for kind in ("name", "id", "day", "lat", "geonameid")}
        pieces: list[bytes] = [b""]
        for kind, piece in self._cut(json.loads(msgspec.json.encode(sample))):
            if kind:
                self._at[kind].append(len(pieces))
                pieces += [piece, b""]
            else:
                pieces[-1] += piece
        self._pieces = _CUT.join(pieces)

    def copy(self, number: int) -> Sample:
        """A copy of the sample, as a report of another event. The first has the number 0."""
        pieces, at = self._pieces.split(_CUT), self._at
        names = _CUT.join([pieces[place] for place in at["name"]]).translate(_turned(number)).split(_CUT)
        for place, name in zip(at["name"], names, strict=False):
            pieces[place] = name
        for place in at["id"]:
            pieces[place] = b"%d-" % number
        for place in at["day"]:
            pieces[place] = _later(pieces[place], number)
        for place in at["lat"]:
            lat = (float(pieces[place]) + _NORTH - _DEGREES * number) % (2 * _NORTH) - _NORTH
            pieces[place] = repr(lat).encode()
        for place in at["geonameid"]:
            pieces[place] = b"%d" % (int(pieces[place]) * _COPIES + number)
        return msgspec.json.decode(b"".join(pieces), type=Sample)

    def _cut(self, value: Any, key: str = "") -> Iterator[tuple[str, bytes]]:
        """The JSON of a value in pieces, each with its kind; the kind is "" if all copies have the same piece."""
        if isinstance(value, dict):
            yield from self._joined(b"{}", ((name, each) for name, each in value.items()))
        elif isinstance(value, list):
            yield from self._joined(b"[]", ((key, each) for each in value))
        elif isinstance(value, str):
            yield "", b'"'
            yield from self._cut_text(value, key)
            yield "", b'"'
        else:
            moves = key in {"lat", "geonameid"} and value is not None
            yield key if moves else "", msgspec.json.encode(value)

    def _joined(self, brackets: bytes, values: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, bytes]]:
        before = brackets[:1]
        for name, value in values:
            yield "", before + (msgspec.json.encode(name) + b":" if brackets == b"{}" else b"")
            yield from self._cut(value, name)
            before = b","
        yield "", brackets if before == brackets[:1] else brackets[1:]

    def _cut_text(self, text: str, key: str) -> Iterator[tuple[str, bytes]]:
        if key in _IDS:
            yield "id", b""
        elif key in _DATES and _DAY.fullmatch(text):
            yield "day", text.encode()
            return
        done = 0
        for found in _NAME.finditer(text) if key in _TEXTS else ():
            name = found[0]
            if name.lower() not in ordinary() or name.lower() in self._harmed:
                yield "", _escaped(text[done : found.start()])
                yield "name", (name if name.isupper() else name.capitalize()).encode()
                done = found.end()
        yield "", _escaped(text[done:])


def harmed(reading: Reading) -> frozenset[str]:
    """Ordinary words in the names of victims that are replaced: the last of each name, and rare ones before it."""
    found: set[str] = set()
    for name in {name for claim in reading.claims if claim.people for name in claim.people.names}:
        *before, last = _NAME.findall(name) or [""]
        found |= {last, *(word for word in before if rarity(word.lower()) >= _RARE)}
    return frozenset(word.lower() for word in found)


def _escaped(text: str) -> bytes:
    """A text as it stands between the quotation marks of a JSON string."""
    return msgspec.json.encode(text)[1:-1]


@lru_cache(maxsize=4)
def _turned(copy: int) -> bytes:
    """Each letter as the letter that replaces it in the names of a copy."""
    by = copy % len(_SMALL)
    return bytes.maketrans(_SMALL + _LARGE, _SMALL[by:] + _SMALL[:by] + _LARGE[by:] + _LARGE[:by])


@lru_cache(maxsize=1 << 14)
def _later(day: bytes, copy: int) -> bytes:
    return str(date.fromisoformat(day.decode()) + timedelta(_DAYS * copy)).encode()
