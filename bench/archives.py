"""``python -m bench.archives``: an archive on Spark beside a book on one machine, from the same reports.

``compare`` reads reports both ways and compares every record byte by byte. ``grow`` does it for invented reports of
several numbers and measures seconds, memory and shuffled bytes of each step. With ``--generated-reader`` a reader of
only their sentences replaces the default one, which would need days for a million. Seconds are those of the
clock; the load of the machine is written beside them, since other work slows both down.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import click
import msgspec
import psutil

from bench import archive_growth, generated_reader
from bench.archive_growth import Size, StepUsage, Usage
from bench.generated import write
from bench.measure import REFUSED_SOME, TOLLBOOK, CommandFailed
from bench.sets import DEFAULT_DATA
from tollbook.incidents import incremental, snapshot
from tollbook.incidents.build import RULE
from tollbook.store import Store

#: The tables whose records are compared with those of a book.
TABLES = ("reports", "claims", "incidents", "attributions", "tolls")
#: Seconds between two measurements of the memory of all processes of a command.
_EVERY = 0.5


#: Memory of all processes of a command at some moments: seconds since 1970, and bytes.
Samples = list[tuple[float, int]]


def run(*command: str | Path, environment: Mapping[str, str] | None = None, samples: Samples | None = None) -> Usage:
    """Run a command and measure it; ``samples`` gets its memory at each moment. Raises CommandFailed."""
    began, load = time.monotonic(), os.getloadavg()[0]
    variables = os.environ | (environment or {})
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, env=variables)
    taken: Samples = [] if samples is None else samples
    while True:
        taken.append((time.time(), _memory(process.pid)))
        try:
            code = process.wait(_EVERY)
        except subprocess.TimeoutExpired:
            continue
        if not 0 <= code <= REFUSED_SOME:
            raise CommandFailed(f"{command[0]} ended with {code}.")
        return Usage(time.monotonic() - began, max(size for _, size in taken) / 2**20, load)


def _memory(pid: int) -> int:
    """The memory of a process and all processes below it: proportional shares, as forked workers share pages."""
    total = 0
    try:
        every = [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]
    except psutil.NoSuchProcess:
        return 0
    for process in every:
        try:
            total += process.memory_full_info().pss
        except (psutil.NoSuchProcess, psutil.AccessDenied, AttributeError):
            continue
    return total


def read_archive(
    source: Path, folder: Path, events: Path, settings: Sequence[str] = (), *,
    environment: Mapping[str, str] | None = None, samples: Samples | None = None,
) -> Usage:  # fmt: skip
    """Read an archive; Spark writes a log of each step into ``events``."""
    logged = ["spark.eventLog.enabled=true", "spark.eventLog.compress=false", f"spark.eventLog.dir={events.as_uri()}"]
    logged += settings
    options = [part for setting in logged for part in ("--spark", setting)]
    return run(TOLLBOOK, "archive", "read", source, "--out", folder, *options, environment=environment,
               samples=samples)  # fmt: skip


def book_records(book: Path) -> dict[str, list[str]]:
    """The records of a book as JSON, sorted, by table."""
    store = Store.open(book)
    try:
        found = snapshot.contents(incremental.up_to_date(store), rule=RULE)
    finally:
        store.close()
    plain: Mapping[str, Sequence[Any]] = {
        "reports": [{k: v for k, v in r.to_dict().items() if k != "text"} for r in found.reports],
        "claims": found.claims, "incidents": found.incidents, "attributions": list(found.attributions()),
        "tolls": found.tolls,
    }  # fmt: skip
    return {name: sorted(msgspec.json.encode(each).decode() for each in some) for name, some in plain.items()}


def archive_records(folder: Path) -> dict[str, list[str]]:
    """The records of an archive, sorted, by table."""
    import pyarrow.parquet  # noqa: PLC0415 - of the extra

    return {
        name: sorted(pyarrow.parquet.read_table(folder / name, columns=["record"]).column("record").to_pylist())
        for name in TABLES
    }


def steps_of(events: Path, samples: Samples) -> dict[str, StepUsage]:
    """The usage of each step, from Spark's log of events and the samples of memory; rounds and tables are merged."""
    step_of: dict[int, str] = {}
    job_began: dict[int, tuple[str, float]] = {}
    used: dict[str, StepUsage] = {}
    for event in _events(events):
        kind = event["Event"]
        if kind == "SparkListenerJobStart":
            name = (event["Properties"].get("spark.job.description") or "other").rstrip("0123456789-")
            name = "tables" if name.startswith("table-") else name
            step_of |= dict.fromkeys(event["Stage IDs"], name)
            job_began[event["Job ID"]] = name, event["Submission Time"] / 1000
        elif kind == "SparkListenerJobEnd":
            name, began = job_began[event["Job ID"]]
            during = [size for at, size in samples if began - _EVERY <= at <= event["Completion Time"] / 1000 + _EVERY]
            before = used.get(name, StepUsage())
            used[name] = before._replace(memory=max([before.memory, *during]))
        elif kind == "SparkListenerTaskEnd" and event.get("Task Metrics"):
            metrics, name = event["Task Metrics"], step_of.get(event["Stage ID"], "other")
            before, shuffled = used.get(name, StepUsage()), metrics["Shuffle Write Metrics"]["Shuffle Bytes Written"]
            seconds = before.seconds + metrics["Executor Run Time"] / 1000
            used[name] = before._replace(seconds=seconds, shuffled=before.shuffled + shuffled)
    return used


def _events(folder: Path) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.rglob("events_*")):
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())


@click.group()
def main() -> None:
    """Measure archives on Spark beside books on one machine."""


@main.command()
@click.option("--source", type=click.Path(path_type=Path), default=DEFAULT_DATA / "gva" / "reports.jsonl")
@click.option("--at", type=click.Path(path_type=Path), help="A folder to keep the archive and the book in.")
def compare(source: Path, at: Path | None) -> None:
    """Read SOURCE both ways and compare every record byte by byte."""
    with tempfile.TemporaryDirectory() as temporary:
        where = at or Path(temporary)
        where.mkdir(parents=True, exist_ok=True)
        (where / "events").mkdir(exist_ok=True)
        book, folder = where / "a.book", where / "archive"
        archive = read_archive(source, folder, where / "events")
        _print_usage({"archive": archive, "book": run(TOLLBOOK, "read", source, "--book", book)})
        ours, theirs = archive_records(folder), book_records(book)
    for name in TABLES:
        same = "equal" if ours[name] == theirs[name] else "DIFFERENT"
        click.echo(f"{name}: {len(ours[name]):,} and {len(theirs[name]):,}, {same}")
    sys.exit(ours != theirs)


@main.command()
@click.argument("sizes", type=click.IntRange(1), nargs=-1, required=True)
@click.option("--spark", "settings", multiple=True, help="As for tollbook archive read.")
@click.option("--generated-reader", "quick", is_flag=True, help="Read with a reader of these sentences alone.")
@click.option("--alone-up-to", default=sys.maxsize, help="Make a book on one machine too, up to this number.")
@click.option("--keep", is_flag=True, help="Keep the result in bench/archives.json and bench/ARCHIVES.md.")
def grow(sizes: Sequence[int], settings: Sequence[str], *, quick: bool, alone_up_to: int, keep: bool) -> None:
    """Read so many invented reports both ways; print seconds, memory and shuffled bytes of each step."""
    measured = {}
    for size in sizes:
        measured[size] = _measure(size, settings, quick=quick, alone=size <= alone_up_to)
        click.echo(archive_growth.table(measured))
        if keep:
            archive_growth.save(archive_growth.load() | measured)


def _measure(size: int, settings: Sequence[str], *, quick: bool, alone: bool) -> Size:
    samples: Samples = []
    with tempfile.TemporaryDirectory() as temporary:
        where = Path(temporary)
        environment = generated_reader.installed(where) if quick else {}
        source = write(size, where / "reports.jsonl")
        (where / "events").mkdir()
        archive = read_archive(
            source, where / "archive", where / "events", settings, environment=environment, samples=samples
        )
        steps, book, result = steps_of(where / "events", samples), None, "not compared"
        if alone:
            book = run(TOLLBOOK, "read", source, "--book", where / "a.book", environment=environment)
            same = archive_records(where / "archive") == book_records(where / "a.book")
            result = "equal" if same else "DIFFERENT"
    return Size(str(date.today()), result, archive, book, steps)


@main.command()
def table() -> None:
    """Write the table of what was measured so far into bench/ARCHIVES.md again."""
    archive_growth.save(archive_growth.load())


def _print_usage(used: Mapping[str, Usage]) -> None:
    for name, each in used.items():
        click.echo(f"{name}: {each.seconds:.0f} s, {each.memory:.0f} MiB, load {each.load:.1f} at the start")


if __name__ == "__main__":
    main()
