"""What follows from claims and decisions: incidents, tolls, and which of them each claim went to."""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from tollbook import review
from tollbook.model import Record, Report, content_id
from tollbook.record import Incident, Toll
from tollbook.review import Decision
from tollbook.store import StoredReading

#: The rule figures are made by when nothing else is said: the range of what is not superseded.
RULE = "range"


class Derived(Record, frozen=True, kw_only=True):
    """What follows from claims and decisions, and which incident or toll each claim went to."""

    incidents: tuple[Incident, ...] = ()
    tolls: tuple[Toll, ...] = ()
    incident_of: dict[str, str] = msgspec.field(default_factory=dict)
    toll_of: dict[str, str] = msgspec.field(default_factory=dict)


def derive(
    reports: Iterable[Report],
    stored: Mapping[str, StoredReading],
    decisions: Iterable[Decision],
    *,
    rule: str = RULE,
    as_of: date | None = None,
) -> Derived:
    """Incidents and tolls of all readings, as the decisions leave them. A pure function."""
    # Imported here because they load libraries that are not needed when the answer is kept already.
    from tollbook import link, reconcile  # noqa: PLC0415

    by_id = {report.id: report for report in reports}
    standing = review.by_subject(decisions)
    readings = [review.apply(each.reading, standing) for each in stored.values()]
    alone = frozenset(name for name, each in stored.items() if each.separate)
    linked = link.link(readings, by_id, separate=alone)
    copies = reconcile.find_copies([report for report in by_id.values() if report.id not in alone])
    incidents = (reconcile.incident(group, by_id, copies, rule=rule, as_of=as_of) for group in linked.groups)
    tolls = [
        *reconcile.tolls([claim for claim in linked.tolls if claim.report not in alone], by_id, copies, as_of=as_of)
    ]
    for name in sorted(alone):
        own = reconcile.tolls([claim for claim in linked.tolls if claim.report == name], by_id, as_of=as_of)
        tolls += [msgspec.structs.replace(toll, id=content_id(toll.id, name)) for toll in own]
    return Derived(
        # What nothing had been published about by the day asked for is no incident of that day yet.
        incidents=tuple(incident for incident in incidents if incident.reports),
        tolls=tuple(tolls),
        incident_of={claim.id: group.id for group in linked.groups for claim in group.claims},
        toll_of={c: toll.id for toll in tolls for point in (*toll.series, *toll.derived) for c in point.claims},
    )


@cache
def code() -> str:
    """The hash of the package's code and word lists: other code or other rules, another answer."""
    code = hashlib.sha256()
    todo: list[Traversable] = [resources.files("tollbook")]
    while todo:
        part = todo.pop()
        if part.is_dir():
            todo.extend(sorted(part.iterdir(), key=lambda entry: entry.name))
        elif part.name.endswith((".py", ".toml")):
            code.update(part.read_bytes())
    return code.hexdigest()
