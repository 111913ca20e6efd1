"""The partitions of a source. One task reads a partition, and complete partitions are kept when a run is killed."""

import gzip
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from tollbook.ingest.walk import ROWS, files, name_of, refuse, why_not
from tollbook.locale.messages import message
from tollbook.model import Record, Refusal, content_id

#: Bytes of a partition of text. A megabyte holds about 300 articles, which one core reads in half a minute to a minute:
#: long against the start of a task, and not much to lose when a run is killed.
BYTES = 1_000_000
#: Rows of a partition of a Parquet file. Its row group is read from the start for each, so it is larger.
_ROWS = 2000
_PARQUET = ".parquet"
#: How the names of files end that list WARC files, as Common Crawl publishes them.
_LISTINGS = (".paths", ".paths.gz")


class Partition(Record, frozen=True, kw_only=True):
    """The input of one task: whole ``files``, ``lines`` of a JSON Lines file, or ``rows`` of a Parquet file.

    ``start`` and ``end`` are bytes of the file, or rows of the row ``group``; ``before`` is the number of lines or rows
    of the file that come before. ``sizes`` are the bytes of each file when it was planned. ``name`` is a hash of all
    that and of the times of the files.
    """

    name: str
    kind: Literal["files", "lines", "rows"]
    paths: tuple[str, ...]
    sizes: tuple[int, ...]
    start: int = 0
    end: int = 0
    group: int = 0
    before: int = 0


def plan(source: Path, most: int = BYTES) -> Iterator[Partition | Refusal]:
    """The partitions of a file, a folder or a listing of files, in the order of ``tollbook read``.

    ``most`` is the number of bytes of a partition of text.
    """
    small: list[Path] = []
    size = 0
    for path in files([source]) if not source.name.endswith(_LISTINGS) else _listed(source):
        if isinstance(path, Refusal):
            yield path
            continue
        if not os.access(path, os.R_OK):
            yield refuse(path, why_not(PermissionError()))
            continue
        own = _divided(path, most)
        if own is None and size < most:
            small.append(path)
            size += _size(path)
            continue
        if small:
            yield _partition("files", small)
        small, size = ([path], _size(path)) if own is None else ([], 0)
        yield from own or ()
    if small:
        yield _partition("files", small)


def _divided(path: Path, most: int) -> Iterator[Partition | Refusal] | None:
    """The partitions of a large JSON Lines file or of a Parquet file; None for what is read as a whole."""
    if path.suffix == _PARQUET:
        return _of_parquet(path)
    return _of_lines(path, most) if path.suffix.lower() == ROWS and _size(path) > most else None


def _of_lines(path: Path, most: int) -> Iterator[Partition | Refusal]:
    """Ranges of whole lines."""
    try:
        with path.open("rb") as file:
            start = before = 0
            while chunk := file.read(most):
                size, lines = len(chunk), chunk.count(b"\n")
                while chunk and not chunk.endswith(b"\n"):
                    chunk = file.readline(most)
                    size, lines = size + len(chunk), lines + chunk.endswith(b"\n")
                yield _partition("lines", [path], start=start, end=start + size, before=before)
                start, before = start + size, before + lines
    except OSError as error:
        yield refuse(path, why_not(error))


def _of_parquet(path: Path) -> Iterator[Partition | Refusal]:
    import pyarrow  # noqa: PLC0415 - of the extra
    import pyarrow.parquet  # noqa: PLC0415

    try:
        about = pyarrow.parquet.read_metadata(path)
    except OSError as error:
        yield refuse(path, why_not(error))
        return
    except pyarrow.ArrowException:
        yield refuse(path, message("It is not a Parquet file, or it is damaged; get an undamaged copy."))
        return
    before = 0
    for group in range(about.num_row_groups):
        rows = about.row_group(group).num_rows
        for start in range(0, rows, _ROWS):
            end = min(rows, start + _ROWS)
            yield _partition("rows", [path], start=start, end=end, group=group, before=before + start)
        before += rows


def _listed(listing: Path) -> Iterator[Path | Refusal]:
    """The files that a listing names, one a line, relative to the folder of the listing."""
    try:
        with gzip.open(listing, "rt") if listing.suffix == ".gz" else listing.open() as lines:
            for number, line in enumerate(lines, start=1):
                name = line.strip()
                if "://" in name:
                    yield Refusal(origin=f"{name_of(listing)}:{number}", reason=message(
                        "It is an address, and an archive is read without the network. Download the file first and "
                        "list its path."))  # fmt: skip
                elif name:
                    yield from files([listing.parent / name])
    except (OSError, EOFError) as error:
        yield refuse(listing, why_not(error) if isinstance(error, OSError) else message("It is damaged."))
    except UnicodeDecodeError:
        yield refuse(listing, message("The listing is not text in UTF-8; save it again as UTF-8."))


def _partition(
    kind: Literal["files", "lines", "rows"], paths: Iterable[Path], *,
    start: int = 0, end: int = 0, group: int = 0, before: int = 0,
) -> Partition:  # fmt: skip
    every = list(paths)
    state = [(path.stat().st_size, path.stat().st_mtime_ns) for path in every]
    names = tuple(map(str, every))
    return Partition(
        name=content_id(kind, names, state, start, end, group), kind=kind, paths=names,
        sizes=tuple(size for size, _ in state), start=start, end=end, group=group, before=before,
    )  # fmt: skip


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
