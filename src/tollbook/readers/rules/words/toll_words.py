"""Words and patterns of tolls, and of figures that are zero or not known, read from ``lexicon/CODE/tolls.toml``."""

import functools
import re

import msgspec

from tollbook.model import ClaimKind
from tollbook.readers.rules.words import language, lexicon


class _Zero(msgspec.Struct, frozen=True):
    pattern: str
    negated: tuple[str, ...]
    negations: str
    kinds: dict[str, tuple[ClaimKind, ...]]


class _Words(msgspec.Struct, frozen=True):
    tolls: frozenset[str]
    multiplied: frozenset[str]


class TollWords(msgspec.Struct, frozen=True):
    """The shape of ``tolls.toml``; each list is explained there."""

    not_known: tuple[str, ...]
    of_unknown: dict[ClaimKind, tuple[str, ...]]
    zero: _Zero
    words: _Words
    patterns: dict[str, str]


@functools.cache
def toll_words() -> TollWords:
    """The words of ``tolls.toml``."""
    return language.lexicon("tolls", TollWords)


@functools.cache
def not_known() -> re.Pattern[str]:
    """A figure that is not known; group 1 is the word for the casualties, if it comes last."""
    return re.compile("|".join(toll_words().not_known), re.I)


@functools.cache
def zero() -> re.Pattern[str]:
    """A figure of nobody; group 1 is the word for the casualties."""
    return re.compile(toll_words().zero.pattern, re.I)


@functools.cache
def negations() -> re.Pattern[str]:
    """Words that negate "any casualties"."""
    return re.compile(toll_words().zero.negations, re.I)


@functools.cache
def multiplied() -> re.Pattern[str]:
    """Words for figures in a sentence with a multiple of one."""
    return re.compile(rf"\b(?:{lexicon.alternatives(toll_words().words.multiplied)})\b", re.I)


@functools.cache
def toll_pattern(name: str) -> re.Pattern[str]:
    """One of the patterns of ``tolls.toml``: "may_be", "of_those"."""
    return re.compile(toll_words().patterns[name], re.I)
