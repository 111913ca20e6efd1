"""Books that a passphrase opens: SQLCipher, page by page, with nothing of a book on the disk in clear.

The passphrase comes from the caller, from ``TOLLBOOK_PASSPHRASE``, or from whoever was asked at the door; it is kept in
the memory of this process alone and never stands in a URL, an argument or a message.
"""

import os
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import URL

from tollbook.errors import Locked, MissingPart

VARIABLE = "TOLLBOOK_PASSPHRASE"
_PLAIN = b"SQLite format 3\0"
_PAGE = 4096
#: Different bytes in a page, at least, for it to be cipher: of 4,096 random bytes hardly one value in 256 is missing,
#: and no text, table or picture is as even and a whole number of pages long.
_EVEN = 240
#: Passphrases given at the door, by the absolute path of the book.
_given: dict[str, str] = {}


def is_encrypted(path: Path) -> bool:
    """Whether the file looks like an encrypted book: whole pages, and in the first one every byte as frequent."""
    if not path.is_file() or path.stat().st_size % _PAGE:
        return False
    with path.open("rb") as file:
        page = file.read(_PAGE)
    return not page.startswith(_PLAIN) and len(set(page)) >= _EVEN


def is_plain(path: Path) -> bool:
    """Whether the file is a SQLite database anyone can read."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_PLAIN)) == _PLAIN


def give(path: str | os.PathLike[str], passphrase: str) -> None:
    """Keep the passphrase of a book for as long as this process runs."""
    _given[_key(path)] = passphrase


def passphrase_of(path: str | os.PathLike[str]) -> str | None:
    """The passphrase of a book as far as it is known."""
    return _given.get(_key(path)) or os.environ.get(VARIABLE)


def driver() -> ModuleType:
    """The library that reads encrypted books. Raises MissingPart."""
    try:
        return import_module("sqlcipher3.dbapi2")
    except ImportError as error:
        raise MissingPart("To use an encrypted book install its part: pip install 'tollbook[encrypted]'.") from error


def opener(url: URL, passphrase: str | None) -> Callable[[], Any]:
    """What opens a connection on an encrypted file. Raises Locked where there is no passphrase."""
    if not passphrase:
        raise Locked(f"This book is encrypted; set {VARIABLE} to its passphrase, or run the command in a terminal.")
    if "\0" in passphrase:
        raise Locked("A passphrase cannot hold the character NUL; choose another.")
    key = passphrase.replace("'", "''")
    options = {name: value for name, value in url.query.items() if name != "uri"}
    database = f"{url.database}?{urlencode(options)}" if options else str(url.database)
    module = driver()

    def connect() -> Any:
        connection = module.connect(database, uri="uri" in url.query, check_same_thread=False)
        connection.execute(f"PRAGMA key = '{key}'")
        # Sorting and the like happen in memory: a temporary file would hold words in clear.
        connection.execute("PRAGMA temp_store = MEMORY")
        return connection

    return connect


def _key(path: str | os.PathLike[str]) -> str:
    return str(Path(path).absolute())
