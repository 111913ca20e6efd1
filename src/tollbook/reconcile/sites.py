"""The sites that were hit, with the effect, and the weapons used."""

from collections.abc import Sequence

from tollbook.model import Claim, SiteEffect, Thing
from tollbook.reconcile.name_matching import merge_by_wording
from tollbook.record import Site, Weapon

#: Gravest first: if claims give several effects on one site, the gravest counts.
_EFFECTS: tuple[SiteEffect, ...] = ("destroyed", "damaged", "unharmed", "unknown")


def sites(claims: Sequence[Claim]) -> tuple[Site, ...]:
    """Every site the claims name, merged by wording, with the gravest effect on it."""
    named = [(s.name, s.kind, (s, c)) for c in claims for s in c.sites]
    settled = frozenset(s.name for c in claims for s in c.sites if s.as_reported is not None)
    return tuple(
        Site(
            name=name,
            kind=items[0][0].kind,
            effect=_gravest(items),
            claims=tuple(sorted({claim.id for _, claim in items})),
            as_reported=tuple(sorted({s.as_reported or s.name for s, _ in items})) if name in settled else (),
        )
        for name, items in merge_by_wording(named, settled)
    )


def weapons(claims: Sequence[Claim]) -> tuple[Weapon, ...]:
    """Every weapon the claims name, merged by wording."""
    named = [(w.name, w.kind, (w.kind, c)) for c in claims for w in c.with_]
    return tuple(
        Weapon(name=name, kind=items[0][0], claims=tuple(sorted({claim.id for _, claim in items})))
        for name, items in merge_by_wording(named)
    )


def _gravest(items: Sequence[tuple[Thing, Claim]]) -> SiteEffect:
    """The gravest effect that a claim gives; what a person decided has precedence."""
    decided = [site.effect for site, _ in items if site.effect is not None]
    return min(decided or (_effect(claim) for _, claim in items), key=_EFFECTS.index)


def _effect(claim: Claim) -> SiteEffect:
    if claim.kind == "site destroyed":
        return "unharmed" if claim.stance == "denies" else "destroyed"
    if claim.kind == "site damaged":
        return "unharmed" if claim.stance == "denies" else "damaged"
    return "unknown"
