"""The archive: a whole book as one ZIP file that anyone can verify and rebuild without Tollbook, and we can restore.

Equal books give equal bytes. The hashes in the log cover everything in the archive. It contains the whole book: no
release profile applies.
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
from tollbook.decisions import descriptions
from tollbook.decisions.decision import replay
from tollbook.errors import BookError, Refused
from tollbook.export.bundle import json_line
from tollbook.export.files import Files, add_member
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.store import LogEntry, Store, transfer
from tollbook.store.log import BEGINNING
from tollbook.store.transfer import Row

FORMAT = "tollbook archive 1"
_SHIPPED = ("README.txt", "tables.sql", "verify.py")
_CHUNK = 1 << 20
#: The largest original; ingestion accepts far less.
_MAX_ORIGINAL = 1 << 31
_ORIGINAL = re.compile(r"originals/[0-9a-f]{64}")


class Manifest(Record, frozen=True, kw_only=True):
    """The manifest of an archive: the SHA-256 of every other file, and the hash of the last log entry."""

    format: str
    tollbook: str
    head: str
    reports: int
    files: dict[str, str]


def files(store: Store) -> Files:
    """The one file of an archive."""
    return {"tollbook.zip": _chunks(store)}


def problems(path: Path) -> list[str]:
    """A sentence for each problem of an archive: changed files, else the problems of the book in it."""
    try:
        with zipfile.ZipFile(path) as packed:
            if found := list(_changed(packed)):
                return found
    except (OSError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError) as error:
        return [message("{file} is not an archive, or is damaged: {error}.", file=path, error=error)]
    with tempfile.TemporaryDirectory(prefix="tollbook-") as scratch:
        try:
            store = _restored(path, str(Path(scratch) / "restored.book"))
        except BookError as error:
            return [message("The book in {file} cannot be restored: {error}", file=path, error=error)]
        try:
            return store.verify()
        finally:
            store.close()


def restore(path: Path, where: str | os.PathLike[str]) -> int:
    """Restore the book of an archive to a new book at ``where``; returns the number of reports.

    Raises Refused for an archive with problems, BookError if the book cannot be created.
    """
    if found := problems(path):
        raise Refused(
            message(
                "{problem} Nothing was restored; for all problems, use: tollbook verify --bundle {file}",
                problem=found[0],
                file=path,
            )
        )
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
    decisions = replay(entries)
    head = entries[-1].hash if entries else BEGINNING
    add("decisions.jsonl", b"".join(f"{json_line(each)}\n".encode() for each in decisions))
    manifest = Manifest(
        format=FORMAT, tollbook=__version__, head=head, reports=reports, files=dict(sorted(sums.items()))
    )
    add_member(file, "manifest.json", msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")


def _entry(row: Row) -> LogEntry:
    return LogEntry(**(row | {"payload": msgspec.json.decode(row["payload"])}))


def _changed(packed: zipfile.ZipFile) -> Iterator[str]:
    """Files that differ from the manifest. Every file is read to its end, which also finds damage."""
    names = packed.namelist()
    if "manifest.json" not in names:
        yield message("It has no manifest.json, so it is not the archive of a book, or not a complete one.")
        return
    try:
        manifest = msgspec.json.decode(packed.read("manifest.json"), type=Manifest)
    except (msgspec.MsgspecError, zipfile.BadZipFile, zlib.error) as error:
        yield message("manifest.json was changed: {error}.", error=error)
        return
    if manifest.format != FORMAT:
        yield message(
            "This archive has the format {format}, which this version cannot read; install the version of Tollbook "
            "that made it.",
            format=manifest.format,
        )
        return
    for name in sorted(name for name in set(names) if names.count(name) > 1):
        yield message("{file} is in the archive more than once.", file=name)
    for name in sorted({*manifest.files, *names} - {"manifest.json"}):
        if name not in manifest.files:
            yield message("{file} was added: it is not in the manifest.", file=name)
        elif name not in names:
            yield message("{file} is missing.", file=name)
        elif _sha256(packed, name) != manifest.files[name]:
            yield message("{file} was changed after the archive was written.", file=name)


def _sha256(packed: zipfile.ZipFile, name: str) -> str | None:
    """The hash of an entry; None if its bytes cannot be read."""
    try:
        with packed.open(name) as file:
            digest = hashlib.sha256()
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
            return digest.hexdigest()
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError):
        return None


def _restored(path: Path, where: str | os.PathLike[str]) -> Store:
    """A new book from the rows of an archive. The caller has checked the manifest."""
    store = Store.open(where, create=True)
    try:
        with zipfile.ZipFile(path) as packed:

            def rows(name: str) -> Iterator[Row]:
                with packed.open(f"book/{name}.jsonl") as lines:
                    yield from _rows(lines)

            def original(sha256: str) -> bytes:
                return _original(packed, sha256)

            transfer.fill(store, rows, original)
        descriptions.sync(store)
    except BookError:
        store.close()
        raise
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError) as error:
        store.close()
        raise BookError(message("Its rows are not valid: {error}.", error=error)) from error
    return store


def _rows(lines: IO[bytes] | Iterable[bytes]) -> Iterator[dict[str, Any]]:
    for line in lines:
        yield msgspec.json.decode(line, type=dict[str, Any])


def _original(packed: zipfile.ZipFile, sha256: str) -> bytes:
    name = f"originals/{sha256}"
    if not _ORIGINAL.fullmatch(name) or packed.getinfo(name).file_size > _MAX_ORIGINAL:
        raise ValueError(f"{name} is not the name of an original, or too large")
    return packed.read(name)
