"""Records as short texts for people: figures, days, places, speakers. English, as :mod:`tollbook.locale.messages`."""

import re
from collections.abc import Sequence
from datetime import date
from itertools import groupby

from tollbook.locale.messages import message, plural
from tollbook.model import Candidate, Count, Place, Range, Speaker, When
from tollbook.record import Figure, Measured, TollPoint

#: Terminal escapes, all control characters except line ends and tabs, and marks that change the reading direction:
#: a text from outside must not move the cursor, colour the screen or reorder the text around it.
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_OPENING, _CLOSING = frozenset('“"«„'), frozenset('”"»')
#: UCDP GED's where_prec, see ``Place``.
_WHERE = {
    1: message("exact spot"), 2: message("within 25 km"), 3: message("district"), 4: message("first-order division"),
    5: message("line or larger area"), 6: message("country"), 7: message("sea or air space"),
}  # fmt: skip


def clean(text: str) -> str:
    """Text from outside that is safe to print: no escapes, no control characters, white space as single spaces."""
    return " ".join(_CONTROLS.sub("", _ESCAPES.sub("", text)).split())


def bounds(value: Count | Range | Figure | TollPoint) -> str:
    """Low to high, as "17–18", "40 or more", "up to 30"; "not known" if there is no number."""
    low, high = value.low, value.high
    if low is not None and high is not None:
        return f"{low:,}" if low == high else f"{low:,}–{high:,}"
    if low is not None:
        return message("{low} or more", low=f"{low:,}")
    if high is not None:
        return message("up to {high}", high=f"{high:,}")
    return message("not known") if value.best is None else message("about {best}", best=f"{value.best:,}")


def figure(value: Figure) -> str:
    """A figure with its status: "17–18 (best 18, contested, 3 independent sources)"."""
    notes: list[str] = [value.status]
    if value.best is not None and value.low != value.high:
        notes.insert(0, message("best {best}", best=f"{value.best:,}"))
    if value.independent_sources > 1:
        n = value.independent_sources
        notes.append(plural("{n} independent source", "{n} independent sources", n))
    return f"{bounds(value)} ({', '.join(notes)})"


def count(value: Count | None) -> str:
    """The number of a claim; empty if the claim has none."""
    return "" if value is None else bounds(value)


def day(value: date | None) -> str:
    """A day, as "5 October 2021"."""
    return "" if value is None else f"{value.day} {value:%B %Y}"


def when(value: When | None) -> str:
    """Days with their precision and basis, as "5 October 2021 (day, relative: “on Tuesday”)"."""
    if value is None:
        return message("not known")
    words = quoted(value.text) if value.text else ""
    if value.start is None:
        return message("not known ({words})", words=words) if words else message("not known")
    basis = f"{value.precision}, {value.basis}" + (f": {words}" if words else "")
    return f"{days(value)} ({basis})"


def days(value: When | None) -> str:
    """The days alone, as "5 October 2021" or "5 October 2021 to 7 October 2021"."""
    if value is None or value.start is None:
        return ""
    if value.end is None or value.end == value.start:
        return day(value.start)
    return message("{first} to {last}", first=day(value.start), last=day(value.end))


def place(value: Place | None) -> str:
    """A place with its region and country, its precision, and the reason if it was not found."""
    if value is None:
        return message("not known")
    parts = dict.fromkeys(part for part in (value.name, value.admin1, value.country_name) if part)
    notes = [_WHERE[value.precision]] if value.precision in _WHERE else []
    if value.lat is not None and value.lon is not None:
        notes.append(f"{value.lat:.3f}, {value.lon:.3f}")
    if value.reason:
        notes.append(value.reason)
    return clean(", ".join(parts)) + (f" ({clean('; '.join(notes))})" if notes else "")


def where(precision: int | None) -> str | None:
    """The precision of a place, in the words of UCDP GED's where_prec."""
    return None if precision is None else _WHERE.get(precision)


def chain(speakers: Sequence[Speaker]) -> str:
    """The chain of speakers, original informant first: "Ilyas Tarkhan → Meridian Wire"."""
    return " → ".join(name for name, _ in groupby(map(_speaker, speakers)))


def quoted(text: str) -> str:
    """Words in quotation marks; those they already begin or end with are not doubled."""
    shown = clean(text)
    return ("" if shown[:1] in _OPENING else "“") + shown + ("" if shown[-1:] in _CLOSING else "”")


def _speaker(speaker: Speaker) -> str:
    if speaker.name is None and speaker.role == "outlet":
        return message("an outlet not named")
    return clean(speaker.name or speaker.organisation or speaker.role or speaker.side or message("someone not named"))


def candidate(value: Candidate) -> str:
    """One of the places a name can mean: ``Twinmere, Ohio, US (40.10, -83.20)``."""
    parts = [part for part in (value.name, value.admin1, value.country) if part]
    return f"{', '.join(dict.fromkeys(parts))} ({value.lat:.2f}, {value.lon:.2f})"


def measured(value: Measured) -> str:
    """A thing measured by several reports: ``trench: “80-foot-long”, “25m”; they can be one length``."""
    values = {"thing": clean(value.of), "quotes": ", ".join(quoted(mention.text) for mention in value.mentions)}
    if value.agreed:
        return message("{thing}: {quotes}; they can be one {dimension}", dimension=value.dimension, **values)
    return message(
        "{thing}: {quotes}; they contradict each other as one {dimension}", dimension=value.dimension, **values
    )
