"""Places: resolves each place name of a report to a place of the gazetteer.

A name is resolved by adjacent names first ("Paris, Texas", "Andar district of Ghazni province"), then by the other
names of the report, by the country of the outlet's address, and by population. One name has one sense in one report. If
two candidates cannot be distinguished, the place has no coordinates and a reason. If size is the only evidence for
one settlement, it is taken, and the others are its candidates.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import pairwise
from urllib.parse import urlsplit

import msgspec
from spacy.tokens import Doc, Span

from tollbook import addresses, gazetteer
from tollbook.addresses import Address
from tollbook.gazetteer import GazetteerEntry
from tollbook.locale.messages import message
from tollbook.mentions import PlaceMention
from tollbook.model import Candidate, Place, Report
from tollbook.readers.rules.geoparsing import nesting, place_names
from tollbook.readers.rules.geoparsing.disambiguation import AmbiguousName, lies_in, resolve
from tollbook.readers.rules.geoparsing.location_role import is_located
from tollbook.readers.rules.geoparsing.place_lexicon import place_lexicon
from tollbook.readers.rules.geoparsing.place_names import Toponym
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.words.language import LOCALE
from tollbook.readers.rules.words.syntax import is_of

#: A nationality or the outlet's address counts half as much as the name of a place.
_HINT = 0.5
#: A place below this population in a country that the report does not mention otherwise is hardly meant, if the report
#: mentions other countries at least _CERTAIN times.
_STRAY = 100_000
_CERTAIN = 3
#: The most candidates in a question to a person: number keys choose them.
_MOST_CANDIDATES = 9


def find(doc: Doc, report: Report) -> list[PlaceMention]:
    """Every place named in a report, resolved against the gazetteer, in text order.

    ``doc`` is the parse of ``report.text``. A name that is not in the gazetteer takes the coordinates of the larger
    place that the text says it is in; without one its place has no coordinates. ``place.reason`` says so.
    """
    surnames = {name.words[-1] for name in person_names.names(doc) if len(name.words) > 1}
    streets = list(addresses.find(report.text, LOCALE))
    found = [t for t in place_names.find(doc, report.text) if not _is_surname(doc, t, surnames)]
    found = [t for t in found if not _is_in_street(doc[t.start : t.end], streets)]
    names: dict[tuple[str, str], AmbiguousName] = {}
    for toponym in found:
        names.setdefault(_key(toponym), AmbiguousName(_candidates(toponym), mentions=0)).mentions += 1
    for inner, area in nesting.nested(doc, found):
        name = names[_key(inner)]
        name.inside = (*name.inside, names[_key(area)])
        if _is_stated_inside(inner, area):
            name.candidates = [e for e in name.candidates if any(lies_in(e, a) for a in names[_key(area)].candidates)]
    for key in [key for key in names if not key[1] and (key[0], "county") in names]:
        names[key] = names[key[0], "county"]
    resolved = [*{id(name): name for name in names.values()}.values(), *_hints(doc, report)]
    resolve(resolved)
    for name in resolved:
        if _is_stray(name, resolved):
            name.candidates, name.best, name.doubted = [], None, []
    named = [_mention(doc, report, t, _place_of(t, names[_key(t)])) for t in found]
    taken = {i for t in found for i in range(t.start, t.end)}
    return sorted([*named, *_peoples(doc, report, taken)], key=lambda m: m.start)


def _is_surname(doc: Doc, toponym: Toponym, surnames: Collection[str]) -> bool:
    """Whether a name is the surname of somebody in the report, and not after "in" or "near": "two friends of Orlov"."""
    name = doc[toponym.start]
    is_one = toponym.end - toponym.start == 1 and name.lower_ in surnames
    return is_one and (is_of(name.head) or not is_located(name))


def _is_in_street(name: Span, streets: Collection[Address]) -> bool:
    """Whether a name is only part of an address: "Velmar" of "the 400 block of Velmar Avenue"."""
    inside = (a for a in streets if a.start <= name.start_char and name.end_char <= a.end)
    return any(len(address.text) > len(name.text) for address in inside)


def _peoples(doc: Doc, report: Report, taken: set[int]) -> Iterator[PlaceMention]:
    """Nationalities ("Kenyan officials"): associative toponyms (Gritta and others 2020), not places of events."""
    at = 0
    while at < len(doc):
        sizes = (3, 2, 1) if doc[at].text[0].isupper() else ()
        spans = (doc[at : at + n] for n in sizes if at + n <= len(doc) and taken.isdisjoint(range(at, at + n)))
        people = next((s for s in spans if s[-1].is_alpha and gazetteer.country_of_people(s.text)), None)
        if people is not None:
            code = gazetteer.country_of_people(people.text) or ""
            country = next(e for e in gazetteer.lookup(gazetteer.countries()[code]) if e.kind == "country")
            toponym = Toponym(people.start, people.end, country.name)
            mention = _mention(doc, report, toponym, _place(country, toponym))
            yield msgspec.structs.replace(mention, associative=True)
        at = people.end if people is not None else at + 1


def _key(toponym: Toponym) -> tuple[str, str]:
    """Mentions with one key have one sense: "Panama" and "Panama City" differ, as do a city and its province."""
    apart = toponym.unit in ("admin1", "county") or (toponym.unit == "city" and nesting.is_country(toponym))
    return gazetteer.fold(toponym.name), (toponym.unit or "") if apart else ""


def _is_stray(name: AmbiguousName, names: list[AmbiguousName]) -> bool:
    """Whether a small place is in a country that a report names by small places only, and it names others often."""
    best = name.best
    if best is None or _is_known(name):
        return False
    others = Counter[str]()
    for other in names:
        if other is not name and other.best is not None and (other.best.country != best.country or _is_known(other)):
            others[other.best.country] += int(other.mentions + _HINT)
    return best.country in gazetteer.countries() and not others[best.country] and others.total() >= _CERTAIN


def _is_known(name: AmbiguousName) -> bool:
    """Whether a name speaks for its country by itself: no small town, unless the text says where that is."""
    best = name.best
    return best is not None and (bool(name.inside) or best.kind != "city" or best.population >= _STRAY)


def _is_stated_inside(inner: Toponym, outer: Toponym) -> bool:
    """Whether the words state that one place is inside the other; a list ("Aleppo, Hama") does not."""
    return inner.unit in ("county", "part") or outer.unit == "admin1"


def _candidates(toponym: Toponym) -> list[GazetteerEntry]:
    """The gazetteer's entries for a name, those of its unit if there are any."""
    found = gazetteer.lookup(toponym.name)
    return [e for e in found if e.kind == toponym.unit] or found


def _hints(doc: Doc, report: Report) -> list[AmbiguousName]:
    """Countries that a report mentions without naming them: by nationality, cue words, or the outlet's address."""
    peoples = Counter(
        code for token in doc if token.text[0].isupper() and (code := gazetteer.country_of_people(token.text))
    )
    ending = (urlsplit(report.url or "").hostname or "").rpartition(".")[2].upper()
    code = {"UK": "GB"}.get(ending, ending)
    peoples[code] += code in gazetteer.countries()
    lower = [token.lower_ for token in doc]
    words = {*lower, *map(" ".join, pairwise(lower))}
    for code, cues in place_lexicon().country_cues.items():
        peoples[code] += len(cues & words)
    return [
        AmbiguousName(
            [e for e in gazetteer.lookup(gazetteer.countries()[code]) if e.kind == "country"], mentions=_HINT * count
        )
        for code, count in peoples.items()
        if count
    ]


def _place_of(toponym: Toponym, name: AmbiguousName) -> Place:
    """The place a mention refers to."""
    text = _cased(toponym.name)
    if name.tied:
        listed = "; ".join(sorted({_describe(e) for e in name.tied}))
        reason = message(
            "{name} may be any of: {places}. Nothing in the report tells them apart.", name=text, places=listed
        )
        return Place(name=text, reason=reason, candidates=tuple(sorted(map(_candidate, name.tied), key=_describe)))
    if name.best is not None:
        doubted = [name.best, *name.doubted][:_MOST_CANDIDATES] if name.doubted else []
        return msgspec.structs.replace(_place(name.best, toponym), candidates=tuple(map(_candidate, doubted)))
    around = next((outer.best for outer in name.inside if outer.best is not None), None)
    if around is None:
        return Place(name=text, reason=message("{name} is not in the gazetteer; add it to your own places.", name=text))
    return _place(around, toponym, placed_at(text, around))


def placed_at(name: str, around: GazetteerEntry | Place) -> str:
    """The reason why a place that no gazetteer has stands at a larger one."""
    return message(
        "{name} is not in the gazetteer; placed at {place}, which the report names with it.",
        name=name,
        place=_describe(around),
    )


def _place(entry: GazetteerEntry, toponym: Toponym, reason: str | None = None) -> Place:
    return Place(
        name=_named(entry, toponym),
        country=entry.country if entry.country in gazetteer.countries() else None,
        country_name=gazetteer.countries().get(entry.country, entry.country) or None,
        admin1=entry.admin1,
        lat=entry.lat,
        lon=entry.lon,
        geonameid=None if reason else entry.geonameid,
        precision=_precision(entry, toponym, stands_in=reason is not None),
        reason=reason,
    )


def _named(entry: GazetteerEntry, toponym: Toponym) -> str:
    """The name as written; "Panama City", not "Panama", if the gazetteer also has the unit as part of the name."""
    name = gazetteer.without_ending(_cased(toponym.name))
    wholes = (f"{name} {city}" for city in place_lexicon().words.whole_cities if toponym.unit == "city")
    return next((whole for whole in wholes if gazetteer.fold(entry.name) == gazetteer.fold(whole)), name)


def _candidate(entry: GazetteerEntry) -> Candidate:
    return Candidate(
        name=entry.name,
        country=entry.country or None,
        admin1=entry.admin1,
        lat=entry.lat,
        lon=entry.lon,
        geonameid=entry.geonameid,
    )


def _cased(name: str) -> str:
    """A name in title case if it is from a dateline or a text in capitals."""
    name = " ".join(name.split())
    return name.title() if (name.isupper() and len(name) > 3 and "." not in name) or name.islower() else name


def _precision(entry: GazetteerEntry, toponym: Toponym, *, stands_in: bool) -> int:
    """UCDP GED's ``where_prec``: a district is 3 wherever its point comes from, a part of a city or its vicinity 2."""
    if toponym.unit == "county" and entry.kind in ("city", "admin1"):
        return 3
    if entry.kind == "city" and (stands_in or toponym.near):
        return 2
    return gazetteer.PRECISION[entry.kind]


def _mention(doc: Doc, report: Report, toponym: Toponym, place: Place) -> PlaceMention:
    span = doc[toponym.start : toponym.end]
    text = report.text[span.start_char : span.end_char]
    named = msgspec.structs.replace(place, text=text)
    return PlaceMention(report=report.id, start=span.start_char, end=span.end_char, text=text, place=named)


def _describe(entry: GazetteerEntry | Candidate | Place) -> str:
    country = gazetteer.countries().get(entry.country or "", entry.country)
    return ", ".join(dict.fromkeys(part for part in (entry.name, entry.admin1, country) if part))
