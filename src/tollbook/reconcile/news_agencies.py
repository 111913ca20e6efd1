"""News agencies: which agency a text is credited to, and which contributed to it."""

import functools
import re

from tollbook.reconcile.name_matching import word_lists

#: How far into a text its dateline reaches, and how far from its end the last line begins, in code points.
_HEAD, _TAIL = 200, 60
#: The same for a line of acknowledgements, which is a sentence.
_CREDITS = 300


@functools.cache
def _names() -> str:
    return "|".join(re.escape(w) for w in sorted(word_lists().wires, key=len, reverse=True))


@functools.lru_cache(maxsize=1024)
def wire_credit(text: str) -> str | None:
    """The news agency a text is credited to, in its dateline or last line: ``(Reuters)``, ``– AP``; else None."""
    tail = text.rstrip()[-_TAIL:]
    found = re.search(rf"\(({_names()})\)", text[:_HEAD], re.I)
    found = found or re.search(rf"(?:\(|[–—-]\s?|\n)({_names()})\)?\.?$", tail, re.I)
    return word_lists().wires[found[1].lower()] if found else None


def wire_help(text: str) -> frozenset[str]:
    """The agencies a text is credited to, or that it says contributed: "Reuters contributed to this report"."""
    ending = text.rstrip()[-_CREDITS:]
    found = re.findall(rf"\b({_names()})\b(?=[^.\n]{{0,60}}\bcontribut)", ending, re.I)
    found += re.findall(rf"\bwith (?:reporting|files|material) (?:by|from) (?:the )?({_names()})\b", ending, re.I)
    credit = wire_credit(text)
    return frozenset({word_lists().wires[name.lower()] for name in found} | ({credit} if credit else set()))
