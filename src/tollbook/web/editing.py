"""Forms about claims, read into the shapes of the contract. Words from the text are read as reports are."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from tollbook import dates, gazetteer, locale, quantities
from tollbook.errors import Refused
from tollbook.locale.messages import message, plural
from tollbook.model import Claim, Count, People, Place, Report, Speaker, When

#: UCDP's where_prec for each kind of place in the gazetteer; coordinates that a user enters are exact.
_PRECISION = {"country": 6, "admin1": 4, "region": 4, "county": 3}
Fields = Mapping[str, Sequence[str]]


def change_of(fields: Fields, claim: Claim, report: Report) -> dict[str, Any]:
    """The fields of a claim that a form changes. Raises Refused for values that cannot be read."""
    form = _Form(fields)
    values: dict[str, Any] = {
        "kind": form.text("kind", claim.kind),
        "scope": form.text("scope", claim.scope),
        "stance": form.text("stance", claim.stance),
    }
    if form.has("count_text"):
        values["count"] = _count(form, claim.count)
    if form.has("people_text"):
        values["people"] = _people(form, claim.people)
    if form.has("speaker_name"):
        values["speakers"] = _speakers(form)
    if form.has("place_name"):
        values["place"] = _place(form, claim.place)
    if form.has("when_start"):
        values["when"] = _when(form, claim.when, report)
    plain: dict[str, Any] = msgspec.to_builtins(values)
    before = claim.to_dict()
    return {name: value for name, value in plain.items() if value != before[name]}


class _Form:
    """The fields of a form; several values of one name keep their order."""

    def __init__(self, fields: Fields) -> None:
        self._fields = fields

    def has(self, name: str) -> bool:
        return name in self._fields

    def all(self, name: str) -> list[str]:
        return [value.strip() for value in self._fields.get(name, ())]

    def text(self, name: str, default: str = "") -> str:
        return next(iter(self.all(name)), default)

    def number(self, name: str) -> int | None:
        text = self.text(name).replace(",", "")
        if not text:
            return None
        if not text.isascii() or not text.isdigit() or len(text) > 12:
            raise Refused(
                message(
                    "“{text}” is not a number of people; write digits, or leave the field empty if it is not known.",
                    text=text,
                )
            )
        return int(text)

    def degrees(self, name: str, most: float) -> float | None:
        text = self.text(name)
        try:
            value = float(text) if text else None
        except ValueError:
            value = most + 1
        if value is not None and not -most <= value <= most:
            raise Refused(message("“{text}” is not a coordinate; write degrees, such as 47.1.", text=text))
        return value

    def day(self, name: str) -> date | None:
        text = self.text(name)
        try:
            return date.fromisoformat(text) if text else None
        except ValueError as error:
            raise Refused(message("“{text}” is not a day; write it as 2021-10-05.", text=text)) from error


def _count(form: _Form, before: Count | None) -> Count | None:
    low, best, high = (form.number(f"count_{name}") for name in ("low", "best", "high"))
    words, qualifier = form.text("count_text"), form.text("count_qualifier")
    given = (low, best, high)
    if before is not None and (words, *given, qualifier) == (
        before.text, before.low, before.best, before.high, before.qualifier,
    ):  # fmt: skip
        return before
    reread = before is None or (before.text != words and given == (before.low, before.best, before.high))
    if (
        words
        and (not any(n is not None for n in given) or reread)
        and (read := quantities.count(words, locale.DEFAULT)) is not None
    ):
        return msgspec.structs.replace(read, text=words)
    if not words and all(n is None for n in given):
        return None
    return msgspec.convert(
        {"low": low, "best": best, "high": high, "qualifier": qualifier or "exactly", "text": words}, Count
    )


def _people(form: _Form, before: People | None) -> People | None:
    words, status = form.text("people_text"), form.text("people_status", "unknown")
    if not words and before is None:
        return None
    kept = before or People(text=words)
    return msgspec.convert(kept.to_dict() | {"text": words, "status": status}, People)


def _speakers(form: _Form) -> tuple[Speaker, ...]:
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


def _place(form: _Form, before: Place | None) -> Place | None:
    name = form.text("place_name")
    if not name:
        return None
    lat, lon = form.degrees("place_lat", 90), form.degrees("place_lon", 180)
    if before is not None and name == before.name and (lat, lon) == (before.lat, before.lon):
        return before
    moved = before is None or (lat, lon) != (before.lat, before.lon)
    if lat is not None and lon is not None and moved:
        return Place(name=name, text=name, lat=lat, lon=lon, precision=1)
    found = gazetteer.lookup(name)
    if len(found) != 1:
        why = (
            plural("{n} place has this name", "{n} places have this name", len(found))
            if found
            else message("no place of that name was found")
        )
        return Place(name=name, text=name, reason=why)
    (entry,) = found
    return Place(
        name=entry.name,
        text=name,
        country=entry.country or None,
        country_name=gazetteer.countries().get(entry.country, entry.country) or None,
        admin1=entry.admin1,
        lat=entry.lat,
        lon=entry.lon,
        geonameid=entry.geonameid,
        precision=_PRECISION.get(entry.kind, 1),
    )


def _when(form: _Form, before: When | None, report: Report) -> When | None:
    start, end, words = form.day("when_start"), form.day("when_end"), form.text("when_text")
    if before is not None and (start, end, words) == (before.start, before.end, before.text):
        return before
    rewritten = words != (before.text if before else "")
    if words and rewritten and (before is None or (start, end) == (before.start, before.end)):
        first, final, precision, basis = dates.resolve(words, report.published, locale.DEFAULT)
        return When(start=first, end=final, precision=precision, basis=basis, text=words)
    if start is None:
        return When(text=words) if words else None
    if end is not None and end < start:
        raise Refused(message("The last day is before the first day; swap them."))
    precision = "day" if end in {None, start} else "days"
    return When(start=start, end=end or start, precision=precision, basis="stated", text=words)


def blank(report: Report, start: int, end: int) -> Claim:
    """A new claim of the words at ``[start, end)``, with default values. Raises Refused for no such span."""
    if not 0 <= start < end <= len(report.text):
        raise Refused(message("Select the words of the claim in the text first."))
    return Claim(
        id="",
        report=report.id,
        start=start,
        end=end,
        quote=report.text[start:end],
        kind="killed",
        speakers=(Speaker(name=report.outlet, role="outlet"),),
    )
