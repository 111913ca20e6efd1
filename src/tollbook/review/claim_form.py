"""Parses forms about claims into the shapes of the contract. Words from the text are read like reports."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast, get_args

import msgspec

from tollbook.decisions import field_values
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.mentions import PlaceMention
from tollbook.model import (
    Actor,
    Certainty,
    Claim,
    Count,
    Event,
    IncidentKind,
    People,
    Place,
    Precision,
    Report,
    SiteEffect,
    Speaker,
    Thing,
    When,
)
from tollbook.review.form_values import Fields, FormValues


def change_of(fields: Fields, claim: Claim, report: Report, mentions: Sequence[PlaceMention] = ()) -> dict[str, Any]:
    """The fields of a claim that a form changes; a field that the form does not have stays as it is.

    ``mentions`` are the places that the report names. Raises Refused for values that cannot be read, WhichPlace for a
    place name that a person has to decide on.
    """
    form = FormValues(fields)
    if form.has("kind") and not form.text("kind"):
        raise Refused(message("Choose what the words report: the kind of the claim."))
    readers: dict[str, Callable[[], object]] = {
        "count": lambda: _count(form, claim.count),
        "additional": lambda: _one_of(form.text("additional"), ("yes", "no")) == "yes",
        "people": lambda: _people(form, claim.people),
        "speakers": lambda: _speakers(form),
        "place": lambda: _place(form, claim.place, mentions),
        "when": lambda: _when(form, claim.when, report),
        "event": lambda: _event(form, claim.event),
        "by": lambda: actors(form),
        "with": lambda: weapons(form),
        "sites": lambda: sites(form),
    }
    given = [name for name, first in FIRST.items() if form.has(first)]
    values = {name: readers[name]() if name in readers else form.text(name) for name in given}
    plain: dict[str, Any] = msgspec.to_builtins(values)
    before = claim.to_dict()
    return {name: value for name, value in plain.items() if value != before[name]}


#: How exact the point of a place can be: UCDP's where_prec, as a form has it.
PRECISIONS = tuple("1234567")
#: The first form field of each field of a claim.
FIRST = {
    "kind": "kind", "scope": "scope", "stance": "stance", "count": "count_text", "additional": "additional",
    "people": "people_text", "speakers": "speaker_name", "place": "place_name", "when": "when_text",
    "event": "event_kind", "by": "by_name", "with": "weapon_name", "sites": "site_name",
}  # fmt: skip


#: The fields of a claim that come from its own words; the others may come from the words around them.
_OF_THE_WORDS = frozenset({"kind", "count", "additional", "people", "scope", "stance"})


def shown(fields: Fields, claim: Claim) -> dict[str, Any]:
    """The present values of the fields of a claim that a form has: a person confirms them."""
    form, values = FormValues(fields), claim.to_dict()
    return {name: values[name] for name, first in FIRST.items() if form.has(first)}


def of_one_person(fields: Fields, read: Claim) -> Fields:
    """A form with fields of a person, and with the words for that person: those ``read``, or, if these are of several
    people, the name or the role.
    """
    if "people_text" in fields or not any(name.startswith("people_") for name in fields):
        return fields
    people, count = read.people, read.count
    is_one = people is not None and (count is None or count.best in {None, 1})
    form = FormValues(fields)
    text = people.text if people is not None and is_one else form.text("people_names") or form.text("people_roles")
    return {**fields, "people_text": [text or read.quote]}


def given(fields: Fields) -> tuple[str, ...]:
    """The fields of a new claim that a person gave: its kind, and those that the form has."""
    form = FormValues(fields)
    return ("kind", *(name for name, first in FIRST.items() if name != "kind" and form.has(first)))


def checked(fields: Fields, read: Claim, added: Mapping[str, Any]) -> tuple[str, ...]:
    """The fields of a new claim that a person checked, if the form had all values ``read`` in the words and around
    them: the values from the words themselves, and those that the person changed.
    """
    before, quote = read.to_dict(), read.quote.casefold()
    return tuple(
        name
        for name in given(fields)
        if name in _OF_THE_WORDS or added.get(name) != before[name] or _in_words(added.get(name), quote)
    )


def _in_words(value: object, quote: str) -> bool:
    """Whether words have everything that a field names: a place, a day, speakers, actors, sites or weapons."""
    each = value if isinstance(value, list | tuple) else [value]
    names = [(one.get("name") or one.get("text")) for one in each if isinstance(one, Mapping)]
    return bool(names) and all(name and name.casefold() in quote for name in names)


def actors(form: FormValues) -> tuple[Actor, ...]:
    """Those held responsible, from the rows of a form. Raises Refused."""
    rows = form.rows("by_name", "by_kind", "by_certainty")
    return tuple(
        Actor(
            name=name,
            kind="individual" if kind == "individual" else "organisation",
            certainty=cast(Certainty | None, _one_of(certainty, get_args(Certainty))),
        )
        for name, kind, certainty in rows
    )


def weapons(form: FormValues) -> tuple[Thing, ...]:
    """Weapons, from the rows of a form. Raises Refused."""
    return tuple(Thing(name=name, kind=kind or "other") for name, kind in form.rows("weapon_name", "weapon_kind"))


def sites(form: FormValues) -> tuple[Thing, ...]:
    """Sites with what happened to them, from the rows of a form. Raises Refused."""
    return tuple(
        Thing(name=name, kind=kind or "other", effect=cast(SiteEffect | None, _one_of(effect, get_args(SiteEffect))))
        for name, kind, effect in form.rows("site_name", "site_kind", "site_effect")
    )


def _one_of(value: str, allowed: tuple[str, ...]) -> str | None:
    if value and value not in allowed:
        raise Refused(message("“{value}” is not one of: {names}.", value=value, names=", ".join(allowed)))
    return value or None


def _count(form: FormValues, before: Count | None) -> Count | None:
    words = form.text("count_text")
    qualifier = form.text("count_qualifier", before.qualifier if before is not None else "")
    shown = (before.low, before.best, before.high) if before is not None else (None, None, None)
    bounds = tuple(form.number(f"count_{name}") for name in ("low", "best", "high"))
    given = bounds if form.has("count_low") else shown if words else (None, None, None)
    if before is not None and (words, given, qualifier) == (before.text, shown, before.qualifier):
        return before
    rewritten = words != (before.text if before is not None else "")
    if words and rewritten and given == shown:
        return field_values.count(words)
    if not words and given == (None, None, None):
        return None
    low, best, high = given
    known = [n for n in given if n is not None]
    if known != sorted(known):
        raise Refused(message("The numbers are out of order; low is the smallest and high the largest."))
    return msgspec.convert(
        {"low": low, "best": best, "high": high, "qualifier": qualifier or "exactly", "text": words}, Count
    )


def _people(form: FormValues, before: People | None) -> People | None:
    kept = before or People(text="")
    now = people(form, kept)
    return None if before is None and now == kept else now


def people(form: FormValues, before: People) -> People:
    """The people of a claim with the fields that a form has. Raises Refused."""
    given: dict[str, Any] = {}
    if form.has("people_text"):
        given["text"] = form.text("people_text")
    for name in ("names", "roles", "kin"):
        if form.has(f"people_{name}"):
            given[name] = field_values.names("\n".join(form.all(f"people_{name}")))
    if form.has("people_age"):
        age = form.text("people_age")
        given["age"] = before.age if age == age_text(before) else field_values.age(age)
    if form.has("people_sex"):
        given["sex"] = _one_of(form.text("people_sex"), ("female", "male"))
    if form.has("people_status"):
        given["status"] = form.text("people_status") or "unknown"
    return msgspec.convert(before.to_dict() | msgspec.to_builtins(given), People)


def age_text(people: People | None) -> str:
    """The age of people, as a form has it: "6", "40–45"."""
    age = people.age if people is not None else None
    if age is None:
        return ""
    known = dict.fromkeys(n for n in (age.low, age.high) if n is not None)
    return "–".join(map(str, known)) or str(age.best)


def _speakers(form: FormValues) -> tuple[Speaker, ...]:
    columns = [form.all(f"speaker_{name}") for name in ("name", "role", "organisation", "side")]
    height = len(columns[0])
    if any(len(column) != height for column in columns):
        raise Refused(
            message("Each speaker needs the fields name, role, organisation and side; unknown ones stay empty.")
        )
    rows = [[value or None for value in row] for row in zip(*columns, strict=True)]
    return tuple(
        Speaker(name=name, role=role, organisation=body, side=side) for name, role, body, side in rows if name or role
    )


def _place(form: FormValues, before: Place | None, mentions: Sequence[PlaceMention]) -> Place | None:
    """The place of a form, with the address or the site in it if the form has a field for one."""
    found, words = _town(form, before, mentions), " ".join(form.text("place_spot").split())
    if found is None:
        return field_values.place(words, choice=field_values.ALONE) if words else None
    if not form.has("place_spot"):
        return found
    if words == (found.text if found.spot else ""):
        return found
    return msgspec.structs.replace(found, text=words or found.name, spot=bool(words))


def _town(form: FormValues, before: Place | None, mentions: Sequence[PlaceMention]) -> Place | None:
    name, choice = form.text("place_name"), form.text("place_choice")
    if not name:
        return None
    lat, lon = form.degrees("place_lat", 90), form.degrees("place_lon", 180)
    point = (before.lat, before.lon) if before is not None else (None, None)
    same_point = not form.has("place_lat") or (lat, lon) == point
    precision = _precision(form)
    same = before is not None and name == before.name and same_point and not choice
    if before is not None and same and (before.lat is not None or not before.candidates):
        kept = precision is None or before.lat is None or precision == before.precision
        return before if kept else msgspec.structs.replace(before, precision=precision)
    if lat is not None and lon is not None and not same_point:
        found = field_values.at_point(name, lat, lon)
        return found if precision is None else msgspec.structs.replace(found, precision=precision)
    return field_values.place(name, mentions, choice)


def _precision(form: FormValues) -> int | None:
    """How exact a point is (UCDP's where_prec); None if the form does not say. Raises Refused."""
    text = form.text("place_precision")
    if text and text not in PRECISIONS:
        raise Refused(message("“{value}” is not one of: {names}.", value=text, names=", ".join(PRECISIONS)))
    return int(text) if text else None


def _when(form: FormValues, before: When | None, report: Report) -> When | None:
    start, end, words = form.day("when_start"), form.day("when_end"), form.text("when_text")
    shown = (before.start, before.end) if before is not None else (None, None)
    text = before.text if before is not None else ""
    if not form.has("when_start"):
        start, end = shown
    if (start, end, words) == (*shown, text):
        return before
    if words and words != text and (start, end) == shown:
        return field_values.day(words, report)
    if start is None:
        return When(text=words) if words else None
    if end is not None and end < start:
        raise Refused(message("The last day is before the first day; swap them."))
    precision: Precision = "day" if end in {None, start} else "days"
    return When(start=start, end=end or start, precision=precision, basis="stated", text=words)


def _event(form: FormValues, before: Event | None) -> Event | None:
    kind = _one_of(form.text("event_kind"), get_args(IncidentKind))
    if kind is None:
        return None
    return before if before is not None and before.kind == kind else Event(kind=cast(IncidentKind, kind))
