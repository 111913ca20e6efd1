"""The settings of ``tollbook watch``: sources to follow and channels for alerts, from a TOML file of the user."""

import os
import tomllib
from pathlib import Path
from typing import Literal

import msgspec

from tollbook.errors import Refused
from tollbook.ingest.walk import why_not
from tollbook.locale.messages import message

#: Seconds between two looks at a feed or a mailbox on a server, and the fewest: feeds change a few times an hour, and a
#: site may block clients that ask more often. Files on this computer are checked every half minute.
EVERY_REMOTE, LEAST_REMOTE, EVERY_LOCAL = 900.0, 60.0, 30.0
#: Seconds for which the size and the time of a file must not change before it is read.
SETTLE = 10.0
#: The content of a message to others: only the number of alerts by incident, or their sentences too.
Content = Literal["counts", "sentences"]


class _Setting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file. A name that Tollbook does not know is refused: it may be a misspelling."""


class FolderSetting(_Setting, frozen=True, kw_only=True):
    """A folder: new and changed files in it are read. ``settle`` is in seconds."""

    path: str
    every: float = EVERY_LOCAL
    settle: float = SETTLE


class FeedSetting(_Setting, frozen=True, kw_only=True):
    """An RSS or Atom feed. With ``articles`` the page of each new entry is captured instead of the entry."""

    url: str
    every: float = EVERY_REMOTE
    articles: bool = False


class MailboxSetting(_Setting, frozen=True, kw_only=True):
    """A mailbox on this computer: an mbox file, or a Maildir folder."""

    path: str
    every: float = EVERY_LOCAL
    settle: float = SETTLE


class Secret(_Setting, frozen=True, kw_only=True):
    """Where a password is: an environment variable or a file, never the settings themselves."""

    env: str = ""
    file: str = ""

    def read(self) -> str:
        """The password. Raises Refused if it is not there."""
        if self.env and os.environ.get(self.env):
            return os.environ[self.env]
        try:
            found = Path(self.file).expanduser().read_text().strip() if self.file else ""
        except OSError as error:
            raise Refused(message("The password file {file}: {why}", file=self.file, why=why_not(error))) from error
        if not found:
            raise Refused(
                message(
                    "The password is missing; set the environment variable or the file that the settings name: {name}",
                    name=self.env or self.file or "password",
                )
            )
        return found


class ImapSetting(_Setting, frozen=True, kw_only=True):
    """A mailbox on a server, always by TLS. ``ca`` is a file with the certificate of one's own authority."""

    host: str
    user: str
    password: Secret
    port: int = 993
    folder: str = "INBOX"
    every: float = EVERY_REMOTE
    ca: str | None = None


class FileChannel(_Setting, frozen=True, kw_only=True):
    """A file on this computer to which alerts are appended, as JSON Lines."""

    path: str


class MailChannel(_Setting, frozen=True, kw_only=True):
    """Mail by a server with TLS, or by a command such as ``["sendmail", "-t"]`` that reads it from standard input."""

    to: tuple[str, ...]
    sender: str
    host: str = ""
    port: int = 587
    tls: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: Secret | None = None
    command: tuple[str, ...] = ()
    ca: str | None = None
    content: Content = "counts"


class WebhookChannel(_Setting, frozen=True, kw_only=True):
    """An address to which signed JSON is sent. ``secret`` signs it, by HMAC with SHA-256."""

    url: str
    secret: Secret
    content: Content = "counts"


class Settings(_Setting, frozen=True, kw_only=True):
    """All settings. ``pause`` is in seconds, between two requests to one host; ``link`` is the web interface."""

    folder: tuple[FolderSetting, ...] = ()
    feed: tuple[FeedSetting, ...] = ()
    mailbox: tuple[MailboxSetting, ...] = ()
    imap: tuple[ImapSetting, ...] = ()
    file: FileChannel | None = None
    mail: MailChannel | None = None
    webhook: WebhookChannel | None = None
    link: str = ""
    pause: float = 2.0
    allow_private: bool = False


def load(path: Path) -> Settings:
    """The settings in a file. Raises Refused with the place of the mistake."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
        found = msgspec.convert(given, Settings)
    except OSError as error:
        raise Refused(message("The settings {file}: {why}", file=path, why=why_not(error))) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise Refused(message("The settings {file} cannot be used: {error}", file=path, error=error)) from error
    return checked(found)


def checked(settings: Settings) -> Settings:
    """The settings. Raises Refused for those that cannot be used safely."""
    if settings.mail is not None and bool(settings.mail.host) == bool(settings.mail.command):
        raise Refused(message("To send mail, give either a host or a command, and not both."))
    if settings.mail is not None and settings.mail.tls == "none" and settings.mail.host not in _THIS_COMPUTER:
        raise Refused(
            message("Mail without TLS is only sent to a server on this computer; set tls to starttls or tls.")
        )
    if not settings.allow_private and (close := [each.url for each in settings.feed if each.every < LEAST_REMOTE]):
        raise Refused(
            message("{url} would be asked too often; set every to {n} seconds or more.", url=close[0], n=LEAST_REMOTE)
        )
    return settings


_THIS_COMPUTER = frozenset({"localhost", "127.0.0.1", "::1"})
