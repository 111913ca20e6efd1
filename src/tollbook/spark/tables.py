"""The tables of an archive: columns for what analysts ask most, and ``record``, the record as in the contract."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from tollbook.decisions import annotations
from tollbook.model import Place, Record, When
from tollbook.record import Figure, Incident, Toll
from tollbook.spark.frames import Row, Steps, mapped
from tollbook.spark.partitions import reading_of, report_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_PLACE = "place string, country string, admin1 string, lat double, lon double"
_DAYS = "first_day date, last_day date"
_REPORTS = (
    "id string, sha256 string, outlet string, url string, title string, published date, language string, "
    "finder string, text string, record string"
)
_CLAIMS = (
    "id string, report string, span_start long, span_end long, quote string, kind string, low long, best long, "
    f"high long, qualifier string, scope string, stance string, informant string, {_DAYS}, {_PLACE}, incident string, "
    "toll string, finder string, confidence double, record string"
)
_INCIDENTS = (
    f"id string, kind string, title string, {_DAYS}, {_PLACE}, reports long, killed_low long, killed_best long, "
    "killed_high long, injured_low long, injured_best long, injured_high long, record string"
)
_ATTRIBUTIONS = "report string, number long, record string"
_TOLLS = f"id string, kind string, people string, {_PLACE}, record string"
#: The tables that analysts read, in the folder of the archive. ``refused`` is made by :mod:`tollbook.spark.kept`.
NAMES = ("reports", "claims", "incidents", "attributions", "tolls", "refused")


def write(steps: Steps, kept: "DataFrame", made: "Mapping[str, DataFrame]") -> None:
    """Write the tables; ``made`` are the rows of ``incident`` and ``toll`` with the claims of each."""
    from pyspark.sql import functions as f  # noqa: PLC0415 - of the extra

    of_claims = [
        frame.select(f.explode("claims").alias("each"), f.col("id").alias(name)).select("each.*", name)
        for name, frame in made.items()
    ]
    both = of_claims[0].unionByName(of_claims[1], allowMissingColumns=True)
    filed = both.groupBy(f.col("report").alias("id")).agg(
        f.collect_list(f.struct("claim", "incident", "toll")).alias("filed")
    )
    known = kept.select("id", "finder", "report", "reading")
    steps.step("table-reports", lambda: mapped(known, _report, _REPORTS))
    steps.step("table-claims", lambda: mapped(known.join(filed, "id", "left"), _claims, _CLAIMS))
    steps.step("table-attributions", lambda: mapped(known, _attributions, _ATTRIBUTIONS))
    steps.step("table-incidents", lambda: mapped(made["incident"].where("record IS NOT NULL"), _incident, _INCIDENTS))
    steps.step("table-tolls", lambda: mapped(made["toll"], _toll, _TOLLS))


def as_json(record: Record | Mapping[str, Any]) -> str:
    """A record in the shape of the contract."""
    return msgspec.json.encode(record).decode()


def _report(row: Row) -> Iterator[Row]:
    report = report_of(row["report"])
    columns = {
        name: getattr(report, name)
        for name in ("id", "sha256", "outlet", "url", "title", "published", "language", "text")
    }
    without_text = {name: value for name, value in report.to_dict().items() if name != "text"}
    yield columns | {"finder": row["finder"], "record": as_json(without_text)}


def _claims(row: Row) -> Iterator[Row]:
    """The claims of a report, each with the incident and the total it belongs to; of several totals, the last id."""
    filed = sorted(row["filed"] or (), key=lambda each: (each["incident"] or "", each["toll"] or ""))
    incident_of = {each["claim"]: each["incident"] for each in filed if each["incident"]}
    toll_of = {each["claim"]: each["toll"] for each in filed if each["toll"]}
    for found in annotations.decided_claims(reading_of(row["reading"]), {}):
        claim = msgspec.structs.replace(found, incident=incident_of.get(found.id), toll=toll_of.get(found.id))
        count, speaker = claim.count, next(iter(claim.speakers), None)
        yield {
            "id": claim.id, "report": claim.report, "span_start": claim.start, "span_end": claim.end,
            "quote": claim.quote, "kind": claim.kind, "low": count and count.low, "best": count and count.best,
            "high": count and count.high, "qualifier": count and count.qualifier, "scope": claim.scope,
            "stance": claim.stance, "informant": speaker and speaker.name, **_days(claim.when), **_place(claim.place),
            "incident": claim.incident, "toll": claim.toll, "finder": claim.finder, "confidence": claim.confidence,
            "record": as_json(claim),
        }  # fmt: skip


def _attributions(row: Row) -> Iterator[Row]:
    for number, found in enumerate(reading_of(row["reading"]).attributions):
        yield {"report": found.report, "number": number, "record": as_json(found)}


def _incident(row: Row) -> Iterator[Row]:
    incident = msgspec.json.decode(row["record"], type=Incident)
    figures = {
        f"{kind}_{bound}": getattr(incident.figures.get(kind, Figure()), bound)
        for kind in ("killed", "injured")
        for bound in ("low", "best", "high")
    }
    yield {
        "id": incident.id, "kind": incident.kind, "title": incident.title, **_days(incident.when),
        **_place(incident.place), "reports": len(incident.reports), **figures, "record": as_json(incident),
    }  # fmt: skip


def _toll(row: Row) -> Iterator[Row]:
    toll = msgspec.json.decode(row["record"], type=Toll)
    yield {"id": toll.id, "kind": toll.kind, "people": toll.people, **_place(toll.place), "record": as_json(toll)}


def _days(when: When | None) -> Row:
    return {"first_day": when and when.start, "last_day": when and when.end}


def _place(place: Place | None) -> Row:
    if place is None:
        return {}
    return {"place": place.name, "country": place.country, "admin1": place.admin1, "lat": place.lat, "lon": place.lon}
