"""Days, moments, counts, times and places for people, in the language of the interface.

Exports and briefs write the same things in English, see ``locale.wording``.
"""

from collections.abc import Sequence
from datetime import date, datetime

from babel.dates import format_date
from babel.numbers import format_decimal

from tollbook.locale import as_said, wording
from tollbook.locale.labels import label
from tollbook.locale.messages import babel_locale, gettext, language, ngettext, translate
from tollbook.model import Count, Place, Speaker, When
from tollbook.record import Figure, Incident
from tollbook.series import Series


def bounds(value: as_said.Bounded) -> str:
    """Low to high as said: "17–18", "40 or more", ">40", "dozens"; "not known" where there is no number.

    A bounded number of a claim is in the words of its report: "at least 12".
    """
    if isinstance(value, Count) and (words := as_said.words(value)):
        return wording.clean(words)
    low, best, high = as_said.bounds(value)
    if low is not None and high is not None:
        if low.is_number and high.sign == "≥" and low.number == high.number:
            return bound(high)
        if low.is_number and high.is_number:
            return bound(low) if low == high else f"{bound(low)}–{bound(high)}"
        return bound(low) if low == high else gettext("{low} to {high}", low=bound(low), high=bound(high))
    if low is not None:
        return gettext("{n} or more", n=low.number) if low.is_number else bound(low)
    if high is not None:
        return gettext("up to {n}", n=high.number) if high.is_number and high.number else bound(high)
    return gettext("not known") if best is None else gettext("about {n}", n=best.number)


def bound(value: as_said.Bound | None) -> str:
    """One bound as said: "40", ">40", "dozens"; "?" where it is not known."""
    if value is None:
        return "?"
    if value.sign == "≥":
        return gettext("{n} or more", n=value.number)
    return wording.clean(value.words) or f"{value.sign}{number(value.number)}"


def best(value: Figure) -> str:
    """The best value as said; empty where it adds nothing to the bounds."""
    ends = as_said.bounds(value)
    return "" if ends.best is None or value.low == value.high else bound(ends.best)


def figure(value: Figure) -> str:
    """A figure with its status, as "17–18 (best 18, contested, 3 independent sources)"."""
    notes = [label(value.status, "figure_status")]
    if most_likely := best(value):
        notes.insert(0, gettext("best {best}", best=most_likely))
    if value.independent_sources > 1:
        notes.append(ngettext("{n} independent source", "{n} independent sources", value.independent_sources))
    return f"{bounds(value)} ({', '.join(notes)})"


def number(value: int) -> str:
    """A whole number with its digits grouped as the language of the interface groups them."""
    return format_decimal(value, locale=babel_locale(language()))


def day(value: date | None) -> str:
    """A day, as "5 October 2021"."""
    # The pattern is a message (see Unicode TR 35), since the order of day, month and year differs between languages.
    return "" if value is None else format_date(value, gettext("d MMMM y"), locale=babel_locale(language()))


def short_day(value: date) -> str:
    """A day without its year, as "5 Oct"."""
    return format_date(value, gettext("d MMM"), locale=babel_locale(language()))


def since_month(value: date) -> str:
    """A time that begins with a month, as "since January 2024"."""
    return gettext("since {month}", month=format_date(value, gettext("MMMM y"), locale=babel_locale(language())))


def moment(at: str) -> str:
    """A moment of the log, as "5 October 2021, 09:30 UTC"."""
    when_ = datetime.fromisoformat(at)
    return f"{day(when_)}, {when_:%H:%M} UTC"


def days(value: When | None) -> str:
    """The days alone, as "5 October 2021" or "5 October 2021 – 7 October 2021"; empty where no day is known."""
    if value is None or value.start is None:
        return ""
    if value.end is None or value.end == value.start:
        return day(value.start)
    return f"{day(value.start)} – {day(value.end)}"


def when(value: When | None) -> str:
    """A time with its precision and basis: "5 October 2021 (day, relative: “on Tuesday”)", "by 5 October 2021 (…)"."""
    if value is None:
        return gettext("not known")
    quote = wording.quoted(value.text) if value.text else ""
    if value.start is None and value.end is not None and value.basis != "published":
        return gettext("by {day} ({quote})", day=day(value.end), quote=quote)
    if value.start is None:
        return f"{gettext('not known')} ({quote})" if quote else gettext("not known")
    if value.precision == "unknown" and value.basis == "published":
        return gettext("not known; published on {day}", day=days(value))
    ground = f"{label(value.precision, 'precision')}, {label(value.basis, 'basis')}" + (f": {quote}" if quote else "")
    return f"{days(value)} ({ground})"


def place(value: Place | None) -> str:
    """A place with its region, its precision, and the reason if it was not found."""
    return gettext("not known") if value is None else wording.clean(value.name) + place_details(value)


def where(value: Place | None) -> str:
    """The place of an event: as :func:`place`, after its address or site, if a report gives one."""
    return ", ".join(part for part in (wording.spot(value), place(value)) if part)


def place_details(value: Place) -> str:
    """The text after the name of a place: ", Region, Country (district; 47.100, 37.500)"."""
    parts = dict.fromkeys(part for part in (value.name, value.admin1, value.country_name) if part)
    notes = [label(str(value.precision), "place_precision")] if value.precision else []
    if value.lat is not None and value.lon is not None:
        notes.append(f"{value.lat:.3f}, {value.lon:.3f}")
    if value.reason:
        notes.append(translate(value.reason))
    elif value.candidates:
        notes.append(gettext("one of {n} places of this name", n=len(value.candidates)))
    names = "".join(f", {wording.clean(part)}" for part in [*parts][1:])
    return names + (f" ({wording.clean('; '.join(notes))})" if notes else "")


def heading(value: Incident) -> str:
    """The heading of an incident: "Air strike, Mariupol, 9 March 2022"; an unknown part is left out."""
    kind = label(value.kind, "incident_kind")
    where = wording.clean(value.place.name) if value.place is not None else ""
    return ", ".join(part for part in (kind[:1].upper() + kind[1:], where, days(value.when)) if part)


def series_title(value: Series) -> str:
    """The title of a series: the name that a person gave it, as given, or that by kind, place and days."""
    return wording.clean(value.title) if value.named is not None else translate(value.title)


def named_by(value: Series, who: str, at: str) -> str:
    """Who named a series and when, and its title by kind, place and days."""
    return gettext(
        "Named by {who}, {day}. By kind, place and days: {title}",
        who=wording.clean(who), day=day(datetime.fromisoformat(at)), title=translate(value.derived_title or ""),
    )  # fmt: skip


def chain(speakers: Sequence[Speaker], outlet: str = "") -> str:
    """The speakers of a claim, original informant first: "Ilyas Tarkhan → Meridian Wire"; see ``wording.chain``."""
    return " → ".join(map(translate, wording.chain(speakers, outlet).split(" → "))) if speakers else ""
