"""Folders: files that are new or changed, after nobody has written them for some seconds."""

import os
import stat
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path

from tollbook.book.uploads import MOST_BYTES
from tollbook.book.watching import NewFile
from tollbook.errors import Refused
from tollbook.ingest.walk import files, name_of, refuse, why_not
from tollbook.locale.messages import message
from tollbook.model import Refusal
from tollbook.watch.settings import FolderSetting
from tollbook.watch.source import Item, Look

#: How programs end the name of a file that they have not finished.
_UNFINISHED = (".part", ".partial", ".crdownload", ".download", ".tmp", ".filepart")


class Folder:
    """A folder with everything inside; links inside are not followed, hidden files are not read."""

    local = True

    def __init__(self, setting: FolderSetting, without: AbstractSet[Path]) -> None:
        self._root = Path(setting.path).expanduser()
        self._settle, self._without = setting.settle, without
        self.name = name_of(self._root)
        self.key, self.every = f"folder {self.name}", setting.every

    def look(self, look: Look) -> Iterator[Item | Refusal]:
        """Each file that is not as it was when it was read, and has not changed for a while."""
        if not self._root.is_dir():
            raise Refused(
                message("The folder is not there; it is looked for again. If you moved it, change the settings.")
            )
        look.memory["unsettled"] = False
        for path in files([self._root], self._without):
            if isinstance(path, Refusal):
                # An empty folder is nothing to refuse: files will come.
                if not Path(path.origin).is_dir():
                    yield path
            elif not path.name.lower().endswith(_UNFINISHED):
                yield from self._file(path, look)

    def _file(self, path: Path, look: Look) -> Iterator[Item | Refusal]:
        key = name_of(path)
        try:
            before = path.stat()
            if look.seen.get(key) == mark_of(before):
                return
            if not is_settled(before, look.moment, self._settle):
                look.memory["unsettled"] = True
                return
            if before.st_size > MOST_BYTES:
                yield Item(key, mark_of(before))
                yield refuse(path, _too_large())
                return
            data = path.read_bytes()
            if mark_of(path.stat()) == mark_of(before):
                yield Item(key, mark_of(before), (NewFile(key, data),))
            else:
                look.memory["unsettled"] = True
        except FileNotFoundError:
            # It has been moved away since.
            return
        except OSError as error:
            yield refuse(path, why_not(error))


def mark_of(status: os.stat_result) -> str:
    """A mark that changes when a file does: its size and the time of its last change."""
    return f"{status.st_size} {status.st_mtime_ns}"


def is_settled(status: os.stat_result, moment: float, seconds: float) -> bool:
    """Whether nobody has written a file for some seconds. A copy gets its old time only at its end."""
    changed = max(status.st_mtime, status.st_ctime if os.name == "posix" else 0.0)
    # A time in the future, from a clock that was wrong, must not keep a file waiting forever.
    return stat.S_ISREG(status.st_mode) and not moment - seconds < changed <= moment + seconds


def _too_large() -> str:
    return message(
        "It has more than {most:,.0f} MB; read it with the command: tollbook read FILE", most=MOST_BYTES / 1e6
    )
