"""The learned reader: a small encoder, trained on labelled reports, finds the spans; rules read what is in them."""

from tollbook.model import Reading, Report
from tollbook.readers.base import Reader
from tollbook.readers.learned import version
from tollbook.readers.learned.reader import read
from tollbook.readers.rules.language import LOCALE

__all__ = ["READER", "read"]


class _Learned:
    """The model and the rules together, as a reader."""

    name = "learned"
    languages = frozenset({LOCALE.code})

    def version(self) -> str:
        return version.current()

    def read(self, report: Report) -> Reading:
        return read(report)


READER: Reader = _Learned()
