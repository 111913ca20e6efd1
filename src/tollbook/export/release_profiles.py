"""Release profiles: TOML files with rules, field by field, of what may be released and to whom."""

import hashlib
import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

import msgspec

from tollbook.errors import Refused
from tollbook.locale.messages import message, plural
from tollbook.model import Actor, Claim, Count, Event, People, Place, Record, Report, Speaker, Thing, When
from tollbook.person import Person, PersonSource
from tollbook.record import Figure, Grade, Incident, Perpetrator, Site, Statement, Toll, Victim, Weapon
from tollbook.series import Series

FieldChoice = Literal["keep", "drop", "generalise"]
NameChoice = Literal["keep", "withhold"]
PROFILES = ("public", "partners", "court")
#: Names of tables of two words.
_TABLE: dict[type[Record], str] = {PersonSource: "person_source"}
#: The records of a profile, by the name of their TOML table.
RECORDS: dict[str, type[Record]] = {
    _TABLE.get(kind, kind.__name__.lower()): kind
    for kind in (
        Report, Claim, People, Speaker, Place, Incident, Victim, Statement, Toll, Figure, Perpetrator, Site, Weapon,
        Grade, Count, When, Actor, Thing, Event, Person, PersonSource, Series,
    )
}  # fmt: skip
#: Fields that can be generalised: ages to adult or child, places to their first-order division.
GENERALISABLE = frozenset({"age", "place"})
#: The choices, the strictest last.
_STRICT: tuple[FieldChoice, ...] = ("keep", "generalise", "drop")
#: The fields that the places of records made from several claims come from.
_PLACE = (("incident", "place"), ("claim", "place"))
#: The fields that the fields of a person and of its sources come from.
_OF_A_PERSON: dict[str, tuple[tuple[str, str], ...]] = {
    "name": (("victim", "name"), ("people", "names")),
    "names": (("victim", "name"), ("people", "names")),
    "description": (("victim", "description"), ("people", "text")),
    "age": (("victim", "age"), ("people", "age")),
    "sex": (("victim", "sex"), ("people", "sex")),
    "status": (("victim", "status"), ("people", "status")),
    "roles": (("people", "roles"),),
    "kin": (("people", "text"),),
    "when": (("incident", "when"), ("claim", "when")),
    "place": _PLACE,
    "quote": (("claim", "quote"),),
    "speakers": (("claim", "speakers"),),
}
#: The fields that the fields of some records come from.
_COMES_FROM: dict[str, dict[str, tuple[tuple[str, str], ...]]] = {
    "person": _OF_A_PERSON,
    "person_source": _OF_A_PERSON,
    "series": {name: (("incident", name),) for name in ("title", "when")}
    | {"derived_title": (("incident", "title"),), "place": _PLACE},
    "incident": {"place": (("claim", "place"),)},
    "toll": {"place": (("claim", "place"),)},
}


class NameRules(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules for names of people; see the comments in ``profiles/public.toml``. The default is to withhold."""

    minors: NameChoice = "withhold"
    victims: NameChoice = "withhold"
    speakers: NameChoice = "withhold"
    accused: NameChoice = "withhold"
    unknown: NameChoice = "withhold"
    always_keep: tuple[str, ...] = ()
    always_withhold: tuple[str, ...] = ()


class ReleaseRules(Record, frozen=True, kw_only=True):
    """The rules for one incident, or for everything without an exception. ``release`` is ``drop`` to withhold it."""

    names: NameRules = NameRules()
    otherwise: Literal["keep", "drop"] = "drop"
    fields: dict[str, dict[str, FieldChoice]] = msgspec.field(default_factory=dict)
    release: Literal["keep", "drop"] = "keep"

    def of(self, record: str, field: str) -> FieldChoice:
        """The choice for a field. Fields of a record that the profile does not mention are kept.

        For a field that comes from other records, such as the place of an incident, the strictest choice of these is
        used.
        """
        own = self._own(record, field)
        comes_from = _COMES_FROM.get(record, {}).get(field, ())
        return max((own, *(self._own(*each) for each in comes_from)), key=_STRICT.index)

    def _own(self, record: str, field: str) -> FieldChoice:
        table = self.fields.get(record)
        return "keep" if table is None else table.get(field, self.otherwise)


class ReleaseProfile(Record, frozen=True, kw_only=True):
    """A release profile: rules, exceptions by incident id or a prefix of one, and the hash of the profile file."""

    name: str
    sha256: str
    audience: str
    rules: ReleaseRules
    exceptions: dict[str, ReleaseRules] = msgspec.field(default_factory=dict)

    def to_log(self) -> dict[str, str]:
        """The log entry of the profile, without the path of its file, which may name someone."""
        return {"name": self.name, "sha256": self.sha256}

    def by_incident(self, known: Iterable[str]) -> dict[str, ReleaseRules]:
        """Exceptions by full id.

        Raises Refused if one fits no incident, because a protection would then have no effect.
        """
        exceptions, ids = {}, list(known)
        for prefix, rules in self.exceptions.items():
            matching = [name for name in ids if name.startswith(prefix)]
            if len(matching) != 1:
                raise Refused(
                    plural(
                        "The profile {name} has an exception for incident {prefix}, but {n} incident has an id that "
                        "begins so. Look up the id with tollbook incidents and correct the profile.",
                        "The profile {name} has an exception for incident {prefix}, but {n} incidents have an id that "
                        "begins so. Look up the id with tollbook incidents and correct the profile.",
                        len(matching),
                        name=self.name,
                        prefix=prefix,
                    )
                )
            exceptions[matching[0]] = rules
        return exceptions


class NameVocabulary(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words that identify officials, children, organisations, forces, persons and places: ``profiles/words.toml``."""

    offices: frozenset[str]
    private: frozenset[str]
    minors: frozenset[str]
    bodies: frozenset[str]
    forces: frozenset[str]
    particles: frozenset[str]
    titles: frozenset[str]
    kin: frozenset[str]
    locative: frozenset[str]
    ages: tuple[str, ...]

    def age_pattern(self) -> re.Pattern[str]:
        """A pattern of ages in texts."""
        return re.compile("|".join(self.ages), re.IGNORECASE)


@cache
def vocabulary() -> NameVocabulary:
    """The words of ``profiles/words.toml``."""
    return msgspec.toml.decode(_shipped("words"), type=NameVocabulary)


def load(name: str) -> ReleaseProfile:
    """A shipped profile by name, or the profile in a TOML file. Raises Refused if it is not valid."""
    if name in PROFILES:
        return _profile(name, _shipped(name))
    path = Path(name)
    if not path.is_file():
        raise Refused(
            message(
                "There is no profile {name}; choose one of {names}, or give a TOML file.",
                name=name,
                names=", ".join(PROFILES),
            )
        )
    try:
        return _profile(path.name, path.read_bytes())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Refused(message("The profile {name} cannot be read: {reason}.", name=name, reason=reason)) from error


def text(name: str) -> str:
    """The text of a shipped profile, as a start for your own. Raises Refused."""
    return _shipped(shipped(name)).decode()


def shipped(name: str) -> str:
    """The name, if it is that of a shipped profile.

    Raises Refused, so that a request over the network can name no file.
    """
    if name not in PROFILES:
        raise Refused(
            message("There is no profile {name}; choose one of {names}.", name=name, names=", ".join(PROFILES))
        )
    return name


def _shipped(name: str) -> bytes:
    return resources.files("tollbook").joinpath(f"export/profiles/{name}.toml").read_bytes()


def _profile(name: str, raw: bytes) -> ReleaseProfile:
    try:
        tables = msgspec.toml.decode(raw, type=dict[str, Any])
        audience, exceptions = tables.pop("for", ""), tables.pop("exception", {})
        base = {"otherwise": tables.pop("otherwise", "drop"), "names": tables.pop("names", {}), "fields": tables}
        rules = _checked(name, msgspec.convert(base, ReleaseRules))
        return ReleaseProfile(
            name=name,
            sha256=hashlib.sha256(raw).hexdigest(),
            audience=msgspec.convert(audience, str),
            rules=rules,
            exceptions={key: _exception(name, rules, tables) for key, tables in exceptions.items()},
        )
    except (msgspec.MsgspecError, UnicodeDecodeError, AttributeError) as error:
        raise Refused(message("The profile {name} is not valid: {error}.", name=name, error=error)) from error


def _exception(name: str, base: ReleaseRules, tables: dict[str, Any]) -> ReleaseRules:
    """The rules of one incident: those of the profile, overridden by the exception."""
    own = dict(tables)
    release, names = own.pop("release", "keep"), own.pop("names", {})
    fields = {record: base.fields.get(record, {}) | own.get(record, {}) for record in base.fields.keys() | own.keys()}
    plain = {
        "otherwise": base.otherwise, "release": release, "fields": fields, "names": base.names.to_dict() | names,
    }  # fmt: skip
    return _checked(name, msgspec.convert(plain, ReleaseRules))


def _checked(name: str, rules: ReleaseRules) -> ReleaseRules:
    for record, table in rules.fields.items():
        if record not in RECORDS:
            raise Refused(
                message(
                    "The profile {name} has a table {record}, which is not a record. The records are: {records}.",
                    name=name,
                    record=record,
                    records=", ".join(sorted(RECORDS)),
                )
            )
        known = {field.encode_name for field in msgspec.structs.fields(RECORDS[record])}
        for field, choice in table.items():
            if field not in known:
                raise Refused(
                    message(
                        "The profile {name} has the field {field}, which {record} does not have.",
                        name=name,
                        field=field,
                        record=record,
                    )
                )
            if choice == "generalise" and field not in GENERALISABLE:
                raise Refused(
                    message(
                        "The profile {name} generalises {field} of {record}; only age and place can be generalised.",
                        name=name,
                        field=field,
                        record=record,
                    )
                )
    return rules
