"""Names in every spelling: diacritics, case, script, line ends and joints make no difference.

A name is a row of letters; a text is a row of words. Words are folded one by one (transliterated by anyascii, small
letters), and a name is found where folded words, one after the other and joined, make it: "Ánira\\nDost", "anira-dost",
"AniraDost", "Аніра Дост" and "Dost, Anira" are all Anira Dost.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import pairwise

from anyascii import anyascii

from tollbook import locale
from tollbook.model import Span

#: Runs of letters. Those of a hash or id, which has digits among its letters a to f, are no words.
_LETTERS = re.compile(r"\b(?=[a-f]*\d)[0-9a-f]{16,}\b|([^\W\d_]+)")
_HUMP = re.compile(r"(?<=[a-zß-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])")
_JOINTS = re.compile(r"[^a-z]+")
#: From so many letters on a name is found inside of a longer word too ("aniradostnews"). Chosen by hand: shorter rows
#: of letters stand in ordinary words.
_LONG = 8


@lru_cache(maxsize=1 << 16)
def fold(word: str) -> str:
    """The letters a to z a word comes to."""
    return _JOINTS.sub("", anyascii(word).lower())


def words_of(text: str) -> list[Span]:
    """Where the words of a text stand: runs of letters, humps of joined words apart."""
    return [(start, end) for start, end, _ in _folded(text)]


def _folded(text: str) -> list[tuple[int, int, str]]:
    """The words of a text and what they come to."""
    found = []
    for match in _LETTERS.finditer(text):
        if match[1]:
            at = match.start()
            found += [(at + first, at + last, folded) for first, last, folded in _humps(match[1])]
    return found


@lru_cache(maxsize=1 << 16)
def _humps(word: str) -> list[tuple[int, int, str]]:
    cuts = [0, *(hump.start() for hump in _HUMP.finditer(word)), len(word)]
    return [(first, last, fold(word[first:last])) for first, last in pairwise(cuts) if first < last]


@cache
def ordinary() -> frozenset[str]:
    """Ordinary words of English, months, weekdays and titles, folded."""
    return frozenset(map(fold, locale.DEFAULT.words("ordinary") | locale.DEFAULT.words("proper")))


class Spellings:
    """Names to look for. ``parts`` are single names, family names above all, found only where they have a capital."""

    def __init__(self, names: Iterable[str], *, parts: Iterable[str] = ()) -> None:
        self._names: set[str] = set()
        self._capital = {fold(part) for part in parts} - {""}
        for name in names:
            row = [folded for start, end in words_of(name) if (folded := fold(name[start:end]))]
            if len(row) == 1 and (row[0] in ordinary() or len(row[0]) < 3):
                self._capital.add(row[0])
            elif row:
                # "Dost, Anira" is Anira Dost.
                self._names |= {"".join(row), row[-1] + "".join(row[:-1])}
        every = self._names | self._capital
        self._beginnings = {name[:length] for name in every for length in range(1, len(name) + 1)}
        self._long = [name for name in self._names if len(name) >= _LONG]
        self._holds: Callable[[str], bool] = lru_cache(maxsize=1 << 16)(self._holds_one)

    def __bool__(self) -> bool:
        return bool(self._names or self._capital)

    def find(self, text: str) -> Iterator[Span]:
        """Where names stand in ``text``, from left to right, the longest at each place."""
        if not self:
            return
        words, next_one = _folded(text), 0
        for number, (start, _, folded) in enumerate(words):
            # Most words begin no name, and are done with here.
            if number < next_one or (folded not in self._beginnings and len(folded) <= _LONG):
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
        found = first if self._holds(words[first][2]) else None
        joined = ""
        for last in range(first, len(words)):
            joined += words[last][2]
            if joined not in self._beginnings:
                break
            if joined in self._names or (joined in self._capital and text[words[first][0]].isupper()):
                found = last
        return found

    def _holds_one(self, word: str) -> bool:
        return len(word) > _LONG and any(name in word for name in self._long)
