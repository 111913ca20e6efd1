"""Statements about an incident in order: accusations, denials, claims of responsibility, promises of an inquiry."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple, Protocol, TypeVar

from tollbook.mentions import STATEMENTS
from tollbook.model import Claim, Report, Stance
from tollbook.reconcile import name_matching
from tollbook.reconcile.independence import informant, speaker_ids
from tollbook.reconcile.saying import saying
from tollbook.reconcile.sources import publisher_of
from tollbook.reconcile.whole_sentences import before, whole
from tollbook.record import Statement

_STANCES: frozenset[Stance] = frozenset(
    {"denies", "claims responsibility", "promises inquiry", "condemns", "accuses", "admits"}
)
_Order = tuple[date, str, int, str]
#: Two wordings are alike if they share at least two words of more than three letters, and three in five of the shorter:
#: "its aircraft had been in the area", "its aircraft were in the area". A judgement.
_SHORT_WORD, _FEWEST_SHARED, _SHARE = 3, 2, 0.6
#: Code points between two sentences that follow each other.
_NEXT = 3


class _HasStance(Protocol):
    @property
    def stance(self) -> Stance: ...
    @property
    def quote(self) -> str: ...


T = TypeVar("T", bound=_HasStance)


class _Wording(NamedTuple):
    """One claim of a statement, with the whole sentences around its words, and when they were said.

    ``day`` is the day that the sentence gives, else that of publication; ``recalled`` if it refers to an earlier day.
    """

    claim: Claim
    span: tuple[int, int]
    quote: str
    denied: str
    order: _Order
    day: date | None
    stated: bool
    recalled: bool

    @property
    def words(self) -> str:
        return " ".join(name_matching.all_words(self.quote))

    @property
    def content(self) -> frozenset[str]:
        """The words of more than three letters in the denied part, else in the whole wording."""
        return frozenset(w for w in name_matching.all_words(self.denied or self.quote) if len(w) > _SHORT_WORD)


def statements(claims: Sequence[Claim], reports: Mapping[str, Report]) -> tuple[Statement, ...]:
    """Statements by day, undated ones last: one for each speaker, stance and event of saying (decision 108).

    A promise of an inquiry comes after a denial by the same speaker on that day.
    """
    who = speaker_ids(claims, reports)
    by_stance: dict[tuple[str, Stance], list[Claim]] = defaultdict(list)
    for claim in claims:
        if is_statement(claim) and not _is_claim_of_outlet(claim):
            by_stance[who[claim.id], claim.stance].append(claim)
    said = [(key, group) for key, own in by_stance.items() for group in sayings(own, reports)]
    denied = {(speaker, _said_on(group)) for (speaker, stance), group in said if stance == "denies"}
    ordered = []
    for (speaker, stance), group in said:
        first, day = _first(group), _said_on(group)
        late = stance == "promises inquiry" and (speaker, day) in denied
        ordered.append(((day or date.max, late, first.order, stance), _statement(group, reports)))
    return tuple(statement for _, statement in sorted(ordered, key=lambda pair: pair[0]))


def sayings(claims: Sequence[Claim], reports: Mapping[str, Report]) -> list[list[_Wording]]:
    """The claims of one speaker and stance by event of saying, in order.

    Wordings of one day are one event, and so are the same words. A report that refers to an earlier statement ("had
    denied", "first denied"), or repeats a denial in similar words without a day, is about the latest event before.
    """
    wordings = sorted((_wording(claim, reports) for claim in claims), key=lambda w: (w.day or date.max, w.order))
    events: list[list[_Wording]] = []
    for wording in sorted(wordings, key=lambda w: w.recalled):
        event = _event_of(wording, events)
        if event is None:
            events.append([wording])
        else:
            event.append(wording)
    return sorted(events, key=lambda event: (_said_on(event) or date.max, _first(event).order))


def first_claims(claims: Sequence[Claim], reports: Mapping[str, Report]) -> list[tuple[Claim, date | None]]:
    """The first claim of each event of saying of one speaker and stance, with the day it was said."""
    return [(_first(event).claim, _said_on(event)) for event in sayings(claims, reports)]


def _event_of(wording: _Wording, events: Sequence[list[_Wording]]) -> list[_Wording] | None:
    """The event that a wording is about; None for one of its own."""
    same = [e for e in events if any(w.words == wording.words or _are_of_one_day(w, wording) for w in e)]
    if same:
        return same[0]
    before = [e for e in events if _before(e, wording)]
    if wording.recalled and events:
        return before[-1] if before else events[0]
    alike = [] if wording.stated else [e for e in before if any(_are_alike(w, wording) for w in e)]
    return alike[-1] if alike else None


def _are_of_one_day(one: _Wording, other: _Wording) -> bool:
    """Whether two wordings of one day are of one event. Two unlike sentences of a report, apart, say two things."""
    if one.day is None or one.day != other.day:
        return False
    is_of_report = one.claim.report == other.claim.report
    gap = max(one.span[0], other.span[0]) - min(one.span[1], other.span[1])
    return not is_of_report or gap <= _NEXT or _are_alike(one, other)


def _before(event: Sequence[_Wording], wording: _Wording) -> bool:
    day = _said_on(event)
    return day is not None and wording.day is not None and day <= wording.day


def _are_alike(one: _Wording, other: _Wording) -> bool:
    shared, fewer = one.content & other.content, min(len(one.content), len(other.content))
    return len(shared) >= _FEWEST_SHARED and len(shared) >= _SHARE * fewer


def _first(event: Sequence[_Wording]) -> _Wording:
    """The earliest wording; those that do not refer to an earlier statement have precedence."""
    return min(event, key=lambda w: (w.recalled, w.order))


def _said_on(event: Sequence[_Wording]) -> date | None:
    """The day on which it was said: one that a report gives for it, else the first day of publication."""
    known = [w for w in event if w.day is not None and not w.recalled] or [w for w in event if w.day is not None]
    stated = [w.day for w in known if w.stated and w.day is not None]
    return min(stated or [w.day for w in known if w.day is not None], default=None)


def _wording(claim: Claim, reports: Mapping[str, Report]) -> _Wording:
    """A claim with whole sentences; its own words alone if the text is missing or is not the one it was read from.

    The sentence before "She rejected this" is included, because it says what is denied.
    """
    report, order, published = reports.get(claim.report), _order(claim, reports), _published(claim, reports)
    if report is None or report.text[claim.start : claim.end] != claim.quote:
        span, denied = (claim.start, claim.end), _verb_object(claim.quote)
        return _Wording(claim, span, claim.quote, denied, order, published, stated=False, recalled=False)
    start, end = whole(report.text, (claim.start, claim.end))
    when = saying(report.text[start:end], claim.stance, published)
    denied = _verb_object(report.text[start:end]) if claim.stance == "denies" else ""
    if denied and set(name_matching.all_words(denied)) <= name_matching.word_lists().denied_before:
        first, last = before(report.text, start)
        denied, start = " ".join(report.text[first:last].split()), first
    quote, day = report.text[start:end], when.day or published
    return _Wording(claim, (start, end), quote, denied, order, day, stated=when.day is not None, recalled=when.recalled)


def _statement(event: Sequence[_Wording], reports: Mapping[str, Report]) -> Statement:
    """The statement in its fullest wording, with others not contained in it; the speaker as in the first report."""
    first = _first(event)
    ordered = sorted(event, key=lambda w: (w.recalled, -len(w.words), w.order))
    kept: list[_Wording] = []
    for wording in ordered:
        if not any(wording.words in other.words for other in kept):
            kept.append(wording)
    speaker = informant(first.claim)
    return Statement(
        speaker=speaker.name if speaker is not None and speaker.name else publisher_of(first.claim.report, reports),
        stance=first.claim.stance,
        quote=kept[0].quote,
        claims=tuple(dict.fromkeys([w.claim.id for w in kept] + sorted(w.claim.id for w in event))),
        said=_said_on(event),
        denied=next((w.denied for w in kept if w.denied), "") if first.claim.stance == "denies" else "",
        more=tuple(w.quote for w in kept[1:]),
        reports=tuple(dict.fromkeys(w.claim.report for w in sorted(event, key=lambda w: w.order))),
    )


def _verb_object(quote: str) -> str:
    """The words after "denies" or "rejects"; empty if there is no such verb."""
    verbs = "|".join(sorted(map(re.escape, name_matching.word_lists().denying), key=len, reverse=True))
    match = re.search(
        rf"\b(?:{verbs})\s+([^.;:!?\n]{{4,240}}?)(?=,\s(?:and|but|while)\s(?!that\b)|[.;:!?\n]|$)", quote, re.I
    )
    return " ".join(match[1].split()).rstrip(',–”" ') if match else ""


def is_statement(claim: Claim) -> bool:
    """Whether a claim takes a stance on an incident: accuses, denies, claims responsibility, promises, condemns."""
    return claim.kind in STATEMENTS or claim.stance in _STANCES


def _is_claim_of_outlet(claim: Claim) -> bool:
    """Whether an accusation or a claim of responsibility has no speaker except the outlet.

    "He is accused of" does not say by whom, and the outlet accuses nobody. A group that publishes its own communiqué is
    the outlet and speaks for itself.
    """
    own = {actor.name for actor in claim.by} & {speaker.name for speaker in claim.speakers}
    return claim.kind in {"accusation", "responsibility"} and informant(claim) is None and not own


def stance_changes(made: Sequence[T]) -> list[T]:
    """The first statement of one speaker, then each that changes the stance, in order.

    A return to an earlier stance is a change. Of words with several stances only new ones count: "first denied it, and
    on Friday promised an inquiry" refers to the earlier denial and is not a second one.
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
