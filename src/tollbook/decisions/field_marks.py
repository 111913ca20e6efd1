"""Which fields of a claim, and which figures, a person has confirmed or corrected, who and when."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from tollbook.decisions import annotations, verdicts
from tollbook.decisions.annotations import AnnotatedClaim
from tollbook.decisions.decision import CORRECTABLE, Decision
from tollbook.model import Record
from tollbook.record import Incident
from tollbook.store import Store


class FieldMark(Record, frozen=True, kw_only=True):
    """What a person did with a field: left it as it was, or changed it."""

    how: Literal["confirmed", "corrected"]
    who: str
    at: str
    decision: str


#: The marks of each claim, by the name of its field.
Marks = Mapping[str, Mapping[str, FieldMark]]
#: Nobody checked anything.
NO_MARKS: Marks = MappingProxyType({})


def field_marks(store: Store, claims: Iterable[str]) -> Marks:
    """The marks of some claims; a claim without any is left out.

    To accept or to add a claim is to confirm all its fields. To correct a field to the value it had is to confirm this
    field. The last decision on a field counts.
    """
    names = set(claims)
    added = ((str((d.change or {}).get("id")), d) for d in verdicts.in_force(store) if d.verdict == "add")
    marks = {name: dict.fromkeys(CORRECTABLE, _mark(decision)) for name, decision in added if name in names}
    for each in annotations.annotated_claims(store, names):
        marks[each.found.id] = marks.get(each.found.id, {}) | _marks_of(each)
    return {name: found for name, found in marks.items() if found}


def _marks_of(annotated: AnnotatedClaim) -> dict[str, FieldMark]:
    """The mark of each field of one claim, by the name of the field."""
    marks: dict[str, FieldMark] = {}
    now = annotated.found.to_dict()
    for decision in annotated.decisions:
        change = {name: now[name] for name in CORRECTABLE} if decision.verdict == "accept" else decision.change or {}
        if decision.verdict not in {"accept", "correct"}:
            continue
        for name, value in change.items():
            same = _plain(now.get(name)) == _plain(value)
            if decision.verdict == "accept" and name in marks and marks[name].how == "corrected":
                continue
            marks[name] = _mark(decision, "confirmed" if same else "corrected")
            now[name] = value
    return marks


def _mark(decision: Decision, how: Literal["confirmed", "corrected"] = "confirmed") -> FieldMark:
    return FieldMark(how=how, who=decision.who, at=decision.at, decision=decision.id)


def _plain(value: object) -> bytes:
    """A value as the log has it, where tuples are lists."""
    return msgspec.json.encode(value, order="sorted")


def last_mark(marks: Marks, field: str, claims: Iterable[str]) -> FieldMark | None:
    """The last mark on a field among some claims: those that a value of a record comes from."""
    return _last(marks[claim][field] for claim in claims if field in marks.get(claim, {}))


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
