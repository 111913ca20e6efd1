"""The progress of reading uploaded files, and the results."""

from collections.abc import Sequence
from typing import Any

import msgspec
from fastapi import Request

from tollbook.book import Book
from tollbook.model import Record, Refusal
from tollbook.store.uploads import Upload
from tollbook.web.chosen_model import usage_of
from tollbook.web.reading_loop import ReadingState


class UploadProgress(Record, frozen=True, kw_only=True):
    """The files of a batch: their number, how many are done, the reports and incidents found, and refusals.

    ``lacking`` counts the reports that lack a day, an outlet or a title. ``busy``: more is to be read. ``waiting``
    files are not read yet. A language model has got ``requests`` since the server started, and writes ``speed`` tokens
    a second.
    """

    batch: str
    files: int
    done: int
    reports: int
    known: int
    incidents: int
    refused: tuple[Refusal, ...]
    lacking: dict[str, int]
    busy: bool
    again: int = 0
    of: int = 0
    linked: int = 0
    of_linked: int = 0
    problem: str = ""
    waiting: int = 0
    requests: int = 0
    speed: int | None = None


def progress_of(request: Request, batch: str) -> UploadProgress | None:
    """The progress of a batch, or of the one that was sent last; None if there is nothing to show."""
    book: Book = request.app.state.book
    state: ReadingState = request.app.state.worker.state
    name = batch or book.uploads.last_batch() or ""
    uploads = [each for each in book.uploads.of_batch(name) if each.state != "arriving"] if name else []
    if not uploads and not state.busy and not state.problem:
        return None
    progress = _progress(book, name, uploads, state)
    usage = usage_of(request.app.state.worker.reader)
    if usage is None:
        return progress
    speed = usage.tokens_per_second
    return msgspec.structs.replace(progress, requests=usage.requests, speed=round(speed) if speed is not None else None)


def _progress(book: Book, batch: str, uploads: Sequence[Upload], state: ReadingState) -> UploadProgress:
    outcomes = [each.outcome for each in uploads]
    read = {name for outcome in outcomes for name in outcome.read}
    known = {name for outcome in outcomes for name in outcome.known} - read
    busy = (state.busy or any(each.state == "waiting" for each in uploads)) and not state.problem
    result: dict[str, Any] = {"incidents": 0, "lacking": {}}
    if not busy:
        # Incidents are counted when all is read: earlier, each of them would be made several times.
        every = read | known
        result = {"incidents": len(book.incidents.of_reports(every)), "lacking": book.reports.lacking(every)}
    return UploadProgress(
        batch=batch,
        files=len(uploads),
        done=sum(each.state == "done" for each in uploads),
        reports=len(read),
        known=len(known),
        refused=tuple(refusal for outcome in outcomes for refusal in outcome.refused),
        busy=busy,
        again=state.again,
        of=state.of,
        linked=state.linked,
        of_linked=state.of_linked,
        problem=state.problem,
        waiting=sum(each.state == "waiting" for each in uploads),
        **result,
    )
