"""Media type detection: by a file's first bytes, and by its name if they do not decide."""

import codecs
import re
from pathlib import PurePosixPath

from tollbook.errors import Unreadable
from tollbook.locale.messages import message

#: The number of bytes that are examined: an HTML page may begin with a long comment.
HEAD = 4096
ZIP, GZIP, WARC, ROWS = "application/zip", "application/gzip", "application/warc", "application/x-ndjson"
#: First bytes of the formats that are read.
_SIGNATURES = {
    b"%PDF-": "application/pdf",
    b"PK\x03\x04": ZIP,
    b"PK\x05\x06": ZIP,
    b"\x1f\x8b": GZIP,
}
_PICTURE = message("It is a picture, and pictures are not read; if it is a scan, make a PDF of it, which OCR can read.")
_SOUND = message("It is sound or film, which is not read; save a transcript as text.")
_PROGRAM = message("It is a program, not a report.")
#: First bytes of formats that people submit and Tollbook does not read, with advice.
_UNSUPPORTED = {
    b"{\\rtf": message("Rich text (RTF) is not read; save it as a Word file (DOCX), PDF or text."),
    b"7z\xbc\xaf\x27\x1c": message("7z archives are not read; unpack it, or pack it as ZIP."),
    b"Rar!": message("RAR archives are not read; unpack it, or pack it as ZIP."),
    b"BZh": message("Files packed with bzip2 are not read; unpack it first."),
    b"\xfd7zXZ\0": message("Files packed with xz are not read; unpack it first."),
    b"\x28\xb5\x2f\xfd": message("Files packed with Zstandard are not read; unpack it first."),
    b"SQLite format 3\0": message("It is a database, not a report. To open a book, use --book."),
    b"\x89PNG": _PICTURE,
    b"\xff\xd8\xff": _PICTURE,
    b"GIF8": _PICTURE,
    b"II*\0": _PICTURE,
    b"MM\0*": _PICTURE,
    b"RIFF": message("Pictures, sound and film are not read; save their text or a transcript as text."),
    b"OggS": _SOUND,
    b"ID3": _SOUND,
    b"bplist": message("Web archives of Safari are not read; save the page as HTML, MHTML or PDF."),
    b"\x7fELF": _PROGRAM,
    b"MZ\x90": _PROGRAM,
}
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
#: Names of parts in the old Office container format are UTF-16.
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
#: Text that may precede a document's first element. The quantifiers are possessive (``*+``): with backtracking over the
#: ends of comments, a search over a few dozen of them would take years.
_COMMENTS = rb"\s*+(?:<\?xml[^>]*+>\s*+)?+(?:<!--(?>.*?-->)\s*+)*+"
_PROLOGUE = rb"\s*+(?:(?:<\?(?>.*?\?>)|<!--(?>.*?-->)|<!DOCTYPE[^\[>]*+(?:\[(?>.*?\]\s*>)|>))\s*+)*+"
_HTML = re.compile(_COMMENTS + rb"<(?:!doctype\s+html|html|head|body|title|meta|article|main|div|h1)\b", re.I | re.S)
_XML = re.compile(rb"\s*<\?xml\s")
_COMMENT_FIRST = re.compile(rb"\s*<!--", re.S)
_FEED = re.compile(_PROLOGUE + rb"<(?:\w+:)?(rss|feed|RDF)\b", re.S)
_HEADER = re.compile(rb"[A-Za-z][A-Za-z0-9-]*:[ \t]*\S")
_MAIL = re.compile(rb"^(?:From|Date|Subject|Message-ID|MIME-Version|Received|Return-Path|Delivered-To):", re.I | re.M)
_MULTIPART = re.compile(rb"^Content-Type:\s*multipart/related", re.I | re.M)
_FEEDS = {b"rss": "application/rss+xml", b"RDF": "application/rss+xml", b"feed": "application/atom+xml"}
_BY_NAME = {
    ".jsonl": ROWS, ".ndjson": ROWS, ".csv": "text/csv", ".tsv": "text/csv", ".eml": "message/rfc822",
    ".mht": "multipart/related", ".mhtml": "multipart/related", ".html": "text/html", ".htm": "text/html",
    ".xhtml": "text/html",
}  # fmt: skip
_NOT_REPORTS = {
    ".css": message("It is a style sheet, not a report."),
    ".js": message("It is a script, not a report."),
    ".json": message("JSON files are not read; use JSON Lines, with one report on each line, as in reports.jsonl."),
}
PAGES = frozenset({"text/html", "application/xhtml+xml"})


def is_warc(head: bytes) -> bool:
    """Whether the first bytes, unpacked, are those of a WARC or ARC file."""
    return head.startswith((b"WARC/", b"filedesc://"))


def detect(head: bytes, name: str) -> str:
    """The media type of a file that begins with ``head`` and has this name. Raises Unreadable if it is not read."""
    suffix = PurePosixPath(name).suffix.lower()
    for signature, media_type in _SIGNATURES.items():
        if head.startswith(signature):
            return media_type
    _check_supported(head)
    if is_warc(head):
        return WARC
    text = _single_bytes(head)
    if suffix == ".jsonl":
        return ROWS
    if feed := _FEED.match(text):
        return _FEEDS[feed[1]]
    if _HTML.match(text) or (_COMMENT_FIRST.match(text) and suffix in {".html", ".htm"}):
        return "text/html"
    if _is_mail(text):
        return "multipart/related" if _MULTIPART.search(text) and suffix != ".eml" else "message/rfc822"
    _check_report(text, suffix)
    # A PDF may begin with a line of other bytes, which PDF readers accept.
    if b"%PDF-" in head[:1024] and suffix == ".pdf":
        return "application/pdf"
    return _BY_NAME.get(suffix, "text/plain")


def _single_bytes(head: bytes) -> bytes:
    """The bytes without a byte order mark, and UTF-16 as if it were ASCII: markup is found in both."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, b"<\0", b"\0<")):
        return head.removeprefix(codecs.BOM_UTF16_LE).removeprefix(codecs.BOM_UTF16_BE).replace(b"\0", b"")
    return head.removeprefix(codecs.BOM_UTF8)


def _check_supported(head: bytes) -> None:
    for signature, advice in _UNSUPPORTED.items():
        if head.startswith(signature):
            raise Unreadable(advice)
    if head.startswith(_OLD_OFFICE):
        if _ENCRYPTED in head:
            raise Unreadable(message("It is protected by a password; save a copy without one."))
        raise Unreadable(message("Old Word and Excel files are not read; save it as DOCX, XLSX, PDF or text."))
    if head[4:8] == b"ftyp":
        raise Unreadable(_SOUND)
    if head[257:262] == b"ustar":
        raise Unreadable(message("Tar archives are not read; unpack it, or pack it as ZIP."))


def _check_report(head: bytes, suffix: str) -> None:
    if suffix in _NOT_REPORTS:
        raise Unreadable(_NOT_REPORTS[suffix])
    if _XML.match(head) and _BY_NAME.get(suffix) not in PAGES:
        raise Unreadable(message("It is an XML file of a kind that is not read; save its text as HTML or text."))


def _is_mail(head: bytes) -> bool:
    """Whether the file begins with at least two headers of a mail that no prose begins with."""
    head = head.lstrip()
    if not _HEADER.match(head) and not head.startswith(b"From "):
        return False
    top = re.split(rb"\r?\n\r?\n", head, maxsplit=1)[0]
    return len({header.lower() for header in _MAIL.findall(top)}) >= 2
