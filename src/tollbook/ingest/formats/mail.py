"""Mail (EML) and pages saved as MHTML: both are MIME messages.

The text of a mail is its plain text part, else its HTML part. Its attachments are documents of their own.
"""

import email
import email.policy
import re
from datetime import datetime
from email.errors import HeaderParseError, MessageError
from email.message import EmailMessage

from tollbook.errors import Refused, Unreadable
from tollbook.ingest.decode import check_text, declared, decode, decode_page
from tollbook.ingest.document import (
    EmbeddedDocument,
    Metadata,
    ParsedDocument,
    ParseResult,
    joined,
    metadata_of,
    metadata_value,
)
from tollbook.ingest.formats.html import boilerplate, read_page
from tollbook.ingest.formats.page_metadata import as_day
from tollbook.locale.messages import message
from tollbook.model import Refusal

_PARAGRAPH = re.compile(r".+?(?:\n[ \t]*\n\s*|\Z)", re.S)
#: Exceptions that the email package raises for malformed headers and bodies.
_MALFORMED = (
    MessageError,
    HeaderParseError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    IndexError,
    OverflowError,
)
#: Attachments that only format or sign a mail.
_SKIPPED = (
    "image/",
    "audio/",
    "video/",
    "font/",
    "text/css",
    "application/pgp",
    "application/pkcs7",
    "text/calendar",
)
_MAX_PARTS = 2000
_DAMAGED = message("It is a damaged mail; save it again from the mail program.")
_MAIL = "message/rfc822"
_UNCHANGED = email.policy.default.clone(refold_source="none")


def parse(data: bytes, _media_type: str) -> ParseResult:
    """A mail: its body as the document, its attachments as members. Raises Refused."""
    mail = _message(data)
    if mail.get_content_type() == "multipart/encrypted" or "smime" in mail.get("Content-Type", "").lower():
        raise Unreadable(message("The mail is encrypted; save it decrypted."))
    metadata = _metadata(mail)
    members, refused = _attachments(mail, metadata)
    body = _body(mail)
    if body is None and not members:
        raise Unreadable(message("The mail has no text."))
    return ParseResult(document=body and _with(body, metadata), members=tuple(members), refused=tuple(refused))


def parse_page(data: bytes, _media_type: str) -> ParseResult:
    """A page saved as MHTML: its first HTML part. Raises Refused."""
    mail = _message(data)
    page = next((part for part in _parts(mail) if part.get_content_type() in _PAGES), None)
    if page is None:
        raise Unreadable(message("It is a saved web page (MHTML) without a page in it; save it again."))
    metadata = metadata_of(
        url=metadata_value(
            _header(mail, "Snapshot-Content-Location") or _header(page, "Content-Location"), "MHTML header"
        ),
        captured=metadata_value(_moment(mail), "MHTML Date"),
    )
    if "url" in metadata and not metadata["url"].value.startswith("http"):
        del metadata["url"]
    return ParseResult(document=_with(read_page(decode_page(_bytes(page), _type(page))), metadata))


_PAGES = frozenset({"text/html", "application/xhtml+xml"})


def _message(data: bytes) -> EmailMessage:
    try:
        mail = email.message_from_bytes(data.lstrip(), policy=email.policy.default)
    except (*_MALFORMED, RecursionError) as error:
        raise Unreadable(_DAMAGED) from error
    if not isinstance(mail, EmailMessage):
        raise Unreadable(message("It is not a mail."))
    return mail


def _parts(mail: EmailMessage) -> list[EmailMessage]:
    """The parts with content, in order. An attached mail is one part and is not opened here."""
    try:
        parts: list[EmailMessage] = []
        todo = [mail]
        while todo and len(parts) < _MAX_PARTS:
            part = todo.pop()
            if part is not mail and part.get_content_type() == _MAIL:
                parts.append(part)
            elif part.is_multipart():
                todo.extend(reversed(_inside(part)))
            else:
                parts.append(part)
    except (*_MALFORMED, RecursionError) as error:
        raise Unreadable(message("The parts of the mail are damaged or nested too deeply.")) from error
    return parts


def _inside(part: EmailMessage) -> list[EmailMessage]:
    payload = part.get_payload()
    return [inner for inner in payload if isinstance(inner, EmailMessage)] if isinstance(payload, list) else []


def _body(mail: EmailMessage) -> ParsedDocument | None:
    """The text of a mail."""
    texts = [part for part in _parts(mail) if not _is_attached(part)]
    for part in texts:
        if part.get_content_type() == "text/plain" and (text := _text(part).strip("\n")).strip():
            return _plain(check_text(text))
    for part in texts:
        if part.get_content_type() in _PAGES:
            return read_page(decode_page(_bytes(part), _type(part)))
    return None


def _plain(text: str) -> ParsedDocument:
    """A plain text mail without the paragraphs that mailing lists add."""
    spans, at = [], 0
    for paragraph in _PARAGRAPH.findall(text):
        if not boilerplate().match(paragraph.lstrip()):
            spans.append((at, at + len(paragraph)))
        at += len(paragraph)
    return ParsedDocument(visible=text, kept=joined(spans) or ((0, len(text)),))


def _attachments(mail: EmailMessage, metadata: Metadata) -> tuple[list[EmbeddedDocument], list[Refusal]]:
    members: list[EmbeddedDocument] = []
    refused: list[Refusal] = []
    outer = {name: one for name, one in metadata.items() if name in {"published", "author", "outlet"}}
    for number, part in enumerate(_parts(mail), start=1):
        if not _is_attached(part) or part.get_content_type().startswith(_SKIPPED):
            continue
        name = _file_name(part) or f"attachment {number}"
        try:
            if part.get_content_type() == _MAIL:
                # An attached mail has its own sender and date.
                members.append(EmbeddedDocument(name=name, data=_mail(part), media_type=_MAIL))
            else:
                members.append(EmbeddedDocument(name=name, data=_bytes(part), metadata=outer))
        except Refused as error:
            refused.append(Refusal(origin=name, reason=str(error)))
    return members, refused


def _is_attached(part: EmailMessage) -> bool:
    return (
        part.get_content_type() == _MAIL
        or _file_name(part) is not None
        or (_header(part, "Content-Disposition") or "").lower().startswith("attachment")
    )


def _file_name(part: EmailMessage) -> str | None:
    try:
        return part.get_filename()
    except _MALFORMED:
        return None


def _bytes(part: EmailMessage) -> bytes:
    try:
        data = part.get_payload(decode=True)
    except (*_MALFORMED, AssertionError) as error:
        raise Unreadable(message("A part of the mail is damaged.")) from error
    return data if isinstance(data, bytes) else b""


def _mail(part: EmailMessage) -> bytes:
    """The bytes of an attached mail, with its headers folded as before."""
    inside = _inside(part)
    try:
        return inside[0].as_bytes(policy=_UNCHANGED) if inside else b""
    except (*_MALFORMED, RecursionError) as error:
        raise Unreadable(_DAMAGED) from error


def _type(part: EmailMessage) -> str:
    try:
        charset = part.get_content_charset()
    except _MALFORMED:
        charset = None
    return f"{part.get_content_type()}; charset={charset}" if charset else part.get_content_type()


def _text(part: EmailMessage) -> str:
    data = _bytes(part)
    text = declared(data, _type(part))
    return decode(data) if text is None and data.strip() else text or ""


def _metadata(mail: EmailMessage) -> Metadata:
    """The metadata of the headers. The sender counts as the author, the day of sending as publication."""
    sender = _header(mail, "From") or ""
    name = sender.rpartition("<")[0].strip(' "') or sender.strip("<> ")
    return metadata_of(
        title=metadata_value(_header(mail, "Subject"), "mail Subject"),
        author=metadata_value(name, "mail From"),
        published=metadata_value(as_day(_header(mail, "Date") or ""), "mail Date"),
        language=metadata_value(_header(mail, "Content-Language"), "mail Content-Language"),
    )


def _header(mail: EmailMessage, name: str) -> str | None:
    try:
        value = mail.get(name)
        return None if value is None else str(value)
    except _MALFORMED:
        return None


def _moment(mail: EmailMessage) -> str | None:
    try:
        moment = mail["Date"].datetime if mail["Date"] is not None else None
    except _MALFORMED:
        return None
    return moment.isoformat() if isinstance(moment, datetime) else None


def _with(document: ParsedDocument, metadata: Metadata) -> ParsedDocument:
    return ParsedDocument(visible=document.visible, kept=document.kept, metadata=document.metadata | metadata)
