"""Redacts records by the rules of a release profile."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from tollbook.export import name_redaction
from tollbook.export.generalising import WithheldPlaces, generalised
from tollbook.export.name_matcher import NameMatcher
from tollbook.export.name_policy import WithheldNames
from tollbook.export.public_ids import PublicIds
from tollbook.export.record_texts import IDS, has_text
from tollbook.export.release_profiles import RECORDS, ReleaseRules, vocabulary
from tollbook.export.spellings import fold, has_capital, key, split
from tollbook.model import People, Place, Record, Report, Speaker
from tollbook.record import DecidedClaim

R = TypeVar("R", bound=Record)
#: A field, and the function that changes its value.
_FieldStep = tuple[str, Callable[[Any], Any]]
NAME, PLACE, AGE, ADDRESS = "[name withheld]", "[place withheld]", "[age withheld]", "[address withheld]"
_TABLES = {kind: name for name, kind in RECORDS.items()} | {DecidedClaim: "claim"}
#: Fields that describe a person.
_DESCRIPTIONS = frozenset({"description", "kin", "roles"})


class Redactor:
    """Redacts records by one set of rules."""

    def __init__(self, rules: ReleaseRules, names: WithheldNames, places: WithheldPlaces, ids: PublicIds) -> None:
        self._rules, self._known, self._ids = rules, names, ids
        self._names = NameMatcher(names.withheld, parts=names.parts, kept=names.kept)
        self._common = NameMatcher((), parts=names.shared, kept=names.kept)
        self._withheld_places = places
        self._places = NameMatcher(places.names, kept=places.kept)
        self._ages = vocabulary().age_pattern() if rules.of("people", "age") != "keep" else None
        self._plans: dict[type[Record], list[_FieldStep]] = {}
        # Outlets, places and roles are repeated many times.
        self.text: Callable[[str], str] = lru_cache(maxsize=1 << 14)(self._text)

    def of(self, record: R) -> R:
        """The redacted record."""
        if isinstance(record, Place) and self._is_withheld_place(record):
            return msgspec.structs.replace(Place(name=PLACE), text=PLACE)  # type: ignore[return-value]  # R is Place
        if isinstance(record, Place) and self._withheld_places.has(record):
            record = generalised(record)
        changed: dict[str, Any] = {}
        for name, change in self._plan(type(record)):
            value = getattr(record, name)
            if value is not None:
                changed[name] = change(value)
        if isinstance(record, Speaker) and self._ages and (record.role or "").isdigit():
            changed["role"] = None
        return msgspec.structs.replace(record, **changed) if changed else record

    def _plan(self, kind: type[Record]) -> list[_FieldStep]:
        """The fields of a record that may change, each with the function that changes it."""
        if kind not in self._plans:
            steps = ((field.name, self._change(kind, field)) for field in msgspec.structs.fields(kind))
            self._plans[kind] = [(name, change) for name, change in steps if change is not None]
        return self._plans[kind]

    def _change(self, kind: type[Record], field: msgspec.structs.FieldInfo) -> Callable[[Any], Any] | None:
        choice = self._rules.of(_TABLES.get(kind, ""), field.encode_name)
        if choice == "drop" and (dropped := _empty(field)) is not msgspec.NODEFAULT:
            return lambda _: dropped
        if choice == "generalise":
            return lambda value: self._any(generalised(value))
        if field.name in IDS:
            return self._id
        if kind is Report and field.name == "sha256" and self._known.unknown:
            # Anyone could hash a guessed name in a short text and compare.
            return lambda _: ""
        if not has_text(kind, field.name):
            return None
        if field.name in _DESCRIPTIONS or (kind is People and field.name == "text"):
            return self._description
        return self._link if field.name == "url" else self._any

    def _text(self, text: str) -> str:
        """A text without withheld names, unknown names, places and ages."""
        strict = self._rules.names.unknown == "withhold"
        if strict:
            text = name_redaction.without_addresses(text, ADDRESS)
        text = self._places.redact(self._names.redact(text, NAME), PLACE)
        if strict:
            text = name_redaction.redact(text, self._known.cleared, NAME, self._names.kept_spans(text))
            text = name_redaction.redact_common(text, self._common, NAME)
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

    def _description(self, value: Any) -> Any:
        """A description, or the redaction mark if a word of a withheld name is left in it."""
        if isinstance(value, tuple):
            return tuple(map(self._description, value))
        text = self.text(value)
        words = {fold(word) for word in split(text) if has_capital(word)}
        return text if words.isdisjoint(self._known.shared) else NAME

    def _is_withheld_place(self, place: Place) -> bool:
        """Whether a place has a word of a withheld name, and is not kept as a whole."""
        if self._rules.names.unknown == "keep":
            return False
        names = [name for name in (place.name, place.text) if name]
        shares = [name for name in names if not self._known.shared.isdisjoint(map(fold, split(name)))]
        return any(key(name) not in self._known.kept for name in shares)

    def _id(self, value: Any) -> Any:
        """The public id of an id, or of each in a tuple; if unknown names are kept, only with a withheld name in it."""
        match value:
            case str():
                return self._ids.of(value) if self._known.unknown or self._contains_withheld(value) else value
            case tuple():
                return tuple(map(self._id, value))
            case Record():
                return self.of(value)
        return value

    def _contains_withheld(self, text: str) -> bool:
        return next(self._names.find(text), None) is not None or next(self._places.find(text), None) is not None

    def _link(self, url: str | None) -> str | None:
        """A URL; None if it contains a withheld name or unknown names are withheld: a redacted URL would not work."""
        return None if url is None or self._known.unknown or self._contains_withheld(url) else url


def _empty(field: msgspec.structs.FieldInfo) -> Any:
    """The value of a dropped field; NODEFAULT if the record needs the field."""
    if field.default is not msgspec.NODEFAULT:
        return field.default
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return "" if field.name in {"quote", "title", "text"} else msgspec.NODEFAULT
