"""The tables of a book. Records are stored as JSON beside the columns that are searched by."""

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Date,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    column,
    event,
    table,
)
from sqlalchemy.dialects.postgresql import TSVECTOR

#: Grows with every change of the tables, each with a step in ``migrations``; a book says in its table ``tollbook``
#: which one it has.
VERSION = 3

metadata = MetaData()

#: What marks a database as a book, and the one row that writers lock.
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
    # The URL without what differs between two captures of one page. Follows from it, and is not sealed.
    Column("address", Text, index=True),
)

#: The bytes reports were drawn from, compressed with zlib, each once: under the first report that has their hash. A
#: table of their own: they are read only to verify.
originals = Table(
    "originals",
    metadata,
    Column("report", Text, ForeignKey("reports.id"), primary_key=True),
    Column("bytes", LargeBinary, nullable=False),
)

#: Every reading ever made of a report; the one with the highest number holds.
readings = Table(
    "readings",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("report", Text, ForeignKey("reports.id"), nullable=False, index=True),
    Column("finder", Text, nullable=False),
    Column("separate", Boolean, nullable=False),
    Column("payload", Text, nullable=False),
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

#: What searches look through: the words of a report in parts, the title first. Follows from the reports.
passages = Table(
    "passages",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("report", Text, ForeignKey("reports.id"), nullable=False, index=True),
    # In SQLite the words stand in the table ``search``, row for row.
    Column("words", Text().with_variant(TSVECTOR(), "postgresql")),
)
Index("ix_passages_words", passages.c.words, postgresql_using="gin").ddl_if(dialect="postgresql")

#: SQLite's index of the words. The tokens are made by ``folding``, so SQLite need only part them at spaces.
search = table("search", column("rowid"), column("words"))
SEARCH = "CREATE VIRTUAL TABLE search USING fts5(words, content='', tokenize='ascii')"


@event.listens_for(passages, "after_create")
def _make_search(_: Table, connection: Connection, **_options: Any) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(SEARCH)
