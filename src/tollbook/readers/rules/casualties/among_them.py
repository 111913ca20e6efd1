"""Parts that "among them" introduces or ends: "among them a nurse", "a nurse and two boys among them"."""

import functools
import re
from collections.abc import Sequence

from spacy.tokens import Token

from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.syntax import is_of

#: The most code points from one of a list to "among them": "and two boys from the same street". A judgement.
_LIST_WITHIN = 60


def ends_at(token: Token) -> bool:
    """Whether a pronoun ends the words "among them" or "among whom"."""
    known = lexicon.grammar().tally
    return token.lower_ in known.whom and token.i > 0 and token.nbor(-1).lower_ in known.among


def part_before(among: Token) -> list[Token]:
    """The heads of the part that stands before "among them"; none if it follows: "three died, a woman among them"."""
    noun = among.nbor(-1) if among.i > among.sent.start else among
    if noun.pos_ not in {"NOUN", "PROPN"} or not is_person(noun) or not _has_after(noun):
        return []
    # "Nine villagers, a nurse and two boys among them, were killed": the part begins after the last comma.
    listed = sorted({noun, *(t for t in noun.conjuncts if t.i < noun.i)}, key=lambda t: t.i)
    first = max((at for at, head in enumerate(listed) if _follows_comma(head)), default=0)
    return listed[first:]


def without_parts(heads: Sequence[Token]) -> list[Token]:
    """The heads of a list without those of a part that "among them" ends."""
    parts = {t for head in heads if _has_after(head) for t in part_before(head.nbor(1))}
    return [head for head in heads if head not in parts or len(parts) == len(heads)]


def ends_list(text: str, end: int) -> bool:
    """Whether "among them" ends the list of people that goes on after ``end``: "a nurse and two boys among them"."""
    return _end_of_list().match(text, end) is not None


@functools.cache
def _end_of_list() -> re.Pattern[str]:
    known = lexicon.grammar()
    among = lexicon.alternatives(known.tally.among - known.function.of)
    return re.compile(rf"[^,;.]{{0,{_LIST_WITHIN}}}\b(?:{among}) (?:{lexicon.alternatives(known.tally.whom)})\b", re.I)


def _follows_comma(head: Token) -> bool:
    return head.left_edge.i > 0 and head.left_edge.nbor(-1).text == ","


def _has_after(noun: Token) -> bool:
    """Whether "among them" is right after a noun; "of them" is not."""
    is_next = noun.i + 2 < len(noun.doc) and ends_at(noun.nbor(2)) and noun.nbor(1).head == noun
    return is_next and not is_of(noun.nbor(1))
