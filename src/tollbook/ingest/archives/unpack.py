"""Unpacking within bounds: what is packed may be large, or made to burst what unpacks it."""

import zlib
from collections.abc import Callable
from io import RawIOBase
from typing import IO, BinaryIO

from tollbook.errors import Unreadable
from tollbook.ingest.document import MAX_DOCUMENT

#: How many times its packed size a file may hold. DEFLATE reaches a thousand at most, on one byte repeated; no text
#: comes near a fifth of that.
MAX_RATIO = 200
#: Below this many bytes no ratio is asked for: a small file of blanks is no bomb.
FREE = 10_000_000
BOMB = "It unpacks to more than {:,} times its size, as zip bombs do; it was not unpacked."
_BROKEN = "It is damaged: it cannot be unpacked. Get an undamaged copy."
_CHUNK = 1 << 16


class Budget:
    """How many bytes may still be unpacked from one file, archives within archives and all."""

    def __init__(self, packed: int) -> None:
        self._left = max(10 * FREE, MAX_RATIO * packed)

    def take(self, size: int) -> bool:
        """Whether that many bytes more may be unpacked."""
        self._left -= size
        return self._left >= 0


class Unpacked(RawIOBase):
    """A gzip file's content as a stream, one gzip member after the other. Raises Unreadable past the bounds."""

    def __init__(self, packed: BinaryIO) -> None:
        self._packed = packed
        self._inflate = zlib.decompressobj(wbits=31)
        self._rest = b""
        self._taken = self._given = 0

    def readable(self) -> bool:
        """Yes."""
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        """The next bytes, at most as many as ``buffer`` takes; 0 at the end."""
        while True:
            if self._inflate.eof:
                self._rest = self._inflate.unused_data.lstrip(b"\0") or self._rest
                if not self._rest and not self._more():
                    return 0
                self._inflate = zlib.decompressobj(wbits=31)
            if not self._rest and not self._more():
                raise Unreadable("It breaks off before its end; get a whole copy.")
            try:
                out = self._inflate.decompress(self._rest, len(buffer))
            except zlib.error as error:
                raise Unreadable(_BROKEN) from error
            self._rest = b"" if self._inflate.eof else self._inflate.unconsumed_tail
            if out:
                return self._give(out, buffer)

    def _more(self) -> bool:
        self._rest = self._packed.read(_CHUNK)
        self._taken += len(self._rest)
        return bool(self._rest)

    def _give(self, out: bytes, buffer: "memoryview") -> int:
        self._given += len(out)
        if self._given > max(FREE, MAX_RATIO * self._taken):
            raise Unreadable(BOMB.format(MAX_RATIO))
        buffer[: len(out)] = out
        return len(out)


def read_all(stream: IO[bytes] | RawIOBase, limit: int = MAX_DOCUMENT) -> bytes:
    """All of a stream. Raises Unreadable where it holds more than ``limit`` bytes."""
    parts, size = [], 0
    while part := stream.read(_CHUNK):
        size += len(part)
        if size > limit:
            raise Unreadable(f"It has more than {limit / 1e6:,.0f} MB, too much for one document; split it.")
        parts.append(part)
    return b"".join(parts)


def decoded(body: bytes, coding: str) -> bytes:
    """The body of an HTTP message without its content codings, outermost last in ``coding``. Raises Unreadable."""
    for name in reversed([part.strip().lower() for part in coding.split(",") if part.strip()]):
        if name in {"identity", "none"}:
            continue
        if name not in _CODINGS:
            raise Unreadable(f"It was sent packed with {name[:20]!r}, which is not read.")
        body = _CODINGS[name](body)
    return body


def _gzip(body: bytes) -> bytes:
    return _inflated(body, 31)


def _deflate(body: bytes) -> bytes:
    """Servers that say deflate send it with zlib's header or without."""
    try:
        return _inflated(body, 15)
    except Unreadable:
        return _inflated(body, -15)


def _inflated(body: bytes, wbits: int) -> bytes:
    inflate = zlib.decompressobj(wbits=wbits)
    bound = _bound(body)
    try:
        out = inflate.decompress(body, bound + 1)
    except zlib.error as error:
        raise Unreadable(_BROKEN) from error
    return _checked(out, bound)


def _brotli(body: bytes) -> bytes:
    try:
        import brotli  # noqa: PLC0415 - not a part of Tollbook
    except ImportError as error:
        raise Unreadable("It was sent packed with Brotli; install the package brotli to read it.") from error
    bound = _bound(body)
    machine, out, size = brotli.Decompressor(), [], 0
    try:
        part = machine.process(body, output_buffer_limit=_CHUNK)
        while part or not machine.is_finished():
            if not part and machine.can_accept_more_data():
                raise Unreadable("It breaks off before its end; get a whole copy.")
            out.append(part)
            size += len(part)
            if size > bound:
                break
            part = machine.process(b"", output_buffer_limit=_CHUNK)
    except brotli.error as error:
        raise Unreadable(_BROKEN) from error
    return _checked(b"".join(out), bound)


_CODINGS: dict[str, Callable[[bytes], bytes]] = {"gzip": _gzip, "x-gzip": _gzip, "deflate": _deflate, "br": _brotli}


def _bound(body: bytes) -> int:
    return min(MAX_DOCUMENT, max(FREE, MAX_RATIO * len(body)))


def _checked(out: bytes, bound: int) -> bytes:
    if len(out) > bound:
        raise Unreadable(BOMB.format(MAX_RATIO))
    return out
