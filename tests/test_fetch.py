"""Capturing web pages: a real server on this computer, and every way to redirect a request to a private address."""

import gzip
import itertools
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from bench import documents
from tollbook import ingest
from tollbook.book import Book
from tollbook.cli import main
from tollbook.errors import Refused
from tollbook.ingest.fetch import FetchedPage, addresses, fetch
from tollbook.ingest.fetch.client import MAX_BYTES, HttpClient, parse
from tollbook.model import Refusal, Report

REDIRECTS = {
    "/moved": (301, "/market#top"), "/round": (302, "/round"), "/inward": (302, "http://[::ffff:10.0.0.1]/"),
    "/file": (302, "file:///etc/passwd"),
}  # fmt: skip


class Site(ThreadingHTTPServer):
    """A server with a few odd pages; ``asked`` has every requested path with the time."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Page)
        self.asked: list[tuple[str, float]] = []
        self.robots = "User-agent: *\nDisallow: /secret\n"
        self.robots_status = 200
        self.left = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Page(BaseHTTPRequestHandler):
    server: Site
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.server.asked.append((self.path, time.monotonic()))
        if self.path == "/robots.txt":
            self.answer(self.server.robots_status, self.server.robots.encode(), "text/plain")
        elif self.path == "/market":
            self.answer(200, documents.html(), "text/html; charset=utf-8", {"Set-Cookie": "seen=1"})
        elif self.path == "/packed":
            body = gzip.compress(documents.html())
            self.answer(200, body, "text/html; charset=utf-8", {"Content-Encoding": "gzip"})
        elif self.path == "/chunked":
            self.send_response(200)
            self.send_header("Content-Type", "text/plain")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self.wfile.write(b"%x\r\n%s\r\n0\r\n\r\n" % (len(documents.text()), documents.text()))
        elif self.path == "/huge":
            self.answer(200, b"x" * (MAX_BYTES + 1), "text/plain")
        elif self.path.startswith("/drip"):
            self.drip()
        elif self.path in REDIRECTS:
            status, to = REDIRECTS[self.path]
            self.answer(status, b"", "text/html", {"Location": to})
        else:
            self.answer(404, b"<html><p>Gone.</p></html>", "text/html")

    def drip(self) -> None:
        """A response that arrives byte by byte: its first line, its headers or its body, for some minutes."""
        first, head = b"HTTP/1.1 200 OK\r\n", b"Content-Type: text/plain\r\nContent-Length: 100000\r\nX-Slow: "
        whole = {"/drip-line": b"", "/drip-head": first + head, "/drip-body": first + head + b"\r\n\r\n"}[self.path]
        try:
            self.wfile.write(whole)
            for _ in range(100_000):
                self.wfile.write(b"H" if self.path == "/drip-line" else b"x")
                time.sleep(0.02)
        except OSError:
            self.server.left.set()

    def answer(self, status: int, body: bytes, kind: str, more: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **(more or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def captured(out: Path, *urls: str) -> list[FetchedPage | Refusal]:
    return list(fetch(urls, out, allow_private=True, pause=0))


def test_pages_are_captured_and_read(site: Site, tmp_path: Path) -> None:
    out = tmp_path / "a.warc.gz"
    found = captured(out, *(f"{site.url}/{name}" for name in ("market", "packed", "chunked")))
    assert [one.url for one in found if isinstance(one, FetchedPage)] == [
        f"{site.url}/{name}" for name in ("market", "packed", "chunked")
    ]
    captures = [one for one in ingest.captures([out]) if isinstance(one, ingest.Capture)]
    assert [one.original for one in captures] == [documents.html(), documents.html(), documents.text()]
    first = captures[0].report
    assert first.url == f"{site.url}/market"
    assert first.title == documents.TITLE
    assert first.captured is not None
    assert first.provenance["captured"] == "WARC-Date"
    assert [path for path, _ in site.asked].count("/robots.txt") == 1


def test_a_redirect_is_followed_and_kept(site: Site, tmp_path: Path) -> None:
    out = tmp_path / "a.warc.gz"
    (found,) = captured(out, f"{site.url}/moved")
    assert isinstance(found, FetchedPage)
    assert found.at == f"{site.url}/market"
    packed = gzip.decompress(out.read_bytes())
    assert b"301 Moved Permanently" in packed
    assert b"WARC-IP-Address: 127.0.0.1" in packed
    (report,) = ingest.read([out])
    assert isinstance(report, Report)
    assert report.url == f"{site.url}/market"


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/secret", "robots.txt"),
        ("/gone", "404"),
        ("/huge", "larger than"),
        ("/round", "more than 10 times"),
        ("/file", "http://"),
    ],
)
def test_pages_that_are_not_captured_have_a_reason(site: Site, tmp_path: Path, path: str, says: str) -> None:
    (found,) = captured(tmp_path / "a.warc.gz", site.url + path)
    assert isinstance(found, Refusal)
    assert says in found.reason
    assert ("/secret" in [asked for asked, _ in site.asked]) is False


@pytest.mark.parametrize("path", ["/drip-line", "/drip-head", "/drip-body"])
def test_a_response_that_drips_is_given_up(site: Site, path: str) -> None:
    """One deadline for all of a request: each byte comes in time, but their number has no end."""
    client = HttpClient(allow_private=True, pause=0, seconds=1)
    with pytest.raises(Refused, match="more than 1 second"):
        client.get(site.url + path)
    assert site.left.wait(60)


@pytest.mark.parametrize("status", [500, 503])
def test_without_a_readable_robots_txt_nothing_is_captured(site: Site, tmp_path: Path, status: int) -> None:
    site.robots_status = status
    (found,) = captured(tmp_path / "a.warc.gz", f"{site.url}/market")
    assert isinstance(found, Refusal)
    assert [path for path, _ in site.asked] == ["/robots.txt"]
    assert not (tmp_path / "a.warc.gz").exists()


def test_without_a_robots_txt_everything_may_be_captured(site: Site, tmp_path: Path) -> None:
    site.robots_status = 404
    (found,) = captured(tmp_path / "a.warc.gz", f"{site.url}/market")
    assert isinstance(found, FetchedPage)


def test_there_is_a_pause_between_requests_to_one_host(site: Site, tmp_path: Path) -> None:
    list(fetch([f"{site.url}/market", f"{site.url}/packed"], tmp_path / "a.warc.gz", allow_private=True, pause=0.2))
    times = [at for _, at in site.asked]
    assert len(times) == 3
    assert all(later - earlier >= 0.2 for earlier, later in itertools.pairwise(times))


def test_robots_may_ask_for_a_longer_pause(site: Site) -> None:
    client = HttpClient(allow_private=True, pause=0)
    client.slow_down("127.0.0.1", 0.2)
    client.get(f"{site.url}/market")
    client.get(f"{site.url}/market")
    assert site.asked[1][1] - site.asked[0][1] >= 0.2


def test_this_computer_and_private_networks_are_refused(site: Site, tmp_path: Path) -> None:
    (found,) = fetch([f"{site.url}/market"], tmp_path / "a.warc.gz")
    assert isinstance(found, Refusal)
    assert "--allow-private" in found.reason
    assert site.asked == []


PRIVATE = [
    "127.0.0.1", "127.1.2.3", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1",
    "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "2002:7f00:1::", "2001:db8::1",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_that_are_not_public(address: str) -> None:
    assert not addresses.is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:4700::1111", "8.8.8.8", "64:ff9b::808:808"])
def test_addresses_that_are_public(address: str) -> None:
    assert addresses.is_public(address)


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "localhost", "[::1]", "[::]"])
def test_odd_spellings_of_this_computer_are_refused(tmp_path: Path, host: str) -> None:
    (found,) = fetch([f"http://{host}/"], tmp_path / "a.warc.gz")
    assert isinstance(found, Refusal)


@pytest.mark.parametrize("to", ["/inward"])
def test_a_redirect_to_a_private_address_is_refused(
    site: Site, tmp_path: Path, to: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Only this site's own address passes for public here.
    monkeypatch.setattr(addresses, "is_public", lambda address: address == "127.0.0.1")
    (found,) = fetch([site.url + to], tmp_path / "a.warc.gz", pause=0)
    assert isinstance(found, Refusal)
    assert "10.0.0.1" in found.reason


def test_a_name_is_resolved_once_and_the_checked_address_is_used(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """DNS rebinding: the second answer of the name server must not matter."""
    answers: list[str] = []

    def lookup(host: str, port: int, *more: int, **named: int) -> list[tuple[object, ...]]:
        if host != "outlet.example":
            return real(host, port, *more, **named)  # type: ignore[arg-type]
        answers.append("127.0.0.1" if not answers else "10.255.255.1")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (answers[-1], port))]

    real = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    client = HttpClient(allow_private=True, pause=0)
    answer = client.get(f"http://outlet.example:{site.server_port}/market")
    assert answer.status == 200
    assert answer.address == "127.0.0.1"
    assert len(answers) == 1
    assert ("Host", f"outlet.example:{site.server_port}") in answer.asked


@pytest.mark.parametrize(
    "url",
    ["", "valleypost.example", "ftp://a.example/", "http://", "http://[::1", "http://u:p@a.example/", "http://a\0b/"],
)
def test_invalid_addresses_are_refused(tmp_path: Path, url: str) -> None:
    (found,) = fetch([url], tmp_path / "a.warc.gz")
    assert isinstance(found, Refusal)


@given(st.text(max_size=60))
def test_any_text_is_an_address_or_is_refused(text: str) -> None:
    try:
        scheme = parse(text).scheme
    except Refused:
        return
    assert scheme in {"http", "https"}


def test_a_server_that_does_not_exist(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (found,) = captured(tmp_path / "a.warc.gz", f"http://127.0.0.1:{port}/")
    assert isinstance(found, Refusal)


def test_an_existing_file_is_never_overwritten(site: Site, tmp_path: Path) -> None:
    out = tmp_path / "a.warc.gz"
    out.write_bytes(b"mine")
    with pytest.raises(Refused, match="already exists"):
        captured(out, f"{site.url}/market")
    with pytest.raises(Refused, match="cannot be written"):
        captured(tmp_path / "no" / "a.warc.gz", f"{site.url}/market")
    assert out.read_bytes() == b"mine"


def test_the_command_captures_and_reads(site: Site, tmp_path: Path) -> None:
    out, book = tmp_path / "a.warc.gz", tmp_path / "a.book"
    arguments = ["fetch", f"{site.url}/market", f"{site.url}/gone", "--out", str(out), "--book", str(book), "--read"]
    done = CliRunner().invoke(main, [*arguments, "--allow-private", "--pause", "0"])
    assert done.exit_code == 1
    assert done.stdout.startswith(f"1 page captured in {out}.\n1 report read")
    assert "404" in done.stderr
    with Book.open(book) as opened:
        (report,) = opened.reports()
        assert report.title == documents.TITLE
        assert report.offsets
        assert opened.verify() == []
