"""Chooses reports of an archive for a book: those of the incidents that meet a condition, with their original bytes."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tollbook.errors import Refused
from tollbook.ingest import Capture
from tollbook.locale.messages import message
from tollbook.mentions import Reading
from tollbook.model import Refusal
from tollbook.spark import archive, tables
from tollbook.spark.partitions import reading_of, report_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: Rows read at a time: the texts and original bytes of so many reports are in memory together.
_ROWS = 200


class Chosen(NamedTuple):
    """The reports that a book gets: their ids, and the partitions that have them, in the order of the source."""

    reports: frozenset[str]
    partitions: tuple[str, ...]


def database(folder: Path) -> "DuckDBPyConnection":
    """A DuckDB database in memory with a view for each table of an archive, which can read nothing else."""
    import duckdb  # noqa: PLC0415 - of the extra

    connection = duckdb.connect(config={"autoinstall_known_extensions": "false", "allow_community_extensions": "false"})
    inside = _quoted(f"{folder.resolve()}/")
    connection.execute(f"SET allowed_directories = [{inside}]; SET enable_external_access = false")
    for name in tables.NAMES:
        pattern = _quoted(f"{folder.resolve()}/{name}/*.parquet")
        connection.execute(f"CREATE VIEW {name} AS SELECT * FROM read_parquet({pattern})")  # noqa: S608
    connection.execute("SET lock_configuration = true")
    return connection


def chosen(folder: Path, where: str | None) -> Chosen:
    """The reports of the incidents that meet a condition in SQL; without one, all reports. Raises Refused."""
    import duckdb  # noqa: PLC0415 - of the extra

    every = archive.complete(folder).partitions
    with closing(database(folder)) as connection:
        try:
            connection.execute(f"CREATE TABLE chosen AS {_query(where)}")
            ids = frozenset(name for (name,) in connection.execute("SELECT id FROM chosen").fetchall())
            files = [str(archive.partition_file(folder.resolve(), name)) for name in every]
            having = connection.execute(
                "SELECT DISTINCT part FROM read_parquet($files) WHERE id IN (SELECT id FROM chosen)", {"files": files}
            ).fetchall() if files else []  # fmt: skip
        except duckdb.Error as error:
            problem = str(error).splitlines()[0].rstrip(".!")
            raise Refused(message("The condition cannot be used: {error}. It is the SQL after WHERE, on the columns of "
                                  "the table of incidents.", error=problem)) from error  # fmt: skip
    parts = {part for (part,) in having}
    return Chosen(ids, tuple(name for name in every if name in parts))


def _query(where: str | None) -> str:
    """The ids of the reports. The condition is the user's own, and the database reads nothing but the archive."""
    if where is None:
        return "SELECT id FROM reports"
    return (
        "SELECT DISTINCT unnest(from_json(json_extract(record, '$.reports'), '[{\"id\": \"VARCHAR\"}]')).id AS id "  # noqa: S608
        f"FROM incidents WHERE ({where}\n)"
    )


def captures(folder: Path, wanted: Chosen) -> Iterator[tuple[Capture, str, Reading]]:
    """Every capture of some reports with the finder and the reading, in the order of the source."""
    import pyarrow.parquet  # noqa: PLC0415 - of the extra

    columns = ["id", "finder", "report", "reading", "original"]
    for name in wanted.partitions:
        file = pyarrow.parquet.ParquetFile(archive.partition_file(folder, name))
        for batch in file.iter_batches(_ROWS, columns=columns):
            for row in batch.to_pylist():
                if row["id"] in wanted.reports:
                    capture = Capture(report=report_of(row["report"]), original=row["original"])
                    yield capture, row["finder"], reading_of(row["reading"])


def refusals(folder: Path) -> Sequence[Refusal]:
    """The refusals of the reading of the archive."""
    with closing(database(folder)) as connection:
        rows = connection.execute("SELECT origin, reason FROM refused ORDER BY ALL").fetchall()
    return [Refusal(origin=origin, reason=reason) for origin, reason in rows]


def _quoted(text: str) -> str:
    escaped = text.replace("'", "''")
    return f"'{escaped}'"
