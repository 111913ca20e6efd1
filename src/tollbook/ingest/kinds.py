"""What kind of document some bytes are: by their content first, by the file's name where content cannot tell."""

import codecs
import re
from pathlib import PurePosixPath

from tollbook.errors import Unreadable
from tollbook.ingest.archives.warc import is_warc

#: Enough of a file to know its kind: an HTML page may begin with a long comment.
HEAD = 4096
ZIP, GZIP, WARC, ROWS = "application/zip", "application/gzip", "application/warc", "application/x-ndjson"
#: First bytes of what is read.
_KINDS = {
    b"%PDF-": "application/pdf",
    b"PK\x03\x04": ZIP,
    b"PK\x05\x06": ZIP,
    b"\x1f\x8b": GZIP,
}
#: First bytes of what people hand in and cannot be read, and what to do about it.
_FOREIGN = {
    b"{\\rtf": "Rich text (RTF) is not read; save it as a Word file (DOCX), PDF or text.",
    b"7z\xbc\xaf\x27\x1c": "7z archives are not read; unpack it, or pack it as ZIP.",
    b"Rar!": "RAR archives are not read; unpack it, or pack it as ZIP.",
    b"BZh": "Files packed with bzip2 are not read; unpack it first.",
    b"\xfd7zXZ\0": "Files packed with xz are not read; unpack it first.",
    b"\x28\xb5\x2f\xfd": "Files packed with Zstandard are not read; unpack it first.",
    b"SQLite format 3\0": "It is a database, not a report. A book is opened with --book.",
    b"\x89PNG": "Pictures are not read; a scan needs OCR: make it a PDF first.",
    b"\xff\xd8\xff": "Pictures are not read; a scan needs OCR: make it a PDF first.",
    b"GIF8": "Pictures are not read; a scan needs OCR: make it a PDF first.",
    b"II*\0": "Pictures are not read; a scan needs OCR: make it a PDF first.",
    b"MM\0*": "Pictures are not read; a scan needs OCR: make it a PDF first.",
    b"RIFF": "Pictures, sound and film are not read; hand in what is said in it as text.",
    b"OggS": "Sound and film are not read; hand in what is said in it as text.",
    b"ID3": "Sound and film are not read; hand in what is said in it as text.",
    b"bplist": "Web archives of Safari are not read; save the page as HTML, MHTML or PDF.",
    b"\x7fELF": "It is a program, not a report.",
    b"MZ\x90": "It is a program, not a report.",
}
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
#: Names of parts in the old container format, as they stand in it: UTF-16.
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
#: What may stand before a document's first element. Nothing once taken is given back (``*+``): left free to look for
#: another end of each comment, a search over a few dozen of them would take years.
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
_OFFICE = "application/vnd.openxmlformats-officedocument"
_BY_NAME = {
    ".jsonl": ROWS, ".ndjson": ROWS, ".csv": "text/csv", ".tsv": "text/csv", ".eml": "message/rfc822",
    ".mht": "multipart/related", ".mhtml": "multipart/related", ".html": "text/html", ".htm": "text/html",
    ".xhtml": "text/html",
}  # fmt: skip
_NO_REPORT = {
    ".css": "It is a style sheet, not a report.",
    ".js": "It is a script, not a report.",
    ".json": "JSON files are not read; one report a line, as reports.jsonl, is.",
}
PAGES = frozenset({"text/html", "application/xhtml+xml"})


def kind(head: bytes, name: str) -> str:
    """The media type of what begins with ``head`` and is called ``name``. Raises Unreadable for what is not read."""
    suffix = PurePosixPath(name).suffix.lower()
    for signature, media_type in _KINDS.items():
        if head.startswith(signature):
            return media_type
    _check_foreign(head)
    if is_warc(head):
        return WARC
    text = head.removeprefix(codecs.BOM_UTF8)
    if suffix == ".jsonl":
        return ROWS
    if found := _FEED.match(text):
        return _FEEDS[found[1]]
    if _HTML.match(text) or (_COMMENT_FIRST.match(text) and suffix in {".html", ".htm"}):
        return "text/html"
    if _is_mail(text):
        return "multipart/related" if _MULTIPART.search(text) and suffix != ".eml" else "message/rfc822"
    _check_report(text, suffix)
    # A PDF may have a line of something else before it, and readers look for it there.
    if b"%PDF-" in head[:1024] and suffix == ".pdf":
        return "application/pdf"
    return _BY_NAME.get(suffix, "text/plain")


def _check_foreign(head: bytes) -> None:
    for signature, advice in _FOREIGN.items():
        if head.startswith(signature):
            raise Unreadable(advice)
    if head.startswith(_OLD_OFFICE):
        if _ENCRYPTED in head:
            raise Unreadable("It is protected by a password; save a copy without one.")
        raise Unreadable("Old Word and Excel files are not read; save it as DOCX, XLSX, PDF or text.")
    if head[4:8] == b"ftyp":
        raise Unreadable("Sound and film are not read; hand in what is said in it as text.")
    if head[257:262] == b"ustar":
        raise Unreadable("Tar archives are not read; unpack it, or pack it as ZIP.")


def _check_report(head: bytes, suffix: str) -> None:
    if suffix in _NO_REPORT:
        raise Unreadable(_NO_REPORT[suffix])
    if _XML.match(head) and _BY_NAME.get(suffix) not in PAGES:
        raise Unreadable("It is an XML file of a kind that is not read; save what it tells as HTML or text.")


def _is_mail(head: bytes) -> bool:
    """Whether it begins with headers of a mail: at least two, of those that no prose begins with."""
    head = head.lstrip()
    if not _HEADER.match(head) and not head.startswith(b"From "):
        return False
    top = re.split(rb"\r?\n\r?\n", head, maxsplit=1)[0]
    return len({found.lower() for found in _MAIL.findall(top)}) >= 2
