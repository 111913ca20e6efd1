"""ZIP archives, and formats packed as ZIP: WACZ, Word and Excel files. Nothing is unpacked to the disk."""

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import IO, BinaryIO

from lxml import etree

from tollbook.errors import Unreadable
from tollbook.ingest.archives.unpack import BOMB, DAMAGED, FREE, MAX_RATIO, UnpackBudget, read_all
from tollbook.ingest.document import MAX_DOCUMENT, EmbeddedDocument
from tollbook.ingest.walk import pages_of_folder
from tollbook.locale.messages import message
from tollbook.model import Refusal

#: The most files in one archive. Ten thousand reports are a large archive; listing a million files takes too long.
_MAX_FILES = 200_000
#: Exceptions that zipfile and zlib raise for malformed archives.
_MALFORMED = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    ValueError,
    OSError,
    RuntimeError,
    OverflowError,
)
#: Exceptions that libraries raise for malformed Word and Excel files; lxml's syntax errors are SyntaxErrors.
MALFORMED_PACKAGE = (
    zipfile.BadZipFile, zlib.error, SyntaxError, LookupError, ValueError, TypeError, AttributeError, EOFError,
    RuntimeError, ArithmeticError, OSError,
)  # fmt: skip
_MALFORMED_NAMES = (UnicodeDecodeError, LookupError)
_WINDOWS = re.compile(r"^[A-Za-z]:")
WarcReader = Callable[[BinaryIO], Iterator[EmbeddedDocument | Refusal]]


def members(file: BinaryIO, budget: UnpackBudget, *, warc: WarcReader) -> Iterator[EmbeddedDocument | Refusal]:
    """The files in a ZIP archive, in its order. For a WACZ file, the documents in its WARC files, read by ``warc``.

    Raises Unreadable if the file is not a ZIP archive.
    """
    with _opened(file) as archive:
        infos = _listed(archive)
        names = {info.filename for info in infos}
        is_wacz = "datapackage.json" in names and any(name.startswith("archive/") for name in names)
        for info in infos:
            name = info.filename
            # A name may be empty, and zipfile's own ``is_dir`` fails for it.
            if name.endswith("/") or _is_skipped(name, names):
                continue
            if is_wacz and not _is_warc(name):
                continue
            reason = _why_not(info) or (None if budget.take(info.file_size) else BOMB)
            if reason:
                yield Refusal(origin=name, reason=reason)
            elif _is_warc(name):
                yield from _warc_members(archive, info, warc)
            else:
                yield _member(archive, info)


def detect(file: BinaryIO) -> str:
    """The media type of a file that begins like a ZIP archive, by the files in it. Raises Unreadable."""
    with _opened(file) as archive:
        names = {info.filename for info in _listed(archive)}
        if "[Content_Types].xml" in names:
            for folder, media_type in _OFFICE.items():
                if any(name.startswith(folder) for name in names):
                    return media_type
        if {"manifest.json", "book/log.jsonl"} <= names:
            raise Unreadable(
                message("It is the archive of a book, not a report; to restore the book, use: tollbook restore")
            )
        if "mimetype" in names and "META-INF/manifest.xml" in names:
            raise Unreadable(message("OpenDocument files are not read; save it as a Word file (DOCX), PDF or text."))
        if "mimetype" in names and "META-INF/container.xml" in names:
            raise Unreadable(message("E-books (EPUB) are not read; save it as PDF or text."))
    return "application/zip"


_OFFICE = {
    "word/": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xl/": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "ppt/": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
}


def check_package(data: bytes) -> None:
    """Raise Unreadable for a Word or Excel file that is a zip bomb or declares entities, before a library opens it."""
    with _opened(io.BytesIO(data)) as archive:
        budget = UnpackBudget(len(data))
        for info in _listed(archive):
            if reason := _why_not(info):
                raise Unreadable(reason)
            if not budget.take(info.file_size):
                raise Unreadable(BOMB)
            if info.filename.endswith((".xml", ".rels")):
                _check_xml(archive, info)


def _check_xml(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
    try:
        with archive.open(info) as part:
            declares = _has_doctype(part)
    except _MALFORMED as error:
        raise Unreadable(DAMAGED) from error
    if declares:
        raise Unreadable(
            message("It declares XML entities, which malicious files do and office programs do not; it was not read.")
        )


def _has_doctype(part: IO[bytes]) -> bool:
    """Whether an XML document declares a document type, in any encoding and anywhere before its first element.

    The check uses the parser that will read the document. Documents that it cannot parse will not be read.
    """
    starts = etree.iterparse(part, events=("start",), resolve_entities=False, load_dtd=False, no_network=True)
    try:
        _, root = next(starts)
    except (etree.XMLSyntaxError, StopIteration):
        return False
    return bool(root.getroottree().docinfo.doctype)


def _opened(file: BinaryIO) -> zipfile.ZipFile:
    try:
        file.seek(0)
        return zipfile.ZipFile(file)
    except (*_MALFORMED, *_MALFORMED_NAMES) as error:
        raise Unreadable(DAMAGED) from error


def _listed(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    infos = archive.infolist()
    if len(infos) > _MAX_FILES:
        raise Unreadable(message("It holds more than {most:,} files; split it.", most=_MAX_FILES))
    return infos


def _is_skipped(name: str, names: set[str]) -> bool:
    """Whether operating systems or browsers put such a file beside documents."""
    path = PurePosixPath(name)
    return any(part.startswith((".", "__MACOSX")) and part != ".." for part in path.parts) or any(
        page in names for page in pages_of_folder(path)
    )


def _is_warc(name: str) -> bool:
    return name.lower().endswith((".warc", ".warc.gz"))


def _why_not(info: zipfile.ZipInfo) -> str | None:
    path = PurePosixPath(info.filename.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or _WINDOWS.match(info.filename):
        return message(
            "Its name points outside the archive, as in files made to overwrite others; it was not unpacked."
        )
    if info.flag_bits & 0x1:
        return message("It is protected by a password; unpack it first.")
    if stat.S_ISLNK(info.external_attr >> 16):
        return message("It is a link, not a file.")
    if info.file_size > FREE and info.file_size > MAX_RATIO * max(1, info.compress_size):
        return BOMB
    return None


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> EmbeddedDocument | Refusal:
    try:
        with archive.open(info) as packed:
            # zipfile stops at the size that the archive states, so a member cannot be larger.
            return EmbeddedDocument(name=info.filename, data=read_all(packed, MAX_DOCUMENT))
    except Unreadable as error:
        return Refusal(origin=info.filename, reason=str(error))
    except (*_MALFORMED, *_MALFORMED_NAMES) as error:
        return Refusal(origin=info.filename, reason=_reason(error))


def _reason(error: Exception) -> str:
    if isinstance(error, NotImplementedError):
        return message("It uses a compression method that is not read; pack the archive again as ordinary ZIP.")
    return DAMAGED


def _warc_members(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, warc: WarcReader
) -> Iterator[EmbeddedDocument | Refusal]:
    try:
        with archive.open(info) as packed:
            for member in warc(packed):  # type: ignore[arg-type]
                if isinstance(member, Refusal):
                    yield Refusal(origin=f"{info.filename}: {member.origin}", reason=member.reason)
                else:
                    yield EmbeddedDocument(
                        name=f"{info.filename}: {member.name}",
                        data=member.data,
                        media_type=member.media_type,
                        metadata=member.metadata,
                    )
    except Unreadable as error:
        yield Refusal(origin=info.filename, reason=str(error))
    except (*_MALFORMED, *_MALFORMED_NAMES) as error:
        yield Refusal(origin=info.filename, reason=_reason(error))
