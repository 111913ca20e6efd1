"""Paths to files: folders are walked in order of name, hidden entries are passed over, nothing is walked twice."""

import os
import stat
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path, PurePosixPath

from tollbook.model import Refusal

ROWS = ".jsonl"


#: What browsers call the folder of pictures and scripts beside a saved page.
_BESIDE = ("_files", ".files", "_Dateien", "_fichiers", "_archivos")


def saved_beside(path: PurePosixPath) -> Iterator[str]:
    """The pages that a file in a folder such as ``page_files`` would belong to."""
    for folder in (path, *path.parents):
        for end in _BESIDE:
            if folder.name.endswith(end):
                page = folder.with_name(folder.name.removesuffix(end) or "page")
                yield from (f"{page}.html", f"{page}.htm", f"{page}.xhtml")


def files(
    paths: Iterable[str | os.PathLike[str]], without: AbstractSet[Path] = frozenset()
) -> Iterator[Path | Refusal]:
    """The regular files under ``paths``, and a refusal for each path that leads to none.

    Files ``without`` (resolved paths) are passed over where a folder holds them.
    """
    for path in map(Path, paths):
        yield from _walk(path, without)


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
    if isinstance(error, PermissionError):
        return "It may not be opened; ask its owner for the right to read it."
    return f"It cannot be read: {(error.strerror or str(error)).lower()}."


def _walk(start: Path, without: AbstractSet[Path]) -> Iterator[Path | Refusal]:
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
            elif entries := _entries(path, without):
                todo.extend((entry, above | {this}) for entry in reversed(entries))
            else:
                yield refuse(path, "The folder holds nothing to read.")
        except OSError as error:
            lost = isinstance(error, FileNotFoundError) and path.is_symlink()
            yield refuse(path, "It is a link that leads nowhere." if lost else why_not(error))


def _entries(folder: Path, without: AbstractSet[Path]) -> list[Path]:
    entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    if without:
        entries = [entry for entry in entries if entry.resolve() not in without]
    names = {entry.name for entry in entries}
    return [entry for entry in entries if names.isdisjoint(saved_beside(PurePosixPath(entry.name)))]
