"""Every number and quotation of a brief is looked for in the record before the brief is handed out."""

import re
from collections.abc import Iterator, Sequence, Set
from datetime import date
from pathlib import PurePath
from typing import get_args

from tollbook.briefs.records import Chapter, Line
from tollbook.errors import Refused
from tollbook.incidents.evidence import IncidentEvidence
from tollbook.locale import wording
from tollbook.model import Qualifier

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_QUOTED = re.compile(r"“([^”]*)”")


def check(chapter: Chapter, dossier: IncidentEvidence) -> None:
    """Raise Refused where a sentence has a number, or words in quotation marks, that the record does not have."""
    known = record_numbers(dossier)
    quotes = [_plain(claim.quote) for claim in dossier.group.claims]
    for line in (*chapter.setting, *chapter.figures, *chapter.persons, *chapter.statements):
        _check(line, known, quotes)
    for line in chapter.doubts:
        # A question names the words by which a number is open, “at least” or “more than”, as words and not as anyone's.
        _check(line, known, [*quotes, *get_args(Qualifier)])
    moved = known | _reasons(dossier) if chapter.why else known
    for line in chapter.why:
        # "4 more to the same effect" counts claims that the sentence itself names.
        _check(line, moved | {str(n) for n in range(1, len(line.notes))}, quotes)


def _check(line: Line, known: Set[str], quotes: Sequence[str]) -> None:
    for quote in _QUOTED.findall(line.text):
        parts = [_plain(part) for part in quote.split("…")]
        if any(part and not any(part in said for said in quotes) for part in parts):
            raise Refused(f"The brief would quote words that no claim has, and is not written: “{quote}”.")
    for number in numbers_in(line.text):
        if number not in known:
            raise Refused(f"The brief would say {number}, which is not in the record, and is not written: {line.text}")


def numbers_in(text: str) -> list[str]:
    """Every number in a sentence, without thousands separators; what stands in quotation marks is not ours."""
    return [found.replace(",", "").rstrip(".") for found in _NUMBER.findall(_QUOTED.sub("“”", text))]


def record_numbers(dossier: IncidentEvidence) -> frozenset[str]:
    """Every number the record of an incident has: counts, bounds, ages, days, and how many sources and reports."""
    incident, found = dossier.incident, set[int | None]()
    for figure in incident.figures.values():
        found |= {figure.low, figure.best, figure.high, figure.independent_sources}
    for claim in dossier.group.claims:
        if claim.count is not None:
            found |= {claim.count.low, claim.count.best, claim.count.high}
        found |= _of_days(claim.when.start if claim.when else None, claim.when.end if claim.when else None)
    for victim in incident.victims:
        for each in (victim.count, victim.age):
            found |= {each.low, each.best, each.high} if each else set()
    reports = dossier.reports.values()
    for report in reports:
        found |= _of_days(report.published)
    found |= _of_days(incident.when.start if incident.when else None, incident.when.end if incident.when else None)
    told = {link.id for link in incident.reports}
    outlets = {report.outlet for report in reports if report.outlet and report.id in told}
    found |= {len(told), len(outlets)}
    named = [*_names(dossier)]
    return frozenset(str(n) for n in found if n is not None) | {n for name in named for n in numbers_in(name)}


def _reasons(dossier: IncidentEvidence) -> frozenset[str]:
    """Numbers of the same figures under other rules and without each claim, and those in the reasons of copying."""
    found: set[int | None] = {len(dossier.sources.groups)}
    for moves in dossier.sensitivity:
        found |= {moves.least, moves.most, *(n for bounds in moves.rules.values() for n in bounds)}
        found |= {n for lost in moves.claims for n in lost.without or ()}
    said = {number for edge in dossier.sources.edges for number in numbers_in(edge.why)}
    return frozenset(str(n) for n in found if n is not None) | said


def _names(dossier: IncidentEvidence) -> Iterator[str]:
    """Names that may have numbers in them: of speakers, outlets, sites, places and rules' own words."""
    incident = dossier.incident
    yield from (site.name for site in incident.sites)
    yield from (each.name for each in incident.perpetrators)
    yield from (said.speaker for said in incident.statements)
    yield from (victim.name or victim.description for victim in incident.victims)
    yield from (report.outlet or f"{report.id} {PurePath(report.origin).name}" for report in dossier.reports.values())
    yield from (speaker.name or "" for claim in dossier.group.claims for speaker in claim.speakers)
    yield incident.place.name if incident.place else ""


def _of_days(*days: date | None) -> set[int | None]:
    return {number for day in days if day for number in (day.day, day.year)}


def _plain(text: str) -> str:
    return " ".join(wording.clean(text).strip('“”"«»„ ').split())
