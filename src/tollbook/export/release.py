"""What of a book may leave under a profile: fields dropped or told less closely, names withheld wherever they stand."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from tollbook.export import name_redaction
from tollbook.export.name_policy import Persons, persons, split
from tollbook.export.release_profiles import RECORDS, Profile, Rules, words
from tollbook.export.spellings import Spellings, fold
from tollbook.model import Place, Range, Record, Speaker, content_id
from tollbook.record import Contents

R = TypeVar("R", bound=Record)
#: A field, and what becomes of what stands in it.
_Step = tuple[str, Callable[[Any], Any]]
NAME, PLACE, AGE = "[name withheld]", "[place withheld]", "[age withheld]"
#: Fields that tell nothing of their own: ids, hashes, codes.
_PLAIN = frozenset({
    "id", "report", "sha256", "incident", "toll", "part_of", "rule", "precision", "media_type", "language",
    "country",
})  # fmt: skip
_NAMES = {kind: name for name, kind in RECORDS.items()}
#: UCDP where_prec of first-order divisions, countries and seas: already told as generally as we would.
_GENERAL_PLACE = frozenset({4, 6, 7})


class Released(Record, frozen=True, kw_only=True):
    """What may leave, and what must be found nowhere in it."""

    contents: Contents
    withheld: frozenset[str]
    #: Single names of these, which are to be found nowhere with a capital.
    parts: frozenset[str] = frozenset()


def release(contents: Contents, profile: Profile) -> Released:
    """The contents as the profile lets them go. Raises Refused for exceptions that fit no incident."""
    exceptions = profile.by_incident(incident.id for incident in contents.incidents)
    people = persons(contents, profile.rules, exceptions)
    places = _places(contents, profile.rules, exceptions)
    views = {name: View(rules, people, places) for name, rules in exceptions.items()}
    base = View(profile.rules, people, places)
    left = _without_held_back(contents, exceptions)
    released = Contents(
        reports=tuple(base.of(report) for report in left.reports),
        readings=tuple(base.of(reading) for reading in left.readings),
        claims=tuple(views.get(claim.incident or "", base).of(claim) for claim in left.claims),
        incidents=tuple(views.get(incident.id, base).of(incident) for incident in left.incidents),
        tolls=tuple(base.of(toll) for toll in left.tolls),
    )
    return Released(contents=released, withheld=people.withheld | places, parts=people.parts)


class View:
    """Records as one set of rules shows them."""

    def __init__(self, rules: Rules, people: Persons, places: frozenset[str]) -> None:
        self._rules = rules
        self._vouched = people.vouched
        self._names = Spellings(people.withheld, parts=people.parts)
        self._places = Spellings(places)
        self._ages = words().age_pattern() if rules.of("people", "age") != "keep" else None
        self._plans: dict[type[Record], list[_Step]] = {}
        # Outlets, places and roles are said again and again.
        self.text: Callable[[str], str] = lru_cache(maxsize=1 << 14)(self._text)

    def of(self, record: R) -> R:
        """The record without what may not leave."""
        changed: dict[str, Any] = {}
        for name, change in self._plan(type(record)):
            value = getattr(record, name)
            if value is not None:
                changed[name] = change(value)
        if isinstance(record, Speaker) and self._ages and (record.role or "").isdigit():
            changed["role"] = None
        return msgspec.structs.replace(record, **changed) if changed else record

    def _plan(self, kind: type[Record]) -> list[_Step]:
        """The fields of a record that may change, and how; the others leave as they are."""
        if kind not in self._plans:
            steps = ((field.name, self._change(kind, field)) for field in msgspec.structs.fields(kind))
            self._plans[kind] = [(name, change) for name, change in steps if change is not None]
        return self._plans[kind]

    def _change(self, kind: type[Record], field: msgspec.structs.FieldInfo) -> Callable[[Any], Any] | None:
        choice = self._rules.of(_NAMES.get(kind, ""), field.encode_name)
        if choice == "drop" and (dropped := _nothing(field)) is not msgspec.NODEFAULT:
            return lambda _: dropped
        if choice == "generalise":
            return lambda value: self._any(_general(value))
        if field.name in {"id", "report"}:
            return self._id
        if not _tells(kind, field.name):
            return None
        return self._link if field.name == "url" else self._any

    def _text(self, said: str) -> str:
        """Words without names that are withheld, names nothing vouches for, and what is told of age and place."""
        said = self._places.redact(self._names.redact(said, NAME), PLACE)
        if self._rules.names.unknown == "withhold":
            said = self._vouched_only(said)
        return self._ages.sub(AGE, said) if self._ages else said

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
        """An id, or the hash of one that spells what is withheld: an archive may have named a report after someone."""
        return content_id(name) if self._spells(name) else name

    def _spells(self, text: str) -> bool:
        return next(self._names.find(text), None) is not None or next(self._places.find(text), None) is not None

    def _link(self, url: str | None) -> str | None:
        """A URL, unless it spells what is withheld: half a URL leads nowhere."""
        return None if url is None or self._spells(url) else url

    def _vouched_only(self, said: str) -> str:
        """The text with every run of capitalised words that nothing vouches for replaced."""
        return name_redaction.redact(said, self._vouched, NAME)


def _places(contents: Contents, base: Rules, exceptions: Mapping[str, Rules]) -> frozenset[str]:
    """The names of places that are told less closely than they are known, or not at all."""

    def kept(record: str, incident: str | None) -> bool:
        return exceptions.get(incident or "", base).of(record, "place") == "keep"

    found = [claim.place for claim in contents.claims if not kept("claim", claim.incident)]
    found += [incident.place for incident in contents.incidents if not kept("incident", incident.id)]
    if base.of("toll", "place") != "keep":
        found += [toll.place for toll in contents.tolls]
    if base.of("claim", "place") != "keep":
        found += [mention.place for mention in contents.places()]
    close = [place for place in found if place is not None and place.precision not in _GENERAL_PLACE]
    names = {name for place in close for name in (place.name, place.text) if name}
    general = {fold(word) for place in close for word in split(f"{place.admin1} {place.country_name}")}
    return frozenset(name for name in names if not {fold(word) for word in split(name)} <= general)


def _general(value: Any) -> Any:
    """A place as its first-order division, an age as that of a child or an adult, a mention by its place."""
    if isinstance(value, Place):
        if value.precision in _GENERAL_PLACE:
            return value
        known = value.admin1 or value.country_name or ""
        return Place(
            name=known, country=value.country, country_name=value.country_name, admin1=value.admin1,
            precision=4 if value.admin1 else 6,
        )  # fmt: skip
    if isinstance(value, Range):
        if value.low is not None and value.low >= 18:
            return Range(low=18)
        told = value.best if value.best is not None else value.high
        return Range(high=17) if told is not None and told < 18 else Range(low=18) if (value.best or 0) >= 18 else None
    return value


def _without_held_back(contents: Contents, exceptions: Mapping[str, Rules]) -> Contents:
    """Without incidents that are held back, their claims, and reports that tell of nothing else."""
    held = {name for name, rules in exceptions.items() if rules.release == "drop"}
    if not held:
        return contents
    told = {claim.report for claim in contents.claims if claim.incident in held}
    gone = told - {claim.report for claim in contents.claims if claim.incident not in held}
    return Contents(
        reports=tuple(report for report in contents.reports if report.id not in gone),
        readings=tuple(reading for reading in contents.readings if reading.report not in gone),
        claims=tuple(claim for claim in contents.claims if claim.incident not in held),
        incidents=tuple(incident for incident in contents.incidents if incident.id not in held),
        tolls=contents.tolls,
    )


def _nothing(field: msgspec.structs.FieldInfo) -> Any:
    """What stands where a field was dropped; no default where the record is not one without it."""
    if field.default is not msgspec.NODEFAULT:
        return field.default
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return "" if field.name in {"quote", "title", "text"} else msgspec.NODEFAULT


def _tells(kind: type[Record], field: str) -> bool:
    """Whether a field may hold words of a report."""
    if field in _PLAIN:
        return False
    hint = get_type_hints(kind)[field]
    every = (hint, *get_args(hint))
    return hint not in {int, float, bool} and not any(get_origin(each) is Literal for each in every)
