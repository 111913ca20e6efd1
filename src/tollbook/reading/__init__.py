"""Reading reports into a store: several processes read, one writes, results come in the order of the input."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from tollbook.errors import Refused, Unanswered
from tollbook.ingest import Capture
from tollbook.mentions import Reading
from tollbook.model import Place, Refusal, Report
from tollbook.readers import registry
from tollbook.readers.base import AskingReader, Reader, check, finder_of
from tollbook.reading.marked import prepare, read_marked
from tollbook.reading.processes import Pending, Starter, apart, end_with_parent, processes, unread
from tollbook.reading.processes import read as read_by_name
from tollbook.store import Known, Store
from tollbook.store.descriptions import described
from tollbook.store.recaptures import Moment, moment

__all__ = [
    "NO_WORDS",
    "Former",
    "Outcome",
    "Starter",
    "apart",
    "end_with_parent",
    "prepare",
    "processes",
    "read_again",
    "read_into",
    "read_marked",
    "read_report",
    "write_readings",
]

#: The beginning of the finder of a report in a language that no reader has. The report is kept.
NO_WORDS = "no words for"
#: Reports handed out for each process ahead of the writer: enough that none waits while a hundred reports are linked,
#: which takes half a second, and few enough to stay small.
_AHEAD = 16
#: Reports that are looked up one by one before all that a book has are loaded: an upload has few, an archive many.
_FEW = 100
#: Returns the reader that made a reading, by its finder, if it is not an installed one.
Former = Callable[[str], Reader | None]


class Outcome(NamedTuple):
    """The result for one capture: whether it was read or known already, refusals with reasons, and the report.

    ``unanswered`` is the reason why the reader could not read it now; a later try may succeed.
    """

    read: bool = False
    known: bool = False
    refused: tuple[Refusal, ...] = ()
    report: str = ""
    unanswered: str = ""


class _Job(NamedTuple):
    """A report that is being read, and its reader."""

    capture: Capture
    finder: str
    reading: Pending


def read_into(
    store: Store,
    captures: Iterable[Capture | Refusal],
    *,
    separate: bool,
    jobs: int = 1,
    places: str | os.PathLike[str] | None = None,
    screen: bool = False,
    reader: str | Reader | None = None,
    start: Starter | None = None,
) -> Iterator[Outcome]:
    """Read reports and write them to the store one by one; the outcome of each capture, in the order of the input.

    ``reader`` names an installed reader, or is one, which reads in this process; the default is the reader for the
    language of each report. ``places`` is a CSV file of more places. Raises Refused if one of the two cannot be used.
    With ``screen`` an English report about no casualty and no attack is kept unread, and its finder says so.
    ``start`` is what :func:`apart` gives, for a caller that keeps its reading process.
    """
    if isinstance(reader, str):
        registry.require(reader)
    store.check_writable()
    known, described_by_people, recaptures = _KnownReports(store), store.described(), store.recaptures()
    waiting: deque[_Job | Outcome] = deque()
    with nullcontext(start) if start else processes(jobs, places) as begin:

        def job(capture: Capture) -> _Job | Outcome:
            report = described(capture.report, described_by_people.get(capture.report.id, {}))
            finder, reads = _choose(report, reader, screen=screen)
            now = Known(sha256=report.sha256, finder=finder, separate=separate)
            if _is_known(known.get(report.id), now, by_name=reader is not None):
                _note_capture(store, capture.report, recaptures)
                return Outcome(known=True, report=report.id)
            if known.get(report.id) is not None:
                capture = _with_stored_text(store, capture)
                report = replace(report, text=capture.report.text, offsets=capture.report.offsets)
            reading = _begin(begin, report, reader, apart=bool(start)) if reads else partial(unread, report)
            return _Job(capture, finder, reading)

        for capture in captures:
            waiting.append(Outcome(refused=(capture,)) if isinstance(capture, Refusal) else job(capture))
            while len(waiting) > (_AHEAD * jobs if jobs > 1 else 0):
                yield _finish(store, waiting.popleft(), recaptures, separate=separate)
        while waiting:
            yield _finish(store, waiting.popleft(), recaptures, separate=separate)


def _with_stored_text(store: Store, capture: Capture) -> Capture:
    """The capture with the text that the book has of the same bytes; that text is never replaced.

    Another version of Tollbook may have made another text of them, and claims have their places in the stored one.
    """
    stored = store.captured([capture.report.id]).get(capture.report.id)
    if stored is None or stored.sha256 != capture.report.sha256:
        return capture
    return replace(capture, report=replace(capture.report, text=stored.text, offsets=stored.offsets))


def _begin(start: Starter, report: Report, reader: str | Reader | None, *, apart: bool) -> Pending:
    """The reading of a report by an installed reader, where ``start`` lets it read, or by one that is given.

    With ``apart`` a given reader only asks its server in this process; ``start`` turns the answers into a reading.
    """
    if reader is None or isinstance(reader, str):
        return start(report, reader)
    if apart and isinstance(reader, AskingReader):
        return partial(_ask_and_read, start, report, reader)
    return partial(reader.read, report)


def _ask_and_read(start: Starter, report: Report, reader: AskingReader) -> Reading:
    return start(report, reader.asked(report))()


def read_again(
    store: Store, *, places: str | os.PathLike[str] | None = None, start: Starter | None = None,
    former: Former | None = None,
) -> Iterator[Outcome]:  # fmt: skip
    """Read reports again whose description (day, outlet, title …) changed since, each by the same reader as before.

    ``former`` gives readers that are not installed. A reading stays if its reader is not found or cannot read.
    """
    store.check_writable()
    stale = store.stale()
    known, before = store.known(), store.reading_of(stale)
    with nullcontext(start) if start else processes(1, places) as begin:
        for name, report in sorted(store.reports_of(stale).items()):
            by = known[name].finder.partition("/")[0]
            choice = by if by in registry.names() else former(known[name].finder) if former else None
            reader = registry.find(report.language, choice) if choice else None
            finder, reading = known[name].finder, before[name].reading
            if reader is not None:
                try:
                    again = _begin(begin, report, choice, apart=start is not None)
                    finder, reading = finder_of(reader), again()
                except Unanswered:
                    pass
                except Refused as error:
                    # The earlier reading stays, so that the report is not tried again forever.
                    finder, refusal = known[name].finder, Refusal(origin=report.origin, reason=str(error))
                    reading = replace(reading, refused=(*reading.refused, refusal))
            reading = check(_with_places(reading, before[name].reading), report, finder)
            capture = Capture(report=report, original=b"")
            store.add(capture, reading, finder=finder, separate=known[name].separate, again=True)
            for refusal in reading.refused:
                store.refuse(refusal)
            yield Outcome(read=True, refused=reading.refused, report=name)


def write_readings(store: Store, readings: Iterable[tuple[Capture, str, Reading]]) -> Iterator[Outcome]:
    """Write reports that were read elsewhere, each with its finder and its reading, as :func:`read_into` does."""
    store.check_writable()
    recaptures = store.recaptures()
    for capture, finder, reading in readings:
        yield _finish(store, _Job(capture, finder, partial(_made, reading)), recaptures, separate=False)


def _made(reading: Reading) -> Reading:
    return reading


def _with_places(reading: Reading, before: Reading) -> Reading:
    """A reading with the places that an earlier one resolved, perhaps from a file of places, and this one did not."""
    known = {mention.text: mention.place for mention in before.places if mention.place.lat is not None}

    def place_of(found: Place | None) -> Place | None:
        return known.get(found.text, found) if found is not None and found.lat is None else found

    claims = tuple(replace(claim, place=place_of(claim.place)) for claim in reading.claims)
    mentions = tuple(replace(mention, place=place_of(mention.place)) for mention in reading.places)
    return replace(reading, claims=claims, places=mentions)


class _KnownReports:
    """The stored reports among those that are to be read: looked up one by one for a few, loaded at once for many."""

    def __init__(self, store: Store) -> None:
        self._store, self._asked = store, 0
        self._every: dict[str, Known] | None = None

    def get(self, report: str) -> Known | None:
        """The report and its reading, if the book has them."""
        self._asked += 1
        if self._every is None and self._asked > _FEW:
            self._every = self._store.known()
        return (self._store.known(report) if self._every is None else self._every).get(report)


def _is_known(before: Known | None, now: Known, *, by_name: bool) -> bool:
    """Whether the book has this reading.

    A chosen reader that lacks the language does not replace an earlier reading.
    """
    lacks_language = by_name and now.finder.startswith(NO_WORDS)
    return before == now or (before is not None and lacks_language and before.sha256 == now.sha256)


def _choose(report: Report, name: str | Reader | None, *, screen: bool) -> tuple[str, bool]:
    """The finder of a report's reading, and whether a reader has to run for it.

    No reader runs if the chosen one does not have the language, or if the screen, which has only the languages of the
    rules, finds no violence.
    """
    reader = registry.find(report.language, name)
    if reader is None:
        return f"{NO_WORDS} {report.language}", False
    if screen:
        # Imported here because it loads the language pipeline, which other readers do without.
        from tollbook.readers import rules  # noqa: PLC0415
        from tollbook.readers.rules import screen as words  # noqa: PLC0415

        if report.language in rules.READER.languages | {None} and not words.passes(report.text):
            return words.FINDER, False
    return finder_of(reader), True


def read_report(report: Report, name: str | None, *, screen: bool = False) -> tuple[str, Reading]:
    """The finder and the checked reading of a report, as :func:`read_into` stores them. Raises Refused."""
    finder, reads = _choose(report, name, screen=screen)
    return finder, check(read_by_name(report, name) if reads else unread(report), report, finder)


def _note_capture(store: Store, report: Report, recaptures: set[Moment]) -> None:
    """Log a capture of bytes that the book has from another address or moment, unless the log has it."""
    if moment(report) not in recaptures and store.captured_again(report):
        recaptures.add(moment(report))


def _finish(store: Store, work: _Job | Outcome, recaptures: set[Moment], *, separate: bool) -> Outcome:
    """Wait for one reading, check it and write it, and write what was refused and what was captured again."""
    if isinstance(work, _Job):
        report = work.capture.report
        try:
            reading = check(work.reading(), report, work.finder)
            is_new = store.add(work.capture, reading, finder=work.finder, separate=separate)
            _note_capture(store, report, recaptures)
            work = Outcome(is_new, not is_new, reading.refused if is_new else (), report.id)
        except Refused as error:
            unanswered = str(error) if isinstance(error, Unanswered) else ""
            work = Outcome(refused=(Refusal(origin=report.origin, reason=str(error)),), unanswered=unanswered)
    for refusal in work.refused:
        store.refuse(refusal)
    return work
