"""What Tollbook knows of a language, as data: word lists, and the forms of dates, numbers and measures.

The data of a language are ``locale/CODE/*.toml`` and ``*.txt``, and ``PACKAGE/lexicon/CODE/*.toml`` for words that only
one package needs. Code gets them from a :class:`Locale` that is passed in, and never from a path of its own.
"""

import functools
from dataclasses import dataclass, field
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TypeVar

import msgspec

T = TypeVar("T")


@dataclass(frozen=True)
class Locale:
    """One language by its ISO 639-1 code. ``root`` is the folder that holds ``locale/`` and the packages."""

    code: str
    root: Traversable = field(default_factory=lambda: resources.files("tollbook"), repr=False)

    def table(self, name: str, shape: type[T]) -> T:
        """``locale/CODE/NAME.toml`` decoded as ``shape``. Raises msgspec.ValidationError for another shape."""
        return _decoded(self.root.joinpath("locale", self.code, f"{name}.toml"), shape)

    def lexicon(self, package: str, name: str, shape: type[T]) -> T:
        """``PACKAGE/lexicon/CODE/NAME.toml`` decoded as ``shape``; ``package`` is a path such as ``readers/rules``."""
        return _decoded(self.lexicons(package).joinpath(f"{name}.toml"), shape)

    def lexicons(self, package: str) -> Traversable:
        """The folder of a package's lexicons in this language."""
        return self.root.joinpath(package, "lexicon", self.code)

    def words(self, name: str) -> frozenset[str]:
        """The words of ``locale/CODE/NAME.txt`` in lower case, one a line."""
        return frozenset(line.lower() for line in self.lines(name))

    def lines(self, name: str) -> tuple[str, ...]:
        """The lines of ``locale/CODE/NAME.txt``, without blank lines and comments (``#``)."""
        return _lines(self.root.joinpath("locale", self.code, f"{name}.txt"))


@functools.cache
def of(code: str) -> Locale:
    """The language of a code. Raises KeyError for a language that has no folder."""
    locale = Locale(code)
    if not locale.root.joinpath("locale", code).is_dir():
        raise KeyError(code)
    return locale


@functools.cache
def _decoded(path: Traversable, shape: type[T]) -> T:
    return msgspec.toml.decode(path.read_bytes(), type=shape)


@functools.cache
def _lines(path: Traversable) -> tuple[str, ...]:
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    return tuple(line for line in lines if line and not line.startswith("#"))


#: The language of work that has no report of one language before it: linking and comparing reports, the dates in forms
#: and in tables of reports. A reader of reports does not use it; each declares its own language.
DEFAULT = of("en")
