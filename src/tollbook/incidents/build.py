"""What follows from claims and decisions: incidents, tolls, and which of them each claim went to.

Here is the whole of it as one pure function; :mod:`tollbook.incidents.incremental`
keeps the same up to date report by report.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tollbook import locale
from tollbook.decisions import verdicts
from tollbook.decisions.verdicts import Decision
from tollbook.fingerprint import fingerprint
from tollbook.incidents import editions
from tollbook.model import Claim, Record, Report, content_id
from tollbook.record import Group, Incident, Toll
from tollbook.store import StoredReading

if TYPE_CHECKING:
    from tollbook.reconcile import Copy

#: The rule figures are made by when nothing else is said: the range of what is not superseded.
RULE = "range"
#: What incidents, tolls, facets and questions are made with, and the layout of their rows, by paths in the package. A
#: test compares this list with what deriving imports and opens.
_MADE_WITH = (
    "linking", "reconcile", "decisions", "incidents", "review/queue.py", "search/facets.py", "store/blocking_rows.py",
    "store/incident_rows.py", "store/page_address.py", "dates", "locale/__init__.py", f"locale/{locale.DEFAULT.code}",
    "measures.py", "quantities.py", "model.py", "record.py",
)  # fmt: skip
Pair = tuple[str, str]


class Derived(Record, frozen=True, kw_only=True):
    """What follows from claims and decisions, and which incident or toll each claim went to."""

    incidents: tuple[Incident, ...] = ()
    tolls: tuple[Toll, ...] = ()
    incident_of: dict[str, str] = msgspec.field(default_factory=dict)
    toll_of: dict[str, str] = msgspec.field(default_factory=dict)


class Sources(NamedTuple):
    """What people ruled of who copies whom: pairs of reports; the reports kept alone, those a later edition of their
    page took the place of, and those whose page was captured more than once.
    """

    one_source: frozenset[Pair] = frozenset()
    independent: frozenset[Pair] = frozenset()
    alone: frozenset[str] = frozenset()
    superseded: frozenset[str] = frozenset()
    recaptured: frozenset[str] = frozenset()


def derive(
    reports: Iterable[Report],
    stored: Mapping[str, StoredReading],
    decisions: Iterable[Decision],
    *,
    rule: str = RULE,
    as_of: date | None = None,
) -> Derived:
    """Incidents and tolls of all readings, as the decisions leave them. A pure function."""
    # Imported here because it loads libraries that are not needed when the answer is kept already.
    from tollbook import linking  # noqa: PLC0415

    by_id = {report.id: report for report in reports}
    standing = tuple(decisions)
    by_subject = verdicts.by_subject(standing)
    readings = [verdicts.apply(each.reading, by_subject) for each in stored.values()]
    alone = frozenset(name for name, each in stored.items() if each.separate)
    gone = editions.superseded((report for name, report in by_id.items() if name not in alone), as_of=as_of)
    ruled = sources(standing, alone, frozenset(gone))
    linked = linking.link(readings, by_id, separate=ruled.alone, rulings=verdicts.rulings(standing))
    incidents = (incident(group, by_id, ruled, rule=rule, as_of=as_of) for group in linked.groups)
    said = [group for group in linked.groups if any(claim.report not in gone for claim in group.claims)]
    return together([found for found in incidents if found is not None], said, tolls(linked.tolls, by_id, ruled, as_of))


def together(incidents: Iterable[Incident], groups: Iterable[Group], found: Sequence[Toll]) -> Derived:
    """Incidents, the claims they are made of, and tolls, as one."""
    return Derived(
        incidents=tuple(incidents),
        tolls=tuple(found),
        incident_of={claim.id: group.id for group in groups for claim in group.claims},
        toll_of={c: toll.id for toll in found for point in (*toll.series, *toll.derived) for c in point.claims},
    )


def sources(decisions: Iterable[Decision], alone: frozenset[str], superseded: frozenset[str] = frozenset()) -> Sources:
    """What the decisions say of two reports; of several on the same two the last holds."""
    last: dict[Pair, bool] = {}
    for ruling in verdicts.source_rulings(decisions):
        last[min(ruling.one, ruling.other), max(ruling.one, ruling.other)] = ruling.same
    return Sources(
        one_source=frozenset(pair for pair, same in last.items() if same),
        independent=frozenset(pair for pair, same in last.items() if not same),
        alone=alone,
        superseded=superseded,
    )


def incident(
    group: Group, reports: Mapping[str, Report], ruled: Sources, *, rule: str = RULE, as_of: date | None = None
) -> Incident | None:
    """The record of one group. Only its own reports have a say in it.

    None where nothing had been published about it by the day asked for: it is no incident of that day yet.
    """
    from tollbook import reconcile  # noqa: PLC0415

    held, withdrawn = editions.parted(group, ruled.superseded)
    if not held.claims:
        return None
    own = {link.id: reports[link.id] for link in held.reports if link.id in reports}
    made = reconcile.incident(held, own, copies(own, ruled), rule=rule, as_of=as_of)
    return editions.marked(made, withdrawn) if made.reports else None


def tolls(
    claims: Iterable[Claim], reports: Mapping[str, Report], ruled: Sources, as_of: date | None = None
) -> tuple[Toll, ...]:
    """The totals that claims tell of, those of reports kept alone each by itself."""
    from tollbook import reconcile  # noqa: PLC0415

    every = [claim for claim in claims if claim.report not in ruled.superseded]
    shared = [claim for claim in every if claim.report not in ruled.alone]
    own = {name: reports[name] for name in {claim.report for claim in shared} if name in reports}
    found = [*reconcile.tolls(shared, own, copies(own, ruled), as_of=as_of)]
    by_report: dict[str, list[Claim]] = {}
    for claim in every:
        if claim.report in ruled.alone:
            by_report.setdefault(claim.report, []).append(claim)
    for name in sorted(by_report):
        single = reconcile.tolls(by_report[name], reports, as_of=as_of)
        found += [msgspec.structs.replace(toll, id=content_id(toll.id, name)) for toll in single]
    return tuple(found)


def copies(reports: Mapping[str, Report], ruled: Sources) -> Sequence["Copy"]:
    """Who copies whom among some reports, those kept alone left out, as people ruled."""
    from tollbook import reconcile  # noqa: PLC0415

    several = [report for name, report in sorted(reports.items()) if name not in ruled.alone]
    found = reconcile.find_copies(several) if len(several) > 1 else ()
    pairs = ([p for p in one if set(p) <= set(reports)] for one in (ruled.one_source, ruled.independent))
    return reconcile.with_rulings(found, *pairs)


@cache
def code() -> str:
    """The hash of the code and word lists that derived rows are made with: other code, other rows."""
    return fingerprint(*_MADE_WITH)


@cache
def package_code() -> str:
    """The hash of the whole package, for the log, signatures and pages that say what made them."""
    return fingerprint("")
