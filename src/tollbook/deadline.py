"""A network connection with one deadline for everything: connecting, encryption, the request, its headers and its body.

A server that sends a byte now and then keeps every wait short, and would hold a program forever.
"""

import ssl
import time
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import httpcore

from tollbook.errors import Refused

_Result = TypeVar("_Result")


class _Clock:
    """The time of one request, which begins now. ``late`` is the sentence for a request that takes longer."""

    def __init__(self, seconds: float, late: str) -> None:
        self._end, self._late = time.monotonic() + seconds, late

    def within(self, timeout: float | None, step: Callable[[float], _Result]) -> _Result:
        """A step of the connection, which may take this long and not longer than the time left. Raises Refused."""
        left = self._end - time.monotonic()
        if left > 0:
            try:
                return step(left if timeout is None else min(timeout, left))
            except httpcore.TimeoutException:
                if time.monotonic() < self._end:
                    raise
        raise Refused(self._late)


class Backend(httpcore.NetworkBackend):
    """Connections of one request that all end when its time is over. Steps raise Refused with ``late`` then."""

    def __init__(self, seconds: float, late: str) -> None:
        self._clock, self._plain = _Clock(seconds, late), httpcore.SyncBackend()

    def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:  # fmt: skip
        """A connection to an address."""
        made = self._clock.within(
            timeout, lambda left: self._plain.connect_tcp(host, port, left, local_address, socket_options)
        )
        return _Stream(made, self._clock)


class _Stream(httpcore.NetworkStream):
    """A connection whose steps are timed by the clock of the request."""

    def __init__(self, stream: httpcore.NetworkStream, clock: _Clock) -> None:
        self._stream, self._clock = stream, clock

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """The next bytes; none at the end."""
        return self._clock.within(timeout, lambda left: self._stream.read(max_bytes, left))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send some bytes."""
        self._clock.within(timeout, lambda left: self._stream.write(buffer, left))

    def close(self) -> None:
        """End the connection."""
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """The connection, encrypted."""
        made = self._clock.within(timeout, lambda left: self._stream.start_tls(ssl_context, server_hostname, left))
        return _Stream(made, self._clock)

    def get_extra_info(self, info: str) -> Any:
        """Information about the plain connection, such as its socket."""
        return self._stream.get_extra_info(info)
