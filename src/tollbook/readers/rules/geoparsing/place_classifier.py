"""Whether a name in a text is a place: the entity that the parser saw, the words beside it, how well it is known."""

from collections import Counter

from spacy.tokens import Doc, Span

from tollbook import gazetteer
from tollbook.readers.rules.geoparsing.place_lexicon import (
    common_words,
    generic_words,
    lexicon,
    unit_of,
    verbs_and_such,
)

#: Settlements above it are named without a word of where they are, so that a mistagged one is still believed.
_WELL_KNOWN = 300_000
#: Nouns of the language that name a town this large are read as the town (the dictionary's nouns hold cities too).
_NOTED = 30_000
#: Prepositions that a person's name hardly follows.
_LOCATIVE = frozenset({"in", "at", "near", "from"})
#: The parser's labels for places.
PLACES = frozenset({"GPE", "LOC"})
_NO_NAMES = frozenset({"DATE", "TIME", "MONEY", "PERCENT", "QUANTITY", "ORDINAL", "CARDINAL", "NORP", "LANGUAGE"})


class Evidence:
    """What speaks for and against the names of one parse. ``believed`` grows as names are found to be places."""

    def __init__(self, doc: Doc, capitals: bool = False) -> None:
        self._doc, self._words, self._capitals = doc, lexicon().words, capitals
        self._entity: dict[int, Span] = {token.i: entity for entity in doc.ents for token in entity}
        persons = [e for e in doc.ents if e.label_ == "PERSON" and len(e) > 1]
        self._surnames = {e[-1].lower_ for e in persons if e[-1].is_alpha} | {e[0].lower_ for e in persons}
        labels = Counter((e.text.casefold(), e.label_ in PLACES) for e in doc.ents)
        self._believed = {text for text, is_place in labels if is_place and labels[text, True] > labels[text, False]}
        self._doubted = {text for text, is_place in labels if not is_place and labels[text, False] > labels[text, True]}

    def believe(self, names: set[str]) -> None:
        """Names found to be places somewhere are believed wherever nothing speaks against them."""
        self._believed |= names - self._surnames

    def is_place(self, name: Span, before: str) -> bool:
        """Whether a known name is a place by its entity, its neighbours and how well it is known."""
        folded = name.text.casefold()
        if (
            ((folded in self._words.never or self.is_generic(name)) and not self._is_initials(name))
            or before in self._words.titles
            or gazetteer.country_of_people(name.text)
        ):
            return False
        if before == "of" and name.start > 1:
            holder = self._doc[name.start - 2].lower_
            if holder in self._words.bodies or holder in unit_of():
                return holder in unit_of()
        return not self._names_a_road(name) and self._is_place_by_entity(name, before, self._entity.get(name.start))

    def _is_initials(self, name: Span) -> bool:
        """ "US", where the text is not in capitals altogether."""
        return name.text.isupper() and len(name.text) > 1 and not self._capitals

    def _names_a_road(self, name: Span) -> bool:
        """ "Homs Street", "Kabul Times": a road, a paper, a firm that is called after a place."""
        after = self._doc[name.end] if name.end < len(self._doc) else None
        return after is not None and after.lower_ in self._words.never_before and after.text[0].isupper()

    def _is_place_by_entity(self, name: Span, before: str, entity: Span | None) -> bool:
        if entity is None or entity.label_ in _NO_NAMES:
            return self._bare_is_place(name, before, entity)
        if entity.label_ in PLACES:
            doubtful = name.text.casefold() in self._doubted | self._surnames
            sure = before in self._words.before or not doubtful or self._well_known(name)
            return sure and self._part_is_place(name, entity)
        return self._mistagged_is_place(name, before, entity)

    def _bare_is_place(self, name: Span, before: str, entity: Span | None) -> bool:
        """A name that the parser took for no name at all."""
        if entity is not None and (len(entity) > len(name) or (entity.label_ == "NORP" and before not in _LOCATIVE)):
            return False
        if self._beside_name(name):
            return self._serves(name)
        folded = name.text.casefold()
        usual = before in self._words.before or folded in self._believed or self._well_known(name) or self._serves(name)
        return usual and not self._is_common(name) and folded not in self._surnames

    def _part_is_place(self, name: Span, entity: Span) -> bool:
        """A known name inside a place entity: the whole of it, or all but words such as "northern" and "area"."""
        rest = [t for t in entity if not name.start <= t.i < name.end and t.is_alpha]
        usual = self._words.inside | generic_words()
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
        return leads and (self._serves(name) or name.text.casefold() in self._believed or name[-1].lower_ in unit_of())

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
        if len(name) > 1 or folded in verbs_and_such():
            return len(name) == 1
        noted = any(e.kind != "city" or e.population >= _NOTED for e in gazetteer.lookup(name.text) if e.main)
        return folded in common_words() and not noted

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

    def _well_known(self, name: Span) -> bool:
        return any(
            e.kind in ("country", "admin1", "region") or (e.population >= _WELL_KNOWN and (e.main or len(name) > 1))
            for e in gazetteer.lookup(name.text)
        )

    def is_generic(self, name: Span) -> bool:
        """ "River Valley", "But county", "Central District": words that name a place only together with others."""
        if len(name) > 1 and any(e.kind == "county" for e in gazetteer.lookup(name.text)):
            return False
        return all(token.lower_ in generic_words() or token.is_stop for token in name)

    def is_no_place(self, name: Span) -> bool:
        """A known name that was judged to be none, a body ("Homs Observatory for Aid"), words that name nothing."""
        bodies = self._words.bodies | self._words.never_before | {"for"}
        is_body = any(token.lower_ in bodies for token in name) or gazetteer.country_of_people(name[0].text) is not None
        return is_body or gazetteer.is_known(name.text) or self.is_generic(name)
