"""URLs to a WARC file: every request, every response and every redirect."""

import io
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from tollbook.errors import Refused
from tollbook.ingest.fetch.client import AGENT, HttpClient, HttpResponse, parse
from tollbook.ingest.fetch.robots import Robots
from tollbook.ingest.walk import why_not
from tollbook.locale.messages import message
from tollbook.model import Record, Refusal

#: Seconds between two requests to one host.
PAUSE = 2.0
_MAX_REDIRECTS = 10
_REDIRECT_CODES = frozenset({301, 302, 303, 307, 308})


class FetchedPage(Record, frozen=True, kw_only=True):
    """A captured page: the address requested, the address ``at`` which it was found, and its size in bytes."""

    url: str
    at: str
    size: int


def fetch(
    urls: Iterable[str], out: Path, *, allow_private: bool = False, pause: float = PAUSE
) -> Iterator[FetchedPage | Refusal]:
    """Capture pages into a new WARC file, one at a time. Yields each captured page, or a refusal with the reason.

    Raises Refused if the file cannot be written or already exists. No file is created if nothing was captured.
    """
    with ExitStack() as stack:
        client = HttpClient(allow_private=allow_private, pause=pause)
        robots, archive = Robots(client), None
        if out.exists():
            raise Refused(
                message("{file} already exists and is not overwritten; choose another name with --out.", file=out)
            )
        for url in dict.fromkeys(urls):
            result, responses = _captured(client, robots, url)
            if responses:
                archive = archive or _WarcFile(stack.enter_context(_created(out)))
                archive.write(responses)
            yield result


def capture_page(client: HttpClient, robots: Robots, url: str) -> tuple[FetchedPage | Refusal, bytes]:
    """Capture one page: its outcome, and the bytes of a WARC file with it; none if nothing was captured."""
    result, responses = _captured(client, robots, url)
    file = io.BytesIO()
    if responses:
        _WarcFile(file).write(responses)
    return result, file.getvalue()


def _captured(client: HttpClient, robots: Robots, url: str) -> tuple[FetchedPage | Refusal, list[HttpResponse]]:
    responses: list[HttpResponse] = []
    try:
        _follow(client, robots, url, responses)
        return _outcome(url, responses[-1]), responses
    except Refused as refused:
        return Refusal(origin=url[:300], reason=str(refused)), responses


def _follow(client: HttpClient, robots: Robots, url: str, responses: list[HttpResponse]) -> None:
    """Add the response to a URL and to each redirect. Every address is checked like the first. Raises Refused."""
    for _ in range(_MAX_REDIRECTS):
        robots.check(url)
        response = client.get(url)
        responses.append(response)
        to = response.header("location")
        if response.status not in _REDIRECT_CODES or not to:
            return
        # The part of an address after # is for browsers only.
        url = str(parse(url).join(to).copy_with(fragment=None))
    raise Refused(message("It redirects more than {n} times and was not captured.", n=_MAX_REDIRECTS))


def _outcome(url: str, last: HttpResponse) -> FetchedPage | Refusal:
    if last.status != 200:
        return Refusal(origin=url[:300], reason=_status(last))
    return FetchedPage(url=url, at=last.url, size=len(last.body))


def _status(response: HttpResponse) -> str:
    status = f"{response.status} {response.reason}".strip()
    return message("The server responded with {status}; nothing was captured.", status=status)


def _created(out: Path) -> BinaryIO:
    try:
        return out.open("xb")
    except OSError as error:
        raise Refused(message("{file} cannot be written: {why}", file=out, why=why_not(error))) from error


class _WarcFile:
    """A WARC file being written. Each page is on the disk before the next one is requested."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._writer = WARCWriter(file, gzip=True)
        about = {"software": AGENT, "format": "WARC File Format 1.0", "robots": "obey"}
        self._writer.write_record(self._writer.create_warcinfo_record(None, about))

    def write(self, responses: list[HttpResponse]) -> None:
        """Write responses with their requests. Raises Refused if the disk fails."""
        try:
            for response in responses:
                self._write(response)
            self._file.flush()
            if not isinstance(self._file, io.BytesIO):
                os.fsync(self._file.fileno())
        except OSError as error:
            raise Refused(message("The capture cannot be written: {why}", why=why_not(error))) from error

    def _write(self, response: HttpResponse) -> None:
        status = f"{response.status} {response.reason}"
        answer = self._writer.create_warc_record(
            response.url,
            "response",
            payload=io.BytesIO(response.body),
            http_headers=StatusAndHeaders(status, _headers(response), protocol=response.protocol),
            warc_headers_dict={"WARC-IP-Address": response.address},
        )
        path = parse(response.url).raw_path.decode("ascii")
        sent = StatusAndHeaders(f"GET {path} HTTP/1.1", list(response.asked), is_http_request=True)
        request = self._writer.create_warc_record(response.url, "request", http_headers=sent)
        self._writer.write_request_response_pair(request, answer)


def _headers(response: HttpResponse) -> list[tuple[str, str]]:
    """The headers of a response. The transfer encoding is renamed because the body is stored without it."""
    renamed = {"transfer-encoding": "X-Orig-Transfer-Encoding"}
    return [(renamed.get(name.lower(), name), value) for name, value in response.headers]
