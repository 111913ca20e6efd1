"""Prepares a decision on names: takes over names that are settled already, and finds contradictions."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

import msgspec

from tollbook.decisions.decision import NOT_ONE_NAME, Decision
from tollbook.decisions.name_rulings import NameRuling
from tollbook.decisions.names import held_apart, settled_names
from tollbook.locale.messages import message
from tollbook.reconcile.settled_names import SettledName, spelling_key


def completed(ruling: NameRuling, decisions: Sequence[Decision], edited: AbstractSet[str] = frozenset()) -> NameRuling:
    """A ruling that spellings are one name, completed with spellings and fields of the decisions that it replaces.

    A settled name that shares a spelling becomes part of it. ``edited`` are the decisions of a settled name that is
    replaced by exactly this ruling.
    """
    replaces, spellings = set(edited), list(ruling.spellings)
    own = keys(ruling)
    for settled in settled_names(decisions).clusters(ruling.kind):
        if edited & set(settled.decisions):
            replaces |= {*settled.decisions, *settled.replaced}
        elif own & set(map(spelling_key, settled.spellings)):
            replaces |= {*settled.decisions, *settled.replaced}
            spellings += settled.spellings
            ruling = _with_fields(ruling, settled)
    for each in decisions:
        change = each.change or {}
        if each.verdict == NOT_ONE_NAME and each.subject == ruling.kind:
            replaces |= {each.id} if len(own & set(map(spelling_key, change["spellings"]))) > 1 else set()
    return msgspec.structs.replace(ruling, spellings=tuple(spellings), replaces=tuple(sorted(replaces)))


def objection(ruling: NameRuling, decisions: Sequence[Decision], *, is_one: bool) -> str | None:
    """The reason why a ruling from another book is not used, if it contradicts one of this book; else None."""
    names, own = settled_names(decisions), keys(ruling)
    if not is_one:
        joined = (each for each in names.clusters(ruling.kind) if len(own & set(map(spelling_key, each.spellings))) > 1)
        if (settled := next(joined, None)) is not None:
            return message("They are settled as one name in this book: {name}.", name=settled.name)
        return None
    for spelling in (*ruling.spellings, ruling.name):
        found = names.by_key.get((ruling.kind, spelling_key(spelling)))
        if found is not None and not found.apart and spelling_key(found.name) != spelling_key(ruling.name):
            return message("“{spelling}” is settled as “{name}” in this book.", spelling=spelling, name=found.name)
    apart = (
        each for each in held_apart(decisions) if len({key for kind, key in each if kind == ruling.kind} & own) > 1
    )
    if next(apart, None) is not None:
        return message("This book holds some of these names apart.")
    return None


def holds_already(ruling: NameRuling, decisions: Sequence[Decision], *, is_one: bool) -> bool:
    """Whether the decisions already contain everything that a ruling says."""
    own = keys(ruling)
    if not is_one:
        return any({(ruling.kind, key) for key in own} <= each for each in held_apart(decisions))
    found = settled_names(decisions).by_key.get((ruling.kind, spelling_key(ruling.name)))
    if found is None or found.apart or not own <= set(map(spelling_key, found.spellings)):
        return False
    return _with_fields(ruling, found) == ruling and _fields(ruling) == _fields(found)


def keys(ruling: NameRuling) -> set[str]:
    """The keys of the spellings of a ruling, the preferred name included."""
    return {spelling_key(each) for each in (*ruling.spellings, ruling.name)} - {""}


def in_force_apart(decisions: Iterable[Decision], kind: str) -> tuple[Decision, ...]:
    """The decisions that names of a kind are different, without those that another one replaces."""
    every = [each for each in decisions if each.subject == kind and each.change and "replaces" in each.change]
    replaced = {name for each in every for name in (each.change or {})["replaces"]}
    return tuple(each for each in every if each.verdict == NOT_ONE_NAME and each.id not in replaced)


def _with_fields(ruling: NameRuling, settled: SettledName) -> NameRuling:
    """The ruling; a missing side, place or kind of site is taken from a settled name."""
    return msgspec.structs.replace(
        ruling,
        side=ruling.side or settled.side,
        place=ruling.place or settled.place,
        site=ruling.site or settled.site,
    )


def _fields(ruling: NameRuling | SettledName) -> tuple[object, ...]:
    return ruling.side, ruling.place, ruling.site, ruling.is_place
