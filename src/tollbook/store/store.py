"""The store: everything a book holds. Each report is written in a transaction of its own."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from sqlalchemy import URL, Connection, Engine, create_engine, insert, select, update
from sqlalchemy.pool import StaticPool

from tollbook import __version__
from tollbook.errors import BookError, Refused
from tollbook.ingest import Capture
from tollbook.locale.messages import message
from tollbook.model import Claim, Reading, Refusal, Report, content_id
from tollbook.store import audit, backup, descriptions, encryption, engine, locations, log, paging, rows, search
from tollbook.store.error_messages import as_book_errors, check_readable
from tollbook.store.log import LogEntry
from tollbook.store.rows import Known, StoredReading
from tollbook.store.schema import book, refusals
from tollbook.store.search import Hit

#: SQLite's page cache while rows are derived, in KiB.
_DERIVING_KIB = 128 * 1024
#: The actor of log entries for which no person is named.
ACTOR = f"tollbook {__version__}"


class Store:
    """The tables of a book. Use ``Store.open``. All methods raise BookError with a sentence if the database fails."""

    def __init__(self, url: URL, database: Engine) -> None:
        self._url = url
        self._engine = database
        self._memory: Engine | None = None
        self._passphrase: str | None = None
        #: The actor and the versions of the software and its readers; every log entry has both.
        self.actor = ACTOR
        self.versions: Mapping[str, str] = {}

    @classmethod
    def open(cls, where: str | os.PathLike[str], *, create: bool = False, passphrase: str | None = None) -> Self:
        """The store in a file or at a URL. A book of an earlier version is migrated.

        Raises BookError if there is none, NotABook if it is something else, Locked without its passphrase.
        """
        url = locations.url_of(where)
        store = cls(url, engine.connect(url, create=create, passphrase=passphrase))
        store._passphrase = passphrase
        return store

    @property
    def kind(self) -> str:
        """The database of the book: ``sqlite`` or ``postgresql``."""
        return self._engine.dialect.name

    @property
    def files(self) -> frozenset[Path]:
        """The files of the book, whether they exist or not; none for a database server."""
        return locations.files_of(self._url)

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    def backup(self, where: str | os.PathLike[str], *, passphrase: str | None = None, plain: bool = False) -> list[str]:
        """Copy the book as of this moment, also while it is in use. Returns the problems ``verify`` finds in the copy.

        The copy of an encrypted book has the same passphrase, unless another is given or it is to be ``plain``. The
        copy of any other book is encrypted if a passphrase is given. Raises Refused if ``where`` exists.
        """
        target = locations.url_of(where)
        if locations.is_encrypted(self._url) and not plain:
            passphrase = passphrase or self._passphrase or encryption.passphrase_of(str(self._url.database))
        if passphrase and locations.file_of(target) is not None:
            target = target.set(drivername=locations.ENCRYPTED)
        with as_book_errors(self._url):
            backup.copy(self._engine, target, passphrase=passphrase)
        duplicate = type(self)(target, engine.connect(target, create=False, passphrase=passphrase))
        try:
            return duplicate.verify()
        finally:
            duplicate.close()

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
        with self._writing() as connection:
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
        with self._writing() as connection:
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

    def append(self, action: str, subject: str, payload: Mapping[str, Any], *, actor: str) -> LogEntry:
        """Append a log entry."""
        with self._writing() as connection:
            return log.append(
                connection, actor=actor, action=action, subject=subject, payload={**payload, **self.versions}
            )

    def check_writable(self) -> None:
        """Raise BookError if the book is read-only. Call it before long work whose result is to be written."""
        with self._writing():
            pass

    def known(self) -> dict[str, Known]:
        """The reports and readings that the book already has, by report id."""
        with self._reading() as connection:
            return rows.known(connection)

    def reports(self) -> list[Report]:
        """Every report, by day of publication and id."""
        with self._reading() as connection:
            return rows.all_reports(connection)

    def report(self, name: str) -> Report | None:
        """The report with this id, or ``None``."""
        return self.reports_of([name]).get(name)

    def reports_of(self, names: Iterable[str]) -> dict[str, Report]:
        """The reports with these ids, by id, as far as the book has them; nothing else is loaded."""
        with self._reading() as connection:
            return rows.reports_of(connection, names)

    def reading_of(self, names: Iterable[str]) -> dict[str, StoredReading]:
        """The current readings of the reports with these ids, by report id; nothing else is loaded."""
        with self._reading() as connection:
            return rows.readings_of(connection, names)

    def claims_of(self, names: Iterable[str]) -> dict[str, Claim]:
        """The claims of current readings with these ids, by id; nothing else is loaded."""
        with self._reading() as connection:
            return rows.claims_of(connection, names)

    def claim_ids(self, prefix: str) -> list[str]:
        """The ids of the claims of current readings that begin with ``prefix``."""
        with self._reading() as connection:
            return rows.claim_ids(connection, prefix)

    def former_claims(self, names: Iterable[str]) -> dict[str, Claim]:
        """The claims of superseded readings with these ids, by id; nothing else is loaded."""
        with self._reading() as connection:
            return rows.former_claims(connection, names)

    def reports_page(
        self, page: int = 1, per_page: int = 50, *,
        outlet: str | None = None, lacks: str | None = None, words: str = "",
    ) -> tuple[list[Report], int]:  # fmt: skip
        """One page of the reports, counted from 1, latest published first; and the number of reports on all pages.

        ``words`` is a query as for :meth:`search`; ``lacks`` is ``day``, ``outlet`` or ``title``.
        """
        with self._reading() as connection:
            matching = search.matching(connection, words) if words else None
            if words and matching is None:
                return [], 0
            return paging.page_of_reports(connection, page, per_page, outlet=outlet, lacks=lacks, matching=matching)

    def lacking(self, names: Iterable[str] | None = None) -> dict[str, int]:
        """How many reports lack a ``day``, an ``outlet`` and a ``title``; of all reports, or of some."""
        with self._reading() as connection:
            return paging.lacking(connection, names)

    def claims_page(
        self, page: int = 1, per_page: int = 50, *, kind: str | None = None, without: Iterable[str] = ()
    ) -> tuple[list[tuple[str, str]], int]:
        """One page of the claims as (id, report), in the order of reading; and the number of claims on all pages."""
        with self._reading() as connection:
            return rows.page_of_claims(connection, page, per_page, kind=kind, without=without)

    def contents(self) -> tuple[list[Report], dict[str, StoredReading]]:
        """Every report and its current reading, as of one moment."""
        with self._reading() as connection:
            return rows.all_reports(connection), rows.all_readings(connection)

    @contextmanager
    def derived_rows(self, *, write: bool = False) -> Iterator[Connection]:
        """A transaction on the derived rows. For a read-only book they are in memory, for as long as it is open.

        Writing takes the write lock first, so that two processes never derive at once.
        """
        if write and self._memory is None:
            try:
                self.check_writable()
            except BookError:
                self._memory = create_engine("sqlite://", poolclass=StaticPool)
        if self._memory is not None:
            with self._memory.begin() as connection:
                yield connection
        else:
            with self._writing() if write else self._reading() as connection:
                if write and connection.dialect.name == "sqlite":
                    # Keys come in random order: with SQLite's own 2 MiB nearly every one of them would read a page.
                    connection.exec_driver_sql(f"PRAGMA cache_size = -{_DERIVING_KIB}")
                yield connection

    def search(self, question: str, limit: int = 50) -> list[Hit]:
        """The reports that contain all words of the query, best first, with the spans. See ``store.search``."""
        with self._reading() as connection:
            ranks = dict(search.find(connection, question, limit))
            reports, terms = rows.reports_of(connection, ranks), search.terms(question)
            return [search.hit(reports[name], terms, rank) for name, rank in ranks.items()]

    def editions_of(self, name: str) -> list[Report]:
        """The reports captured from the same page as this one, including it; empty if the book does not have it."""
        with self._reading() as connection:
            return rows.at_same_address(connection, name)

    def recaptured_with(self, names: Iterable[str]) -> list[Report]:
        """The reports captured from the same pages as these, including them, for pages captured more than once."""
        with self._reading() as connection:
            return rows.recaptured_with(connection, names)

    def recaptured(self) -> list[str]:
        """The ids of the reports whose page was captured more than once."""
        with self._reading() as connection:
            return rows.recaptured(connection)

    def captured(self, names: Iterable[str]) -> dict[str, Report]:
        """The reports with these ids as they were captured, without what people set."""
        with self._reading() as connection:
            return rows.captured_of(connection, names)

    def at_addresses(self, addresses: Iterable[str]) -> set[str]:
        """The ids of the reports of these pages; addresses as ``page_address.canonical`` gives them."""
        with self._reading() as connection:
            return rows.at_addresses(connection, addresses)

    def described(self) -> dict[str, dict[str, str | None]]:
        """What people set about reports, by report, as the columns have it."""
        with self._reading() as connection:
            return descriptions.stored(connection)

    def describe(self, wanted: Mapping[str, Mapping[str, str | None]]) -> None:
        """Make the columns of reports what people set; see ``store.descriptions``. Writes only what differs."""
        if self.described() != wanted:
            with self._writing() as connection:
                descriptions.write(connection, wanted)

    def stale(self) -> list[str]:
        """The reports to read again, because people set what readers use; see ``store.descriptions``."""
        with self._reading() as connection:
            return descriptions.stale(connection)

    def refusals(self) -> list[Refusal]:
        """Everything that was refused so far."""
        with self._reading() as connection:
            return rows.all_refusals(connection)

    def verify(self) -> list[str]:
        """A sentence for each report, reading, claim or log entry that was changed after it was written."""
        with self._reading() as connection:
            return list(audit.problems(connection))

    def log(self, *actions: str, since: int = 0, most: int | None = None) -> list[LogEntry]:
        """The log after entry ``since`` in order, at most ``most`` entries; of all actions or of some."""
        with self._reading() as connection:
            return log.entries(connection, *actions, since=since, most=most)

    def last_entry(self) -> int:
        """The number of the last log entry; 0 for an empty log."""
        with self._reading() as connection:
            return log.last(connection)

    def head(self) -> str:
        """The hash of the last log entry."""
        with self._reading() as connection:
            return log.head(connection)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with as_book_errors(self._url), check_readable(self._url), engine.reading(self._engine) as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction with the write lock. It writes at once, so that a read-only book raises at once."""
        with as_book_errors(self._url), engine.writing(self._engine) as connection:
            connection.execute(update(book).where(book.c.key == "schema").values(value=book.c.value))
            yield connection
