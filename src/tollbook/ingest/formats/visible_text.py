"""The visible text of an HTML page, block by block, as a browser shows it.

Text counts as visible unless its own element hides it: scripts, styles, templates and comments are left out, and so is
everything under ``hidden`` or an inline ``display: none`` or ``visibility: hidden``. Style sheets are not evaluated.
Within a block every run of white space, including no-break spaces, is one space; one ``<br>`` ends a line, two end the
block. The cells of a table row are separated by tabs, or become blocks if one of them has several lines. Zero-width
characters, soft hyphens and raised marks of footnotes are left out. Blocks are separated by a blank line.
"""

import re
from itertools import islice

from lxml import etree, html

from tollbook.errors import Unreadable
from tollbook.ingest.document import INVISIBLE
from tollbook.locale.messages import message
from tollbook.model import Record

GAP = "\n\n"
_INVISIBLE = frozenset({
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
#: Elements that are not part of the article, anywhere on the page.
_BOILERPLATE = frozenset({"nav", "footer", "aside", "form", "dialog"})
_ROLES = frozenset({"navigation", "complementary", "contentinfo", "search", "dialog"})
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)", re.I)
#: The whole text of a raised mark of a footnote: "3", "[12]", "[a]", "*". The "th" of "4th" is none.
_FOOTNOTE = re.compile(r"\s*(?:\d{1,3}|\[\s*(?:\d{1,3}|[^\W\d_])\s*\]|\(?\*\)?)\s*")
#: The most pieces of text in a mark: two brackets and the text between them, each in an element of its own.
_MOST_PIECES = 9
_SPACES = re.compile(r"[^\S\n\t]+")
_GAPS = re.compile(r"\n{2,}")
_TABS = re.compile(r" ?\t[ \t]*")


class TextBlock(Record, frozen=True, kw_only=True):
    """A paragraph, headline, list item or row. ``linked`` is the share of its characters inside links, 0 to 1."""

    text: str
    tag: str
    boilerplate: bool
    linked: float


def tree_of(text: str) -> html.HtmlElement:
    """The page as a tree. Raises Unreadable if it is empty or nested too deeply."""
    parser = html.HTMLParser(remove_comments=True, remove_pis=True, huge_tree=True, encoding="utf-8")
    try:
        tree = html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError) as error:
        raise Unreadable(message("It is an HTML page without content.")) from error
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log):
        raise Unreadable(message("The elements of the page are nested too deeply; save the page as text."))
    return tree


def visible(blocks: list[TextBlock]) -> str:
    """The visible text of a page."""
    return GAP.join(block.text for block in blocks)


def blocks_of(tree: html.HtmlElement) -> list[TextBlock]:
    """The blocks of a page in order, without empty ones."""
    walk = _BlockCollector()
    events = etree.iterwalk(tree, events=("start", "end"))
    for event, element in events:
        if not isinstance(element.tag, str):
            continue
        if event == "end":
            walk.leave(element)
        elif _is_invisible(element):
            events.skip_subtree()
        else:
            walk.enter(element)
    walk.close("body")
    return walk.blocks


class _BlockCollector:
    """Collects the text between one block boundary and the next; it keeps no stack, so depth does not matter."""

    def __init__(self) -> None:
        self.blocks: list[TextBlock] = []
        self._words: list[str] = []
        self._linked = 0
        self._in_links = 0
        self._in_boilerplate = 0

    def enter(self, element: html.HtmlElement) -> None:
        tag = element.tag
        if tag in _BLOCKS:
            self.close(_tag_above(element))
        self._in_boilerplate += _is_boilerplate(element)
        self._in_links += tag == "a"
        if tag == "br":
            self._words.append("\n")
        elif tag in _CELLS and any(word.strip() for word in self._words):
            self._words.append("\t")
        self._take(element.text, pre=tag == "pre")

    def leave(self, element: html.HtmlElement) -> None:
        if not _is_invisible(element):
            if element.tag in _BLOCKS:
                self.close(element.tag)
            self._in_boilerplate -= _is_boilerplate(element)
            self._in_links -= element.tag == "a"
        self._take(element.tail)

    def close(self, tag: str) -> None:
        text = _SPACES.sub(" ", INVISIBLE.sub("", "".join(self._words)))
        text = "\n".join(_TABS.sub("\t", line.strip()) for line in text.split("\n")).strip()
        linked = min(1.0, self._linked / max(1, len(text)))
        # Pages without <p> separate paragraphs by two breaks.
        if "\n" in text:
            text = text.replace("\t", GAP).strip()
        for part in filter(None, _GAPS.split(text)):
            self.blocks.append(TextBlock(text=part, tag=tag, boilerplate=self._in_boilerplate > 0, linked=linked))
        self._words, self._linked = [], 0

    def _take(self, text: str | None, *, pre: bool = False) -> None:
        if text:
            # Line ends in the source are white space, except in <pre>.
            self._words.append(text.replace("\r", "") if pre else text.translate(_LINES))
            self._linked += len(text.strip()) if self._in_links else 0


_LINES = str.maketrans("\n\r\t\f\v\u2028\u2029", " " * 7)


def _tag_above(element: html.HtmlElement) -> str:
    above = element.getparent()
    return above.tag if above is not None and isinstance(above.tag, str) else "body"


def _is_invisible(element: html.HtmlElement) -> bool:
    if element.tag in _INVISIBLE or "hidden" in element.attrib:
        return True
    if element.tag == "sup" and _is_footnote(element):
        return True
    return "style" in element.attrib and _HIDDEN.search(element.attrib["style"]) is not None


def _is_footnote(element: html.HtmlElement) -> bool:
    """Whether a raised element is only the mark of a footnote: ``<sup><a href="#n3">[3]</a></sup>``."""
    return _FOOTNOTE.fullmatch("".join(islice(element.itertext(), _MOST_PIECES))) is not None


def _is_boilerplate(element: html.HtmlElement) -> bool:
    return element.tag in _BOILERPLATE or element.attrib.get("role", "").lower() in _ROLES
