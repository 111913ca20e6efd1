"""Mailboxes on a server by IMAP, only encrypted and only to read: no mail is marked, moved or deleted."""

import imaplib
import re
import ssl
from collections.abc import Iterator

from tollbook.book.watching import NewFile
from tollbook.errors import Refused
from tollbook.ingest.walk import why_not
from tollbook.locale import wording
from tollbook.locale.messages import message
from tollbook.model import Refusal
from tollbook.watch.mailboxes import MAX_MAIL, TOO_LARGE
from tollbook.watch.settings import ImapSetting
from tollbook.watch.source import Item, Look

#: Seconds to wait for the server.
_TIMEOUT = 30
_SIZE = re.compile(rb"RFC822\.SIZE (\d+)")


class ImapMailbox:
    """A folder of a mailbox on a server."""

    local = False

    def __init__(self, setting: ImapSetting) -> None:
        self._setting = setting
        self.name = f"{setting.user}@{setting.host}/{setting.folder}"
        self.key, self.every = f"imap {self.name}", setting.every

    def look(self, look: Look) -> Iterator[Item | Refusal]:
        """Each mail with a number above the last one. The server numbers mails anew if UIDVALIDITY changes."""
        try:
            context = ssl.create_default_context(cafile=self._setting.ca)
        except OSError as error:
            raise Refused(
                message("The certificate file {file}: {why}", file=self._setting.ca, why=why_not(error))
            ) from error
        try:
            server = imaplib.IMAP4_SSL(self._setting.host, self._setting.port, ssl_context=context, timeout=_TIMEOUT)
        except OSError as error:
            raise Refused(message("The mail server {host} cannot be reached: {error}", host=self._setting.host,
                                  error=wording.clean(str(error)))) from error  # fmt: skip
        try:
            with server:
                server.login(self._setting.user, self._setting.password.read())
                yield from self._new(server, look)
        except (imaplib.IMAP4.error, OSError, ValueError) as error:
            raise Refused(message("The mail server {host} answers: {error}", host=self._setting.host,
                                  error=wording.clean(str(error))[:300])) from error  # fmt: skip

    def _new(self, server: imaplib.IMAP4_SSL, look: Look) -> Iterator[Item | Refusal]:
        folder = '"' + self._setting.folder.replace("\\", "\\\\").replace('"', '\\"') + '"'
        kind, said = server.select(folder, readonly=True)
        if kind != "OK":
            raise imaplib.IMAP4.error(str(said[0]))
        validity = (server.response("UIDVALIDITY")[1] or [b"0"])[0]
        generation = validity.decode("ascii", "replace") if isinstance(validity, bytes) else "0"
        last = int(look.memory.get("last", 0)) if look.memory.get("validity") == generation else 0
        _, found = server.uid("search", f"UID {last + 1}:*")
        numbers = sorted(int(each) for each in (found[0] or b"").split())
        for number in (number for number in numbers if number > last):
            key = f"{generation}:{number}"
            if key not in look.seen:
                yield from self._mail(server, number, key)
            look.memory.update(validity=generation, last=number)

    def _mail(self, server: imaplib.IMAP4_SSL, number: int, key: str) -> Iterator[Item | Refusal]:
        origin = f"{self.name}/{number}.eml"
        _, about = server.uid("fetch", str(number), "(RFC822.SIZE)")
        size = _SIZE.search(about[0] if about and isinstance(about[0], bytes) else b"")
        if size is not None and int(size[1]) > MAX_MAIL:
            yield Item(key, "seen")
            yield Refusal(origin=origin, reason=TOO_LARGE)
            return
        _, parts = server.uid("fetch", str(number), "(BODY.PEEK[])")
        data = next((part[1] for part in parts or () if isinstance(part, tuple)), None)
        # A mail that has been deleted since has no bytes.
        yield Item(key, "seen", (NewFile(origin, data),) if data else ())
