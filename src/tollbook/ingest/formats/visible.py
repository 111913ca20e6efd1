"""The visible text of an HTML page: what a browser shows of its words, block by block.

Text is what stands in the page and is not hidden by the element that holds it: no scripts, styles, templates or
comments, nothing under ``hidden`` or an inline ``display: none`` or ``visibility: hidden``. Style sheets are not
looked at. Within a block every run of white space, no-break spaces among it, is one space; one ``<br>`` ends a line,
two end the block; the cells of a table's row are parted by tabs, or blocks of their own where one of them has several
lines. Characters without width and soft hyphens are left out. Blocks are parted by a blank line.
"""

import re

from lxml import etree, html

from tollbook.errors import Unreadable
from tollbook.model import Record

GAP = "\n\n"
_UNSEEN = frozenset({
    "script", "style", "noscript", "template", "head", "iframe", "object", "embed", "svg", "math", "canvas", "audio",
    "video", "select", "textarea", "button", "datalist", "title", "noframes",
})  # fmt: skip
_BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "div", "dl",
    "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr",
    "html", "legend", "li", "main", "menu", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "tfoot",
    "thead", "tr", "ul",
})  # fmt: skip
_CELLS = frozenset({"td", "th"})
#: Parts of a page that are not its article, wherever they stand in it.
_FURNITURE = frozenset({"nav", "footer", "aside", "form", "dialog"})
_ROLES = frozenset({"navigation", "complementary", "contentinfo", "search", "dialog"})
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)", re.I)
_WIDTHLESS = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff\0]")
_SPACES = re.compile(r"[^\S\n\t]+")
_GAPS = re.compile(r"\n{2,}")
_TABS = re.compile(r" ?\t[ \t]*")


class Block(Record, frozen=True, kw_only=True):
    """A paragraph, headline, list item or row: its text and tag, whether it is furniture, how much of it is links."""

    text: str
    tag: str
    furniture: bool
    linked: float


def tree_of(text: str) -> html.HtmlElement:
    """The page as a tree. Raises Unreadable where there is none, or where it is nested past what can be read."""
    parser = html.HTMLParser(remove_comments=True, remove_pis=True, huge_tree=True, encoding="utf-8")
    try:
        tree = html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        raise Unreadable("It is an HTML page without any content.") from error
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log):
        raise Unreadable("Its elements are nested deeper than in any page written to be read; save the page as text.")
    return tree


def visible(blocks: list[Block]) -> str:
    """The visible text of a page."""
    return GAP.join(block.text for block in blocks)


def blocks_of(tree: html.HtmlElement) -> list[Block]:
    """The blocks of a page in order, those without words left out."""
    walk = _Walk()
    events = etree.iterwalk(tree, events=("start", "end"))
    for event, element in events:
        if not isinstance(element.tag, str):
            continue
        if event == "end":
            walk.leave(element)
        elif _is_unseen(element):
            events.skip_subtree()
        else:
            walk.enter(element)
    walk.close("body")
    return walk.blocks


class _Walk:
    """Gathers the words between one block's edge and the next; keeps no stack, so no depth is too great."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._words: list[str] = []
        self._linked = 0
        self._in_links = 0
        self._in_furniture = 0

    def enter(self, element: html.HtmlElement) -> None:
        tag = element.tag
        if tag in _BLOCKS:
            self.close(_tag_above(element))
        self._in_furniture += _is_furniture(element)
        self._in_links += tag == "a"
        if tag == "br":
            self._words.append("\n")
        elif tag in _CELLS and any(word.strip() for word in self._words):
            self._words.append("\t")
        self._take(element.text, pre=tag == "pre")

    def leave(self, element: html.HtmlElement) -> None:
        if not _is_unseen(element):
            if element.tag in _BLOCKS:
                self.close(element.tag)
            self._in_furniture -= _is_furniture(element)
            self._in_links -= element.tag == "a"
        self._take(element.tail)

    def close(self, tag: str) -> None:
        text = _SPACES.sub(" ", _WIDTHLESS.sub("", "".join(self._words)))
        text = "\n".join(_TABS.sub("\t", line.strip()) for line in text.split("\n")).strip()
        linked = min(1.0, self._linked / max(1, len(text)))
        # Two breaks in a row part paragraphs, as pages without <p> write them.
        if "\n" in text:
            text = text.replace("\t", GAP).strip()
        for part in filter(None, _GAPS.split(text)):
            self.blocks.append(Block(text=part, tag=tag, furniture=self._in_furniture > 0, linked=linked))
        self._words, self._linked = [], 0

    def _take(self, text: str | None, *, pre: bool = False) -> None:
        if text:
            # Line ends of the source are white space like any other, save where the page says they are meant.
            self._words.append(text.replace("\r", "") if pre else text.translate(_LINES))
            self._linked += len(text.strip()) if self._in_links else 0


_LINES = str.maketrans("\n\r\t\f\v\u2028\u2029", " " * 7)


def _tag_above(element: html.HtmlElement) -> str:
    above = element.getparent()
    return above.tag if above is not None and isinstance(above.tag, str) else "body"


def _is_unseen(element: html.HtmlElement) -> bool:
    if element.tag in _UNSEEN or "hidden" in element.attrib:
        return True
    return "style" in element.attrib and _HIDDEN.search(element.attrib["style"]) is not None


def _is_furniture(element: html.HtmlElement) -> bool:
    return element.tag in _FURNITURE or element.attrib.get("role", "").lower() in _ROLES
