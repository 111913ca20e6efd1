"""An HTTP client for capturing: one request at a time, addresses checked, time and size limited, with pauses."""

import ssl
import time
from types import TracebackType
from typing import Self

import httpx

from tollbook import __version__
from tollbook.errors import Refused
from tollbook.ingest.fetch import addresses
from tollbook.locale.messages import message
from tollbook.model import Record

AGENT = f"Tollbook/{__version__}"
#: Bytes of the largest response that is captured, seconds for all of it, and seconds to wait for the next byte.
MAX_BYTES, DEADLINE, READ_TIMEOUT = 50_000_000, 60.0, 15.0
_MAX_URL = 8000


class HttpResponse(Record, frozen=True, kw_only=True):
    """A response as it was sent: ``body`` with its content encoding, without its transfer encoding.

    ``asked`` are the headers of the request.
    """

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


class HttpClient:
    """Sends one request at a time, with a pause between two requests to one host. Use it in a ``with``."""

    def __init__(self, *, allow_private: bool, pause: float) -> None:
        self._allow_private, self._pause = allow_private, pause
        self._last: dict[str, float] = {}
        self._pauses: dict[str, float] = {}
        # No connection is kept: one that was opened for a host must not be used for another at the same address. No
        # proxy and no credentials come from the environment: the request must go to the address that was checked.
        limits = httpx.Limits(max_connections=1, max_keepalive_connections=0)
        self._client = httpx.Client(
            verify=ssl.create_default_context(),
            trust_env=False,
            follow_redirects=False,
            limits=limits,
            timeout=READ_TIMEOUT,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def slow_down(self, host: str, seconds: float) -> None:
        """Set a longer pause for a host, in seconds."""
        self._pauses[host] = max(self._pause, seconds)

    def get(self, text: str, *, most: int = MAX_BYTES) -> HttpResponse:
        """The response to one GET request. A redirect is a response too. Raises Refused."""
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
            return self._send(request, text, address, most)
        except httpx.TimeoutException as error:
            raise Refused(message("{host} did not respond in time; try again later.", host=host)) from error
        except httpx.HTTPError as error:
            raise Refused(
                message("The request to {host} failed: {error}", host=host, error=str(error) or type(error).__name__)
            ) from error
        finally:
            self._last[host] = time.monotonic()
            self._client.cookies.clear()

    def _send(self, request: httpx.Request, url: str, address: str, most: int) -> HttpResponse:
        response = self._client.send(request, stream=True)
        try:
            body = _read(response, most, time.monotonic() + DEADLINE)
        finally:
            response.close()
        return HttpResponse(
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
    """The address as a URL. Raises Refused if it cannot be captured."""
    try:
        url = httpx.URL(text)
        valid = url.scheme in _PORTS and bool(url.raw_host) and len(text) <= _MAX_URL
    except (httpx.InvalidURL, ValueError, TypeError) as error:
        raise Refused(message("{url} is not the address of a page.", url=repr(text[:80]))) from error
    if not valid:
        raise Refused(message("{url} is not an address that begins with http:// or https://.", url=repr(text[:80])))
    if url.userinfo:
        raise Refused(
            message("The address contains a user name or password, which would be stored with the page. Remove them.")
        )
    return url


def _extensions(host: str) -> dict[str, object]:
    """Options that check the certificate for the host name, although the connection goes to its address."""
    return {"sni_hostname": host, "timeout": dict.fromkeys(("connect", "read", "write", "pool"), READ_TIMEOUT)}


def _read(response: httpx.Response, most: int, deadline: float) -> bytes:
    parts, size = [], 0
    for part in response.iter_raw():
        size += len(part)
        if size > most:
            raise Refused(message("It is larger than {size:,.1f} MB and was not captured.", size=most / 1e6))
        if time.monotonic() > deadline:
            raise Refused(
                message("It took more than {seconds:.0f} seconds to load and was not captured.", seconds=DEADLINE)
            )
        parts.append(part)
    return b"".join(parts)
