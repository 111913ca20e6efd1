"""Folding words, so that diacritics, case, script, hyphens and romanisation make no difference."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from itertools import pairwise

from anyascii import anyascii

from tollbook import locale
from tollbook.model import Span

#: Runs of letters. Those inside a hash or id, with digits among the letters a to f, are not words.
_LETTERS = re.compile(r"\b(?=[a-f]*\d)[0-9a-f]{16,}\b|([^\W\d_]+)")
_HUMP = re.compile(r"(?<=[a-zß-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])")
_NOT_LETTERS = re.compile(r"[^a-z]+")
#: Georgian letters: Unicode has capital forms, but Georgian is written without capitals.
_GEORGIAN = ("\u10d0", "\u10ff")
#: Letters that romanisations interchange, longest first: Müller and Mueller, Хижняк and Hizhnyak or Khyzhniak.
_ALIKE = (
    ("sch", "s"), ("sh", "s"), ("zh", "j"), ("kh", "h"), ("gh", "g"), ("ph", "f"), ("th", "t"), ("dh", "d"),
    ("ck", "k"), ("ch", "c"), ("ts", "c"), ("tz", "c"), ("cz", "c"), ("sz", "s"), ("rz", "j"), ("dj", "j"),
    ("ae", "a"), ("oe", "o"), ("ue", "u"), ("aa", "a"), ("ou", "u"), ("oo", "u"), ("ee", "i"), ("ie", "e"),
    ("yu", "u"), ("iu", "u"), ("ju", "u"), ("ya", "a"), ("ia", "a"), ("ja", "a"), ("ye", "e"), ("yo", "o"),
    ("y", "i"), ("j", "i"), ("w", "v"), ("q", "k"), ("x", "ks"), ("z", "s"),
)  # fmt: skip
_TWICE = re.compile(r"(.)\1+")


@lru_cache(maxsize=1 << 16)
def fold(word: str) -> str:
    """A word as the letters a to z."""
    return _NOT_LETTERS.sub("", anyascii(word).lower())


@lru_cache(maxsize=1 << 16)
def romanised(folded: str) -> str:
    """A folded word in one form for all romanisations of it: ``mueller`` and ``muller`` give the same."""
    for letters, one in _ALIKE:
        folded = folded.replace(letters, one)
    return _TWICE.sub(r"\1", folded)


def words_of(text: str) -> list[Span]:
    """The spans of the words of a text: runs of letters, split at capitals inside them ("AniraDost")."""
    return [(start, end) for start, end, _ in folded_words(text)]


def split(text: str) -> list[str]:
    """The words of a text."""
    return [text[start:end] for start, end in words_of(text)]


def key(text: str) -> str:
    """The folded words of a text, joined."""
    return "".join(map(fold, split(text)))


def part_of(names: Iterable[str]) -> Callable[[AbstractSet[str]], bool]:
    """A function that says whether some folded words are all of one of ``names``, as "orsen" is of Davit Orsen."""
    by_word: dict[str, list[frozenset[str]]] = defaultdict(list)
    for name in names:
        words = frozenset(map(fold, split(name)))
        for word in words:
            by_word[word].append(words)

    def check(words: AbstractSet[str]) -> bool:
        return any(words <= each for each in by_word.get(next(iter(words), ""), ()))

    return check


def folded_words(text: str) -> list[tuple[int, int, str]]:
    """The words of a text: start, end and folded form."""
    words = []
    for match in _LETTERS.finditer(text):
        if match[1]:
            at = match.start()
            words += [(at + first, at + last, folded) for first, last, folded in _humps(match[1])]
    return words


def has_capital(word: str) -> bool:
    """Whether a word is written as a name can be: with a capital letter, or in a script that has none."""
    return not word[0].islower() or _GEORGIAN[0] <= word[0] <= _GEORGIAN[1]


@lru_cache(maxsize=1 << 16)
def _humps(word: str) -> list[tuple[int, int, str]]:
    cuts = [0, *(hump.start() for hump in _HUMP.finditer(word)), len(word)]
    return [(first, last, fold(word[first:last])) for first, last in pairwise(cuts) if first < last]


@cache
def ordinary() -> frozenset[str]:
    """Common words of English, months, weekdays and titles, folded."""
    return frozenset(map(fold, locale.DEFAULT.words("ordinary") | proper()))


def clears(word: str, words: AbstractSet[str]) -> bool:
    """Whether a word is one of these folded ``words``. "Łoś" is not the ordinary word "los"."""
    folded = fold(word)
    return folded in words and (word.isascii() or folded not in ordinary())


@cache
def proper() -> frozenset[str]:
    """Months, weekdays, titles and other common words with a capital letter, folded."""
    return frozenset(map(fold, locale.DEFAULT.words("proper")))
