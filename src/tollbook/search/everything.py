"""One search for everything: reports, incidents, series, persons, totals and names that have some words."""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from itertools import chain

from tollbook.locale.formatting import series_title
from tollbook.locale.messages import translate
from tollbook.model import Record
from tollbook.record import Incident, Toll, TollPoint
from tollbook.search.query import IncidentIndex, Query
from tollbook.search.series_index import SeriesIndex
from tollbook.series import Series
from tollbook.store import Hit

#: The most incidents with the words in their own record that are searched.
_INCIDENTS = 50


class FoundName(Record, frozen=True, kw_only=True):
    """A speaker, place or outlet, with its number of incidents."""

    name: str
    incidents: int


class FoundPerson(Record, frozen=True, kw_only=True):
    """A named person: the outcome, the incident with its title, and the id of the person."""

    name: str
    effect: str
    incident: str
    title: str
    id: str = ""
    in_doubt: bool = False


class FoundToll(Record, frozen=True, kw_only=True):
    """A running or period total: what it counts, where, and its latest value."""

    id: str
    kind: str
    people: str
    place: str | None
    latest: TollPoint | None


class FoundIncident(Record, frozen=True, kw_only=True):
    """An incident that has the words in its record, or in ``reports`` of its reports."""

    id: str
    title: str
    reports: int


class Everything(Record, frozen=True, kw_only=True):
    """The records that have all words of a search, by type. ``reports`` are the best matches first."""

    reports: tuple[Hit, ...] = ()
    incidents: tuple[FoundIncident, ...] = ()
    persons: tuple[FoundPerson, ...] = ()
    tolls: tuple[FoundToll, ...] = ()
    speakers: tuple[FoundName, ...] = ()
    places: tuple[FoundName, ...] = ()
    outlets: tuple[FoundName, ...] = ()
    series: tuple[Series, ...] = ()


def everything(index: IncidentIndex, series: SeriesIndex, question: str, hits: Sequence[Hit], limit: int) -> Everything:
    """Search results; ``hits`` are the reports that match it. Nothing for a question without words."""
    words = question.replace('"', " ").replace("*", " ").split()
    if not words:
        return Everything()
    plain = " ".join(words)
    found = {incident.id: incident for incident in index.first_matching(Query(text=plain), _INCIDENTS)}
    in_reports = Counter(chain.from_iterable(index.incidents_in([hit.report for hit in hits]).values()))
    further = index.records([name for name in in_reports if name not in found])
    found |= {incident.id: incident for incident in further}
    ordered = sorted(found.values(), key=lambda incident: (-in_reports[incident.id], incident.id))
    return Everything(
        reports=tuple(hits[:limit]),
        incidents=tuple(FoundIncident(id=i.id, title=i.title, reports=in_reports[i.id]) for i in ordered[:limit]),
        persons=tuple(_persons(ordered, words))[:limit],
        tolls=tuple(_tolls(index, words))[:limit],
        speakers=_names(index, "speaker", plain, limit),
        places=_names(index, "place", plain, limit),
        outlets=_names(index, "outlet", plain, limit),
        series=tuple(_series(series, ordered, words))[:limit],
    )


def _persons(incidents: Sequence[Incident], words: Sequence[str]) -> list[FoundPerson]:
    return [
        FoundPerson(
            name=person.name,
            effect=person.fate,
            incident=incident.id,
            title=incident.title,
            id=person.id,
            in_doubt=person.in_doubt,
        )
        for incident in incidents
        for person in incident.persons
        if person.name and _has(words, " ".join((person.name, *person.names)))
    ]


def _series(index: SeriesIndex, incidents: Sequence[Incident], words: Sequence[str]) -> list[Series]:
    """The series of some incidents, and those that people named, if their title has the words; by first day."""
    found = {each.id: each for each in index.of([*index.with_a_name, *(each.id for each in incidents)]).values()}
    every = sorted(found.values(), key=_first_day)
    return [each for each in every if _has(words, f"{series_title(each)} {translate(each.derived_title or '')}")]


def _first_day(series: Series) -> tuple[date, str]:
    return (series.when.start if series.when and series.when.start else date.max), series.id


def _tolls(index: IncidentIndex, words: Sequence[str]) -> list[FoundToll]:
    """The running totals whose place, people or kind have the words, those with most values first."""
    found = [toll for toll in index.tolls.values() if _has(words, searched_text(toll))]
    found.sort(key=lambda toll: (-len(toll.series), toll.place.name if toll.place else "", toll.id))
    return [
        FoundToll(
            id=toll.id,
            kind=toll.kind,
            people=toll.people,
            place=toll.place.name if toll.place else None,
            latest=next(reversed(toll.series or toll.derived), None),
        )
        for toll in found
    ]


def searched_text(toll: Toll) -> str:
    """The text of a running total for a search: what it counts, and where."""
    return " ".join((toll.kind, toll.people, toll.place.name if toll.place else ""))


def _has(words: Sequence[str], text: str) -> bool:
    return all(word.casefold() in text.casefold() for word in words)


def _names(index: IncidentIndex, facet: str, words: str, limit: int) -> tuple[FoundName, ...]:
    return tuple(FoundName(name=name, incidents=number) for name, number in index.values(facet, words)[:limit])
