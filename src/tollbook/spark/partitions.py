"""Reads one partition: every report with its reading, in one Parquet file that appears when it is complete."""

import os
import platform
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec

from tollbook import ingest
from tollbook.errors import Refused
from tollbook.ingest import Capture
from tollbook.ingest.formats import row
from tollbook.ingest.walk import name_of
from tollbook.locale.messages import message
from tollbook.mentions import Reading
from tollbook.model import Record, Refusal, Report
from tollbook.page_address import canonical
from tollbook.reading import read_report
from tollbook.spark import versions
from tollbook.spark.plan import Partition

#: Rows written at a time: their texts, readings and originals are in memory together.
_ROWS = 200
#: The columns of a partition. A row is a report with its reading and its original bytes, or a refusal.
COLUMNS = {
    "part": "string", "number": "int64", "id": "string", "sha256": "string", "address": "string", "finder": "string",
    "report": "binary", "reading": "binary", "original": "binary", "origin": "string", "reason": "string",
}  # fmt: skip
Row = dict[str, Any]


class ArchiveSettings(Record, frozen=True, kw_only=True):
    """How an archive is read, the same in every run."""

    source: str
    reader: str | None = None
    screen: bool = False


def path_of(folder: Path, partition: Partition) -> Path:
    """The file of a partition, complete if it is there."""
    return folder / f"{partition.name}.parquet"


def read(partition: Partition, folder: Path, settings: ArchiveSettings, version: str) -> None:
    """Read a partition into its file. Raises OSError, MissingPart, Refused.

    It is refused where this computer has another ``version``, or not the files that were planned: their reports would
    be missing from a partition that looks complete. They are checked again at the end.
    """
    import pyarrow  # noqa: PLC0415 - of the extra
    import pyarrow.parquet  # noqa: PLC0415

    versions.require_same(version, versions.reading(settings.reader, screen=settings.screen))
    _require_files(partition)
    target = path_of(folder, partition)
    unfinished = target.with_name(f".{partition.name}.{uuid4().hex}.unfinished")
    schema = pyarrow.schema(COLUMNS.items())
    with pyarrow.parquet.ParquetWriter(unfinished, schema, compression="zstd") as writer:
        for batch in _batches(_rows(partition, settings)):
            writer.write_batch(pyarrow.RecordBatch.from_pylist(batch, schema))
    _require_files(partition)
    unfinished.replace(target)


def _require_files(partition: Partition) -> None:
    """Raise Refused where a file is not as it was when it was planned."""
    for path, size in zip(partition.paths, partition.sizes, strict=True):
        try:
            with Path(path).open("rb") as file:
                now = os.fstat(file.fileno()).st_size
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise Refused(message(
                "The computer {computer} cannot open the file {path} ({reason}). Every computer of a cluster needs the "
                "source at the same path. Then run the same command to continue.",
                computer=platform.node(), path=path, reason=reason,
            )) from error  # fmt: skip
        if now != size:
            raise Refused(message(
                "The file {path} changed while the archive was read, or the computer {computer} has another one. Run "
                "the same command to continue with the file as it is now.", computer=platform.node(), path=path,
            ))  # fmt: skip


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    remaining = iter(rows)
    while batch := list(islice(remaining, _ROWS)):
        yield batch


def _rows(partition: Partition, settings: ArchiveSettings) -> Iterator[Row]:
    for number, capture in enumerate(captures(partition)):
        found = _read(capture, settings) if isinstance(capture, Capture) else _refused(capture)
        yield {"part": partition.name, "number": number, **found}


def _read(capture: Capture, settings: ArchiveSettings) -> Row:
    report = capture.report
    try:
        finder, reading = read_report(report, settings.reader, screen=settings.screen)
    except Refused as error:
        return _refused(Refusal(origin=report.origin, reason=str(error)))
    return {
        "id": report.id,
        "sha256": report.sha256,
        "address": canonical(report.url),
        "finder": finder,
        "report": msgspec.json.encode(report),
        "reading": msgspec.json.encode(reading),
        "original": capture.original,
        "origin": report.origin,
    }


def _refused(refusal: Refusal) -> Row:
    return refusal.to_dict()


def report_of(packed: bytes) -> Report:
    """The report of a row."""
    return msgspec.json.decode(packed, type=Report)


def reading_of(packed: bytes) -> Reading:
    """The reading of a row."""
    return msgspec.json.decode(packed, type=Reading)


def captures(partition: Partition) -> Iterator[Capture | Refusal]:
    """The reports of a partition with their original bytes, and what was refused, in order."""
    if partition.kind == "files":
        return ingest.captures(partition.paths)
    return ingest.captures_of_rows(_lines(partition) if partition.kind == "lines" else _parquet_rows(partition))


def _lines(partition: Partition) -> Iterator[tuple[str, bytes]]:
    path = Path(partition.paths[0])
    with path.open("rb") as file:
        file.seek(partition.start)
        for number, line in row.lines(file):
            if file.tell() > partition.end:
                return
            yield f"{name_of(path)}:{partition.before + number}", line


def _parquet_rows(partition: Partition) -> Iterator[tuple[str, bytes]]:
    """The rows of a Parquet file as lines of JSON, with the fields that a report can have and the row gives."""
    import pyarrow.parquet  # noqa: PLC0415 - of the extra

    path = Path(partition.paths[0])
    file = pyarrow.parquet.ParquetFile(path)
    columns = [name for name in file.schema_arrow.names if name in row.ReportRow.__struct_fields__]
    group = file.read_row_group(partition.group, columns=columns)
    some = group.slice(partition.start, partition.end - partition.start)
    for number, values in enumerate(some.to_pylist(), start=partition.before + 1):
        given = {name: _as_json(value) for name, value in values.items() if value is not None}
        yield f"{name_of(path)}:{number}", msgspec.json.encode(given)


def _as_json(value: object) -> object:
    """A value of a column as a row of JSON Lines has it; msgspec would write a time with its zone otherwise."""
    return value.isoformat() if isinstance(value, date) else value
