"""The day of an attack is neither that of an arrest, nor of a page, nor of a statement. All reports are invented."""

from datetime import date

import pytest

from tollbook.incidents.build import build
from tollbook.model import Claim, Report
from tollbook.readers import rules
from tollbook.store import StoredReading

#: A Thursday.
PUBLISHED = date(2030, 3, 14)


def claims(text: str) -> list[Claim]:
    return list(rules.read(Report(id="a", sha256="0" * 64, text=text, published=PUBLISHED)).claims)


def days(text: str, kind: str) -> set[date | None]:
    return {c.when.start if c.when else None for c in claims(text) if c.kind == kind}


@pytest.mark.parametrize(
    ("text", "kind", "day"),
    [
        # A noun for the attack with its date.
        ("Detectives on Monday arrested two men in the Feb. 13 shooting that led to the death of Nadia Orlik.",
         "killed", (2030, 2, 13)),
        ("Velmar police are investigating a Tuesday night shooting on Mill Street. A man was shot in the leg.",
         "injured", (2030, 3, 12)),
        ("A third suspect was arrested over a shooting Saturday near a park. Ivo Brod, 18, turned himself in at a"
         " jail on Tuesday. A woman was shot in the leg.", "injured", (2030, 3, 9)),
        ("Jan Holm, 20, is charged with murder in the shooting at Mill Street on Friday. A boy was hit and died.",
         "killed", (2030, 3, 8)),
        ("The victim of a shooting in Velmar on Sunday has been identified as Ivo Brod. He died at a hospital.",
         "killed", (2030, 3, 10)),
        ("He was arrested on Monday at the county jail over the death of Nadia Holm at a house in Velmar on Feb. 18.",
         "killed", (2030, 2, 18)),
        ("Officials on Tuesday named five men in a brawl that left one person dead. The brawl, which broke out before"
         " 2 a.m. on March 7 outside a shop, was filmed.", "killed", (2030, 3, 7)),
        # A verb that says when it happened.
        ("Four guards were shot in Velmar, police say. The incident began at about 10 p.m. on Saturday.",
         "injured", (2030, 3, 9)),
        ("A boy shot his uncle in the stomach, police said Wednesday. The shooting was reported late on Monday.",
         "injured", (2030, 3, 11)),
        ("A fire claimed the life of Nadia Orlik, 4, on the morning of March 7, the sheriff said.",
         "killed", (2030, 3, 7)),
        ("Police said a boy fatally shot Ivo Holm, 3, of Dorna on March 7 inside a house.", "killed", (2030, 3, 7)),
        # A time of day is of the day of the attack, not of the statement after it.
        ("Two men were shot in Dorna on Friday night, officials said Sunday. The shooting was reported around 8 p.m. A"
         " boy was hit in the leg.", "injured", (2030, 3, 8)),
        # The date of the page itself stands in the first sentence.
        ("At 8 p.m. on March 14, 2030 a guard was shot in the leg in Velmar.", "injured", (2030, 3, 14)),
        # An arrest in a raid has the day of the raid, and days are counted from the arrest.
        ("Police said on Monday that a man was apprehended in a Saturday raid.", "captured", (2030, 3, 9)),
        ("Ivo Brod was arrested on Tuesday, four days after the gunfight that injured a boy.", "injured", (2030, 3, 8)),
    ],
)  # fmt: skip
def test_an_attack_has_the_day_that_its_name_or_its_verb_has(text: str, kind: str, day: tuple[int, int, int]) -> None:
    assert days(text, kind) == {date(*day)}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("A man was ordered held on bond on Monday after a boy was shot in the leg.", "injured"),
        ("Prosecutors filed charges on Tuesday. They say Jan Holm shot a boy in the leg.", "injured"),
        ("The police released the names of the victims on Tuesday. Ivo Brod was shot in the leg.", "injured"),
        ("The boy turned himself in on Wednesday. He had shot a girl in the leg.", "injured"),
        ("Jan Holm pleaded not guilty to murder on Feb. 25. Two women were killed at the inn.", "killed"),
        ("A vigil was held on Tuesday evening. Ivo Brod was killed at the inn.", "killed"),
        ("Funeral services are tonight for a boy who was killed at the inn.", "killed"),
        # Dates of the page, of a picture, of a film, of a birth, and the number of a house.
        ("Boy shot Posted: Friday, March 8, 2030 1:11 PM EST Updated: Monday, March 11, 2030 2:11 PM EST\n\n"
         "A boy was shot in the leg.", "injured"),
        ("March 11, 2030 2:18 PM\n\nA boy was shot in the leg.", "injured"),
        ("The inn in Velmar. (Published Monday, March 11, 2030)\n\nA boy was shot in the leg.", "injured"),
        ("1:09 Police search the river\n\nA boy was shot in the leg.", "injured"),
        ("Jan Holm (DOB 07/19/98) shot a boy in the leg.", "injured"),
        ("Officers came to the inn, 1611 E. Mill St. A boy was shot in the leg.", "injured"),
    ],
)  # fmt: skip
def test_no_attack_has_a_day_of_the_case_or_of_the_page(text: str, kind: str) -> None:
    assert days(text, kind) == {None}


def test_an_attack_known_only_from_an_arrest_ends_by_the_day_of_the_arrest() -> None:
    [found] = [c for c in claims("Jan Holm was arrested on Monday. A boy was shot in the leg.") if c.kind == "injured"]
    assert found.when is not None
    assert (found.when.start, found.when.end) == (None, date(2030, 3, 11))


def test_two_named_days_date_no_claim_before_them() -> None:
    text = "A boy was killed. A man was charged in the Feb. 13 shooting. Another was charged in the Feb. 20 robbery."
    assert days(text, "killed") == {None}


def test_the_day_of_an_arrest_is_not_that_of_the_incident() -> None:
    text = "Jan Holm was arrested on Monday in Velmar. A boy was shot in the leg, police said."
    read = Report(id="a", sha256="0" * 64, text=text, published=PUBLISHED)
    [made] = build([read], {"a": StoredReading(reading=rules.read(read), finder="", separate=False)}, []).incidents
    assert made.when is not None
    assert made.when.basis == "published"


def test_the_year_of_a_massacre_is_that_of_its_own_clause() -> None:
    text = "Nine people were killed on Monday, the anniversary of a massacre in which 40 died in 1994."
    found = {c.count.best: c.when.start for c in claims(text) if c.count and c.when}
    assert found == {9: date(2030, 3, 11), 40: date(1994, 1, 1)}


@pytest.mark.parametrize(
    ("text", "kind", "day"),
    [
        # A headline has the day that the report states below, for the same count or as its only day.
        ("Blast kills 14 in Velmar\n\nAt least 14 farmers died in a blast near Velmar on Wednesday.",
         "killed", (2030, 3, 13)),
        ("Rockets hit Velmar, 12 injured\n\nTwelve farmers were injured on Tuesday when rockets fell. On Wednesday"
         " a shell killed a woman in Dorna.", "injured", (2030, 3, 12)),
        # The day of a statement and of an arrest in the first sentence is not that of the attack, which has a name.
        ("Detectives said Wednesday that whoever bombed the mill in Velmar had helpers. The blast killed 14"
         " people. Flowers lay there after Sunday's bombing. Schools closed because of Sunday's bombing.",
         "killed", (2030, 3, 10)),
        ("Nine people are killed in an attack in Velmar on March 9, 2030.", "killed", (2030, 3, 9)),
    ],
)  # fmt: skip
def test_a_claim_has_the_day_that_its_report_states_elsewhere(text: str, kind: str, day: tuple[int, int, int]) -> None:
    assert days(text, kind) == {date(*day)}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        # Two days below, and another count: the report leaves a choice.
        ("Dozens killed in Velmar\n\nA bomb killed nine people on Tuesday. A shell killed six on Wednesday.", "killed"),
        # A day long before publication is background.
        ("Blast kills people in Velmar\n\nIn a blast on January 5, 2029 nine people were injured.", "killed"),
    ],
)
def test_a_headline_takes_no_day_where_the_report_leaves_a_choice(text: str, kind: str) -> None:
    assert None in days(text, kind)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("Sixty miners died in 24 hours near Velmar, a union said Thursday.", 13, 14),
        ("Nine guards were shot dead in the last 48 hours, a union said on Wednesday.", 11, 13),
        ("Attacks on Tuesday brought to 38 the number killed in Velmar in two days.", 11, 12),
        ("A mine killed six farmers on Monday, two days after a truce ended in 24 hours of chaos.", 11, 11),
    ],
)
def test_a_count_over_hours_or_days_has_all_of_them(text: str, first: int, last: int) -> None:
    found = [c.when for c in claims(text) if c.kind == "killed" and c.count is not None and c.count.best]
    assert {(w.start, w.end) for w in found if w is not None} == {(date(2030, 3, first), date(2030, 3, last))}
