"""Real servers for tests of the watcher, all on this computer: a feed and pages, a webhook, SMTP and IMAP with TLS."""

import datetime as dt
import json
import re
import socketserver
import ssl
import threading
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


def certificate(folder: Path) -> Path:
    """A certificate for localhost with its key, in one PEM file that is also its own authority."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = folder / "localhost.pem"
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return path


class Site(ThreadingHTTPServer):
    """Feeds, pages and a webhook. ``asked`` has every request: method, path, headers."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Page)
        self.asked: list[tuple[str, str, dict[str, str]]] = []
        self.pages: dict[str, tuple[int, bytes, dict[str, str]]] = {}
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.confirms, self.status = True, 200
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def put(self, path: str, body: str | bytes, status: int = 200, **headers: str) -> None:
        data = body.encode() if isinstance(body, str) else body
        self.pages[path] = (status, data, headers)

    def paths(self) -> list[str]:
        return [path for _, path, _ in self.asked]


class _Page(BaseHTTPRequestHandler):
    server: Site
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.server.asked.append(("GET", self.path, dict(self.headers)))
        status, body, headers = self.server.pages.get(self.path, (404, b"", {}))
        if status == 200 and headers.get("ETag") and self.headers.get("If-None-Match") == headers["ETag"]:
            status, body = 304, b""
        if self.path == "/endless":
            self.send_response(200)
            self.end_headers()
            try:
                for _ in range(10_000):
                    self.wfile.write(b"<rss>" * 20_000)
            except OSError:
                return
            return
        self._answer(status, body, headers)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((dict(self.headers), body))
        asked = json.loads(body)
        answer = asked.get("challenge", "") if self.server.confirms else "no"
        self._answer(200 if "challenge" in asked else self.server.status, str(answer).encode(), {})

    def _answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "text/html; charset=utf-8", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


class _LineServer(socketserver.ThreadingTCPServer):
    daemon_threads, allow_reuse_address = True, True
    context: ssl.SSLContext


class _Lines(socketserver.StreamRequestHandler):
    def line(self) -> str:
        return self.rfile.readline(100_000).decode("utf-8", "replace").rstrip("\r\n")

    def say(self, text: str) -> None:
        self.wfile.write(text.encode() + b"\r\n")

    def encrypt(self, context: ssl.SSLContext) -> None:
        self.request = context.wrap_socket(self.request, server_side=True)
        self.rfile, self.wfile = self.request.makefile("rb"), self.request.makefile("wb", buffering=0)


class MailServer(_LineServer):
    """A mail server that takes mail only after STARTTLS; ``mails`` is what it took."""

    def __init__(self, pem: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Smtp)
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.load_cert_chain(pem)
        self.mails: list[EmailMessage] = []
        self.refuses = False
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class _Smtp(_Lines):
    server: MailServer

    def handle(self) -> None:
        encrypted = False
        self.say("220 here")
        while line := self.line():
            word = line.split(" ")[0].upper()
            if word in {"EHLO", "HELO"}:
                self.say("250-here" if not encrypted else "250 here")
                if not encrypted:
                    self.say("250 STARTTLS")
            elif word == "STARTTLS":
                self.say("220 go on")
                self.encrypt(self.server.context)
                encrypted = True
            elif word == "DATA":
                self.say("354 go on")
                self._take()
            elif word == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 ok" if encrypted and not self.server.refuses else "530 no")

    def _take(self) -> None:
        data = b""
        while (line := self.rfile.readline()) != b".\r\n":
            data += line
        mail = message_from_bytes(data, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.server.mails.append(mail)
        self.say("250 ok")


class ImapServer(_LineServer):
    """A mailbox by IMAP over TLS; ``mails`` by their numbers; ``said`` is every command, without its tag."""

    def __init__(self, pem: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Imap)
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.context.load_cert_chain(pem)
        self.mails: dict[int, bytes] = {}
        self.said: list[str] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class _Imap(_Lines):
    server: ImapServer

    def handle(self) -> None:
        try:
            self.encrypt(self.server.context)
        except (ssl.SSLError, OSError):
            return
        self.say("* OK here")
        while line := self.line():
            tag, _, command = line.partition(" ")
            self.server.said.append(command)
            words = command.upper().split(" ")
            if words[0] == "LOGIN" and '"right"' not in command and not command.endswith(" right"):
                self.say(f"{tag} NO wrong password")
                continue
            if words[0] == "CAPABILITY":
                self.say("* CAPABILITY IMAP4rev1")
            elif words[0] == "EXAMINE":
                self.say(f"* {len(self.server.mails)} EXISTS")
                self.say("* OK [UIDVALIDITY 7] here")
            elif words[:2] == ["UID", "SEARCH"]:
                self.say("* SEARCH " + " ".join(map(str, sorted(self.server.mails))))
            elif words[:2] == ["UID", "FETCH"]:
                self._fetch(int(words[2]), command)
            self.say(f"{tag} OK done")
            if words[0] == "LOGOUT":
                return

    def _fetch(self, number: int, command: str) -> None:
        data = self.server.mails[number]
        if re.search("RFC822.SIZE", command):
            self.say(f"* 1 FETCH (UID {number} RFC822.SIZE {len(data)})")
        else:
            self.wfile.write(f"* 1 FETCH (UID {number} BODY[] {{{len(data)}}}\r\n".encode() + data + b")\r\n")
