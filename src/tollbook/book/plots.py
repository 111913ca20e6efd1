"""Figures of a book for publication."""

import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path

from tollbook import plots
from tollbook.errors import NoSuchRecord, Refused
from tollbook.export import Contents, ReleaseRequest, picture_of, release_picture
from tollbook.incidents import cache, snapshot
from tollbook.incidents.build import RULE
from tollbook.incidents.evidence import IncidentEvidence, incident_evidence
from tollbook.incidents.incremental import up_to_date
from tollbook.incidents.last_state import for_lists
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.plots import Picture, PlotData, SourceLink
from tollbook.plots.records import LinkStyle
from tollbook.reconcile.news_agencies import wire_credit
from tollbook.reconcile.sources import EdgeKind
from tollbook.record import TollPoint
from tollbook.store import Store

#: Days of publication for which the figures of an incident are made: more steps cannot be told apart on a page.
MOST_DAYS = 60
#: How edges between reports are drawn; the other kinds pass on words.
_STYLES: Mapping[EdgeKind, LinkStyle] = {
    "same text": "copied", "one source": "copied", "agency": "copied", "same words": "quoted", "independent": "apart",
}  # fmt: skip


class PlotRequest(Record, frozen=True, kw_only=True):
    """The figure to draw: of all incidents, of one or of one running total, by id; other fields are as for exports."""

    plot: str
    incident: str | None = None
    toll: str | None = None
    rule: str = RULE
    as_of: date | None = None
    profile: str | None = None
    only: str | None = None


class Plots:
    """``book.plots``. Calling it writes a figure."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __call__(self, request: PlotRequest, out: str | os.PathLike[str]) -> Picture:
        """Write a figure to a .svg, .png or .pdf file and log it as an export.

        Raises Refused where there is nothing to draw, NoSuchRecord, MissingPart without matplotlib, BookError.
        """
        path = Path(out)
        up_to_date(self._store)
        draw = self._drawing(request, path.suffix.removeprefix(".").lower())
        release = ReleaseRequest(
            format=f"plot {request.plot}", rule=request.rule, as_of=request.as_of, profile=request.profile,
            only=request.only,
        )  # fmt: skip
        return release_picture(self._store, lambda: self._contents(request), path, release, draw)

    def preview(self, request: PlotRequest, ending: str) -> Picture:
        """The figure in memory, to look at; the log does not name it. Raises as a call.

        In a server it is drawn from the last incidents, as lists are.
        """
        # No id is in a picture, so that any key will do.
        draw = self._drawing(request, ending)
        return picture_of(self._contents(request), draw, request.profile, secrets.token_bytes(32))

    def _contents(self, request: PlotRequest) -> Contents:
        store = for_lists(self._store)
        return snapshot.contents(store, rule=request.rule, as_of=request.as_of, only=request.only)

    def _drawing(self, request: PlotRequest, ending: str) -> Callable[[Contents, Callable[[str], str]], Picture]:
        plots.check(request.plot, ending)

        def draw(contents: Contents, released: Callable[[str], str]) -> Picture:
            data = self._of_incident if request.incident is not None else self._of_book
            return plots.draw(request.plot, data(request, contents, released), ending)

        return draw

    def _of_incident(self, request: PlotRequest, contents: Contents, released: Callable[[str], str]) -> PlotData:
        store, name = for_lists(self._store), request.incident or ""
        evidence = incident_evidence(store, name, rule=request.rule, as_of=request.as_of)
        own = released(evidence.incident.id)
        if own not in {each.id for each in contents.incidents}:
            raise Refused(message("The release profile or the criterion leaves out this incident; choose another one."))
        groups = evidence.sources.groups
        return PlotData(
            contents=contents,
            rule=request.rule,
            incident=own,
            history=self._history(request, evidence) if request.plot == "tolls" else {},
            links=_links(evidence, released),
            origins={released(claim): n for n, group in enumerate(groups) for claim in group.claims},
        )

    def _of_book(self, request: PlotRequest, contents: Contents, released: Callable[[str], str]) -> PlotData:
        links, agencies = self._dependence(request, released) if request.plot == "sources" else ((), {})
        return PlotData(contents=contents, rule=request.rule, toll=_toll(request, contents, released), links=links,
                        credits=agencies)  # fmt: skip

    def _dependence(
        self, request: PlotRequest, released: Callable[[str], str]
    ) -> tuple[tuple[SourceLink, ...], dict[str, str]]:
        """The links between reports of every incident that has several, and the agencies that reports credit."""
        store, links, agencies = for_lists(self._store), list[SourceLink](), dict[str, str]()
        for incident in cache.everything(store, rule=request.rule, as_of=request.as_of, only=request.only).incidents:
            names = [link.id for link in incident.reports]
            credited = ((name, wire_credit(report.text)) for name, report in store.reports_of(names).items())
            agencies |= {released(name): agency for name, agency in credited if agency}
            if len(names) > 1:
                links += _links(incident_evidence(store, incident.id, rule=request.rule, as_of=request.as_of), released)
        return tuple(links), agencies

    def _history(self, request: PlotRequest, evidence: IncidentEvidence) -> Mapping[str, tuple[TollPoint, ...]]:
        """The figures of an incident as of each day on which a report on it was published: numbers only."""
        found: dict[str, list[TollPoint]] = {}
        for day in _spread(sorted({r.published for r in evidence.reports.values() if r.published})):
            try:
                incident = cache.incident(self._store, evidence.incident.id, rule=request.rule, as_of=day)
            except NoSuchRecord:
                continue
            for kind, f in incident.figures.items():
                point = TollPoint(
                    as_of=day, low=f.low, best=f.best, high=f.high,
                    low_said=f.low_said, best_said=f.best_said, high_said=f.high_said,
                )  # fmt: skip
                found.setdefault(kind, []).append(point)
        return {kind: tuple(points) for kind, points in found.items()}


def _toll(request: PlotRequest, contents: Contents, released: Callable[[str], str]) -> str | None:
    """The released id of the running total of a request. Raises NoSuchRecord."""
    if request.toll is None:
        return None
    wanted = {released(request.toll), request.toll}
    matching = [t.id for t in contents.tolls if t.id in wanted or t.id.startswith(request.toll)]
    if len(matching) != 1:
        raise NoSuchRecord(message("There is no running total {id} in this book; see: tollbook tolls", id=request.toll))
    return matching[0]


def _links(evidence: IncidentEvidence, released: Callable[[str], str]) -> tuple[SourceLink, ...]:
    """The edges between reports of an incident, with the ids of a release."""
    return tuple(
        SourceLink(report=released(edge.report), of=released(edge.of), style=_STYLES.get(edge.kind, "relayed"))
        for edge in evidence.sources.edges
        if edge.between
    )


def _spread(days: Sequence[date]) -> list[date]:
    """At most so many days, evenly chosen, with the first and the last."""
    if len(days) <= MOST_DAYS:
        return list(days)
    return [days[round(n * (len(days) - 1) / (MOST_DAYS - 1))] for n in range(MOST_DAYS)]
