"""From what a model proposes to a claim, or to the reason why there is none.

A claim exists only if its quote stands in the text, its number is in the quote, and the words for its speakers stand in
the text. Its other fields are what the layers of the rules read around these words; a place or a day that the model
gives only chooses between those that the text has. Who is held responsible comes from the reader beside the model, and
from what that found without it: a model adds nobody, so that no words in a report can make it name anybody.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tollbook.locale.messages import message
from tollbook.mentions import Ungrounded
from tollbook.model import OUTCOMES, Actor, Claim, Count, People, Place, Span, Speaker, When
from tollbook.readers.base import Unanchored
from tollbook.readers.llm import alignment
from tollbook.readers.llm.answer import ProposedClaim
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.language import LOCALE
from tollbook.readers.rules.marked_words import read_marked, when_at

#: Kinds of claims about responsibility, which the model may only confirm.
_STATEMENTS = frozenset({"responsibility", "denial", "inquiry", "accusation"})
#: Parts of speech of words that can name a speaker.
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "ADJ"})
#: Characters of proposed words that an ungrounded record keeps.
_KEPT = 300


class Failed(Exception):
    """A proposal without ground: the field that failed, and a sentence that says why."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(reason)
        self.field, self.reason = field, reason


class Grounded(NamedTuple):
    """What came of one proposal: a claim or none, and what of it has no ground."""

    claim: Claim | None
    unresolved: tuple[Ungrounded, ...]


class Grounds:
    """The text of one report with its layers, in which the proposals of a model are looked for."""

    def __init__(self, document: Document, known: Sequence[Claim]) -> None:
        """``known`` are the claims that the reader beside the model found in this text."""
        self._document, self._known = document, known

    def ground(self, proposed: ProposedClaim, window: Span, finder: str) -> Grounded:
        """The claim of a proposal about the part ``window`` of the text. Pure: the same proposal gives the same."""
        lost: list[Ungrounded] = []
        try:
            claim = self._claim(proposed, window, lost)
        except Failed as failed:
            return Grounded(None, (self._ungrounded(proposed, failed.field, failed.reason),))
        return Grounded(replace(claim, finder=finder, confidence=None), tuple(lost))

    def _claim(self, proposed: ProposedClaim, window: Span, lost: list[Ungrounded]) -> Claim:
        text = self._document.text
        span = alignment.locate(text, proposed.quote, window)
        if isinstance(span, Unanchored):
            raise Failed("quote", span.reason)
        start, end = span
        if start >= end:
            raise Failed("quote", message("The quote is empty."))
        if proposed.kind in _STATEMENTS:
            self._confirm(proposed, span)
        speakers = self._speakers(proposed, start)
        read = read_marked(self._document, start, end, rules_claims=self._known).claim
        count, people = self._harmed(proposed, span, read)
        by = self._responsible(span)
        lost.extend(self._lost_actors(proposed, by))
        return replace(
            read,
            id="",
            kind=proposed.kind,
            count=count,
            people=people,
            scope=proposed.scope if proposed.kind in OUTCOMES else "incident",
            part_of=None,
            additional=False,
            by=by,
            speakers=speakers or read.speakers or self._document.attributions.chain(start, end),
            place=self._place(proposed, start, lost) or read.place,
            when=self._when(proposed, start, lost) or read.when,
        )

    def _confirm(self, proposed: ProposedClaim, span: Span) -> None:
        """Raise Failed unless another reader finds the same kind of statement in these words."""
        same = (c for c in self._known if c.kind == proposed.kind and c.start < span[1] and span[0] < c.end)
        if next(same, None) is None:
            raise Failed(
                "kind",
                message("Only the language model finds here who is responsible; it does not decide that alone."),
            )

    def _harmed(self, proposed: ProposedClaim, span: Span, read: Claim) -> tuple[Count | None, People | None]:
        """How many people a claim counts, and who they are; nobody for a claim that counts none."""
        if proposed.kind not in OUTCOMES:
            return None, None
        quote = self._document.text[slice(*span)]
        names = tuple(dict.fromkeys(n for name in proposed.names if (n := _exact(quote, name)) is not None))
        if proposed.number is None:
            count = read.count
            if names and (count is None or not count.text):
                count = Count(low=len(names), best=len(names), high=len(names), qualifier="exactly")
            if count is None:
                raise Failed("number", message("The proposal has neither a number nor a name that is in the quote."))
            return count, self._people(read, quote, names)
        found = alignment.counted(quote, proposed.number, LOCALE)
        if found is None or self._is_no_count_of_people(span[0] + found[1][0], span[0] + found[1][1]):
            raise Failed("number", message("The number {number} does not count people in the quote.",
                                           number=str(proposed.number)[:40]))  # fmt: skip
        return found[0], self._people(read, quote, names)

    def _people(self, read: Claim, quote: str, names: tuple[str, ...]) -> People | None:
        people = read.people
        if people is None:
            return People(text=quote, names=names) if names else None
        return people if people.names or not names else replace(people, names=names)

    def _is_no_count_of_people(self, start: int, end: int) -> bool:
        """Whether a number is part of a date, or counts sites or weapons: "9 March", "63 hospitals"."""
        if any(m.start < end and start < m.end for m in self._document.dates):
            return True
        after = self._document.text[end : end + 40].lstrip()
        first = end + len(self._document.text[end : end + 40]) - len(after)
        return any(p.start <= first < p.end for p in (*self._document.sites, *self._document.weapons))

    def _speakers(self, proposed: ProposedClaim, near: int) -> tuple[Speaker, ...]:
        """The chain of speakers, the outlet last; empty if the model names none. Raises Failed for words not there."""
        outlet = Speaker(name=self._document.report.outlet, role="outlet")
        found: dict[str | None, Speaker] = {}
        for words in proposed.speakers:
            if words.strip() and words.strip() != self._document.report.outlet:
                speaker = self._speaker(words.strip(), near)
                found.setdefault(speaker.name, speaker)
        return (*found.values(), outlet) if found else ()

    def _speaker(self, words: str, near: int) -> Speaker:
        span = alignment.stands_at(self._document.text, words, near)
        if span is None:
            raise Failed("speakers", message("The report does not have the words “{words}” for a speaker.",
                                             words=words[:80]))  # fmt: skip
        phrase = self._document.doc.char_span(*span, alignment_mode="expand")
        if phrase is None or not len(phrase) or phrase.root.pos_ not in _NOMINAL:
            raise Failed("speakers", message("The words “{words}” name nobody who could say it.", words=words[:80]))
        return self._document.attributions.speaker_at(phrase.root)

    def _place(self, proposed: ProposedClaim, near: int, lost: list[Ungrounded]) -> Place | None:
        """The place that the report names with the words of the model; without ground it is noted."""
        span = self._field(proposed, "place", proposed.place, near, lost)
        inside = [m for m in self._document.places if span and m.start < span[1] and span[0] < m.end]
        inside = [m for m in inside if not m.associative]
        if inside:
            return min(inside, key=lambda m: (m.place.precision or 9, m.start)).place
        if span is None:
            return None
        words = self._document.text[slice(*span)]
        return Place(name=words, text=words, reason=message("The gazetteer does not have this place."))

    def _when(self, proposed: ProposedClaim, near: int, lost: list[Ungrounded]) -> When | None:
        span = self._field(proposed, "when", proposed.when, near, lost)
        found = when_at(self._document, *span) if span is not None else None
        if span is not None and found is None:
            reason = message("The grammar of dates reads no day in these words.")
            lost.append(self._ungrounded(proposed, "when", reason))
        return found

    def _field(
        self, proposed: ProposedClaim, field: str, words: str | None, near: int, lost: list[Ungrounded]
    ) -> Span | None:
        """Where the words of a field stand; None if there are none, or if they do not, which is noted."""
        if words is None or not words.strip():
            return None
        span = alignment.stands_at(self._document.text, words, near)
        if span is None:
            reason = message("The report does not have the words “{words}”.", words=words.strip()[:80])
            lost.append(self._ungrounded(proposed, field, reason))
        return span

    def _responsible(self, span: Span) -> tuple[Actor, ...]:
        """Those whom the other reader holds responsible in claims with these words."""
        beside = (c for c in self._known if c.start < span[1] and span[0] < c.end)
        return tuple(dict.fromkeys(actor for claim in beside for actor in claim.by))

    def _lost_actors(self, proposed: ProposedClaim, by: tuple[Actor, ...]) -> Iterator[Ungrounded]:
        """Those whom only the model holds responsible."""
        held = {actor.name.casefold() for actor in by}
        for name in proposed.by:
            if not any(name.casefold() in one or one in name.casefold() for one in held):
                reason = message("Only the language model names here who did it; it does not decide that alone.")
                yield self._ungrounded(proposed, "by", reason)
                return

    def _ungrounded(self, proposed: ProposedClaim, field: str, reason: str) -> Ungrounded:
        text = proposed.quote.strip()[:_KEPT]
        return Ungrounded(report=self._document.report.id, text=text, kind=proposed.kind, field=field, reason=reason)


def _exact(quote: str, name: str) -> str | None:
    """A name as the quote has it; None if it does not."""
    span = alignment.stands_at(quote, name)
    return None if span is None else quote[slice(*span)]
