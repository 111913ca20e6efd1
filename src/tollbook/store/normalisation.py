"""Words for the full-text search, in any script: case and accents folded, each with its span.

Scripts without spaces between words (Chinese, Japanese, Thai, Khmer, Lao, Burmese) are split into single characters; a
query for several of them in a row finds them as a phrase.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from tollbook.model import Span

#: Letters of a word that count; longer runs are not words. PostgreSQL takes 2,046 bytes per word.
_MAX_WORD = 200
#: Letters that Unicode does not decompose into a letter and an accent.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ŧ": "t", "ـ": ""}
)
#: Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic. In other scripts the marks are letters.
_ACCENT = re.compile(
    "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]"
)
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003134f"
)
#: A word of a text that has neither marks nor letters of a script without spaces; and before any of these.
_PLAIN_WORD, _FIRST_SPECIAL = re.compile(r"[^\W_]+"), "\u0300"


def words(text: str) -> Iterator[tuple[str, Span]]:
    """The folded words of a text in order, with their spans."""
    for match in _pattern().finditer(text):
        if word := fold(match.group())[:_MAX_WORD]:
            yield word, match.span()


def words_alone(text: str) -> list[str]:
    """The folded words of a text in order. Faster than :func:`words`, for texts that are put into an index."""
    beyond = "".join(letter for letter in set(text) if letter >= _FIRST_SPECIAL)
    pattern = _pattern() if beyond and _special().search(beyond) else _PLAIN_WORD
    return [word for found in pattern.findall(text) if (word := fold(found)[:_MAX_WORD])]


def fold(word: str) -> str:
    """A word without case and accents."""
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.casefold().translate(_PLAIN))
    return unicodedata.normalize("NFC", _ACCENT.sub("", decomposed).casefold().translate(_PLAIN))


@cache
def _special() -> re.Pattern[str]:
    """A character of a script without spaces, or a mark."""
    return re.compile(f"[{_UNSPACED}{_marks()}]")


@cache
def _pattern() -> re.Pattern[str]:
    """One character of a script without spaces, or a run of letters and digits with their marks."""
    letter, marks = f"[^\\W_{_UNSPACED}]", f"[{_marks()}]"
    return re.compile(f"[{_UNSPACED}]{marks}*|{letter}+(?:{marks}+{letter}*)*")


def _marks() -> str:
    """The combining marks of living scripts for a character class; ``re`` does not count them as letters."""
    return "".join(chr(code) for code in range(0x300, 0x1F000) if unicodedata.category(chr(code)).startswith("M"))
