"""Marks on fields of claims and on figures: whether a person confirmed or corrected them, who and when."""

from collections.abc import Iterable, Mapping, Set
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from tollbook.decisions import annotations, verdicts
from tollbook.decisions.annotations import AnnotatedClaim
from tollbook.decisions.decision import CORRECTABLE, Decision, accepted_fields
from tollbook.model import Record
from tollbook.record import Incident
from tollbook.store import Store


class FieldMark(Record, frozen=True, kw_only=True):
    """The mark of a person on a field: confirmed, or changed.

    ``unchecked`` are the names of values of a list that nobody checked, if a decision changed other values of the list.
    """

    how: Literal["confirmed", "corrected"]
    who: str
    at: str
    decision: str
    unchecked: tuple[str, ...] = ()


#: The marks of each claim, by the name of its field, or of one value of a list: ``people/mara dost``.
Marks = Mapping[str, Mapping[str, FieldMark]]
#: Fields of a claim that are lists of values with names.
_LISTS = frozenset({"by", "sites", "with"})
#: No marks: nobody checked anything.
NO_MARKS: Marks = MappingProxyType({})


def field_marks(store: Store, claims: Iterable[str]) -> Marks:
    """The marks of some claims; a claim without any is left out.

    Accepting or adding a claim confirms the fields that the decision names, else all. Correcting a field to the value
    it had confirms this field. The last decision on a field counts.
    """
    names = set(claims)
    added = ((str((d.change or {}).get("id")), d) for d in verdicts.in_force(store) if d.verdict == "add")
    marks = {name: dict.fromkeys(d.confirms or CORRECTABLE, _mark(d)) for name, d in added if name in names}
    for each in annotations.annotated_claims(store, names):
        marks[each.found.id] = marks.get(each.found.id, {}) | _marks_of(each)
    return {name: found for name, found in marks.items() if found}


def _marks_of(annotated: AnnotatedClaim) -> dict[str, FieldMark]:
    """The mark of each field of one claim, by the name of the field."""
    marks: dict[str, FieldMark] = {}
    now = annotated.found.to_dict()
    for decision in annotated.decisions:
        accepted = accepted_fields(decision.change) if decision.verdict == "accept" else ()
        change = {name: now[name] for name in accepted} or decision.change or {}
        if decision.verdict not in {"accept", "correct"}:
            continue
        for name, value in change.items():
            # A settled name differs from the words: whoever confirms it changes nothing.
            same = bool(decision.confirms) or _plain(now.get(name)) == _plain(value)
            if decision.verdict == "accept" and name in marks and marks[name].how == "corrected":
                continue
            mark = _mark(decision, "confirmed" if same else "corrected")
            marks |= _of_values(marks, name, now.get(name), value, mark, only=frozenset(map(_key, decision.confirms)))
            now[name] = value
    return marks


def _of_values(
    marks: Mapping[str, FieldMark], field: str, was: object, now: object, mark: FieldMark, *, only: Set[str]
) -> dict[str, FieldMark]:
    """The mark of a field and, for a list, of each value: a correction marks only the values that it changed.

    ``only`` are the values that were confirmed, if not all.
    """
    before, after = _values(field, was), _values(field, now)
    confirmed = (only or after.keys()) if mark.how == "confirmed" else frozenset[str]()
    touched = {name for name, value in after.items() if name in confirmed or before.get(name) != value}
    unchecked = tuple(name for name in after if name not in touched and f"{field}/{name}" not in marks)
    whole = msgspec.structs.replace(mark, unchecked=unchecked)
    return {field: whole} | {f"{field}/{name}": mark for name in touched}


def _values(field: str, value: Any) -> dict[str, bytes]:
    """The values of a field that is a list, or that describes several people, by name."""
    if field == "people" and value:
        members = value.get("members") or ()
        named = {name for each in members for name in each.get("names") or ()}
        if members and named == set(value.get("names") or ()):
            return {_key((each.get("names") or [each["text"]])[0]): _plain(each) for each in members}
        rest = _plain({**value, "names": None})
        return {_key(name): rest for name in value.get("names") or [value["text"]]}
    return {_key(each["name"]): _plain(each) for each in value or ()} if field in _LISTS else {}


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def _mark(decision: Decision, how: Literal["confirmed", "corrected"] = "confirmed") -> FieldMark:
    return FieldMark(how=how, who=decision.who, at=decision.at, decision=decision.id)


def _plain(value: object) -> bytes:
    """A value in the form of the log, in which tuples are lists."""
    return msgspec.json.encode(value, order="sorted")


def last_mark(marks: Marks, field: str, claims: Iterable[str], names: Iterable[str] = ()) -> FieldMark | None:
    """The last mark on a field among the claims that a value of a record comes from.

    ``names`` are the names of a value of a list; marks on other values of the list are ignored.
    """
    keys = {_key(name) for name in names if name}
    return _last(mark for claim in claims for mark in _about(marks.get(claim, {}), field, keys))


def _about(marks: Mapping[str, FieldMark], field: str, keys: Set[str]) -> list[FieldMark]:
    own = [marks[f"{field}/{key}"] for key in keys if f"{field}/{key}" in marks]
    whole = marks.get(field)
    return own or ([whole] if whole is not None and keys.isdisjoint(whole.unchecked) else [])


def figure_marks(incident: Incident, marks: Marks) -> dict[str, FieldMark]:
    """The marks of the figures of an incident, by outcome; a figure without one is left out.

    A figure is confirmed by a mark on the number of one claim under each of its bounds.
    """
    found: dict[str, FieldMark] = {}
    for outcome, figure in incident.figures.items():
        every = [each for each in (figure.low_claims, figure.best_claims, figure.high_claims) if each]
        under = [mark for each in every if (mark := last_mark(marks, "count", each)) is not None]
        last = _last(under)
        if last is not None and len(under) == len(every):
            found[outcome] = last
    return found


def _last(marks: Iterable[FieldMark]) -> FieldMark | None:
    return max(marks, key=lambda mark: mark.at, default=None)
