"""Words that are no claim about this incident: a total, or another event. The verdict that each of them becomes."""

from typing import Literal, NamedTuple

from tollbook.decisions.verdicts import Verdict
from tollbook.locale.messages import message

Mark = Literal["total", "other event"]


class MarkRuling(NamedTuple):
    """The verdict that a mark becomes, its second claim, and the reason for the log."""

    verdict: Verdict
    other: str | None
    why: str


def ruling(mark: Mark, anchor: str | None) -> MarkRuling:
    """What to decide on a claim with a mark. ``anchor`` is a claim that is about the incident, if there is one.

    A total is rejected with the reason. Another event is kept apart from the anchor, so that it makes an incident of
    its own; without an anchor it is rejected.
    """
    if mark == "total":
        return MarkRuling("reject", None, message("A total, not a number of this incident."))
    why = message("Another event, not this incident.")
    return MarkRuling("not same", anchor, why) if anchor is not None else MarkRuling("reject", None, why)
