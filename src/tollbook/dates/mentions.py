"""Dates in a report: the places where the text names a day or a period, and the days that they mean.

News counts from the day it is published: "Wednesday" is the latest Wednesday up to that day, "yesterday" the day
before it. Without a publication day such words stay unresolved, with that reason. "That day" is the previous date of
the text. The rules follow TimeML's TIMEX3, except that "early", "late" and "the end of" keep the whole month or year.
"""

import re
from datetime import date, timedelta
from itertools import islice

import msgspec

from tollbook.dates import calendars, timex
from tollbook.dates.days import Anchor, Days
from tollbook.dates.grammar import Grammar, grammar
from tollbook.dates.timex import Timex
from tollbook.locale import Locale
from tollbook.locale.messages import message
from tollbook.mentions import DateMention
from tollbook.model import Basis, Precision

AFTER_PUBLICATION = message("the day lies after the day of publication")
#: Kinds of expressions whose day is in figures, and those that can be a report's own day.
_FIGURES = frozenset({"numeric", "day first"})
_DATED = _FIGURES | {"calendar"}
#: What follows the date of an entry in a chronology, and the least entries of one.
_ENTRY, _ENTRIES = ":", 3
_HEAD = 250  # characters: the headline, outlet and dateline of a wire story are within this
#: Words of the longest label of a date: "Date of publication".
_LABEL_WORDS = 3
#: The text that may follow a date outside a sentence: a time, then the first letter or figure of a sentence.
_AFTER_DAY = re.compile(r"(?:,?\s+\d{1,2}:\d{2}(?:\s*[ap]\.?m\b\.?)?)?\s+(?=[^\W_a-z]|[\"'“‘«])")
_REFERENCE = re.compile(r"\b((?:19|20)\d\d)-(0[1-9]|1[0-2])\b")


def find(text: str, published: date | None, report: str, locale: Locale) -> list[DateMention]:
    """Every date expression of a text, in order, none overlapping another. Spans are code points of ``text``.

    ``report`` is the id for the mentions. ``reason`` says why days are not known, or why they may be wrong (a weekday
    that does not fit).
    """
    rules = grammar(locale)
    mentions: list[DateMention] = []
    anchor, joinable = Anchor(published), False
    for expression in timex.parse(text, rules):
        mention = _mention(text, expression, anchor, rules)
        if mention.first is not None and mention.last is not None:
            previous = mention.first if mention.precision == "day" else anchor.previous
            anchor = Anchor(published, previous, Days(mention.first, mention.last, mention.precision))
        if joinable and _is_period(text, mentions[-1], mention, rules):
            mentions[-1] = _period(text, mentions[-1], mention)
        else:
            mentions.append(msgspec.structs.replace(mention, report=report))
        joinable = mention.precision == "day" and expression.kind != "clock"
    return mentions


def resolve(words: str, published: date | None, locale: Locale) -> tuple[date | None, date | None, Precision, Basis]:
    """First and last day, precision and basis of one expression; no days if there is none or it is not known."""
    mentions = find(words, published, "", locale)
    if not mentions:
        return None, None, "unknown", "stated"
    longest = max(mentions, key=lambda m: m.end - m.start)
    return longest.first, longest.last, longest.precision, longest.basis


def is_ambiguous(words: str, locale: Locale) -> bool:
    """Whether the words hold a day in figures of which either number may be the month: "3.4.2021"."""
    return any(
        each.kind in _FIGURES and each.first != each.second and max(each.first or 0, each.second or 0) <= 12
        for each in timex.parse(words, grammar(locale))
    )


def fits(words: str, day: date, locale: Locale) -> bool:
    """Whether the words ("late Monday", "9 March") can mean the day; words without a date fit any day."""
    return all(_fits(part, day) for part in timex.parse(words, grammar(locale)))


def in_figures(words: str, locale: Locale) -> bool:
    """Whether a date gives its day in figures or not at all: "9 March" and "8 a.m.", not "8 a.m. on Saturday"."""
    rest = timex.without_clock(words, grammar(locale))
    return any(letter.isdigit() for letter in rest) or not any(timex.parse(rest, grammar(locale)))


def joins(text: str, first: tuple[int, int], second: int, locale: Locale) -> bool:
    """Whether the words around two dates make them the ends of one period: "between May and June"."""
    return timex.joined(text, first, second, grammar(locale))


def is_clock(words: str, locale: Locale) -> bool:
    """Whether a date is a time of day alone: "about 8 p.m."."""
    rules = grammar(locale)
    rest = timex.without_clock(words, rules)
    return rest != words and not any(timex.parse(rest, rules))


def dateline(text: str, locale: Locale) -> date | None:
    """The day a report gives as its own: a full date in its head that is not part of a sentence.

    ``None`` if there is none. A dateline without a year takes it from a reference number (``2011-03-S-098``).
    """
    head, rules = text[:_HEAD], grammar(locale)
    references = {int(m[2]): int(m[1]) for m in _REFERENCE.finditer(head)}
    for expression in timex.parse(head, rules):
        if expression.kind not in _DATED or expression.until is not None or _in_sentence(head, expression, rules):
            continue
        if _is_in_chronology(text, expression, rules):
            return None
        year = expression.year or references.get(expression.month or 0)
        if year is not None:
            first = _mention(head, msgspec.structs.replace(expression, year=year), Anchor(), rules).first
            if first is not None:
                return first
    return None


def day_ahead(text: str, locale: Locale) -> int:
    """The code point after a full date that precedes the first sentence; 0 if there is none.

    A label may be before it and a time after it: "Published 4 October 2031 21:51 A bomber …". What follows begins a
    sentence or headline: a capital, a quotation mark or a number.
    """
    head, rules = text[:_HEAD], grammar(locale)
    expression = next(iter(timex.parse(head, rules)), None)
    if expression is None or expression.kind not in _DATED or expression.until is not None or expression.year is None:
        return 0
    if len(head[: expression.start].split()) > _LABEL_WORDS or _in_sentence(head, expression, rules):
        return 0
    after = _AFTER_DAY.match(head, expression.end)
    return after.end() if after is not None else 0


def _is_in_chronology(text: str, expression: Timex, rules: Grammar) -> bool:
    """Whether a date heads one entry of several: "3 May 2031: A bomb … 4 May 2031: Police …"."""
    entries = (other for other in timex.parse(text, rules) if text[other.end : other.end + 1] == _ENTRY)
    return text[expression.end : expression.end + 1] == _ENTRY and len(list(islice(entries, _ENTRIES))) == _ENTRIES


def _in_sentence(head: str, expression: Timex, rules: Grammar) -> bool:
    before = head[: expression.start]
    if rules.cue("own", before=True).search(before):
        return False
    return rules.cue("sentence", before=True).search(before) is not None


def _mention(text: str, expression: Timex, anchor: Anchor, rules: Grammar) -> DateMention:
    basis: Basis = "relative" if expression.year is None else "stated"
    start, end = expression.start, expression.end
    words = text[start:end]
    time, zone = timex.clock(words, rules) or (None, None)
    mention = DateMention(report="", start=start, end=end, text=words, basis=basis, time=time, zone=zone)
    try:
        first, last, precision, doubt = calendars.days(expression, anchor)
    except ValueError as why:
        return msgspec.structs.replace(mention, reason=str(why))
    if doubt is None and _is_after_publication(expression, first, anchor):
        doubt = AFTER_PUBLICATION
    return msgspec.structs.replace(mention, first=first, last=last, precision=precision, reason=doubt)


def _is_after_publication(expression: Timex, first: date, anchor: Anchor) -> bool:
    """Whether a full date is after publication, and its sentence is not about the future.

    One day later is allowed for time zones.
    """
    stated = expression.kind in _DATED and expression.year is not None and not expression.ahead
    return stated and anchor.published is not None and first > anchor.published + timedelta(days=1)


def _is_period(text: str, first: DateMention, second: DateMention, rules: Grammar) -> bool:
    """*Between Monday and Wednesday*, *from March 30 to April 2*: two days that are the ends of one period."""
    if second.precision != "day" or not timex.joined(text, (first.start, first.end), second.start, rules):
        return False
    return first.first is not None and second.last is not None and first.first < second.last


def _period(text: str, first: DateMention, second: DateMention) -> DateMention:
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
