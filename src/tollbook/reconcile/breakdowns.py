"""Breakdowns: a report that counts the dead of a whole day or city, and then those of one street after another.

"Air raids killed 31 people across the city. Ten died on a bus, eight on the ring road." The ten and the eight are parts
of the 31 and do not contradict it. Only the remaining numbers of a report are compared with those of other reports. A
number of children beside a larger number of people is a part as well, in any report.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from tollbook.mentions import DOUBTING
from tollbook.model import Claim
from tollbook.reconcile.independence import informant, is_imported
from tollbook.reconcile.name_matching import all_words, word_lists

#: Where the noun that is counted ends and its description begins.
_AFTER_NOUN = re.compile(r",|[“\"(]|\b(?:including|from|who|that|with|aged|between|under|over|in|at|of the)\b")
#: The same for the side that people are on: "rebels of the Front" are rebels.
_BEFORE_ORIGIN = re.compile(r",|\b(?:in|of|from|who)\b")
_AND = re.compile(r"\band\b|,|&")
#: "At least" before the number: this "at" does not introduce a place.
_BOUND = re.compile(r"^\W*at (?:least|most)\b")
#: Words that count other people than the number before: "six others were killed", "six teachers also died".
_OTHERS = re.compile(r"\b(?:also|others?|another|further|additional|more(?! than))\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")


def parts_of_larger(whole: Iterable[Claim], parts: Iterable[Claim] = ()) -> frozenset[str]:
    """The ids of the claims that count only some of those whom a larger number of the same report counts.

    ``whole`` are the claims on one outcome that are about a whole incident, ``parts`` those that are called parts.
    """
    called_parts = _by_report(claim for claim in parts if not _is_of_one_kind(claim))
    return frozenset().union(*(
        _parts_of(tuple(own), tuple(called_parts.get(report, ()))) for report, own in _by_report(whole).items()
    ))  # fmt: skip


# The sensitivity of a figure asks again for each claim that is left out.
@lru_cache(maxsize=4096)
def _parts_of(own: tuple[Claim, ...], called_parts: tuple[Claim, ...]) -> frozenset[str]:
    """The ids of the parts in one report."""
    return frozenset(claim.id for claim in _parts(_added_up(own), called_parts))


def _by_report(claims: Iterable[Claim]) -> dict[str, list[Claim]]:
    """The firm numbers of each report, in the order of the text."""
    by_report: dict[str, list[Claim]] = defaultdict(list)
    for claim in sorted(claims, key=lambda claim: (claim.start, claim.id)):
        if _number(claim) and claim.stance not in {"denies", *DOUBTING}:
            by_report[claim.report].append(claim)
    return by_report


def counts_of_one_kind(whole: Iterable[Claim]) -> frozenset[str]:
    """The ids of the claims that count children, women or siblings alone, beside a larger number of people.

    "27 children were killed" does not count adults, so it does not contradict another report's 58 people.
    Whether the dead were fighters or civilians is another matter: reports disagree about the same people. A number
    that a person added without a word for the people may be of the same children; a row counts everybody.
    """
    every = [claim for claim in whole if _number(claim)]
    others = [c for c in every if not _is_of_one_kind(c) and (c.people is not None or is_imported(c))]
    most = max(map(_number, others), default=0)
    return frozenset(claim.id for claim in every if _number(claim) < most and _is_of_one_kind(claim))


def _is_of_one_kind(claim: Claim) -> bool:
    """Whether the people are all of one age, sex or kin by the words for them: "two women and their seven children"."""
    text = _BOUND.sub("", claim.people.text.lower()) if claim.people is not None else ""
    words = _AFTER_NOUN.split(text)[0]
    nouns = [found[-1] for part in _AND.split(words) if (found := _WORDS.findall(part))]
    return bool(nouns) and all(noun in word_lists().of_one_kind for noun in nouns)


class _Sum(NamedTuple):
    """A number with the further ones that add to it ("15 died, and another six")."""

    number: int
    claims: tuple[Claim, ...]

    @property
    def first(self) -> Claim:
        return self.claims[0]


def _added_up(own: Iterable[Claim]) -> list[_Sum]:
    sums: list[_Sum] = []
    for claim in own:
        if claim.additional and sums and _at_one_place(claim, sums[-1].claims[-1]):
            before = sums.pop()
            sums.append(_Sum(before.number + _number(claim), (*before.claims, claim)))
        else:
            sums.append(_Sum(_number(claim), (claim,)))
    return sums


def _at_one_place(one: Claim, other: Claim) -> bool:
    """Whether the places may be one. Only places with coordinates tell towns apart."""
    points = {(c.place.lat, c.place.lon) for c in (one, other) if c.place is not None and c.place.lat is not None}
    return len(points) < 2


def _parts(own: Sequence[_Sum], called_parts: Iterable[Claim]) -> Iterator[Claim]:
    """The smaller numbers of one report that are parts of its largest.

    Numbers of different informants contradict each other. A number below half of the largest is a part if the same
    informant gives it or if it is of another place. If there is such a part, or one that this informant calls a part,
    the other smaller numbers are parts as well, provided that all add up to no more than the largest. A number below
    half that the outlet gives later in its own words is a part too, but does not make other numbers parts. "Two more"
    that add to no number before them never count everybody.
    """
    largest = max(own, key=lambda one: (one.number, -len(one.claims), -one.first.start))
    smaller = [one for one in own if _is_smaller(one, largest) and _may_be_counted_in(one.first, largest.first)]
    further = [one for one in smaller if one.first.additional]
    certain = [one for one in smaller if _is_part(one.first, largest.first)]
    different = {(one.number, _place(one.first)) for one in smaller}
    named = {(_number(c), _place(c)) for c in called_parts if _speaker(c) == _speaker(largest.first)}
    with_certain, with_named = certain and _add_up(different, largest), named and _add_up(different | named, largest)
    if not (with_certain or with_named or _are_the_whole(different, largest)):
        certain += [one for one in smaller if one not in certain and _is_own_number_after(one.first, largest.first)]
        smaller = [one for one in certain if 2 * one.number < largest.number or one.number == largest.number]
    return (claim for one in (*smaller, *further) for claim in one.claims)


def _add_up(different: Set[tuple[int, str]], largest: _Sum) -> bool:
    """Whether several numbers, each with its place, may all be parts of the largest."""
    return len(different) > 1 and sum(number for number, _ in different) <= largest.number


def _are_the_whole(different: Set[tuple[int, str]], largest: _Sum) -> bool:
    """Whether several numbers add up to exactly the largest: "13 killed" above "nine died" and "killing four"."""
    return len(different) > 1 and sum(number for number, _ in different) == largest.number


def _is_smaller(one: _Sum, largest: _Sum) -> bool:
    """Whether a number is less, or the same and itemised: "45 died: a bomb killed 36, rockets another nine"."""
    return one.number < largest.number or (one.number == largest.number and len(one.claims) > len(largest.claims))


def _may_be_counted_in(one: Claim, largest: Claim) -> bool:
    """Whether one number can include the other: fighters include no civilians, and rebels no soldiers."""
    statuses = {claim.people.status if claim.people is not None else "unknown" for claim in (one, largest)}
    sides = {counts_any(claim, word_lists().insurgents) for claim in (one, largest)}
    are_forces = any(counts_any(claim, word_lists().forces) for claim in (one, largest))
    return len(statuses - {"unknown"}) < 2 and not (len(sides) > 1 and are_forces)


def counts_any(claim: Claim, nouns: frozenset[str]) -> bool:
    """Whether the noun for the people of a claim is one of some words: "six suspected militants from the hills"."""
    people = all_words(_BEFORE_ORIGIN.split(claim.people.text)[0]) if claim.people is not None else []
    return bool(people) and people[-1] in nouns


def _is_part(claim: Claim, largest: Claim) -> bool:
    return (
        bool(_OTHERS.search(claim.quote))
        or _speaker(claim) == _speaker(largest)
        or _place(claim) not in {"", _place(largest)}
    )


def _is_own_number_after(claim: Claim, largest: Claim) -> bool:
    """Whether the outlet gives a number in its own words, after a larger one that it attributes to an informant."""
    return informant(claim) is None and claim.start > largest.start


def _speaker(claim: Claim) -> str:
    speaker = informant(claim)
    return speaker.name or "" if speaker is not None else ""


def _place(claim: Claim) -> str:
    return claim.place.name if claim.place is not None else ""


def _number(claim: Claim) -> int:
    count = claim.count
    if count is None or count.qualifier in {"vague", "unknown"}:
        return 0
    return count.best if count.best is not None else count.low or 0
