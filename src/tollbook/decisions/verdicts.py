"""What a person may decide, and how decisions change claims.

A decision is a log entry: another entry can undo it, none can erase it. Replaying the log gives the decisions in force.
Claims that a person called the same stay together, and claims they called not the same stay apart, whatever linking
finds.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, get_args

import msgspec

from tollbook.errors import NoSuchRecord, Refused
from tollbook.locale.messages import message, plural
from tollbook.model import Claim, Reading, Record, Report, Speaker, content_id
from tollbook.store import LogEntry, Store

Verdict = Literal[
    "accept", "reject", "correct", "same", "not same", "one source", "independent", "add", "settle"
]  # fmt: skip
#: Fields of a claim in the contract's shape.
Change = Mapping[str, Any]
DECIDED, UNDONE = "decided", "undone"
#: Verdicts on two records: claims about one incident or two, reports that are one source or two.
OF_CLAIMS, OF_REPORTS = frozenset({"same", "not same"}), frozenset({"one source", "independent"})
#: Verdicts that come with a change.
_CHANGING = frozenset({"correct", "add"})
#: Fields that a correction may change. The quote and its place are never corrected.
CORRECTABLE = frozenset(
    {"kind", "count", "people", "scope", "speakers", "stance", "when", "place", "by", "with", "sites", "event"}
)
#: Fields that a person may give for a claim they add.
GIVEN = CORRECTABLE | {"start", "end", "quote", "part_of", "additional", "finder"}


class Decision(Record, frozen=True, kw_only=True):
    """What a person decided: who, when, why.

    ``subject`` is a claim; for ``one source``, ``independent`` and ``add`` a report; for ``settle`` a question of the
    queue. ``other`` is the second claim or report of a verdict on two; ``change`` holds corrected fields, or the whole
    claim that was added, in the contract's shape. In a verdict on two claims, the id of a report without claims means
    its headline. ``carried`` is the decision on an earlier edition that this one is carried over from; undoing that
    one ends this one too. ``part_of`` is the first decision of the same answer to a question; undoing that one ends
    this one too.
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
    part_of: str | None = None


def decide(
    store: Store,
    verdict: str,
    subject: str,
    *,
    who: str,
    why: str,
    other: str | None = None,
    change: Change | None = None,
    part_of: str | None = None,
) -> Decision:
    """Record a decision in the log. Raises NoSuchRecord for an unknown subject, Refused for what cannot be decided."""
    check(verdict, subject, who=who, why=why, other=other, change=change)
    if verdict in OF_REPORTS or verdict == "add":
        reports = {name: _report(store, name) for name in (subject, other) if name is not None}
        if verdict == "add":
            change = claim_by_hand(reports[subject], change or {}, who).to_dict()
    elif verdict in OF_CLAIMS:
        for name in (subject, other or subject):
            if not _is_headline(store, name):
                _claim(store, name)
    elif verdict != "settle":
        claim = _claim(store, subject)
        if change:
            corrected(claim, change)
    payload = {"verdict": verdict, "why": why, "other": other, "change": dict(change) if change else None}
    payload |= {"part_of": part_of} if part_of else {}
    return as_decision(store.append(DECIDED, subject, payload, actor=who))


def undo(store: Store, decision: str, *, who: str, why: str) -> None:
    """Undo a decision; both entries stay in the log. Raises NoSuchRecord if no such decision is in force."""
    if decision not in {each.id for each in in_force(store)}:
        raise NoSuchRecord(message("There is no decision {id} in force.", id=decision))
    if not who.strip() or not why.strip():
        raise Refused(message("Undoing a decision needs a name and a reason; say who undoes it and why."))
    store.append(UNDONE, decision, {"why": why}, actor=who)


def in_force(store: Store) -> tuple[Decision, ...]:
    """The decisions in force in a book, oldest first."""
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
    """Raise Refused, saying what is missing, if the parts of a decision do not fit together."""
    if verdict not in get_args(Verdict):
        names = ", ".join(get_args(Verdict))
        raise Refused(message("There is no verdict “{verdict}”; choose one of: {names}.", verdict=verdict, names=names))
    if not who.strip() or not why.strip():
        raise Refused(message("A decision needs a name and a reason; say who decides and why."))
    if (verdict in OF_CLAIMS | OF_REPORTS) != (other is not None):
        raise Refused(message(
            "Name a second claim for “same” and “not same”, a second report for “one source” and “independent”, and "
            "none for any other verdict."
        ))  # fmt: skip
    if other == subject:
        raise Refused(message("Both names are the same; name two different claims or reports."))
    if verdict == "correct" and not change:
        raise Refused(message("“correct” needs the corrected fields."))
    if verdict == "add" and not change:
        raise Refused(message("To add a claim, give the place of its words (start, end) and its kind."))
    if change and verdict not in _CHANGING:
        raise Refused(
            message("Only “correct” and “add” take fields of a claim; “{verdict}” takes none.", verdict=verdict)
        )


def corrected(claim: Claim, change: Change) -> Claim:
    """The claim with corrections applied. Raises Refused for a field that cannot be corrected or an invalid value."""
    if fixed := sorted(set(change) - CORRECTABLE):
        raise Refused(message("These fields of a claim cannot be corrected: {fields}.", fields=", ".join(fixed)))
    try:
        return msgspec.convert(claim.to_dict() | dict(change), Claim)
    except msgspec.ValidationError as error:
        raise Refused(message("The correction does not have the shape of a claim: {error}.", error=error)) from error


def claim_by_hand(report: Report, change: Change, who: str) -> Claim:
    """The claim a person made by marking words of a report. Raises Refused if it does not have the shape of a claim."""
    unknown = sorted(set(change) - GIVEN)
    if unknown:
        raise Refused(message("These fields of a claim cannot be given by hand: {fields}.", fields=", ".join(unknown)))
    start, end = change.get("start"), change.get("end")
    if not (isinstance(start, int) and isinstance(end, int) and 0 <= start < end <= len(report.text)):
        raise Refused(plural(
            "The marked words must lie within the {n} character of report {id}.",
            "The marked words must lie within the {n} characters of report {id}.",
            len(report.text),
            id=report.id,
        ))  # fmt: skip
    quote = report.text[start:end]
    if change.get("quote", quote) != quote:
        raise Refused(message("The quote is not the text at the marked place; mark the words again."))
    given = {"report": report.id, "quote": quote, "finder": who, "confidence": 1.0}
    given["id"] = content_id(report.id, start, end, msgspec.json.encode(dict(change), order="sorted").decode(), who)
    outlet = msgspec.to_builtins([Speaker(name=report.outlet, role="outlet")])
    try:
        return msgspec.convert({"speakers": outlet} | dict(change) | given, Claim)
    except msgspec.ValidationError as error:
        raise Refused(message("The added claim does not have the shape of a claim: {error}.", error=error)) from error


def replay(entries: Iterable[LogEntry]) -> tuple[Decision, ...]:
    """The decisions in force after some log entries, oldest first."""
    remaining: dict[str, Decision] = {}
    for entry in entries:
        if entry.action == DECIDED:
            decision = as_decision(entry)
            remaining[decision.id] = decision
        elif entry.action == UNDONE:
            _drop(entry.subject, remaining)
    return tuple(remaining.values())


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


def by_subject(decisions: Iterable[Decision]) -> dict[str, list[Decision]]:
    """Decisions by the id of their subject, each list oldest first."""
    grouped: dict[str, list[Decision]] = defaultdict(list)
    for decision in decisions:
        grouped[decision.subject].append(decision)
    return dict(grouped)


def with_added_claims(reading: Reading, decisions: Mapping[str, Sequence[Decision]]) -> Reading:
    """The reading with the claims that people added; ``decisions`` as :func:`by_subject` gives them."""
    added = [msgspec.convert(d.change, Claim) for d in decisions.get(reading.report, ()) if d.verdict == "add"]
    if not added:
        return reading
    claims = {claim.id: claim for claim in (*reading.claims, *added)}
    return msgspec.structs.replace(reading, claims=tuple(claims.values()))


def apply(reading: Reading, decisions: Mapping[str, Sequence[Decision]]) -> Reading:
    """The reading with decisions applied: without rejected claims, with added ones, others as corrected.

    The last verdict on each claim is in force; ``decisions`` as :func:`by_subject` gives them.
    """
    claims = []
    for claim in with_added_claims(reading, decisions).claims:
        on_claim = decisions.get(claim.id, ())
        accepted = [d.verdict for d in on_claim if d.verdict in {"accept", "reject"}]
        if accepted and accepted[-1] == "reject":
            continue
        for decision in on_claim:
            if decision.verdict == "correct":
                claim = corrected(claim, decision.change or {})  # noqa: PLW2901
        claims.append(claim)
    return msgspec.structs.replace(reading, claims=tuple(claims))


def _report(store: Store, name: str) -> Report:
    report = store.report(name)
    if report is None:
        raise NoSuchRecord(message("There is no report {id} in this book; see: tollbook reports", id=name))
    return report


def _is_headline(store: Store, name: str) -> bool:
    """Whether this is a report without claims, so that only its headline can be linked."""
    stored = store.reading_of([name]).get(name)
    return stored is not None and not stored.reading.claims


def _claim(store: Store, name: str) -> Claim:
    claim = store.claims_of([name]).get(name)
    if claim is None:
        by_hand = (d.change or {} for d in in_force(store) if d.verdict == "add")
        claim = next((msgspec.convert(change, Claim) for change in by_hand if change.get("id") == name), None)
    if claim is None:
        raise NoSuchRecord(message("There is no claim {id} in this book; see: tollbook claims", id=name))
    return claim
