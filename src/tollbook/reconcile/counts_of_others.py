"""Counts that bound nothing: vague words beside a number of the same speaker, and fighters alone beside everybody else.

One side claims to have killed 200 enemies; the other reports nine civilians dead. Both are in the record, but they do
not contradict each other: they count other people. "Dozens" beside the 28 of the same speaker says it less exactly.
"""

from collections.abc import Iterable, Sequence

from tollbook.model import Claim
from tollbook.reconcile.breakdowns import counts_of_one_kind, parts_of_larger
from tollbook.reconcile.independence import informant

#: Numbers lie far apart if one is at least this many times the other, and by at least this many: as in linking.
_FAR_TIMES, _FAR_BY = 3, 3


def bound_nothing(whole: Sequence[Claim], parts: Sequence[Claim]) -> frozenset[str]:
    """The ids of the claims whose counts bound no figure.

    ``whole`` are those on one outcome of a whole incident, ``parts`` those on some of its people.
    """
    found = parts_of_larger(whole, parts) | counts_of_one_kind(whole)
    return found | vague_beside_numbers(whole) | fighters_alone(whole)


def vague_beside_numbers(whole: Iterable[Claim]) -> frozenset[str]:
    """The ids of the claims in words such as "dozens", where the same speaker gives a firm number in the same report.

    ``whole`` are the claims on one outcome that are about a whole incident. Another speaker's number contradicts them,
    and what adds to a number ("and dozens more") says something of its own.
    """
    every = [claim for claim in whole if not claim.additional]
    numbered = {_said_by(claim) for claim in every if _number(claim) and claim.stance not in {"fears", "doubts"}}
    return frozenset(c.id for c in every if c.count and c.count.qualifier == "vague" and _said_by(c) in numbered)


def _said_by(claim: Claim) -> tuple[str, str]:
    speaker = informant(claim)
    return claim.report, (speaker.name or "") if speaker is not None else ""


def fighters_alone(whole: Iterable[Claim]) -> frozenset[str]:
    """The ids of the claims that count fighters alone, far from every number that counts others or everybody.

    Reports disagree about whether the same dead were fighters, so a number that is not far from another one stays.
    Parts are compared with numbers of all people, and no number with a part. What adds to a number stays with it.
    "Scores of fighters" are at least forty.
    """
    every = [claim for claim in whole if not claim.additional]
    firm = [claim for claim in every if claim.scope == "incident" and not _counts_fighters(claim)]
    others = [number for claim in firm if (number := _number(claim))]
    fighters = [(c, number) for c in every if _counts_fighters(c) and (number := _number(c) or _vague_number(c))]
    return frozenset(claim.id for claim, number in fighters if others and _is_far_from_all(number, others))


def _counts_fighters(claim: Claim) -> bool:
    return claim.people is not None and claim.people.status == "combatant"


def _is_far_from_all(number: int, others: Sequence[int]) -> bool:
    pairs = (sorted((number, other)) for other in others)
    return all(large >= _FAR_TIMES * small and large - small >= _FAR_BY for small, large in pairs)


def _vague_number(claim: Claim) -> int:
    return (claim.count.low or 0) if claim.count is not None else 0


def _number(claim: Claim) -> int:
    count = claim.count
    if count is None or count.qualifier in {"vague", "unknown"}:
        return 0
    return count.best if count.best is not None else count.low or 0
