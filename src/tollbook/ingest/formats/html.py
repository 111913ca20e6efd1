"""HTML pages: the article, cut out of the visible text.

trafilatura decides which text is the article. The text itself is always cut from the page, block by block, so that
every span of it points into the captured bytes.
"""

import functools
import re
import tomllib
from importlib import resources

import trafilatura
from lxml import etree
from lxml.html import HtmlElement

from tollbook.errors import Unreadable
from tollbook.ingest.decode import decode_page
from tollbook.ingest.document import Metadata, ParsedDocument, ParseResult, joined
from tollbook.ingest.formats import page_metadata
from tollbook.ingest.formats.visible_text import GAP, TextBlock, blocks_of, tree_of, visible
from tollbook.locale.messages import message
from tollbook.model import Span

#: From this many letters and digits on, a block may be a part of one of trafilatura's lines, which may join several
#: blocks. A shorter one ("Share", "The dead") must be a whole line. A judgement: a clause, not a word.
_MIN_PART = 25
#: The share of a block's characters inside links from which on it counts as navigation. A judgement.
_NAVIGATION = 0.8
#: If trafilatura finds fewer characters of article than this, the whole page without its boilerplate is used.
_MIN_ARTICLE = 40
_HEADLINES = frozenset({"h1", "h2"})
_TITLE_END = re.compile(r"\s[|·»–—-]\s")


def parse(data: bytes, media_type: str) -> ParseResult:
    """The article of a page, with the metadata of the page. Raises Unreadable."""
    return ParseResult(document=read_page(decode_page(data, media_type)))


def read_page(text: str) -> ParsedDocument:
    """The article of a page whose source is ``text``."""
    tree = tree_of(text)
    blocks = blocks_of(tree)
    if not blocks:
        raise Unreadable(
            message("The page has no visible text; scripts may load it. Save the page from the browser as text.")
        )
    metadata = page_metadata.of_page(tree, text)
    return ParsedDocument(
        visible=visible(blocks), report_spans=_spans(blocks, _article(tree, blocks, metadata)), metadata=metadata
    )


def fragment(text: str) -> ParsedDocument:
    """A piece of HTML without a page around it, as in the entry of a feed: its visible text without boilerplate."""
    blocks = blocks_of(tree_of(f"<div>{text}</div>"))
    return ParsedDocument(
        visible=visible(blocks), report_spans=_spans(blocks, [not _is_boilerplate(block) for block in blocks])
    )


def _article(tree: HtmlElement, blocks: list[TextBlock], metadata: Metadata) -> list[bool]:
    """For each block, whether it belongs to the article."""
    lines = _main_lines(tree)
    folded = {_fold(line) for line in lines}
    everything = "".join(map(_fold, lines))
    title = _fold(_TITLE_END.split(metadata["title"].value)[0]) if "title" in metadata else ""
    in_article = []
    for block in blocks:
        words = _fold(block.text)
        inside = words in folded or (len(words) >= _MIN_PART and words in everything)
        headline = block.tag in _HEADLINES and bool(words) and words == title
        in_article.append((inside or headline) and not _is_boilerplate(block))
    if sum(len(block.text) for block, inside in zip(blocks, in_article, strict=True) if inside) >= _MIN_ARTICLE:
        return _headline_once(blocks, in_article)
    in_article = [not _is_boilerplate(block) for block in blocks]
    return in_article if any(in_article) else [True] * len(blocks)


def _headline_once(blocks: list[TextBlock], in_article: list[bool]) -> list[bool]:
    """Drop repeated headlines: a page may show its headline again above or below the article."""
    seen: set[str] = set()
    for number, block in enumerate(blocks):
        if in_article[number] and block.tag in _HEADLINES:
            in_article[number] = block.text not in seen
            seen.add(block.text)
    return in_article


def _main_lines(tree: HtmlElement) -> list[str]:
    """The lines that trafilatura takes for the article; none if it finds none or fails on the page."""
    try:
        text = trafilatura.extract(tree, include_comments=False, include_tables=True, deduplicate=False)
    except (RecursionError, ValueError, TypeError, AttributeError, KeyError, IndexError, etree.LxmlError):
        return []
    return text.splitlines() if text else []


def _spans(blocks: list[TextBlock], in_article: list[bool]) -> tuple[Span, ...]:
    """The blocks of the article as spans of the visible text, each with the gap after it; adjacent ones are merged."""
    spans: list[Span] = []
    at = 0
    for block, inside in zip(blocks, in_article, strict=True):
        end = at + len(block.text) + len(GAP)
        if inside:
            spans.append((at, end))
        at = end
    if spans:
        spans[-1] = (spans[-1][0], spans[-1][1] - len(GAP))
    return joined(spans)


def _is_boilerplate(block: TextBlock) -> bool:
    return block.boilerplate or block.linked >= _NAVIGATION or boilerplate().match(block.text) is not None


@functools.cache
def boilerplate() -> re.Pattern[str]:
    """A pattern that matches the beginning of boilerplate blocks; see ``data/boilerplate.toml``."""
    lines = tomllib.loads(resources.files("tollbook.ingest").joinpath("data/boilerplate.toml").read_text("utf-8"))
    return re.compile("|".join(f"(?:{line})" for group in lines.values() for line in group), re.I)


def _fold(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())
