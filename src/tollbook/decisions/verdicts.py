"""What a person may decide, and how decisions change claims.

A decision is a log entry: another entry can undo it, none can erase it. Replaying the log gives the decisions in force.
Claims that a person called the same stay together, and claims they called not the same stay apart, whatever linking
finds. :mod:`tollbook.decisions.composition` has the decisions on whole incidents: move, split, merge, and marks.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, get_args

import msgspec

from tollbook.decisions import composition, person_fields
from tollbook.decisions.composition import COMPOSING
from tollbook.decisions.name_rulings import name_ruling
from tollbook.errors import NoSuchRecord, Refused
from tollbook.locale.messages import message, plural
from tollbook.model import Claim, Reading, Record, Report, Speaker, content_id
from tollbook.reconcile import persons
from tollbook.store import LogEntry, Store

Verdict = Literal[
    "accept", "reject", "correct", "same", "not same", "one source", "independent", "add", "settle", "move", "split",
    "merge", "background", "total", "another attack", "not about this", "same person", "different persons",
    "correct person", "one name", "not one name", "describe",
]  # fmt: skip
#: Fields of a claim in the contract's shape.
Change = Mapping[str, Any]
DECIDED, UNDONE = "decided", "undone"
#: The verdict that sets fields of reports; see ``descriptions``.
DESCRIBE = "describe"
#: Verdicts on two records: claims about one incident or two, reports that are one source or two.
OF_CLAIMS, OF_REPORTS = frozenset({"same", "not same"}), frozenset({"one source", "independent"})
OF_ONE_CLAIM = frozenset({"accept", "reject", "correct"})
#: Verdicts on two persons, and on one; a person is named by the id of one of its sources (``reconcile.persons``).
OF_PERSONS = frozenset({"same person", "different persons"})
ABOUT_PERSONS = OF_PERSONS | {"correct person"}
#: Verdicts on names of the whole book: spellings that are one name, or are different names.
ONE_NAME, NOT_ONE_NAME = "one name", "not one name"
OF_NAMES = frozenset({ONE_NAME, NOT_ONE_NAME})
#: Verdicts that come with a change.
_CHANGING = frozenset({"correct", "add", "correct person", "different persons", DESCRIBE}) | COMPOSING | OF_NAMES
#: Why a verdict is refused without a change.
_NEEDS_CHANGE = {
    "correct": message("“correct” needs the corrected fields."),
    "correct person": message("“correct person” needs the corrected fields."),
    "add": message("To add a claim, give the place of its words (start, end) and its kind."),
    DESCRIBE: message("Nothing was set; give a day, an outlet, a title, an author or an address."),
    ONE_NAME: message("Name the spellings that are one name."),
    NOT_ONE_NAME: message("Name the spellings that are different names."),
}
#: Fields that a correction may change. The quote and its place are never corrected.
CORRECTABLE = frozenset(
    {"kind", "count", "people", "scope", "speakers", "stance", "when", "place", "by", "with", "sites", "event"}
)
#: Fields that a person may give for a claim they add.
GIVEN = CORRECTABLE | {"start", "end", "quote", "part_of", "additional", "finder"}


class Decision(Record, frozen=True, kw_only=True):
    """What a person decided: who, when, why.

    ``subject`` is a claim; for ``one source``, ``independent`` and ``add`` a report; for ``settle`` a question of the
    queue; for verdicts on persons a source of the person; for ``one name`` and ``not one name`` the kind of names.
    ``other`` is the second claim, report or person of a verdict on two; ``change`` holds corrected fields, or the whole
    claim that was added, in the contract's shape; for a verdict on an incident, the claims as in ``composition``; for
    names, a ``NameRuling``; for ``describe`` the fields of the report ``subject`` and of ``reports``. In a verdict on
    two claims or on an incident, the id of a report without claims means its headline. ``also`` holds corrections of
    further claims in the same act, by the id of the claim. ``carried`` is the decision on an earlier edition that this
    one is carried over from; undoing that one ends this one too. ``part_of`` is the first decision of the same answer
    to a question; undoing that one ends this one too.
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

    ``seen`` is the last log entry that its maker has seen; None means all. A person who has looked at newer decisions
    and still wants theirs proposes again with the newer entry.
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

    @property
    def claims(self) -> tuple[str, ...]:
        """The claims that it is about."""
        return claims_named(self)


def claims_named(content: Decision | Proposal) -> tuple[str, ...]:
    """The claims that a decision is about; none for verdicts on reports and questions."""
    if content.verdict in COMPOSING:
        return composition.named(content.verdict, content.subject, content.change)
    if content.verdict in OF_CLAIMS and content.other is not None:
        return content.subject, content.other
    return (content.subject, *(content.also or ())) if content.verdict in OF_ONE_CLAIM else ()


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
    """Record a decision in the log. Raises NoSuchRecord for an unknown subject, Refused for what cannot be decided."""
    fields = dict(change) if change else None
    return write(store, Proposal(verdict=verdict, subject=subject, why=why, other=other, change=fields), who=who)


def write(store: Store, proposal: Proposal, *, who: str) -> Decision:
    """Record a proposed decision in the log; raises as :func:`decide`."""
    verdict, subject, other, change = proposal.verdict, proposal.subject, proposal.other, proposal.change
    check(verdict, subject, who=who, why=proposal.why, other=other, change=change)
    corrections = _corrections(proposal)
    if verdict in OF_REPORTS or verdict == "add":
        reports = {name: _report(store, name) for name in (subject, other) if name is not None}
        if verdict == "add":
            change = claim_by_hand(reports[subject], change or {}, who).to_dict()
    elif verdict in OF_CLAIMS | COMPOSING:
        require_claims(store, proposal.claims, headlines=verdict in OF_CLAIMS)
    elif verdict in ABOUT_PERSONS:
        _check_persons(store, verdict, subject, other, change)
    elif verdict in OF_NAMES:
        change = name_ruling({**(change or {}), "kind": subject}, is_one=verdict == ONE_NAME).to_dict()
    elif verdict != "settle":
        for name, changed in corrections.items():
            corrected(_claim(store, name), changed)
    payload = {"verdict": verdict, "why": proposal.why, "other": other, "change": change or None}
    payload |= {name: value for name in ("also", "part_of") if (value := getattr(proposal, name))}
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
    if (verdict in OF_CLAIMS | OF_REPORTS | OF_PERSONS) != (other is not None):
        raise Refused(message(
            "Name a second claim for “same” and “not same”, a second report for “one source” and “independent”, a "
            "second person for “same person” and “different persons”, and none for any other verdict."
        ))  # fmt: skip
    if other == subject:
        raise Refused(message("Both names are the same; name two different claims, reports or persons."))
    if verdict in _NEEDS_CHANGE and not change:
        raise Refused(_NEEDS_CHANGE[verdict])
    if change and verdict not in _CHANGING:
        raise Refused(message("“{verdict}” takes no fields.", verdict=verdict))
    if verdict in COMPOSING:
        composition.check(verdict, subject, change)


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
    """The decisions in force after some log entries, oldest first.

    A decision that was carried over has the place of the one it comes from: what was decided later stays later.
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


def by_subject(decisions: Iterable[Decision]) -> dict[str, list[Decision]]:
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
        if not accepted or accepted[-1] != "reject":
            claims.append(as_decided(claim, on_claim))
    return msgspec.structs.replace(reading, claims=tuple(claims))


def as_decided(claim: Claim, on_claim: Sequence[Decision]) -> Claim:
    """The claim with corrections applied, oldest first; a running total if the last decision on its place says so."""
    placing = [d.id for d in on_claim if d.verdict in COMPOSING]
    for decision in on_claim:
        if decision.verdict == "correct":
            claim = corrected(claim, decision.change or {})
        elif decision.verdict == "total" and decision.id == placing[-1]:
            claim = msgspec.structs.replace(claim, scope="running total")
    return claim


def _corrections(proposal: Proposal) -> dict[str, Change]:
    """The corrections of a decision, by claim. Raises Refused."""
    also = proposal.also or {}
    if also and (proposal.verdict != "correct" or proposal.subject in also or not all(also.values())):
        raise Refused(message("Only “correct” takes corrections of further claims, each claim once with its fields."))
    return {proposal.subject: proposal.change or {}, **also}


def _check_persons(store: Store, verdict: str, subject: str, other: str | None, change: Change | None) -> None:
    """Raise NoSuchRecord for a person that the book does not have, Refused for a change that cannot be made."""
    named: tuple[str, ...] = (subject,)
    if verdict == "correct person":
        person_fields.check_correction(change or {})
    elif other is not None:
        one, two = person_fields.sides(subject, other, change if verdict == "different persons" else None)
        named = (*one, *two)
    by_claim = by_subject(in_force(store))
    for name in named:
        read = _claim(store, persons.claim_of_mention(name))
        if name not in persons.mention_ids(as_decided(read, by_claim.get(read.id, ()))):
            raise NoSuchRecord(message("There is no person {id} in this book; see: tollbook persons", id=name))


def _report(store: Store, name: str) -> Report:
    report = store.report(name)
    if report is None:
        raise NoSuchRecord(message("There is no report {id} in this book; see: tollbook reports", id=name))
    return report


def require_claims(store: Store, names: Iterable[str], *, headlines: bool) -> None:
    """Raise NoSuchRecord for a name that is neither a claim nor a report; ``headlines``: a report without claims."""
    names = set(names)
    missing = names - store.claims_of(names).keys()
    missing -= {str((d.change or {}).get("id")) for d in in_force(store) if d.verdict == "add"} if missing else set()
    for name, stored in store.reading_of(missing).items() if missing else ():
        if not headlines or not stored.reading.claims:
            missing.discard(name)
    if missing:
        raise _no_such_claim(min(missing))


def _claim(store: Store, name: str) -> Claim:
    claim = store.claims_of([name]).get(name)
    if claim is None:
        by_hand = (d.change or {} for d in in_force(store) if d.verdict == "add")
        claim = next((msgspec.convert(change, Claim) for change in by_hand if change.get("id") == name), None)
    if claim is None:
        raise _no_such_claim(name)
    return claim


def _no_such_claim(name: str) -> NoSuchRecord:
    return NoSuchRecord(message("There is no claim {id} in this book; see: tollbook claims", id=name))
