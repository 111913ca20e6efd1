"""``python -m training.worldmap countries-50m.json OUT``: the map of the reading room from world-atlas.

The source is ``countries-50m.json`` of the npm package world-atlas 2.0.2 (``npm pack world-atlas@2.0.2``), whose
SHA-256 is checked. Borders are simplified once, as the arcs that neighbours share, so that they still meet; a country
that would vanish keeps its outline as it is.
"""

import hashlib
import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

#: The source this was made for.
SHA256 = "04342cdc1e3016bcd7db1630de95684d67b79fe3c8c460321e87aef469502394"
#: What it makes of it: the file that ships with the reading room.
MADE = "fc76326230ad0445f760b86ba0e89ead641bae5fba0a040a77f7fe1c7ec48a5b"
#: Degrees a border may lie off, some 12 km at the equator; chosen so that the file has 300 kB.
TOLERANCE = 0.105
#: Decimals of a degree that are written: a hundredth is about a kilometre.
DECIMALS = 2

Point = tuple[float, float]
Ring = list[Point]


def arcs(topology: dict[str, Any]) -> list[Ring]:
    """The arcs of a quantised TopoJSON in degrees."""
    (wide, high), (left, low) = topology["transform"]["scale"], topology["transform"]["translate"]
    found = []
    for arc in topology["arcs"]:
        x = y = 0
        points: Ring = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * wide + left, y * high + low))
        found.append(points)
    return found


def simplified(points: Ring, tolerance: float) -> Ring:
    """A line without the points that lie closer to it than ``tolerance`` degrees (Douglas and Peucker, 1973)."""
    if len(points) < 3:
        return points
    first, last = points[0], points[-1]
    off = [_distance(point, first, last) for point in points[1:-1]]
    furthest = max(range(len(off)), key=off.__getitem__)
    if off[furthest] <= tolerance:
        return [first, last]
    middle = furthest + 1
    return simplified(points[: middle + 1], tolerance)[:-1] + simplified(points[middle:], tolerance)


def _distance(point: Point, one: Point, other: Point) -> float:
    (x, y), (ax, ay), (bx, by) = point, one, other
    length = math.hypot(bx - ax, by - ay)
    if length == 0:
        return math.hypot(x - ax, y - ay)
    along = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length**2))
    return math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay))


def joined(numbers: Iterable[int], lines: Sequence[Ring]) -> Ring:
    """The ring that some arcs make, rounded, no point twice in a row; ``~n`` is arc ``n`` from its end."""
    ring: Ring = []
    for number in numbers:
        line = lines[number] if number >= 0 else lines[~number][::-1]
        for x, y in line:
            point = (round(x, DECIMALS), round(y, DECIMALS))
            if not ring or ring[-1] != point:
                ring.append(point)
    return ring


def countries(topology: dict[str, Any]) -> dict[str, Any]:
    """The countries as GeoJSON. Rings of fewer than three corners are left out; a country keeps at least one."""
    whole = arcs(topology)
    lines = [simplified(arc, TOLERANCE) for arc in whole]
    features = []
    for country in topology["objects"]["countries"]["geometries"]:
        parts = [country["arcs"]] if country["type"] == "Polygon" else country.get("arcs", [])
        polygons = [[ring for numbers in part if len(ring := joined(numbers, lines)) >= 4] for part in parts]
        kept = [rings for rings in polygons if rings]
        if not kept:
            kept = [[ring for numbers in part if len(ring := joined(numbers, whole)) >= 4] for part in parts]
            kept = [rings for rings in kept if rings]
        shape = {"type": "MultiPolygon", "coordinates": kept}
        features.append({"type": "Feature", "properties": {"name": country["properties"]["name"]}, "geometry": shape})
    return {"type": "FeatureCollection", "features": [each for each in features if each["geometry"]["coordinates"]]}


@click.command()
@click.argument("source", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
def main(source: Path, out: Path) -> None:
    """Makes the map of the reading room."""
    raw = source.read_bytes()
    if hashlib.sha256(raw).hexdigest() != SHA256:
        raise click.ClickException(f"{source} is not countries-50m.json of world-atlas 2.0.2; get it with npm pack.")
    made = json.dumps(countries(json.loads(raw)), separators=(",", ":"), ensure_ascii=False)
    out.write_text(made, "utf-8")
    click.echo(f"{out}: {len(made):,} characters, SHA-256 {hashlib.sha256(made.encode()).hexdigest()}")


if __name__ == "__main__":
    main()
