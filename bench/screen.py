"""``python -m bench.screen``: the reports that the keyword filter loses and passes, and the time that it saves.

A report is relevant if the makers of its set made a record of it, and irrelevant if the reader finds nothing for a
record in it: no victim, no site, no attack. Pages of ``gva`` without an article (a login, a notice) count as relevant
too, so its loss is an upper bound.
"""

import json
import random
import time
from pathlib import Path

import click

from bench.sets import DEFAULT_DATA, read_rows
from tollbook.model import OUTCOMES, Report
from tollbook.readers import rules
from tollbook.readers.rules import screen
from tollbook.readers.rules.parsing import parser

OUT = Path(__file__).with_name("screen.json")
RELEVANT = ("war", "isaf", "gvdb", "airwars", "gva", "muc4/dev", "muc4/tst1", "muc4/tst2")
OTHER = ("places/lgl", "dates/timebank", "dates/meantime", "polnear/dev")
#: One report in a hundred of the stream is relevant.
SHARE = 100
SAMPLE = 60
SEED = 7
_TOLD = {*OUTCOMES, "attack", "site damaged", "site destroyed"}


def relevant(data: Path, name: str) -> list[str]:
    """The texts of a set that have a record."""
    rows = read_rows(data / name / "reports.jsonl")
    if name.startswith("muc4"):
        recorded = {row["id"] for row in read_rows(data / name / "gold.jsonl") if row["template"]}
        rows = [row for row in rows if row["id"] in recorded]
    return [row["text"] for row in rows]


def irrelevant(data: Path, name: str) -> list[str]:
    """The texts of a set in which the reader finds nothing for a record."""
    return [row["text"] for row in read_rows(data / name / "reports.jsonl") if not _has_record(row["text"])]


def _has_record(text: str) -> bool:
    return any(claim.kind in _TOLD for claim in rules.read(_report(text)).claims)


def _report(text: str) -> Report:
    return Report(id="report", sha256="", text=text, origin="stream")


def seconds(texts: list[str], work: str) -> float:
    """Processor seconds for each report of ``screen``, ``parse`` or ``read``."""
    begun = time.process_time()
    for text in texts:
        if work == "screen":
            screen.passes(text)
        elif work == "parse":
            parser.parse(text)
        else:
            rules.read(_report(text))
    return (time.process_time() - begun) / max(1, len(texts))


def measure(data: Path) -> dict[str, object]:
    """Shares lost and passed by set, and the speed on a stream with one relevant report in a hundred."""
    good = {name: relevant(data, name) for name in RELEVANT if (data / name).is_dir()}
    rest = {name: irrelevant(data, name) for name in OTHER if (data / name).is_dir()}
    lost = {name: 100 * sum(not screen.passes(t) for t in texts) / len(texts) for name, texts in good.items()}
    through = {name: 100 * sum(map(screen.passes, texts)) / len(texts) for name, texts in rest.items() if texts}
    recorded = [t for name, texts in good.items() if name != "gva" for t in texts]
    chance = random.Random(SEED)  # noqa: S311
    stream = [t for texts in rest.values() for t in texts]
    stream += chance.sample(recorded, max(1, len(stream) // (SHARE - 1)))
    chance.shuffle(stream)
    passed = [t for t in stream if screen.passes(t)]
    sample = chance.sample(stream, SAMPLE)
    bare, sieve = seconds(sample, "parse"), seconds(stream, "screen")
    read = seconds(chance.sample(passed, min(SAMPLE, len(passed))), "read")
    return {
        "lost": lost,
        "lost without gva": 100 * sum(not screen.passes(t) for t in recorded) / len(recorded),
        "let through": through,
        "stream": len(stream),
        "passed": len(passed),
        "bare parse, ms a report": 1000 * bare,
        "screen, ms a report": 1000 * sieve,
        "screen and reading what passes, ms a report": 1000 * (sieve + read * len(passed) / len(stream)),
        "screen alone, times the bare parse": bare / sieve,
        "screen and reading, times the bare parse": bare / (sieve + read * len(passed) / len(stream)),
    }


@click.command()
@click.option("--data", type=click.Path(path_type=Path), default=DEFAULT_DATA, help="The folder of the test sets.")
def main(data: Path) -> None:
    """Measures the screen and writes ``screen.json`` beside this file."""
    if not data.is_dir():
        click.echo(f"Nothing was measured: the measuring data are not at {data}.")
        return
    found = measure(data)
    OUT.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    click.echo(OUT.read_text("utf-8"))


if __name__ == "__main__":
    main()
