"""Turns a proposal of a model into a claim, in a report whose language the rules do not read.

A claim exists only if its quote, its number in digits and the words for its speakers are in the text. Words for
numbers, days and weapons are not read, and nobody is held responsible.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date

from msgspec.structs import replace

from tollbook import gazetteer
from tollbook.gazetteer import GazetteerEntry
from tollbook.locale.messages import message
from tollbook.mentions import STATEMENTS
from tollbook.model import OUTCOMES, Candidate, Claim, Count, People, Place, Report, Span, Speaker, When
from tollbook.readers.llm import alignment, digits, grounded
from tollbook.readers.llm.answer import ProposedClaim
from tollbook.readers.llm.grounded import HARMLESS, Failed, Grounded, Lost, names_in, quote_at

#: A day in digits: the year first, or last after points. Others may have the month first.
_DAY = re.compile(r"(?<!\d)(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\.(\d{1,2})\.(\d{4}))(?!\d)")
#: The most candidates for a place name that a claim keeps.
_MOST_PLACES = 12


class DigitGrounds:
    """Finds the proposals of a model in the text of one report, without a parse."""

    def __init__(self, report: Report, known: Sequence[Claim]) -> None:
        """``known`` are the claims of the reader beside the model, if it has the language."""
        self._report, self._known = report, known

    def ground(self, proposed: ProposedClaim, window: Span, finder: str) -> Grounded:
        """The claim of a proposal about the part ``window`` of the text. Pure: the same proposal gives the same."""
        lost = Lost(self._report, proposed)
        try:
            span = quote_at(self._report.text, proposed, window)
            claim = replace(self._claim(proposed, span, lost), finder=finder)
        except Failed as failed:
            lost.add(failed.field, failed.reason)
            return Grounded(None, None, (lost.found[-1],))
        return Grounded(claim, claim, tuple(lost.found))

    def _claim(self, proposed: ProposedClaim, span: Span, lost: Lost) -> Claim:
        beside = [c for c in self._known if c.start < span[1] and span[0] < c.end]
        if proposed.kind in STATEMENTS and not any(claim.kind == proposed.kind for claim in beside):
            raise Failed("kind", grounded.only_the_model())
        if proposed.by:
            lost.add("by", grounded.only_the_model_names())
        if proposed.weapons:
            lost.add("weapons", message("Tollbook does not read the words for weapons of this language."))
        if proposed.stance is not None and proposed.stance not in HARMLESS:
            lost.add(
                "stance", message("Only the language model finds this stance here; it does not decide that alone.")
            )
        quote = self._report.text[slice(*span)]
        count, people = self._harmed(proposed, span, quote)
        return Claim(
            id="",
            report=self._report.id,
            start=span[0],
            end=span[1],
            quote=quote,
            kind=proposed.kind,
            count=count,
            people=people,
            scope=proposed.scope if proposed.kind in OUTCOMES else "incident",
            speakers=self._speakers(proposed, span[0]),
            stance=proposed.stance if proposed.stance in HARMLESS else "asserts",
            place=self._place(proposed, span[0], lost),
            when=self._when(proposed, span[0], lost),
            confidence=None,
        )

    def _harmed(self, proposed: ProposedClaim, span: Span, quote: str) -> tuple[Count | None, People | None]:
        if proposed.kind not in OUTCOMES:
            return None, None
        names = names_in(quote, proposed)
        people = People(text=quote, names=names) if names else None
        if proposed.number is None:
            if not names:
                raise Failed("number", grounded.no_count())
            return Count(low=len(names), best=len(names), high=len(names), qualifier="exactly"), people
        found = digits.counted(self._report.text, span, proposed.number, self._report.language or "")
        if isinstance(found, str):
            raise Failed("number", found)
        return found, people

    def _speakers(self, proposed: ProposedClaim, near: int) -> tuple[Speaker, ...]:
        """The chain of speakers in the words of the report, the outlet last. Raises Failed for words not there."""
        text, outlet = self._report.text, self._report.outlet
        found: dict[str | None, Speaker] = {}
        for words in (each.strip() for each in proposed.speakers):
            if words and words != outlet:
                span = alignment.stands_at(text, words, near)
                if span is None:
                    raise Failed("speakers", grounded.no_speaker(words))
                found.setdefault(text[slice(*span)], Speaker(name=text[slice(*span)]))
        return (*found.values(), Speaker(name=outlet, role="outlet"))

    def _place(self, proposed: ProposedClaim, near: int, lost: Lost) -> Place | None:
        """The place in the words of the report, with its point if the gazetteer has one place of that name."""
        span = lost.span_of(self._report.text, "place", proposed.place, near)
        if span is None:
            return None
        words = self._report.text[slice(*span)]
        found = gazetteer.lookup(words)
        if len(found) == 1:
            return _resolved(found[0], words)
        several = message("Several places have this name.")
        reason = several if found else message("The gazetteer does not have this place.")
        return Place(name=words, text=words, reason=reason, candidates=tuple(map(_candidate, found[:_MOST_PLACES])))

    def _when(self, proposed: ProposedClaim, near: int, lost: Lost) -> When:
        """The day, if it is in digits; else the days up to that of publication."""
        span = lost.span_of(self._report.text, "when", proposed.when, near)
        words = self._report.text[slice(*span)] if span is not None else ""
        day = _day(words)
        if day is not None:
            return When(start=day, end=day, precision="day", text=words)
        reason = message("Tollbook does not read the words for days of this language.") if words else None
        if reason:
            lost.add("when", reason)
        return When(end=self._report.published, basis="published", text=words, reason=reason)


def _day(words: str) -> date | None:
    found = _DAY.search(words)
    if found is None:
        return None
    year, month, day = map(int, found.group(1, 2, 3) if found[1] else found.group(6, 5, 4))
    with suppress(ValueError):
        return date(year, month, day)
    return None


def _resolved(entry: GazetteerEntry, words: str) -> Place:
    return Place(
        name=entry.name, text=words, country=entry.country or None,
        country_name=gazetteer.countries().get(entry.country, entry.country) or None, admin1=entry.admin1,
        lat=entry.lat, lon=entry.lon, geonameid=entry.geonameid, precision=gazetteer.PRECISION[entry.kind],
    )  # fmt: skip


def _candidate(entry: GazetteerEntry) -> Candidate:
    return Candidate(
        name=entry.name, country=entry.country or None, admin1=entry.admin1, lat=entry.lat, lon=entry.lon,
        geonameid=entry.geonameid,
    )  # fmt: skip
