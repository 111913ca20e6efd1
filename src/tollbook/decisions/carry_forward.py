"""Decisions go on: into the next edition of a page, and into what a later Tollbook reads in the same words.

They go on where the sentence they were made on stands as it stood, and the claim says the same. A carried decision is
an entry of the log, written by Tollbook on the word of whoever decided. It falls with the decision it comes from and
can be undone by itself; then it is not carried again. Who decides of the later claim decides anew, and nothing is
carried there. Where the sentence was changed a person has to look again.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from tollbook.decisions import verdicts
from tollbook.decisions.verdicts import DECIDED, OF_CLAIMS, Decision
from tollbook.incidents import edition_diff, editions
from tollbook.model import Claim, Count, Report, Span
from tollbook.store import Store

_OF_ONE, _ADDED = frozenset({"accept", "reject", "correct"}), frozenset({"add"})
#: What a carried decision gives as its reason, before the reason it was made for.
_WHY = "Carried over from an earlier edition, where the sentence is the same: "
_WHY_ANEW = "Carried over from an earlier reading of the same words: "


class _Moves(NamedTuple):
    """What stands in the editions that hold as it stood in those before: claims by their ids; kept sentences by the
    report before, with the report they are in now. ``anew`` are the claims of readings that hold no longer.
    """

    claims: Mapping[str, str | None]
    sentences: Mapping[str, tuple[Report, Report, list[tuple[Span, Span]]]]
    anew: AbstractSet[str]


def carry_all(store: Store) -> int:
    """Carry what stands on superseded editions to those that hold; how many decisions were carried."""
    # What people added first: other decisions may be on it.
    return _carry(store, _ADDED) + _carry(store, _OF_ONE | OF_CLAIMS)


def carry_one(store: Store, decision: Decision) -> Decision:
    """The decision itself, carried forward where it was made on a page that was captured again."""
    if store.recaptured_with(_homes(store, [decision]).values()):
        carry_all(store)
    return decision


def _carry(store: Store, kinds: frozenset[str]) -> int:
    standing = verdicts.in_force(store)
    done = {entry.payload.get("carried") for entry in store.log(DECIDED)}
    waiting = [d for d in standing if d.verdict in kinds and d.id not in done]
    if not waiting:
        return 0
    moves = _moves(store, waiting, standing)
    ruled = {_about(d.verdict, d.subject, d.other, d.change) for d in standing if d.carried is None}
    carried = 0
    for decision in waiting:
        subject, said = _moved(decision, moves)
        if subject is None or _about(decision.verdict, subject, said["other"], said["change"]) in ruled:
            continue
        because = _WHY_ANEW if decision.subject in moves.anew else _WHY
        why = decision.why if decision.carried else because + decision.why
        payload = said | {"verdict": decision.verdict, "why": why, "carried": decision.id, "who": decision.who}
        store.append(DECIDED, subject, payload, actor=store.actor)
        carried += 1
    return carried


def _homes(store: Store, decisions: Iterable[Decision]) -> dict[str, str]:
    """The report of each claim, and of each addition, that some decisions are about."""
    found = list(decisions)
    added = {d.subject: d.subject for d in found if d.verdict in _ADDED}
    named = {name for d in found if d.verdict in _OF_ONE | OF_CLAIMS for name in (d.subject, d.other) if name}
    by_hand = {str((d.change or {}).get("id")): d.subject for d in verdicts.in_force(store) if d.verdict in _ADDED}
    read = {name: claim.report for name, claim in store.claims_of(named).items()}
    return added | {name: by_hand[name] for name in named & by_hand.keys()} | read


def _moves(store: Store, waiting: Iterable[Decision], standing: Iterable[Decision]) -> _Moves:
    homes = _homes(store, waiting)
    reports = {report.id: report for report in store.recaptured_with(homes.values())}
    later = editions.superseded(reports.values())
    by_subject = verdicts.by_subject(standing)
    readings = store.reading_of(reports)
    claims = {name: verdicts.completed(each.reading, by_subject).claims for name, each in readings.items()}
    moved: dict[str, str | None] = {name: None for name, home in homes.items() if home in later}
    sentences: dict[str, tuple[Report, Report, list[tuple[Span, Span]]]] = {}
    for before, after in later.items():
        kept = edition_diff.unchanged_spans(reports[before].text, reports[after].text)
        moved |= edition_diff.unchanged(kept, claims.get(before, ()), claims.get(after, ()))
        sentences[before] = (reports[before], reports[after], kept)
    anew = _read_anew(store, waiting)
    return _Moves(moved | anew, sentences, anew.keys())


def _read_anew(store: Store, decisions: Iterable[Decision]) -> dict[str, str | None]:
    """Claims of readings that hold no longer, with the claim of the same words, kind and number that was read since."""
    named = {name for d in decisions if d.verdict in _OF_ONE | OF_CLAIMS for name in (d.subject, d.other) if name}
    former = store.former_claims(named)
    readings = store.reading_of({claim.report for claim in former.values()})
    now = {_words(claim): claim.id for each in readings.values() for claim in each.reading.claims}
    return {name: now.get(_words(claim)) for name, claim in former.items()}


def _words(claim: Claim) -> tuple[object, ...]:
    count = claim.count or Count()
    return claim.report, claim.start, claim.end, claim.kind, count.low, count.best, count.high


def _moved(decision: Decision, moves: _Moves) -> tuple[str | None, dict[str, Any]]:
    """The subject of a decision in the edition that holds, and what else it says; ``None`` where it stays behind."""
    if decision.verdict in _ADDED:
        claim = _added_again(decision, moves)
        return (claim.report, {"other": None, "change": claim.to_dict()}) if claim else (None, {})
    named = [name for name in (decision.subject, decision.other) if name is not None]
    there = [moves.claims.get(name, name) for name in named]
    if there == named or None in there or len(set(there)) < len(there):
        return None, {}
    subject, *other = map(str, there)
    return subject, {"other": other[0] if other else None, "change": decision.change}


def _added_again(decision: Decision, moves: _Moves) -> Claim | None:
    """A claim that was added by hand, on the same words of the sentence as it stands now."""
    change = decision.change or {}
    before, after, kept = moves.sentences.get(decision.subject, (None, None, []))
    for (start, end), (there, until) in kept:
        inside = start <= change["start"] and change["end"] <= end
        if before is not None and after is not None and inside and before.text[start:end] == after.text[there:until]:
            given = {name: value for name, value in change.items() if name in verdicts.GIVEN}
            given |= {name: change[name] + there - start for name in ("start", "end")}
            return verdicts.added(after, given, decision.who)
    return None


def _about(verdict: str, subject: str, other: str | None, change: Mapping[str, Any] | None) -> tuple[object, ...]:
    """What a decision is about: of two on the same a person's own goes before one that is carried."""
    if verdict in _ADDED:
        said = change or {}
        return "add", subject, said.get("start"), said.get("end"), said.get("kind")
    return ("claims", *sorted((subject, other))) if other is not None else ("claim", subject)
