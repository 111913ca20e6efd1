"""Grades how well supported the record of an incident is, under a published scheme.

A grade counts an admission, a claim of responsibility or a denial only after a person confirmed it. Until then it is a
question (decision 107).
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tollbook.locale.messages import message, plural
from tollbook.model import Certainty, Claim, Report
from tollbook.reconcile import name_matching
from tollbook.reconcile.perpetrators import ACCEPTED, parties, perpetrators
from tollbook.record import Figure, Grade, Perpetrator, Statement

#: The certainties of those whom others hold responsible.
_HELD: frozenset[Certainty] = frozenset({"convicted", "accused", "accused by authorities", "suspected", "denied"})


class Support(NamedTuple):
    """The evidence about responsibility that a grade counts: who is held responsible, and whether somebody denies it.

    ``unconfirmed`` are the names of actors who accepted it only according to claims that no person confirmed.
    """

    perpetrators: Sequence[Perpetrator] = ()
    denied: bool = False
    unconfirmed: tuple[str, ...] = ()


def support(
    claims: Sequence[Claim],
    reports: Mapping[str, Report],
    accused: Sequence[Perpetrator],
    stated: Sequence[Statement],
    *,
    confirmed: frozenset[str],
) -> Support:
    """The evidence that a grade counts: all claims except acceptances that are not ``confirmed``."""
    if not any(each.confidence in ACCEPTED for each in accused):
        counted, unconfirmed = tuple(accused), tuple[str, ...]()
    else:
        known = [claim for claim in claims if claim.id in confirmed or not _accepts(claim, reports)]
        counted = perpetrators(known, reports)
        vouched = {name for each in counted if each.confidence in ACCEPTED for name in each.claims}
        accepted = [each for each in accused if each.confidence in ACCEPTED]
        unconfirmed = tuple(each.name for each in accepted if vouched.isdisjoint(each.claims))
    denied = any(each.stance == "denies" and not confirmed.isdisjoint(each.claims) for each in stated)
    return Support(counted, denied, unconfirmed)


def _accepts(claim: Claim, reports: Mapping[str, Report]) -> bool:
    """Whether a claim alone says that somebody accepted responsibility."""
    return any(each.confidence in ACCEPTED for each in perpetrators([claim], reports))


def grade(rule: str, figures: Mapping[str, Figure], about: Support) -> Grade | None:
    """The grade of an incident: Iraq Body Count's under ``ibc``, Airwars' under every other rule.

    None if there are no casualties: neither scheme grades such a record.
    """
    if not figures:
        return None
    sources = max(f.independent_sources for f in figures.values())
    if rule == "ibc":
        return _ibc(sources)
    made = _airwars(sources, about)
    if not about.unconfirmed:
        return made
    why = message(
        "{why} Reports say that {names} accepted responsibility; the grade counts that once a person confirms it.",
        why=made.why,
        names=", ".join(about.unconfirmed),
    )
    return Grade(rule=made.rule, value=made.value, why=why)


def _ibc(sources: int) -> Grade:
    """Iraq Body Count, *Methods*, 1: fewer than two independent sources make an entry provisional."""
    value = "provisional" if sources < 2 else "documented"
    return Grade(rule="ibc", value=value, why=_sources(sources))


def _airwars(sources: int, about: Support) -> Grade:
    """Airwars, *Methodology*: confirmed, contested, fair, weak, decided in that order.

    ``discounted`` is left to people: it depends on who the dead were.
    """
    by_party = parties(about.perpetrators)
    accepted = [own[0].name for own in by_party if any(p.confidence in ACCEPTED for p in own)]
    if len(accepted) == 1:
        why = message("{name} accepted responsibility, according to the reports.", name=accepted[0])
        return Grade(rule="airwars", value="confirmed", why=why)
    accused = [own[0].name for own in by_party if any(p.confidence in _HELD and not _is_unnamed(p) for p in own)]
    if len(names := dict.fromkeys((*accepted, *accused))) > 1:
        why = message("Several are held responsible: {names}.", names=", ".join(names))
        return Grade(rule="airwars", value="contested", why=why)
    if sources < 2:
        return Grade(rule="airwars", value="weak", why=_sources(sources))
    return Grade(rule="airwars", value="fair", why=_sources_but_denied(sources) if about.denied else _sources(sources))


def _is_unnamed(each: Perpetrator) -> bool:
    """Whether somebody has no name: "gunmen" and "masked men" may be the same people, and of any party."""
    return each.kind == "individual" and not name_matching.is_proper(each.name)


def _sources(sources: int) -> str:
    return plural(
        "The best supported figure has {n} independent source.",
        "The best supported figure has {n} independent sources.",
        sources,
    )


def _sources_but_denied(sources: int) -> str:
    return plural(
        "The best supported figure has {n} independent source, and there is a denial.",
        "The best supported figure has {n} independent sources, and there is a denial.",
        sources,
    )
