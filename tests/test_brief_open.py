"""The open points of a brief, the persons it names without a number, and its marks of checked values."""

import re
import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from reconcile_builders import claim, group, report
from reconcile_builders import person as person_claim

from tests.small_books import book_of
from tests.web_client import person
from tollbook import reconcile
from tollbook.book import Book
from tollbook.briefs import PAGE, Brief, Chapter, brief, plain, sentences
from tollbook.incidents.checked_values import checked_in_words, record_values
from tollbook.incidents.evidence import IncidentEvidence
from tollbook.model import Claim
from tollbook.person import PersonRulings
from tollbook.record import Range, Victim
from tollbook.web import briefs

HEADERS = {"X-Tollbook-Person": "Vera"}
#: No report gives a number, and nobody accuses anybody.
BRANOV = {
    "Harbour Daily": "BRANOV, Kestria – A shell hit a clinic in the town of Branov on Monday, 4 October 2021, the "
    "council said. Medics were injured and patients were injured in the blast, the council said. The Northern Front "
    "denied firing at the town.",
    "Northern Courier": "BRANOV, Kestria – Shelling injured medics at a clinic in Branov on Monday, 4 October 2021, "
    "the council said. It is not known how many people were hurt.",
}


@pytest.fixture
def sample_copy(sample_book: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(sample_book, tmp_path / "a.book"))


@pytest.fixture
def book(sample_copy: Path) -> Iterator[Book]:
    with Book.open(sample_copy) as opened:
        yield opened


@pytest.fixture(scope="module")
def branov(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    with Book.open(book_of(tmp_path_factory.mktemp("branov"), BRANOV, date(2021, 10, 5))) as opened:
        yield opened


def figures_of(*claims: Claim) -> str:
    """The lines on figures in the brief of some claims."""
    made, reports = group(*claims), {each.report: report(each.report) for each in claims}
    known = IncidentEvidence(
        reconcile.incident(made, reports), made, reports, copies=(), mentions=(), rule="range", people=PersonRulings()
    )
    return " ".join(line.text for line in brief([known], rule="range").chapters[0].figures)


def strike(book: Book) -> str:
    return next(each.id for each in book.incidents() if each.kind == "airstrike")


def written(book: Book, incident: str) -> Brief:
    return briefs.written(book, {"incident": incident}).brief


def page_of(book: Book, incident: str) -> Chapter:
    return written(book, incident).chapters[0]


def test_the_page_has_what_is_open_and_the_annex_what_to_check(book: Book) -> None:
    chapter = page_of(book, strike(book))
    contested, responsible, *others = [line.text for line in chapter.doubts]
    assert contested == (
        "The number of people injured is contested. According to Ilyas Tarkhan: 18, 17; Marga Tellin: more than 20; "
        "residents: dozens."
    )
    assert responsible.startswith(
        "Who is responsible is contested: Kestrian air force (accused by authorities, according to Ilyas Tarkhan). "
        "Denials: the ministry of defence (“that its aircraft had been in the area”); the government in Arvanta (“any "
    )
    assert "The ministry of defence changed stance: denies → promises inquiry." in others
    assert all(line.notes for line in chapter.doubts)
    assert not [line.text for line in chapter.doubts if line.text.startswith("Did ")]
    assert [line.text for line in chapter.checks if line.text.startswith("Did ")]
    assert not {line.text for line in chapter.checks} & {line.text for line in chapter.doubts}


def test_a_speaker_who_denies_a_number_is_not_a_source_of_it() -> None:
    counted, denied = claim(5, by="Ana Brod"), claim(5, by="the Front", in_="b", stance="denies")
    none = claim("no one", by="the council", in_="c", stance="denies")
    assert figures_of(counted, denied).endswith("According to Ana Brod: 5.")
    assert "the council: 0" in figures_of(counted, none)


def test_a_number_that_persons_overrule_is_not_said_to_be_true_as_well() -> None:
    names = ("Ana Brod", "Bekir Sollan", "Tarek Vonn")
    dead = [person_claim(name, named=name, start=100 * n, in_="c") for n, name in enumerate(names)]
    text = figures_of(claim(2, by="witnesses"), claim(3, by="Omer Tull", in_="b"), *dead)
    assert "2 independent sources give numbers of people killed, and not all of them can be true." in text
    assert "that can all be true" in figures_of(claim("at least 12", by="Ana Brod"), claim(17, by="Omer Tull", in_="b"))


def test_a_contradiction_stays_open_after_somebody_looked_at_it(book: Book) -> None:
    question = next(q for q in book.queue() if q.kind == "contested figure")
    settle = next(a for a in question.answers if a.verdict == "settle")
    book.decide("settle", settle.subject, who="Ines", why="The range can stand.")
    assert page_of(book, strike(book)).doubts[0].text.startswith("The number of people injured is contested.")


def test_groups_without_a_number_are_in_the_brief_in_words(branov: Book) -> None:
    chapter = page_of(branov, branov.incidents()[0].id)
    assert [line.text for line in chapter.figures] == ["No report gives a number of casualties."]
    (harmed,) = [line for line in chapter.persons if line.text.startswith("Described as injured, without a number: ")]
    assert "injured medics" in harmed.text
    assert "patients" in harmed.text
    assert harmed.notes


def test_missing_information_is_an_open_point(branov: Book) -> None:
    chapter = page_of(branov, branov.incidents()[0].id)
    open_points = [line.text for line in chapter.doubts]
    assert open_points[0] == (
        "Nobody is held responsible in what was read. Denials: the Northern Front (“firing at the town”)."
    )
    assert "The number of people injured is reported as not known." in open_points
    # A denial accuses nobody, so a speaker who only denies is not called responsible.
    assert [line.text for line in chapter.statements] == [
        "5 October 2021: the Northern Front (denies): “The Northern Front denied firing at the town.”"
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Two people were killed when a shell hit a house in Branov, Oda Renn said.", "No report says on which day it"),
        ("Two people were killed in a shooting on Monday, 4 October 2021, Oda Renn said.", "No report says where it"),
        (
            "BRANOV – Two people were killed by a bomb on Monday, 4 October 2021. Oda Renn accused the Grey Band.",
            "Who is responsible: Grey Band (accused, according to Oda Renn). No denial was found in the reports.",
        ),
    ],
)
def test_a_missing_day_or_place_and_a_charge_without_an_answer(tmp_path: Path, text: str, said: str) -> None:
    with Book.open(book_of(tmp_path, {"Invented Herald": text})) as book:
        open_points = [line.text for line in page_of(book, book.incidents()[0].id).doubts]
    assert [point for point in open_points if point.startswith(said)], open_points


def test_a_person_has_the_roles_of_all_reports(book: Book) -> None:
    persons = " ".join(line.text for line in page_of(book, strike(book)).persons)
    assert "Anira Dost (a nurse, aged 41, civilian)" in persons


def test_a_person_is_described_once() -> None:
    wife = Victim(effect="killed", name="Sera Dorvan", status="civilian")
    assert sentences.person(wife, ["his wife", "his wife", "wife"]) == "Sera Dorvan (his wife, civilian)"
    roles = ["a 35-year-old teacher", "a teacher", "the teacher"]
    teacher = Victim(effect="killed", name="Halim Dorvan", age=Range(low=34, high=35))
    assert sentences.person(teacher, roles) == "Halim Dorvan (a teacher, aged 34–35)"
    # Without an age of the record, the words alone say how old they were.
    unknown = Victim(effect="killed", name="Halim Dorvan")
    assert sentences.person(unknown, roles) == "Halim Dorvan (a 35-year-old teacher)"
    assert sentences.person(unknown, ["a teacher", "father of two"]) == "Halim Dorvan (a teacher, father of two)"


def test_the_reasons_of_each_figure_have_its_heading(book: Book) -> None:
    why = page_of(book, strike(book)).why
    assert [line.text for line in why if line.heading] == ["People killed", "People injured"]
    assert why[0].heading
    assert not why[-1].heading


def test_no_sentence_of_a_brief_has_the_id_of_a_report(book: Book, branov: Book) -> None:
    for each in (book, branov):
        for incident in each.incidents():
            text = plain(written(each, incident.id))
            reports = [link.id for link in incident.reports]
            assert not [name for name in reports if name in text or name[:12] in text]
            assert re.search(r"^\[1\] “[^\n]+” \(characters \d+ to \d+\)$", text, re.MULTILINE)


def test_the_brief_says_what_a_person_checked(book: Book) -> None:
    name = strike(book)
    chapter = page_of(book, name)
    assert chapter.checked == "No person has checked a value of this record yet."
    assert not [line for section in PAGE for line in getattr(chapter, section) if line.checked]
    killed = book.incidents.evidence(name).incident.figures["killed"]
    book.decide("accept", killed.low_claims[0], who="Ines", why="Read it.")
    chapter = page_of(book, name)
    assert chapter.checked.startswith("Checked by a person: ")
    assert "killed" in chapter.checked
    assert "Last: Ines, " in chapter.checked
    (line,) = [line for line in chapter.figures if line.checked]
    assert (line.text.startswith("People killed: 3."), line.checked) == (True, "Checked by Ines.")
    assert re.search(r"^People killed: 3\..*\(Checked by Ines\.\)$", plain(written(book, name)), re.MULTILINE)


def test_a_line_of_several_values_names_those_that_are_checked(book: Book, sample_copy: Path) -> None:
    name = strike(book)
    with person(sample_copy, "Vera") as client:
        client.post(
            f"/api/incidents/{name}/fields/place",
            json={"field": "place", "values": {}, "confirm": True, "why": "Looked."},
            headers=HEADERS,
        )
        page = client.get(f"/incidents/{name}").text
    setting, *_ = page_of(book, name).setting
    assert setting.checked == "Checked by Vera: place."
    assert "Checked by a person: 1 value of " in page


def test_every_value_of_a_record_can_be_counted_as_checked(book: Book) -> None:
    evidence = book.incidents.evidence(strike(book))
    incident = evidence.incident
    values = record_values(incident, evidence.group.claims, {})
    lists = (incident.victims, incident.perpetrators, incident.sites, incident.weapons, incident.statements)
    assert len(values) == 3 + len(incident.figures) + sum(map(len, lists))
    assert checked_in_words(values) == "No person has checked a value of this record yet."
    for each in evidence.group.claims:
        book.decide("accept", each.id, who="Ines", why="Read it.")
    marks = book.review.field_marks(claim.id for claim in evidence.group.claims)
    assert all(value.mark for value in record_values(incident, evidence.group.claims, marks))
    words = checked_in_words(record_values(incident, evidence.group.claims, marks))
    assert f"Checked by a person: {len(values)} values of {len(values)}" in words
    assert f"statements: {len(incident.statements)} of {len(incident.statements)}" in words
