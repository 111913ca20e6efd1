"""Reads an archive: its partitions, then the steps that link them, then the tables. Each is kept when complete."""

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tollbook.errors import BookError, Refused
from tollbook.locale.messages import message
from tollbook.model import Record, Refusal, content_id
from tollbook.spark import kept, linking_steps, partitions, record_steps, session, tables, versions
from tollbook.spark.frames import Steps
from tollbook.spark.partitions import ArchiveSettings
from tollbook.spark.plan import BYTES, Partition, plan

if TYPE_CHECKING:
    from pyarrow import RecordBatch
    from pyspark.sql import DataFrame, SparkSession

_ABOUT = "archive.json"
_PARTITIONS = "partitions"
_WORK = "work"
#: Seconds between two looks at how many partitions are read.
_SECONDS = 1.0
Progress = Callable[[int, int], object]


class Sizes(NamedTuple):
    """How the work is divided: bytes of a partition, and mentions on each side of a block of comparisons."""

    partition: int = BYTES
    stripe: int = linking_steps.STRIPE


SIZES = Sizes()


class Archive(Record, frozen=True, kw_only=True):
    """The content of ``archive.json``: how the archive was read, its partitions, and the rows of each table when done.

    ``linked_with`` is the version of what links it; that of what read it is part of the names of its partitions.
    """

    settings: ArchiveSettings
    partitions: tuple[str, ...] = ()
    linked_with: str = ""
    tables: dict[str, int] = msgspec.field(default_factory=dict)


def about(folder: Path) -> Archive | None:
    """The archive in a folder; None if there is none. Raises Refused."""
    try:
        return msgspec.json.decode((folder / _ABOUT).read_bytes(), type=Archive)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as error:
        raise Refused(message("The file {path} cannot be read: {error}.", path=folder / _ABOUT, error=error)) from error


def complete(folder: Path) -> Archive:
    """The archive in a folder. Raises Refused where there is none or where it is not complete."""
    session.require()
    found = about(folder)
    if found is None:
        raise Refused(message("There is no archive in {path}; make one with: tollbook archive read", path=folder))
    if not found.tables:
        raise Refused(message("The archive in {path} is not complete; run tollbook archive read again to continue it.",
                              path=folder))  # fmt: skip
    return found


def partition_file(folder: Path, name: str) -> Path:
    """The file of a partition of an archive."""
    return folder / _PARTITIONS / f"{name}.parquet"


def read(
    source: Path, folder: Path, *, reader: str | None = None, screen: bool = False, master: str = "local[2]",
    spark: Mapping[str, str] | None = None, sizes: Sizes = SIZES, progress: Progress | None = None,
) -> Archive:  # fmt: skip
    """Read a source into the archive in a folder, or continue to; ``spark`` are settings of Spark.

    ``progress`` gets the number of partitions read and their total. Raises Refused, MissingPart, BookError.
    """
    session.require()
    if not source.exists():
        raise Refused(message("There is no such file or folder: {path}; check the spelling.", path=source))
    # Workers on other machines have another working directory.
    source, folder = source.absolute(), folder.resolve()
    session.check_path(folder)
    settings = _agreed(folder, ArchiveSettings(source=str(source), reader=reader, screen=screen))
    every, refused = _planned(source, settings, sizes)
    found = Archive(settings=settings, partitions=tuple(each.name for each in every), linked_with=versions.linking())
    before = about(folder)
    if before is not None and before.tables and msgspec.structs.replace(before, tables={}) == found:
        return before
    steps_folder = folder / _WORK / content_id(found.linked_with, *found.partitions)
    with session.explained():
        temporary = _prepare(folder, found)
        with session.started(master, temporary, spark or {}) as running:
            _read_partitions(running, every, folder, settings, progress)
            steps = Steps(running, steps_folder)
            _derive(steps, _rows(running, folder, found.partitions), refused, sizes)
            counts = {name: running.read.parquet(str(steps_folder / f"table-{name}")).count() for name in tables.NAMES}
        return _complete(folder, steps_folder, msgspec.structs.replace(found, tables=counts))


def _planned(source: Path, settings: ArchiveSettings, sizes: Sizes) -> tuple[list[Partition], list[Refusal]]:
    """The partitions, each named by its part of the source and by its readers, and the refusals so far."""
    planned = list(plan(source, sizes.partition))
    version = versions.reading(settings.reader, screen=settings.screen)
    every = [each for each in planned if isinstance(each, Partition)]
    named = [msgspec.structs.replace(each, name=content_id(each.name, version)) for each in every]
    return named, [each for each in planned if isinstance(each, Refusal)]


def _prepare(folder: Path, found: Archive) -> Path:
    """Make the folders and note what the archive is; returns the folder for Spark's own files.

    Incomplete files of a killed run are removed.
    """
    temporary = folder / _WORK / "spark"
    shutil.rmtree(temporary, ignore_errors=True)
    for path in (folder / _PARTITIONS, temporary):
        path.mkdir(parents=True, exist_ok=True)
    for path in (folder / _PARTITIONS).glob(".*.unfinished"):
        path.unlink(missing_ok=True)
    _note(folder, found)
    return temporary


def _complete(folder: Path, steps_folder: Path, found: Archive) -> Archive:
    """Put the tables in their places, note that the archive is complete, and remove what it does not use."""
    for name in tables.NAMES:
        shutil.rmtree(folder / name, ignore_errors=True)
        (steps_folder / f"table-{name}").rename(folder / name)
    _note(folder, found)
    shutil.rmtree(folder / _WORK)
    for path in (folder / _PARTITIONS).glob("*.parquet"):
        if path.stem not in found.partitions:
            path.unlink()
    return found


def _agreed(folder: Path, settings: ArchiveSettings) -> ArchiveSettings:
    """The settings, if the folder is empty or was read with the same ones. Raises Refused."""
    before = about(folder)
    if before is None:
        if folder.exists() and any(folder.iterdir()):
            raise Refused(message("The folder {path} holds something else. Choose a new one.", path=folder))
    elif before.settings != settings:
        raise Refused(message("The archive in {path} was begun from another source, with another reader or with "
                              "another filter. Choose a new folder.", path=folder))  # fmt: skip
    return settings


def _note(folder: Path, archive: Archive) -> None:
    unfinished = folder / f".{_ABOUT}"
    unfinished.write_bytes(msgspec.json.format(msgspec.json.encode(archive)))
    unfinished.replace(folder / _ABOUT)


def _read_partitions(
    spark: "SparkSession", every: Sequence[Partition], folder: Path, settings: ArchiveSettings,
    progress: Progress | None,
) -> None:  # fmt: skip
    """Read the partitions that no earlier run completed, each in a task of its own. Raises BookError."""
    into, version = folder / _PARTITIONS, versions.reading(settings.reader, screen=settings.screen)
    missing = [each for each in every if not partitions.path_of(into, each).exists()]
    if progress is not None:
        progress(len(every) - len(missing), len(every))
    if not missing:
        return

    def read_some(batches: "Iterable[RecordBatch]") -> "Iterable[RecordBatch]":
        for batch in batches:
            for number in batch.column(0).to_pylist():
                partitions.read(missing[number], into, settings, version)
            yield batch

    def run() -> None:
        spark.sparkContext.setJobDescription("read")
        spark.range(0, len(missing), 1, len(missing)).mapInArrow(read_some, "id long").collect()

    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(run)
        while wait([reading], timeout=_SECONDS if progress else None).not_done:
            if progress is not None:
                progress(sum(partitions.path_of(into, each).exists() for each in every), len(every))
        reading.result()
    if any(not partitions.path_of(into, each).exists() for each in missing):
        raise BookError(message("This computer cannot see the files that the workers wrote: {path} must be "
                        "one folder that all computers of the cluster share.", path=folder))  # fmt: skip


def _rows(spark: "SparkSession", folder: Path, names: Sequence[str]) -> "DataFrame":
    """The rows of all partitions of the source as it is now, with the place of each partition in it."""
    from pyspark.sql import functions as f  # noqa: PLC0415 - of the extra

    schema = ", ".join(f"{name} {'long' if kind == 'int64' else kind}" for name, kind in partitions.COLUMNS.items())
    stored = spark.read.schema(schema).option("pathGlobFilter", "*.parquet").parquet(str(folder / _PARTITIONS))
    order = spark.createDataFrame([(name, number) for number, name in enumerate(names)], "part string, ordinal long")
    return stored.join(f.broadcast(order), "part")


def _derive(steps: Steps, rows: "DataFrame", refused: Sequence[Refusal], sizes: Sizes) -> None:
    """Link everything that was read and write the tables."""
    found = kept.kept(steps, rows)
    kept.refused(steps, rows, found, refused)
    mentions = linking_steps.mentions(steps, found)
    edges = linking_steps.edges(steps, mentions, sizes.stripe)
    clusters = linking_steps.clusters(steps, mentions, edges)
    reports = [found.select("id", "report"), record_steps.replaced(steps, found)]
    incidents = record_steps.incidents(steps, mentions, clusters, reports)
    tolls = record_steps.tolls(steps, mentions, reports)
    tables.write(steps, found, {"incident": incidents, "toll": tolls})
