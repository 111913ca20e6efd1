"""Long texts are read in passages, so that memory stays bounded and the time grows with the length of the text.

A passage is read with the end of the passage before it, its lead: a sentence may need the day, the place and the names
before it. Findings in the lead are left out, because the passage before has them.
"""

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from tollbook.locale.messages import message
from tollbook.mentions import Attribution, DateMention, MeasureMention, PlaceMention, Reading
from tollbook.model import Claim, Refusal, Report, Span

#: Code points of a text that is read as a whole. Of 9,477 reports in the test sets 16 are longer.
WHOLE = 20_000
#: Code points of a passage before which the text is cut, and of its lead; both together are at most ``WHOLE``.
_LONGEST, _LEAD = 18_000, 2_000
#: Places to cut a text, the best first: at a blank line, a line break, the end of a sentence, a blank.
_BREAKS = ("\n\n", "\n", ". ", " ")
#: Seconds of processor time after which the rest of a report stays unread, so that the reports after it do not wait
#: for ever. A judgement: the slower reader took 31 s for 100,000 code points of dense news (``bench.long_texts``),
#: so that the longest report has about twice the time it needs.
SECONDS = 600
_M = TypeVar("_M", Claim, PlaceMention, DateMention, MeasureMention)


class TextPart(NamedTuple):
    """The part ``[start, end)`` of a text, and where its lead starts."""

    lead: int
    start: int
    end: int


def cut(text: str, *, longest: int = _LONGEST, lead: int = _LEAD) -> Iterator[TextPart]:
    """The passages of a text in order, without gaps; one for a text that is read as a whole, none for an empty one.

    A passage has at most ``longest`` code points, and its lead at most ``lead`` more.
    """
    if len(text) <= longest + lead:
        yield from [TextPart(0, 0, len(text))] if text else []
        return
    start = 0
    while start < len(text):
        end = len(text) if len(text) - start <= longest else _cut_before(text, start, start + longest)
        first = max(0, start - lead)
        yield TextPart(_cut_after(text, first, start) if first else 0, start, end)
        start = end


def at(report: Report, start: int) -> tuple[Report, int]:
    """The report with only the passage, lead included, that a code point is in; and where that passage starts."""
    passage = next((p for p in cut(report.text) if start < p.end), TextPart(0, 0, len(report.text)))
    return _part(report, passage), passage.lead


def read(report: Report, read_whole: Callable[[Report], Reading], *, seconds: float = SECONDS) -> Reading:
    """The reading of a report by a reader of short texts, which gets one passage at a time.

    A passage that takes too much memory stays unread, as does everything after ``seconds`` of processor time; the
    reason is in ``refused``, and the rest is read.
    """
    if len(report.text) <= WHOLE:
        return read_whole(report)
    began = time.thread_time()
    joined = Reading(report=report.id)
    for passage in cut(report.text):
        if passage.start and time.thread_time() - began > seconds:
            return _with_refusal(joined, report, _too_slow(passage.start, len(report.text), seconds))
        if report.text[passage.start : passage.end].isspace():
            continue
        try:
            joined = _joined(joined, _moved(read_whole(_part(report, passage)), passage))
        except (MemoryError, RecursionError):
            joined = _with_refusal(joined, report, _too_large(passage.start, passage.end))
    return joined


def _part(report: Report, passage: TextPart) -> Report:
    return replace(report, text=report.text[passage.lead : passage.end], offsets=())


def _cut_before(text: str, start: int, most: int) -> int:
    """The last good place for a cut in the second half of ``[start, most]``; ``most`` if there is none."""
    for mark in _BREAKS:
        at = text.rfind(mark, (start + most) // 2, most)
        if at >= 0:
            return at + len(mark)
    return most


def _cut_after(text: str, first: int, end: int) -> int:
    """The first good place for a cut in the first half of ``[first, end]``; ``first`` if there is none."""
    for mark in _BREAKS:
        at = text.find(mark, first, (first + end) // 2)
        if at >= 0:
            return at + len(mark)
    return first


def _moved(reading: Reading, passage: TextPart) -> Reading:
    """The reading of a passage with offsets into the whole text, without findings that start in the lead."""
    by, start = passage.lead, passage.start
    claims = [moved for claim in reading.claims if (moved := _claim_moved(claim, by)).start >= start]
    known = {claim.id for claim in claims}
    return Reading(
        report=reading.report,
        # The whole of a part may be in the lead, and so in no claim of this passage.
        claims=tuple(c if c.part_of in known else replace(c, part_of=None) for c in claims),
        attributions=tuple(a for each in reading.attributions if _first(a := _attribution_moved(each, by)) >= start),
        places=_mentions_moved(reading.places, by, start),
        dates=_mentions_moved(reading.dates, by, start),
        measures=_mentions_moved(reading.measures, by, start),
        refused=reading.refused,
        unresolved=reading.unresolved,
    )


def _claim_moved(claim: Claim, by: int) -> Claim:
    """The claim with offsets into the whole text. Ids of two passages may be equal, so they say which passage it is."""
    whole = f"{by}:{claim.part_of}" if claim.part_of else claim.part_of
    return replace(claim, id=f"{by}:{claim.id}", part_of=whole, start=claim.start + by, end=claim.end + by)


def _mentions_moved(mentions: tuple[_M, ...], by: int, start: int) -> tuple[_M, ...]:
    moved = (replace(each, start=each.start + by, end=each.end + by) for each in mentions)
    return tuple(each for each in moved if each.start >= start)


def _attribution_moved(attribution: Attribution, by: int) -> Attribution:
    def spans(found: tuple[Span, ...]) -> tuple[Span, ...]:
        return tuple((start + by, end + by) for start, end in found)

    source, cue, content = map(spans, (attribution.source, attribution.cue, attribution.content))
    return replace(attribution, source=source, cue=cue, content=content)


def _first(attribution: Attribution) -> int:
    """The start of the first words of an attribution."""
    return min(start for start, _ in (*attribution.source, *attribution.cue, *attribution.content))


def _joined(one: Reading, other: Reading) -> Reading:
    return Reading(
        report=one.report,
        claims=one.claims + other.claims,
        attributions=one.attributions + other.attributions,
        places=one.places + other.places,
        dates=one.dates + other.dates,
        measures=one.measures + other.measures,
        refused=one.refused + other.refused,
        unresolved=one.unresolved + other.unresolved,
    )


def _with_refusal(reading: Reading, report: Report, reason: str) -> Reading:
    refusal = Refusal(origin=report.origin or report.id, reason=reason)
    return replace(reading, refused=(*reading.refused, refusal))


def _too_slow(start: int, end: int, seconds: float) -> str:
    return message(
        "The characters {start} to {end} of the text were not read: the part before them took more than {seconds} "
        "seconds. The whole text is kept. Save this part as a file of its own and read that.",
        start=start + 1, end=end, seconds=round(seconds),
    )  # fmt: skip


def _too_large(start: int, end: int) -> str:
    return message(
        "The characters {start} to {end} of the text were not read: they take too much memory. The whole text is kept. "
        "Save this part in a simpler form as a file of its own and read that.",
        start=start + 1, end=end,
    )  # fmt: skip
