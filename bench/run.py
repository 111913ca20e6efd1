"""``python -m bench.run [SET ...]``: measures Tollbook on whole sets and writes ``bench/RESULTS.md``."""

import tempfile
import time
from datetime import date
from pathlib import Path
from typing import Any

import click

from bench import accuracy, measure, results, throughput
from bench.sets import DEFAULT_DATA, GoldSet, at_hand, chosen, cut


def commit() -> str:
    """The commit that is measured, with a ``+`` if ``src`` has uncommitted changes."""
    changed = measure.run("git", "status", "--porcelain", "--", "src").strip()
    return measure.run("git", "rev-parse", "--short", "HEAD").strip() + ("+" if changed else "")


def measure_set(gold_set: GoldSet, data: Path, sample: int | None) -> dict[str, Any]:
    """The scores of one set, or of a fixed sample of it, with the day, the commit and the seconds it took."""
    with tempfile.TemporaryDirectory(prefix="tollbook-bench-") as folder:
        work, began = Path(folder), time.monotonic()
        gold = cut(gold_set, data, work / "gold", sample) if sample else data / gold_set.name
        if gold_set.scorer == "maverick":
            export = measure.export_maverick(gold, work / "export")
        else:
            export = measure.export_reports(
                [gold / "reports.jsonl"],
                work / "export",
                linked=gold_set.linked,
                only=gold_set.only,
                reader=gold_set.reader,
            )
        scores = measure.score(gold_set, gold, export, data=data)
        seconds = round(time.monotonic() - began)
    return {
        "headline": scores.pop("headline"),
        "figures": scores,
        "sample": sample,
        "seconds": seconds,
        "date": date.today().isoformat(),
        "commit": commit(),
    }


@click.command()
@click.argument("names", metavar="[SET]...", nargs=-1)
@click.option("--data", type=click.Path(path_type=Path), default=DEFAULT_DATA, help="The folder of the test sets.")
@click.option("--sample", type=int, help="Use only a fixed sample of this many reports, and write nothing.")
@click.option("--speed/--no-speed", default=True, help="Also measure reports a second and memory.")
def main(names: tuple[str, ...], data: Path, sample: int | None, speed: bool) -> None:
    """Measures Tollbook on the given sets, or on all, and writes the figures to bench/RESULTS.md."""
    gold_sets = at_hand(chosen(names), data)
    measured = results.load()
    for gold_set in gold_sets:
        measured[gold_set.name] = found = measure_set(gold_set, data, sample)
        name, value = found["headline"]
        click.echo(f"{gold_set.name:16} {name}: {value}  ({found['seconds']} s)")
        if sample is None:
            results.save(measured)
            accuracy.write(measured)
    if speed and "gva" in {gold_set.name for gold_set in gold_sets}:
        measured[results.SPEED] = throughput.measure(data / "gva" / "reports.jsonl")
        click.echo(throughput.sentence(measured[results.SPEED]))
        if sample is None:
            results.save(measured)


if __name__ == "__main__":
    main()
