"""Connected components of a graph too large for one machine, by large-star and small-star (Kiveris and others 2014).

*Connected Components in MapReduce and Beyond*: every node is linked to the smallest node it knows, in turns among its
larger and its smaller neighbours, until nothing changes. The number of rounds grows with the logarithm of the number of
nodes, and no node collects more than one row for each edge.
"""

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING

from tollbook.spark.frames import Steps

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def components(steps: Steps, edges: "DataFrame") -> "DataFrame":
    """``(node, component)`` for every node of ``edges`` (``one``, ``other``); a component is its smallest node."""
    from pyspark.sql import functions as f  # noqa: PLC0415 - of the extra

    hashed = f.xxhash64("one", "other").cast("decimal(20,0)")
    current, before = edges.select("one", "other"), None
    for number in count(1):
        current = steps.step(f"components-{number}", _round(current))
        row = current.agg(f.count("*").alias("n"), f.sum(hashed).alias("sum")).first()
        if row == before:
            break
        before = row
    leaves = current.select(f.col("one").alias("node"), f.col("other").alias("component"))
    return leaves.unionByName(leaves.select(f.col("component").alias("node"), "component").distinct())


def _round(edges: "DataFrame") -> "Callable[[], DataFrame]":
    return lambda: _small_star(_large_star(edges))


def _large_star(edges: "DataFrame") -> "DataFrame":
    """Every larger neighbour of a node is linked to the smallest node that this one knows."""
    from pyspark.sql import functions as f  # noqa: PLC0415 - of the extra

    both = edges.unionByName(edges.select(f.col("other").alias("one"), f.col("one").alias("other")))
    smallest = both.groupBy("one").agg(f.least(f.min("other"), f.col("one")).alias("smallest"))
    return both.join(smallest, "one").where("other > one").selectExpr("other AS one", "smallest AS other").distinct()


def _small_star(edges: "DataFrame") -> "DataFrame":
    """Every smaller neighbour of a node, and the node itself, are linked to the smallest of them."""
    from pyspark.sql import functions as f  # noqa: PLC0415 - of the extra

    down = edges.select(f.greatest("one", "other").alias("one"), f.least("one", "other").alias("other"))
    smallest = down.groupBy("one").agg(f.min("other").alias("smallest"))
    moved = down.join(smallest, "one").selectExpr("other AS one", "smallest AS other")
    own = smallest.selectExpr("one", "smallest AS other")
    return moved.unionByName(own).where("one <> other").distinct()
