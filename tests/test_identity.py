"""Identities: names of persons, pronouns, "the victim", names given later. All names and places are invented."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tollbook.model import Report
from tollbook.readers.rules import reader
from tollbook.readers.rules.coreference import entities
from tollbook.readers.rules.parsing.parser import parse
from tollbook.readers.rules.persons import person_names


def names(text: str) -> list[str]:
    return [n.text for n in person_names.names(parse(text))]


def harmed(text: str) -> set[tuple[str, tuple[str, ...]]]:
    claims = reader.read(Report(id="r", sha256="", text=text)).claims
    harmed = (c for c in claims if c.people is not None and c.kind in {"killed", "injured"})
    return {(c.kind, people.names) for c in harmed for people in c.people.each}


# sentence | the names of persons in it
NAMES = [
    # Nouns for people are surnames too, but not after a country or a city in a headline.
    ("The man killed in Dorna was identified as Marcus Fisher.", ["Marcus Fisher"]),
    ("Police Officer Ana Cook was killed in Dorna on Monday.", ["Ana Cook"]),
    ("Syrian Baker Killed in Strike", []),
    ("Texas Hunter Shot Dead in Woods", []),
    ("Ana Brod was pronounced dead at the scene.", ["Ana Brod"]),
    ("Marcus “Big M” Teel was shot and killed in Dorna.", ["Marcus “Big M” Teel"]),
    ('Police said 24-year-old Marcus "Big M" Teel was killed in Dorna.', ['Marcus "Big M" Teel']),
    ("The shooting claimed the life of Marcus Teel.", ["Marcus Teel"]),
    ("Officer Dana Pell shot Marek Olund.", ["Dana Pell", "Marek Olund"]),
    ("They found the body of Branka Felder, 23.", ["Branka Felder"]),
    ("The coroner identified the man as 31-year-old Tobin Marsk.", ["Tobin Marsk"]),
    ("Tobin Marsk was taken to Saint Orla Hospital.", ["Tobin Marsk"]),
    ("VelmnewsTobin Marsk, 24, was shot.", ["Tobin Marsk"]),
    ("A second victim, Marek Olund,16, was taken to a hospital.", ["Marek Olund"]),
    ("The couple, John and Mary Olund, died at home.", ["John Olund", "Mary Olund"]),
    ("Ana Brod fled. Brod and Dana Pell were shot.", ["Ana Brod", "Brod", "Dana Pell"]),
    ("19-year old Marek Olund was pronounced dead.", ["Marek Olund"]),
    ("The shooting was on Lark Drive near Pell County Park.", []),
    ("He was found behind houses on W. Olund Street near Marek Court.", []),
    ("They killed Della Street.", ["Della Street"]),
    ("175 Nusra Terrorists Killed in Velmar", []),
    ("A grey minivan sped off.", []),
    (
        "Ilka Vell-Brandt, 40, ran. They shot Vell-Brandt.",
        ["Ilka Vell-Brandt", "Vell-Brandt"],
    ),
    ("A 24-year-old Tarnow woman was shot.", []),
    ("The officer was Scott A. Wirm of Velm.", ["Scott A. Wirm"]),
    ("Ana Brod, one of the three people killed, was a teacher.", ["Ana Brod"]),
    ("A student of Marek P. Olund High School was shot.", []),
    ("Ana Brod was 34 when she died. Her sister, Ilse Brod, wept.", ["Ana Brod", "Ilse Brod"]),
    ("Constables Ruth Venn and Peter Lowe died at the scene.", ["Ruth Venn", "Peter Lowe"]),
]


@pytest.mark.parametrize(("text", "expected"), NAMES)
def test_names_of_persons(text: str, expected: list[str]) -> None:
    assert names(text) == expected


# passage | an outcome and the name of the person
REFERENCES = [
    (
        "Aaron Lund, 31, killed supervisor Ilse Brandt, 49. Three more were hit. He was shot by police and died.",
        ("killed", ("Aaron Lund",)),
    ),
    ("Marek Olund, 31, was found in a car. He was pronounced dead at the scene.", ("killed", ("Marek Olund",))),
    ("A man was shot on Monday. Police identified the victim as Marek Olund, 31.", ("injured", ("Marek Olund",))),
    (
        "Marek Olund was shot on Monday. Sheriff Dana Pell arrived late. He died in hospital.",
        ("killed", ("Marek Olund",)),
    ),
    ("Marek Olund, 31, was found in a car. The 31-year-old died on Tuesday.", ("killed", ("Marek Olund",))),
    ("Marek Olund lives in Velm. Olund was shot in the leg.", ("injured", ("Marek Olund",))),
    ("A woman was shot. The victim, Ilka Brandt, 40, died.", ("injured", ("Ilka Brandt",))),
    (
        "A woman was shot. The child is a boy. The woman was identified as the boy's mother, 26-year-old Ilka Brandt.",
        ("injured", ("Ilka Brandt",)),
    ),
]


@pytest.mark.parametrize(("text", "expected"), REFERENCES)
def test_references_are_resolved(text: str, expected: tuple[str, tuple[str, ...]]) -> None:
    assert expected in harmed(text)


def test_the_elder_of_a_family_is_not_the_younger() -> None:
    text = "Ivan Turner fled in a car. The elder Turner was killed days later."
    assert ("killed", ("Ivan Turner",)) not in harmed(text)


# passage | the outcome of every person with a name
NAMED_LATER = [
    (
        "Three people were found shot to death. They were identified Thursday as Milo Vance, 47, Ana Vance, 18, and "
        "Tess Vance, 7.",
        {("killed", "Milo Vance"), ("killed", "Ana Vance"), ("killed", "Tess Vance")},
    ),
    (
        "Two men were killed. The victims were: Dan Null, 23; and Lem Dars, 40.",
        {("killed", "Dan Null"), ("killed", "Lem Dars")},
    ),
    (
        "Karl Jorns, 19, Leo Andrek, 21, and Jama Brekk, 17, were wounded.",
        {("injured", "Karl Jorns"), ("injured", "Leo Andrek"), ("injured", "Jama Brekk")},
    ),
    (
        "Two men were shot dead. Police identified the suspects as Dan Null, 23, and Lem Dars, 40.",
        set(),
    ),
    (
        "Four people were shot. One of the victims, identified as Dari Jon, 47, of Velmar, later died.",
        {("killed", "Dari Jon")},
    ),
    ("A bomb killed three people. Ana Brod, one of the three victims, was a teacher.", {("killed", "Ana Brod")}),
    (
        "A bomb killed three people. The father of Ana Brod, one of the three people killed, said she was at work.",
        {("killed", "Ana Brod")},
    ),
    (
        "A gunman killed two people and wounded two others. Ruth Adler, 52, and Kim Tran, 27, were shot in the leg.",
        {("injured", "Ruth Adler"), ("injured", "Kim Tran")},
    ),
    (
        "Ana Brod was 34 when she was killed. Her sister, Ilse Brod, said she had planned to marry.",
        {("killed", "Ana Brod")},
    ),
    ("A bomb killed four people. Ana Brod's husband, Jan Holm, was one of the dead.", {("killed", "Jan Holm")}),
    # who is tried is none of the dead
    ("A former guard was convicted of killing three coworkers. Leon Marsh, 46, faces life in prison.", set()),
    ("A bomb hurt nine. “I heard a bang,” said Ana Brod, one of those injured.", {("injured", "Ana Brod")}),
    ("A bomb killed three. Relatives of Petra Holm, who was killed in the blast, wept.", {("killed", "Petra Holm")}),
]


@pytest.mark.parametrize(("text", "expected"), NAMED_LATER)
def test_people_named_in_a_list(text: str, expected: set[tuple[str, str]]) -> None:
    assert {(kind, names[0]) for kind, names in harmed(text) if len(names) == 1} == expected


def test_himself_is_the_subject_and_not_the_object() -> None:
    assert ("killed", ("Ana Brod",)) not in harmed("The gunman shot Ana Brod in the leg, then killed himself.")


def test_another_man_is_not_the_man_named_before() -> None:
    outcomes = harmed("Marek Olund, 31, was killed. Another man was wounded.")
    assert ("injured", ()) in outcomes
    assert ("injured", ("Marek Olund",)) not in outcomes


def test_she_is_not_a_man() -> None:
    assert ("killed", ("Marek Olund",)) not in harmed("Mr. Marek Olund was shot. She died at home.")


def test_a_pronoun_of_a_victim_is_the_likelier_victim() -> None:
    outcomes = harmed(
        "A boy was shot in Velmar. Family and friends held a vigil for Marek Olund, 12, who loved school. Neighbour "
        "Pavel Orlik heard the shots. He was pronounced dead in hospital."
    )
    assert ("killed", ("Pavel Orlik",)) not in outcomes


def test_victims_named_together_have_the_outcome_of_the_report() -> None:
    outcomes = harmed(
        "Two victims were taken to a hospital and another arrived later. The victims were identified as Ana Brod, 18, "
        "Marek Olund, 27, and Pavel Orlik, 21."
    )
    assert {("injured", (n,)) for n in ("Ana Brod", "Marek Olund", "Pavel Orlik")} <= outcomes


def test_two_persons_with_one_surname_stay_two() -> None:
    outcomes = harmed("Ilka Brandt spoke of her brother Jonas Brandt. Ilka Brandt said that Jonas Brandt was killed.")
    assert ("killed", ("Ilka Brandt",)) not in outcomes


def test_a_spokesman_does_not_give_a_victim_a_name() -> None:
    text = (
        "Mayor Otto Venn said the dead were two adults and a child. Most of the injured were patients, he said. The "
        "air force denied it. “We do not strike clinics,” the ministry's spokesman, Colonel Davit Orsen, told them."
    )
    claims = reader.read(Report(id="r", sha256="", text=text)).claims
    assert {name for c in claims if c.people is not None for name in c.people.names} == set()


# passage | somebody it names who was not harmed
SPARED = [
    (
        "A 3-year-old boy was shot and killed at home. The boy was pronounced dead in hospital. The child's father, "
        "Marek Olund, did not want to talk, but says he was asleep. The three-year-old boy was hit by one bullet.",
        "Marek Olund",
    ),
    (
        "A Velm man was found dead. Police say that Pavel Orlik, 37, was found on Saturday. He had a head wound, "
        "and was declared dead. “Nobody here understands why,” said the victim's brother, Velm resident Jan Orlik. "
        "“He was quiet.”",
        "Jan Orlik",
    ),
    (
        "Officers Erik Andersen, 41, and Jonas Swane, 39, have been placed on leave. The incident started on Friday. "
        "Officials say an officer shot and killed a man after he tried to break into a home.",
        "Jonas Swane",
    ),
    (
        "Police are searching for the gunman wanted in a shooting that left one man critically injured. They believe "
        "Marek Elias Olund is the man they're looking for.",
        "Marek Elias Olund",
    ),
    (
        "The shooting was on Monday, according to Capt. Cliff Brod. He says his men held back the crowd. Brod said the "
        "man who was killed was a guest.",
        "Cliff Brod",
    ),
    (
        "A boy was shot on Monday. His friend, Ana Brod, who was across the street, believes it was an accident. “They "
        "were playing,” Ana Brod said. “The boy got shot. I saw him die.”",
        "Ana Brod",
    ),
    (
        "Police arrested 45-year-old Gregor Olund over the death of 36-year-old Ana Brod. They found a 45-year-old man "
        "suffering from gunshot wounds.",
        "Gregor Olund",
    ),
    ("Rush Olund and his wife Ilka denied the charge on Monday. The girl was shot by a boy.", "Ilka"),
    ("Officer Ilka Brod confirmed to Velm11 two girls were killed at a home on Monday.", "Ilka Brod"),
    (
        "Ivo Lerch, 39, admitted building the bomb but says that he did not mean to kill anyone. Five people died in "
        "the bombing in Velmar in 2024.",
        "Ivo Lerch",
    ),
    (
        "The body of a student was found in Brexley on Sunday. Emily Hart, 20, was last seen on March 1. "
        '"She was the light of our lives," her parents, John and Susan Hart, said.',
        "Susan Hart",
    ),
    ("Ana Brod, 41, faces a murder charge. A woman, 41, was found dead on Monday.", "Ana Brod"),
    ("A man was found dead. The victim was behind a group of houses on W. Olund Street near Brod Court.", "Olund"),
]


@pytest.mark.parametrize(
    "text",
    [
        "Gunmen shot dead a judge in Velmar on Monday. Judge Mara Solis, 52, was ambushed as she drove to her office.",
        "A journalist was shot dead in Velmar. Journalist Mara Solis was attacked by two men as she left her home.",
    ],
)
def test_a_person_attacked_under_the_title_of_the_victim_is_the_victim(text: str) -> None:
    report = Report(id="r", sha256="0" * 64, text=text)
    assert [c.people.names for c in reader.read(report).claims if c.kind == "killed"] == [("Mara Solis",)]


@pytest.mark.parametrize(("text", "name"), SPARED)
def test_relatives_officers_and_suspects_are_not_named_as_harmed(text: str, name: str) -> None:
    found = harmed(text)
    assert found
    assert not [names for _, names in found if any(name in n for n in names)]


def test_the_name_beside_a_relative_leaves_the_victim_without_one_or_with_his_own() -> None:
    assert ("killed", ("Pavel Orlik",)) in harmed(SPARED[1][0])


WORDS = ["Marek Olund", "he", "the man", "a 31-year-old", "was shot", "died", "said", ".", ",", "and", "in Velm"]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join))
def test_any_text_can_be_read(text: str) -> None:
    doc = parse(text)
    for name in person_names.names(doc):
        assert 0 <= name.first < name.end <= len(doc)
        assert name.text in " ".join(doc[name.first : name.end].text.split())
    heads = [m.head.i for m in entities.person_mentions(doc)]
    assert heads == sorted(set(heads))


# passage | the name of a person harmed and the sex the report gives
SEXES = [
    # One pronoun may be of somebody else.
    ("Mikenna Bostwick was shot at home. A friend of the family told police he had brought the gun.", None),
    ("Anna Miller was shot dead in Velmar on Monday. She had left work. Police say she was alone.", "female"),
    ("Ms. Tess Vance was shot in Velmar. A neighbour said he had seen the car.", "female"),
    ("A man named Milo Vance was shot in Velmar on Monday.", "male"),
]


@pytest.mark.parametrize(("text", "sex"), SEXES)
def test_a_name_has_the_sex_that_a_noun_a_title_or_two_pronouns_state(text: str, sex: str | None) -> None:
    claims = reader.read(Report(id="r", sha256="", text=text)).claims
    assert {c.people.sex for c in claims if c.people is not None and c.people.names} == {sex}


def test_a_person_who_was_killed_did_not_shoot_herself_afterwards() -> None:
    text = "Paul Hartley was killed by his wife on Monday. After killing her husband, she shot herself."
    assert ("injured", ("Paul Hartley",)) not in harmed(text)


def test_an_equal_age_does_not_make_a_suspect_the_injured() -> None:
    text = "One person, a 22-year-old man, was shot. Two men, Alex Cole, 26, and Ralph Fry, 22, were charged."
    assert ("injured", ("Ralph Fry",)) not in harmed(text)
    assert any(kind == "injured" for kind, _ in harmed(text))


def test_as_many_as_were_killed_and_then_are_stabbed_are_the_dead() -> None:
    text = "A man was found guilty of killing two women. Ruth Adler, 52, and Kim Tran, 27, were stabbed in their flat."
    assert {("killed", ("Ruth Adler",)), ("killed", ("Kim Tran",))} <= {(kind, names) for kind, names in harmed(text)}
