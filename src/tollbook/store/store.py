"""The store: what a book holds, written one report at a time, each in a transaction of its own."""

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
from tollbook.model import Claim, Reading, Refusal, Report, content_id
from tollbook.store import audit, backup, encryption, engine, locations, log, paging, rows, search
from tollbook.store.error_messages import legible, meanings
from tollbook.store.log import Entry
from tollbook.store.rows import Known, StoredReading
from tollbook.store.schema import book, refusals
from tollbook.store.search import Hit

#: Memory for pages while rows are derived, in KiB.
_DERIVING_KIB = 128 * 1024
#: Who acts where no person does.
ACTOR = f"tollbook {__version__}"


class Store:
    """A book's tables. Use ``Store.open``; all methods raise BookError with a sentence where the database fails."""

    def __init__(self, url: URL, database: Engine) -> None:
        self._url = url
        self._engine = database
        self._beside: Engine | None = None
        self._passphrase: str | None = None
        #: Who acts where nobody is named, and the versions of what acts: both stand in every log entry.
        self.actor = ACTOR
        self.versions: Mapping[str, str] = {}

    @classmethod
    def open(cls, where: str | os.PathLike[str], *, create: bool = False, passphrase: str | None = None) -> Self:
        """The store in a file or at a URL, brought up to this version where it is of an earlier one.

        Raises BookError where there is none, NotABook where it is another thing, Locked without its passphrase.
        """
        url = locations.url_of(where)
        store = cls(url, engine.connect(url, create=create, passphrase=passphrase))
        store._passphrase = passphrase
        return store

    @property
    def kind(self) -> str:
        """The kind of database the book is in: ``sqlite`` or ``postgresql``."""
        return self._engine.dialect.name

    @property
    def files(self) -> frozenset[Path]:
        """The files the book is in and what belongs to them, whether there or not; none for a server."""
        return locations.files_of(self._url)

    def close(self) -> None:
        """Let go of the file; every connection is closed."""
        self._engine.dispose()

    def backup(self, where: str | os.PathLike[str], *, passphrase: str | None = None, plain: bool = False) -> list[str]:
        """Copy the book as of this moment while it is in use; what ``verify`` says of the copy.

        A copy of an encrypted book has its passphrase, unless another is given or ``plain`` is asked for; a copy of
        any other book is encrypted where one is given. Raises Refused where something stands at ``where``.
        """
        target = locations.url_of(where)
        if locations.is_encrypted(self._url) and not plain:
            passphrase = passphrase or self._passphrase or encryption.passphrase_of(str(self._url.database))
        if passphrase and locations.file_of(target) is not None:
            target = target.set(drivername=locations.ENCRYPTED)
        with meanings(self._url):
            backup.copy(self._engine, target, passphrase=passphrase)
        copied = type(self)(target, engine.connect(target, create=False, passphrase=passphrase))
        try:
            return copied.verify()
        finally:
            copied.close()

    def add(self, capture: Capture, reading: Reading, *, finder: str, separate: bool) -> bool:
        """Keep a report and its reading, and log it. False where the book has both already, and nothing is written.

        Raises Refused when the book has other bytes under the same id.
        """
        report = capture.report
        if self.kind == "postgresql" and "\0" in "".join(filter(None, (report.text, report.title, report.url))):
            raise Refused("It holds the character NUL, which PostgreSQL cannot keep; a book in a file can.")
        with self._writing() as connection:
            has = rows.known(connection, report.id).get(report.id)
            if has is not None and has.sha256 != report.sha256:
                raise Refused(f"The book already has other bytes under the id {report.id}, and keeps those.")
            if has == Known(sha256=report.sha256, finder=finder, separate=separate):
                return False
            payload: dict[str, Any] = {"sha256": report.sha256, "finder": finder, "separate": separate}
            if has is None:
                payload["report"] = rows.add_report(connection, report, capture.original)
            payload["reading"] = rows.add_reading(connection, reading, finder=finder, separate=separate)
            log.append(
                connection, actor=self.actor, action="read", subject=report.id, payload=payload | {**self.versions}
            )
        return True

    def refuse(self, refusal: Refusal) -> None:
        """Keep and log a refusal; the same one is kept once."""
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

    def append(self, action: str, subject: str, payload: Mapping[str, Any], *, actor: str) -> Entry:
        """Log what a person did."""
        with self._writing() as connection:
            return log.append(
                connection, actor=actor, action=action, subject=subject, payload={**payload, **self.versions}
            )

    def check_writable(self) -> None:
        """Raise BookError where this book can only be read, before anyone works for nothing."""
        with self._writing():
            pass

    def known(self) -> dict[str, Known]:
        """What the book has already, by report id."""
        with self._reading() as connection:
            return rows.known(connection)

    def reports(self) -> list[Report]:
        """Every report, by day of publication and id."""
        with self._reading() as connection:
            return rows.all_reports(connection)

    def report(self, name: str) -> Report | None:
        """The report of this id, or ``None`` where the book has none."""
        return self.reports_of([name]).get(name)

    def reports_of(self, names: Iterable[str]) -> dict[str, Report]:
        """The reports of these ids by id, as far as the book has them; nothing else is loaded."""
        with self._reading() as connection:
            return rows.reports_of(connection, names)

    def reading_of(self, names: Iterable[str]) -> dict[str, StoredReading]:
        """The readings that hold for the reports of these ids, by report id; nothing else is loaded."""
        with self._reading() as connection:
            return rows.readings_of(connection, names)

    def claims_of(self, names: Iterable[str]) -> dict[str, Claim]:
        """The claims of these ids by id, of readings that hold; nothing else is loaded."""
        with self._reading() as connection:
            return rows.claims_of(connection, names)

    def former_claims(self, names: Iterable[str]) -> dict[str, Claim]:
        """The claims of these ids by id, of readings that hold no longer; nothing else is loaded."""
        with self._reading() as connection:
            return rows.former_claims(connection, names)

    def reports_page(
        self, page: int = 1, per_page: int = 50, *, outlet: str | None = None, words: str = ""
    ) -> tuple[list[Report], int]:
        """One page of the reports, counted from 1, latest published first; and how many reports all pages have.

        ``words`` are looked for as :meth:`search` does.
        """
        with self._reading() as connection:
            among = search.having(connection, words) if words else None
            if words and among is None:
                return [], 0
            return paging.page_of_reports(connection, page, per_page, outlet=outlet, among=among)

    def claims_page(
        self, page: int = 1, per_page: int = 50, *, kind: str | None = None, without: Iterable[str] = ()
    ) -> tuple[list[tuple[str, str]], int]:
        """One page of the claims as they were read, (id, report) in the order of reading; and how many in all."""
        with self._reading() as connection:
            return rows.page_of_claims(connection, page, per_page, kind=kind, without=without)

    def contents(self) -> tuple[list[Report], dict[str, StoredReading]]:
        """Every report and the reading that holds for each, as of one moment."""
        with self._reading() as connection:
            return rows.all_reports(connection), rows.all_readings(connection)

    @contextmanager
    def derived_rows(self, *, write: bool = False) -> Iterator[Connection]:
        """A transaction on the derived rows. Where the book can only be read they are kept in memory, while it is open.

        To write first takes the writer's lock, so that two never derive at once.
        """
        if write and self._beside is None:
            try:
                self.check_writable()
            except BookError:
                self._beside = create_engine("sqlite://", poolclass=StaticPool)
        if self._beside is not None:
            with self._beside.begin() as connection:
                yield connection
        else:
            with self._writing() if write else self._reading() as connection:
                if write and connection.dialect.name == "sqlite":
                    # Keys come in no order: with SQLite's own 2 MiB nearly every one of them would cost a page read.
                    connection.exec_driver_sql(f"PRAGMA cache_size = -{_DERIVING_KIB}")
                yield connection

    def search(self, question: str, limit: int = 50) -> list[Hit]:
        """The reports that have all the words asked for, best first, with where they stand. See ``store.search``."""
        with self._reading() as connection:
            ranks = dict(search.find(connection, question, limit))
            found, asked = rows.reports_of(connection, ranks), search.terms(question)
            return [search.hit(found[name], asked, rank) for name, rank in ranks.items()]

    def editions_of(self, name: str) -> list[Report]:
        """The reports captured from the same page as this one, itself among them; empty where the book has none."""
        with self._reading() as connection:
            return rows.at_same_address(connection, name)

    def recaptured_with(self, names: Iterable[str]) -> list[Report]:
        """The reports captured from the same pages as these, themselves among them, where a page was captured again."""
        with self._reading() as connection:
            return rows.recaptured_with(connection, names)

    def recaptured(self) -> list[str]:
        """The ids of the reports whose page was captured more than once."""
        with self._reading() as connection:
            return rows.recaptured(connection)

    def refusals(self) -> list[Refusal]:
        """What was refused so far."""
        with self._reading() as connection:
            return rows.all_refusals(connection)

    def verify(self) -> list[str]:
        """A sentence for each thing that is no longer what it was."""
        with self._reading() as connection:
            return list(audit.problems(connection))

    def log(self, *actions: str, since: int = 0, most: int | None = None) -> list[Entry]:
        """The log after entry ``since`` in order, ``most`` entries at most, all of them or those of some actions."""
        with self._reading() as connection:
            return log.entries(connection, *actions, since=since, most=most)

    def head(self) -> str:
        """The hash of the last log entry."""
        with self._reading() as connection:
            return log.head(connection)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with meanings(self._url), legible(self._url), engine.reading(self._engine) as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction that has the book to itself. It writes at once, so that what can only be read says so."""
        with meanings(self._url), engine.writing(self._engine) as connection:
            connection.execute(update(book).where(book.c.key == "schema").values(value=book.c.value))
            yield connection
