"""Encrypted books: SQLCipher encrypts every page, so that nothing of a book is on the disk in plain text.

The passphrase comes from the caller, from ``TOLLBOOK_PASSPHRASE``, or from a prompt. It is kept only in the memory of
this process and of those that it starts to read, and never appears in a URL, an argument or a message.
"""

import os
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import URL

from tollbook.errors import Locked, MissingPart
from tollbook.locale.messages import message

VARIABLE = "TOLLBOOK_PASSPHRASE"
_PLAIN = b"SQLite format 3\0"
_PAGE = 4096
#: The least number of different byte values in an encrypted page. 4,096 random bytes have nearly all of the 256 values;
#: no text, table or picture is as even and a whole number of pages long.
_MIN_VALUES = 240
#: Passphrases entered at a prompt, by the absolute path of the book.
_entered: dict[str, str] = {}
#: The files that engines of this process have open, by device and inode: for each engine whether it is encrypted.
_in_use: dict[tuple[int, int], list[bool]] = {}
_lock = threading.Lock()


def is_encrypted(path: Path) -> bool:
    """Whether the file looks like an encrypted book: whole pages, and random bytes in the first one."""
    with _lock:
        if not path.is_file():
            return False
        if known := _in_use.get(_identity(path)):
            return known[0]
        if path.stat().st_size % _PAGE:
            return False
        page = _first_page(path)
    return not page.startswith(_PLAIN) and len(set(page)) >= _MIN_VALUES


def is_plain(path: Path) -> bool:
    """Whether the file is a SQLite database without encryption."""
    with _lock:
        if not path.is_file():
            return False
        if known := _in_use.get(_identity(path)):
            return not known[0]
        return _first_page(path).startswith(_PLAIN)


def in_use(path: Path, *, encrypted: bool) -> Callable[[], None]:
    """Note that an engine has a file open, so that nothing else here opens it; returns the function that ends this.

    Closing a file drops all locks that its process has on it, those of SQLite too (section 2.2 of "How To Corrupt An
    SQLite Database File"). Another process could then delete the write-ahead log to which this one goes on writing.
    """
    with _lock:
        key = _identity(path)
        _in_use.setdefault(key, []).append(encrypted)

    def end() -> None:
        with _lock:
            _in_use[key].pop()
            if not _in_use[key]:
                del _in_use[key]

    return end


def _identity(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def _first_page(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_PAGE)


def give(path: str | os.PathLike[str], passphrase: str) -> None:
    """Remember the passphrase of a book until this process ends."""
    _entered[_key(path)] = passphrase


def passphrase_of(path: str | os.PathLike[str]) -> str | None:
    """The passphrase of a book, or None if it is not known."""
    return _entered.get(_key(path)) or os.environ.get(VARIABLE)


def driver() -> ModuleType:
    """The library that reads encrypted books. Raises MissingPart."""
    try:
        return import_module("sqlcipher3.dbapi2")
    except ImportError as error:
        raise MissingPart(
            message("Encrypted books need an additional package; tollbook doctor says how to install it.")
        ) from error


def opener(url: URL, passphrase: str | None) -> Callable[[], Any]:
    """A function that opens a connection to an encrypted file. Raises Locked without a passphrase."""
    if not passphrase:
        raise Locked(
            message(
                "This book is encrypted; set {variable} to its passphrase, or run the command in a terminal.",
                variable=VARIABLE,
            )
        )
    if "\0" in passphrase:
        raise Locked(message("A passphrase cannot contain the NUL character; choose another."))
    key = passphrase.replace("'", "''")
    options = {name: value for name, value in url.query.items() if name != "uri"}
    database = f"{url.database}?{urlencode(options)}" if options else str(url.database)
    module = driver()

    def connect() -> Any:
        connection = module.connect(database, uri="uri" in url.query, check_same_thread=False)
        # Tollbook reports a wrong passphrase itself, without the technical lines that SQLCipher would print.
        connection.execute("PRAGMA cipher_log_level = NONE")
        connection.execute(f"PRAGMA key = '{key}'")
        # Sorting and the like use memory: a temporary file would contain plain text.
        connection.execute("PRAGMA temp_store = MEMORY")
        return connection

    return connect


def _key(path: str | os.PathLike[str]) -> str:
    return str(Path(path).absolute())
