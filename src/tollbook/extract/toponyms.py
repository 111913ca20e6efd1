"""Where a text names places: the parser's entities and the gazetteer's names, each correcting the other."""

import functools
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from typing import Literal

import msgspec
from spacy.tokens import Doc, Span, Token

from tollbook import gazetteer
from tollbook.language import pipeline
from tollbook.text import is_capitals_only

Unit = Literal["admin1", "county", "city", "part"]
#: "Al - Mazar - e - Sharif": the longest names of the gazetteer that news uses have seven tokens.
_LONGEST = 7
#: Settlements above it are named without a word of where they are, so that a mistagged one is still believed.
_WELL_KNOWN = 300_000
#: Nouns of the language that name a town this large are read as the town (the dictionary's nouns hold cities too).
_NOTED = 30_000
#: Prepositions that a person's name hardly follows.
_LOCATIVE = frozenset({"in", "at", "near", "from"})
_PLACES = frozenset({"GPE", "LOC"})
_NO_NAMES = frozenset({"DATE", "TIME", "MONEY", "PERCENT", "QUANTITY", "ORDINAL", "CARDINAL", "NORP", "LANGUAGE"})


class _Words(msgspec.Struct, frozen=True):
    """The lists of ``places.toml``; each is explained there."""

    before: frozenset[str]
    near: frozenset[str]
    between: frozenset[str]
    directions: frozenset[str]
    inside: frozenset[str]
    bodies: frozenset[str]
    local: frozenset[str]
    never_before: frozenset[str]
    titles: frozenset[str]
    never: frozenset[str]


class _Lexicon(msgspec.Struct, frozen=True):
    units: dict[Unit, frozenset[str]]
    words: _Words
    abbreviations: dict[str, str]
    speaks_of: dict[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Toponym:
    """A place name as tokens ``[start, end)`` of a parse, the unit beside it counted in.

    ``name`` is what the gazetteer is asked for; ``unit`` the class of the noun that says what the place is; ``near``
    that the text speaks of its surroundings.
    """

    start: int
    end: int
    name: str
    unit: Unit | None = None
    near: bool = False


@functools.cache
def lexicon() -> _Lexicon:
    """The words around place names."""
    raw = resources.files("tollbook").joinpath("extract/en/places.toml").read_bytes()
    return msgspec.toml.decode(raw, type=_Lexicon)


@functools.cache
def _unit_of() -> dict[str, Unit]:
    return {word: unit for unit, words in lexicon().units.items() for word in words}


@functools.cache
def _common_words() -> frozenset[str]:
    """Words of the language that are also names of small places; the lemmatizer knows them."""
    index = pipeline().get_pipe("lemmatizer").lookups.get_table("lemma_index")
    return frozenset(str(word) for words in index.values() for word in words)


def find(doc: Doc, text: str) -> list[Toponym]:
    """Every place name of a parse, in order, none over another. ``text`` is the report's own, with its capitals."""
    finder = _Finder(doc, is_capitals_only(text))
    found = finder.known()
    taken = {i for t in found for i in range(t.start, t.end)}
    for toponym in finder.unknown():
        if taken.isdisjoint(range(toponym.start, toponym.end)):
            found.append(toponym)
            taken.update(range(toponym.start, toponym.end))
    return sorted(found, key=lambda t: t.start)


class _Finder:
    def __init__(self, doc: Doc, capitals: bool) -> None:
        self._doc, self._capitals, self._words = doc, capitals, lexicon().words
        self._entity: dict[int, Span] = {token.i: entity for entity in doc.ents for token in entity}
        persons = [e for e in doc.ents if e.label_ == "PERSON" and len(e) > 1]
        self._surnames = {e[-1].lower_ for e in persons if e[-1].is_alpha} | {e[0].lower_ for e in persons}
        labels = Counter((e.text.casefold(), e.label_ in _PLACES) for e in doc.ents)
        self._trusted = {text for text, is_place in labels if is_place and labels[text, True] > labels[text, False]}
        self._doubted = {text for text, is_place in labels if not is_place and labels[text, False] > labels[text, True]}

    # ------------------------------------------------------------------------------------ known names
    def known(self) -> list[Toponym]:
        """The known names that are places: a name believed once is believed wherever nothing speaks against it."""
        spans, at = [], 0
        while at < len(self._doc):
            end = self._longest(at)
            if end:
                spans.append(self._doc[at:end])
            at = end or at + 1
        believed = {t.name.casefold() for t in self._judge_all(spans)}
        self._trusted |= believed - self._surnames
        return list(self._judge_all(spans))

    def _judge_all(self, spans: list[Span]) -> Iterator[Toponym]:
        listed_after = -1
        for span in spans:
            joined = 0 < listed_after < span.start and all(
                token.lower_ in (",", "and", "or", "&") for token in self._doc[listed_after : span.start]
            )
            if toponym := self._judge(span, "in" if joined else None):
                yield toponym
                listed_after = toponym.end

    def _longest(self, at: int) -> int | None:
        """End of the longest known name that starts at a token."""
        if abbreviation := self._abbreviation(at):
            return at + abbreviation
        reach = self._reach(at)
        if not self._begins(at) or (self._doc[at].lower_ in _unit_of() and self._doc[at : at + 2].text.endswith(" of")):
            return None
        ends = [i for i in range(at + 1, reach + 1) if self._is_nameword(self._doc[i - 1])]
        return next((end for end in reversed(ends) if self._is_name(self._doc[at:end])), None)

    def _abbreviation(self, at: int) -> int:
        """How many tokens after a comma shorten a state's name: none, one, or two ("W.Va" and its full stop)."""
        known = lexicon().abbreviations
        after_comma = at > 1 and self._doc[at - 1].text == "," and self._is_nameword(self._doc[at - 2])
        return next((n for n in (2, 1) if after_comma and self._doc[at : at + n].text in known), 0)

    def _is_name(self, name: Span) -> bool:
        """Whether a place bears the name; "Dublin City" only as a place's first name, else it is Dublin."""
        found = gazetteer.lookup(name.text)
        return bool(found) and (len(name) == 1 or name[-1].lower_ not in _unit_of() or any(e.main for e in found))

    def _reach(self, at: int) -> int:
        end = at + 1
        limit = min(len(self._doc), at + _LONGEST)
        while end < limit and (self._is_nameword(self._doc[end]) or self._doc[end].lower_ in self._words.inside):
            end += 1
        return end

    def _begins(self, at: int) -> bool:
        token = self._doc[at]
        if self._capitals and token.lower_ in ("al", "el", "la"):
            return True
        if token.lower_ in ("al", "el", "ar", "as", "ad", "an", "at", "az", "ash") and not token.text.isupper():
            article = self._doc[at + 1 : at + 3]
            hyphened = len(article) == 2 and article[0].text == "-" and self._is_nameword(article[1])
            return hyphened or (token.text in ("Al", "El") and self._is_nameword(token))
        return self._is_nameword(token)

    def _is_nameword(self, token: Token) -> bool:
        if self._capitals and not token.is_stop:
            return (token.is_alpha or "." in token.text[:-1]) and len(token) > 2
        return token.text[0].isupper() or (token.text[0].isalpha() and not token.text[0].islower())

    def _judge(self, name: Span, role: str | None = None) -> Toponym | None:
        """The toponym that a known name is, unless the words around it say that it is none."""
        if self._abbreviation(name.start):
            return Toponym(name.start, name.end, lexicon().abbreviations[name.text], "admin1")
        unit_end, unit = self._unit_after(name)
        before = role or (self._doc[name.start - 1].lower_ if name.start else "")
        located = self._located(name) or (unit is not None and not self._is_generic(name))
        if not located and not self._is_place(name, before):
            return None
        near = before in self._words.near or (before == "of" and self._distance_before(name.start - 1))
        return Toponym(name.start, unit_end, name.text, unit or self._unit_before(name), near)

    def _unit_after(self, name: Span) -> tuple[int, Unit | None]:
        """ "Andar district": the noun after a name that says what the place is, and where it ends."""
        if name.end < len(self._doc):
            token = self._doc[name.end]
            unit = _unit_of().get(token.lower_)
            capital_ok = token.is_lower or self._entity.get(token.i) is self._entity.get(name.start)
            if (
                unit
                and unit != "part"
                and capital_ok
                and self._is_of_unit(name, unit)
                and not self._followed_by_name(name.end + 1)
            ):
                return name.end + 1, unit
        return name.end, self._unit_of_list(name) or (_unit_of().get(name[-1].lower_) if len(name) > 1 else None)

    def _is_of_unit(self, name: Span, unit: Unit) -> bool:
        """Not "U.S. Department": a country's or a state's organ is no part of it."""
        found = gazetteer.lookup(name.text)
        return unit not in ("admin1", "city") or any(e.kind == unit for e in found)

    def _is_generic(self, name: Span) -> bool:
        """ "River Valley", "But county", "Central District": words that name a place only together with others."""
        if len(name) > 1 and any(e.kind == "county" for e in gazetteer.lookup(name.text)):
            return False
        generic = self._words.local | self._words.directions | self._words.never | set(_unit_of())
        return all(token.lower_ in generic or token.is_stop for token in name)

    def _unit_of_list(self, name: Span) -> Unit | None:
        """ "Clay, Grant and Swift counties": the plural noun at a list's end tells what each of it is."""
        end, parted = name.end, False
        while end < len(self._doc) and (
            self._is_nameword(self._doc[end]) or self._doc[end].lower_ in (",", "and", "&")
        ):
            parted |= not self._is_nameword(self._doc[end])
            end += 1
        plural = self._doc[end].lower_ if end < len(self._doc) else ""
        return _unit_of().get(plural) if parted and plural.endswith("s") else None

    def _unit_before(self, name: Span) -> Unit | None:
        """ "the city of Homs"."""
        if name.start > 1 and self._doc[name.start - 1].lower_ in ("of", "the"):
            return _unit_of().get(self._doc[name.start - 2].lower_)
        return _unit_of().get(self._doc[name.start - 1].lower_) if name.start else None

    def _followed_by_name(self, at: int) -> bool:
        return (
            at < len(self._doc)
            and self._is_nameword(self._doc[at])
            and not self._capitals
            and self._doc[at].lower_ not in self._words.local
        )

    def _distance_before(self, of: int) -> bool:
        return of > 0 and self._doc[of - 1].lower_ in self._words.directions | {
            "outskirts",
            "miles",
            "kilometers",
            "km",
        }

    def _located(self, name: Span) -> bool:
        """A state or a country follows after a comma, or the name stands at the head of a dateline."""
        doc, end = self._doc, name.end
        if end + 1 >= len(doc):
            return False
        if doc[end].text == "," and self._is_area(end + 1) and not self._inside_list(end + 1):
            return True
        opening = name.start == 0 or doc[name.start - 1].is_space or name.sent.start == name.start
        return opening and name.text.isupper() and doc[end].text in ("(", "-", "–", "—", "--") and not self._capitals

    def _is_area(self, at: int) -> bool:
        if self._abbreviation(at):
            return True
        ends = range(min(at + 3, len(self._doc)), at, -1)
        names = (self._doc[at:end].text for end in ends if self._is_nameword(self._doc[at]))
        return any(e.kind in ("country", "admin1") and e.main for name in names for e in gazetteer.lookup(name))

    def _inside_list(self, at: int) -> bool:
        return any(token.lower_ in ("and", "or") for token in self._doc[at + 1 : at + 4])

    def _is_place(self, name: Span, before: str) -> bool:
        """Whether a known name is a place by its entity, its neighbours and how well it is known."""
        folded = name.text.casefold()
        if (
            folded in self._words.never
            or self._is_generic(name)
            or before in self._words.titles
            or gazetteer.country_of_people(name.text)
        ):
            return False
        entity = self._entity.get(name.start)
        if before == "of" and name.start > 1:
            holder = self._doc[name.start - 2].lower_
            if holder in self._words.bodies or holder in _unit_of():
                return holder in _unit_of()
        if self._capitals:
            return self._is_place_in_capitals(name, before)
        after = self._doc[name.end] if name.end < len(self._doc) else None
        if after is not None and after.lower_ in self._words.never_before and after.text[0].isupper():
            return False
        if entity is None or entity.label_ in _NO_NAMES:
            return self._bare_is_place(name, before, entity)
        if entity.label_ in _PLACES:
            sure = (
                before in self._words.before or folded not in self._doubted | self._surnames or self._well_known(name)
            )
            return sure and self._part_is_place(name, entity)
        return self._mistagged_is_place(name, before, entity)

    def _bare_is_place(self, name: Span, before: str, entity: Span | None) -> bool:
        """A name that the parser took for no name at all."""
        if entity is not None and (len(entity) > len(name) or (entity.label_ == "NORP" and before not in _LOCATIVE)):
            return False
        if self._beside_name(name):
            return self._serves(name)
        folded = name.text.casefold()
        usual = before in self._words.before or folded in self._trusted or self._well_known(name) or self._serves(name)
        return usual and not self._is_common(name) and folded not in self._surnames

    def _part_is_place(self, name: Span, entity: Span) -> bool:
        """A known name inside a place entity: the whole of it, or all but words such as "northern" and "area"."""
        rest = [t for t in entity if not name.start <= t.i < name.end and t.is_alpha]
        usual = self._words.directions | self._words.local | self._words.inside | set(_unit_of())
        return all(token.lower_ in usual or token.i > name.end for token in rest)

    def _mistagged_is_place(self, name: Span, before: str, entity: Span) -> bool:
        """A known name inside an organisation, a person, a facility …"""
        if (name.start, name.end) == (entity.start, entity.end):
            if entity.label_ == "PERSON" or name.text.casefold() in self._surnames:
                return before in _LOCATIVE or self._serves(name) or self._is_city_not_person(name)
            return self._bare_is_place(name, before, None)
        if entity.label_ == "PERSON":
            return False
        leads = name.start <= entity.start + 1 and name.text.casefold() not in self._surnames
        return leads and (self._serves(name) or name.text.casefold() in self._trusted or name[-1].lower_ in _unit_of())

    def _is_city_not_person(self, name: Span) -> bool:
        """A city's name of several words, or a great city's that is not what a verb's doer would be called."""
        if name.text.casefold() in self._surnames:
            return False
        if len(name) > 1:
            return any(e.main and (e.population >= _NOTED or e.geonameid is None) for e in gazetteer.lookup(name.text))
        return self._well_known(name) and name.root.dep_ != "nsubj"

    def _serves(self, name: Span) -> bool:
        """ "Homs police", "Kabul International Airport": what follows is a body or a building of that place."""
        after = self._doc[name.end] if name.end < len(self._doc) else None
        return after is not None and after.lower_ in self._words.local and not self._is_common(name)

    def _is_common(self, name: Span) -> bool:
        """Whether a name is also a word of the language and no town of note bears it."""
        folded = name.text.casefold()
        if folded in _verbs_and_such():
            return True
        noted = any(e.kind != "city" or e.population >= _NOTED for e in gazetteer.lookup(name.text) if e.main)
        return folded in _common_words() and not noted

    def _beside_name(self, name: Span) -> bool:
        """Whether a capitalised word touches the name, so that it may be one part of a longer one."""
        before = self._doc[name.start - 1] if name.start else None
        after = self._doc[name.end] if name.end < len(self._doc) else None
        left = (
            before is not None
            and before.text[0].isupper()
            and not before.is_sent_start
            and before.lower_ not in self._words.directions
        )
        return left or (after is not None and after.text[0].isupper() and after.lower_ not in self._words.never)

    def _is_place_in_capitals(self, name: Span, before: str) -> bool:
        entity = self._entity.get(name.start)
        folded = name.text.casefold()
        if before in self._words.titles or folded in _verbs_and_such():
            return False
        if self._well_known(name) and (len(name) > 1 or not self._after_unknown_word(name)):
            return True
        if self._is_common(name) or len(folded) < 4:
            return False
        return before in self._words.before or (
            entity is not None and entity.label_ in _PLACES and len(entity) == len(name)
        )

    def _after_unknown_word(self, name: Span) -> bool:
        """Whether the word before a name is in no dictionary, as a first name is, and ends no place name itself."""
        if name.start == 0 or not (before := self._doc[name.start - 1]).is_alpha or before.is_stop:
            return False
        return not {before.lower_, before.lemma_.lower()} & _common_words() and not gazetteer.is_known(before.text)

    def _well_known(self, name: Span) -> bool:
        return any(
            e.kind in ("country", "admin1", "region") or (e.main and e.population >= _WELL_KNOWN)
            for e in gazetteer.lookup(name.text)
        )

    # ------------------------------------------------------------------------------------ unknown names
    def unknown(self) -> Iterator[Toponym]:
        """Place entities that no gazetteer knows, and names that a unit marks as a place ("Tal Mirza village")."""
        entities = [e[e[0].lower_ == "the" :] for e in self._doc.ents if e.label_ in _PLACES]
        for name in [*self._before_units(), *entities]:
            bracketed = name.start > 0 and self._doc[name.start - 1].text == "("
            named = any(token.text[0].isupper() for token in name)
            if named and not bracketed and not self._is_no_place(name):
                end, unit = self._unit_after(name)
                yield Toponym(name.start, end, name.text, unit or self._unit_before(name))

    def _before_units(self) -> Iterator[Span]:
        """Capitalised words before a noun such as "village"; in a text all in capitals nothing tells where they begin."""
        for token in self._doc:
            if self._capitals or token.lower_ not in _unit_of() or not token.is_lower:
                continue
            start = token.i
            while start > 0 and (
                self._is_nameword(self._doc[start - 1]) or self._doc[start - 1].text in ("-", "al", "el")
            ):
                start -= 1
            if start < token.i and not self._doc[start].is_sent_start and self._doc[start].ent_type_ != "PERSON":
                yield self._doc[start : token.i]

    def _is_no_place(self, name: Span) -> bool:
        """A known name that was judged to be none, a body ("Homs Observatory for Aid"), words that name nothing."""
        bodies = self._words.bodies | self._words.never_before | {"for"}
        is_body = any(token.lower_ in bodies for token in name) or gazetteer.country_of_people(name[0].text) is not None
        return is_body or gazetteer.is_known(name.text) or self._is_generic(name)


@functools.cache
def _verbs_and_such() -> frozenset[str]:
    """Common words that are no nouns: large cities share their names with nouns, hardly ever with these."""
    index = pipeline().get_pipe("lemmatizer").lookups.get_table("lemma_index")
    return frozenset(str(word) for key in ("verb", "adj", "adv") for word in index.get(key, []))
