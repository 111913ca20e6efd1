"""Toponyms of a text: the parser's entities and the gazetteer's names, each correcting the other."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from spacy.tokens import Doc, Span, Token

from tollbook import gazetteer
from tollbook.readers.rules.geoparsing import unit_names
from tollbook.readers.rules.geoparsing.location_role import is_hit
from tollbook.readers.rules.geoparsing.place_classifier import PLACES, PlaceClassifier
from tollbook.readers.rules.geoparsing.place_lexicon import Unit, is_before_unit, place_lexicon, unit_of
from tollbook.readers.rules.geoparsing.whole_names import (
    before_days,
    is_among_persons,
    is_of_branch,
    is_of_other_name,
    is_of_weapon,
    where_harmed,
    where_hit,
    where_suffered,
    whole,
    with_rest,
)
from tollbook.readers.rules.persons.person_names import name_at
from tollbook.readers.rules.words import lexicon
from tollbook.text import is_capitals_only

#: The longest names of the gazetteer that news uses have seven tokens: "Al - Mazar - e - Sharif".
_LONGEST = 7
#: The parser's labels for names that may be places.
_NAMES = PLACES | {"FAC", "ORG", "PERSON"}
#: Letters of a country's or a city's initials.
_INITIALS = 2


@dataclass(frozen=True, slots=True)
class Toponym:
    """A place name as tokens ``[start, end)`` of a parse, including the noun beside it that says what it is.

    ``name`` is looked up in the gazetteer; ``unit`` is the kind of that noun; ``near`` is true if the text means the
    surroundings of the place.
    """

    start: int
    end: int
    name: str
    unit: Unit | None = None
    near: bool = False


def find(doc: Doc, text: str) -> list[Toponym]:
    """Every place name of a parse, in order, without overlaps. ``text`` is the report's text with its capitals."""
    finder = _ToponymFinder(doc, is_capitals_only(text))
    found = finder.known()
    for toponym in finder.unknown():
        here = range(toponym.start, toponym.end)
        if parts := [t for t in found if t.start in here or t.end - 1 in here]:
            if len(parts) > 1 or not _is_part_of(doc, toponym, parts[0]):
                continue
            found.remove(parts[0])
        found.append(toponym)
    return sorted(found, key=lambda t: t.start)


def _is_part_of(doc: Doc, longer: Toponym, part: Toponym) -> bool:
    """Whether a town's name is part of a longer one in the same entity: "Abu" of "the village of Abu Tarn"."""
    name = doc[longer.start : longer.end]
    is_one = any(e.start <= name.start + 1 and name.end <= e.end and e.label_ in _NAMES for e in doc.ents)
    is_inside = (
        longer.start <= part.start and part.end <= longer.end and (part.start, part.end) != (name.start, name.end)
    )
    rest = [t for t in name if not part.start <= t.i < part.end and t.lower_ not in unit_of()]
    is_town = bool(rest) and all(e.kind == "city" for e in gazetteer.lookup(part.name))
    return longer.unit is not None and is_inside and is_one and is_town


class _ToponymFinder:
    def __init__(self, doc: Doc, capitals: bool) -> None:
        self._doc, self._capitals, self._words = doc, capitals, place_lexicon().words
        self._classifier = PlaceClassifier(doc, capitals)
        #: The last list of names that was looked at: first token, end, and its last comma or "and".
        self._list = 0, -1, -1

    def known(self) -> list[Toponym]:
        """The known names that are places. A name found to be a place once is trusted in a second pass."""
        spans, at = [], 0
        while at < len(self._doc):
            end = self._longest(at)
            if end:
                spans.append(self._doc[at:end])
            at = end or at + 1
        self._classifier.trust({t.name.casefold() for t in self._judge_all(spans)})
        return list(self._judge_all(spans))

    def _judge_all(self, spans: list[Span]) -> Iterator[Toponym]:
        listed_after = -1
        for span in spans:
            joined = 0 < listed_after < span.start and all(
                token.lower_ in self._words.joining for token in self._doc[listed_after : span.start]
            )
            if toponym := self._judge(span, min(self._words.in_places) if joined else None):
                yield toponym
                listed_after = toponym.end

    def _longest(self, at: int) -> int | None:
        """End of the longest known name that starts at a token."""
        if abbreviation := self._abbreviation(at):
            return at + abbreviation
        if self._capitals and (end := self._in_ordinary_words(at)):
            return end
        of = tuple(f" {word}" for word in self._words.of)
        if not self._begins(at) or (self._doc[at].lower_ in unit_of() and self._doc[at : at + 2].text.endswith(of)):
            return None
        ends = [i for i in range(at + 1, self._reach(at) + 1) if self._is_capitalised(self._doc[i - 1])]
        # "Al-Tarn" is no place "Al".
        ends = [end for end in ends if end > at + 1 or self._doc[at].lower_ not in self._words.articles]
        return next((end for end in reversed(ends) if self._is_name(self._doc[at:end])), None)

    def _in_ordinary_words(self, at: int) -> int | None:
        """End of a country's name made of ordinary words ("United States") in a text in capitals."""
        ends = [at + n for n in (3, 2) if all(token.is_alpha for token in self._doc[at : at + n])]
        known = ((end, gazetteer.lookup(self._doc[at:end].text)) for end in ends if end <= len(self._doc))
        areas = (end for end, found in known if any(e.main and e.kind in ("country", "region") for e in found))
        return next(areas, None)

    def _abbreviation(self, at: int) -> int:
        """The number of tokens after a comma that abbreviate a state's name: 0, 1, or 2 ("W.Va" and its full stop)."""
        known = place_lexicon().abbreviations
        after_comma = at > 1 and self._doc[at - 1].text == "," and self._is_capitalised(self._doc[at - 2])
        return next((n for n in (2, 1) if after_comma and self._doc[at : at + n].text in known), 0)

    def _is_name(self, name: Span) -> bool:
        """Whether the gazetteer has the name; "Dublin City" only as a main name, else it is Dublin.

        In a text in capitals "LA" and "US" are ordinary words or parts of names, not initials.
        """
        if self._capitals and len(name.text) <= _INITIALS:
            return False
        found = gazetteer.lookup(name.text)
        return bool(found) and (len(name) == 1 or name[-1].lower_ not in unit_of() or any(e.main for e in found))

    def _reach(self, at: int) -> int:
        end = at + 1
        limit = min(len(self._doc), at + _LONGEST)
        while end < limit and self._goes_on(self._doc[end]):
            end += 1
        return end

    def _goes_on(self, token: Token) -> bool:
        """Whether a token continues a name, also after a line break (in fixed-width text), not after a blank line."""
        return token.text == "\n" or token.lower_ in self._words.inside or self._is_capitalised(token)

    def _begins(self, at: int) -> bool:
        token = self._doc[at]
        if token.lower_ in self._words.articles and not token.text.isupper():
            article = self._doc[at + 1 : at + 3]
            hyphened = len(article) == 2 and article[0].text == "-" and self._is_capitalised(article[1])
            return hyphened or (token.text in self._words.leading_articles and self._is_capitalised(token))
        return self._is_capitalised(token)

    def _is_capitalised(self, token: Token) -> bool:
        return token.text[0].isupper() or (token.text[0].isalpha() and not token.text[0].islower())

    def _judge(self, name: Span, role: str | None = None) -> Toponym | None:
        """The toponym of a known name; None if the words around it say that it is none."""
        if self._abbreviation(name.start):
            return Toponym(name.start, name.end, place_lexicon().abbreviations[name.text], "admin1")
        unit_end, unit = self._unit_after(name)
        before = role or (self._doc[name.start - 1].lower_ if name.start else "")
        after = self._doc[name.end].lower_ if name.end < len(self._doc) else ""
        is_family = before in self._words.definite and after in self._words.families
        if name.start > 1 and before in self._words.definite and self._doc[name.end : name.end + 1].text in unit_of():
            before = self._doc[name.start - 2].lower_  # "In the Swat valley" is as "in Swat".
        if after in self._words.houses or is_family or is_of_other_name(name):
            return None
        located = self._located(name) or (unit is not None and not self._classifier.is_generic(name))
        if not located and not self._classifier.is_place(name, before):
            return None
        near = before in self._words.near or (before in self._words.of and self._distance_before(name.start - 1))
        unit_before = self._unit_before(name)
        if (longer := whole(name, after_unit=unit_before is not None)).end > name.end:
            return Toponym(name.start, longer.end, longer.text, unit or unit_before, near)
        return Toponym(name.start, unit_end, name.text, unit or unit_before, near)

    def _unit_after(self, name: Span) -> tuple[int, Unit | None]:
        """The end of a name with the noun after it that says what the place is, and its unit: "Andar district"."""
        if name.end < len(self._doc):
            token = self._doc[name.end]
            unit = unit_of().get(token.lower_)
            joined = token.is_lower or (token.ent_type_ and token.ent_iob_ == "I")
            is_of_name = joined and not self._is_longer_name(name.end + 1)
            if unit and unit != "part" and is_of_name and self._is_of_unit(name, unit):
                # A plural is not part of one name: "Kasht and Tarn villages".
                return name.end + (not token.lower_.endswith("s")), unit
        return name.end, self._unit_of_list(name) or (unit_of().get(name[-1].lower_) if len(name) > 1 else None)

    def _is_of_unit(self, name: Span, unit: Unit) -> bool:
        """Whether the noun can be the unit of the name: not in "U.S. Department", which is a body of a country."""
        found = gazetteer.lookup(name.text)
        return not found or unit not in ("admin1", "city") or any(e.kind == unit for e in found)

    def _unit_of_list(self, name: Span) -> Unit | None:
        """The unit of a plural noun at the end of a list, for each of its names: "Clay, Grant and Swift counties"."""
        first, end, comma = self._list
        if not first <= name.end <= end:
            first, end, comma = name.end, name.end, -1
            while end < len(self._doc) and (
                self._is_capitalised(self._doc[end]) or self._doc[end].lower_ in self._words.listing
            ):
                comma = comma if self._is_capitalised(self._doc[end]) else end
                end += 1
            self._list = first, end, comma
        plural = self._doc[end].lower_ if end < len(self._doc) else ""
        return unit_of().get(plural) if comma >= name.end and plural.endswith("s") else None

    def _unit_before(self, name: Span) -> Unit | None:
        """The unit of a noun before the name: "the city of Homs"."""
        if name.start > 1 and self._doc[name.start - 1].lower_ in self._words.of | self._words.definite:
            return unit_of().get(self._doc[name.start - 2].lower_)
        return unit_of().get(self._doc[name.start - 1].lower_) if name.start else None

    def _is_longer_name(self, at: int) -> bool:
        """Whether a longer name continues at a token: "Homs District Court"."""
        token = self._doc[at] if at < len(self._doc) else None
        return token is not None and self._is_capitalised(token) and token.lower_ not in self._words.local

    def _distance_before(self, of: int) -> bool:
        return of > 0 and self._doc[of - 1].lower_ in self._words.directions | self._words.distances

    def _located(self, name: Span) -> bool:
        """Whether a state or country follows after a comma, or the name starts a dateline."""
        doc, end = self._doc, name.end
        if end + 1 >= len(doc):
            return False
        if doc[end].text == "," and self._is_area(end + 1) and not self._inside_list(end + 1):
            return True
        opening = name.start == 0 or doc[name.start - 1].is_space or name.sent.start == name.start
        return opening and name.text.isupper() and doc[end].text in ("(", "-", "–", "—", "--")

    def _is_area(self, at: int) -> bool:
        if self._abbreviation(at):
            return True
        ends = range(min(at + 3, len(self._doc)), at, -1)
        names = (self._doc[at:end].text for end in ends if self._is_capitalised(self._doc[at]))
        return any(e.kind in ("country", "admin1") and e.main for name in names for e in gazetteer.lookup(name))

    def _inside_list(self, at: int) -> bool:
        return any(token.lower_ in self._words.conjunctions for token in self._doc[at + 1 : at + 4])

    def unknown(self) -> Iterator[Toponym]:
        """Place entities that are not in the gazetteer, and names before a noun for a place ("Tal Mirza village")."""
        named = (e[e[0].lower_ in self._words.definite :] for e in self._doc.ents if e.label_ in PLACES)
        entities = [whole(with_rest(e), after_unit=False) for e in named if not is_of_branch(e)]
        suffered = list(where_suffered(self._doc))
        unknown = (*where_harmed(self._doc), *where_hit(self._doc), *suffered, *before_days(self._doc))
        beside = unit_names.beside_units(self._doc)
        units = {(name.start, name.end): unit for name, unit in beside}
        for name in [*(name for name, _ in beside), *entities, *unknown]:
            bracketed = name.start > 0 and self._doc[name.start - 1].text == "("
            has_capital = any(token.text[0].isupper() for token in name)
            end, unit = self._unit_after(name)
            unit = unit or self._unit_before(name) or units.get((name.start, name.end))
            has_unit = unit is not None or is_before_unit(self._doc, name.end)
            is_other = self._is_other(name, is_sure=has_unit or name in suffered)
            if has_capital and not bracketed and not is_other:
                yield Toponym(name.start, end, name.text, unit)

    def _is_other(self, name: Span, *, is_sure: bool) -> bool:
        """Whether an unknown name is none of a place. ``is_sure``: the words beside it say that it is no person's."""
        # A quarter with an article may have the name of a known place elsewhere: "al-Orsk neighbourhood".
        is_quarter = is_sure and len(name) > 1
        is_no_place = self._classifier.is_no_place(name, is_quarter=is_quarter) or is_of_weapon(name)
        is_named = _is_addressee(name) or self._names_building(name)
        return is_no_place or is_named or (not is_sure and self._is_of_person_or_group(name))

    def _is_of_person_or_group(self, name: Span) -> bool:
        """Whether a name is a person's ("named as Agnes Rohr, 61"), or that of a group: "the Santa Elvira cartel"."""
        before, over = self._doc[name.start - 1].lower_ if name.start else "", name.root.head
        # "In rebel-held Tarn Sahel".
        is_inside = name.root.dep_ == "pobj" and over.lower_ in self._words.surely
        is_located = is_inside or before in self._words.before or is_hit(name.root)
        is_person = not is_located and (name_at(name.root) is not None or is_among_persons(name))
        after = self._doc[name.end] if name.end < len(self._doc) else name.root
        return is_person or (name.root.head == after and after.lower_ in self._words.groups)

    def _names_building(self, name: Span) -> bool:
        """Whether a name goes on to the word for a building: "Eastgate High School", "St. Luke's Church"."""
        rest = self._doc[name.end : name.end + _LONGEST]
        after = list(takewhile(lambda t: self._is_capitalised(t) or t.tag_ == "POS", rest))
        is_house = len(rest) > 0 and rest[0].lower_ in self._words.houses
        return is_house or any((t.lower_,) in lexicon.phrases("sites") for t in after)


def _is_addressee(name: Span) -> bool:
    """Whether a name is that of the addressee: "a colleague told Northern Wire"."""
    verb = name.root.head
    return name.root.dep_ in {"dobj", "dative"} and verb.lemma_.lower() in lexicon.grammar().place.reporting
