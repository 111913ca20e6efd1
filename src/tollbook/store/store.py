"""The store of a book: reports, readings, refusals and the log. Each report is written in a transaction of its own."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import URL, Engine, insert, select

from tollbook import __version__
from tollbook.errors import Refused
from tollbook.ingest import Capture
from tollbook.locale.messages import message
from tollbook.mentions import Reading
from tollbook.model import Claim, Refusal, Report, content_id
from tollbook.store import descriptions, incident_rows, log, paging, recaptures, rows, search
from tollbook.store.database import BookDatabase
from tollbook.store.log import LogEntry
from tollbook.store.migrations import MIGRATED
from tollbook.store.recaptures import Moment
from tollbook.store.rows import Known, StoredReading
from tollbook.store.schema import refusals
from tollbook.store.search import Hit

#: The actor of log entries for which no person is named.
ACTOR = f"tollbook {__version__}"


class Store(BookDatabase):
    """The tables of a book. Use ``Store.open``. All methods raise BookError with a sentence if the database fails."""

    def __init__(self, url: URL, database: Engine) -> None:
        super().__init__(url, database)
        #: The actor and the versions of the software and its readers; every log entry has both.
        self.actor = ACTOR
        self.versions: Mapping[str, str] = {}
        #: Readings and decisions that may be missing from lists while another process links them; None to wait for all.
        self.may_lack: int | None = None

    def add(self, capture: Capture, reading: Reading, *, finder: str, separate: bool, again: bool = False) -> bool:
        """Store a report and its reading, and log it. False if the book already has both; then nothing is written.

        ``again``: the report was described otherwise since it was read, so it has a new reading by the same reader.
        Raises Refused if the book has other bytes under the same id.
        """
        report = capture.report
        if self.kind == "postgresql" and "\0" in "".join(filter(None, (report.text, report.title, report.url))):
            raise Refused(
                message("It contains the NUL character, which PostgreSQL cannot store; use a book in a file instead.")
            )
        with self.writing() as connection:
            known = rows.known(connection, report.id).get(report.id)
            if known is not None and known.sha256 != report.sha256:
                raise Refused(
                    message(
                        "The book already has a report with the id {id} but other bytes; it was not replaced.",
                        id=report.id,
                    )
                )
            if known == Known(sha256=report.sha256, finder=finder, separate=separate) and not again:
                return False
            payload: dict[str, Any] = {"sha256": report.sha256, "finder": finder, "separate": separate}
            if known is None:
                payload["report"] = rows.add_report(connection, report, capture.original)
            used = descriptions.for_readers(descriptions.of(connection, report.id))
            if used:
                payload["described"] = used
            payload["reading"] = rows.add_reading(
                connection, reading, finder=finder, separate=separate, described=descriptions.encoded(used)
            )
            log.append(
                connection, actor=self.actor, action="read", subject=report.id, payload=payload | {**self.versions}
            )
        return True

    def refuse(self, refusal: Refusal) -> None:
        """Store and log a refusal; the same refusal is stored once."""
        key = content_id(refusal.origin, refusal.reason)
        with self.writing() as connection:
            if connection.execute(select(refusals.c.id).where(refusals.c.id == key)).first() is None:
                row = {"id": key, "at": datetime.now(UTC).isoformat(timespec="microseconds")}
                connection.execute(insert(refusals), row | refusal.to_dict())
                log.append(
                    connection,
                    actor=self.actor,
                    action="refused",
                    subject=refusal.origin,
                    payload={"reason": refusal.reason, "at": row["at"], **self.versions},
                )

    def recaptures(self) -> set[Moment]:
        """The captures of known bytes from another address or moment that the log has."""
        with self.reading() as connection:
            return recaptures.logged(connection)

    def captured_again(self, report: Report) -> bool:
        """Log a capture of known bytes if its address or moment is not that of the report; returns whether it did."""
        with self.reading() as connection:
            if not recaptures.is_new(connection, report):
                return False
        about = {"sha256": report.sha256, "url": report.url, "captured": report.captured, "origin": report.origin}
        self.append(recaptures.CAPTURED_AGAIN, report.id, about, actor=self.actor)
        return True

    def append(self, action: str, subject: str, payload: Mapping[str, Any], *, actor: str) -> LogEntry:
        """Append a log entry."""
        with self.writing() as connection:
            return log.append(
                connection, actor=actor, action=action, subject=subject, payload={**payload, **self.versions}
            )

    def known(self, report: str | None = None) -> dict[str, Known]:
        """The reports and readings that the book already has, by report id; of all reports or of one."""
        with self.reading() as connection:
            return rows.known(connection, report)

    def reports(self) -> list[Report]:
        """Every report, by day of publication and id."""
        with self.reading() as connection:
            return rows.all_reports(connection)

    def report(self, name: str) -> Report | None:
        """The report with this id, or ``None``."""
        return self.reports_of([name]).get(name)

    def reports_of(self, names: Iterable[str]) -> dict[str, Report]:
        """The reports with these ids, by id, as far as the book has them; nothing else is loaded."""
        with self.reading() as connection:
            return rows.reports_of(connection, names)

    def reading_of(self, names: Iterable[str]) -> dict[str, StoredReading]:
        """The current readings of the reports with these ids, by report id; nothing else is loaded."""
        with self.reading() as connection:
            return rows.readings_of(connection, names)

    def claims_of(self, names: Iterable[str]) -> dict[str, Claim]:
        """The claims of current readings with these ids, by id; nothing else is loaded."""
        with self.reading() as connection:
            return rows.claims_of(connection, names)

    def claim_ids(self, prefix: str) -> list[str]:
        """The ids of the claims of current readings that begin with ``prefix``."""
        with self.reading() as connection:
            return rows.claim_ids(connection, prefix)

    def former_claims(self, names: Iterable[str]) -> dict[str, Claim]:
        """The claims of superseded readings with these ids, by id; nothing else is loaded."""
        with self.reading() as connection:
            return rows.former_claims(connection, names)

    def reports_page(
        self, page: int = 1, per_page: int = 50, *,
        outlet: str | None = None, lacks: str | None = None, words: str = "",
    ) -> tuple[list[Report], int]:  # fmt: skip
        """One page of the reports, counted from 1, latest published first; and the number of reports on all pages.

        ``words`` is a query as for :meth:`search`; ``lacks`` is ``day``, ``outlet``, ``title`` or ``incident``.
        """
        with self.reading() as connection:
            matching = search.matching(connection, words) if words else None
            if words and matching is None:
                return [], 0
            placed = self._placed() if lacks == paging.INCIDENT else None
            return paging.page_of_reports(
                connection, page, per_page, outlet=outlet, lacks=lacks, matching=matching, in_memory=placed
            )

    def lacking(self, names: Iterable[str] | None = None) -> dict[str, int]:
        """How many reports lack a ``day``, an ``outlet`` and a ``title``; of all reports, or of some."""
        with self.reading() as connection:
            return paging.lacking(connection, names)

    def in_no_incident(self) -> int:
        """How many reports have no claim in an incident. The derived rows must be up to date."""
        with self.reading() as connection:
            return paging.in_no_incident(connection, self._placed())

    def _placed(self) -> frozenset[str] | None:
        """The reports in incidents, where the derived rows are in memory; None where the book's database has them."""
        if self._memory is None:
            return None
        with self.derived_rows() as rows:
            return paging.placed(rows)

    def derive_in_memory(self) -> None:
        """As for every book in a database; and lists wait for linking, because no other process can link for them."""
        super().derive_in_memory()
        self.may_lack = None

    def claims_page(
        self, page: int = 1, per_page: int = 50, *, kind: str | None = None, without: Iterable[str] = ()
    ) -> tuple[list[tuple[str, str]], int]:
        """One page of the claims as (id, report), in the order of reading; and the number of claims on all pages."""
        with self.reading() as connection:
            return rows.page_of_claims(connection, page, per_page, kind=kind, without=without)

    def contents(self) -> tuple[list[Report], dict[str, StoredReading]]:
        """Every report and its current reading, as of one moment."""
        with self.reading() as connection:
            return rows.all_reports(connection), rows.all_readings(connection)

    def search(self, question: str, limit: int = 50) -> list[Hit]:
        """The reports that contain all words of the query, best first, with the spans. See ``store.search``."""
        with self.reading() as connection:
            ranks = dict(search.find(connection, question, limit))
            reports, terms = rows.reports_of(connection, ranks), search.terms(question)
            return [search.hit(reports[name], terms, rank) for name, rank in ranks.items()]

    def editions_of(self, name: str) -> list[Report]:
        """The reports captured from the same page as this one, including it; empty if the book does not have it."""
        with self.reading() as connection:
            return rows.at_same_address(connection, name)

    def recaptured_with(self, names: Iterable[str]) -> list[Report]:
        """The reports captured from the same pages as these, including them, for pages captured more than once."""
        with self.reading() as connection:
            return rows.recaptured_with(connection, names)

    def recaptured(self) -> list[str]:
        """The ids of the reports whose page was captured more than once."""
        with self.reading() as connection:
            return rows.recaptured(connection)

    def captured(self, names: Iterable[str]) -> dict[str, Report]:
        """The reports with these ids as they were captured, without values that people set."""
        with self.reading() as connection:
            return rows.captured_of(connection, names)

    def at_addresses(self, addresses: Iterable[str]) -> set[str]:
        """The ids of the reports of these pages; addresses as ``page_address.canonical`` gives them."""
        with self.reading() as connection:
            return rows.at_addresses(connection, addresses)

    def described(self) -> dict[str, dict[str, str | None]]:
        """The values that people set about reports, by report, from the columns."""
        with self.reading() as connection:
            return descriptions.stored(connection)

    def describe(self, wanted: Mapping[str, Mapping[str, str | None]]) -> None:
        """Write values that people set into the columns of reports; see ``store.descriptions``.

        Writes only differences.
        """
        if self.described() != wanted:
            with self.writing() as connection:
                descriptions.write(connection, wanted)

    def repair(self, described: Mapping[str, Mapping[str, str | None]]) -> None:
        """Make all derived data again in one transaction, except incidents, which are made when they are needed.

        ``described`` are the values that people set about reports, by report.
        """
        with self.writing() as connection:
            descriptions.rewrite(connection, described)
            search.rebuild(connection)
            incident_rows.empty(connection)

    def stale(self) -> list[str]:
        """The reports to read again because people set values that readers use; see ``store.descriptions``."""
        with self.reading() as connection:
            return descriptions.stale(connection)

    def refusals(self) -> list[Refusal]:
        """All refusals so far."""
        with self.reading() as connection:
            return rows.all_refusals(connection)

    def log(self, *actions: str, since: int = 0, most: int | None = None) -> list[LogEntry]:
        """The log after entry ``since`` in order, at most ``most`` entries; of all actions or of some."""
        with self.reading() as connection:
            return log.entries(connection, *actions, since=since, most=most)

    def number_of_entries(self, *actions: str, since: int = 0, upto: int | None = None) -> int:
        """The number of log entries of some actions after entry ``since``, as far as entry ``upto``."""
        with self.reading() as connection:
            return log.number(connection, *actions, since=since, upto=upto)

    def last_entry(self) -> int:
        """The number of the last log entry; 0 for an empty log."""
        with self.reading() as connection:
            return log.last(connection)

    def just_migrated(self) -> bool:
        """Whether nothing was written to the book since it was migrated to the tables of this version."""
        return any(entry.action == MIGRATED for entry in self.log(since=self.last_entry() - 1))

    def head(self) -> str:
        """The hash of the last log entry."""
        with self.reading() as connection:
            return log.head(connection)
