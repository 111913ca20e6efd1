"""The protocol of readers, a function that finds quotes in a report, and the check of their output before it is stored.

A reader is an object with the four members of :class:`Reader`. A package makes its reader known by an entry point of
the group ``tollbook.readers``, named as the reader::

    [project.entry-points."tollbook.readers"]
    example = "example_package:READER"
"""

import re
from collections.abc import Callable, Iterable, Iterator
from math import isnan
from textwrap import shorten
from typing import NamedTuple, Protocol, TypeVar, runtime_checkable

import msgspec
from msgspec.structs import replace

from tollbook import bounds
from tollbook.locale.messages import message
from tollbook.mentions import Attribution, DateMention, MeasureMention, PlaceMention, Reading, Ungrounded
from tollbook.model import Claim, Record, Refusal, Report, Span, content_id

_R = TypeVar("_R", bound=Record)
#: Characters of a quote that a reason shows: enough to find it, and no page of invented text.
_LONGEST_QUOTE = 80


@runtime_checkable
class Reader(Protocol):
    """Reads one report at a time. The same version reads the same report in the same way."""

    @property
    def name(self) -> str:
        """The reader's name, for ``--reader`` and for the finder of its claims."""

    @property
    def languages(self) -> frozenset[str]:
        """The languages that the reader reads, as ISO 639-1 codes."""

    def version(self) -> str:
        """A hash of the reader's code, lexicons and models. If it changes, reports should be read again.

        :func:`tollbook.fingerprint.fingerprint` computes one from files. It is needed for every report, so cache it.
        """

    def read(self, report: Report) -> Reading:
        """Everything the reader finds in one report. Ids and finders of claims may be left empty.

        A claim names the claim it is a part of (``part_of``) by the id that the reader gave that claim. Raises Refused
        where the report cannot be read.
        """


@runtime_checkable
class AskingReader(Reader, Protocol):
    """A reader that asks a server first. Two processes can share the work: one waits for answers, one reads them."""

    def asked(self, report: Report) -> Reader:
        """A reader that has the answers about one report and asks nothing. Raises Unanswered."""


class FunctionReader(NamedTuple):
    """A reader made of two functions."""

    name: str
    languages: frozenset[str]
    version: Callable[[], str]
    read: Callable[[Report], Reading]


class MarkedWords(Record, frozen=True, kw_only=True):
    """A claim read from words that a person marked; ``read`` names its fields that come from the report.

    The other fields are empty. Without ``kind`` in ``read``, the words do not give the kind of claim; a person chooses
    it.
    """

    claim: Claim
    read: tuple[str, ...] = ()


class Unanchored(Record, frozen=True, kw_only=True):
    """A quote that is not in the text, and why it has no span."""

    quote: str
    reason: str


#: Between the finders of a reading that several readers made together.
TOGETHER = " + "


def finder_of(reader: Reader) -> str:
    """The finder in the claims of a reader and in the rows of its readings: ``rules/1f2e3d4c5b6a``.

    A reader that reads with another one names it in its version, after ``TOGETHER``.
    """
    return f"{reader.name}/{reader.version()}"


def anchor(text: str, quote: str, near: int = 0) -> Span | Unanchored:
    """The span of a quote in a text; of several, the one that starts nearest to ``near``, the earlier of two as near.

    The exact words come first, then the same words with other white space between them. The span is exact in both
    cases: the claim quotes ``text[start:end]``, not ``quote``. Nothing else is tried, so a near miss is no match.
    """
    words = quote.split()
    if not words:
        return Unanchored(quote=quote, reason=message("The quote is empty."))
    folded = r"\s+".join(map(re.escape, words))
    for pattern in (re.escape(quote), folded):
        # Looking ahead finds occurrences that overlap.
        spans = [match.span(1) for match in re.finditer(f"(?=({pattern}))", text)]
        if spans:
            return min(spans, key=lambda span: abs(span[0] - near))
    return Unanchored(quote=quote, reason=message("The report does not have the words “{quote}”.", quote=quote))


def check(reading: Reading, report: Report, finder: str) -> Reading:
    """The reading as a book keeps it: ids made from content, the finder on every claim, and only valid records.

    A claim or a mention is valid if it is about this report, its span has its quote, and its values are within their
    bounds (:mod:`tollbook.bounds`); an attribution if its spans are in the text. An invalid record is left out, the
    reason is added to ``refused``, and all other records stay. Where the finder names several readers, a claim keeps
    the one of them that it names.
    """
    refused = list(reading.refused)
    claims = _valid(reading.claims, Claim, report, finder, refused)
    return Reading(
        report=report.id,
        claims=tuple(_with_ids(claims, finder)),
        attributions=tuple(_valid(reading.attributions, Attribution, report, finder, refused)),
        places=tuple(_valid(reading.places, PlaceMention, report, finder, refused)),
        dates=tuple(_valid(reading.dates, DateMention, report, finder, refused)),
        measures=tuple(_valid(reading.measures, MeasureMention, report, finder, refused)),
        unresolved=tuple(_valid(reading.unresolved, Ungrounded, report, finder, refused)),
        refused=tuple(refused),
    )


def claim_id(claim: Claim, finder: str, repeat: int = 0) -> str:
    """The id of a claim: the hash of report, span, kind, count and finder.

    ``repeat`` counts the claims before it in the reading that have all of these in common with it.
    """
    count = [] if claim.count is None else [f"{claim.count.low}/{claim.count.best}/{claim.count.high}"]
    again = [repeat] if repeat else []
    return content_id(claim.report, claim.start, claim.end, claim.kind, *count, finder, *again)


def _with_ids(claims: Iterable[Claim], finder: str) -> Iterator[Claim]:
    """The claims with their ids, each claim once. ``part_of`` is changed from the reader's id to the new one."""
    given: dict[str, str] = {}
    named: dict[str, Claim] = {}
    together = finder.split(TOGETHER)
    for claim in claims:
        own = claim.finder if claim.finder in together else together[0]
        bare = replace(claim, id="", incident=None, toll=None, finder=own)
        repeat = 0
        while named.setdefault(claim_id(bare, own, repeat), bare) != bare:
            repeat += 1
        given.setdefault(claim.id, claim_id(bare, own, repeat))
    for name, claim in named.items():
        yield replace(claim, id=name, part_of=given.get(claim.part_of) if claim.part_of else None)


def _valid(records: Iterable[_R], shape: type[_R], report: Report, finder: str, refused: list[Refusal]) -> Iterator[_R]:
    """The valid ones of some records; the reasons why the others are not go to ``refused``."""
    for record in records:
        try:
            # As the store writes and reads it: a record that this changes could not be read from the book again.
            stored = msgspec.json.decode(msgspec.json.encode(record), type=shape)
            if isinstance(record, Claim) and record.confidence is not None and isnan(record.confidence):
                # JSON has no such number: it would be stored as a confidence that was not measured.
                raise ValueError(record.confidence)  # noqa: TRY301
            problem = _problem(stored, report, finder)
        except (msgspec.MsgspecError, TypeError, ValueError, OverflowError) as error:
            problem = message("The reader {finder} gave an invalid record, which is left out: {error}.",
                              finder=finder, error=error)  # fmt: skip
        if problem is None:
            yield stored
        else:
            refused.append(Refusal(origin=report.origin or report.id, reason=problem))


def _problem(record: Record, report: Report, finder: str) -> str | None:
    """Why a record does not fit the report; None if it does."""
    if isinstance(record, Attribution):
        spans = [*record.source, *record.cue, *record.content]
        outside = next((span for span in spans if not 0 <= span[0] < span[1] <= len(report.text)), None)
        return outside and message(
            "The reader {finder} gave an attribution at {start}–{end}, which is no span of the report; it is left out.",
            finder=finder, start=outside[0], end=outside[1],
        )  # fmt: skip
    if not isinstance(record, Claim | PlaceMention | DateMention | MeasureMention):
        return None
    quote = record.quote if isinstance(record, Claim) else record.text
    said = {"finder": finder, "quote": shorten(quote, _LONGEST_QUOTE), "start": record.start, "end": record.end}
    if record.report != report.id:
        return message("The reader {finder} gave “{quote}” for another report, {other}; it is left out.",
                       other=record.report, **said)  # fmt: skip
    if not 0 <= record.start < record.end or report.text[record.start : record.end] != quote:
        return message("The reader {finder} gave “{quote}” for {start}–{end}, where the report has other words; it is "
                       "left out.", **said)  # fmt: skip
    wrong = bounds.problem(record)
    return wrong and message("The reader {finder} gave “{quote}” a value that cannot be, and it is left out. {problem}",
                             problem=wrong, **said)  # fmt: skip
