"""Decodes bytes to text, in the encodings that are read, and refuses bytes that are not text."""

import codecs
import re

from charset_normalizer import from_bytes

from tollbook.errors import Unreadable
from tollbook.locale.messages import message
from tollbook.text import MAX_LENGTH

#: No encoding takes more than four bytes for a code point, so a longer file cannot be a report of allowed length.
MAX_BYTES = 4 * MAX_LENGTH
#: The encodings that are tried after UTF-8. Programs that write English without UTF-8 use one of these. With all its
#: code pages to choose from, charset-normalizer took cp1006, hp-roman8 or cp1250 for English with a single accented
#: name, so that names would be misspelled without anyone noticing.
_ENCODINGS = ["cp1252", "utf_16", "utf_16_le", "utf_16_be", "utf_32"]
#: The largest share of implausible characters, as charset-normalizer measures it. Windows-1252 text in English,
#: Spanish and German measured 0.00; most text in other code pages, read as Windows-1252, measured 0.01 and more.
_MAX_CHAOS = 0.01
#: The largest share of control characters. Text has almost none (page feeds in scans, a few terminal escapes); random
#: bytes have one in ten.
_MAX_CONTROLS = 0.05
_BINARY = message("It is a binary format and not text; save it as plain text.")
_CONTROL = re.compile(r"[\x01-\x08\x0b\x0e-\x1f\x7f]")
_BROKEN = re.compile(r"[\0\ud800-\udfff]")
_UTF8_SEQUENCE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
#: Encodings that a page may declare. The others that Python knows are not used by web pages, and some decode anything.
_DECLARABLE = re.compile(
    r"utf-?(?:8|16|16le|16be|32)|us-ascii|ascii|latin-?1|iso-?8859-\d{1,2}|windows-\d{3,4}|cp\d{3,4}|koi8-[rut]|gb2312|gbk|"
    r"gb18030|big5(?:-hkscs)?|shift_?jis|euc-(?:jp|kr)|iso-2022-(?:jp|kr)|tis-620|mac-?(?:roman|cyrillic)", re.I,
)  # fmt: skip
#: Declared encodings that browsers decode as the larger character set of Windows, as Tollbook does.
_WIDER = {"ascii": "cp1252", "iso8859-1": "cp1252", "gb2312": "gb18030", "gbk": "gb18030", "iso8859-9": "cp1254"}
_CHARSET = re.compile(r"charset\s*=[\s\"']*([\w-]+)", re.I)
_META_CHARSET = re.compile(rb"<(?:meta|\?xml)\b[^>]{0,200}?(?:charset|encoding)\s*=\s*[\"']?\s*([\w-]+)", re.I)
#: Browsers look for the encoding that a page declares within this many bytes.
_META_WITHIN = 1024
#: The share of a page's characters that may be damaged; each becomes a replacement character, as in browsers. Above
#: this share the page is not in the encoding that it declares.
_MAX_DAMAGED = 0.005


def decode(data: bytes) -> str:
    """The text of a file, with line ends as ``\\n`` and without a byte order mark. Raises Unreadable."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = _other_encoding(data)
    return check_text(text.replace("\r\n", "\n").replace("\r", "\n"))


def check_text(text: str) -> str:
    """The text, unchanged. Raises Unreadable if it is empty, too long, or not text."""
    if not text.strip():
        raise Unreadable(message("It is empty."))
    if len(text) > MAX_LENGTH:
        raise Unreadable(
            message(
                "It has {length:,} characters, and a report may have {most:,}; split it into single reports.",
                length=len(text),
                most=MAX_LENGTH,
            )
        )
    if "\0" in text or len(_CONTROL.findall(text)) > _MAX_CONTROLS * len(text):
        raise Unreadable(_BINARY)
    return check_characters(text)


def check_characters(text: str) -> str:
    """The text, unchanged. Raises Unreadable if it holds characters that cannot be stored."""
    if _BROKEN.search(text):
        raise Unreadable(
            message("It holds broken characters (NUL or lone surrogates); export it again as valid Unicode.")
        )
    return text


def _other_encoding(data: bytes) -> str:
    # If most bytes outside ASCII form UTF-8 characters, the file is damaged UTF-8 and not another encoding.
    if 2 * sum(map(len, _UTF8_SEQUENCE.findall(data))) > len(_NOT_ASCII.findall(data)):
        raise Unreadable(
            message("It is UTF-8 with damaged characters; get an undamaged copy or save it again as UTF-8.")
        )
    best = from_bytes(data, cp_isolation=_ENCODINGS).best()
    if best is None or best.chaos > _MAX_CHAOS:
        raise Unreadable(message("Its encoding could not be determined, or it is not text; save it again as UTF-8."))
    return str(best).removeprefix("\ufeff")


def decode_page(data: bytes, media_type: str) -> str:
    """The source of a web page: decoded by its byte order mark, headers or own declaration, else as any text.

    Raises Unreadable. Single damaged characters become U+FFFD, as in browsers.
    """
    if not data.strip():
        raise Unreadable(message("It is empty."))
    if (text := declared(data, media_type)) is not None:
        return text
    own = _META_CHARSET.search(data[:_META_WITHIN])
    name = own[1].decode("ascii") if own else "utf-8"
    # A page that declares its encoding in ASCII is not UTF-16.
    name = "utf-8" if name.lower().startswith("utf-16") else name
    return _decode_as(data, name) or _decode_as(data, "utf-8") or decode(data)


def declared(data: bytes, media_type: str) -> str | None:
    """The text by its byte order mark or the charset of its media type; ``None`` if neither fits."""
    for mark, name in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return _decode_as(data, name)
    charset = _CHARSET.search(media_type)
    return _decode_as(data, charset[1]) if charset else None


def decode_table(data: bytes) -> str:
    """The text of a CSV list; line ends inside cells are kept. Raises Unreadable."""
    text = declared(data, "")
    if text is None:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = _other_encoding(data)
    if not text.strip():
        raise Unreadable(message("It is empty."))
    if "\0" in text:
        raise Unreadable(_BINARY)
    return text


def _decode_as(data: bytes, name: str) -> str | None:
    if name != "utf-8-sig" and not _DECLARABLE.fullmatch(name):
        return None
    try:
        codec = codecs.lookup(name).name
        text = data.decode(_WIDER.get(codec, codec), "replace")
    except (LookupError, UnicodeError):
        return None
    if text.count("\ufffd") > _MAX_DAMAGED * len(text) or "\0" in text:
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")
