"""Parses values that people write for the fields of a claim, in the same way as words of reports.

For a name of no place or of several places, :func:`place` raises :class:`WhichPlace` with the places to choose from.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date

import msgspec

from tollbook import dates, gazetteer, locale, quantities
from tollbook.errors import Refused
from tollbook.gazetteer import GazetteerEntry
from tollbook.locale.messages import message, plural
from tollbook.mentions import PlaceMention
from tollbook.model import Candidate, Count, Place, Range, Report, When

#: Kinds of sites and of weapons, as in the lexicons; ``other`` is for all that are not in a lexicon.
SITE_KINDS = (
    "hospital", "school", "home", "place of worship", "market", "government building", "military", "police",
    "infrastructure", "transport", "business", "shelter", "building", "cemetery", "other",
)  # fmt: skip
WEAPON_KINDS = (
    "bomb", "mine", "grenade", "artillery", "missile", "gun", "blade", "fire", "chemical", "blunt", "vehicle",
    "aircraft", "other",
)  # fmt: skip
#: UCDP's where_prec for a place that is known to lie near another one.
_NEAR = 2
#: Places offered for one name; a list of more is not read.
_MOST_PLACES = 12
_POINT = re.compile(r"(-?\d{1,2}(?:\.\d+)?),\s*(-?\d{1,3}(?:\.\d+)?)")
#: The choice that keeps a name without a point.
ALONE = "alone"
_OLDEST = 130
#: A day of publication, used to test whether words mean a day at all.
_ANY_DAY = date(2000, 1, 15)


class WhichPlace(Refused):
    """A place name that means several places of the gazetteer, or none; ``choices`` are these places."""

    def __init__(self, name: str, choices: Sequence[Place]) -> None:
        if choices:
            sentence = plural(
                "“{name}” may be {n} place; choose it, or enter a point.",
                "“{name}” may be any of {n} places; choose one, or enter a point.",
                len(choices),
                name=name,
            )
        else:
            sentence = message(
                "The gazetteer has no place “{name}”; enter a point, or keep the name without one.", name=name
            )
        super().__init__(sentence)
        self.name, self.choices = name, tuple(choices)


def count(words: str) -> Count:
    """The number in words such as "at least 40", "dozens", "17". Raises Refused."""
    read = quantities.count(re.sub(r"^\s*>\s+", ">", words), locale.DEFAULT)
    if read is None:
        raise Refused(message("“{words}” is not a number of people; write for example “17” or “at least 40”.",
                              words=words))  # fmt: skip
    return msgspec.structs.replace(read, text=words)


def age(words: str) -> Range | None:
    """An age in years: "6", "40-45", "six"; None for no words. Raises Refused."""
    if not words:
        return None
    parts = [quantities.number(part, locale.DEFAULT) for part in re.split(r"\s*(?:-|–|\bto\b)\s*", words.strip())]
    years = [n for n in parts if n is not None and n <= _OLDEST]
    if len(years) != len(parts) or len(years) > 2 or years != sorted(years):
        raise Refused(message("“{words}” is not an age in years; write for example “6” or “40–45”.", words=words))
    return Range(low=years[0], best=years[0] if len(years) == 1 else None, high=years[-1])


def day(words: str, report: Report | None) -> When:
    """The day or days in words such as "Monday", "9 March 2022", "2022-03-09". Raises Refused.

    A weekday is relative to the day on which ``report`` was published.
    """
    if dates.is_ambiguous(words, locale.DEFAULT):
        raise Refused(message("“{words}” can be two days; write it as 2021-10-05.", words=words))
    published = report.published if report is not None else None
    first, last, precision, basis = dates.resolve(words, published, locale.DEFAULT)
    if first is None and published is None and dates.resolve(words, _ANY_DAY, locale.DEFAULT)[0] is not None:
        raise Refused(message(
            "“{words}” counts from the day of publication, which this report does not have; write the full date.",
            words=words,
        ))  # fmt: skip
    if first is None:
        raise Refused(message("“{words}” is not a day; write for example “9 March 2022” or “2022-03-09”.", words=words))
    return When(start=first, end=last, precision=precision, basis=basis, text=words)


def names(lines: str) -> tuple[str, ...]:
    """Names or descriptions, one on a line or with semicolons between them, each once."""
    return tuple(dict.fromkeys(part for each in re.split(r"[;\n]", lines) if (part := " ".join(each.split()))))


# ------------------------------------------------------------------------------------------------ places
def place(words: str, mentions: Iterable[PlaceMention] = (), choice: str = "") -> Place:
    """The place that words such as "Zhytomyr" or "Springfield, Illinois" mean.

    ``mentions`` are the places that the report names: a name has the same meaning as there. ``choice`` is what a person
    chose of several places (:func:`choice_of`), or ``alone`` to keep a name without a point. Raises WhichPlace.
    """
    named, found = list(mentions), choices(words)
    key = gazetteer.fold(words)
    known = [m.place for m in named if key in {gazetteer.fold(m.text), gazetteer.fold(m.place.name)}]
    found = found or tuple(_as_candidate(each, words) for each_place in known for each in each_place.candidates)
    if choice == ALONE:
        return Place(name=words, text=words, reason=message("no place of that name was found"))
    if choice:
        chosen = next((each for each in found if choice_of(each) == choice), None)
        return chosen if chosen is not None else _at(words, choice, found)
    resolved = next((each for each in known if each.lat is not None), None)
    if resolved is not None:
        return msgspec.structs.replace(resolved, text=words)
    towns = [each for each in found if not any(_named_after(each, other) for other in found)]
    if len(towns) != 1:
        raise WhichPlace(words, found)
    return towns[0]


def choices(words: str) -> tuple[Place, ...]:
    """The places of the gazetteer that words may mean, the largest first; "Springfield, Illinois" are those in it."""
    name, *around = (part.strip() for part in words.split(","))
    found = gazetteer.lookup(words) or gazetteer.lookup(name)
    main = [entry for entry in found if entry.main] or found
    inside = [entry for entry in main if all(_lies_in(entry, part) for part in around)]
    if not inside and around:
        return _within(name, choices(", ".join(around)))
    ordered = sorted(inside, key=lambda e: (-e.population, e.kind != "country", e.kind != "admin1", e.country))
    by_point: dict[str, Place] = {}
    for entry in ordered:
        found_place = as_place(entry, words)
        by_point.setdefault(choice_of(found_place), found_place)
    return tuple(by_point.values())[:_MOST_PLACES]


def _named_after(area: Place, town: Place) -> bool:
    """Whether an area is a division of a country named after a town in it: Aleppo, the province of the city."""
    return (area.precision, town.precision) == (gazetteer.PRECISION["admin1"], 1) and (
        (area.name, area.country) == (town.admin1, town.country)
    )


def _within(name: str, areas: Sequence[Place]) -> tuple[Place, ...]:
    """A place that is not in the gazetteer, in an area that is: with the point and the precision of the area."""
    widest = max((area.precision or _NEAR for area in areas), default=_NEAR)
    return tuple(
        msgspec.structs.replace(area, name=name, text=f"{name}, {area.text}", geonameid=None,
                                precision=max(area.precision or _NEAR, _NEAR))
        for area in areas if (area.precision or _NEAR) == widest
    )  # fmt: skip


def choice_of(value: Place | Candidate) -> str:
    """The value for one of several places in a form: its point."""
    return f"{value.lat},{value.lon}"


def _at(words: str, choice: str, found: Sequence[Place]) -> Place:
    """The place at a point that is not in the gazetteer: ``47.1,9.5``. Raises WhichPlace."""
    point = _POINT.fullmatch(choice)
    lat, lon = (float(point[1]), float(point[2])) if point else (91.0, 0.0)
    if not (-90 <= lat <= 90 and -180 <= lon <= 180):
        raise WhichPlace(words, found)
    return at_point(words, lat, lon)


def at_point(name: str, lat: float, lon: float) -> Place:
    """A place at a point. If the gazetteer has a place with this name and point, the result is that place.

    "Mill Farm, Illinois" has its region and country from the area, if the gazetteer has one such area.
    """
    known = next((each for each in choices(name) if (each.lat, each.lon) == (lat, lon)), None)
    if known is not None:
        return known
    town, *around = (part.strip() for part in name.split(","))
    areas = _within(town, choices(", ".join(around))) if around else ()
    if len(areas) == 1:
        return msgspec.structs.replace(areas[0], text=name, lat=lat, lon=lon, precision=1)
    return Place(name=name, text=name, lat=lat, lon=lon, precision=1)


def _lies_in(entry: GazetteerEntry, area: str) -> bool:
    key = gazetteer.fold(area)
    own = {gazetteer.fold(entry.admin1 or ""), gazetteer.fold(gazetteer.countries().get(entry.country, entry.country))}
    return key in own | {gazetteer.fold(entry.country)}


def _as_candidate(value: Candidate, words: str) -> Place:
    return Place(
        name=value.name,
        text=words,
        country=value.country,
        country_name=gazetteer.countries().get(value.country or "", value.country),
        admin1=value.admin1,
        lat=value.lat,
        lon=value.lon,
        geonameid=value.geonameid,
        precision=1,
    )


def as_place(entry: GazetteerEntry, words: str) -> Place:
    """A place of the gazetteer, with the name that some words give it."""
    return Place(
        name=entry.name,
        text=words,
        country=entry.country or None,
        country_name=gazetteer.countries().get(entry.country, entry.country) or None,
        admin1=entry.admin1,
        lat=entry.lat,
        lon=entry.lon,
        geonameid=entry.geonameid,
        precision=gazetteer.PRECISION[entry.kind],
    )
