"""A book as ``tollbook.open`` gives it: reports, claims, incidents, persons and sources, to read."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self, get_args

import msgspec

from tollbook.book import Book
from tollbook.book.comparison import listing
from tollbook.compare import BookComparison, headers_of, mapping_of
from tollbook.errors import NoSuchRecord, Refused
from tollbook.export.detail_tables import Informant, informants, source_rows
from tollbook.export.listing import Listing
from tollbook.export.sheets import SHEETS
from tollbook.library import given
from tollbook.library.tables import BookTable, Selection
from tollbook.library.views import IncidentView, Words
from tollbook.locale import wording
from tollbook.locale.messages import message
from tollbook.model import Claim, ClaimKind, IncidentKind, Report, VictimEffect
from tollbook.person import Person
from tollbook.reconcile import RULES, Sources
from tollbook.record import Contents, DecidedClaim
from tollbook.report_name import publisher_name

#: Endings of files that are data sets; anything else is a book.
_DATA_SETS = frozenset({".csv", ".tsv", ".txt"})


class ComparedWith:
    """A book compared with another one or with a data set: the record, and a table with a row for each difference."""

    def __init__(self, comparison: BookComparison) -> None:
        self.record = comparison

    def table(self) -> BookTable:
        """One row for each figure that differs, and for each incident that only one side has."""
        return BookTable("comparison", listing(self.record))


class OpenedBook:
    """A book open for reading, as of one moment; ``tollbook.open`` makes it. Every method may raise BookError."""

    def __init__(
        self, where: str | os.PathLike[str], *, write: bool, rule: str, as_of: date | None, actor: str | None,
        passphrase: str | None,
    ) -> None:  # fmt: skip
        if rule not in RULES:
            raise Refused(
                message("There is no rule {rule}; choose one of: {names}.", rule=rule, names=", ".join(RULES))
            )
        self.rule, self.as_of, self.name = rule, given.day("as_of", as_of), Path(where).name
        self._write = write
        self._book = Book.open(where, actor=actor, passphrase=passphrase, read_only=not write)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the database; records that were read stay usable."""
        self._book.close()

    def __repr__(self) -> str:
        return f"<book {self.name}>"

    # ---------------------------------------------------------------------------------------------- records
    def incidents(
        self, *, kind: str | None = None, country: str | None = None, since: date | None = None,
        until: date | None = None, where: Callable[[IncidentView], bool] | None = None,
    ) -> Selection[IncidentView]:  # fmt: skip
        """Incidents: all, or those of a kind, a country (its code in ISO 3166-1) or a time. Raises Refused.

        ``since`` and ``until`` are days, both included: an incident is of that time if any of its possible days is. One
        whose day is not known is left out then.
        """
        given.word("kind", kind, get_args(IncidentKind))
        views = [IncidentView(self, each) for each in self._contents.incidents]
        given.country(country, ((p.country, p.country_name or "") for v in views if (p := v.place) and p.country))
        since, until = given.day("since", since), given.day("until", until)
        chosen = (
            view
            for view in views
            if kind in {None, view.kind}
            and (country is None or (view.place is not None and view.place.country == country))
            and _in_time(view, since, until)
            and (where is None or where(view))
        )
        return Selection(
            "incidents", chosen, lambda views: self._rows("incidents", incidents=tuple(view.record for view in views))
        )

    def incident(self, name: str) -> IncidentView:
        """The incident with an id, or the only one whose id begins so. Raises NoSuchRecord."""
        found = [each for each in self._contents.incidents if name and each.id.startswith(name)]
        if len(found) != 1:
            raise NoSuchRecord(message("There is no incident {id} in this book; see: tollbook incidents", id=name))
        return IncidentView(self, found[0])

    def claims(
        self, *, kind: str | None = None, incident: str | None = None, report: str | None = None,
        rejected: bool = False, where: Callable[[Claim], bool] | None = None,
    ) -> Selection[Claim]:  # fmt: skip
        """Claims in the order of the reports, as people corrected them; ``rejected`` ones only if asked for.

        Raises Refused.
        """
        given.word("kind", kind, get_args(ClaimKind))
        chosen = (
            claim
            for claim in self._contents.claims
            if kind in {None, claim.kind}
            and incident in {None, claim.incident}
            and report in {None, claim.report}
            and (rejected or not (isinstance(claim, DecidedClaim) and claim.rejected))
            and (where is None or where(claim))
        )
        return Selection("claims", chosen, lambda claims: self._rows("claims", claims=tuple(claims)))

    def reports(
        self, *, outlet: str | None = None, incident: str | None = None,
        where: Callable[[Report], bool] | None = None,
    ) -> Selection[Report]:  # fmt: skip
        """Reports by day of publication, all or those of an outlet or on an incident."""
        links = {link.id for link in self.incident(incident).record.reports} if incident else None
        chosen = (
            report
            for report in self._contents.reports
            if outlet in {None, report.outlet}
            and (links is None or report.id in links)
            and (where is None or where(report))
        )
        return Selection("reports", chosen, lambda reports: self._rows("reports", reports=tuple(reports)))

    def persons(
        self, *, fate: str | None = None, named: bool | None = None, where: Callable[[Person], bool] | None = None
    ) -> Selection[Person]:
        """Persons whom reports name or describe, all or those of a fate (``killed``, ``injured`` …). Raises Refused."""
        given.word("fate", fate, get_args(VictimEffect))
        chosen = (
            person
            for person in self._contents.persons
            if fate in {None, person.fate}
            and named in {None, person.name is not None}
            and (where is None or where(person))
        )
        return Selection("persons", chosen, lambda persons: self._rows("persons", persons=tuple(persons)))

    def sources(self, *, incident: str | None = None) -> Selection[Informant]:
        """Informants, one for each incident that they speak about. They may depend on each other: ``sources_of``."""
        chosen = (each for each in informants(self._contents) if incident in {None, each.incident})
        return Selection("sources", chosen, source_rows)

    def sources_of(self, incident: str) -> Sources:
        """The independent sources of an incident, and which report depends on which. Raises NoSuchRecord."""
        return self._book.incidents.sources(incident, as_of=self.as_of)

    def words(self, claims: Iterable[str]) -> tuple[Words, ...]:
        """The exact words of some claims by their ids, with their reports and who says so."""
        found = (self._claims[name] for name in claims if name in self._claims)
        return tuple(self._words(claim) for claim in found)

    def table(self, name: str) -> BookTable:
        """A table of the CSV export by name: ``incidents``, ``claims``, ``statements``, ``tolls`` … Raises Refused."""
        if name not in SHEETS:
            raise Refused(message("There is no table {name}; choose one of: {names}.", name=name,
                                  names=", ".join(SHEETS)))  # fmt: skip
        return BookTable(name, SHEETS[name](self._contents))

    # ---------------------------------------------------------------------------------------------- handing on
    def export(
        self, name: str, out: str | os.PathLike[str], *, profile: str | None = None, only: str | None = None
    ) -> list[Path]:
        """Write the book in a format of ``tollbook export``; the files written. Raises Refused if open to read."""
        if not self._write:
            raise Refused(message(
                "The log of a book records every export, and this book is open for reading only. Open it with "
                "tollbook.open(…, write=True)."
            ))  # fmt: skip
        return self._book.export(name, out, rule=self.rule, as_of=self.as_of, profile=profile, only=only)

    def compare(
        self, other: "OpenedBook | str | os.PathLike[str]", *, columns: Mapping[str, str] | None = None,
        numeric: str = "",
    ) -> ComparedWith:  # fmt: skip
        """This book compared with another book, or with a CSV file of a data set. Raises Refused.

        ``columns`` says which header of the file is which field, as ``{"killed": "Fatalities"}``; those of UCDP GED and
        ACLED are known. ``numeric`` is ``day`` or ``month``: the number that comes first in 03/04/2017.
        """
        side = self._book.compare.side(self.name, rule=self.rule, as_of=self.as_of)
        if isinstance(other, OpenedBook):
            theirs = other._book.compare.side(other.name, rule=other.rule, as_of=other.as_of)
            return ComparedWith(self._book.compare.with_book(side, theirs))
        path = Path(other)
        if path.suffix.lower() not in _DATA_SETS:
            with OpenedBook(path, write=False, rule=self.rule, as_of=self.as_of, actor=None, passphrase=None) as opened:
                return self.compare(opened)
        try:
            data = path.read_bytes()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise Refused(message("{path} cannot be read: {reason}.", path=path, reason=reason)) from error
        mapping = mapping_of(headers_of(data), columns or {}, numeric=numeric)
        if not (mapping.known or columns):
            raise Refused(message(
                "The columns of {file} are not those of a known data set. Say which is which with columns=, as "
                "{{\"killed\": \"Fatalities\"}}. Proposed: {proposed}.",
                file=path.name, proposed=dict(mapping.columns),
            ))  # fmt: skip
        return ComparedWith(self._book.compare.with_data_set(side, data, mapping, name=path.name))

    # ---------------------------------------------------------------------------------------------- inside
    @cached_property
    def _contents(self) -> Contents:
        return self._book.export.contents(rule=self.rule, as_of=self.as_of)

    @cached_property
    def _claims(self) -> dict[str, Claim]:
        return {claim.id: claim for claim in self._contents.claims}

    @cached_property
    def _reports(self) -> dict[str, Report]:
        return {report.id: report for report in self._contents.reports}

    def _words(self, claim: Claim) -> Words:
        report = self._reports[claim.report]
        outlet = publisher_name(report)
        return Words(
            quote=claim.quote, start=claim.start, end=claim.end, claim=claim, report=report, outlet=outlet,
            according_to=wording.chain(claim.speakers, outlet),
        )  # fmt: skip

    def _rows(self, table: str, **records: Sequence[object]) -> Listing:
        """A table of the CSV export with some records only."""
        return SHEETS[table](msgspec.structs.replace(self._contents, **records))


def _in_time(view: IncidentView, since: date | None, until: date | None) -> bool:
    if since is None and until is None:
        return True
    first, last = view.when.start, view.when.end or view.when.start
    return first is not None and last is not None and last >= (since or date.min) and first <= (until or date.max)
