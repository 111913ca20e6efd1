"""Reading reports into a store: many readers, one writer, results in the order of the input."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial

from tollbook import gazetteer
from tollbook.errors import BookError, Refused
from tollbook.ingest import Capture
from tollbook.model import Reading, Refusal, Report
from tollbook.readers import rules
from tollbook.readers.rules import screen as sieve
from tollbook.store import Known, Store

#: How the finder of a report begins whose language no reader has words for: it is kept, and marked so.
NO_WORDS = "no words for"
#: Reports handed out for each process ahead of the writer: enough that none waits, few enough to stay small.
_AHEAD = 4
#: Waits for the reading of one report.
_Pending = Callable[[], Reading]


def read_into(
    store: Store,
    captures: Iterable[Capture | Refusal],
    *,
    separate: bool,
    jobs: int = 1,
    places: str | os.PathLike[str] | None = None,
    screen: bool = False,
) -> Iterator[Refusal | bool]:
    """Read and keep reports one by one. For each: True when it was new, False when known, else the refusal.

    ``places`` is a CSV file of places the gazetteer lacks. Raises Refused when it cannot be used. With ``screen`` a
    report that tells of no harm or attack is kept without being read, and marked so by its finder.
    """
    store.check_writable()
    known = store.known()
    waiting: deque[tuple[Capture, str, _Pending] | Refusal | bool] = deque()
    with _readers(jobs, places) as hand_out:
        for found in captures:
            if isinstance(found, Refusal):
                waiting.append(found)
            elif known.get(found.report.id) == _as_known(found.report, _finder(found, screen), separate=separate):
                waiting.append(False)
            elif (finder := _finder(found, screen)) != rules.FINDER:
                waiting.append((found, finder, partial(sieve.held_back, found.report)))
            else:
                waiting.append((found, finder, hand_out(found.report)))
            while len(waiting) > _AHEAD * (jobs - 1):
                yield _keep(store, waiting.popleft(), separate=separate)
        while waiting:
            yield _keep(store, waiting.popleft(), separate=separate)


def _as_known(report: Report, finder: str, *, separate: bool) -> Known:
    return Known(sha256=report.sha256, finder=finder, separate=separate)


def _finder(capture: Capture, screen: bool) -> str:
    """Who makes the reading of a report: the reader, the screen that holds it back, or nobody who has its words."""
    if capture.report.language not in rules.LANGUAGES | {None}:
        return f"{NO_WORDS} {capture.report.language}"
    return sieve.FINDER if screen and not sieve.passes(capture.report.text) else rules.FINDER


def _keep(store: Store, work: tuple[Capture, str, _Pending] | Refusal | bool, *, separate: bool) -> Refusal | bool:
    """Wait for one reading and write it; a report that cannot be read or kept becomes a refusal."""
    if isinstance(work, bool):
        return work
    if isinstance(work, tuple):
        capture, finder, reading = work
        try:
            return store.add(capture, reading(), finder=finder, separate=separate)
        except Refused as refused:
            work = Refusal(origin=capture.report.origin, reason=str(refused))
    store.refuse(work)
    return work


@contextmanager
def _readers(jobs: int, places: str | os.PathLike[str] | None) -> Iterator[Callable[[Report], _Pending]]:
    """Something that takes a report and says where to wait for its reading: this process for one job, else others."""
    if places is not None:
        gazetteer.load_own(places)
    if jobs <= 1:
        yield lambda report: partial(rules.read, report)
        return
    # Spawned, not forked: the same on every system, and safe beside open databases and threads.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=_start_reader, initargs=(places,))
    try:
        yield lambda report: pool.submit(rules.read, report).result
    except BrokenProcessPool as error:
        raise BookError(
            "A reading process ended, perhaps for want of memory; what was read is kept. Run again with fewer --jobs."
        ) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _start_reader(places: str | os.PathLike[str] | None) -> None:
    """Prepare a reading process. It ends with the one that started it, which alone answers to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if places is not None:
        gazetteer.load_own(places)
    threading.Thread(target=_wait_and_exit, daemon=True).start()


def _wait_and_exit() -> None:
    # A killed parent leaves the queue of work open: its readers would wait for ever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
