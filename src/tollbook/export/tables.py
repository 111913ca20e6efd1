"""Listings: a book's records as flat rows, for spreadsheets and for the terminal. To add a column, add a line."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import msgspec

from tollbook.export.listing import Cell, Columns, Listing, listing
from tollbook.locale import wording
from tollbook.model import Claim, Count, Place, Report, When
from tollbook.person import Person
from tollbook.reconcile import Outlet
from tollbook.record import Contents, DecidedClaim, Figure, Incident, Toll, TollPoint
from tollbook.report_name import publisher_name, report_name
from tollbook.series import Series

T = TypeVar("T")
U = TypeVar("U")
_FIGURES = ("killed", "injured", "missing", "captured", "abducted", "displaced")
#: Outcomes whose columns came later; scripts rely on the order of the others.
_LATER_FIGURES = ("trapped", "buried", "unharmed")


def reports(contents: Contents) -> Listing:
    """One row for each report."""
    claims = Counter(claim.report for claim in contents.claims)
    counted = ((report, claims[report.id]) for report in contents.reports)
    return listing(_REPORT, counted, shown=("id", "published", "outlet", "title", "claims"))


def claims(contents: Contents) -> Listing:
    """One row for each claim."""
    reports = {report.id: wording.clean(publisher_name(report)) for report in contents.reports}
    rows = ((claim, reports.get(claim.report, "")) for claim in contents.claims)
    return listing(_CLAIM_OF_REPORT, rows, shown=("id", "kind", "figure", "quote", "according to"))


def incidents(contents: Contents) -> Listing:
    """One row for each incident."""
    return listing(_INCIDENT, contents.incidents, shown=("id", "title", "day", "place", "killed", "injured", "reports"))


def persons(contents: Contents) -> Listing:
    """One row for each person, named ones first."""
    return listing(_PERSON, contents.persons, shown=("id", "name", "description", "age", "fate", "day", "place"))


def tolls(contents: Contents) -> Listing:
    """One row for each point in the series of a toll: the stated points first, then the derived ones."""
    points = (
        (toll, point, basis)
        for toll in contents.tolls
        for basis, series in (("said", toll.series), ("derived", toll.derived))
        for point in series
    )
    return listing(_TOLL_POINT, points, shown=("id", "kind", "place", "people", "as of", "figure", "basis"))


def series(contents: Contents) -> Listing:
    """One row for each series of incidents. A table shows the derived titles if a person named any of the series."""
    named = ("derived title",) if any(each.named is not None for each in contents.series) else ()
    return listing(_SERIES, contents.series, shown=("id", "title", *named, "incidents", "first day", "last day"))


def outlets(known: Iterable[Outlet], reports: Iterable[Report]) -> Listing:
    """One row for each outlet: its entry in the table of outlets, and how many reports the book has of it."""
    number = Counter(report.outlet for report in reports)
    fields = [field.encode_name for field in msgspec.structs.fields(Outlet)]
    rows: list[dict[str, Cell]] = [each.to_dict() | {"reports": number[each.outlet]} for each in known]
    return Listing(
        columns=(*fields, "reports"), shown=("outlet", "country", "owner_or_side", "kind", "reports"), rows=rows
    )


LISTINGS: Mapping[str, Callable[[Contents], Listing]] = {
    "reports": reports, "claims": claims, "incidents": incidents, "persons": persons, "tolls": tolls,
    "series": series,
}  # fmt: skip


def _of(columns: Columns[U], part: Callable[[T], U]) -> Columns[T]:
    """Columns of one part of a record as columns of the record."""

    def cell(column: Callable[[U], Cell]) -> Callable[[T], Cell]:
        return lambda record: column(part(record))

    return {name: cell(column) for name, column in columns.items()}


def _day(value: object) -> str | None:
    return None if value is None else str(value)


def _days(value: When | None) -> str | None:
    """The first day, and the last one if it differs."""
    if value is None or value.start is None:
        return None
    return str(value.start) if value.end in {None, value.start} else f"{value.start} to {value.end}"


def _figure_columns(name: str) -> Columns[Incident]:
    """Low, best, high, status and number of sources of one figure of an incident."""
    columns: Columns[Figure | None] = {
        f"{name} low": lambda f: f.low if f else None,
        f"{name} best": lambda f: f.best if f else None,
        f"{name} high": lambda f: f.high if f else None,
        f"{name} status": lambda f: f.status if f else None,
        f"{name} sources": lambda f: f.independent_sources if f else None,
    }
    return _of(columns, lambda incident: incident.figures.get(name))


def _bounds_column(name: str) -> Columns[Incident]:
    return {name: lambda i: wording.bounds(i.figures[name]) if name in i.figures else None}


_WHEN: Columns[When] = {
    "first day": lambda when: _day(when.start),
    "last day": lambda when: _day(when.end),
    "precision": lambda when: when.precision,
    "basis": lambda when: when.basis,
}
_PLACE: Columns[Place] = {
    "location": lambda place: place.name,
    "admin1": lambda place: place.admin1,
    "country": lambda place: place.country,
    "lat": lambda place: place.lat,
    "lon": lambda place: place.lon,
    "geonameid": lambda place: place.geonameid,
    "where precision": lambda place: place.precision,
}
_COUNT: Columns[Count | None] = {
    "low": lambda count: count.low if count else None,
    "best": lambda count: count.best if count else None,
    "high": lambda count: count.high if count else None,
    "qualifier": lambda count: count.qualifier if count else None,
    "words": lambda count: count.text if count else "",
}
#: A report, and how many claims it has.
_REPORT: Columns[tuple[Report, int]] = {
    "id": lambda r: r[0].id,
    "published": lambda r: _day(r[0].published),
    "outlet": lambda r: r[0].outlet,
    "title": lambda r: r[0].title or report_name(r[0]),
    "claims": lambda r: r[1],
    "url": lambda r: r[0].url,
    "origin": lambda r: r[0].origin,
    "sha256": lambda r: r[0].sha256,
    "outlet as reported": lambda r: r[0].outlet_as_reported,
}
_CLAIM: Columns[Claim] = {
    "id": lambda c: c.id,
    "kind": lambda c: c.kind,
    "figure": lambda c: wording.count(c.count),
    "quote": lambda c: c.quote,
    "according to": lambda c: wording.chain(c.speakers),
    "day": lambda c: _days(c.when),
    "place": lambda c: c.place.name if c.place else None,
    "scope": lambda c: c.scope,
    "stance": lambda c: c.stance,
    **_of(_COUNT, lambda c: c.count),
    "people": lambda c: c.people.text if c.people else None,
    **_of(_WHEN, lambda c: c.when or When()),
    **_of(_PLACE, lambda c: c.place or Place(name="")),
    "by": lambda c: "; ".join(actor.name for actor in c.by),
    "with": lambda c: "; ".join(weapon.name for weapon in c.with_),
    "sites": lambda c: "; ".join(site.name for site in c.sites),
    "report": lambda c: c.report,
    "start": lambda c: c.start,
    "end": lambda c: c.end,
    "incident": lambda c: c.incident,
    "toll": lambda c: c.toll,
    "finder": lambda c: c.finder,
    "confidence": lambda c: c.confidence,
    "speaker as reported": lambda c: next((s.as_reported for s in c.speakers if s.as_reported), None),
    "place as reported": lambda c: c.place.text or None if c.place else None,
    "by as reported": lambda c: "; ".join(actor.as_reported or actor.name for actor in c.by),
    "sites as reported": lambda c: "; ".join(site.as_reported or site.name for site in c.sites),
    "corrected": lambda c: "; ".join(c.corrected) if isinstance(c, DecidedClaim) else None,
    "rejected": lambda c: "yes" if isinstance(c, DecidedClaim) and c.rejected else None,
}


def _claim_of(row: tuple[Claim, str]) -> Claim:
    return row[0]


#: A claim, and the name of its report for an outlet that is not named.
_CLAIM_OF_REPORT: Columns[tuple[Claim, str]] = {
    **_of(_CLAIM, _claim_of),
    "according to": lambda row: wording.chain(row[0].speakers, row[1]),
}
_INCIDENT: Columns[Incident] = {
    "id": lambda i: i.id,
    "title": lambda i: i.title,
    "kind": lambda i: i.kind,
    "day": lambda i: _days(i.when),
    **{header: cell for name in _FIGURES for header, cell in _bounds_column(name).items()},
    "reports": lambda i: len(i.reports),
    **_of(_WHEN, lambda i: i.when or When()),
    **_of(_PLACE, lambda i: i.place or Place(name="")),
    **{header: cell for name in _FIGURES for header, cell in _figure_columns(name).items()},
    "perpetrators": lambda i: "; ".join(f"{each.name} ({each.confidence})" for each in i.perpetrators),
    "grade": lambda i: i.grade.value if i.grade else None,
    "questions": lambda i: " ".join(i.questions),
    "place": lambda i: i.place.name if i.place else None,
    "perpetrators as reported": lambda i: "; ".join(n for each in i.perpetrators for n in each.as_reported),
    "sides of perpetrators": lambda i: "; ".join(f"{e.name} ({e.side})" for e in i.perpetrators if e.side),
    **{header: cell for name in _LATER_FIGURES for header, cell in _bounds_column(name).items()},
    **{header: cell for name in _LATER_FIGURES for header, cell in _figure_columns(name).items()},
    "series": lambda i: i.series,
    "address or site": lambda i: wording.spot(i.place) or None,
}
_PERSON: Columns[Person] = {
    "id": lambda p: p.id,
    "name": lambda p: p.name,
    "spellings": lambda p: "; ".join(p.names),
    "description": lambda p: p.description,
    "age": lambda p: wording.bounds(p.age) if p.age else None,
    "age low": lambda p: p.age.low if p.age else None,
    "age high": lambda p: p.age.high if p.age else None,
    "sex": lambda p: p.sex,
    "status": lambda p: p.status,
    "roles": lambda p: "; ".join(p.roles),
    "relatives": lambda p: "; ".join(p.kin),
    "fate": lambda p: p.fate,
    "day": lambda p: _days(p.when),
    "place": lambda p: p.place.name if p.place else None,
    "incidents": lambda p: " ".join(p.incidents),
    "independent sources": lambda p: p.independent_sources,
    "according to": lambda p: "; ".join(dict.fromkeys(wording.chain(s.speakers) for s in p.sources)),
    "quotes": lambda p: " | ".join(s.quote for s in p.sources),
    "claims": lambda p: " ".join(dict.fromkeys(s.claim for s in p.sources)),
    "reports": lambda p: " ".join(dict.fromkeys(s.report for s in p.sources)),
    "set by hand": lambda p: "; ".join(p.corrected),
    "fate in doubt": lambda p: "yes" if p.in_doubt else None,
}
_SERIES: Columns[Series] = {
    "id": lambda s: s.id,
    "kind": lambda s: s.kind,
    "title": lambda s: s.title,
    "incidents": lambda s: len(s.incidents),
    **_of(_WHEN, lambda s: s.when or When()),
    **_of(_PLACE, lambda s: s.place or Place(name="")),
    "incident ids": lambda s: " ".join(s.incidents),
    "totals": lambda s: " ".join(s.tolls),
    "derived title": lambda s: s.derived_title,
}
#: A toll, one point of it, and whether the point was stated or derived.
_TOLL_POINT: Columns[tuple[Toll, TollPoint, str]] = {
    "id": lambda t: t[0].id,
    "kind": lambda t: t[0].kind,
    "people": lambda t: t[0].people,
    "place": lambda t: t[0].place.name if t[0].place else None,
    "as of": lambda t: _day(t[1].as_of),
    "figure": lambda t: wording.bounds(t[1]),
    "low": lambda t: t[1].low,
    "best": lambda t: t[1].best,
    "high": lambda t: t[1].high,
    "sources": lambda t: t[0].independent_sources,
    "basis": lambda t: t[2],
    "claims": lambda t: " ".join(t[1].claims),
}
