"""The reader that comes with Tollbook: English by rules over a parse, with lexicons in ``lexicon/CODE``.

It finds casualties and other events, their sources, places and days.
"""

from tollbook.readers.base import FunctionReader, Reader
from tollbook.readers.rules import version
from tollbook.readers.rules.reader import read
from tollbook.readers.rules.words.language import LOCALE

__all__ = ["READER", "read"]


def _version() -> str:
    return version.current()


READER: Reader = FunctionReader("rules", frozenset({LOCALE.code}), _version, read)
