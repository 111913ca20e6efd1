"""Release profiles: TOML files that say, field by field, what may leave the house and for whom."""

import hashlib
import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

import msgspec

from tollbook.errors import Refused
from tollbook.model import Actor, Claim, Count, Event, People, Place, Record, Report, Speaker, Thing, When
from tollbook.record import Figure, Grade, Incident, Perpetrator, Site, Statement, Toll, Victim, Weapon

Choice = Literal["keep", "drop", "generalise"]
Leave = Literal["keep", "withhold"]
PROFILES = ("public", "partners", "court")
#: Records a profile speaks of, by the name of their table.
RECORDS: dict[str, type[Record]] = {
    kind.__name__.lower(): kind
    for kind in (
        Report, Claim, People, Speaker, Place, Incident, Victim, Statement, Toll, Figure, Perpetrator, Site, Weapon,
        Grade, Count, When, Actor, Thing, Event,
    )
}  # fmt: skip
#: What can be told less closely: ages as adult or child, places as their first-order division.
GENERAL = frozenset({"age", "place"})


class Names(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose names leave: see the comments of ``profiles/public.toml``. What is not said is withheld."""

    minors: Leave = "withhold"
    victims: Leave = "withhold"
    speakers: Leave = "withhold"
    accused: Leave = "withhold"
    unknown: Leave = "withhold"
    always_keep: tuple[str, ...] = ()
    always_withhold: tuple[str, ...] = ()


class Rules(Record, frozen=True, kw_only=True):
    """What holds for one incident, or for all that is of none: ``release`` is ``drop`` where it is held back."""

    names: Names = Names()
    otherwise: Literal["keep", "drop"] = "drop"
    fields: dict[str, dict[str, Choice]] = msgspec.field(default_factory=dict)
    release: Literal["keep", "drop"] = "keep"

    def of(self, record: str, field: str) -> Choice:
        """What becomes of a field. A record that the profile does not speak of is kept where its field is."""
        table = self.fields.get(record)
        return "keep" if table is None else table.get(field, self.otherwise)


class Profile(Record, frozen=True, kw_only=True):
    """A profile: rules, and exceptions by the id of an incident or the beginning of one; the hash of its file."""

    name: str
    sha256: str
    audience: str
    rules: Rules
    exceptions: dict[str, Rules] = msgspec.field(default_factory=dict)

    def to_log(self) -> dict[str, str]:
        """What the log says of it: not where the file lay, which may name someone."""
        return {"name": self.name, "sha256": self.sha256}

    def by_incident(self, known: Iterable[str]) -> dict[str, Rules]:
        """Exceptions by full id. Raises Refused where one names no incident: else a protection lapses unseen."""
        found, ids = {}, list(known)
        for beginning, rules in self.exceptions.items():
            meant = [name for name in ids if name.startswith(beginning)]
            if len(meant) != 1:
                raise Refused(
                    f"The profile {self.name} makes an exception for incident {beginning}, but "
                    f"{'no incident has' if not meant else f'{len(meant)} incidents have'} an id that begins so; "
                    "look up the id with tollbook incidents and mend the profile."
                )
            found[meant[0]] = rules
        return found


class Words(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Words that persons are judged by: ``profiles/words.toml``."""

    offices: frozenset[str]
    private: frozenset[str]
    minors: frozenset[str]
    bodies: frozenset[str]
    forces: frozenset[str]
    particles: frozenset[str]
    ages: tuple[str, ...]

    def age_pattern(self) -> re.Pattern[str]:
        """Ages as texts tell them."""
        return re.compile("|".join(self.ages), re.IGNORECASE)


@cache
def words() -> Words:
    """The words of ``profiles/words.toml``."""
    return msgspec.toml.decode(_shipped("words"), type=Words)


def load(name: str) -> Profile:
    """The profile of this name, or in a TOML file. Raises Refused, saying what is wrong with it."""
    if name in PROFILES:
        return _profile(name, _shipped(name))
    path = Path(name)
    if not path.is_file():
        raise Refused(f"There is no profile {name}; choose one of {', '.join(PROFILES)}, or name a TOML file.")
    try:
        return _profile(path.name, path.read_bytes())
    except OSError as error:
        raise Refused(f"The profile {name} cannot be read: {(error.strerror or str(error)).lower()}.") from error


def text(name: str) -> str:
    """A shipped profile as it is written, to begin one's own from. Raises Refused."""
    if name not in PROFILES:
        raise Refused(f"There is no profile {name}; choose one of {', '.join(PROFILES)}.")
    return _shipped(name).decode()


def _shipped(name: str) -> bytes:
    return resources.files("tollbook").joinpath(f"export/profiles/{name}.toml").read_bytes()


def _profile(name: str, raw: bytes) -> Profile:
    try:
        tables = msgspec.toml.decode(raw, type=dict[str, Any])
        audience, exceptions = tables.pop("for", ""), tables.pop("exception", {})
        base = {"otherwise": tables.pop("otherwise", "drop"), "names": tables.pop("names", {}), "fields": tables}
        rules = _checked(name, msgspec.convert(base, Rules))
        return Profile(
            name=name,
            sha256=hashlib.sha256(raw).hexdigest(),
            audience=msgspec.convert(audience, str),
            rules=rules,
            exceptions={key: _exception(name, rules, tables) for key, tables in exceptions.items()},
        )
    except (msgspec.MsgspecError, UnicodeDecodeError, AttributeError) as error:
        raise Refused(f"The profile {name} cannot be understood: {error}.") from error


def _exception(name: str, base: Rules, tables: dict[str, Any]) -> Rules:
    """The rules of one incident: those of the profile, but for what the exception says otherwise."""
    own = dict(tables)
    release, names = own.pop("release", "keep"), own.pop("names", {})
    fields = {record: base.fields.get(record, {}) | own.get(record, {}) for record in base.fields.keys() | own.keys()}
    plain = {
        "otherwise": base.otherwise, "release": release, "fields": fields, "names": base.names.to_dict() | names,
    }  # fmt: skip
    return _checked(name, msgspec.convert(plain, Rules))


def _checked(name: str, rules: Rules) -> Rules:
    for record, table in rules.fields.items():
        if record not in RECORDS:
            raise Refused(f"The profile {name} speaks of {record}; the records are: {', '.join(sorted(RECORDS))}.")
        known = {field.encode_name for field in msgspec.structs.fields(RECORDS[record])}
        for field, choice in table.items():
            if field not in known:
                raise Refused(f"The profile {name} speaks of {field}, which no {record} has.")
            if choice == "generalise" and field not in GENERAL:
                raise Refused(f"The profile {name} would generalise {record} {field}; only age and place can be.")
    return rules
