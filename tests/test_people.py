"""Phrases for people: count and age. All names and places are invented."""

import pytest

from tollbook.readers.rules.parsing.parser import parse
from tollbook.readers.rules.persons import people
from tollbook.readers.rules.persons.own_names import rank
from tollbook.readers.rules.persons.people import is_person, persons


def head_of(text: str, word: str):  # type: ignore[no-untyped-def]
    return next(t for t in parse(text) if t.text == word)


# sentence | head of the phrase | count | age
PHRASES = [
    ("The 19-year-old was killed.", "old", 1, 19),
    ("A 19-year-old man was killed.", "man", 1, 19),
    ("Twelve farmers were killed.", "farmers", 12, None),
    ("Ilka Brandt, 28, was killed.", "Brandt", 1, 28),
    ("He was killed.", "He", 1, None),
    ("22 people, 18 farmers and four guides, were killed.", "people", 22, None),
    ("Ilka Brandt, 28 years old, was killed.", "Brandt", 1, 28),
    ("The seven month old baby was killed.", "baby", 1, 0),
    ("Ilka Brandt was killed aged 42.", "Brandt", 1, 42),
    ("Ilka Brandt was shot dead at the age of 42.", "Brandt", 1, 42),
    ("Ilka Brandt died aged 42 in a bombing.", "Brandt", 1, 42),
    ("Ilka Brandt was killed by a boy aged 14.", "Brandt", 1, None),
    ("Ilka Brandt and Ivo Lerch, both 17, were killed.", "Brandt", 1, 17),
    ("Ilka Brandt and Ivo Lerch, both 17, were killed.", "Lerch", 1, 17),
    ("Ilka Brandt and Ivo Lerch, who were both 17, were killed.", "Brandt", 1, 17),
    ("Two boys, both 17, were killed.", "boys", 2, 17),
    ("Ilka Brandt, 17, and Ivo Lerch, both nurses, were killed.", "Lerch", 1, None),
]


@pytest.mark.parametrize(("text", "head", "count", "age"), PHRASES)
def test_count_and_age(text: str, head: str, count: int, age: int | None) -> None:
    found = persons(head_of(text, head))
    assert found is not None
    assert found.count.best == count
    assert (found.people.age.best if found.people.age else None) == age
    assert text[found.start : found.end] == found.people.text


def test_each_of_several_has_the_age_after_the_name() -> None:
    found = persons(head_of("Gunmen killed Ana Brod, 45, and her sons Luis, 17, and Marco, 14, in Velmar.", "sons"))
    assert found is not None
    assert [(m.names, m.age and m.age.best) for m in found.people.members] == [(("Luis",), 17), (("Marco",), 14)]


def test_the_age_before_a_name_beside_a_noun() -> None:
    found = persons(head_of("One man, 60-year-old Ivo Lerch, died in Velmar.", "man"))
    assert found is not None
    assert found.people.age is not None
    assert found.people.age.best == 60


# sentence | head of the phrase | rank or trade: neither an age nor what happened is one
RANKS = [
    ("Soldiers shot dead 19-year-old student Ilka Brandt.", "Brandt", "student"),
    ("Gunmen shot dead police officer Ilka Brandt.", "Brandt", "police officer"),
    ("Gunmen shot dead Ilka Brandt on Monday.", "Brandt", None),
    ("Sergeant Ivo Lerch of the traffic police was killed.", "Lerch", "Sergeant of the traffic police"),
]


@pytest.mark.parametrize(("text", "head", "expected"), RANKS)
def test_the_rank_before_a_name(text: str, head: str, expected: str | None) -> None:
    assert rank(head_of(text, head)) == expected


# sentence | head of the phrase | names: a clause gives one person a name, and a town another
KNOWN_AS = [
    ("A strike killed the field commander known as Abu Tal.", "commander", ("Abu Tal",)),
    ("A smuggler better known as Karim Brandt was shot dead.", "smuggler", ("Karim Brandt",)),
    ("Soldiers killed a man in a town known as Little Orsk.", "man", ()),
    ("Soldiers killed two men known as followers of Karim Brandt.", "men", ()),
]


@pytest.mark.parametrize(("text", "head", "names"), KNOWN_AS)
def test_a_byname_is_a_name(text: str, head: str, names: tuple[str, ...]) -> None:
    found = persons(head_of(text, head))
    assert found is not None
    assert found.people.names == names


def test_a_second_man_in_a_list_is_not_a_role_of_the_first() -> None:
    found = persons(head_of("Ilka Brandt, a third man and a nurse were killed.", "Brandt"))
    assert found is not None
    assert "a third man" not in found.people.roles


# sentence | a token that stands for no people
NO_PEOPLE = [
    ("Ilka Brandt, 28, was killed.", "28"),
    ("He was taken to Saint Orla Hospital.", "Hospital"),
    ("A force of 150,000 waited.", "force"),
    ("They waited 28 days.", "28"),
]


@pytest.mark.parametrize(("text", "word"), NO_PEOPLE)
def test_no_people(text: str, word: str) -> None:
    assert not is_person(head_of(text, word))


def test_wounds_are_not_people() -> None:
    assert people.counted_noun(head_of("He suffered three gunshot wounds.", "wounds")) is None


def test_injuries_count_people() -> None:
    found = people.counted_noun(head_of("The blast caused 12 injuries.", "injuries"))
    assert found is not None
    assert found.count.best == 12
