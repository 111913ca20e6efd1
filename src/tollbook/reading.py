"""Reading reports into a store: several processes read, one writes, results come in the order of the input."""

import functools
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from msgspec.structs import replace

from tollbook import gazetteer
from tollbook.errors import BookError, Refused, Unanswered
from tollbook.ingest import Capture
from tollbook.locale.messages import message
from tollbook.mentions import Reading
from tollbook.model import Claim, Place, Refusal, Report, Speaker
from tollbook.readers import passages, registry
from tollbook.readers.base import MarkedWords, Reader, check, finder_of
from tollbook.store import Known, Store
from tollbook.store.descriptions import described
from tollbook.store.recaptures import Moment, moment

if TYPE_CHECKING:
    from tollbook.readers.rules.document import Document

#: How the finder of a report begins whose language no reader has: the report is kept, and marked so.
NO_WORDS = "no words for"
#: Reports handed out for each process ahead of the writer: enough that none waits, few enough to stay small.
_AHEAD = 4
#: The reader whose layers read marked words, and the number of parsed reports that are kept for it.
RULES = "rules"
_PARSED = 4
#: Waits for the reading of one report.
_Pending = Callable[[], Reading]
#: Starts the reading of a report by the reader of a name, and says where to wait for it.
Starter = Callable[[Report, str | None], _Pending]
#: Gives the reader that made a reading, by its finder, where it is none of the installed ones.
Former = Callable[[str], Reader | None]


class Outcome(NamedTuple):
    """What became of one capture: read, known already, or neither; what was refused, with reasons; and the report."""

    read: bool = False
    known: bool = False
    refused: tuple[Refusal, ...] = ()
    report: str = ""


class _Job(NamedTuple):
    """A report whose reading is being made, and who makes it."""

    capture: Capture
    finder: str
    reading: _Pending


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

    ``reader`` names an installed reader, or is one, which reads in this process; without it each report is read by the
    one for its language. ``places`` is a
    CSV file of places the gazetteer lacks. Raises Refused when one of the two cannot be used. With ``screen`` a report
    in English about no casualty and no attack is kept without being read, and marked so by its finder. ``start`` is
    what :func:`apart` gives, for a caller that keeps its reading process.
    """
    if isinstance(reader, str):
        registry.require(reader)
    store.check_writable()
    known, described_by_people, recaptures = store.known(), store.described(), store.recaptures()
    waiting: deque[_Job | Outcome] = deque()
    with nullcontext(start) if start else _processes(jobs, places) as begin:
        for capture in captures:
            if isinstance(capture, Refusal):
                waiting.append(Outcome(refused=(capture,)))
            else:
                report = described(capture.report, described_by_people.get(capture.report.id, {}))
                finder, reads = _choose(report, reader, screen=screen)
                now = Known(sha256=report.sha256, finder=finder, separate=separate)
                if _is_known(known.get(report.id), now, by_name=reader is not None):
                    _note_capture(store, capture.report, recaptures)
                    waiting.append(Outcome(known=True, report=report.id))
                else:
                    reading = _begin(begin, report, reader) if reads else partial(_unread, report)
                    waiting.append(_Job(capture, finder, reading))
            while len(waiting) > _AHEAD * (jobs - 1):
                yield _finish(store, waiting.popleft(), recaptures, separate=separate)
        while waiting:
            yield _finish(store, waiting.popleft(), recaptures, separate=separate)


def _begin(start: Starter, report: Report, reader: str | Reader | None) -> _Pending:
    """The reading of a report by an installed reader, where ``start`` lets it read, or by one that is given."""
    return start(report, reader) if reader is None or isinstance(reader, str) else partial(reader.read, report)


def read_again(
    store: Store, *, places: str | os.PathLike[str] | None = None, start: Starter | None = None,
    former: Former | None = None,
) -> Iterator[Outcome]:  # fmt: skip
    """Read the reports again that were described otherwise since they were read, each by the reader that read it.

    ``former`` gives readers that are not installed; a reading whose reader is there no more, or cannot read, stays.
    """
    store.check_writable()
    stale = store.stale()
    known, before = store.known(), store.reading_of(stale)
    with nullcontext(start) if start else _processes(1, places) as begin:
        for name, report in sorted(store.reports_of(stale).items()):
            by = known[name].finder.partition("/")[0]
            choice = by if by in registry.names() else former(known[name].finder) if former else None
            reader = registry.find(report.language, choice) if choice else None
            finder, reading = known[name].finder, before[name].reading
            if reader is not None:
                with suppress(Unanswered):
                    finder, reading = finder_of(reader), _begin(begin, report, choice)()
            reading = check(_with_places(reading, before[name].reading), report, finder)
            capture = Capture(report=report, original=b"")
            store.add(capture, reading, finder=finder, separate=known[name].separate, again=True)
            yield Outcome(read=True, report=name)


def _with_places(reading: Reading, before: Reading) -> Reading:
    """A reading with the places that an earlier one knew, perhaps from a file of places, and this one does not."""
    known = {mention.text: mention.place for mention in before.places if mention.place.lat is not None}

    def place_of(found: Place | None) -> Place | None:
        return known.get(found.text, found) if found is not None and found.lat is None else found

    claims = tuple(replace(claim, place=place_of(claim.place)) for claim in reading.claims)
    mentions = tuple(replace(mention, place=place_of(mention.place)) for mention in reading.places)
    return replace(reading, claims=claims, places=mentions)


def _is_known(before: Known | None, now: Known, *, by_name: bool) -> bool:
    """Whether the book has this reading. A reader chosen by name that lacks the language does not undo another's."""
    lacks_language = by_name and now.finder.startswith(NO_WORDS)
    return before == now or (before is not None and lacks_language and before.sha256 == now.sha256)


def _choose(report: Report, name: str | Reader | None, *, screen: bool) -> tuple[str, bool]:
    """The finder of a report's reading, and whether a reader has to run for it.

    None runs where the chosen one does not have the language, and where the screen, which knows the languages of the
    rules alone, finds nothing.
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


def _unread(report: Report) -> Reading:
    """What is kept of a report that no reader reads: that it is there."""
    return Reading(report=report.id)


def _read(report: Report, name: str | None) -> Reading:
    """The reading of a report by the reader of this name, or by the one for its language. Runs in any process."""
    reader = registry.find(report.language, name)
    return _unread(report) if reader is None else reader.read(report)


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
            work = Outcome(refused=(Refusal(origin=report.origin, reason=str(error)),))
    for refusal in work.refused:
        store.refuse(refusal)
    return work


@contextmanager
def _processes(jobs: int, places: str | os.PathLike[str] | None) -> Iterator[Starter]:
    """Something that starts the reading of a report and says where to wait for it: here for one job, else elsewhere."""
    if places is not None:
        gazetteer.load_own(places)
    if jobs <= 1:
        yield lambda report, name: partial(_read, report, name)
        return
    with apart(jobs, places) as start:
        yield start


@contextmanager
def apart(jobs: int = 1, places: str | os.PathLike[str] | None = None) -> Iterator[Starter]:
    """As ``_processes``, always in other processes, so that this one can answer while they read."""
    # Spawned, not forked: the same on every system, and safe beside open databases and threads.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=_prepare_process, initargs=(places,))
    try:
        yield lambda report, name: pool.submit(_read, report, name).result
    except BrokenProcessPool as error:
        raise BookError(
            message("A reading process ended, perhaps because memory ran out. What was read is kept. Run the command "
                    "again with fewer --jobs.")
        ) from error  # fmt: skip
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _prepare_process(places: str | os.PathLike[str] | None) -> None:
    """Prepare a reading process. It ends with the process that started it, and only that one reacts to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if places is not None:
        gazetteer.load_own(places)
    threading.Thread(target=_wait_and_exit, daemon=True).start()


def _wait_and_exit() -> None:
    # If the parent is killed, the work queue stays open and this process would wait for ever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def read_marked(report: Report, start: int, end: int) -> MarkedWords:
    """What the words at ``[start, end)`` of a report say, in its context; nothing for a language without rules.

    Raises Refused for no such words.
    """
    if not 0 <= start < end <= len(report.text) or not report.text[start:end].strip():
        raise Refused(message("Select the words of the claim in the text first."))
    outlet = Speaker(name=report.outlet, role="outlet")
    claim = Claim(id="", report=report.id, start=start, end=end, quote=report.text[start:end], kind="attack",
                  speakers=(outlet,))  # fmt: skip
    if registry.find(report.language, RULES) is None:
        return MarkedWords(claim=claim)
    # Imported here because it loads the language pipeline, which most commands do not need.
    from tollbook.readers.rules.marked_words import read_marked as read_words  # noqa: PLC0415

    part, by = passages.at(report, start)
    marked = read_words(_parsed(msgspec.json.encode(part)), start - by, min(end - by, len(part.text)))
    marked = replace(marked, claim=replace(marked.claim, start=start, end=end, quote=claim.quote))
    return marked if marked.claim.speakers else replace(marked, claim=replace(marked.claim, speakers=(outlet,)))


def prepare(report: Report) -> None:
    """Parse a report ahead, so that marking words in it takes no time; nothing for a language without rules.

    Of a long report only its first passage is parsed.
    """
    if registry.find(report.language, RULES) is not None:
        _parsed(msgspec.json.encode(passages.at(report, 0)[0]))


@functools.lru_cache(maxsize=_PARSED)
def _parsed(encoded: bytes) -> "Document":
    """A report with its layers: a person marks several words of one report, and parsing it takes most of the time."""
    from tollbook.readers.rules.document import Document  # noqa: PLC0415

    return Document(msgspec.json.decode(encoded, type=Report))
