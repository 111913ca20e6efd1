"""An HTTP client for capturing: one request at a time, addresses checked, time and size limited, with pauses."""

import ssl
import time
from collections.abc import Mapping
from typing import NamedTuple

import httpcore
import httpx

from tollbook import __version__, deadline
from tollbook.errors import Refused
from tollbook.ingest.fetch import addresses
from tollbook.locale.messages import message
from tollbook.model import Record

AGENT = f"Tollbook/{__version__}"
#: Bytes of the largest response that is captured, seconds for all of a request and its response, and seconds to wait
#: for the next byte.
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
    """Sends one request at a time, with a pause between two requests to one host."""

    def __init__(self, *, allow_private: bool, pause: float, seconds: float = DEADLINE) -> None:
        self._allow_private, self._pause, self._seconds = allow_private, pause, seconds
        self._last: dict[str, float] = {}
        self._pauses: dict[str, float] = {}
        self._certificates = ssl.create_default_context()

    def slow_down(self, host: str, seconds: float) -> None:
        """Set a longer pause for a host, in seconds."""
        self._pauses[host] = max(self._pause, seconds)

    def get(self, text: str, *, most: int = MAX_BYTES, headers: Mapping[str, str] | None = None) -> HttpResponse:
        """The response to one GET request, with more ``headers``. A redirect is a response too. Raises Refused."""
        asked = {
            "Accept": "text/html,application/xhtml+xml,application/pdf;q=0.9,*/*;q=0.5",
            "Accept-Encoding": "gzip",
        }
        return self._request("GET", text, None, asked | dict(headers or {}), most)

    def post(self, text: str, body: bytes, *, headers: Mapping[str, str], most: int) -> HttpResponse:
        """The response to one POST request. A redirect is a response too, and is not followed. Raises Refused."""
        return self._request("POST", text, body, {"Content-Length": str(len(body))} | dict(headers), most)

    def _request(
        self, method: str, text: str, body: bytes | None, headers: Mapping[str, str], most: int
    ) -> HttpResponse:
        url = parse(text)
        host = url.raw_host.decode("ascii")
        address = addresses.resolve(host, url.port or _PORTS[url.scheme], allow_private=self._allow_private)
        self._wait(host)
        asked = {
            "Host": url.netloc.decode("ascii"),
            "User-Agent": AGENT,
            **headers,
            "Connection": "close",
        }
        try:
            return self._send(_Sent(method, text, tuple(asked.items()), body), address, most)
        except httpcore.TimeoutException as error:
            raise Refused(message("{host} did not respond in time; try again later.", host=host)) from error
        except (httpcore.NetworkError, httpcore.ProtocolError) as error:
            raise Refused(
                message("The request to {host} failed: {error}", host=host, error=str(error) or type(error).__name__)
            ) from error
        finally:
            self._last[host] = time.monotonic()

    def _send(self, sent: "_Sent", address: str, most: int) -> HttpResponse:
        url = parse(sent.url)
        timeouts = dict.fromkeys(("connect", "read", "write", "pool"), READ_TIMEOUT)
        # The certificate is checked for the name of the host, although the connection goes to its address.
        options = {"sni_hostname": url.raw_host.decode("ascii"), "timeout": timeouts}
        # No connection is kept: one that was opened for a host must not be used for another at the same address. No
        # proxy and no credentials come from the environment: the request must go to the address that was checked.
        late = message("It took more than {seconds:.0f} seconds to load and was not captured.", seconds=self._seconds)
        backend = deadline.Backend(self._seconds, late)
        with httpcore.ConnectionPool(self._certificates, max_keepalive_connections=0, network_backend=backend) as pool:
            to = httpcore.URL(scheme=url.scheme, host=address, port=url.port, target=url.raw_path)
            with pool.stream(
                sent.method, to, headers=list(sent.asked), content=sent.body, extensions=options
            ) as response:
                body = _read(response, most)
        return HttpResponse(
            url=sent.url,
            address=address,
            status=response.status,
            reason=response.extensions["reason_phrase"].decode("ascii", "ignore"),
            protocol=response.extensions["http_version"].decode("ascii", "ignore"),
            headers=tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in response.headers),
            body=body,
            asked=sent.asked,
        )

    def _wait(self, host: str) -> None:
        if host in self._last:
            time.sleep(max(0.0, self._last[host] + self._pauses.get(host, self._pause) - time.monotonic()))


class _Sent(NamedTuple):
    """A request as it is sent."""

    method: str
    url: str
    asked: tuple[tuple[str, str], ...]
    body: bytes | None


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


def _read(response: httpcore.Response, most: int) -> bytes:
    parts, size = [], 0
    for part in response.iter_stream():
        size += len(part)
        if size > most:
            raise Refused(message("It is larger than {size:,.1f} MB and was not captured.", size=most / 1e6))
        parts.append(part)
    return b"".join(parts)
