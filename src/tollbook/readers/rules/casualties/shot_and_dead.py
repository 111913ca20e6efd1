"""Separates the dead from people who were shot: "eight people were shot" counts the dead and the wounded."""

import functools
import re
from collections.abc import Sequence

import msgspec

from tollbook import quantities
from tollbook.model import Claim, Count
from tollbook.readers.rules.casualties.subsets import is_definite, is_whole, same_event, size
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.person_words import phrase_words

#: Code points after a count that are searched for wounds: "two men suffering from what appeared to be gunshot wounds".
_WOUNDS_WITHIN = 60
#: Code points before a count that are searched for who found the people: "officers arrived and located two men".
_FOUND_WITHIN = 30


def separated(claims: Sequence[Claim], text: str) -> list[Claim]:
    """The claims of one report, whose text is ``text``, with the dead not counted again among the wounded."""
    claims = [msgspec.structs.replace(c, scope="incident") if _are_all_dead(c, claims, text) else c for c in claims]
    claims = [c for c in claims if not _are_the_dead(c, claims, text)]
    return [_less_the_dead(c, claims) if _counts_the_shot(c, text) else c for c in claims]


def _are_all_dead(claim: Claim, claims: Sequence[Claim], text: str) -> bool:
    """Whether some of a count of people shot are all the dead: "nine were shot, two of whom died", and no more dead."""
    if claim.kind != "killed" or claim.scope != "part" or claim.part_of is not None or claim.people is None:
        return False
    words = claim.people.text.lower().split()
    if len(words) < 3 or words[1] not in lexicon.grammar().function.of or quantities.number(words[0], LOCALE) is None:
        return False
    wholes = [c for c in claims if is_whole(c) and size(c) > size(claim) and same_event(c, claim)]
    return any(_counts_the_shot(c, text) for c in wholes) and not any(c.kind == "killed" for c in wholes)


def _are_the_dead(claim: Claim, claims: Sequence[Claim], text: str) -> bool:
    """Whether the injured are the dead: "the three victims were taken to hospital", where three died.

    Not where the report also counts three wounded.
    """
    if claim.kind != "injured" or claim.scope != "incident" or size(claim) < 2 or not is_definite(claim):
        return False
    same = [c for c in claims if size(c) == size(claim) and c.scope == "incident" and same_event(c, claim)]
    wounded = any(c.kind == "injured" and not is_definite(c) and not _counts_the_shot(c, text) for c in same)
    return any(c.kind == "killed" for c in same) and not wounded


def _less_the_dead(claim: Claim, claims: Sequence[Claim]) -> Claim:
    """The count of those shot where the report also counts dead: at least the others were wounded, at most all.

    Somebody who "killed himself" is none of them.
    """
    others = [c for c in claims if c.people is None or _not_among().isdisjoint(c.people.text.lower().split())]
    dead = max(
        (size(c) for c in others if c.kind == "killed" and c.scope == "incident" and same_event(claim, c)), default=0
    )
    count = claim.count
    if count is None or count.best is None or not 0 < dead <= count.best:
        return claim
    left = count.best - dead
    wounded = Count(low=left, best=left, high=count.high, qualifier="between", text=count.text)
    return msgspec.structs.replace(claim, count=wounded)


def _counts_the_shot(claim: Claim, text: str) -> bool:
    """Whether the count includes the dead: "eight people were shot", "found two men with gunshot wounds".

    Not "eight others were shot", "were wounded", nor "were shot and wounded", whose last word is after the quote.
    """
    if claim.kind != "injured" or not is_whole(claim) or claim.additional:
        return False
    if _found_with_wounds().search(text[max(0, claim.start - _FOUND_WITHIN) : claim.end + _WOUNDS_WITHIN]) is not None:
        return True
    is_shot = _shot_words().search(claim.quote) is not None and _and_wounded().match(text, claim.end) is None
    return is_shot and _wounded_words().search(claim.quote) is None


def _not_among() -> frozenset[str]:
    """Words for a dead person who is none of those shot: "himself", "another man"."""
    return frozenset(phrase_words().reflexive) | lexicon.grammar().additional.words


@functools.cache
def _found_with_wounds() -> re.Pattern[str]:
    """Words for people found with wounds of which they may die: "suffering from apparent gunshot wounds"."""
    known = lexicon.grammar().subset
    found, bearing, wounds = map(lexicon.alternatives, (known.finding, known.bearing, known.mortal_wounds))
    return re.compile(rf"\b(?:{found})\b[^.;]{{0,60}}\b(?:{bearing})\b[^.;]{{0,30}}\b(?:{wounds})\b", re.I)


@functools.cache
def _shot_words() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{lexicon.alternatives(lexicon.grammar().subset.shot)})\b", re.I)


@functools.cache
def _wounded_words() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{lexicon.alternatives(lexicon.grammar().subset.wounded_stems)})", re.I)


@functools.cache
def _and_wounded() -> re.Pattern[str]:
    joining, stems = lexicon.grammar().function.and_, lexicon.grammar().subset.wounded_stems
    return re.compile(rf"\s+(?:{lexicon.alternatives(joining)})\s+(?:{lexicon.alternatives(stems)})", re.I)
