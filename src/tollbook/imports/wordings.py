"""Meanings of documenters' words: kinds of incidents, fates, status and sex of persons, and perpetrators."""

import functools
import re
import tomllib
from collections.abc import Mapping
from importlib import resources

from tollbook import locale


def meaning(cell: str, table: str) -> str | None:
    """The value that a cell means in a table of ``wordings.toml``; None if it has no word of it."""
    return _longest(cell, _tables()[table])


def weapon_kind(cell: str) -> str:
    """The kind of a weapon in the reader's lexicon, else ``other``."""
    return _longest(cell, _lexicon("weapons")) or "other"


def site_kind(cell: str) -> str:
    """The kind of a site in the reader's lexicon, else ``other``."""
    return _longest(cell, _lexicon("sites")) or "other"


def _longest(cell: str, words: Mapping[str, str]) -> str | None:
    text = " ".join(cell.lower().split())
    if text in words:
        return words[text]
    found = [word for word in words if len(word) > 1 and re.search(rf"(?<!\w){re.escape(word)}s?(?!\w)", text)]
    return words[max(found, key=lambda word: (len(word), word))] if found else None


@functools.cache
def _tables() -> dict[str, dict[str, str]]:
    source = resources.files("tollbook").joinpath("imports/wordings.toml").read_text("utf-8")
    return {name: _by_word(table) for name, table in tomllib.loads(source).items()}


@functools.cache
def _lexicon(name: str) -> dict[str, str]:
    """A lexicon of the rules, for words that ``wordings.toml`` lacks."""
    return _by_word(locale.DEFAULT.lexicon("readers/rules", name, dict[str, list[str]]))


def _by_word(table: Mapping[str, list[str]]) -> dict[str, str]:
    return {str(word).lower(): kind for kind, words in table.items() for word in words}
