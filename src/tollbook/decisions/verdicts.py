"""What a person may decide, and what follows from it.

A decision is a log entry: it can be undone by another entry, never erased. What stands is found by replaying the log.
What a person called the same stays together and what he called not the same stays apart, whatever linking thinks.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, get_args

import msgspec

from tollbook.errors import NoSuchRecord, Refused
from tollbook.model import Claim, Reading, Record, Report, Speaker, content_id
from tollbook.record import Ruling
from tollbook.store import Entry, Store

Verdict = Literal[
    "accept", "reject", "correct", "same", "not same", "one source", "independent", "add", "settle"
]  # fmt: skip
#: Fields of a claim in the contract's shape.
Change = Mapping[str, Any]
DECIDED, UNDONE = "decided", "undone"
#: Verdicts on two records: claims that tell of one incident or of two, reports that are one source or two.
OF_CLAIMS, OF_REPORTS = frozenset({"same", "not same"}), frozenset({"one source", "independent"})
#: Verdicts that say something of their own.
_CHANGING = frozenset({"correct", "add"})
#: What a correction may say otherwise. Where the words stand and what they are is never corrected.
CORRECTABLE = frozenset(
    {"kind", "count", "people", "scope", "speakers", "stance", "when", "place", "by", "with", "sites", "event"}
)
#: What may be said of a claim that is added.
GIVEN = CORRECTABLE | {"start", "end", "quote", "part_of", "additional", "finder"}


class Decision(Record, frozen=True, kw_only=True):
    """What a person ruled: who, when, why.

    ``subject`` is a claim; of ``one source``, ``independent`` and ``add`` a report; of ``settle`` a question of the
    queue. ``other`` is the second claim or report of a verdict on two; ``change`` holds corrected fields, or the whole
    claim that was added, in the contract's shape. A report without claims stands for what its headline tells of.
    ``carried`` is the decision on an earlier edition that this one is carried over from; it stands no longer than that.
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


def decide(
    store: Store,
    verdict: str,
    subject: str,
    *,
    who: str,
    why: str,
    other: str | None = None,
    change: Change | None = None,
) -> Decision:
    """Keep what a person ruled. Raises NoSuchRecord for an unknown subject, Refused for what cannot be decided."""
    check(verdict, subject, who=who, why=why, other=other, change=change)
    if verdict in OF_REPORTS or verdict == "add":
        reports = {name: _report(store, name) for name in (subject, other) if name is not None}
        if verdict == "add":
            change = added(reports[subject], change or {}, who).to_dict()
    elif verdict in OF_CLAIMS:
        for name in (subject, other or subject):
            if not _is_headline(store, name):
                _claim(store, name)
    elif verdict != "settle":
        claim = _claim(store, subject)
        if change:
            corrected(claim, change)
    payload = {"verdict": verdict, "why": why, "other": other, "change": dict(change) if change else None}
    return as_decision(store.append(DECIDED, subject, payload, actor=who))


def undo(store: Store, decision: str, *, who: str, why: str) -> None:
    """Take a decision back; both stay in the log. Raises NoSuchRecord where no such decision stands."""
    if decision not in {standing.id for standing in in_force(store)}:
        raise NoSuchRecord(f"There is no decision {decision} that stands.")
    if not who.strip() or not why.strip():
        raise Refused("To take a decision back needs a name and a reason; say who does and why.")
    store.append(UNDONE, decision, {"why": why}, actor=who)


def in_force(store: Store) -> tuple[Decision, ...]:
    """The decisions that stand in a book, oldest first."""
    return replay(store.log(DECIDED, UNDONE))


def check(
    verdict: str,
    subject: str,
    *,
    who: str,
    why: str,
    other: str | None = None,
    change: Change | None = None,
) -> None:
    """Raise Refused, with what is missing, when this cannot be decided of anything."""
    if verdict not in get_args(Verdict):
        raise Refused(f"There is no verdict {verdict!r}; choose one of: {', '.join(get_args(Verdict))}.")
    if not who.strip() or not why.strip():
        raise Refused("A decision needs a name and a reason; say who decides and why.")
    if (verdict in OF_CLAIMS | OF_REPORTS) != (other is not None):
        raise Refused("A second claim is named for “same” and “not same”, a second report for “one source” and "
                      "“independent”, and only for them.")  # fmt: skip
    if other == subject:
        raise Refused("Nothing can be decided between a claim or report and itself; name two.")
    if verdict == "correct" and not change:
        raise Refused("Corrected fields are given for “correct”, and only for it.")
    if verdict == "add" and not change:
        raise Refused("To add a claim, say where its words stand (start, end) and what they tell of (kind).")
    if change and verdict not in _CHANGING:
        raise Refused(f"Corrected fields are given for “correct”, and only for it; “{verdict}” takes none.")


def corrected(claim: Claim, change: Change) -> Claim:
    """The claim as corrected. Raises Refused for a field that cannot be corrected, or a value it cannot have."""
    if fixed := sorted(set(change) - CORRECTABLE):
        raise Refused(f"These fields of a claim cannot be corrected: {', '.join(fixed)}.")
    try:
        return msgspec.convert(claim.to_dict() | dict(change), Claim)
    except msgspec.ValidationError as error:
        raise Refused(f"The correction does not have the shape of a claim: {error}.") from error


def added(report: Report, change: Change, who: str) -> Claim:
    """The claim a person made by marking words of a report. Raises Refused where it has not the shape of a claim."""
    unknown = sorted(set(change) - GIVEN)
    if unknown:
        raise Refused(f"These fields of a claim cannot be given by hand: {', '.join(unknown)}.")
    start, end = change.get("start"), change.get("end")
    if not (isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= len(report.text)):
        raise Refused(f"The marked words must lie within the {len(report.text)} characters of report {report.id}.")
    quote = report.text[start:end]
    if change.get("quote", quote) != quote:
        raise Refused("The quoted words are not those that stand at the marked place; mark them again.")
    given = {"report": report.id, "quote": quote, "finder": who, "confidence": 1.0}
    given["id"] = content_id(report.id, start, end, msgspec.json.encode(dict(change), order="sorted").decode(), who)
    outlet = msgspec.to_builtins([Speaker(name=report.outlet, role="outlet")])
    try:
        return msgspec.convert({"speakers": outlet} | dict(change) | given, Claim)
    except msgspec.ValidationError as error:
        raise Refused(f"What was added does not have the shape of a claim: {error}.") from error


def replay(entries: Iterable[Entry]) -> tuple[Decision, ...]:
    """The decisions that stand, oldest first."""
    standing: dict[str, Decision] = {}
    for entry in entries:
        if entry.action == DECIDED:
            decision = as_decision(entry)
            standing[decision.id] = decision
        elif entry.action == UNDONE:
            _fall(entry.subject, standing)
    return tuple(standing.values())


def _fall(name: str, standing: dict[str, Decision]) -> None:
    """Take a decision out, and those that were carried over from it."""
    if standing.pop(name, None) is not None:
        for carried in [decision.id for decision in standing.values() if decision.carried == name]:
            _fall(carried, standing)


def as_decision(entry: Entry) -> Decision:
    """The decision a log entry holds; its id is the beginning of the entry's hash.

    A carried one is still the word of whoever decided, though Tollbook wrote it down.
    """
    who = entry.payload.get("who", entry.actor) if entry.payload.get("carried") else entry.actor
    about = {"id": entry.hash[:16], "subject": entry.subject, "who": who, "at": entry.at}
    return msgspec.convert(entry.payload | about, Decision)


def by_subject(decisions: Iterable[Decision]) -> dict[str, list[Decision]]:
    """Decisions by what they are about, each list oldest first."""
    found: dict[str, list[Decision]] = defaultdict(list)
    for decision in decisions:
        found[decision.subject].append(decision)
    return dict(found)


def completed(reading: Reading, decisions: Mapping[str, Sequence[Decision]]) -> Reading:
    """The reading with the claims a person added; ``decisions`` as :func:`by_subject` gives them."""
    made = [msgspec.convert(d.change, Claim) for d in decisions.get(reading.report, ()) if d.verdict == "add"]
    if not made:
        return reading
    claims = {claim.id: claim for claim in (*reading.claims, *made)}
    return msgspec.structs.replace(reading, claims=tuple(claims.values()))


def apply(reading: Reading, decisions: Mapping[str, Sequence[Decision]]) -> Reading:
    """The reading as decisions leave it: without rejected claims, with added ones, others as corrected.

    The last word on each claim holds; ``decisions`` as :func:`by_subject` gives them.
    """
    claims = []
    for claim in completed(reading, decisions).claims:
        ruled = decisions.get(claim.id, ())
        kept = [d.verdict for d in ruled if d.verdict in {"accept", "reject"}]
        if kept and kept[-1] == "reject":
            continue
        for decision in ruled:
            if decision.verdict == "correct":
                claim = corrected(claim, decision.change or {})  # noqa: PLW2901
        claims.append(claim)
    return msgspec.structs.replace(reading, claims=tuple(claims))


def rulings(decisions: Iterable[Decision]) -> tuple[Ruling, ...]:
    """What was ruled of two claims, oldest first: whether they tell of one incident."""
    return tuple(
        Ruling(one=d.subject, other=d.other, same=d.verdict == "same", decision=d.id)
        for d in decisions
        if d.verdict in OF_CLAIMS and d.other is not None
    )


def source_rulings(decisions: Iterable[Decision]) -> tuple[Ruling, ...]:
    """What was ruled of two reports, oldest first: whether they are one source."""
    return tuple(
        Ruling(one=d.subject, other=d.other, same=d.verdict == "one source", decision=d.id)
        for d in decisions
        if d.verdict in OF_REPORTS and d.other is not None
    )


def _report(store: Store, name: str) -> Report:
    found = store.report(name)
    if found is None:
        raise NoSuchRecord(f"There is no report {name} in this book; see: tollbook reports")
    return found


def _is_headline(store: Store, name: str) -> bool:
    """Whether this is a report in which no claim was found, so that only its headline can be linked."""
    found = store.reading_of([name]).get(name)
    return found is not None and not found.reading.claims


def _claim(store: Store, name: str) -> Claim:
    found = store.claims_of([name]).get(name)
    if found is None:
        by_hand = (d.change or {} for d in in_force(store) if d.verdict == "add")
        found = next((msgspec.convert(claim, Claim) for claim in by_hand if claim.get("id") == name), None)
    if found is None:
        raise NoSuchRecord(f"There is no claim {name} in this book; see: tollbook claims")
    return found
