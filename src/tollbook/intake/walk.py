"""Paths to files: folders are walked in order of name, hidden entries are passed over, nothing is walked twice."""

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from tollbook.model import Refusal

ROWS = ".jsonl"


def files(paths: Iterable[str | os.PathLike[str]]) -> Iterator[Path | Refusal]:
    """The regular files under ``paths``, and a refusal for each path that leads to none."""
    for path in map(Path, paths):
        yield from _walk(path)


def name_of(path: Path) -> str:
    """The path as text that can be stored: bytes of a file name that are no UTF-8 are shown as escapes."""
    return str(path).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def refuse(path: Path, reason: str) -> Refusal:
    """A refusal of what stands at ``path``."""
    return Refusal(origin=name_of(path), reason=reason)


def why_not(error: OSError) -> str:
    """An operating system's error as a sentence."""
    if isinstance(error, FileNotFoundError):
        return "There is no such file or folder; check the spelling."
    return f"It cannot be opened: {(error.strerror or str(error)).lower()}."


def _walk(start: Path) -> Iterator[Path | Refusal]:
    """Depth first with a stack of its own: folders may be nested deeper than Python may recurse."""
    todo: list[tuple[Path, frozenset[tuple[int, int]]]] = [(start, frozenset())]
    while todo:
        path, above = todo.pop()
        try:
            found = path.stat()
            this = (found.st_dev, found.st_ino)
            if stat.S_ISREG(found.st_mode):
                yield path
            elif not stat.S_ISDIR(found.st_mode):
                yield refuse(path, "It is neither a file nor a folder but a device, pipe or socket.")
            elif this in above:
                yield refuse(path, "It is a link that leads back to a folder above it; it was not followed again.")
            elif entries := _entries(path):
                todo.extend((entry, above | {this}) for entry in reversed(entries))
            else:
                yield refuse(path, "The folder holds nothing to read.")
        except OSError as error:
            yield refuse(path, why_not(error))


def _entries(folder: Path) -> list[Path]:
    return sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
