"""Parts and totals across the sentences of one report.

"Three people died", and later "the driver died at the scene": the driver is part of the three. And a figure that
dwarfs every other of its kind in the report is a total, not the toll of one attack.
"""

import re
from collections.abc import Iterable

import msgspec

from tollbook.model import FATES, Claim, Count
from tollbook.readers.rules.casualties import subset_cues

_SHOT = re.compile(r"\b(?:shot|shoots?|shooting|hit|hits|hitting|struck|strikes?|striking)\b", re.I)
_HURT = re.compile(r"\b(?:wound|injur|hurt)", re.I)
_ENDS = re.compile(r"[.!?]\s|\n")
_OWNED = re.compile(r"['’]s ")
_JOINED = re.compile(r"\b(?:and|with)\b")
_OTHERS = frozenset({"other", "others"})
#: Articles by which somebody is told of for the first time.
_NEW = frozenset({"a", "an", "one", "another"})
#: Words by which people are told of as somebody's, or as known.
_POINTING = frozenset({"his", "her", "their", "our", "my", "whose", "its", "the", "these", "those", "both", "all"})
#: Words of a list by which its members are somebody's: "he and his wife".
_SOMEBODYS = frozenset({"his", "her", "their", "my", "our"})
#: Nouns that can stand for anybody told of before: "a nurse died. ... Two people were killed".
_ANYBODY = frozenset({"", "people", "person", "other", "victim", "civilian", "men", "man", "body", "individual"})
_COUNTED = frozenset(FATES) - {"unharmed", "displaced"}
#: A figure of at least this many, and this many times the largest other one of its kind in the report, is a running
#: total. Claims right on war
#: dispatches: F1 60.5 at a least of 100, 61.2 from 300 to 1,000; from 5 to 40 times made no difference there.
_TOTAL_LEAST, _TOTAL_TIMES = 500, 20


def assign(claims: Iterable[Claim], text: str) -> list[Claim]:
    """The claims of one report, in order, with parts and totals told apart; ``text`` is the report's.

    A smaller *number* is made a part only where it counts some by its own words (:mod:`glimpses`): else it may be
    another speaker's figure for the same people.
    """
    told = list(claims)
    told = [_as_total(c, told) if _is_whole(c) else c for c in told]
    told = [_less_the_dead(c, told) if _counts_the_shot(c) else c for c in told if not _are_the_dead(c, told)]
    told = [_beside(c, told[:n], text) for n, c in enumerate(told)]
    told = [_on_top(c, told[:n]) for n, c in enumerate(told)]
    wholes = [c for c in told if _is_whole(c) and not c.additional]
    narrow = {w.id: subset_cues.narrowness(w) for w in wholes}
    told = [_as_part(c, [w for w in wholes if narrow[w.id] < narrow.get(c.id, 0)]) for c in told]
    return [_as_part(c, wholes) if _counts_some(c, text) else c for c in told]


def _counts_some(claim: Claim, text: str) -> bool:
    return (
        _is_single(claim)
        or _is_list(claim)
        or _points_back(claim)
        or (_is_whole(claim) and not _is_vague(claim) and subset_cues.counts_some(claim, text))
    )


def _size(claim: Claim) -> int:
    return 0 if claim.count is None else claim.count.best or claim.count.low or claim.count.high or 0


def _is_whole(claim: Claim) -> bool:
    counted = claim.count is not None and bool(claim.count.text)
    return claim.scope == "incident" and counted and claim.kind in _COUNTED and _size(claim) > 1


def _is_vague(claim: Claim) -> bool:
    """ "Dozens": how many of them a larger number counts besides, nobody can say."""
    return claim.count is not None and claim.count.qualifier == "vague"


def _as_total(claim: Claim, told: list[Claim]) -> Claim:
    others = [
        _size(c) for c in told if c.kind == claim.kind and c.scope == "incident" and _size(c) not in {0, _size(claim)}
    ]
    if _size(claim) < _TOTAL_LEAST or not others or _size(claim) < _TOTAL_TIMES * max(others):
        return claim
    return msgspec.structs.replace(claim, scope="running total")


def _counts_the_shot(claim: Claim) -> bool:
    """ "Eight people were shot" counts the dead among them, "eight others were shot" and "were wounded" do not."""
    return (
        claim.kind == "injured"
        and _is_whole(claim)
        and not claim.additional
        and bool(_SHOT.search(claim.quote))
        and not _HURT.search(claim.quote)
    )


def _are_the_dead(claim: Claim, told: list[Claim]) -> bool:
    """ "The three victims were taken to hospital", where three died and no other three were told to be wounded."""
    if claim.kind != "injured" or claim.scope != "incident" or _size(claim) < 2 or not _points_back(claim):
        return False
    same = [c for c in told if _size(c) == _size(claim) and c.scope == "incident" and _same_scene(c, claim)]
    wounded = any(c.kind == "injured" and not _points_back(c) and not _counts_the_shot(c) for c in same)
    return any(c.kind == "killed" for c in same) and not wounded


def _less_the_dead(claim: Claim, told: list[Claim]) -> Claim:
    """The count of those shot where the report also counts dead: at most all were wounded, at least the others."""
    dead = max(
        (_size(c) for c in told if c.kind == "killed" and c.scope == "incident" and _same_scene(claim, c)), default=0
    )
    count = claim.count
    if count is None or count.best is None or not 0 < dead <= count.best:
        return claim
    others = count.best - dead
    wounded = Count(low=others, best=others, high=count.high, qualifier="between", text=count.text)
    return msgspec.structs.replace(claim, count=wounded)


def _beside(claim: Claim, before: list[Claim], text: str) -> Claim:
    """ "One man died and three others were hurt": others than the dead, on top of none of the hurt told of before.

    Where nobody was told to be hurt, nothing can come on top: who "shot another man" is one of the two himself. In the
    next sentence only "others" points to whoever was told of last; "another three" may go on with a count.
    """
    counted = [c for c in before if c.kind in _COUNTED and _size(c)]
    last = max(counted, key=lambda c: (c.start, c.end), default=None)
    if not claim.additional or (last is not None and last.kind == claim.kind):
        return claim
    if last is None or not any(c.kind == claim.kind for c in counted):
        return msgspec.structs.replace(claim, additional=False)
    apart = _ENDS.search(text[last.start : claim.start]) is not None
    others = claim.people is not None and not _OTHERS.isdisjoint(claim.people.text.lower().split())
    return claim if apart and not others else msgspec.structs.replace(claim, additional=False)


def _on_top(claim: Claim, before: list[Claim]) -> Claim:
    """ "A smuggler was arrested. ... Two villagers were detained": others, on top of the one told of just before.

    The one is introduced as new and so are the others, and by another noun that cannot stand for him or her too.
    """
    if not (_is_counted_group(claim) and _introduced(claim)) or claim.additional:
        return claim
    same = [c for c in before if c.kind == claim.kind and c.scope == "incident" and _size(c) and _same_scene(c, claim)]
    if not same or any(not _is_single(c) for c in same) or not any(_introduced(c) for c in same):
        return claim
    nouns = {_noun(c) for c in same}
    status = {c.people.status for c in same if c.people} | {claim.people.status if claim.people else "unknown"}
    apart = _noun(claim) not in nouns | _ANYBODY and (len(status) == 1 or "unknown" not in status)
    return msgspec.structs.replace(claim, additional=True) if apart else claim


def _is_counted_group(claim: Claim) -> bool:
    count, people = claim.count, claim.people
    return claim.scope == "incident" and bool(count and count.text and count.low) and people is not None


def _introduced(claim: Claim) -> bool:
    """Whether the people are told of as new: "a smuggler", "two villagers", not "the smuggler" or a bare name."""
    words = claim.people.text.lower().split() if claim.people else []
    counted = bool(claim.count and claim.count.text)
    return bool(words) and (words[0] in _NEW or (counted and words[0] not in _POINTING))


def _noun(claim: Claim) -> str:
    """The last word of what they are called, without its plural ending."""
    words = re.findall(r"[^\W\d_]+", claim.people.text.lower()) if claim.people else []
    return words[-1].removesuffix("s") if words else ""


def _is_single(claim: Claim) -> bool:
    """One person, described or named but not counted."""
    count = claim.count
    return (
        claim.scope == "incident"
        and count is not None
        and count.best == 1
        and not count.text
        and claim.people is not None
    )


def _is_list(claim: Claim) -> bool:
    """Persons told of one by one, whose number nobody says: "Ana Brod, her husband and their two sons"."""
    count, people = claim.count, claim.people
    if claim.scope != "incident" or count is None or people is None:
        return False
    somebodys = people.names or _OWNED.search(people.text) or _SOMEBODYS & set(people.text.lower().split())
    return bool(somebodys) and count.text == people.text and _JOINED.search(people.text) is not None


def _points_back(claim: Claim) -> bool:
    """ "Her two sons", "the three reporters", "two of her sons": some of people told of before, where more were."""
    words = claim.people.text.lower().split() if claim.people else []
    if claim.scope != "incident" or not words:
        return False
    return words[0] in _POINTING or (words[1:2] == ["of"] and words[2:3] != [] and words[2] in _POINTING)


def _as_part(claim: Claim, wholes: list[Claim]) -> Claim:
    fits = [w for w in wholes if w.kind == claim.kind and _same_scene(w, claim) and _may_include(w, claim)]
    fits = [w for w in fits if w.id != claim.id and _size(w) > _size(claim)]
    if not fits:
        return claim
    whole = min(fits, key=lambda w: (w.start > claim.start, abs(w.start - claim.start)))
    return msgspec.structs.replace(claim, scope="part", part_of=whole.id)


def _may_include(whole: Claim, single: Claim) -> bool:
    """A fighter is no part of a count of villagers, nor one killed by rebels of those killed by the army."""
    if whole.by and single.by and not {a.name for a in whole.by} & {a.name for a in single.by}:
        return False
    one = single.people.status if single.people else "unknown"
    many = whole.people.status if whole.people else "unknown"
    return one in {many, "unknown"} or (many == "unknown" and one != "combatant")


def _same_scene(one: Claim, other: Claim) -> bool:
    places = one.place is None or other.place is None or one.place.name == other.place.name
    days = (
        one.when is None or other.when is None or one.when.start is None or other.when.start in {None, one.when.start}
    )
    kinds = one.event is None or other.event is None or one.event.kind == other.event.kind
    return places and days and (kinds or one.place is not None)
