"""Whether what a report tells in passing is an incident of its own: how it is told, weighed.

A report on one attack speaks of many: old ones, all of a year's, those of a war. A recorder opens a record for some of
them only, and how a thing is told says for which: with names, a number, a day and a place, or as one of dozens, long
ago, somewhere. The weights are those of a logistic regression on the episodes of ``muc4/dev``, each held against the
records that people made of the report (``training/standing.py``). What does not stand makes no incident; its claims
stay in the book.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import cache
from importlib import resources
from math import exp

import msgspec

from tollbook.linking.event_mentions import EventMention
from tollbook.model import FATES, Claim

#: Below it what a report tells besides is no incident. All slots F1 over five folds of 975 wires: 37.7 without, 38.2 at
#: 0.25, 38.6 at 0.4; somebody killed without a name, far down, is at 0.35. What a report is mainly about is left
#: alone: held to 0.25 it gives 0.9 more on wires and costs half a point on reports of military operations.
LEAST = 0.3
#: Claims past which more of them say nothing more.
_MANY = 6
#: Code points: a part of a report of about two sentences, and parts past which it no longer matters how far down.
_PART, _PARTS = 400, 5
#: Days before publication, to the bucket's last day.
_AGES = ((-1, "none"), (0, "0"), (1, "1"), (7, "2-7"), (60, "8-60"))


class _Weights(msgspec.Struct, frozen=True):
    """The shape of ``standing.toml``."""

    bias: float
    weights: dict[str, float]


@cache
def _weights() -> _Weights:
    raw = resources.files("tollbook").joinpath("linking/salience.toml").read_bytes()
    return msgspec.toml.decode(raw, type=_Weights)


def stands(episode: EventMention, told: int, published: date | None) -> bool:
    """Whether an episode, one of ``told`` in its report, is an incident.

    What the report is mainly about, and what a person added, always is.
    """
    if episode.main or any(claim.confidence == 1.0 for claim in episode.claims):
        return True
    return standing(episode, told, published) >= LEAST


def standing(episode: EventMention, told: int, published: date | None) -> float:
    """How likely it is that a recorder opens a record for an episode, 0 to 1."""
    known = _weights()
    return 1 / (1 + exp(-known.bias - sum(known.weights.get(f, 0.0) for f in features(episode, told, published))))


def features(episode: EventMention, told: int, published: date | None) -> frozenset[str]:
    """How an episode is told: the words of ``standing.toml``.

    Who was harmed, fighters or others, and in what kind of incident is not among them: that is for people to weigh.
    """
    return frozenset([*_of_claims(episode.claims), *_of_setting(episode, published), f"episodes {min(told, 4)}"])


def _of_claims(claims: tuple[Claim, ...]) -> Iterator[str]:
    for kind, times in Counter(c.kind for c in claims).items():
        yield f"claim {kind}"
        if times > 2:
            yield f"claims {kind}"
    yield f"claims in all {min(len(claims), _MANY)}"
    yield f"begins {min(min(c.start for c in claims) // _PART, _PARTS)}"
    for claim in claims:
        yield f"stance {claim.stance}"
        yield from (f"by {actor.kind}" for actor in claim.by)
        yield from (f"site {site.kind}" for site in claim.sites)
        yield from (f"weapon {weapon.kind}" for weapon in claim.with_)
        if claim.kind in FATES:
            yield from _of_people(claim)
    if not any(c.sites for c in claims):
        yield "site none"
    if not any(c.kind in FATES and c.people for c in claims):
        yield "nobody harmed"


def _of_people(claim: Claim) -> Iterator[str]:
    if claim.people is not None and claim.people.names:
        yield f"named {claim.kind}"
    if claim.count is not None:
        number = claim.count.best if claim.count.best is not None else claim.count.low
        yield f"number {_size(number)}"


def _size(number: int | None) -> str:
    if number is None:
        return "unknown"
    return str(number) if number < 3 else "3-10" if number < 11 else "11+"


def _of_setting(episode: EventMention, published: date | None) -> Iterator[str]:
    when, place = episode.when, episode.place
    yield f"place precision {place.precision if place is not None else 'none'}"
    yield "main" if episode.main else "not main"
    if when is None or when.start is None:
        yield "day unknown"
        return
    yield f"day {when.precision} {when.basis}"
    if published is not None:
        days = (published - when.start).days
        yield f"days before {next((name for last, name in _AGES if days <= last), '61+')}"
