"""Where, when and in what kind of incident: what the words around a finding say of its setting.

A finding takes its own clause's day and place first, then its sentence's, then what the report last said of an event.
The day on which something was *said* is never the day on which it happened.
"""

import functools
from typing import NamedTuple

from spacy.tokens import Doc, Token
from spacy.tokens import Span as Sentence

from tollbook.extract import lexicon, phrases
from tollbook.extract.speech import speech
from tollbook.model import DateMention, Event, Place, PlaceMention, Report, Thing, When

_LOCATIVE = frozenset(
    {"in", "at", "near", "on", "outside", "inside", "around", "from", "of", "to", "into", "over", "across"}
)
#: UCDP precision from which a place is too coarse to be kept when a finer one inside it was named just before.
_COARSE = 5
_TREATED = frozenset({
    "take", "rush", "treat", "transport", "transfer", "admit", "pronounce", "fly", "airlift", "die", "succumb", "bring",
    "arrive", "hospitalize", "evacuate", "carry", "drive", "remain", "recover",
})  # fmt: skip


class Setting(NamedTuple):
    """What is known around one finding."""

    place: Place | None
    when: When | None
    event: Event | None
    sites: tuple[Thing, ...]
    weapons: tuple[Thing, ...]


class Scene:
    """Walks a report in text order and remembers the last place, day and kind of event that were told."""

    def __init__(self, doc: Doc, report: Report, places: list[PlaceMention], dates: list[DateMention]) -> None:
        self._doc, self._report, self._places, self._dates = doc, report, places, dates
        self._place: Place | None = None
        self._when: When | None = None
        self._event: Event | None = None

    def at(self, sentence: Sentence, anchor: Token, start: int, end: int) -> Setting:
        """The setting of a finding at ``[start, end)`` of a sentence; updates what later findings fall back on."""
        place = self._place_of(sentence, anchor, start, end)
        when = self._when_of(sentence, anchor, start, end)
        event = nearest_event(sentence, anchor)
        self._event = event or self._event
        self._place = place or self._place
        self._when = when or self._when
        return Setting(
            self._refined(place), when or self._when or self._undated(), event or self._event,
            tuple(sites(sentence)), tuple(weapons(sentence)),
        )  # fmt: skip

    def _refined(self, place: Place | None) -> Place | None:
        """A country named in passing does not push out the town that was named in it just before."""
        return place or self._place or self._first_place()

    def _first_place(self) -> Place | None:
        fine = [m.place for m in self._places if (m.place.precision or 9) < _COARSE]
        return (fine or [m.place for m in self._places] or [None])[0]

    def _undated(self) -> When:
        return When(end=self._report.published, precision="unknown", basis="published")

    def _place_of(self, sentence: Sentence, anchor: Token, start: int, end: int) -> Place | None:
        inside = [m for m in self._places if sentence.start_char <= m.start < sentence.end_char]
        inside = [m for m in inside if not _names_a_speaker(self._token_at(m.start))]
        if not inside:
            return None
        clause = _clause(anchor)

        def rank(mention: PlaceMention) -> tuple[bool, bool, int, int]:
            token = self._token_at(mention.start)
            located = token is not None and _is_located(token)
            coarse = mention.place.precision or 9
            return (not located, token is None or token.i not in clause, coarse, abs(mention.start - end))

        best = min(inside, key=rank)
        coarse = (best.place.precision or 9) >= _COARSE
        if coarse and self._place is not None and self._place.country == best.place.country:
            return self._place
        return best.place

    def _when_of(self, sentence: Sentence, anchor: Token, start: int, end: int) -> When | None:
        inside = [m for m in self._dates if sentence.start_char <= m.start < sentence.end_char]
        told = [m for m in inside if not self._dates_the_telling(m, anchor)]
        if not told:
            return None
        clause = _clause(anchor)

        def rank(mention: DateMention) -> tuple[bool, bool, int]:
            token = self._token_at(mention.start)
            coarse = mention.precision in {"month", "year", "unknown"} and mention.first is not None
            return (
                coarse,
                token is None or token.i not in clause,
                min(abs(mention.start - end), abs(mention.end - start)),
            )

        best = min(told, key=rank)
        basis = best.basis
        return When(start=best.first, end=best.last, precision=best.precision, basis=basis, text=best.text)

    def _dates_the_telling(self, mention: DateMention, anchor: Token) -> bool:
        token = self._token_at(mention.start)
        if token is None:
            return False
        verb = next((t for t in [token, *token.ancestors] if t.pos_ in {"VERB", "AUX"}), None)
        if verb is None or verb.i == anchor.i or verb.i in {t.i for t in anchor.subtree}:
            return False
        return verb.lemma_.lower() in _telling()

    def _token_at(self, start: int) -> Token | None:
        span = self._doc.char_span(start, start + 1, alignment_mode="expand")
        return span[0] if span is not None and len(span) else None


@functools.cache
def _telling() -> frozenset[str]:
    return frozenset(speech().reporting) | {"say", "tell", "add", "report", "announce", "state", "confirm"}


def _is_located(token: Token) -> bool:
    head = token
    for _ in range(3):
        if head.dep_ == "pobj" and head.head.lower_ in _LOCATIVE:
            return True
        if head.dep_ not in {"compound", "nmod", "poss", "appos", "conj", "pobj", "amod"} or head.head.i == head.i:
            return False
        head = head.head
    return False


def _names_a_speaker(token: Token | None) -> bool:
    """A place inside the name or subject of someone who speaks ("the Velmar mayor said")."""
    while token is not None and token.dep_ in {"compound", "amod", "poss", "nmod"} and token.head.i != token.i:
        token = token.head
    return (
        token is not None
        and token.dep_ == "nsubj"
        and token.head.lemma_.lower() in _telling()
        and any(t.dep_ in {"ccomp", "dobj"} for t in token.head.children)
    )


def _clause(anchor: Token) -> set[int]:
    """Tokens of the anchor's clause: the subtree of the nearest verb at or above it."""
    verb = next((t for t in [anchor, *anchor.ancestors] if t.pos_ in {"VERB", "AUX"}), anchor)
    return {t.i for t in verb.subtree}


def nearest_event(sentence: Sentence, anchor: Token) -> Event | None:
    """The kind of incident said nearest to the anchor; a kind higher in the lexicon wins over plain "attack"."""
    order = {kind: i for i, kind in enumerate(lexicon.event_kinds())}
    found = list(phrases.find("events", sentence))
    if not found:
        return None
    best = min(
        found, key=lambda p: (order[p.kind] == len(order) - 1, abs(p.head.i - anchor.i) // 12, order[p.kind], p.first)
    )  # type: ignore[index]
    return Event(kind=best.kind, text=best.text)  # type: ignore[arg-type]


def sites(sentence: Sentence) -> list[Thing]:
    """Places in the sentence that can be hit, save those where the harmed were only treated."""
    found = []
    for phrase in phrases.find("sites", sentence):
        if phrase.head.pos_ not in {"NOUN", "PROPN"} or _is_treatment(phrase):
            continue
        start, end = phrases.noun_phrase(phrase.head)
        found.append(Thing(name=sentence.doc.text[min(start, phrase.start) : end], kind=phrase.kind))
    return found


def _is_treatment(phrase: phrases.Phrase) -> bool:
    if phrase.kind != "hospital" or phrase.head.dep_ != "pobj":
        return False
    return phrase.head.head.head.lemma_.lower() in _TREATED


def weapons(sentence: Sentence) -> list[Thing]:
    """What the sentence says was used."""
    found = []
    for phrase in phrases.find("weapons", sentence):
        if phrase.head.pos_ not in {"NOUN", "PROPN"}:
            continue
        start, end = phrases.noun_phrase(phrase.head)
        found.append(Thing(name=sentence.doc.text[min(start, phrase.start) : end], kind=phrase.kind))
    return found
