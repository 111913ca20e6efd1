"""Misspellings: a slip of the pen that two reports share was made once."""

import functools
import re
from collections.abc import Iterable

from tollbook import locale

_WORD = re.compile(r"(?<![\w'’-])[a-z]{6,}(?![\w'’-])")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
#: Letters at the start and the end of a word in which nothing counts as a slip: endings are how words are inflected,
#: and a word list of English never has all of them.
_FREE_END = 3


@functools.cache
def _ordinary() -> frozenset[str]:
    return locale.DEFAULT.words("ordinary")


def unusual(text: str) -> frozenset[str]:
    """Words in lower case that are no word of English: slips among them, and much that is none."""
    return frozenset(_WORD.findall(text)) - _ordinary()


def slips(words: Iterable[str]) -> frozenset[str]:
    """Of unusual words those that are one letter, or two letters in turn, away from a word of English.

    Each word is tried with every letter changed, so it is asked only of words that two reports share.
    """
    return frozenset(word for word in words if _is_slip(word))


@functools.lru_cache(maxsize=1 << 16)
def _is_slip(word: str) -> bool:
    inside = range(1, len(word) - _FREE_END + 1)
    turned = (word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in inside)
    missing = (word[:i] + letter + word[i:] for i in inside for letter in _LETTERS)
    extra = (word[:i] + word[i + 1 :] for i in inside)
    other = (word[:i] + letter + word[i + 1 :] for i in inside for letter in _LETTERS)
    ordinary = _ordinary()
    return any(guess in ordinary for guesses in (turned, missing, extra, other) for guess in guesses)
