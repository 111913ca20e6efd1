"""Series that people put together: the incidents they named, with every series that one of these is part of.

Unlike in a series that Tollbook finds, the incidents may be of any kind, place and day.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from itertools import chain, pairwise

import msgspec

from tollbook.decisions.constraints import GivenName
from tollbook.incidents import series
from tollbook.incidents.series import CARRYING, JOINING, NEAR_KM, TOWN, kind_of, main_place
from tollbook.linking import components
from tollbook.linking.similarity import kilometres
from tollbook.locale.messages import message
from tollbook.model import Place, When
from tollbook.reconcile.title import day as in_words
from tollbook.record import Incident, Toll
from tollbook.series import Series, SeriesKind


def joined(
    found: Iterable[Series], groups: Iterable[Collection[str]], incidents: Mapping[str, Incident]
) -> tuple[Series, ...]:
    """The series that Tollbook found, with the series of each group merged; ``incidents`` are those of both, by id.

    An incident of a group that is not among ``incidents`` is left out.
    """
    every = list(found)
    by_hand = [[name for name in sorted(group) if name in incidents] for group in groups]
    together = [each.incidents for each in every] + [tuple(group) for group in by_hand]
    edges = chain.from_iterable(pairwise(group) for group in together)
    named = set(chain.from_iterable(by_hand))
    parts = components(sorted(set(chain.from_iterable(together))), edges)
    made = [_series([incidents[name] for name in part], named) for part in parts if len(part) > 1 and named & {*part}]
    if not made:
        return tuple(every)
    unchanged = [each for each in every if named.isdisjoint(each.incidents)]
    return tuple(sorted([*unchanged, *made], key=_order))


def of_book(
    incidents: Iterable[Incident], tolls: Sequence[Toll], apart: AbstractSet[str | None],
    groups: Iterable[Collection[str]] = (), names: Sequence[GivenName] = (),
) -> tuple[tuple[Incident, ...], tuple[Series, ...]]:  # fmt: skip
    """All incidents of a book, each with the id of its series, and every series with the ids of its totals.

    ``apart`` are incidents that people took out of series, ``groups`` those that they put into one,
    ``names`` the names that they gave.
    """
    every = tuple(incidents)
    found = series.make(p for each in every if each.id not in apart and (p := series.point(each)) is not None)
    found = joined(found, groups, {each.id: each for each in every})
    series_of = {name: each for each in found for name in each.incidents}
    found = tuple(named(each, names, series_of.get) for each in found)
    with_tolls = (
        msgspec.structs.replace(each, tolls=tuple(toll.id for toll in series.of_time_and_place(each, tolls)))
        for each in found
    )
    return series.named_in(every, found), tuple(with_tolls)


def named(found: Series, names: Sequence[GivenName], series_of: Callable[[str], Series | None]) -> Series:
    """A series with the name that a person gave it, the latest if several are for it; else with its own title.

    ``series_of`` gives the series of an incident, if it is in one.
    """
    for each in names:
        if not set(each.incidents).isdisjoint(found.incidents):
            holder = next((series for one in each.incidents if (series := series_of(one)) is not None), None)
            if holder is not None and holder.id == found.id:
                return msgspec.structs.replace(found, title=each.name, named=each.decision, derived_title=found.title)
    return found


def _series(part: Iterable[Incident], named: Collection[str]) -> Series:
    """Some incidents as a series, in the order of days, those without a day last."""
    ordered = sorted(part, key=_order)
    when, places = _when(ordered), [each.place for each in ordered if each.place is not None]
    place, kind = main_place(places) if places else None, _kind(ordered)
    return Series(
        id=ordered[0].id,
        kind=kind,
        title=_title(kind, _where(place, places), in_words(when)),
        when=when,
        place=place,
        incidents=tuple(each.id for each in ordered),
        by_hand=tuple(each.id for each in ordered if each.id in named),
    )


def _order(each: Incident | Series) -> tuple[date, date, str]:
    when = each.when or When()
    first = when.start or date.max
    return first, when.end or first, each.id


def _when(ordered: Sequence[Incident]) -> When | None:
    """From the first day of any incident to the last day of any; None if no day is known."""
    known = [each.when for each in ordered if each.when is not None and each.when.start is not None]
    if not known:
        return None
    first, last = min(w.start for w in known if w.start), max(w.end or w.start for w in known if w.start)
    return When(start=first, end=last, precision="days", basis="linked")


def _kind(incidents: Iterable[Incident]) -> SeriesKind:
    kinds = {each.kind for each in incidents}
    return kind_of(kinds) if kinds <= CARRYING.keys() | JOINING else "incidents"


def _where(place: Place | None, places: Sequence[Place]) -> str | None:
    """The place of most incidents, and whether others were elsewhere."""
    if place is None:
        return None
    if any(_is_elsewhere(each, place) for each in places):
        return message("{place} and elsewhere", place=place.name)
    return place.name


def _is_elsewhere(one: Place, other: Place) -> bool:
    """Whether two places differ; a place with only the point of its province or country is compared by name."""
    exact = all(each.precision is None or each.precision <= TOWN for each in (one, other))
    km = kilometres(one, other) if exact else None
    return one.name != other.name if km is None else km > NEAR_KM


def _title(kind: SeriesKind, *parts: str | None) -> str:
    match [part for part in parts if part]:
        case [one, two]:
            return message("Reported {kind}, {one}, {two}", kind=kind, one=one, two=two)
        case [one]:
            return message("Reported {kind}, {one}", kind=kind, one=one)
        case _:
            return message("Reported {kind}", kind=kind)
