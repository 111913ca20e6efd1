"""An archive read on Spark is equal to a book on one machine; a killed run continues. All reports are invented."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bench.archives import TABLES, archive_records, book_records
from bench.generated import rows, write
from tests.conftest import SAMPLES
from tollbook import ingest
from tollbook.book import Book
from tollbook.errors import BookError, MissingPart, Refused
from tollbook.model import Refusal
from tollbook.spark import archive, cut, partitions, session
from tollbook.spark.plan import Partition, plan
from tollbook.store import Store

try:
    session.require()
except MissingPart as missing:
    pytest.skip(f"The tests of archives are skipped. {missing}", allow_module_level=True)

ROOT = Path(__file__).parent.parent
#: So small that a few dozen reports make several partitions, and every common key several blocks.
SIZES = archive.Sizes(partition=6000, stripe=2)
#: Of a few rows, most of the time is that of the compiler.
SPARK = {
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.codegen.wholeStage": "false",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
}
KILLED = """
import sys
from pathlib import Path
from tests.test_archives import SIZES, SPARK
from tollbook.spark import archive
archive.read(Path(sys.argv[1]), Path(sys.argv[2]), master="local[1]", spark=SPARK, sizes=SIZES)
"""


class Made(NamedTuple):
    """A source, the archive and the book that were made of it, and the partitions that a killed run left."""

    source: Path
    archive: Path
    book: Path
    before: dict[str, int]
    after: dict[str, int]


def invented(folder: Path) -> Path:
    """Reports with every difficulty: editions, the same id again, damaged lines, a language that nobody reads."""
    made = list(rows(24))
    samples = [json.loads(line) for line in (SAMPLES / "reports.jsonl").read_text().splitlines()]
    edition = made[2] | {"id": "edition", "published": "2030-01-01", "text": made[2]["text"] + " The count has risen."}
    foreign = {"id": "foreign", "language": "xx", "text": "Velm orsk tarn."}
    others = [*samples, edition, made[4], made[5] | {"text": "Other words under a known id."}, foreign]
    lines = [json.dumps(row) for row in (*made, *others)]
    lines.insert(7, "")
    lines.insert(11, '{"id": "no text"}')
    lines.insert(15, "{damaged")
    folder.mkdir()
    (folder / "a.jsonl").write_text("\n".join(lines) + "\n")
    (folder / "b.txt").write_text("Orskel, 5 May 2021\n\nTwo people were killed when shells hit Orskel.")
    (folder / "empty.jsonl").write_text("")
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The archive of a run that was killed after a few partitions and continued, and the book of the same reports."""
    where = tmp_path_factory.mktemp("archives")
    source, folder = invented(where / "source"), where / "archive"
    before = killed(source, folder)
    archive.read(source, folder, spark=SPARK, sizes=SIZES)
    with Book.open(where / "a.book", create=True) as book:
        book.read([source])
    return Made(source, folder, where / "a.book", before, written(folder))


def killed(source: Path, folder: Path) -> dict[str, int]:
    """Start reading an archive and kill it when some partitions are complete; these, with the time of each."""
    command = [sys.executable, "-c", KILLED, str(source), str(folder)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, start_new_session=True)
    while len(written(folder)) < 2 and process.poll() is None:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL, "it ended before it was killed"
    return written(folder)


def written(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in (folder / "partitions").glob("*.parquet")}


def test_a_killed_run_continues_and_keeps_complete_partitions(made: Made) -> None:
    assert 2 <= len(made.before) < len(made.after)
    assert made.before.items() <= made.after.items()
    assert not (made.archive / "work").exists()
    assert not list((made.archive / "partitions").glob(".*"))


@pytest.mark.parametrize("table", TABLES)
def test_every_record_is_that_of_a_book(made: Made, table: str) -> None:
    ours, theirs = archive_records(made.archive)[table], book_records(made.book)[table]
    assert theirs
    assert ours == theirs


def test_what_is_refused_is_kept_with_the_reasons_of_a_book(made: Made) -> None:
    store = Store.open(made.book)
    logged = {(entry.subject, entry.payload["reason"]) for entry in store.log() if entry.action == "refused"}
    store.close()
    assert {(each.origin, each.reason) for each in cut.refusals(made.archive)} == logged
    assert len(logged) == 4


def test_a_complete_archive_is_not_read_again(made: Made) -> None:
    again = archive.read(made.source, made.archive, spark=SPARK, sizes=SIZES)
    assert again == archive.about(made.archive)
    assert written(made.archive) == made.after


def test_another_reader_needs_another_folder(made: Made) -> None:
    with pytest.raises(Refused, match="another reader"):
        archive.read(made.source, made.archive, reader="learned", spark=SPARK, sizes=SIZES)


def test_a_book_of_all_reports_is_the_book_of_the_source(made: Made, tmp_path: Path) -> None:
    with Book.open(tmp_path / "b.book", create=True) as book:
        summary = book.add_archive(made.archive)
        assert book.verify() == []
    assert summary.read == len(book_records(made.book)["reports"])
    assert book_records(tmp_path / "b.book") == book_records(made.book)


def test_a_book_can_have_the_reports_of_some_incidents(made: Made, tmp_path: Path) -> None:
    with Book.open(tmp_path / "b.book", create=True) as book:
        book.add_archive(made.archive, where="place = 'Velmar' AND killed_low >= 3")
        assert book.verify() == []
        names = {report.id for report in book.reports()}
        logged = [entry.payload for entry in book.log() if entry.action == "archive"]
    assert names
    assert all(name.startswith("sample-") for name in names)
    assert logged[0]["where"] == "place = 'Velmar' AND killed_low >= 3"


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ("no_such_column = 1", "no_such_column"),
        ("killed_low >", "syntax"),
        ("id IN (SELECT content FROM read_text('/etc/passwd'))", "Permission|disabled"),
    ],
)
def test_a_condition_that_cannot_be_used_is_refused(made: Made, condition: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        cut.chosen(made.archive, condition)


def documented() -> list[str]:
    return re.findall(r"```sql\n(.+?)```", (ROOT / "docs/archives.md").read_text(), re.DOTALL)


def test_five_queries_are_documented() -> None:
    assert len(documented()) == 5


@pytest.mark.parametrize("query", documented())
def test_documented_queries_find_something(made: Made, query: str) -> None:
    assert cut.database(made.archive).execute(query).fetchall()


def test_a_large_file_is_divided_at_lines(tmp_path: Path) -> None:
    source = write(60, tmp_path / "reports.jsonl")
    planned = list(plan(source, 5000))
    assert len(planned) > 3
    captured = [each for part in planned if isinstance(part, Partition) for each in partitions.captures(part)]
    assert captured == list(ingest.captures([source]))


def test_parquet_is_read_by_row_groups(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    some: list[dict[str, Any]] = [*rows(5), {"id": "bad", "outlet": "Velm Post"}]
    parquet.write_table(pyarrow.Table.from_pylist(some), tmp_path / "a.parquet", row_group_size=2)
    planned = [each for each in plan(tmp_path) if isinstance(each, Partition)]
    found = [each for part in planned for each in partitions.captures(part)]
    assert [each.report.id for each in found[:5] if not isinstance(each, Refusal)] == [row["id"] for row in some[:5]]
    assert len(planned) == 3
    assert isinstance(found[5], Refusal)
    assert found[5].origin.endswith("a.parquet:6")


def test_a_listing_names_files_and_no_addresses(tmp_path: Path) -> None:
    write(2, tmp_path / "a.jsonl")
    listing = tmp_path / "warc.paths"
    listing.write_text("a.jsonl\nhttps://example.org/b.warc.gz\nmissing.warc.gz\n")
    kinds = [type(each) for each in plan(listing)]
    assert sorted(kind.__name__ for kind in kinds) == ["Partition", "Refusal", "Refusal"]


def test_a_failure_in_a_worker_ends_in_a_sentence(tmp_path: Path) -> None:
    failures = [
        ("__import__('pathlib').Path('/dev/full').write_text('x' * 100000)", "The disk is full"),
        ("1 / 0", "division by zero"),
        ("__import__('os')._exit(1)", "A worker of Spark was lost"),
    ]
    with session.started("local[1]", tmp_path, SPARK) as spark:
        for command, why in failures:
            with pytest.raises(BookError, match=why), session.explained():
                spark.range(1).mapInArrow(failing(command), "id long").collect()


def failing(command: str) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def fail(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            eval(command)
            yield batch

    return fail
