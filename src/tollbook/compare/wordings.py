"""The words of reports that explain a differing figure: casualties, survivors, and dead attackers."""

import functools
import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

import msgspec

from tollbook import locale, quantities
from tollbook.model import Report, Span
from tollbook.report_name import shortened

Cue = Literal["killed", "injured", "struck", "lived", "attacker_killed", "attacker_injured", "several_attacks"]
#: Characters of a quotation: what fits a cell that a person still reads.
LONGEST = 60
_ENDS = re.compile(r"(?<=[.!?])\s+|\n+")


class _Cues(msgspec.Struct, frozen=True):
    """The shape of ``lexicon/CODE/words.toml``."""

    killed: list[str]
    injured: list[str]
    struck: list[str]
    lived: list[str]
    attacker_killed: list[str]
    attacker_injured: list[str]
    several_attacks: list[str]


class Sentence(NamedTuple):
    """A sentence or the title of a report."""

    report: str
    text: str
    title: bool = False


@functools.cache
def cue(name: Cue) -> re.Pattern[str]:
    """The words of one list."""
    table = msgspec.structs.asdict(locale.DEFAULT.lexicon("compare", "words", _Cues))
    return re.compile(r"\b(?:" + "|".join(table[name]) + r")\b", re.IGNORECASE)


def sentences(reports: Iterable[Report]) -> Iterator[Sentence]:
    """The titles and the sentences of some reports."""
    for report in reports:
        for number, text in enumerate((report.title or "", *_ENDS.split(report.text))):
            if text.strip():
                yield Sentence(report.id, " ".join(text.split()), title=number == 0)


def around(sentence: Sentence, start: int, end: int) -> str:
    """The words of a sentence around a span, in quotation marks, whole words only."""
    spare = max(0, LONGEST - (end - start)) // 2
    first, last = max(0, start - spare), min(len(sentence.text), end + spare)
    words = sentence.text[first:last]
    words = words if first == 0 else "… " + words.partition(" ")[2]
    words = words if last == len(sentence.text) else words.rpartition(" ")[0] + " …"
    return f"“{words}”"


def quoted(words: str) -> str:
    """Words in quotation marks, cut after a word if they are long."""
    return f"“{shortened(words, LONGEST)}”"


def numbers_in(text: str, number: int) -> list[Span]:
    """Where some words give a number of anything, in figures or in words; ages and dates are no numbers here."""
    return [span for count, span in quantities.every(text, locale.DEFAULT) if count.best == number]


def any_number(text: str) -> bool:
    """Whether some words give a number."""
    return bool(quantities.every(text, locale.DEFAULT))
