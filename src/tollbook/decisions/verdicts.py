"""Records, checks and undoes decisions.

A decision is a log entry: another entry can undo it, none can erase it. Replaying the log gives the decisions in
force. Claims that a person called the same stay together, and claims they called not the same stay apart; linking
cannot change that. :mod:`tollbook.decisions.composition` has the decisions on whole incidents: move, split, merge, and
marks.
"""

from collections.abc import Iterable
from typing import get_args

import msgspec

from tollbook.decisions import composition, person_fields
from tollbook.decisions.composition import COMPOSING
from tollbook.decisions.corrections import as_decided, claim_by_hand, corrected
from tollbook.decisions.decision import (
    ABOUT_PERSONS,
    CORRECTABLE,
    DECIDED,
    DESCRIBE,
    GROUPED,
    NAME_SERIES,
    NOT_ONE_NAME,
    OF_CLAIMS,
    OF_NAMES,
    OF_PERSONS,
    OF_REPORTS,
    OF_SERIES,
    ONE_NAME,
    ONE_SERIES,
    UNDONE,
    Change,
    Decision,
    Proposal,
    Verdict,
    as_decision,
    group_by_subject,
    replay,
)
from tollbook.decisions.name_rulings import name_ruling
from tollbook.decisions.set_aside import SetAside, applicable, fault, set_aside
from tollbook.errors import NoSuchRecord, Refused
from tollbook.locale.messages import message
from tollbook.model import Claim, Report
from tollbook.reconcile import person_mentions
from tollbook.store import Store

#: Verdicts that come with a change.
_CHANGING = (
    frozenset({"accept", "correct", "add", "correct person", "different persons", DESCRIBE}) | GROUPED | OF_NAMES
)
#: The sentence that refuses a verdict without a change.
_NEEDS_CHANGE = {
    "correct": message("“correct” needs the corrected fields."),
    "correct person": message("“correct person” needs the corrected fields."),
    "add": message("To add a claim, give the place of its words (start, end) and its kind."),
    DESCRIBE: message("Nothing was set; give a day, an outlet, a title, an author or an address."),
    ONE_SERIES: message("Name the incidents of the series, each by its claims."),
    NAME_SERIES: message("Give the name of the series, and its incidents, each by its claims."),
    ONE_NAME: message("Name the spellings that are one name."),
    NOT_ONE_NAME: message("Name the spellings that are different names."),
}


def decide(store: Store, proposal: Proposal, *, who: str) -> Decision:
    """Record a decision in the log. Raises NoSuchRecord for an unknown subject, Refused for an invalid decision."""
    change = checked(store, proposal, who=who)
    payload = {"verdict": proposal.verdict, "why": proposal.why, "other": proposal.other, "change": change or None}
    payload |= {name: value for name in ("also", "part_of", "confirms") if (value := getattr(proposal, name))}
    return as_decision(store.append(DECIDED, proposal.subject, payload, actor=who))


def checked(store: Store, proposal: Proposal, *, who: str) -> Change | None:
    """The change of a decision in the form of the log. Raises NoSuchRecord, Refused; writes nothing."""
    check(proposal, who=who)
    verdict, subject, other, change = proposal.verdict, proposal.subject, proposal.other, proposal.change
    corrections = _corrections(proposal)
    if verdict in OF_REPORTS or verdict == "add":
        reports = {name: _report(store, name) for name in (subject, other) if name is not None}
        if verdict == "add":
            change = claim_by_hand(reports[subject], change or {}, who).to_dict()
    elif verdict in OF_CLAIMS | COMPOSING | OF_SERIES:
        require_claims(store, proposal.claims, headlines=verdict in OF_CLAIMS)
        if verdict == NAME_SERIES:
            change = {**(change or {}), "name": composition.series_name(change).name}
    elif verdict in ABOUT_PERSONS:
        _check_persons(store, verdict, subject, other, change)
    elif verdict in OF_NAMES:
        change = name_ruling({**(change or {}), "kind": subject}, is_one=verdict == ONE_NAME).to_dict()
    elif verdict != "settle":
        for name, changed in corrections.items():
            corrected(_claim(store, name), changed)
    if reason := fault(verdict, (change, *(proposal.also or {}).values())):
        raise Refused(reason)
    return change


def undo(store: Store, decision: str, *, who: str, why: str) -> None:
    """Undo a decision; both entries stay in the log. Raises NoSuchRecord if no such decision is in force."""
    if decision not in {each.id for each in _not_undone(store)}:
        raise NoSuchRecord(message("There is no decision {id} in force.", id=decision))
    if not who.strip() or not why.strip():
        raise Refused(message("Undoing a decision needs a name and a reason; say who undoes it and why."))
    store.append(UNDONE, decision, {"why": why}, actor=who)


def in_force(store: Store) -> tuple[Decision, ...]:
    """The decisions in force in a book, oldest first; without those that cannot be applied (:func:`not_applied`)."""
    return applicable(_not_undone(store))


def not_applied(store: Store) -> tuple[SetAside, ...]:
    """The decisions that were not undone and cannot be applied, oldest first, each with the reason."""
    return set_aside(_not_undone(store))


def _not_undone(store: Store) -> tuple[Decision, ...]:
    return replay(store.log(DECIDED, UNDONE))


def check(proposal: Proposal, *, who: str) -> None:
    """Raise Refused, naming what is missing, if the parts of a decision do not fit together."""
    verdict, subject, other, change = proposal.verdict, proposal.subject, proposal.other, proposal.change
    if verdict not in get_args(Verdict):
        names = ", ".join(get_args(Verdict))
        raise Refused(message("There is no verdict “{verdict}”; choose one of: {names}.", verdict=verdict, names=names))
    if not who.strip() or not proposal.why.strip():
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
    if verdict == "accept" and change and not _names_fields(change):
        raise Refused(message("“accept” takes only “fields”: the names of the fields that are right."))
    if proposal.confirms and verdict != "correct" and not (verdict == "add" and {*proposal.confirms} <= CORRECTABLE):
        raise Refused(message("Only “correct” confirms single values of a list, and “add” single fields of a claim."))
    if verdict in GROUPED:
        composition.check(verdict, subject, change)


def _names_fields(change: Change) -> bool:
    """Whether the change of an acceptance is valid: it may only be names of fields. Any JSON may have been sent."""
    fields = change.get("fields")
    is_list = change.keys() == {"fields"} and isinstance(fields, list | tuple)
    return is_list and all(isinstance(name, str) and name in CORRECTABLE for name in fields or ())


def _corrections(proposal: Proposal) -> dict[str, Change]:
    """The corrections of a decision, by claim. Raises Refused."""
    also = proposal.also or {}
    if also and (proposal.verdict != "correct" or proposal.subject in also or not all(also.values())):
        raise Refused(message("Only “correct” takes corrections of further claims, each claim once with its fields."))
    return {proposal.subject: (proposal.change or {}) if proposal.verdict == "correct" else {}, **also}


def _check_persons(store: Store, verdict: str, subject: str, other: str | None, change: Change | None) -> None:
    """Raise NoSuchRecord for a person that the book does not have, Refused for a change that cannot be made."""
    named: tuple[str, ...] = (subject,)
    if verdict == "correct person":
        person_fields.check_correction(change or {})
    elif other is not None:
        one, two = person_fields.sides(subject, other, change if verdict == "different persons" else None)
        named = (*one, *two)
    by_claim = group_by_subject(in_force(store))
    for name in named:
        read = _claim(store, person_mentions.claim_of_mention(name))
        if name not in person_mentions.mention_ids(as_decided(read, by_claim.get(read.id, ()))):
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
