"""Compares names across scripts by their consonants, because many scripts do not write vowels.

``anyascii`` writes every script in Latin letters, but its output for Arabic, Hebrew or Burmese lacks the vowels, and
letters that are different in one script are the same in another. So names in two scripts are compared by consonants,
and consonants that romanisations confuse count as one.
"""

import functools
import unicodedata

from anyascii import anyascii
from rapidfuzz import fuzz

from tollbook.reconcile.name_matching import CACHE_SIZE, name_words

#: Consonants that scripts and romanisations write for each other: labials, back stops and their fricatives, sibilants.
_ONE = (("sch", "s"), ("sh", "s"), ("ts", "s"), ("tz", "s"), ("kh", "k"), ("gh", "j"), ("ph", "b"), ("th", "t"),
        ("zh", "j"), ("ch", "s"), ("ck", "k"), ("dh", "d"), ("c", "k"), ("q", "k"), ("h", "k"), ("x", "ks"), ("g", "j"),
        ("p", "b"), ("f", "b"), ("v", "b"), ("z", "s"))  # fmt: skip
#: Burmese is romanised by sound, not by spelling: သ is "th", စ "s", မြ "my", လှ "hl".
_BURMESE = (("lh", "l"), ("mh", "m"), ("nh", "n"), ("mr", "m"), ("kr", "k"), ("pr", "p"), ("c", "s"), ("j", "s"))
_ROMANISED_BURMESE = (("th", "s"), ("hl", "l"), ("hm", "m"), ("hn", "n"))
#: Letters written for vowels, or as often for vowels as for consonants.
_VOWELS = frozenset("aeiouwy'’")
#: Least similarity of the consonants of two full names in two scripts, in percent: Burmese drops the end of syllables,
#: so two of six consonants may be missing.
_SAME = 80.0


def script(name: str) -> str:
    """The script of most letters of a name, as Unicode calls it: ``LATIN``, ``CYRILLIC``, ``ARABIC`` …"""
    found = [unicodedata.name(c, "").split(" ")[0] for c in name if c.isalpha()]
    return max(sorted(set(found)), key=found.count, default="")


@functools.lru_cache(maxsize=CACHE_SIZE)
def latin_words(name: str) -> tuple[str, ...]:
    """The words of a name in Latin letters; in other scripts split at white space, since vowel signs are no letters."""
    if script(name) == "LATIN":
        return name_words(name)
    return tuple(anyascii(name).lower().split())


@functools.lru_cache(maxsize=CACHE_SIZE)
def consonants(word: str) -> str:
    """The consonants of a word in Latin letters: ``orlov`` → ``rlb``."""
    for letters, one in _ONE:
        word = word.replace(letters, one)
    letters_left = [c for c in word if c.isalpha() and c not in _VOWELS]
    return "".join(c for i, c in enumerate(letters_left) if i == 0 or letters_left[i - 1] != c)


@functools.lru_cache(maxsize=CACHE_SIZE)
def same_across_scripts(one: str, other: str) -> bool:
    """Whether two full names of different scripts can be one: as many words, each beginning with the same consonant."""
    if script(one) == script(other):
        return False
    a, b = ([consonants(_by_sound(w, n, {one, other} - {n})) for w in latin_words(n)] for n in (one, other))
    if len(a) != len(b) or len(a) < 2 or not all(a + b):
        return False
    if any(x[0] != y[0] for x, y in zip(a, b, strict=True)):
        return False
    return fuzz.ratio("".join(a), "".join(b)) >= _SAME


def _by_sound(word: str, name: str, others: set[str]) -> str:
    """A word of a Burmese name, or of one that may be a Burmese name romanised, by its sound."""
    romanised = any(script(n) == "MYANMAR" for n in others)
    table = _BURMESE if script(name) == "MYANMAR" else _ROMANISED_BURMESE if romanised else ()
    for letters, one in table:
        word = word.replace(letters, one)
    return word
