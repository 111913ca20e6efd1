"""A report to claims: what is said, by whom, about whom, where and when."""

from tollbook.readers.rules.language import LOCALE
from tollbook.readers.rules.reader import FINDER, read

__all__ = ["FINDER", "LANGUAGES", "read"]

#: The languages the rules read, by ISO 639-1 code.
LANGUAGES = frozenset({LOCALE.code})
