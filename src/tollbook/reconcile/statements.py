"""Statements about an incident in order: accusations, denials, claims of responsibility, promises of an inquiry."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple, Protocol, TypeVar

from tollbook.model import Claim, Report, Stance
from tollbook.reconcile import name_matching
from tollbook.reconcile.independence import informant
from tollbook.reconcile.sources import publisher_of
from tollbook.reconcile.whole_sentences import before, whole
from tollbook.record import Statement

_ABOUT_IT = frozenset({"responsibility", "denial", "inquiry", "accusation"})
_STANCES: frozenset[Stance] = frozenset(
    {"denies", "claims responsibility", "promises inquiry", "condemns", "accuses", "admits"}
)
_Order = tuple[date, str, int, str]
#: Characters of a denial in a question.
_LONGEST = 160


class _HasStance(Protocol):
    @property
    def stance(self) -> Stance: ...
    @property
    def quote(self) -> str: ...


T = TypeVar("T", bound=_HasStance)


class _Wording(NamedTuple):
    """One claim of a statement, with the whole sentences around its words."""

    claim: Claim
    quote: str
    denied: str
    order: _Order

    @property
    def words(self) -> str:
        return " ".join(name_matching.all_words(self.quote))


def statements(
    claims: Sequence[Claim], reports: Mapping[str, Report], source_of: Mapping[str, str]
) -> tuple[Statement, ...]:
    """Statements by day of publication, undated ones last: one for each speaker, stance and day.

    The same words of a speaker in reports of several days are one statement, of the first day. ``source_of`` gives the
    source of each claim. A promise of an inquiry comes after a denial by the same speaker on that day.
    """
    denials: dict[tuple[str, date | None], list[_Order]] = defaultdict(list)
    for claim in claims:
        if claim.stance == "denies":
            denials[source_of[claim.id], _published(claim, reports)].append(_order(claim, reports))
    ordered = []
    for wordings in _grouped([c for c in claims if is_statement(c)], reports, source_of):
        first = min(wordings, key=lambda w: w.order)
        place, stance = first.order, first.claim.stance
        if stance == "promises inquiry":
            place = max([place, *denials[source_of[first.claim.id], _published(first.claim, reports)]])
        ordered.append(((place, stance, first.claim.id), _statement(wordings, first, reports)))
    return tuple(statement for _, statement in sorted(ordered, key=lambda pair: pair[0]))


def _grouped(
    claims: Sequence[Claim], reports: Mapping[str, Report], source_of: Mapping[str, str]
) -> list[list[_Wording]]:
    """The wordings of each statement: those of one speaker and stance that share the day or the words."""
    groups: dict[tuple[str, Stance], list[tuple[set[object], list[_Wording]]]] = defaultdict(list)
    for claim in sorted(claims, key=lambda c: _order(c, reports)):
        wording = _wording(claim, reports)
        keys: set[object] = {_published(claim, reports), wording.words}
        same = groups[source_of[claim.id], claim.stance]
        alike = [group for group in same if group[0] & keys]
        merged = (keys.union(*(group[0] for group in alike)), [w for group in alike for w in group[1]] + [wording])
        groups[source_of[claim.id], claim.stance] = [group for group in same if group not in alike] + [merged]
    return [wordings for same in groups.values() for _, wordings in same]


def _wording(claim: Claim, reports: Mapping[str, Report]) -> _Wording:
    """A claim with whole sentences; a claim of a text that is not there, or not the one it was read from, as it is.

    "She rejected this" says what is denied only together with the sentence before it.
    """
    report, order = reports.get(claim.report), _order(claim, reports)
    if report is None or report.text[claim.start : claim.end] != claim.quote:
        return _Wording(claim, claim.quote, _verb_object(claim.quote), order)
    start, end = whole(report.text, (claim.start, claim.end))
    denied = _verb_object(report.text[start:end]) if claim.stance == "denies" else ""
    if denied and set(name_matching.all_words(denied)) <= name_matching.word_lists().denied_before:
        first, last = before(report.text, start)
        denied, start = " ".join(report.text[first:last].split()), first
    return _Wording(claim, report.text[start:end], denied, order)


def _statement(wordings: Sequence[_Wording], first: _Wording, reports: Mapping[str, Report]) -> Statement:
    """The fullest wording, with those that say more than a part of it; the speaker as in the first report."""
    ordered = sorted(wordings, key=lambda w: (-len(w.words), w.order))
    kept: list[_Wording] = []
    for wording in ordered:
        if not any(wording.words in other.words for other in kept):
            kept.append(wording)
    speaker = informant(first.claim)
    return Statement(
        speaker=speaker.name if speaker is not None and speaker.name else publisher_of(first.claim.report, reports),
        stance=first.claim.stance,
        quote=kept[0].quote,
        claims=tuple(dict.fromkeys([w.claim.id for w in kept] + sorted(w.claim.id for w in wordings))),
        said=_published(first.claim, reports),
        denied=next((w.denied for w in kept if w.denied), "") if first.claim.stance == "denies" else "",
        more=tuple(w.quote for w in kept[1:]),
        reports=tuple(dict.fromkeys(w.claim.report for w in sorted(wordings, key=lambda w: w.order))),
    )


def _verb_object(quote: str) -> str:
    """The words after "denies" or "rejects" that say what is denied; empty if there is no such verb."""
    verbs = "|".join(sorted(map(re.escape, name_matching.word_lists().denying), key=len, reverse=True))
    match = re.search(rf"\b(?:{verbs})\s+([^.;:!?\n]{{4,240}})", quote, re.I)
    return " ".join(match[1].split()).rstrip(',–”" ') if match else ""


def is_statement(claim: Claim) -> bool:
    """Whether a claim takes a stance on an incident: accuses, denies, claims responsibility, promises, condemns."""
    return claim.kind in _ABOUT_IT or claim.stance in _STANCES


def stance_changes(made: Sequence[T]) -> list[T]:
    """The first statement of one speaker, and each in order that changes the stance.

    A return to an earlier stance is a change. Words with several stances add only new ones: "first denied it, and on
    Friday promised an inquiry" looks back and is no second denial.
    """
    changes: list[T] = []
    for each in made:
        several = len({s.stance for s in made if s.quote == each.quote}) > 1
        new = each.stance not in {s.stance for s in changes}
        if each.stance != "condemns" and (new or not several) and (not changes or changes[-1].stance != each.stance):
            changes.append(each)
    return changes if len({s.quote for s in changes}) > 1 else changes[:1]


def _published(claim: Claim, reports: Mapping[str, Report]) -> date | None:
    return reports[claim.report].published if claim.report in reports else None


def _order(claim: Claim, reports: Mapping[str, Report]) -> _Order:
    return _published(claim, reports) or date.max, claim.report, claim.start, claim.id
