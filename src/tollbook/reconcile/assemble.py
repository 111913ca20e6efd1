"""The record of one incident, put together from its claims: a pure function, the same in any order of the claims."""

from collections.abc import Mapping, Sequence
from datetime import date

import msgspec

from tollbook.errors import Refused
from tollbook.model import FATES, Claim, Report, When
from tollbook.reconcile.copies import Copy
from tollbook.reconcile.figures import figure
from tollbook.reconcile.grading import grade
from tollbook.reconcile.independence import origins
from tollbook.reconcile.perpetrators import perpetrators
from tollbook.reconcile.persons import Person, mentions, persons
from tollbook.reconcile.questions import questions
from tollbook.reconcile.rules import RULES
from tollbook.reconcile.sites import sites, weapons
from tollbook.reconcile.statements import statements
from tollbook.reconcile.title import title
from tollbook.reconcile.victims import victims
from tollbook.record import Figure, Group, Incident


def incident(
    group: Group,
    reports: Mapping[str, Report],
    copies: Sequence[Copy] = (),
    *,
    rule: str = "range",
    as_of: date | None = None,
) -> Incident:
    """The record of the incident a group of claims tells of, its figures made by ``rule``.

    ``reports`` maps report ids to reports; claims of a report that is not in it count as undated and of no outlet.
    With ``as_of`` only reports published by that day are read; a report of unknown day is left out, for nothing shows
    that it was there to be read. A figure that reads differently today then has the status ``superseded``.
    Raises ``Refused`` for an unknown rule.
    """
    if rule not in RULES:
        raise Refused(f"There is no rule “{rule}” for figures; choose one of {', '.join(RULES)}.")
    now = _incident(group, reports, copies, rule)
    if as_of is None:
        return now
    then = _incident(known_by(group, reports, as_of), reports, copies, rule)
    figures = {fate: _dated(figure, now.figures.get(fate)) for fate, figure in then.figures.items()}
    return msgspec.structs.replace(then, figures=figures)


def _incident(group: Group, reports: Mapping[str, Report], copies: Sequence[Copy], rule: str) -> Incident:
    claims = sorted({c.id: c for c in group.claims}.values(), key=lambda c: c.id)
    origin = origins(claims, reports, copies)
    told, places = mentions(claims), sites(claims)
    people = victims(told)
    made = _figures(claims, reports, origin, persons(told), rule)
    doers, said = perpetrators(claims, reports), statements(claims, reports, origin)
    return Incident(
        id=group.id,
        kind=group.kind,
        title=title(group, places),
        when=_by_report(group, reports),
        place=group.place,
        reports=tuple(sorted(group.reports, key=lambda r: r.id)),
        figures=made,
        victims=people,
        perpetrators=doers,
        sites=places,
        weapons=weapons(claims),
        statements=said,
        grade=grade(rule, made, doers, said),
        questions=questions(group, made, people, said, origin),
    )


def figures(
    claims: Sequence[Claim], reports: Mapping[str, Report], origin: Mapping[str, str], *, rule: str = "range"
) -> dict[str, Figure]:
    """The figures alone, by fate in the order they are shown; ``origin`` gives each claim's independent source."""
    return _figures(claims, reports, origin, persons(mentions(claims)), rule)


def _figures(
    claims: Sequence[Claim],
    reports: Mapping[str, Report],
    origin: Mapping[str, str],
    people: Sequence[Person],
    rule: str,
) -> dict[str, Figure]:
    made = {fate: figure(fate, claims, reports, origin, people=people, rule=rule) for fate in FATES}
    return {fate: found for fate, found in made.items() if found is not None}


def known_by(group: Group, reports: Mapping[str, Report], as_of: date) -> Group:
    """The group as it stood on a day: without what was published later or on an unknown day."""
    known = {i for i, r in reports.items() if r.published is not None and r.published <= as_of}
    return msgspec.structs.replace(
        group,
        claims=tuple(c for c in group.claims if c.report in known),
        reports=tuple(r for r in group.reports if r.id in known),
    )


def _by_report(group: Group, reports: Mapping[str, Report]) -> When | None:
    """The day of the incident; where nobody tells it, that of the earliest report, by which it had been, so marked."""
    published = [r.published for link in group.reports if (r := reports.get(link.id)) is not None and r.published]
    when = group.when or When()
    if when.start is not None or not published:
        return group.when
    first = min(published)
    return msgspec.structs.replace(when, start=first, end=first, precision="unknown", basis="published")


def _dated(then: Figure, now: Figure | None) -> Figure:
    same = now is not None and (then.low, then.best, then.high) == (now.low, now.best, now.high)
    return then if same else msgspec.structs.replace(then, status="superseded")
