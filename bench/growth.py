"""``python -m bench.growth``: the cost of linking a book as it grows, and of adding one report to a large book.

The readings are copies of those of real reports (:mod:`bench.moved`), which are kept outside this repository. Only
linking, figures and the derived rows are measured, not reading itself and storing the readings.

A million reports take hours and about 42 GB. With ``--keep FOLDER`` the book stays there, and a later run continues it.
"""

import resource
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec
from sqlalchemy import Integer, cast, func, select

from bench.filling import fill
from bench.moved import Sample, Template
from bench.sets import DEFAULT_DATA, sampled
from bench.throughput import RSS_UNIT
from tollbook import ingest
from tollbook.incidents import incremental
from tollbook.model import Refusal
from tollbook.readers import rules
from tollbook.store import Store, incident_rows, schema

#: Reports written in one transaction, added one by one at each size, and linked before the next are written.
_PORTION, _SINGLE, _GROWS = 1000, 20, 5000
#: The id of a copy begins with its number, which is smaller; that of a report added one by one, with a size.
_LEAST_SIZE = 1000


class Base(NamedTuple):
    """The samples that reports are made of: all real ones, and those that are added one by one."""

    templates: list[Template]
    single: list[Sample]


def samples(data: Path, cache: Path) -> Iterator[Sample]:
    """The reports of ``gva`` with their readings, stored in ``cache``: reading takes minutes."""
    if not cache.exists():
        found = (c for c in ingest.captures([data / "gva" / "reports.jsonl"]) if not isinstance(c, Refusal))
        with cache.open("wb") as out:
            for capture in found:
                sample = Sample(report=capture.report, reading=rules.read(capture.report))
                out.write(msgspec.json.encode(sample) + b"\n")
    with cache.open("rb") as lines:
        yield from (msgspec.json.decode(line, type=Sample) for line in lines)


def prepared(data: Path, cache: Path) -> Base:
    """All samples as templates: as records they would need much more memory than linking a book."""
    templates = {sample.report.id: Template(sample) for sample in samples(data, cache)}
    single = sampled(templates, _SINGLE)
    return Base(list(templates.values()), [sample for sample in samples(data, cache) if sample.report.id in single])


def grown(templates: Sequence[Template]) -> Iterator[Sample]:
    """An endless series of samples: the base, then copies of it."""
    for number in count():
        yield from (template.copy(number) for template in templates)


def write(store: Store, made: Iterable[Sample]) -> None:
    """Store samples, a thousand in a transaction."""
    todo = iter(made)
    while part := list(islice(todo, _PORTION)):
        with store.derived_rows(write=True) as connection:
            fill(connection, part)


class Spent(msgspec.Struct):
    """The cost of linking a book so far: seconds of processor time, and the peak of memory in MiB."""

    seconds: float = 0.0
    peak_mib: int = 0


def measure(base: Base, sizes: Iterable[int], folder: Path) -> Iterator[dict[str, Any]]:
    """For each size: seconds to link and derive all reports again, memory, and the cost of one more report.

    One book grows through all sizes, from what ``folder`` already holds. Seconds are of processor time, which other
    work on the machine stretches less; those of a portion during which an earlier run was killed are missing.
    """
    book, notes = folder / "grown.book", folder / "spent.json"
    spent = msgspec.json.decode(notes.read_bytes(), type=Spent) if notes.exists() else Spent()
    store = Store.open(book, create=True)
    reached = held(store)
    made = islice(grown(base.templates), reached, None)
    for number in (size for size in sizes if size > reached):
        while reached < number:
            part = min(_GROWS, number - reached)
            write(store, islice(made, part))
            began = time.process_time()
            incremental.catch_up(store)
            reached += part
            peak = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * RSS_UNIT / 2**20)
            spent = Spent(spent.seconds + time.process_time() - began, max(spent.peak_mib, peak))
            notes.write_bytes(msgspec.json.encode(spent))
        with store.derived_rows() as connection:
            incidents = sum(1 for _ in incident_rows.records(connection, "id"))
        yield {
            "reports": number,
            "incidents": incidents,
            "seconds": round(spent.seconds, 1),
            "peak_mib": spent.peak_mib,
            "book_mib": round(book.stat().st_size / 2**20),
        } | one_more(store, base.single, number)
    store.close()


def held(store: Store) -> int:
    """The copies that a book already has, without the reports that were added one by one."""
    number = cast(schema.reports.c.id, Integer)
    with store.derived_rows() as connection:
        return connection.execute(
            select(func.count()).select_from(schema.reports).where(number < _LEAST_SIZE)
        ).scalar_one()


def one_more(store: Store, samples: list[Sample], number: int) -> dict[str, Any]:
    """The time of one more report on a known event, median and maximum of several, and the rows it changes."""
    taken, made = [], []
    for sample in samples:
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
@click.argument("sizes", type=click.IntRange(_LEAST_SIZE), nargs=-1)
@click.option("--data", type=click.Path(path_type=Path), default=DEFAULT_DATA, help="The folder of the test sets.")
@click.option("--cache", type=click.Path(path_type=Path), help="Where the readings are kept between runs.")
@click.option("--keep", type=click.Path(path_type=Path), help="A folder in which the book stays, to go on with it.")
def main(sizes: tuple[int, ...], data: Path, cache: Path | None, keep: Path | None) -> None:
    """Measures linking and deriving books of SIZES reports (default: 10000 and 100000), smallest first."""
    if not (data / "gva").is_dir():
        click.echo(f"Nothing was measured: the measuring data are not at {data}.")
        return
    with tempfile.TemporaryDirectory(prefix="tollbook-growth-") as temporary:
        folder = keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        base = prepared(data, cache or folder / "readings.jsonl")
        for found in measure(base, sorted(sizes or (10_000, 100_000)), folder):
            click.echo(sentence(found))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
