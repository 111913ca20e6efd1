"""Looking through a book: a query, what it finds, and how the found divide by place, day, kind and the rest.

A :class:`IncidentIndex` is the book as pages read it: under one rule, as of one day. It answers by id and by query; it
is made from what was derived and never changes.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Generic, Literal, TypeVar, get_args

import msgspec

from tollbook.errors import NoSuchRecord, Refused
from tollbook.export import Contents
from tollbook.incidents.build import RULE
from tollbook.model import Claim, Record, Report, When
from tollbook.record import Incident, Toll
from tollbook.search.facets import (
    FACETS,
    FLAGS,
    Facets,
    Spot,
    count_facets,
    days,
    facets_of,
    informant,
    spot_of,
    words_of,
)

Sort = Literal["newest", "oldest", "most killed", "most injured", "most reports"]
#: Reports of one page of a listing, at most: a page of 200 rows is still read at a glance and sent at once.
MOST_PER_PAGE = 200
__all__ = [
    "FACETS",
    "FLAGS",
    "MOST_PER_PAGE",
    "Facets",
    "IncidentIndex",
    "Query",
    "SearchResults",
    "Sort",
    "Spot",
    "StateCache",
    "check",
    "count_facets",
    "days",
    "facets_of",
    "fits",
    "informant",
    "order",
    "spot_of",
    "words_of",
]  # fmt: skip
_Held = TypeVar("_Held")


class Query(Record, frozen=True, kw_only=True):
    """What is looked for. Everything given must hold; a field left empty asks for nothing.

    ``text`` is words that must all stand in the record or in the words of its claims. ``place``, ``perpetrator`` and
    the like are values of the facet of that name. ``day_from`` and ``day_to`` ask for incidents that may have happened
    in those days, both inclusive.
    """

    text: str = ""
    day_from: date | None = None
    day_to: date | None = None
    place: str | None = None
    country: str | None = None
    kind: str | None = None
    perpetrator: str | None = None
    site: str | None = None
    status: str | None = None
    speaker: str | None = None
    outlet: str | None = None
    contested: bool = False
    single_source: bool = False
    needs_person: bool = False
    rule: str = RULE
    as_of: date | None = None
    sort: Sort = "newest"
    page: int = 1
    per_page: int = 50


class SearchResults(Record, frozen=True, kw_only=True):
    """One page of what was found, ``total`` of all pages, and all that was found by facet, most frequent first.

    Days are ``2021-10-05``, or ``2021-10-01/2021-10-31`` where no single day is known, or empty.
    """

    incidents: tuple[Incident, ...] = ()
    total: int = 0
    facets: dict[str, tuple[tuple[str, int], ...]] = msgspec.field(default_factory=dict)
    spots: tuple[Spot, ...] = ()


class StateCache(Generic[_Held]):
    """The shelves made last, so that the pages of one state of a book are not made from nothing each time."""

    #: A reader switches between a few rules and days of one incident; more is rarely asked for again.
    _KEPT = 12

    def __init__(self) -> None:
        self._made: dict[Hashable, _Held] = {}

    def get(self, key: Hashable, make: Callable[[], _Held]) -> _Held:
        """The shelf of a key, made where it is not there."""
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = make()
            for old in list(self._made)[: -self._KEPT]:
                self._made.pop(old, None)
        return found


class IncidentIndex:
    """A book under one rule, as of one day. Lists are in the order of the book."""

    def __init__(self, contents: Contents) -> None:
        self.reports: Mapping[str, Report] = {report.id: report for report in contents.reports}
        self.incidents: Mapping[str, Incident] = {incident.id: incident for incident in contents.incidents}
        self.tolls: Mapping[str, Toll] = {toll.id: toll for toll in contents.tolls}
        self.claims: Mapping[str, Claim] = {claim.id: claim for claim in contents.claims}

    @cached_property
    def finders(self) -> Mapping[str, int]:
        """Which readers made the claims, and how many claims."""
        return Counter(claim.finder for claim in self.claims.values())

    def report(self, name: str) -> Report:
        """The report of an id. Raises NoSuchRecord."""
        return _of(self.reports, name, "report")

    def incident(self, name: str) -> Incident:
        """The incident of an id. Raises NoSuchRecord."""
        return _of(self.incidents, name, "incident")

    def toll(self, name: str) -> Toll:
        """The toll of an id. Raises NoSuchRecord."""
        return _of(self.tolls, name, "toll")

    def claim(self, name: str) -> Claim:
        """The claim of an id. Raises NoSuchRecord."""
        return _of(self.claims, name, "claim")

    def reports_by(self, outlet: str) -> tuple[Report, ...]:
        """The reports of an outlet."""
        return tuple(report for report in self.reports.values() if report.outlet == outlet)

    def claims_about(self, name: str) -> tuple[Claim, ...]:
        """The claims that went to an incident or toll."""
        return tuple(self._about.get(name, ()))

    def claims_in(self, report: str) -> tuple[Claim, ...]:
        """The claims of a report, as they stand in it."""
        return tuple(claim for claim in self.claims.values() if claim.report == report)

    def told_in(self, reports: Iterable[str]) -> tuple[Claim, ...]:
        """The claims of some reports, as they were found."""
        wanted = set(reports)
        return tuple(claim for claim in self.claims.values() if claim.report in wanted)

    def claims_by(self, speaker: str) -> tuple[Claim, ...]:
        """The claims that go back to a speaker under this name."""
        return tuple(claim for claim in self.claims.values() if informant(claim) == speaker)

    def claims_page(self, page: int, per_page: int, kind: str = "") -> tuple[tuple[Claim, ...], int]:
        """One page of all claims, or of those of a kind, counted from 1; and how many all pages have."""
        every = [claim for claim in self.claims.values() if not kind or claim.kind == kind]
        return tuple(every[(page - 1) * per_page : page * per_page]), len(every)

    def facets(self, name: str) -> Facets:
        """What an incident is found by."""
        return self._facets[name]

    def browse(self, query: Query) -> SearchResults:
        """One page of the incidents a query asks for. Raises Refused for a page or an order there is not."""
        check(query)
        words = query.text.casefold().split()
        found = [
            incident
            for incident in self.incidents.values()
            if fits(incident, self._facets[incident.id], query) and all(w in self._words[incident.id] for w in words)
        ]
        found.sort(key=lambda incident: order(incident, query.sort))
        start = (query.page - 1) * query.per_page
        counts = count_facets([self._facets[incident.id] for incident in found])
        return SearchResults(
            incidents=tuple(found[start : start + query.per_page]),
            total=len(found),
            spots=tuple(spot_of(value, number) for value, number in counts.pop("spot", ())),
            facets=counts,
        )

    def values(self, facet: str, words: str = "") -> list[tuple[str, int]]:
        """Every value of a facet that has all these words, with its incidents, most frequent first."""
        wanted = words.casefold().split()
        every = count_facets(self._facets.values()).get(facet, ())
        return [pair for pair in every if all(word in pair[0].casefold() for word in wanted)]

    @cached_property
    def _about(self) -> Mapping[str, Sequence[Claim]]:
        about: dict[str, list[Claim]] = defaultdict(list)
        for claim in self.claims.values():
            for name in (claim.incident, claim.toll):
                if name is not None:
                    about[name].append(claim)
        return about

    @cached_property
    def _facets(self) -> Mapping[str, Facets]:
        return {
            name: facets_of(incident, self.claims_about(name), self.reports)
            for name, incident in self.incidents.items()
        }

    @cached_property
    def _words(self) -> Mapping[str, str]:
        return {name: words_of(each, self.claims_about(name)) for name, each in self.incidents.items()}


def check(query: Query) -> None:
    """Raise Refused for a page or an order there is not."""
    if query.page < 1 or not 1 <= query.per_page <= MOST_PER_PAGE:
        raise Refused(f"Pages are counted from 1 and hold 1 to {MOST_PER_PAGE} incidents.")
    if query.sort not in get_args(Sort):
        raise Refused(f"There is no order {query.sort!r}; choose one of: {', '.join(get_args(Sort))}.")


def fits(incident: Incident, facets: Facets, query: Query) -> bool:
    """Whether an incident is what a query asks for, but for its words."""
    for name in ("place", "country", "kind", "perpetrator", "site", "status", "speaker", "outlet"):
        wanted = getattr(query, name)
        if wanted and wanted not in facets[name]:
            return False
    asked = zip(FLAGS, (query.contested, query.single_source, query.needs_person), strict=True)
    if any(wanted and flag not in facets["flag"] for flag, wanted in asked):
        return False
    return _within(incident.when, query.day_from, query.day_to)


def _within(when: When | None, first: date | None, last: date | None) -> bool:
    """Whether it may have happened in these days; what is undated fits no day that is asked for."""
    if first is None and last is None:
        return True
    if when is None or when.start is None:
        return False
    return (last is None or when.start <= last) and (first is None or (when.end or when.start) >= first)


def order(incident: Incident, sort: Sort) -> tuple[float, int, str]:
    """What incidents are sorted by."""
    start = incident.when.start if incident.when else None
    day = -start.toordinal() if start else 1
    if sort == "oldest":
        return (-day if start else float("inf"), 0, incident.id)
    if sort == "most reports":
        return (-len(incident.reports), day, incident.id)
    if sort in {"most killed", "most injured"}:
        figure = incident.figures.get(sort.removeprefix("most "))
        said = [n for n in (figure.high, figure.best, figure.low) if n is not None] if figure else []
        return (-max(said, default=-1), day, incident.id)
    return (day, 0, incident.id)


def _of(records: Mapping[str, _Held], name: str, what: str) -> _Held:
    if name not in records:
        raise NoSuchRecord(f"There is no {what} {name} in this book as it is read here.")
    return records[name]
