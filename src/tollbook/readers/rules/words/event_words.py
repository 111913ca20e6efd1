"""Words for attacks and damage, for perpetrators, and for suspects."""

import functools

import msgspec
from spacy.tokens import Token

from tollbook.readers.rules.words import language


class AttackWords(msgspec.Struct, frozen=True):
    """The shape of ``attacks.toml``."""

    destroyed: frozenset[str]
    damaged: frozenset[str]
    throwing: frozenset[str]
    armed_with: frozenset[str]
    before_weapons: frozenset[str]
    animals: frozenset[str]
    downing: frozenset[str]
    felling: frozenset[str]
    flown: frozenset[str]
    parked: frozenset[str]
    effect: frozenset[str]
    partly: frozenset[str]
    harming: frozenset[str]
    suffering: frozenset[str]
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
    harmed: frozenset[str]
    bodies: frozenset[str]
    units: frozenset[str]
    mines: frozenset[str]
    driven_into: frozenset[str]
    mourning: frozenset[str]
    shot_at: frozenset[str]
    struck_at: frozenset[str]
    collapsing: frozenset[str]
    ores: frozenset[str]
    entering: frozenset[str]
    upon: frozenset[str]
    holding: frozenset[str]
    recovering: frozenset[str]
    seizing: frozenset[str]
    making: frozenset[str]
    away: frozenset[str]
    taking: frozenset[str]
    setting: frozenset[str]
    set_to: frozenset[str]
    fire: frozenset[str]
    alone: frozenset[str]
    freeing: frozenset[str]
    using: frozenset[str]
    bearing: frozenset[str]
    where: frozenset[str]
    had: frozenset[str]
    hours: frozenset[str]
    falling: frozenset[str]
    striking_nouns: frozenset[str]
    landing: frozenset[str]
    onto: frozenset[str]
    riding: frozenset[str]
    within: frozenset[str]
    premises: frozenset[str]
    later: frozenset[str]
    beside: frozenset[str]
    protesting: frozenset[str]
    before_things: frozenset[str]
    opening_things: frozenset[str]
    searching: frozenset[str]
    any_arms: frozenset[str]
    amounts: frozenset[str]
    of_amounts: frozenset[str]
    losses: frozenset[str]
    of_losses: frozenset[str]
    placing: frozenset[str]
    before_addresses: frozenset[str]
    of_addresses: frozenset[str]
    with_address: frozenset[str]
    fronts: frozenset[str]
    unnamed: frozenset[str]
    portions: frozenset[str]
    passing: frozenset[str]
    intruding: frozenset[str]
    through: frozenset[str]
    happening: frozenset[str]
    coming: frozenset[str]
    beneath: frozenset[str]
    peaceful: frozenset[str]
    moving: frozenset[str]
    acquiring: frozenset[str]
    finding: frozenset[str]
    striking: frozenset[str]
    no_arms: frozenset[str]
    containers: frozenset[str]
    exploding: frozenset[str]
    parting: frozenset[str]
    upwards: frozenset[str]
    indefinite: frozenset[str]


@functools.cache
def attack_words() -> AttackWords:
    """The words of ``attacks.toml``."""
    return language.lexicon("attacks", AttackWords)


class ActorWords(msgspec.Struct, frozen=True):
    """The shape of ``actors.toml``."""

    individual: frozenset[str]
    vague: frozenset[str]
    anybody: frozenset[str]
    amount: frozenset[str]
    introducing: frozenset[str]
    referring: frozenset[str]
    asking: frozenset[str]
    unclear: frozenset[str]
    asked: frozenset[str]
    employing: frozenset[str]
    excepting: frozenset[str]
    contrasting: frozenset[str]
    limiting: frozenset[str]
    charging: frozenset[str]
    seeing: frozenset[str]
    soldiers: frozenset[str]
    police: frozenset[str]
    at: frozenset[str]
    organisation: frozenset[str]
    name_heads: frozenset[str]
    namesakes: frozenset[str]
    part: frozenset[str]
    collective: frozenset[str]
    crowd: frozenset[str]
    strikes: frozenset[str]
    of_state: frozenset[str]
    led: str
    helping: frozenset[str]
    currents: frozenset[str]
    harmless: frozenset[str]
    leaving: frozenset[str]
    aircraft: frozenset[str]
    owning: frozenset[str]
    coming: frozenset[str]
    with_particle: dict[str, str]
    other_particles: dict[str, list[str]]
    transitive: frozenset[str]
    at_ease: frozenset[str]
    executing: frozenset[str]
    ordering: frozenset[str]
    driving: frozenset[str]
    driving_into: frozenset[str]
    crowds: frozenset[str]
    acts: frozenset[str]
    moving: dict[str, str]
    light: frozenset[str]
    fire: frozenset[str]
    intransitive: frozenset[str]
    suicide_attacks: frozenset[str]
    shooting: frozenset[str]
    aiming: frozenset[str]
    outcome: frozenset[str]
    means: frozenset[str]
    armed: frozenset[str]
    against: frozenset[str]
    blame: frozenset[str]
    intending: frozenset[str]
    intended: frozenset[str]
    holding_responsible: frozenset[str]
    involved: frozenset[str]
    adjectives: frozenset[str]
    unofficial: frozenset[str]
    membership: frozenset[str]
    equipping: frozenset[str]
    dress: frozenset[str]
    belonging: frozenset[str]
    branches: frozenset[str]
    blaming: frozenset[str]
    authorship: frozenset[str]
    purpose: frozenset[str]
    works: frozenset[str]
    later: frozenset[str]
    earlier: frozenset[str]
    rescuing: frozenset[str]
    losing: frozenset[str]
    clearing: frozenset[str]
    doubtful: frozenset[str]
    thinking: frozenset[str]
    places: frozenset[str]
    models: frozenset[str]
    irregular: frozenset[str]
    where: frozenset[str]
    no_towns: frozenset[str]
    inside_names: frozenset[str]
    before_names: frozenset[str]
    name_particles: frozenset[str]


@functools.cache
def actor_words() -> ActorWords:
    """The words of ``actors.toml``."""
    return language.lexicon("actors", ActorWords)


def among(token: Token, known: frozenset[str]) -> bool:
    """Whether a word, its lemma or its singular is one of some words; "Gunmen" too, which parses take for a name."""
    return not known.isdisjoint((token.lemma_.lower(), token.lower_, token.lower_.removesuffix("s"), _man(token)))


def _man(token: Token) -> str:
    lower = token.lower_
    return f"{lower.removesuffix('men')}man" if lower.endswith("men") else lower


class SuspectWords(msgspec.Struct, frozen=True):
    """The shape of ``suspects.toml``."""

    adjectives: frozenset[str]
    pleading: frozenset[str]
    facing: frozenset[str]
    counts: frozenset[str]
    all: frozenset[str]
    prepositions: frozenset[str]
    acts: frozenset[str]
    gatherings: frozenset[str]
    other_crimes: frozenset[str]
    drivers: frozenset[str]
    cleared: frozenset[str]
    of_work: frozenset[str]
    him: frozenset[str]
    them: frozenset[str]
    helpers: frozenset[str]
    pursuit: frozenset[str]
    sentencing: frozenset[str]
    once: frozenset[str]
    finding: frozenset[str]
    verdicts: frozenset[str]
    another: frozenset[str]
    plotting: frozenset[str]
    plots: frozenset[str]
    authors: frozenset[str]
    behind: frozenset[str]
    links: frozenset[str]
    both: frozenset[str]
    cases: frozenset[str]


@functools.cache
def suspect_words() -> SuspectWords:
    """The words of ``suspects.toml``."""
    return language.lexicon("suspects", SuspectWords)
