"""Subsets and totals: finds claims of one report that are parts of a larger count, and running totals.

"Three people died", and later "the driver died at the scene": the driver is part of the three. A figure much larger
than every other of its kind in the report is a total, not the toll of one attack.
"""

import functools
import re
from collections.abc import Sequence

import msgspec

from tollbook import quantities
from tollbook.model import OUTCOMES, Actor, Claim
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE

#: Casualty types with parts and wholes.
COUNTED = frozenset(OUTCOMES) - {"unharmed", "displaced"}
#: The end of a sentence inside a text.
SENTENCE_END = re.compile(r"[.!?]\s|\n")
_OWNED = re.compile(r"['’]s ")
_WORDS = re.compile(r"[^\W\d_]+")
#: Code points before a claim, within its sentence, that are searched for words for a list of names or a picture.
_REACH = 90
#: Code points before a claim that are searched for the beginning of its sentence.
_SENTENCE = 300
#: A figure of at least this many, and this many times the largest other one of its kind in the report, is a running
#: total. Claims right on war dispatches: F1 60.5 at a least of 100, 61.2 from 300 to 1,000; from 5 to 40 times made no
#: difference there.
_TOTAL_LEAST, _TOTAL_TIMES = 500, 20


def separate_totals(claims: Sequence[Claim]) -> list[Claim]:
    """The claims of one report with running totals marked."""
    return [_as_total(c, claims) if is_whole(c) else c for c in claims]


def assign_parts(claims: Sequence[Claim], text: str) -> list[Claim]:
    """The claims of one report, in text order, with parts linked to their wholes; ``text`` is the report's.

    A smaller *number* is a part only where its own words make it a subset: otherwise it may be another speaker's figure
    for the same people.
    """
    wholes = [c for c in claims if is_whole(c) and not c.additional and not _is_of_one_attack(c, text)]
    ranks = {w.id: narrowness(w) for w in wholes}
    claims = [_as_part(c, [w for w in wholes if ranks[w.id] < ranks.get(c.id, 0)]) for c in claims]
    apart = {c.id for c in claims if _is_of_one_attack(c, text)}
    return [_as_part(c, wholes, anywhere=c.id in apart) if _counts_some(c, text) else c for c in claims]


def size(claim: Claim) -> int:
    """The number of people of a claim, by its best, low or high value; 0 if unknown."""
    return 0 if claim.count is None else claim.count.best or claim.count.low or claim.count.high or 0


def same_event(one: Claim, other: Claim) -> bool:
    """Whether two claims can be about one event: their known places, days and kinds do not differ.

    "The attack" can be of any kind.
    """
    places = one.place is None or other.place is None or one.place.name == other.place.name
    days = (
        one.when is None or other.when is None or one.when.start is None or other.when.start in {None, one.when.start}
    )
    known = {event.kind for event in (one.event, other.event) if event is not None and event.kind != "attack"}
    return places and days and (len(known) < 2 or one.place is not None)


def is_single(claim: Claim) -> bool:
    """Whether the claim is about one person, described or named but not counted."""
    count = claim.count
    return (
        claim.scope == "incident"
        and count is not None
        and count.best == 1
        and not count.text
        and claim.people is not None
    )


def narrowness(claim: Claim) -> int:
    """The narrowness of a description of people: 0 anybody, 1 members of one family, 2 those of one sex, age or kin.

    "Three children were killed" counts children only; next to a larger number of people it is a part.
    """
    phrase = _after_noun().split(claim.people.text.lower())[0] if claim.people is not None else ""
    if any(f" {word} " in phrase for word in lexicon.grammar().function.and_):
        return 0
    words, inner = map(_WORDS.findall, (*_of().split(phrase, maxsplit=1), "")[:2])
    known = lexicon.grammar().subset
    if words and inner and (words[-1] in known.holding or quantities.number(words[-1], LOCALE)):
        words = inner
    if not words:
        return 0
    if words[-1] in known.kinds or known.sexes & set(words):
        return 2
    is_family = not known.families.isdisjoint(_WORDS.findall(phrase))
    return 1 if is_family and words[-1] in known.family else 0


@functools.cache
def _after_noun() -> re.Pattern[str]:
    """The end of the counted noun, before its description."""
    return re.compile(rf",|[“\"(]|\b(?:{lexicon.alternatives(lexicon.grammar().subset.describing)})\b")


@functools.cache
def _of() -> re.Pattern[str]:
    return re.compile(rf" (?:{lexicon.alternatives(lexicon.grammar().function.of)}) ")


def _counts_some(claim: Claim, text: str) -> bool:
    """Whether the claim's own words make it a subset."""
    if is_single(claim) or _is_list(claim) or is_definite(claim):
        return True
    vague = claim.count is not None and claim.count.qualifier == "vague"
    if not is_whole(claim) or vague:
        return False
    return _is_named_or_pictured(claim, text) or _is_in_hospital(claim) or _is_of_one_attack(claim, text)


def _is_named_or_pictured(claim: Claim, text: str) -> bool:
    """Whether a number counts only the known names, or the dead in a picture, by the words before it."""
    before = SENTENCE_END.split(text[max(0, claim.start - _REACH) : claim.start])[-1]
    return _named_or_pictured().search(before) is not None


def _is_of_one_attack(claim: Claim, text: str) -> bool:
    """Whether a count is of one attack of several: "the first strike hit a bakery, killing nine people"."""
    before = SENTENCE_END.split(text[: claim.start][-_SENTENCE:])[-1]
    return _one_of_several().search(before) is not None


@functools.cache
def _one_of_several() -> re.Pattern[str]:
    attacks = frozenset(words[-1] for words in lexicon.phrases("events"))
    ordinals = lexicon.alternatives(lexicon.grammar().subset.ordinals)
    return re.compile(rf"\b(?:{ordinals}) (?:[\w-]+ )?(?:{lexicon.alternatives(attacks)})\b", re.I)


@functools.cache
def _named_or_pictured() -> re.Pattern[str]:
    known = lexicon.grammar().subset
    named, pictures, saying = map(lexicon.alternatives, (known.named, known.pictures, known.saying))
    return re.compile(rf"\b(?:(?:{named})\b|(?:{pictures})\b(?!.*\b(?:{saying})\b))", re.I)


def _is_in_hospital(claim: Claim) -> bool:
    """Whether a number counts people brought to hospital, or those in one condition there, who may be only some."""
    if claim.kind != "injured" or claim.people is None:
        return False
    words = _WORDS.findall(claim.quote.lower().replace(claim.people.text.lower(), " "))
    return bool(words) and words[-1] in lexicon.grammar().subset.treated


def is_whole(claim: Claim) -> bool:
    """Whether a claim counts several people who need not be part of others."""
    counted = claim.count is not None and bool(claim.count.text)
    return claim.scope == "incident" and counted and claim.kind in COUNTED and size(claim) > 1


def _as_total(claim: Claim, claims: Sequence[Claim]) -> Claim:
    others = [
        size(c) for c in claims if c.kind == claim.kind and c.scope == "incident" and size(c) not in {0, size(claim)}
    ]
    if size(claim) < _TOTAL_LEAST or not others or size(claim) < _TOTAL_TIMES * max(others):
        return claim
    return msgspec.structs.replace(claim, scope="running total")


@functools.cache
def _joined() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{lexicon.alternatives(lexicon.grammar().subset.joined)})\b")


def _is_list(claim: Claim) -> bool:
    """Whether individuals are listed without a number: "Ana Brod, her husband and their two sons"."""
    count, people = claim.count, claim.people
    if claim.scope != "incident" or count is None or people is None:
        return False
    possessive = lexicon.grammar().subset.possessive & set(people.text.lower().split())
    related = people.names or _OWNED.search(people.text) or possessive
    return bool(related) and count.text == people.text and _joined().search(people.text) is not None


def is_definite(claim: Claim) -> bool:
    """Whether the people were mentioned before: "her two sons", "the three reporters", "two of her sons"."""
    words = claim.people.text.lower().split() if claim.people else []
    definite, of = lexicon.grammar().subset.definite, lexicon.grammar().function.of
    if claim.scope != "incident" or not words:
        return False
    return words[0] in definite or (len(words) > 2 and words[1] in of and words[2] in definite)


def _refers_back(claim: Claim) -> bool:
    """Whether a claim is about one person mentioned before, wherever it is set: "he died", "the man was hurt"."""
    if not is_single(claim) or claim.kind not in {"killed", "injured"} or claim.people is None:
        return False
    known, text = lexicon.grammar(), claim.people.text
    is_pronoun = text.lower() in known.people.singular_pronouns
    described = not known.function.the.isdisjoint(text.lower().split()[:1]) and text[1:] == text[1:].lower()
    return is_pronoun or described


def _as_part(claim: Claim, wholes: list[Claim], *, anywhere: bool = False) -> Claim:
    """The claim as a part of the nearest whole that can include it, those before it and of its event first.

    With ``anywhere`` it may be of another place than a whole before it.
    """
    fits = [w for w in wholes if w.kind == claim.kind and _may_include(w, claim)]
    anywhere = anywhere or _refers_back(claim)
    fits = [w for w in fits if same_event(w, claim) or (anywhere and w.start < claim.start)]
    fits = [w for w in fits if w.id != claim.id and size(w) > size(claim)]
    if not fits:
        return claim
    whole = min(fits, key=lambda w: (w.start > claim.start, not same_event(w, claim), abs(w.start - claim.start)))
    return msgspec.structs.replace(claim, scope="part", part_of=whole.id)


def _may_include(whole: Claim, part: Claim) -> bool:
    """Whether perpetrators, status and sex agree: a fighter is not part of a count of villagers."""
    if are_of_other_sex(whole, part):
        return False
    if whole.by and part.by and not any(_may_be_one(a, b) for a in whole.by for b in part.by):
        return False
    one = part.people.status if part.people else "unknown"
    many = whole.people.status if whole.people else "unknown"
    return one in {many, "unknown"} or (many == "unknown" and one != "combatant")


def are_of_other_sex(one: Claim, other: Claim) -> bool:
    """Whether both claims give the sex of their people, and not the same: "three women" and "a man"."""
    sexes = {claim.people.sex for claim in (one, other) if claim.people is not None and claim.people.sex is not None}
    return len(sexes) > 1


def _may_be_one(one: Actor, other: Actor) -> bool:
    """Whether two perpetrators may be one: "gunmen", and "gunmen on a motorbike"."""
    words, others = set(one.name.lower().split()), set(other.name.lower().split())
    return words <= others or others <= words
