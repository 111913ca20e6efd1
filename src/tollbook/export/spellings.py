"""Matching names in any spelling: diacritics, case, script, line ends and hyphens make no difference.

Words are folded one by one: transliterated by anyascii and lower-cased. A name matches where consecutive folded words,
joined, equal it: "Ánira\\nDost", "anira-dost", "AniraDost", "Аніра Дост" and "Dost, Anira" all match Anira Dost.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise

from anyascii import anyascii

from tollbook import locale
from tollbook.model import Span

#: Runs of letters. Those inside a hash or id, with digits among the letters a to f, are not words.
_LETTERS = re.compile(r"\b(?=[a-f]*\d)[0-9a-f]{16,}\b|([^\W\d_]+)")
_HUMP = re.compile(r"(?<=[a-zß-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])")
_NOT_LETTERS = re.compile(r"[^a-z]+")
#: Names of at least this many letters are also found inside longer words ("aniradostnews"). Chosen by hand: shorter
#: ones occur inside ordinary words.
_MIN_INSIDE = 8


@lru_cache(maxsize=1 << 16)
def fold(word: str) -> str:
    """A word as the letters a to z."""
    return _NOT_LETTERS.sub("", anyascii(word).lower())


def words_of(text: str) -> list[Span]:
    """The spans of the words of a text: runs of letters, split at capitals inside them ("AniraDost")."""
    return [(start, end) for start, end, _ in _folded(text)]


def _folded(text: str) -> list[tuple[int, int, str]]:
    """The words of a text: start, end and folded form."""
    words = []
    for match in _LETTERS.finditer(text):
        if match[1]:
            at = match.start()
            words += [(at + first, at + last, folded) for first, last, folded in _humps(match[1])]
    return words


@lru_cache(maxsize=1 << 16)
def _humps(word: str) -> list[tuple[int, int, str]]:
    cuts = [0, *(hump.start() for hump in _HUMP.finditer(word)), len(word)]
    return [(first, last, fold(word[first:last])) for first, last in pairwise(cuts) if first < last]


@cache
def ordinary() -> frozenset[str]:
    """Common words of English, months, weekdays and titles, folded."""
    return frozenset(map(fold, locale.DEFAULT.words("ordinary") | locale.DEFAULT.words("proper")))


class NameMatcher:
    """Finds names in texts. ``parts`` are single names, mostly family names; they match only with a capital letter."""

    def __init__(self, names: Iterable[str], *, parts: Iterable[str] = ()) -> None:
        self._names: set[str] = set()
        self._capital = {fold(part) for part in parts} - {""}
        for name in names:
            folded_words = [folded for start, end in words_of(name) if (folded := fold(name[start:end]))]
            first = folded_words[0] if folded_words else ""
            if len(folded_words) == 1 and (first in ordinary() or len(first) < 3):
                self._capital.add(first)
            elif folded_words:
                # "Dost, Anira" is Anira Dost.
                self._names |= {"".join(folded_words), folded_words[-1] + "".join(folded_words[:-1])}
        every = self._names | self._capital
        self._beginnings = {name[:length] for name in every for length in range(1, len(name) + 1)}
        self._long = [name for name in self._names if len(name) >= _MIN_INSIDE]
        self._contains: Callable[[str], bool] = lru_cache(maxsize=1 << 16)(self._contains_name)

    def __bool__(self) -> bool:
        return bool(self._names or self._capital)

    def find(self, text: str) -> Iterator[Span]:
        """The spans of names in ``text``, from left to right, the longest at each place."""
        if not self:
            return
        words, next_one = _folded(text), 0
        for number, (start, _, folded) in enumerate(words):
            # Most words do not begin a name and are skipped here.
            if number < next_one or (folded not in self._beginnings and len(folded) <= _MIN_INSIDE):
                continue
            last = self._longest(text, words, number)
            if last is not None:
                yield start, words[last][1]
                next_one = last + 1

    def redact(self, text: str, mark: str) -> str:
        """The text with every name replaced."""
        for start, end in reversed(list(self.find(text))):
            text = text[:start] + mark + text[end:]
        return text

    def _longest(self, text: str, words: list[tuple[int, int, str]], first: int) -> int | None:
        longest = first if self._contains(words[first][2]) else None
        joined = ""
        for last in range(first, len(words)):
            joined += words[last][2]
            if joined not in self._beginnings:
                break
            if joined in self._names or (joined in self._capital and text[words[first][0]].isupper()):
                longest = last
        return longest

    def _contains_name(self, word: str) -> bool:
        return len(word) > _MIN_INSIDE and any(name in word for name in self._long)
