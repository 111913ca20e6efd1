"""``python -m bench.growth``: the cost of linking a book as it grows, and of adding one report to a large book.

The readings are copies of those of real reports, which are kept outside this repository. Each copy replaces every name
by another of the same length and moves dates and places, so it describes other events in the same way. Capitalised
ordinary words stay as they are: otherwise all reports of a copy would share rare words that no other report has. In the
names of victims they are replaced too: otherwise one person would be shot in every copy, and all copies would be one
incident. Only linking, figures and the derived rows are measured, not reading itself and storing the readings.
"""

import json
import re
import resource
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec

from bench.sets import DEFAULT_DATA, sampled
from bench.throughput import RSS_UNIT
from tollbook import ingest
from tollbook.export.spellings import ordinary
from tollbook.incidents import incremental
from tollbook.linking.text_similarity import rarity
from tollbook.mentions import Reading
from tollbook.model import Refusal, Report
from tollbook.readers import rules
from tollbook.store import Store, incident_rows, log, rows

#: How far each copy is moved: not a whole number of weeks, and farther apart than two places can be linked.
_DAYS, _DEGREES = 29, 1.3
#: Places stay between these latitudes, north and south; those beyond come in again on the other side.
_NORTH = 80
#: More copies than any run makes, so that no two places get one id.
_COPIES = 10_000
_NAME = re.compile(r"\b[A-Z][A-Za-z]{2,}\b")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
#: In names of victims, words that fewer than one report in 2,000 has are replaced.
_RARE = 7.6
#: Reports written in one transaction, added one by one at each size, and linked before the next are written.
_PORTION, _SINGLE, _GROWS = 1000, 20, 5000


class Sample(msgspec.Struct):
    """One report with its reading."""

    report: Report
    reading: Reading


class Copy(NamedTuple):
    """The number of the copy, from 0, and the ordinary words that are names in the copied report."""

    number: int
    harmed: frozenset[str]


def samples(data: Path, cache: Path) -> list[Sample]:
    """The reports of ``gva`` with their readings, stored in ``cache``: reading takes minutes."""
    if not cache.exists():
        found = (c for c in ingest.captures([data / "gva" / "reports.jsonl"]) if not isinstance(c, Refusal))
        with cache.open("wb") as out:
            for capture in found:
                sample = Sample(report=capture.report, reading=rules.read(capture.report))
                out.write(msgspec.json.encode(sample) + b"\n")
    with cache.open("rb") as lines:
        return [msgspec.json.decode(line, type=Sample) for line in lines]


def moved(sample: Sample, copy: int) -> Sample:
    """The sample as a report of another event: with other names, another day and another place."""
    plain = _moved(json.loads(msgspec.json.encode(sample)), Copy(copy, harmed(sample.reading)))
    return msgspec.convert(plain, Sample, strict=False)


def harmed(reading: Reading) -> frozenset[str]:
    """Ordinary words in the names of victims that are replaced: the last of each name, and rare ones before it."""
    found: set[str] = set()
    for name in {name for claim in reading.claims if claim.people for name in claim.people.names}:
        *before, last = _NAME.findall(name) or [""]
        found |= {last, *(word for word in before if rarity(word.lower()) >= _RARE)}
    return frozenset(word.lower() for word in found)


def _moved(value: Any, by: Copy, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _moved(each, by, name) for name, each in value.items()}
    if isinstance(value, list):
        return [_moved(each, by, key) for each in value]
    if isinstance(value, str):
        return _said(value, by, key)
    copy = by.number
    if key == "lat" and value is not None:
        return (value + _NORTH - _DEGREES * copy) % (2 * _NORTH) - _NORTH
    if key == "geonameid" and value is not None:
        return value * _COPIES + copy
    return value


def _said(value: str, by: Copy, key: str) -> str:
    copy = by.number
    if key in {"id", "report", "part_of", "sha256", "url"}:
        return f"{copy}-{value}"
    if key in {"start", "end", "published", "first", "last"} and _DAY.fullmatch(value):
        return str(date.fromisoformat(value) + timedelta(_DAYS * copy))
    return _NAME.sub(lambda found: _turned(found[0], by), value) if key in {"text", "title", "name", "names"} else value


def _turned(name: str, by: Copy) -> str:
    if name.lower() in ordinary() and name.lower() not in by.harmed:
        return name
    turned = "".join(chr((ord(letter) - 97 + by.number) % 26 + 97) for letter in name.lower())
    return turned.upper() if name.isupper() else turned.capitalize()


def grown(base: list[Sample]) -> Iterator[Sample]:
    """An endless series of samples: the base, then copies of it."""
    for copy in count():
        yield from (moved(sample, copy) for sample in base)


def write(store: Store, made: Iterable[Sample]) -> None:
    """Store samples, a thousand in a transaction, as reading would one by one."""
    todo = iter(made)
    while part := list(islice(todo, _PORTION)):
        with store.derived_rows(write=True) as connection:
            for sample in part:
                rows.add_report(connection, sample.report, sample.report.text.encode())
                rows.add_reading(connection, sample.reading, finder="bench", separate=False)
                log.append(connection, actor="bench", action="read", subject=sample.report.id, payload={})


def measure(base: list[Sample], sizes: Iterable[int], folder: Path) -> Iterator[dict[str, Any]]:
    """For each size: seconds to link and derive all reports again, memory, and the cost of one more report.

    One book grows through all sizes. Seconds are of processor time, which other work on the machine stretches less.
    """
    book = folder / "grown.book"
    store = Store.open(book, create=True)
    made, reached, seconds = grown(base), 0, 0.0
    for number in sizes:
        while reached < number:
            part = min(_GROWS, number - reached)
            write(store, islice(made, part))
            began = time.process_time()
            incremental.catch_up(store)
            seconds, reached = seconds + time.process_time() - began, reached + part
        with store.derived_rows() as connection:
            incidents = sum(1 for _ in incident_rows.records(connection, "id"))
        yield {
            "reports": number,
            "incidents": incidents,
            "seconds": round(seconds, 1),
            "peak_mib": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * RSS_UNIT / 2**20),
            "book_mib": round(book.stat().st_size / 2**20),
        } | one_more(store, base, number)
    store.close()


def one_more(store: Store, base: list[Sample], number: int) -> dict[str, Any]:
    """The time of one more report on a known event, median and maximum of several, and what it changes."""
    names = sampled((sample.report.id for sample in base), _SINGLE)
    chosen = [sample for sample in base if sample.report.id in names]
    taken, made = [], []
    for sample in chosen:
        report = msgspec.structs.replace(sample.report, id=f"{number}-{sample.report.id}")
        again = {c.id: f"{number}-{c.id}" for c in sample.reading.claims}
        claims = tuple(
            msgspec.structs.replace(c, id=again[c.id], report=report.id, part_of=again.get(c.part_of or ""))
            for c in sample.reading.claims
        )
        reading = msgspec.structs.replace(sample.reading, report=report.id, claims=claims)
        write(store, [Sample(report=report, reading=reading)])
        began = time.process_time()
        made.append(len(incremental.catch_up(store).rebuilt))
        taken.append(1000 * (time.process_time() - began))
    return {
        "one_more_ms": round(sorted(taken)[len(taken) // 2]),
        "one_more_most_ms": round(max(taken)),
        "touched": round(sum(made) / len(made), 1),
        "touched_most": max(made),
    }


def sentence(found: dict[str, Any]) -> str:
    """The figures of one size as a sentence."""
    return (
        f"{found['reports']:,} reports, {found['incidents']:,} incidents: {found['seconds']} s of processor time, "
        f"peak memory {found['peak_mib']} MiB, book {found['book_mib']} MiB. One more report: "
        f"{found['one_more_ms']} ms (median of {_SINGLE}, most {found['one_more_most_ms']} ms); "
        f"it touched {found['touched']} incidents on average, {found['touched_most']} at most."
    )


@click.command()
@click.argument("sizes", type=int, nargs=-1)
@click.option("--data", type=click.Path(path_type=Path), default=DEFAULT_DATA, help="The folder of the test sets.")
@click.option("--cache", type=click.Path(path_type=Path), help="Where the readings are kept between runs.")
def main(sizes: tuple[int, ...], data: Path, cache: Path | None) -> None:
    """Measures linking and deriving books of SIZES reports (default: 10000 and 100000), smallest first."""
    if not (data / "gva").is_dir():
        click.echo(f"Nothing was measured: the measuring data are not at {data}.")
        return
    with tempfile.TemporaryDirectory(prefix="tollbook-growth-") as folder:
        base = samples(data, cache or Path(folder) / "readings.jsonl")
        for found in measure(base, sorted(sizes or (10_000, 100_000)), Path(folder)):
            click.echo(sentence(found))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
