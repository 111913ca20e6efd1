"""The state of a watcher in a book, and the files that it stores.

A file is stored to be read, and its item is marked as seen, in one transaction: a process that is killed at any moment
neither loses a file nor brings it twice.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tollbook.model import Refusal
from tollbook.store import Store, uploads, watched

#: Bytes stored as one part.
_PART = 1_000_000


class NewFile(NamedTuple):
    """A file to read: its name, from which its type may follow, and its bytes."""

    name: str
    data: bytes


class Watching:
    """``book.watching``."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def files(self) -> frozenset[Any]:
        """The files of the book itself, which may be in a watched folder."""
        return self._store.files

    def state(self, key: str) -> watched.Memory | None:
        """The value stored under a key, or None."""
        with self._store.reading() as connection:
            return watched.state(connection, key)

    def remember(self, key: str, value: Mapping[str, Any]) -> None:
        """Replace the value stored under a key."""
        with self._store.writing() as connection:
            watched.set_state(connection, key, value)

    def seen(self, source: str) -> dict[str, str]:
        """The items of a source that were seen, each with its mark."""
        with self._store.reading() as connection:
            return watched.items(connection, source)

    def bring(self, source: str, item: str, mark: str, files: Iterable[NewFile] = ()) -> bool:
        """Mark an item of a source as seen and store its files to be read; False if it has this mark already."""
        with self._store.writing() as connection:
            if not watched.mark(connection, source, item, mark):
                return False
            for file in files:
                number = uploads.begin(connection, f"watch {source}"[:200], file.name, "")
                for part in range(0, len(file.data), _PART):
                    uploads.add_part(connection, number, part // _PART, file.data[part : part + _PART])
                uploads.complete(connection, number)
        return True

    def refuse(self, refusal: Refusal) -> None:
        """Store and log a source or file that could not be followed; the same refusal once."""
        self._store.refuse(refusal)
