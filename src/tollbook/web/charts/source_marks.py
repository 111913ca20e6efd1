"""The independent sources of one incident, each with a letter and a colour."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from string import ascii_uppercase

from tollbook.incidents.facets import informant
from tollbook.locale.messages import message
from tollbook.model import OUTCOMES, Claim, Record, Report
from tollbook.reconcile.sources import source_name
from tollbook.report_name import publisher_name

#: The number of colours; with more sources colours repeat, but letters do not.
COLOURS = 6


class SourceMark(Record, frozen=True, kw_only=True):
    """One independent source: its letter on this page, its name and all spellings."""

    letter: str
    name: str
    colour: int
    spellings: tuple[str, ...] = ()


def source_marks(
    claims: Sequence[Claim], origin: Mapping[str, str], reports: Mapping[str, Report]
) -> dict[str, SourceMark]:
    """The source of each claim, by the id of the claim; the first letters go to sources with most counts."""
    by_origin: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        by_origin[origin[claim.id]].append(claim)
    ordered = sorted(by_origin.items(), key=lambda pair: (-_numbers(pair[1]), -len(pair[1]), pair[0]))
    found: dict[str, SourceMark] = {}
    for number, (_, same) in enumerate(ordered):
        names = [informant(claim) or _outlet(claim, reports) for claim in same]
        spellings = sorted(set(names), key=lambda name: (-names.count(name), name))
        source = SourceMark(
            letter=_letter(number),
            name=source_name(same, reports),
            colour=number % COLOURS,
            spellings=tuple(spellings),
        )
        found |= {claim.id: source for claim in same}
    return found


def _numbers(claims: Sequence[Claim]) -> int:
    return sum(claim.kind in OUTCOMES for claim in claims)


def _letter(number: int) -> str:
    """A … Z, then AA, AB and so on."""
    rest, last = divmod(number, len(ascii_uppercase))
    return (_letter(rest - 1) if rest else "") + ascii_uppercase[last]


def _outlet(claim: Claim, reports: Mapping[str, Report]) -> str:
    report = reports.get(claim.report)
    return outlet_of(report) if report is not None else message("a report that is not in the book")


def outlet_of(report: Report) -> str:
    """The name for the publisher of a report, the same as in other parts of the program."""
    return publisher_name(report)
