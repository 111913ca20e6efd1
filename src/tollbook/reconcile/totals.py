"""Reads from the sentence of a total what it counts: since when, which people, which cause, and as of which day."""

import functools
import re
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

import msgspec

from tollbook import dates, locale
from tollbook.mentions import TOTAL_SCOPES, DateMention
from tollbook.model import Claim, Report
from tollbook.reconcile.name_matching import all_words
from tollbook.reconcile.saying import saying
from tollbook.reconcile.source_counts import stated_day
from tollbook.reconcile.whole_sentences import whole

#: Code points after "since" in which its day is: "since the siege of the town began in August".
_SINCE_WITHIN = 60


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``lexicon/CODE/totals.toml``."""

    as_of: list[str]
    day_words: list[str]
    since: list[str]
    no_since: list[str]
    groups: frozenset[str]
    fighters: frozenset[str]
    causes: list[str]
    by_cause: list[str]


@functools.cache
def _words() -> _Words:
    return locale.DEFAULT.lexicon("reconcile", "totals", _Words)


@functools.cache
def _pattern(before: str, after: str = "") -> re.Pattern[str]:
    """A pattern of a word of one list, with optional words of a second list after it."""
    first = "|".join(getattr(_words(), before))
    second = "|".join(getattr(_words(), after)) if after else ""
    return re.compile(rf"\b({first})(?:\s+(?:{second}))?\s*" if after else rf"\b({first})\b", re.I)


class Counted(NamedTuple):
    """The scope of a total.

    ``goes_on`` if it runs up to the day of the statement; ``since`` is its first month, if given.
    """

    goes_on: bool
    since: str
    people: str
    cause: str


def counted(claim: Claim, reports: Mapping[str, Report]) -> Counted:
    """The scope that the sentence of a total gives."""
    sentence = _sentence(claim, reports)
    start, since = _since(sentence, _published(claim, reports))
    cause = re.search(rf"\b(?:{'|'.join(_words().by_cause)})\s+({'|'.join(_words().causes)})\b", sentence, re.I)
    return Counted(
        claim.scope == "running total" or (claim.scope == "period total" and since),
        f"{start:%Y-%m}" if start is not None else "",
        _people(claim),
        cause[1].lower() if cause is not None else "",
    )


def day_of(claim: Claim, reports: Mapping[str, Report]) -> date | None:
    """The day of a total: the one after "as of" or "by", else the day it was said, else that of publication.

    Other days of the sentence are not used: "since fighting escalated on 10 May". A day that a person or a table gives,
    without words of the report, is used; so is the day of a burial, although it is not the day of a total.
    """
    published, report = _published(claim, reports), reports.get(claim.report)
    given, text = stated_day(claim), claim.when.text if claim.when is not None else ""
    is_read = claim.scope in TOTAL_SCOPES and report is not None and bool(text) and text in report.text
    if given is not None and claim.when is not None and claim.when.precision == "day" and not is_read:
        return given if published is None or given <= published else published
    sentence = _sentence(claim, reports)
    days = [d for d in _dates(sentence, published) if d.precision == "day" and d.last is not None]
    known = [d for d in days if published is None or (d.last is not None and d.last <= published)]
    found = next((d.last for d in known if _is_as_of(sentence, d)), None)
    return found or saying(sentence, "asserts", published).day or published


def _is_as_of(sentence: str, day: DateMention) -> bool:
    """Whether words for the day of a total are right before a day, and no "'s" after it: not "by Monday's strike"."""
    before = sentence[: day.start]
    ends = (match.end() for match in _pattern("as_of", "day_words").finditer(before))
    return any(end == len(before) for end in ends) and not re.match(r"['’]s\b", sentence[day.end :])


def _since(sentence: str, published: date | None) -> tuple[date | None, bool]:
    """The first day after "since", and whether the sentence has such words at all."""
    for match in _pattern("since").finditer(sentence):
        before = sentence[: match.start()].lower()
        if any(word in all_words(before) for word in _words().no_since):
            continue
        near = (d for d in _dates(sentence, published) if match.end() <= d.start <= match.end() + _SINCE_WITHIN)
        return next((d.first for d in near if d.first is not None), None), True
    return None, False


def _people(claim: Claim) -> str:
    """The group that a total counts: fighters, or for example children; empty for people in general and civilians."""
    if claim.people is None:
        return ""
    words = set(all_words(claim.people.text))
    if claim.people.status in {"combatant", "police"} or words & _words().fighters:
        return "combatant"
    return min(words & _words().groups, default="")


@functools.lru_cache(maxsize=4096)
def _dates(sentence: str, published: date | None) -> tuple[DateMention, ...]:
    return tuple(dates.find(sentence, published, "", locale.DEFAULT))


def _sentence(claim: Claim, reports: Mapping[str, Report]) -> str:
    """The sentence of a claim, as far as its report has it."""
    report = reports.get(claim.report)
    if report is None or report.text[claim.start : claim.end] != claim.quote:
        return claim.quote
    start, end = whole(report.text, (claim.start, claim.end))
    return report.text[start:end]


def _published(claim: Claim, reports: Mapping[str, Report]) -> date | None:
    return reports[claim.report].published if claim.report in reports else None
