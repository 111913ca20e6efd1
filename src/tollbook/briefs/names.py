"""Sentences with the names of reports instead of their ids."""

import re
from collections.abc import Mapping

from tollbook.locale import wording
from tollbook.model import Report
from tollbook.report_name import report_name

#: Digits of a shortened id in the sentences of records.
_SHORT = 8


def named(text: str, reports: Mapping[str, Report]) -> str:
    """A sentence of a record, with the names of reports instead of their ids."""
    for name in sorted(reports, key=len, reverse=True):
        if _looks_like_an_id(name):
            # Split and joined, since a name may hold a backslash, which a replacement would read as a reference.
            text = wording.clean(report_name(reports[name])).join(re.split(rf"(?:\breport )?{_id(name)}", text))
    return text


def _looks_like_an_id(name: str) -> bool:
    """Whether an id cannot be in a sentence by chance: it is long and has a digit."""
    return len(name) > _SHORT // 2 and any(letter.isdigit() for letter in name)


def _id(name: str) -> str:
    """A pattern for an id, whole or, for a hash, its first digits."""
    short = f"|{name[:_SHORT]}" if re.fullmatch(r"[0-9a-f]{64}", name) else ""
    return rf"(?<![\w-])(?:{re.escape(name)}{short})(?![\w-])"
