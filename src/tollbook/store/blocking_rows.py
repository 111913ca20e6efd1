"""Episodes, the keys they are found by and the edges between them, as rows: the neighbourhood that linking looks at."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, Select, bindparam, func, select

from tollbook.store.incident_rows import (
    Row,
    delete_in,
    edges,
    episodes,
    incidents,
    insert_all,
    keys,
    parts,
    told,
    where_in,
)


class Member(NamedTuple):
    """One episode: of which report, in which component of linked episodes, and which incident it went to."""

    number: int
    id: str
    report: str
    component: int
    incident: str | None


class Tie(NamedTuple):
    """Two episodes, the smaller number first, with the weight of the evidence and whether they are linked."""

    one: int
    other: int
    weight: float
    linked: bool


class Doubt(NamedTuple):
    """Two episodes of two incidents that may be one: the weight of the evidence, and how large both incidents are."""

    weight: float
    one: str
    one_report: str
    one_incident: str
    other: str
    other_report: str
    other_incident: str
    one_killed: int | None
    one_injured: int | None
    one_reports: int
    other_killed: int | None
    other_injured: int | None
    other_reports: int


def forget_reports(connection: Connection, reports: Collection[str]) -> list[Member]:
    """Drop what these reports told; the episodes they told."""
    found = [Member._make(row) for row in where_in(connection, _members(), episodes.c.report, reports)]
    numbers = [member.number for member in found]
    delete_in(connection, keys, keys.c.episode, numbers)
    delete_in(connection, edges, edges.c.one, numbers)
    delete_in(connection, edges, edges.c.other, numbers)
    delete_in(connection, episodes, episodes.c.number, numbers)
    delete_in(connection, told, told.c.report, reports)
    return found


def members(connection: Connection, components: Iterable[int]) -> dict[int, Member]:
    """The episodes of some components, by number."""
    found = (Member(*row) for row in where_in(connection, _members(), episodes.c.component, components))
    return {member.number: member for member in found}


def _members() -> Select[tuple[int, str, str, int, str]]:
    return select(episodes.c.number, episodes.c.id, episodes.c.report, episodes.c.component, episodes.c.incident)


def add_episodes(connection: Connection, rows: Sequence[Row]) -> list[int]:
    """Insert episodes, each a component of its own for now; their numbers in the order of the rows."""
    last = connection.execute(select(episodes.c.number).order_by(episodes.c.number.desc()).limit(1)).scalar() or 0
    numbers = list(range(last + 1, last + 1 + len(rows)))
    insert_all(
        connection, episodes, [row | {"number": n, "component": n} for n, row in zip(numbers, rows, strict=True)]
    )
    return numbers


def showing(connection: Connection, asked: Iterable[int]) -> dict[int, list[int]]:
    """The numbers of the episodes that show each of some keys."""
    found: dict[int, list[int]] = {}
    for key, episode in where_in(connection, select(keys.c.key, keys.c.episode), keys.c.key, asked):
        found.setdefault(key, []).append(episode)
    return found


def linked_to(connection: Connection, numbers: Collection[int]) -> list[tuple[int, int]]:
    """The linked pairs that hold one of some episodes."""
    query = select(edges.c.one, edges.c.other).where(edges.c.linked)
    ends = (edges.c.one, edges.c.other)
    return sorted({(row.one, row.other) for end in ends for row in where_in(connection, query, end, numbers)})


def edges_among(connection: Connection, numbers: Collection[int]) -> list[Tie]:
    """The edges between some episodes, linked or in doubt."""
    inside = set(numbers)
    query = select(edges.c.one, edges.c.other, edges.c.weight, edges.c.linked)
    found = (Tie(*row) for row in where_in(connection, query, edges.c.one, numbers))
    return [tie for tie in found if tie.other in inside]


def set_components(connection: Connection, home: Mapping[int, int]) -> None:
    """Say which component some episodes are in."""
    by_component: dict[int, list[int]] = {}
    for number, component in home.items():
        by_component.setdefault(component, []).append(number)
    for component, numbers in by_component.items():
        for some in parts(numbers):
            connection.execute(episodes.update().where(episodes.c.number.in_(some)).values(component=component))


def members_of(connection: Connection, incident: str) -> list[Member]:
    """The episodes that went to an incident, by number."""
    query = _members().where(episodes.c.incident == incident).order_by(episodes.c.number)
    return [Member._make(row) for row in connection.execute(query)]


def profiles(connection: Connection, numbers: Iterable[int]) -> dict[int, bytes]:
    """The packed profiles of some episodes, by number."""
    query = select(episodes.c.number, episodes.c.profile)
    return {row.number: row.profile for row in where_in(connection, query, episodes.c.number, numbers)}


def doubtful(connection: Connection, threshold: float, most: int, incident: str | None = None) -> list[Doubt]:
    """The edges between two incidents nearest to the threshold, either side of it, with what is at stake.

    With ``incident`` those of that one. Headlines without a claim are left out: wherever they belong, no figure moves.
    """
    one, other = episodes.alias(), episodes.alias()
    mine, theirs = incidents.alias(), incidents.alias()
    query = (
        select(
            edges.c.weight,
            *(one.c.id, one.c.report, one.c.incident),
            *(other.c.id, other.c.report, other.c.incident),
            *(mine.c.killed, mine.c.injured, mine.c.reports),
            *(theirs.c.killed, theirs.c.injured, theirs.c.reports),
        )
        .join(one, one.c.number == edges.c.one)
        .join(other, other.c.number == edges.c.other)
        .join(mine, mine.c.id == one.c.incident)
        .join(theirs, theirs.c.id == other.c.incident)
        .where(one.c.incident != other.c.incident, one.c.id != one.c.report, other.c.id != other.c.report)
        .order_by(func.abs(edges.c.weight - threshold), one.c.id, other.c.id)
        .limit(most)
    )
    if incident is not None:
        query = query.where((one.c.incident == incident) | (other.c.incident == incident))
    return [Doubt._make(row) for row in connection.execute(query)]


def set_incidents(connection: Connection, home: Mapping[int, str]) -> None:
    """Say which incident some episodes went to."""
    rows = [{"number_": number, "incident_": name} for number, name in home.items()]
    if rows:
        change = episodes.update().where(episodes.c.number == bindparam("number_"))
        connection.execute(change.values(incident=bindparam("incident_")), rows)
