"""The findings of a reader in one report beside claims: attributions, places, dates and measures.

As everywhere, offsets are code points of the report's text.
"""

from collections.abc import Sequence
from datetime import date

from tollbook.model import Basis, Claim, ClaimKind, Measure, Place, Precision, Record, Refusal, Scope, Span, Stance

#: Kinds of claims about casualties and other violence, without detention and displacement.
HARMED: frozenset[ClaimKind] = frozenset({"killed", "injured", "missing", "abducted"})
#: These and detention: all that an event does to people, but for displacement.
CASUALTIES = HARMED | {"captured"}
#: Kinds that say who is responsible, or that it is inquired into.
STATEMENTS: frozenset[ClaimKind] = frozenset({"responsibility", "denial", "inquiry", "accusation"})
#: Outcomes of fighters in fighting. Hostages do not count as fighters.
_FIGHTING = frozenset({"killed", "injured", "missing", "captured", "unharmed"})
#: Stances of a claim that does not state its outcome: "may have been killed", "feared dead".
DOUBTING: frozenset[Stance] = frozenset({"fears", "doubts"})
#: Scopes of counts over more than one incident.
TOTAL_SCOPES: frozenset[Scope] = frozenset({"running total", "period total"})

#: An event is in passing, also the main one of its report, if all its claims have a lower prominence. Out of fold on
#: muc4/dev, all slots F1 was 43.9 without, 44.2 at 0.2, 45.1 at 0.35 and at 0.45, 44.8 at 0.5.
PROMINENT = 0.35


class Attribution(Record, frozen=True, kw_only=True):
    """An attribution of words to a speaker in one report: spans of the source, of the cue and of the content."""

    report: str
    source: tuple[Span, ...] = ()
    cue: tuple[Span, ...] = ()
    content: tuple[Span, ...] = ()


class PlaceMention(Record, frozen=True, kw_only=True):
    """A place name in a report, and its place; ``associative`` for a people or an adjective ("Kenyan")."""

    report: str
    start: int
    end: int
    text: str
    place: Place
    associative: bool = False


class DateMention(Record, frozen=True, kw_only=True):
    """A date expression and its days; ``reason`` says why they are not known, or may be wrong."""

    report: str
    start: int
    end: int
    text: str
    first: date | None = None
    last: date | None = None
    precision: Precision = "unknown"
    basis: Basis = "stated"
    reason: str | None = None
    time: str | None = None
    zone: str | None = None


class MeasureMention(Record, frozen=True, kw_only=True):
    """A measure in a report, and the noun it measures ("trench"), if the sentence has it."""

    report: str
    start: int
    end: int
    text: str
    measure: Measure
    of: str | None = None


class Ungrounded(Record, frozen=True, kw_only=True):
    """A proposal of a language model without evidence in the text, so that no claim or no field was made of it.

    ``text`` is as the model worded it; ``kind`` is the kind of claim, ``field`` what failed, and ``reason`` says why.
    """

    report: str
    text: str
    kind: str
    field: str
    reason: str


class Reading(Record, frozen=True, kw_only=True):
    """Everything read from one report; ``refused`` is the invalid output of its reader, with reasons.

    ``unresolved`` is what a language model proposed without ground in the text.
    """

    report: str
    claims: tuple[Claim, ...] = ()
    attributions: tuple[Attribution, ...] = ()
    places: tuple[PlaceMention, ...] = ()
    dates: tuple[DateMention, ...] = ()
    measures: tuple[MeasureMention, ...] = ()
    refused: tuple[Refusal, ...] = ()
    unresolved: tuple[Ungrounded, ...] = ()


def only_mentioned(claims: Sequence[Claim]) -> bool:
    """Whether a report probably only mentions what these claims are about: all have a prominence, and a low one."""
    return bool(claims) and all(isinstance(c.prominence, float) and c.prominence < PROMINENT for c in claims)


def is_fighting(claim: Claim) -> bool:
    """Whether a claim counts fighters, people in a clash, or people who were captured."""
    if claim.kind == "captured":
        return True
    if claim.people is None or claim.kind not in _FIGHTING:
        return False
    in_clash = claim.event is not None and claim.event.kind == "clash"
    return claim.people.status == "combatant" or (in_clash and claim.people.status == "unknown")
