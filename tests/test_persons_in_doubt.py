"""Persons of whom no report states what happened: "may have been killed". All names and places are invented."""

import csv
import json
import re
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.reconcile_builders import claim, group, person, report
from tests.small_books import book_of
from tests.web_client import person as signed_in
from tests.web_client import single
from tollbook import reconcile
from tollbook.book import Book
from tollbook.cli import main
from tollbook.model import Claim, People
from tollbook.person import PersonCorrection, PersonRulings
from tollbook.record import Incident

REPORT = (
    "VELMAR – A shell hit a bakery in Velmar on Tuesday, killing Ana Brod, 41, a nurse, the mayor said. "
    "Jon Orsk, 30, a baker, may have been killed too, the mayor said."
)


def made(*claims: Claim, rulings: PersonRulings | None = None) -> Incident:
    reports = {each.report: report(each.report) for each in claims}
    return reconcile.incident(group(*claims), reports, people=rulings or PersonRulings())


def jon(kind: str, stance: str, in_: str = "a") -> Claim:
    return person("Jon Orsk", kind, named="Jon Orsk", in_=in_, stance=stance)


@pytest.mark.parametrize(
    ("claims", "fate", "in_doubt"),
    [
        ([("killed", "asserts")], "killed", False),
        ([("killed", "doubts")], "killed", True),
        ([("killed", "fears")], "killed", True),
        ([("killed", "estimates")], "killed", False),
        # One report states it.
        ([("killed", "doubts"), ("killed", "asserts")], "killed", False),
        # The fate that a report states comes before a graver one that is feared.
        ([("injured", "asserts"), ("killed", "fears")], "injured", False),
        ([("missing", "asserts"), ("killed", "fears")], "missing", False),
        # Of two fates in doubt the list has the graver one.
        ([("injured", "doubts"), ("killed", "fears")], "killed", True),
    ],
)
def test_a_fate_that_is_only_doubted_or_feared(claims: list[tuple[str, str]], fate: str, *, in_doubt: bool) -> None:
    found = made(*(jon(kind, stance, in_=f"r{n}") for n, (kind, stance) in enumerate(claims)))
    (only,) = found.persons
    assert (only.fate, only.in_doubt) == (fate, in_doubt)
    assert [(s.fate, s.stance) for s in only.sources] == claims
    (victim,) = found.victims
    assert (victim.effect, victim.in_doubt) == (fate, in_doubt)


@pytest.mark.parametrize(("stances", "in_doubt"), [(["fears"], True), (["fears", "asserts"], False)])
def test_a_group_that_is_only_feared(stances: list[str], *, in_doubt: bool) -> None:
    villagers = People(text="20 villagers")
    found = made(*(claim(20, people=villagers, in_=f"r{n}", stance=each) for n, each in enumerate(stances)))
    assert [(v.description, v.in_doubt) for v in found.victims] == [("20 villagers", in_doubt)]


def test_somebody_who_sets_the_fate_settles_the_doubt_or_keeps_it() -> None:
    doubted = jon("killed", "doubts")
    for change, expected in (
        ({"fate": "killed"}, ("killed", False)),
        ({"fate": "missing", "in_doubt": True}, ("missing", True)),
        ({"in_doubt": False}, ("killed", False)),
        ({"name": "Jonas Orsk"}, ("killed", True)),
    ):
        correction = PersonCorrection(mention=doubted.id, decision="d", change=change)
        (found,) = made(doubted, rulings=PersonRulings(corrections=(correction,))).persons
        assert (found.fate, found.in_doubt) == expected
        assert found.corrected == tuple(sorted(change))


@pytest.fixture
def where(tmp_path: Path) -> Path:
    return book_of(tmp_path, {"Valley Post": REPORT}, date(2021, 10, 6))


def test_lists_briefs_and_exports_say_that_a_fate_is_in_doubt(where: Path, tmp_path: Path) -> None:
    def run(*arguments: str) -> str:
        result = CliRunner().invoke(main, [*arguments, "--book", str(where)], catch_exceptions=False)
        assert result.exit_code == 0, result.output
        return result.output

    with Book.open(where) as book:
        (incident,) = book.incidents()
    assert re.search(r"Jon Orsk.* \(age 30.*\): killed \(in doubt\)", run("show"))
    assert re.search(r"Ana Brod.* \(age 41.*\): killed\n", run("show"))
    assert run("persons").count("killed (in doubt)") == 1
    assert re.search(r"Jon Orsk \([^)]*in doubt\)", run("brief", incident.id))
    run("export", "csv", "--out", str(tmp_path / "csv"))
    with (tmp_path / "csv/persons.csv").open(encoding="utf-8-sig", newline="") as file:
        assert {row["name"]: row["fate in doubt"] for row in csv.DictReader(file)} == {
            "Ana Brod": "",
            "Jon Orsk": "yes",
        }
    run("export", "airwars", "--out", str(tmp_path / "airwars"))
    (strike,) = json.loads((tmp_path / "airwars").read_text("utf-8"))["incidents"]
    assert {each["name"]: each["tollbook_in_doubt"] for each in strike["victims"]} == {
        "Ana Brod": False,
        "Jon Orsk": True,
    }
    assert strike["civilians_killed_min"] == 1
    run("export", "ftm", "--out", str(tmp_path / "ftm"))
    assert "reported killed, in doubt" in (tmp_path / "ftm").read_text("utf-8")


def test_a_person_states_a_fate_on_its_page_and_takes_it_back(where: Path) -> None:
    vera = signed_in(where, "Vera")
    listed = vera.get("/persons").text
    assert listed.count("killed (in doubt)") == 1
    assert "killed (in doubt)" in vera.get("/search?text=Orsk").text
    with Book.open(where) as book:
        path = next(f"/persons/{each.id}" for each in book.persons().persons if each.in_doubt)
    page = vera.get(path).text
    assert "In doubt: no report states what happened to this person" in page
    saved = vera.post(f"{path}/edit", data=single(page, f"{path}/edit", in_doubt="", why="The council names him.")).text
    assert "Saved." in saved
    assert "In doubt: no report" not in saved
    assert "in doubt)" not in vera.get("/persons").text
    vera.post("/undo", data=single(saved, "/undo"))
    assert vera.get("/persons").text.count("killed (in doubt)") == 1


def test_the_command_line_sets_the_doubt(where: Path) -> None:
    def states() -> dict[str | None, tuple[str, bool]]:
        with Book.open(where) as book:
            return {each.name: (each.fate, each.in_doubt) for each in book.persons().persons}

    with Book.open(where) as book:
        ana = next(each.id for each in book.persons().persons if each.name == "Ana Brod")
    for option, expected in (("--in-doubt", True), ("--stated", False)):
        order = ["persons", "set", ana, option, "--book", str(where), "--actor", "Vera", "--why", "As told."]
        assert CliRunner().invoke(main, order, catch_exceptions=False).exit_code == 0
        assert states() == {"Ana Brod": ("killed", expected), "Jon Orsk": ("killed", True)}
