"""The archive: a whole book as one ZIP file that anyone can verify and rebuild without Tollbook.

Equal books give equal bytes. The hashes in the log cover everything in the archive. It contains the whole book: no
release profile applies.
"""

import hashlib
import os
import re
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from importlib import resources
from pathlib import Path
from typing import IO, Any

import msgspec

from tollbook import __version__
from tollbook.decisions import descriptions
from tollbook.decisions.decision import Decision, replay
from tollbook.errors import BookError, Refused
from tollbook.export.bundle import json_line
from tollbook.export.files import Files, add_member
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.store import LogEntry, Store, transfer
from tollbook.store.log import breaks, cut_off
from tollbook.store.transfer import Row, TableRows

FORMAT = "tollbook archive 1"
_SHIPPED = ("README.txt", "verify.py")
#: The SHA-256 of the files that earlier versions put into archives.
_FORMERLY_SHIPPED = {
    "README.txt": {"8dafd7e983f34c5f928c5b4d2187bbc37e4f420058136ee6b582080dfc3b1f50"},
    "tables.sql": {"a38bc806d7b03310e1b5a07c4f9898099d5ca30ac125392a1d0ea3896ef1f851"},
    "verify.py": {"5d7be73301213af1bec2e3fc1c989d0a670d4e2731254d0d8da4a84ebd34333a"},
}
_DECISIONS = "decisions.jsonl"
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
    """A sentence for each problem of an archive: changed files, else the problems of the book in it.

    If the book matches its log, every file is compared with the one that Tollbook would write for that book.
    """
    return _problems(path, also=_foreign)


def _problems(path: Path, *, also: Callable[[zipfile.ZipFile, Store], Iterator[str]] | None = None) -> list[str]:
    """The problems of an archive: changed files, else those of its book, else those that ``also`` finds."""
    try:
        with zipfile.ZipFile(path) as packed, tempfile.TemporaryDirectory(prefix="tollbook-") as scratch:
            if found := list(_changed(packed)):
                return found
            try:
                store = _restored(path, str(Path(scratch) / "restored.book"))
            except BookError as error:
                return [message("The book in {file} cannot be restored: {error}", file=path, error=error)]
            try:
                found = _cut_log(packed, store) or store.verify()
                return found or list(also(packed, store) if also is not None else ())
            finally:
                store.close()
    except (OSError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError) as error:
        return [message("{file} is not an archive, or is damaged: {error}.", file=path, error=error)]


def _cut_log(packed: zipfile.ZipFile, store: Store) -> list[str]:
    """A sentence if the log does not end with the entry that the manifest names: entries were removed or added."""
    head = msgspec.json.decode(packed.read("manifest.json"), type=Manifest).head
    if head == store.head():
        return []
    return [message("The log does not end where the manifest says: entries were taken away or added.")]


def cut_off_since(store: Store, path: Path) -> str | None:
    """A sentence if the log of a book does not begin with that of an earlier archive of it. Raises Refused."""
    return cut_off(store.log(), log_of(path))


def log_of(path: Path) -> list[LogEntry]:
    """The log in an archive.

    Raises Refused for a file that is not an archive, or whose log is not a chain of hashes.
    """
    try:
        with zipfile.ZipFile(path) as packed, packed.open("book/log.jsonl") as lines:
            entries = [_entry(row) for row in _rows(lines)]
    except (OSError, zipfile.BadZipFile, zlib.error, KeyError, TypeError, msgspec.MsgspecError) as error:
        sentence = message("{file} is not an archive, or is damaged: {error}.", file=path, error=error)
        raise Refused(sentence) from error
    if breaks(entries):
        raise Refused(message("The log in {file} was changed, so that nothing can be compared with it.", file=path))
    return entries


def restore(path: Path, where: str | os.PathLike[str]) -> int:
    """Restore the book of an archive to a new book at ``where``; returns the number of reports.

    Raises Refused for an archive with problems, BookError if the book cannot be created.
    """
    if found := _problems(path):
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
    with transfer.rows(store) as rows:
        for name, data in _members(rows):
            sums[name] = hashlib.sha256(data).hexdigest()
            add_member(file, name, data)
        manifest = Manifest(
            format=FORMAT,
            tollbook=__version__,
            head=rows.head(),
            reports=len(rows),
            files=dict(sorted(sums.items())),
        )
    add_member(file, "manifest.json", msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")


def _members(rows: TableRows) -> Iterator[tuple[str, bytes]]:
    """The name and the bytes of every file of the archive of a book, but its manifest."""
    folder = resources.files("tollbook").joinpath("export/archive_bundle")
    for name in _SHIPPED:
        yield name, folder.joinpath(name).read_bytes()
    for name in transfer.TABLES:
        yield f"book/{name}.jsonl", b"".join(f"{json_line(row)}\n".encode() for row in rows.of(name))
    for sha256, original in rows.originals():
        yield f"originals/{sha256}", original
    decisions = replay(_entry(row) for row in rows.of("log"))
    yield _DECISIONS, b"".join(f"{json_line(each)}\n".encode() for each in decisions)


def _foreign(packed: zipfile.ZipFile, store: Store) -> Iterator[str]:
    """Files that Tollbook would not have written for this book."""
    with transfer.rows(store) as rows:
        own = {name: hashlib.sha256(data).hexdigest() for name, data in _members(rows)}
    found = {name: _sha256(packed, name) for name in packed.namelist() if name != "manifest.json"}
    for name, sha256 in sorted(found.items()):
        if sha256 == own.get(name) or sha256 in _FORMERLY_SHIPPED.get(name, ()):
            continue
        if name in {*_SHIPPED, *_FORMERLY_SHIPPED}:
            yield message("{file} is not the file that Tollbook puts into archives; do not run it or rely on it.",
                          file=name)  # fmt: skip
        elif name not in own:
            yield message("{file} does not belong to the archive; Tollbook did not put it there.", file=name)
        elif name != _DECISIONS or not _same_decisions(packed.read(name), store):
            yield message("{file} differs from the log of the book.", file=name)
    for name in sorted(own.keys() - found.keys()):
        yield message("{file} is missing.", file=name)


def _same_decisions(shown: bytes, store: Store) -> bool:
    """Whether lines have the decisions in force; decisions of an earlier version have fewer fields."""
    try:
        decisions = [msgspec.json.decode(line, type=Decision) for line in shown.splitlines()]
    except msgspec.DecodeError:
        return False
    return decisions == list(replay(store.log())) and all(
        msgspec.json.decode(line).keys() <= {*Decision.__struct_fields__} for line in shown.splitlines()
    )


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
