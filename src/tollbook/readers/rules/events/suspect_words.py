"""Words by which a report names a suspect."""

import functools

import msgspec

from tollbook.readers.rules import language


class SuspectWords(msgspec.Struct, frozen=True):
    """The shape of ``suspects.toml``."""

    adjectives: frozenset[str]
    pleading: frozenset[str]
    prepositions: frozenset[str]
    acts: frozenset[str]
    gatherings: frozenset[str]
    other_crimes: frozenset[str]
    drivers: frozenset[str]
    cleared: frozenset[str]
    helpers: frozenset[str]
    pursuit: frozenset[str]
    sentencing: frozenset[str]
    once: frozenset[str]
    finding: frozenset[str]
    verdicts: frozenset[str]
    another: frozenset[str]
    plotting: frozenset[str]
    both: frozenset[str]
    cases: frozenset[str]


@functools.cache
def words() -> SuspectWords:
    """The words of ``suspects.toml``."""
    return language.lexicon("suspects", SuspectWords)
