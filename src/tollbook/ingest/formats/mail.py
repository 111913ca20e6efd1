"""Mail (EML) and pages saved as MHTML: both are MIME messages.

Of a mail the plain text is taken, or the HTML where there is none; its attachments are documents of their own.
"""

import email
import email.policy
import re
from datetime import datetime
from email.errors import HeaderParseError, MessageError
from email.message import EmailMessage

from tollbook.errors import Refused, Unreadable
from tollbook.ingest.decode import check_text, declared, decode, decode_page
from tollbook.ingest.document import Document, Facts, Member, Parsed, fact, facts_of, joined
from tollbook.ingest.formats.html import furniture, read_page
from tollbook.ingest.formats.metadata import as_day
from tollbook.model import Refusal

_PARAGRAPH = re.compile(r".+?(?:\n[ \t]*\n\s*|\Z)", re.S)
#: What the email package raises over headers and bodies that no mail program would write.
_ODD = (MessageError, HeaderParseError, ValueError, LookupError, TypeError, AttributeError, IndexError, OverflowError)
#: Attachments that belong to the way a mail looks or is signed.
_PASSED_OVER = (
    "image/",
    "audio/",
    "video/",
    "font/",
    "text/css",
    "application/pgp",
    "application/pkcs7",
    "text/calendar",
)
_MOST_PARTS = 2000
_MAIL = "message/rfc822"
_AS_IT_WAS = email.policy.default.clone(refold_source="none")


def parse(data: bytes, _media_type: str) -> Parsed:
    """A mail: its body as the document, its attachments as members. Raises Refused."""
    message = _message(data)
    if message.get_content_type() == "multipart/encrypted" or "smime" in message.get("Content-Type", "").lower():
        raise Unreadable("The mail is encrypted; save it decrypted.")
    facts = _facts(message)
    members, refused = _attachments(message, facts)
    body = _body(message)
    if body is None and not members:
        raise Unreadable("The mail has no text.")
    return Parsed(document=body and _with(body, facts), members=tuple(members), refused=tuple(refused))


def parse_page(data: bytes, _media_type: str) -> Parsed:
    """A page saved as MHTML: its first HTML part. Raises Refused."""
    message = _message(data)
    page = next((part for part in _parts(message) if part.get_content_type() in _PAGES), None)
    if page is None:
        raise Unreadable("It is a saved web page (MHTML) that holds no page; save it again.")
    facts = facts_of(
        url=fact(_header(message, "Snapshot-Content-Location") or _header(page, "Content-Location"), "MHTML header"),
        captured=fact(_moment(message), "MHTML Date"),
    )
    if "url" in facts and not facts["url"].value.startswith("http"):
        del facts["url"]
    return Parsed(document=_with(read_page(decode_page(_bytes(page), _type(page))), facts))


_PAGES = frozenset({"text/html", "application/xhtml+xml"})


def _message(data: bytes) -> EmailMessage:
    try:
        message = email.message_from_bytes(data.lstrip(), policy=email.policy.default)
    except (*_ODD, RecursionError) as error:
        raise Unreadable("It is a damaged mail; save it again from the mail program.") from error
    if not isinstance(message, EmailMessage):
        raise Unreadable("It is no mail.")
    return message


def _parts(message: EmailMessage) -> list[EmailMessage]:
    """The parts that hold content, in order; a mail that is attached is one of them, and is not looked into."""
    try:
        found: list[EmailMessage] = []
        todo = [message]
        while todo and len(found) < _MOST_PARTS:
            part = todo.pop()
            if part is not message and part.get_content_type() == _MAIL:
                found.append(part)
            elif part.is_multipart():
                todo.extend(reversed(_inside(part)))
            else:
                found.append(part)
    except (*_ODD, RecursionError) as error:
        raise Unreadable("Its parts are nested too deep or damaged.") from error
    return found


def _inside(part: EmailMessage) -> list[EmailMessage]:
    held = part.get_payload()
    return [inner for inner in held if isinstance(inner, EmailMessage)] if isinstance(held, list) else []


def _body(message: EmailMessage) -> Document | None:
    """The text of a mail."""
    texts = [part for part in _parts(message) if not _is_attached(part)]
    for part in texts:
        if part.get_content_type() == "text/plain" and (text := _text(part).strip("\n")).strip():
            return _plain(check_text(text))
    for part in texts:
        if part.get_content_type() in _PAGES:
            return read_page(decode_page(_bytes(part), _type(part)))
    return None


def _plain(text: str) -> Document:
    """A mail of plain text, less the paragraphs that mailing lists put around it."""
    spans, at = [], 0
    for paragraph in _PARAGRAPH.findall(text):
        if not furniture().match(paragraph.lstrip()):
            spans.append((at, at + len(paragraph)))
        at += len(paragraph)
    return Document(visible=text, kept=joined(spans) or ((0, len(text)),))


def _attachments(message: EmailMessage, facts: Facts) -> tuple[list[Member], list[Refusal]]:
    members: list[Member] = []
    refused: list[Refusal] = []
    outer = {name: one for name, one in facts.items() if name in {"published", "author", "outlet"}}
    for number, part in enumerate(_parts(message), start=1):
        if not _is_attached(part) or part.get_content_type().startswith(_PASSED_OVER):
            continue
        name = _file_name(part) or f"attachment {number}"
        try:
            if part.get_content_type() == _MAIL:
                # It says itself who sent it, and when.
                members.append(Member(name=name, data=_mail(part), media_type=_MAIL))
            else:
                members.append(Member(name=name, data=_bytes(part), facts=outer))
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
    except _ODD:
        return None


def _bytes(part: EmailMessage) -> bytes:
    try:
        data = part.get_payload(decode=True)
    except (*_ODD, AssertionError) as error:
        raise Unreadable("A part of it is damaged.") from error
    return data if isinstance(data, bytes) else b""


def _mail(part: EmailMessage) -> bytes:
    """The bytes of a mail attached as such, headers folded as they were."""
    held = _inside(part)
    try:
        return held[0].as_bytes(policy=_AS_IT_WAS) if held else b""
    except (*_ODD, RecursionError) as error:
        raise Unreadable("It is a damaged mail; save it again from the mail program.") from error


def _type(part: EmailMessage) -> str:
    try:
        charset = part.get_content_charset()
    except _ODD:
        charset = None
    return f"{part.get_content_type()}; charset={charset}" if charset else part.get_content_type()


def _text(part: EmailMessage) -> str:
    data = _bytes(part)
    text = declared(data, _type(part))
    return decode(data) if text is None and data.strip() else text or ""


def _facts(message: EmailMessage) -> Facts:
    """What the headers say. A mail is published when it is sent, by the name it is sent under."""
    sender = _header(message, "From") or ""
    name = sender.rpartition("<")[0].strip(' "') or sender.strip("<> ")
    return facts_of(
        title=fact(_header(message, "Subject"), "mail Subject"),
        author=fact(name, "mail From"),
        published=fact(as_day(_header(message, "Date") or ""), "mail Date"),
        language=fact(_header(message, "Content-Language"), "mail Content-Language"),
    )


def _header(message: EmailMessage, name: str) -> str | None:
    try:
        value = message.get(name)
        return None if value is None else str(value)
    except _ODD:
        return None


def _moment(message: EmailMessage) -> str | None:
    try:
        moment = message["Date"].datetime if message["Date"] is not None else None
    except _ODD:
        return None
    return moment.isoformat() if isinstance(moment, datetime) else None


def _with(document: Document, facts: Facts) -> Document:
    return Document(visible=document.visible, kept=document.kept, facts=document.facts | facts)
