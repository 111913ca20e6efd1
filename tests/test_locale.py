"""Locales: dates, counts and measures in another language need data only. The language here is invented."""

import re
from datetime import date
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tollbook import dates, locale, measures, quantities
from tollbook.locale import Locale, formatting, messages, wording
from tollbook.locale.messages import message, plural
from tollbook.model import When

DATES = """
units = { sol = "day" }
[numbers.months]
"vintar" = 3
[numbers.which]
[words]
[fractions]
[slots]
month = "{months}"
day = "(?:3[01]|[12]\\\\d|[1-9])"
year = "20\\\\d\\\\d"
[clock]
before_noon = "u"
after_noon = "p"
zone = "zt$"
[around]
before = []
after = []
[cues]
ahead = []
behind = []
own = []
sentence = ["den"]
[opens]
words = ["[0-9]", "forsol"]
leads = []
led = []
[joins]
between = ["mellan"]
to = ["og"]
articles = []
[[form]]
kind = "calendar"
words = ["{day} {month} {year}"]
[[form]]
kind = "relative"
unit = "day"
step = -1
words = ["forsol"]
"""
QUANTITIES = """
vague = { noki = 3 }
exact = { ingi = 0 }
[numerals]
thousands = "."
decimal = ","
scales = { tusi = 1_000 }
multipliers = ["tusi"]
joining = ["og"]
words = { eni = 1, duvi = 2, trevi = 3 }
[range]
opening = ["mellan"]
joining = ["og", "til"]
only_after_opening = ["og"]
[phrases]
articles = []
not_vague_after = []
multiple = '(\\w+) gangi(?: og (\\w+))?'
age = '\\d+ vintri'
unknown = 'ukendi tal'
[before]
"at least" = ["minsti"]
[after]
[units]
nouns = ["milo"]
"""
MEASURES = """
money = {}
fractions = {}
[numbers]
figures = '\\d+'
words = 'eni|duvi'
dozen = "tolvi"
one = 'eni'
half = 'og halvi'
of = 'av'
to = 'til'
scales = { tusi = 1_000 }
short_scales = {}
[units.metre]
dimension = "length"
factor = 1
words = ["meti"]
[extents]
words = ["lango"]
"""
PUBLISHED = date(2031, 3, 6)
#: A language as an argument, as a value, or in a path.
NAMED = re.compile(r"""/en["'/]|[(={] ?["']en["']""")


@pytest.fixture
def invented(tmp_path: Path) -> Locale:
    folder = tmp_path / "locale" / "zz"
    folder.mkdir(parents=True)
    for name, text in (("dates", DATES), ("quantities", QUANTITIES), ("measures", MEASURES)):
        (folder / f"{name}.toml").write_text(text, "utf-8")
    (folder / "ordinary.txt").write_text("# words\nSol\n\nmilo\n", "utf-8")
    return Locale("zz", tmp_path)


def test_dates_of_another_language_are_found(invented: Locale) -> None:
    found = dates.find("Den 4 vintar 2031 brando molen; forsol kom regni.", PUBLISHED, "r", invented)
    assert [(m.text, m.first) for m in found] == [
        ("4 vintar 2031", date(2031, 3, 4)),
        ("forsol", date(2031, 3, 5)),
    ]
    assert dates.find("On Wednesday, 4 March 2031, yesterday", PUBLISHED, "r", invented) == []


def test_a_period_of_another_language_is_one_mention(invented: Locale) -> None:
    (period,) = dates.find("mellan 4 vintar 2031 og 6 vintar 2031", PUBLISHED, "r", invented)
    assert (period.first, period.last) == (date(2031, 3, 4), date(2031, 3, 6))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("minsti 1.200 folki", (1200, 1200, None)),
        ("trevi folki", (3, 3, 3)),
        ("2 tusi folki", (2000, 2000, 2000)),
        ("mellan duvi og trevi folki", (2, None, 3)),
        ("noki folki", (3, None, None)),
        ("ingi", (0, 0, 0)),
    ],
)
def test_counts_of_another_language_are_read(words: str, expected: tuple[int | None, ...], invented: Locale) -> None:
    count = quantities.count(words, invented)
    assert count is not None
    assert (count.low, count.best, count.high) == expected


@pytest.mark.parametrize("words", ["three people", "folki", "40 vintri"])
def test_words_of_no_count_in_a_language_give_none(words: str, invented: Locale) -> None:
    assert quantities.count(words, invented) is None


def test_measures_of_another_language_are_read(invented: Locale) -> None:
    measure = measures.measure("minsti 40 meti lango", invented)
    assert measure is not None
    assert (measure.unit, measure.low, measure.high, measure.extent) == ("metre", 40, None, "lango")


def test_word_lists_are_in_lower_case_without_comments(invented: Locale) -> None:
    assert invented.words("ordinary") == {"sol", "milo"}


def test_a_language_without_data_is_unknown() -> None:
    with pytest.raises(KeyError):
        locale.of("zz")
    assert locale.of("en") is locale.of("en")


def test_a_day_that_only_publication_gives_is_not_known() -> None:
    day = date(2021, 10, 5)
    published = When(start=day, end=day, precision="unknown", basis="published")
    for shown in (wording.when(published), formatting.when(published)):
        assert shown == "not known; published on 5 October 2021"
    assert wording.when(When(start=day, end=day, precision="day", basis="stated")) == "5 October 2021 (day, stated)"


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("5 October 2021", "5 жовтня 2021"), ("October 2021", "жовтень 2021"), ("5–7 October 2021", "5–7 жовтня 2021"),
        ("30 September – 2 October 2021", "30 вересня 2021 – 2 жовтня 2021"), ("2021", "2021"),
        ("Orlat 2021", "Orlat 2021"),
    ],
)  # fmt: skip
def test_the_days_of_a_title_are_translated(when: str, expected: str) -> None:
    title = message("Reported {kind}, {one}, {two}", kind="shelling", one="Velmar", two=when)
    with messages.using("uk"):
        assert messages.translate(title) == f"За повідомленнями: обстріл, Velmar, {expected}"


def test_plural_sentences_group_the_count() -> None:
    assert plural("{n} report", "{n} reports", 1) == "1 report"
    assert plural("{n} report", "{n} reports", 1207) == "1,207 reports"


def test_a_sentence_is_translated_with_its_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Templates with a number format, a value that is a message itself, and a count."""
    catalogue = Catalog(locale="fr")
    catalogue.add("{low:,} or more", "{low:,} ou plus")
    catalogue.add("in {place}", "à {place}")
    catalogue.add("not known", "inconnu")
    catalogue.add(("{n} report", "{n} reports"), ("{n} rapport", "{n} rapports"))
    templates = [
        (messages._pattern(form), *(each.id if isinstance(each.id, tuple) else (each.id, None)))
        for each in catalogue
        if each.id
        for form in (each.id if isinstance(each.id, tuple) else (each.id,))
    ]
    monkeypatch.setattr(messages, "_po", lambda _code: catalogue)
    monkeypatch.setattr(messages, "_templates", lambda: templates)
    monkeypatch.setattr(messages, "languages", lambda: ("en", "fr"))
    sentences = (message("{low:,} or more", low=1207), "in not known", plural("{n} report", "{n} reports", 1207))
    with messages.using("fr"):
        translated = [messages.translate(each) for each in sentences]
    messages._catalogue.cache_clear()
    messages._translated.cache_clear()
    assert [text.replace("\u202f", " ") for text in translated] == ["1 207 ou plus", "à inconnu", "1 207 rapports"]


def test_code_below_the_web_interface_names_no_language() -> None:
    """Only three modules name one: the default, the source language of messages, and the rules reader."""
    root = Path(locale.__file__).parents[1]
    named = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if path.relative_to(root).parts[0] != "web" and NAMED.search(path.read_text("utf-8"))
    }
    assert named == {"locale/__init__.py", "locale/messages.py", "readers/rules/words/language.py"}
