"""Carrying decisions forward: to new editions of a page, and to claims that a later version reads in the same words.

A decision is carried if its sentence is unchanged and the claim says the same. A carried decision is a log entry that
Tollbook writes in the name of the person who decided. Undoing the original decision also ends it. It can be undone by
itself; then it is not carried again. Nothing is carried to a claim that somebody has decided on. If the sentence has
changed, a person has to look again.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from tollbook.decisions import composition, corrections, verdicts
from tollbook.decisions.composition import COMPOSING
from tollbook.decisions.decision import (
    ABOUT_PERSONS,
    DECIDED,
    GIVEN,
    GROUPED,
    NO_SERIES,
    OF_CLAIMS,
    OF_ONE_CLAIM,
    OF_SERIES,
    Decision,
    group_by_subject,
)
from tollbook.decisions.person_fields import SIDES
from tollbook.locale.messages import message
from tollbook.model import Claim, Count, Report, Span
from tollbook.reconcile import edition_diff, editions
from tollbook.reconcile.person_mentions import claim_of_mention
from tollbook.store import Store

_ADDED = frozenset({"add"})
#: Decisions that name claims. They are carried after the claims that were added by hand.
_ON_CLAIMS = OF_ONE_CLAIM | OF_CLAIMS | COMPOSING | ABOUT_PERSONS | OF_SERIES


class _Edition(NamedTuple):
    """A superseded report, the report in force, and the spans in both of the sentences that have not changed."""

    before: Report
    after: Report
    unchanged: list[tuple[Span, Span]]


class _Targets(NamedTuple):
    """The possible targets of carried decisions.

    ``claims`` maps the id of a claim to that of the same claim in the edition in force, or to None if there is none.
    ``editions`` is by the id of the superseded report. ``reread`` are claims of readings that have been replaced.
    """

    claims: Mapping[str, str | None]
    editions: Mapping[str, _Edition]
    reread: AbstractSet[str]


def carry_all(store: Store) -> int:
    """Carry decisions on superseded editions to the editions in force; returns how many were carried."""
    # Added claims first: other decisions may be on them.
    return _carry(store, _ADDED) + _carry(store, _ON_CLAIMS)


def carry_one(store: Store, decision: Decision) -> Decision:
    """The decision itself; carries decisions forward if its page was captured more than once."""
    if store.recaptured_with(_reports_of(store, [decision]).values()):
        carry_all(store)
    return decision


def _carry(store: Store, kinds: frozenset[str]) -> int:
    in_force = verdicts.in_force(store)
    already_carried = {
        (entry.payload.get("carried"), entry.payload.get("carried_claim")) for entry in store.log(DECIDED)
    }
    waiting = [
        each
        for d in in_force
        if d.verdict in kinds
        for each in d.on_claims()
        if (d.id, _one_of_several(each, d)) not in already_carried
    ]
    if not waiting:
        return 0
    targets = _targets(store, waiting, in_force)
    own = [each for d in in_force if d.carried is None for each in d.on_claims()]
    decided = {_topic(d.verdict, d.subject, d.other, d.change) for d in own}
    first = {d.id: d for d in in_force}
    carried = 0
    for decision in waiting:
        subject, payload = _carried(decision, targets)
        if subject is None or _topic(decision.verdict, subject, payload["other"], payload["change"]) in decided:
            continue
        about = {"verdict": decision.verdict, "why": _reason(decision, targets), "carried": decision.id}
        if decision.confirms:
            payload |= {"confirms": list(decision.confirms)}
        if (part := _one_of_several(decision, first[decision.id])) is not None:
            about["carried_claim"] = part
        store.append(DECIDED, subject, payload | about | {"who": decision.who}, actor=store.actor)
        carried += 1
    return carried


def _one_of_several(decision: Decision, whole: Decision) -> str | None:
    """The claim of a decision that is one of several in ``whole``; None for the first. Each is carried by itself."""
    return decision.subject if decision.subject != whole.subject else None


def _reason(decision: Decision, targets: _Targets) -> str:
    """The reason of a carried decision: that it was carried, and why it was made."""
    if decision.carried:
        return decision.why
    if not targets.reread.isdisjoint(_claims(decision)):
        return message("Carried over from an earlier reading of the same words: {reason}", reason=decision.why)
    return message(
        "Carried over from an earlier edition, where the sentence is the same: {reason}", reason=decision.why
    )


def _reports_of(store: Store, decisions: Iterable[Decision]) -> dict[str, str]:
    """The report of each claim and each added claim that some decisions are about, by the id the decision names."""
    every = list(decisions)
    added = {d.subject: d.subject for d in every if d.verdict in _ADDED}
    named = {name for d in every for name in _claims(d)}
    by_hand = {str((d.change or {}).get("id")): d.subject for d in verdicts.in_force(store) if d.verdict in _ADDED}
    read = {name: claim.report for name, claim in store.claims_of(named).items()}
    return added | {name: by_hand[name] for name in named & by_hand.keys()} | read


def _targets(store: Store, waiting: Iterable[Decision], in_force: Iterable[Decision]) -> _Targets:
    report_of = _reports_of(store, waiting)
    reports = {report.id: report for report in store.recaptured_with(report_of.values())}
    replaced_by = editions.superseded(reports.values())
    by_subject = group_by_subject(in_force)
    readings = store.reading_of(reports)
    claims = {name: corrections.with_added_claims(each.reading, by_subject).claims for name, each in readings.items()}
    same: dict[str, str | None] = {name: None for name, report in report_of.items() if report in replaced_by}
    pages: dict[str, _Edition] = {}
    for before, after in replaced_by.items():
        sentences = edition_diff.unchanged_spans(reports[before].text, reports[after].text)
        same |= edition_diff.unchanged_claims(sentences, claims.get(before, ()), claims.get(after, ()))
        pages[before] = _Edition(reports[before], reports[after], sentences)
    reread = _reread(store, waiting)
    return _Targets(same | reread, pages, reread.keys())


def _reread(store: Store, decisions: Iterable[Decision]) -> dict[str, str | None]:
    """Claims of readings that were replaced, with the claim of the same words, kind and number in the new reading."""
    named = {name for d in decisions for name in _claims(d)}
    former = store.former_claims(named)
    readings = store.reading_of({claim.report for claim in former.values()})
    current = {_words(claim): claim.id for each in readings.values() for claim in each.reading.claims}
    return {name: current.get(_words(claim)) for name, claim in former.items()}


def _words(claim: Claim) -> tuple[object, ...]:
    count = claim.count or Count()
    return claim.report, claim.start, claim.end, claim.kind, count.low, count.best, count.high


def _carried(decision: Decision, targets: _Targets) -> tuple[str | None, dict[str, Any]]:
    """The subject of a decision in the edition in force, with the rest of its payload; None if it is not carried."""
    if decision.verdict in _ADDED:
        claim = _added_again(decision, targets)
        return (claim.report, {"other": None, "change": claim.to_dict()}) if claim else (None, {})
    if decision.verdict in GROUPED:
        return _composed_again(decision, targets)
    named = [name for name in (decision.subject, decision.other) if name is not None]
    current = [_current(name, targets) for name in named]
    if current == named or None in current or len(set(current)) < len(current):
        return None, {}
    subject, *other = map(str, current)
    change = decision.change
    if decision.verdict == "different persons" and change:
        lists = {side: [_current(name, targets) for name in change.get(side, ())] for side in SIDES}
        change = {side: [name for name in names if name is not None] for side, names in lists.items()}
    return subject, {"other": other[0] if other else None, "change": change}


def _current(name: str, targets: _Targets) -> str | None:
    """The claim, or the source of a person, in the edition in force; None if there is none."""
    claim = claim_of_mention(name)
    now = targets.claims.get(claim, claim)
    return None if now is None else now + name.removeprefix(claim)


def _claims(decision: Decision) -> list[str]:
    """The claims that a decision names, by itself or by a person in them."""
    if decision.verdict not in ABOUT_PERSONS:
        return list(decision.claims)
    lists = (decision.change or {}) if decision.verdict == "different persons" else {}
    named = [decision.subject, decision.other, *(name for side in SIDES for name in lists.get(side, ()))]
    return [claim_of_mention(name) for name in named if name]


def _composed_again(decision: Decision, targets: _Targets) -> tuple[str | None, dict[str, Any]]:
    """A decision on incidents with the claims in force in place of earlier ones; None if it names no earlier one."""
    verdict, subject, change = decision.verdict, decision.subject, decision.change
    current = {name: targets.claims[name] for name in decision.claims if targets.claims.get(name, name) != name}
    new = composition.replaced(verdict, subject, change, current) if any(current.values()) else None
    if new is None:
        return None, {}
    named = composition.places(verdict, subject, new)
    kept = current.get(subject, subject)
    return kept if kept in named else min(named), {"other": None, "change": new}


def _added_again(decision: Decision, targets: _Targets) -> Claim | None:
    """A claim added by hand, on the same words of the same sentence in the edition in force."""
    change, edition = decision.change or {}, targets.editions.get(decision.subject)
    for (start, end), (new_start, new_end) in edition.unchanged if edition else ():
        if edition is None or not (start <= change["start"] and change["end"] <= end):
            continue
        if edition.before.text[start:end] == edition.after.text[new_start:new_end]:
            given = {name: value for name, value in change.items() if name in GIVEN}
            given |= {name: change[name] + new_start - start for name in ("start", "end")}
            return corrections.claim_by_hand(edition.after, given, decision.who)
    return None


def _topic(verdict: str, subject: str, other: str | None, change: Mapping[str, Any] | None) -> tuple[object, ...]:
    """The subject of a decision as a key. If two have the same, a person's own has precedence over a carried one."""
    if verdict in GROUPED:
        return verdict, *sorted(composition.named(verdict, subject, change))
    if verdict in _ADDED:
        fields = change or {}
        return "add", subject, fields.get("start"), fields.get("end"), fields.get("kind")
    if verdict == NO_SERIES:
        return verdict, subject
    about = "person" if verdict in ABOUT_PERSONS else "claim"
    return (f"{about}s", *sorted((subject, other))) if other is not None else (about, subject)
