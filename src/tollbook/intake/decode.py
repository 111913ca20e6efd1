"""Bytes to text: which encodings are read, and what is refused as no text at all."""

import codecs
import re

from charset_normalizer import from_bytes

from tollbook.errors import Unreadable
from tollbook.text import MAX_LENGTH

#: No encoding takes more than four bytes for a code point, so a longer file cannot be a report of allowed length.
MAX_BYTES = 4 * MAX_LENGTH
#: What is tried besides UTF-8. Tollbook reads English, and programs that write English without UTF-8 write one of
#: these. Left to choose among all its code pages, charset-normalizer took cp1006, hp-roman8 or cp1250 for English
#: with a single accented name, and names would be misspelled without anyone noticing.
_ENCODINGS = ["cp1252", "utf_16", "utf_16_le", "utf_16_be", "utf_32"]
#: charset-normalizer's share of implausible characters. Windows-1252 text in English, Spanish and German measured
#: 0.00; most text in other code pages measured 0.01 and more when read as Windows-1252.
_MAX_CHAOS = 0.01
#: Control characters per character. Text has next to none (page feeds in scans, a few terminal escapes); random bytes
#: have one in ten.
_MAX_CONTROLS = 0.05
_CONTROL = re.compile(r"[\x01-\x08\x0b\x0e-\x1f\x7f]")
_BROKEN = re.compile(r"[\0\ud800-\udfff]")
_UTF8_SEQUENCE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
#: First bytes of what people most often take for text, and what to do about it.
_FORMATS = {
    b"%PDF": "PDF is not read yet; save its text as a .txt file.",
    b"PK\x03\x04": "Zip archives, Word and OpenDocument files are not read yet; unpack it or save it as text.",
    b"{\\rtf": "Rich text (RTF) is not read yet; save it as plain text.",
    b"\xd0\xcf\x11\xe0": "Old Word and Excel files are not read yet; save it as plain text.",
    b"\x1f\x8b": "Compressed files are not read yet; unpack it first.",
}
_HTML = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S)
#: Enough of a file to know its format: an HTML page may begin with a long comment.
HEAD = 4096


def check_format(head: bytes) -> None:
    """Raise Unreadable when the first bytes are those of a format that is not read yet."""
    for signature, advice in _FORMATS.items():
        if head.startswith(signature):
            raise Unreadable(advice)
    if _HTML.match(head.removeprefix(codecs.BOM_UTF8)):
        raise Unreadable("HTML is not read yet; save the page as text.")


def decode(data: bytes) -> str:
    """The text of a file, line ends as ``\\n`` and without a byte order mark. Raises Unreadable."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = _other_encoding(data)
    return check_text(text.replace("\r\n", "\n").replace("\r", "\n"))


def check_text(text: str) -> str:
    """The text itself. Raises Unreadable when it is empty, too long, or not text."""
    if not text.strip():
        raise Unreadable("It is empty.")
    if len(text) > MAX_LENGTH:
        raise Unreadable(
            f"It has {len(text):,} characters, and a report may have {MAX_LENGTH:,}; split it into single reports."
        )
    if "\0" in text or len(_CONTROL.findall(text)) > _MAX_CONTROLS * len(text):
        raise Unreadable("It is not text but some binary format; save it as plain text.")
    return check_characters(text)


def check_characters(text: str) -> str:
    """The text itself. Raises Unreadable when it holds what no text can be stored with."""
    if _BROKEN.search(text):
        raise Unreadable("It holds broken characters (NUL or lone surrogates); export it again as valid Unicode.")
    return text


def _other_encoding(data: bytes) -> str:
    # Where most bytes outside of ASCII form UTF-8 characters, the file is damaged UTF-8, not another encoding.
    if 2 * sum(map(len, _UTF8_SEQUENCE.findall(data))) > len(_NOT_ASCII.findall(data)):
        raise Unreadable("It is UTF-8 with damaged characters; get an undamaged copy or save it again as UTF-8.")
    best = from_bytes(data, cp_isolation=_ENCODINGS).best()
    if best is None or best.chaos > _MAX_CHAOS:
        raise Unreadable("Its encoding is not known for certain, or it is not text; save it again as UTF-8.")
    return str(best).removeprefix("\ufeff")
