"""Frozen text: casing and paragraphs, without ever moving an offset."""

import re
from collections.abc import Iterator

from tollbook.model import Span

_PARAGRAPH = re.compile(r"[^\n]+(?:\n(?![ \t]*\n)[^\n]+)*")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_POSSESSIVE = re.compile(r"['’]s?$")
_VOWEL = re.compile(r"[aeiouyàáâãäåèéêëìíîïòóôõöøùúûüý]")
#: "Corvan Workers Union [CWU]": an acronym in brackets, and the words before it that it shortens.
_SPELT_OUT = re.compile(r"((?:[^\W\d_]+[ \n-]{1,4}){2,9})[\[(]([^\W\d_]{2,10})[\])]")
_BRACKETED = re.compile(r"[\[(]([^\W\d_]{2,10})[\])]")
#: Words at which the name before an acronym ends; "of", "for" and "and" stand inside of names.
_BEFORE_NAME = frozenset(
    "the a an by to from with at in on that which said as its their his against between or but is was".split()
)
_PREFIX = re.compile(r"(?:anti|counter|inter|mis|multi|neo|non|over|pre|pro|re|sub|super|ultra|un|under)(?=\w{4})")
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


def capitalised(text: str, ordinary: frozenset[str], proper: frozenset[str]) -> str:
    """A capitals-only text in sentence case: names take a capital, acronyms keep all of theirs.

    A word is a name where it is in ``proper`` or not in ``ordinary`` (both in lower case), or where it stands before
    the acronym that shortens it. The result has the length of ``text``, so every offset holds in both.
    """
    lowered = list(lower_in_place(text))
    acronyms = {m[1] for m in _BRACKETED.finditer(text) if m[1].lower() not in ordinary}
    spelt_out = set(_spelt_out(text, acronyms))
    for match in _WORD.finditer(text):
        start, word = match.start(), _POSSESSIVE.sub("", match.group())
        low = word.lower()
        if word in acronyms or (low not in proper | ordinary and len(low) > 1 and not _VOWEL.search(low)):
            lowered[start : start + len(word)] = word
        elif _begins_sentence(text, start) or start in spelt_out or low in proper or not _is_ordinary(low, ordinary):
            lowered[start] = word[0]
    return "".join(lowered)


def _is_ordinary(word: str, ordinary: frozenset[str]) -> bool:
    return word in ordinary or _PREFIX.sub("", word) in ordinary


def _begins_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - 4) : start].rstrip("\"'“‘([ \n\t")
    return start == 0 or not text[:start].strip() or before.endswith((".", "!", "?", "]", "--"))


def _spelt_out(text: str, acronyms: set[str]) -> Iterator[int]:
    """Where the words of names begin that an acronym in brackets shortens, back to an article or preposition."""
    for match in _SPELT_OUT.finditer(text):
        if match[2] not in acronyms:
            continue
        words = list(_WORD.finditer(match[1]))
        for word in reversed(words):
            low = word.group().lower()
            if low in _BEFORE_NAME:
                break
            if len(low) > 3 or low[0] in match[2].lower():
                yield match.start() + word.start()
