"""Which episodes are worth comparing: those that share a place, a victim's name or a telling word at about one time.

An episode *shows* some keys and *asks* for some; two are neighbours where one asks for what the other shows. That is
symmetric, and no key depends on what else is in the book, so neighbours can be found in any order of reading.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import combinations
from typing import NamedTuple

from anyascii import anyascii

from tollbook.linking import text_similarity
from tollbook.linking.constraints import Constraints
from tollbook.linking.scoring import MentionProfile

#: How many persons an episode is looked up by, together with one another.
_NAMED = 6
#: How many of its rarest words an episode is looked up by.
_TELLING = 10
#: What stands behind a name and is none: looked up by it, each junior would meet all others.
_GENERATIONS = frozenset({"jr", "sr", "ii", "iii", "iv"})


class Keys(NamedTuple):
    """What an episode is found by, and what it looks for: hashes of words, for a small index."""

    shows: frozenset[int]
    asks: frozenset[int]


def keys(one: MentionProfile, bonds: Constraints, *, alone: bool = False) -> Keys:
    """The keys of an episode. One that is kept alone has neighbours only where a person said so."""
    ruled = {f"ruled {name}" for name in bonds.sets(one.claims) & bonds.same}
    if alone:
        return Keys(_hashed(ruled), _hashed(ruled))
    always = {f"name {_folded(name)}" for name in one.names} | ruled
    always |= set(_lasting(one))
    timed, week = tuple(_timed(one)), _week(one)
    if week is None:
        shown = {f"{key} undated" for key in timed}
        asked = {f"{key} {when}" for key in timed for when in ("dated", "undated")}
    else:
        shown = {f"{key} {when}" for key in timed for when in (week, "dated")}
        asked = {f"{key} {when}" for key in timed for when in (week - 1, week, week + 1, "undated")}
    return Keys(_hashed(always | shown), _hashed(always | asked))


def pairs(found: Iterable[tuple[MentionProfile, Keys]]) -> Iterator[tuple[str, str]]:
    """Every pair of neighbours of different reports once, by id, the smaller first."""
    shown: dict[int, list[MentionProfile]] = defaultdict(list)
    every = list(found)
    for one, own in every:
        for key in own.shows:
            shown[key].append(one)
    for one, own in every:
        beside = {other.id for key in own.asks for other in shown.get(key, ()) if other.report != one.report}
        yield from ((one.id, other) for other in sorted(beside) if one.id < other)


def _lasting(one: MentionProfile) -> Iterator[str]:
    """Keys that mean one thing at any time: two persons together, or a person and the place."""
    named = sorted(one.persons)[:_NAMED]
    yield from (f"persons {a} {b}" for a, b in combinations(named, 2))
    if one.place is not None:
        yield from (f"person {name} at {one.place.name.lower()}" for name in named)


def _timed(one: MentionProfile) -> Iterator[str]:
    """Keys that mean one thing only at about one time."""
    for word in text_similarity.telling_words(one.words, _TELLING):
        yield f"word {word}"
    if one.place is None:
        return
    yield f"place {one.place.name.lower()}"
    if one.place.lat is not None and one.place.lon is not None:
        yield f"near {round(one.place.lat * 4)} {round(one.place.lon * 4)}"


def _week(one: MentionProfile) -> int | None:
    """The week of the event, else of publication; a month or a year is no week. None where no time is known."""
    day = one.when.start if one.when and one.when.precision in {"day", "days", "week"} else None
    day = day or one.published or (one.when.start if one.when else None)
    return None if day is None else day.toordinal() // 7


def _folded(name: str) -> str:
    """A name as its spellings mostly share it: the last word without accents, and the first initial."""
    words = anyascii(name).lower().replace(".", " ").split()
    while len(words) > 2 and words[-1] in _GENERATIONS:
        words.pop()
    return f"{words[0][:1]} {words[-1]}" if words else name


def _hashed(keys: Iterable[str]) -> frozenset[int]:
    """Keys as numbers of 63 bits."""
    return frozenset(int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big") >> 1 for key in keys)
