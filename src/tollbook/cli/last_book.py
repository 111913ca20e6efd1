"""The book that ``tollbook open`` opens: the one in this folder, else the one opened last, else a new one here."""

import os
from contextlib import suppress
from pathlib import Path

from platformdirs import user_state_path

from tollbook.book import DEFAULT

#: The longest path that is read back.
_LONGEST = 4096


def choose() -> str:
    """The book in the current folder, else the one opened last if it still exists, else a new one here."""
    here = Path.cwd() / DEFAULT
    last = recall()
    return str(here if here.exists() or last is None else last)


def recall() -> Path | None:
    """The file that was opened last, if it still exists."""
    try:
        text = _file().read_text(encoding="utf-8")[:_LONGEST].strip()
    except (OSError, UnicodeDecodeError):
        return None
    path = Path(text)
    return path if text and path.is_absolute() and path.is_file() else None


def remember(where: str) -> None:
    """Remember a book that is a file; only its path is kept, readable by its user alone."""
    path = Path(where)
    if not path.is_file():
        return
    with suppress(OSError):
        file = _file()
        file.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
            out.write(str(path.resolve()))


def _file() -> Path:
    return user_state_path("tollbook", appauthor=False) / "last-book"
