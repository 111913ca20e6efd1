"""Words that are no claim about this incident: a total, or another event. The decisions that each mark becomes."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from tollbook.decisions.verdicts import Verdict
from tollbook.locale.messages import message

Mark = Literal["total", "other event"]
#: The reason in the log for each mark.
REASONS: dict[Mark, str] = {
    "total": message("A total, not a number of this incident."),
    "other event": message("Another event, not this incident."),
}


class MarkRuling(NamedTuple):
    """One decision of a mark, as ``Book.decide`` takes it."""

    verdict: Verdict
    subject: str
    other: str | None = None
    change: dict[str, Any] | None = None


def rulings(mark: Mark, claims: Sequence[str], anchor: str | None) -> list[MarkRuling]:
    """The decisions on claims with a mark. ``anchor`` is a claim that is about the incident, if there is one.

    A total is rejected. Other events are kept apart from the anchor, and together, so that they make one incident of
    their own; without an anchor they are rejected.
    """
    if mark == "total" or anchor is None:
        return [MarkRuling("reject", claim) for claim in claims]
    first, *rest = claims
    together = [MarkRuling("same", claim, first) for claim in rest]
    return [MarkRuling("not same", first, anchor), *together]
