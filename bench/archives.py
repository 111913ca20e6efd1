"""``python -m bench.archives``: an archive on Spark beside a book on one machine, from the same reports.

``compare`` reads reports both ways and compares every record byte by byte. ``grow`` does it for invented reports of
several numbers and measures seconds, memory and shuffled bytes of each step. With ``--generated-reader`` a reader of
their sentences alone takes the place of the default one, which would need days for a million. Seconds are those of the
clock; the load of the machine is written beside them, since other work slows both down.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec
import psutil

from bench import generated_reader
from bench.generated import write
from bench.measure import REFUSED_SOME, TOLLBOOK, CommandFailed
from bench.sets import DEFAULT_DATA
from tollbook.incidents import incremental, snapshot
from tollbook.incidents.build import RULE
from tollbook.store import Store

#: The tables whose records are compared with those of a book.
TABLES = ("reports", "claims", "incidents", "attributions", "tolls")
#: Seconds between two looks at the memory of all processes of a command.
_EVERY = 0.5


class Usage(NamedTuple):
    """Seconds of the clock, the peak memory of all processes of a command in MiB, and the load when it began."""

    seconds: float
    memory: float
    load: float


def run(*command: str | Path, environment: Mapping[str, str] | None = None) -> Usage:
    """Run a command and measure it. Raises CommandFailed."""
    began, load = time.monotonic(), os.getloadavg()[0]
    variables = os.environ | (environment or {})
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, env=variables)
    peak = 0
    while True:
        peak = max(peak, _memory(process.pid))
        try:
            code = process.wait(_EVERY)
        except subprocess.TimeoutExpired:
            continue
        if not 0 <= code <= REFUSED_SOME:
            raise CommandFailed(f"{command[0]} ended with {code}.")
        return Usage(time.monotonic() - began, peak / 2**20, load)


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
    source: Path, folder: Path, events: Path, settings: Sequence[str] = (), environment: Mapping[str, str] | None = None
) -> Usage:
    """Read an archive; Spark writes what each step did into ``events``."""
    logged = ["spark.eventLog.enabled=true", "spark.eventLog.compress=false", f"spark.eventLog.dir={events.as_uri()}"]
    logged += settings
    options = [part for setting in logged for part in ("--spark", setting)]
    return run(TOLLBOOK, "archive", "read", source, "--out", folder, *options, environment=environment)


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


class StepUsage(NamedTuple):
    """The seconds that the tasks of a step took together, and the bytes that it wrote for later stages."""

    seconds: float
    shuffled: int


def steps_of(events: Path) -> dict[str, StepUsage]:
    """What each step did, by Spark's log of events; rounds of one kind together."""
    step_of: dict[int, str] = {}
    used: dict[str, StepUsage] = {}
    for path in sorted(events.rglob("events_*")):
        for line in path.read_text(encoding="utf-8").splitlines():
            event = json.loads(line)
            if event["Event"] == "SparkListenerJobStart":
                name = event["Properties"].get("spark.job.description") or "other"
                step_of |= dict.fromkeys(event["Stage IDs"], name.rstrip("0123456789-"))
            elif event["Event"] == "SparkListenerTaskEnd" and event.get("Task Metrics"):
                metrics, name = event["Task Metrics"], step_of.get(event["Stage ID"], "other")
                before = used.get(name, StepUsage(0.0, 0))
                shuffled = metrics["Shuffle Write Metrics"]["Shuffle Bytes Written"]
                used[name] = StepUsage(before.seconds + metrics["Executor Run Time"] / 1000, before.shuffled + shuffled)
    return used


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
def grow(sizes: Sequence[int], settings: Sequence[str], quick: bool, alone_up_to: int) -> None:
    """Read so many invented reports both ways; print seconds, memory and shuffled bytes, and how they grow."""
    measured: dict[int, dict[str, StepUsage]] = {}
    for size in sizes:
        with tempfile.TemporaryDirectory() as temporary:
            where = Path(temporary)
            environment = generated_reader.installed(where) if quick else {}
            source = write(size, where / "reports.jsonl")
            (where / "events").mkdir()
            used = {"archive": read_archive(source, where / "archive", where / "events", settings, environment)}
            measured[size] = steps_of(where / "events")
            result = "not compared"
            if size <= alone_up_to:
                used["book"] = run(TOLLBOOK, "read", source, "--book", where / "a.book", environment=environment)
                same = archive_records(where / "archive") == book_records(where / "a.book")
                result = "equal" if same else "DIFFERENT"
        click.echo(f"\n{size:,} reports: {result}")
        _print_usage(used)
        click.echo("| step | seconds of all tasks | shuffled MB |\n|---|---|---|")
        for step, each in measured[size].items():
            click.echo(f"| {step} | {each.seconds:.1f} | {each.shuffled / 1e6:.2f} |")
    if len(sizes) > 1:
        _print_growth(measured)


def _print_usage(used: Mapping[str, Usage]) -> None:
    for name, each in used.items():
        click.echo(f"{name}: {each.seconds:.0f} s, {each.memory:.0f} MiB, load {each.load:.1f} at the start")


def _print_growth(measured: Mapping[int, Mapping[str, StepUsage]]) -> None:
    """The exponent of each step between the smallest and the largest number of reports: 1 is in proportion."""
    small, large = min(measured), max(measured)
    click.echo("| step | grows with reports to the power of |\n|---|---|")
    for step in measured[large]:
        before, after = measured[small].get(step), measured[large][step]
        if before and before.seconds > 0 and after.seconds > 0:
            power = math.log(after.seconds / before.seconds) / math.log(large / small)
            click.echo(f"| {step} | {power:.2f} |")


if __name__ == "__main__":
    main()
