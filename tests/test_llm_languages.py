"""Reports in languages that Tollbook has no grammar for: numbers in digits, and nothing else. All of it is invented."""

import json
from typing import Any

import pytest

from tests.llm_server import proposal
from tollbook.mentions import Reading
from tollbook.model import Report
from tollbook.readers import llm, registry
from tollbook.readers.base import check, finder_of
from tollbook.readers.llm import LanguageModelReader, ModelIdentity
from tollbook.readers.llm.digits import counted

UKRAINIAN = "У Вельмарі 05.10.2021 унаслідок обстрілу загинули 17 людей, повідомив мер Іван Остап. Ще сорок поранені."
SPANISH = (
    "Al menos 17 personas murieron en Velmar el 2021-10-05, dijo el alcalde. Hubo 40 casas destruidas y tres heridos."
)
ARABIC = "قُتل ما لا يقل عن ١٧ شخصا في فيلمار يوم الثلاثاء، وقال رئيس البلدية إن ١٬٢٠٠ شخص نزحوا. وأصيب ثلاثة."
TAMIL = "வெல்மாரில் 17 பேர் கொல்லப்பட்டனர் என்று மேயர் கூறினார்."


def read(text: str, language: str, proposals: list[dict[str, Any]], name: str | None = None) -> Reading:
    report = Report(id="r", sha256="0" * 64, text=text, outlet="Valley Post", language=language)
    reader = LanguageModelReader(
        ModelIdentity(model="tiny"), None, answers=llm.InMemory(), beside=lambda code: registry.find(code, name),
    )  # fmt: skip
    content = json.dumps({"claims": proposals})
    reader._answers.put(reader.key(text), json.dumps({"content": content}).encode())
    assert registry.find(language, reader) is reader
    return check(reader.read(report), report, finder_of(reader))


@pytest.mark.parametrize(
    ("language", "text", "proposed", "bounds", "speaker"),
    [
        ("uk", UKRAINIAN, proposal("загинули 17 людей", number="17", speakers=["мер Іван Остап"]),
         (17, 17, 17, "exactly"), "мер Іван Остап"),
        ("uk", UKRAINIAN, proposal("загинули 17 людей", number=17), (17, 17, 17, "exactly"), "Valley Post"),
        ("es", SPANISH, proposal("17 personas murieron", number="Al menos 17", speakers=["el alcalde"]),
         (17, 17, None, "at least"), "el alcalde"),
        ("ar", ARABIC, proposal("١٧ شخصا في فيلمار", number="١٧", speakers=["رئيس البلدية"]),
         (17, 17, None, "at least"), "رئيس البلدية"),
        ("ar", ARABIC, proposal("١٧ شخصا في فيلمار", number="17"), (17, 17, None, "at least"), "Valley Post"),
        ("ar", ARABIC, proposal("١٬٢٠٠ شخص نزحوا", "displaced", number="1200"), (1200, 1200, 1200, "exactly"),
         "Valley Post"),
        ("ta", TAMIL, proposal("17 பேர் கொல்லப்பட்டனர்", number="17"), (None, 17, None, "about"), "Valley Post"),
    ],
)  # fmt: skip
def test_a_number_in_digits_is_grounded(
    language: str, text: str, proposed: dict[str, Any], bounds: tuple[Any, ...], speaker: str
) -> None:
    found = read(text, language, [proposed])
    (claim,) = found.claims
    assert text[claim.start : claim.end] == claim.quote
    assert claim.count is not None
    assert (claim.count.low, claim.count.best, claim.count.high, claim.count.qualifier) == bounds
    assert claim.count.text in claim.quote
    assert claim.speakers[0].name == speaker
    assert (found.refused, found.unresolved, claim.by, claim.confidence) == ((), (), (), None)


@pytest.mark.parametrize(
    ("language", "text", "proposed", "field", "says"),
    [
        ("uk", UKRAINIAN, proposal("Ще сорок поранені", "injured", number="сорок"), "number", "not in digits"),
        ("es", SPANISH, proposal("tres heridos", "injured", number="tres"), "number", "not in digits"),
        ("ar", ARABIC, proposal("وأصيب ثلاثة", "injured", number="ثلاثة"), "number", "not in digits"),
        ("uk", UKRAINIAN, proposal("загинули 17 людей", number="18"), "number", "not in the quote"),
        ("uk", UKRAINIAN, proposal("загинули 18 людей", number="18"), "quote", "does not have the words"),
        ("es", SPANISH, proposal("40 casas destruidas", number="40"), "number", "may be a year"),
        (
            "uk",
            UKRAINIAN,
            proposal("загинули 17 людей", number="17", speakers=["генерал"]),
            "speakers",
            "for a speaker",
        ),
        ("uk", UKRAINIAN, proposal("повідомив мер", "accusation", by=["мер"]), "kind", "does not decide that alone"),
        ("uk", UKRAINIAN, proposal("загинули 17 людей", number=None), "number", "neither a number nor a name"),
    ],
)
def test_a_proposal_that_cannot_be_checked_is_refused_with_a_reason(
    language: str, text: str, proposed: dict[str, Any], field: str, says: str
) -> None:
    found = read(text, language, [proposed])
    assert found.claims == ()
    assert [each.field for each in found.unresolved] == [field]
    assert says in found.unresolved[0].reason


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("17 mil desplazados", "17"), ("1,5 millones de personas", "1"), ("17 млн", "17 мільйонів"),
        ("17-річний хлопець", "17"), ("niña de 6 años", "6"), ("en 2021 murieron", "2021"), ("el 17 %", "17"),
        ("05.10.2021", "10"), ("17:30", "17"), ("40-50 людей", "40"), ("тисяч17", "17"),
        ("17 тисяч людей", "17"), ("17 de marzo", "17"), ("99999999999 людей", "99999999999"),
    ],
)  # fmt: skip
def test_digits_that_count_no_people_or_are_partly_in_words(text: str, number: str) -> None:
    assert isinstance(counted(text, (0, len(text)), number, "uk"), str)


@pytest.mark.parametrize(
    ("text", "number", "bounds"),
    [
        ("не більше 17 людей", "17", (None, 17, 17)),
        ("більше 17 людей", "17", (18, 18, None)),
        ("17 muertos y más de 40 heridos", "17", (17, 17, 17)),
        ("17 muertos y más de 40 heridos", "40", (41, 41, None)),
        ("17 شخصا على الأقل", "17", (17, 17, None)),
        ("1 207 людей", "1207", (1207, 1207, 1207)),
        ("1.207 personas", "1,207", (1207, 1207, 1207)),
        ("۱۷ نفر", "17", (17, 17, 17)),
    ],
)
def test_the_words_around_a_number_are_read_where_they_are_known(
    text: str, number: str, bounds: tuple[Any, ...]
) -> None:
    count = counted(text, (0, len(text)), number, "es")
    assert not isinstance(count, str)
    assert (count.low, count.best, count.high) == bounds


def test_a_day_in_digits_is_read_and_one_in_words_is_noted() -> None:
    day = read(UKRAINIAN, "uk", [proposal("загинули 17 людей", number="17", when="05.10.2021")])
    assert day.claims[0].when is not None
    assert str(day.claims[0].when.start) == "2021-10-05"
    words = read(ARABIC, "ar", [proposal("١٧ شخصا", number="١٧", when="يوم الثلاثاء", place="فيلمار")])
    assert [each.field for each in words.unresolved] == ["when"]
    assert words.claims[0].when is not None
    assert words.claims[0].when.start is None
    assert words.claims[0].place is not None
    assert words.claims[0].place.text == "فيلمار"


def test_a_model_alone_names_nobody_without_words_of_the_text() -> None:
    asked = proposal("загинули 17 людей", number="17", by=["мер"], stance="denies", weapons=["обстрілу"])
    found = read(UKRAINIAN, "uk", [asked])
    assert (found.claims[0].by, found.claims[0].stance) == ((), "asserts")
    assert {each.field for each in found.unresolved} == {"by", "stance", "weapons"}
