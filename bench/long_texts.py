"""``python -m bench.long_texts``: the time and memory of reading one text, by its length, for each reader.

The texts are made here: news about an invented town, and texts made to be slow. Each is read in a process of its own,
and the time is of its processor, without loading the reader.
"""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import click

PROSE = """\
At least 12 people were killed and 30 others wounded on Tuesday when a shell hit a market in Velmar, officials said.
"We counted the bodies," said Dr Anira Dost, the head of the hospital in San Velmar. The army denied that it did it.

Police spokesman Oren Tal said that three men, Bel Karo, 34, Imo Sade and Tarek Bulin, were shot dead on 4 May 2031.
A relative of Mr Karo said he had worked as a teacher for nine years. The governor promised an inquiry.

"""
SIZES = (10_000, 100_000, 1_000_000)
READERS = ("rules", "learned")
_ONE = """
import json, resource, sys, time
from bench.long_texts import TEXTS
from bench.throughput import RSS_UNIT
from tollbook.model import Report
from tollbook.readers import registry
name, kind, size = sys.argv[1], sys.argv[2], int(sys.argv[3])
reader = registry.find("en", name)
reader.read(Report(id="first", sha256="", text=TEXTS["news"](1000)))
report = Report(id="long", sha256="", text=TEXTS[kind](size))
began = time.process_time()
reading = reader.read(report)
print(json.dumps({
    "seconds": round(time.process_time() - began, 1),
    "peak_mib": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * RSS_UNIT / 2**20),
    "claims": len(reading.claims),
    "refused": len(reading.refused),
}))
"""


def repeated(part: str) -> Callable[[int], str]:
    """Makes a text of some length by repeating one part."""
    return lambda size: (part * (size // len(part) + 1))[:size]


def names(size: int) -> str:
    """A list of different names, each of two words."""
    draw = random.Random(1)  # noqa: S311 - test texts

    def word() -> str:
        return "".join(draw.choice("bdklmnrst") + draw.choice("aeiou") for _ in range(3)).capitalize()

    return ", ".join(f"{word()} {word()}" for _ in range(size // 15 + 1))[:size]


#: Makes a text of a number of code points, by the kind of the text.
TEXTS: dict[str, Callable[[int], str]] = {
    "news": repeated(PROSE),
    "names": names,
    "“killed” only": repeated("killed "),
    "casualties only": repeated("12 killed "),
    "places only": repeated("Velmar, "),
    "quotation marks": repeated('"said '),
    "blanks": repeated(" "),
}


def measure(reader: str, kind: str, size: int) -> dict[str, Any]:
    """Seconds, peak memory in MiB, claims and refusals of reading one text."""
    command = [sys.executable, "-c", _ONE, reader, kind, str(size)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@click.command()
@click.option("--reader", "readers", multiple=True, default=READERS, help="A reader to measure; all by default.")
@click.option("--kind", "kinds", multiple=True, default=tuple(TEXTS), help="A kind of text; all by default.")
@click.option("--size", "sizes", multiple=True, type=int, default=SIZES, help="Code points of a text.")
def main(readers: tuple[str, ...], kinds: tuple[str, ...], sizes: tuple[int, ...]) -> None:
    """Prints a table of the time and memory of each reader for each kind and length of text."""
    click.echo("| text | characters | reader | seconds | seconds for 10,000 | MiB | claims |")
    click.echo("|---|---:|---|---:|---:|---:|---:|")
    for kind in kinds:
        for size in sizes:
            for reader in readers:
                found = measure(reader, kind, size)
                each = found["seconds"] / size * 10_000
                click.echo(
                    f"| {kind} | {size:,} | {reader} | {found['seconds']:,} | {each:.1f} | {found['peak_mib']:,} | "
                    f"{found['claims']:,} |"
                )


if __name__ == "__main__":
    main()
