"""Offsets: every run of a report's text equals the captured text, and so does every span of a claim."""

import hashlib
import html
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench import documents
from tollbook import ingest
from tollbook.errors import Refused
from tollbook.ingest.document import INVISIBLE, ParsedDocument, cut, without_invisible
from tollbook.ingest.formats.html import read_page
from tollbook.ingest.formats.visible_text import blocks_of, tree_of, visible
from tollbook.model import Report
from tollbook.readers import rules
from tollbook.readers.scoring import GoldClaim, GoldReport, in_text


def holds(report: Report, captured: str) -> None:
    """The runs cover the text in order, go forward in the captured text, and are equal in both."""
    runs = report.offsets or ((0, 0, len(captured)),)
    at = last = 0
    for start, there, length in runs:
        assert start == at
        assert there >= last
        assert length > 0
        assert captured[there : there + length] == report.text[start : start + length]
        at, last = start + length, there + length
    assert at == len(report.text)


def led_back(report: Report, captured: str, start: int, end: int) -> str:
    """The words of a span, taken from the captured text."""
    runs = report.offsets or ((0, 0, len(captured)),)
    pieces = [(max(start, a), min(end, a + n), b - a) for a, b, n in runs]
    return "".join(captured[first + shift : last + shift] for first, last, shift in pieces if first < last)


@pytest.fixture(scope="module")
def captures(tmp_path_factory: pytest.TempPathFactory) -> list[ingest.Capture]:
    folder = tmp_path_factory.mktemp("formats")
    for name, make in documents.FORMATS.values():
        (folder / name).write_bytes(make())
    (folder / "three.pdf").write_bytes(documents.pdf(((documents.LEAD,), (documents.MAYOR,), (documents.LAST,))))
    return [one for one in ingest.captures([folder]) if isinstance(one, ingest.Capture)]


def test_offsets_map_to_the_captured_text_in_every_format(captures: list[ingest.Capture]) -> None:
    assert sum(bool(one.report.offsets) for one in captures) >= 5
    for one in captures:
        again = ingest.captured_text(one.original, one.report.media_type or "")
        assert again == ingest.captured_text(one.original, one.report.media_type or "")
        holds(one.report, again)


def test_spans_of_claims_map_to_the_captured_text(captures: list[ingest.Capture]) -> None:
    spans = 0
    for one in captures:
        if one.report.media_type in {"text/html", "application/pdf", "message/rfc822"}:
            captured = ingest.captured_text(one.original, one.report.media_type)
            for claim in rules.read(one.report).claims:
                assert led_back(one.report, captured, claim.start, claim.end) == claim.quote
                spans += 1
    assert spans > 10


UNSEEN = ["\u200b", "\u00ad", "\u2060", "\ufeff", "\u200d", "\u200e", "\u202d"]


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_invisible_characters_inside_words_do_not_hide_them(tmp_path: Path, unseen: str) -> None:
    captured = (
        f"In Ober{unseen}feld gunmen kil{unseen}led four{unseen} people on Mon{unseen * 2}day, police said.{unseen}\n"
    )
    (tmp_path / "a.txt").write_text(captured, encoding="utf-8")
    (tmp_path / "a.eml").write_text(
        f"From: a@b.example\nContent-Type: text/plain; charset=utf-8\n\n{captured}", encoding="utf-8"
    )
    for one in ingest.captures(sorted(tmp_path.iterdir())):
        assert isinstance(one, ingest.Capture)
        again = ingest.captured_text(one.original, one.report.media_type or "")
        assert unseen in again
        holds(one.report, again)
        (killed,) = [claim for claim in rules.read(one.report).claims if claim.kind == "killed"]
        assert (killed.count and killed.count.best, killed.quote.count(unseen)) == (4, 0)
        assert led_back(one.report, again, killed.start, killed.end) == killed.quote


def test_joiners_stay_where_they_are_spelling(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("می\u200cشود kil\u200bled", encoding="utf-8")
    (plain,) = ingest.read([tmp_path / "a.txt"])
    assert isinstance(plain, Report)
    assert plain.text == "می\u200cشود killed"


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_a_row_is_read_without_invisible_characters_too(tmp_path: Path, unseen: str) -> None:
    given = f"In Ober{unseen}feld gunmen kil{unseen}led four people on Monday, police said.{unseen}"
    line = json.dumps({"text": given, "title": f"Four kil{unseen}led", "outlet": f"Valley {unseen}Post", "id": "a"})
    (tmp_path / "a.jsonl").write_text(line)
    (tmp_path / "a.csv").write_text(f'id,text\nb,"{given}"\n', encoding="utf-8")
    cell, row = ingest.captures([tmp_path / "a.csv", tmp_path / "a.jsonl"])
    assert isinstance(cell, ingest.Capture)
    assert isinstance(row, ingest.Capture)
    seen = "In Oberfeld gunmen killed four people on Monday, police said."
    assert cell.report.text == row.report.text == seen
    assert (row.report.title, row.report.outlet) == ("Four killed", "Valley Post")
    # What was captured is the line itself, and the offsets lead back to the text that it gives.
    assert row.original == line.encode()
    assert row.report.sha256 == hashlib.sha256(line.encode()).hexdigest()
    assert ingest.captured_text(row.original, row.report.media_type or "") == given
    holds(row.report, given)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(["kil", "led ", "3 ", "\u200b", "\u2067\u202d", "\ufeff"]), max_size=12), st.data())
def test_marked_words_of_a_row_stay_marked_without_invisible_characters(pieces: list[str], data: st.DataObject) -> None:
    given = "".join(pieces)
    start = data.draw(st.integers(0, len(given)))
    end = data.draw(st.integers(start, len(given)))
    text, runs = cut(without_invisible(ParsedDocument(visible=given, report_spans=((0, len(given)),))))
    marked = GoldReport(id="a", claims=(GoldClaim(start=start, end=end, kind="killed"),))
    (claim,) = in_text(marked, Report(id="a", sha256="a", text=text, offsets=runs)).claims
    assert text[claim.start : claim.end] == INVISIBLE.sub("", given[start:end])


def test_there_is_no_captured_text_in_a_scan_or_an_archive() -> None:
    for data, kind in ((documents.scan(), "application/pdf"), (documents.sheet(), "text/csv"), (b"", "image/png")):
        with pytest.raises(Refused):
            ingest.captured_text(data, kind)


words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=40)
tags = st.sampled_from([
    "p", "div", "h1", "h2", "li", "ul", "b", "a href='/x'", "aside", "nav", "script", "span", "td", "tr", "table",
    "pre", "article", "section hidden", "blockquote", "p style='display:none'", "br", "footer", "svg", "q", "sup",
])  # fmt: skip


@st.composite
def pages(draw: st.DrawFn) -> str:
    """HTML as people and programs write it: nested at will, not always closed."""
    parts = []
    for _ in range(draw(st.integers(0, 25))):
        tag = draw(tags)
        parts.append(f"<{tag}>{html.escape(draw(words))}")
        if draw(st.booleans()):
            parts.append(f"</{tag.split()[0]}>{html.escape(draw(words))}")
    return "".join(parts)


@settings(deadline=None, max_examples=60)
@given(pages())
def test_the_runs_of_any_page_map_its_text(body: str) -> None:
    page = f"<html><head><title>x</title></head><body><p>Three people were killed.</p>{body}</body></html>"
    document = read_page(page)
    text, runs = cut(document)
    holds(Report(id="a", sha256="a", text=text, offsets=runs), document.visible)
    assert document.visible == read_page(page).visible
    assert not any(unseen in document.visible for unseen in ("\u200b", "\u00ad", "\ufeff", "\u00a0"))


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=6))
def test_any_cut_maps_back(pairs: list[tuple[int, int]]) -> None:
    text = "Three people were killed in May."
    kept, at = [], 0
    for gap, length in pairs:
        start = min(len(text), at + gap)
        at = min(len(text), start + length)
        kept.append((start, at))
    got, runs = cut(ParsedDocument(visible=text, report_spans=tuple(kept)))
    if got not in {"", text}:
        assert "".join(text[b : b + n] for _, b, n in runs) == got
        holds(Report(id="a", sha256="a", text=got, offsets=runs), text)


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("<p>a <b>b</b>c</p>d", "a bc\n\nd"),
        ("<p>a<br>b<br/>\n c</p>", "a\nb\nc"),
        ("<div>a<br><br> b<br>\n<br>c</div>", "a\n\nb\n\nc"),
        ("<table><tr><td>a<br>b</td><td>c</td></tr></table>", "a\nb\n\nc"),
        ("<ul><li>a<li>b</ul>c", "a\n\nb\n\nc"),
        ("<table><tr><td>a</td><td> b </td></tr><tr><td>c</td></tr></table>", "a\tb\n\nc"),
        ("<pre>a\n  b</pre>", "a\nb"),
        ("a\n\n   b&nbsp;c", "a b c"),
        ("<p>a</p><script>b</script>c<style>d</style>", "a\n\nc"),
        ("<div>a<p>b</p>c</div>", "a\n\nb\n\nc"),
        ("<p hidden>a</p>b<template>c</template>", "b"),
        ("x<!-- y -->z", "xz"),
        ("&lt;b&gt; &amp; &#x41;", "<b> & A"),
        (
            "<p>12 people<sup>3</sup> and 40<sup><a href='#n'><span>[</span>4<span>]</span></a></sup> d",
            "12 people and 40 d",
        ),
        ("<p>a<sup>[b]</sup><sup>*</sup> c<sup> 12 </sup>, d", "a c, d"),
        ("<p>the 4<sup>th</sup> of a<sup>[note]</sup>", "the 4th of a[note]"),
    ],
)
def test_visible_text_of_pages(source: str, seen: str) -> None:
    assert visible(blocks_of(tree_of(f"<html><body>{source}</body></html>"))) == seen


def test_the_same_words_in_a_row_and_in_a_page_give_the_same_claims(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(documents.html())
    (page,) = ingest.read([tmp_path / "a.html"])
    assert isinstance(page, Report)
    kinds = [(c.kind, c.count and c.count.best) for c in rules.read(page).claims]
    assert ("killed", 4) in kinds
    assert ("killed", 12) not in kinds
    assert ("killed", 90) not in kinds
