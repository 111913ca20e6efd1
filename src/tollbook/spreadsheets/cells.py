"""Numbers of people and places in cells of a spreadsheet."""

import re
from collections.abc import Mapping as Named

import msgspec

from tollbook import bounds
from tollbook.decisions import field_values
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Candidate, Count, Place
from tollbook.quantities import LONGEST

#: UCDP GED's where_prec of a place that the gazetteer lacks, and of a point that the data set gives.
UNRESOLVED, POINT = 2, 1
#: Signs for an empty cell, and signs for an unknown number.
_EMPTY = frozenset({"", "-", "–", "—", "n/a", "na", "n.a.", "nan", "null", "nil"})
_UNKNOWN = frozenset({"unknown", "not known", "unk", "?", "tbc", "tbd", "unclear", "unconfirmed"})
_ZERO = frozenset({"none", "zero", "no one", "nobody"})
_N = r"(\d{1,3}(?:[ ,'’\u00a0\u202f]\d{3})+|\d+)(?:\.0+)?"
_PLAIN = re.compile(_N)
#: Signs before or after a number, and the words that mean the same.
_SIGNED: Named[str, re.Pattern[str]] = {
    "more than {n}": re.compile(rf">\s*{_N}"),
    "fewer than {n}": re.compile(rf"<\s*{_N}"),
    "at least {n}": re.compile(rf"(?:≥|>=)\s*{_N}|{_N}\s*\+"),
    "at most {n}": re.compile(rf"(?:≤|<=)\s*{_N}"),
    "about {n}": re.compile(rf"(?:~|≈|c\.|ca\.?|circa)\s*{_N}"),
}
_RANGE = re.compile(rf"{_N}\s*(?:-|–|—|/|\bto\b|\bor\b)\s*{_N}")
_NEGATIVE = re.compile(r"[-−–]\s*\d[\d.,]*")
_FRACTION = re.compile(r"\d+[.,]\d+")
_A_DAY = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}[-/ ][A-Za-z]{3}|[A-Za-z]{3}[-/ ]\d{1,2}")


def says_nothing(cell: str) -> bool:
    """Whether a cell is empty or holds a sign for an empty one."""
    return cell.strip().lower() in _EMPTY


def count(cell: str) -> Count | None:
    """The number of people in a cell such as "3", ">100", "12-15" or "dozens"; None if it says nothing.

    Raises Refused.
    """
    words = " ".join(cell.split())
    if words.lower() in _EMPTY:
        return None
    if len(re.findall(r"\d", words)) > 2 * LONGEST:
        raise Refused(message("This cell has more than {most} digits; write for example 17, 12-15 or >100.",
                              most=2 * LONGEST))  # fmt: skip
    if words.lower() in _UNKNOWN:
        return Count(qualifier="unknown", text=cell)
    if words.lower() in _ZERO:
        return Count(low=0, best=0, high=0, qualifier="exactly", text=cell)
    if plain := _PLAIN.fullmatch(words):
        return _checked(Count(low=_int(plain[1]), best=_int(plain[1]), high=_int(plain[1]), qualifier="exactly"), cell)
    if found := _RANGE.fullmatch(words):
        low, high = _int(found[1]), _int(found[2])
        if low > high:
            raise Refused(message("“{cell}” is a range whose first number is the larger one.", cell=cell))
        return _checked(Count(low=low, high=high, qualifier="between"), cell)
    for form, pattern in _SIGNED.items():
        if found := pattern.fullmatch(words):
            number = next(group for group in found.groups() if group)
            return _checked(field_values.count(form.format(n=_int(number))), cell)
    raise_if_no_count(words)
    return _checked(field_values.count(words), cell)


def raise_if_no_count(words: str) -> None:
    """Raise Refused for words that look like a number but do not count people."""
    if _NEGATIVE.fullmatch(words):
        raise Refused(message("“{cell}” is negative; a number of people is 0 or more.", cell=words))
    if _FRACTION.fullmatch(words):
        raise Refused(message("“{cell}” is no whole number; write 1,200 without the point, as 1200.", cell=words))
    if _A_DAY.fullmatch(words):
        raise Refused(message("“{cell}” is a day; a spreadsheet may have changed a range such as 12-15 into it.",
                              cell=words))  # fmt: skip
    if "?" in words or len(re.findall(r"\d+", words.replace(",", ""))) > 1 or words.lower() in {"no", "yes"}:
        raise Refused(message("“{cell}” is not one number of people; write for example 17, 12-15 or >100.", cell=words))


def bounded(low: Count | None, best: Count | None, high: Count | None) -> Count | None:
    """One count of the cells for low, best and high; None if all say nothing. Raises Refused if they contradict."""
    if best is not None and low is None and high is None:
        return best
    given = [each for each in (low, best, high) if each is not None]
    if not given:
        return None
    numbers = [
        None if each is None else next((n for n in order if n is not None), None)
        for each, order in (
            (low, () if low is None else (low.best, low.low)),
            (best, () if best is None else (best.best,)),
            (high, () if high is None else (high.best, high.high)),
        )
    ]
    known = [n for n in numbers if n is not None]
    if known != sorted(known):
        raise Refused(message("Its numbers are out of order: low {low}, best {best}, high {high}.",
                              low=numbers[0], best=numbers[1], high=numbers[2]))  # fmt: skip
    first, middle, last = numbers
    same = len(set(known)) == 1 and len(known) == 3
    qualifier = "exactly" if same else "between" if len(known) > 1 else "unknown" if not known else "at least"
    if len(known) == 1 and last is not None:
        qualifier = "at most"
    text = (best or given[0]).text
    return Count(low=first, best=middle, high=last, qualifier=qualifier, text=text)  # type: ignore[arg-type]


def place(cells: Named[str, str]) -> Place | None:
    """The place of a row: with the point that the row gives, else as the gazetteer has it.

    A name of several places keeps all of them as candidates and has no point: which one is meant is a question for a
    person. Raises Refused for coordinates that cannot be.
    """
    around = [part for part in (cells.get("region", ""), cells.get("country", "")) if part]
    name = cells.get("place", "") or (around[0] if around else "")
    lat, lon = degrees(cells.get("lat", ""), 90), degrees(cells.get("lon", ""), 180)
    if not name:
        return None if lat is None or lon is None else Place(name=f"{lat}, {lon}", lat=lat, lon=lon, precision=POINT)
    words = ", ".join([name, *around[:1]]) if cells.get("place") else name
    found = field_values.choices(words) or field_values.choices(name)
    if lat is not None and lon is not None:
        own = Place(name=name, admin1=cells.get("region") or None, country_name=cells.get("country") or None)
        base = found[0] if len(found) == 1 else own
        return msgspec.structs.replace(base, text=name, lat=lat, lon=lon, precision=POINT)
    try:
        return msgspec.structs.replace(field_values.place(words), text=name)
    except field_values.WhichPlace as which:
        several, none = message("several places have this name"), message("no place of that name was found")
        reason = several if which.choices else none
        return Place(name=name, text=name, reason=reason, candidates=tuple(map(_candidate, which.choices)))


def degrees(cell: str, most: int) -> float | None:
    """A coordinate in degrees; None for an empty cell. Raises Refused."""
    if says_nothing(cell):
        return None
    try:
        value = float(cell.replace(",", "."))
    except ValueError as error:
        raise Refused(message("“{cell}” is not a coordinate; write it as 36.2.", cell=cell)) from error
    if not -most <= value <= most:
        raise Refused(message("The coordinate {cell} is beyond {most} degrees.", cell=cell, most=most))
    return value


def _candidate(found: Place) -> Candidate:
    return Candidate(
        name=found.name, country=found.country, admin1=found.admin1, lat=found.lat or 0.0, lon=found.lon or 0.0,
        geonameid=found.geonameid,
    )  # fmt: skip


def _int(digits: str) -> int:
    return int(re.sub(r"\D", "", digits))


def _checked(found: Count, cell: str) -> Count:
    if wrong := bounds.problem(found):
        raise Refused(wrong)
    return msgspec.structs.replace(found, text=cell)
