"""Incidents, reports, named persons and parties as entities of FollowTheMoney 4, one a line, for its own tools.

An incident is an ``Event`` and a report an ``Article``, its proof. A person or party is linked to the event by an
``UnknownLink`` with a role: FollowTheMoney's ``involved`` would not distinguish a victim from a suspect.
Names in two incidents are two entities, because nothing here decides that they are one party.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tollbook.export.bundle import json_line
from tollbook.export.cases import ReportedIncident, cases, dispute, headline
from tollbook.export.files import Files
from tollbook.export.redactor import NAME
from tollbook.locale import wording
from tollbook.model import Place, Report, When, content_id
from tollbook.person import Person
from tollbook.record import Contents, Perpetrator

Entity = dict[str, Any]
_Properties = Mapping[str, Iterable[str | None]]
_GENDERS = frozenset({"male", "female"})
#: How much of an ISO day is known, in characters.
_KNOWN = {"year": 4, "month": 7}


def files(contents: Contents) -> Files:
    """One file of JSON Lines, one entity a line."""
    return {"tollbook.ftm.json": (f"{json_line(entity)}\n".encode() for entity in entities(contents))}


def entities(contents: Contents) -> Iterator[Entity]:
    """Every entity; entities that others refer to come first."""
    yield from map(_article, contents.reports)
    for case in cases(contents):
        yield from _of_incident(case)


def _of_incident(case: ReportedIncident) -> Iterator[Entity]:
    address = _address(case.place)
    if address is not None:
        yield address
    event = _event(case, address)
    yield event
    for person in case.incident.persons:
        if person.name and NAME not in person.name:
            entity = _person(person, case.incident.id)
            yield from (entity, _link(entity, event, _role(person), case.incident.id))
    for party in case.incident.perpetrators:
        if NAME not in party.name:
            entity = _party(party, case.incident.id)
            yield from (entity, _link(entity, event, f"reported perpetrator: {party.confidence}", case.incident.id))


def _role(person: Person) -> str:
    return f"reported {person.fate}, in doubt" if person.in_doubt else f"reported {person.fate}"


def _entity(identity: str, schema: str, properties: _Properties) -> Entity:
    """An entity without empty properties; every value is one clean line, each once."""
    kept = {
        name: list(dict.fromkeys(filter(None, (wording.clean(value or "") for value in values))))
        for name, values in properties.items()
    }
    return {"id": identity, "schema": schema, "properties": {name: values for name, values in kept.items() if values}}


def _article(report: Report) -> Entity:
    found: _Properties = {
        "title": [headline(report)],
        "publisher": [report.outlet],
        "author": [report.author],
        "publishedAt": [str(report.published or "")],
        "sourceUrl": [report.url],
        "notes": [f"SHA-256 of the captured page: {report.sha256}"],
    }
    return _entity(_report_id(report), "Article", found)


def _event(case: ReportedIncident, address: Entity | None) -> Entity:
    found: _Properties = {
        "name": [case.incident.title],
        "summary": [dispute(case)],
        "keywords": [case.incident.kind],
        "country": [(case.place.country or "").lower()],
        "location": [case.place.name],
        "addressEntity": [address["id"] if address else None],
        "proof": [_report_id(report) for report in case.reports],
        "recordId": [case.incident.id],
    }
    return _entity(f"tollbook-incident-{case.incident.id}", "Event", {**found, **_dates(case.when)})


def _dates(when: When) -> _Properties:
    """A day or the known part of it; a first and a last day if there are two."""
    if when.start is None:
        return {}
    first, last = str(when.start), str(when.end or when.start)
    if when.precision in _KNOWN:
        return {"date": [first[: _KNOWN[when.precision]]]}
    return {"date": [first]} if first == last else {"startDate": [first], "endDate": [last]}


def _address(place: Place) -> Entity | None:
    """The place as an address with its coordinates and how exact they are; None without coordinates."""
    if place.lat is None or place.lon is None:
        return None
    parts = filter(None, (place.name, place.admin1, place.country_name))
    found: _Properties = {
        "full": [", ".join(parts)],
        "state": [place.admin1],
        "country": [(place.country or "").lower()],
        "latitude": [str(place.lat)],
        "longitude": [str(place.lon)],
        "remarks": [f"Known to: {wording.where(place.precision) or 'not known'}"],
    }
    return _entity(f"tollbook-place-{content_id(place.name, place.lat, place.lon, place.precision)}", "Address", found)


def _person(person: Person, incident: str) -> Entity:
    found: _Properties = {
        "name": [person.name],
        "alias": [name for name in person.names if name != person.name],
        "gender": [person.sex if person.sex in _GENDERS else None],
        "profession": person.roles,
        "notes": [
            f"Age: {wording.bounds(person.age)}" if person.age else None,
            f"Status in reports: {person.status}",
            *(f"According to {wording.chain(each.speakers)}: {wording.quoted(each.quote)}" for each in person.sources),
        ],
    }
    return _entity(f"tollbook-person-{content_id(incident, person.id)}", "Person", found)


def _party(party: Perpetrator, incident: str) -> Entity:
    schema = "Person" if party.kind == "individual" else "Organization"
    found: _Properties = {"name": [party.name], "alias": party.as_reported}
    return _entity(f"tollbook-party-{content_id(incident, party.kind, party.name)}", schema, found)


def _link(entity: Entity, event: Entity, role: str, incident: str) -> Entity:
    found: _Properties = {"subject": [entity["id"]], "object": [event["id"]], "role": [role]}
    return _entity(f"tollbook-link-{content_id(incident, entity['id'], role)}", "UnknownLink", found)


def _report_id(report: Report) -> str:
    return f"tollbook-report-{content_id(report.id)}"
