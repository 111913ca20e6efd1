"""The growth of the steps of an archive: measurements of ``bench.archives`` at several sizes, as a table with a fit."""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

RECORD = Path(__file__).with_name("archives.json")
TABLE = Path(__file__).with_name("ARCHIVES.md")
#: The table is kept between these two lines.
BEGIN, END = "<!-- python -m bench.archives table: begin -->", "<!-- end -->"
#: The number of reports that a monitoring desk asks about.
_DESK = 100_000_000


class StepUsage(NamedTuple):
    """Seconds that the tasks of a step took together, bytes written for later stages, and the peak memory in bytes.

    Memory is that of Spark and all its workers while the step ran. Java gives back little of what an earlier step took.
    """

    seconds: float = 0.0
    shuffled: int = 0
    memory: int = 0


class Usage(NamedTuple):
    """Seconds of the clock, the peak memory of all processes of a command in MiB, and the load when it began."""

    seconds: float
    memory: float
    load: float


class Size(NamedTuple):
    """The measurements of one size; ``result`` says whether the records were those of a book."""

    measured: str
    result: str
    archive: Usage
    book: Usage | None
    steps: dict[str, StepUsage]


def load() -> dict[int, Size]:
    """The measurements so far, by the number of reports."""
    if not RECORD.exists():
        return {}
    return msgspec.json.decode(RECORD.read_bytes(), type=dict[int, Size], strict=False)


def save(sizes: Mapping[int, Size]) -> None:
    """Write the record, and the table made from it into ``ARCHIVES.md``."""
    plain = {str(size): _plain(each) for size, each in sorted(sizes.items())}
    RECORD.write_text(json.dumps(plain, indent=1) + "\n", "utf-8")
    before, after = TABLE.read_text("utf-8").split(BEGIN)[0], TABLE.read_text("utf-8").split(END, 1)[1]
    TABLE.write_text(f"{before}{BEGIN}\n{table(sizes)}\n{END}{after}", "utf-8")


def _plain(size: Size) -> list[object]:
    usages = [None if each is None else [round(number, 1) for number in each] for each in (size.archive, size.book)]
    steps = {name: [round(each.seconds, 1), each.shuffled, each.memory] for name, each in size.steps.items()}
    return [size.measured, size.result, *usages, steps]


def table(sizes: Mapping[int, Size]) -> str:
    """The sizes, their steps, the growth of these, and an estimate for 100 million reports, as Markdown."""
    every = sorted(sizes)
    lines = ["| reports | measured | records | archive | book, one process | load when each began |",
             "|--:|---|---|---|---|---|"]  # fmt: skip
    lines += [_size_row(size, sizes[size]) for size in every]
    lines += ["", "| step | " + " | ".join(f"at {size:,}: task seconds, MB shuffled, MiB" for size in every)
              + " | power of the number of reports |", "|---" * (len(every) + 2) + "|"]  # fmt: skip
    names = list(dict.fromkeys(name for size in reversed(every) for name in sizes[size].steps))
    for name in names:
        steps = {size: sizes[size].steps.get(name, StepUsage()) for size in every}
        power = _power({size: each.seconds for size, each in steps.items()})
        lines.append(f"| {name} | " + " | ".join(map(_step_cell, steps.values())) + f" | {power} |")
    return "\n".join([*lines, "", _estimate(sizes, names)])


def _size_row(number: int, size: Size) -> str:
    loads = [f"{each.load:.1f}" for each in (size.archive, size.book) if each is not None]
    cells = [f"{number:,}", size.measured, size.result, _usage_cell(size.archive), _usage_cell(size.book),
             ", ".join(loads)]  # fmt: skip
    return f"| {' | '.join(cells)} |"


def _usage_cell(usage: Usage | None) -> str:
    return "–" if usage is None else f"{usage.seconds:,.0f} s, {usage.memory:,.0f} MiB"


def _step_cell(step: StepUsage) -> str:
    memory = f"{step.memory / 2**20:,.0f}" if step.memory else "–"
    return f"{step.seconds:,.1f} s, {step.shuffled / 1e6:,.1f} MB, {memory} MiB"


def _power(seconds: Mapping[int, float]) -> str:
    """The power between the two largest sizes; with three, that of the fit."""
    fitted = fit(seconds)
    if fitted is not None:
        return f"{fitted.power:.2f}"
    known = sorted((size, value) for size, value in seconds.items() if value > 0)[-2:]
    if len(known) < 2:
        return ""
    (small, before), (large, after) = known
    return f"{math.log(after / before) / math.log(large / small):.2f}"


class Fit(NamedTuple):
    """``constant + factor * size ** power``."""

    constant: float
    factor: float
    power: float

    def at(self, size: int) -> float:
        """The value at a size."""
        grown: float = size**self.power
        return self.constant + self.factor * grown


def fit(values: Mapping[int, float]) -> Fit | None:
    """The curve through the three largest sizes, each the same number of times the one before; None without these.

    The constant is the time to start the tasks: without it, a step that takes two seconds for any small number would
    seem to grow slowly for ever. Values whose growth does not increase have no such curve.
    """
    known = sorted(values.items())[-3:]
    if len(known) < 3:
        return None
    (small, low), (middle, between), (large, high) = known
    if not math.isclose(middle / small, large / middle, rel_tol=0.01) or not low < between < high:
        return None
    power = math.log((high - between) / (between - low)) / math.log(middle / small)
    if power <= 0:
        return None
    factor = (between - low) / (middle**power - small**power)
    return Fit(low - factor * small**power, factor, power)


def _estimate(sizes: Mapping[int, Size], names: Sequence[str]) -> str:
    every = sorted(sizes)
    if len(every) < 3:
        return (f"An estimate for {_DESK:,} reports needs three sizes, each ten times the one before; there are "
                f"{len(every)}.")  # fmt: skip
    seconds = shuffled = 0.0
    for name in names:
        steps = {size: sizes[size].steps.get(name, StepUsage()) for size in every}
        seconds += _at_desk({size: each.seconds for size, each in steps.items()})
        shuffled += _at_desk({size: float(each.shuffled) for size, each in steps.items()})
    return (
        f"By the curves through the three largest sizes, {_DESK:,} reports take {seconds / 3600:,.0f} core-hours and "
        f"{shuffled / 1e12:,.1f} TB of shuffled bytes with this reader. Where a step has no such curve, it is taken to "
        f"grow as the reports do."
    )


def _at_desk(values: Mapping[int, float]) -> float:
    fitted, largest = fit(values), max(values)
    # A power below 1 is noise: a step that reads each report cannot take less and less for each.
    if fitted is None or fitted.power < 1:
        return values[largest] * _DESK / largest
    return fitted.at(_DESK)
