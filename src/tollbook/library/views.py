"""An incident with its figures, and the words of reports behind each number."""

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, Literal

from tollbook.library import given
from tollbook.locale import wording
from tollbook.model import OUTCOMES, Claim, Place, Record, Report, Speaker, When
from tollbook.person import Person
from tollbook.reconcile import Sources
from tollbook.record import Figure, Incident

if TYPE_CHECKING:
    from tollbook.library.opened_book import OpenedBook

Bound = Literal["low", "best", "high"]


class Words(Record, frozen=True, kw_only=True):
    """The exact words of a report: ``report.text[start:end] == quote``; ``according_to`` is the chain of speakers."""

    quote: str
    start: int
    end: int
    claim: Claim
    report: Report
    outlet: str
    according_to: str

    @property
    def speakers(self) -> tuple[Speaker, ...]:
        """The speakers, the original informant first."""
        return self.claim.speakers

    @property
    def published(self) -> date | None:
        """The day of the report."""
        return self.report.published


class FigureView:
    """One count of one incident. A bound is None where it is not known, which is not zero."""

    def __init__(self, outcome: str, record: Figure, words_of: Callable[[tuple[str, ...]], tuple[Words, ...]]) -> None:
        self.outcome = outcome
        #: The record itself, with the claims under each bound.
        self.record = record
        self._words_of = words_of

    @property
    def low(self) -> int | None:
        """At least so many, by the rule."""
        return self.record.low

    @property
    def best(self) -> int | None:
        """The best value by the rule, if there is one."""
        return self.record.best

    @property
    def high(self) -> int | None:
        """At most so many, by the rule."""
        return self.record.high

    @property
    def said(self) -> str:
        """The figure as reports word it: "17–18", "more than 40", "dozens"; "not known" without a number."""
        return wording.bounds(self.record)

    @property
    def status(self) -> str:
        """Whether sources agree: agreed, range, contested, single source or superseded; else "not reported"."""
        return self.record.status if self.record.independent_sources else "not reported"

    @property
    def independent_sources(self) -> int:
        """The number of independent sources."""
        return self.record.independent_sources

    def words(self, bound: Bound | None = None) -> tuple[Words, ...]:
        """The words behind one bound, or behind all three, each once."""
        claims = {"low": self.record.low_claims, "best": self.record.best_claims, "high": self.record.high_claims}
        names = claims[bound] if bound else tuple(dict.fromkeys(name for each in claims.values() for name in each))
        return self._words_of(names)

    def __repr__(self) -> str:
        return f"<{self.outcome}: {self.said} ({self.status})>"


class IncidentView:
    """One incident. ``record`` is the record of the contract (docs/contract.md), with everything that follows."""

    def __init__(self, book: "OpenedBook", record: Incident) -> None:
        self._book = book
        self.record = record

    @property
    def id(self) -> str:
        """The id, made from the content."""
        return self.record.id

    @property
    def title(self) -> str:
        """The kind, place and day in words."""
        return self.record.title

    @property
    def kind(self) -> str:
        """The kind of incident, such as ``airstrike``."""
        return self.record.kind

    @property
    def when(self) -> When:
        """The days; ``start`` is None where they are not known."""
        return self.record.when or When()

    @property
    def place(self) -> Place | None:
        """The place; None where it is not known."""
        return self.record.place

    @property
    def figures(self) -> dict[str, FigureView]:
        """The figures by outcome: ``killed``, ``injured`` …; an outcome that nobody reports is not there."""
        return {name: FigureView(name, figure, self._book.words) for name, figure in self.record.figures.items()}

    def figure(self, outcome: str) -> FigureView:
        """The figure of an outcome; where nobody reports one, every bound is None. Raises Refused for no outcome."""
        given.word("outcome", outcome, OUTCOMES)
        return FigureView(outcome, self.record.figures.get(outcome, Figure()), self._book.words)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims of the incident, in the order of the reports."""
        return tuple(self._book.claims(incident=self.id))

    @property
    def reports(self) -> tuple[Report, ...]:
        """The reports on it, by day of publication."""
        return tuple(self._book.reports(incident=self.id))

    @property
    def persons(self) -> tuple[Person, ...]:
        """The persons harmed in it."""
        return self.record.persons

    @property
    def sources(self) -> Sources:
        """Its independent sources, and which report depends on which."""
        return self._book.sources_of(self.id)

    def __repr__(self) -> str:
        return f"<{self.title}>"
