"""Frozen text: casing and paragraphs, without ever moving an offset."""

import re
from collections.abc import Iterator

from tollbook.model import Span

_PARAGRAPH = re.compile(r"[^\n]+(?:\n(?![ \t]*\n)[^\n]+)*")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
#: A text is a capitals-only wire when at most this share of its letters is lower case. Wire copy measures 0.00,
#: a headline-heavy web page at least 0.80, so anything between separates them.
_LOWER_SHARE = 0.2


def paragraphs(text: str) -> Iterator[Span]:
    """Spans of the runs of text between blank lines."""
    for match in _PARAGRAPH.finditer(text):
        yield match.span()


def is_capitals_only(text: str) -> bool:
    """Whether a text is written in capitals throughout, as wire services used to send."""
    letters = [c for c in text if c.isalpha() and c.lower() != c.upper()]
    lower = sum(c.islower() for c in letters)
    return bool(letters) and lower <= _LOWER_SHARE * len(letters)


def lower_in_place(text: str) -> str:
    """The text in lower case with every offset kept: a letter whose lower case is longer stays as it is."""
    return "".join(low if len(low := c.lower()) == 1 else c for c in text)


def capitalised(text: str, proper: frozenset[str]) -> str:
    """A capitals-only text in sentence case: sentence starts and the words in ``proper`` get a capital.

    ``proper`` holds lower-case words. The result has the length of ``text``, so every offset holds in both.
    """
    lowered = list(lower_in_place(text))
    sentence_start = True
    for match in _WORD.finditer(text):
        before = text[max(0, match.start() - 4) : match.start()].rstrip("\"'“‘([ \n\t")
        if before.endswith((".", "!", "?", "]", "--")):
            sentence_start = True
        if sentence_start or match.group().lower() in proper:
            lowered[match.start()] = match.group()[0]
        sentence_start = False
    return "".join(lowered)
