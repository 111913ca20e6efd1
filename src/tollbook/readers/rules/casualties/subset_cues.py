"""Numbers that count some of the harmed by what they count: women, children, kin; those named; those seen in a picture.

"Three children were killed" says nothing of anybody else, "the names of nine victims" nothing of those without a name,
and a photograph shows who lay before it. Beside a larger number of people in the same report each is a part.
"""

import functools
import re

from tollbook import quantities
from tollbook.model import Claim
from tollbook.readers.rules import lexicon
from tollbook.readers.rules.language import LOCALE

#: How far before a claim, in its own sentence, the words may stand that make it a list of names or a picture.
_REACH = 90
_ENDS = re.compile(r"[.!?]\s|\n")
_WORDS = re.compile(r"[^\W\d_]+")
#: Where the noun that is counted ends and what describes it begins.
_AFTER_NOUN = re.compile(r",|[“\"(]|\b(?:including|from|who|that|with|aged|in|at)\b")


def narrowness(claim: Claim) -> int:
    """How narrowly the people are described: 0 anybody, 1 members of one family, 2 those of one sex, age or kin."""
    phrase = _AFTER_NOUN.split(claim.people.text.lower())[0] if claim.people is not None else ""
    if " and " in phrase:
        return 0
    head, _, rest = phrase.partition(" of ")
    words, inner, some = _WORDS.findall(head), _WORDS.findall(rest), lexicon.grammar().some
    if words and inner and (words[-1] in some.holding or quantities.number(words[-1], LOCALE)):
        words = inner
    if not words:
        return 0
    if words[-1] in some.kinds or some.sexes & set(words):
        return 2
    return 1 if "family" in _WORDS.findall(phrase) and words[-1] in some.family else 0


def counts_some(claim: Claim, text: str) -> bool:
    """Whether a number is that of those named, seen in a picture, or brought to hospital."""
    return named_or_seen(claim, text) or in_hospital(claim)


def named_or_seen(claim: Claim, text: str) -> bool:
    """Whether the words before a number make it that of the names known, or of the dead in a picture."""
    before = _ENDS.split(text[max(0, claim.start - _REACH) : claim.start])[-1]
    return _shown().search(before) is not None


def in_hospital(claim: Claim) -> bool:
    """Whether a number is that of those brought to hospital, or in one condition there: the others fared otherwise."""
    if claim.kind != "injured" or claim.people is None:
        return False
    words = _WORDS.findall(claim.quote.lower().replace(claim.people.text.lower(), " "))
    return bool(words) and words[-1] in lexicon.grammar().some.treated


@functools.cache
def _shown() -> re.Pattern[str]:
    some = lexicon.grammar().some
    named, pictures, saying = ("|".join(map(re.escape, words)) for words in (some.named, some.pictures, some.saying))
    return re.compile(rf"\b(?:(?:{named})\b|(?:{pictures})\b(?!.*\b(?:{saying})\b))", re.I)
