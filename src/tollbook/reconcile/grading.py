"""Grades how well supported the record of an incident is, under a published scheme."""

from collections.abc import Mapping, Sequence

from tollbook.locale.messages import message, plural
from tollbook.record import Figure, Grade, Perpetrator, Statement


def grade(
    rule: str, figures: Mapping[str, Figure], perpetrators: Sequence[Perpetrator], statements: Sequence[Statement]
) -> Grade | None:
    """The grade of an incident: Iraq Body Count's under ``ibc``, Airwars' under every other rule.

    None if there are no casualties: neither scheme grades such a record.
    """
    if not figures:
        return None
    sources = max(f.independent_sources for f in figures.values())
    if rule == "ibc":
        return _ibc(sources)
    return _airwars(sources, perpetrators, statements)


def _ibc(sources: int) -> Grade:
    """Iraq Body Count, *Methods*, 1: fewer than two independent sources make an entry provisional."""
    value = "provisional" if sources < 2 else "documented"
    return Grade(rule="ibc", value=value, why=_support(sources))


def _airwars(sources: int, perpetrators: Sequence[Perpetrator], statements: Sequence[Statement]) -> Grade:
    """Airwars, *Methodology*: confirmed, contested, fair, weak, decided in that order.

    ``discounted`` is left to people: it depends on who the dead were, which no report decides for another.
    """
    accepted = [p.name for p in perpetrators if p.confidence in {"claimed", "admitted"}]
    accused = [
        p.name for p in perpetrators if p.confidence in {"accused", "accused by authorities", "suspected", "denied"}
    ]
    if len(accepted) == 1:
        why = message("{name} has accepted responsibility, according to the reports.", name=accepted[0])
        return Grade(rule="airwars", value="confirmed", why=why)
    if len(accepted) + len(accused) > 1:
        why = message("Several are held responsible: {names}.", names=", ".join([*accepted, *accused]))
        return Grade(rule="airwars", value="contested", why=why)
    if sources < 2:
        return Grade(rule="airwars", value="weak", why=_support(sources))
    denied = any(s.stance == "denies" for s in statements)
    return Grade(rule="airwars", value="fair", why=_support_but_denied(sources) if denied else _support(sources))


def _support(sources: int) -> str:
    return plural(
        "The best supported figure has {n} independent source.",
        "The best supported figure has {n} independent sources.",
        sources,
    )


def _support_but_denied(sources: int) -> str:
    return plural(
        "The best supported figure has {n} independent source, and there is a denial.",
        "The best supported figure has {n} independent sources, and there is a denial.",
        sources,
    )
