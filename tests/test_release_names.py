"""A public release of reports about 200 invented persons has no name of them in any field of any format."""

import contextlib
import csv
import io
import json
import re
import sqlite3
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import openpyxl
import pytest
from anyascii import anyascii
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from invented_names import NAMES

from tollbook.book import Book
from tollbook.errors import Refused
from tollbook.export import ENDINGS, FORMATS, Contents, leak_check, release_profiles
from tollbook.export.name_contexts import contexts
from tollbook.export.name_matcher import NameMatcher
from tollbook.export.name_redaction import without_addresses
from tollbook.export.release import release
from tollbook.mentions import PlaceMention, Reading
from tollbook.model import Actor, Claim, People, Place, Report, Speaker, Thing
from tollbook.record import Incident, ReportLink, Site, Statement, Victim

#: How reports write of a person; {u} is in capitals, {other} another person, {slug} as in addresses.
TEXTS = (
    "{name}, 14, was killed on Monday when a shell hit a house in Oberfeld, police said. {family}’s mother fled.",
    "Dr. {name} was killed on Monday when a shell hit a house in Oberfeld. {family}'s family fled.",
    "A shell killed her son {name} in Oberfeld. “{given} was my only son,” she said. Police said {family} was 14.",
    "{u} WAS KILLED IN OBERFELD ON MONDAY. THE BODY OF {u} WAS FOUND.",
    "Gunmen shot dead {name} (14) near Oberfeld on Monday, said {other}, a neighbour.",
    "{family}, {given} (14) was killed in Oberfeld. See https://ex.example/{slug} or write to {slug}@ex.example.",
)
FIELDS = ("“{}”", "said {}, who fled", "{}", "the {} house", "{}'s mother")


def slug(text: str) -> str:
    return re.sub("[^a-z]+", "-", anyascii(text).lower()).strip("-")


def records() -> Iterator[dict[str, str]]:
    """A report on each person, with the name in its id, its title and its address."""
    for number, (given_name, family) in enumerate(NAMES):
        name = f"{given_name} {family}"
        words = {"name": name, "given": given_name, "family": family, "u": name.upper(), "slug": slug(name)}
        text = TEXTS[number % len(TEXTS)].format(other=" ".join(NAMES[number - 7]), **words)
        address = f"https://ex.example/{slug(name)}/story?u={quote(name)}"
        yield {
            "id": f"{slug(name)}-{number}", "url": address, "title": f"{name}, 14, killed", "outlet": "Valley Post",
            "text": f"{name} killed in Oberfeld\n\n{text}", "published": f"2021-03-{1 + number % 28:02}",
        }  # fmt: skip


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    folder = tmp_path_factory.mktemp("names")
    lines = (json.dumps(record, ensure_ascii=False) for record in records())
    (folder / "in.jsonl").write_text("\n".join(lines), encoding="utf-8")
    with Book.open(folder / "a.book", create=True) as opened:
        opened.read([folder / "in.jsonl"])
        yield opened


def values(data: bytes, name: str) -> Iterator[str]:
    """Every value of a file of an export, whatever its format, read independently of the code under test."""
    if name.endswith(".xlsx"):
        for sheet in openpyxl.load_workbook(io.BytesIO(data)):
            yield from (str(cell) for row in sheet.iter_rows(values_only=True) for cell in row if cell is not None)
    elif name.endswith(".db"):
        with contextlib.closing(sqlite3.connect(":memory:")) as database:
            database.deserialize(data)
            for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                # Every table, those of the full-text index too.
                yield from (str(cell) for row in database.execute(f'SELECT * FROM "{table}"') for cell in row)
    elif name.endswith(".csv"):
        yield from (cell for row in csv.reader(io.StringIO(data.decode("utf-8-sig"))) for cell in row)
    else:
        whole = (
            map(json.loads, data.decode().splitlines())
            if name.endswith((".jsonl", ".ftm.json"))
            else [json.loads(data)]
        )
        yield from (text for each in whole for text in strings(each))


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (text for each in value.values() for text in strings(each))
    elif isinstance(value, list):
        yield from (text for each in value for text in strings(each))
    elif isinstance(value, str):
        yield value


def flat(text: str) -> str:
    return re.sub("[^a-z]", "", anyascii(unicodedata.normalize("NFC", text)).lower())


def leaks(texts: Iterator[str]) -> set[tuple[str, str]]:
    """Names in texts: full ones in any spelling, and each word of them, with a capital or in a script without them."""
    singles = {flat(word) for pair in NAMES for name in pair for word in re.split(r"[ \-’']", name)}
    singles -= {"abu", "an", "von", "al", "ez", "ben", "o", "mac"}
    full = {flat("".join(pair)) for pair in NAMES if len(flat("".join(pair))) > 6}
    found = set()
    for text in set(texts):
        words = [word for word in re.findall(r"[^\W\d_]+", text) if not word.islower()]
        # Two capital letters are a country.
        found |= {(flat(word), text) for word in words if flat(word) in singles and not re.fullmatch("[A-Z]{2}", text)}
        joined = flat(text)
        found |= {(name, text) for name in full if name in joined}
    return found


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_no_name_of_200_persons_is_in_a_public_release(book: Book, tmp_path: Path, name: str) -> None:
    made = book.export(name, tmp_path / f"out{ENDINGS.get(name, '')}", profile="public")
    assert leaks(text for path in made for text in values(path.read_bytes(), path.name)) == set()


def test_a_release_without_names_still_says_what_happened(book: Book, tmp_path: Path) -> None:
    book.export("bundle", tmp_path / "out", profile="public")
    incidents = [json.loads(line) for line in (tmp_path / "out" / "incidents.jsonl").read_text().splitlines()]
    assert {each["place"]["name"] for each in incidents if each["place"]} == {"Oberfeld"}
    quotes = [json.loads(line)["quote"] for line in (tmp_path / "out" / "claims.jsonl").read_text().splitlines()]
    assert any("[name withheld], [age withheld], was killed" in each for each in quotes)


def test_the_releases_of_a_book_have_the_same_ids(book: Book, tmp_path: Path) -> None:
    first, second = (book.export("csv", tmp_path / n, profile="public")[0].read_bytes() for n in ("one", "two"))
    assert first == second


@st.composite
def spelled(draw: st.DrawFn, name: str) -> str:
    """A name as a field may have it."""
    forms = (str, str.upper, lambda n: unicodedata.normalize("NFD", n), lambda n: n.replace(" ", "\n"))
    return draw(st.sampled_from(FIELDS)).format(draw(st.sampled_from(forms))(name))


@st.composite
def unknown_names(draw: st.DrawFn) -> Contents:
    """Contents with names in every text field, of which no record says that they are those of persons."""
    given_name, family = draw(st.sampled_from(NAMES))
    name = f"{given_name} {family}"

    def words() -> str:
        return draw(spelled(draw(st.sampled_from((name, name, family)))))

    place = draw(st.sampled_from((Place(name=family, text=family), Place(name=family, text=family, lat=1.0, lon=2.0))))
    one = Claim(
        id=slug(name), report=slug(name), start=0, end=9, quote=words(), kind="killed", place=place, incident="i",
        people=People(text=words(), kin=(words(),)), speakers=(Speaker(name="Valley Post", role="outlet"),),
        by=(Actor(name=f"{family} group"),), sites=(Thing(name=f"{family}'s home", kind="home"),),
    )  # fmt: skip
    incident = Incident(
        id="i", kind="attack", title=f"Reported attack, {family}, 3 March 2021", place=place,
        reports=(ReportLink(id=slug(name)),), victims=(Victim(description=words(), effect="killed"),),
        sites=(Site(name=f"{family}'s home", kind="home"),),
        statements=(Statement(speaker="police", stance="asserts", quote=words(), reports=(slug(name),)),),
    )  # fmt: skip
    # The text of a report says that it is a person's name; it is not released itself.
    text = draw(st.sampled_from(TEXTS[:3])).format(name=name, given=given_name, family=family)
    report = Report(id=slug(name), sha256="", text=text, title=words(), url=f"https://ex.example/?u={quote(name)}")
    mention = PlaceMention(report=slug(name), start=0, end=1, text=family, place=place)
    return Contents(
        reports=(report,), readings=(Reading(report=slug(name), places=(mention,)),), claims=(one,),
        incidents=(incident,),
    )  # fmt: skip


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(unknown_names(), st.sampled_from(sorted(FORMATS)))
def test_names_outside_records_are_in_no_field(contents: Contents, name: str) -> None:
    released = release(contents, release_profiles.load("public"))
    for file, chunks in FORMATS[name](released.contents).items():
        assert leaks(values(b"".join(chunks), file)) == set()


def test_the_leak_check_finds_names_without_evidence() -> None:
    """What the unknown rule takes out of one text must be in no file, in any spelling."""
    quoted = Claim(id="c", report="r", start=0, end=9, quote="Bo Li and Tibor Halasz-Müller came", kind="killed")
    found = release(Contents(claims=(quoted,)), release_profiles.load("public")).matcher()
    for text in (
        "bo-li", "BO LI", "Li, Bo", "tibor_halasz_muller", "TiborHalaszMuller", "tibor halasz-mueller", "Tibor",
        "Müller", "Tibor Halász-Müller",
    ):  # fmt: skip
        assert list(found.find(text)), text
    for text in ("a tibor", "halas", "Bolivia"):
        assert list(found.find(text)) == [], text


@pytest.mark.parametrize("written", ["%C3%85str%C3%B6m", "%C5str%F6m", "%25C3%2585str%25C3%25B6m", "aastroem-per"])
def test_the_check_reads_addresses(tmp_path: Path, written: str) -> None:
    (tmp_path / "a.txt").write_text(f'{{"x": "https://ex.example/Per-{written}"}}')
    with pytest.raises(Refused, match="would contain a name"):
        leak_check.check(tmp_path, NameMatcher(["Per Åström"], parts=["Åström"]))


#: Everything that is an address or an account. It says what must be withheld, and is slow with long words.
ADDRESS = re.compile(r"(?:\w+://|www\.)\S+|[^\s@]+@[^\s@]+\.\w+|(?<!\w)@\w+")


@given(st.lists(st.sampled_from([*"ab_@.,:/ ", "://", "www."]), max_size=14).map("".join))
@example("write to @ana,bo@x.org")
@example("a@b.org,c@d.org: @ana@www.x.org/name/bo")
def test_addresses_are_withheld_wherever_they_are(text: str) -> None:
    withheld = {place for found in ADDRESS.finditer(text) for place in range(*found.span())}
    allowed = iter([sign for place, sign in enumerate(text) if place not in withheld])
    # More may be withheld, never less.
    assert all(sign in allowed for sign in without_addresses(text, ""))


@pytest.mark.parametrize("sign", ["A", "x.", ",", "@a", "www.", "a@"])
def test_a_very_long_outlet_can_be_released(sign: str) -> None:
    """The time of the export must not grow with the square of the length: these would take an hour."""
    assert without_addresses(f"{sign * (300_000 // len(sign))} end", "…").endswith(" end")


@pytest.mark.parametrize(
    ("text", "persons", "places"),
    [
        ("Dr. Per Åström was killed in Oberfeld.", {"Per Åström", "Åström"}, {"oberfeld"}),
        ("Her son Darvin Orsk died; Jackson’s mother fled.", {"Darvin Orsk", "Jackson"}, set()),
        ("Per Åström, 14, was killed near Ostrava Mala.", {"Per Åström", "Åström"}, {"ostravamala"}),
        ("In Oberfeld, 14 people died; 3 died in Mala, 12 in Brod.", set(), {"oberfeld", "mala", "brod"}),
        ("The widow of Karim van der Brod spoke.", {"Karim van der Brod"}, set()),
        ("The Oberfeld hospital and the Ministry's office said Brod fell.", set(), set()),
    ],
)
def test_names_by_the_words_around_them(text: str, persons: set[str], places: set[str]) -> None:
    found = contexts([text])
    assert (found.persons, found.places) == (persons, places)


def test_a_known_place_of_several_words_stays_whole() -> None:
    """Khan Yunis is no name of Imran Khan; the single word Jackson may be Davit Jackson."""

    def place(name: str) -> Place:
        return Place(name=name, text=name, lat=1.0, lon=2.0, geonameid=1)

    def quoted(quote: str, name: str, **more: Any) -> Claim:
        return Claim(id="c", report="r", start=0, end=9, quote=quote, kind="killed", place=place(name), **more)

    people = People(text="two", names=("Imran Khanova", "Davit Jackson"))
    claims = (
        quoted("Khanova died in Khanova Yunis, in Brod and in Jackson", "Khanova Yunis", people=people),
        quoted("a shell hit Brod", "Brod"),
        quoted("a shell hit Jackson", "Jackson"),
    )
    released = release(Contents(claims=claims), release_profiles.load("public"))
    left = released.contents.claims
    assert left[0].quote == "[name withheld] died in Khanova Yunis, in Brod and in [name withheld]"
    assert [each.place.name for each in left if each.place] == ["Khanova Yunis", "Brod", "[place withheld]"]
    assert [each.place.lat for each in left if each.place] == [1.0, 1.0, None]
    assert list(released.matcher().find(msgspec.json.encode(left).decode())) == []
