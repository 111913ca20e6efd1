"""Why the figures of one incident in two books differ.

Nothing is guessed: one thing that the books do not share is taken away, the figures are made again, and what makes
them equal is the cause. Where no single thing does, they are taken away one after the other, and those that were
needed together are named. What is left is unknown.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from tollbook import linking
from tollbook.compare.book_side import BookSide, Figures, without_claims
from tollbook.compare.figures import ORDER, agree, differing
from tollbook.compare.records import Cause, CauseKind, Difference
from tollbook.locale.messages import message, plural
from tollbook.model import Claim
from tollbook.record import DecidedClaim, Group

#: Names in a sentence at most: it is read, the columns have all of them.
_MOST_NAMES = 5


class State(NamedTuple):
    """The basis of the figures of both sides: claims, rules, and the day up to which reports count."""

    groups: tuple[Group, Group]
    rules: tuple[str, str]
    until: date | None = None


class TakenAway(NamedTuple):
    """One thing taken away, and the sentence for it as a cause."""

    kind: CauseKind
    apply: Callable[[State], State]
    sentence: str


class TwoBooks:
    """The causes of differences between matched incidents of two books."""

    def __init__(self, one: BookSide, other: BookSide) -> None:
        self._sides = (one, other)

    def differences(self, one: str, other: str) -> Iterator[Difference]:
        """The figures that differ, each with its causes; ``one`` and ``other`` are the ids of the incidents."""
        first, second = self._sides
        a, b = first.entries[one].figures, second.entries[other].figures
        names = list(differing(a, b, frozenset(ORDER)))
        if not names:
            return
        start = State((first.groups[one], second.groups[other]), (first.rule, second.rule))
        steps = list(self._steps(start))
        alone = [(step, self._figures(step.apply(start))) for step in steps]
        for name in names:
            causes = [_cause(step) for step, (x, y) in alone if agree(x.get(name), y.get(name))]
            causes = causes or [_cause(step) for step in self._together(start, steps, name)] or [_unknown(start)]
            yield Difference(figure=name, one=a.get(name), other=b.get(name), causes=tuple(causes))

    def _together(self, start: State, steps: Sequence[TakenAway], name: str) -> list[TakenAway]:
        """The steps that change a figure until it is equal; none if all of them are not enough."""
        state, used, before = start, list[TakenAway](), [made.get(name) for made in self._figures(start)]
        for step in steps:
            state = step.apply(state)
            now = [made.get(name) for made in self._figures(state)]
            used += [step] if now != before else []
            if agree(*now):
                return used
            before = now
        return []

    def _steps(self, start: State) -> Iterator[TakenAway]:
        yield from self._rule()
        yield from self._dates(start)
        yield from self._sources(start)
        yield from self._claims(start)

    def _rule(self) -> Iterator[TakenAway]:
        one, other = (side.rule for side in self._sides)
        if one != other:
            sentence = message("A makes figures by the rule {one}, B by the rule {other}.", one=one, other=other)
            yield TakenAway("rule", lambda state: state._replace(rules=(one, one)), sentence)

    def _dates(self, start: State) -> Iterator[TakenAway]:
        """One book ends before the other: only what had been published by then."""
        days = [side.published(group) for side, group in zip(self._sides, start.groups, strict=True)]
        if not all(days) or days[0][-1] == days[1][-1]:
            return
        until = min(days[0][-1], days[1][-1])
        if days[0][-1] > until:
            sentence = message("A has reports published after {day}, the day of the last report of B.", day=until)
        else:
            sentence = message("B has reports published after {day}, the day of the last report of A.", day=until)
        yield TakenAway("dates", lambda state: state._replace(until=until), sentence)

    def _sources(self, start: State) -> Iterator[TakenAway]:
        """Reports that one of the books does not have at all."""
        first, second = self._sides
        in_both = frozenset(first.reports.keys() & second.reports.keys())
        a, b = ([link.id for link in group.reports if link.id not in in_both] for group in start.groups)
        if a or b:
            sentence = message(
                "Reports that only A has: {a}. Reports that only B has: {b}.", a=_listed(a), b=_listed(b)
            )
            yield TakenAway(
                "sources", lambda state: _changed(state, lambda g: linking.restricted(g, in_both)), sentence
            )

    def _claims(self, start: State) -> Iterator[TakenAway]:
        """Claims of the same reports: corrected in one book, found in one only, or filed in other incidents."""
        first, second = self._sides
        mine, theirs = ({claim.id for claim in group.claims} for group in start.groups)
        decided = {c for c in mine | theirs if _said(first.claims.get(c)) != _said(second.claims.get(c))}
        in_both = first.claims.keys() & second.claims.keys()
        changed = frozenset(decided & in_both)
        if changed:
            sentence = plural(
                "In one of the books a person corrected or rejected {n} claim.",
                "In one of the books a person corrected or rejected {n} claims.",
                len(changed),
            )
            yield TakenAway("decision", _without(changed), sentence)
        shared = first.reports.keys() & second.reports.keys()
        every = {c.id: c for group in start.groups for c in group.claims}
        if only := frozenset(c for c in every if c not in in_both and every[c].report in shared):
            sentence = plural(
                "{n} claim of a report that both have is in one of the books only.",
                "{n} claims of reports that both have are in one of the books only.",
                len(only),
            )
            yield TakenAway("reading", _without(only), sentence)
        if moved := frozenset((mine ^ theirs) & in_both) - changed:
            homes = {side.claims[c].incident for side, own in ((first, mine), (second, theirs)) for c in moved - own}
            sentence = plural(
                "{n} claim is of this incident in one book only; the other files it in: {homes}.",
                "{n} claims are of this incident in one book only; the other files them in: {homes}.",
                len(moved), homes=_listed(sorted(home or "–" for home in homes)),
            )  # fmt: skip
            yield TakenAway("linking", _without(moved), sentence)

    def _figures(self, state: State) -> tuple[Figures, Figures]:
        made = [
            side.figures(group, rule=rule, as_of=state.until)
            for side, group, rule in zip(self._sides, state.groups, state.rules, strict=True)
        ]
        return made[0], made[1]


def _changed(state: State, change: Callable[[Group], Group]) -> State:
    return state._replace(groups=(change(state.groups[0]), change(state.groups[1])))


def _without(gone: frozenset[str]) -> Callable[[State], State]:
    return lambda state: _changed(state, lambda group: without_claims(group, gone))


def _cause(step: TakenAway) -> Cause:
    return Cause(kind=step.kind, sentence=step.sentence)


def _unknown(start: State) -> Cause:
    one, other = ({claim.id for claim in group.claims} for group in start.groups)
    return Cause(kind="unknown", sentence=plural(
        "The records of one book alone do not explain the difference; both have {n} claim in this incident.",
        "The records of one book alone do not explain the difference; both have {n} claims in this incident.",
        len(one & other),
    ))  # fmt: skip


def _said(claim: Claim | None) -> object:
    """The fields of a claim that count for figures; None if the book does not have it or a person rejected it."""
    if claim is None or (isinstance(claim, DecidedClaim) and claim.rejected):
        return None
    return (claim.kind, claim.count, claim.people, claim.scope, claim.part_of, claim.speakers, claim.stance)


def _listed(names: Sequence[str]) -> str:
    """Some names in a sentence, a few of many."""
    return ", ".join([*names[:_MOST_NAMES], *(["…"] if len(names) > _MOST_NAMES else [])]) or "–"
