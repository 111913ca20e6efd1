"""Short texts for records: figures, days, places and speakers, safe to print.

The texts are English, as in exports; the interface translates them.
"""

import re
from collections.abc import Sequence
from datetime import date
from itertools import groupby

from tollbook.locale import as_said
from tollbook.locale.messages import message, plural
from tollbook.model import Candidate, Count, Place, Speaker, When
from tollbook.record import Figure, Measured
from tollbook.series import Series

#: Terminal escapes, other control characters except line ends and tabs, and marks that change the text direction: text
#: from reports must not move the cursor, colour the screen or reorder the text around it.
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_NOT_KNOWN = message("not known")
_SINGLE = str.maketrans("“”„«»", "‘’‚‹›")
_OPENING, _CLOSING = frozenset('“"«„'), frozenset('”"»')
#: UCDP GED's where_prec, see ``Place``.
_WHERE = {
    1: message("town, village or spot"),
    2: message("within 25 km"),
    3: message("district"),
    4: message("first-order division"),
    5: message("line or larger area"),
    6: message("country"),
    7: message("sea or air space"),
}


def clean(text: str) -> str:
    """Text from reports, safe to print: without escapes and control characters, white space as single spaces."""
    return " ".join(_CONTROLS.sub("", _ESCAPES.sub("", text)).split())


def spot(place: Place | None) -> str:
    """The street address or the site in a place at which an event was, empty if no report gives one."""
    return clean(place.text) if place is not None and place.spot else ""


def bounds(value: as_said.Bounded) -> str:
    """Low to high as said: "17–18", "40 or more", "more than 40", "dozens"; "not known" if there is no number.

    A bounded number of a claim is in the words of its report: "at least 12".
    """
    if isinstance(value, Count) and (words := as_said.words(value)):
        return clean(words)
    low, best, high = as_said.bounds(value)
    if low is not None and high is not None:
        if low.is_number and high.sign == "≥" and low.number == high.number:
            return bound(high)
        if low.is_number and high.is_number:
            return f"{low.number:,}" if low == high else f"{low.number:,}–{high.number:,}"
        return bound(low) if low == high else message("{low} to {high}", low=bound(low), high=bound(high))
    if low is not None:
        return message("{low:,} or more", low=low.number) if low.is_number else bound(low)
    if high is not None:
        # Reports that say that nobody was harmed give an upper bound alone.
        return message("up to {high:,}", high=high.number) if high.is_number and high.number else bound(high)
    return _NOT_KNOWN if best is None else message("about {best:,}", best=best.number)


def bound(value: as_said.Bound | None) -> str:
    """One bound as said: "40", "more than 40", "dozens"; "?" if it is not known."""
    if value is None:
        return "?"
    if value.sign == ">":
        return message("more than {n:,}", n=value.number)
    if value.sign == "<":
        return message("fewer than {n:,}", n=value.number)
    if value.sign == "≥":
        return message("{low:,} or more", low=value.number)
    return clean(value.words) or f"{value.number:,}"


def figure(value: Figure) -> str:
    """A figure with its status: "17–18 (best 18, contested, 3 independent sources)"."""
    notes: list[str] = [value.status]
    if value.best is not None and value.low != value.high:
        best = as_said.bounds(value).best
        notes.insert(0, message("best {best}", best=bound(best)))
    if value.independent_sources > 1:
        notes.append(plural("{n} independent source", "{n} independent sources", value.independent_sources))
    return f"{bounds(value)} ({', '.join(notes)})"


def count(value: Count | None) -> str:
    """The count of a claim; empty if it has none."""
    return "" if value is None else bounds(value)


def day(value: date | None) -> str:
    """A day, as "5 October 2021"."""
    return "" if value is None else f"{value.day} {value:%B %Y}"


def when(value: When | None) -> str:
    """A time with its precision and basis: "5 October 2021 (day, relative: “on Tuesday”)", "by 5 October 2021 (…)"."""
    if value is None:
        return _NOT_KNOWN
    quote = quoted(value.text) if value.text else ""
    if value.start is None and value.end is not None and value.basis != "published":
        return message("by {day} ({quote})", day=day(value.end), quote=quote)
    if value.start is None:
        return message("not known ({quote})", quote=quote) if quote else _NOT_KNOWN
    if value.precision == "unknown" and value.basis == "published":
        return message("not known; published on {day}", day=days(value))
    basis = f"{value.precision}, {value.basis}" + (f": {quote}" if quote else "")
    return f"{days(value)} ({basis})"


def days(value: When | None) -> str:
    """The days only, as "5 October 2021" or "5 October 2021 to 7 October 2021"."""
    if value is None or value.start is None:
        return ""
    if value.end is None or value.end == value.start:
        return day(value.start)
    return message("{first} to {last}", first=day(value.start), last=day(value.end))


def place(value: Place | None) -> str:
    """A place with the area around it, its precision, and the reason if it was not resolved."""
    if value is None:
        return _NOT_KNOWN
    parts = dict.fromkeys(part for part in (value.name, value.admin1, value.country_name) if part)
    notes = [_WHERE[value.precision]] if value.precision in _WHERE else []
    if value.lat is not None and value.lon is not None:
        notes.append(f"{value.lat:.3f}, {value.lon:.3f}")
    if value.reason:
        notes.append(value.reason)
    elif value.candidates:
        notes.append(message("one of {n} places of this name", n=len(value.candidates)))
    return clean(", ".join(parts)) + (f" ({clean('; '.join(notes))})" if notes else "")


def in_series(value: Series) -> str:
    """The sentence about the series of an incident."""
    return plural("One of {n} incident: {title}.", "One of {n} incidents: {title}.", len(value.incidents),
                  title=clean(value.title))  # fmt: skip


def where(precision: int | None) -> str | None:
    """The precision of a place (UCDP GED's where_prec) in words."""
    return None if precision is None else _WHERE.get(precision)


def chain(speakers: Sequence[Speaker], outlet: str = "") -> str:
    """The chain of speakers, original informant first: "Ilyas Tarkhan → Meridian Wire".

    ``outlet`` is the name for an outlet that is not named: that of its report.
    """
    return " → ".join(name for name, _ in groupby(_speaker(speaker, outlet) for speaker in speakers))


def quoted(text: str) -> str:
    """Text in quotation marks, without doubling those it already has around it.

    Where it begins or ends inside a quotation of the report, the marks of that one become single ones.
    """
    shown = clean(text)
    begins, ends = shown[:1] in _OPENING, shown[-1:] in _CLOSING
    if begins != ends and set(shown[1:] if begins else shown[:-1]) & (_OPENING | _CLOSING):
        return f"“{_singled(shown)}”"
    return ("" if begins else "“") + shown + ("" if ends else "”")


def _singled(text: str) -> str:
    """A text with single quotation marks in place of double ones; a straight one opens where a word begins."""
    straight = re.sub(r'(?<!\S)"(?=\S)', "‘", text).replace('"', "’")
    return straight.translate(_SINGLE)


def _speaker(speaker: Speaker, outlet: str) -> str:
    if speaker.name is None and speaker.role == "outlet":
        return outlet or message("an outlet not named")
    return clean(speaker.name or speaker.organisation or speaker.role or speaker.side or message("someone not named"))


def candidate(value: Candidate) -> str:
    """A place that a name may mean, with what distinguishes it: ``Twinmere, Ohio, US (40.10, -83.20)``."""
    parts = [part for part in (value.name, value.admin1, value.country) if part]
    return f"{', '.join(dict.fromkeys(parts))} ({value.lat:.2f}, {value.lon:.2f})"


def measured(value: Measured) -> str:
    """One thing measured by several reports: ``trench: “80-foot-long”, “25m”; they agree (length)``."""
    quotes = ", ".join(quoted(mention.text) for mention in value.mentions)
    thing = clean(value.of)
    if value.agreed:
        return message(
            "{thing}: {quotes}; they agree ({dimension})", thing=thing, quotes=quotes, dimension=value.dimension
        )
    return message(
        "{thing}: {quotes}; they contradict each other ({dimension})",
        thing=thing,
        quotes=quotes,
        dimension=value.dimension,
    )
