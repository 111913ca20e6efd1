"""A book written out: one small protocol, and the formats that follow it."""

from pathlib import Path
from typing import Protocol

from tollbook.export import bundle, tables
from tollbook.export.contents import Contents

__all__ = ["FORMATS", "Contents", "Format"]


class Format(Protocol):
    """Writes what a book holds to ``out`` and says which files it wrote. Raises Refused or BookError."""

    def __call__(self, contents: Contents, out: Path) -> list[Path]: ...  # noqa: D102


FORMATS: dict[str, Format] = {"bundle": bundle.write, "csv": tables.write}
