"""Records of a book with the settled names, loaded when they are needed. Valid for one state of the book."""

from collections.abc import Iterable
from datetime import date
from functools import cached_property

from tollbook.decisions import verdicts
from tollbook.decisions.decision import Decision, group_by_subject
from tollbook.decisions.names import settled_names, with_settled_names
from tollbook.mentions import Reading
from tollbook.model import Claim, Report
from tollbook.reconcile.settled_names import SettledNames
from tollbook.store import Store, name_rows


class SettledView:
    """Claims and reports of a book with settled names."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions in force."""
        return verdicts.in_force(self._store)

    def claims(self, report: str, claims: Iterable[Claim]) -> tuple[Claim, ...]:
        """Some claims of a report with settled names."""
        reading = Reading(report=report, claims=tuple(claims))
        return with_settled_names(reading, self._names, group_by_subject(self.decisions)).claims

    def report(self, name: str) -> Report | None:
        """A report with the settled name of its outlet; None if there is none."""
        return self.reports([name]).get(name)

    def reports(self, names: Iterable[str]) -> dict[str, Report]:
        """Some reports with the settled names of their outlets, by id, as far as there are any."""
        return {name: self._names.report(report) for name, report in self._store.reports_of(names).items()}

    def reports_by(self, outlet: str, most: int) -> tuple[Report, ...]:
        """The newest reports of an outlet under each of its spellings, at most so many of each."""
        with self._store.derived_rows() as connection:
            spellings = name_rows.spellings(connection, "outlets", self._names.spellings_of("outlets", outlet))
        pages = (self._store.reports_page(per_page=most, outlet=name)[0] for name in spellings or {outlet})
        every = sorted((each for page in pages for each in page), key=lambda report: report.id)
        every.sort(key=lambda report: report.published or date.min, reverse=True)
        return tuple(map(self._names.report, every))

    @cached_property
    def _names(self) -> SettledNames:
        return settled_names(self.decisions)
