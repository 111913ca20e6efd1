"""The context of a finding: its place, day, kind of incident, sites and weapons.

A finding takes the day and place of its own clause first, then of its sentence, then the last that the report mentioned
for an event.
"""

import functools
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec
from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.mentions import PlaceMention
from tollbook.model import Event, Place, Thing, When
from tollbook.readers.rules.dating.earlier_events import another, is_back, own_words
from tollbook.readers.rules.dating.event_dates import EventDates
from tollbook.readers.rules.dating.last_mention import LastMention
from tollbook.readers.rules.dating.page_dates import DATELINE_REACH
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events import attacks, denials
from tollbook.readers.rules.events.aftermath import is_aftermath
from tollbook.readers.rules.events.other_acts import clause, clauses_beside
from tollbook.readers.rules.geoparsing.location_role import (
    are_far_apart,
    between_places,
    is_between,
    is_event_location,
    is_located,
    is_only_seat,
    is_where_people_come_or_go,
)
from tollbook.readers.rules.geoparsing.nesting import is_inside
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.syntax import DONE_TO

#: UCDP precision from which a place is too coarse to be kept when a finer one inside it was named just before.
_COARSE = 5
_TOWN = 1
_COUNTRY = 6
#: A named place that the gazetteer does not know is mostly a village or a quarter: as fine as a district.
_UNRESOLVED = 3
#: The headline and first sentence or two, in code points.
_LEAD = 300
_DATELINE_PLACE = re.compile(r"[^.\n(]{2,50}?(?:\([^)\n]{2,40}\)|\s(?:--|–|—|-)\s)")
#: The most code points between a count and the first of several towns: "in terrorist rocket attacks in Velmar".
_JOINED_WITHIN = 80


@functools.cache
def _listed() -> re.Pattern[str]:
    """Words that join two places of a list. A comma alone may join a town and its region."""
    return re.compile(rf"\s*(?:,\s*)?(?:{lexicon.alternatives(lexicon.grammar().function.and_)})\s+", re.I)


class EventContext(NamedTuple):
    """The known fields of the event of one finding."""

    place: Place | None
    when: When | None
    event: Event | None
    sites: tuple[Thing, ...]
    weapons: tuple[Thing, ...]


class ContextTracker:
    """Walks a report in text order and remembers the last place, day and kind of event."""

    def __init__(self, document: Document) -> None:
        self._document, self._text = document, document.text
        places = [m for m in document.places if not m.associative]
        lines = [(p, _DATELINE_PLACE.match(_line_from(self._text, p))) for p in places]
        lines = [(p, found) for p, found in lines if not self._is_in_title(p)]
        datelines = [range(p.start, p.start + found.end()) for p, found in lines if found is not None]
        # "OAKDALE, Ohio (CNX) -": neither the town where the report was filed nor its state is the place of the event,
        # unless its title names the town.
        self._places = [p for p in places if not any(p.start in line for line in datelines)] or places
        self._dates = EventDates(document)
        self._place, self._event = LastMention[Place](), LastMention[Event]()

    def _is_in_title(self, mention: PlaceMention) -> bool:
        title = self._document.report.title or ""
        return re.search(rf"\b{re.escape(mention.text)}\b", title, re.I) is not None

    def of_finding(self, sentence: Sentence, anchor: Token, start: int, end: int) -> EventContext:
        """The context of a finding at ``[start, end)`` of a sentence; later findings may inherit it."""
        now, span = self._document.number_of(sentence), (start, end)
        is_recalled = self._dates.recalls(sentence, anchor, span)
        when = self._dates.of_finding(sentence, anchor, span)
        place = self._place_of(sentence, anchor, end)
        if not is_recalled:
            self._remember_place(sentence, anchor, place, when)
        self._event.remember(attacks.nearest_event(sentence, anchor), now)
        event, other = self._event.recall(now), another(anchor)
        if event is not None and other is not None:
            event = Event(kind=event.kind, text=other)
        return self._context(anchor, place, when, event)

    def of_statement(self, sentence: Sentence, anchor: Token, start: int, end: int) -> EventContext:
        """As :meth:`of_finding`, for a statement about an event; no later finding inherits it."""
        when = self._dates.of_statement(sentence, anchor, (start, end))
        event = attacks.nearest_event(sentence, anchor)
        event = event or self._event.recall(self._document.number_of(sentence))
        return self._context(anchor, self._place_of(sentence, anchor, end), when, event)

    def of_total(self, sentence: Sentence, anchor: Token, of_a_war: bool) -> Place | None:
        """The place of a total: the one its sentence names, else the country of a war or the town of a siege."""
        own = self._place_of(sentence, anchor, anchor.idx + len(anchor))
        if own is not None:
            return own
        of_a_war = of_a_war or any(t.lower_ in lexicon.grammar().place.war for t in sentence)
        if not of_a_war and any(_is_known_town(t) for t in sentence):
            return self._place.last or self._commonest
        return self._country if of_a_war else self._place.first or self._commonest

    def spans_places(self, sentence: Sentence, end: int) -> bool:
        """Whether a finding that ends at ``end`` is of several towns together: "killed ten in Velmar and Ostrava"."""
        near = [m for m in self._mentions_in(sentence) if m.start >= end and not _is_coarse(m.place)]
        first = next((m for m in near if m.start - end <= _JOINED_WITHIN), None)
        if first is None or any(character.isdigit() for character in self._text[end : first.start]):
            return False
        after = next((m for m in near if m.start > first.end), None)
        if after is None or _listed().fullmatch(self._text[first.end : after.start]) is None:
            return False
        return not is_between(self._text, first, after) and are_far_apart(first.place, after.place)

    def update(self, sentence: Sentence) -> None:
        """Remember the place and day of a sentence without a count: they may be valid for the next."""
        root = sentence.root
        when = self._dates.of_sentence(sentence)
        self._remember_place(sentence, root, self._place_of(sentence, root, root.idx + len(root)), when)

    def _remember_place(self, sentence: Sentence, anchor: Token, place: Place | None, when: When | None) -> None:
        is_later = is_aftermath(anchor) and self._place.last is not None
        if place is None or _is_coarse(place) or is_later:
            return
        is_first, is_background = not self._lists_places(sentence), self._dates.is_background(when)
        self._place.remember(place, self._document.number_of(sentence), as_first=is_first, is_background=is_background)

    def _context(self, anchor: Token, place: Place | None, when: When | None, event: Event | None) -> EventContext:
        sentence, own = anchor.sent, own_words(anchor)
        is_main = is_back(anchor) or self._dates.is_main(when)
        finest = self._refined(place, self._document.number_of(sentence), is_back=is_main)
        return EventContext(
            finest if finest is None else self._inside(finest, sentence),
            when or When(end=self._document.report.published, precision="unknown", basis="published"),
            event,
            tuple(_sites(anchor, own)),
            tuple(attacks.weapons(sentence, own)),
        )

    @functools.cached_property
    def _country(self) -> Place | None:
        """The country with most places of the report; one that only acts ("U.S. aid") does not count."""
        named = [m.place for m in self._places if m.place.precision == _COUNTRY and not self._is_foreign(m)]
        codes = [m.place.country for m in self._places if not _is_coarse(m.place) or self._located(m)]
        return max(named, key=lambda p: (codes.count(p.country), -named.index(p)), default=None)

    def _refined(self, place: Place | None, now: int, *, is_back: bool) -> Place | None:
        """The place, or a town of the same country that the report mentioned: a country does not replace it."""
        if place is not None and not _is_coarse(place):
            return place
        for fine in (self._place.recall(now, is_back=is_back), self._commonest):
            if fine is not None and (place is None or place.country in {fine.country, None}):
                return fine
        return place

    def _inside(self, place: Place, sentence: Sentence) -> Place:
        """The place with its region: between two others, or, if no gazetteer knows it, from the sentence or report."""
        near = self._mentions_in(sentence)
        if place.admin1 is not None or place.lat is not None:
            return between_places(place, near, self._text)
        for mention in (*near, *self._places):
            region = mention.place
            if region.admin1 is not None and place.country in {region.country, None}:
                known = (region.country, region.country_name, region.admin1)
                return msgspec.structs.replace(place, country=known[0], country_name=known[1], admin1=known[2])
        return place

    @functools.cached_property
    def _commonest(self) -> Place | None:
        """The place of a report, for sentences that name none: the town it names most often, else its country.

        A town named once and late in the text may be somebody's origin or name.
        """
        fine = [
            m for m in self._places if not _is_coarse(m.place) and not is_only_seat(self._document.token_at(m.start))
        ]
        fine = [m for m in fine if self._is_in_title(m)] or fine
        names = [m.place.name for m in fine]
        likely = [m.place for m in fine if names.count(m.place.name) > 1 or m.start < _LEAD]
        return max(
            likely, key=lambda p: (p.lat is not None, names.count(p.name), -names.index(p.name)), default=self._country
        )

    def _finest(self, places: Sequence[PlaceMention], sentence: Sentence) -> list[PlaceMention]:
        """The places, instead of larger ones those that the words put into them: "the Salina quarter of Velmar"."""
        pairs = pairwise(self._mentions_in(sentence))
        nested = [(one, outer) for one, outer in pairs if is_inside(self._document.doc, one, outer)]
        larger = {outer.place.name for _, outer in nested}
        inner = [one for one, outer in nested if outer in places and one not in places]
        return [m for m in (*places, *inner) if m.place.name not in larger]

    def _lists_places(self, sentence: Sentence) -> bool:
        """Whether a sentence reports several places at once: "raids in Velmar, Dursan and Ostra"."""
        for one, other in pairwise(self._mentions_in(sentence)):
            gap = self._text[one.end : other.start]
            regions = {one.place.admin1, other.place.admin1}
            apart = one.place.country == other.place.country and None not in regions and len(regions) > 1
            if _listed().fullmatch(gap) or (apart and gap.strip() == ","):
                return True
        return False

    def _mentions_in(self, sentence: Sentence) -> list[PlaceMention]:
        return [m for m in self._places if sentence.start_char <= m.start < sentence.end_char]

    def _located(self, mention: PlaceMention) -> bool:
        token = self._document.token_at(mention.start)
        return token is not None and is_located(token)

    def _is_foreign(self, mention: PlaceMention) -> bool:
        """Whether a country is only somebody's origin, destination or state: "a man from Norway", "13 US soldiers"."""
        token = self._document.token_at(mention.start)
        is_state = token is not None and token.text.isupper() and token.dep_ in {"compound", "amod", "nmod"}
        is_other = is_where_people_come_or_go(token) or (is_state and not self._located(mention))
        return is_other and mention.place.precision == _COUNTRY

    def _place_of(self, sentence: Sentence, anchor: Token, end: int) -> Place | None:
        """The place that the sentence names for a finding that ends at ``end``: located, in its clause, fine, near."""
        token_at = self._document.token_at
        inside = [
            m for m in self._mentions_in(sentence) if is_event_location(name := token_at(m.start)) or _is_hit(m, name)
        ]
        inside = [m for m in inside if (self._located(m) or not _is_coarse(m.place)) and not self._is_foreign(m)]
        others = [m for m in inside if not is_where_people_come_or_go(token_at(m.start))]
        if others or self._place.last is not None:
            # Somebody's origin or destination is the place of an event only if no other is known.
            inside = others
        inside = self._finest(inside, sentence)
        if not inside:
            return None
        in_clause, beside = clause(anchor), clauses_beside(anchor, end)

        def rank(mention: PlaceMention) -> tuple[bool, bool, int, int]:
            token, located = token_at(mention.start), self._located(mention)
            # A place that no gazetteer has is a village or a quarter, wherever the report puts it.
            is_unknown = mention.place.reason is not None and mention.place.lat is not None
            fineness = _TOWN if is_unknown else mention.place.precision or (_UNRESOLVED if located else 9)
            is_outside = token is None or token.i not in in_clause or token.i in beside
            return (not located, is_outside, fineness, abs(mention.start - end))

        return self._listed_with(min(inside, key=rank), self._mentions_in(sentence))

    def _listed_with(self, mention: PlaceMention, inside: Sequence[PlaceMention]) -> Place:
        """The place of a mention; of quarters in a list all: "on the neighbourhoods of Salina and Tarn"."""
        run: list[PlaceMention] = []
        for one in (m for m in inside if m.place.reason is not None):
            gap = self._text[run[-1].end : one.start] if run else ""
            is_next = gap.strip() == "," or _listed().fullmatch(gap) is not None
            if not is_next and mention in run:
                break
            run = [*run, one] if is_next else [one]
        if mention not in run or len(run) == 1:
            return mention.place
        words = self._text[run[0].start : run[-1].end]
        return msgspec.structs.replace(mention.place, name=words, text=words)


def _sites(anchor: Token, own: frozenset[int]) -> list[Thing]:
    """The sites of the anchor's event in a sentence, of its denied or of its asserted part."""
    other = {t.i for t in anchor.sent if denials.is_of_other_part(t, anchor)}
    return attacks.sites(anchor.sent, own - other)


def _is_hit(mention: PlaceMention, name: Token | None) -> bool:
    """Whether a name that looks like a person's is of a place that was hit: "hit Kasht, a village in Orsk"."""
    is_object = name is not None and name.ent_type_ == "PERSON" and name.dep_ in DONE_TO
    return is_object and mention.place.reason is not None


def _is_known_town(token: Token) -> bool:
    """Whether the word is "the town": the one mentioned just before."""
    words = lexicon.grammar().place
    return token.lower_ in words.towns and token.i > 0 and token.nbor(-1).lower_ in words.definite


def _line_from(text: str, mention: PlaceMention) -> str:
    """The text from a place name on if the name begins a line near the top, else an empty string."""
    begins = not text[: mention.start].rpartition("\n")[2].strip().strip("*").strip()
    return text[mention.start : mention.start + DATELINE_REACH] if begins and mention.start < DATELINE_REACH else ""


def _is_coarse(place: Place) -> bool:
    return place.precision is not None and place.precision >= _COARSE
