"""Runs readers in this process, or in others that end with it."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing.context import BaseContext

from tollbook import gazetteer
from tollbook.errors import BookError, Refused, TollbookError
from tollbook.locale.messages import message
from tollbook.mentions import Reading
from tollbook.model import Report
from tollbook.readers import registry
from tollbook.readers.base import Reader

#: Waits for the reading of one report.
Pending = Callable[[], Reading]
#: Starts the reading of a report by a reader or the name of one; returns a function that waits for the result.
Starter = Callable[[Report, str | Reader | None], Pending]


def unread(report: Report) -> Reading:
    """The empty reading of a report that no reader reads."""
    return Reading(report=report.id)


def read(report: Report, name: str | Reader | None) -> Reading:
    """The reading of a report by the reader of this name, or by the one for its language. Runs in any process."""
    reader = registry.find(report.language, name)
    return unread(report) if reader is None else _read_by(reader, report)


def _read_by(reader: Reader, report: Report) -> Reading:
    """Return what a reader finds in a report.

    Turns any error of the reader into Refused, so that other reports are read. Errors of Tollbook, such as a part that
    is not installed, concern all reports and end the reading.
    """
    try:
        return reader.read(report)
    except TollbookError:
        raise
    except Exception as error:
        raise Refused(message(
            "The reader “{reader}” failed on this report ({kind}), so it was not read. Read it with another reader "
            "(--reader NAME), and report the failure to its maintainer.",
            reader=reader.name, kind=type(error).__name__,
        )) from error  # fmt: skip


@contextmanager
def processes(jobs: int, places: str | os.PathLike[str] | None) -> Iterator[Starter]:
    """A context with a function that starts readings: in this process for one job, else in others."""
    with gazetteer.own_places(places):
        if jobs <= 1:
            yield lambda report, name: partial(read, report, name)
            return
        with apart(jobs, places, context=_sharing_what_is_loaded()) as start:
            yield start


@contextmanager
def apart(
    jobs: int = 1, places: str | os.PathLike[str] | None = None, *, context: BaseContext | None = None
) -> Iterator[Starter]:
    """As :func:`processes`, always in other processes, so that this one can answer while they read.

    Without a ``context`` they are spawned, not forked, so that this process does not keep what they load.
    """
    context = context or multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=_prepare_process, initargs=(places,))
    if jobs > 1:
        # They start while this process still loads what it needs to hand out the first report.
        for _ in range(jobs):
            pool.submit(os.getpid)
    try:
        yield lambda report, name: pool.submit(read, report, name).result
    except BrokenProcessPool as error:
        raise BookError(
            message("A reading process ended, perhaps because memory ran out. What was read is kept. Run the command "
                    "again with fewer --jobs.")
        ) from error  # fmt: skip
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _sharing_what_is_loaded() -> BaseContext:
    """Forks each process from one that has loaded what all need, where the system can; it has no database or thread.

    With two processes that is one load of the language pipeline instead of two, and half the memory for it.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", "tollbook.reading.preloaded"])
    return context


def _prepare_process(places: str | os.PathLike[str] | None) -> None:
    """Prepare a reading process."""
    end_with_parent()
    if places is not None:
        gazetteer.load_own(places)


def end_with_parent() -> None:
    """This process ends with the one that started it, and only that one reacts to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_and_exit, daemon=True).start()


def _wait_and_exit() -> None:
    # If the parent is killed, the work queue stays open and a reading process would wait forever.
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
