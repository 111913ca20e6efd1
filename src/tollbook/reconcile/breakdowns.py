"""Breakdowns: a report that counts the dead of a whole day or city, and then those of one street after another.

"Air raids killed 31 people across the city. Ten died on a bus, eight on the ring road." The ten and the eight are parts
of the 31 and no other figure for the same people. What is left of the numbers of one report is compared with those of
other reports.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from tollbook.model import Claim
from tollbook.reconcile.independence import informant


def parts_of_larger(whole: Iterable[Claim]) -> frozenset[str]:
    """The ids of the claims that count only some of those whom a larger number of the same report counts.

    ``whole`` are the claims on one outcome that are about a whole incident.
    """
    by_report: dict[str, list[Claim]] = defaultdict(list)
    for claim in whole:
        if _number(claim) and claim.stance not in {"fears", "doubts", "denies"}:
            by_report[claim.report].append(claim)
    return frozenset(claim.id for own in by_report.values() for claim in _parts(own))


def _parts(own: Sequence[Claim]) -> Iterator[Claim]:
    """The smaller numbers of one report, if they add up to no more than the largest and are not its rivals.

    Three informants with three numbers contradict each other. A number that the informant of the largest gives too, or
    that is of another place, is a part; beside one part the other smaller numbers are parts as well.
    """
    largest = max(own, key=lambda claim: (_number(claim), -claim.start))
    smaller = [claim for claim in own if _number(claim) < _number(largest)]
    different = {(_number(claim), _place(claim)) for claim in smaller}
    if sum(number for number, _ in different) > _number(largest):
        smaller = [claim for claim in smaller if 2 * _number(claim) < _number(largest)]
    certain = [claim for claim in smaller if _is_part(claim, largest)]
    if len(different) > 1 and certain:
        yield from smaller
    else:
        yield from (claim for claim in certain if 2 * _number(claim) < _number(largest))


def _is_part(claim: Claim, largest: Claim) -> bool:
    return _speaker(claim) == _speaker(largest) or _place(claim) not in {"", _place(largest)}


def _speaker(claim: Claim) -> str:
    speaker = informant(claim)
    return speaker.name or "" if speaker is not None else ""


def _place(claim: Claim) -> str:
    return claim.place.name if claim.place is not None else ""


def _number(claim: Claim) -> int:
    count = claim.count
    if count is None or count.qualifier in {"vague", "unknown"}:
        return 0
    return count.best if count.best is not None else count.low or 0
