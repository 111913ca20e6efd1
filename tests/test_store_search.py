"""Search: the same in every script and database, with exact spans, and safe for any query."""

import hashlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook.ingest import Capture
from tollbook.mentions import Reading
from tollbook.model import Report
from tollbook.page_address import canonical
from tollbook.store import Store, search
from tollbook.store.normalisation import fold, words, words_alone
from tollbook.store.search import terms

TEXTS = {
    "bell": "A shell hit the market in Oberfeld, police said. Four people were killed.",
    "radio": "Mayor Zoë Łęcka said the café in Oberfeld was open. She had shelled peas.",
    "kyiv": "Обстріл міста: загинуло троє людей, повідомив мер Ґалаґан.",
    "gaza": "قُتِلَ أربعة أشخاص في السوق، بحسب الشرطة.",
    "beijing": "北京市场发生爆炸，四人死亡。",
    "delhi": "बाज़ार में विस्फोट, चार लोग मारे गए।",
    "bangkok": "เกิดระเบิดที่ตลาด มีผู้เสียชีวิตสี่คน",
    "tel-aviv": "ארבעה בני אדם נהרגו בשוק.",
    "seoul": "시장에서 폭발이 일어나 네 명이 숨졌다.",
}


@pytest.fixture
def full(store: Store) -> Store:
    for name, text in TEXTS.items():
        keep(store, name, text, title=f"Title of {name}")
    return store


def keep(store: Store, name: str, text: str, *, title: str | None = None, url: str | None = None) -> None:
    original = text.encode()
    report = Report(id=name, sha256=hashlib.sha256(original).hexdigest(), text=text, title=title, url=url)
    assert store.add(Capture(report=report, original=original), Reading(report=name), finder="t", separate=False)


FINDS = [
    ("market", {"bell"}), ("MARKET oberfeld", {"bell"}), ("oberfeld", {"bell", "radio"}), ("market peas", set()),
    ('"people were killed"', {"bell"}), ('"killed were people"', set()),
    ("shell", {"bell"}), ("shell*", {"bell", "radio"}),
    ("zoe lecka", {"radio"}), ("cafe", {"radio"}), ("CAFÉ", {"radio"}), ("загинуло", {"kyiv"}), ("ОБСТРІЛ", {"kyiv"}),
    ("قتل", {"gaza"}), ("اربعة", {"gaza"}), ("爆炸", {"beijing"}), ("炸爆", set()),
    ("炸 爆", {"beijing"}), ("विस्फोट", {"delhi"}),
    ("ระเบิด", {"bangkok"}), ("נהרגו", {"tel-aviv"}), ("폭발이", {"seoul"}), ("폭발*", {"seoul"}), ("title", set(TEXTS)),
    ("", set()), ("!?", set()), ('"', set()), ("*", set()), ("nothing", set()),
]  # fmt: skip


def test_found_reports(full: Store) -> None:
    for question, expected in FINDS:
        assert {hit.report for hit in full.search(question)} == expected, question


def test_a_hit_points_at_the_words(full: Store) -> None:
    for question, _ in FINDS:
        for hit in full.search(question):
            text = TEXTS[hit.report]
            assert text[hit.start : hit.end] == hit.snippet
            assert all(hit.start <= start < end <= hit.end for start, end in hit.matches)
    (hit,) = full.search("killed people")
    assert [TEXTS["bell"][start:end] for start, end in hit.matches] == ["people", "killed"]


def test_the_best_hit_is_first_and_the_number_is_limited(full: Store) -> None:
    keep(full, "short", "Oberfeld, Oberfeld.")
    found = full.search("oberfeld")
    assert found[0].report == "short"
    assert [hit.rank for hit in found] == sorted((hit.rank for hit in found), reverse=True)
    assert len(full.search("oberfeld", limit=2)) == 2


def test_words_far_apart_in_a_long_report_are_found_together(full: Store) -> None:
    keep(full, "long", "opening " + "the valley " * 5000 + "closing words")
    assert [hit.report for hit in full.search("opening closing")] == ["long"]
    (hit,) = full.search('"closing words"')
    assert hit.snippet.endswith("closing words")
    assert len(hit.snippet) < 300


HOSTILE = [
    "'; DROP TABLE reports; --", 'a" OR "b', "NEAR(a b)", "words:a", "-market", "a AND", "(market", "market)",
    "^market", "a:*b", "'a' & !'b'", "\\", "\0", "x" * 5000, '"' * 99, "* * *", "a <-> b", "{words} : a",
    " ".join("ab" * 200),
]  # fmt: skip


def test_any_query_is_safe(full: Store) -> None:
    for question in HOSTILE:
        full.search(question)
    assert {hit.report for hit in full.search("NOT market")} == set()
    assert len(full.reports()) == len(TEXTS)


@given(st.text(max_size=60))
def test_spans_of_words_are_exact(text: str) -> None:
    assert words_alone(text) == [word for word, _ in words(text)]
    for word, (start, end) in words(text):
        assert fold(text[start:end])[:200] == word
        assert "'" not in word
        assert '"' not in word
        assert not any(character.isspace() for character in word)
    for term in terms(text):
        assert all(term.words)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://www.valley.example/a?utm_source=x&id=1#top", "http://valley.example/a/?id=1", True),
        ("https://valley.example/a?id=1", "https://valley.example/a?id=2", False),
        ("https://valley.example/A", "https://valley.example/a", False),
        ("https://valley.example:443/a", "https://valley.example/a", True),
        ("https://valley.example:8080/a", "https://valley.example/a", False),
        ("https://m.valley.example/a/amp", "https://valley.example/a", True),
        ("https://VALLEY.example/a?b=2&a=1", "https://valley.example/a?a=1&b=2", True),
    ],
)
def test_captures_of_one_page_have_one_address(one: str, other: str, same: bool) -> None:
    assert (canonical(one) == canonical(other)) is same


@pytest.mark.parametrize("url", [None, "", "not a url", "ftp://valley.example/a", "https://[bad", "https://x:99999/"])
def test_urls_that_are_not_pages_have_no_address(url: str | None) -> None:
    assert canonical(url) is None


def ranked(rows: dict[str, tuple[str, str]], sought: list[str]) -> list[str]:
    """The reports that have all words, ordered as ``store.search`` says, from ``{id: (title, text)}``."""

    def rank(name: str) -> int:
        title, text = ([each for each, _ in words(part)] for part in rows[name])
        times = [3 * title.count(word) + min(text.count(word), 200) for word in sought]
        return sum(1_000_000 * n // (n + 1 + len(rows[name][1]) // 2000) for n in times) if all(times) else 0

    return [name for name in sorted(rows, key=lambda name: (-rank(name), name)) if rank(name)]


def test_the_order_is_the_same_in_every_database(store: Store) -> None:
    dice, rows = random.Random(20211005), {}
    names = [f"{letter}{number}" for letter in "aBäЖ_" for number in range(12)]
    dice.shuffle(names)
    for name in names:
        some = dice.choices(["market", "oberfeld", "shell", "the", "peas"], k=dice.randint(2, 9))
        text = " ".join([*some, *dice.choices(["river", "said", "old"], k=dice.choice([0, 40, 900]))])
        rows[name] = (dice.choice(["Market day", "Oberfeld", "News", ""]), text)
        keep(store, name, text, title=rows[name][0])
    rows["shout"] = ("News", "oberfeld " * 1900 + "market")
    keep(store, "shout", rows["shout"][1], title="News")
    for sought in (["market"], ["oberfeld"], ["oberfeld", "market"], ["peas", "the", "shell"], ["river"]):
        found = store.search(" ".join(sought), limit=100)
        assert [hit.report for hit in found] == ranked(rows, sought), sought
    assert [hit.report for hit in store.search("obe*", limit=100)] == ranked(rows, ["oberfeld"])


def test_of_more_hits_than_are_ranked_those_read_last_are_found(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_MOST_RANKED", 4)
    keep(store, "first", "Shelling, shelling and shelling of the depot.", title="Shelling of the depot")
    for number in range(4):
        keep(store, f"later-{number}", "Shelling of a mill.", title="A mill was hit")
    assert [hit.report for hit in store.search("shelling", 1)] == ["later-0"]
    assert [hit.report for hit in store.search("depot", 1)] == ["first"]
    assert {hit.report for hit in store.search("shelling", 9)} == {"first", *(f"later-{n}" for n in range(4))}
    assert [hit.report for hit in store.search("shelling mill", 9)] == [f"later-{n}" for n in range(4)]
