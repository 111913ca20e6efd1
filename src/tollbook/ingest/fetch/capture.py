"""URLs to a WARC file: what was asked, what was answered, every redirect on the way."""

import io
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from tollbook.errors import Refused
from tollbook.ingest.fetch.robots import Robots
from tollbook.ingest.fetch.web import AGENT, Answer, Web, parse
from tollbook.ingest.walk import why_not
from tollbook.model import Record, Refusal

#: Seconds between two requests to one host.
PAUSE = 2.0
_MOST_HOPS = 10
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


class Fetched(Record, frozen=True, kw_only=True):
    """A page that was captured: the address asked for, the one that answered, and how many bytes came."""

    url: str
    at: str
    size: int


def fetch(
    urls: Iterable[str], out: Path, *, allow_private: bool = False, pause: float = PAUSE
) -> Iterator[Fetched | Refusal]:
    """Capture pages into a new WARC file, one after the other; for each what was captured, or why it was not.

    Raises Refused where the file cannot be written or is there already. Without any capture there is no file.
    """
    with ExitStack() as stack:
        web = stack.enter_context(Web(allow_private=allow_private, pause=pause))
        robots, archive = Robots(web), None
        if out.exists():
            raise Refused(f"{out} is there already and is kept as it is; give another name with --out.")
        for url in dict.fromkeys(urls):
            answers: list[Answer] = []
            try:
                _follow(web, robots, url, answers)
                found: Fetched | Refusal = _outcome(url, answers[-1])
            except Refused as refused:
                found = Refusal(origin=url[:300], reason=str(refused))
            if answers:
                archive = archive or _Archive(stack.enter_context(_created(out)))
                archive.write(answers)
            yield found


def _follow(web: Web, robots: Robots, url: str, answers: list[Answer]) -> None:
    """Add the answer to a URL and to each redirect, every one of them checked like the first. Raises Refused."""
    for _ in range(_MOST_HOPS):
        robots.check(url)
        answer = web.ask(url)
        answers.append(answer)
        to = answer.header("location")
        if answer.status not in _REDIRECTS or not to:
            return
        # What a page's address says after # is for browsers.
        url = str(parse(url).join(to).copy_with(fragment=None))
    raise Refused(f"It leads from one address to the next more than {_MOST_HOPS} times.")


def _outcome(url: str, last: Answer) -> Fetched | Refusal:
    if last.status != 200:
        return Refusal(origin=url[:300], reason=f"The server answered {last.status} {last.reason}".rstrip() + ".")
    return Fetched(url=url, at=last.url, size=len(last.body))


def _created(out: Path) -> BinaryIO:
    try:
        return out.open("xb")
    except OSError as error:
        raise Refused(f"{out} cannot be written: {why_not(error)}") from error


class _Archive:
    """A WARC file being written; what was written is on the disk before the next page is asked for."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._writer = WARCWriter(file, gzip=True)
        about = {"software": AGENT, "format": "WARC File Format 1.0", "robots": "obey"}
        self._writer.write_record(self._writer.create_warcinfo_record(None, about))

    def write(self, answers: list[Answer]) -> None:
        """Keep the answers with what was asked. Raises Refused where the disk does not take them."""
        try:
            for answer in answers:
                self._write(answer)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise Refused(f"The capture cannot be written: {why_not(error)}") from error

    def _write(self, answer: Answer) -> None:
        headers = StatusAndHeaders(f"{answer.status} {answer.reason}", _fields(answer), protocol=answer.protocol)
        response = self._writer.create_warc_record(
            answer.url,
            "response",
            payload=io.BytesIO(answer.body),
            http_headers=headers,
            warc_headers_dict={"WARC-IP-Address": answer.address},
        )
        path = parse(answer.url).raw_path.decode("ascii")
        asked = StatusAndHeaders(f"GET {path} HTTP/1.1", list(answer.asked), is_http_request=True)
        request = self._writer.create_warc_record(answer.url, "request", http_headers=asked)
        self._writer.write_request_response_pair(request, response)


def _fields(answer: Answer) -> list[tuple[str, str]]:
    """The headers of an answer. Its transfer coding is off already, and is kept under a name that nobody undoes."""
    renamed = {"transfer-encoding": "X-Orig-Transfer-Encoding"}
    return [(renamed.get(name.lower(), name), value) for name, value in answer.headers]
