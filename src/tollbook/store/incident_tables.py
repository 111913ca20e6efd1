"""The tables of the derived rows: event mentions, the links between them, incidents, their facets, persons and names.

They are created when first needed (``store.incident_rows``) and are not part of the book's schema version.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

#: All tables of the derived rows.
metadata = MetaData()

#: ``code``: the hash of the code that made the rows; ``upto``: the last log entry they include.
state = Table("derived_state", metadata, Column("key", Text, primary_key=True), Column("value", Text, nullable=False))

#: The event mentions of one report, packed, and its claims that are running or period totals.
reports = Table(
    "derived_reports",
    metadata,
    Column("report", Text, primary_key=True),
    Column("separate", Boolean, nullable=False),
    Column("mentions", LargeBinary, nullable=False),
    Column("tolls", LargeBinary),
)

mentions = Table(
    "derived_mentions",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, index=True),
    Column("report", Text, nullable=False, index=True),
    Column("component", Integer, nullable=False, index=True),
    Column("incident", Text),
    Column("profile", LargeBinary, nullable=False),
)

keys = Table(
    "derived_keys",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("mention", Integer, primary_key=True, autoincrement=False),
    Index("derived_keys_mention", "mention"),
    sqlite_with_rowid=False,
)

#: Pairs of mentions that are linked or nearly linked, with the weight of the evidence; the smaller number first.
edges = Table(
    "derived_edges",
    metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("other", Integer, primary_key=True, autoincrement=False),
    Column("weight", Float, nullable=False),
    Column("linked", Boolean, nullable=False),
    Index("derived_edges_other", "other"),
    sqlite_with_rowid=False,
)

#: One incident: its group of claims, its record by the default rule, and the columns that lists are sorted by.
#: ``cluster`` is the smallest number of its mentions.
incidents = Table(
    "derived_incidents",
    metadata,
    Column("id", Text, primary_key=True),
    Column("cluster", Integer, nullable=False, index=True),
    Column("killed", BigInteger),
    Column("injured", BigInteger),
    Column("reports", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("record", LargeBinary, nullable=False),
    Column("group", LargeBinary, nullable=False),
)

#: The facet values of each incident: its places, kinds, speakers, outlets …
facets = Table(
    "derived_facets",
    metadata,
    Column("incident", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text, primary_key=True),
    Index("derived_facets_value", "name", "value"),
    sqlite_with_rowid=False,
)

#: The narrow rows that every listing scans: the days, the sort key of the newest first, and the keys of all facet
#: values, packed as 64-bit numbers, lowest byte first. ``first_published`` is the day of the first report. As of
#: ``complete_from`` or any later day, the record is the same as today's; null if that is not certain, because a report
#: has no day or its page was captured more than once.
listed = Table(
    "derived_listed",
    metadata,
    Column("incident", Text, primary_key=True),
    Column("newest", Integer, nullable=False),
    Column("day", Date),
    Column("last_day", Date),
    Column("first_published", Date),
    Column("complete_from", Date),
    Column("facets", LargeBinary, nullable=False),
    Index("derived_listed_newest", "newest", "incident"),
    sqlite_with_rowid=False,
)

#: Every facet value that any incident has had, by its key.
values = Table(
    "derived_values",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("value", Text, nullable=False),
)

#: Questions for the review queue, weighted by the harm of a wrong record and how much the answer may change.
questions = Table(
    "derived_questions",
    metadata,
    Column("id", Text, primary_key=True),
    Column("incident", Text, primary_key=True),
    Column("weight", Float, nullable=False, index=True),
    Column("payload", LargeBinary, nullable=False),
)

#: The persons of each incident in short, for lists over the whole book.
persons = Table(
    "derived_persons",
    metadata,
    Column("incident", Text, primary_key=True),
    Column("rows", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

#: Where and when each incident was that can be part of a series; ``place`` is packed. Series are made of these rows.
series_points = Table(
    "derived_series_points",
    metadata,
    Column("incident", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("day", Date, nullable=False),
    Column("last_day", Date, nullable=False),
    Column("lat", Float, nullable=False),
    Column("lon", Float, nullable=False),
    Column("place", LargeBinary, nullable=False),
    Index("derived_series_points_spot", "lat", "lon", "day"),
)

#: The names in each report, as reported: ``key`` is that of the spelling, ``claim`` the first claim with it, empty for
#: an outlet, ``uses`` how many claims have it, and ``details`` what the report says about the name, packed.
names = Table(
    "derived_names", metadata,
    *(Column(each, Text, primary_key=True) for each in ("key", "kind", "name", "report")),
    Column("claim", Text, nullable=False), Column("uses", Integer, nullable=False),
    Column("details", LargeBinary, nullable=False),
    Index("derived_names_report", "report"), Index("derived_names_kind", "kind"),
    sqlite_with_rowid=False,
)  # fmt: skip
