"""Dates of a page or its report and not of its events: datelines, "Updated: 9 March 2021"."""

import re
from collections.abc import Iterable

from tollbook import dates
from tollbook.mentions import DateMention
from tollbook.readers.rules.dating.dated_events import event_of, with_clocks_of_events
from tollbook.readers.rules.dating.dated_periods import with_months_joined, without_weekdays
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.language import LOCALE

#: A dateline is within the first lines, in code points: "VELMAR, Ostrava (Jan. 25) -". It states where and when a
#: report was filed.
DATELINE_REACH = 400
#: A year, as in the date of a page; headings of a timeline seldom have one.
_YEAR = re.compile(r"\b(?:19|20)\d\d\b|\b\d\d?/\d\d?/\d\d\b")
#: Press reports are not about attacks before this year; smaller numbers are those of houses.
_FIRST_YEAR = 1800
#: The length of a film before its title: "1:09 Police search the river".
_LENGTH = re.compile(r"\d:\d\d")


def dates_in_text(document: Document) -> list[DateMention]:
    """The dates of a report that may be of events, in text order: not those of its page."""
    kept = without_weekdays(without_page_dates(document.dates, document), document.text)
    return with_months_joined(with_clocks_of_events(kept, document), document.text)


def without_page_dates(mentions: Iterable[DateMention], document: Document) -> list[DateMention]:
    """The dates without those of the page: datelines, "Updated: 9 March 2021", lines with only a date."""
    kept: list[DateMention] = []
    last = None
    for mention in mentions:
        # "Updated: Monday, 7 July 2014 6:44 PM" is two mentions.
        goes_on = last is not None and not document.text[last.end : mention.start].strip(" ,|-–")
        if goes_on or _is_of_the_page(mention, document):
            last = mention
        elif mention.reason != dates.NO_BEGINNING and not _is_number(mention):
            kept.append(mention)
    return kept


def _is_number(mention: DateMention) -> bool:
    """Whether a year is too early to be one: "the restaurant, 1611 E. Mill St."."""
    return mention.precision == "year" and mention.first is not None and mention.first.year < _FIRST_YEAR


def _is_of_the_page(mention: DateMention, document: Document) -> bool:
    report = document.report
    line = report.text.rfind("\n", 0, mention.start) + 1
    before, after = report.text[line : mention.start], report.text[mention.end :].partition("\n")[0]
    own = mention.first is not None and mention.first == report.published and mention.start < DATELINE_REACH
    if own and dates.in_figures(mention.text, LOCALE) and not _is_in_sentence(mention, document):
        return True
    if lexicon.page_dates().search(before) or (not before.strip() and _LENGTH.fullmatch(mention.text)):
        return True
    is_alone = mention.start < DATELINE_REACH and lexicon.page_clocks().sub("", before + " " + after) == ""
    return is_alone and _YEAR.search(mention.text) is not None


def _is_in_sentence(mention: DateMention, document: Document) -> bool:
    """Whether a date follows a preposition or dates an event: "at 8 p.m. on 8 March", "the 8 March raid"."""
    day = document.token_at(mention.start)
    if day is None:
        return False
    is_governed = day.i > day.sent.start and day.nbor(-1).tag_ == "IN"
    return is_governed or day.tag_ == "IN" or event_of(mention, day) is not None
