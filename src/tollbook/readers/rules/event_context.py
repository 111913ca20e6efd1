"""Where, when and in what kind of incident: what the words around a finding say of its setting.

A finding takes its own clause's day and place first, then its sentence's, then what the report last said of an event.
The day on which something was *said* is never the day on which it happened.
"""

import functools
import re
from itertools import pairwise
from typing import NamedTuple

import msgspec
from spacy.tokens import Doc, Token
from spacy.tokens import Span as Sentence

from tollbook import dates
from tollbook.dates import NO_BEGINNING
from tollbook.model import DateMention, Event, Place, PlaceMention, Report, Thing, When
from tollbook.readers.rules import aftermath, lexicon
from tollbook.readers.rules.discourse_context import Memory
from tollbook.readers.rules.events import event_details
from tollbook.readers.rules.geoparsing.between import stretched
from tollbook.readers.rules.geoparsing.location_role import is_located, is_scene, telling
from tollbook.readers.rules.language import LOCALE

#: UCDP precision from which a place is too coarse to be kept when a finer one inside it was named just before.
_COARSE = 5
_COUNTRY = 6
#: A named place that the gazetteer does not know is mostly a village or a quarter: as fine as a district.
_UNRESOLVED = 3
#: The headline and first sentence or two, in code points.
_LEAD = 300
#: A span longer than a weekend dates an incident only where it stands with the very verb that tells of it.
_LONG_DAYS = 3
#: A dateline stands within the first lines: "VELMAR, Ostrava (Jan. 25) -". It says where and when a report was filed.
_DATELINE = 400
_DATELINE_PLACE = re.compile(r"[^.\n(]{2,50}?(?:\([^)\n]{2,40}\)|\s(?:--|–|—|-)\s)")


#: What joins two places of a list. A comma alone may join a town and its region.
_LISTED = re.compile(r"\s*(?:,\s*)?and\s+", re.I)


class Setting(NamedTuple):
    """What is known around one finding."""

    place: Place | None
    when: When | None
    event: Event | None
    sites: tuple[Thing, ...]
    weapons: tuple[Thing, ...]


class Scene:
    """Walks a report in text order and remembers the place, day and kind of event that were told."""

    def __init__(self, doc: Doc, report: Report, places: list[PlaceMention], dates: list[DateMention]) -> None:
        self._doc, self._report = doc, report
        self._places = [p for p in places if not _DATELINE_PLACE.match(_line_from(report.text, p))] or places
        self._dates = [d for d in dates if not _is_dateline(d, report) and d.reason != NO_BEGINNING]
        self._numbers = {s.start: n for n, s in enumerate(doc.sents)}
        self._place, self._event = Memory[Place](), Memory[Event]()
        self._when, self._after = Memory[When](), Memory[When]()

    def at(self, sentence: Sentence, anchor: Token, start: int, end: int) -> Setting:
        """The setting of a finding at ``[start, end)`` of a sentence; updates what later findings fall back on."""
        now = self._numbers[sentence.start]
        place = self._place_of(sentence, anchor, start, end)
        self._place.keep(
            None if place is None or _is_coarse(place) else place, now, leads=not self._lists_places(sentence)
        )
        when = self._when_told(sentence, anchor, start, end)
        self._event.keep(event_details.nearest_event(sentence, anchor), now)
        return self._setting(sentence, place, when, self._event.recall(now))

    def of_statement(self, sentence: Sentence, anchor: Token, start: int, end: int) -> Setting:
        """As ``at``, of what somebody says of it: the day of saying is not the day it was; nothing is remembered."""
        now = self._numbers[sentence.start]
        when = self._when_of(sentence, anchor, start, end, stated=True) or self._when.recall(now)
        event = event_details.nearest_event(sentence, anchor) or self._event.recall(now)
        return self._setting(sentence, self._place_of(sentence, anchor, start, end), when, event)

    def _setting(self, sentence: Sentence, place: Place | None, when: When | None, event: Event | None) -> Setting:
        placed = self._placed(place, self._numbers[sentence.start])
        return Setting(
            placed if placed is None else self._inside(placed, sentence),
            when or When(end=self._report.published, precision="unknown", basis="published"),
            event,
            tuple(event_details.sites(sentence)),
            tuple(event_details.weapons(sentence)),
        )

    def passes(self, sentence: Sentence) -> None:
        """Take note of a sentence that counts nobody: where and when it is set may hold for the next."""
        now, root = self._numbers[sentence.start], sentence.root
        place = self._place_of(sentence, root, root.idx, root.idx + len(root))
        self._place.keep(
            None if place is None or _is_coarse(place) else place, now, leads=not self._lists_places(sentence)
        )
        self._when_told(sentence, root, root.idx, root.idx + len(root))

    def place_of_total(self, sentence: Sentence, anchor: Token, of_a_war: bool) -> Place | None:
        """Where a total belongs: the place its sentence names, else the country of a war or the town of a siege."""
        own = self._place_of(sentence, anchor, anchor.idx, anchor.idx + len(anchor))
        if own is not None:
            return own
        of_a_war = of_a_war or any(t.lower_ in lexicon.grammar().place.war for t in sentence)
        if not of_a_war and any(_is_known_town(t) for t in sentence):
            return self._place.last or self._commonest
        return self._country if of_a_war else self._place.lead or self._commonest

    @functools.cached_property
    def _country(self) -> Place | None:
        """The country where most of what is told was: one that only acts or is spoken of ("U.S. aid") has no say."""
        named = [m.place for m in self._places if m.place.precision == _COUNTRY]
        codes = [m.place.country for m in self._places if not _is_coarse(m.place) or self._located(m)]
        return max(named, key=lambda p: (codes.count(p.country), -named.index(p)), default=None)

    def _placed(self, place: Place | None, now: int) -> Place | None:
        """A country named in passing does not push out a town of that country."""
        if place is not None and not _is_coarse(place):
            return place
        for fine in (self._place.recall(now), self._commonest):
            if fine is not None and (place is None or place.country in {fine.country, None}):
                return fine
        return place

    def _inside(self, place: Place, sentence: Sentence) -> Place:
        """A place between two others as such; one no gazetteer knows with the region the sentence or report names."""
        near = [m for m in self._places if sentence.start_char <= m.start < sentence.end_char]
        if place.admin1 is not None or place.lat is not None:
            return stretched(place, near, self._report.text)
        for mention in (*near, *self._places):
            region = mention.place
            if region.admin1 is not None and place.country in {region.country, None}:
                known = (region.country, region.country_name, region.admin1)
                return msgspec.structs.replace(place, country=known[0], country_name=known[1], admin1=known[2])
        return place

    @functools.cached_property
    def _commonest(self) -> Place | None:
        """Where a report is set when a sentence does not say: the town it names most often, else its country.

        One named once and far down is as likely where somebody comes from, or somebody's name.
        """
        fine = [m for m in self._places if not _is_coarse(m.place)]
        names = [m.place.name for m in fine]
        told = [m.place for m in fine if names.count(m.place.name) > 1 or m.start < _LEAD]
        return max(
            told, key=lambda p: (p.lat is not None, names.count(p.name), -names.index(p.name)), default=self._country
        )

    def _lists_places(self, sentence: Sentence) -> bool:
        """Whether a sentence tells of several places at once: "raids in Velmar, Dursan and Ostra"."""
        inside = [m for m in self._places if sentence.start_char <= m.start < sentence.end_char]
        for one, other in pairwise(inside):
            gap = self._report.text[one.end : other.start]
            regions = {one.place.admin1, other.place.admin1}
            apart = one.place.country == other.place.country and None not in regions and len(regions) > 1
            if _LISTED.fullmatch(gap) or (apart and gap.strip() == ","):
                return True
        return False

    def _located(self, mention: PlaceMention) -> bool:
        token = self._token_at(mention.start)
        return token is not None and is_located(token)

    def _scene(self, mention: PlaceMention) -> bool:
        return is_scene(self._token_at(mention.start))

    def _place_of(self, sentence: Sentence, anchor: Token, start: int, end: int) -> Place | None:
        inside = [m for m in self._places if sentence.start_char <= m.start < sentence.end_char]
        inside = [m for m in inside if self._scene(m) and (self._located(m) or not _is_coarse(m.place))]
        if not inside:
            return None
        clause = _clause(anchor)

        def rank(mention: PlaceMention) -> tuple[bool, bool, int, int]:
            token, located = self._token_at(mention.start), self._located(mention)
            fineness = mention.place.precision or (_UNRESOLVED if located else 9)
            return (not located, token is None or token.i not in clause, fineness, abs(mention.start - end))

        return min(inside, key=rank).place

    def _when_told(self, sentence: Sentence, anchor: Token, start: int, end: int) -> When | None:
        """The day of a finding, its own or what holds for it; that of an arrest holds for arrests alone."""
        now, own = self._numbers[sentence.start], self._when_of(sentence, anchor, start, end)
        if aftermath.follows(anchor):
            self._after.keep(own, now)
            return self._after.recall(now) or self._when.recall(now)
        self._when.keep(own, now)
        return self._when.recall(now) or self._after.recall(now)

    def _when_of(self, sentence: Sentence, anchor: Token, start: int, end: int, *, stated: bool = False) -> When | None:
        inside = [m for m in self._dates if sentence.start_char <= m.start < sentence.end_char]
        told = [m for m in inside if not self._dates_another(m, anchor, stated=stated)]
        if not told:
            return None
        clause = _clause(anchor)

        def rank(mention: DateMention) -> tuple[bool, bool, bool, int]:
            token = self._token_at(mention.start)
            coarse = mention.precision in {"month", "year", "unknown"} and mention.first is not None
            return (
                coarse,
                token is None or token.i not in clause,
                token is not None and _dates_its_head(token, anchor),
                min(abs(mention.start - end), abs(mention.end - start)),
            )

        best = min(told, key=rank)
        if best.reason == dates.AFTER_PUBLICATION or _is_ahead(best, self._report):
            return When(basis=best.basis, text=best.text, reason=dates.AFTER_PUBLICATION)
        clock = next((m for m in (best, *told) if m.time), best)
        return When(
            start=best.first,
            end=best.last,
            precision=best.precision,
            basis=best.basis,
            text=best.text,
            time=clock.time,
            zone=clock.zone,
            reason=best.reason,
        )

    def _dates_another(self, mention: DateMention, anchor: Token, *, stated: bool) -> bool:
        """Whether a day is that of the telling, or a long span that dates something else in the sentence."""
        token = self._token_at(mention.start)
        if token is None:
            return False
        if aftermath.parts(token, anchor):
            return True
        verb = _verb_over(token)
        over = _verb_over(anchor)
        if verb is None:
            return False
        tells = stated or verb.lemma_.lower() in telling()
        if over is not None and verb.i == over.i:
            return tells and anchor.i == verb.i
        if mention.precision in {"month", "year"} or _is_long(mention):
            return True
        return tells and verb.i not in {t.i for t in anchor.subtree}

    def _token_at(self, start: int) -> Token | None:
        span = self._doc.char_span(start, start + 1, alignment_mode="expand")
        return span[0] if span is not None and len(span) else None


def _dates_its_head(token: Token, anchor: Token) -> bool:
    """Whether a day is rather that of its own word: of a telling ("confirmed today"), of another ("Friday's blast")."""
    tells = token.head.lemma_.lower() in telling() and token.dep_ in {"npadvmod", "advmod"}
    return token.head.i != anchor.i and (tells or token.dep_ == "poss")


def _is_known_town(token: Token) -> bool:
    """ "The town": the one told of just before."""
    return token.lower_ in lexicon.grammar().place.towns and token.i > 0 and token.nbor(-1).lower_ in {"the", "this"}


def _is_dateline(mention: DateMention, report: Report) -> bool:
    """The day on which the report itself is dated is no day of an event; figures of an hour date no report."""
    own = mention.first is not None and mention.first == report.published and mention.start < _DATELINE
    return own and dates.in_figures(mention.text, LOCALE)


def _is_ahead(mention: DateMention, report: Report) -> bool:
    """Whether words look beyond publication, as "next week" does: what is planned has not happened."""
    after = mention.first is not None and report.published is not None and mention.first > report.published
    return after and not dates.in_figures(mention.text, LOCALE)


def _line_from(text: str, mention: PlaceMention) -> str:
    """The text from a place name on where the name begins a line near the top, else nothing."""
    begins = not text[: mention.start].rpartition("\n")[2].strip().strip("*").strip()
    return text[mention.start : mention.start + _DATELINE] if begins and mention.start < _DATELINE else ""


def _is_long(mention: DateMention) -> bool:
    return mention.first is not None and mention.last is not None and (mention.last - mention.first).days > _LONG_DAYS


def _verb_over(token: Token) -> Token | None:
    return next((t for t in [token, *token.ancestors] if t.pos_ in {"VERB", "AUX"}), None)


def _is_coarse(place: Place) -> bool:
    return place.precision is not None and place.precision >= _COARSE


def _clause(anchor: Token) -> set[int]:
    """Tokens of the anchor's clause: the subtree of the nearest verb at or above it."""
    verb = next((t for t in [anchor, *anchor.ancestors] if t.pos_ in {"VERB", "AUX"}), anchor)
    return {t.i for t in verb.subtree}
