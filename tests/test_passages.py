"""Long texts: cut into passages without loss, read with bounded cost, and kept as unread where a limit is passed."""

import cProfile
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tollbook import reading
from tollbook.mentions import Attribution, DateMention, PlaceMention, Reading
from tollbook.model import Claim, Place, Report
from tollbook.readers import passages, rules
from tollbook.readers.base import check

#: A paragraph with much white space, which is one token to parse.
FILLER = f"The mayor of Velmar opened a library on 3 March 2030. Children sang there until noon.{' ' * 400}\n\n"
#: Long enough for three passages.
LONG = 45_000


def report_of(text: str, **fields: str) -> Report:
    return Report(id="long", sha256="0" * 64, text=text, outlet="Velmar Post", language="en", **fields)


def filled(length: int) -> str:
    return (FILLER * (length // len(FILLER) + 1))[:length]


pieces = st.sampled_from([" ", "\n", "\n\n", ". ", "a", "word ", "é", "\u2028", "x" * 700, " " * 900, "Velmar. " * 90])


@given(st.lists(pieces, max_size=60).map(lambda parts: "".join(parts) * 4), st.integers(0, 60_000))
def test_passages_cover_the_text_once_and_are_bounded(text: str, more: int) -> None:
    text += "y" * more
    cut = list(passages.cut(text))
    assert "".join(text[p.start : p.end] for p in cut) == text
    assert all(p.lead <= p.start < p.end and p.end - p.lead <= passages.WHOLE for p in cut)


@pytest.mark.parametrize("length", [100_000, 1_000_000])
@pytest.mark.parametrize("text", ["killed ", FILLER, "Ana Brod, ", "x", "no. \n\n"])
def test_a_reader_gets_little_more_than_the_text(text: str, length: int) -> None:
    """Work grows with the length: the leads add an eighth, and no call gets more than one passage."""
    asked: list[int] = []

    def counting(part: Report) -> Reading:
        asked.append(len(part.text))
        return Reading(report=part.id)

    passages.read(report_of((text * (length // len(text) + 1))[:length]), counting)
    assert max(asked) <= passages.WHOLE
    assert sum(asked) <= 1.3 * length


def test_a_blank_passage_is_not_read() -> None:
    def never(_: Report) -> Reading:
        raise AssertionError

    assert passages.read(report_of(" " * LONG), never) == Reading(report="long")


def test_a_short_text_is_read_as_a_whole() -> None:
    report = report_of("Three men were killed in Velmar.", url="https://post.example/1")
    assert passages.read(report, lambda given: Reading(report=given.url or "")).report == report.url


def test_claims_of_every_passage_have_their_words() -> None:
    sentence = "Police said {n} men were killed and one of them was a nurse on Monday in Velmar.\n\n"
    text = "".join(filled(12_000) + "\n\n" + sentence.format(n=n) for n in (3, 4, 5, 6))
    report = report_of(text)
    read = check(rules.read(report), report, "rules/test")
    assert not read.refused
    assert {c.count.best for c in read.claims if c.count and c.kind == "killed"} >= {3, 4, 5, 6}
    assert len({c.id for c in read.claims}) == len(read.claims)
    spoken = {report.text[a:b] for each in read.attributions for a, b in each.source}
    assert "Police" in spoken
    assert read.dates
    assert all(text[d.start : d.end] == d.text for d in read.dates)


def test_a_claim_may_need_the_text_before_its_passage() -> None:
    """The day and the place of a sentence at the start of a passage stand at the end of the one before."""
    before = "A shell hit the market of Velmar on 4 May 2031."
    start = next(p.start for p in passages.cut(filled(LONG)) if p.start)
    text = filled(start - len(FILLER)) + before.ljust(len(FILLER) - 2) + "\n\n"
    text += "Seven people were killed.".ljust(len(FILLER) - 2) + "\n\n" + filled(LONG)
    report = report_of(text)
    assert any(p.start == start for p in passages.cut(text))
    claim = next(c for c in rules.read(report).claims if c.count and c.count.best == 7)
    assert claim.start == start
    assert claim.when is not None
    assert str(claim.when.start) == "2031-05-04"


def _one_of_each(part: Report) -> Reading:
    """Two claims, one part of the other, and one of each mention, at the start of the text that is given."""
    words = {"report": part.id, "start": 0, "end": 5}
    claim = Claim(id="a", quote=part.text[:5], kind="killed", **words)
    inner = Claim(id="b", report=part.id, start=1, end=4, quote=part.text[1:4], kind="killed", part_of="a")
    return Reading(
        report=part.id,
        claims=(claim, inner),
        attributions=(Attribution(report=part.id, source=((0, 2),), content=((3, 5),)),),
        places=(PlaceMention(text=part.text[:5], place=Place(name="x", text="x"), **words),),
        dates=(DateMention(text=part.text[:5], **words),),
    )


def test_claims_in_the_overlap_are_left_to_the_passage_before() -> None:
    """This reader finds something at the start of what it is given: beyond the first passage that is the lead."""
    report = report_of(filled(LONG))
    read = check(passages.read(report, _one_of_each), report, "test/1")
    assert not read.refused
    assert [len(each) for each in (read.claims, read.attributions, read.places, read.dates)] == [2, 1, 1, 1]
    outer, inner = sorted(read.claims, key=lambda claim: claim.start)
    assert inner.part_of == outer.id


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_a_passage_that_takes_too_much_is_unread_and_the_rest_is_read(error: type[Exception]) -> None:
    text = filled(LONG)
    first, second, third = passages.cut(text)

    def failing(part: Report) -> Reading:
        if part.text == text[second.lead : second.end]:
            raise error
        return rules.read(part)

    report = report_of(text, origin="long.txt")
    read = passages.read(report, failing)
    starts = [each.start for each in read.dates]
    assert any(at < first.end for at in starts)
    assert not any(second.start <= at < second.end for at in starts)
    assert any(at >= third.start for at in starts)
    (refusal,) = read.refused
    assert refusal.origin == "long.txt"
    assert f"{second.start + 1} to {second.end}" in refusal.reason


def test_after_the_time_limit_the_rest_is_unread() -> None:
    report = report_of(filled(LONG))
    read = passages.read(report, rules.read, seconds=0)
    second = list(passages.cut(report.text))[1]
    assert read.dates
    assert all(each.end <= second.start for each in read.dates)
    (refusal,) = read.refused
    assert refusal.origin == "long"
    assert f"{second.start + 1} to {LONG}" in refusal.reason


def _calls(names: int) -> int:
    """How many calls it takes to read a list of so many names."""
    draw = random.Random(names)

    def name() -> str:
        return "".join(draw.choice("bdklmnrst") + draw.choice("aeiou") for _ in range(3)).capitalize()

    report = report_of("The dead: " + ", ".join(f"{name()} {name()}, {draw.randrange(90)}" for _ in range(names)) + ".")
    return _calls_of(report)


def _calls_of(report: Report) -> int:
    """How many calls reading a report takes, which no other work on the computer changes."""
    profile = cProfile.Profile()
    profile.runcall(rules.read, report)
    profile.create_stats()
    return sum(row[1] for row in profile.stats.values())


@pytest.mark.parametrize("part", ["killed ", "Velmar, ", ". ", "1. "])
def test_words_repeated_cost_little_more_than_their_length(part: str) -> None:
    """Four times as many words take 4.1 times as many calls. Where each word looked at the others it was 5 to 14."""
    once, again = (report_of((part * 3_000)[:length]) for length in (1_500, 6_000))
    rules.read(once)
    assert _calls_of(again) < 4.5 * _calls_of(once)


def test_a_list_of_names_costs_little_more_than_its_length() -> None:
    """Four times as many names cost at most seven times as many calls; with the text joined anew for each it was 15."""
    _calls(10)
    assert _calls(400) < 7 * _calls(100)


def test_words_marked_in_a_long_text_are_read() -> None:
    words = "nine people were killed"
    text = filled(30_000) + f"On 4 May 2031 {words} in Velmar.\n\n" + filled(10_000)
    report, start = report_of(text), text.index(words)
    marked = reading.read_marked(report, start, start + len(words))
    assert marked.claim.quote == words == text[marked.claim.start : marked.claim.end]
    assert marked.claim.count is not None
    assert marked.claim.count.best == 9
