"""The question whether two persons of two incidents are one.

Their names agree, and so does an age, a relative or a role. Nobody is killed twice: one report may be in the wrong
incident, or two people have one name. Only a person's answer joins them. The pairs are kept as rows.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import log1p
from typing import Any, NamedTuple

from sqlalchemy import Connection, or_, select

from tollbook.incidents.person_rows import PersonRow, unpacked
from tollbook.incidents.questions import BY_NAME, Answer, Card, Question
from tollbook.locale.messages import message
from tollbook.person import PersonRulings
from tollbook.store.incident_rows import where_in
from tollbook.store.incident_tables import person_pairs, persons


class PersonPair(NamedTuple):
    """Two persons of two incidents who may be one, the one with the smaller id first, why, and the question's id."""

    one: str
    other: str
    one_incident: str
    other_incident: str
    one_name: str
    other_name: str
    why: str
    question: str


def pairs(
    connection: Connection, rulings: PersonRulings, most: int, *, incidents: Collection[str] | None = None,
    question: str | None = None,
) -> list[PersonPair]:  # fmt: skip
    """Up to ``most`` undecided pairs, of the book or of some incidents, by the question's id.

    With the id of a ``question``, only its pair. The rows must be up to date.
    """
    row = person_pairs.c
    query = select(*(row[name] for name in PersonPair._fields), row.decided).order_by(row.question)
    query = query.where(row.question.is_not(None) if question is None else row.question == question)
    if incidents is not None:
        query = query.where(or_(row.one_incident.in_(incidents), row.other_incident.in_(incidents)))
    unseen = list(connection.execute(query.where(row.decided.is_(False)).limit(most)))
    touched = list(connection.execute(query.where(row.decided)))
    found = [PersonPair(*each[:-1]) for each in (*unseen, *_open(connection, touched, rulings))]
    return sorted(found, key=lambda pair: pair.question)[:most]


def _open(connection: Connection, touched: Iterable[Any], rulings: PersonRulings) -> Iterator[Any]:
    """The pairs without a decision on the two persons together, although people decided about one of them."""
    rows = list(touched)
    names = {name for row in rows for name in (row.one, row.other)}
    packed = where_in(connection, select(persons.c.row), persons.c.id, names)
    sets = {each.person.id: _sets(each, rulings) for each in unpacked(row.row for row in packed)}
    for row in rows:
        one, other = sets[row.one], sets[row.other]
        if not one & other and not any((a, b) in rulings.apart for a in one for b in other):
            yield row


def _sets(row: PersonRow, rulings: PersonRulings) -> set[str]:
    return {rulings.set_of[source] for source in row.sources if source in rulings.set_of}


def sources(connection: Connection, some: Iterable[PersonPair]) -> dict[str, tuple[str, ...]]:
    """The ids of the sources of each person of some pairs, by the id of the person."""
    names = {name for pair in some for name in (pair.one, pair.other)}
    packed = where_in(connection, select(persons.c.row), persons.c.id, names)
    return {each.person.id: each.sources for each in unpacked(row.row for row in packed)}


def same_person(pair: PersonPair, titles: Mapping[str, str], sources_of: Mapping[str, Sequence[str]]) -> Question:
    """The question whether two persons of two incidents are one: a card for each, with the words of all its sources.

    ``titles`` are the titles of incidents by id, ``sources_of`` the sources of persons by id.
    """
    cards = tuple(
        Card(label=name, claims=tuple(dict.fromkeys(map(_claim, sources_of.get(one, (one,))))), incident=incident)
        for one, name, incident in (
            (pair.one, pair.one_name, pair.one_incident), (pair.other, pair.other_name, pair.other_incident)
        )
    )  # fmt: skip
    return Question(
        id=pair.question,
        kind="one person?",
        harm=BY_NAME["one person?"].harm,
        incident=pair.one_incident,
        other_incident=pair.other_incident,
        title=titles.get(pair.one_incident, ""),
        sentence=message(
            "Is {name} in “{one}” the same person as {other_name} in “{other}”?",
            name=pair.one_name,
            one=titles.get(pair.one_incident, ""),
            other_name=pair.other_name,
            other=titles.get(pair.other_incident, ""),
        ),
        claims=tuple(dict.fromkeys(claim for card in cards for claim in card.claims)),
        cards=cards,
        answers=_answers(pair.question, pair.one, pair.other),
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
