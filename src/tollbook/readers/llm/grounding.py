"""Turns a proposal of a model into a claim, or into the reason why there is none.

A claim exists only if its quote is in the text, its number is in the quote, and the words for its speakers are in the
text. The layers of the rules read its other fields around these words; a place or a day of the model only chooses
between those in the text. Perpetrators come only from the claims of the reader beside the model: a model adds nobody,
so no words in a report can make it name anybody.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace
from spacy.tokens import Token

from tollbook.locale.messages import message
from tollbook.mentions import STATEMENTS
from tollbook.model import OUTCOMES, Actor, Claim, Count, People, Place, Span, Speaker, Stance, Thing, When
from tollbook.readers.llm import alignment, grounded
from tollbook.readers.llm.answer import ProposedClaim
from tollbook.readers.llm.grounded import HARMLESS, Failed, Grounded, Lost, exact, names_in, quote_at
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.marked_words import read_marked, weapons_at, when_at
from tollbook.readers.rules.words.language import LOCALE

#: Parts of speech of words that can name a speaker, or somebody responsible.
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "ADJ"})


class Grounds:
    """Finds the proposals of a model in the text of one report with its layers."""

    def __init__(self, document: Document, known: Sequence[Claim]) -> None:
        """``known`` are the claims that the reader beside the model found in this text."""
        self._document, self._known = document, known

    def ground(self, proposed: ProposedClaim, window: Span, finder: str) -> Grounded:
        """The claim of a proposal about the part ``window`` of the text. Pure: the same proposal gives the same."""
        lost = Lost(self._document.report, proposed)
        try:
            span = quote_at(self._document.text, proposed, window)
            claim = replace(self._claim(proposed, span, lost), finder=finder, confidence=None)
        except Failed as failed:
            lost.add(failed.field, failed.reason)
            return Grounded(None, None, (lost.found[-1],))
        return Grounded(claim, self._said(proposed, claim), tuple(lost.found))

    def _claim(self, proposed: ProposedClaim, span: Span, lost: Lost) -> Claim:
        start, end = span
        if proposed.kind in STATEMENTS and not self._beside(span, lambda claim: claim.kind == proposed.kind):
            raise Failed("kind", grounded.only_the_model())
        speakers = self._speakers(proposed, start)
        read = read_marked(self._document, start, end, rules_claims=self._known).claim
        count, people = self._harmed(proposed, span, read)
        by = self._responsible(span)
        if any(not _is_held(name, by) for name in proposed.by):
            lost.add("by", grounded.only_the_model_names())
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
            with_=self._weapons(proposed, span, lost) or read.with_,
            speakers=speakers or read.speakers or self._document.attributions.chain(start, end),
            stance=self._stance(proposed, span, read.stance, lost),
            place=self._place(proposed, start, lost) or read.place,
            when=self._when(proposed, start, lost) or read.when,
        )

    def _beside(self, span: Span, fits: Callable[[Claim], bool]) -> bool:
        """Whether the other reader has a claim that fits in these words."""
        return any(c.start < span[1] and span[0] < c.end and fits(c) for c in self._known)

    def _stance(self, proposed: ProposedClaim, span: Span, read: Stance, lost: Lost) -> Stance:
        """The model's stance if neither reader accuses or clears anybody, or if the other reader has the same."""
        stance = proposed.stance
        if stance is None or stance == read:
            return read
        if {stance, read} <= HARMLESS or self._beside(span, lambda claim: claim.stance == stance):
            return stance
        lost.add("stance", message("Only the language model finds this stance here; it does not decide that alone."))
        return read

    def _said(self, proposed: ProposedClaim, claim: Claim) -> Claim:
        """The claim with the values that only the model gives; names are words of the quote."""
        by = tuple(Actor(name=found) for name in proposed.by if (found := self._named(claim, name)) is not None)
        people = claim.people
        if proposed.status != "unknown" and proposed.kind in OUTCOMES:
            people = replace(people or People(text=claim.quote), status=proposed.status)
        return replace(claim, by=by or claim.by, people=people, stance=proposed.stance or claim.stance)

    def _named(self, claim: Claim, name: str) -> str | None:
        """The name of somebody responsible in the words of the quote; None if there is none."""
        found = exact(claim.quote, name)
        at = claim.start + claim.quote.index(found) if found else 0
        return found if found and self._somebody((at, at + len(found))) is not None else None

    def _somebody(self, span: Span) -> Token | None:
        """The head of a phrase that can name somebody; None for other words."""
        phrase = self._document.doc.char_span(*span, alignment_mode="expand")
        return phrase.root if phrase is not None and len(phrase) and phrase.root.pos_ in _NOMINAL else None

    def _weapons(self, proposed: ProposedClaim, span: Span, lost: Lost) -> tuple[Thing, ...]:
        """The weapons that the quote names with the words of the model."""
        found: dict[str, Thing] = {}
        for words in proposed.weapons:
            at = lost.span_of(self._document.text[slice(*span)], "weapons", words, 0)
            things = weapons_at(self._document, at[0] + span[0], at[1] + span[0]) if at is not None else ()
            if at is not None and not things:
                lost.add("weapons", message("The word lists have no weapon “{words}”.", words=words[:80]))
            found |= {thing.name: thing for thing in things}
        return tuple(found.values())

    def _harmed(self, proposed: ProposedClaim, span: Span, read: Claim) -> tuple[Count | None, People | None]:
        """The count and the people of a claim; empty for a claim that counts nobody."""
        if proposed.kind not in OUTCOMES:
            return None, None
        quote = self._document.text[slice(*span)]
        names = names_in(quote, proposed)
        if proposed.number is None:
            count = read.count
            if names and (count is None or not count.text):
                count = Count(low=len(names), best=len(names), high=len(names), qualifier="exactly")
            if count is None:
                raise Failed("number", grounded.no_count())
            return count, _people(read, quote, names)
        found = alignment.counted(quote, proposed.number, LOCALE)
        if found is None or self._is_no_count_of_people(span[0] + found[1][0], span[0] + found[1][1]):
            raise Failed("number", grounded.no_number(proposed))
        return found[0], _people(read, quote, names)

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
            raise Failed("speakers", grounded.no_speaker(words))
        head = self._somebody(span)
        if head is None:
            raise Failed("speakers", message("The words “{words}” name nobody who could say it.", words=words[:80]))
        return self._document.attributions.speaker_at(head)

    def _place(self, proposed: ProposedClaim, near: int, lost: Lost) -> Place | None:
        """The place that the report names with the words of the model; a place that is not in the text is noted."""
        span = lost.span_of(self._document.text, "place", proposed.place, near)
        inside = [m for m in self._document.places if span and m.start < span[1] and span[0] < m.end]
        inside = [m for m in inside if not m.associative]
        if inside:
            return min(inside, key=lambda m: (m.place.precision or 9, m.start)).place
        if span is None:
            return None
        words = self._document.text[slice(*span)]
        return Place(name=words, text=words, reason=message("The gazetteer does not have this place."))

    def _when(self, proposed: ProposedClaim, near: int, lost: Lost) -> When | None:
        span = lost.span_of(self._document.text, "when", proposed.when, near)
        found = when_at(self._document, *span) if span is not None else None
        if span is not None and found is None:
            lost.add("when", message("The grammar of dates reads no day in these words."))
        return found

    def _responsible(self, span: Span) -> tuple[Actor, ...]:
        """Those whom the other reader holds responsible in claims with these words."""
        beside = (c for c in self._known if c.start < span[1] and span[0] < c.end)
        return tuple(dict.fromkeys(actor for claim in beside for actor in claim.by))


def _people(read: Claim, quote: str, names: tuple[str, ...]) -> People | None:
    people = read.people
    if people is None:
        return People(text=quote, names=names) if names else None
    return people if people.names or not names else replace(people, names=names)


def _is_held(name: str, by: Sequence[Actor]) -> bool:
    """Whether the other reader holds this actor responsible, too."""
    held = (actor.name.casefold() for actor in by)
    return any(name.casefold() in one or one in name.casefold() for one in held)
