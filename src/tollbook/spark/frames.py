"""Rows of Spark's data frames through pure functions: every row by itself, or the rows of each group together."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tollbook.spark import versions

if TYPE_CHECKING:
    from pyarrow import RecordBatch
    from pyspark.sql import DataFrame, SparkSession

Row = dict[str, Any]
#: Rows that leave a function together; small, as a row can hold the text of a report.
_ROWS = 200


class Steps(NamedTuple):
    """Where the results of steps are kept, so that a later run continues after the last complete one."""

    spark: "SparkSession"
    folder: Path

    def step(self, name: str, make: "Callable[[], DataFrame]") -> "DataFrame":
        """The result of a step: kept from an earlier run if it was complete, else made and kept."""
        path = self.folder / name
        if not (path / "_SUCCESS").exists():
            frame = make()
            # After the steps that this one depends on.
            self.spark.sparkContext.setJobDescription(name)
            frame.write.mode("overwrite").parquet(str(path))
        return self.spark.read.parquet(str(path))


def mapped(frame: "DataFrame", function: Callable[[Row], Iterable[Row]], schema: str) -> "DataFrame":
    """The rows that a function makes of each row."""
    return frame.mapInArrow(_arrow(lambda rows: (made for row in rows for made in function(row)), schema), schema)


def grouped(
    frame: "DataFrame", key: str, function: Callable[[str, Iterator[Row]], Iterable[Row]], schema: str
) -> "DataFrame":
    """The rows that a function makes of each group of rows with one value of ``key``.

    The groups of one task come one after another, so only one is in memory.
    """
    number = int(frame.sparkSession.conf.get("spark.sql.shuffle.partitions") or 1)
    sorted_ = frame.repartition(number, key).sortWithinPartitions(key)
    return sorted_.mapInArrow(_arrow(lambda rows: _by_group(rows, key, function), schema), schema)


def _by_group(rows: Iterable[Row], key: str, function: Callable[[str, Iterator[Row]], Iterable[Row]]) -> Iterator[Row]:
    for value, group in groupby(rows, key=lambda row: row[key]):
        yield from function(value, group)


def _arrow(
    function: Callable[[Iterator[Row]], Iterator[Row]], schema: str
) -> "Callable[[Iterable[RecordBatch]], Iterator[RecordBatch]]":
    """A function of rows as one of Arrow batches, which runs where Tollbook has the version that it has here."""
    import pyarrow  # noqa: PLC0415 - of the extra
    from pyspark.sql.pandas.types import to_arrow_schema  # noqa: PLC0415
    from pyspark.sql.types import StructType  # noqa: PLC0415

    parsed = StructType.fromDDL(schema)
    assert isinstance(parsed, StructType), schema
    columns, version = to_arrow_schema(parsed), versions.linking()

    def of_batches(batches: "Iterable[RecordBatch]") -> "Iterator[RecordBatch]":
        versions.require_same(version, versions.linking())
        made = function(row for batch in batches for row in batch.to_pylist())
        while some := list(islice(made, _ROWS)):
            yield pyarrow.RecordBatch.from_pylist(some, columns)

    return of_batches
