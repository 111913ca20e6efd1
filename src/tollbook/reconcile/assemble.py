"""Assembles the record of one incident from its claims: a pure function, the same in any order of the claims."""

from collections.abc import Mapping, Sequence
from datetime import date

import msgspec

from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import OUTCOMES, Claim, Report, When
from tollbook.person import PersonRulings
from tollbook.reconcile.copies import Copy
from tollbook.reconcile.figures import figure
from tollbook.reconcile.grading import grade, support
from tollbook.reconcile.independence import source_ids
from tollbook.reconcile.perpetrators import perpetrators
from tollbook.reconcile.person_mentions import EFFECTS, victim_mentions
from tollbook.reconcile.person_records import PersonContext, person_records
from tollbook.reconcile.persons import NO_RULINGS, PersonMentions, persons
from tollbook.reconcile.rules import RULES
from tollbook.reconcile.sites import sites
from tollbook.reconcile.statements import statements
from tollbook.reconcile.title import title
from tollbook.reconcile.victims import victims
from tollbook.reconcile.weapons import weapons
from tollbook.record import Figure, Group, Incident


def incident(
    group: Group,
    reports: Mapping[str, Report],
    copies: Sequence[Copy] = (),
    *,
    rule: str = "range",
    as_of: date | None = None,
    people: PersonRulings = NO_RULINGS,
    known: Group | None = None,
    confirmed: frozenset[str] = frozenset(),
) -> Incident:
    """The record of the incident that a group of claims is about, with its figures made by ``rule``.

    ``reports`` maps report ids to reports; claims of a report that is not in it count as undated and of no outlet.
    With ``as_of`` only reports published by that day are used; an undated report is left out, because nothing shows
    that it had been published. A figure that is different today then has the status ``superseded``. ``people`` are the
    decisions about persons; ``known`` is the group as linking makes it of these reports alone; ``confirmed`` are the
    claims of which people confirmed who is responsible: the grade counts no other admission and denial (decision 107).
    Raises ``Refused`` for an unknown rule.
    """
    if rule not in RULES:
        raise Refused(
            message("There is no rule “{name}” for figures; choose one of {names}.", name=rule, names=", ".join(RULES))
        )
    now = _incident(group, reports, copies, rule=rule, rulings=people, confirmed=confirmed)
    if as_of is None:
        return now
    before = known or known_by(group, reports, as_of)
    then = _incident(before, reports, copies, rule=rule, rulings=people, confirmed=confirmed)
    figures = {outcome: _as_of_then(figure, now.figures.get(outcome)) for outcome, figure in then.figures.items()}
    return msgspec.structs.replace(then, figures=figures)


def _incident(
    group: Group, reports: Mapping[str, Report], copies: Sequence[Copy], *,
    rule: str, rulings: PersonRulings, confirmed: frozenset[str],
) -> Incident:  # fmt: skip
    claims = sorted({c.id: c for c in group.claims}.values(), key=lambda c: (c.report, c.start, c.end, c.id))
    source_of = source_ids(claims, reports, copies)
    mentions, hit = victim_mentions(claims), sites(claims)
    when = _dated_by_reports(group, reports)
    texts = {name: report.text for name, report in reports.items()}
    one_by_one = persons(mentions, rulings)
    made = _figures(claims, reports, source_of, one_by_one, rule)
    single = tuple(each for each in EFFECTS if (f := made.get(each)) is not None and (f.low, f.high) == (1, 1))
    about = PersonContext(group.id, when, group.place, source_of, texts, single)
    known = person_records(one_by_one, about, rulings)
    people = victims(mentions, known)
    accused, stated = perpetrators(claims, reports), statements(claims, reports)
    return Incident(
        id=group.id,
        kind=group.kind,
        title=title(group, hit),
        when=when,
        place=group.place,
        reports=tuple(sorted(group.reports, key=lambda r: r.id)),
        figures=made,
        victims=people,
        persons=known,
        perpetrators=accused,
        sites=hit,
        weapons=weapons(claims),
        statements=stated,
        grade=grade(rule, made, support(claims, reports, accused, stated, confirmed=confirmed)),
    )


def figures(
    claims: Sequence[Claim],
    reports: Mapping[str, Report],
    source_of: Mapping[str, str],
    *,
    rule: str = "range",
    people: PersonRulings = NO_RULINGS,
) -> dict[str, Figure]:
    """The figures alone, by outcome in display order; ``source_of`` gives the independent source of each claim."""
    return _figures(claims, reports, source_of, persons(victim_mentions(claims), people), rule)


def _figures(
    claims: Sequence[Claim],
    reports: Mapping[str, Report],
    source_of: Mapping[str, str],
    people: Sequence[PersonMentions],
    rule: str,
) -> dict[str, Figure]:
    by_outcome = {
        outcome: figure(outcome, claims, reports, source_of, people=people, rule=rule) for outcome in OUTCOMES
    }
    return {outcome: made for outcome, made in by_outcome.items() if made is not None}


def known_by(group: Group, reports: Mapping[str, Report], as_of: date) -> Group:
    """The group as of a day: without reports published later or on an unknown day."""
    known = published_by(reports, as_of)
    return msgspec.structs.replace(
        group,
        claims=tuple(c for c in group.claims if c.report in known),
        reports=tuple(r for r in group.reports if r.id in known),
    )


def published_by(reports: Mapping[str, Report], day: date) -> frozenset[str]:
    """The reports published by a day."""
    return frozenset(i for i, r in reports.items() if r.published is not None and r.published <= day)


def _dated_by_reports(group: Group, reports: Mapping[str, Report]) -> When | None:
    """The day of the incident; if no claim gives it, the day of the earliest report, with the basis ``published``."""
    published = [r.published for link in group.reports if (r := reports.get(link.id)) is not None and r.published]
    when = group.when or When()
    if when.start is not None or not published:
        return group.when
    first = min(published)
    return msgspec.structs.replace(when, start=first, end=first, precision="unknown", basis="published")


def _as_of_then(then: Figure, now: Figure | None) -> Figure:
    same = now is not None and (then.low, then.best, then.high) == (now.low, now.best, now.high)
    return then if same else msgspec.structs.replace(then, status="superseded")
