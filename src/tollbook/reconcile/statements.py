"""What was said about an incident, in its order: accusations, denials, claims of responsibility, promises."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Protocol, TypeVar

from tollbook.model import Claim, Report, Stance
from tollbook.reconcile.independence import informant, outlet
from tollbook.record import Statement

_ABOUT_IT = frozenset({"responsibility", "denial", "inquiry", "accusation"})
_STANCES: frozenset[Stance] = frozenset({"denies", "claims responsibility", "promises inquiry", "condemns"})
_Order = tuple[date, str, int, str]


class _Said(Protocol):
    @property
    def stance(self) -> Stance: ...
    @property
    def quote(self) -> str: ...


T = TypeVar("T", bound=_Said)


def statements(
    claims: Sequence[Claim], reports: Mapping[str, Report], origin: Mapping[str, str]
) -> tuple[Statement, ...]:
    """Statements by day of publication, undated ones last; the same words of one speaker in several reports once.

    ``origin`` gives the speaker of each claim under one spelling; the statement keeps the spelling of its first report.
    A promise to look into what the same speaker denied that day stands after the denial, whichever report tells it.
    """
    denials: dict[tuple[str, date | None], list[_Order]] = defaultdict(list)
    for claim in claims:
        if claim.stance == "denies":
            denials[origin[claim.id], _published(claim, reports)].append(_order(claim, reports))
    told: dict[tuple[str, Stance, str], list[Claim]] = defaultdict(list)
    for claim, whole in _wholes([c for c in claims if is_statement(c)], origin):
        words = " ".join(whole.quote.lower().split())
        told[origin[claim.id], claim.stance, words].append(claim)
    found = []
    for (_, stance, _), same in told.items():
        first = min(same, key=lambda c: (c.start - c.end, *_order(c, reports)))
        speaker = informant(first)
        place = _order(first, reports)
        if stance == "promises inquiry":
            place = max([place, *denials[origin[first.id], _published(first, reports)]])
        found.append(
            (
                (place, stance, first.id),
                Statement(
                    speaker=speaker.name if speaker is not None and speaker.name else outlet(first, reports),
                    stance=stance,
                    quote=first.quote,
                    claims=tuple(sorted(c.id for c in same)),
                    said=_published(first, reports),
                ),
            )
        )
    return tuple(statement for _, statement in sorted(found, key=lambda pair: pair[0]))


def _wholes(claims: Sequence[Claim], origin: Mapping[str, str]) -> Iterator[tuple[Claim, Claim]]:
    """Each claim with the widest of the same speaker and stance that holds its words: one denial is one statement."""
    alike: dict[tuple[str, str, Stance], list[Claim]] = defaultdict(list)
    for claim in claims:
        alike[claim.report, origin[claim.id], claim.stance].append(claim)
    for same in alike.values():
        for claim in same:
            holding = (c for c in same if c.start <= claim.start and claim.end <= c.end)
            yield claim, min(holding, key=lambda c: (c.start - c.end, c.id))


def is_statement(claim: Claim) -> bool:
    """Whether a claim says how somebody stands to what happened: accuses, denies, owns up, promises, condemns."""
    return claim.kind in _ABOUT_IT or claim.stance in _STANCES


def changed_stances(found: Sequence[Statement], origin: Mapping[str, str]) -> list[str]:
    """Speakers who took one stance and later another, as sentences for whoever looks into the incident.

    Two stances read out of the very same words are no change. Who condemns an attack says nothing of a part in it.
    """
    by_speaker: dict[str, list[Statement]] = defaultdict(list)
    for statement in found:
        by_speaker[origin[statement.claims[0]]].append(statement)
    told = (steps(said) for said in by_speaker.values())
    return sorted(f"{s[0].speaker} changed stance: {', then '.join(t.stance for t in s)}." for s in told if len(s) > 1)


def steps(said: Sequence[T]) -> list[T]:
    """Where the stance of one speaker changes, of all he or she said in order: the first, and each with another stance.

    A way back to an earlier stance is a step. Words that tell of several stances only add those that are new: "first
    denied it, and on Friday promised an inquiry" looks back, and is no second denial.
    """
    found: list[T] = []
    for each in said:
        several = len({s.stance for s in said if s.quote == each.quote}) > 1
        new = each.stance not in {s.stance for s in found}
        if each.stance != "condemns" and (new or not several) and (not found or found[-1].stance != each.stance):
            found.append(each)
    return found if len({s.quote for s in found}) > 1 else found[:1]


def disputed(claims: Sequence[Claim]) -> list[str]:
    """Those who deny while others assert, as sentences; an outlet by itself denies nothing."""
    told = [(speaker.name, c) for c in claims if (speaker := informant(c)) is not None and speaker.name]
    deniers = sorted({name for name, c in told if c.kind == "denial" or c.stance == "denies"})
    others = {name for name, c in told if c.stance in {"asserts", "estimates", "claims responsibility", "condemns"}}
    return [f"Denied by {name}, asserted by others." for name in deniers if others - {name}]


def _published(claim: Claim, reports: Mapping[str, Report]) -> date | None:
    return reports[claim.report].published if claim.report in reports else None


def _order(claim: Claim, reports: Mapping[str, Report]) -> _Order:
    return _published(claim, reports) or date.max, claim.report, claim.start, claim.id
