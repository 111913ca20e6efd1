"""Shared misspellings: a spelling error that two reports share was probably made once."""

import functools
import re
from collections.abc import Iterable

from tollbook import locale

_WORD = re.compile(r"(?<![\w'’-])[a-z]{6,}(?![\w'’-])")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
#: Letters at the end of a word in which nothing counts as an error: endings are how words are inflected, and no word
#: list of English has all of them.
_FREE_END = 3


@functools.cache
def _ordinary() -> frozenset[str]:
    return locale.DEFAULT.words("ordinary")


def unusual(text: str) -> frozenset[str]:
    """Lower-case words that are not in the word list: spelling errors, and rare words."""
    return frozenset(_WORD.findall(text)) - _ordinary()


def misspellings(words: Iterable[str]) -> frozenset[str]:
    """The spelling errors among unusual words: one letter, or two swapped letters, away from a word in the list.

    Every letter of each word is tried, so call it only with words that two reports share.
    """
    return frozenset(word for word in words if _is_misspelling(word))


@functools.lru_cache(maxsize=1 << 16)
def _is_misspelling(word: str) -> bool:
    inside = range(1, len(word) - _FREE_END + 1)
    swapped = (word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in inside)
    missing = (word[:i] + letter + word[i:] for i in inside for letter in _LETTERS)
    extra = (word[:i] + word[i + 1 :] for i in inside)
    other = (word[:i] + letter + word[i + 1 :] for i in inside for letter in _LETTERS)
    ordinary = _ordinary()
    return any(guess in ordinary for guesses in (swapped, missing, extra, other) for guess in guesses)
