"""From the words that a model quotes to an exact span of the text, and from its number to a count in that span.

The output always consists of words of the text, whatever a model writes: the span is exact, and the grammar of
quantities reads the count in it.
"""

import re
from collections.abc import Iterator

from rapidfuzz import fuzz

from tollbook import quantities
from tollbook.locale import Locale
from tollbook.locale.messages import message
from tollbook.model import Count, Span
from tollbook.readers.base import Unanchored, anchor

#: Characters of the longest quote: three long sentences. A longer one says nothing about one claim.
LONGEST = 600
#: Characters of the shortest quote that may differ from the text, and the least likeness in percent. Judgements: at 90
#: a quote of 40 characters may differ in four of them, such as an apostrophe, a dash and a letter; shorter ones would
#: fit anywhere.
_SHORTEST, _LIKENESS = 20, 90.0
_WORD = re.compile(r"\w+")


def locate(text: str, quote: str, window: Span) -> Span | Unanchored:
    """The exact span of a quote in the part ``window`` of a text: the same words, else the most similar ones.

    The span is extended to whole words.
    """
    start, end = window
    words = quote.strip()
    if len(words) > LONGEST:
        reason = message("The quote has {n} characters; more than {most} say nothing about one claim.",
                         n=len(words), most=LONGEST)  # fmt: skip
        return Unanchored(quote=words[:LONGEST], reason=reason)
    found = stands_at(text[start:end], words) or anchor(text[start:end], words)
    if isinstance(found, Unanchored):
        found = _alike(text[start:end], words) or found
    if isinstance(found, Unanchored):
        return found
    return _whole_words(text, found[0] + start, found[1] + start)


def stands_at(text: str, words: str, near: int = 0) -> Span | None:
    """The position of some words in a text as whole words, nearest to ``near``; None if they are not in it."""
    pattern = r"\s+".join(map(re.escape, words.split()))
    found = re.finditer(pattern, text) if pattern else ()
    spans = [match.span() for match in found if _whole_words(text, *match.span()) == match.span()]
    return min(spans, key=lambda span: abs(span[0] - near), default=None)


def _alike(text: str, words: str) -> Span | None:
    """The position of nearly these words in a text; None if there is none, or if the numbers differ."""
    if len(words) < _SHORTEST:
        return None
    best = fuzz.partial_ratio_alignment(words, text, score_cutoff=_LIKENESS)
    if best is None or best.dest_end - best.dest_start < len(words) * _LIKENESS / 100:
        return None
    start, end = _whole_words(text, best.dest_start, best.dest_end)
    same_figures = re.findall(r"\d+", text[start:end]) == re.findall(r"\d+", words)
    return (start, end) if same_figures and end - start <= LONGEST else None


def _whole_words(text: str, start: int, end: int) -> Span:
    while start > 0 and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end


def counted(words: str, number: str | int, locale: Locale) -> tuple[Count, Span] | None:
    """The count in some words that matches a number given by a model, and its position; None if there is none.

    The grammar reads the count in the words; the number only chooses between several. It must have the same words or
    the same value.
    """
    value = quantities.count(str(number), locale)
    if value is None:
        return None
    known = _values(value)
    fits = [(count, span) for count, span in _counts(words, locale) if not known.isdisjoint(_values(count))]
    return max(fits, key=lambda fit: (fit[1][1] - fit[1][0], -fit[1][0]), default=None)


def _counts(words: str, locale: Locale) -> Iterator[tuple[Count, Span]]:
    """Every count in some words that no unit follows: "63 hospitals" are no people."""
    units = quantities.unit_nouns(locale)
    for count, span in quantities.every(words, locale):
        after = _WORD.search(words, span[1])
        if after is None or after.group().casefold() not in units:
            yield count, span


def _values(count: Count) -> set[int]:
    """The numbers that a count is about, with the one in its words: "more than 40" is 41 and more."""
    known = {n for n in (count.low, count.best, count.high) if n is not None}
    worded = {"more than": -1, "fewer than": 1}.get(count.qualifier)
    return known | {n + worded for n in known} if worded else known
