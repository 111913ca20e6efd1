"""Finds the figures that changed since an entry of the log, by comparing the incidents then and now.

The earlier rows are made again, without the reports that were read later and with the decisions of that time, in a
transaction that is rolled back, as for a preview. For a report that was read again since, the new reading is used.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from tollbook.decisions.decision import DECIDED, UNDONE, Decision, replay
from tollbook.decisions.set_aside import applicable
from tollbook.incidents.affected import affected_reports
from tollbook.incidents.incremental import relink
from tollbook.incidents.membership import groups_of_reports
from tollbook.incidents.preview import Outline, TakenBack, outlines
from tollbook.incidents.row_state import FOLLOWED
from tollbook.model import OUTCOMES, Record
from tollbook.record import Figure
from tollbook.store import LogEntry, Store

#: Reports that are linked again at most. Linking 100 takes about a second, and the writer's lock is held meanwhile.
MOST_REPORTS = 100


class MovedFigure(Record, frozen=True, kw_only=True):
    """One figure before and now; None if no report gave a number."""

    outcome: str
    before: Figure | None
    now: Figure | None


class MovedIncident(Record, frozen=True, kw_only=True):
    """An incident with changed figures; ``is_new`` if it did not exist before."""

    id: str
    title: str
    figures: tuple[MovedFigure, ...]
    is_new: bool = False


def moved_since(store: Store, entries: Sequence[LogEntry]) -> tuple[MovedIncident, ...] | None:
    """The incidents with figures that the last entries of the log changed, those with most claims first.

    None if too many reports had to be linked again. The derived rows must be up to date.
    """
    entries = [entry for entry in entries if entry.action in FOLLOWED]
    if not entries:
        return ()
    new = {each.subject for each in entries if is_first_reading(each)}
    with store.derived_rows() as rows:
        touched = affected_reports(store, rows, entries) | new
    # The reports that share an incident with a new one.
    groups = groups_of_reports(store, touched)
    touched |= {link.id for group in groups for link in group.reports}
    if len(touched) > MOST_REPORTS:
        return None
    with store.derived_rows() as rows:
        now = outlines(rows, {group.id for group in groups})
    then: list[Outline] = []
    with suppress(TakenBack), store.derived_rows(write=True) as rows:
        made, _ = relink(store, rows, touched - new, _decisions_before(store, entries[0].seq), without=new)
        then = outlines(rows, made)
        raise TakenBack
    moved = (_moved(outline, _same(outline, then)) for outline in now)
    return tuple(sorted((each for each in moved if each.figures), key=lambda each: (each.is_new, each.title, each.id)))


def is_first_reading(entry: LogEntry) -> bool:
    """Whether an entry is the first reading of a report: it then has the hash of the report."""
    return entry.action == "read" and "report" in entry.payload


def _decisions_before(store: Store, first: int) -> tuple[Decision, ...]:
    """The decisions in force before an entry of the log."""
    return applicable(replay(entry for entry in store.log(DECIDED, UNDONE) if entry.seq < first))


def _same(outline: Outline, then: Iterable[Outline]) -> Outline | None:
    """The former incident of an incident: the one with most of its claims."""
    shared = [(len({*outline.claims} & {*each.claims}), each) for each in then]
    most = max(shared, key=lambda pair: (pair[0], pair[1].id == outline.id), default=(0, None))
    return most[1] if most[0] else None


def _moved(now: Outline, then: Outline | None) -> MovedIncident:
    before = then.figures if then is not None else {}
    changed = tuple(
        MovedFigure(outcome=outcome, before=before.get(outcome), now=now.figures.get(outcome))
        for outcome in OUTCOMES
        if _shown(before.get(outcome)) != _shown(now.figures.get(outcome))
    )
    return MovedIncident(id=now.id, title=now.title, figures=changed, is_new=then is None)


def _shown(figure: Figure | None) -> tuple[object, ...]:
    """The values of a figure that are shown."""
    if figure is None:
        return ()
    return figure.low, figure.best, figure.high, figure.low_said, figure.best_said, figure.high_said
