"""Incidents as points on a map: GeoJSON (RFC 7946), with the precision of each place and day."""

from collections.abc import Iterator
from typing import Any

from tollbook.export import tables
from tollbook.export.bundle import json_line
from tollbook.export.files import Files
from tollbook.export.listing import Cell
from tollbook.locale import wording
from tollbook.record import Contents

_HEAD, _TAIL = '{"type":"FeatureCollection","features":[\n', "\n]}\n"


def files(contents: Contents) -> Files:
    """One feature per incident, with the columns of the table; without geometry if its place has no coordinates."""
    return {"tollbook.geojson": _chunks(contents)}


def _chunks(contents: Contents) -> Iterator[bytes]:
    yield _HEAD.encode()
    for number, row in enumerate(tables.incidents(contents).rows):
        yield f"{',' if number else ''}{json_line(_feature(row))}".encode()
    yield _TAIL.encode()


def _feature(row: dict[str, Cell]) -> dict[str, Any]:
    lat, lon, precision = row["lat"], row["lon"], row["where precision"]
    point = None if lat is None or lon is None else {"type": "Point", "coordinates": [lon, lat]}
    properties: dict[str, Cell] = {name: cell for name, cell in row.items() if name not in {"lat", "lon"}}
    properties["known to"] = wording.where(precision if isinstance(precision, int) else None)
    return {"type": "Feature", "id": row["id"], "geometry": point, "properties": properties}
