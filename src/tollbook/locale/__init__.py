"""The data of a language: word lists, and the forms of dates, numbers and measures.

The data of a language are ``locale/CODE/*.toml`` and ``*.txt``, and ``PACKAGE/lexicon/CODE/*.toml`` for words that only
one package needs. Code gets them from a :class:`Locale` that is passed in, and never from a path of its own.
"""

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")
_PACKAGE = Path(__file__).parents[1]


@dataclass(frozen=True)
class Locale:
    """One language by its ISO 639-1 code. ``root`` is the folder that holds ``locale/`` and the packages.

    Each call reads its file again; callers keep what they make of it. A table of another shape raises
    msgspec.ValidationError.
    """

    code: str
    root: Path = _PACKAGE

    def table(self, name: str, shape: type[T]) -> T:
        """``locale/CODE/NAME.toml``, decoded as ``shape``."""
        path = self.root / "locale" / self.code / f"{name}.toml"
        return msgspec.toml.decode(path.read_bytes(), type=shape)

    def lexicon(self, package: str, name: str, shape: type[T]) -> T:
        """``PACKAGE/lexicon/CODE/NAME.toml``, decoded as ``shape``; ``package`` is a path such as ``readers/rules``."""
        return msgspec.toml.decode((self.lexicons(package) / f"{name}.toml").read_bytes(), type=shape)

    def lexicons(self, package: str) -> Path:
        """The folder of a package's lexicons in this language."""
        return self.root / package / "lexicon" / self.code

    def words(self, name: str) -> frozenset[str]:
        """The words of ``locale/CODE/NAME.txt`` in lower case, one a line."""
        return frozenset(line.lower() for line in self.lines(name))

    def lines(self, name: str) -> tuple[str, ...]:
        """The lines of ``locale/CODE/NAME.txt``, without blank lines and comments (``#``)."""
        text = (self.root / "locale" / self.code / f"{name}.txt").read_text("utf-8")
        lines = (line.strip() for line in text.splitlines())
        return tuple(line for line in lines if line and not line.startswith("#"))


@functools.cache
def of(code: str) -> Locale:
    """The language of a code. Raises KeyError for a language that has no folder."""
    locale = Locale(code)
    if not (locale.root / "locale" / code).is_dir():
        raise KeyError(code)
    return locale


#: The language of work that has no report of one language before it: linking and comparing reports, the dates in forms
#: and in tables of reports. A reader of reports does not use it; each declares its own language.
DEFAULT = of("en")
