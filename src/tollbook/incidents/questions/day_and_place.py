"""Questions about a day or a place that no report gives, that cannot be resolved, or that may be wrong."""

from collections.abc import Iterator, Sequence
from itertools import chain

import msgspec

from tollbook import gazetteer
from tollbook.gazetteer import GazetteerEntry
from tollbook.incidents.questions import answers, former_ids
from tollbook.incidents.questions.model import Answer, Card, Material, QuestionDraft, Suggestion
from tollbook.incidents.questions.responsibility import words
from tollbook.linking import similarity
from tollbook.locale.messages import message, plural
from tollbook.model import Candidate, Claim, Place, Report
from tollbook.store.descriptions import BY_PERSON

#: Kilometres within which two entries of one name are one settlement: a judgement.
_ONE_PLACE_KM = 5.0


def undated(material: Material) -> Iterator[QuestionDraft]:
    """The question if no report gives the day."""
    when = material.incident.when
    if when is not None and (when.start is not None or when.reason):
        return
    if all(map(_is_settled, material.reports.values())):
        return
    earliest, reports = material.earliest(material.group.claims), len(material.incident.reports)
    card = Card(claims=(earliest.id,))
    yield QuestionDraft(
        sentence=message("On which day did it happen? No report says so."),
        about=(words(earliest),),
        why=plural(
            "{n} report has no event date and cannot be linked reliably.",
            "{n} reports have no event date and cannot be linked reliably.",
            reports,
        ),
        at_stake=reports,
        cards=[card],
        answers=[answers.correction(material, card, 0)],
        suggestion=Suggestion(
            action="correct",
            card=0,
            why=message("No words give a day. Look in the report, or set the day of the report here."),
            rule="no day",
        ),
        former=former_ids.undated(material.incident, earliest.id),
        settle=message("The day is not known."),
        before=tuple(words(claim) for claim in material.group.claims),
    )


def _is_settled(report: Report) -> bool:
    """Whether a person said that the day of a report is not known."""
    return report.published is None and report.provenance.get("published") == BY_PERSON


def doubtful_day(material: Material) -> Iterator[QuestionDraft]:
    """The question if the words give a day that is impossible or may be wrong."""
    when = material.incident.when
    if when is None or not when.reason:
        return
    doubted = [c for c in material.group.claims if c.when is not None and c.when.reason == when.reason]
    cards = answers.cards_by_words(doubted or [material.earliest(material.group.claims)])
    cards = [msgspec.structs.replace(card, label=when.text) for card in cards]
    yield QuestionDraft(
        sentence=message("Day in doubt: “{text}”: {reason}.", text=when.text, reason=when.reason.rstrip(".")),
        about=tuple(sorted(words(material.claims[card.claims[0]]) for card in cards)),
        why=message("The day of this incident depends on it."),
        at_stake=len(material.incident.reports),
        cards=cards,
        answers=list(answers.on_field(material, cards, "when", right=_undoubted, wrong=lambda claim, card: None)),
    )


def _undoubted(claim: Claim, card: Card) -> object:
    return msgspec.structs.replace(claim.when, reason=None) if claim.when is not None else None


def unresolved_place(material: Material) -> Iterator[QuestionDraft]:
    """The question if the place is missing, is not in the gazetteer, or is the name of several places."""
    place, reports = material.incident.place, len(material.incident.reports)
    if place is not None and place.lat is not None:
        return
    named = [c for c in material.group.claims if place and c.place is not None and c.place.name == place.name]
    named = named or [material.earliest(material.group.claims)]
    first = named[0]
    cards = [Card(claims=(first.id,))]
    choices = [answers.correction(material, cards[0], 0)]
    offered: tuple[Candidate, ...] = ()
    if place is not None and place.candidates:
        offered = _offered(place)
        cards, choices = _choices(material, place, offered, named)
    yield QuestionDraft(
        sentence=_where(place),
        about=(place.name if place else "", words(first)),
        why=_without_point(place, reports),
        at_stake=reports,
        cards=cards,
        answers=choices,
        candidates=offered,
        former=former_ids.unresolved_place(material.incident, first.id),
    )


def doubtful_place(material: Material) -> Iterator[QuestionDraft]:
    """The question on a place that was chosen among several of its name only because it is the largest."""
    place = material.incident.place
    if place is None or place.lat is None or not place.candidates:
        return
    named = [c for c in material.group.claims if c.place is not None and c.place.candidates == place.candidates]
    offered = _offered(place)
    cards, choices = _choices(material, place, offered, named or [material.earliest(material.group.claims)])
    yield QuestionDraft(
        sentence=message(
            "Which {place} is meant? The record has the largest of {n} places of this name.",
            place=place.name,
            n=len(place.candidates),
        ),
        about=(place.name, words(material.claims[cards[0].claims[0]])),
        why=message("The only reason for it is its number of inhabitants."),
        at_stake=len(material.incident.reports),
        cards=cards,
        answers=choices,
        candidates=offered,
    )


def _offered(place: Place) -> tuple[Candidate, ...]:
    """The places that a name may mean: equally likely ones, then other settlements of the name.

    At most as many as there are number keys.
    """
    offered = list(place.candidates[: answers.MOST_CARDS])
    for each in gazetteer.settlements(place.name):
        known = any(_km(each, other) < _ONE_PLACE_KM for other in offered)
        if not known and len(offered) < answers.MOST_CARDS:
            offered.append(
                Candidate(
                    name=each.name, country=each.country or None, admin1=each.admin1, lat=each.lat, lon=each.lon,
                    geonameid=each.geonameid,
                )
            )  # fmt: skip
    return tuple(offered)


def _km(one: GazetteerEntry, other: Candidate) -> float:
    places = (Place(name="", lat=each.lat, lon=each.lon) for each in (one, other))
    return similarity.kilometres(*places) or 0.0


def _choices(
    material: Material, place: Place, offered: Sequence[Candidate], named: Sequence[Claim]
) -> tuple[list[Card], list[Answer]]:
    """A card for each place that the name of some claims may mean, and the answers to it."""
    areas = [_area(each) for each in offered]
    labels = [
        area if areas.count(area) == 1 else f"{area} ({each.lat:.2f}, {each.lon:.2f})"
        for area, each in zip(areas, offered, strict=True)
    ]
    cards = [Card(label=label, claims=tuple(c.id for c in named)) for label in labels]
    cards = [_in_country(card, n, offered, material) for n, card in enumerate(cards)]
    made = (_candidate(material, cards, n, place, offered[n]) for n in range(len(cards)))
    return cards, list(chain.from_iterable(made))


def _where(place: Place | None) -> str:
    if place is None:
        return message("Where did it happen? No report says so.")
    if not place.candidates:
        return message("Where is {place}? No place of this name was found.", place=place.name)
    return message(
        "Which {place} is meant? Nothing in the reports tells {n} places apart.",
        place=place.name,
        n=len(place.candidates),
    )


def _without_point(place: Place | None, reports: int) -> str:
    if place is None:
        return plural(
            "{n} report has no event place and cannot be linked reliably.",
            "{n} reports have no event place and cannot be linked reliably.",
            reports,
        )
    return plural(
        "The place of {n} report has a name, but no point on the map.",
        "The place of {n} reports has a name, but no point on the map.",
        reports,
    )


def _area(place: Candidate) -> str:
    country = gazetteer.countries().get(place.country or "", place.country)
    return ", ".join(dict.fromkeys(part for part in (place.name, place.admin1, country) if part))


def _candidate(
    material: Material, cards: Sequence[Card], position: int, place: Place, meant: Candidate
) -> Iterator[Answer]:
    """The answer that a name means one of its places."""
    card = cards[position]
    fields = {name: getattr(meant, name) for name in ("name", "country", "admin1", "lat", "lon", "geonameid")}
    value = Place(text=place.text, spot=place.spot, precision=place.precision or 2, **fields)
    steps = [answers.corrected(material.claims[name], "place", value) for name in card.claims]
    says = message("It is {place}.", place=card.label)
    yield answers.answer("accept", position, says, steps, why=message("This place is meant."))
    yield answers.correction(material, card, position)


def _in_country(card: Card, position: int, offered: Sequence[Candidate], material: Material) -> Card:
    """Suggests a candidate if it is the only one in the country of all other places of these reports."""
    countries = {c.place.country for c in material.group.claims if c.place is not None and c.place.country}
    inside = [n for n, each in enumerate(offered) if len(countries) == 1 and each.country in countries]
    if inside != [position]:
        return card
    why = message("All other places of these reports are in the same country.")
    return msgspec.structs.replace(
        card, suggestion=Suggestion(action="accept", why=why, rule="same country", card=position)
    )
