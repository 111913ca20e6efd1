"""Regular English inflection: the forms of a verb or noun from its lemma, with exceptions in ``inflection.toml``.

The screen compares plain words, so it needs every form that a lemma of the lexicons takes in a text.
"""

import functools
import re

import msgspec

from tollbook.readers.rules.words import language

#: Endings after which a plural or third person takes "-es": "ambushes", "torpedoes".
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh|[^aeiou]o)$")
_CONSONANT_Y = re.compile(r"[^aeiou]y$")
#: One syllable that ends in one vowel and one consonant; "-ed" and "-ing" double the consonant: "stabbed", "quitting".
_DOUBLING = re.compile(r"(?:qu|[^aeiouy])*[aeiouy][^aeiouywx]")
#: British spelling doubles a final "l" after one vowel in longer words as well: "levelled".
_FINAL_L = re.compile(r"[^aeiou][aeiou]l$")


class _Exceptions(msgspec.Struct, frozen=True):
    """The shape of ``inflection.toml``."""

    doubling: frozenset[str]
    past: dict[str, list[str]]
    plural: dict[str, str]


@functools.cache
def _exceptions() -> _Exceptions:
    return language.lexicon("inflection", _Exceptions)


def verb_forms(lemma: str) -> frozenset[str]:
    """Every form of a verb: "stab", "stabs", "stabbed", "stabbing". Where spellings differ, both."""
    stems = {_stem(lemma)} | ({lemma + "l"} if _FINAL_L.search(lemma) else set())
    past = _exceptions().past.get(lemma) or [_past(lemma, stem) for stem in stems]
    return frozenset({lemma, _with_s(lemma), *past, *(_participle(lemma, stem) for stem in stems)})


def noun_forms(lemma: str) -> frozenset[str]:
    """Singular and plural of a noun: "injury", "injuries"; "gunman", "gunmen"."""
    plural = _exceptions().plural.get(lemma)
    if plural is None:
        plural = lemma[:-2] + "en" if lemma.endswith("man") else _with_s(lemma)
    return frozenset({lemma, plural})


def _with_s(lemma: str) -> str:
    if _CONSONANT_Y.search(lemma):
        return lemma[:-1] + "ies"
    return lemma + ("es" if _SIBILANT.search(lemma) else "s")


def _past(lemma: str, stem: str) -> str:
    if lemma.endswith("e"):
        return lemma + "d"
    return lemma[:-1] + "ied" if _CONSONANT_Y.search(lemma) else stem + "ed"


def _participle(lemma: str, stem: str) -> str:
    if lemma.endswith("ie"):
        return lemma[:-2] + "ying"
    if lemma.endswith("e") and not lemma.endswith(("ee", "oe", "ye")):
        return lemma[:-1] + "ing"
    return stem + "ing"


def _stem(lemma: str) -> str:
    """The lemma before "-ed" and "-ing": "stabb-", "kidnapp-", "panick-"."""
    if lemma.endswith("c"):
        return lemma + "k"
    doubles = _DOUBLING.fullmatch(lemma) is not None or lemma in _exceptions().doubling
    return lemma + lemma[-1] if doubles else lemma
