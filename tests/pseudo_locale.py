"""Finds text that a translation cannot reach: in the pseudo-locale every message is between ⟦ and ⟧."""

import functools
import re
from collections.abc import Collection, Iterable, Iterator
from importlib import resources
from typing import Any

import lxml.html
import msgspec
from babel.messages.pofile import read_po

#: Attributes that people see or hear.
ATTRIBUTES = ("title", "aria-label", "placeholder", "alt", "aria-description", "data-map-label", "data-not-saved")
#: Names and abbreviations that are the same in every language.
UNIVERSAL = frozenset({"Tollbook", "UTC", "SHA", "GeoNames", "PDF", "kbd", "Ctrl", "Shift", "English"})
#: Words of the sample reports that are a label as well: a speaker, a quotation, and numbers as they are said.
AS_REPORTED = frozenset({"police", "fighting", "at least", "more than"})
_WORD = re.compile(r"[^\W\d_]{2,}")


def unmarked(text: str) -> list[str]:
    """The parts of a text outside of ⟦ and ⟧, which may be nested; only parts with a word in them."""
    depth, part, parts = 0, "", []
    for character in f"{text}⟦":
        if character == "⟦" and depth == 0:
            parts.append(part)
            part = ""
        depth += (character == "⟦") - (character == "⟧")
        if depth == 0 and character != "⟧":
            part += character
    return [clean for part in parts if _WORD.search(clean := " ".join(part.split()))]


def visible(html: str) -> Iterator[str]:
    """The texts of a page that people see or hear: text nodes, and some attributes."""
    yield from _texts(lxml.html.fromstring(html))


def _texts(element: Any) -> Iterator[str]:
    yield from (element.get(name, "") for name in ATTRIBUTES)
    is_text = isinstance(element.tag, str) and element.tag not in {"script", "style", "code", "kbd"}
    if is_text and element.get("translate") != "no":
        yield element.text or ""
        for child in element:
            yield from _texts(child)
            yield child.tail or ""


def escaped(texts: Iterable[str], data: Collection[str]) -> list[str]:
    """The parts of texts that are neither messages nor data.

    A part is data where it is part of a data string, and no message of the catalogue by itself: "killed" is in many
    reports, but alone it is a label that was not translated.
    """
    messages = _messages() - AS_REPORTED
    joined = "\n".join(" ".join(each.split()) for each in data)
    found = []
    for part in dict.fromkeys(part for text in texts for part in unmarked(text)):
        words = [word for word in _WORD.findall(part) if word not in UNIVERSAL]
        core = part.strip(" ,;:.…–→←≠·()[]“”\"'*0123456789-/×%+≤~")
        if words and (core in messages or not _is_data(core, joined)):
            found.append(core)
    return found


def _is_data(part: str, joined: str) -> bool:
    """Whether a part, or each of its pieces between punctuation, is in the data."""
    if part in joined:
        return True
    pieces = [piece.strip(" .…“”\"'") for piece in re.split(r"[,;:()→←≠·–]|\.\.\.|…|\s-\s", part)]
    return all(piece in joined or not _WORD.search(piece) or piece in UNIVERSAL for piece in pieces)


def strings(*records: Any) -> set[str]:
    """Every string in some records, at any depth."""
    found: set[str] = set()
    left = [msgspec.to_builtins(record) for record in records]
    while left:
        value = left.pop()
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, dict):
            left += value.values()
        elif isinstance(value, list | tuple):
            left += value
    return found


@functools.cache
def _messages() -> frozenset[str]:
    raw = resources.files("tollbook.locale").joinpath("tollbook.pot").open("rb")
    with raw:
        ids = [each.id for each in read_po(raw) if each.id]
    flat = [form for each in ids for form in (each if isinstance(each, tuple | list) else (each,))]
    return frozenset(flat)
