"""Mailboxes on this computer: mbox files, which mail is appended to, and Maildir folders, one file for each mail."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from tollbook.book.watching import NewFile
from tollbook.errors import Refused
from tollbook.ingest.walk import name_of, why_not
from tollbook.locale.messages import message
from tollbook.model import Refusal
from tollbook.watch.folders import is_settled
from tollbook.watch.settings import MailboxSetting
from tollbook.watch.source import Item, Look, digest

#: Bytes of the largest mail that is read, and of a line after which a mail cannot begin; mail servers take 25 to 50 MB.
MAX_MAIL, _MAX_LINE = 50_000_000, 1 << 20
TOO_LARGE = message("The mail has more than {most:,.0f} MB; save it as a file and read that.", most=MAX_MAIL / 1e6)
#: Headers that mail programs change when somebody reads a mail.
_CHANGING = re.compile(rb"(?im)^(?:x-)?(?:status|keywords|uid|mozilla-[a-z-]+|content-length):.*\n(?:[ \t].*\n)*")
#: Bytes at the beginning of an mbox file by which it is recognised.
_HEAD = 512


class Mailbox:
    """An mbox file or a Maildir folder. Nothing in it is changed or marked."""

    local = True

    def __init__(self, setting: MailboxSetting) -> None:
        self._path = Path(setting.path).expanduser()
        self._settle = setting.settle
        self.name = name_of(self._path)
        self.key, self.every = f"mailbox {self.name}", setting.every

    def look(self, look: Look) -> Iterator[Item | Refusal]:
        """Each mail that was not seen."""
        look.memory["unsettled"] = False
        if self._path.is_dir():
            yield from self._maildir(look)
        elif self._path.is_file():
            yield from self._mbox(look)
        else:
            raise Refused(
                message("The mailbox is not there; it is looked for again. If you moved it, change the settings.")
            )

    def _maildir(self, look: Look) -> Iterator[Item | Refusal]:
        folders = [self._path / name for name in ("new", "cur")]
        if not all(folder.is_dir() for folder in folders):
            raise Refused(message("The folder is no Maildir: it has no folders named new and cur."))
        for path in sorted(path for folder in folders for path in folder.iterdir() if not path.name.startswith(".")):
            # After the colon are marks such as "seen", which change.
            key = path.name.partition(":")[0].encode("utf-8", "backslashreplace").decode()
            if key in look.seen or path.is_symlink() or not path.is_file():
                continue
            try:
                if path.stat().st_size > MAX_MAIL:
                    yield Item(key, "seen")
                    yield Refusal(origin=name_of(path), reason=TOO_LARGE)
                else:
                    yield Item(key, "seen", (NewFile(f"{self.name}/{key}.eml", path.read_bytes()),))
            except FileNotFoundError:
                # It has been moved away, or from new to cur since; the next look finds it there.
                continue
            except OSError as error:
                yield Refusal(origin=name_of(path), reason=why_not(error))

    def _mbox(self, look: Look) -> Iterator[Item | Refusal]:
        status = self._path.stat()
        if not is_settled(status, look.moment, self._settle):
            look.memory["unsettled"] = True
            return
        with self._path.open("rb") as file:
            head = digest(file.read(min(_HEAD, status.st_size)))
            start = int(look.memory.get("offset", 0))
            # A mailbox that somebody tidied up is read from its beginning; mails that were seen are known again.
            same = look.memory.get("head") == head and start <= status.st_size
            file.seek(start if same else 0)
            for data in _mails(file, status.st_size):
                key = digest(_CHANGING.sub(b"", data or b""))
                if data is None:
                    yield Refusal(origin=self.name, reason=TOO_LARGE)
                elif key not in look.seen:
                    yield Item(key, "seen", (NewFile(f"{self.name}/{key[:12]}.eml", data),))
            if status.st_size >= _HEAD:
                look.memory.update(head=head, offset=status.st_size)


def _mails(file: BinaryIO, end: int) -> Iterator[bytes | None]:
    """The mails of an mbox file up to a position, each without its line "From …"; None for one that is too large."""
    mail, size, begun, blank = bytearray(), 0, False, True
    while file.tell() < end and (line := file.readline(_MAX_LINE)):
        if blank and line.startswith(b"From "):
            if begun:
                yield bytes(mail) if size <= MAX_MAIL else None
            mail, size, begun = bytearray(), 0, True
        elif begun:
            size += len(line)
            if size <= MAX_MAIL:
                mail += line
        blank = not line.strip()
    if begun:
        yield bytes(mail) if size <= MAX_MAIL else None
