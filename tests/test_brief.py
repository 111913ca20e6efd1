"""The brief: neutral sentences with footnotes, and no number or quotation that the record does not have."""

from collections.abc import Iterator
from copy import copy
from datetime import date
from importlib import resources
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tollbook.book import Book
from tollbook.briefs import ANNEX, MOST, PAGE, Chapter, Line, brief, checked, numbers_in, record_numbers, sentences
from tollbook.errors import Refused
from tollbook.incidents.evidence import IncidentEvidence
from tollbook.model import Certainty, Speaker
from tollbook.record import Perpetrator, Statement

SAMPLES = Path(str(resources.files("tollbook").joinpath("samples")))
SECTIONS = (*PAGE, *ANNEX)
LEFT_OUT = "left out here"


@pytest.fixture(scope="module")
def book(sample_book: Path) -> Iterator[Book]:
    with Book.open(sample_book) as opened:
        yield opened


@pytest.fixture(scope="module")
def evidence(book: Book) -> list[IncidentEvidence]:
    return [book.dossier(incident.id) for incident in book.incidents()]


@pytest.fixture(scope="module")
def strike(evidence: list[IncidentEvidence]) -> IncidentEvidence:
    return next(each for each in evidence if each.incident.kind == "airstrike")


def lines(chapter: Chapter) -> list[Line]:
    return [line for section in SECTIONS for line in getattr(chapter, section)]


def test_briefs_of_the_samples_have_all_sections(evidence: list[IncidentEvidence]) -> None:
    for each in evidence:
        made = brief([each], rule="range")
        assert all(getattr(made.chapters[0], section) for section in ("setting", "figures", "doubts", "why"))


def test_figures_are_ranges_with_their_status(strike: IncidentEvidence) -> None:
    figure = strike.incident.figures["injured"]
    text = " ".join(line.text for line in brief([strike], rule="range").chapters[0].figures)
    assert f"People injured: {figure.low} to dozens, with {figure.best} as the best value." in text
    assert f"{figure.independent_sources} independent sources give numbers of people injured" in text


def test_footnotes_point_to_the_words(strike: IncidentEvidence) -> None:
    made = brief([strike], rule="range")
    assert [note.number for note in made.footnotes] == list(range(1, len(made.footnotes) + 1))
    for note in made.footnotes:
        assert strike.reports[note.report].text[note.start : note.end] == note.quote
    named = {number for line in lines(made.chapters[0]) for number in line.notes}
    assert named == {note.number for note in made.footnotes}


def test_the_same_words_of_a_report_have_one_footnote(strike: IncidentEvidence) -> None:
    made = brief([strike], rule="range")
    places = [(note.report, note.start, note.end) for note in made.footnotes]
    assert len(places) == len(set(places))


def test_every_statement_and_figure_has_a_footnote(strike: IncidentEvidence) -> None:
    chapter = brief([strike], rule="range").chapters[0]
    assert all(line.notes for line in chapter.statements)
    assert all(line.notes for line in chapter.figures if line.text.startswith("People"))


@settings(deadline=None)
@given(st.integers(0, 10**6))
def test_a_number_that_is_not_in_the_record_is_left_out_with_a_note(strike: IncidentEvidence, number: int) -> None:
    chapter = Chapter(incident=strike.incident, figures=(Line(text=f"People killed: {number:,}."), Line(text="None.")))
    first, other = checked(chapter, strike).figures
    assert (LEFT_OUT in first.text) is (str(number) not in record_numbers(strike))
    assert other.text == "None."


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_is_checked_and_the_rest_of_the_brief_is_kept(strike: IncidentEvidence, section: str) -> None:
    chapter = brief([strike], rule="range").chapters[0]
    kept = getattr(chapter, section)
    wrong = msgspec.structs.replace(chapter, **{section: (Line(text="It was 987,654.", notes=(1,)), *kept)})
    first, *others = getattr(checked(wrong, strike), section)
    assert LEFT_OUT in first.text
    assert "987,654" not in first.text
    assert first.notes == ()
    assert tuple(others) == kept


def test_a_quotation_that_no_report_has_is_left_out(strike: IncidentEvidence) -> None:
    chapter = Chapter(incident=strike.incident, statements=(Line(text="They deny: “It was the weather.”"),))
    assert "no report has the words" in checked(chapter, strike).statements[0].text


def test_a_question_may_quote_a_qualifier(strike: IncidentEvidence) -> None:
    line = Line(text="Open upwards: the highest number is said with “at least” or “more than”.")
    assert checked(Chapter(incident=strike.incident, doubts=(line,)), strike).doubts == (line,)


def test_nothing_of_the_samples_is_left_out(evidence: list[IncidentEvidence]) -> None:
    written = [line.text for each in evidence for line in lines(brief([each], rule="range").chapters[0])]
    assert not [text for text in written if LEFT_OUT in text]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Nothing.", []),
        ("17–24, best 18.", ["17", "24", "18"]),
        ("As many as 1,207 on 9 March 2022.", ["1207", "9", "2022"]),
        ("She says: “12 of them”. That is 13.", ["13"]),
        ("0.5 of 3", ["0.5", "3"]),
    ],
)
def test_numbers_of_a_sentence(text: str, numbers: list[str]) -> None:
    assert numbers_in(text) == numbers


def test_a_brief_as_of_a_day_has_no_later_report(book: Book, strike: IncidentEvidence) -> None:
    day = date(2021, 10, 6)
    then = book.dossier(strike.incident.id, as_of=day)
    made = brief([then], rule="range", as_of=day)
    assert made.footnotes
    assert all(note.published is not None and note.published <= day for note in made.footnotes)


def test_a_brief_of_several_incidents_has_no_reasons(evidence: list[IncidentEvidence]) -> None:
    made = brief(evidence, rule="range")
    assert [chapter.incident.id for chapter in made.chapters] == [each.incident.id for each in evidence]
    assert not any(chapter.why for chapter in made.chapters)


def test_none_and_too_many_are_refused(strike: IncidentEvidence) -> None:
    with pytest.raises(Refused, match="at least one"):
        brief([], rule="range")
    with pytest.raises(Refused, match=f"at most {MOST} incidents"):
        brief([strike] * (MOST + 1), rule="range")


def test_the_page_has_an_accusation_however_many_deny_it(strike: IncidentEvidence) -> None:
    quote = strike.group.claims[0].quote
    denial = Statement(speaker="the council", stance="denies", quote=quote, claims=())
    accusation = msgspec.structs.replace(denial, speaker="a nurse", stance="accuses")
    spoken = (*(msgspec.structs.replace(denial, speaker=f"councillor {name}") for name in "ABCDE"), accusation)
    many = copy(strike)
    many.incident = msgspec.structs.replace(strike.incident, statements=spoken)
    page = [line.text for line in brief([many], rule="range").chapters[0].statements]
    assert sum("(denies)" in text for text in page) == 3
    assert sum("a nurse (accuses)" in text for text in page) == 1


@pytest.mark.parametrize(
    ("certainty", "sources", "expected"),
    [
        ("accused", ["residents", "the council"], "Grey Band (accused, according to residents; the council)"),
        ("unknown", ["Invented Herald"], "Grey Band (according to Invented Herald)"),
        ("suspected", ["a", "b", "c"], "Grey Band (suspected, according to a; b; and others)"),
        ("unknown", [], "Grey Band (unknown)"),
    ],
)
def test_who_is_held_responsible_according_to_whom(certainty: Certainty, sources: list[str], expected: str) -> None:
    accused = Perpetrator(name="Grey Band", kind="organisation", confidence=certainty, claims=())
    assert sentences.responsible([(accused, sources)], 2) == f"Reported as responsible: {expected}."


def test_a_figure_that_no_source_gives_as_a_whole_says_where_it_comes_from(strike: IncidentEvidence) -> None:
    parts = copy(strike)
    parts.group = msgspec.structs.replace(
        strike.group,
        claims=tuple(
            msgspec.structs.replace(claim, scope="part") if claim.kind == "injured" else claim
            for claim in strike.group.claims
        ),
    )
    (text,) = (
        line.text for line in brief([parts], rule="range").chapters[0].figures if line.text.startswith("People injured")
    )
    assert "No source counts everybody; the number comes from single persons or parts, according to " in text


def test_everybody_who_accuses_is_named_even_without_a_number(strike: IncidentEvidence) -> None:
    claim = next(claim for claim in strike.group.claims if claim.kind == "accusation")
    speaker = Speaker(name="a lorry driver", role="witness")
    accusation = msgspec.structs.replace(claim, id="accused", stance="accuses", speakers=(speaker,))
    more = copy(strike)
    more.group = msgspec.structs.replace(strike.group, claims=(*strike.group.claims, accusation))
    accused = Perpetrator(name="Grey Band", kind="organisation", confidence="accused", claims=("accused",))
    more.incident = msgspec.structs.replace(strike.incident, perpetrators=(accused,))
    page = [line.text for line in brief([more], rule="range").chapters[0].statements]
    assert page[0] == "Reported as responsible: Grey Band (accused, according to a lorry driver)."
