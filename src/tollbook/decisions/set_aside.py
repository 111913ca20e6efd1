"""Decisions that cannot be applied: they stay in the log and change nothing, so that all others still apply.

``verdicts.decide`` refuses such a decision. An earlier version, or another program, may have written it.
"""

import functools
from collections.abc import Iterable

import msgspec

from tollbook import bounds
from tollbook.decisions import composition
from tollbook.decisions.corrections import corrected
from tollbook.decisions.decision import NAME_SERIES, OF_NAMES, Change, Decision
from tollbook.decisions.name_rulings import NameRuling
from tollbook.decisions.person_fields import check_correction
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Claim, Record

#: Size of the cache; a book rarely has more decisions, and each is needed many times.
_KEPT = 50_000
_ANY_CLAIM = Claim(id="", report="", start=0, end=0, quote="", kind="attack")


class SetAside(Record, frozen=True, kw_only=True):
    """A decision that is not applied, and the sentence that says why."""

    decision: Decision
    reason: str

    def sentence(self) -> str:
        """A sentence: which decision is not applied, why, and what to do."""
        return message(
            "Decision {id} of {who} on {subject} is not applied. {reason} To take it back: tollbook undo {id}",
            id=self.decision.id,
            who=self.decision.who,
            subject=self.decision.subject,
            reason=self.reason,
        )


def fault(verdict: str, changes: Iterable[Change | None]) -> str | None:
    """The reason why the changes of a decision cannot be applied; None if they can."""
    return next(filter(None, (_fault(verdict, msgspec.json.encode(each)) for each in changes if each)), None)


def applicable(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """The decisions that can be applied, in the same order."""
    return tuple(decision for decision in decisions if _fault_of(decision) is None)


def set_aside(decisions: Iterable[Decision]) -> tuple[SetAside, ...]:
    """The decisions that cannot be applied, in the same order."""
    faults = ((decision, _fault_of(decision)) for decision in decisions)
    return tuple(SetAside(decision=decision, reason=reason) for decision, reason in faults if reason is not None)


def _fault_of(decision: Decision) -> str | None:
    return fault(decision.verdict, (decision.change, *(decision.also or {}).values()))


@functools.lru_cache(maxsize=_KEPT)
def _fault(verdict: str, encoded: bytes) -> str | None:
    change = msgspec.json.decode(encoded, type=dict[str, object])
    try:
        _apply(verdict, change)
    except (Refused, msgspec.ValidationError) as error:
        return str(error)
    if _has_nul(change):
        return message("It contains the NUL character, which no text has.")
    return None


def _apply(verdict: str, change: Change) -> None:
    """Apply a change to any record of its kind. Raises Refused, ValidationError."""
    if verdict == "correct":
        corrected(_ANY_CLAIM, change)
    elif verdict == "correct person":
        check_correction(change)
    elif verdict == NAME_SERIES:
        composition.series_name(change)
    elif verdict == "add" or verdict in OF_NAMES:
        made: Record = msgspec.convert(change, Claim if verdict == "add" else NameRuling)
        if wrong := bounds.problem(made):
            raise Refused(wrong)


def _has_nul(value: object) -> bool:
    """Whether a text in a JSON value has the character that PostgreSQL cannot store."""
    if isinstance(value, dict):
        return any(map(_has_nul, (*value, *value.values())))
    return any(map(_has_nul, value)) if isinstance(value, list) else isinstance(value, str) and "\0" in value
