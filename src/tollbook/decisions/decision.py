"""The record of a decision: a log entry in which a person decides on claims, reports, persons, names or incidents.

Replaying the log gives the decisions in force. :mod:`tollbook.decisions.composition` has those on whole incidents.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import msgspec

from tollbook.decisions import composition
from tollbook.decisions.composition import COMPOSING
from tollbook.model import Record
from tollbook.store import LogEntry

Verdict = Literal[
    "accept", "reject", "correct", "same", "not same", "one source", "independent", "add", "settle", "move", "split",
    "merge", "background", "total", "another attack", "not about this", "same person", "different persons",
    "correct person", "one name", "not one name", "describe", "no series",
    "one series", "name series",
]  # fmt: skip
#: Fields of a claim in the contract's shape.
Change = Mapping[str, Any]
DECIDED, UNDONE = "decided", "undone"
#: The verdict that sets fields of reports; see ``descriptions``.
DESCRIBE = "describe"
#: Verdicts on two records: claims about one incident or two, reports that are one source or two.
OF_CLAIMS, OF_REPORTS = frozenset({"same", "not same"}), frozenset({"one source", "independent"})
OF_ONE_CLAIM = frozenset({"accept", "reject", "correct"})
#: The verdict that takes the incident of a claim out of the series that it would be part of.
NO_SERIES = "no series"
#: The verdict that puts incidents into one series, each by some of its claims.
ONE_SERIES = "one series"
#: The verdict that names a series, by its incidents, each by some of its claims.
NAME_SERIES = "name series"
OF_SERIES = frozenset({NO_SERIES, ONE_SERIES, NAME_SERIES})
#: Verdicts whose change is groups of claims, or marked claims; see ``composition``.
GROUPED = COMPOSING | {ONE_SERIES, NAME_SERIES}
#: Verdicts on two persons, and on one; a person is named by the id of one of its sources (``reconcile.persons``).
OF_PERSONS = frozenset({"same person", "different persons"})
ABOUT_PERSONS = OF_PERSONS | {"correct person"}
#: Verdicts on names of the whole book: spellings that are one name, or are different names.
ONE_NAME, NOT_ONE_NAME = "one name", "not one name"
OF_NAMES = frozenset({ONE_NAME, NOT_ONE_NAME})
#: Fields that a correction may change. The quote and its place are never corrected.
CORRECTABLE = frozenset(
    {
        "kind", "count", "additional", "people", "scope", "speakers", "stance", "when", "place", "by", "with", "sites",
        "event",
    }
)  # fmt: skip
#: Fields that a person may give for a claim they add.
GIVEN = CORRECTABLE | {"start", "end", "quote", "part_of", "finder"}


class Decision(Record, frozen=True, kw_only=True):
    """A decision of a person, with who decided, when and why.

    ``subject`` is a claim; for ``one source``, ``independent`` and ``add`` a report; for ``settle`` a question of the
    queue; for verdicts on persons a source of the person; for ``one name`` and ``not one name`` the kind of names.
    ``other`` is the second claim, report or person of a verdict on two; ``change`` holds corrected fields, or the whole
    claim that was added, in the contract's shape; for ``accept`` the names of the ``fields`` that are confirmed, where
    these are not all; for a verdict on an incident or a series, the claims as in ``composition``; for names, a
    ``NameRuling``; for ``describe`` the fields of the report ``subject`` and of ``reports``. In a verdict on two claims
    or on an incident, the id of a report without claims means its headline. ``also`` holds corrections of further
    claims in the same act, by the id of the claim. ``carried`` is the decision on an earlier edition that this one is
    carried over from; undoing that one ends this one too. ``part_of`` is the first decision of the same answer to a
    question; undoing that one ends this one too. ``confirms`` are names: of a list, or of people, that a correction
    leaves as it is, only the values with these names are confirmed; without names, all. For ``add`` they are names of
    fields: those of the added claim that the person gave or checked.
    """

    id: str
    verdict: Verdict
    subject: str
    who: str
    at: str
    why: str
    other: str | None = None
    change: dict[str, Any] | None = None
    carried: str | None = None
    also: dict[str, dict[str, Any]] | None = None
    reports: tuple[str, ...] = ()
    part_of: str | None = None
    confirms: tuple[str, ...] = ()

    def on_claims(self) -> Iterator["Decision"]:
        """The decision on each claim that it is about, as if it were about that claim alone."""
        yield self
        for claim, change in (self.also or {}).items():
            yield msgspec.structs.replace(self, subject=claim, change=change)

    @property
    def claims(self) -> tuple[str, ...]:
        """The claims that it is about: of a verdict on one claim or several, on two, or on an incident."""
        return claims_named(self)

    @property
    def subjects(self) -> frozenset[str]:
        """The ids of everything that the decision is about."""
        return frozenset(filter(None, (self.subject, self.other, *self.reports, *self.claims)))


class Proposal(Record, frozen=True, kw_only=True):
    """A decision not yet written; fields as in :class:`Decision`.

    ``seen`` is the last log entry that its maker has seen; None means all. To decide despite newer decisions, a person
    proposes again with the newer entry.
    """

    verdict: str
    subject: str
    why: str
    other: str | None = None
    change: dict[str, Any] | None = None
    seen: int | None = None
    also: dict[str, dict[str, Any]] | None = None
    reports: tuple[str, ...] = ()
    part_of: str | None = None
    confirms: tuple[str, ...] = ()

    @property
    def claims(self) -> tuple[str, ...]:
        """The claims that it is about."""
        return claims_named(self)


def claims_named(content: Decision | Proposal) -> tuple[str, ...]:
    """The claims that a decision is about; none for verdicts on reports and questions."""
    if content.verdict in GROUPED:
        return composition.named(content.verdict, content.subject, content.change)
    if content.verdict in OF_CLAIMS and content.other is not None:
        return content.subject, content.other
    return (content.subject, *(content.also or ())) if content.verdict in OF_ONE_CLAIM | {NO_SERIES} else ()


def accepted_fields(change: Change | None) -> frozenset[str]:
    """The fields of a claim that an acceptance confirms: those named in its change, else all."""
    return frozenset((change or {}).get("fields") or CORRECTABLE)


def replay(entries: Iterable[LogEntry]) -> tuple[Decision, ...]:
    """The decisions in force after some log entries, oldest first.

    A decision that was carried over has the place of its original, so that later decisions stay later.
    """
    remaining: dict[str, Decision] = {}
    for entry in entries:
        if entry.action == DECIDED:
            decision = as_decision(entry)
            remaining[decision.id] = decision
        elif entry.action == UNDONE:
            _drop(entry.subject, remaining)
    place: dict[str, int] = {}
    for number, decision in enumerate(remaining.values()):
        place[decision.id] = place.get(decision.carried or "", number)
    return tuple(sorted(remaining.values(), key=lambda decision: place[decision.id]))


def _drop(name: str, decisions: dict[str, Decision]) -> None:
    for ended in ended_with(name, decisions):
        decisions.pop(ended, None)


def ended_with(name: str, decisions: Mapping[str, Decision]) -> set[str]:
    """A decision, those that were carried over from it, and those that are part of the same answer."""
    ended, found = set[str](), {name} & decisions.keys()
    while found:
        ended |= found
        found = {n for n, each in decisions.items() if {each.carried, each.part_of} & found} - ended
    return ended


def as_decision(entry: LogEntry) -> Decision:
    """The decision in a log entry; its id is the first 16 characters of the entry's hash.

    A carried decision belongs to the person who decided, although Tollbook wrote the entry.
    """
    who = entry.payload.get("who", entry.actor) if entry.payload.get("carried") else entry.actor
    about = {"id": entry.hash[:16], "subject": entry.subject, "who": who, "at": entry.at}
    return msgspec.convert(entry.payload | about, Decision)


def group_by_subject(decisions: Iterable[Decision]) -> dict[str, list[Decision]]:
    """Decisions by the id of their subject, each list oldest first; those on an incident by every claim they place."""
    grouped: dict[str, list[Decision]] = defaultdict(list)
    for decision in decisions:
        if decision.verdict in COMPOSING:
            for claim in composition.places(decision.verdict, decision.subject, decision.change):
                grouped[claim].append(decision)
        else:
            for each in decision.on_claims():
                grouped[each.subject].append(each)
    return dict(grouped)
