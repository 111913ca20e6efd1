"""Words as a search compares them: case and accents folded, the same in every script, each with where it stands.

Scripts that put no spaces between words (Chinese, Japanese, Thai, Khmer, Lao, Burmese) are cut into single characters;
a search for several of them in a row finds them as a phrase.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from tollbook.model import Span

#: Longer runs of letters are no words; what is beyond does not count. PostgreSQL takes 2,046 bytes a word.
_LONGEST = 200
#: Letters that Unicode does not take apart into a letter and its accent.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th", "ŧ": "t", "ـ": ""}
)
#: Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic. The marks of other scripts are letters of theirs.
_ACCENT = re.compile(
    "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670]"
)
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003134f"
)


def words(text: str) -> Iterator[tuple[str, Span]]:
    """The folded words of a text in their order, with the span of each."""
    for match in _pattern().finditer(text):
        if word := fold(match.group())[:_LONGEST]:
            yield word, match.span()


def fold(word: str) -> str:
    """A word without case and accents."""
    if word.isascii():
        return word.lower()
    apart = unicodedata.normalize("NFKD", word.casefold().translate(_PLAIN))
    return unicodedata.normalize("NFC", _ACCENT.sub("", apart).casefold().translate(_PLAIN))


@cache
def _pattern() -> re.Pattern[str]:
    """One character of a script without spaces, or a run of letters, digits and the marks that belong to them."""
    letter, marks = f"[^\\W_{_UNSPACED}]", f"[{_marks()}]"
    return re.compile(f"[{_UNSPACED}]{marks}*|{letter}+(?:{marks}+{letter}*)*")


def _marks() -> str:
    """The combining marks of living scripts as the inside of a character class; ``re`` counts none as a letter."""
    return "".join(chr(code) for code in range(0x300, 0x1F000) if unicodedata.category(chr(code)).startswith("M"))
