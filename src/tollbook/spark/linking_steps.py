"""Which mentions are of one incident, in steps that each depend on few rows.

The edge between two mentions depends on these two alone, and the clusters of a connected component on that component
alone (:mod:`tollbook.linking.groups`), so the groups are those of a book with the same reports.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tollbook import linking, reconcile
from tollbook.decisions import corrections
from tollbook.linking import EventMention, MentionProfile
from tollbook.linking.constraints import NONE
from tollbook.model import Claim
from tollbook.spark import components
from tollbook.spark.frames import Row, Steps, grouped, mapped
from tollbook.spark.partitions import reading_of, report_of
from tollbook.store.incident_rows import pack_small, unpack_small

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

#: Mentions on each side of a block of comparisons. A key with more is divided into stripes, and each stripe of the ones
#: that look up is compared with each of the others, in blocks of their own: at most about 500 times 500 comparisons,
#: some seconds of one core, also for a key such as the name of a country.
STRIPE = 500
_MENTIONS = (
    "id string, report string, profile binary, mention binary, total string, claims binary, indexed array<long>, "
    "query array<long>"
)
_EDGES = "one string, other string, weight double, linked boolean"
_CLUSTERS = "mention string, cluster string"


def mentions(steps: Steps, kept: "DataFrame") -> "DataFrame":
    """The event mentions of every report with their blocking keys, and a row for each group of its totals."""
    return steps.step("mentions", lambda: mapped(kept.select("report", "reading"), _mentions, _MENTIONS))


def _mentions(row: Row) -> Iterator[Row]:
    report, reading = report_of(row["report"]), corrections.apply(reading_of(row["reading"]), {})
    found = linking.report_mentions(reading, report)
    for mention, profile in zip(found.mentions, found.profiles, strict=True):
        keys = linking.blocking_keys(profile, NONE)
        yield {
            "id": mention.id, "report": report.id, "profile": pack_small(profile), "mention": pack_small(mention),
            "indexed": sorted(keys.index_keys), "query": sorted(keys.query_keys),
        }  # fmt: skip
    for group, claims in reconcile.toll_groups(found.tolls).items():
        yield {"report": report.id, "total": group, "claims": pack_small(claims)}


def edges(steps: Steps, found: "DataFrame", stripe: int = STRIPE) -> "DataFrame":
    """The edges of all candidate pairs, each pair compared once."""
    return steps.step("edges", lambda: grouped(_blocks(steps, found, stripe), "block", _compare, _EDGES))


def _blocks(steps: Steps, found: "DataFrame", stripe: int) -> "DataFrame":
    """Every mention in the blocks that it is compared in: first by small rows of keys, then with its profile."""
    from pyspark.sql import functions as f  # noqa: PLC0415 - of the extra

    events = found.where("id IS NOT NULL")
    rows = events.select("id", f.explode("indexed").alias("key"), f.lit(0).alias("side")).unionByName(
        events.select("id", f.explode("query").alias("key"), f.lit(1).alias("side"))
    )
    sides = [f.ceil(f.sum((f.col("side") == side).cast("int")) / stripe).alias(f"stripes{side}") for side in (0, 1)]
    counts = rows.groupBy("key").agg(*sides, f.min("id").alias("least"), f.max("id").alias("most"))
    useful = counts.where("stripes0 > 0 AND stripes1 > 0 AND least < most").drop("least", "most")
    cells = steps.step("cells", lambda: _cells(rows.join(useful, "key")))
    return cells.join(events.select("id", "profile", "indexed", "query"), "id")


def _cells(rows: "DataFrame") -> "DataFrame":
    """The blocks of each row: a row of one side meets every stripe of the other side of its key."""
    from pyspark.sql import functions as f  # noqa: PLC0415 - of the extra

    stripes = f.when(f.col("side") == 0, f.col("stripes0")).otherwise(f.col("stripes1"))
    opposite = f.when(f.col("side") == 0, f.col("stripes1")).otherwise(f.col("stripes0"))
    own = f.pmod(f.xxhash64("id"), stripes)
    each = rows.select("id", "key", "side", own.alias("own"), f.explode(f.sequence(f.lit(1), opposite)).alias("meets"))
    first = f.when(f.col("side") == 0, f.col("own")).otherwise(f.col("meets") - 1)
    second = f.when(f.col("side") == 0, f.col("meets") - 1).otherwise(f.col("own"))
    return each.select("id", "key", "side", f.concat_ws(" ", "key", first, second).alias("block"))


def _compare(_block: str, rows: Iterable[Row]) -> Iterator[Row]:
    """The edges of a block. A pair with several keys in common is compared under the smallest of them alone."""
    indexed: list[tuple[MentionProfile, frozenset[int]]] = []
    query: list[tuple[MentionProfile, frozenset[int]]] = []
    key = None
    for row in rows:
        key = row["key"]
        side, keys = (indexed, row["indexed"]) if row["side"] == 0 else (query, row["query"])
        side.append((unpack_small(row["profile"], MentionProfile), frozenset(keys)))
    for one, looked_up in query:
        for other, under in indexed:
            if one.id < other.id and one.report != other.report and min(looked_up & under) == key:
                found = linking.edge(one, other)
                if found is not None:
                    yield {"one": one.id, "other": other.id, "weight": found.weight, "linked": found.linked}


def clusters(steps: Steps, found: "DataFrame", every_edge: "DataFrame") -> "DataFrame":
    """``(mention, cluster)`` for each mention that is linked to another; a cluster has the name of its first mention.

    The members of a component are in memory together, without their texts.
    """
    from pyspark.sql import functions as f  # noqa: PLC0415 - of the extra

    part = components.components(steps, every_edge.where("linked"))
    one = part.select(f.col("node").alias("one"), "component")
    other = part.select(f.col("node").alias("other"), f.col("component").alias("component_of_other"))
    inside = every_edge.join(one, "one").join(other, "other").where("component = component_of_other")
    members = found.join(part, found["id"] == part["node"]).select("component", "id", "profile")
    rows = members.unionByName(inside.select("component", "one", "other", "weight"), allowMissingColumns=True)
    return steps.step("clusters", lambda: grouped(rows, "component", _clusters, _CLUSTERS))


def _clusters(_component: str, rows: Iterable[Row]) -> Iterator[Row]:
    members, weights = {}, {}
    for row in rows:
        if row["profile"] is not None:
            members[row["id"]] = linking.cluster_member(unpack_small(row["profile"], MentionProfile))
        else:
            weights[row["one"], row["other"]] = row["weight"]
    for cluster in linking.clusters(members, weights, NONE):
        yield from ({"mention": name, "cluster": cluster[0]} for name in cluster)


def mention_of(row: Row) -> EventMention:
    """The event mention of a row."""
    return unpack_small(row["mention"], EventMention)


def totals_of(row: Row) -> tuple[Claim, ...]:
    """The claims of totals of a row."""
    found: tuple[Claim, ...] = unpack_small(row["claims"], tuple[Claim, ...])
    return found
