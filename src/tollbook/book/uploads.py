"""Files that people send to a book: stored as they come, read one after another."""

import io
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from typing import Self

from msgspec.structs import replace

from tollbook import reading
from tollbook.book.arrivals import derived
from tollbook.errors import BookError, Refused, Unanswered
from tollbook.ingest import NamedFile, captures_of
from tollbook.locale.messages import message
from tollbook.model import Refusal
from tollbook.readers.base import Reader
from tollbook.store import Store, uploads
from tollbook.store.uploads import Upload, UploadOutcome

#: The largest file. Larger ones are read by the command line, which does not keep them in memory.
MOST_BYTES = 200_000_000
#: Bytes of all files that wait to be read: a book should not fill the disk before anything is read.
MOST_WAITING = 2_000_000_000
MOST_FILES = 10_000
#: Bytes stored at once.
_PART = 1_000_000
#: Characters of the longest file name, folders included.
_LONGEST_NAME = 500


class ArrivingFile:
    """A file whose bytes come in; ``write`` them, then ``complete`` it. Anything else is removed by ``discard``."""

    def __init__(self, store: Store, number: int, name: str) -> None:
        self.number, self.name, self.size = number, name, 0
        self._store, self._parts, self._buffer = store, 0, bytearray()

    def write(self, data: bytes) -> Self:
        """The next bytes. Raises Refused for more than a file may have, BookError."""
        self.size += len(data)
        if self.size > MOST_BYTES:
            raise Refused(message(
                "It has more than {most:,.0f} MB; read it with the command: tollbook read FILE", most=MOST_BYTES / 1e6
            ))  # fmt: skip
        self._buffer += data
        if len(self._buffer) >= _PART:
            self._flush()
        return self

    def complete(self) -> Self:
        """All bytes are there. When this returns, the file is stored for good and will be read. Raises BookError."""
        with self._store.writing() as connection:
            if self._buffer:
                uploads.add_part(connection, self.number, self._parts, bytes(self._buffer))
            uploads.complete(connection, self.number)
        return self

    def discard(self) -> None:
        """Remove the file: it did not arrive in full."""
        with suppress(BookError), self._store.writing() as connection:
            uploads.remove(connection, self.number)

    def _flush(self) -> None:
        with self._store.writing() as connection:
            uploads.add_part(connection, self.number, self._parts, bytes(self._buffer))
        self._parts, self._buffer = self._parts + 1, bytearray()


class Uploads:
    """``book.uploads``."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def receive(self, name: str, *, batch: str, who: str) -> ArrivingFile:
        """A new file. Its name is only ever text. Raises Refused if too much waits already, BookError."""
        shown = shown_name(name)
        with self._store.writing() as connection:
            files, size = uploads.waiting(connection)
            if files >= MOST_FILES or size >= MOST_WAITING:
                raise Refused(message("Too many files wait to be read; send more when these are done."))
            return ArrivingFile(self._store, uploads.begin(connection, batch, shown, who), shown)

    def of_batch(self, batch: str) -> list[Upload]:
        """The files of a batch and the result of each."""
        with self._store.reading() as connection:
            return uploads.of_batch(connection, batch)

    def last_batch(self) -> str | None:
        """The batch that is being read, else the one that was sent last; None if nothing was ever sent."""
        with self._store.reading() as connection:
            return uploads.last_batch(connection)

    def next_waiting(self) -> Upload | None:
        """The file that is to be read next."""
        with self._store.reading() as connection:
            return uploads.next_waiting(connection)

    def number_waiting(self) -> int:
        """How many files wait to be read."""
        with self._store.reading() as connection:
            return uploads.waiting(connection)[0]

    def remove_unfinished(self) -> None:
        """Remove incomplete files of an earlier process. Raises BookError."""
        with self._store.reading() as connection:
            has_any = uploads.waiting(connection)[0]
        if has_any:
            with self._store.writing() as connection:
                uploads.remove_unfinished(connection)

    def refuse(self, upload: Upload, reason: str) -> None:
        """Finish a file that could not be read at all, such as one that ended the process that read it."""
        refusal = Refusal(origin=upload.name, reason=reason)
        self._store.refuse(refusal)
        with self._store.writing() as connection:
            uploads.finish(connection, upload.number, UploadOutcome(refused=(refusal,)))

    def read(self, start: reading.Starter | None = None, *, reader: str | Reader | None = None) -> Iterator[Upload]:
        """Read the waiting files, and yield each when it is done. The options are those of ``reading.read_into``.

        Each report is stored when it is read; a process that is killed reads the file again, which changes nothing.
        Files that the reader cannot read now stay in the line: Unanswered is raised for them when the others are done.
        """
        line = _Line(self._store)
        captures = captures_of(line.files())
        outcomes = reading.read_into(self._store, captures, separate=False, start=start, reader=reader)
        for outcome in derived(self._store, outcomes):
            line.note(outcome)
            yield from line.take_done()
        yield from line.take_done()
        if line.problem:
            raise Unanswered(line.problem)


class _Line:
    """The waiting files, one after another, with the outcomes of the one that is being read.

    ``problem`` is the reason why files stay in the line: a reader cannot read one of their reports now.

    Each outcome comes right after its capture and before the next file is asked for, because nothing is read ahead.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: list[str] = []
        self._known: list[str] = []
        self._refused: list[Refusal] = []
        self._unanswered = ""
        self._after = 0
        self.problem = ""
        self._done: list[Upload] = []

    def files(self) -> Iterator[NamedFile]:
        """The waiting files; asking for the next one means that the one before is done."""
        while True:
            with self._store.reading() as connection:
                upload = uploads.next_waiting(connection, self._after)
                data = uploads.data(connection, upload.number) if upload else b""
            if upload is None:
                return
            self._store.actor = upload.who or self._store.actor
            yield NamedFile(name=upload.name.rpartition("/")[2], origin=upload.name, data=io.BytesIO(data))
            self._finish(upload)

    def note(self, outcome: reading.Outcome) -> None:
        """Note the outcome of one capture of the current file."""
        if outcome.read:
            self._read.append(outcome.report)
        elif outcome.known:
            self._known.append(outcome.report)
        self._refused.extend(outcome.refused)
        self._unanswered = self._unanswered or outcome.unanswered

    def take_done(self) -> Iterator[Upload]:
        """The files that were finished since the last call."""
        while self._done:
            yield self._done.pop(0)

    def _finish(self, upload: Upload) -> None:
        if self._unanswered:
            self.problem, self._after = self._unanswered, upload.number
        else:
            outcome = UploadOutcome(read=tuple(self._read), known=tuple(self._known), refused=tuple(self._refused))
            with self._store.writing() as connection:
                uploads.finish(connection, upload.number, outcome)
            self._done.append(replace(upload, state="done", outcome=outcome))
        self._read, self._known, self._refused, self._unanswered = [], [], [], ""


def shown_name(name: str) -> str:
    """A file name as text: never a path, without control characters, folders separated by ``/``."""
    words = "".join(c for c in name if unicodedata.category(c) not in {"Cc", "Cf", "Cs"})[-_LONGEST_NAME:]
    parts = (part.strip() for part in words.replace("\\", "/").split("/"))
    return "/".join(part for part in parts if part not in {"", ".", ".."}) or message("a file without a name")
