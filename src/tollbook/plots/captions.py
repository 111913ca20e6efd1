"""The sentences below every picture and in its alt text: its basis and its limits."""

from collections.abc import Iterable, Sequence

from tollbook.locale.messages import message, plural
from tollbook.locale.wording import clean, day
from tollbook.plots.records import PlotData
from tollbook.record import Figure
from tollbook.report_name import shortened

#: Characters of the longest label.
LONGEST = 40


def label(text: str, longest: int = LONGEST) -> str:
    """A text of the book as a label: on one line, cut after a word."""
    return shortened(clean(text), longest)


def basis(reports: int, independent: Iterable[int], rule: str) -> list[str]:
    """The notes of every picture; ``independent`` are the numbers of independent sources of the figures in it."""
    numbers = sorted({n for n in independent if n})
    notes = [plural("Based on {n} report.", "Based on {n} reports.", reports)]
    if numbers and numbers[0] == numbers[-1]:
        notes.append(plural(
            "Each figure rests on {n} independent source.", "Each figure rests on {n} independent sources.", numbers[0]
        ))  # fmt: skip
    elif numbers:
        notes.append(message(
            "Each figure rests on {low:,} to {high:,} independent sources.", low=numbers[0], high=numbers[-1]
        ))  # fmt: skip
    notes.append(message("Rule for low, best and high: {rule}.", rule=rule))
    notes.append(message("The figures are what sources reported. Tollbook does not say what happened."))
    return notes


def number_of_reports(data: PlotData) -> int:
    """The number of reports behind the incidents to draw."""
    return len({link.id for incident in data.incidents() for link in incident.reports})


def independent_sources(data: PlotData, outcomes: Sequence[str]) -> list[int]:
    """The number of independent sources of each figure of some outcomes."""
    found: list[Figure] = [each.figures[name] for each in data.incidents() for name in outcomes if name in each.figures]
    return [figure.independent_sources for figure in found]


def listed(texts: Sequence[str], most: int = 12) -> str:
    """Texts in a row, the first ones if there are many."""
    shown = "; ".join(texts[:most])
    rest = len(texts) - most
    return shown if rest <= 0 else message("{texts}; and {n:,} more", texts=shown, n=rest)


__all__ = ["basis", "day", "independent_sources", "label", "listed", "number_of_reports"]
