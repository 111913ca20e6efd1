"""The language that the rules read. They compare the labels of spaCy's English pipelines, so it cannot be changed."""

from typing import TypeVar

from tollbook import locale

T = TypeVar("T")

LOCALE = locale.of("en")


def lexicon(name: str, shape: type[T]) -> T:
    """``readers/rules/lexicon/CODE/NAME.toml`` decoded as ``shape``."""
    return LOCALE.lexicon("readers/rules", name, shape)
