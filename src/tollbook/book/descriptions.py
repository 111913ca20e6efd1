"""The table of reports of a book: day, outlet, title, author and address of each, changed in one step."""

from collections.abc import Iterable, Mapping

from tollbook.decisions import descriptions
from tollbook.decisions.decision import Decision
from tollbook.decisions.names import settled_reports
from tollbook.errors import Refused
from tollbook.export.listing import neutral
from tollbook.locale.messages import message, plural
from tollbook.review import conflicts, report_rows
from tollbook.review.report_rows import ReportChanges, Row
from tollbook.store import Store


class Descriptions:
    """``book.descriptions``."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def rows(self, reports: Iterable[str]) -> list[dict[str, str]]:
        """A row for each of some reports that the book has, in their order."""
        names = list(dict.fromkeys(reports))
        known = settled_reports(self._store, names)
        return [report_rows.row(known[name]) for name in names if name in known]

    def read(self, rows: Iterable[tuple[int, Row]]) -> ReportChanges:
        """The changes of numbered rows, and the rows that cannot be read, each with the reason."""
        listed = list(rows)
        known = settled_reports(self._store, {row.get("report", "") for _, row in listed})
        before = {name: report_rows.row(report) for name, report in known.items()}
        return report_rows.read([(number, _as_shown(row, before)) for number, row in listed], before)

    def apply(self, changes: ReportChanges, *, who: str, why: str, seen: int | None = None) -> Decision:
        """Write the changes of rows; returns the first decision. Undoing it undoes all.

        Reports that get the same values are one decision. ``Book.settle`` then reads them again. Raises Refused if a
        row cannot be read or nothing changes, and EditConflict if somebody else described one of the reports after the
        log entry ``seen``; nothing is written then.
        """
        if changes.refused:
            raise Refused(plural(
                "{n} line cannot be read, and nothing was saved. Mend it, then save again.",
                "{n} lines cannot be read, and nothing was saved. Mend them, then save again.",
                len(changes.refused),
            ))  # fmt: skip
        if not changes.changes:
            raise Refused(message("Nothing was changed: enter a day, an outlet, a title, an author or an address."))
        made = conflicts.describe(self._store, changes.changes, who=who, why=why, seen=seen)
        descriptions.carry(self._store)
        return made


def _as_shown(row: Row, before: Mapping[str, Row]) -> Row:
    """A row with the cells that a CSV file writes differently, so that no spreadsheet runs them, as they are."""
    own = before.get(row.get("report", ""), {})
    return {name: own[name] if name in own and cell == str(neutral(own[name])) else cell for name, cell in row.items()}
