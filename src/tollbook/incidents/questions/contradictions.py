"""Questions about reports that contradict each other on the day or the place of an incident."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from tollbook.incidents.questions import answers, suggestions
from tollbook.incidents.questions.model import Answer, Card, Material, QuestionDraft, Suggestion
from tollbook.incidents.questions.responsibility import words
from tollbook.linking.claim_conflicts import places_conflict
from tollbook.linking.similarity import day_apart
from tollbook.locale.messages import message, plural
from tollbook.mentions import STATEMENTS
from tollbook.model import Claim, Place, When
from tollbook.reconcile.title import day

#: From this many days between two reports on they are unlikely to be about one event.
_FAR_DAYS = 2


class _Field(NamedTuple):
    """Day or place: the field of a claim, the value a claim states, its label, and whether two values conflict."""

    name: str
    value: Callable[[Claim], When | Place | None]
    label: Callable[[When | Place], str]
    conflict: Callable[[When | Place, When | Place], bool]


def _stated_day(claim: Claim) -> When | None:
    when = claim.when
    stated = when is not None and when.start is not None and when.basis in {"stated", "relative"}
    return when if stated and claim.kind not in STATEMENTS else None


def _stated_place(claim: Claim) -> Place | None:
    return claim.place if claim.place is not None and claim.place.lat is not None else None


_DAY = _Field(
    "when",
    _stated_day,
    lambda value: day(value) or "" if isinstance(value, When) else "",
    lambda one, other: isinstance(one, When) and isinstance(other, When) and bool(day_apart(one, other)),
)
_PLACE = _Field(
    "place",
    _stated_place,
    lambda value: value.name if isinstance(value, Place) else "",
    lambda one, other: isinstance(one, Place) and isinstance(other, Place) and places_conflict(one, other),
)


def different_days(material: Material) -> Iterator[QuestionDraft]:
    """The question on reports that give contradicting days, with a card for each day."""
    cards = _options(material, _DAY)
    if cards:
        values = _tally(cards, material)
        yield _which(material, _DAY, cards, message("On which day did it happen: {days}?", days=values))


def different_places(material: Material) -> Iterator[QuestionDraft]:
    """The question on reports that give contradicting places, with a card for each place."""
    cards = _options(material, _PLACE)
    if cards:
        values = _tally(cards, material)
        yield _which(material, _PLACE, cards, message("Where did it happen: {places}?", places=values))


def _options(material: Material, field: _Field) -> list[Card]:
    """A card for each value that conflicts with another one. A report is on one card only, never against itself."""
    by_report: dict[str, dict[str, list[Claim]]] = {}
    values: dict[str, When | Place] = {}
    for claim in sorted(material.group.claims, key=lambda claim: (claim.report, claim.start, claim.id)):
        value = field.value(claim)
        if value is not None:
            label = field.label(value)
            values.setdefault(label, value)
            by_report.setdefault(claim.report, {}).setdefault(label, []).append(claim)
    votes = Counter(label for own in by_report.values() for label in own)
    chosen: dict[str, list[Claim]] = {}
    for own in by_report.values():
        label = max(own, key=lambda each: (votes[each], -own[each][0].start))
        chosen.setdefault(label, []).extend(own[label])
    conflicting = [one for one in chosen if any(field.conflict(values[one], values[other]) for other in chosen)]
    ordered = sorted(conflicting, key=lambda each: (-len({c.report for c in chosen[each]}), each))
    return [Card(label=each, claims=tuple(c.id for c in chosen[each])) for each in ordered[: answers.MOST_CARDS]]


def _tally(cards: Sequence[Card], material: Material) -> str:
    return ", ".join(f"{card.label} ({len(_reports(card, material))})" for card in cards)


def _reports(card: Card, material: Material) -> set[str]:
    return {material.claims[name].report for name in card.claims}


def _which(material: Material, field: _Field, cards: list[Card], sentence: str) -> QuestionDraft:
    suggested = [_suggested(card, position, cards, material) for position, card in enumerate(cards)]
    claims = [material.claims[name] for card in cards for name in card.claims]
    reports = {claim.report for claim in claims}
    return QuestionDraft(
        sentence=sentence,
        about=tuple(sorted(words(material.earliest([material.claims[n] for n in card.claims])) for card in cards)),
        why=plural(
            "{n} report may be about another incident, or misread.",
            "{n} reports contradict each other; one of them may be about another incident, or misread.",
            len(reports),
        ),
        at_stake=len(reports),
        cards=suggested,
        answers=[each for position in range(len(cards)) for each in _choices(material, field, cards, position)],
    )


def _choices(material: Material, field: _Field, cards: Sequence[Card], position: int) -> Iterator[Answer]:
    """The answers: the value of a card is right, and other claims get it; it is wrong; it is about another event."""
    card = cards[position]
    first = material.claims[card.claims[0]]
    value = msgspec.to_builtins(field.value(first))
    keep = [answers.confirmed(material.claims[name], field.name) for name in card.claims]
    follow = [
        answers.corrected(material.claims[name], field.name, value)
        for other in cards
        if other is not card
        for name in other.claims
    ]
    says = message("{label} is right; the other words get it, too.", label=card.label)
    yield answers.answer("accept", position, says, [*keep, *follow], why=message("This is what the reports mean."))
    drop = [answers.corrected(material.claims[name], field.name, None) for name in card.claims]
    says = message("{label} is misread; it is removed from these words.", label=card.label)
    yield answers.answer("reject", position, says, drop, why=message("Misread."))
    yield answers.correction(material, card, position)
    yield from answers.marked(material, _with_rest(card, cards, material), position, "other event")


def _with_rest(card: Card, cards: Sequence[Card], material: Material) -> Card:
    """The card with every other claim of its reports in this incident that is on no other card."""
    elsewhere = {name for other in cards if other is not card for name in other.claims}
    reports = _reports(card, material)
    rest = [c.id for c in material.group.claims if c.report in reports and c.id not in elsewhere]
    return msgspec.structs.replace(card, claims=tuple(dict.fromkeys((*card.claims, *rest))))


def _suggested(card: Card, position: int, cards: Sequence[Card], material: Material) -> Card:
    """Suggests another event for a card whose words or day say so; else the value of most sources or the original."""
    copied = {copied for _, copied in suggestions.copies_among(cards, material)}
    found = suggestions.suggested(
        card, position, material, (suggestions.late_report, suggestions.other_words)
    ).suggestion
    if found is None and position and not copied:
        found = _far_day(card, cards[0], material)
    if found is None and position in copied:
        why = message("One report copies the other, so both are about one event; this is the copied one.")
        found = Suggestion(action="accept", why=why, rule="copied report")
    found = found or _most(position, cards, material)
    return msgspec.structs.replace(card, suggestion=_at(found, position))


def _most(position: int, cards: Sequence[Card], material: Material) -> Suggestion | None:
    """The value of most reports; copies of one text count once."""
    reports = [_reports(each, material) for each in cards]
    copies = {copy.report: copy.of for copy in material.copies}
    counts = [len({name for name in own if copies.get(name) not in own}) for own in reports]
    if not counts[position] == max(counts) > sorted(counts)[-2]:
        return None
    why = message("{n} of {all} reports say so.", n=len(reports[position]), all=sum(map(len, reports)))
    return Suggestion(action="accept", why=why, rule="most reports")


def _far_day(card: Card, first: Card, material: Material) -> Suggestion | None:
    """Suggests another event for a day far from the others with other numbers: reports err mostly by a day."""
    days = [_stated_day(material.claims[each.claims[0]]) for each in (card, first)]
    apart = day_apart(*days) or 0
    if apart < _FAR_DAYS or _numbers(card, material) & _numbers(first, material):
        return None
    why = plural(
        "Its day is {n} day from {day}: this may be another event.",
        "Its day is {n} days from {day}: this may be another event.",
        apart,
        day=first.label,
    )
    return Suggestion(action="other event", why=why, rule="far day")


def _numbers(card: Card, material: Material) -> set[tuple[str, int | None]]:
    """The numbers that the reports of a card give, with what happened to these people."""
    reports = _reports(card, material)
    counted = ((c.kind, c.count) for c in material.group.claims if c.report in reports and c.scope == "incident")
    return {(kind, count.best) for kind, count in counted if count is not None and count.best is not None}


def _at(found: Suggestion | None, position: int) -> Suggestion | None:
    return msgspec.structs.replace(found, card=position) if found is not None else None
