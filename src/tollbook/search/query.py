"""Queries on incidents, their results by facet, and the book as an index that answers them from memory.

:class:`IncidentIndex` is a book under one rule, as of one day. It answers by id and by query, is made from derived
records and never changes. :class:`tollbook.search.sql_index.SqlIndex` answers the same from stored rows.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Generic, Literal, TypeVar, get_args

import msgspec

from tollbook.errors import NoSuchRecord, Refused
from tollbook.incidents.build import RULE
from tollbook.incidents.facets import (
    CHOICES,
    FACETS,
    FLAGS,
    FacetFilter,
    FacetValues,
    Spot,
    facet_values,
    informant,
    searchable_text,
    spot_of,
)
from tollbook.locale.messages import message
from tollbook.model import Claim, Record, Report, When
from tollbook.record import Contents, Incident, Toll

Sort = Literal["newest", "oldest", "most killed", "most injured", "most reports"]
#: Incidents on one page of a listing, at most: 200 rows can still be scanned by eye and sent in one response.
MOST_PER_PAGE = 200
#: The last page that can be requested: beyond any book, and a number that every database accepts.
LAST_PAGE = 1_000_000
_T = TypeVar("_T")


class Query(FacetFilter, frozen=True, kw_only=True):
    """A query for incidents that meet every condition; an empty field is no condition.

    ``text`` is words that must all occur in the record or in the quotes of its claims. The facets are those of
    :class:`FacetFilter`. ``day_from`` and ``day_to`` select incidents that may have happened in those days, both
    included. ``signed`` selects incidents with a signed brief (``yes``), or without one (``no``).
    """

    text: str = ""
    day_from: date | None = None
    day_to: date | None = None
    rule: str = RULE
    as_of: date | None = None
    signed: Literal["yes", "no"] | None = None
    sort: Sort = "newest"
    page: int = 1
    per_page: int = 50


class SearchResults(Record, frozen=True, kw_only=True):
    """One page of incidents, the ``total`` on all pages, and the values of each facet, most frequent first.

    Days are ``2021-10-05``, ``2021-10-01/2021-10-31`` if no single day is known, or empty.
    """

    incidents: tuple[Incident, ...] = ()
    total: int = 0
    facets: dict[str, tuple[tuple[str, int], ...]] = msgspec.field(default_factory=dict)
    spots: tuple[Spot, ...] = ()


class StateCache(Generic[_T]):
    """The objects used last, by a key that includes the state of the book, so that pages do not make them again."""

    #: A reader switches between a few rules and days of one incident; more is rarely needed again.
    _SIZE = 12

    def __init__(self) -> None:
        self._cached: dict[Hashable, _T] = {}

    def get(self, key: Hashable, make: Callable[[], _T]) -> _T:
        """The object for a key, made if it is not cached."""
        cached = self._cached.get(key)
        if cached is None:
            cached = self._cached[key] = make()
            for old in list(self._cached)[: -self._SIZE]:
                self._cached.pop(old, None)
        return cached


class IncidentIndex:
    """A book under one rule, as of one day. Lists keep the order of the book."""

    def __init__(self, contents: Contents) -> None:
        self.reports: Mapping[str, Report] = {report.id: report for report in contents.reports}
        self.incidents: Mapping[str, Incident] = {incident.id: incident for incident in contents.incidents}
        self.tolls: Mapping[str, Toll] = {toll.id: toll for toll in contents.tolls}
        self.claims: Mapping[str, Claim] = {claim.id: claim for claim in contents.claims}

    @cached_property
    def finders(self) -> Mapping[str, int]:
        """The readers that found the claims, with the number of claims."""
        return Counter(claim.finder for claim in self.claims.values())

    def report(self, name: str) -> Report:
        """The report with that id. Raises NoSuchRecord."""
        return _get(self.reports, name, message("There is no report {id} in this book.", id=name))

    def incident(self, name: str) -> Incident:
        """The incident with that id. Raises NoSuchRecord."""
        return _get(self.incidents, name, message("There is no incident {id} in this book.", id=name))

    def toll(self, name: str) -> Toll:
        """The toll with that id. Raises NoSuchRecord."""
        return _get(self.tolls, name, message("There is no toll {id} in this book.", id=name))

    def claim(self, name: str) -> Claim:
        """The claim with that id. Raises NoSuchRecord."""
        return _get(self.claims, name, message("There is no claim {id} in this book.", id=name))

    def reports_by(self, outlet: str) -> tuple[Report, ...]:
        """The reports of an outlet."""
        return tuple(report for report in self.reports.values() if report.outlet == outlet)

    def claims_about(self, name: str) -> tuple[Claim, ...]:
        """The claims of an incident or toll."""
        return tuple(self._about.get(name, ()))

    def reports_of(self, names: Iterable[str]) -> dict[str, Report]:
        """Some reports by id, as far as there are any."""
        return {name: self.reports[name] for name in names if name in self.reports}

    def incidents_of(self, names: Iterable[str]) -> dict[str, Incident]:
        """Some incidents by id, as far as there are any."""
        return {name: self.incidents[name] for name in names if name in self.incidents}

    def claims_in(self, report: str) -> tuple[Claim, ...]:
        """The claims of a report, with decisions applied."""
        return self.claims_by_report([report])[report]

    def claims_by_report(self, reports: Iterable[str]) -> dict[str, tuple[Claim, ...]]:
        """The claims of some reports, with decisions applied, by report."""
        found: dict[str, list[Claim]] = {name: [] for name in reports}
        for claim in self.claims.values():
            if claim.report in found:
                found[claim.report].append(claim)
        return {name: tuple(claims) for name, claims in found.items()}

    def incidents_in(self, reports: Iterable[str]) -> dict[str, frozenset[str]]:
        """The ids of the incidents that some reports are about, by report."""
        return {name: frozenset(c.incident for c in self.claims_in(name) if c.incident) for name in reports}

    def claims_of_reports(self, reports: Iterable[str]) -> tuple[Claim, ...]:
        """The claims of some reports, as they were read."""
        wanted = set(reports)
        return tuple(claim for claim in self.claims.values() if claim.report in wanted)

    def claims_by(self, speaker: str) -> tuple[Claim, ...]:
        """The claims whose original informant has this name."""
        return tuple(claim for claim in self.claims.values() if informant(claim) == speaker)

    def claims_page(self, page: int, per_page: int, kind: str = "") -> tuple[tuple[Claim, ...], int]:
        """One page of all claims, or of those of a kind, and the number on all pages. Pages are counted from 1."""
        every = [claim for claim in self.claims.values() if not kind or claim.kind == kind]
        return tuple(every[(page - 1) * per_page : page * per_page]), len(every)

    def facets(self, name: str) -> FacetValues:
        """The facet values of an incident."""
        return self._facets[name]

    def first_matching(self, query: Query, most: int) -> tuple[Incident, ...]:
        """The first incidents that match a query, up to ``most``; without the values of facets."""
        return self.browse(msgspec.structs.replace(query, page=1, per_page=most)).incidents

    def records(self, names: Sequence[str]) -> list[Incident]:
        """The records of some incidents, in the order of ``names``."""
        return [self.incidents[name] for name in names]

    def browse(self, query: Query) -> SearchResults:
        """One page of the incidents that match a query. Raises Refused for an invalid page or order."""
        check(query)
        words = query.text.casefold().split()
        matching = [
            incident
            for incident in self.incidents.values()
            if matches(incident, self._facets[incident.id], query)
            and all(word in self._text[incident.id] for word in words)
        ]
        matching.sort(key=lambda incident: sort_key(incident, query.sort))
        start = (query.page - 1) * query.per_page
        counts = count_facets([self._facets[incident.id] for incident in matching])
        return SearchResults(
            incidents=tuple(matching[start : start + query.per_page]),
            total=len(matching),
            spots=tuple(spot_of(value, number) for value, number in counts.pop("spot", ())),
            facets=counts,
        )

    def values(self, facet: str, words: str = "") -> list[tuple[str, int]]:
        """Every value of a facet that contains all of some words, with its number of incidents, most frequent first."""
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
    def _facets(self) -> Mapping[str, FacetValues]:
        return {
            name: facet_values(incident, self.claims_about(name), self.reports)
            for name, incident in self.incidents.items()
        }

    @cached_property
    def _text(self) -> Mapping[str, str]:
        return {name: searchable_text(each, self.claims_about(name)) for name, each in self.incidents.items()}


def check(query: Query) -> None:
    """Raise Refused for an invalid page or order."""
    if not 1 <= query.page <= LAST_PAGE or not 1 <= query.per_page <= MOST_PER_PAGE:
        raise Refused(message("Pages are counted from 1 and hold 1 to {most} incidents.", most=MOST_PER_PAGE))
    if query.sort not in get_args(Sort):
        names = ", ".join(get_args(Sort))
        raise Refused(message("There is no order “{name}”; choose one of: {names}.", name=query.sort, names=names))


def wanted_values(query: Query) -> list[tuple[str, str]]:
    """The facet values that incidents must have, as pairs of facet and value."""
    choices = [(name, value) for name in CHOICES if (value := getattr(query, name))]
    return choices + [("flag", flag.name) for field, flag in FLAGS.items() if getattr(query, field)]


def matches(incident: Incident, facets: FacetValues, query: Query) -> bool:
    """Whether an incident matches a query, apart from its words."""
    if any(value not in facets[name] for name, value in wanted_values(query)):
        return False
    return _within(incident.when, query.day_from, query.day_to)


def count_facets(found: Iterable[FacetValues]) -> dict[str, tuple[tuple[str, int], ...]]:
    """The values of each facet with their number of incidents, most frequent first; days in their order."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in FACETS}
    for facets in found:
        for name, values in facets.items():
            counts.setdefault(name, Counter()).update(values)
    return {
        name: tuple(sorted(count.items(), key=lambda pair: (0 if name == "day" else -pair[1], pair[0])))
        for name, count in counts.items()
    }


def _within(when: When | None, first: date | None, last: date | None) -> bool:
    """Whether it may have happened in these days; an undated incident matches no condition on days."""
    if first is None and last is None:
        return True
    if when is None or when.start is None:
        return False
    return (last is None or when.start <= last) and (first is None or (when.end or when.start) >= first)


def sort_key(incident: Incident, sort: Sort) -> tuple[float, int, str]:
    """The key that sorts incidents in an order; incidents of equal rank are sorted by id."""
    start = incident.when.start if incident.when else None
    day = -start.toordinal() if start else 1
    if sort == "oldest":
        return (-day if start else float("inf"), 0, incident.id)
    if sort == "most reports":
        return (-len(incident.reports), day, incident.id)
    if sort in {"most killed", "most injured"}:
        figure = incident.figures.get(sort.removeprefix("most "))
        bounds = [n for n in (figure.high, figure.best, figure.low) if n is not None] if figure else []
        return (-max(bounds, default=-1), day, incident.id)
    return (day, 0, incident.id)


def _get(records: Mapping[str, _T], name: str, refusal: str) -> _T:
    if name not in records:
        raise NoSuchRecord(refusal)
    return records[name]
