"""Compares the street addresses or sites of two places by their names: reports give a block, a crossing or a number."""

from functools import lru_cache
from typing import NamedTuple

from tollbook import addresses, locale
from tollbook.model import Place


class Shared(NamedTuple):
    """Whether two spots share a name, and whether both are street addresses."""

    name: bool
    streets: bool


class _SpotWords(NamedTuple):
    """The words that identify an address or a site, and whether it is a street address."""

    own: frozenset[str]
    is_street: bool


def shared(one: Place | None, other: Place | None) -> Shared | None:
    """What the spots of two places have in common; None if either place has no spot."""
    if one is None or other is None or not (one.spot and other.spot):
        return None
    a, b = _words(one.text), _words(other.text)
    return Shared(not a.own.isdisjoint(b.own), a.is_street and b.is_street)


def on_one_street(one: Place | None, other: Place | None) -> bool:
    """Whether both places are street addresses with a name in common."""
    common = shared(one, other)
    return common is not None and common.name and common.streets


@lru_cache(maxsize=1 << 14)
def _words(spot: str) -> _SpotWords:
    return _SpotWords(addresses.own_words(spot, locale.DEFAULT), addresses.is_address(spot, locale.DEFAULT))
