"""Editions: what an outlet changed silently, which edition holds, and what is superseded."""

import hashlib
import json
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook.book import Book
from tollbook.derive import derivation
from tollbook.derive.differences import compare
from tollbook.derive.editions import latest, superseded
from tollbook.errors import NoSuchRecord
from tollbook.model import Report

DAY = date(2021, 10, 7)
URL = "https://valley-bell.example/market"
FIRST = (
    "A shell hit the market in Oberfeld on Monday, killing four people, police said. Nine others were wounded. "
    "Three children were abducted in Untertal, a teacher said. The mayor was on her way."
)
SECOND = (
    "A shell hit the market in Oberfeld on Monday, killing six people, police said. Nine others were wounded. "
    "The mayor was on her way. Twelve houses were destroyed, the mayor said."
)
OTHER = "Rain is expected in the valley until Thursday, and the river at Untertal will rise by half a metre."


def report(name: str, text: str, *, captured: str | None = None, url: str | None = URL, **fields: object) -> Report:
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    return Report(id=name, sha256=sha256, text=text, url=url, captured=captured, **fields)  # type: ignore[arg-type]


A = report("a", FIRST, captured="2021-10-05T10:00:00Z", published=date(2021, 10, 5))
B = report("b", SECOND, captured="2021-10-05T18:00:00+02:00", published=date(2021, 10, 5))


@pytest.mark.parametrize(
    ("reports", "gone"),
    [
        ([A, B], {"a": "b"}),
        ([B, A], {"a": "b"}),
        ([A], {}),
        ([A, report("b", SECOND, url="https://valley-bell.example/other")], {}),
        ([A, report("b", SECOND, url=URL + "?utm_source=post#top", captured="2021-10-06")], {"a": "b"}),
        # Nothing says which is later: both hold.
        ([report("a", FIRST), report("b", SECOND)], {}),
        ([report("a", FIRST, published=date(2021, 10, 5)), report("b", SECOND, published=date(2021, 10, 5))], {}),
        ([report("a", FIRST, published=date(2021, 10, 5)), B], {}),
        # Dates of publication and change say it as well.
        (
            [report("a", FIRST, published=date(2021, 10, 5)), report("b", SECOND, modified=date(2021, 10, 7))],
            {"a": "b"},
        ),
        # A page that shows another text each day is not corrected by it.
        ([A, report("b", OTHER, captured="2021-10-06")], {}),
        # The same words again: the first capture holds.
        ([A, report("b", FIRST, captured="2021-10-06")], {"b": "a"}),
        ([A, B, report("c", SECOND, captured="2021-10-07")], {"a": "b", "c": "b"}),
        ([A, B, report("c", FIRST + " ", captured="2021-10-07")], {"a": "c", "b": "c"}),
        ([A, B, report("c", FIRST, captured="2021-10-07")], {"b": "a", "c": "a"}),
        ([report("a", FIRST, url=None), report("b", SECOND, url=None)], {}),
    ],
)
def test_which_edition_holds(reports: list[Report], gone: dict[str, str]) -> None:
    assert superseded(reports) == gone
    assert [each.id for each in latest(reports)] == [each.id for each in reports if each.id not in gone]


def test_as_of_an_earlier_day_the_earlier_edition_holds() -> None:
    earlier = report("a", FIRST, published=date(2021, 10, 5), captured="2024-01-01")
    later = report("b", SECOND, published=date(2021, 10, 5), modified=date(2021, 10, 9), captured="2024-01-02")
    assert superseded([earlier, later]) == {"a": "b"}
    assert superseded([earlier, later], as_of=date(2021, 10, 9)) == {"a": "b"}
    assert superseded([earlier, later], as_of=date(2021, 10, 8)) == {}


@given(st.permutations([A, B, report("c", SECOND, captured="2021-10-07"), report("d", OTHER, captured="2021-10-08")]))
def test_the_order_of_reading_does_not_matter(reports: list[Report]) -> None:
    assert superseded(reports) == {"a": "b", "c": "b"}


_texts = st.lists(
    st.sampled_from(["four", "six", "people", "were", "killed.", "Nine", "\n", " ", "é", "今日。"]), max_size=40
)


@given(_texts, _texts)
def test_every_span_is_exact_and_what_is_not_changed_is_the_same(one: list[str], other: list[str]) -> None:
    before, after = " ".join(one), " ".join(other)
    changes = compare(before, after)
    kept = [before, after]
    for side, text in enumerate((before, after)):
        spans = [span for change in changes if (span := (change.before, change.after)[side])]
        assert spans == sorted(spans)
        assert all(0 <= start < end <= len(text) for start, end in spans)
        assert all(first[1] <= second[0] for first, second in pairwise(spans))
        for start, end in reversed(spans):
            kept[side] = kept[side][:start] + " " + kept[side][end:]
    assert kept[0].split() == kept[1].split()
    assert (changes == ()) == (before.split() == after.split())


def test_the_changed_words_are_shown() -> None:
    changes = compare(FIRST, SECOND)
    shown = [(c.before and FIRST[slice(*c.before)], c.after and SECOND[slice(*c.after)]) for c in changes]
    assert [(c.was or None, c.now or None) for c in changes] == shown
    assert shown == [
        ("four", "six"),
        ("Three children were abducted in Untertal, a teacher said.", None),
        (None, "Twelve houses were destroyed, the mayor said."),
    ]


def test_a_long_text_is_compared_in_a_moment() -> None:
    before = "The people of the valley said that the market of the town was hit. " * 3000
    after = before.replace("valley", "village", 700) + "The end."
    assert compare(before, after)
    assert compare("word " * 9000, "other " * 9000)


def test_a_silent_correction_is_told_claim_by_claim(tmp_path: Path) -> None:
    rows = [(A, "2021-10-05"), (B, "2021-10-06")]
    with Book.open(tmp_path / "a.book", create=True) as book:
        for each, day in rows:
            file = tmp_path / f"{each.id}.jsonl"
            fields = {"id": each.id, "outlet": "Valley Bell", "url": URL, "published": day, "text": each.text}
            file.write_bytes(json.dumps(fields).encode())
            assert book.read([file]).read == 1
        one, two = book.editions("a")
        assert book.editions("b") == (one, two)
        assert (one.report, one.number, one.superseded_by, one.changes) == ("a", 1, "b", ())
        assert (two.report, two.number, two.superseded_by) == ("b", 2, None)
        assert len(two.changes) == 3
        counts = [(was.count and was.count.best, now.count and now.count.best) for was, now in two.changed]
        assert (4, 6) in counts
        assert {claim.kind for claim in two.appeared} >= {"site destroyed"}
        assert all(FIRST[claim.start : claim.end] == claim.quote for claim in two.vanished)
        assert [(claim.kind, claim.count and claim.count.best) for claim in two.vanished] == [("abducted", 3)]
        assert not any(claim.kind == "injured" for claim in (*two.vanished, *two.appeared))
        assert book.verify() == []
        with pytest.raises(NoSuchRecord, match="no report"):
            book.editions("nope")


def keep(book: Book, folder: Path, name: str, text: str, day: str, *, separate: bool = False) -> None:
    file = folder / f"{name}-{separate}.jsonl"
    file.write_text(json.dumps({"id": name, "outlet": "Valley Bell", "url": URL, "published": day, "text": text}))
    assert book.read([file], separate=separate).read == 1


def killed(book: Book, as_of: date | None = None) -> list[tuple[int | None, int | None]]:
    return [(f.low, f.high) for i in book.incidents(as_of=as_of) if (f := i.figures.get("killed"))]


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_the_latest_edition_makes_the_figure_whatever_was_read_first(tmp_path: Path, order: tuple[str, str]) -> None:
    texts = {"a": (FIRST, "2021-10-05"), "b": (SECOND, "2021-10-06")}
    with Book.open(tmp_path / "a.book", create=True) as book:
        for name in order:
            keep(book, tmp_path, name, *texts[name])
            book.incidents()
        assert killed(book) == [(6, 6)]
        assert killed(book, date(2021, 10, 5)) == [(4, 4)]
        (figure,) = [i.figures["killed"] for i in book.incidents() if "killed" in i.figures]
        four = next(c for c in book.claims() if c.report == "a" and c.kind == "killed")
        assert four.id in figure.superseded_claims
        assert {link.id for i in book.incidents() for link in i.reports} == {"b"}
        incidents = {incident.id for incident in book.incidents()}
        assert {claim.incident for claim in book.claims()} <= incidents | {None}
        reports, stored = book._store.contents()
        assert derivation.derive(reports, stored, book.decisions()).incidents == tuple(book.incidents())
        assert book.verify() == []


def test_reports_kept_by_themselves_take_nobodys_place(tmp_path: Path) -> None:
    with Book.open(tmp_path / "a.book", create=True) as book:
        keep(book, tmp_path, "a", FIRST, "2021-10-05", separate=True)
        keep(book, tmp_path, "b", SECOND, "2021-10-06", separate=True)
        assert sorted(killed(book)) == [(4, 4), (6, 6)]
