"""The records of a book, the same in memory, in the store and in every export; shapes only grow (docs/contract.md).

Offsets are code points of a report's text, days ISO 8601, coordinates WGS 84 degrees. ``None`` is *not known*, no zero.
"""

import hashlib
from datetime import date
from typing import Any, Literal

import msgspec

ClaimKind = Literal[
    "killed", "injured", "missing", "captured", "abducted", "displaced", "trapped", "buried", "unharmed",
    "site damaged", "site destroyed", "responsibility", "denial", "inquiry", "accusation", "attack",
]  # fmt: skip
#: Kinds that count people, in the order figures are shown.
FATES: tuple[ClaimKind, ...] = (
    "killed", "injured", "missing", "captured", "abducted", "displaced", "trapped", "buried", "unharmed",
)  # fmt: skip
Qualifier = Literal[
    "exactly", "at least", "at most", "about", "more than", "fewer than", "nearly", "between", "vague", "multiple of",
    "unknown",
]  # fmt: skip
Status = Literal["civilian", "combatant", "police", "unknown"]
Scope = Literal["incident", "part", "running total", "period total"]
Stance = Literal[
    "asserts", "denies", "doubts", "estimates", "fears", "claims responsibility", "promises inquiry", "condemns"
]
Precision = Literal["day", "days", "week", "month", "year", "unknown"]
Basis = Literal["stated", "relative", "published", "linked"]
IncidentKind = Literal[
    "airstrike", "shelling", "bombing", "shooting", "clash", "abduction", "hostage taking", "execution", "arson",
    "robbery", "hijacking", "raid", "work stoppage", "attack",
]  # fmt: skip
FigureStatus = Literal["agreed", "range", "contested", "single source", "superseded"]
Dimension = Literal["length", "area", "weight", "money", "duration", "age"]
Span = tuple[int, int]


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A frozen value. Two records with equal fields are equal."""

    def to_dict(self) -> dict[str, Any]:
        """The record as plain JSON types, in the shape of the contract."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


class Report(Record, frozen=True, kw_only=True):
    """One captured document from one outlet: frozen bytes and the frozen text drawn from them.

    ``id`` is the archive's own reference where one was given, else ``sha256``; ``sha256`` is always that of the bytes.
    ``language`` is an ISO 639-1 code, ``captured`` a moment. ``provenance`` says of each described field where it came
    from. ``offsets`` leads from the text back to the captured text: runs ``(start, start there, length)``, or empty.
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


class Refusal(Record, frozen=True, kw_only=True):
    """Something that was not read: where it stood, why, and what to do about it."""

    origin: str
    reason: str


class Count(Record, frozen=True, kw_only=True):
    """A number as the words give it: at least ``low``, at most ``high``, ``best`` where one value is said."""

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
    """A length, area, weight, sum, length of time or age as said, and all it can mean by its rounding.

    ``value`` is in ``unit`` as said, None for a span; ``low`` and ``high`` in the dimension's base unit (metre, square
    metre, kilogram, second, year; the currency), None where open. ``extent`` is the direction said (``long``).
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
    """The persons a claim is about, as the text has them. ``inferred``: named by context alone (decision 36)."""

    text: str
    names: tuple[str, ...] = ()
    status: Status = "unknown"
    sex: str | None = None
    age: Range | None = None
    roles: tuple[str, ...] = ()
    inferred: bool = False


class Speaker(Record, frozen=True, kw_only=True):
    """Who is said to have said it. ``name``: the words as within a sentence; ``role`` of the outlet is ``outlet``."""

    name: str | None
    role: str | None = None
    organisation: str | None = None
    side: str | None = None


class When(Record, frozen=True, kw_only=True):
    """Days from ``start`` to ``end``, inclusive; both ``None`` until something resolves the words in ``text``.

    ``time`` is ``HH:MM``, ``zone`` its zone as written; ``reason`` says why days are not known or what speaks against.
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
    """One of several places a name may mean, where nothing in the report tells them apart."""

    name: str
    country: str | None = None
    admin1: str | None = None
    lat: float
    lon: float
    geonameid: int | None = None


class Place(Record, frozen=True, kw_only=True):
    """A place as named in the text and as the gazetteer knows it. ``precision`` is UCDP GED's ``where_prec``.

    1 exact spot, 2 within 25 km of a known point, 3 district, 4 first-order division, 5 a line or larger area,
    6 country, 7 sea or air space. ``reason`` says why a place is not resolved, ``candidates`` what it may be.
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


class Actor(Record, frozen=True, kw_only=True):
    """Who is said to have done it."""

    name: str
    kind: Literal["organisation", "individual"] = "organisation"


class Thing(Record, frozen=True, kw_only=True):
    """A site or a weapon: the words, and its kind in the lexicon (``hospital``, ``bomb`` …)."""

    name: str
    kind: str


class Event(Record, frozen=True, kw_only=True):
    """What kind of incident the words around a claim tell of, and the words that say so."""

    kind: IncidentKind
    text: str = ""


class Claim(Record, frozen=True, kw_only=True, rename={"with_": "with"}):
    """One thing a report says. The atom of the book: never edited, never merged.

    ``text[start:end] == quote`` in the report's text. ``speakers`` is the chain, original informant first, outlet last.
    ``additional``: on top of others told of ("another 47"). ``incident`` and ``toll`` are filled only on the way out.
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
    confidence: float = 0.5


class Attribution(Record, frozen=True, kw_only=True):
    """Who said what in one report: spans of the source, of the cue and of the content."""

    report: str
    source: tuple[Span, ...] = ()
    cue: tuple[Span, ...] = ()
    content: tuple[Span, ...] = ()


class PlaceMention(Record, frozen=True, kw_only=True):
    """A place name in a report, and how it is read; ``associative``: a people, what is theirs ("Kenyan"), no scene."""

    report: str
    start: int
    end: int
    text: str
    place: Place
    associative: bool = False


class DateMention(Record, frozen=True, kw_only=True):
    """A date expression and the days it means; ``reason`` says why it stayed unresolved, or what speaks against it."""

    report: str
    start: int
    end: int
    text: str
    first: date | None = None
    last: date | None = None
    precision: Precision = "unknown"
    basis: Basis = "stated"
    reason: str | None = None
    time: str | None = None
    zone: str | None = None


class MeasureMention(Record, frozen=True, kw_only=True):
    """A measure in a report, and the noun it is of ("trench"), where the sentence says it."""

    report: str
    start: int
    end: int
    text: str
    measure: Measure
    of: str | None = None


class Reading(Record, frozen=True, kw_only=True):
    """All that was drawn from one report; ``refused`` is what its reader gave and a book cannot keep, with reasons."""

    report: str
    claims: tuple[Claim, ...] = ()
    attributions: tuple[Attribution, ...] = ()
    places: tuple[PlaceMention, ...] = ()
    dates: tuple[DateMention, ...] = ()
    measures: tuple[MeasureMention, ...] = ()
    refused: tuple[Refusal, ...] = ()


def content_id(*parts: object) -> str:
    """A short id made from content alone: 16 hex digits of the SHA-256 of the parts, order kept."""
    return hashlib.sha256("\x1f".join(map(str, parts)).encode()).hexdigest()[:16]
