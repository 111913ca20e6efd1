"""Pages for one place, one speaker, one outlet, and the lists of them."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from tollbook.book import Book
from tollbook.errors import NoSuchRecord
from tollbook.incidents.facets import informant
from tollbook.locale.messages import message
from tollbook.model import OUTCOMES, Claim
from tollbook.reconcile.independence import source_ids
from tollbook.search.query import IncidentIndex, Query
from tollbook.web.charts.bars import short_count
from tollbook.web.charts.source_marks import source_marks
from tollbook.web.dependencies import CurrentBook, CurrentIndex, PageNumber
from tollbook.web.pages.incidents import rows_of
from tollbook.web.rendering import page, segment

router = APIRouter()
#: Names on one page of a list, and rows on the page of one name: as many as people can still look through.
NAMES, ROWS = 200, 100


@router.get("/places")
def places(request: Request, book: CurrentBook, text: str = "", number: PageNumber = 1) -> HTMLResponse:
    """All places of incidents, by the number of incidents."""
    return _names(request, book, "place", text, number)


@router.get("/speakers")
def speakers(request: Request, book: CurrentBook, text: str = "", number: PageNumber = 1) -> HTMLResponse:
    """All quoted speakers, by the number of incidents."""
    return _names(request, book, "speaker", text, number)


@router.get("/outlets")
def outlets(request: Request, book: CurrentBook, text: str = "", number: PageNumber = 1) -> HTMLResponse:
    """All outlets, by the number of incidents."""
    return _names(request, book, "outlet", text, number)


@router.get("/places/{name:path}")
def place(request: Request, name: str, book: CurrentBook, index: CurrentIndex) -> Response:
    """One place: its incidents, running totals and speakers."""
    if (settled := book.names.preferred("places", name)) != name:
        return RedirectResponse(f"/places/{segment(settled)}", status_code=307)
    listing = book.search.incidents(Query(place=name, per_page=ROWS))
    tolls = [toll for toll in index.tolls.values() if toll.place is not None and toll.place.name == name]
    if not listing.total and not tolls:
        raise NoSuchRecord(message("No incident or running total in this book is at a place called {name}.", name=name))
    spots = json.dumps([spot.to_dict() for spot in listing.spots]).replace("<", "\\u003c")
    where = next((incident.place for incident in listing.incidents if incident.place), None)
    where = where or next((toll.place for toll in tolls), None)
    return page(
        request, "place.html", name=name, place=where, tolls=tolls, spots=spots, listing=listing,
        rows=rows_of(book, listing.incidents),
    )  # fmt: skip


@router.get("/speakers/{name:path}")
def speaker(request: Request, name: str, book: CurrentBook, index: CurrentIndex) -> Response:
    """One speaker: their claims in order of publication, and every spelling of the name."""
    if (settled := book.names.preferred("speakers", name)) != name:
        return RedirectResponse(f"/speakers/{segment(settled)}", status_code=307)
    by_speaker = index.claims_by(name)
    if not by_speaker:
        raise NoSuchRecord(message("No claim in this book is by a speaker called {name}.", name=name))
    listing = book.search.incidents(Query(speaker=name, per_page=ROWS))
    ordered = sorted(by_speaker, key=lambda claim: _published(claim, index))
    roles = Counter(filter(None, (claim.speakers[0].role for claim in by_speaker)))
    return page(
        request, "speaker.html", name=name, rows=rows_of(book, listing.incidents), listing=listing,
        total=len(by_speaker),
        claims=[(claim, index.reports.get(claim.report), short_count(claim.count)) for claim in ordered[:ROWS]],
        spellings=_spellings(name, by_speaker, index), roles=[role for role, _ in roles.most_common(5)],
        reported=_as_reported(name, by_speaker),
        # The stance is shown for counts of people only: for a denial it would repeat the kind.
        outlets=_outlets(by_speaker, index), incidents=index.incidents, counted=OUTCOMES,
    )  # fmt: skip


@router.get("/outlets/{name:path}")
def outlet(request: Request, name: str, book: CurrentBook, index: CurrentIndex) -> Response:
    """One outlet: its reports, their incidents and the speakers it quotes."""
    if (settled := book.names.preferred("outlets", name)) != name:
        return RedirectResponse(f"/outlets/{segment(settled)}", status_code=307)
    reports = index.reports_by(name)
    if not reports:
        raise NoSuchRecord(message("There is no report of {name} in this book.", name=name))
    listing = book.search.incidents(Query(outlet=name, per_page=ROWS))
    claims = index.claims_of_reports(report.id for report in reports)
    quoted = Counter(filter(None, (informant(claim) for claim in claims if claim.kind in OUTCOMES)))
    own = sum(1 for claim in claims if claim.kind in OUTCOMES and informant(claim) is None)
    return page(
        request, "outlet.html", name=name, reports=reports[:ROWS], total=len(reports), listing=listing,
        rows=rows_of(book, listing.incidents), quoted=quoted.most_common(30), own=own,
    )  # fmt: skip


def _names(request: Request, book: Book, facet: str, text: str, number: int) -> HTMLResponse:
    found = book.search.index().values(facet, text)
    start = (number - 1) * NAMES
    most = max((count for _, count in found), default=1)
    return page(
        request, "names.html", facet=facet, names=found[start : start + NAMES], total=len(found), text=text,
        number=number, pages=-(-len(found) // NAMES), most=most,
    )  # fmt: skip


def _published(claim: Claim, index: IncidentIndex) -> tuple[str, int]:
    report = index.reports.get(claim.report)
    return str(report.published if report and report.published else "9999"), claim.start


def _spellings(name: str, by_speaker: Sequence[Claim], index: IncidentIndex) -> list[str]:
    """Other names of the same informant in the incidents of their claims."""
    about = sorted({claim.incident for claim in by_speaker if claim.incident})[:ROWS]
    found: set[str] = set()
    for incident in about:
        claims = index.claims_about(incident)
        source_of = source_marks(claims, source_ids(claims, index.reports), index.reports)
        own = {source_of[claim.id].letter for claim in claims if informant(claim) == name}
        found |= {informant(claim) or name for claim in claims if source_of[claim.id].letter in own}
    return sorted(found - {name})


def _as_reported(name: str, claims: Iterable[Claim]) -> list[str]:
    """The spellings of a settled name in the reports."""
    found = {claim.speakers[0].as_reported for claim in claims if claim.speakers}
    return sorted({each for each in found if each and each != name})


def _outlets(claims: Iterable[Claim], index: IncidentIndex) -> list[tuple[str, int]]:
    outlets_of_claims = Counter(index.reports[claim.report].outlet for claim in claims if claim.report in index.reports)
    return [(name, count) for name, count in outlets_of_claims.most_common() if name]
