"""Victim classifier: victims that no sentence with a claim names. All names and places are invented."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook.book import Book
from tollbook.model import Report
from tollbook.readers.rules import reader
from tollbook.readers.rules.coreference import victim_classifier


def harmed(text: str) -> set[tuple[str, str]]:
    claims = reader.read(Report(id="r", sha256="", text=text)).claims
    outcomes = [(c.kind, c.people.names) for c in claims if c.people is not None and c.kind in {"killed", "injured"}]
    return {(kind, name) for kind, names in outcomes for name in names}


# passage | the outcomes of the persons with a name
VICTIMS = [
    (
        "A 7-year-old boy was shot dead in Velmar. Family and friends held a vigil for 7-year-old Tobin Marsk, a twin.",
        {("killed", "Tobin Marsk")},
    ),
    (
        "A woman was killed in her car on Monday. Sheriff Dana Pell said that an investigation was under way.",
        set(),
    ),
    (
        "A man was shot and killed on Monday. Marek Olund, 31, was charged with murder and held in custody.",
        set(),
    ),
    (
        "Two people were killed in a home. The mother of 6-year-old Ilka Brandt found her and her twin, 6-year-old "
        "Jonas Brandt.",
        {("killed", "Ilka Brandt"), ("killed", "Jonas Brandt")},
    ),
    ("Family and friends held a vigil for 7-year-old Tobin Marsk, a twin.", set()),
]


def test_a_name_inferred_from_context_is_marked_and_makes_a_question(tmp_path: Path) -> None:
    plain = "A boy was shot in Velmar on Monday, 5 May 2031. He died at the hospital, police said."
    vigil = "Family and friends held a vigil for Tobin Marsk. Tobin Marsk, 7, was a pupil of the school of Velmar."
    (tmp_path / "report.txt").write_text(f"{plain} {vigil} Friends mourn Tobin Marsk.", "utf-8")
    with Book.open(tmp_path / "a.book", create=True) as book:
        book.read([tmp_path / "report.txt"])
        named = [c.people for c in book.incidents.claims() if c.people is not None and c.kind == "killed"]
        assert [(people.names, people.inferred) for people in named] == [(("Tobin Marsk",), True)]
        (asked,) = {
            q for i in book.incidents() for q in i.questions if q.endswith("No words say so, only the context does.")
        }
        assert "Tobin Marsk" in asked


@pytest.mark.parametrize(("text", "expected"), VICTIMS)
def test_names_of_likely_victims(text: str, expected: set[tuple[str, str]]) -> None:
    assert harmed(text) == expected


@given(st.frozensets(st.text(max_size=12), max_size=20))
def test_a_share_is_between_0_and_1(found: frozenset[str]) -> None:
    assert 0 < victim_classifier.share(found) < 1


def test_features_are_in_lower_case() -> None:
    assert all(name == name.lower() for name in victim_classifier.weights())


def test_an_official_who_speaks_is_less_likely_a_victim_than_a_person_shot() -> None:
    spoke = victim_classifier.share(frozenset({"always", "office", "nsubj say"}))
    shot = victim_classifier.share(frozenset({"always", "aged", "nsubjpass shoot"}))
    assert spoke < shot
