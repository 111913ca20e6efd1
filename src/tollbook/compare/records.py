"""The records of a comparison, the same for the terminal, CSV, the web interface and the API."""

from typing import Literal

import msgspec

from tollbook.model import Place, Range, Record, Refusal, When

#: Why a figure differs. The second line is found in the words of reports (``reported``). ``unknown``: nothing of this.
CauseKind = Literal[
    "rule", "dates", "sources", "linking", "decision", "reading", "claim", "together",
    "outcome", "attacker", "words", "part", "several", "not reported", "unknown",
]  # fmt: skip
Status = Literal["same", "differs", "only in A", "only in B"]


class Entry(Record, frozen=True, kw_only=True):
    """An incident of one side: of a book, or a row of a data set (``line`` is its line there).

    ``sources`` are the ids of its reports, or what the row names as its sources.
    """

    id: str
    title: str = ""
    when: When | None = None
    place: Place | None = None
    figures: dict[str, Range] = msgspec.field(default_factory=dict)
    sources: tuple[str, ...] = ()
    line: int | None = None


class Cause(Record, frozen=True, kw_only=True):
    """One reason why a figure differs, with a sentence that says how it was found."""

    kind: CauseKind
    sentence: str


class Difference(Record, frozen=True, kw_only=True):
    """One figure that differs: ``None`` for a side that does not give it."""

    figure: str
    one: Range | None = None
    other: Range | None = None
    causes: tuple[Cause, ...] = ()


class Pairing(Record, frozen=True, kw_only=True):
    """An incident of A and the same one of B, or an incident that only one side has.

    ``weight`` is that of the evidence (``linking.compare``); None where both have the same claims, or without a match.
    ``also_in_a`` and ``also_in_b`` are further incidents that match it. ``perhaps`` are incidents of the other side
    that may be the same, but not surely.
    """

    status: Status
    one: Entry | None = None
    other: Entry | None = None
    weight: float | None = None
    differences: tuple[Difference, ...] = ()
    also_in_a: tuple[str, ...] = ()
    also_in_b: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()


class BookComparison(Record, frozen=True, kw_only=True):
    """All pairings, and what of a data set could not be read. ``one`` and ``other`` are the names of A and B."""

    one: str
    other: str
    pairings: tuple[Pairing, ...] = ()
    refused: tuple[Refusal, ...] = ()
