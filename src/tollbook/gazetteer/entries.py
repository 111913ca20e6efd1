"""The record of one place, and the tables of countries, divisions and regions that come with Tollbook."""

import csv
import functools
import re
import unicodedata
from collections.abc import Iterator
from importlib import resources
from typing import Literal

from anyascii import anyascii

from tollbook.model import Record

Kind = Literal["country", "admin1", "county", "city", "region"]
#: UCDP GED's ``where_prec`` for the point of each kind of place.
PRECISION: dict[Kind, int] = {"city": 1, "county": 3, "admin1": 4, "region": 5, "country": 6}
#: The words for kinds of places in tables and in files of documenters; any other word means a settlement.
KINDS: dict[str, Kind] = {
    "country": "country", "admin1": "admin1", "province": "admin1", "governorate": "admin1", "state": "admin1",
    "county": "county", "district": "county", "region": "region", "sea": "region",
}  # fmt: skip


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
    """The folded form of a letter. Cached, since an index has millions of them."""
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


def rows(name: str) -> Iterator[dict[str, str]]:
    """The rows of a table in ``data/gazetteer``, without its comments."""
    text = resources.files("tollbook").joinpath(f"data/gazetteer/{name}.csv").read_text(encoding="utf-8")
    yield from csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))


def other_names(row: dict[str, str]) -> list[str]:
    """The other names of the place in a row: its column ``also``."""
    return [other for other in (row.get("also") or "").split("|") if other]


@functools.cache
def countries() -> dict[str, str]:
    """ISO 3166-1 alpha-2 code to English name."""
    return {row["code"]: row["name"] for row in rows("countries")}


@functools.cache
def _people() -> dict[str, str]:
    return {fold(people): row["code"] for row in rows("countries") for people in row["people"].split("|") if people}


@functools.lru_cache(maxsize=20_000)
def country_of_people(word: str) -> str | None:
    """The country of a people or adjective: "Kenyans", "Kenyan" -> "KE"."""
    return _people().get(fold(word))


def entry_of(row: dict[str, str], kind: Kind, country: str, admin1: str | None = None) -> GazetteerEntry:
    """The place of a row. Raises KeyError, TypeError or ValueError for a row without a name or coordinates."""
    lat, lon = float(row["lat"]), float(row["lon"])
    return GazetteerEntry(name=row["name"], kind=kind, country=country, admin1=admin1, lat=lat, lon=lon)
