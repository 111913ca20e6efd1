"""PDF: the text page by page, without running heads and feet.

The visible text is what PDFium reads from the pages, line by line. A blank line separates pages, and lines with a wider
space between them than is usual on their page. A hyphen that divides a word at the end of a line stays in the visible
text; the report's text joins the word again.
"""

import itertools
import re
from collections import Counter

import pypdfium2

from tollbook.errors import Unreadable
from tollbook.ingest.document import Metadata, ParsedDocument, ParseResult, joined, metadata_of, metadata_value
from tollbook.ingest.formats.page_metadata import as_day
from tollbook.locale.messages import message
from tollbook.model import Span
from tollbook.text import MAX_LENGTH

#: The average number of characters per page below which a document is a scan: stamps and page numbers have fewer.
_MIN_PER_PAGE = 20
#: A document needs this many pages to have running heads and feet: lines that are the same on this share of pages.
_RUNNING_FROM, _RUNNING_SHARE = 3, 0.6
#: A space this many times as wide as the usual one between two lines separates paragraphs.
_WIDE = 1.35
#: PDFium's character for a hyphen that divides a word at the end of a line.
_SOFT = "\ufffe"
#: How the last line of a page ends if its sentence is complete.
_ENDS = (".", "!", "?", ":", "”", "’", '"', "'", "…", ")")
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"(?:page\s+)?\d{1,4}(?:\s*(?:/|of)\s*\d{1,4})?", re.I)
_STAMP = re.compile(r"D:(\d{4})(\d{2})(\d{2})")
_ENCRYPTED = message("It is protected by a password; save a copy without one.")
_DAMAGED = message("It is a damaged PDF; get an undamaged copy.")
#: Dots per inch at which a scanned page is drawn for OCR; Tesseract's documentation recommends 300.
_DPI = 300


def parse(data: bytes, _media_type: str) -> ParseResult:
    """The text of a PDF; a scan has no text and its number of pages. Raises Unreadable."""
    document = _open(data)
    try:
        pages = [_lines(document[number]) for number in range(len(document))]
        metadata = _metadata(document)
    except pypdfium2.PdfiumError as error:
        raise Unreadable(_DAMAGED) from error
    finally:
        document.close()
    if not pages:
        raise Unreadable(message("It is a PDF without pages."))
    if sum(len(line) for page in pages for line in page) < _MIN_PER_PAGE * len(pages):
        return ParseResult(document=ParsedDocument(visible="", kept=(), metadata=metadata, pages=len(pages)))
    visible, kept = _assemble(pages)
    return ParseResult(document=ParsedDocument(visible=visible, kept=kept, metadata=metadata))


def draw(data: bytes, number: int) -> bytes:
    """A page, counted from 0, as a greyscale picture in PGM, which Tesseract reads. Raises Unreadable."""
    document = _open(data)
    try:
        page = document[number]
        # A page the size of a poster would need gigabytes; 4,000 dots are enough for readable text.
        scale = min(_DPI / 72, 4000 / max(*page.get_size(), 1))
        bitmap = page.render(scale=scale, grayscale=True)
        rows = bitmap.to_numpy().reshape(bitmap.height, -1)[:, : bitmap.width]
        picture: bytes = b"P5 %d %d 255\n" % (bitmap.width, bitmap.height) + rows.tobytes()
    except (pypdfium2.PdfiumError, IndexError, ValueError) as error:
        raise Unreadable(_DAMAGED) from error
    finally:
        document.close()
    return picture


def _open(data: bytes) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        protected = "password" in str(error).lower() or "security" in str(error).lower()
        raise Unreadable(_ENCRYPTED if protected else _DAMAGED) from error


def _lines(page: pypdfium2.PdfPage) -> list[str]:
    """The lines of a page, with an empty line where the space between two is wide."""
    text_page = page.get_textpage()
    try:
        # Read by character number, so that the position of each line on the page can be looked up.
        count = text_page.count_chars()
        text = text_page.get_text_range(0, count) if count else ""
        lines = _split(text)
        tops = [_baseline(text_page, at, min(at + len(line), count)) for at, line in lines]
    finally:
        text_page.close()
        page.close()
    gaps = sorted(above - below for above, below in itertools.pairwise(tops) if above and below and above > below)
    # The lower quartile, not the median: a page of short paragraphs has more wide gaps than narrow ones.
    usual = gaps[(len(gaps) - 1) // 4] if gaps else 0.0
    spaced: list[str] = []
    for number, (_, line) in enumerate(lines):
        above, here = (tops[number - 1], tops[number]) if number else (None, None)
        if above and here and usual and (above - here > _WIDE * usual or here > above):
            spaced.append("")
        spaced.append(line)
    return spaced


def _split(text: str) -> list[tuple[int, str]]:
    """Lines that are not blank, with the offset of each."""
    lines, at = [], 0
    for raw in text.splitlines(keepends=True):
        line = raw.rstrip("\r\n\f\v\x1c\x1d\x1e\x85\u2028\u2029")
        if line.strip():
            lines.append((at, line))
        at += len(raw)
    return lines


def _baseline(text_page: pypdfium2.PdfTextPage, start: int, end: int) -> float | None:
    """The height of the first letter of a line above the lower edge of the page, in points."""
    for at in range(start, end):
        left, bottom, right, top = text_page.get_charbox(at)
        if right > left and top > bottom:
            return float(bottom)
    return None


def _assemble(pages: list[list[str]]) -> tuple[str, tuple[Span, ...]]:
    """The visible text, and its spans without running heads, page numbers and hyphens that divide words.

    Several blank lines become one. None is kept if a page ends within a sentence.
    """
    running = _running(pages)
    parts: list[str] = []
    spans: list[Span] = []
    at, blank, last, turned = 0, None, "", False
    for page in pages:
        for number, raw in enumerate(page):
            line = _clean(raw)
            end = at + len(line)
            head_or_foot = number in {0, len(page) - 1} and _PAGE_NUMBER.fullmatch(line.strip()) is not None
            if not line:
                blank = (at, at + 1)
            elif not head_or_foot and _key(line) not in running:
                if blank and last and not (turned and not last.endswith(_ENDS)):
                    spans.append(blank)
                spans.append((at, end - 1) if raw.endswith(_SOFT) else (at, end + 1))
                last, blank, turned = line, None, False
            parts.append(line + "\n")
            at = end + 1
            if at > 4 * MAX_LENGTH:
                raise Unreadable(
                    message("It has more than {most:,} characters; split it into single reports.", most=MAX_LENGTH)
                )
        parts.append("\n")
        blank, turned, at = (at, at + 1), True, at + 1
    return "".join(parts), joined(spans)


def _clean(line: str) -> str:
    """A line as printed: PDFium's character becomes a hyphen, unprintable characters are removed."""
    line = line.removesuffix(_SOFT) + "-" if line.endswith(_SOFT) else line
    return "".join(c for c in line.replace(_SOFT, "").replace("\xa0", " ") if c.isprintable()).rstrip()


def _running(pages: list[list[str]]) -> frozenset[str]:
    """Lines at the head or foot of most pages, ignoring numbers."""
    if len(pages) < _RUNNING_FROM:
        return frozenset()
    edges = Counter(key for page in pages for key in {_key(line) for line in (*page[:2], *page[-2:]) if line.strip()})
    return frozenset(key for key, times in edges.items() if times >= _RUNNING_SHARE * len(pages))


def _key(line: str) -> str:
    return _DIGITS.sub("#", " ".join(line.split()))


def _metadata(document: pypdfium2.PdfDocument) -> Metadata:
    """Title, author and the day of the last change. The day a file was created is not its publication."""
    properties = document.get_metadata_dict(skip_empty=True)
    changed = _STAMP.match(properties.get("ModDate", ""))
    return metadata_of(
        title=metadata_value(properties.get("Title"), "PDF Title"),
        author=metadata_value(properties.get("Author"), "PDF Author"),
        modified=metadata_value(as_day("-".join(changed.groups())), "PDF ModDate") if changed else None,
    )
