"""Filing a claim under another incident than linking filed it under.

The one function here is all that the interface, the API and the command line need to move a claim. It writes
decisions on pairs of claims: the claim is *not* about the incident it leaves, and it is about the incident it joins.
"""

from tollbook.decisions import verdicts
from tollbook.decisions.verdicts import Decision
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.store import Store


class Move(Record, frozen=True, kw_only=True):
    """Where a claim goes: ``joins`` are claims of the new incident, none for an incident of its own.

    ``leaves`` are claims of the incident that it is filed under now.
    """

    leaves: tuple[str, ...] = ()
    joins: tuple[str, ...] = ()


def file_under(store: Store, claim: str, move: Move, *, who: str, why: str) -> Decision:
    """Move a claim; returns the last decision that this took. Raises NoSuchRecord, Refused."""
    left = [name for name in move.leaves if name != claim]
    if claim in move.joins:
        raise Refused(message("The claim is filed under this incident already; choose another one."))
    if not left and not move.joins:
        raise Refused(message("The claim is the only one of its incident; there is nothing to take it out of."))
    made: Decision | None = None
    for name in left:
        made = verdicts.decide(store, "not same", claim, other=name, who=who, why=why)
    for name in move.joins:
        made = verdicts.decide(store, "same", claim, other=name, who=who, why=why)
    assert made is not None  # there is something to leave or to join
    return made
