"""Incidents and the persons killed in them by the variables of Iraq Body Count.

Iraq Body Count, *Methods* section 3.1: 12 variables for each incident, 6 for each person.
Minimum and maximum are those of the rule ``ibc``. Whether an entry is provisional (*Methods*, section 1) is in a column
of its own. Iraq Body Count records civilians; which incidents and persons it would record is left to a person.
"""

from tollbook.export.cases import ReportedIncident, as_said, cases, outlets
from tollbook.export.files import Files
from tollbook.export.listing import Columns, Listing, csv_file, listing
from tollbook.locale import wording
from tollbook.person import Person
from tollbook.record import Contents, Incident


def files(contents: Contents) -> Files:
    """Two CSV files: incidents, and the persons killed in them."""
    return {"incidents.csv": csv_file(incidents(contents)), "persons.csv": csv_file(persons(contents))}


def incidents(contents: Contents) -> Listing:
    """One row for each incident in which people were killed according to reports, even if the number is unknown."""
    return listing(_INCIDENT, (each for each in cases(contents) if "killed" in each.incident.figures))


def persons(contents: Contents) -> Listing:
    """One row for each person killed in each incident, also where every report only doubts or fears the death."""
    killed = [(each, person) for each in contents.incidents for person in each.persons if person.fate == "killed"]
    return listing(_PERSON, killed)


def _injured(case: ReportedIncident, bound: str) -> int | None:
    figure = case.incident.figures.get("injured")
    return None if figure is None else figure.low if bound == "low" else figure.high


def _informants(case: ReportedIncident) -> str:
    """The first in each chain of speakers, without the outlets themselves."""
    first = (claim.speakers[0] for claim in case.claims if claim.speakers and claim.speakers[0].role != "outlet")
    return "; ".join(dict.fromkeys(each.name or each.role or "" for each in first))


_INCIDENT: Columns[ReportedIncident] = {
    "Incident": lambda c: c.incident.id,
    "Date": lambda c: wording.days(c.when) if c.when.start else None,
    "Time": lambda c: c.when.time,
    "Place": lambda c: (
        ", ".join(filter(None, (wording.spot(c.place), c.place.name, c.place.admin1, c.place.country_name))) or None
    ),
    "Target": lambda c: "; ".join(site.name for site in c.incident.sites),
    "Minimum deaths": lambda c: c.killed.low,
    "Maximum deaths": lambda c: c.killed.high,
    "Minimum injuries": lambda c: _injured(c, "low"),
    "Maximum injuries": lambda c: _injured(c, "high"),
    "Weapons": lambda c: "; ".join(weapon.name for weapon in c.incident.weapons),
    "Killers": lambda c: "; ".join(f"{each.name} ({each.confidence})" for each in c.incident.perpetrators),
    "Media sources": lambda c: "; ".join(outlets(c)),
    "Primary witnesses": _informants,
    "Status": lambda c: "provisional" if c.killed.independent_sources < 2 else "documented",
    "Deaths as said": lambda c: as_said(c.incident.figures.get("killed")),
    "Precision of date": lambda c: c.when.precision,
    "Precision of place": lambda c: c.place.precision,
}
_PERSON: Columns[tuple[Incident, Person]] = {
    "Incident": lambda r: r[0].id,
    "Name": lambda r: "; ".join(dict.fromkeys(filter(None, (r[1].name, *r[1].names)))) or r[1].description,
    "Age": lambda r: wording.bounds(r[1].age) if r[1].age else None,
    "Gender": lambda r: r[1].sex,
    # Relatives in reports seldom show whether somebody was married or a parent, so a person must fill in both.
    "Marital status": lambda r: None,
    "Parental status": lambda r: None,
    "Occupation": lambda r: "; ".join(r[1].roles),
    "Status": lambda r: r[1].status,
    "Relatives as said": lambda r: "; ".join(r[1].kin),
    "Death in doubt": lambda r: "yes" if r[1].in_doubt else None,
}
