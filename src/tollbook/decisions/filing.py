"""Moves a claim to another incident than the one that linking chose, as one decision."""

from tollbook.decisions.decision import Proposal
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Record


class Move(Record, frozen=True, kw_only=True):
    """The move of a claim: ``joins`` are the claims of the new incident, empty for an incident of its own.

    ``leaves`` are the claims of the present incident.
    """

    leaves: tuple[str, ...] = ()
    joins: tuple[str, ...] = ()


def proposal(claim: str, move: Move, *, why: str) -> Proposal:
    """The decision that moves a claim. Raises Refused."""
    left = sorted(set(move.leaves) - {claim})
    if claim in move.joins:
        raise Refused(message("The claim is filed under this incident already; choose another one."))
    if not left and not move.joins:
        raise Refused(message("The claim is the only one of its incident; there is nothing to take it out of."))
    groups = [sorted({claim, *move.joins}), *([left] if left else [])]
    return Proposal(verdict="move", subject=claim, why=why, change={"groups": groups})
