"""The interface of a source, which is checked at intervals and returns new items."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from tollbook.book.watching import NewFile
from tollbook.errors import Refused
from tollbook.model import Refusal


class Item(NamedTuple):
    """Something new of a source: its key, the mark under which it is remembered as seen, and the files to read."""

    key: str
    mark: str
    files: tuple[NewFile, ...] = ()


class Look(NamedTuple):
    """The state of a source: its own ``memory``, which a look changes, and the items ``seen`` with their marks."""

    memory: dict[str, Any]
    seen: Mapping[str, str]
    moment: float


class Later(Refused):
    """The server asks to come back later; ``seconds`` says when."""

    def __init__(self, sentence: str, seconds: float) -> None:
        super().__init__(sentence)
        self.seconds = seconds


class Source(Protocol):
    """A folder, a feed or a mailbox. ``key`` is its name in the book, ``name`` its name for people.

    It is looked at ``every`` so many seconds; a ``local`` one also whenever somebody asks.
    """

    key: str
    name: str
    every: float
    local: bool

    def look(self, look: Look) -> Iterator[Item | Refusal]:
        """Yield new items in order. Raises Refused or OSError if the source cannot be read now."""


def digest(*parts: bytes | str) -> str:
    """A key of a fixed length for bytes or words from outside: the SHA-256 in hexadecimal, cut to 32 digits."""
    joined = b"\x1f".join(part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part for part in parts)
    return hashlib.sha256(joined).hexdigest()[:32]
