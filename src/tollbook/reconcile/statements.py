"""Statements about an incident in order: accusations, denials, claims of responsibility, promises of an inquiry."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Protocol, TypeVar

from tollbook.model import Claim, Report, Stance
from tollbook.reconcile.independence import informant
from tollbook.reconcile.sources import publisher_of
from tollbook.record import Statement

_ABOUT_IT = frozenset({"responsibility", "denial", "inquiry", "accusation"})
_STANCES: frozenset[Stance] = frozenset(
    {"denies", "claims responsibility", "promises inquiry", "condemns", "accuses", "admits"}
)
_Order = tuple[date, str, int, str]


class _HasStance(Protocol):
    @property
    def stance(self) -> Stance: ...
    @property
    def quote(self) -> str: ...


T = TypeVar("T", bound=_HasStance)


def statements(
    claims: Sequence[Claim], reports: Mapping[str, Report], source_of: Mapping[str, str]
) -> tuple[Statement, ...]:
    """Statements by day of publication, undated ones last; the same words of a speaker in several reports once.

    ``source_of`` gives the source of each claim; the statement keeps the spelling of the speaker in its first report.
    A promise of an inquiry comes after a denial by the same speaker on that day, in whichever report.
    """
    denials: dict[tuple[str, date | None], list[_Order]] = defaultdict(list)
    for claim in claims:
        if claim.stance == "denies":
            denials[source_of[claim.id], _published(claim, reports)].append(_order(claim, reports))
    same_words: dict[tuple[str, Stance, str], list[Claim]] = defaultdict(list)
    for claim, whole in _wholes([c for c in claims if is_statement(c)], source_of):
        words = " ".join(whole.quote.lower().split())
        same_words[source_of[claim.id], claim.stance, words].append(claim)
    ordered = []
    for (_, stance, _), same in same_words.items():
        first = min(same, key=lambda c: (c.start - c.end, *_order(c, reports)))
        speaker = informant(first)
        place = _order(first, reports)
        if stance == "promises inquiry":
            place = max([place, *denials[source_of[first.id], _published(first, reports)]])
        ordered.append(
            (
                (place, stance, first.id),
                Statement(
                    speaker=speaker.name
                    if speaker is not None and speaker.name
                    else publisher_of(first.report, reports),
                    stance=stance,
                    quote=first.quote,
                    claims=tuple(sorted(c.id for c in same)),
                    said=_published(first, reports),
                ),
            )
        )
    return tuple(statement for _, statement in sorted(ordered, key=lambda pair: pair[0]))


def _wholes(claims: Sequence[Claim], source_of: Mapping[str, str]) -> Iterator[tuple[Claim, Claim]]:
    """Each claim with the longest of the same speaker and stance that contains it: one denial is one statement."""
    alike: dict[tuple[str, str, Stance], list[Claim]] = defaultdict(list)
    for claim in claims:
        alike[claim.report, source_of[claim.id], claim.stance].append(claim)
    for same in alike.values():
        for claim in same:
            holding = (c for c in same if c.start <= claim.start and claim.end <= c.end)
            yield claim, min(holding, key=lambda c: (c.start - c.end, c.id))


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
