"""ZIP archives, and what else is one: WACZ, Word and Excel files. Nothing is ever written to disk from them."""

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import BinaryIO

from tollbook.errors import Unreadable
from tollbook.ingest.archives.unpack import BOMB, FREE, MAX_RATIO, Budget, read_all
from tollbook.ingest.document import MAX_DOCUMENT, Member
from tollbook.ingest.walk import saved_beside
from tollbook.model import Refusal

#: Files in one archive. Ten thousand reports are a large archive; the list of a million takes long to go through.
_MOST = 200_000
_DAMAGED = "It is damaged: it cannot be unpacked. Get an undamaged copy."
#: What zipfile and zlib raise over archives that no program would write.
_ODD = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError, RuntimeError, OverflowError)
#: What libraries raise over Word and Excel files that no program would write; lxml's errors of syntax are among them.
ODD_PACKAGE = (
    zipfile.BadZipFile, zlib.error, SyntaxError, LookupError, ValueError, TypeError, AttributeError, EOFError,
    RuntimeError, ArithmeticError, OSError,
)  # fmt: skip
_ODD_NAMES = (UnicodeDecodeError, LookupError)
_WINDOWS = re.compile(r"^[A-Za-z]:")
#: Parts of Word and Excel files that hold their words.
_ENTITY = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.I)
Found = Callable[[BinaryIO], Iterator[Member | Refusal]]


def members(file: BinaryIO, budget: Budget, *, warc: Found) -> Iterator[Member | Refusal]:
    """The files in a ZIP archive, in its order; of a WACZ the documents in its WARC files, as ``warc`` reads them.

    Raises Unreadable where it is no archive.
    """
    with _opened(file) as archive:
        infos = _listed(archive)
        names = {info.filename for info in infos}
        web = "datapackage.json" in names and any(name.startswith("archive/") for name in names)
        for info in infos:
            name = info.filename
            # A name may be empty, and zipfile's own ``is_dir`` fails over it.
            if name.endswith("/") or _is_passed_over(name, names):
                continue
            if web and not _is_warc(name):
                continue
            reason = _why_not(info) or (None if budget.take(info.file_size) else BOMB.format(MAX_RATIO))
            if reason:
                yield Refusal(origin=name, reason=reason)
            elif _is_warc(name):
                yield from _web(archive, info, warc)
            else:
                yield _member(archive, info)


def kind(file: BinaryIO) -> str:
    """What a file that begins like a ZIP archive is, by what it holds: a media type. Raises Unreadable."""
    with _opened(file) as archive:
        names = {info.filename for info in _listed(archive)}
        if "[Content_Types].xml" in names:
            for folder, media_type in _OFFICE.items():
                if any(name.startswith(folder) for name in names):
                    return media_type
        if {"manifest.json", "book/log.jsonl"} <= names:
            raise Unreadable(
                "It is the archive of a book, not a report; the command tollbook restore builds the book again."
            )
        if "mimetype" in names and "META-INF/manifest.xml" in names:
            raise Unreadable("OpenDocument files are not read; save it as a Word file (DOCX), PDF or text.")
        if "mimetype" in names and "META-INF/container.xml" in names:
            raise Unreadable("E-books (EPUB) are not read; save it as PDF or text.")
    return "application/zip"


_OFFICE = {
    "word/": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xl/": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "ppt/": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
}


def check_package(data: bytes) -> None:
    """Raise Unreadable where a Word or Excel file would burst or declares entities, before a library opens it."""
    with _opened(io.BytesIO(data)) as archive:
        budget = Budget(len(data))
        for info in _listed(archive):
            if reason := _why_not(info):
                raise Unreadable(reason)
            if not budget.take(info.file_size):
                raise Unreadable(BOMB.format(MAX_RATIO))
            if info.filename.endswith((".xml", ".rels")):
                _check_xml(archive, info)


def _check_xml(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
    try:
        with archive.open(info) as part:
            head = part.read(4096)
    except _ODD as error:
        raise Unreadable(_DAMAGED) from error
    if _ENTITY.search(head) or b"<\0!\0" in head or b"\0<\0!" in head:
        raise Unreadable("It declares entities of its own, as files made to do harm do and no office program does.")


def _opened(file: BinaryIO) -> zipfile.ZipFile:
    try:
        file.seek(0)
        return zipfile.ZipFile(file)
    except (*_ODD, *_ODD_NAMES) as error:
        raise Unreadable(_DAMAGED) from error


def _listed(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    infos = archive.infolist()
    if len(infos) > _MOST:
        raise Unreadable(f"It holds more than {_MOST:,} files; split it.")
    return infos


def _is_passed_over(name: str, names: set[str]) -> bool:
    """What systems and browsers put beside documents."""
    path = PurePosixPath(name)
    return any(part.startswith((".", "__MACOSX")) and part != ".." for part in path.parts) or any(
        page in names for page in saved_beside(path)
    )


def _is_warc(name: str) -> bool:
    return name.lower().endswith((".warc", ".warc.gz"))


def _why_not(info: zipfile.ZipInfo) -> str | None:
    path = PurePosixPath(info.filename.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or _WINDOWS.match(info.filename):
        return "Its name leads out of the archive, as names made to overwrite files do; it was not unpacked."
    if info.flag_bits & 0x1:
        return "It is protected by a password; unpack it first."
    if stat.S_ISLNK(info.external_attr >> 16):
        return "It is a link, not a file."
    if info.file_size > FREE and info.file_size > MAX_RATIO * max(1, info.compress_size):
        return BOMB.format(MAX_RATIO)
    return None


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Member | Refusal:
    try:
        with archive.open(info) as packed:
            # zipfile stops at the size the archive states, so a member cannot be larger than it says.
            return Member(name=info.filename, data=read_all(packed, MAX_DOCUMENT))
    except Unreadable as error:
        return Refusal(origin=info.filename, reason=str(error))
    except (*_ODD, *_ODD_NAMES) as error:
        return Refusal(origin=info.filename, reason=_reason(error))


def _reason(error: Exception) -> str:
    if isinstance(error, NotImplementedError):
        return "It is packed in a way that is not read; pack the archive again as ordinary ZIP."
    return _DAMAGED


def _web(archive: zipfile.ZipFile, info: zipfile.ZipInfo, warc: Found) -> Iterator[Member | Refusal]:
    try:
        with archive.open(info) as packed:
            for found in warc(packed):  # type: ignore[arg-type]
                if isinstance(found, Refusal):
                    yield Refusal(origin=f"{info.filename}: {found.origin}", reason=found.reason)
                else:
                    yield Member(
                        name=f"{info.filename}: {found.name}",
                        data=found.data,
                        media_type=found.media_type,
                        facts=found.facts,
                    )
    except Unreadable as error:
        yield Refusal(origin=info.filename, reason=str(error))
    except (*_ODD, *_ODD_NAMES) as error:
        yield Refusal(origin=info.filename, reason=_reason(error))
