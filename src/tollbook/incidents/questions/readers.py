"""Questions about words that two readers read differently: one for each cause, with both readings side by side.

A cause is a field in which they differ, with both readings. All claims of an incident with the same cause are one
question, except for numbers, which have a question for each claim. An answer settles this field alone.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from tollbook.incidents.questions import answers
from tollbook.incidents.questions.model import Answer, Card, Harm, Material, QuestionDraft
from tollbook.incidents.questions.responsibility import words
from tollbook.linking.claim_conflicts import places_conflict
from tollbook.linking.similarity import day_apart
from tollbook.locale.messages import message
from tollbook.model import Claim, OtherReading, When
from tollbook.reconcile.explanation_context import count_text, quoted
from tollbook.reconcile.title import day

#: The reading of some words, by the reader of a claim or by another one.
_Read = Claim | OtherReading


class _Field(NamedTuple):
    """A field: the part of a record that a wrong value affects, its question, and a reading in words."""

    harm: Harm
    asks: str
    label: Callable[[_Read], str]


class _Cause(NamedTuple):
    """One difference: the field, both readings, and its claims, each with the reading of the other reader."""

    field: str
    cards: tuple[str, str]
    shared: list[tuple[Claim, OtherReading]]


def disagreeing(material: Material) -> Iterator[QuestionDraft]:
    """Questions on claims that another reader read differently, with a card for each reading."""
    for cause in _causes(material):
        field, claims = _FIELDS[cause.field], [claim for claim, _ in cause.shared]
        first = material.earliest(claims)
        names = tuple(dict.fromkeys(claim.id for claim in claims))
        cards = [Card(label=label, claims=names) for label in cause.cards]
        named = () if cause.field == "count" else (cause.field,)
        yield QuestionDraft(
            sentence=message(field.asks, quote=quoted(first.quote)),
            about=("readers", *named, words(first)),
            why=message("The readers disagree on these words."),
            at_stake=_at_stake(cause),
            cards=cards,
            answers=list(_answers(material, cause, cards)),
            harm=field.harm,
            fields=frozenset({cause.field}),
        )


def _causes(material: Material) -> Iterator[_Cause]:
    """Every difference of the incident. A number is a cause by itself, because each claim counts other people."""
    found: dict[tuple[str, ...], _Cause] = {}
    for claim in material.group.claims:
        others = () if isinstance(claim.otherwise, msgspec.UnsetType) else claim.otherwise
        for other in others:
            for name in other.fields:
                if name not in _FIELDS or not _differ(name, claim, other):
                    continue
                cards = (_card(name, claim), _card(name, other))
                key = (name, *cards, *((claim.id,) if name == "count" else ()))
                found.setdefault(key, _Cause(name, cards, [])).shared.append((claim, other))
    yield from found.values()


def _differ(name: str, claim: Claim, other: OtherReading) -> bool:
    """Whether two readings of a field still differ: the claim may be corrected, or one place may contain the other."""
    mine, theirs = _value(name, claim), _value(name, other)
    if mine == theirs or _FIELDS[name].label(claim) == _FIELDS[name].label(other):
        return False
    if name == "when":
        return bool(day_apart(mine, theirs))
    if name == "place" and mine is not None and theirs is not None and None not in {mine.lat, theirs.lat}:
        return places_conflict(mine, theirs)
    return True


def _answers(material: Material, cause: _Cause, cards: Sequence[Card]) -> Iterator[Answer]:
    """The answers: one reading is right, the person gives the right value, or the words are not such a claim."""
    why = message("The words say so.")
    first = {claim.id: (claim, other) for claim, other in reversed(cause.shared)}
    name = cause.field
    keep = [answers.confirmed(claim, name) for claim, _ in first.values()]
    change = [answers.corrected(claim, name, _corrected(name, claim, other)) for claim, other in first.values()]
    for position, (card, own) in enumerate(zip(cards, (keep, change), strict=True)):
        says = message("{label} is right.", label=card.label)
        yield answers.answer("accept", position, says, own, why=why)
    yield answers.correction(material, cards[0], 0)
    yield from answers.marked(material, cards[0], 0)


def _corrected(name: str, claim: Claim, other: OtherReading) -> object:
    """The value of a field by the other reader. For people only their status is taken; the rest stays."""
    value = _value(name, other)
    if name == "people" and claim.people is not None and value is not None:
        return replace(claim.people, status=value.status)
    return value


def _value(name: str, read: _Read) -> Any:
    value = getattr(read, "with_" if name == "with" else name)
    return None if isinstance(value, msgspec.UnsetType) else value


def _card(name: str, read: _Read) -> str:
    """The card with one reading, and the name of its reader without the version."""
    return message("{number} ({reader})", number=_FIELDS[name].label(read), reader=read.finder.partition("/")[0])


def _at_stake(cause: _Cause) -> float:
    """The difference of two numbers, in people; for other fields the number of claims with the difference."""
    if cause.field != "count":
        return len(cause.shared)
    claim, other = cause.shared[0]
    sizes = [
        next((n for n in (c.best, c.low, c.high) if n is not None), 0) if c is not None else 0
        for c in (claim.count, other.count)
    ]
    return abs(sizes[0] - sizes[1])


def _number(read: _Read) -> str:
    number = count_text(read.count) if read.count is not None else ""
    return number or message("no number")


def _day(read: _Read) -> str:
    when = _value("when", read)
    return (day(when) or when.text) if isinstance(when, When) else message("no day")


def _place(read: _Read) -> str:
    place = _value("place", read)
    return place.name if place is not None else message("no place")


def _status(read: _Read) -> str:
    people = _value("people", read)
    return people.status if people is not None else "unknown"


def _speaker(read: _Read) -> str:
    """The speakers, the original informant first."""
    named = [each.name for each in _value("speakers", read) or () if each.name and each.role != "outlet"]
    return " → ".join(named) or message("the report itself")


def _responsible(read: _Read) -> str:
    return ", ".join(actor.name for actor in _value("by", read) or ()) or message("nobody")


def _weapons(read: _Read) -> str:
    return ", ".join(thing.name for thing in _value("with", read) or ()) or message("no weapon")


#: The fields with questions. The sentences name no values, because people who see a record may not see the cards.
_FIELDS: dict[str, _Field] = {
    "count": _Field("figures", message("Two readers differ on the number in {quote}. Which one do the words give?"),
                    _number),
    "kind": _Field("figures", message("Two readers differ on what {quote} reports. What do the words say?"),
                   lambda read: str(_value("kind", read))),
    "scope": _Field("figures", message("Two readers differ on whether {quote} is about the whole incident."),
                    lambda read: str(_value("scope", read))),
    "people": _Field("figures", message("Two readers differ on whether those in {quote} are civilians."), _status),
    "by": _Field("responsibility", message("Two readers differ on who is held responsible in {quote}."), _responsible),
    "stance": _Field("responsibility", message("Two readers differ on whether {quote} is said to be so."),
                     lambda read: str(_value("stance", read))),
    "speakers": _Field("responsibility", message("Two readers differ on who says {quote}."), _speaker),
    "with": _Field("figures", message("Two readers differ on the weapon in {quote}."), _weapons),
    "when": _Field("day and place", message("Two readers differ on the day of {quote}."), _day),
    "place": _Field("day and place", message("Two readers differ on the place of {quote}."), _place),
}  # fmt: skip
