"""Records in a few sober words, for people: figures, days, places, speakers."""

import re
from collections.abc import Sequence
from datetime import date
from itertools import groupby

from tollbook.model import Candidate, Count, Place, Range, Speaker, When
from tollbook.record import Figure, Measured, TollPoint

#: Terminal escapes, all other control characters but line ends and tabs, and marks that turn the reading direction:
#: a text from outside must not be able to move the cursor, colour the screen or reorder what stands beside it.
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_OPENING, _CLOSING = frozenset('“"«„'), frozenset('”"»')
#: UCDP GED's where_prec, see ``Place``.
_WHERE = {
    1: "exact spot", 2: "within 25 km", 3: "district", 4: "first-order division", 5: "line or larger area",
    6: "country", 7: "sea or air space",
}  # fmt: skip


def clean(text: str) -> str:
    """Text from outside that is safe to print: no escapes, no control characters, white space as single spaces."""
    return " ".join(_CONTROLS.sub("", _ESCAPES.sub("", text)).split())


def bounds(value: Count | Range | Figure | TollPoint) -> str:
    """Low to high, as "17–18", "40 or more", "up to 30"; "not known" where there is no number."""
    low, high = value.low, value.high
    if low is not None and high is not None:
        return f"{low:,}" if low == high else f"{low:,}–{high:,}"
    if low is not None:
        return f"{low:,} or more"
    if high is not None:
        return f"up to {high:,}"
    return "not known" if value.best is None else f"about {value.best:,}"


def figure(value: Figure) -> str:
    """A figure with its standing: "17–18 (best 18, contested, 3 independent sources)"."""
    notes: list[str] = [value.status]
    if value.best is not None and value.low != value.high:
        notes.insert(0, f"best {value.best:,}")
    if value.independent_sources > 1:
        notes.append(f"{value.independent_sources} independent sources")
    return f"{bounds(value)} ({', '.join(notes)})"


def count(value: Count | None) -> str:
    """What a claim counts; nothing where it counts nothing."""
    return "" if value is None else bounds(value)


def day(value: date | None) -> str:
    """A day, as "5 October 2021"."""
    return "" if value is None else f"{value.day} {value:%B %Y}"


def when(value: When | None) -> str:
    """A time with how closely and on what ground it is known, as "5 October 2021 (day, relative: “on Tuesday”)"."""
    if value is None:
        return "not known"
    said = quoted(value.text) if value.text else ""
    if value.start is None:
        return f"not known ({said})" if said else "not known"
    ground = f"{value.precision}, {value.basis}" + (f": {said}" if said else "")
    return f"{days(value)} ({ground})"


def days(value: When | None) -> str:
    """The days alone, as "5 October 2021" or "5 October 2021 to 7 October 2021"."""
    if value is None or value.start is None:
        return ""
    if value.end is None or value.end == value.start:
        return day(value.start)
    return f"{day(value.start)} to {day(value.end)}"


def place(value: Place | None) -> str:
    """A place with what it lies in, how closely it is known, and why it was not found where it was not."""
    if value is None:
        return "not known"
    parts = dict.fromkeys(part for part in (value.name, value.admin1, value.country_name) if part)
    notes = [_WHERE[value.precision]] if value.precision in _WHERE else []
    if value.lat is not None and value.lon is not None:
        notes.append(f"{value.lat:.3f}, {value.lon:.3f}")
    if value.reason:
        notes.append(value.reason)
    return clean(", ".join(parts)) + (f" ({clean('; '.join(notes))})" if notes else "")


def where(precision: int | None) -> str | None:
    """How closely a place is known, in the words of UCDP GED's where_prec."""
    return None if precision is None else _WHERE.get(precision)


def chain(speakers: Sequence[Speaker]) -> str:
    """Who is said to have said it, original informant first: "Ilyas Tarkhan → Meridian Wire"."""
    return " → ".join(name for name, _ in groupby(map(_speaker, speakers)))


def quoted(text: str) -> str:
    """Words in quotation marks, those they already begin or end with not doubled."""
    shown = clean(text)
    return ("" if shown[:1] in _OPENING else "“") + shown + ("" if shown[-1:] in _CLOSING else "”")


def _speaker(speaker: Speaker) -> str:
    if speaker.name is None and speaker.role == "outlet":
        return "an outlet not named"
    return clean(speaker.name or speaker.organisation or speaker.role or speaker.side or "someone not named")


def candidate(value: Candidate) -> str:
    """A place that a name may mean, by all that tells it apart: ``Twinmere, Ohio, US (40.10, -83.20)``."""
    parts = [part for part in (value.name, value.admin1, value.country) if part]
    return f"{', '.join(dict.fromkeys(parts))} ({value.lat:.2f}, {value.lon:.2f})"


def measured(value: Measured) -> str:
    """One thing measured by several reports: ``trench: “80-foot-long”, “25m”; they can be one length``."""
    said = ", ".join(quoted(mention.text) for mention in value.mentions)
    verdict = "they can be one" if value.agreed else "they contradict each other as one"
    return f"{clean(value.of)}: {said}; {verdict} {value.dimension}"
