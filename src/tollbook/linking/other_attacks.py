"""Finds claims of a report about another attack than the rest of it, and claims that only comment on one."""

import functools
import re
from collections.abc import Collection, Iterable, Sequence

import msgspec

from tollbook import locale
from tollbook.linking.similarity import day_apart
from tollbook.mentions import STATEMENTS
from tollbook.model import Actor, Claim, People, When

#: Kinds of claims that only comment on an incident and make none by themselves.
_DEPENDENT = STATEMENTS | {"buried", "unharmed"}
#: Kinds of claims that date an attack, even if an arrest followed long after it.
_DATING = frozenset({"killed", "injured", "missing", "abducted", "attack"})
_HARMED = frozenset({"killed", "injured"})
#: A name in the genitive or after "of": "Corva's pilots", "pilots of Corva"; not a headline in capitals.
_OWNER = re.compile(r"\b[A-Z][a-z]+['’]s\b|\s[A-Z][a-z]")
_LETTERS = re.compile(r"[^\W\d_]+")


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``lexicon/CODE/words.toml``."""

    another: frozenset[str]
    suspects: frozenset[str]
    arrests: frozenset[str]
    insurgents: frozenset[str]


@functools.cache
def _words() -> _Words:
    return locale.DEFAULT.lexicon("linking", "words", _Words)


def is_dependent(claim: Claim) -> bool:
    """Whether a claim only comments on an incident: a denial, or that the number is not known."""
    return claim.kind in _DEPENDENT or (claim.count is not None and claim.count.qualifier == "unknown")


def arrests_of_attackers(claims: Sequence[Claim]) -> frozenset[str]:
    """The ids of claims of arrests of attackers: the place and day of an arrest are not those of the attack.

    An arrest in the words of the police is one, if the report has casualties; "captured" may be of soldiers in a
    battle. If a report gives casualties only the day of an arrest as their last day, the arrest is for that attack.
    """
    attackers = {actor.name.casefold() for claim in claims for actor in claim.by if claim.kind != "captured"}
    by_days = {c.when.end for c in claims if c.when is not None and c.kind in _DATING and _is_by_day(c.when)}
    captured = (claim for claim in claims if claim.kind == "captured")
    has_casualties = any(c.kind in _HARMED and (c.count is None or c.count.high != 0) for c in claims)
    return frozenset(
        claim.id
        for claim in captured
        if (has_casualties and _is_by_police(claim))
        or (claim.people is not None and _are_attackers(claim.people, attackers))
        or (claim.when is not None and claim.when.end in by_days)
    )


def _is_by_police(claim: Claim) -> bool:
    return not _words().arrests.isdisjoint(_LETTERS.findall(claim.quote.lower()))


def _are_attackers(people: People, names: Collection[str]) -> bool:
    """Whether people are named as attackers (``names``, case-folded), or are called suspects."""
    are_named = any(name.casefold() in names for name in (*people.names, people.text))
    return are_named or not _words().suspects.isdisjoint(_LETTERS.findall(people.text.lower()))


def _is_by_day(when: When) -> bool:
    """Whether a time has only a last day, such as the day of the arrest for an attack."""
    return when.start is None and when.end is not None and when.basis != "published"


def are_of_other_sides(one: Claim, other: Claim) -> bool:
    """Whether one claim counts insurgents killed and the other counts other people, on different days."""
    if one.kind != "killed" or other.kind != "killed" or not day_apart(one.when, other.when):
        return False
    return _counts_insurgents(one) != _counts_insurgents(other)


def _counts_insurgents(claim: Claim) -> bool:
    words = claim.people.text.lower().split() if claim.people is not None else []
    return bool(words) and words[-1] in _words().insurgents


def of_attack(claims: list[Claim], arrests: frozenset[str]) -> list[Claim]:
    """The claims without those of arrests, by their ids; all of them if nothing else is left."""
    return [claim for claim in claims if claim.id not in arrests] or claims


def is_other_attack(claim: Claim, claims: Sequence[Claim]) -> bool:
    """Whether a claim of an attack shares neither named attacker nor kind of target with other claims of its report.

    In a report on the casualties of the army's shelling of a school, "the Front ambushed a convoy" is another attack.
    """
    others = [c for c in claims if c.id != claim.id]
    counts = any(c.kind != "attack" and not is_dependent(c) for c in others)
    if claim.kind != "attack" or not claim.by or not claim.sites or not counts:
        return False
    attackers, targets = _attackers_and_targets(others)
    own = _attackers_and_targets([claim])
    return bool(attackers and targets and own[0]) and attackers.isdisjoint(own[0]) and targets.isdisjoint(own[1])


def _is_named(actor: Actor) -> bool:
    """Whether an attacker is an organisation or belongs to one: "Corva's pilots", but not "gunmen"."""
    return actor.kind == "organisation" or _OWNER.search(actor.name) is not None


def _attackers_and_targets(claims: Iterable[Claim]) -> tuple[set[str], set[str]]:
    claims = list(claims)
    return {a.name.casefold() for c in claims for a in c.by if _is_named(a)}, {s.kind for c in claims for s in c.sites}


def is_of_another(claim: Claim) -> bool:
    """Whether the words for the event of a claim say that it is not the event of the report: "in an earlier attack"."""
    words = claim.event.text.split() if claim.event is not None else []
    return bool(words) and words[0] in _words().another
