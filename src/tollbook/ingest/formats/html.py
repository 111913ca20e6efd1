"""HTML pages: the visible text, of which the article is kept.

trafilatura says which words are the article; the text itself is always cut from the page, block by block, so that
every span of it points into what was captured.
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
from tollbook.ingest.document import Document, Facts, Parsed, joined
from tollbook.ingest.formats import metadata
from tollbook.ingest.formats.visible import GAP, Block, blocks_of, tree_of, visible
from tollbook.model import Span

#: Letters and digits from which on a block is looked for inside of trafilatura's lines, which may join several; a
#: shorter one ("Share", "The dead") has to be a line of its own. A judgement: a clause, not a word.
_LONG = 25
#: The share of a block's characters inside of links from which on it leads elsewhere and tells nothing by itself.
_LEADS_ELSEWHERE = 0.8
#: A page with fewer characters of article is taken whole but for its furniture: trafilatura found none.
_LEAST = 40
_HEADLINES = frozenset({"h1", "h2"})
_TITLE_END = re.compile(r"\s[|·»–—-]\s")


def parse(data: bytes, media_type: str) -> Parsed:
    """The article of a page, with what the page says of itself. Raises Unreadable."""
    return Parsed(document=read_page(decode_page(data, media_type)))


def read_page(text: str) -> Document:
    """The article of a page whose source is ``text``."""
    tree = tree_of(text)
    blocks = blocks_of(tree)
    if not blocks:
        raise Unreadable("The page shows no text; it may be filled in by scripts. Save it from the browser as text.")
    facts = metadata.of_page(tree, text)
    return Document(visible=visible(blocks), kept=_spans(blocks, _article(tree, blocks, facts)), facts=facts)


def fragment(text: str) -> Document:
    """A piece of HTML that is all content, as a feed's entry has: its visible text whole, less its furniture."""
    blocks = blocks_of(tree_of(f"<div>{text}</div>"))
    return Document(visible=visible(blocks), kept=_spans(blocks, [not _is_furniture(block) for block in blocks]))


def _article(tree: HtmlElement, blocks: list[Block], facts: Facts) -> list[bool]:
    """For each block whether it belongs to the article."""
    lines = _main_lines(tree)
    folded = {_fold(line) for line in lines}
    everything = "".join(map(_fold, lines))
    title = _fold(_TITLE_END.split(facts["title"].value)[0]) if "title" in facts else ""
    kept = []
    for block in blocks:
        words = _fold(block.text)
        inside = words in folded or (len(words) >= _LONG and words in everything)
        headline = block.tag in _HEADLINES and bool(words) and words == title
        kept.append((inside or headline) and not _is_furniture(block))
    if sum(len(block.text) for block, inside in zip(blocks, kept, strict=True) if inside) >= _LEAST:
        return _headline_once(blocks, kept)
    kept = [not _is_furniture(block) for block in blocks]
    return kept if any(kept) else [True] * len(blocks)


def _headline_once(blocks: list[Block], kept: list[bool]) -> list[bool]:
    """A page may show its headline again above or below the article."""
    seen: set[str] = set()
    for number, block in enumerate(blocks):
        if kept[number] and block.tag in _HEADLINES:
            kept[number] = block.text not in seen
            seen.add(block.text)
    return kept


def _main_lines(tree: HtmlElement) -> list[str]:
    """The lines trafilatura takes for the article; none where it finds none, or stumbles over the page."""
    try:
        text = trafilatura.extract(tree, include_comments=False, include_tables=True, deduplicate=False)
    except (RecursionError, ValueError, TypeError, AttributeError, KeyError, IndexError, etree.LxmlError):
        return []
    return text.splitlines() if text else []


def _spans(blocks: list[Block], kept: list[bool]) -> tuple[Span, ...]:
    """The kept blocks as spans of the visible text, each with the gap after it; neighbours run together."""
    spans: list[Span] = []
    at = 0
    for block, inside in zip(blocks, kept, strict=True):
        end = at + len(block.text) + len(GAP)
        if inside:
            spans.append((at, end))
        at = end
    if spans:
        spans[-1] = (spans[-1][0], spans[-1][1] - len(GAP))
    return joined(spans)


def _is_furniture(block: Block) -> bool:
    return block.furniture or block.linked >= _LEADS_ELSEWHERE or furniture().match(block.text) is not None


@functools.cache
def furniture() -> re.Pattern[str]:
    """How blocks begin that outlets put around their reports; see ``data/boilerplate.toml``."""
    lines = tomllib.loads(resources.files("tollbook.ingest").joinpath("data/boilerplate.toml").read_text("utf-8"))
    return re.compile("|".join(f"(?:{line})" for group in lines.values() for line in group), re.I)


def _fold(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())
