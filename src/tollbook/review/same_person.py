"""The question whether two persons of two incidents are one.

Their names agree, and so does an age, a relative or a role. Nobody is killed twice: one report may be filed wrongly, or
two people have one name. Nothing joins them but a person's answer.
"""

from collections.abc import Iterable, Mapping
from math import log1p
from typing import NamedTuple

from tollbook.incidents.person_rows import PersonRow
from tollbook.incidents.questions import BY_NAME, Answer, Card, Question
from tollbook.locale.messages import message
from tollbook.model import content_id
from tollbook.person import PersonRulings
from tollbook.reconcile.person_proposals import proposals, undecided


class PersonPair(NamedTuple):
    """Two persons of two incidents who may be one, the one with the smaller id first, and why."""

    one: PersonRow
    other: PersonRow
    why: str


def pairs(rows: Iterable[PersonRow], rulings: PersonRulings) -> tuple[PersonPair, ...]:
    """Every two named persons of different incidents who may be one, and about whom nobody has decided."""
    by_id = {row.person.id: row for row in rows if row.person.name}
    reports = {name: frozenset(row.reports) for name, row in by_id.items()}
    sources = {name: row.sources for name, row in by_id.items()}
    found = undecided(proposals((row.person for row in by_id.values()), reports), sources, rulings)
    between = (PersonPair(by_id[each.one], by_id[each.other], each.why) for each in found)
    return tuple(pair for pair in between if _in_two_incidents(pair) and not _are_joined(pair, rulings))


def _in_two_incidents(pair: PersonPair) -> bool:
    return not set(pair.one.person.incidents) & set(pair.other.person.incidents)


def _are_joined(pair: PersonPair, rulings: PersonRulings) -> bool:
    one, other = ({rulings.set_of[s] for s in row.sources if s in rulings.set_of} for row in (pair.one, pair.other))
    return bool(one & other)


def incidents_of(pair: PersonPair) -> tuple[str, str]:
    """The ids of the two incidents."""
    return pair.one.person.incidents[0], pair.other.person.incidents[0]


def same_person(pair: PersonPair, titles: Mapping[str, str]) -> Question:
    """Whether two persons of two incidents are one; ``titles`` are the titles of incidents by id."""
    one, other = pair.one.person, pair.other.person
    incident, other_incident = incidents_of(pair)
    name = content_id("one person in two incidents?", one.id, other.id)
    cards = tuple(Card(label=each.name or "", claims=(_claim(each.id),)) for each in (one, other))
    return Question(
        id=name,
        kind="one person?",
        harm=BY_NAME["one person?"].harm,
        incident=incident,
        other_incident=other_incident,
        title=titles.get(incident, ""),
        sentence=message(
            "Is {name} in “{one}” the same person as {other_name} in “{other}”?",
            name=one.name or "",
            one=titles.get(incident, ""),
            other_name=other.name or "",
            other=titles.get(other_incident, ""),
        ),
        claims=tuple(claim for card in cards for claim in card.claims),
        cards=cards,
        answers=_answers(name, one.id, other.id),
        moves=round(log1p(1), 3),
        why=pair.why,
    )


def _answers(name: str, one: str, other: str) -> tuple[Answer, ...]:
    same, apart = message("They are one person."), message("They are different persons.")
    return (
        Answer(says=same, verdict="same person", action="same person", subject=one, other=other, why=same),
        Answer(
            says=apart, verdict="different persons", action="different persons", subject=one, other=other, why=apart
        ),
        Answer(says=message("There is nothing to do."), verdict="settle", action="settle", subject=name),
    )


def _claim(mention: str) -> str:
    """The claim of a mention: its id without the number of the name."""
    return mention.partition("~")[0]
