"""The reader that comes with Tollbook: English by rules over a parse, with lexicons in ``lexicon/CODE``.

It finds what a report says happened to people, who says so, and where and when it was.
"""

from tollbook.model import Reading, Report
from tollbook.readers.base import Reader
from tollbook.readers.rules import version
from tollbook.readers.rules.language import LOCALE
from tollbook.readers.rules.reader import read

__all__ = ["READER", "read"]


class _Rules:
    """The rules as a reader."""

    name = "rules"
    languages = frozenset({LOCALE.code})

    def version(self) -> str:
        return version.current()

    def read(self, report: Report) -> Reading:
        return read(report)


READER: Reader = _Rules()
