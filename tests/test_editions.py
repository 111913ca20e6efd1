"""Editions: silent changes by an outlet, which edition is in force, and what is superseded."""

import hashlib
import json
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook.book import Book
from tollbook.errors import NoSuchRecord
from tollbook.incidents import build
from tollbook.model import Report
from tollbook.readers.rules import version
from tollbook.reconcile.edition_diff import compare
from tollbook.reconcile.editions import superseded

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
        # Neither is known to be later, so both are in force.
        ([report("a", FIRST), report("b", SECOND)], {}),
        ([report("a", FIRST, published=date(2021, 10, 5)), report("b", SECOND, published=date(2021, 10, 5))], {}),
        ([report("a", FIRST, published=date(2021, 10, 5)), B], {}),
        # Dates of publication and modification decide as well.
        (
            [report("a", FIRST, published=date(2021, 10, 5)), report("b", SECOND, modified=date(2021, 10, 7))],
            {"a": "b"},
        ),
        # A page that shows another text each day is not corrected by it.
        ([A, report("b", OTHER, captured="2021-10-06")], {}),
        # The same text again: the first capture is in force.
        ([A, report("b", FIRST, captured="2021-10-06")], {"b": "a"}),
        ([A, B, report("c", SECOND, captured="2021-10-07")], {"a": "b", "c": "b"}),
        ([A, B, report("c", FIRST + " ", captured="2021-10-07")], {"a": "c", "b": "c"}),
        ([A, B, report("c", FIRST, captured="2021-10-07")], {"b": "a", "c": "a"}),
        ([report("a", FIRST, url=None), report("b", SECOND, url=None)], {}),
    ],
)
def test_which_edition_is_in_force(reports: list[Report], gone: dict[str, str]) -> None:
    assert superseded(reports) == gone


def test_as_of_an_earlier_day_the_earlier_edition_is_in_force() -> None:
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
def test_spans_of_changes_are_exact_and_the_rest_is_equal(one: list[str], other: list[str]) -> None:
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


def test_changed_words() -> None:
    changes = compare(FIRST, SECOND)
    shown = [(c.before and FIRST[slice(*c.before)], c.after and SECOND[slice(*c.after)]) for c in changes]
    assert [(c.was or None, c.now or None) for c in changes] == shown
    assert shown == [
        ("four", "six"),
        ("Three children were abducted in Untertal, a teacher said.", None),
        (None, "Twelve houses were destroyed, the mayor said."),
    ]


def test_long_texts_are_compared_quickly() -> None:
    before = "The people of the valley said that the market of the town was hit. " * 3000
    after = before.replace("valley", "village", 700) + "The end."
    assert compare(before, after)
    assert compare("word " * 9000, "other " * 9000)


def test_a_silent_correction_is_listed_claim_by_claim(tmp_path: Path) -> None:
    rows = [(A, "2021-10-05"), (B, "2021-10-06")]
    with Book.open(tmp_path / "a.book", create=True) as book:
        for each, day in rows:
            file = tmp_path / f"{each.id}.jsonl"
            fields = {"id": each.id, "outlet": "Valley Bell", "url": URL, "published": day, "text": each.text}
            file.write_bytes(json.dumps(fields).encode())
            assert book.read([file]).read == 1
        one, two = book.reports.editions("a")
        assert book.reports.editions("b") == (one, two)
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
            book.reports.editions("nope")


def keep(book: Book, folder: Path, name: str, text: str, day: str, *, separate: bool = False) -> None:
    file = folder / f"{name}-{separate}.jsonl"
    file.write_text(json.dumps({"id": name, "outlet": "Valley Bell", "url": URL, "published": day, "text": text}))
    assert book.read([file], separate=separate).read == 1


def killed(book: Book, as_of: date | None = None) -> list[tuple[int | None, int | None]]:
    return [(f.low, f.high) for i in book.incidents(as_of=as_of) if (f := i.figures.get("killed"))]


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_the_latest_edition_makes_the_figure_in_any_order_of_reading(tmp_path: Path, order: tuple[str, str]) -> None:
    texts = {"a": (FIRST, "2021-10-05"), "b": (SECOND, "2021-10-06")}
    with Book.open(tmp_path / "a.book", create=True) as book:
        for name in order:
            keep(book, tmp_path, name, *texts[name])
            book.incidents()
        assert killed(book) == [(6, 6)]
        assert killed(book, date(2021, 10, 5)) == [(4, 4)]
        (figure,) = [i.figures["killed"] for i in book.incidents() if "killed" in i.figures]
        four = next(c for c in book.incidents.claims() if c.report == "a" and c.kind == "killed")
        assert four.id in figure.superseded_claims
        assert {link.id for i in book.incidents() for link in i.reports} == {"b"}
        incidents = {incident.id for incident in book.incidents()}
        assert {claim.incident for claim in book.incidents.claims()} <= incidents | {None}
        reports, stored = book._store.contents()
        assert build.build(reports, stored, book.review.decisions()).incidents == tuple(book.incidents())
        assert book.verify() == []


def test_separate_reports_supersede_nothing(tmp_path: Path) -> None:
    with Book.open(tmp_path / "a.book", create=True) as book:
        keep(book, tmp_path, "a", FIRST, "2021-10-05", separate=True)
        keep(book, tmp_path, "b", SECOND, "2021-10-06", separate=True)
        assert sorted(killed(book)) == [(4, 4), (6, 6)]


LATER = SECOND.replace("Nine others were wounded.", "Nine  others were   wounded.")


def claim_of(book: Book, report: str, kind: str) -> str:
    (found,) = [c.id for c in book.incidents.claims() if c.report == report and c.kind == kind]
    return found


def decided(book: Book, report: str) -> list[tuple[str, str, str, bool]]:
    """The decisions on the claims of a report: verdict, kind, who, and whether it was carried."""
    return [
        (d.verdict, standing.found.kind, d.who, d.carried is not None)
        for standing in book.review.report(report).claims
        for d in standing.decisions
    ]


@pytest.mark.parametrize("first", ["decide", "read"])
def test_a_decision_is_carried_if_the_sentence_is_unchanged(tmp_path: Path, first: str) -> None:
    with Book.open(tmp_path / "a.book", create=True) as book:
        keep(book, tmp_path, "a", FIRST, "2021-10-05")
        if first == "read":
            keep(book, tmp_path, "b", LATER, "2021-10-06")
        for kind in ("killed", "injured"):
            book.decide("reject", claim_of(book, "a", kind), who="Ines", why="Doubtful.")
        if first == "decide":
            keep(book, tmp_path, "b", LATER, "2021-10-06")
        # The words for the dead have changed: a person has to look again.
        assert decided(book, "b") == [("reject", "injured", "Ines", True)]
        assert not any("injured" in incident.figures for incident in book.incidents())
        (carried,) = [d for d in book.review.decisions() if d.carried]
        assert carried.why == "Carried over from an earlier edition, where the sentence is the same: Doubtful."
        assert book.log()[-1].action == "decided"
        assert book.log()[-1].actor.startswith("tollbook")
        reports, stored = book._store.contents()
        assert build.build(reports, stored, book.review.decisions()).incidents == tuple(book.incidents())
        assert book.verify() == []
        before = len(book.log())
        keep(book, tmp_path, "b2", OTHER, "2021-10-06")
        assert [entry.action for entry in book.log()[before:]] == ["read"]


def test_a_carried_decision_can_be_undone_and_ends_with_its_origin(tmp_path: Path) -> None:
    with Book.open(tmp_path / "a.book", create=True) as book:
        keep(book, tmp_path, "a", FIRST, "2021-10-05")
        origin = book.decide("reject", claim_of(book, "a", "injured"), who="Ines", why="Doubtful.")
        keep(book, tmp_path, "b", LATER, "2021-10-06")
        keep(book, tmp_path, "c", LATER + " More is to come.", "2021-10-07")
        assert [d.carried for d in book.review.decisions()] == [None, origin.id, book.review.decisions()[1].id]
        book.undo(book.review.decisions()[2].id, who="Ada", why="It stands.")
        keep(book, tmp_path, "d", LATER + " Nothing more came.", "2021-10-08")
        assert decided(book, "d") == []
        assert any("injured" in incident.figures for incident in book.incidents())
        book.undo(origin.id, who="Ines", why="It was right.")
        assert book.review.decisions() == []


def test_a_decision_is_carried_to_a_new_reading_of_the_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Book.open(tmp_path / "a.book", create=True) as book:
        keep(book, tmp_path, "a", FIRST, "2021-10-05")
        before = claim_of(book, "a", "injured")
        book.decide("reject", before, who="Ines", why="Doubtful.")
        book.decide("correct", claim_of(book, "a", "killed"), who="Ada", why="As told.", change={"stance": "estimates"})
        monkeypatch.setattr(version, "current", lambda: "next")
        keep(book, tmp_path, "a", FIRST, "2021-10-05")
        assert claim_of(book, "a", "killed") != claim_of(book, "a", "abducted") != before
        assert not any("injured" in incident.figures for incident in book.incidents())
        assert sorted(decided(book, "a")) == [("correct", "killed", "Ada", True), ("reject", "injured", "Ines", True)]
        (carried, _) = [d for d in book.review.decisions() if d.carried]
        assert carried.why == "Carried over from an earlier reading of the same words: Doubtful."
        reports, stored = book._store.contents()
        assert build.build(reports, stored, book.review.decisions()).incidents == tuple(book.incidents())
        assert book.verify() == []


def test_nothing_is_carried_over_a_decision_on_the_new_edition(tmp_path: Path) -> None:
    with Book.open(tmp_path / "a.book", create=True) as book:
        keep(book, tmp_path, "a", FIRST, "2021-10-05")
        keep(book, tmp_path, "b", LATER, "2021-10-06")
        book.decide("accept", claim_of(book, "b", "injured"), who="Ada", why="It is told so.")
        book.decide("reject", claim_of(book, "a", "injured"), who="Ines", why="Doubtful.")
        assert decided(book, "b") == [("accept", "injured", "Ada", False)]


def test_added_claims_and_decisions_on_them_are_carried(tmp_path: Path) -> None:
    with Book.open(tmp_path / "a.book", create=True) as book:
        keep(book, tmp_path, "a", FIRST, "2021-10-05")
        start = FIRST.index("The mayor")
        change = {"start": start, "end": start + len("The mayor"), "kind": "unharmed"}
        book.decide("add", "a", who="Ines", why="She lives.", change=change)
        (added,) = [c for c in book.incidents.claims() if c.kind == "unharmed"]
        book.decide("correct", added.id, who="Ada", why="As told.", change={"stance": "estimates"})
        book.decide("same", added.id, who="Ada", why="One day.", other=claim_of(book, "a", "injured"))
        keep(book, tmp_path, "b", LATER, "2021-10-06")
        (there,) = [s for s in book.review.report("b").claims if s.found.kind == "unharmed"]
        assert LATER[there.found.start : there.found.end] == "The mayor"
        assert (there.found.finder, there.claim.stance) == ("Ines", "estimates")
        pair = {there.found.id, claim_of(book, "b", "injured")}
        assert [d for d in book.review.decisions() if d.verdict == "same" and {d.subject, d.other} == pair]
        assert book.verify() == []
