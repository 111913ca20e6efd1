"""Incidents in the fields of Airwars' published records, as JSON.

The names are those of Airwars' own incident records. Airwars grades incidents of civilian harm: ``grading`` is that of
the record (``reconcile.grading``), left empty where it follows another scheme. Reports often count the killed without
saying who was a civilian: ``civilians_killed_min`` counts those whom reports call civilians, and the maximum leaves out
those whom they call combatants. Fields that begin with ``tollbook_`` have the figures as reported.
"""

from collections.abc import Callable, Iterator
from typing import Any

from tollbook.export.bundle import json_line
from tollbook.export.cases import ReportedIncident, as_said, cases, dispute, headline
from tollbook.export.files import Files
from tollbook.locale import wording
from tollbook.model import Report
from tollbook.record import Contents, Figure, Victim
from tollbook.report_name import publisher_name

_ADULT = 18
#: Airwars' precision of a place, by UCDP's where_prec.
_ACCURACY = {1: "exact location", 2: "within 25 km", 3: "district", 4: "province", 5: "area", 6: "country", 7: "sea"}
_Test = Callable[[Victim], bool]


def files(contents: Contents) -> Files:
    """One JSON file: ``incidents``, a list of records."""
    return {"tollbook-airwars.json": _chunks(contents)}


def _chunks(contents: Contents) -> Iterator[bytes]:
    yield b'{"incidents":[\n'
    for number, case in enumerate(cases(contents)):
        yield f"{',' if number else ''}{json_line(record(case))}\n".encode()
    yield b"]}\n"


def record(case: ReportedIncident) -> dict[str, Any]:
    """One incident; an unknown value is None, never zero."""
    incident, place = case.incident, case.place
    injured = incident.figures.get("injured") or Figure()
    grade = incident.grade
    return {
        "unique_reference_code": incident.id,
        "title": incident.title,
        "date": case.when.start,
        "date_end": case.when.end,
        "date_precision": case.when.precision,
        "country": place.country_name,
        "location": ", ".join(filter(None, (place.name, place.admin1))) or None,
        "latitude": place.lat,
        "longitude": place.lon,
        "geolocation_accuracy": _ACCURACY.get(place.precision or 0),
        "grading": grade.value if grade is not None and grade.rule == "airwars" else None,
        "grading_reason": grade.why if grade is not None and grade.rule == "airwars" else None,
        # Whether a strike was declared, is likely or contested is for researchers to decide.
        "strike_status": None,
        "belligerent_list": [{"name": each.name, "certainty": each.confidence} for each in incident.perpetrators],
        **_killed_and_injured(case, injured),
        "victims": [_victim(each) for each in incident.victims if each.name],
        "targets": [{"name": each.name, "kind": each.kind, "effect": each.effect} for each in incident.sites],
        "munitions": [each.name for each in incident.weapons],
        "sources": [_source(report) for report in case.reports],
        "tollbook_killed": _figure(case.killed),
        "tollbook_injured": _figure(injured),
        "tollbook_dispute": dispute(case),
    }


def _killed_and_injured(case: ReportedIncident, injured: Figure) -> dict[str, int | None]:
    """The minimum and maximum of each group; a maximum that no report gives is None."""

    def called(who: _Test, effect: str) -> int | None:
        counts = [
            each.count.low if each.count.low is not None else 1 if each.name else None
            for each in case.incident.victims
            if each.effect == effect and not each.in_doubt and who(each)
        ]
        known = [number for number in counts if number is not None]
        return sum(known) if known else None

    found: dict[str, int | None] = {}
    for effect, figure in (("killed", case.killed), ("injured", injured)):
        fighters = called(lambda each: each.status == "combatant", effect)
        most = None if figure.high is None else max(0, figure.high - (fighters or 0))
        least = called(lambda each: each.status == "civilian", effect)
        # The same people may be counted in two reports; no group is larger than everybody.
        found[f"civilians_{effect}_min"] = least if least is None or most is None else min(least, most)
        found[f"civilians_{effect}_max"] = most
        found[f"militants_{effect}_min"] = fighters
    for group, who in _GROUPS.items():
        number = called(who, "killed")
        most = case.killed.high
        found[f"{group}_killed_min"] = number if number is None or most is None else min(number, most)
    return found


_GROUPS: dict[str, _Test] = {
    "children": lambda each: each.age is not None and each.age.high is not None and each.age.high < _ADULT,
    "women": lambda each: each.sex == "female" and _grown(each),
    "men": lambda each: each.sex == "male" and _grown(each),
}


def _grown(victim: Victim) -> bool:
    return victim.age is None or victim.age.low is None or victim.age.low >= _ADULT


def _victim(victim: Victim) -> dict[str, Any]:
    age = wording.bounds(victim.age) if victim.age else None
    return {
        "name": victim.name, "age": age, "gender": victim.sex, "outcome": victim.effect, "status": victim.status,
        "tollbook_in_doubt": victim.in_doubt,
    }  # fmt: skip


def _source(report: Report) -> dict[str, Any]:
    name, title = publisher_name(report), headline(report)
    return {"name": name, "title": title, "url": report.url, "date": report.published}


def _figure(figure: Figure) -> dict[str, Any]:
    said = as_said(figure) if (figure.low, figure.best, figure.high) != (None, None, None) else None
    return {
        "min": figure.low, "best": figure.best, "max": figure.high, "as_said": said, "status": figure.status,
        "independent_sources": figure.independent_sources,
    }  # fmt: skip
