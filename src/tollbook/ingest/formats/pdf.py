"""PDF: the text page by page, without the lines that stand on every page.

The visible text is what PDFium reads from the pages, lines as they are set; a blank line stands between pages and
where the space between two lines is wider than is usual on their page. A line that ends in a hyphen which only
parts a word keeps it in the visible text; the report's text joins the word again.
"""

import itertools
import re
from collections import Counter

import pypdfium2

from tollbook.errors import Unreadable
from tollbook.ingest.document import Document, Facts, Parsed, fact, facts_of, joined
from tollbook.ingest.formats.metadata import as_day
from tollbook.model import Span
from tollbook.text import MAX_LENGTH

#: Characters a page must have on average, or the document is a scan: stamps and page numbers have fewer.
_LEAST_PER_PAGE = 20
#: Pages from which on, and the share of them on which, a line in the same words is a running head or foot.
_RUNNING_FROM, _RUNNING_SHARE = 3, 0.6
#: A space this much wider than the usual one between two lines parts paragraphs.
_WIDE = 1.35
#: PDFium's mark for a hyphen at a line's end that only parts a word.
_SOFT = "\ufffe"
#: How the last line of a page ends where its sentence does.
_ENDS = (".", "!", "?", ":", "”", "’", '"', "'", "…", ")")
_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"(?:page\s+)?\d{1,4}(?:\s*(?:/|of)\s*\d{1,4})?", re.I)
_STAMP = re.compile(r"D:(\d{4})(\d{2})(\d{2})")
#: PDF's errors by words of PDFium's message, as sentences.
_ENCRYPTED = "It is protected by a password; save a copy without one."
_BROKEN = "It is a damaged PDF; get an undamaged copy."
#: Dots an inch at which a scanned page is drawn for OCR; Tesseract's documentation asks for 300.
_DPI = 300


def parse(data: bytes, _media_type: str) -> Parsed:
    """The text of a PDF; a scan comes back without text and with its number of pages. Raises Unreadable."""
    document = _open(data)
    try:
        pages = [_lines(document[number]) for number in range(len(document))]
        facts = _facts(document)
    except pypdfium2.PdfiumError as error:
        raise Unreadable(_BROKEN) from error
    finally:
        document.close()
    if not pages:
        raise Unreadable("It is a PDF without any page.")
    if sum(len(line) for page in pages for line in page) < _LEAST_PER_PAGE * len(pages):
        return Parsed(document=Document(visible="", kept=(), facts=facts, pages=len(pages)))
    visible, kept = _assemble(pages)
    return Parsed(document=Document(visible=visible, kept=kept, facts=facts))


def draw(data: bytes, number: int) -> bytes:
    """A page, counted from 0, as a grey picture in PGM, which Tesseract reads. Raises Unreadable."""
    document = _open(data)
    try:
        page = document[number]
        # A page of a poster's size would need gigabytes; 4,000 dots across are enough for any text that can be read.
        scale = min(_DPI / 72, 4000 / max(*page.get_size(), 1))
        bitmap = page.render(scale=scale, grayscale=True)
        rows = bitmap.to_numpy().reshape(bitmap.height, -1)[:, : bitmap.width]
        picture: bytes = b"P5 %d %d 255\n" % (bitmap.width, bitmap.height) + rows.tobytes()
    except (pypdfium2.PdfiumError, IndexError, ValueError) as error:
        raise Unreadable(_BROKEN) from error
    finally:
        document.close()
    return picture


def _open(data: bytes) -> pypdfium2.PdfDocument:
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        protected = "password" in str(error).lower() or "security" in str(error).lower()
        raise Unreadable(_ENCRYPTED if protected else _BROKEN) from error


def _lines(page: pypdfium2.PdfPage) -> list[str]:
    """The lines of a page; an empty one where the space between two is wide."""
    text_page = page.get_textpage()
    try:
        # Character by character, so that the place of each line on the page can be asked for by its number.
        count = text_page.count_chars()
        text = text_page.get_text_range(0, count) if count else ""
        lines = _split(text)
        tops = [_baseline(text_page, at, min(at + len(line), count)) for at, line in lines]
    finally:
        text_page.close()
        page.close()
    gaps = sorted(above - below for above, below in itertools.pairwise(tops) if above and below and above > below)
    # The lower quarter, not the middle: a page of short paragraphs has more wide gaps than narrow ones.
    usual = gaps[(len(gaps) - 1) // 4] if gaps else 0.0
    spaced: list[str] = []
    for number, (_, line) in enumerate(lines):
        above, here = (tops[number - 1], tops[number]) if number else (None, None)
        if above and here and usual and (above - here > _WIDE * usual or here > above):
            spaced.append("")
        spaced.append(line)
    return spaced


def _split(text: str) -> list[tuple[int, str]]:
    """Lines with words in them and where each begins."""
    lines, at = [], 0
    for raw in text.splitlines(keepends=True):
        line = raw.rstrip("\r\n\f\v\x1c\x1d\x1e\x85\u2028\u2029")
        if line.strip():
            lines.append((at, line))
        at += len(raw)
    return lines


def _baseline(text_page: pypdfium2.PdfTextPage, start: int, end: int) -> float | None:
    """How far above the page's lower edge the first letter of a line sits, in points."""
    for at in range(start, end):
        left, bottom, right, top = text_page.get_charbox(at)
        if right > left and top > bottom:
            return float(bottom)
    return None


def _assemble(pages: list[list[str]]) -> tuple[str, tuple[Span, ...]]:
    """The visible text, and the spans of it that are no running heads, page numbers or word-parting hyphens.

    Of several blank lines one is kept, and none where a page ends within a sentence.
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
                raise Unreadable(f"It has more than {MAX_LENGTH:,} characters; split it into single reports.")
        parts.append("\n")
        blank, turned, at = (at, at + 1), True, at + 1
    return "".join(parts), joined(spans)


def _clean(line: str) -> str:
    """A line as it is shown: PDFium's mark as the hyphen that is printed, no characters that cannot be shown."""
    line = line.removesuffix(_SOFT) + "-" if line.endswith(_SOFT) else line
    return "".join(c for c in line.replace(_SOFT, "").replace("\xa0", " ") if c.isprintable()).rstrip()


def _running(pages: list[list[str]]) -> frozenset[str]:
    """Lines at the head or foot of most pages, numbers aside."""
    if len(pages) < _RUNNING_FROM:
        return frozenset()
    edges = Counter(key for page in pages for key in {_key(line) for line in (*page[:2], *page[-2:]) if line.strip()})
    return frozenset(key for key, times in edges.items() if times >= _RUNNING_SHARE * len(pages))


def _key(line: str) -> str:
    return _DIGITS.sub("#", " ".join(line.split()))


def _facts(document: pypdfium2.PdfDocument) -> Facts:
    """Title, author and the day of the last change. A file's day of creation is not one of publication."""
    said = document.get_metadata_dict(skip_empty=True)
    changed = _STAMP.match(said.get("ModDate", ""))
    return facts_of(
        title=fact(said.get("Title"), "PDF Title"),
        author=fact(said.get("Author"), "PDF Author"),
        modified=fact(as_day("-".join(changed.groups())), "PDF ModDate") if changed else None,
    )
