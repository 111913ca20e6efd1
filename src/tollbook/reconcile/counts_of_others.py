"""Finds counts that bound no figure: vague words beside the same speaker's number, and fighters counted alone.

One side claims to have killed 200 enemies; the other reports nine civilians dead. Both are in the record, but they do
not contradict each other: they count different people. "Dozens" beside the same speaker's 28 is less exact.
"""

from collections.abc import Iterable, Sequence

from tollbook.mentions import DOUBTING
from tollbook.model import Claim, IncidentKind
from tollbook.reconcile.breakdowns import counts_any, counts_of_one_kind, parts_of_larger
from tollbook.reconcile.independence import informant
from tollbook.reconcile.name_matching import word_lists

#: Numbers lie far apart if one is at least this many times the other, and by at least this many: as in linking.
_FAR_TIMES, _FAR_BY = 3, 3
#: Kinds of incidents in which attackers are far from their victims, and kinds in which troops kill attackers.
_FROM_AFAR: frozenset[IncidentKind] = frozenset({"bombing", "shelling"})
_FIGHTS: frozenset[IncidentKind] = frozenset({"shooting", "clash", "raid"})


def bound_nothing(whole: Sequence[Claim], parts: Sequence[Claim]) -> frozenset[str]:
    """The ids of the claims whose counts bound no figure.

    ``whole`` are those on one outcome of a whole incident, ``parts`` those on some of its people.
    """
    found = parts_of_larger(whole, parts) | counts_of_one_kind(whole)
    return found | vague_beside_numbers(whole) | fighters_alone(whole)


def vague_beside_numbers(whole: Iterable[Claim]) -> frozenset[str]:
    """The ids of the claims in words such as "dozens", where the same speaker gives a firm number in the same report.

    ``whole`` are the claims on one outcome that are about a whole incident. A claim stays if only another speaker gives
    a number, or if it adds to a number ("and dozens more").
    """
    every = [claim for claim in whole if not claim.additional]
    numbered = {_said_by(claim) for claim in every if _number(claim) and claim.stance not in DOUBTING}
    return frozenset(c.id for c in every if c.count and c.count.qualifier == "vague" and _said_by(c) in numbered)


def _said_by(claim: Claim) -> tuple[str, str]:
    speaker = informant(claim)
    return claim.report, (speaker.name or "") if speaker is not None else ""


def fighters_alone(whole: Iterable[Claim]) -> frozenset[str]:
    """The ids of the claims that count fighters alone, far from every number that counts others or everybody.

    Reports disagree about whether the same dead were fighters, so a number that is not far from another one stays.
    Parts are compared with numbers of all people; no number is compared with a part. A count that adds to a number
    stays with it. "Scores of fighters" are at least forty. Attackers whom troops shot are not the victims of their
    bomb.
    """
    every = [claim for claim in whole if not claim.additional]
    firm = [claim for claim in every if claim.scope == "incident" and not _counts_fighters(claim)]
    others = [number for claim in firm if (number := _number(claim))]
    fighters = [(c, number) for c in every if _counts_fighters(c) and (number := _number(c) or _vague_number(c))]
    far = frozenset(claim.id for claim, number in fighters if others and _is_far_from_all(number, others))
    return far | attackers_beside_victims(every)


def attackers_beside_victims(whole: Sequence[Claim]) -> frozenset[str]:
    """The ids of the claims that count attackers, in a report in which another informant counts their victims.

    The victims are soldiers or police, or they died of a bomb or shell and the attackers in a fight. Numbers that one
    informant gives for both are added up. If one side calls the other side's civilians militants, the numbers
    contradict each other.
    """
    counted = [c for c in whole if c.scope == "incident" and _number(c)]
    victims = [c for c in counted if not counts_any(c, word_lists().insurgents)]
    return frozenset(
        claim.id
        for claim in counted
        if counts_any(claim, word_lists().insurgents)
        and any(_are_victims(other, claim) for other in victims if other.report == claim.report)
    )


def _are_victims(claim: Claim, attackers: Claim) -> bool:
    if _said_by(claim) == _said_by(attackers):
        return False
    kinds = [c.event.kind if c.event is not None else "attack" for c in (claim, attackers)]
    return counts_any(claim, word_lists().forces) or (kinds[0] in _FROM_AFAR and kinds[1] in _FIGHTS)


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
