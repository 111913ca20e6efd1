"""Unpacking with limits: packed data may be large, or made to exhaust memory."""

import zlib
from collections.abc import Callable
from io import RawIOBase
from typing import IO, BinaryIO

from tollbook.errors import Unreadable
from tollbook.ingest.document import MAX_DOCUMENT
from tollbook.locale.messages import message

#: The largest allowed ratio of unpacked to packed size. DEFLATE reaches a thousand at most, on one repeated byte; text
#: stays far below a fifth of that.
MAX_RATIO = 200
#: Below this many bytes the ratio is not checked: a small file of blanks is not a zip bomb.
FREE = 10_000_000
BOMB = message("It unpacks to more than {ratio} times its size, as zip bombs do; it was not unpacked.", ratio=MAX_RATIO)
DAMAGED = message("It is damaged and cannot be unpacked. Get an undamaged copy.")
_TRUNCATED = message("It ends too early; get a complete copy.")
_CHUNK = 1 << 16


class UnpackBudget:
    """How many bytes may still be unpacked from one file, including archives inside archives."""

    def __init__(self, packed: int) -> None:
        self._left = max(10 * FREE, MAX_RATIO * packed)

    def take(self, size: int) -> bool:
        """Use up ``size`` bytes; False if they exceed the budget."""
        self._left -= size
        return self._left >= 0


class GzipStream(RawIOBase):
    """The content of a gzip file as a stream, one gzip member after another. Raises Unreadable beyond the limits."""

    def __init__(self, packed: BinaryIO) -> None:
        self._packed = packed
        self._inflate = zlib.decompressobj(wbits=31)
        self._rest = b""
        self._bytes_in = self._bytes_out = 0

    def readable(self) -> bool:
        """True."""
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        """Fill ``buffer`` with the next bytes; returns how many were read, 0 at the end."""
        while True:
            if self._inflate.eof:
                self._rest = self._inflate.unused_data.lstrip(b"\0") or self._rest
                if not self._rest and not self._more():
                    return 0
                self._inflate = zlib.decompressobj(wbits=31)
            if not self._rest and not self._more():
                raise Unreadable(_TRUNCATED)
            try:
                out = self._inflate.decompress(self._rest, len(buffer))
            except zlib.error as error:
                raise Unreadable(DAMAGED) from error
            self._rest = b"" if self._inflate.eof else self._inflate.unconsumed_tail
            if out:
                return self._emit(out, buffer)

    def _more(self) -> bool:
        self._rest = self._packed.read(_CHUNK)
        self._bytes_in += len(self._rest)
        return bool(self._rest)

    def _emit(self, out: bytes, buffer: "memoryview") -> int:
        self._bytes_out += len(out)
        if self._bytes_out > max(FREE, MAX_RATIO * self._bytes_in):
            raise Unreadable(BOMB)
        buffer[: len(out)] = out
        return len(out)


def read_all(stream: IO[bytes] | RawIOBase, limit: int = MAX_DOCUMENT) -> bytes:
    """All of a stream. Raises Unreadable if it holds more than ``limit`` bytes."""
    parts, size = [], 0
    while part := stream.read(_CHUNK):
        size += len(part)
        if size > limit:
            raise Unreadable(
                message(
                    "It has more than {size:,.0f} MB, which is too large for one document; split it.", size=limit / 1e6
                )
            )
        parts.append(part)
    return b"".join(parts)


def decoded(body: bytes, coding: str) -> bytes:
    """The body of an HTTP message without its content encodings, outermost last in ``coding``. Raises Unreadable."""
    for name in reversed([part.strip().lower() for part in coding.split(",") if part.strip()]):
        if name in {"identity", "none"}:
            continue
        if name not in _CODINGS:
            raise Unreadable(message("It was sent compressed with {name}, which is not read.", name=repr(name[:20])))
        body = _CODINGS[name](body)
    return body


def _gzip(body: bytes) -> bytes:
    return _inflated(body, 31)


def _deflate(body: bytes) -> bytes:
    """Servers send deflate with the header of zlib or without it."""
    try:
        return _inflated(body, 15)
    except Unreadable:
        return _inflated(body, -15)


def _inflated(body: bytes, wbits: int) -> bytes:
    inflate = zlib.decompressobj(wbits=wbits)
    limit = _limit(body)
    try:
        out = inflate.decompress(body, limit + 1)
    except zlib.error as error:
        raise Unreadable(DAMAGED) from error
    return _checked(out, limit)


def _brotli(body: bytes) -> bytes:
    try:
        import brotli  # noqa: PLC0415 - an optional package
    except ImportError as error:
        raise Unreadable(
            message("It was sent compressed with Brotli; install the Python package brotli to read it.")
        ) from error
    limit = _limit(body)
    decompressor, out, size = brotli.Decompressor(), [], 0
    try:
        part = decompressor.process(body, output_buffer_limit=_CHUNK)
        while part or not decompressor.is_finished():
            if not part and decompressor.can_accept_more_data():
                raise Unreadable(_TRUNCATED)
            out.append(part)
            size += len(part)
            if size > limit:
                break
            part = decompressor.process(b"", output_buffer_limit=_CHUNK)
    except brotli.error as error:
        raise Unreadable(DAMAGED) from error
    return _checked(b"".join(out), limit)


_CODINGS: dict[str, Callable[[bytes], bytes]] = {"gzip": _gzip, "x-gzip": _gzip, "deflate": _deflate, "br": _brotli}


def _limit(body: bytes) -> int:
    return min(MAX_DOCUMENT, max(FREE, MAX_RATIO * len(body)))


def _checked(out: bytes, limit: int) -> bytes:
    if len(out) > limit:
        raise Unreadable(BOMB)
    return out
