"""Versions of the code and data that the files of an archive depend on. Other changes leave the files valid."""

import functools

from tollbook import locale
from tollbook.errors import Refused
from tollbook.fingerprint import fingerprint
from tollbook.incidents.build import MADE_WITH
from tollbook.locale.messages import message
from tollbook.model import content_id
from tollbook.readers import registry
from tollbook.readers.base import finder_of

#: The code that reads a partition, without its readers, which have versions of their own, by paths in the package. A
#: test compares both lists with what reading and linking import.
READ_WITH = (
    "ingest", "reading", "readers/base.py", "readers/passages.py", "readers/registry.py", "spark/partitions.py",
    "spark/plan.py", "bounds.py", "dates", "data/gazetteer", "gazetteer", "locale/__init__.py",
    f"locale/{locale.DEFAULT.code}", "mentions.py", "model.py", "page_address.py", "quantities.py", "text.py",
)  # fmt: skip
#: The code of the steps after reading: the derivation of incidents, and the order of its steps on Spark.
LINKED_WITH = (
    *MADE_WITH, "spark/archive.py", "spark/components.py", "spark/frames.py", "spark/kept.py", "spark/linking_steps.py",
    "spark/partitions.py", "spark/record_steps.py", "spark/tables.py",
)  # fmt: skip


@functools.cache
def reading(reader: str | None, *, screen: bool) -> str:
    """The version of the code that reads a partition, of the readers that may be chosen, and of the screen.

    Raises Refused where no reader of this name is installed, MissingPart where one cannot be loaded.
    """
    names = {reader} if reader else {*registry.names()}
    if screen:
        names |= {"rules"}
    finders = [finder_of(found) for name in sorted(names) if (found := registry.find(None, name)) is not None]
    return content_id(fingerprint(*READ_WITH), screen, *finders)


@functools.cache
def linking() -> str:
    """The version of the code that links an archive and makes its tables."""
    return fingerprint(*LINKED_WITH)


def require_same(given: str, own: str) -> None:
    """Compare the version of the run with that of this computer. Raises Refused where they differ."""
    if given != own:
        raise Refused(message("A worker has another version of Tollbook or of a reader than the one that started it. "
                              "Install the same version on every machine and run the command again."))  # fmt: skip
