"""Names of organisations as they are written: without articles and notes, and what their acronyms stand for."""

import functools
import re

#: "Corvan Liberation Front (CLF)", "CLF [Corvan Liberation Front]": an organisation's name and its acronym.
_NAME = r"(?:[A-Z][^\W\d_]+[ -])(?:(?:of|for|and|the|de|del|[A-Z][^\W\d_]+)[ -]){0,7}[A-Z][^\W\d_]+"
_LONG_SHORT = re.compile(rf"({_NAME})\s?[\[(]([A-Z][A-Z-]{{1,9}})[\])]")
_SHORT_LONG = re.compile(rf"\b([A-Z][A-Z-]{{1,9}})\s?[\[(]({_NAME})[\])]")
_LEADING = re.compile(r"^(?:\[[^\]]*\]\s*|(?:the|a|an|our|their|his|her|its|some)\s+)+", re.I)


def plain(name: str) -> str:
    """A name without its article, "our", and notes in square brackets before it."""
    return " ".join(_LEADING.sub("", name).split()).strip("\"'“”‘’ ")


@functools.lru_cache(maxsize=8)
def acronyms(text: str) -> dict[str, str]:
    """The acronyms that a text explains, with the names they stand for."""
    name_first = {m[2]: plain(m[1]) for m in _LONG_SHORT.finditer(text)}
    return {m[1]: plain(m[2]) for m in _SHORT_LONG.finditer(text)} | name_first
