"""One request after the other: each hop's address checked, within a time and a size, with a pause for each host."""

import ssl
import time
from types import TracebackType
from typing import Self

import httpx

from tollbook import __version__
from tollbook.errors import Refused
from tollbook.ingest.fetch import addresses
from tollbook.model import Record

AGENT = f"Tollbook/{__version__}"
#: Bytes of the largest answer that is captured, seconds until it has to be there, and seconds without a byte.
MAX_BYTES, DEADLINE, SILENCE = 50_000_000, 60.0, 15.0
_LONGEST_URL = 8000


class Answer(Record, frozen=True, kw_only=True):
    """What a server answered, as it was sent: ``body`` with its content coding, without its transfer coding."""

    url: str
    address: str
    status: int
    reason: str
    protocol: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    asked: tuple[tuple[str, str], ...]

    def header(self, name: str) -> str | None:
        """The first header of that name."""
        return next((value for field, value in self.headers if field.lower() == name), None)


class Web:
    """Asks one server after the other, never the same one twice within the pause. Use it in a ``with``."""

    def __init__(self, *, allow_private: bool, pause: float) -> None:
        self._allow_private, self._pause = allow_private, pause
        self._last: dict[str, float] = {}
        self._pauses: dict[str, float] = {}
        # No connection is kept: one opened for a host must not serve another at the same address. No proxies and
        # credentials are taken from the environment: the address that is checked has to be the one that is asked.
        limits = httpx.Limits(max_connections=1, max_keepalive_connections=0)
        self._client = httpx.Client(
            verify=ssl.create_default_context(), trust_env=False, follow_redirects=False, limits=limits, timeout=SILENCE
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def slow_down(self, host: str, seconds: float) -> None:
        """Wait longer between requests to a host."""
        self._pauses[host] = max(self._pause, seconds)

    def ask(self, text: str, *, most: int = MAX_BYTES) -> Answer:
        """What the server answers to this one request; redirects are answers. Raises Refused."""
        url = parse(text)
        host = url.raw_host.decode("ascii")
        address = addresses.resolve(host, url.port or _PORTS[url.scheme], allow_private=self._allow_private)
        self._wait(host)
        asked = {
            "Host": url.netloc.decode("ascii"),
            "User-Agent": AGENT,
            "Accept": "text/html,application/xhtml+xml,application/pdf;q=0.9,*/*;q=0.5",
            "Accept-Encoding": "gzip",
            "Connection": "close",
        }
        request = httpx.Request("GET", url.copy_with(host=address), headers=asked, extensions=_extensions(host))
        try:
            return self._answer(request, text, address, most)
        except httpx.TimeoutException as error:
            raise Refused(f"{host} did not answer in time; try again later.") from error
        except httpx.HTTPError as error:
            raise Refused(f"{host} could not be asked: {str(error) or type(error).__name__}") from error
        finally:
            self._last[host] = time.monotonic()
            self._client.cookies.clear()

    def _answer(self, request: httpx.Request, url: str, address: str, most: int) -> Answer:
        response = self._client.send(request, stream=True)
        try:
            body = _read(response, most, time.monotonic() + DEADLINE)
        finally:
            response.close()
        return Answer(
            url=url,
            address=address,
            status=response.status_code,
            reason=response.reason_phrase,
            protocol=response.http_version,
            headers=tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers.raw),
            body=body,
            asked=tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in request.headers.raw),
        )

    def _wait(self, host: str) -> None:
        if host in self._last:
            time.sleep(max(0.0, self._last[host] + self._pauses.get(host, self._pause) - time.monotonic()))


_PORTS = {"http": 80, "https": 443}


def parse(text: str) -> httpx.URL:
    """The address as a URL. Raises Refused for what is none that can be captured."""
    try:
        url = httpx.URL(text)
        sound = url.scheme in _PORTS and bool(url.raw_host) and len(text) <= _LONGEST_URL
    except (httpx.InvalidURL, ValueError, TypeError) as error:
        raise Refused(f"{text[:80]!r} is no address of a page.") from error
    if not sound:
        raise Refused(f"{text[:80]!r} is no address that begins with http:// or https://.")
    if url.userinfo:
        raise Refused("The address holds a name or password; they would be kept with the page. Take them out.")
    return url


def _extensions(host: str) -> dict[str, object]:
    """The host whose certificate is asked for and checked, though the connection goes to its address."""
    return {"sni_hostname": host, "timeout": dict.fromkeys(("connect", "read", "write", "pool"), SILENCE)}


def _read(response: httpx.Response, most: int, deadline: float) -> bytes:
    parts, size = [], 0
    for part in response.iter_raw():
        size += len(part)
        if size > most:
            raise Refused(f"It is larger than {most / 1e6:,.1f} MB and was not captured.")
        if time.monotonic() > deadline:
            raise Refused(f"It was not there after {DEADLINE:.0f} seconds and was not captured.")
        parts.append(part)
    return b"".join(parts)
