"""Which place on Earth a name means: candidates of the gazetteer, weighed by what else the report names.

A name is read by its neighbours first ("Paris, Texas", "Andar district of Ghazni province"), then by the country and
the division that the rest of the report speaks of, by distance to its other places, and by size. One name has one
sense in one report. Two candidates that nothing tells apart leave the place without a point and with a reason.
"""

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from spacy.tokens import Doc

from tollbook import gazetteer
from tollbook.extract import toponyms
from tollbook.extract.toponyms import Toponym
from tollbook.gazetteer import Entry
from tollbook.model import Place, PlaceMention, Report

#: What a candidate weighs by itself, on the scale of the decimal logarithm of a population: a country outweighs any
#: city, a first-order division a city of three million, a county a town of ten thousand.
_WEIGHT = {"country": 9.0, "admin1": 6.5, "region": 7.0, "county": 4.0}
_OTHER_NAME = 2.0
_CAPITAL = 1.5
_CONTAINED = 20.0
_IN_COUNTRY = 4.0
_IN_DIVISION = 4.0
_CLOSE = 3.0
_CLOSE_KM = 100.0
#: Two readings closer than this, more than _APART_KM from each other, are a tie: their sizes differ by a quarter.
_TIE = 0.1
_APART_KM = 50.0
_PRECISION = {"city": 1, "county": 3, "admin1": 4, "region": 5, "country": 6}
_EARTH_KM = 12_742


@dataclass(slots=True)
class _Name:
    """All mentions of one name in one report, and what it may mean."""

    candidates: list[Entry]
    containers: list[str] = field(default_factory=list)
    best: Entry | None = None
    tied: list[Entry] = field(default_factory=list)


def find(doc: Doc, report: Report) -> list[PlaceMention]:
    """Every place named in a report, read against the gazetteer, in order of the text.

    ``doc`` is the parse of ``report.text``. A name that no gazetteer knows takes the point of the larger place it is
    told to lie in, if there is one; else its place has no point. ``place.reason`` says so in either case.
    """
    found = toponyms.find(doc, report.text)
    resolver = _Resolver(doc, found)
    return [_mention(doc, report, toponym, resolver.read(toponym)) for toponym in found]


class _Resolver:
    def __init__(self, doc: Doc, found: list[Toponym]) -> None:
        self._names: dict[str, _Name] = {}
        self._inside: dict[Toponym, str] = {}
        for toponym in found:
            self._name_of(toponym)
        for inner, outer in _nested(doc, found):
            self._name_of(inner).containers.append(_key(outer))
            self._inside[inner] = _key(outer)
        self._countries: Counter[str] = Counter()
        self._divisions: Counter[tuple[str, str | None]] = Counter()
        self._mentions = Counter(_key(toponym) for toponym in found)
        self._peoples = Counter(
            country for token in doc if token.text[0].isupper() and (country := gazetteer.country_of_people(token.text))
        )
        for _ in range(3):
            self._settle()

    def _name_of(self, toponym: Toponym) -> _Name:
        key = _key(toponym)
        if key not in self._names:
            self._names[key] = _Name(_candidates(toponym))
        return self._names[key]

    def _settle(self) -> None:
        """Read every name in the light of the last reading of all the others."""
        for key, name in self._names.items():
            name.best, name.tied = self._choose(key, name)
        self._countries, self._divisions = Counter(self._peoples), Counter()
        for key, name in self._names.items():
            if name.best is not None and not name.tied:
                self._countries[name.best.country] += self._mentions[key]
                if name.best.kind != "country":
                    self._divisions[name.best.country, name.best.admin1] += self._mentions[key]

    def _choose(self, key: str, name: _Name) -> tuple[Entry | None, list[Entry]]:
        anchors = [
            n.best
            for k, n in self._names.items()
            if k != key and n.best is not None and n.best.kind in ("city", "county")
        ]
        scored = sorted(((self._score(e, key, name, anchors), e) for e in name.candidates), key=lambda pair: -pair[0])
        if not scored:
            return None, []
        top, best = scored[0]
        tied = [e for score, e in scored[1:] if top - score < _TIE and _km(e, best) > _APART_KM]
        return best, [best, *tied] if tied else []

    def _score(self, entry: Entry, key: str, name: _Name, anchors: list[Entry]) -> float:
        score = _WEIGHT.get(entry.kind) or math.log10(max(entry.population, 100))
        score += _CAPITAL * entry.capital - _OTHER_NAME * (not entry.main)
        score += _CONTAINED * any(self._contains(outer, entry) for outer in name.containers)
        own = self._mentions[key] if name.best is not None else 0
        is_best = name.best is entry
        countries = sum(self._countries.values()) - own
        if countries > 0:
            score += (
                _IN_COUNTRY
                * (self._countries[entry.country] - own * (name.best.country == entry.country if name.best else 0))
                / countries
            )
        divisions = sum(self._divisions.values()) - own * (name.best.kind != "country" if name.best else 0)
        if divisions > 0 and entry.kind != "country":
            same = name.best is not None and (name.best.country, name.best.admin1) == (entry.country, entry.admin1)
            score += _IN_DIVISION * (self._divisions[entry.country, entry.admin1] - own * same) / divisions
        if anchors and entry.kind in ("city", "county") and not is_best:
            score += _CLOSE * math.exp(-min(_km(entry, a) for a in anchors) / _CLOSE_KM)
        elif anchors and entry.kind in ("city", "county"):
            score += _CLOSE * math.exp(-min(_km(entry, a) for a in anchors) / _CLOSE_KM)
        return score

    def _contains(self, outer: str, entry: Entry) -> bool:
        return any(_lies_in(entry, area) for area in self._names[outer].candidates)

    def read(self, toponym: Toponym) -> Place:
        """The place that a mention means."""
        name = self._name_of(toponym)
        text = toponym.name
        if name.tied:
            listed = "; ".join(sorted({_describe(e) for e in name.tied}))
            return Place(name=text, reason=f"{text} may be any of: {listed}. Nothing in the report tells them apart.")
        if name.best is not None:
            return _place(name.best, toponym)
        area = self._names[self._inside[toponym]].best if toponym in self._inside else None
        if area is None:
            return Place(name=text, reason=f"{text} is not in the gazetteer; add it to your own places.")
        reason = f"{text} is not in the gazetteer; placed at {_describe(area)}, which the report names with it."
        return _place(area, toponym, reason)


def _key(toponym: Toponym) -> str:
    unit = toponym.unit if toponym.unit in ("admin1", "county") else ""
    return f"{gazetteer.fold(toponym.name)}|{unit}"


def _candidates(toponym: Toponym) -> list[Entry]:
    """What the gazetteer knows under a name, of the kind that its unit asks for where there is any."""
    found = gazetteer.lookup(toponym.name)
    of_unit = [e for e in found if e.kind == toponym.unit]
    return of_unit or found


def _lies_in(entry: Entry, area: Entry) -> bool:
    """Whether an entry is inside a country, in a division, or within a day's walk of a city."""
    if entry is area or entry.country != area.country:
        return False
    if area.kind == "country":
        return True
    if area.kind == "admin1":
        return entry.admin1 == area.admin1 and entry.kind != "admin1"
    return area.kind in ("city", "county") and entry.kind == "city" and _km(entry, area) < _APART_KM


def _nested(doc: Doc, found: list[Toponym]) -> list[tuple[Toponym, Toponym]]:
    """Pairs of an inner and an outer place: "A, B" · "A in northern B" · "A district of B" · "B's A district"."""
    words = toponyms.lexicon().words.between
    pairs = []
    for one, two in zip(found, found[1:], strict=False):
        gap = [t.lower_ for t in doc[one.end : two.start] if not t.is_space]
        if gap and gap[0] in ("'s", "’s") and all(w in words for w in gap):
            pairs.append((two, one))
        elif gap and len(gap) <= 5 and all(w in words or w == "," for w in gap) and gap != ["the"]:
            pairs.append((one, two))
        elif not gap and two.unit in ("county", "part"):
            pairs.append((two, one))
    return pairs


def _place(entry: Entry, toponym: Toponym, reason: str | None = None) -> Place:
    precision = _PRECISION[entry.kind]
    if reason is not None:
        precision = (
            2 if entry.kind == "city" else 3 if toponym.unit == "county" and entry.kind == "admin1" else precision
        )
    elif entry.kind == "city" and toponym.unit == "county":
        precision = 3
    elif entry.kind == "city" and toponym.near:
        precision = 2
    is_iso = entry.country in gazetteer.countries()
    return Place(
        name=toponym.name,
        country=entry.country if is_iso else None,
        country_name=gazetteer.countries().get(entry.country, entry.country) or None,
        admin1=entry.admin1,
        lat=entry.lat,
        lon=entry.lon,
        geonameid=None if reason else entry.geonameid,
        precision=precision,
        reason=reason,
    )


def _mention(doc: Doc, report: Report, toponym: Toponym, place: Place) -> PlaceMention:
    span = doc[toponym.start : toponym.end]
    text = report.text[span.start_char : span.end_char]
    named = Place(**{**place.to_dict(), "text": text})
    return PlaceMention(report=report.id, start=span.start_char, end=span.end_char, text=text, place=named)


def _describe(entry: Entry) -> str:
    country = gazetteer.countries().get(entry.country, entry.country)
    return ", ".join(dict.fromkeys(part for part in (entry.name, entry.admin1, country) if part))


def _km(one: Entry, other: Entry) -> float:
    """Great-circle distance in kilometres."""
    a, b = math.radians(one.lat), math.radians(other.lat)
    half = math.sin((b - a) / 2) ** 2 + math.cos(a) * math.cos(b) * math.sin(math.radians(other.lon - one.lon) / 2) ** 2
    return _EARTH_KM * math.asin(math.sqrt(min(1.0, half)))
