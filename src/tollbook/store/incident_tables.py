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
    "derived_event_mentions",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("id", Text, nullable=False, index=True),
    Column("report", Text, nullable=False, index=True),
    Column("cluster", Integer, nullable=False, index=True),
    Column("incident", Text, index=True),
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

#: Pairs of mentions that are linked or nearly linked, the smaller number first, with the weight of the evidence and its
#: distance from the threshold of linking.
edges = Table(
    "derived_pairs",
    metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("other", Integer, primary_key=True, autoincrement=False),
    Column("weight", Float, nullable=False),
    Column("distance", Float, nullable=False),
    Column("linked", Boolean, nullable=False),
    Index("derived_pairs_other", "other"),
    Index("derived_pairs_distance", "distance"),
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

#: Which reports have claims in each group of totals. A separate report is a group of its own.
toll_reports = Table(
    "derived_toll_reports",
    metadata,
    Column("group", Text, primary_key=True),
    Column("report", Text, primary_key=True),
    Index("derived_toll_reports_report", "report"),
    sqlite_with_rowid=False,
)

#: The groups whose totals have to be made again; ``mark`` changes each time that something in the group does.
toll_changes = Table(
    "derived_toll_changes",
    metadata,
    Column("group", Text, primary_key=True),
    Column("mark", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

#: The running and period totals of each group, packed.
tolls = Table(
    "derived_tolls",
    metadata,
    Column("id", Text, primary_key=True),
    Column("group", Text, nullable=False, index=True),
    Column("record", LargeBinary, nullable=False),
)

#: Questions for the review queue, weighted by the field at risk and how much the answer may change.
questions = Table(
    "derived_queue",
    metadata,
    Column("id", Text, primary_key=True),
    Column("incident", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("weight", Float, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    Index("derived_queue_incident", "incident"),
    Index("derived_queue_weight", "weight"),
    Index("derived_queue_kind", "kind", "weight"),
)

#: The persons of each incident, each packed in short (``row``), with the columns to sort and filter by. ``gravity`` is
#: the position of the fate, the gravest first. ``decided``: people have said of this person that it is one with
#: another, or is not. ``block`` is the key under which persons of two incidents are compared, if there is enough to
#: compare.
persons = Table(
    "derived_person_rows",
    metadata,
    Column("incident", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("unnamed", Boolean, nullable=False),
    Column("gravity", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("fate", Text, nullable=False),
    Column("age_group", Text, nullable=False),
    Column("place", Text),
    Column("day", Date),
    Column("last_day", Date),
    Column("decided", Boolean, nullable=False),
    Column("block", Text, index=True),
    Column("words", Text, nullable=False),
    Column("row", LargeBinary, nullable=False),
    Index("derived_person_rows_order", "unnamed", "gravity", "name", "id"),
    Index("derived_person_rows_decided", "decided"),
)

#: The sources of each person: the id of any of them finds the person.
person_sources = Table(
    "derived_person_sources",
    metadata,
    Column("source", Text, primary_key=True),
    Column("incident", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Index("derived_person_sources_incident", "incident"),
    sqlite_with_rowid=False,
)

#: Every two persons who may be one, the smaller id first, and why. ``question`` is the id of the question about two
#: persons of two incidents, null for two of one incident. ``decided``: people have decided about one of the two.
person_pairs = Table(
    "derived_person_pairs",
    metadata,
    Column("one", Text, primary_key=True),
    Column("other", Text, primary_key=True),
    Column("one_incident", Text, nullable=False, index=True),
    Column("other_incident", Text, nullable=False, index=True),
    Column("one_name", Text),
    Column("other_name", Text),
    Column("why", Text, nullable=False),
    Column("decided", Boolean, nullable=False, index=True),
    Column("question", Text, index=True),
    Index("derived_person_pairs_other", "other"),
    sqlite_with_rowid=False,
)

#: The place and days of each incident that can be part of a series; ``place`` is packed. Series are made from these
#: rows.
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
