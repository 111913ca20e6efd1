"""The gazetteer: real places by many names, and a documenter's own."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook import gazetteer
from tollbook.errors import Refused
from tollbook.gazetteer import index
from tollbook.gazetteer.entries import GazetteerEntry


@pytest.mark.parametrize(
    ("name", "kind", "country", "admin1"),
    [
        ("Afghanistan", "country", "AF", None),
        ("Türkiye", "country", "TR", None),
        ("UAE", "country", "AE", None),
        ("Burma", "country", "MM", None),
        ("Ghazni", "admin1", "AF", "Ghazni"),
        ("Uruzgan", "admin1", "AF", "Uruzgan"),
        ("Rif Dimashq", "admin1", "SY", "Rif Dimashq"),
        ("Deir al-Zour", "admin1", "SY", "Deir ez-Zor"),
        ("Anbar", "admin1", "IQ", "Anbar"),
        ("Zaporizhzhia", "admin1", "UA", "Zaporizhzhia"),
        ("Hodeidah", "admin1", "YE", "Hodeidah"),
        ("Antioquia", "admin1", "CO", "Antioquia"),
        ("Chalatenango", "admin1", "SV", "Chalatenango"),
        ("Texas", "admin1", "US", "Texas"),
        ("Autauga County", "county", "US", "Alabama"),
        ("Kabul", "city", "AF", "Kabul"),
        ("Aleppo", "city", "SY", "Aleppo"),
        ("حلب", "city", "SY", "Aleppo"),
        ("Київ", "city", "UA", "Kyiv City"),
        ("al-Bab", "city", "SY", "Aleppo"),
        ("Al Bāb", "city", "SY", "Aleppo"),
        ("Mazar-i-Sharif", "city", "AF", "Balkh"),
        ("St. Louis", "city", "US", "Missouri"),
        ("Khan Younis", "city", "PS", None),
        ("Donbas", "region", "UA", None),
        ("Red Sea", "region", "", None),
    ],
)
def test_a_place_is_found_by_any_of_its_names(name: str, kind: str, country: str, admin1: str | None) -> None:
    found = {(e.kind, e.country, e.admin1) for e in gazetteer.lookup(name)}
    assert any((kind, country) == f[:2] and (admin1 is None or f[2] == admin1) for f in found), found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ar-Raqqah", "Al Raqqa"),
        ("Deir ez-Zor", "Deir al-Zor"),
        ("São Paulo", "sao paulo"),
        ("Mazār-e Sharīf", "MAZAR E SHARIF"),
        ("Saint Paul", "St. Paul"),
        ("Sana'a", "Sanaa"),
    ],
)
def test_spellings_of_one_name_fold_to_one_key(one: str, other: str) -> None:
    assert gazetteer.fold(one) == gazetteer.fold(other)


@given(st.text(max_size=40))
def test_folding_ignores_case_and_settles(name: str) -> None:
    folded = gazetteer.fold(name)
    assert folded == folded.casefold()
    assert gazetteer.fold(" " + name + " ") == folded


@pytest.mark.parametrize("name", ["", " ", "Nonesuchville", "Zqx", "qwertz uiop"])
def test_an_unknown_name_is_not_found(name: str) -> None:
    assert not gazetteer.is_known(name)
    assert gazetteer.lookup(name) == []


@pytest.mark.parametrize(
    ("word", "country"),
    [("Syrians", "SY"), ("Afghan", "AF"), ("american", "US"), ("Salvadoran", "SV"), ("Yemenis", "YE"), ("Kabul", None)],
)
def test_a_demonym_gives_its_country(word: str, country: str | None) -> None:
    assert gazetteer.country_of_people(word) == country


def test_every_division_and_county_lies_on_earth_and_every_country_has_a_point() -> None:
    for code, name in gazetteer.countries().items():
        points = [e for e in gazetteer.lookup(name) if e.kind == "country"]
        assert any(e.country == code and abs(e.lat) <= 90 and abs(e.lon) <= 180 for e in points), name


def test_own_places_are_found_beside_the_others(tmp_path: Path) -> None:
    path = tmp_path / "places.csv"
    path.write_text(
        "# ours\nname,lat,lon,within,kind,also\nOstrenia,-40.5,-25.5,,country,\n"
        "Tal Verrin,-40.1,-25.1,Ostrenia,village,Tell Verrin|Верин\nNew Quarter,36.2,37.1,Aleppo,district,\n",
        encoding="utf-8",
    )
    with gazetteer.own_places(path):
        assert gazetteer.load_own(path) == 3, "loading twice adds nothing"
        (village,) = gazetteer.lookup("Tell Verrin")
        assert (village.name, village.kind, village.country, village.lat) == ("Tal Verrin", "city", "Ostrenia", -40.1)
        assert gazetteer.lookup("ВЕРИН") == [village]
        (quarter,) = [e for e in gazetteer.lookup("New Quarter") if e.kind == "county"]
        assert (quarter.country, quarter.admin1) == ("SY", "Aleppo")
    assert not gazetteer.lookup("Tell Verrin"), "another book does not know them"
    assert not [e for e in gazetteer.lookup("New Quarter") if e.kind == "county"]


@pytest.mark.parametrize(
    "line",
    [
        "Tal Verrin,north,-25,,town",
        "Tal Verrin,95,-25,,town",
        "Tal Verrin,4,-181,,town",
        "Tal Verrin,nan,0,,",
        ",4,5,,",
    ],
)
def test_a_line_that_is_no_place_is_refused_with_its_number(tmp_path: Path, line: str) -> None:
    path = tmp_path / "places.csv"
    path.write_text(f"name,lat,lon,within,kind\nOstrenia,-40.5,-25.5,,country\n{line}\n")
    with pytest.raises(Refused, match="line 3"), gazetteer.own_places(path):
        pass
    assert not gazetteer.lookup("Ostrenia"), "nothing of a refused file stays"


def test_a_file_of_places_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "latin.csv").write_bytes("name,lat,lon\nCórdera,1,2\n".encode("latin-1"))
    for name in ("latin.csv", "none.csv"):
        with pytest.raises(Refused, match="CSV file in UTF-8"):
            gazetteer.load_own(tmp_path / name)


def test_the_index_is_built_whole_or_not_at_all(tmp_path: Path) -> None:
    path = index.build(tmp_path / "new" / "index.sqlite", islice(index.shipped(), 4000))
    assert [p.name for p in path.parent.iterdir()] == ["index.sqlite"], "nothing half-built stays behind"
    assert _places(path) == 4000

    def broken() -> Iterator[tuple[GazetteerEntry, list[str]]]:
        yield from islice(index.shipped(), 10)
        raise OSError

    with pytest.raises(OSError):  # noqa: PT011 - its own
        index.build(tmp_path / "broken" / "index.sqlite", broken())
    assert not (tmp_path / "broken" / "index.sqlite").exists()


def test_the_index_in_use_has_every_place() -> None:
    assert _places(index.index_path()) > 200_000


def _places(path: Path) -> int:
    with closing(sqlite3.connect(path)) as opened:
        (count,) = opened.execute("SELECT count(*) FROM place").fetchone()
    return int(count)
