"""Casing of wires in capitals, and paragraphs: the text never changes its length."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook import locale, text
from tollbook.readers.rules.parsing import parser

EN = locale.of("en")

CASES = [
    ("REBELS ATTACKED VELMAR.", "Rebels attacked Velmar."),
    ("THE BOMB EXPLODED. THE MAYOR WAS IN DURSA.", "The bomb exploded. The mayor was in Dursa."),
    ("A BOMB\nEXPLODED IN VELMAR.", "A bomb exploded in Velmar."),
    (
        "MEMBERS OF THE CORVAN LIBERATION FRONT [CLF] ATTACKED.",
        "Members of the Corvan Liberation Front (CLF) attacked.",
    ),
    ("THE CLF [CORVAN LIBERATION FRONT] ATTACKED.", "The CLF (Corvan Liberation Front) attacked."),
    ("VELMAR, 3 JAN (DPX) -- [TEXT] THE BOMB EXPLODED.", "Velmar, 3 Jan (DPX) -- [text] The bomb exploded."),
    ("THE 1ST BATTALION LEFT ON MONDAY.", "The 1st battalion left on Monday."),
    ("THE MAYOR'S HOUSE IN SAN VELMAR WAS BURNED.", "The mayor's house in San Velmar was burned."),
    ("THE ANTIGOVERNMENT PROTEST ENDED.", "The antigovernment protest ended."),
    ("DR GRACE ADU AND MR. HOPE ORSK LEFT.", "Dr Grace Adu and Mr. Hope Orsk left."),
]


@pytest.mark.parametrize(("capitals", "expected"), CASES)
def test_a_wire_in_capitals_reads_as_sentences(capitals: str, expected: str) -> None:
    assert parser.readable(capitals) == expected


@pytest.mark.parametrize("run", ["!", "=", "“”", "'s", "😀"])
def test_a_very_long_run_of_punctuation_is_read_and_moves_no_offset(run: str) -> None:
    """The time must not grow with the square of its length: these would take an hour."""
    long = f"Shelling killed four {run * 100_000} people in Velmar."
    words = [token for token in parser.pipeline().make_doc(parser.readable(long)) if len(token) > 1 and token.is_alpha]
    assert [long[t.idx : t.idx + len(t)] for t in words] == ["Shelling", "killed", "four", "people", "in", "Velmar"]


@given(st.text(alphabet="ab =!'_\n", max_size=30), st.integers(0, 250))
def test_only_a_long_run_of_punctuation_becomes_blank(words: str, length: int) -> None:
    assert text.without_punctuation_runs(words) == words
    read = text.without_punctuation_runs(f"{words} {'=' * length} {words}")
    assert read == f"{words} {'=' * length if length < 200 else '=' + ' ' * (length - 2) + '='} {words}"


def test_a_text_with_small_letters_stays_as_it_is() -> None:
    assert parser.readable("The FRONT attacked Velmar.\nNobody died.") == "The FRONT attacked Velmar.\nNobody died."


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("date 2031-05-04 A school was hit.", ["date 2031-05-04", "A school was hit."]),
        ("2031-05-04 “Two died,” she said.", ["2031-05-04", "“Two died,” she said."]),
        ("Two died on 2031-05-04 in Velmar.", ["Two died on 2031-05-04 in Velmar."]),
    ],
)
def test_a_day_ahead_of_the_text_is_no_part_of_its_first_sentence(head: str, expected: list[str]) -> None:
    assert [sentence.text for sentence in parser.parse(head).sents] == expected


@given(st.text())
def test_casing_moves_no_offset(any_text: str) -> None:
    cased = text.capitalised(any_text, EN)
    assert len(cased) == len(any_text)


@given(st.text(alphabet="AB \n.[]()'", max_size=80))
def test_casing_changes_only_case_brackets_and_line_breaks(capitals: str) -> None:
    cased = text.capitalised(capitals, EN)
    plain = str.maketrans("[]\n", "() ")
    assert cased.upper().translate(plain) == capitals.upper().translate(plain)


def test_paragraphs_are_the_runs_between_blank_lines() -> None:
    text_of_two = "One line.\nThe same paragraph.\n\n  \nAnother."
    assert [text_of_two[a:b] for a, b in text.paragraphs(text_of_two)] == ["One line.\nThe same paragraph.", "Another."]


@pytest.mark.parametrize(("sample", "capitals"), [("REBELS FLED", True), ("Rebels fled", False), ("12 - 7", False)])
def test_a_text_in_capitals_is_detected(sample: str, capitals: bool) -> None:
    assert text.is_capitals_only(sample) is capitals
