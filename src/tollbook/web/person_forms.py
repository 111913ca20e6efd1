"""Forms about persons, read into the shapes of decisions."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, get_args

import msgspec

from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Range, Status, VictimEffect, When
from tollbook.person import Person

#: "41", "40-45", "40 – 45".
_AGE = re.compile(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?")
#: Characters of one field at most.
_LONGEST = 200
SEXES = ("female", "male")
Fields = Mapping[str, Sequence[str]]


def correction_of(fields: Fields, person: Person) -> dict[str, Any]:
    """The fields of a person that a form changes. Raises Refused for values that cannot be read."""
    values: dict[str, Any] = {
        "name": _text(fields, "name") or None,
        "age": _age(_text(fields, "age"), person.age),
        "sex": _one_of(_text(fields, "sex"), SEXES) or None,
        "status": _one_of(_text(fields, "status"), get_args(Status)) or "unknown",
        "roles": _list(_text(fields, "roles"), person.roles),
        "kin": _list(_text(fields, "kin"), person.kin),
        "fate": _one_of(_text(fields, "fate"), get_args(VictimEffect)) or person.fate,
        "in_doubt": bool(_text(fields, "in_doubt")),
        "when": _day(_text(fields, "day"), person.when),
    }
    before = {name: getattr(person, name) for name in values}
    changed = {name: value for name, value in values.items() if name in fields or (name == "when" and "day" in fields)}
    return {name: msgspec.to_builtins(value) for name, value in changed.items() if value != before[name]}


def _text(fields: Fields, name: str) -> str:
    text = " ".join(next(iter(fields.get(name, ())), "").split())
    if len(text) > _LONGEST:
        raise Refused(message("A field may have {most} characters; write less.", most=_LONGEST))
    return text


def _list(text: str, before: tuple[str, ...]) -> tuple[str, ...]:
    """The parts between semicolons, each once, in alphabetical order as in records."""
    if text == " ".join("; ".join(before).split()):
        return before
    return tuple(sorted({part.strip() for part in text.split(";") if part.strip()}))


def _age(text: str, before: Range | None) -> Range | None:
    """The age in a form; an unchanged age keeps its best value, which the form does not show."""
    if text == shown_age(before):
        return before
    if not text:
        return None
    match = _AGE.fullmatch(text)
    if match is None:
        raise Refused(message("“{text}” is not an age; write 41, or 40-45, or nothing if it is not known.", text=text))
    low, high = int(match[1]), int(match[2] or match[1])
    if low > high:
        raise Refused(message("“{text}” is not an age: the first number is the lower one.", text=text))
    return Range(low=low, best=low if low == high else None, high=high)


def _one_of(text: str, known: Sequence[str]) -> str:
    if text and text not in known:
        raise Refused(message("There is no value “{name}”; choose one of: {names}.", name=text, names=", ".join(known)))
    return text


def _day(text: str, before: When | None) -> When | None:
    """The day in a form; the present time is kept if its day is the same."""
    if text == (str(before.start) if before and before.start else ""):
        return before
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError as error:
        raise Refused(message("“{text}” is not a day; write it as 2021-10-05.", text=text)) from error
    return When(start=day, end=day, precision="day", basis="stated")


def shown_age(age: Range | None) -> str:
    """An age in the form: "41", "40-45", or empty."""
    if age is None:
        return ""
    low, high = (n if n is not None else age.best for n in (age.low, age.high))
    if low is None or high is None:
        return str(low if low is not None else high if high is not None else "")
    return str(low) if low == high else f"{low}-{high}"
