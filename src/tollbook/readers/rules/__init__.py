"""A report to claims: what is said, by whom, about whom, where and when."""

from tollbook.readers.rules.reader import FINDER, read

__all__ = ["FINDER", "LANGUAGES", "read"]

#: The languages there are words for (``lexicon/en``), by ISO 639-1 code.
LANGUAGES = frozenset({"en"})
