"""Small books of invented reports: each process reads one once, and each test gets a copy."""

import functools
import tempfile
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

from tollbook.book import Book


def book_of(folder: Path, texts: Mapping[str, str], published: date | None = None, *, outlets: bool = True) -> Path:
    """A book ``a.book`` of one report for each text, in files of their names; the names are outlets as well."""
    _write(folder, texts.items())
    book = folder / "a.book"
    book.write_bytes(_read(tuple(texts.items()), published, outlets=outlets))
    return book


@functools.cache
def _read(texts: tuple[tuple[str, str], ...], published: date | None, *, outlets: bool) -> bytes:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Book.open(folder / "a.book", create=True) as book:
            for file, (outlet, _) in zip(_write(folder, texts), texts, strict=True):
                book.read([file], published=published, outlet=outlet if outlets else None)
        return (folder / "a.book").read_bytes()


def _write(folder: Path, texts: Iterable[tuple[str, str]]) -> list[Path]:
    files = []
    for name, text in texts:
        files.append(folder / f"{name}.txt")
        files[-1].write_bytes(text.encode())
    return files
