"""The archive: a whole book as one ZIP file that a stranger can verify and build again, and we can restore.

The same book makes the same bytes. Everything that leaves in it is sealed by the log, and everything is in it: an
archive has no profile.
"""

import hashlib
import os
import re
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path
from typing import IO, Any

import msgspec

from tollbook import __version__
from tollbook.decisions import verdicts
from tollbook.errors import BookError, Refused
from tollbook.export.bundle import json_line
from tollbook.export.files import Files, add_member
from tollbook.model import Record
from tollbook.store import Entry, Store, transfer
from tollbook.store.log import BEGINNING
from tollbook.store.transfer import Row

FORMAT = "tollbook archive 1"
_SHIPPED = ("README.txt", "tables.sql", "verify.py")
_CHUNK = 1 << 20
#: An original of more bytes than this is none of ours: intake takes far less.
_MOST = 1 << 31
_ORIGINAL = re.compile(r"originals/[0-9a-f]{64}")


class Manifest(Record, frozen=True, kw_only=True):
    """What an archive says it holds: the SHA-256 of every other file, and the hash of the last log entry."""

    format: str
    tollbook: str
    head: str
    reports: int
    files: dict[str, str]


def files(store: Store) -> Files:
    """The one file of an archive."""
    return {"tollbook.zip": _chunks(store)}


def problems(path: Path) -> list[str]:
    """What is wrong with an archive, a sentence each: files that were changed, then the book that is in it."""
    try:
        with zipfile.ZipFile(path) as packed:
            if found := list(_changed(packed)):
                return found
    except (OSError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError) as error:
        return [f"{path} is no archive, or is damaged: {error}."]
    with tempfile.TemporaryDirectory(prefix="tollbook-") as scratch:
        try:
            store = _restored(path, str(Path(scratch) / "restored.book"))
        except BookError as error:
            return [f"The book in {path} cannot be built again: {error}"]
        try:
            return store.verify()
        finally:
            store.close()


def restore(path: Path, where: str | os.PathLike[str]) -> int:
    """Build the book of an archive at ``where``, where there is none yet; how many reports it has.

    Raises Refused for an archive that is not what it says it is, BookError where the book cannot be made.
    """
    if found := problems(path):
        raise Refused(f"{found[0]} Nothing was restored; see: tollbook verify --bundle {path}")
    store = _restored(path, where)
    try:
        with transfer.rows(store) as rows:
            return len(rows)
    finally:
        store.close()


def _chunks(store: Store) -> Iterator[bytes]:
    with tempfile.TemporaryFile(prefix="tollbook-") as packed:
        with zipfile.ZipFile(packed, "w") as file:
            _pack(file, store)
        packed.seek(0)
        while chunk := packed.read(_CHUNK):
            yield chunk


def _pack(file: zipfile.ZipFile, store: Store) -> None:
    sums: dict[str, str] = {}

    def add(name: str, data: bytes) -> None:
        sums[name] = hashlib.sha256(data).hexdigest()
        add_member(file, name, data)

    folder = resources.files("tollbook").joinpath("export/archive_bundle")
    for name in _SHIPPED:
        add(name, folder.joinpath(name).read_bytes())
    with transfer.rows(store) as rows:
        for name in transfer.TABLES:
            add(f"book/{name}.jsonl", b"".join(f"{json_line(row)}\n".encode() for row in rows.of(name)))
        for sha256, original in rows.originals():
            add(f"originals/{sha256}", original)
        reports, entries = len(rows), [_entry(row) for row in rows.of("log")]
    decisions = verdicts.replay(entries)
    head = entries[-1].hash if entries else BEGINNING
    add("decisions.jsonl", b"".join(f"{json_line(each)}\n".encode() for each in decisions))
    manifest = Manifest(
        format=FORMAT, tollbook=__version__, head=head, reports=reports, files=dict(sorted(sums.items()))
    )
    add_member(file, "manifest.json", msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")


def _entry(row: Row) -> Entry:
    return Entry(**(row | {"payload": msgspec.json.decode(row["payload"])}))


def _changed(packed: zipfile.ZipFile) -> Iterator[str]:
    """Files that are not what the manifest says. Every file is read to its end, which finds damage too."""
    names = packed.namelist()
    if "manifest.json" not in names:
        yield "There is no manifest.json in it: this is no archive of a book, or not all of one."
        return
    try:
        manifest = msgspec.json.decode(packed.read("manifest.json"), type=Manifest)
    except (msgspec.MsgspecError, zipfile.BadZipFile, zlib.error) as error:
        yield f"manifest.json was changed: {error}."
        return
    if manifest.format != FORMAT:
        yield f"This archive is of the kind {manifest.format}; install the version of Tollbook that made it."
        return
    for name in sorted(name for name in set(names) if names.count(name) > 1):
        yield f"{name} is in it more than once."
    for name in sorted({*manifest.files, *names} - {"manifest.json"}):
        if name not in manifest.files:
            yield f"{name} was added: the manifest does not know it."
        elif name not in names:
            yield f"{name} is missing."
        elif _sha256(packed, name) != manifest.files[name]:
            yield f"{name} was changed after the archive was written."


def _sha256(packed: zipfile.ZipFile, name: str) -> str | None:
    """The hash of an entry; nothing where its bytes cannot be read any more."""
    try:
        with packed.open(name) as file:
            digest = hashlib.sha256()
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
            return digest.hexdigest()
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError):
        return None


def _restored(path: Path, where: str | os.PathLike[str]) -> Store:
    """A new book of an archive's rows; the caller has looked at the manifest."""
    store = Store.open(where, create=True)
    try:
        with zipfile.ZipFile(path) as packed:

            def rows(name: str) -> Iterator[Row]:
                with packed.open(f"book/{name}.jsonl") as lines:
                    yield from _rows(lines)

            def original(sha256: str) -> bytes:
                return _original(packed, sha256)

            transfer.fill(store, rows, original)
    except BookError:
        store.close()
        raise
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError) as error:
        store.close()
        raise BookError(f"its rows do not have the shape of a book's ({error}).") from error
    return store


def _rows(lines: IO[bytes] | Iterable[bytes]) -> Iterator[dict[str, Any]]:
    for line in lines:
        yield msgspec.json.decode(line, type=dict[str, Any])


def _original(packed: zipfile.ZipFile, sha256: str) -> bytes:
    name = f"originals/{sha256}"
    if not _ORIGINAL.fullmatch(name) or packed.getinfo(name).file_size > _MOST:
        raise ValueError(f"{name} is not the name of an original, or too large")
    return packed.read(name)
