"""The records and the tables of an archive, from the groups of mentions that linking found."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from tollbook import linking
from tollbook.decisions.constraints import source_constraints
from tollbook.incidents import build
from tollbook.model import Claim, Report
from tollbook.reconcile.editions import superseded
from tollbook.spark.frames import Row, Steps, grouped
from tollbook.spark.linking_steps import mention_of, totals_of
from tollbook.spark.partitions import report_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_MADE = "id string, record binary, claims array<struct<report: string, claim: string>>"
_REPLACED = "replaced string"


def replaced(steps: Steps, kept: "DataFrame") -> "DataFrame":
    """The ids of reports that a later edition of their page replaced; those of one page are in memory together."""
    captures = kept.where("address IS NOT NULL").select("address", "report")
    several = captures.groupBy("address").count().where("count > 1").select("address")
    return steps.step("replaced", lambda: grouped(captures.join(several, "address"), "address", _replaced, _REPLACED))


def _replaced(_address: str, rows: Iterable[Row]) -> Iterator[Row]:
    yield from ({"replaced": name} for name in superseded(report_of(row["report"]) for row in rows))


def _reported(frame: "DataFrame", kept: "DataFrame", gone: "DataFrame") -> "DataFrame":
    """Rows of ``mention_report`` with that report, and whether a later edition replaced it."""
    from pyspark.sql import functions as f  # noqa: PLC0415 - of the extra

    reports = kept.select(f.col("id").alias("mention_report"), f.col("report").alias("packed"))
    known = frame.join(reports, "mention_report")
    return known.join(gone, known["mention_report"] == gone["replaced"], "left")


def incidents(steps: Steps, found: "DataFrame", clusters: "DataFrame", reports: "list[DataFrame]") -> "DataFrame":
    """The incident of every cluster, with its claims. ``reports`` are those kept and those replaced."""
    from pyspark.sql import functions as f  # noqa: PLC0415 - of the extra

    events = found.where("id IS NOT NULL").select("id", f.col("report").alias("mention_report"), "mention")
    placed = events.join(clusters, events["id"] == clusters["mention"], "left").drop(clusters["mention"])
    named = placed.withColumn("cluster", f.coalesce("cluster", "id"))
    return steps.step("incidents", lambda: grouped(_reported(named, *reports), "cluster", _incidents, _MADE))


def _incidents(_cluster: str, rows: Iterable[Row]) -> Iterator[Row]:
    mentions, reports, gone = [], dict[str, Report](), set[str]()
    for row in rows:
        mentions.append(mention_of(row))
        reports[row["mention_report"]] = report_of(row["packed"])
        gone |= {row["replaced"]} - {None}
    constraints = source_constraints((), frozenset(), frozenset(gone))
    for group in linking.cluster_groups(mentions):
        incident = build.build_incident(group, reports, constraints)
        counted = any(claim.report not in gone for claim in group.claims)
        yield {
            "id": group.id,
            "record": msgspec.json.encode(incident) if incident is not None else None,
            "claims": [{"report": c.report, "claim": c.id} for c in group.claims] if counted else [],
        }


def tolls(steps: Steps, found: "DataFrame", reports: "list[DataFrame]") -> "DataFrame":
    """The running and period totals; those of one outcome over one place are in memory together, with their reports."""
    claims = found.where("total IS NOT NULL").selectExpr("report AS mention_report", "total", "claims")
    return steps.step("tolls", lambda: grouped(_reported(claims, *reports), "total", _tolls, _MADE))


def _tolls(_total: str, rows: Iterable[Row]) -> Iterator[Row]:
    every, reports, gone = list[Claim](), dict[str, Report](), set[str]()
    for row in rows:
        every += totals_of(row)
        reports[row["mention_report"]] = report_of(row["packed"])
        gone |= {row["replaced"]} - {None}
    report_of_claim = {claim.id: claim.report for claim in every}
    constraints = source_constraints((), frozenset(), frozenset(gone))
    for toll in build.build_tolls(every, reports, constraints):
        ids = sorted({name for point in (*toll.series, *toll.derived) for name in point.claims})
        claims = [{"report": report_of_claim[name], "claim": name} for name in ids]
        yield {"id": toll.id, "record": msgspec.json.encode(toll), "claims": claims}
