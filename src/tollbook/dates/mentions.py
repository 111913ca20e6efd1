"""Dates in a report: where the text names a day or a stretch of days, and which days these are.

News counts from the day it is published: "Wednesday" is the latest Wednesday up to that day, "yesterday" the day
before it. Without a publication day such words stay unresolved and say so. "That day" is the day told of before.
The rules follow TimeML's TIMEX3, save that "early", "late" and "the end of" keep the whole month or year.
"""

import re
from datetime import date, timedelta

import msgspec

from tollbook.dates import calendars, timex
from tollbook.dates.days import Anchor, Days
from tollbook.dates.timex import Timex
from tollbook.model import Basis, DateMention, Precision

AFTER_PUBLICATION = "the day lies after the day of publication"
_HEAD = 250  # characters: headline, outlet and dateline of a wire story stand within this
_REFERENCE = re.compile(r"\b((?:19|20)\d\d)-(0[1-9]|1[0-2])\b")


def find(text: str, published: date | None, report: str = "") -> list[DateMention]:
    """Every date expression of a text, in order, none overlapping another. Spans are code points of ``text``.

    ``reason`` says why days are not known, or what speaks against them (a weekday that does not fit).
    """
    mentions: list[DateMention] = []
    anchor, joinable = Anchor(published), False
    for found in timex.parse(text):
        mention = _mention(text, found, anchor, report)
        if mention.first is not None and mention.last is not None:
            told = mention.first if mention.precision == "day" else anchor.told
            anchor = Anchor(published, told, Days(mention.first, mention.last, mention.precision))
        if joinable and _one_stretch(text, mentions[-1], mention):
            mentions[-1] = _stretch(text, mentions[-1], mention)
        else:
            mentions.append(mention)
        joinable = mention.precision == "day" and found.kind != "clock"
    return mentions


def resolve(words: str, published: date | None) -> tuple[date | None, date | None, Precision, Basis]:
    """First and last day, precision and basis of one expression; no days where there is none or it is not known."""
    mentions = find(words, published)
    if not mentions:
        return None, None, "unknown", "stated"
    longest = max(mentions, key=lambda m: m.end - m.start)
    return longest.first, longest.last, longest.precision, longest.basis


def fits(words: str, day: date) -> bool:
    """Whether nothing in the words ("late Monday", "9 March") speaks against the day; words without a date fit any."""
    return all(_fits(part, day) for part in timex.parse(words))


def in_figures(words: str) -> bool:
    """Whether a date names its day by figures or not at all: "9 March" and "8 a.m.", not "8 a.m. on Saturday"."""
    rest = timex.without_clock(words)
    return any(letter.isdigit() for letter in rest) or not any(timex.parse(rest))


def dateline(text: str) -> date | None:
    """The day a report gives as its own: a full date in its head that does not belong to a sentence.

    ``None`` where there is none. A dateline without a year takes it from a reference number (``2011-03-S-098``).
    """
    head = text[:_HEAD]
    references = {int(m[2]): int(m[1]) for m in _REFERENCE.finditer(head)}
    for found in timex.parse(head):
        if found.kind != "calendar" or found.until is not None or _in_sentence(head, found):
            continue
        year = found.year or references.get(found.month or 0)
        if year is not None:
            first = _mention(head, msgspec.structs.replace(found, year=year), Anchor(), "").first
            if first is not None:
                return first
    return None


def _in_sentence(head: str, found: Timex) -> bool:
    before = head[: found.start]
    if timex.cue("own", before=True).search(before):
        return False
    return timex.cue("sentence", before=True).search(before) is not None


def _mention(text: str, found: Timex, anchor: Anchor, report: str) -> DateMention:
    basis: Basis = "relative" if found.year is None else "stated"
    text = text[found.start : found.end]
    time, zone = timex.clock(text) or (None, None)
    mention = DateMention(report=report, start=found.start, end=found.end, text=text, basis=basis, time=time, zone=zone)
    try:
        first, last, precision, doubt = calendars.days(found, anchor)
    except ValueError as why:
        return msgspec.structs.replace(mention, reason=str(why))
    if doubt is None and _is_told_too_early(found, first, anchor):
        doubt = AFTER_PUBLICATION
    return msgspec.structs.replace(mention, first=first, last=last, precision=precision, reason=doubt)


def _is_told_too_early(found: Timex, first: date, anchor: Anchor) -> bool:
    """Whether a day is stated in full, after publication (a day is left for time zones), and nothing looks ahead."""
    stated = found.kind == "calendar" and found.year is not None and not found.ahead
    return stated and anchor.published is not None and first > anchor.published + timedelta(days=1)


def _one_stretch(text: str, first: DateMention, second: DateMention) -> bool:
    """*Between Monday and Wednesday*, *from March 30 to April 2*: two days that are the ends of one stretch."""
    if second.precision != "day" or not timex.joined(text, first.start, first.end, second.start):
        return False
    return first.first is not None and second.last is not None and first.first < second.last


def _stretch(text: str, first: DateMention, second: DateMention) -> DateMention:
    return msgspec.structs.replace(
        first,
        end=second.end,
        text=text[first.start : second.end],
        last=second.last,
        precision="days",
        basis="relative" if "relative" in (first.basis, second.basis) else "stated",
        reason=first.reason or second.reason,
    )


def _fits(part: Timex, day: date) -> bool:
    if part.weekday is not None and part.weekday != day.weekday():
        return False
    if part.kind in ("calendar", "month", "day of the month") and part.month not in (None, day.month):
        return False
    if part.day is not None and not part.day <= day.day <= (part.until or part.day):
        return False
    if part.year is None:
        return True
    try:
        days = calendars.days(part, Anchor())
    except ValueError:
        return True
    return days.first <= day <= days.last
