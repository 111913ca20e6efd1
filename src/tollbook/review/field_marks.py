"""Which fields of a claim a person has confirmed or corrected, who and when."""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from tollbook.decisions import annotations
from tollbook.decisions.annotations import AnnotatedClaim
from tollbook.decisions.verdicts import CORRECTABLE
from tollbook.model import Record
from tollbook.store import Store


class FieldMark(Record, frozen=True, kw_only=True):
    """What a person did with a field: left it as it was, or changed it."""

    how: Literal["confirmed", "corrected"]
    who: str
    at: str
    decision: str


#: The marks of each claim, by the name of its field.
Marks = Mapping[str, Mapping[str, FieldMark]]


def field_marks(store: Store, claims: Iterable[str]) -> Marks:
    """The marks of some claims; a claim without any is left out."""
    annotated = annotations.annotated_claims(store, claims)
    return {each.found.id: marks for each in annotated if (marks := marks_of(each))}


def marks_of(annotated: AnnotatedClaim) -> dict[str, FieldMark]:
    """The mark of each field of one claim, by the name of the field; the last decision on a field counts.

    To accept a claim is to confirm all its fields. To correct a field to the value it had is to confirm this field.
    """
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
            how: Literal["confirmed", "corrected"] = "confirmed" if same else "corrected"
            marks[name] = FieldMark(how=how, who=decision.who, at=decision.at, decision=decision.id)
            now[name] = value
    return marks


def _plain(value: object) -> bytes:
    """A value as the log has it, where tuples are lists."""
    return msgspec.json.encode(value, order="sorted")


def last_mark(marks: Marks, field: str, claims: Iterable[str]) -> FieldMark | None:
    """The last mark on a field among some claims: those that a value of a record comes from."""
    found = [marks[claim][field] for claim in claims if field in marks.get(claim, {})]
    return max(found, key=lambda mark: mark.at, default=None)
