"""The shape of ``grammar.toml``: function words and small word classes, by the rule that uses them."""

import msgspec

from tollbook.model import ClaimKind


class _FunctionWords(msgspec.Struct, frozen=True, kw_only=True):
    be: frozenset[str]
    have: frozenset[str]
    do: frozenset[str]
    of: frozenset[str]
    to: frozenset[str]
    not_: frozenset[str] = msgspec.field(name="not")
    no: frozenset[str]
    and_: frozenset[str] = msgspec.field(name="and")
    by: frozenset[str]
    one: frozenset[str]
    the: frozenset[str]
    who: frozenset[str]


class _CasualtyWords(msgspec.Struct, frozen=True):
    body_parts: frozenset[str]
    naming_as: frozenset[str]
    alive: frozenset[str]
    loose: frozenset[str]
    phrasal: dict[str, str]
    striking: frozenset[str]
    projectiles: frozenset[str]
    dead: frozenset[str]
    cases: frozenset[str]
    harms: frozenset[str]
    harmed_by: frozenset[str]
    suffering: frozenset[str]
    shot_at: frozenset[str]
    deadly: frozenset[str]
    within: frozenset[str]
    murders: frozenset[str]
    attempted: frozenset[str]
    deadly_together: frozenset[tuple[str, str]]
    executing: frozenset[str]
    hiding: frozenset[str]
    grave: frozenset[str]
    after_shot: frozenset[str]
    shooting: frozenset[str]
    leaders: frozenset[str]
    orders: frozenset[str]
    confined: frozenset[str]
    shot: frozenset[str]
    outliving: frozenset[str]
    expecting: frozenset[str]
    finding: frozenset[str]
    leaving: frozenset[str]
    departing: frozenset[str]
    under: frozenset[str]
    hurt: frozenset[str]
    severe: frozenset[str]
    lasting: frozenset[str]
    areas: frozenset[str]
    homes: frozenset[str]
    hit_in: frozenset[str]
    wounds: frozenset[str]
    wounding: frozenset[str]
    care: frozenset[str]
    leaving_in_care: frozenset[str]
    bearing_wounds: frozenset[tuple[str, str]]
    attributive_only: frozenset[str]
    escaping: frozenset[str]
    assaulting: frozenset[str]
    about: frozenset[str]
    attacks: frozenset[str]
    causing: frozenset[str]
    occurring: frozenset[str]
    counting_martyrs: frozenset[str]
    resulting: frozenset[str]
    figures: frozenset[str]
    in_custody: frozenset[str]
    bodies: frozenset[str]
    quantifiers: frozenset[str]
    large_numbers: frozenset[str]
    uninformative: frozenset[str]


class _PeopleWords(msgspec.Struct, frozen=True):
    pronouns: frozenset[str]
    singular_pronouns: frozenset[str]
    relatives: frozenset[str]
    plural_verbs: frozenset[str]
    nobody: frozenset[str]
    everybody: frozenset[str]
    indefinite: frozenset[str]
    more: str
    collective: frozenset[str]
    containing: frozenset[str]


class _TallyWords(msgspec.Struct, frozen=True):
    it: frozenset[str]
    rising: frozenset[str]
    correct: frozenset[str]
    numbering: frozenset[str]
    already: frozenset[str]
    whom: frozenset[str]
    number_of: tuple[str, ...]
    put_at: frozenset[str]
    given_as: frozenset[str]
    naming: frozenset[str]
    examining: frozenset[str]
    referring: frozenset[str]
    them: frozenset[str]
    those: frozenset[str]
    bodies: frozenset[str]
    recovering: frozenset[str]
    burying: frozenset[str]
    seen: frozenset[str]
    seeing: frozenset[str]
    lying: frozenset[str]
    treated: frozenset[str]
    replaced: frozenset[str]
    replacing: frozenset[str]
    totals: frozenset[str]
    of_dead: frozenset[str]
    including: frozenset[str]
    among: frozenset[str]
    ages: frozenset[str]
    clause: frozenset[str]
    most: frozenset[str]
    least: frozenset[str]
    estimates: frozenset[str]
    sets: dict[str, ClaimKind]
    together: frozenset[str]
    losses: frozenset[str]
    dead: frozenset[str]
    hurt: frozenset[str]
    otherwise: frozenset[str]
    both: frozenset[str]
    either: frozenset[str]


class _AdditionalWords(msgspec.Struct, frozen=True):
    words: frozenset[str]
    others: frozenset[str]
    again: frozenset[str]
    comparisons: tuple[str, ...]
    citing: frozenset[str]
    joining: frozenset[str]
    introducing: frozenset[str]
    anybody: frozenset[str]
    own_death: frozenset[str]


class _SubsetWords(msgspec.Struct, frozen=True):
    kinds: frozenset[str]
    finding: frozenset[str]
    bearing: frozenset[str]
    mortal_wounds: frozenset[str]
    serving: frozenset[str]
    men: frozenset[str]
    holding: frozenset[str]
    families: frozenset[str]
    family: frozenset[str]
    joined: frozenset[str]
    describing: frozenset[str]
    sexes: frozenset[str]
    named: frozenset[str]
    ordinals: frozenset[str]
    pictures: frozenset[str]
    treated: frozenset[str]
    saying: frozenset[str]
    definite: frozenset[str]
    possessive: frozenset[str]
    shot: frozenset[str]
    wounded_stems: frozenset[str]


class _BackWords(msgspec.Struct, frozen=True):
    some: frozenset[str]
    them: frozenset[str]
    were: frozenset[str]
    bare: frozenset[str]
    rest: frozenset[str]
    dying: frozenset[str]


class _PlaceWords(msgspec.Struct, frozen=True):
    towards: frozenset[str]
    origin: frozenset[str]
    taken: frozenset[str]
    locative: frozenset[str]
    ends: tuple[tuple[str, str], ...]
    bearings: frozenset[str]
    parts: frozenset[str]
    undergoing: frozenset[str]
    suffering: frozenset[str]
    based: frozenset[str]
    seated: frozenset[str]
    hearing: frozenset[str]
    reporting: frozenset[str]
    treating: frozenset[str]
    war: frozenset[str]
    towns: frozenset[str]
    definite: frozenset[str]


class _AftermathWords(msgspec.Struct, frozen=True):
    verbs: frozenset[str]
    executing: frozenset[str]
    for_crime: frozenset[str]
    nouns: frozenset[str]
    charging: frozenset[str]
    charges: frozenset[str]
    releasing: frozenset[str]
    released: frozenset[str]
    attacks: frozenset[str]
    happening: frozenset[str]
    beginning: frozenset[str]
    taking: dict[str, str]
    giving_up: dict[str, str]
    of_crimes: frozenset[str]
    after: frozenset[str]
    publications: frozenset[str]
    wounds: frozenset[str]
    hurt: frozenset[str]
    dying: frozenset[str]
    tolls: frozenset[str]
    rubble: frozenset[str]


class _EarlierWords(msgspec.Struct, frozen=True):
    conjunctions: frozenset[str]
    units: dict[str, int]
    several: frozenset[str]
    one: frozenset[str]
    another: frozenset[str]
    ones: frozenset[str]
    elsewhere: frozenset[str]
    opening: tuple[tuple[str, ...], ...]
    apart: tuple[str, ...]
    beside: frozenset[str]
    within: frozenset[str]
    since: frozenset[str]
    lasting: frozenset[str]
    returning: frozenset[str]
    at_first: frozenset[str]
    latest: frozenset[str]
    lasting_on: frozenset[str]
    coming: frozenset[str]
    incidents: frozenset[str]


class GrammarWords(msgspec.Struct, frozen=True):
    """Function words and small word classes, by the rule that uses them: see ``grammar.toml``."""

    function: _FunctionWords
    casualty: _CasualtyWords
    earlier: _EarlierWords
    aftermath: _AftermathWords
    people: _PeopleWords
    tally: _TallyWords
    additional: _AdditionalWords
    subset: _SubsetWords
    back: _BackWords
    place: _PlaceWords
