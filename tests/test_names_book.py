"""Settling names with the book, the command line, the API and files. All names are invented."""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.test_names import ACTORS, PLACES, SITES, read
from tollbook.book import Book
from tollbook.cli import main
from tollbook.decisions.name_rulings import NameRuling
from tollbook.errors import NoSuchRecord, Refused
from tollbook.export import name_file
from tollbook.reconcile.settled_names import SettledName
from tollbook.review.conflicts import EditConflict
from tollbook.store import Store
from tollbook.web.app import create_app

HERE = "http://127.0.0.1"
BY = {"who": "Ines", "why": "Because."}
ONE = {"kind": "speakers", "name": "Velm Monitor", "spellings": ["VM", "the monitor"]}
INES, VERA = {"X-Tollbook-Person": "Ines"}, {"X-Tollbook-Person": "Vera"}


def made(where: Path) -> Path:
    store = Store.open(where, create=True)
    read(store, 0, "Harbour Daily", [(0, 0, 0, 0, 3, 0)])
    read(store, 1, "Ridge Post", [(0, 1, 1, 1, 4, 0)])
    read(store, 2, "harbourdaily.example", [(0, 4, 2, 2, 3, 0)])
    store.close()
    return where


@pytest.fixture
def where(tmp_path: Path) -> Path:
    return made(tmp_path / "a.book")


@pytest.fixture
def book(where: Path) -> Iterator[Book]:
    with Book.open(where) as opened:
        yield opened


def names_of(book: Book, kind: str = "speakers") -> list[tuple[str, ...]]:
    return [each.spellings for each in book.names(kind).settled]


# ------------------------------------------------------------------------------------------------ the book
def test_settling_says_how_the_sources_of_the_book_change(book: Book) -> None:
    before = book.names("speakers")
    assert (before.reported, before.settled_to) == (3, 3)
    effect = book.names.settle(ONE, **BY)
    assert (effect.sources_before, effect.sources_after) == (3, 1)
    after = book.names("speakers")
    assert (after.reported, after.settled_to, after.proposals) == (3, 1, ())
    (incident,) = book.incidents()
    (group,) = book.incidents.sources(incident.id).groups
    assert group.spellings == ("VM", "Velm Monitor", "the monitor")
    assert {claim.speakers[0].name for claim in book.incidents.claims()} == {"Velm Monitor"}
    assert [name for name, _ in book.search.index().values("speaker")] == ["Velm Monitor"]
    book.undo(effect.decision.id, **BY)
    assert book.incidents()[0].figures["killed"].independent_sources == 3


def test_a_spelling_joins_the_settled_name_that_has_one_of_its_spellings(book: Book) -> None:
    book.names.settle(ONE | {"side": "none"}, **BY)
    book.names.settle({"kind": "speakers", "name": "Velm Monitor", "spellings": ["VM", "Monitor of Velm"]}, **BY)
    (own,) = book.names("speakers").settled
    assert own.spellings == ("Monitor of Velm", "VM", "Velm Monitor", "the monitor")
    assert own.side == "none"
    assert len(own.decisions) == 1


def test_editing_a_settled_name_replaces_it_and_undoing_brings_it_back(book: Book) -> None:
    first = book.names.settle(ONE, **BY).decision
    second = book.names.settle(ONE | {"spellings": ["VM"]}, edited=[first.id], **BY).decision
    third = book.names.settle(ONE | {"name": "VM", "spellings": ["VM"]}, edited=[second.id], **BY).decision
    assert names_of(book) == [("VM",)]
    book.undo(second.id, **BY)
    assert names_of(book) == [("VM",)]
    book.undo(third.id, **BY)
    assert names_of(book) == [("VM", "Velm Monitor", "the monitor")]


def test_a_name_taken_apart_is_not_proposed_again_and_can_be_settled_again(book: Book) -> None:
    book.names.settle(ONE, **BY)
    book.names.take_apart("speakers", "Velm Monitor", **BY)
    found = book.names("speakers")
    assert (found.settled, found.proposals, len(found.apart)) == ((), (), 1)
    book.names.settle(ONE, **BY)
    found = book.names("speakers")
    assert (len(found.settled), found.apart) == (1, ())


def test_impossible_decisions_on_names_are_refused(book: Book) -> None:
    with pytest.raises(Refused):
        book.names("persons")
    with pytest.raises(NoSuchRecord):
        book.names.take_apart("speakers", "Nobody", **BY)
    book.names.settle(ONE, **BY)
    with pytest.raises(Refused):
        book.names.differ("speakers", ["VM", "the monitor"], **BY)
    book.names.settle({"kind": "outlets", "name": "Ridge Post", "spellings": []}, **BY)
    with pytest.raises(Refused):
        book.names.take_apart("outlets", "Ridge Post", **BY)


def test_a_decision_that_somebody_else_made_first_is_not_overruled_unseen(book: Book) -> None:
    seen = book.review.last_decision()
    book.names.settle(ONE, **BY)
    with pytest.raises(EditConflict):
        book.names.differ("speakers", ["VM", "Velm Monitor 2"], who="Vera", why="Because.", seen=seen)
    assert book.names.settle(ONE | {"kind": "actors"}, who="Vera", why="Because.", seen=seen)


def test_an_outlet_has_the_reports_of_all_its_spellings(book: Book) -> None:
    change = {"kind": "outlets", "name": "Harbour Daily", "spellings": ["HARBOURDAILY.example"]}
    book.names.settle(change, **BY)
    reports = book.search.index().reports_by("Harbour Daily")
    assert sorted((each.outlet, each.outlet_as_reported) for each in reports) == [
        ("Harbour Daily", "Harbour Daily"), ("Harbour Daily", "harbourdaily.example"),
    ]  # fmt: skip
    assert {each.outlet for each in book.reports()} == {"Harbour Daily", "Ridge Post"}


def test_examples_are_words_of_a_report_around_the_name(book: Book) -> None:
    names = book.names.summaries("speakers")
    example = book.names.examples(names)["velm monitor"]
    assert example.words == "Velm Monitor"
    assert example.after.startswith(" (VM) counted.")


def test_settled_names_apply_to_reports_that_are_read_later(where: Path) -> None:
    with Book.open(where) as opened:
        opened.names.settle(ONE, **BY)
    store = Store.open(where)
    read(store, 3, "Vale Gazette", [(0, 1, 0, 0, 4, 0)])
    store.close()
    with Book.open(where) as opened:
        (incident,) = opened.incidents()
        assert (len(incident.reports), incident.figures["killed"].independent_sources) == (4, 1)
        assert opened.verify() == []


# ------------------------------------------------------------------------------------------------ files
def test_names_go_to_another_book_and_back(where: Path, tmp_path: Path) -> None:
    with Book.open(where) as opened:
        opened.names.settle(ONE | {"side": "none"}, **BY)
        opened.names.settle(
            {"kind": "places", "name": "Velm", "spellings": ["Welm"], "place": PLACES[0].to_dict()}, **BY
        )
        opened.names.settle({"kind": "places", "name": "SVEA", "spellings": [], "is_place": False}, **BY)
        opened.names.settle({"kind": "sites", "name": SITES[0], "spellings": SITES, "site": "hospital"}, **BY)
        opened.names.differ("actors", ACTORS[:2], **BY)
        content = opened.names.export()
        expected = opened.names.import_file(content.encode(), origin="names.csv", who="Ines")
        assert (expected.changed, expected.unchanged, expected.refused) == ((), 5, ())
    with Book.open(made(tmp_path / "b.book")) as other:
        done = other.names.import_file(content.encode(), origin="names.csv", who="Ines")
        assert (len(done.changed), done.unchanged, done.refused) == (5, 0, ())
        assert other.names.export() == content
        assert other.incidents()[0].figures["killed"].independent_sources == 1


def test_what_is_settled_in_this_book_stays_and_the_import_says_so(book: Book) -> None:
    book.names.settle({"kind": "speakers", "name": "Monitors of Velm", "spellings": ["VM"]}, **BY)
    book.names.differ("actors", ACTORS[:2], **BY)
    rows = name_file.written(
        [
            SettledName(kind="speakers", name="Velm Monitor", spellings=("VM", "Velm Monitor")),
            SettledName(kind="actors", name=ACTORS[0], spellings=tuple(ACTORS)),
        ],
        [NameRuling(kind="speakers", spellings=("VM", "Monitors of Velm"))],
    )
    done = book.names.import_file(rows.encode(), origin="theirs.csv", who="Ines")
    assert (done.changed, done.unchanged, len(done.refused)) == ((), 0, 3)
    assert done.refused[0].origin == "theirs.csv, line 2"
    assert "settled as “Monitors of Velm”" in done.refused[0].reason


@pytest.mark.parametrize(
    "content",
    [b"", b"a,b\n1,2\n", b"\xff\xfe", b'ruling,kind,spelling\n"one name', b"ruling,kind,spelling,colour\n"],
)
def test_a_file_that_is_no_file_of_names_is_refused(book: Book, content: bytes) -> None:
    with pytest.raises(Refused):
        book.names.import_file(content, origin="names.csv", who="Ines")


@pytest.mark.parametrize(
    "row",
    [
        "1,two names,speakers,A,A,,,,", "1,one name,persons,A,A,,,,", "1,one name,speakers,,A,,,,",
        "1,one name,places,A,A,,,95,10", "1,one name,places,A,A,,,north,10", "1,different names,speakers,,A,,,,",
        "1,one name,sites,A,A,,castle,,",
    ],
)  # fmt: skip
def test_a_row_that_cannot_be_read_is_refused_with_its_line(book: Book, row: str) -> None:
    content = f"number,ruling,kind,name,spelling,side,site,lat,lon\n{row}\n2,one name,speakers,B,C,,,,\n"
    done = book.names.import_file(content.encode(), origin="names.csv", who="Ines")
    assert done.changed == ("B",)
    assert [each.origin for each in done.refused] == ["names.csv, line 2"]


NAME = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=12)


@settings(max_examples=150)
@given(st.lists(NAME, min_size=1, max_size=4, unique_by=lambda name: name.casefold()))
def test_any_names_survive_a_file_and_no_cell_is_a_formula(spellings: list[str]) -> None:
    own = SettledName(kind="speakers", name=spellings[0], spellings=tuple(spellings), side="=1+1")
    content = name_file.written([own], [])
    cells = [cell for row in csv.reader(io.StringIO(content)) for cell in row]
    assert not any(cell.lstrip().startswith(("=", "+", "-", "@")) for cell in cells)
    (found,), refused = name_file.read(content.encode(), "names.csv")
    assert refused == []
    assert (found.ruling.name, found.ruling.side) == (spellings[0], "=1+1")
    assert set(spellings) <= set(found.ruling.spellings)


# ------------------------------------------------------------------------------------------------ command line
def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_names_on_the_command_line(where: Path, tmp_path: Path) -> None:
    options = ("--book", where, "--actor", "Ines")
    listed = run("names", "list", "speakers", "--book", where)
    assert "? Velm Monitor" in listed.stdout
    done = run("names", "settle", "speakers", "Velm Monitor", "VM", "the monitor", "--side", "none", *options)
    assert done.exit_code == 0, done.output
    assert "rest on 1 independent source; before, on 3." in done.stdout
    assert run("names", "settle", "places", "Velm", "Welm", "--at", "10", "10", *options).exit_code == 0
    assert run("names", "settle", "places", "SVEA", "--not-a-place", *options).exit_code == 0
    assert run("names", "differ", "actors", *ACTORS[:2], *options).exit_code == 0
    file = tmp_path / "names.csv"
    assert run("names", "export", file, "--book", where).exit_code == 0
    other = made(tmp_path / "b.book")
    imported = run("names", "import", file, "--book", other, "--actor", "Vera")
    assert (imported.exit_code, imported.stdout.splitlines()[-1]) == (0, "4 rulings taken over, 0 known already.")
    rows = [
        json.loads(line)
        for line in run("names", "list", "speakers", "--book", other, "--format", "jsonl").stdout.splitlines()
    ]
    assert [row["name"] for row in rows] == ["Velm Monitor"]
    assert run("names", "apart", "speakers", "Velm Monitor", *options).exit_code == 0
    refused = run("names", "import", file, *options)
    assert refused.exit_code == 1
    assert "This book holds some of these names apart." in refused.stderr
    decision = json.loads(run("names", "list", "actors", "--book", where, "--format", "jsonl").stdout.splitlines()[-1])[
        "id"
    ]
    assert run("names", "undo", decision, *options).exit_code == 0
    assert run("names", "differ", "actors", *ACTORS[:2], "--book", where).exit_code == 2


# ------------------------------------------------------------------------------------------------ the API and the page
@pytest.fixture
def client(where: Path) -> Iterator[TestClient]:
    with TestClient(create_app(where), base_url=HERE) as made_client:
        yield made_client


def test_names_over_the_api(client: TestClient) -> None:
    found = client.get("/api/names/speakers").json()
    assert [each["name"] for each in found["proposals"]] == ["Velm Monitor"]
    done = client.post("/api/names/speakers", json=ONE | {"why": "one body"}, headers=INES)
    assert done.status_code == 200, done.text
    assert done.json()["sources_after"] == 1
    file = client.get("/api/names/file").json()
    again = client.post("/api/names/file", json=file, headers=INES).json()
    assert (again["changed"], again["unchanged"]) == ([], 1)
    apart = client.post("/api/names/speakers/apart", json={"name": "Velm Monitor", "why": "two"}, headers=INES)
    assert apart.status_code == 200, apart.text
    client.post(f"/api/decisions/{apart.json()['decision']['id']}/undo", json={"why": "no"}, headers=INES)
    assert len(client.get("/api/names/speakers").json()["settled"]) == 1
    different = {"spellings": ACTORS[:2], "why": "two bodies"}
    assert client.post("/api/names/actors/different", json=different, headers=INES).status_code == 200
    assert client.get("/api/names/persons").status_code == 422
    assert client.post("/api/names/speakers", json=ONE, headers=INES).status_code == 422
    plain = {"verdict": "one name", "subject": "actors", "why": "x", "change": {"name": "A", "spellings": ["B"]}}
    assert client.post("/api/decisions", json=plain, headers=VERA).status_code == 200
    wrong = plain | {"change": {"name": "Z", "spellings": {"B": 1}}, "seen": 0}
    assert client.post("/api/decisions", json=wrong, headers=INES).status_code == 422


def test_the_page_of_names_without_scripts(client: TestClient) -> None:
    assert client.get("/names").url.path == "/names/speakers"
    for kind in ("speakers", "actors", "outlets", "places", "sites"):
        answer = client.get(f"/names/{kind}")
        assert answer.status_code == 200
        assert "names as reported" in answer.text or "name as reported" in answer.text
    assert client.get("/names/persons").status_code == 400
    form = {
        "name": "Velm Monitor",
        "spelling": ["VM", "the monitor"],
        "more": "Velm <b>Monitors</b>\n",
        "next": "/names/speakers",
    }
    done = client.post("/names/speakers/settle", data=form, headers=INES)
    assert "rest on 1 independent source; before, on 3" in done.text
    assert "“Velm Monitor” is one name in the whole book, with 4 spellings." in done.text
    assert "&lt;b&gt;Monitors" in done.text
    assert "<b>Monitors" not in done.text
    assert client.get("/names.csv").text.count("one name") == 4
    content = "ruling,kind,name,spelling\none name,outlets,Ridge Post,The Ridge Post\none name,boats,A,B\n"
    imported = client.post("/names/import", data={"content": content, "origin": "a.csv"}, headers=INES)
    assert "1 ruling was taken over." in imported.text
    assert "a.csv, line 3" in imported.text
    place = {"name": "Velm", "spelling": "Welm", "lat": "north", "lon": "1", "next": "/names/places"}
    assert client.post("/names/places/settle", data=place, headers=INES).status_code == 400
    place |= {"lat": "10.5"}
    assert "10.5" in client.post("/names/places/settle", data=place, headers=INES).text
    away = client.post(
        "/names/sites/different",
        data={"spelling": SITES[:2], "next": "//elsewhere.example"},
        headers=INES,
        follow_redirects=False,
    )
    assert away.headers["location"].startswith("/names?done=")


def test_all_names_are_listed_and_a_name_that_is_not_proposed_is_found_with_its_row(client: TestClient) -> None:
    page = client.get("/names/places", headers=INES).text
    listed = page.partition("Names as reported</h2>")[2]
    names = re.findall(r'href="/names/places\?text=([^"]+)"', listed)
    assert f"{len(names)} name" in page
    place = {"name": "Welm", "spelling": "Welm", "lat": "10.5", "lon": "1", "next": "/names/places"}
    assert client.post("/names/places/settle", data=place, headers=INES).status_code == 200
    found = client.get(f"/names/places?text={names[0]}", headers=INES).text
    assert "No settled name has these words." in found
    assert "No name of this kind is settled yet." not in found
    assert len(re.findall(r'name="spelling" value="[^"]+" checked', found)) == 1


def test_somebody_elses_decision_is_shown_before_it_is_overruled(client: TestClient) -> None:
    form = {"name": "Velm Monitor", "spelling": ["VM"], "seen": "0", "next": "/names/speakers"}
    assert client.post("/names/speakers/settle", data=form, headers=VERA).status_code == 200
    conflict = client.post("/names/speakers/settle", data=form, headers=INES)
    assert conflict.status_code == 409
    assert "Vera" in conflict.text


# ------------------------------------------------------------------------------------------------ exports
def test_an_export_has_the_preferred_name_and_the_one_in_the_report(book: Book, tmp_path: Path) -> None:
    book.names.settle(ONE, **BY)
    book.names.settle({"kind": "actors", "name": "Orla Guard", "spellings": ACTORS, "side": "government"}, **BY)
    book.export("csv", tmp_path / "csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "csv" / "claims.csv").read_text("utf-8-sig"))))
    assert {row["according to"].split(" → ")[0] for row in rows} == {"Velm Monitor"}
    assert {row["speaker as reported"] for row in rows} == {"Velm Monitor", "VM", "the monitor"}
    (incident,) = csv.DictReader(io.StringIO((tmp_path / "csv" / "incidents.csv").read_text("utf-8-sig")))
    assert incident["sides of perpetrators"] == "Orla Guard (government)"
    assert set(incident["perpetrators as reported"].split("; ")) == set(ACTORS)


def test_a_withheld_name_is_withheld_under_every_spelling(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "a.book", create=True)
    read(store, 0, "Harbour Daily", [(0, 2, 0, 0, 3, 0)])
    read(store, 1, "Ridge Post", [(0, 3, 0, 0, 3, 0)])
    store.close()
    with Book.open(tmp_path / "a.book") as book:
        book.names.settle({"kind": "speakers", "name": "Ilka Brandt", "spellings": ["Ilca Brandt"]}, **BY)
        files = book.export("bundle", tmp_path / "public", profile="public")
    text = "".join(each.read_text() for each in files)
    assert "Ilka" not in text
    assert "Ilca" not in text
