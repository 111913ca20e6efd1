"""What a format gives: the visible text of a document, which part of it is the report, and what it says of itself."""

from collections.abc import Iterable

import msgspec

from tollbook.model import Record, Refusal, Span

#: Bytes of the largest single document; what is larger is a collection. A judgement.
MAX_DOCUMENT = 100_000_000
#: Characters of a title, an address or a name; some addresses have a few thousand.
_LONGEST_FACT = 4000
Runs = tuple[tuple[int, int, int], ...]


class Fact(Record, frozen=True, kw_only=True):
    """What a document says of itself, and where: ``Fact(value="Valley Post", source="og:site_name")``."""

    value: str
    source: str


Facts = dict[str, Fact]


class Document(Record, frozen=True, kw_only=True):
    """A document read. ``visible`` is all of its decoded visible text, ``kept`` the spans of it that are the report.

    ``facts`` has any of title, outlet, author, url, published, modified, captured and language, days as ISO 8601.
    ``pages`` is set where the document is a scan of so many pages and has no text of its own.
    """

    visible: str
    kept: tuple[Span, ...]
    facts: Facts = msgspec.field(default_factory=dict)
    pages: int = 0


class Member(Record, frozen=True, kw_only=True):
    """A document inside of another: its bytes, and what the other says of it. Without ``media_type`` it is guessed."""

    name: str
    data: bytes
    media_type: str | None = None
    facts: Facts = msgspec.field(default_factory=dict)


class Parsed(Record, frozen=True, kw_only=True):
    """All that came of some bytes: the document they are, and the documents that are in it."""

    document: Document | None = None
    members: tuple[Member, ...] = ()
    refused: tuple[Refusal, ...] = ()


def whole(visible: str, facts: Facts | None = None) -> Parsed:
    """A document all of whose visible text is the report."""
    return Parsed(document=Document(visible=visible, kept=((0, len(visible)),), facts=facts or {}))


def fact(value: object, source: str) -> Fact | None:
    """A fact, or ``None`` where nothing is said. White space within it becomes one space; it is cut when overlong."""
    words = " ".join(str(value)[: 2 * _LONGEST_FACT].split())[:_LONGEST_FACT] if value is not None else ""
    return Fact(value=words, source=source) if words else None


def facts_of(**found: Fact | None) -> Facts:
    """The facts that are there."""
    return {name: one for name, one in found.items() if one is not None}


def joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans in order, those that touch made one."""
    found: list[Span] = []
    for start, end in spans:
        if found and found[-1][1] == start:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return tuple(found)


def cut(document: Document) -> tuple[str, Runs]:
    """The report's text and the runs that lead from it back to the visible text.

    A run ``(a, b, n)`` says ``text[a:a + n] == visible[b:b + n]``. Nothing is put in between the kept spans, so the
    runs cover the text. There are none where the text is the visible text whole.
    """
    pieces, runs, at = [], [], 0
    for start, end in document.kept:
        if end > start:
            pieces.append(document.visible[start:end])
            runs.append((at, start, end - start))
            at += end - start
    text = "".join(pieces)
    return text, () if text == document.visible else tuple(runs)
