"""Words for attacks, and for what they do to sites."""

import functools

import msgspec

from tollbook.readers.rules import language


class AttackWords(msgspec.Struct, frozen=True):
    """The shape of ``attacks.toml``."""

    destroyed: frozenset[str]
    damaged: frozenset[str]
    throwing: frozenset[str]
    armed_with: frozenset[str]
    animals: frozenset[str]
    downing: frozenset[str]
    felling: frozenset[str]
    effect: frozenset[str]
    generic: frozenset[str]
    known: frozenset[str]
    targeting: frozenset[str]
    running_into: frozenset[str]
    planted: frozenset[str]
    vehicles: frozenset[str]
    loaded: frozenset[str]
    charges: frozenset[str]
    bombings: frozenset[str]
    fuels: frozenset[str]
    unarmed: frozenset[str]
    bodies: frozenset[str]
    units: frozenset[str]
    collapsing: frozenset[str]
    ores: frozenset[str]
    entering: frozenset[str]
    upon: frozenset[str]
    recovering: frozenset[str]
    seizing: frozenset[str]
    making: frozenset[str]
    away: frozenset[str]
    taking: frozenset[str]
    setting: frozenset[str]
    set_to: frozenset[str]
    fire: frozenset[str]
    freeing: frozenset[str]
    using: frozenset[str]
    bearing: frozenset[str]
    where: frozenset[str]
    had: frozenset[str]
    falling: frozenset[str]
    landing: frozenset[str]
    onto: frozenset[str]
    riding: frozenset[str]
    within: frozenset[str]
    premises: frozenset[str]
    later: frozenset[str]
    beside: frozenset[str]
    protesting: frozenset[str]


@functools.cache
def words() -> AttackWords:
    """The words of ``attacks.toml``."""
    return language.lexicon("attacks", AttackWords)
