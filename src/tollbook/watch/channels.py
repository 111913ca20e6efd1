"""The channels for alerts: a file, mail, and a webhook."""

import hashlib
import hmac
import os
import secrets
import smtplib
import ssl
import subprocess
import time
from email.message import EmailMessage
from email.utils import formatdate
from pathlib import Path
from typing import Any

import msgspec

from tollbook.errors import Refused
from tollbook.ingest.fetch.client import HttpClient, parse
from tollbook.ingest.walk import name_of
from tollbook.locale import wording
from tollbook.locale.messages import message
from tollbook.watch.channel import Batch
from tollbook.watch.settings import FileChannel, MailChannel, WebhookChannel

#: Seconds to wait for a mail server or a command.
_TIMEOUT = 60
#: Bytes at the end of a file that are searched for alerts that it has: more than one batch fills.
_TAIL = 4_000_000
#: Bytes of the answer of a webhook that are read.
_MAX_ANSWER = 10_000


class AlertFile:
    """A file with a line of JSON for each alert. An alert that the file has is not written again."""

    def __init__(self, setting: FileChannel) -> None:
        self._path = Path(setting.path).expanduser()
        self.name = name_of(self._path)
        self.key = f"tell file {self.name}"

    def send(self, batch: Batch, memory: dict[str, Any]) -> None:
        """Append the alerts; they are on the disk when this returns. Raises OSError."""
        # Only its owner can read a new file: what it says may be dangerous to others.
        with os.fdopen(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - _TAIL))
            tail = file.read()
            # A process that was killed may have left half a line of its own at the end.
            unfinished = len(tail) - (tail.rfind(b"\n") + 1)
            file.truncate(file.tell() - unfinished)
            file.seek(0, os.SEEK_END)
            known = {_id(line) for line in tail.splitlines()}
            lines = [
                msgspec.json.encode({"at": each.at, **each.alert.to_dict(), "link": batch.page}) + b"\n"
                for each in batch.alerts
                if each.alert.id not in known
            ]
            file.write(b"".join(lines))
            file.flush()
            os.fsync(file.fileno())


def _id(line: bytes) -> str:
    try:
        return str(msgspec.json.decode(line, type=dict[str, Any]).get("id", ""))
    except msgspec.DecodeError:
        return ""


class Mail:
    """Mail by a server or by a command."""

    def __init__(self, setting: MailChannel) -> None:
        self._setting = setting
        self.name = ", ".join(setting.to)
        self.key = f"tell mail {self.name}"

    def send(self, batch: Batch, memory: dict[str, Any]) -> None:
        """Hand the mail over. Its Message-ID is the same if it is sent again. Raises Refused."""
        setting, mail = self._setting, EmailMessage()
        try:
            mail["From"], mail["To"] = setting.sender, ", ".join(setting.to)
            mail["Message-ID"] = f"<{batch.id}@{setting.sender.rpartition('@')[2].rstrip('>') or 'localhost'}>"
        except ValueError as error:
            raise Refused(message("The addresses of the mail cannot be used: {error}", error=error)) from error
        mail["Subject"], mail["Date"] = f"Tollbook: {batch.summary}", formatdate(localtime=False)
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(batch.text(setting.content))
        try:
            self._by_command(mail) if setting.command else self._by_server(mail)
        except (smtplib.SMTPException, subprocess.SubprocessError, OSError) as error:
            raise Refused(
                message("The mail was not accepted; it is sent again later: {error}",
                        error=wording.clean(str(error))[:300])
            ) from error  # fmt: skip

    def _by_command(self, mail: EmailMessage) -> None:
        subprocess.run(  # noqa: S603 - the command is the user's own, and no shell reads it
            list(self._setting.command), input=mail.as_bytes(), timeout=_TIMEOUT, check=True, capture_output=True
        )

    def _by_server(self, mail: EmailMessage) -> None:
        setting = self._setting
        context = ssl.create_default_context(cafile=setting.ca)
        if setting.tls == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(setting.host, setting.port, timeout=_TIMEOUT, context=context)
        else:
            server = smtplib.SMTP(setting.host, setting.port, timeout=_TIMEOUT)
        with server:
            if setting.tls == "starttls":
                server.starttls(context=context)
            if setting.user and setting.password is not None:
                server.login(setting.user, setting.password.read())
            server.send_message(mail)


class Webhook:
    """Signed JSON to an address that has shown that it wants it.

    The first request holds a challenge, and the answer has to repeat it: a mistyped address never gets more. The
    address is checked as those of pages are, and redirects are not followed.
    """

    def __init__(self, setting: WebhookChannel, client: HttpClient, *, allow_private: bool) -> None:
        self._setting, self._client = setting, client
        self.name = setting.url
        self.key = f"tell webhook {setting.url}"
        if parse(setting.url).scheme != "https" and not allow_private:
            raise Refused(message("The webhook {url} must begin with https://.", url=setting.url))

    def send(self, batch: Batch, memory: dict[str, Any]) -> None:
        """Send the alerts; an answer with a status from 200 to 299 accepts them. Raises Refused."""
        if not memory.get("confirmed"):
            challenge = secrets.token_hex(16)
            answer = self._post({"challenge": challenge}, challenge)
            if challenge not in answer.decode("utf-8", "replace"):
                raise Refused(
                    message("The webhook did not repeat the challenge, so nothing was sent to it; see docs/watch.md.")
                )
            memory["confirmed"] = True
        self._post(batch.outside(self._setting.content), batch.id)

    def _post(self, content: dict[str, Any], delivery: str) -> bytes:
        body, at = msgspec.json.encode(content), str(int(time.time()))
        headers = {
            "Content-Type": "application/json",
            "X-Tollbook-Delivery": delivery,
            "X-Tollbook-Timestamp": at,
            "X-Tollbook-Signature": signature(self._setting.secret.read(), at, body),
        }
        response = self._client.post(self._setting.url, body, headers=headers, most=_MAX_ANSWER)
        if response.status // 100 != 2:
            status = f"{response.status} {response.reason}".strip()
            raise Refused(
                message("The webhook responded with {status}; the alerts are sent again later.", status=status)
            )
        return response.body


def signature(secret: str, at: str, body: bytes) -> str:
    """The signature of a request: ``sha256=`` and the HMAC-SHA-256 of the time, a full stop and the body, as hex."""
    return "sha256=" + hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()
