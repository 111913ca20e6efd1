"""The changes from one state of a followed incident to the next, as alerts: a pure function of the two states."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from tollbook.alerts import sentences
from tollbook.alerts.state import FigureInShort, FollowedState
from tollbook.model import OUTCOMES, Record, content_id

AlertKind = Literal["report", "figure", "threshold", "denial", "correction", "edited", "gone"]


class Alert(Record, frozen=True, kw_only=True):
    """A change, in a sentence that names its source.

    ``id`` follows from the two states and their turn, so that a receiver can drop a repeated alert. ``subject`` is
    the followed incident, ``incident`` its id now; ``claims`` and ``reports`` are the evidence for the sentence.
    """

    id: str = ""
    kind: AlertKind
    subject: str
    incident: str | None
    title: str
    sentence: str
    claims: tuple[str, ...] = ()
    reports: tuple[str, ...] = ()


def alerts_between(before: FollowedState, after: FollowedState, *, subject: str, turn: int) -> tuple[Alert, ...]:
    """The alerts on a followed incident that went from one state to the next; ``turn`` numbers the next one."""
    if after.first:
        return ()
    made = [
        *_gone(before, after),
        *_edited(before, after),
        *_reported(before, after),
        *_figures(before, after),
        *_passed(before, after),
        *_denied(before, after),
        *_corrected(before, after),
    ]
    states = content_id(msgspec.json.encode(before, order="sorted"), msgspec.json.encode(after, order="sorted"))
    return tuple(
        Alert(
            id=content_id(subject, turn, states, number, kind, sentence), kind=kind, sentence=sentence,
            subject=subject, incident=after.incident, title=after.title, claims=tuple(claims), reports=tuple(reports),
        )
        for number, (kind, sentence, claims, reports) in enumerate(made)
    )  # fmt: skip


#: The kind of an alert, its sentence, and the claims and reports under it.
_Draft = tuple[AlertKind, str, Sequence[str], Sequence[str]]


def _gone(before: FollowedState, after: FollowedState) -> Iterator[_Draft]:
    if before.incident is not None and after.incident is None:
        yield "gone", sentences.gone(), (), tuple(before.reports)
    elif before.incident is None and after.incident is not None:
        yield "gone", sentences.back(), (), tuple(after.reports)


def _edited(before: FollowedState, after: FollowedState) -> Iterator[_Draft]:
    """New captures that replace a report of the incident."""
    for old, new in after.replaced.items():
        if before.replaced.get(old) != new and old in before.reports and new not in before.reports:
            was, now = _counts(before, old), _counts(after, new)
            changed = [(kind, was.get(kind, ""), now.get(kind, "")) for kind in OUTCOMES]
            differs = [each for each in changed if each[1] != each[2]]
            claims = [name for name, said in after.claims.items() if said.report == new]
            yield "edited", sentences.edited(after.reports[new].name, differs), claims, (old, new)


def _counts(state: FollowedState, report: str) -> dict[str, str]:
    """The total of one report for each kind of casualty, in words."""
    return {said.kind: said.count for said in state.claims.values() if said.report == report and said.whole}


def _reported(before: FollowedState, after: FollowedState) -> Iterator[_Draft]:
    """New reports. Captures that replace another one are announced as edited."""
    editions = {*after.replaced, *after.replaced.values()} if before.reports else set()
    pages = {new for old, new in after.replaced.items() if old in before.reports}
    new = [name for name in after.reports if name not in before.reports and name not in editions & pages]
    added = [name for name in new if name not in after.replaced]
    if added:
        claims = [name for name, said in after.claims.items() if said.report in added]
        yield "report", sentences.reported([after.reports[name].name for name in added]), claims, added


def _figures(before: FollowedState, after: FollowedState) -> Iterator[_Draft]:
    for kind in (kind for kind in OUTCOMES if kind in {*before.figures, *after.figures}):
        was, now = before.figures.get(kind, FigureInShort()), after.figures.get(kind, FigureInShort())
        if (was.low, was.best, was.high) == (now.low, now.best, now.high):
            continue
        says = _says(before, after, kind, now)
        who = list(dict.fromkeys(after.claims[name].by for name in says))
        count = after.claims[says[0]].count if says else ""
        yield "figure", sentences.figure(kind, was, now, who, count), says, _reports(after, says)


def _says(before: FollowedState, after: FollowedState, kind: str, now: FigureInShort) -> list[str]:
    """The new claims that give one of the bounds of a figure; those that give the best one, if there are any."""
    new = {
        name: said
        for name, said in after.claims.items()
        if said.kind == kind and name not in before.claims and said.whole and said.report not in after.replaced
    }
    best = [name for name, said in new.items() if said.number is not None and said.number == now.number]
    return best or [name for name, said in new.items() if said.number in {now.low, now.high} - {None}]


def _passed(before: FollowedState, after: FollowedState) -> Iterator[_Draft]:
    """Thresholds that a figure had not reached before and has reached now."""
    for each in after.thresholds:
        was = before.figures.get(each.kind, FigureInShort()).number
        now = after.figures.get(each.kind, FigureInShort())
        if now.number is not None and now.number >= each.number and (was is None or was < each.number):
            says = [
                name
                for name, said in after.claims.items()
                if said.kind == each.kind and said.number == now.number and said.whole
            ]
            who = list(dict.fromkeys(after.claims[name].by for name in says))
            yield "threshold", sentences.passed(each, now.words, who), says, _reports(after, says)


def _denied(before: FollowedState, after: FollowedState) -> Iterator[_Draft]:
    """New denials, each once, without those that repeat or recall an earlier one.

    Of two by one speaker in one report, where one has the words of the other, the longer one.
    """
    denials = {name: said for name, said in after.claims.items() if said.kind == "denial" or said.stance == "denies"}
    known = {(said.by, said.quote) for said in before.claims.values()}
    new = set[str]()
    for name, said in denials.items():
        whole = any(
            said.quote in other.quote and said.quote != other.quote
            for other in denials.values()
            if (other.by, other.report) == (said.by, said.report)
        )
        same = after.denials.get(name, (name,))
        repeated = any(other in before.claims or other in new for other in same)
        if name not in before.claims and (said.by, said.quote) not in known and not whole and not repeated:
            known.add((said.by, said.quote))
            new.update(same)
            yield "denial", sentences.denied(said.by, said.quote), (name,), (said.report,)


def _corrected(before: FollowedState, after: FollowedState) -> Iterator[_Draft]:
    """Decisions of people on single claims, and figures that a later one of the same report or outlet replaced."""
    for name, ruling in after.rulings.items():
        was, now = before.claims.get(ruling.claim), after.claims.get(ruling.claim)
        if name not in before.rulings and ruling.verdict != "accept" and was is not None:
            yield "correction", sentences.ruled(ruling, was, now), (ruling.claim,), (was.report,)
    for kind, figure in after.figures.items():
        known = before.figures.get(kind, FigureInShort()).superseded
        for name in figure.superseded:
            said = after.claims.get(name)
            if (
                said
                and name not in known
                and name in before.claims
                and said.report not in after.replaced
                and said.whole
            ):
                later = _later(before, after, figure, name)
                yield "correction", sentences.superseded(said.by, kind, said.count, later), (name,), (said.report,)


def _later(before: FollowedState, after: FollowedState, figure: FigureInShort, name: str) -> list[str] | None:
    """The source of the figure that replaced that of a claim; None if it is the same source."""
    if isinstance(figure.current, msgspec.UnsetType):
        return None
    old = after.claims[name]
    new = {
        each: said
        for each, said in after.claims.items()
        if each not in before.claims and each not in figure.superseded and said.kind == old.kind and said.whole
    }
    if any(said.by == old.by for said in new.values()):
        return None
    return list(dict.fromkeys(said.by for each, said in new.items() if each in figure.current))


def _reports(state: FollowedState, claims: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(state.claims[name].report for name in claims))
