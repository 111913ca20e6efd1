"""Listings: a book's records as flat rows, for spreadsheets and for the screen."""

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from tollbook.export.contents import Contents
from tollbook.export.files import Files
from tollbook.locale import wording
from tollbook.model import Count, Place, Record, Report, When
from tollbook.reconcile import Outlet
from tollbook.record import Figure

Cell = str | int | float | None
#: First characters that make a spreadsheet run a cell as a formula; the wide ones do in East Asian editions. What is
#: not seen may stand before them.
_FORMULA = re.compile(r"[\s\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
_FIGURES = ("killed", "injured", "missing", "captured", "abducted", "displaced")


class Listing(Record, frozen=True, kw_only=True):
    """Rows under ``columns``; ``shown`` are the columns that fit on a screen."""

    columns: tuple[str, ...]
    shown: tuple[str, ...]
    rows: list[dict[str, Cell]]


def reports(contents: Contents) -> Listing:
    """One row a report."""
    claims = Counter(claim.report for claim in contents.claims)
    rows: list[dict[str, Cell]] = [
        {
            "id": r.id, "published": _day(r.published), "outlet": r.outlet, "title": r.title or r.text[:80],
            "claims": claims[r.id], "url": r.url, "origin": r.origin, "sha256": r.sha256,
        }
        for r in contents.reports
    ]  # fmt: skip
    return _listing(rows, ("id", "published", "outlet", "title", "claims"), ("url", "origin", "sha256"))


def claims(contents: Contents) -> Listing:
    """One row a claim."""
    rows: list[dict[str, Cell]] = [
        {
            "id": c.id, "kind": c.kind, "figure": wording.count(c.count), "quote": c.quote,
            "according to": wording.chain(c.speakers), "day": _days(c.when),
            "place": c.place.name if c.place else None, "scope": c.scope, "stance": c.stance,
            **_count(c.count), "people": c.people.text if c.people else None, **_when(c.when), **_place(c.place),
            "by": "; ".join(a.name for a in c.by), "with": "; ".join(t.name for t in c.with_),
            "sites": "; ".join(t.name for t in c.sites), "report": c.report, "start": c.start, "end": c.end,
            "incident": c.incident, "toll": c.toll, "finder": c.finder, "confidence": c.confidence,
        }
        for c in contents.claims
    ]  # fmt: skip
    return _listing(rows, ("id", "kind", "figure", "quote", "according to"))


def incidents(contents: Contents) -> Listing:
    """One row an incident."""
    rows: list[dict[str, Cell]] = [
        {
            "id": i.id, "title": i.title, "kind": i.kind, "day": _days(i.when),
            **{name: wording.bounds(i.figures[name]) if name in i.figures else None for name in _FIGURES},
            "reports": len(i.reports), **_when(i.when), **_place(i.place),
            **{key: cell for name in _FIGURES for key, cell in _figure(name, i.figures.get(name)).items()},
            "perpetrators": "; ".join(f"{p.name} ({p.confidence})" for p in i.perpetrators),
            "grade": i.grade.value if i.grade else None, "questions": " ".join(i.questions),
        }
        for i in contents.incidents
    ]  # fmt: skip
    return _listing(rows, ("id", "title", "day", "killed", "injured", "reports"))


def tolls(contents: Contents) -> Listing:
    """One row a point of a toll's series."""
    rows: list[dict[str, Cell]] = [
        {
            "id": t.id, "kind": t.kind, "people": t.people, "place": t.place.name if t.place else None,
            "as of": _day(p.as_of), "figure": wording.bounds(p), "low": p.low, "best": p.best, "high": p.high,
            "sources": t.independent_sources, "basis": basis, "claims": " ".join(p.claims),
        }
        for t in contents.tolls
        for basis, series in (("said", t.series), ("derived", t.derived))
        for p in series
    ]  # fmt: skip
    return _listing(rows, ("id", "kind", "place", "people", "as of", "figure", "basis"))


def outlets(found: Iterable[Outlet], reports: Iterable[Report]) -> Listing:
    """One row an outlet, with what its table says of it."""
    number = Counter(report.outlet for report in reports)
    rows: list[dict[str, Cell]] = [each.to_dict() | {"reports": number[each.outlet]} for each in found]
    return _listing(rows, ("outlet", "country", "owner_or_side", "kind", "reports"))


LISTINGS = {"reports": reports, "claims": claims, "incidents": incidents, "tolls": tolls}


def csv_lines(listing: Listing) -> Iterator[str]:
    """The rows as CSV with a header; text that a spreadsheet would run as a formula gets a leading apostrophe."""
    yield _csv_line(listing.columns)
    for row in listing.rows:
        yield _csv_line([neutral(row[column]) for column in listing.columns])


def files(contents: Contents) -> Files:
    """Every listing as a CSV file. UTF-8 with a mark, as Excel needs."""
    return {
        f"{name}.csv": chain([codecs.BOM_UTF8], map(str.encode, csv_lines(listing(contents))))
        for name, listing in LISTINGS.items()
    }


def neutral(cell: Cell) -> Cell:
    """A cell that no spreadsheet runs: text that would be a formula gets a leading apostrophe, as Excel itself does."""
    if not isinstance(cell, str):
        return cell
    # Looked at before cleaning too: a tab or a control character in front of a sign is stripped by some programs.
    text = wording.clean(cell)
    return f"'{text}" if _FORMULA.match(cell) or _FORMULA.match(text) else text


def _listing(rows: list[dict[str, Cell]], shown: tuple[str, ...], more: tuple[str, ...] = ()) -> Listing:
    return Listing(columns=tuple(rows[0]) if rows else shown + more, shown=shown, rows=rows)


def _csv_line(cells: Sequence[Cell]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()


def _day(value: object) -> str | None:
    return None if value is None else str(value)


def _days(value: When | None) -> str | None:
    """The first day, and the last where it is another."""
    if value is None or value.start is None:
        return None
    return str(value.start) if value.end in {None, value.start} else f"{value.start} to {value.end}"


def _count(value: Count | None) -> dict[str, Cell]:
    count = value or Count()
    return {
        "low": count.low, "best": count.best, "high": count.high,
        "qualifier": value.qualifier if value else None, "words": count.text,
    }  # fmt: skip


def _when(value: When | None) -> dict[str, Cell]:
    when = value or When()
    return {"first day": _day(when.start), "last day": _day(when.end), "precision": when.precision, "basis": when.basis}


def _place(value: Place | None) -> dict[str, Cell]:
    place = value or Place(name="")
    return {
        "location": place.name, "admin1": place.admin1, "country": place.country, "lat": place.lat, "lon": place.lon,
        "geonameid": place.geonameid, "where precision": place.precision,
    }  # fmt: skip


def _figure(name: str, value: Figure | None) -> dict[str, Cell]:
    figure = value or Figure()
    return {
        f"{name} low": figure.low, f"{name} best": figure.best, f"{name} high": figure.high,
        f"{name} status": value.status if value else None,
        f"{name} sources": value.independent_sources if value else None,
    }  # fmt: skip
