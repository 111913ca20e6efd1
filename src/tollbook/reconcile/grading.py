"""How well supported the record of an incident is, under a published scheme."""

from collections.abc import Mapping, Sequence

from tollbook.record import Figure, Grade, Perpetrator, Statement


def grade(
    rule: str, figures: Mapping[str, Figure], perpetrators: Sequence[Perpetrator], statements: Sequence[Statement]
) -> Grade | None:
    """The grade of an incident: Iraq Body Count's under ``ibc``, Airwars' under every other rule.

    None where no one is said to have been harmed: neither scheme grades such a record.
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
    return Grade(rule="ibc", value=value, why=_counted(sources))


def _airwars(sources: int, perpetrators: Sequence[Perpetrator], statements: Sequence[Statement]) -> Grade:
    """Airwars, *Methodology*: confirmed, contested, fair, weak, in that order of decision.

    ``discounted`` is left to people: it asks who the dead were, which no report settles for another.
    """
    owners = [p.name for p in perpetrators if p.confidence in {"claimed", "admitted"}]
    accused = [
        p.name for p in perpetrators if p.confidence in {"accused", "accused by authorities", "suspected", "denied"}
    ]
    if len(owners) == 1:
        return Grade(rule="airwars", value="confirmed", why=f"{owners[0]} is said to have accepted responsibility.")
    if len(owners) + len(accused) > 1:
        named = ", ".join([*owners, *accused])
        return Grade(rule="airwars", value="contested", why=f"Responsibility is ascribed to several: {named}.")
    if sources < 2:
        return Grade(rule="airwars", value="weak", why=_counted(sources))
    denied = " It is denied." if any(s.stance == "denies" for s in statements) else ""
    return Grade(rule="airwars", value="fair", why=_counted(sources) + denied)


def _counted(sources: int) -> str:
    return f"{sources} independent source{'' if sources == 1 else 's'} for the best supported figure."
