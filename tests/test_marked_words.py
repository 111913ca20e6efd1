"""Marked words, read in the context of their report: a table of words and the fields they fill. All is invented."""

from datetime import date
from typing import Any

import pytest

from tollbook import reading
from tollbook.errors import Refused
from tollbook.model import Report

TEXT = """Two killed in Oberfeld

An air strike hit the market in Oberfeld on Monday, killing at least four people, police said. Nine others were wounded.

Mira Tolven, 41, a nurse, and her son Hamid, 6, were among the dead. Militants of the Corvan Front fired rockets at \
the town.

Bombs fell on two hospitals in another town. The governor said on Tuesday that about 40 houses were burnt down in \
Springfield, Illinois.

The family named the dead boy as Timo Karel. He was a pupil. Officials denied the attack. Nobody was at home."""
REPORT = Report(id="r", sha256="0" * 64, text=TEXT, outlet="Valley Post", published=date(2021, 10, 5))


def read(words: str, report: Report = REPORT) -> tuple[dict[str, Any], tuple[str, ...]]:
    start = report.text.index(words)
    marked = reading.read_marked(report, start, start + len(words))
    assert marked.claim.quote == words
    return marked.claim.to_dict(), marked.read


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("at least four people", "killed"), ("killing at least four people", "killed"), ("Nine others", "injured"),
        ("Mira Tolven, 41, a nurse", "killed"), ("her son Hamid, 6", "killed"), ("Hamid, 6", "killed"),
        ("Timo Karel", "killed"), ("Bombs fell on two hospitals", "site damaged"),
        ("about 40 houses were burnt down", "site damaged"), ("fired rockets at the town", "attack"),
        ("Officials denied the attack", "denial"), ("An air strike", "attack"),
    ],
)  # fmt: skip
def test_the_kind(words: str, kind: str) -> None:
    claim, fields = read(words)
    assert claim["kind"] == kind
    assert "kind" in fields


@pytest.mark.parametrize("words", ["on Monday", "Springfield", "Nobody was at home", "He was a pupil"])
def test_a_kind_that_the_words_do_not_say_is_left_to_the_person(words: str) -> None:
    assert "kind" not in read(words)[1]


@pytest.mark.parametrize(
    ("words", "low", "best", "high", "qualifier"),
    [
        ("at least four people", 4, 4, None, "at least"), ("Nine others were wounded", 9, 9, 9, "exactly"),
        ("Hamid, 6", 1, 1, 1, "exactly"), ("Mira Tolven, 41, a nurse", 1, 1, 1, "exactly"),
    ],
)  # fmt: skip
def test_the_count(words: str, low: int, best: int, high: int | None, qualifier: str) -> None:
    count = read(words)[0]["count"]
    assert (count["low"], count["best"], count["high"], count["qualifier"]) == (low, best, high, qualifier)


@pytest.mark.parametrize("words", ["Bombs fell on two hospitals", "about 40 houses were burnt down"])
def test_buildings_are_no_people(words: str) -> None:
    claim, _ = read(words)
    assert claim["count"] is None
    assert claim["people"] is None


@pytest.mark.parametrize(
    ("words", "names", "age", "sex", "roles", "kin"),
    [
        ("Mira Tolven, 41, a nurse", ["Mira Tolven"], 41, None, ["a nurse"], []),
        ("her son Hamid, 6", ["Hamid"], 6, "male", [], ["her son"]),
        ("Hamid, 6", ["Hamid"], 6, None, [], []),
        ("Timo Karel", ["Timo Karel"], None, None, [], []),
        ("at least four people", [], None, None, [], []),
    ],
)  # fmt: skip
def test_the_people(  # noqa: PLR0917 - a column of the table for each
    words: str, names: list[str], age: int | None, sex: str | None, roles: list[str], kin: list[str]
) -> None:
    people = read(words)[0]["people"]
    assert list(people["names"]) == names
    assert (people["age"] or {}).get("best") == age
    assert (people["sex"], list(people["roles"]), list(people["kin"])) == (sex, roles, kin)


@pytest.mark.parametrize(
    ("words", "place", "day"),
    [
        ("Nine others", "Oberfeld", "2021-10-04"), ("her son Hamid, 6", "Oberfeld", "2021-10-04"),
        ("about 40 houses were burnt down", "Springfield", "2021-10-04"), ("on Monday", "Oberfeld", "2021-10-04"),
        ("The governor said on Tuesday", "Springfield", "2021-10-05"),
    ],
)  # fmt: skip
def test_the_place_and_the_day(words: str, place: str, day: str) -> None:
    claim, _ = read(words)
    assert claim["place"]["name"] == place
    assert claim["when"]["start"] == day


@pytest.mark.parametrize(
    ("words", "speakers"),
    [
        ("at least four people", ["police", "Valley Post"]), ("Nine others", ["Valley Post"]),
        ("about 40 houses were burnt down", ["the governor", "Valley Post"]),
        ("Officials denied the attack", ["officials", "Valley Post"]),
    ],
)  # fmt: skip
def test_the_speakers(words: str, speakers: list[str]) -> None:
    assert [each["name"] for each in read(words)[0]["speakers"]] == speakers


def test_weapons_sites_and_those_held_responsible() -> None:
    fired, _ = read("fired rockets at the town")
    assert [each["name"] for each in fired["with"]] == ["rockets"]
    assert "Corvan Front" in [each["name"] for each in fired["by"]]
    bombs, _ = read("Bombs fell on two hospitals")
    assert [(each["name"], each["kind"]) for each in bombs["sites"]] == [("hospitals", "hospital")]
    assert [(each["name"], each["kind"]) for each in bombs["with"]] == [("Bombs", "bomb")]
    assert not bombs["by"]  # nobody is named for it


def test_the_same_words_give_the_same_claim_in_any_order() -> None:
    first = read("her son Hamid, 6")
    read("Timo Karel")
    assert read("her son Hamid, 6") == first


def test_a_language_without_rules_leaves_all_to_the_person() -> None:
    report = Report(id="f", sha256="0", text="Quatre morts au marché.", outlet="Écho", language="fr")
    claim, fields = read("Quatre morts", report)
    assert fields == ()
    assert [each["name"] for each in claim["speakers"]] == ["Écho"]


@pytest.mark.parametrize(("start", "end"), [(-1, 3), (3, 3), (5, 2), (0, 10_000), (22, 24)])
def test_no_words_are_refused(start: int, end: int) -> None:
    with pytest.raises(Refused, match="Select the words"):
        reading.read_marked(REPORT, start, end)
