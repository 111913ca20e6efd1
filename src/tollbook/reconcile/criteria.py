"""Inclusion criteria: which incidents a recorder exports, and which people in them. Named and switchable.

Without a criterion everything in the book is included. A criterion removes nothing from the book.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import msgspec

from tollbook.mentions import is_fighting, only_mentioned
from tollbook.model import OUTCOMES, Claim
from tollbook.record import Group

Criterion = Callable[[Group], Group | None]

#: Kinds of claims that by themselves show an act of violence.
_ACTS = frozenset({*OUTCOMES, "site damaged", "site destroyed", "attack"}) - {"buried", "unharmed"}


def one_sided(group: Group) -> Group | None:
    """Violence against people who take no part in fighting, and against sites: no fighters, no arrests, no mere clash.

    After UCDP's *one-sided violence*, which leaves battle-related deaths to another data set (Eck and Hultman 2007,
    *Journal of Peace Research* 44(2)), and MUC-4's rule that fighting between armed forces is no incident. Police
    count as taking no part in fighting.
    """
    included = tuple(claim for claim in group.claims if not is_fighting(claim))
    if not any(claim.kind in _ACTS for claim in included):
        return None
    kept: dict[str, list[Claim]] = {}
    for claim in included:
        kept.setdefault(claim.report, []).append(claim)
    cut = {claim.report for claim in group.claims if is_fighting(claim)}
    # Of a fight and something that the report only mentions beside it, only the latter is left.
    passing = {report for report in cut & kept.keys() if only_mentioned(kept[report])}
    links = (msgspec.structs.replace(r, passing=r.passing or r.id in passing) for r in group.reports if r.id in kept)
    return msgspec.structs.replace(group, claims=included, reports=tuple(links))


def described(group: Group) -> Group | None:
    """Incidents that at least one report describes, not those that all reports mention only in passing.

    After MUC-4's rule that old events, and those that are only referred to, are no incidents.
    """
    return None if all(link.passing for link in group.reports) else group


CRITERIA: Mapping[str, Criterion] = MappingProxyType({"one-sided": one_sided, "described": described})


def meeting(criteria: Sequence[str], group: Group) -> Group | None:
    """The part of a group that meets all criteria of these names; None if none of it does."""
    for name in criteria:
        found = CRITERIA[name](group)
        if found is None:
            return None
        group = found
    return group
