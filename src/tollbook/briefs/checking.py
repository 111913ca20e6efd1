"""Checks every number and quotation of a brief against the record before the brief is returned."""

import re
from collections.abc import Iterator, Sequence, Set
from datetime import date
from pathlib import PurePath
from typing import get_args

from tollbook.briefs.records import Chapter, Line
from tollbook.errors import Refused
from tollbook.incidents.evidence import IncidentEvidence
from tollbook.locale import wording
from tollbook.locale.messages import message
from tollbook.model import Qualifier

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_QUOTED = re.compile(r"“([^”]*)”")


def check(chapter: Chapter, evidence: IncidentEvidence) -> None:
    """Raise Refused if a sentence has a number, or words in quotation marks, that the record does not have."""
    known = record_numbers(evidence)
    quotes = [_plain(claim.quote) for claim in evidence.group.claims]
    for line in (*chapter.setting, *chapter.figures, *chapter.persons, *chapter.statements):
        _check(line, known, quotes)
    counted = known | {str(n) for n in range(1, len(evidence.reports) + 1)}
    for line in chapter.doubts:
        # A question may count reports, and name qualifiers of numbers, such as “at least”, in quotation marks.
        _check(line, counted, [*quotes, *get_args(Qualifier)])
    in_reasons = known | _reasons(evidence) if chapter.why else known
    for line in chapter.why:
        # "4 more to the same effect" counts claims that the sentence itself names.
        _check(line, in_reasons | {str(n) for n in range(1, len(line.notes))}, quotes)


def _check(line: Line, known: Set[str], quotes: Sequence[str]) -> None:
    for quote in _QUOTED.findall(line.text):
        parts = [_plain(part) for part in quote.split("…")]
        if any(part and not any(part in known_quote for known_quote in quotes) for part in parts):
            raise Refused(
                message("The brief would quote words that no claim has, so it is not written: “{quote}”.", quote=quote)
            )
    for number in numbers_in(line.text):
        if number not in known:
            raise Refused(
                message(
                    "The brief would say {number}, which is not in the record, so it is not written: {sentence}",
                    number=number, sentence=line.text,
                )
            )  # fmt: skip


def numbers_in(text: str) -> list[str]:
    """Every number in a sentence, without thousands separators; quotations are skipped."""
    return [number.replace(",", "").rstrip(".") for number in _NUMBER.findall(_QUOTED.sub("“”", text))]


def record_numbers(evidence: IncidentEvidence) -> frozenset[str]:
    """Every number in the record of an incident: counts, bounds, ages, days, and how many sources and reports."""
    incident, numbers = evidence.incident, set[int | None]()
    for figure in incident.figures.values():
        numbers |= {figure.low, figure.best, figure.high, figure.independent_sources}
    for claim in evidence.group.claims:
        if claim.count is not None:
            numbers |= {claim.count.low, claim.count.best, claim.count.high}
        numbers |= _of_days(claim.when.start if claim.when else None, claim.when.end if claim.when else None)
    for victim in incident.victims:
        for each in (victim.count, victim.age):
            numbers |= {each.low, each.best, each.high} if each else set()
    reports = evidence.reports.values()
    for report in reports:
        numbers |= _of_days(report.published)
    numbers |= _of_days(incident.when.start if incident.when else None, incident.when.end if incident.when else None)
    linked = {link.id for link in incident.reports}
    outlets = {report.outlet for report in reports if report.outlet and report.id in linked}
    numbers |= {len(linked), len(outlets)}
    in_names = {n for name in _names(evidence) for n in numbers_in(name)}
    return frozenset(str(n) for n in numbers if n is not None) | in_names


def _reasons(evidence: IncidentEvidence) -> frozenset[str]:
    """Numbers of the same figures under other rules and without each claim, and those in the reasons of copying."""
    numbers: set[int | None] = {len(evidence.sources.groups)}
    for moves in evidence.sensitivity:
        numbers |= {moves.least, moves.most, *(n for bounds in moves.rules.values() for n in bounds)}
        numbers |= {n for lost in moves.claims for n in lost.without or ()}
    in_edges = {number for edge in evidence.sources.edges for number in numbers_in(edge.why)}
    return frozenset(str(n) for n in numbers if n is not None) | in_edges


def _names(evidence: IncidentEvidence) -> Iterator[str]:
    """Names that may contain numbers: of speakers, outlets, sites, victims and places."""
    incident = evidence.incident
    yield from (site.name for site in incident.sites)
    yield from (each.name for each in incident.perpetrators)
    yield from (statement.speaker for statement in incident.statements)
    yield from (victim.name or victim.description for victim in incident.victims)
    yield from (report.outlet or f"{report.id} {PurePath(report.origin).name}" for report in evidence.reports.values())
    yield from (speaker.name or "" for claim in evidence.group.claims for speaker in claim.speakers)
    yield incident.place.name if incident.place else ""


def _of_days(*days: date | None) -> set[int | None]:
    return {number for day in days if day for number in (day.day, day.year)}


def _plain(text: str) -> str:
    return " ".join(wording.clean(text).strip('“”"«»„ ').split())
