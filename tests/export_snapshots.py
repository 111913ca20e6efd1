"""The small golden files of every export, made from the invented book of ``export_samples``.

``python -m tests.export_snapshots`` writes them again after a change that was meant. Text is kept as it is; a workbook
and a database, whose bytes depend on libraries, are kept as the text of their cells and as SQL. Versions and days of
making are normalised.
"""

import contextlib
import io
import json
import sqlite3
from datetime import date
from pathlib import Path

import openpyxl

from tests.export_samples import BOOK
from tollbook import __version__
from tollbook.export import FORMATS, rocrate

FOLDER = Path(__file__).parent / "data" / "exports"
#: Tables that SQLite makes for its full-text search; their bytes depend on its version.
_SHADOWS = ("_fts_data", "_fts_idx", "_fts_docsize", "_fts_config")


def snapshots() -> dict[str, bytes]:
    """The content of every golden file, by path below the folder."""
    found = {}
    for name, make in FORMATS.items():
        for file, chunks in make(BOOK).items():
            path = f"{name}/{file}"
            data = b"".join(chunks)
            if name == "rocrate" and file != rocrate.METADATA:
                # Its other files are those of three other formats.
                continue
            if file.endswith(".xlsx"):
                path, data = f"{path}.txt", _cells(data)
            elif file.endswith(".db"):
                path, data = f"{path}.sql", _dump(data)
            found[path] = _normalised(data)
    return found


def write() -> None:
    """Write every golden file, and remove those of formats that are gone."""
    made = snapshots()
    for path in FOLDER.rglob("*"):
        if path.is_file() and path.relative_to(FOLDER).as_posix() not in made:
            path.unlink()
    for name, data in made.items():
        (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / name).write_bytes(data)


def _cells(data: bytes) -> bytes:
    book = openpyxl.load_workbook(io.BytesIO(data))
    lines = (
        f"{sheet.title}\t{json.dumps(row, default=str)}" for sheet in book for row in sheet.iter_rows(values_only=True)
    )
    return "".join(f"{line}\n" for line in lines).encode()


def _dump(data: bytes) -> bytes:
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(data)
        lines = [line for line in database.iterdump() if not any(name in line for name in _SHADOWS)]
    return "".join(
        f"{line}\n" for line in lines if "sqlite_master" not in line and "writable_schema" not in line
    ).encode()


def _normalised(data: bytes) -> bytes:
    return data.replace(__version__.encode(), b"VERSION").replace(str(date.today()).encode(), b"DAY")


if __name__ == "__main__":
    write()
