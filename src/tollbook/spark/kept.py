"""Chooses the captures of an archive that a book would keep: the first of each report, with reasons for the others."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tollbook.locale.messages import message
from tollbook.model import Refusal
from tollbook.spark.frames import Row, Steps, mapped
from tollbook.spark.partitions import reading_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_REFUSED = "origin string, reason string"


def kept(steps: Steps, rows: "DataFrame") -> "DataFrame":
    """The first capture of every report, in the order of the source.

    Later ones are few, so they are taken out; no text is moved between machines to find them.
    """
    from pyspark.sql import functions as f  # noqa: PLC0415 - of the extra

    later = steps.step("later", lambda: _later(rows))
    found = rows.where("id IS NOT NULL").join(
        f.broadcast(later.select("part", "number")), ["part", "number"], "left_anti"
    )
    return found.drop("original")


def _later(rows: "DataFrame") -> "DataFrame":
    """The captures of each report but the first, and whether these have other bytes."""
    from pyspark.sql import functions as f  # noqa: PLC0415 - of the extra

    short = rows.where("id IS NOT NULL").select("id", "ordinal", "part", "number", "sha256", "origin")
    first = short.groupBy("id").agg(
        f.count("*").alias("times"), f.min(f.struct("ordinal", "number", "sha256")).alias("first")
    )
    every = short.join(first.where("times > 1"), "id").where("ordinal <> first.ordinal OR number <> first.number")
    return every.withColumn("differs", f.expr("sha256 <> first.sha256")).drop("times", "first")


def refused(steps: Steps, rows: "DataFrame", found: "DataFrame", planned: Sequence[Refusal]) -> "DataFrame":
    """All refusals with reasons, each once: of the source, of the captures, and of the readers."""
    from pyspark.sql import functions as f  # noqa: PLC0415 - of the extra

    of_source = steps.spark.createDataFrame([(each.origin, each.reason) for each in planned], _REFUSED)
    of_captures = rows.where("reason IS NOT NULL").select("origin", "reason")
    of_readers = mapped(found.select("reading"), _of_reader, _REFUSED)
    template = message("The book already has a report with the id {id} but other bytes; it was not replaced.", id="\0")
    before, after = template.split("\0")
    others = steps.step("later", lambda: _later(rows)).where("differs")
    of_ids = others.select("origin", f.concat(f.lit(before), "id", f.lit(after)).alias("reason"))
    every = of_source.union(of_captures).union(of_readers).union(of_ids).distinct()
    return steps.step("table-refused", lambda: every)


def _of_reader(row: Row) -> Iterator[Row]:
    yield from (refusal.to_dict() for refusal in reading_of(row["reading"]).refused)
