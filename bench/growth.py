"""``python -m bench.growth``: what it takes to link a book as it grows, and to add one report to a large one.

Readings are made of those of real reports kept outside this repository: each copy turns every name into another of the
same length and moves days and places, so that copies are other events told in the same manner. Reading itself and
writing the readings down are not measured here; linking, figures and the derived rows are.
"""

import json
import re
import resource
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

import click
import msgspec

from bench.sets import DEFAULT_DATA, sampled
from bench.throughput import RSS_UNIT
from tollbook import extract, intake, upkeep
from tollbook.model import Reading, Refusal, Report
from tollbook.store import Store, log, rows

#: How far each copy is moved: not a whole number of weeks, and farther than any two places are taken for one.
_DAYS, _DEGREES = 29, 1.3
_NAME = re.compile(r"\b[A-Z][a-z]{2,}\b")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
#: Reports written in one transaction, and looked at again one by one in the end.
_PORTION, _SINGLE = 1000, 20


class Sample(msgspec.Struct):
    """One report as it was read."""

    report: Report
    reading: Reading


def samples(data: Path, cache: Path) -> list[Sample]:
    """The reports of ``gva`` as read; kept in ``cache``, for reading them takes minutes."""
    if not cache.exists():
        found = (c for c in intake.captures([data / "gva" / "reports.jsonl"]) if not isinstance(c, Refusal))
        with cache.open("wb") as out:
            for capture in found:
                sample = Sample(report=capture.report, reading=extract.read(capture.report))
                out.write(msgspec.json.encode(sample) + b"\n")
    with cache.open("rb") as lines:
        return [msgspec.json.decode(line, type=Sample) for line in lines]


def moved(sample: Sample, copy: int) -> Sample:
    """The sample as a report of another event: other names, another day, another place."""
    plain = _moved(json.loads(msgspec.json.encode(sample)), copy)
    return msgspec.convert(plain, Sample, strict=False)


def _moved(value: Any, copy: int, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _moved(each, copy, name) for name, each in value.items()}
    if isinstance(value, list):
        return [_moved(each, copy, key) for each in value]
    if isinstance(value, str):
        return _said(value, copy, key)
    if key == "lat" and value is not None:
        return max(-80.0, value - _DEGREES * copy)
    if key == "geonameid" and value is not None:
        return value * 100 + copy
    return value


def _said(value: str, copy: int, key: str) -> str:
    if key in {"id", "report", "part_of", "sha256", "url"}:
        return f"{copy}-{value}"
    if key in {"start", "end", "published", "first", "last"} and _DAY.fullmatch(value):
        return str(date.fromisoformat(value) + timedelta(_DAYS * copy))
    return (
        _NAME.sub(lambda found: _turned(found[0], copy), value) if key in {"text", "title", "name", "names"} else value
    )


def _turned(name: str, copy: int) -> str:
    turned = "".join(chr((ord(letter) - 97 + copy) % 26 + 97) for letter in name.lower())
    return turned.capitalize()


def grown(base: list[Sample], number: int) -> Iterator[Sample]:
    """So many samples, the last copy a fixed choice of the base."""
    for copy in range(-(-number // len(base))):
        chosen = sampled((s.report.id for s in base), min(len(base), number - copy * len(base)))
        yield from (moved(s, copy) for s in base if s.report.id in chosen)


def write(store: Store, made: Iterable[Sample]) -> None:
    """Write samples down a thousand to a transaction, as reading would one by one."""
    todo = iter(made)
    while part := list(islice(todo, _PORTION)):
        with store.derived_rows(write=True) as connection:
            for sample in part:
                rows.add_report(connection, sample.report, sample.report.text.encode())
                rows.add_reading(connection, sample.reading, finder="bench", separate=False)
                log.append(connection, actor="bench", action="read", subject=sample.report.id, payload={})


def measure(base: list[Sample], number: int, folder: Path) -> dict[str, Any]:
    """Seconds to derive a book of so many reports, the peak of memory, and what one more report takes."""
    book = folder / f"{number}.book"
    store = Store.open(book, create=True)
    write(store, grown(base, number))
    began = time.monotonic()
    touched = upkeep.catch_up(store)
    seconds = time.monotonic() - began
    found = {"reports": number, "incidents": len(touched.made), "seconds": round(seconds, 1)}
    found["peak_mib"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * RSS_UNIT / 2**20)
    found["book_mib"] = round(book.stat().st_size / 2**20)
    found |= one_more(store, base)
    store.close()
    book.unlink()
    return found


def one_more(store: Store, base: list[Sample]) -> dict[str, Any]:
    """The time, median and most of several, that one more report of an event in the book takes, and what it touches."""
    names = sampled((sample.report.id for sample in base), _SINGLE)
    chosen = [sample for sample in base if sample.report.id in names]
    taken, made = [], []
    for sample in chosen:
        report = msgspec.structs.replace(sample.report, id=f"more-{sample.report.id}")
        claims = tuple(
            msgspec.structs.replace(c, id=f"more-{c.id}", report=report.id, part_of=c.part_of and f"more-{c.part_of}")
            for c in sample.reading.claims
        )
        reading = msgspec.structs.replace(sample.reading, report=report.id, claims=claims)
        write(store, [Sample(report=report, reading=reading)])
        began = time.monotonic()
        made.append(len(upkeep.catch_up(store).made))
        taken.append(1000 * (time.monotonic() - began))
    return {
        "one_more_ms": round(sorted(taken)[len(taken) // 2]),
        "one_more_most_ms": round(max(taken)),
        "touched": round(sum(made) / len(made), 1),
        "touched_most": max(made),
    }


def sentence(found: dict[str, Any]) -> str:
    """The figures of one size in words."""
    return (
        f"{found['reports']:,} reports, {found['incidents']:,} incidents: {found['seconds']} s, peak memory "
        f"{found['peak_mib']} MiB, book {found['book_mib']} MiB. One more report: {found['one_more_ms']} ms (median of "
        f"{_SINGLE}, most {found['one_more_most_ms']} ms); it touched {found['touched']} incidents on average, "
        f"{found['touched_most']} at most."
    )


@click.command()
@click.argument("sizes", type=int, nargs=-1)
@click.option("--data", type=click.Path(path_type=Path), default=DEFAULT_DATA, help="Where the measuring data lie.")
@click.option("--cache", type=click.Path(path_type=Path), help="Where the readings are kept between runs.")
def main(sizes: tuple[int, ...], data: Path, cache: Path | None) -> None:
    """Measures linking and deriving books of SIZES reports (10000 and 100000 where none is named), smallest first."""
    if not (data / "gva").is_dir():
        click.echo(f"Nothing was measured: the measuring data are not at {data}.")
        return
    with tempfile.TemporaryDirectory(prefix="tollbook-growth-") as folder:
        base = samples(data, cache or Path(folder) / "readings.jsonl")
        for number in sorted(sizes or (10_000, 100_000)):
            click.echo(sentence(measure(base, number, Path(folder))))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
