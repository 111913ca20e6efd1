"""The result of a parser: the visible text of a document, the part of it that is the report, and its metadata."""

import re
from collections.abc import Iterable, Iterator

import msgspec

from tollbook.model import Record, Refusal, Span

#: The largest single document, in bytes; anything larger is a collection. A judgement.
MAX_DOCUMENT = 100_000_000
#: Characters of the longest title, address or name; some addresses have a few thousand.
_MAX_VALUE = 4000
#: Characters that nobody sees, but that hide the word they stand in from a reader: soft hyphens, zero-width spaces and
#: marks of direction. The joiners are spelling in Arabic and the scripts of India, join emoji, and are invisible after
#: other letters.
_JOINED = "\u0600-\u109f\u1780-\u17ff\u2190-\u2bff\ufe0f\U0001f000-\U0001faff"
INVISIBLE = re.compile(
    f"[\0\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+|(?<![{_JOINED}])[\u200c\u200d]+"
)
#: Runs ``(start, start in the visible text, length)``, see ``cut``.
Runs = tuple[tuple[int, int, int], ...]


class MetadataValue(Record, frozen=True, kw_only=True):
    """A metadata value and its source in a document: ``MetadataValue(value="Valley Post", source="og:site_name")``."""

    value: str
    source: str


Metadata = dict[str, MetadataValue]


class ParsedDocument(Record, frozen=True, kw_only=True):
    """A parsed document: all of its decoded visible text, and the spans of it that are the report.

    ``metadata`` has any of title, outlet, author, url, published, modified, captured and language, days as ISO 8601.
    ``pages`` is the number of pages if the document is a scan without text of its own, else 0.
    """

    visible: str
    report_spans: tuple[Span, ...]
    metadata: Metadata = msgspec.field(default_factory=dict)
    pages: int = 0


class EmbeddedDocument(Record, frozen=True, kw_only=True):
    """A document inside another: its bytes, and the metadata that the outer one gives.

    Without ``media_type`` the type is detected from the bytes and the name.
    """

    name: str
    data: bytes
    media_type: str | None = None
    metadata: Metadata = msgspec.field(default_factory=dict)


class ParseResult(Record, frozen=True, kw_only=True):
    """The result of parsing some bytes: the document that they are, and the documents inside it."""

    document: ParsedDocument | None = None
    members: tuple[EmbeddedDocument, ...] = ()
    refused: tuple[Refusal, ...] = ()


def whole(visible: str, metadata: Metadata | None = None) -> ParseResult:
    """A document whose whole visible text is the report."""
    return ParseResult(
        document=ParsedDocument(visible=visible, report_spans=((0, len(visible)),), metadata=metadata or {})
    )


def metadata_value(value: object, source: str) -> MetadataValue | None:
    """A value with its source, or ``None`` for an empty one.

    White space becomes single spaces. Invisible characters are left out, and long values are cut.
    """
    seen = INVISIBLE.sub("", str(value)[: 2 * _MAX_VALUE]) if value is not None else ""
    words = " ".join(seen.split())[:_MAX_VALUE]
    return MetadataValue(value=words, source=source) if words else None


def metadata_of(**values: MetadataValue | None) -> Metadata:
    """Metadata of the values that are not None."""
    return {name: value for name, value in values.items() if value is not None}


def joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans in order; adjacent ones are merged."""
    merged: list[Span] = []
    for start, end in spans:
        if merged and merged[-1][1] == start:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return tuple(merged)


def without_invisible(document: ParsedDocument) -> ParsedDocument:
    """The document with a report without invisible characters; its visible text keeps them."""
    return msgspec.structs.replace(document, report_spans=tuple(_seen(document)))


def _seen(document: ParsedDocument) -> Iterator[Span]:
    for start, end in document.report_spans:
        at = start
        for unseen in INVISIBLE.finditer(document.visible, start, end):
            yield at, unseen.start()
            at = unseen.end()
        yield at, end


def cut(document: ParsedDocument) -> tuple[str, Runs]:
    """The report's text, and the runs that map it back to the visible text.

    A run ``(a, b, n)`` means ``text[a:a + n] == visible[b:b + n]``. Nothing is inserted between the spans, so the
    runs cover the text. There are no runs if the text is all of the visible text.
    """
    pieces, runs, at = [], [], 0
    for start, end in document.report_spans:
        if end > start:
            pieces.append(document.visible[start:end])
            runs.append((at, start, end - start))
            at += end - start
    text = "".join(pieces)
    return text, () if text == document.visible else tuple(runs)
