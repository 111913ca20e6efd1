"""Lists of people that add up: "two women and their five children" are seven."""

from collections.abc import Sequence

import msgspec

from tollbook.model import Count
from tollbook.readers.rules import lexicon
from tollbook.readers.rules.persons.people import PersonPhrase as Persons


def total(groups: Sequence[Persons], text: str) -> Count:
    """The sum of a list: exact where every group is, else at least the sum of the lower bounds."""
    counts = [_least(group) for group in groups]
    lows = [c.low if c.low is not None else (c.best or 0) for c in counts]
    if all(c.low == c.best == c.high and c.best is not None for c in counts):
        return Count(low=sum(lows), best=sum(lows), high=sum(lows), qualifier="exactly", text=text)
    return Count(low=sum(lows) or None, qualifier="vague", text=text)


def _least(group: Persons) -> Count:
    """The count of one group; several more whose number nobody says ("and other rebels") are two at least."""
    more = lexicon.additional() & set(group.people.text.lower().split())
    several = group.head.tag_ in {"NNS", "NNPS"} and group.count.qualifier == "vague" and group.count.low is None
    return msgspec.structs.replace(group.count, low=2) if more and several else group.count
