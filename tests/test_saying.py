"""Statements by event of saying: on which day, and which later reports only repeat or recall it. All is invented."""

from datetime import date

import msgspec
import pytest
from reconcile_builders import claim, report

from tollbook import reconcile
from tollbook.model import Claim, ClaimKind, Report, Stance
from tollbook.reconcile.saying import saying
from tollbook.record import Group, ReportLink, Statement

FRIDAY, MONDAY = date(2021, 10, 8), date(2021, 10, 11)
DENIES: Stance = "denies"
INQUIRY: Stance = "promises inquiry"
INQUIRES = "The ministry said on Friday that it would open an inquiry, two days after it had denied that its jets flew."
LOOKS_BACK = "The ministry first denied that its aircraft had been near the town, and on Friday promised an inquiry."

# sentence | stance | published | the day of October that it gives | whether it looks back
SAYINGS = [
    ("The ministry denied that its aircraft had been in the area.", DENIES, FRIDAY, None, False),
    ("The ministry denied on Wednesday that it had fired.", DENIES, FRIDAY, 6, False),
    ("On Thursday, the ministry of defence denied it.", DENIES, FRIDAY, 7, False),
    ("The army again denied it on Thursday.", DENIES, FRIDAY, 7, False),
    ("The mayor told reporters on Thursday that the army was to blame.", "accuses", FRIDAY, 7, False),
    (INQUIRES, INQUIRY, FRIDAY, 8, False),
    (INQUIRES, DENIES, FRIDAY, None, True),
    (LOOKS_BACK, INQUIRY, MONDAY, 8, False),
    (LOOKS_BACK, DENIES, MONDAY, None, True),
    ("The ministry has repeatedly denied it.", DENIES, FRIDAY, None, True),
    ("After denying it, the ministry promised an inquiry.", DENIES, FRIDAY, None, True),
    # the day of something else
    ("The ministry denied the attack on Wednesday.", DENIES, FRIDAY, None, False),
    ("The army denied that Tuesday's strike was its own.", DENIES, FRIDAY, None, False),
    ("Nine people were killed on Tuesday, the ministry said, and promised an inquiry.", INQUIRY, FRIDAY, None, False),
]


@pytest.mark.parametrize(("sentence", "stance", "published", "day", "recalled"), SAYINGS, ids=[r[0] for r in SAYINGS])
def test_when_words_were_said(sentence: str, stance: Stance, published: date, day: int | None, recalled: bool) -> None:
    found = saying(sentence, stance, published)
    assert (found.day and found.day.day, found.recalled) == (day, recalled)


def stated(name: str, day: int | None, text: str, *, stance: Stance = DENIES, by: str = "the ministry of defence",
           quote: str | None = None) -> tuple[Claim, Report]:  # fmt: skip
    """A statement in a report of its own; the quote is the whole text if not given."""
    kinds: dict[Stance, ClaimKind] = {DENIES: "denial", INQUIRY: "inquiry"}
    words = quote or text
    start = text.index(words)
    made = claim(None, kinds.get(stance, "accusation"), by=by, stance=stance, in_=name, start=start)
    return msgspec.structs.replace(made, quote=words, end=start + len(words)), report(name, day, text=text)


def lines(*said: tuple[Claim, Report]) -> tuple[Statement, ...]:
    reports = {each.id: each for _, each in said}
    links = tuple(ReportLink(id=name) for name in sorted(reports))
    return reconcile.incident(Group(id="g", kind="attack", claims=tuple(c for c, _ in said), reports=links),
                              reports).statements  # fmt: skip


def test_later_reports_of_one_denial_are_one_line_of_its_first_day() -> None:
    found = lines(
        stated("a", 6, "The ministry of defence denied that its aircraft had been in the area."),
        stated("b", 8, INQUIRES),
        stated("c", 11, LOOKS_BACK),
        stated("d", 9, "The ministry of defence denied that its aircraft were in the area at noon."),
        stated("e", 9, "The ministry has denied any part in it."),
    )
    (line,) = found
    assert line.said == date(2021, 10, 6)
    assert line.reports == ("a", "b", "d", "e", "c")
    assert line.quote == "The ministry of defence denied that its aircraft were in the area at noon."
    assert line.denied == "that its aircraft were in the area at noon"


def test_a_denial_of_another_day_is_another_line() -> None:
    found = lines(
        stated("a", 6, "The ministry of defence denied that its aircraft had been in the area."),
        stated("b", 8, "The ministry of defence again denied it on Friday."),
        stated("c", 11, "“We have nothing to hide,” the ministry's spokesman said on Monday. “It was not us.”"),
    )
    assert [line.said and line.said.day for line in found] == [6, 8, 11]


def test_an_inquiry_that_a_later_report_dates_is_one_line() -> None:
    found = lines(stated("a", 8, INQUIRES, stance=INQUIRY), stated("b", 11, LOOKS_BACK, stance=INQUIRY))
    assert [(line.said, line.reports) for line in found] == [(FRIDAY, ("a", "b"))]


def test_a_look_back_alone_is_a_line_of_its_report() -> None:
    assert [line.said for line in lines(stated("c", 11, LOOKS_BACK))] == [MONDAY]


def test_an_undated_report_of_the_same_denial_joins_it() -> None:
    words = "The ministry of defence has denied any part in it."
    found = lines(stated("a", 6, "The ministry of defence denied it."), stated("b", None, words))
    assert [(line.said, line.reports) for line in found] == [(date(2021, 10, 6), ("a", "b"))]


def test_two_people_of_one_source_are_two_speakers() -> None:
    one = stated("a", 6, "Ana Brod called the shelling a crime.", stance="condemns", by="Ana Brod")
    other = stated("b", 6, "Oren Pasko condemned the shelling.", stance="condemns", by="Oren Pasko")
    reports = {each.id: each for _, each in (one, other)}
    group = Group(id="g", kind="attack", claims=(one[0], other[0]), reports=(ReportLink(id="a"), ReportLink(id="b")))
    copies = (reconcile.Copy(report="b", of="a", why="Somebody decided.", ruling="one source"),)
    found = reconcile.incident(group, reports, copies).statements
    assert [(line.speaker, line.quote) for line in found] == [
        ("Ana Brod", "Ana Brod called the shelling a crime."),
        ("Oren Pasko", "Oren Pasko condemned the shelling."),
    ]
