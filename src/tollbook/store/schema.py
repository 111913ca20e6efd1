"""The tables of a book. Records are stored as JSON beside the columns that queries use."""

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Date,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    collate,
    column,
    event,
    table,
)
from sqlalchemy.dialects.postgresql import TSVECTOR

#: Grows with every change of the tables; each version has a step in ``migrations``. The table ``tollbook`` of a book
#: says which version it has.
VERSION = 5

metadata = MetaData()

#: Marks a database as a book. Writers lock its one row.
book = Table("tollbook", metadata, Column("key", Text, primary_key=True), Column("value", Text, nullable=False))

reports = Table(
    "reports",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("sha256", Text, nullable=False, index=True),
    Column("outlet", Text, index=True),
    Column("url", Text),
    Column("title", Text),
    Column("published", Date, index=True),
    Column("origin", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("about", Text, nullable=False, server_default="{}"),
    # The URL without the parts that differ between two captures of a page. Derived from it; no hash covers it.
    Column("address", Text, index=True),
    # Values that people set about a report, as JSON; None if there are none. Derived from the log, like the three
    # columns after it: the resulting values, by which lists are ordered and filtered.
    Column("described", Text, index=True),
    Column("shown_published", Date, index=True),
    Column("shown_outlet", Text, index=True),
    Column("shown_title", Text),
)

#: The original bytes of reports, compressed with zlib, each once: under the first report that has their hash. They have
#: a table of their own because only verification reads them.
originals = Table(
    "originals",
    metadata,
    Column("report", Text, ForeignKey("reports.id"), primary_key=True),
    Column("bytes", LargeBinary, nullable=False),
)

#: Every reading ever made of a report; the one with the highest number is current.
readings = Table(
    "readings",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("report", Text, ForeignKey("reports.id"), nullable=False, index=True),
    Column("finder", Text, nullable=False),
    Column("separate", Boolean, nullable=False),
    Column("payload", Text, nullable=False),
    # Values that people had set about the report when it was read, as in the log entry of the reading.
    Column("described", Text),
)

claims = Table(
    "claims",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("reading", Integer, ForeignKey("readings.number"), nullable=False, index=True),
    Column("id", Text, nullable=False, index=True),
    Column("report", Text, ForeignKey("reports.id"), nullable=False, index=True),
    Column("kind", Text, nullable=False, index=True),
    Column("start", Integer, nullable=False),
    Column("payload", Text, nullable=False),
)

refusals = Table(
    "refusals",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", Text, nullable=False),
    Column("origin", Text, nullable=False),
    Column("reason", Text, nullable=False),
)

#: Append-only. Both hashes are unique, so that two writers can never continue from the same entry.
log = Table(
    "log",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False, index=True),
    Column("subject", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("previous", Text, nullable=False, unique=True),
    Column("hash", Text, nullable=False, unique=True),
)

#: Files that were uploaded, and their outcomes. Their bytes stay in parts until they are read.
uploads = Table(
    "uploads",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("batch", Text, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("at", Text, nullable=False),
    # arriving, waiting, done
    Column("state", Text, nullable=False, index=True),
    Column("outcome", Text, nullable=False, server_default="{}"),
)
upload_parts = Table(
    "upload_parts",
    metadata,
    Column("upload", Integer, ForeignKey("uploads.number"), primary_key=True, autoincrement=False),
    Column("part", Integer, primary_key=True, autoincrement=False),
    Column("bytes", LargeBinary, nullable=False),
)

#: The incidents that people follow, and the thresholds that they set, as JSON. ``subject`` is the id that the incident
#: had when somebody first followed it.
follows = Table(
    "follows",
    metadata,
    Column("subject", Text, primary_key=True),
    Column("who", Text, primary_key=True),
    Column("at", Text, nullable=False),
    Column("since", Integer, nullable=False),
    Column("thresholds", Text, nullable=False, server_default="[]"),
)

#: The reported state of a followed incident at each turn. Alerts are a pure function of one turn and the next.
followed_states = Table(
    "followed_states",
    metadata,
    Column("subject", Text, primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("upto", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
)
alerts = Table(
    "alerts",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("subject", Text, nullable=False, index=True),
    Column("turn", Integer, nullable=False),
    Column("at", Text, nullable=False),
    Column("payload", Text, nullable=False),
)
alert_reads = Table(
    "alert_reads",
    metadata,
    Column("alert", Integer, ForeignKey("alerts.number"), primary_key=True, autoincrement=False),
    Column("who", Text, primary_key=True),
)

#: The state of ``tollbook watch`` for each source, the items of a source, and each alert channel.
watched = Table("watched", metadata, Column("key", Text, primary_key=True), Column("state", Text, nullable=False))
watched_items = Table(
    "watched_items",
    metadata,
    Column("source", Text, primary_key=True),
    Column("item", Text, primary_key=True),
    Column("state", Text, nullable=False),
)

#: Full-text index: the words of a report in parts, the title first. Derived from the reports.
passages = Table(
    "passages",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("report", Text, ForeignKey("reports.id"), nullable=False, index=True),
    # In SQLite the words are in the table ``search``, row for row.
    Column("words", Text().with_variant(TSVECTOR(), "postgresql")),
)
Index("ix_passages_words", passages.c.words, postgresql_using="gin").ddl_if(dialect="postgresql")

#: SQLite's index of the words. ``normalisation`` makes the tokens; SQLite only splits them at spaces.
search = table("search", column("rowid"), column("words"))
SEARCH = "CREATE VIRTUAL TABLE search USING fts5(words, content='', tokenize='ascii')"


def in_code_points(connection: Connection, column: Column[str]) -> ColumnElement[str]:
    """A column to order by as SQLite orders text, whatever the language of the server."""
    return collate(column, "C") if connection.dialect.name == "postgresql" else column


@event.listens_for(passages, "after_create")
def _make_search(_: Table, connection: Connection, **_options: Any) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(SEARCH)
