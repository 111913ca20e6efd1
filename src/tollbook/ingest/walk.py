"""Paths to files: folders are walked in order of name, hidden entries are skipped, no folder is walked twice."""

import os
import stat
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path, PurePosixPath

from tollbook.locale.messages import message
from tollbook.model import Refusal

#: The ending of a file with one report per line.
ROWS = ".jsonl"
_LINK = message(
    "It is a link, and links inside folders are not followed: they may lead to files that do not belong to the folder. "
    "Read what it leads to by its own path, or use --links."
)
#: The endings of the folder of pictures and scripts that browsers save with a page.
_PAGE_FOLDERS = ("_files", ".files", "_Dateien", "_fichiers", "_archivos")


def pages_of_folder(path: PurePosixPath) -> Iterator[str]:
    """The pages that a file in a folder such as ``page_files`` would belong to."""
    for folder in (path, *path.parents):
        for end in _PAGE_FOLDERS:
            if folder.name.endswith(end):
                page = folder.with_name(folder.name.removesuffix(end) or "page")
                yield from (f"{page}.html", f"{page}.htm", f"{page}.xhtml")


def files(
    paths: Iterable[str | os.PathLike[str]], without: AbstractSet[Path] = frozenset(), *, links: bool = False
) -> Iterator[Path | Refusal]:
    """The regular files under ``paths``, and a refusal for each path that leads to none.

    Files ``without`` (resolved paths) are skipped inside folders. Links inside folders are followed only with
    ``links``: a folder from somebody else may link to files of one's own. A link that is itself one of ``paths`` is
    followed.
    """
    for path in map(Path, paths):
        yield from _walk(path, without, links=links)


def name_of(path: Path) -> str:
    """The path as text that can be stored: bytes of a file name that are not UTF-8 become escapes."""
    return str(path).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def refuse(path: Path, reason: str) -> Refusal:
    """A refusal of the file or folder at ``path``."""
    return Refusal(origin=name_of(path), reason=reason)


def why_not(error: OSError) -> str:
    """An error of the operating system as a sentence."""
    if isinstance(error, FileNotFoundError):
        return message("There is no such file or folder; check the spelling.")
    if isinstance(error, PermissionError):
        return message("You have no permission to open it; ask its owner for the right to read it.")
    return message("It cannot be read: {error}.", error=(error.strerror or str(error)).lower())


def _walk(start: Path, without: AbstractSet[Path], *, links: bool) -> Iterator[Path | Refusal]:
    """Depth first with an explicit stack: folders may be nested deeper than Python's recursion limit."""
    todo: list[tuple[Path, frozenset[tuple[int, int]]]] = [(start, frozenset())]
    while todo:
        path, parents = todo.pop()
        try:
            if parents and not links and path.is_symlink():
                yield refuse(path, _LINK)
                continue
            status = path.stat()
            identity = (status.st_dev, status.st_ino)
            if stat.S_ISREG(status.st_mode):
                yield path
            elif not stat.S_ISDIR(status.st_mode):
                yield refuse(path, message("It is not a file or a folder but a device, pipe or socket."))
            elif identity in parents:
                yield refuse(path, message("It is a link back to a folder that contains it; it was not followed."))
            elif entries := _entries(path, without):
                todo.extend((entry, parents | {identity}) for entry in reversed(entries))
            else:
                yield refuse(path, message("The folder holds nothing to read."))
        except OSError as error:
            broken_link = isinstance(error, FileNotFoundError) and path.is_symlink()
            yield refuse(
                path, message("It is a link to a file that does not exist.") if broken_link else why_not(error)
            )


def _entries(folder: Path, without: AbstractSet[Path]) -> list[Path]:
    entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    if without:
        entries = [entry for entry in entries if entry.resolve() not in without]
    names = {entry.name for entry in entries}
    return [entry for entry in entries if names.isdisjoint(pages_of_folder(PurePosixPath(entry.name)))]
