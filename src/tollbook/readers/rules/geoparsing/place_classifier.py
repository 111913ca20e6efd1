"""Place classifier: whether a name is a place, by its entity label, the words beside it, and how well known it is."""

import re
from collections import Counter

from spacy.tokens import Doc, Span

from tollbook import gazetteer
from tollbook.readers.rules.geoparsing.place_lexicon import (
    common_non_nouns,
    common_words,
    generic_words,
    is_before_unit,
    place_lexicon,
    unit_of,
)
from tollbook.readers.rules.persons.name_contexts import is_after_relative
from tollbook.readers.rules.words.person_words import has_title, name_lexicon

#: News names settlements above this population without saying where they are, so the label of one matters less.
_WELL_KNOWN = 300_000
#: A common noun that is also the name of a town this large is read as the town.
_NOTED = 30_000
#: The parser's labels for places.
PLACES = frozenset({"GPE", "LOC"})
#: The initials of a body, which the parser may take for a place.
_INITIALS = re.compile(r"(?:[A-Z]\.){2,}")
_NO_NAMES = frozenset({"DATE", "TIME", "MONEY", "PERCENT", "QUANTITY", "ORDINAL", "CARDINAL", "NORP", "LANGUAGE"})


class PlaceClassifier:
    """Classifies the names of one parse.

    A name found to be a place is trusted from then on, unless there is evidence against it.
    """

    def __init__(self, doc: Doc, capitals: bool = False) -> None:
        self._doc, self._words, self._capitals = doc, place_lexicon().words, capitals
        self._entity: dict[int, Span] = {token.i: entity for entity in doc.ents for token in entity}
        persons = [e for e in doc.ents if e.label_ == "PERSON" and len(e) > 1]
        self._surnames = {e[-1].lower_ for e in persons if e[-1].is_alpha} | {e[0].lower_ for e in persons}
        self._titled = {token.lower_ for token in doc if has_title(token)}
        self._surnames |= self._titled
        labels = Counter((e.text.casefold(), e.label_ in PLACES) for e in doc.ents)
        self._trusted = {text for text, is_place in labels if is_place and labels[text, True] > labels[text, False]}
        self._doubted = {text for text, is_place in labels if not is_place and labels[text, False] > labels[text, True]}

    def trust(self, names: set[str]) -> None:
        """Trust names that were found to be places somewhere, except surnames."""
        self._trusted |= names - self._surnames

    def is_place(self, name: Span, before: str) -> bool:
        """Whether a known name is a place by its entity, the words around it and how well it is known."""
        folded = name.text.casefold()
        if (
            ((folded in self._words.never or self.is_generic(name)) and not self._is_initials(name))
            or name.text in self._words.never_initials
            or (_is_initialled(name) and not (self._well_known(name) or _abbreviates(name.text)))
            or before in self._words.titles
            or is_after_relative(name[0])
            or self._is_first_name(name)
            or gazetteer.country_of_people(name.text)
        ):
            return False
        if before in self._words.of and name.start > 1:
            holder = self._doc[name.start - 2].lower_
            if holder in self._words.bodies or holder in unit_of():
                return holder in unit_of()
        if self._doc[name.end : name.end + 1].text in self._words.groups and not self._well_known(name):
            return False  # "Brods forces"
        return not self._names_a_road(name) and self._is_place_by_entity(name, before, self._entity.get(name.start))

    def _is_first_name(self, name: Span) -> bool:
        """Whether a person's surname follows a name after an age: "17-year-old Aleppo Pruitt"."""
        is_inside = name.start > 0 and name.end < len(self._doc)
        aged = is_inside and self._doc[name.start - 1].lower_ in name_lexicon().old
        return aged and self._doc[name.end].ent_type_ == "PERSON"

    def _is_initials(self, name: Span) -> bool:
        """Whether a name is initials such as "US", in a text that is not all in capitals."""
        return name.text.isupper() and len(name.text) > 1 and not self._capitals

    def _names_a_road(self, name: Span) -> bool:
        """Whether a name is part of a road's, paper's or firm's name: "Homs Street", "Kabul Times"."""
        after = self._doc[name.end] if name.end < len(self._doc) else None
        return after is not None and after.lower_ in self._words.never_before and after.text[0].isupper()

    def _is_place_by_entity(self, name: Span, before: str, entity: Span | None) -> bool:
        if entity is None or entity.label_ in _NO_NAMES:
            return self._bare_is_place(name, before, entity)
        if entity.label_ in PLACES:
            if name.text.casefold() in self._surnames and before not in self._words.locative:
                return self._well_known(name) and before in self._words.before and self._part_is_place(name, entity)
            doubtful = name.text.casefold() in self._doubted
            sure = before in self._words.before or not doubtful or self._well_known(name)
            return sure and self._part_is_place(name, entity)
        return self._mistagged_is_place(name, before, entity)

    def _bare_is_place(self, name: Span, before: str, entity: Span | None) -> bool:
        """Whether a name without an entity label is a place."""
        # "Russia's Dornik region" has the label of a people.
        is_located = before in self._words.locative or is_before_unit(self._doc, name.end)
        is_located |= before in self._words.of and self._doc[max(name.start - 2, 0)].lower_ in self._words.directions
        if entity is not None and (len(entity) > len(name) or (entity.label_ == "NORP" and not is_located)):
            return False
        if self._beside_name(name):
            return self._serves(name)
        folded = name.text.casefold()
        usual = before in self._words.before or folded in self._trusted or self._well_known(name) or self._serves(name)
        return usual and not self._is_common(name) and folded not in self._surnames

    def _part_is_place(self, name: Span, entity: Span) -> bool:
        """Whether a known name is all of a place entity, or all but words such as "northern" and "area"."""
        rest = [t for t in entity if not name.start <= t.i < name.end and t.is_alpha]
        usual = self._words.inside | generic_words()
        return all(token.lower_ in usual or token.i > name.end for token in rest)

    def _mistagged_is_place(self, name: Span, before: str, entity: Span) -> bool:
        """Whether a known name inside an organisation, a person or a facility is a place."""
        if (name.start, name.end) == (entity.start, entity.end):
            if entity.label_ == "PERSON" or name.text.casefold() in self._surnames:
                return before in self._words.locative or self._serves(name) or self._is_city_not_person(name)
            return self._bare_is_place(name, before, None)
        if entity.label_ == "PERSON":
            return False
        leads = name.start <= entity.start + 1 and name.text.casefold() not in self._surnames
        return leads and (self._serves(name) or name.text.casefold() in self._trusted or name[-1].lower_ in unit_of())

    def _is_city_not_person(self, name: Span) -> bool:
        """Whether a name tagged as a person is a city's: several words, or a large city, not a subject."""
        if name.text.casefold() in self._surnames:
            return False
        if len(name) > 1:
            return any(e.main and (e.population >= _NOTED or e.geonameid is None) for e in gazetteer.lookup(name.text))
        return self._well_known(name) and name.root.dep_ != "nsubj"

    def _serves(self, name: Span) -> bool:
        """Whether a body or building of the place follows: "Homs police", "Kabul International Airport"."""
        after = self._doc[name.end] if name.end < len(self._doc) else None
        return after is not None and after.lower_ in self._words.local and not self._is_common(name)

    def _is_common(self, name: Span) -> bool:
        """Whether a name is also a common word and no larger town has it."""
        folded = name.text.casefold()
        if len(name) > 1 or folded in common_non_nouns():
            return len(name) == 1
        noted = any(e.kind != "city" or e.population >= _NOTED for e in gazetteer.lookup(name.text) if e.main)
        return folded in common_words() and not noted

    def _beside_name(self, name: Span) -> bool:
        """Whether a capitalised word is next to the name, so that it may be part of a longer one."""
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
        """Whether all words name a place only together with others: "River Valley", "Central District"."""
        if len(name) > 1 and any(e.kind == "county" for e in gazetteer.lookup(name.text)):
            return False
        return all(token.lower_ in generic_words() or token.is_stop for token in name)

    def is_no_place(self, name: Span, *, is_quarter: bool) -> bool:
        """Whether a name is no place: a known name, a body ("Homs Observatory for Aid"), generic words, initials.

        A quarter may have the name of a known place elsewhere: "al-Orsk neighbourhood".
        """
        bodies = self._words.bodies | self._words.never_before | self._words.inside_bodies
        if len(name) == 1 and name[0].lower_ in self._titled:
            return True
        is_body = any(token.lower_ in bodies for token in name) or gazetteer.country_of_people(name[0].text) is not None
        is_known = not is_quarter and gazetteer.is_known(name.text)
        return is_body or is_known or self.is_generic(name) or self._is_first_name(name) or _is_initialled(name)


def _is_initialled(name: Span) -> bool:
    """Whether a name is the initials of a body: "F.B.I."."""
    return _INITIALS.fullmatch(name.text) is not None


def _abbreviates(initials: str) -> bool:
    """Whether initials are of the words of a place's name: "L.A.", "D.C.". Aliases may be any letters."""
    letters = initials.replace(".", "")
    return any(
        entry.name.endswith(initials) or "".join(word[0] for word in entry.name.split()) == letters
        for entry in gazetteer.lookup(initials)
    )
