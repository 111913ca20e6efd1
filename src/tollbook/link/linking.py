"""Episodes of many reports, joined into incidents. A pure function: the order of the reports does not matter."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import msgspec

from tollbook.link import pairs, wording
from tollbook.link.agree import commonest
from tollbook.link.episodes import Episode, days_conflict, finest_place, is_total, part, places_conflict, surest_day
from tollbook.link.pairs import THRESHOLD, Profile
from tollbook.model import Claim, IncidentKind, Reading, Report, When
from tollbook.record import Group, Linked, ReportLink

#: A block holds episodes that could be one incident; one larger than this says nothing (a capital, a common name).
_MAX_BLOCK = 400
#: How many of its rarest words an episode is looked up by.
_TELLING = 10


def link(
    readings: Sequence[Reading], reports: Mapping[str, Report], *, separate: bool | frozenset[str] = False
) -> Linked:
    """Incidents of all readings. ``separate`` keeps every report by itself, or those reports whose ids it holds."""
    episodes: list[Episode] = []
    tolls: list[Claim] = []
    loose: list[Claim] = []
    for reading in sorted(readings, key=lambda r: r.report):
        tolls += [c for c in reading.claims if is_total(c)]
        made, left = part([c for c in reading.claims if not is_total(c)])
        episodes += made
        loose += left
    alone = {r.report for r in readings} if separate is True else (separate or frozenset())
    clusters = _clusters(episodes, reports, frozenset(alone))
    groups = sorted((_group(c) for c in clusters), key=lambda g: g.id)
    return Linked(groups=tuple(groups), tolls=tuple(_by_id(tolls)), unlinked=tuple(_by_id(loose)))


def _by_id(claims: Iterable[Claim]) -> list[Claim]:
    return sorted(claims, key=lambda c: c.id)


def _clusters(episodes: list[Episode], reports: Mapping[str, Report], alone: frozenset[str]) -> list[list[Episode]]:
    """Greedy average-link clustering over the pairs that speak for one incident, the strongest first."""
    words = wording.vectors(episodes, reports)
    trust = wording.trust(len(episodes))
    profiles = {e.id: pairs.profile(e, reports, words[e.id], trust) for e in episodes}
    weights: dict[tuple[str, str], float] = {}
    for a, b in _candidates([profiles[e.id] for e in episodes if e.report not in alone]):
        weights[a, b] = pairs.compare(profiles[a], profiles[b]).weight
    home = {e.id: [e.id] for e in episodes}
    for (a, b), weight in sorted(weights.items(), key=lambda item: (-item[1], item[0])):
        if weight < THRESHOLD or home[a] is home[b]:
            continue
        between = [weights.get((min(x, y), max(x, y)), 0.0) for x in home[a] for y in home[b]]
        if sum(between) / len(between) < THRESHOLD / 2:
            continue
        merged = home[a] + home[b]
        for member in merged:
            home[member] = merged
    by_id = {e.id: e for e in episodes}
    unique = {min(members): sorted(members) for members in home.values()}
    return [[by_id[m] for m in unique[key]] for key in sorted(unique)]


def _candidates(profiles: list[Profile]) -> Iterator[tuple[str, str]]:
    """Pairs of episodes of different reports that share a place, a town's neighbourhood or a victim's name."""
    blocks: dict[tuple[str, ...], list[Profile]] = defaultdict(list)
    for one in profiles:
        for key in _keys(one):
            blocks[key].append(one)
    seen: set[tuple[str, str]] = set()
    for block in blocks.values():
        if len(block) > _MAX_BLOCK:
            continue
        for a, b in combinations(block, 2):
            pair = (min(a.episode.id, b.episode.id), max(a.episode.id, b.episode.id))
            if a.episode.report != b.episode.report and pair not in seen:
                seen.add(pair)
                yield pair


def _keys(one: Profile) -> Iterator[tuple[str, ...]]:
    for name in one.names:
        yield ("name", name.lower().split()[-1])
    for word in wording.telling_words(one.words, _TELLING):
        yield ("word", word)
    place = one.episode.place
    weeks = _weeks(one)
    if place is None:
        return
    for week in weeks:
        yield ("place", place.name.lower(), week)
        if place.lat is not None and place.lon is not None:
            yield ("near", str(round(place.lat * 4)), str(round(place.lon * 4)), week)


def _weeks(one: Profile) -> list[str]:
    """The week of the event or of publication and the one before; an undated report is met in no week but its own."""
    day = one.episode.when.start if one.episode.when else None
    day = day or one.published
    if day is None:
        return ["any"]
    week = day.toordinal() // 7
    return [str(week), str(week + 1), "any"]


def _group(episodes: list[Episode]) -> Group:
    claims = [c for e in episodes for c in e.claims]
    when = _settled(surest_day(e.when for e in episodes), episodes)
    place = finest_place(e.place for e in episodes)
    return Group(
        id=min(c.id for c in claims),
        kind=_kind(claims),
        when=when,
        place=place,
        claims=tuple(_resolved(c, when) for c in sorted(claims, key=lambda c: (c.report, c.start, c.id))),
        reports=_links(episodes),
        questions=tuple(_questions(episodes)),
    )


def _settled(when: When | None, episodes: list[Episode]) -> When | None:
    """The day of the incident; of several reports, the surest day any of them gives."""
    if when is not None and when.start is None and when.end is None:
        published = [e.when.end for e in episodes if e.when is not None and e.when.end is not None]
        return msgspec.structs.replace(when, end=min(published)) if published else when
    return when


def _kind(claims: Sequence[Claim]) -> IncidentKind:
    """The kind most claims tell of, in the order of reports and texts."""
    told = sorted(claims, key=lambda c: (c.report, c.start, c.id))
    return commonest([c.event.kind for c in told if c.event is not None]) or "attack"


def _links(episodes: list[Episode]) -> tuple[ReportLink, ...]:
    by_report: dict[str, list[Episode]] = defaultdict(list)
    for episode in episodes:
        by_report[episode.report].append(episode)
    return tuple(
        ReportLink(id=report, main=any(e.main for e in told), claims=sum(len(e.claims) for e in told))
        for report, told in sorted(by_report.items())
    )


def _resolved(claim: Claim, when: When | None) -> Claim:
    """A claim whose day its own report could not give takes the incident's, marked as linked."""
    if claim.when is None or claim.when.start is not None or when is None or when.start is None:
        return claim
    linked = When(start=when.start, end=when.end, precision=when.precision, basis="linked", text=claim.when.text)
    return msgspec.structs.replace(claim, when=linked)


def _questions(episodes: list[Episode]) -> Iterator[str]:
    for a, b in combinations(episodes, 2):
        if days_conflict(a.when, b.when):
            yield f"The reports {a.report} and {b.report} give different days; see which is meant."
        if places_conflict(a.place, b.place):
            yield f"The reports {a.report} and {b.report} give different places; see which is meant."
