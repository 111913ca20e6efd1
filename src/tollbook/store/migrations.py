"""Bringing a book of an earlier version up to this one: one step a version, all steps in one transaction.

What was sealed is never touched: steps add tables, and columns that follow from what is there.
"""

from collections.abc import Callable, Mapping

from sqlalchemy import Connection, select, text, update

from tollbook import __version__
from tollbook.page_address import canonical
from tollbook.store import log, search
from tollbook.store.schema import VERSION, book, metadata


def forward(connection: Connection) -> None:
    """Take every step that is still to be taken, and log it. The caller holds the writer's lock."""
    # Asked again, for another process may have done it while this one waited.
    found = int(connection.execute(select(book.c.value).where(book.c.key == "schema")).scalar_one())
    if found >= VERSION:
        return
    for version in range(found, VERSION):
        _STEPS[version](connection)
    connection.execute(update(book).where(book.c.key == "schema").values(value=str(VERSION)))
    payload = {"from": found, "to": VERSION}
    log.append(connection, actor=f"tollbook {__version__}", action="migrated", subject="book", payload=payload)


def _describe_reports(connection: Connection) -> None:
    """1 to 2: what else is known about a report. Of reports read before it is empty, and their seals leave it out."""
    connection.execute(text("ALTER TABLE reports ADD COLUMN about TEXT NOT NULL DEFAULT '{}'"))


def _search_and_editions(connection: Connection) -> None:
    """2 to 3: the address of each report's page, and the words of all reports, searchable."""
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


#: The step that leads on from each version.
_STEPS: Mapping[int, Callable[[Connection], None]] = {1: _describe_reports, 2: _search_and_editions}
