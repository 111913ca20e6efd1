"""Checks every number and quotation of a brief against the record; a sentence that fails is left out, with a note."""

import re
from collections.abc import Iterator, Sequence, Set
from datetime import date
from typing import get_args

import msgspec

from tollbook.briefs.records import Chapter, Line
from tollbook.incidents.evidence import IncidentEvidence
from tollbook.locale import as_said, wording
from tollbook.locale.messages import message
from tollbook.model import Qualifier
from tollbook.record import Incident
from tollbook.report_name import report_name

_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_QUOTED = re.compile(r"“([^”]*)”")
_MARKS = re.compile("[“”\"«»„‘’']")
_SECTIONS = tuple(name for name in Chapter.__struct_fields__ if name not in {"incident", "checked"})
_UNKNOWN_NUMBER = message("A sentence is left out here: the record does not have its number.")
_UNKNOWN_QUOTE = message("A sentence is left out here: no report has the words that it quotes.")


def checked(chapter: Chapter, evidence: IncidentEvidence) -> Chapter:
    """The chapter without sentences whose numbers or quotations are not in the record; a note replaces each.

    A fault in one sentence does not stop the brief, because it does not affect the other sentences.
    """
    known, names = record_numbers(evidence), _names(evidence)
    quotes = [*(_plain(report.text) for report in evidence.reports.values()), *get_args(Qualifier)]
    quotes += [_plain(report.title or "") for report in evidence.reports.values()]
    reasons = known | _reasons(evidence)

    def check(line: Line, name: str) -> Line:
        # "4 more to the same effect" counts claims that the sentence itself names.
        counted = {str(n) for n in range(1, len(line.notes))} if name == "why" else set()
        if name in {"doubts", "more_doubts", "checks"}:  # a question may count reports
            counted |= {str(n) for n in range(1, len(evidence.reports) + 1)}
        return _checked(line, (reasons if name == "why" else known) | counted, quotes, names)

    sections = {name: tuple(check(line, name) for line in getattr(chapter, name)) for name in _SECTIONS}
    return msgspec.structs.replace(chapter, **sections)


def _checked(line: Line, known: Set[str], quotes: Sequence[str], names: Sequence[str]) -> Line:
    for quote in _QUOTED.findall(line.text):
        parts = [_plain(part) for part in quote.split("…")]
        if any(part and not any(part in known_quote for known_quote in quotes) for part in parts):
            return Line(text=_UNKNOWN_QUOTE)
    text = line.text
    for name in names:
        text = text.replace(name, "")
    return line if set(numbers_in(text)) <= known else Line(text=_UNKNOWN_NUMBER)


def numbers_in(text: str) -> list[str]:
    """Every number in a sentence, without thousands separators; quotations are skipped."""
    return [number.replace(",", "").rstrip(".") for number in _NUMBER.findall(_QUOTED.sub("“”", text))]


def record_numbers(evidence: IncidentEvidence) -> frozenset[str]:
    """Every number in the record of an incident: counts, bounds, ages, days, and how many sources and reports."""
    incident, numbers = evidence.incident, set[int | None]()
    for figure in incident.figures.values():
        numbers |= {figure.low, figure.best, figure.high, figure.independent_sources, *_printed_bounds(figure)}
    for claim in evidence.group.claims:
        if claim.count is not None:
            numbers |= {claim.count.low, claim.count.best, claim.count.high, *_printed_bounds(claim.count)}
        numbers |= _of_days(claim.when.start if claim.when else None, claim.when.end if claim.when else None)
    for victim in incident.victims:
        for each in (victim.count, victim.age):
            numbers |= {each.low, each.best, each.high} if each else set()
    numbers |= _named(incident)
    for report in evidence.reports.values():
        numbers |= _of_days(report.published)
    numbers |= _of_days(incident.when.start if incident.when else None, incident.when.end if incident.when else None)
    numbers |= _report_and_outlet_numbers(evidence)
    return frozenset(str(n) for n in numbers if n is not None)


def _printed_bounds(value: as_said.Bounded) -> set[int | None]:
    """The numbers that are printed for the bounds: 40 for "more than 40", which is kept as 41."""
    return {bound.number for bound in as_said.bounds(value) if bound is not None}


def _named(incident: Incident) -> set[int | None]:
    """How many persons of each outcome are named."""
    effects = {victim.effect for victim in incident.victims}
    return {sum(1 for v in incident.victims if v.name and v.effect == effect) for effect in effects}


def _report_and_outlet_numbers(evidence: IncidentEvidence) -> set[int | None]:
    """How many reports and outlets there are."""
    linked = {link.id for link in evidence.incident.reports}
    outlets = {report.outlet for report in evidence.reports.values() if report.outlet and report.id in linked}
    return {len(linked), len(outlets)}


def _reasons(evidence: IncidentEvidence) -> frozenset[str]:
    """Numbers of the same figures under other rules and without each claim, and those in the reasons of copying."""
    numbers: set[int | None] = {len(evidence.sources.groups)}
    for moves in evidence.sensitivity:
        numbers |= {moves.least, moves.most, *(n for bounds in moves.rules.values() for n in bounds)}
        numbers |= {n for lost in moves.claims for n in lost.without or ()}
    in_edges = {number for edge in evidence.sources.edges for number in numbers_in(edge.why)}
    return frozenset(str(n) for n in numbers if n is not None) | in_edges


def _names(evidence: IncidentEvidence) -> list[str]:
    """Names that may contain numbers, longest first: their digits are no figures, so they are not checked."""
    found = {wording.clean(name) for name in _every_name(evidence)}
    return sorted((name for name in found if re.search(r"[^\W\d_]", name)), key=lambda name: (-len(name), name))


def _every_name(evidence: IncidentEvidence) -> Iterator[str]:
    incident = evidence.incident
    for things in (incident.sites, incident.perpetrators, incident.weapons):
        yield from (each.name for each in things)
    yield from (statement.speaker for statement in incident.statements)
    for victim in incident.victims:
        yield from (victim.name or "", victim.description)
    yield from (people.text for claim in evidence.group.claims if (people := claim.people))
    for report in evidence.reports.values():
        yield from (wording.clean(report_name(report)), report.outlet or "")
    yield from (speaker.name or "" for claim in evidence.group.claims for speaker in claim.speakers)
    yield from (group.name for group in evidence.sources.groups)
    if (place := incident.place) is not None:
        yield from (wording.spot(place), place.name, place.admin1 or "", place.country_name or "")


def _of_days(*days: date | None) -> set[int | None]:
    return {number for day in days if day for number in (day.day, day.year)}


def _plain(text: str) -> str:
    """Words to compare quotations by: a brief prints the quotation marks inside a quotation as single ones."""
    return " ".join(_MARKS.sub("", wording.clean(text)).split())
