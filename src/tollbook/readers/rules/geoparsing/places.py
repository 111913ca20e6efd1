"""Which place on Earth each place name of a report means.

A name is read by its neighbours first ("Paris, Texas", "Andar district of Ghazni province"), then by what else the
report names, by the country of the outlet's address, and by size. One name has one sense in one report. Two candidates
that nothing tells apart leave the place without a point and with a reason.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from urllib.parse import urlsplit

import msgspec
from spacy.tokens import Doc

from tollbook import gazetteer
from tollbook.gazetteer import Entry
from tollbook.model import Candidate, Place, PlaceMention, Report
from tollbook.readers.rules.geoparsing import place_names
from tollbook.readers.rules.geoparsing.disambiguation import Name, lies_in, resolve
from tollbook.readers.rules.geoparsing.place_lexicon import lexicon
from tollbook.readers.rules.geoparsing.place_names import Toponym

_PRECISION = {"city": 1, "county": 3, "admin1": 4, "region": 5, "country": 6}
#: A people or the outlet's address tells less of where a report plays than a place's own name does.
_HINT = 0.5
#: Words between an inner and an outer place: "in the northern countryside of".
_GAP = 5
#: A smaller place in a country of which the report says nothing else is hardly meant, where it speaks of others.
_STRAY = 100_000
_CERTAIN = 3


def find(doc: Doc, report: Report) -> list[PlaceMention]:
    """Every place named in a report, read against the gazetteer, in order of the text.

    ``doc`` is the parse of ``report.text``. A name that no gazetteer knows takes the point of the larger place it is
    told to lie in, if there is one; else its place has no point. ``place.reason`` says so in either case.
    """
    found = place_names.find(doc, report.text)
    names: dict[tuple[str, str], Name] = {}
    for toponym in found:
        names.setdefault(_key(toponym), Name(_candidates(toponym), mentions=0)).mentions += 1
    for inner, area in _nested(doc, found):
        name = names[_key(inner)]
        name.inside = (*name.inside, names[_key(area)])
        if _is_told(inner, area):
            name.candidates = [e for e in name.candidates if any(lies_in(e, a) for a in names[_key(area)].candidates)]
    for key in [key for key in names if not key[1] and (key[0], "county") in names]:
        names[key] = names[key[0], "county"]
    read = [*{id(name): name for name in names.values()}.values(), *_hints(doc, report)]
    resolve(read)
    for name in read:
        if _is_stray(name, read):
            name.candidates, name.best = [], None
    named = [_mention(doc, report, t, _read(t, names[_key(t)])) for t in found]
    taken = {i for t in found for i in range(t.start, t.end)}
    return sorted([*named, *_peoples(doc, report, taken)], key=lambda m: m.start)


def _peoples(doc: Doc, report: Report, taken: set[int]) -> Iterator[PlaceMention]:
    """Peoples and what is theirs ("Kenyan officials"): associative toponyms (Gritta and others 2020), not scenes."""
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
    apart = toponym.unit in ("admin1", "county") or (toponym.unit == "city" and _is_country(toponym))
    return gazetteer.fold(toponym.name), (toponym.unit or "") if apart else ""


def _is_stray(name: Name, names: list[Name]) -> bool:
    """Whether a small place is the only one of its country in a report that names other countries again and again."""
    best = name.best
    if best is None or name.inside or best.kind != "city" or best.population >= _STRAY:
        return False
    others = Counter[str]()
    for other in names:
        if other is not name and other.best is not None:
            others[other.best.country] += int(other.mentions + _HINT)
    return best.country in gazetteer.countries() and not others[best.country] and others.total() >= _CERTAIN


def _is_told(inner: Toponym, outer: Toponym) -> bool:
    """Whether the words leave no doubt that one place lies in the other: not so in a list ("Aleppo, Hama")."""
    return inner.unit in ("county", "part") or outer.unit == "admin1"


def _candidates(toponym: Toponym) -> list[Entry]:
    """What the gazetteer knows under a name, of the kind that its unit asks for where there is any."""
    found = gazetteer.lookup(toponym.name)
    return [e for e in found if e.kind == toponym.unit] or found


def _hints(doc: Doc, report: Report) -> list[Name]:
    """Countries that a report speaks of without naming them: by their people, by the end of the outlet's address."""
    peoples = Counter(
        code for token in doc if token.text[0].isupper() and (code := gazetteer.country_of_people(token.text))
    )
    ending = (urlsplit(report.url or "").hostname or "").rpartition(".")[2].upper()
    code = {"UK": "GB"}.get(ending, ending)
    peoples[code] += code in gazetteer.countries()
    lower = [token.lower_ for token in doc]
    words = {*lower, *map(" ".join, pairwise(lower))}
    for code, cues in lexicon().speaks_of.items():
        peoples[code] += len(cues & words)
    return [
        Name([e for e in gazetteer.lookup(gazetteer.countries()[code]) if e.kind == "country"], mentions=_HINT * count)
        for code, count in peoples.items()
        if count
    ]


def _nested(doc: Doc, found: list[Toponym]) -> list[tuple[Toponym, Toponym]]:
    """Pairs of an inner and an outer place: "A, B" · "A in northern B" · "A district of B" · "B's A district"."""
    words = lexicon().words.between
    pairs = []
    for one, two in pairwise(found):
        between = [t for t in doc[one.end : two.start] if not t.is_space]
        gap = [t.lower_ for t in between]
        if any(t.is_title for t in between):
            continue  # a body goes on: "Homs Department of …"
        if not gap:
            pairs += [(two, one)] if two.unit in ("county", "part") else []
        elif gap[0] in ("'s", "’s") and all(w in words for w in gap):
            pairs.append((two, one))
        elif gap[0] == ",":
            listed = doc[two.end : two.end + 1].text in ("and", "or")
            larger = _is_area(two) and not (_is_country(one) and _is_country(two))
            pairs += [(one, two)] if larger and not listed and all(w in words for w in gap[1:]) else []
        elif len(gap) <= _GAP and all(w in words for w in gap) and gap != ["the"] and not _is_country(one):
            pairs.append((one, two))
    return pairs


def _is_country(toponym: Toponym) -> bool:
    return any(e.kind == "country" for e in gazetteer.lookup(toponym.name))


def _is_area(toponym: Toponym) -> bool:
    return any(e.kind != "city" for e in gazetteer.lookup(toponym.name))


def _read(toponym: Toponym, name: Name) -> Place:
    """The place that a mention means."""
    text = _cased(toponym.name)
    if name.tied:
        listed = "; ".join(sorted({_describe(e) for e in name.tied}))
        reason = f"{text} may be any of: {listed}. Nothing in the report tells them apart."
        return Place(name=text, reason=reason, candidates=tuple(sorted(map(_candidate, name.tied), key=_describe)))
    if name.best is not None:
        return _place(name.best, toponym)
    around = next((outer.best for outer in name.inside if outer.best is not None), None)
    if around is None:
        return Place(name=text, reason=f"{text} is not in the gazetteer; add it to your own places.")
    reason = f"{text} is not in the gazetteer; placed at {_describe(around)}, which the report names with it."
    return _place(around, toponym, reason)


def _place(entry: Entry, toponym: Toponym, reason: str | None = None) -> Place:
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


def _named(entry: Entry, toponym: Toponym) -> str:
    """The name as told; "Panama City", not "Panama", where the gazetteer too counts the unit as part of the name."""
    name = _cased(toponym.name)
    whole = f"{name} City"
    return whole if toponym.unit == "city" and gazetteer.fold(entry.name) == gazetteer.fold(whole) else name


def _candidate(entry: Entry) -> Candidate:
    return Candidate(
        name=entry.name,
        country=entry.country or None,
        admin1=entry.admin1,
        lat=entry.lat,
        lon=entry.lon,
        geonameid=entry.geonameid,
    )


def _cased(name: str) -> str:
    """A name out of a dateline or a text in capitals as it is written elsewhere."""
    name = " ".join(name.split())
    return name.title() if (name.isupper() and len(name) > 3 and "." not in name) or name.islower() else name


def _precision(entry: Entry, toponym: Toponym, *, stands_in: bool) -> int:
    """UCDP GED's ``where_prec``: a district is 3 wherever its point comes from, a part of a city or its vicinity 2."""
    if toponym.unit == "county" and entry.kind in ("city", "admin1"):
        return 3
    if entry.kind == "city" and (stands_in or toponym.near):
        return 2
    return _PRECISION[entry.kind]


def _mention(doc: Doc, report: Report, toponym: Toponym, place: Place) -> PlaceMention:
    span = doc[toponym.start : toponym.end]
    text = report.text[span.start_char : span.end_char]
    named = msgspec.structs.replace(place, text=text)
    return PlaceMention(report=report.id, start=span.start_char, end=span.end_char, text=text, place=named)


def _describe(entry: Entry | Candidate) -> str:
    country = gazetteer.countries().get(entry.country or "", entry.country)
    return ", ".join(dict.fromkeys(part for part in (entry.name, entry.admin1, country) if part))
