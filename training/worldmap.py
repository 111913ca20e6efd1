"""``python -m training.worldmap countries-50m.json OUT``: the map of the web interface from world-atlas.

The source is ``countries-50m.json`` of the npm package world-atlas 2.0.2 (``npm pack world-atlas@2.0.2``); its SHA-256
is checked. Each arc that two countries share is simplified once, so that borders still meet. A country that would
vanish keeps its outline.
"""

import hashlib
import json
import math
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import click

#: The source this was made for.
SHA256 = "04342cdc1e3016bcd7db1630de95684d67b79fe3c8c460321e87aef469502394"
#: The result: the file that ships with the web interface.
MADE = "5b220eab76ba5db23b862b6a113d76a1fb84e8218f25bea8528e0f80137d9d84"
#: Degrees by which a simplified border may be off, some 12 km at the equator; chosen so that the file has 300 kB.
TOLERANCE = 0.105
#: Decimals of a degree that are written: a hundredth is about a kilometre.
DECIMALS = 2

Point = tuple[float, float]
Ring = list[Point]


def arcs(topology: dict[str, Any]) -> list[Ring]:
    """The arcs of a quantised TopoJSON in degrees."""
    (wide, high), (left, low) = topology["transform"]["scale"], topology["transform"]["translate"]
    lines = []
    for arc in topology["arcs"]:
        x = y = 0
        points: Ring = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * wide + left, y * high + low))
        lines.append(points)
    return lines


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
    ways = (lines[number] if number >= 0 else lines[~number][::-1] for number in numbers)
    return _once((round(x, DECIMALS), round(y, DECIMALS)) for line in ways for x, y in line)


def cut(ring: Ring) -> list[Ring]:
    """Splits a ring at the 180th meridian; otherwise a line would be drawn round the world.

    A ring that crosses it once goes round a pole and follows the edge of the map there.
    """
    over = [n for n, (one, other) in enumerate(pairwise(ring)) if abs(one[0] - other[0]) > 180]
    if not over:
        return [ring]
    if len(over) == 1:
        (x, y), (_, beyond) = ring[over[0]], ring[over[0] + 1]
        edge, pole = math.copysign(180.0, x), math.copysign(90.0, y)
        way = [(edge, beyond), (edge, pole), (-edge, pole), (-edge, beyond)]
        return [_once([*ring[: over[0] + 1], *way, *ring[over[0] + 1 :]])]
    # Longitudes beyond the meridian continue past 180.
    whole = [(x + 360 if x < 0 else x, y) for x, y in ring]
    east = _edged([(min(x, 180.0), y) for x, y in whole], 180.0)
    west = _edged([(round(max(x, 180.0) - 360, DECIMALS), y) for x, y in whole], -180.0)
    return [part for part in (east, west) if len(part) >= 4]


def _edged(points: Ring, edge: float) -> Ring:
    """A closed ring that keeps only the first and last of each run of points on the edge of the map."""
    begin = next((n for n, (x, _) in enumerate(points) if x != edge), 0)
    turned = [*points[begin:-1], *points[: begin + 1]]
    redundant = {n for n in range(1, len(turned) - 1) if {x for x, _ in turned[n - 1 : n + 2]} == {edge}}
    return _once(point for n, point in enumerate(turned) if n not in redundant)


def _once(points: Iterable[Point]) -> Ring:
    """The points, none of them twice in a row."""
    return [point for point, _ in groupby(points)]


def countries(topology: dict[str, Any]) -> dict[str, Any]:
    """The countries as GeoJSON. Rings of fewer than three corners are left out; a country keeps at least one."""
    whole = arcs(topology)
    lines = [simplified(arc, TOLERANCE) for arc in whole]
    features = []
    for country in topology["objects"]["countries"]["geometries"]:
        parts = [country["arcs"]] if country["type"] == "Polygon" else country.get("arcs", [])
        shape = {"type": "MultiPolygon", "coordinates": _polygons(parts, lines) or _polygons(parts, whole)}
        features.append({"type": "Feature", "properties": {"name": country["properties"]["name"]}, "geometry": shape})
    return {"type": "FeatureCollection", "features": [each for each in features if each["geometry"]["coordinates"]]}


def _polygons(parts: Sequence[Sequence[Sequence[int]]], lines: Sequence[Ring]) -> list[list[Ring]]:
    polygons = []
    for part in parts:
        rings = [ring for numbers in part if len(ring := joined(numbers, lines)) >= 4]
        if rings:
            first, *others = cut(rings[0])
            polygons += [[first, *rings[1:]], *([other] for other in others)]
    return polygons


@click.command()
@click.argument("source", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("out", type=click.Path(path_type=Path, dir_okay=False))
def main(source: Path, out: Path) -> None:
    """Make the map of the web interface."""
    raw = source.read_bytes()
    if hashlib.sha256(raw).hexdigest() != SHA256:
        raise click.ClickException(f"{source} is not countries-50m.json of world-atlas 2.0.2; get it with npm pack.")
    made = json.dumps(countries(json.loads(raw)), separators=(",", ":"), ensure_ascii=False)
    out.write_text(made, "utf-8")
    click.echo(f"{out}: {len(made):,} characters, SHA-256 {hashlib.sha256(made.encode()).hexdigest()}")


if __name__ == "__main__":
    main()
