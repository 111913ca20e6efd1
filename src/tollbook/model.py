"""The records of a book, the same in memory, in the store and in every export; shapes only grow (docs/contract.md).

Offsets are code points of a report's text, days ISO 8601, coordinates WGS 84 degrees. ``None`` is *not known*, not 0.
"""

import hashlib
from datetime import date
from typing import Any, Literal, cast

import msgspec

ClaimKind = Literal[
    "killed", "injured", "missing", "captured", "abducted", "displaced", "trapped", "buried", "unharmed",
    "site damaged", "site destroyed", "responsibility", "denial", "inquiry", "accusation", "attack",
]  # fmt: skip
#: Kinds that count people, in the order figures are shown.
OUTCOMES: tuple[ClaimKind, ...] = (
    "killed", "injured", "missing", "captured", "abducted", "displaced", "trapped", "buried", "unharmed",
)  # fmt: skip
Qualifier = Literal[
    "exactly", "at least", "at most", "about", "more than", "fewer than", "nearly", "between", "vague", "multiple of",
    "unknown",
]  # fmt: skip
Status = Literal["civilian", "combatant", "police", "unknown"]
Scope = Literal["incident", "part", "running total", "period total", "superseded"]
Stance = Literal[
    "asserts", "denies", "doubts", "estimates", "fears", "claims responsibility", "promises inquiry", "condemns",
    "accuses", "admits",
]  # fmt: skip
Precision = Literal["day", "days", "week", "month", "year", "unknown"]
Basis = Literal["stated", "relative", "published", "linked"]
IncidentKind = Literal[
    "airstrike", "shelling", "bombing", "shooting", "clash", "abduction", "hostage taking", "execution", "arson",
    "robbery", "hijacking", "raid", "work stoppage", "attack",
]  # fmt: skip
Certainty = Literal[
    "claimed", "admitted", "convicted", "accused by authorities", "accused", "suspected", "denied", "unknown"
]  # fmt: skip
VictimEffect = Literal["killed", "injured", "missing", "abducted", "captured", "unharmed"]
SiteEffect = Literal["destroyed", "damaged", "unharmed", "unknown"]
FigureStatus = Literal["agreed", "range", "contested", "single source", "superseded"]
Dimension = Literal["length", "area", "weight", "money", "duration", "age"]
Span = tuple[int, int]


class Record(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A frozen value. Two records with equal fields are equal."""

    def to_dict(self) -> dict[str, Any]:
        """The record as plain JSON types, in the shape of the contract."""
        return cast(dict[str, Any], msgspec.to_builtins(self))


class Report(Record, frozen=True, kw_only=True):
    """One captured document of one outlet: its unchanged bytes, and the text extracted from them.

    ``id`` is the archive's own reference if there is one, else ``sha256``; ``sha256`` is always the hash of the bytes.
    ``language`` is an ISO 639-1 code, ``captured`` a date and time. ``provenance``: the source of each described field.
    ``offsets``: runs ``(start, start as captured, length)``. ``outlet_as_reported``: its name before a person set one.
    """

    id: str
    sha256: str
    text: str
    outlet: str | None = None
    url: str | None = None
    title: str | None = None
    published: date | None = None
    origin: str = ""
    author: str | None = None
    modified: date | None = None
    captured: str | None = None
    language: str | None = None
    media_type: str | None = None
    provenance: dict[str, str] = msgspec.field(default_factory=dict)
    offsets: tuple[tuple[int, int, int], ...] = ()
    outlet_as_reported: str | None = None


class Refusal(Record, frozen=True, kw_only=True):
    """Something that was not read: where it was, why, and what to do about it."""

    origin: str
    reason: str


class Count(Record, frozen=True, kw_only=True):
    """A number as worded: at least ``low``, at most ``high``, and ``best`` if the words give one value."""

    low: int | None = None
    best: int | None = None
    high: int | None = None
    qualifier: Qualifier = "unknown"
    text: str = ""


class Range(Record, frozen=True, kw_only=True):
    """Low, best and high of a quantity, e.g. an age in years."""

    low: int | None = None
    best: int | None = None
    high: int | None = None


class Measure(Record, frozen=True, kw_only=True):
    """A length, area, weight, sum of money, duration or age, and the values it can mean by its rounding.

    ``value`` is in ``unit`` as worded, None for a range. ``low`` and ``high`` are in metre, square metre, kilogram,
    second, year or the currency, None if open. ``extent`` is the direction (``long``).
    """

    dimension: Dimension
    unit: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    qualifier: Qualifier = "exactly"
    extent: str | None = None
    text: str = ""


class People(Record, frozen=True, kw_only=True):
    """The persons of a claim, as the text names them. ``inferred``: the name comes from context only (decision 36).

    ``kin`` are relatives as worded ("son of Mara Dost"), ``members`` single persons one by one ("a guard and his son").
    """

    text: str
    names: tuple[str, ...] = ()
    status: Status = "unknown"
    sex: str | None = None
    age: Range | None = None
    roles: tuple[str, ...] = ()
    inferred: bool = False
    kin: tuple[str, ...] = ()
    members: tuple["People", ...] = ()

    @property
    def each(self) -> tuple["People", ...]:
        """The persons one by one, if the words describe each and give all names; else all of them together."""
        named = {name for member in self.members for name in member.names}
        return self.members if self.members and named == set(self.names) else (self,)


class Speaker(Record, frozen=True, kw_only=True):
    """A person or body that makes a claim. ``name`` is as in the sentence; ``role`` is ``outlet`` for the outlet.

    If a person settled the name for the whole book, ``name`` is the preferred one, ``as_reported`` that in the text.
    """

    name: str | None
    role: str | None = None
    organisation: str | None = None
    side: str | None = None
    as_reported: str | None = None


class When(Record, frozen=True, kw_only=True):
    """Days from ``start`` to ``end``, inclusive; both are ``None`` if the words in ``text`` are not resolved.

    ``time`` is ``HH:MM``, ``zone`` its zone as written. ``reason`` says why days are not known, or may be wrong.
    """

    start: date | None = None
    end: date | None = None
    precision: Precision = "unknown"
    basis: Basis = "stated"
    text: str = ""
    time: str | None = None
    zone: str | None = None
    reason: str | None = None


class Candidate(Record, frozen=True, kw_only=True):
    """One of several places a name can mean, if the report does not say which."""

    name: str
    country: str | None = None
    admin1: str | None = None
    lat: float
    lon: float
    geonameid: int | None = None


class Place(Record, frozen=True, kw_only=True):
    """A place as named in the text and as in the gazetteer; ``precision`` is UCDP GED's ``where_prec``, 1 to 7.

    ``reason``: why it is not found; ``candidates``: what else it can be; ``spot``: ``text`` is an address or site.
    """

    name: str
    text: str = ""
    country: str | None = None
    country_name: str | None = None
    admin1: str | None = None
    lat: float | None = None
    lon: float | None = None
    geonameid: int | None = None
    precision: int | None = None
    reason: str | None = None
    candidates: tuple[Candidate, ...] = ()
    spot: bool = False


class Actor(Record, frozen=True, kw_only=True):
    """A reported perpetrator. ``side`` and ``as_reported`` are there if a person settled the name.

    ``certainty`` is what a person decided, or that of a suspect or a convict; else it follows from the claim.
    """

    name: str
    kind: Literal["organisation", "individual"] = "organisation"
    certainty: Certainty | None = None
    side: str | None = None
    as_reported: str | None = None


class Thing(Record, frozen=True, kw_only=True):
    """A site or a weapon: its words, and its kind in the lexicon (``hospital``, ``bomb`` …).

    A person who decides about the damage to a site gives ``effect``, and who settles its name ``as_reported``.
    """

    name: str
    kind: str
    effect: SiteEffect | None = None
    as_reported: str | None = None


class Event(Record, frozen=True, kw_only=True):
    """The kind of incident in the words around a claim, and these words."""

    kind: IncidentKind
    text: str = ""


class OtherReading(Record, frozen=True, kw_only=True, rename={"with_": "with"}):
    """The differing reading of another reader in the words of a claim.

    ``differs`` names the fields; others are left out. Books of earlier versions have the count alone, without it.
    """

    finder: str
    quote: str
    count: Count | None = None
    differs: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    kind: ClaimKind | msgspec.UnsetType = msgspec.UNSET
    people: People | msgspec.UnsetType | None = msgspec.UNSET
    scope: Scope | msgspec.UnsetType = msgspec.UNSET
    speakers: tuple[Speaker, ...] | msgspec.UnsetType = msgspec.UNSET
    stance: Stance | msgspec.UnsetType = msgspec.UNSET
    when: When | msgspec.UnsetType | None = msgspec.UNSET
    place: Place | msgspec.UnsetType | None = msgspec.UNSET
    by: tuple[Actor, ...] | msgspec.UnsetType = msgspec.UNSET
    with_: tuple[Thing, ...] | msgspec.UnsetType = msgspec.UNSET

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields in which the two differ, by their names in files."""
        return ("count",) if isinstance(self.differs, msgspec.UnsetType) else self.differs


class Claim(Record, frozen=True, kw_only=True, rename={"with_": "with"}):
    """One thing a report says. The atom of the book: never edited, never merged.

    ``text[start:end] == quote`` in the report's text. ``speakers`` is the chain, original informant first, outlet last.
    ``additional``: beside others ("another 47"). ``incident`` and ``toll`` are of exports. ``confidence``: share of
    right ones of its kind, None if unknown. ``otherwise``: other readings. ``prominence``: how likely it is described.
    """

    id: str
    report: str
    start: int
    end: int
    quote: str
    kind: ClaimKind
    count: Count | None = None
    people: People | None = None
    scope: Scope = "incident"
    part_of: str | None = None
    additional: bool = False
    speakers: tuple[Speaker, ...] = ()
    stance: Stance = "asserts"
    when: When | None = None
    place: Place | None = None
    by: tuple[Actor, ...] = ()
    with_: tuple[Thing, ...] = ()
    sites: tuple[Thing, ...] = ()
    event: Event | None = None
    incident: str | None = None
    toll: str | None = None
    finder: str = ""
    confidence: float | None = 0.5
    otherwise: tuple[OtherReading, ...] | msgspec.UnsetType = msgspec.UNSET
    prominence: float | msgspec.UnsetType = msgspec.UNSET


def content_id(*parts: object) -> str:
    """A short id made from content alone: 16 hex digits of the SHA-256 of the parts, order kept."""
    return hashlib.sha256("\x1f".join(map(str, parts)).encode()).hexdigest()[:16]
