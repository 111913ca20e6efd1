"""Sends requests to the server of a language model: checked address, one deadline, bounded size, retries with pauses.

Redirects are not followed, and no proxy and no credentials come from the environment: a request with the text of a
report goes to the address that was checked, or nowhere.
"""

import ssl
import time
from typing import NamedTuple

import httpcore

from tollbook import __version__, deadline
from tollbook.errors import Refused, Unanswered
from tollbook.locale.messages import message
from tollbook.readers.llm import endpoint as endpoints
from tollbook.readers.llm.endpoint import Endpoint

#: Seconds for one request: a small model on two cores reads a passage of 6,000 characters in one to three minutes.
#: A judgement; ``--timeout`` sets another.
DEADLINE = 300.0
#: Bytes of the largest response: an answer has at most 4,096 tokens, some 20 kB.
MAX_BYTES = 4_000_000
#: Tries of a request, and the seconds before the second one; each further pause is twice as long.
TRIES, PAUSE = 4, 1.0
#: The longest pause in seconds that a server may ask for by ``Retry-After``.
_LONGEST_PAUSE = 60.0
#: Characters of a server's own words that a sentence shows.
_SHOWN = 200


class ServerResponse(NamedTuple):
    """Status, headers in lower case, and body."""

    status: int
    headers: dict[str, str]
    body: bytes


class ModelClient:
    """Talks to one server. ``confirmed`` is the host that the user allowed texts to be sent to; ``key`` is secret."""

    def __init__(
        self, endpoint: Endpoint, *, confirmed: str | None = None, key: str | None = None,
        seconds: float = DEADLINE, pause: float = PAUSE,
    ) -> None:  # fmt: skip
        if key is not None and endpoint.scheme == "http" and not endpoints.is_local(endpoint):
            raise Refused(
                message("A key is not sent to another computer without encryption; use an address with https://.")
            )
        self.endpoint, self._confirmed, self._key = endpoint, confirmed, key
        self._seconds, self._pause = seconds, pause
        self._certificates = ssl.create_default_context()

    def post(self, path: str, body: bytes) -> bytes:
        """The JSON that the server answers at a path of the endpoint. Raises Unanswered, Refused."""
        problem = ""
        for attempt in range(TRIES):
            wait = self._pause * 2**attempt
            try:
                response = self._send("POST", self.endpoint.path + path, body)
            except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError) as error:
                problem = message("The request failed: {error}.", error=str(error) or type(error).__name__)
            else:
                if response.status != 429 and response.status < 500:
                    return self._json(response)
                problem = message("It answered with the status {status}.", status=response.status)
                wait = _asked(response.headers.get("retry-after"), wait)
            if attempt + 1 < TRIES:
                time.sleep(min(wait, _LONGEST_PAUSE))
        raise Unanswered(
            message("The server {server} gave no answer after {n} tries. {problem} Start it, or wait, and try "
                    "again: what was read is kept.",
                    server=self.endpoint.url, n=TRIES, problem=problem)
        )  # fmt: skip

    def get(self, path: str, *, from_root: bool = False) -> bytes | None:
        """The answer of the server at a path, asked once; None if it has nothing there."""
        try:
            response = self._send("GET", path if from_root else self.endpoint.path + path, b"")
        except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError):
            return None
        return response.body if response.status == 200 else None

    def _send(self, method: str, path: str, body: bytes) -> ServerResponse:
        address = endpoints.resolve(self.endpoint, confirmed=self._confirmed)
        headers = {
            "Host": self.endpoint.netloc, "User-Agent": f"Tollbook/{__version__}", "Accept": "application/json",
            "Content-Type": "application/json", "Content-Length": str(len(body)), "Connection": "close",
        }  # fmt: skip
        if self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        timeouts = dict.fromkeys(("connect", "read", "write", "pool"), self._seconds)
        options = {"sni_hostname": self.endpoint.host, "timeout": timeouts}
        try:
            with self._pool() as pool:
                to = httpcore.URL(
                    scheme=self.endpoint.scheme, host=address, port=self.endpoint.port, target=path or "/"
                )
                with pool.stream(method, to, headers=list(headers.items()), content=body, extensions=options) as got:
                    found = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in got.headers}
                    return ServerResponse(got.status, found, self._body(got))
        except Refused as error:
            raise error if isinstance(error, Unanswered) else Unanswered(str(error)) from error

    def _pool(self) -> httpcore.ConnectionPool:
        late = message(
            "The server {server} took more than {seconds:.0f} seconds; give it longer with --timeout, or use a smaller "
            "model.",
            server=self.endpoint.url, seconds=self._seconds,
        )  # fmt: skip
        backend = deadline.Backend(self._seconds, late)
        return httpcore.ConnectionPool(self._certificates, max_keepalive_connections=0, network_backend=backend)

    def _body(self, response: httpcore.Response) -> bytes:
        parts, size = [], 0
        for part in response.iter_stream():
            size += len(part)
            if size > MAX_BYTES:
                raise Unanswered(
                    message("The server {server} sent more than {size:,.0f} MB, which no answer needs; nothing of it "
                            "was used.", server=self.endpoint.url, size=MAX_BYTES / 1e6)
                )  # fmt: skip
            parts.append(part)
        return b"".join(parts)

    def _json(self, response: ServerResponse) -> bytes:
        """The body of a response that is JSON. Raises Unanswered for every other one."""
        if 300 <= response.status < 400:
            raise Unanswered(
                message("The server {server} redirects to another address. Redirects are not followed; give that "
                        "address with --endpoint if you trust it.", server=self.endpoint.url)
            )  # fmt: skip
        if response.status != 200:
            words = response.body[:_SHOWN].decode("utf-8", "replace")
            raise Unanswered(
                message("The server {server} refused the request with the status {status}: {words}",
                        server=self.endpoint.url, status=response.status, words=self._without_key(words))
            )  # fmt: skip
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Unanswered(
                message("The server {server} answered with {kind} instead of JSON; it is no server of a language model "
                        "at this address. Most addresses end with /v1.",
                        server=self.endpoint.url, kind=kind or message("something without a type"))
            )  # fmt: skip
        return response.body

    def _without_key(self, words: str) -> str:
        """The words of a server without the key, which some servers repeat."""
        return words.replace(self._key, "…") if self._key else words


def _asked(given: str | None, otherwise: float) -> float:
    """The seconds of a header ``Retry-After``; a date or nonsense counts as no header."""
    try:
        return max(0.0, float(given)) if given is not None else otherwise
    except ValueError:
        return otherwise
