"""Distinctions between incidents of one title in a list: place, hour, figure or first outlet, whatever differs."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date

from tollbook.book import Book
from tollbook.locale import formatting
from tollbook.locale.labels import label
from tollbook.locale.messages import translate
from tollbook.locale.wording import clean
from tollbook.model import Report
from tollbook.record import Incident
from tollbook.web.charts.source_marks import outlet_of

#: Characters of an id that are shown where nothing else differs: as many as the command line needs to find an incident.
_OF_ID = 8


def titled(incident: Incident) -> str:
    """The title of an incident in the language of the page."""
    return translate(incident.title)


def distinctions(
    book: Book, incidents: Iterable[Incident], called: Callable[[Incident], str] = titled
) -> dict[str, str]:  # fmt: skip
    """The words that distinguish each incident from others ``called`` the same, by id; unique titles are left out.

    Only what differs is named: two strikes on one town and day have two hours, numbers or first outlets.
    """
    alike: dict[str, dict[str, Incident]] = defaultdict(dict)
    for each in incidents:
        alike[called(each)][each.id] = each
    groups = [[*group.values()] for group in alike.values() if len(group) > 1]
    links = (link.id for group in groups for each in group for link in each.reports)
    reports = book.search.index().reports_of(links) if groups else {}
    return {name: says for group in groups for name, says in _differences(group, reports).items()}


def _differences(group: Sequence[Incident], reports: dict[str, Report]) -> dict[str, str]:
    every = [_features(each, reports) for each in group]
    differing = [n for n, column in enumerate(zip(*every, strict=True)) if len(set(column)) > 1]
    says = [" · ".join(row[n] for n in differing if row[n]) for row in every]
    return {
        each.id: own if own and says.count(own) == 1 else " · ".join(filter(None, (own, each.id[:_OF_ID])))
        for each, own in zip(group, says, strict=True)
    }


def _features(incident: Incident, reports: dict[str, Report]) -> tuple[str, ...]:
    """The region, the hour, the figures and the first outlet of an incident; empty where it is not known."""
    place, when = incident.place, incident.when
    parts = (place.admin1, place.country_name) if place is not None else ()
    own = [reports[link.id] for link in incident.reports if link.id in reports]
    first = min(own, key=lambda report: (report.published or date.max, report.id), default=None)
    return (
        clean(", ".join(filter(None, parts))),
        when.time or "" if when is not None else "",
        ", ".join(f"{label(kind, 'claim_kind')} {formatting.bounds(each)}" for kind, each in incident.figures.items()),
        clean(outlet_of(first)) if first is not None else "",
    )
