"""The web interface as a server: its trusted proxies, and how long it waits for a request."""

import asyncio
import gc
from collections.abc import Sequence

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from tollbook.web.security import bodies


class TimedProtocol(H11Protocol):
    """Closes a connection that does not send a whole request head in time, for which Uvicorn waits forever.

    The time runs while none of its requests is being answered. The guard limits the time for bodies.
    """

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in H11Protocol
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Stop waiting as soon as there is a request to answer."""
        super().handle_events()
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Wait for the next request, and for the unread rest of a body."""
        self._wait()
        super().on_response_complete()

    def _wait(self) -> None:
        self._stop_waiting()
        self._waiting = self.loop.call_later(bodies.PATIENCE, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


#: Allocations before Python collects cyclic garbage, and how many such collections before it examines all objects. By
#: default it examines all caches of the server several times a minute, for a tenth to a third of a second in which no
#: request is answered. Most objects need no collection.
_COLLECTIONS = (50_000, 20, 50)


def collect_rarely() -> None:
    """Let Python collect garbage less often, for a process that serves many people from large caches."""
    gc.set_threshold(*_COLLECTIONS)


def server(app: FastAPI, *, host: str, port: int, proxies: Sequence[str] = ()) -> uvicorn.Server:
    """A server of the web interface, not yet started.

    Headers on the sender of a request (``X-Forwarded-For``, ``X-Forwarded-Proto``) are trusted only from ``proxies``:
    otherwise anyone could send each guess of a password under another address.
    """
    config = uvicorn.Config(
        app, host=host, port=port, log_level="warning", server_header=False, http=TimedProtocol, ws="none",
        proxy_headers=bool(proxies), forwarded_allow_ips=list(proxies),
    )  # fmt: skip
    return uvicorn.Server(config)
