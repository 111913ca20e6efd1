"""Three rooms of one kind: everything of one place, of one speaker, of one outlet."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from tollbook.book import Book
from tollbook.errors import NoSuchRecord
from tollbook.incidents.facets import informant
from tollbook.model import FATES, Claim
from tollbook.reconcile.independence import origins
from tollbook.search.query import IncidentIndex, Query
from tollbook.web.charts.bars import reach
from tollbook.web.charts.source_marks import voices
from tollbook.web.dependencies import TheBook, TheShelf
from tollbook.web.pages.incidents import rows_of
from tollbook.web.rendering import page

router = APIRouter()
#: Names on one page of a list, and rows of one thing's page: as many as are still looked through by eye.
NAMES, ROWS = 200, 100


@router.get("/places")
def places(request: Request, book: TheBook, text: str = "", number: int = 1) -> HTMLResponse:
    """Every place something is told of, by the number of incidents."""
    return _names(request, book, "place", text, number)


@router.get("/speakers")
def speakers(request: Request, book: TheBook, text: str = "", number: int = 1) -> HTMLResponse:
    """Everybody who is said to have said something, by the number of incidents."""
    return _names(request, book, "speaker", text, number)


@router.get("/outlets")
def outlets(request: Request, book: TheBook, text: str = "", number: int = 1) -> HTMLResponse:
    """Every outlet, by the number of incidents told."""
    return _names(request, book, "outlet", text, number)


@router.get("/places/{name:path}")
def place(request: Request, name: str, book: TheBook, shelf: TheShelf) -> HTMLResponse:
    """One place: what is told of it, what totals are told of it, who speaks of it."""
    listing = book.browse(Query(place=name, per_page=ROWS))
    tolls = [toll for toll in shelf.tolls.values() if toll.place is not None and toll.place.name == name]
    if not listing.total and not tolls:
        raise NoSuchRecord(f"Nothing in this book is told of a place called {name}.")
    spots = json.dumps([spot.to_dict() for spot in listing.spots]).replace("<", "\\u003c")
    where = next((incident.place for incident in listing.incidents if incident.place), None)
    where = where or next((toll.place for toll in tolls), None)
    return page(
        request, "place.html", name=name, place=where, tolls=tolls, spots=spots, listing=listing,
        rows=rows_of(listing.incidents),
    )  # fmt: skip


@router.get("/speakers/{name:path}")
def speaker(request: Request, name: str, book: TheBook, shelf: TheShelf) -> HTMLResponse:
    """One speaker: all that is said on his word, in order of publication, and every spelling of the name."""
    spoken = shelf.claims_by(name)
    if not spoken:
        raise NoSuchRecord(f"No claim in this book goes back to a speaker called {name}.")
    listing = book.browse(Query(speaker=name, per_page=ROWS))
    ordered = sorted(spoken, key=lambda claim: _published(claim, shelf))
    roles = Counter(filter(None, (claim.speakers[0].role for claim in spoken)))
    return page(
        request, "speaker.html", name=name, rows=rows_of(listing.incidents), listing=listing, total=len(spoken),
        claims=[(claim, shelf.reports.get(claim.report), reach(claim.count)) for claim in ordered[:ROWS]],
        spellings=_spellings(name, spoken, shelf), roles=[role for role, _ in roles.most_common(5)],
        # A denial denies, an inquiry is promised: the stance is told beside what counts people.
        outlets=_outlets(spoken, shelf), incidents=shelf.incidents, counted=FATES,
    )  # fmt: skip


@router.get("/outlets/{name:path}")
def outlet(request: Request, name: str, book: TheBook, shelf: TheShelf) -> HTMLResponse:
    """One outlet: its reports, what they tell of and on whose word."""
    reports = shelf.reports_by(name)
    if not reports:
        raise NoSuchRecord(f"There is no report of {name} in this book.")
    listing = book.browse(Query(outlet=name, per_page=ROWS))
    claims = shelf.claims_of_reports(report.id for report in reports)
    quoted = Counter(filter(None, (informant(claim) for claim in claims if claim.kind in FATES)))
    own = sum(1 for claim in claims if claim.kind in FATES and informant(claim) is None)
    return page(
        request, "outlet.html", name=name, reports=reports[:ROWS], total=len(reports), listing=listing,
        rows=rows_of(listing.incidents), quoted=quoted.most_common(30), own=own,
    )  # fmt: skip


def _names(request: Request, book: Book, facet: str, text: str, number: int) -> HTMLResponse:
    found = book.shelf().values(facet, text)
    start = (max(number, 1) - 1) * NAMES
    most = max((count for _, count in found), default=1)
    return page(
        request, "names.html", facet=facet, names=found[start : start + NAMES], total=len(found), text=text,
        number=max(number, 1), pages=-(-len(found) // NAMES), most=most,
    )  # fmt: skip


def _published(claim: Claim, shelf: IncidentIndex) -> tuple[str, int]:
    report = shelf.reports.get(claim.report)
    return str(report.published if report and report.published else "9999"), claim.start


def _spellings(name: str, spoken: Sequence[Claim], shelf: IncidentIndex) -> list[str]:
    """Other names under which the same informant is quoted, in the incidents he speaks of."""
    about = sorted({claim.incident for claim in spoken if claim.incident})[:ROWS]
    found: set[str] = set()
    for incident in about:
        claims = shelf.claims_about(incident)
        voice_of = voices(claims, origins(claims, shelf.reports), shelf.reports)
        own = {voice_of[claim.id].letter for claim in claims if informant(claim) == name}
        found |= {informant(claim) or name for claim in claims if voice_of[claim.id].letter in own}
    return sorted(found - {name})


def _outlets(claims: Iterable[Claim], shelf: IncidentIndex) -> list[tuple[str, int]]:
    told = Counter(shelf.reports[claim.report].outlet for claim in claims if claim.report in shelf.reports)
    return [(name, count) for name, count in told.most_common() if name]
