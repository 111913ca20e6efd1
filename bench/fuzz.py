"""Damaged files of every format, read as reports: ``python -m bench.fuzz [FORMAT…] [--count N] [--seed N]``.

Tables that are imported, sheets of claims and the answers of a language model are damaged too (``bench.fuzz_rows``).


Each input is an invented report of ``bench.documents``, changed at random: bytes flipped, cut out, doubled or put in,
the end cut off, numbers made extreme, pieces of other formats put in; packed formats also inside, and packed again.
An input is *read* if it gives a report, else *refused*. It is *lost* if the reader raises an error, gives no answer, or
takes longer than ten seconds. Crashes of a parser process are counted too: the document is refused and nothing else
happens, but each crash is a fault to examine. OCR is off: a page without text is a refusal here. With ``--resume FILE``
a stopped run goes on where it stopped.
"""

import argparse
import gzip
import io
import os
import random
import re
import signal
import tempfile
import time
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from bench.documents import FORMATS, HTML
from bench.fuzz_rows import TARGETS
from bench.trials import TrialLog, keep_rows
from tollbook import ingest
from tollbook.errors import Refused
from tollbook.ingest.sandbox import CRASHED
from tollbook.model import Refusal

RESULT = Path(__file__).with_name("reliability-intake.json")
#: Seconds after which an input counts as lost.
SLOW = 10.0
#: Inputs that are written and read at a time: one parser process serves them all, as it does for a folder.
BATCH = 500
#: One report in this many is traced back to its bytes, which means reading it again.
CHECKED = 5
_NUMBER = re.compile(rb"\d+")
_EXTREMES = (b"0", b"-1", b"255", b"65536", b"2147483648", b"4294967295", b"18446744073709551616", b"9" * 400, b"1e999")
_TOKENS = (
    b"\x00", b"\xff\xfe", b"<", b">", b"&#x0;", b"&#x110000;", b"]]>", b"<![CDATA[", b"<!--",
    b"<!DOCTYPE x [<!ENTITY a 'b'>]>", b"<div>" * 400, b"<table><tr><td>" * 50, b"<script>", b"<svg>", b"<template>",
    b"<plaintext>", b"\xed\xa0\x80", b"\r\n\r\n", b"Content-Length: -5\r\n",
    b"Content-Type: multipart/mixed; boundary=a\r\n", b"Content-Encoding: br\r\n", b"=?utf-8?b?//8=?=",
    b"Transfer-Encoding: chunked\r\n", b"endobj", b"stream\n", b"<< /Filter /FlateDecode >>", b"PK\x03\x04",
    b"\x1f\x8b\x08", b"WARC/1.0\r\n", b'{"text": ', b'"', b"\xe2\x80\xae", b"../", b"charset=utf-7", b"D:99999999",
    b"0000-00-00", b"A" * 5000,
)  # fmt: skip
Change = Callable[[bytes, random.Random], bytes]


class Hung(BaseException):
    """An input that takes twice its time: it is stopped, and the next one is read."""

    @classmethod
    def now(cls, *_: object) -> None:
        raise cls


def flip(data: bytes, rng: random.Random) -> bytes:
    """Some bytes changed."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 2, 5, 20, 100))):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def truncate(data: bytes, rng: random.Random) -> bytes:
    """The end cut off."""
    return data[: rng.randrange(len(data))]


def remove(data: bytes, rng: random.Random) -> bytes:
    """A piece cut out."""
    start, end = _piece(data, rng)
    return data[:start] + data[end:]


def double(data: bytes, rng: random.Random) -> bytes:
    """A piece repeated somewhere, once or many times."""
    start, end = _piece(data, rng)
    at = rng.randrange(len(data))
    return data[:at] + data[start:end] * rng.choice((1, 1, 2, 30)) + data[at:]


def insert(data: bytes, rng: random.Random) -> bytes:
    """Keywords of some format inserted, or noise."""
    at = rng.randrange(len(data))
    return data[:at] + rng.choice((*_TOKENS, rng.randbytes(rng.randrange(1, 200)))) + data[at:]


def number(data: bytes, rng: random.Random) -> bytes:
    """A number replaced by an extreme one."""
    found = list(_NUMBER.finditer(data))
    if not found:
        return flip(data, rng)
    one = rng.choice(found)
    return data[: one.start()] + rng.choice(_EXTREMES) + data[one.end() :]


def splice(data: bytes, rng: random.Random) -> bytes:
    """The beginning of this input and the end of another format."""
    other = rng.choice(_SEEDS)
    return data[: rng.randrange(len(data))] + other[rng.randrange(len(other)) :]


_PLAIN: tuple[Change, ...] = (flip, flip, truncate, remove, double, insert, insert, number, number, splice)
_SEEDS = [make() for _, make in FORMATS.values()]
#: Everything that is damaged: the name of its file, and the function that makes a good one.
INPUTS = FORMATS | {name: (target.file, target.make) for name, target in TARGETS.items()}


def change(data: bytes, rng: random.Random) -> bytes:
    """A seed changed one to three times; a packed one half of the time on the inside."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        if not data:
            return data
        inner = _INSIDE.get(data[:2]) if rng.random() < 0.5 else None
        data = inner(data, rng) if inner else rng.choice(_PLAIN)(data, rng)
    return data


def _in_zip(data: bytes, rng: random.Random) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = [(info, archive.read(info)) for info in archive.infolist()]
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError, NotImplementedError, RuntimeError):
        return flip(data, rng)
    out, chosen = io.BytesIO(), rng.randrange(len(files)) if files else -1
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for at, (info, content) in enumerate(files):
            # A fixed time, so that the same random numbers give the same bytes; and zipfile writes no empty name.
            again = zipfile.ZipInfo(info.filename or "x", info.date_time)
            again.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(again, change(content, rng) if at == chosen and content else content)
    return out.getvalue()


def _in_gzip(data: bytes, rng: random.Random) -> bytes:
    try:
        return gzip.compress(change(gzip.decompress(data), rng), compresslevel=1, mtime=0)
    except (OSError, EOFError, zlib.error):
        return flip(data, rng)


_INSIDE: dict[bytes, Change] = {b"PK": _in_zip, b"\x1f\x8b": _in_gzip}


def _piece(data: bytes, rng: random.Random) -> tuple[int, int]:
    start = rng.randrange(len(data))
    return start, min(len(data), start + rng.choice((1, 4, 32, 256, 2048)))


def fuzz(name: str, count: int, seed: int, keep: Path | None, log: TrialLog) -> Iterator[Counter[str]]:
    """The results for the changed inputs of a format, batch by batch until ``count`` were tried.

    Each is the count so far of tried, read, refused, broke, slow, raised and silent.
    """
    file, make = INPUTS[name]
    original, counts = make(), Counter[str]()
    while counts["tried"] < count:
        size = min(BATCH, count - counts["tried"])
        batch, before = f"{name} {seed} {counts['tried']} {size}", counts.copy()
        if batch in log:
            counts.update(log[batch])
            yield counts
            continue
        rng = random.Random(f"{name} {seed} {counts['tried']}")  # noqa: S311 - no secret
        with tempfile.TemporaryDirectory(prefix="tollbook-fuzz-") as folder:
            inputs = {f"{n:04}-{file}": change(original, rng) for n in range(size)}
            for input_name, data in inputs.items():
                (Path(folder) / input_name).write_bytes(data)
            found = _take(name, inputs) if name in TARGETS else _read(Path(folder), list(inputs))
            for input_name, outcome in found.items():
                counts.update(("tried", outcome))
                if keep is not None and outcome not in {"read", "refused"}:
                    (keep / f"{name}-{outcome}-{counts['tried']}-{file}").write_bytes(inputs[input_name])
        log.add(batch, counts - before)
        yield counts


def _take(name: str, inputs: dict[str, bytes]) -> dict[str, str]:
    """The result of each input of a kind that is not a file of reports."""
    outcomes = {}
    for input_name, data in inputs.items():
        # Seconds of the processor, because other work on this computer does not count as a hang.
        began = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, 2 * SLOW)
        try:
            outcome = TARGETS[name].take(data)
            outcomes[input_name] = outcome if time.process_time() - began <= SLOW else "slow"
        except (Exception, Hung) as error:  # noqa: BLE001 - any error is a finding
            outcomes[input_name] = "slow" if isinstance(error, Hung) else "raised"
            print(f"{input_name}: {error!r}", flush=True)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    return outcomes


def _read(folder: Path, names: list[str]) -> dict[str, str]:
    """The result of each file of a folder."""
    outcomes = dict.fromkeys(names, "silent")
    while True:
        left = [folder / name for name in names if outcomes[name] == "silent"]
        if not left:
            return outcomes
        asked = _Asked(left)
        try:
            _read_all(asked, outcomes)
        except (Exception, Hung) as error:  # noqa: BLE001 - any error is a finding
            outcomes[asked.last] = "slow" if isinstance(error, Hung) else "raised"
            print(f"{asked.last}: {error!r}")
        else:
            return outcomes
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)


class _Asked:
    """Paths as they are fetched; the name of the last one is that of the file being read."""

    def __init__(self, paths: list[Path]) -> None:
        self.paths, self.last = paths, ""

    def __iter__(self) -> Iterator[Path]:
        for path in self.paths:
            self.last = path.name
            yield path


def _read_all(asked: _Asked, outcomes: dict[str, str]) -> None:
    # A good page first, so that no input includes the time to start the parser process.
    folder = asked.paths[0].parent
    warm = folder.parent / f"{folder.name}-warm.html"
    warm.write_text(HTML, "utf-8")
    results = ingest.captures(chain([warm], asked))
    next(results)
    warm.unlink()
    began = time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, 2 * SLOW)
    for found in results:
        took, began = time.monotonic() - began, time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, 2 * SLOW)
        name = asked.last
        if took > SLOW:
            outcomes[name] = "slow"
        elif isinstance(found, Refusal) and CRASHED in found.reason:
            outcomes[name] = "broke"
        elif outcomes[name] in {"silent", "refused"}:
            outcomes[name] = "refused" if isinstance(found, Refusal) else _checked(found)


def _checked(capture: ingest.Capture) -> str:
    """Whether the text of a report can be traced back to its bytes."""
    report = capture.report
    if int(report.sha256, 16) % CHECKED:
        return "read"
    try:
        visible = ingest.captured_text(capture.original, report.media_type or "")
    except Refused:
        return "raised"
    runs = report.offsets or ((0, 0, len(visible)),)
    sound = all(visible[b : b + n] == report.text[a : a + n] for a, b, n in runs)
    return "read" if sound and sum(n for _, _, n in runs) == len(report.text) else "raised"


def row(name: str, counts: Counter[str]) -> dict[str, Any]:
    """The line of a format in the table of reliability."""
    lost = counts["raised"] + counts["silent"] + counts["slow"]
    note = f"read {counts['read']:,}, refused {counts['refused'] + counts['broke']:,}"
    note += f" (of these {counts['broke']:,} broke the cell they were parsed in)" if counts["broke"] else ""
    note += (
        f"; raised {counts['raised']}, silent {counts['silent']}, over {SLOW:.0f} s {counts['slow']}" if lost else ""
    )
    return {
        "name": f"Changed inputs of {name}",
        "tried": counts["tried"],
        "survived": counts["tried"] - lost,
        "lost": lost,
        "note": note,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help=", ".join(INPUTS))
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the inputs that were not taken well")
    parser.add_argument("--dry", action="store_true", help="count only, write no results")
    parser.add_argument("--resume", type=Path, help="a file for the outcomes; with it a stopped run goes on")
    given = parser.parse_args()
    os.environ["PATH"] = ""
    signal.signal(signal.SIGALRM, Hung.now)
    signal.signal(signal.SIGPROF, Hung.now)
    log = TrialLog(given.resume)
    for name in given.formats or INPUTS:
        began = time.monotonic()
        for counts in fuzz(name, given.count, given.seed, given.keep, log):
            if not given.dry:
                keep_rows(RESULT, [row(name, counts)])
        print(name, dict(counts), f"{time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
