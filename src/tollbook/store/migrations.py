"""Migrating a book of an earlier version to this one: one step for each version, all in one transaction.

Steps add tables, and columns that are derived from existing data. They change nothing that a hash in the log covers.
"""

from collections.abc import Callable, Mapping

from sqlalchemy import Connection, select, text, update

from tollbook import __version__
from tollbook.page_address import canonical
from tollbook.store import descriptions, log, search
from tollbook.store.schema import VERSION, book, metadata

MIGRATED = "migrated"


def forward(connection: Connection) -> None:
    """Run every step that is still to be run, and log it. The caller holds the write lock."""
    # Read again, because another process may have migrated the book while this one waited.
    current = int(connection.execute(select(book.c.value).where(book.c.key == "schema")).scalar_one())
    if current >= VERSION:
        return
    for version in range(current, VERSION):
        _STEPS[version](connection)
    connection.execute(update(book).where(book.c.key == "schema").values(value=str(VERSION)))
    payload = {"from": current, "to": VERSION}
    log.append(connection, actor=f"tollbook {__version__}", action=MIGRATED, subject="book", payload=payload)


def _describe_reports(connection: Connection) -> None:
    """1 to 2: further metadata of a report. It is empty for older reports, and their hashes leave it out."""
    connection.execute(text("ALTER TABLE reports ADD COLUMN about TEXT NOT NULL DEFAULT '{}'"))


def _search_and_editions(connection: Connection) -> None:
    """2 to 3: the address of each report's page, and the full-text index."""
    connection.execute(text("ALTER TABLE reports ADD COLUMN address TEXT"))
    for name in ("address", "outlet"):
        connection.execute(text(f"CREATE INDEX ix_reports_{name} ON reports ({name})"))
    metadata.create_all(connection, tables=[metadata.tables["passages"]])
    numbers = connection.execute(text("SELECT number FROM reports ORDER BY number")).scalars().all()
    for number in numbers:
        query = text("SELECT id, url, title, text FROM reports WHERE number = :number")
        row = connection.execute(query, {"number": number}).one()
        search.add_words(connection, row.id, row.title, row.text)
        if address := canonical(row.url):
            change = text("UPDATE reports SET address = :address WHERE number = :number")
            connection.execute(change, {"address": address, "number": number})


def _descriptions_and_uploads(connection: Connection) -> None:
    """3 to 4: values that people set about reports, and files that were uploaded.

    Older books have neither, but a book that ``verify.py`` rebuilt from an archive has the log of a newer book.
    """
    for column in ("described TEXT", "shown_published DATE", "shown_outlet TEXT", "shown_title TEXT"):
        connection.execute(text(f"ALTER TABLE reports ADD COLUMN {column}"))
    connection.execute(text("ALTER TABLE readings ADD COLUMN described TEXT"))
    shown = "shown_published = published, shown_outlet = outlet, shown_title = title"
    connection.execute(text(f"UPDATE reports SET {shown}"))  # noqa: S608 - no values of others
    for name in ("described", "shown_published", "shown_outlet"):
        connection.execute(text(f"CREATE INDEX ix_reports_{name} ON reports ({name})"))
    descriptions.restore(connection)
    metadata.create_all(connection, tables=[metadata.tables[name] for name in ("uploads", "upload_parts")])


def _follows_and_alerts(connection: Connection) -> None:
    """4 to 5: follows, alerts, and the state of ``tollbook watch``. Older books have none of these."""
    names = ("follows", "followed_states", "alerts", "alert_reads", "watched", "watched_items")
    metadata.create_all(connection, tables=[metadata.tables[name] for name in names])


#: The step that migrates each version to the next.
_STEPS: Mapping[int, Callable[[Connection], None]] = {
    1: _describe_reports,
    2: _search_and_editions,
    3: _descriptions_and_uploads,
    4: _follows_and_alerts,
}
