"""The learned reader: a small encoder, trained on labelled reports, finds the spans; rules read their content."""

from tollbook.readers.base import FunctionReader, Reader
from tollbook.readers.learned import version
from tollbook.readers.learned.reader import read
from tollbook.readers.rules.words.language import LOCALE

__all__ = ["READER", "read"]


def _version() -> str:
    return version.current()


READER: Reader = FunctionReader("learned", frozenset({LOCALE.code}), _version, read)
