"""Blocking: finds the pairs of event mentions that are compared.

Each mention has index keys and query keys; a match makes a candidate pair. Mentions match that share a place, a
victim's name or a rare word at about the same time. Matching is symmetric, and no key depends on what else is in the
book, so the candidate pairs are the same in any order of reading.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from hashlib import blake2b
from itertools import combinations
from typing import NamedTuple

from anyascii import anyascii

from tollbook.linking import text_similarity
from tollbook.linking.constraints import Constraints
from tollbook.linking.profiles import MentionProfile

#: The most persons of a mention that are combined into keys, each with every other.
_PERSONS = 6
#: The most rare words of a mention that become keys.
_RARE_WORDS = 10
#: Suffixes that are not family names. As keys they would match every junior with every other.
_GENERATIONS = frozenset({"jr", "sr", "ii", "iii", "iv"})


class BlockingKeys(NamedTuple):
    """Index keys and query keys of a mention. Each is a hash of 63 bits, for a small index."""

    index_keys: frozenset[int]
    query_keys: frozenset[int]


def blocking_keys(profile: MentionProfile, constraints: Constraints, *, separate: bool = False) -> BlockingKeys:
    """The keys of one mention. With ``separate`` it matches only mentions that a person linked it to."""
    decided = {f"ruled {name}" for name in constraints.sets_of(profile.claims) & constraints.must_link}
    if separate:
        return _hashed(decided, decided)
    untimed = {f"name {_folded(name)}" for name in profile.names} | decided | set(_untimed_keys(profile))
    timed, week = tuple(_timed_keys(profile)), _week(profile)
    if week is None:
        index = {f"{key} undated" for key in timed}
        query = {f"{key} {when}" for key in timed for when in ("dated", "undated")}
    else:
        index = {f"{key} {when}" for key in timed for when in (week, "dated")}
        query = {f"{key} {when}" for key in timed for when in (week - 1, week, week + 1, "undated")}
    return _hashed(untimed | index, untimed | query)


def pairs(keyed: Iterable[tuple[MentionProfile, BlockingKeys]]) -> Iterator[tuple[str, str]]:
    """Every candidate pair of mentions of different reports once, by mention id, the smaller id first."""
    every = list(keyed)
    index: dict[int, list[MentionProfile]] = defaultdict(list)
    for profile, keys in every:
        for key in keys.index_keys:
            index[key].append(profile)
    for profile, keys in every:
        matches = {o.id for key in keys.query_keys for o in index.get(key, ()) if o.report != profile.report}
        yield from ((profile.id, other) for other in sorted(matches) if profile.id < other)


def _untimed_keys(profile: MentionProfile) -> Iterator[str]:
    """Keys that identify an incident at any time: two persons together, or a person and the place."""
    persons = sorted(profile.persons)[:_PERSONS]
    yield from (f"persons {a} {b}" for a, b in combinations(persons, 2))
    if profile.place is not None:
        yield from (f"person {name} at {profile.place.name.lower()}" for name in persons)


def _timed_keys(profile: MentionProfile) -> Iterator[str]:
    """Keys that identify an incident only together with a time: rare words, and the place."""
    for word in text_similarity.rarest_words(profile.words, _RARE_WORDS):
        yield f"word {word}"
    if profile.place is None:
        return
    yield f"place {profile.place.name.lower()}"
    if profile.place.lat is not None and profile.place.lon is not None:
        # Cells of a quarter of a degree.
        yield f"near {round(profile.place.lat * 4)} {round(profile.place.lon * 4)}"


def _week(profile: MentionProfile) -> int | None:
    """The week of the event, else of publication; None if no time is known. A month or a year gives no week."""
    day = profile.when.start if profile.when and profile.when.precision in {"day", "days", "week"} else None
    day = day or profile.published or (profile.when.start if profile.when else None)
    return None if day is None else day.toordinal() // 7


def _folded(name: str) -> str:
    """The first initial and the last word of a name, without accents: most spellings of a name share these."""
    words = anyascii(name).lower().replace(".", " ").split()
    while len(words) > 2 and words[-1] in _GENERATIONS:
        words.pop()
    return f"{words[0][:1]} {words[-1]}" if words else name


def _hashed(index: Set[str], query: Set[str]) -> BlockingKeys:
    """Keys as numbers of 63 bits."""
    number = {k: int.from_bytes(blake2b(k.encode(), digest_size=8).digest(), "big") >> 1 for k in index | query}
    return BlockingKeys(frozenset(map(number.__getitem__, index)), frozenset(map(number.__getitem__, query)))
