"""Settled names, derived from the decisions that some spellings are one name, or are different names.

The order of the decisions does not matter, because a decision names those that it replaces. Clusters that share a
spelling are one cluster.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from tollbook import linking
from tollbook.decisions import verdicts
from tollbook.decisions.decision import OF_NAMES, ONE_NAME, Decision
from tollbook.decisions.name_rulings import NameRuling
from tollbook.mentions import Reading
from tollbook.model import Claim, Report
from tollbook.reconcile.settled_names import SettledName, SettledNames, spelling_key
from tollbook.store import Store

#: A spelling of a kind of name, as a key.
_Key = tuple[str, str]


class _Ruled(NamedTuple):
    """A decision on names with its ruling."""

    id: str
    is_one: bool
    ruling: NameRuling

    @property
    def keys(self) -> frozenset[_Key]:
        return frozenset((self.ruling.kind, spelling_key(each)) for each in self.ruling.spellings)


def settled_names(decisions: Iterable[Decision]) -> SettledNames:
    """The settled names of the decisions in force; the order of the decisions does not matter."""
    ruled = _not_replaced(decisions)
    by_key: dict[_Key, SettledName] = {}
    for each in ruled:
        if not each.is_one:
            kind = each.ruling.kind
            for spelling in each.ruling.spellings:
                own = SettledName(kind=kind, name=spelling, spellings=(spelling,), apart=True)
                key = kind, spelling_key(spelling)
                by_key[key] = min(own, by_key.get(key, own), key=lambda settled: settled.name)
    for group in _sharing([each for each in ruled if each.is_one]):
        settled = _settled(group)
        by_key |= {key: settled for each in group for key in each.keys}
    return SettledNames(by_key=by_key)


def settled_reports(store: Store, names: Iterable[str]) -> dict[str, Report]:
    """Some reports of a book by id, with the settled names of their outlets."""
    return settled_names(verdicts.in_force(store)).reports(store.reports_of(names))


def held_apart(decisions: Iterable[Decision]) -> tuple[frozenset[_Key], ...]:
    """The sets of names that people said are different, by kind and key of the spelling."""
    return tuple(sorted((each.keys for each in _not_replaced(decisions) if not each.is_one), key=sorted))


def affected(changed: Iterable[Decision], every: Iterable[Decision]) -> frozenset[str]:
    """The keys of all spellings that some decisions on names may affect, directly or through any earlier decision."""
    wanted = {each.id for each in changed}
    ruled = [_ruled(each) for each in every if each.verdict in OF_NAMES]
    touched = [group for group in _sharing(ruled, replaced=True) if wanted & {each.id for each in group}]
    return frozenset(key for group in touched for each in group for _, key in each.keys)


def with_settled_names(reading: Reading, names: SettledNames, decisions: Mapping[str, Sequence[Decision]]) -> Reading:
    """A reading with settled names; ``decisions`` by subject.

    A place that a person gave with coordinates stays where it is, and gets the settled name.
    """
    if not names.by_key:
        return reading
    return names.reading(
        reading, frozenset(claim.id for claim in reading.claims if _has_decided_place(claim, decisions))
    )


def _has_decided_place(claim: Claim, decisions: Mapping[str, Sequence[Decision]]) -> bool:
    """Whether a person gave the place of a claim, by correcting or adding it."""
    if claim.place is None or claim.place.lat is None:
        return False
    by_hand = any(
        decision.verdict == "add" and (decision.change or {}).get("id") == claim.id
        for decision in decisions.get(claim.report, ())
    )
    corrected = (d for d in decisions.get(claim.id, ()) if d.verdict == "correct")
    return by_hand or any((d.change or {}).get("place") for d in corrected)


def _ruled(decision: Decision) -> _Ruled:
    return _Ruled(decision.id, decision.verdict == ONE_NAME, msgspec.convert(decision.change, NameRuling))


def _not_replaced(decisions: Iterable[Decision]) -> list[_Ruled]:
    ruled = [_ruled(each) for each in decisions if each.verdict in OF_NAMES]
    replaced = {name for each in ruled for name in each.ruling.replaces}
    return [each for each in ruled if each.id not in replaced]


def _sharing(ruled: Sequence[_Ruled], *, replaced: bool = False) -> list[list[_Ruled]]:
    """The rulings in groups that share spellings, directly or through others; optionally also through replacement."""
    first: dict[object, int] = {}
    pairs = [
        (first.setdefault(mark, number), number)
        for number, each in enumerate(ruled)
        for mark in (*sorted(each.keys), *((each.id, *each.ruling.replaces) if replaced else ()))
    ]
    return [[ruled[number] for number in members] for members in linking.components(range(len(ruled)), pairs)]


def _settled(group: Sequence[_Ruled]) -> SettledName:
    """The name of one cluster: the fields of its largest ruling, completed by the others."""
    ordered = sorted(group, key=lambda each: (-len(each.ruling.spellings), each.ruling.name, each.id))
    rulings = [each.ruling for each in ordered]
    spellings: dict[str, str] = defaultdict(str)
    for ruling in reversed(rulings):
        spellings |= {spelling_key(each): each for each in ruling.spellings}
    return SettledName(
        kind=rulings[0].kind,
        name=rulings[0].name,
        spellings=tuple(sorted(spellings.values())),
        side=next((r.side for r in rulings if r.side), None),
        place=next((r.place for r in rulings if r.place), None),
        site=next((r.site for r in rulings if r.site), None),
        is_place=all(r.is_place for r in rulings),
        decisions=tuple(sorted(each.id for each in ordered)),
        replaced=tuple(sorted({name for ruling in rulings for name in ruling.replaces})),
    )
