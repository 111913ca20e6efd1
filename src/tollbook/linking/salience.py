"""Salience: whether a report describes an event, or only mentions it in passing.

A report on one attack mentions many others: old ones, all of a year's, those of a war. Some have names, a number, a
day and a place; others are one of dozens, long ago, somewhere. The weights are those of a logistic regression
on the event mentions of ``muc4/dev``, compared with the records that people made of each report
(``training/standing.py``). A mention below the threshold is in passing, and an incident only if it counts people; else
its claims stay in the book.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from importlib import resources
from math import exp

import msgspec

from tollbook.linking.constraints import NONE, Constraints
from tollbook.linking.event_mentions import EventMention
from tollbook.mentions import HARMED, only_mentioned
from tollbook.model import OUTCOMES, Claim

#: A side mention with a lower salience is in passing. All slots F1 over five folds of 975 wires: 37.7 without, 38.2
#: at 0.25, 38.6 at 0.4; an unnamed person killed, mentioned late in the text, is at 0.35. The main mention of a report
#: is exempt: a threshold of 0.25 for it gives 0.9 more on wires and costs half a point on reports of military
#: operations.
THRESHOLD = 0.3
#: Qualifiers of words without a number.
_NO_NUMBER = frozenset({"vague", "unknown"})
#: The most claims that count: more claims count as this many.
_MOST_CLAIMS = 6
#: Code points in a section of a report, about two sentences; and sections after which the position no longer matters.
_SECTION, _MOST_SECTIONS = 400, 5
#: Ages of the event in days before publication: the last day of each bucket and its name.
_AGES = ((-1, "none"), (0, "0"), (1, "1"), (7, "2-7"), (60, "8-60"))


class _Weights(msgspec.Struct, frozen=True):
    """The shape of ``salience.toml``."""

    bias: float
    weights: dict[str, float]


@cache
def _weights() -> _Weights:
    raw = resources.files("tollbook").joinpath("linking/salience.toml").read_bytes()
    return msgspec.toml.decode(raw, type=_Weights)


def counts_people(mention: EventMention) -> bool:
    """Whether a mention gives a number of people killed, injured, missing or abducted ("dozens" is not one).

    Recorders of casualties record them however briefly they are mentioned. With these, B-cubed F1 of incidents on war
    dispatches was 88.7, without them 87.7, and perpetrators (F1) on ``world/read`` 62.4, without 62.1.
    """
    counts = (c.count for c in mention.claims if c.kind in HARMED)
    return any(n is not None and n.qualifier not in _NO_NUMBER and n.high != 0 for n in counts)


def recorded(
    mentions: Sequence[EventMention], published: date | None, constraints: Constraints = NONE
) -> list[EventMention]:
    """The mentions of a report that are incidents, each marked if it is only in passing.

    A mention is never in passing if a person decided on one of its claims. The main one is an incident in any case.
    """
    weighed = []
    for mention in mentions:
        decided = constraints.decided_on(c.id for c in mention.claims)
        passing = not decided and not is_salient(mention, len(mentions), published)
        weighed.append(msgspec.structs.replace(mention, passing=passing))
    return [mention for mention in weighed if not mention.passing or mention.main or counts_people(mention)]


def is_salient(mention: EventMention, of: int, published: date | None) -> bool:
    """Whether a report that mentions ``of`` events describes this one, and does not only mention it in passing.

    True if a person added one of its claims. False if none of its claims is prominent, also for the main event of the
    report, which is else described.
    """
    if any(claim.confidence == 1.0 for claim in mention.claims):
        return True
    if only_mentioned(mention.claims):
        return False
    if mention.main:
        return True
    return salience(mention, of, published) >= THRESHOLD


def salience(mention: EventMention, of: int, published: date | None) -> float:
    """The probability that a recorder opens a record for a mention, one of ``of`` in its report; 0 to 1."""
    model = _weights()
    return 1 / (1 + exp(-model.bias - sum(model.weights.get(f, 0.0) for f in features(mention, of, published))))


def features(mention: EventMention, of: int, published: date | None) -> frozenset[str]:
    """The features of a mention, by the names that ``salience.toml`` gives weights to.

    The status of the casualties and the kind of incident are not among them: people decide what to record.
    """
    return frozenset(
        [*_claim_features(mention.claims), *_setting_features(mention, published), f"episodes {min(of, 4)}"]
    )


def _claim_features(claims: tuple[Claim, ...]) -> Iterator[str]:
    for kind, times in Counter(c.kind for c in claims).items():
        yield f"claim {kind}"
        if times > 2:
            yield f"claims {kind}"
    yield f"claims in all {min(len(claims), _MOST_CLAIMS)}"
    yield f"begins {min(min(c.start for c in claims) // _SECTION, _MOST_SECTIONS)}"
    for claim in claims:
        yield f"stance {claim.stance}"
        yield from (f"by {actor.kind}" for actor in claim.by)
        yield from (f"site {site.kind}" for site in claim.sites)
        yield from (f"weapon {weapon.kind}" for weapon in claim.with_)
        if claim.kind in OUTCOMES:
            yield from _people_features(claim)
    if not any(c.sites for c in claims):
        yield "site none"
    if not any(c.kind in OUTCOMES and c.people for c in claims):
        yield "nobody harmed"


def _people_features(claim: Claim) -> Iterator[str]:
    if claim.people is not None and claim.people.names:
        yield f"named {claim.kind}"
    if claim.count is not None:
        number = claim.count.best if claim.count.best is not None else claim.count.low
        yield f"number {_size(number)}"


def _size(number: int | None) -> str:
    if number is None:
        return "unknown"
    return str(number) if number < 3 else "3-10" if number < 11 else "11+"


def _setting_features(mention: EventMention, published: date | None) -> Iterator[str]:
    when, place = mention.when, mention.place
    yield f"place precision {place.precision if place is not None else 'none'}"
    yield "main" if mention.main else "not main"
    if when is None or when.start is None:
        yield "day unknown"
        return
    yield f"day {when.precision} {when.basis}"
    if published is not None:
        days = (published - when.start).days
        yield f"days before {next((name for last, name in _AGES if days <= last), '61+')}"
