"""Spark itself: starting it with nothing open to the network, and its failures as sentences."""

import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tollbook.errors import BookError, MissingPart, Refused
from tollbook.locale.messages import message
from tollbook.readers.registry import VARIABLE

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

#: Shuffle partitions for each core: enough that a slow one does not delay the others.
_SHARES = 4
#: The file of Spark's own messages, in the folder of its own files, and the number of the stream they would go to.
LOG, _STDERR = "spark.log", 2
#: Rows of a batch that goes to Python: each can hold the text of a report.
_BATCH = 200
#: Characters of a path that Spark reads as a pattern or as part of an address.
_PATTERN = frozenset("*?[]{}:,\\")
#: An error of Tollbook's own in a worker.
_OWN = re.compile(r"tollbook\.errors\.\w+: (.+)")
_FULL = ("No space left on device", "Disk quota exceeded")
_LOST = ("ExecutorLostFailure", "Python worker exited", "Python worker failed", "Connection reset", "OutOfMemoryError",
         "MemoryError", "Py4JNetworkError", "Answer from Java side is empty", "Connection refused")  # fmt: skip


def require() -> None:
    """Raise MissingPart where a library of the extra or Java is missing."""
    if any(find_spec(name) is None for name in ("pyspark", "pyarrow", "duckdb")):
        raise MissingPart(message("Archives need further libraries; tollbook doctor says how to install them."))
    home = os.environ.get("JAVA_HOME")
    if shutil.which("java", path=str(Path(home) / "bin") if home else None) is None:
        raise MissingPart(message("Spark needs Java 17 or newer, and there is no program “java”. On Debian: apt "
                                  "install default-jre-headless"))  # fmt: skip


def check_path(path: Path) -> None:
    """Raise Refused for a path that Spark would read as a pattern."""
    if found := sorted(_PATTERN & set(str(path))):
        raise Refused(message("Spark cannot use the folder {path}, because its path has the character {character}. "
                              "Choose another folder.", path=path, character=found[0]))  # fmt: skip


@contextmanager
def started(master: str, folder: Path, settings: Mapping[str, str]) -> "Iterator[SparkSession]":
    """A Spark session that keeps its own files in ``folder``; ``settings`` go before its own. Raises BookError."""
    from pyspark.sql import SparkSession  # noqa: PLC0415 - of the extra

    with explained():
        with _quiet(folder / LOG):
            session = _session(SparkSession.builder.master(master), master, folder, settings)
        # A server in this process receives the reports of the Java process and prints when that process is lost.
        session.sparkContext._accumulatorServer.handle_error = _unprinted  # type: ignore[method-assign, assignment]
        try:
            yield session
        finally:
            session.stop()


@contextmanager
def _quiet(log: Path) -> Iterator[None]:
    """Let the processes that are started here write their messages into a file instead of the terminal.

    Java and Spark write about ten lines before they can be silenced.
    """
    terminal = os.dup(_STDERR)
    try:
        with log.open("ab") as file:
            os.dup2(file.fileno(), _STDERR)
        yield
    finally:
        os.dup2(terminal, _STDERR)
        os.close(terminal)


def _unprinted(_request: object, _client: object) -> None:
    """Do not print a lost connection: the failure of the run says it in a sentence."""


@contextmanager
def explained() -> Iterator[None]:
    """Failures of Spark and of the disk, as sentences that say how to continue. Raises BookError."""
    from py4j.protocol import Py4JError  # noqa: PLC0415 - of the extra
    from pyspark.errors import PySparkException  # noqa: PLC0415

    try:
        yield
    except (PySparkException, Py4JError, OSError, RuntimeError) as error:
        raise BookError(_sentence(str(error))) from error


def _session(builder: "SparkSession.Builder", master: str, folder: Path, settings: Mapping[str, str]) -> "SparkSession":
    chosen = {
        "spark.app.name": "tollbook archive",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.local.dir": str(folder),
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.hadoop.fs.defaultFS": "file:///",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.execution.arrow.maxRecordsPerBatch": str(_BATCH),
    }
    if os.environ.get(VARIABLE):
        chosen[f"spark.executorEnv.{VARIABLE}"] = os.environ[VARIABLE]
    if master.startswith("local"):
        # One machine: nothing listens on the network.
        chosen |= {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    for name, value in {**chosen, **settings}.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    if "spark.sql.shuffle.partitions" not in settings:
        session.conf.set("spark.sql.shuffle.partitions", str(_SHARES * session.sparkContext.defaultParallelism))
    return session


def _sentence(problem: str) -> str:
    if own := _OWN.search(problem):
        return own[1]
    if any(sign in problem for sign in _FULL):
        return message("The disk is full. What was read is kept: make room, then run the same command to continue.")
    if any(sign in problem for sign in _LOST):
        return message("A worker of Spark was lost, perhaps because memory ran out. What was read is kept: run the "
                       "same command to continue, with more memory or fewer cores.")  # fmt: skip
    last = next((line.strip() for line in reversed(problem.splitlines()) if ": " in line), problem)
    return message("Spark stopped: {problem}. What was read is kept: run the same command to continue.",
                   problem=last[:300].rstrip("."))  # fmt: skip
