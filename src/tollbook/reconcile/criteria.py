"""Which incidents a recorder holds, and which of the people in them: rules of inclusion, named and switchable.

By itself Tollbook holds all that is told. A recorder of one kind of violence may hold less; what is left out stays in
the book.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import msgspec

from tollbook.model import FATES, Claim
from tollbook.record import Group

Criterion = Callable[[Group], Group | None]

#: Claims that by themselves tell that something was done.
_DEEDS = frozenset({*FATES, "site damaged", "site destroyed", "attack"}) - {"buried", "unharmed"}
#: What befalls fighters in fighting; who was taken hostage is out of the fight.
_FIGHTING = frozenset({"killed", "injured", "missing", "captured", "unharmed"})


def one_sided(group: Group) -> Group | None:
    """What was done to people out of the fight, and to sites: no fighters, no arrests, and no clash without others.

    After UCDP's *one-sided violence*, which leaves battle-related deaths to another data set (Eck and Hultman 2007,
    *Journal of Peace Research* 44(2)), and MUC-4's rule that fighting between armed forces is no incident. Police are
    taken to be out of the fight.
    """
    held = tuple(claim for claim in group.claims if not _is_fighting(claim))
    if not any(claim.kind in _DEEDS for claim in held):
        return None
    reports = {claim.report for claim in held}
    return msgspec.structs.replace(group, claims=held, reports=tuple(r for r in group.reports if r.id in reports))


def _is_fighting(claim: Claim) -> bool:
    if claim.kind == "captured":
        return True
    if claim.people is None or claim.kind not in _FIGHTING:
        return False
    in_clash = claim.event is not None and claim.event.kind == "clash"
    return claim.people.status == "combatant" or (in_clash and claim.people.status == "unknown")


CRITERIA: Mapping[str, Criterion] = MappingProxyType({"one-sided": one_sided})
