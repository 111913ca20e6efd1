"""Who speaks: the independent sources of one incident, each with a letter, a colour and a mark."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from string import ascii_uppercase

from tollbook.incidents.facets import informant
from tollbook.model import FATES, Claim, Record, Report

#: Colours there are; after so many the marks go on alone, and the letter is always there.
COLOURS = 6

#: Characters of a report's id that tell it apart at a glance.
_SHORT = 8


class Voice(Record, frozen=True, kw_only=True):
    """One independent source: a letter that stands for it on this page, its name and every spelling of it."""

    letter: str
    name: str
    colour: int
    spellings: tuple[str, ...] = ()


def voices(claims: Sequence[Claim], origin: Mapping[str, str], reports: Mapping[str, Report]) -> dict[str, Voice]:
    """The voice of each claim by its id; letters begin with those who give most of the numbers."""
    by_origin: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        by_origin[origin[claim.id]].append(claim)
    ordered = sorted(by_origin.items(), key=lambda pair: (-_numbers(pair[1]), -len(pair[1]), pair[0]))
    found: dict[str, Voice] = {}
    for number, (_, same) in enumerate(ordered):
        names = [informant(claim) or _outlet(claim, reports) for claim in same]
        spellings = sorted(set(names), key=lambda name: (-names.count(name), name))
        voice = Voice(
            letter=_letter(number),
            name=_best(spellings),
            colour=number % COLOURS,
            spellings=tuple(spellings),
        )
        found |= {claim.id: voice for claim in same}
    return found


def _best(spellings: Sequence[str]) -> str:
    """The spelling most in use that is a name and not a pronoun or a bare surname."""
    return next((name for name in spellings if " " in name and name[:1].isupper()), spellings[0])


def _numbers(claims: Sequence[Claim]) -> int:
    return sum(claim.kind in FATES for claim in claims)


def _letter(number: int) -> str:
    """A … Z, then AA, AB and so on."""
    rest, last = divmod(number, len(ascii_uppercase))
    return (_letter(rest - 1) if rest else "") + ascii_uppercase[last]


def _outlet(claim: Claim, reports: Mapping[str, Report]) -> str:
    report = reports.get(claim.report)
    return outlet_of(report) if report is not None else f"report {claim.report[:_SHORT]}"


def outlet_of(report: Report) -> str:
    """What a report stands under: its outlet, else the name of its file, else the beginning of its id."""
    return report.outlet or PurePath(report.origin).name or f"report {report.id[:_SHORT]}"
