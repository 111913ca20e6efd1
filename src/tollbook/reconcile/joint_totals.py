"""Joint totals: a number for several incidents, or for the dead and the wounded together, is an upper bound of each.

A number that adds to a joint total ("in three raids 10 died; six others …") is a joint total as well.
"""

import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import msgspec

from tollbook import locale, quantities
from tollbook.model import Claim, Count, Report
from tollbook.reconcile.name_matching import word_lists

#: How far before or after a claim the words for several incidents may be: about one sentence.
_REACH = 160
#: How far after a claim the second of two verbs may be: "killed and wounded", "killed or wounded".
_NEAR = 16
_ENDS = re.compile(r"[.!?\n]")


def own_counts(claims: Sequence[Claim], reports: Mapping[str, Report]) -> list[Claim]:
    """The claims that count this incident alone; without one that gives a number, the joint totals as upper bounds."""
    joint = joint_totals(claims, reports)
    own = [claim for claim in claims if claim.id not in joint]
    if any(claim.count is not None and claim.count.best is not None for claim in own):
        return own
    return [as_upper_bound(claim) if claim.id in joint else claim for claim in claims]


def joint_totals(claims: Iterable[Claim], reports: Mapping[str, Report]) -> frozenset[str]:
    """The ids of the claims that are joint totals, and of those that add to one; ``claims`` are of one outcome."""
    found: set[str] = set()
    ordered = sorted(claims, key=lambda claim: (claim.report, claim.start, claim.end, claim.id))
    for before, claim in pairwise((None, *ordered)):
        assert claim is not None
        adds = before is not None and before.id in found and before.report == claim.report and claim.additional
        if adds or is_joint_total(claim, reports):
            found.add(claim.id)
    return frozenset(found)


def is_joint_total(claim: Claim, reports: Mapping[str, Report]) -> bool:
    """Whether the sentence of a claim gives one number for several incidents, or for dead and wounded together.

    That is "in two separate attacks", or "48 killed and wounded". Twin blasts at one place may be one incident, so only
    words that separate incidents count.
    """
    report = reports.get(claim.report)
    if report is None or claim.count is None or claim.scope != "incident":
        return False
    text, start = report.text, claim.start
    return _is_joint_total(claim, text[max(0, start - _REACH) : start], text[start : claim.end + _REACH])


# The sensitivity of a figure asks again for each claim that is left out.
@functools.lru_cache(maxsize=4096)
def _is_joint_total(claim: Claim, before: str, words: str) -> bool:
    """Whether a claim is a joint total, by the text before it, and by its words and the text after it."""
    if claim.kind in {"killed", "injured"} and _counts_dead_and_hurt(claim, words):
        return True
    return _names_several_incidents(_ENDS.split(before)[-1] + _ENDS.split(words)[0])


def _names_several_incidents(sentence: str) -> bool:
    return _several_incidents().search(sentence) is not None


def _counts_dead_and_hurt(claim: Claim, text: str) -> bool:
    """Whether one number is that of the dead and the wounded: "48 killed and wounded", "dozens of casualties".

    In "12 killed and wounded 30" it is not. ``text`` begins with the words of the claim.
    """
    words = text[: claim.end - claim.start + _NEAR]
    both = _dead_and_hurt().search(words)
    if both is None or claim.count is None:
        return _dead_or_hurt().search(claim.quote) is not None and not _dead().search(claim.quote)
    first = claim.count.text in words[: both.start()]
    return not (first and quantities.count(text[both.end() :][:_NEAR], locale.DEFAULT) is not None)


@functools.cache
def _dead_or_hurt() -> re.Pattern[str]:
    return _any_of(word_lists().dead_or_hurt)


@functools.cache
def _dead() -> re.Pattern[str]:
    return _any_of(word_lists().dead)


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, words)))})\b", re.I)


@functools.cache
def _dead_and_hurt() -> re.Pattern[str]:
    dead, hurt = ("|".join(sorted(map(re.escape, w))) for w in (word_lists().dead, word_lists().hurt))
    return re.compile(rf"\b(?:(?:{dead})\s+(?:and|or|&)\s+(?:{hurt})|(?:{hurt})\s+(?:and|or|&)\s+(?:{dead}))\b", re.I)


@functools.cache
def _several_incidents() -> re.Pattern[str]:
    tables = (
        word_lists().set_apart,
        word_lists().events,
        word_lists().several,
        word_lists().operations,
        word_lists().regions,
    )
    apart, events, several, operations, regions = ("|".join(sorted(map(re.escape, w))) for w in tables)
    forms = (
        rf"(?:{apart})\s+(?:\w+\s+){{0,2}}(?:{events}|{operations})",
        rf"(?:{several})\s+(?:\w+\s+){{0,2}}(?:{operations})",
        rf"(?:{operations})\s+(?:in|across|throughout)\s+(?:[\w’'-]+[\s,]+){{1,8}}and\s+[\w’'-]+\s+(?:{regions})",
    )
    return re.compile(rf"\b(?:{'|'.join(forms)})\b", re.I)


def as_upper_bound(claim: Claim) -> Claim:
    """A copy of the claim as an upper bound for one of the incidents. The claim in the book does not change."""
    if claim.count is None:
        return claim
    most = claim.count.high if claim.count.high is not None else claim.count.best
    return msgspec.structs.replace(claim, count=Count(high=most, qualifier="at most", text=claim.count.text))
