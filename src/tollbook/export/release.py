"""Applying a release profile to the contents of a book: fields are dropped or generalised, names are redacted."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from tollbook.export import name_redaction
from tollbook.export.name_policy import WithheldNames, split, withheld_names
from tollbook.export.release_profiles import RECORDS, ReleaseProfile, ReleaseRules, vocabulary
from tollbook.export.spellings import NameMatcher, fold
from tollbook.model import Claim, Place, Range, Record, Speaker, content_id
from tollbook.person import Person
from tollbook.record import Contents, DecidedClaim, Incident

R = TypeVar("R", bound=Record)
#: A field, and the function that changes its value.
_FieldStep = tuple[str, Callable[[Any], Any]]
NAME, PLACE, AGE = "[name withheld]", "[place withheld]", "[age withheld]"
#: Fields without words of a report: ids, hashes, codes.
_WITHOUT_TEXT = frozenset({
    "id", "report", "sha256", "incident", "incidents", "claim", "decisions", "corrected", "toll", "part_of", "rule",
    "precision", "media_type", "language", "country",
})  # fmt: skip
_TABLES = {kind: name for name, kind in RECORDS.items()} | {DecidedClaim: "claim"}
#: UCDP where_prec of first-order divisions, countries and seas: these are general already.
_GENERAL_PLACE = frozenset({4, 6, 7})


class ReleasedContents(Record, frozen=True, kw_only=True):
    """The contents that may be released, and the names that they must not contain."""

    contents: Contents
    withheld: frozenset[str]
    #: Single names in these, which must not occur with a capital letter.
    parts: frozenset[str] = frozenset()


def release(contents: Contents, profile: ReleaseProfile) -> ReleasedContents:
    """The contents as redacted by the profile. Raises Refused for exceptions that fit no incident."""
    exceptions = profile.by_incident(incident.id for incident in contents.incidents)
    names = withheld_names(contents, profile.rules, exceptions)
    places = _places(contents, profile.rules, exceptions)
    redactors = {name: Redactor(rules, names, places) for name, rules in exceptions.items()}
    base = Redactor(profile.rules, names, places)
    remaining = _without_held_back(contents, exceptions)
    released = Contents(
        reports=tuple(base.of(report) for report in remaining.reports),
        readings=tuple(base.of(reading) for reading in remaining.readings),
        claims=tuple(redactors.get(claim.incident or "", base).of(_now(claim)) for claim in remaining.claims),
        incidents=tuple(redactors.get(incident.id, base).of(incident) for incident in remaining.incidents),
        persons=tuple(_released_person(person, redactors, base) for person in remaining.persons),
        tolls=tuple(base.of(toll) for toll in remaining.tolls),
    )
    return ReleasedContents(contents=released, withheld=names.withheld | places, parts=names.parts)


def _now(claim: Claim) -> Claim:
    """A claim without what it was before corrections: that may have names that nothing else has."""
    return msgspec.structs.replace(claim, as_read=None) if isinstance(claim, DecidedClaim) else claim


def _released_person(person: Person, redactors: Mapping[str, "Redactor"], base: "Redactor") -> Person:
    """A person redacted by the rules of every incident that the person was harmed in."""
    own = {id(rules): rules for rules in (redactors.get(name, base) for name in person.incidents)}
    for rules in own.values() or (base,):
        person = rules.of(person)
    return person


class Redactor:
    """Redacts records by one set of rules."""

    def __init__(self, rules: ReleaseRules, names: WithheldNames, places: frozenset[str]) -> None:
        self._rules = rules
        self._cleared = names.cleared
        self._names = NameMatcher(names.withheld, parts=names.parts)
        self._places = NameMatcher(places)
        self._ages = vocabulary().age_pattern() if rules.of("people", "age") != "keep" else None
        self._plans: dict[type[Record], list[_FieldStep]] = {}
        # Outlets, places and roles are repeated many times.
        self.text: Callable[[str], str] = lru_cache(maxsize=1 << 14)(self._text)

    def of(self, record: R) -> R:
        """The redacted record."""
        changed: dict[str, Any] = {}
        for name, change in self._plan(type(record)):
            value = getattr(record, name)
            if value is not None:
                changed[name] = change(value)
        if isinstance(record, Speaker) and self._ages and (record.role or "").isdigit():
            changed["role"] = None
        return msgspec.structs.replace(record, **changed) if changed else record

    def _plan(self, kind: type[Record]) -> list[_FieldStep]:
        """The fields of a record that may change, and how; the others are unchanged."""
        if kind not in self._plans:
            steps = ((field.name, self._change(kind, field)) for field in msgspec.structs.fields(kind))
            self._plans[kind] = [(name, change) for name, change in steps if change is not None]
        return self._plans[kind]

    def _change(self, kind: type[Record], field: msgspec.structs.FieldInfo) -> Callable[[Any], Any] | None:
        choice = self._rules.of(_TABLES.get(kind, ""), field.encode_name)
        if choice == "drop" and (dropped := _empty(field)) is not msgspec.NODEFAULT:
            return lambda _: dropped
        if choice == "generalise":
            return lambda value: self._any(_generalised(value))
        if field.name in {"id", "report"}:
            return self._id
        if not _has_text(kind, field.name):
            return None
        return self._link if field.name == "url" else self._any

    def _text(self, text: str) -> str:
        """A text without withheld names, unknown names, places and ages."""
        text = self._places.redact(self._names.redact(text, NAME), PLACE)
        if self._rules.names.unknown == "withhold":
            text = name_redaction.redact(text, self._cleared, NAME)
        return self._ages.sub(AGE, text) if self._ages else text

    def _any(self, value: Any) -> Any:
        match value:
            case str():
                return self.text(value)
            case tuple():
                return tuple(map(self._any, value))
            case dict():
                return {key: self._any(each) for key, each in value.items()}
            case Record():
                return self.of(value)
        return value

    def _id(self, name: str) -> str:
        """An id, or its hash if it contains a withheld name: an archive may have named a report after someone."""
        return content_id(name) if self._contains_withheld(name) else name

    def _contains_withheld(self, text: str) -> bool:
        return next(self._names.find(text), None) is not None or next(self._places.find(text), None) is not None

    def _link(self, url: str | None) -> str | None:
        """A URL, or None if it contains a withheld name: part of a URL would not work."""
        return None if url is None or self._contains_withheld(url) else url


def _places(contents: Contents, base: ReleaseRules, exceptions: Mapping[str, ReleaseRules]) -> frozenset[str]:
    """The names of places that are generalised or dropped."""

    def kept(record: str, incident: str | None) -> bool:
        return exceptions.get(incident or "", base).of(record, "place") == "keep"

    places = [claim.place for claim in contents.claims if not kept("claim", claim.incident)]
    places += [incident.place for incident in contents.incidents if not kept("incident", incident.id)]
    if base.of("toll", "place") != "keep":
        places += [toll.place for toll in contents.tolls]
    if base.of("claim", "place") != "keep":
        places += [mention.place for mention in contents.places()]
    precise = [place for place in places if place is not None and place.precision not in _GENERAL_PLACE]
    names = {name for place in precise for name in (place.name, place.text) if name}
    general = {fold(word) for place in precise for word in split(f"{place.admin1} {place.country_name}")}
    return frozenset(name for name in names if not {fold(word) for word in split(name)} <= general)


def _generalised(value: Any) -> Any:
    """A place as its first-order division, an age as child or adult; other values are unchanged."""
    if isinstance(value, Place):
        if value.precision in _GENERAL_PLACE:
            return value
        name = value.admin1 or value.country_name or ""
        return Place(
            name=name, country=value.country, country_name=value.country_name, admin1=value.admin1,
            precision=4 if value.admin1 else 6,
        )  # fmt: skip
    if isinstance(value, Range):
        if value.low is not None and value.low >= 18:
            return Range(low=18)
        years = value.best if value.best is not None else value.high
        return (
            Range(high=17) if years is not None and years < 18 else Range(low=18) if (value.best or 0) >= 18 else None
        )
    return value


def _without_held_back(contents: Contents, exceptions: Mapping[str, ReleaseRules]) -> Contents:
    """The contents without withheld incidents, their claims, and reports about nothing else."""
    held_back = {name for name, rules in exceptions.items() if rules.release == "drop"}
    if not held_back:
        return contents
    affected = {claim.report for claim in contents.claims if claim.incident in held_back}
    dropped = affected - {claim.report for claim in contents.claims if claim.incident not in held_back}
    remaining = [incident for incident in contents.incidents if incident.id not in held_back]
    return Contents(
        reports=tuple(report for report in contents.reports if report.id not in dropped),
        readings=tuple(reading for reading in contents.readings if reading.report not in dropped),
        claims=tuple(claim for claim in contents.claims if claim.incident not in held_back),
        incidents=tuple(remaining),
        persons=tuple(_persons_left(contents.persons, remaining, held_back)),
        tolls=contents.tolls,
    )


def _persons_left(people: Iterable[Person], remaining: Iterable[Incident], held_back: set[str]) -> Iterator[Person]:
    """The persons without what a withheld incident says: of a person in several, only what the others say is left."""
    cut: set[str] = set()
    for person in people:
        if held_back.isdisjoint(person.incidents):
            yield person
        else:
            cut |= {source.id for source in person.sources}
    yield from (p for each in remaining for p in each.persons if cut.intersection(s.id for s in p.sources))


def _empty(field: msgspec.structs.FieldInfo) -> Any:
    """The value of a dropped field; NODEFAULT if the record needs the field."""
    if field.default is not msgspec.NODEFAULT:
        return field.default
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return "" if field.name in {"quote", "title", "text"} else msgspec.NODEFAULT


def _has_text(kind: type[Record], field: str) -> bool:
    """Whether a field may contain words of a report."""
    if field in _WITHOUT_TEXT:
        return False
    hint = get_type_hints(kind)[field]
    hints = (hint, *get_args(hint))
    return hint not in {int, float, bool} and not any(get_origin(each) is Literal for each in hints)
