"""One name for each report in the sentences of a brief: its outlet and title, else its file, never its id."""

import re
from collections.abc import Mapping
from pathlib import PurePath

from tollbook.locale import wording
from tollbook.locale.messages import message
from tollbook.model import Report

#: Digits of a shortened id in the sentences of records, and the longest title that is not cut.
_SHORT, _LONGEST = 8, 70


def report_name(report: Report) -> str:
    """The name of a report: ``Harbour Daily, “Strike on a clinic”``."""
    title = wording.quoted(_cut(wording.clean(report.title))) if report.title else ""
    outlet = wording.clean(report.outlet or "")
    parts = [part for part in (outlet, title) if part]
    return ", ".join(parts) or wording.clean(PurePath(report.origin).name) or message("a report without a name")


def named(text: str, reports: Mapping[str, Report]) -> str:
    """A sentence of a record, with the names of reports instead of their ids."""
    for name in sorted(reports, key=len, reverse=True):
        if _looks_like_an_id(name):
            # Split and joined, since a name may hold a backslash, which a replacement would read as a reference.
            text = report_name(reports[name]).join(re.split(rf"(?:\breport )?{_id(name)}", text))
    return text


def _looks_like_an_id(name: str) -> bool:
    """Whether a sentence cannot hold the name of a report by chance: it is long, and has a digit."""
    return len(name) > _SHORT // 2 and any(letter.isdigit() for letter in name)


def _id(name: str) -> str:
    """A pattern for an id, whole or, for a hash, its first digits."""
    short = f"|{name[:_SHORT]}" if re.fullmatch(r"[0-9a-f]{64}", name) else ""
    return rf"(?<![\w-])(?:{re.escape(name)}{short})(?![\w-])"


def _cut(title: str) -> str:
    if len(title) <= _LONGEST:
        return title
    return title[:_LONGEST].rsplit(" ", 1)[0] + " …"
