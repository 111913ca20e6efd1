"""An archive read on Spark is equal to a book on one machine; a killed run continues. All reports are invented."""

import json
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import grimp
import pytest

from bench.archives import TABLES, archive_records, book_records
from bench.generated import rows, write
from tests.conftest import SAMPLES
from tests.test_readers import imported
from tollbook import ingest
from tollbook.book import Book
from tollbook.errors import BookError, MissingPart, Refused
from tollbook.fingerprint import fingerprint
from tollbook.model import Refusal
from tollbook.spark import archive, cut, partitions, session, versions
from tollbook.spark.plan import Partition, plan
from tollbook.store import Store

try:
    session.require()
except MissingPart as missing:
    pytest.skip(f"The tests of archives are skipped. {missing}", allow_module_level=True)

ROOT = Path(__file__).parent.parent
#: So small that a few dozen reports make several partitions, and every common key several blocks.
SIZES = archive.Sizes(partition=6000, stripe=2)
#: Of a few rows, most of the time is that of the compiler and of plans that adapt to what was counted.
SPARK = {
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.adaptive.enabled": "false",
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
}
ONE_RUN = """
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
    edition = made[2] | {"id": "edition", "published": "2024-01-01", "text": made[2]["text"] + " The count has risen."}
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
    command = [sys.executable, "-c", ONE_RUN, str(source), str(folder)]
    process = subprocess.Popen(command, env=environment(), stderr=subprocess.DEVNULL, start_new_session=True)
    while len(written(folder)) < 2 and process.poll() is None:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL, "it ended before it was killed"
    return written(folder)


def environment(*first: Path) -> dict[str, str]:
    """The environment of another process that finds the packages of this one, after those in ``first``."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (*first, ROOT, *sys.path)))}


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


def test_refusals_are_kept_with_the_same_reasons_as_in_a_book(made: Made) -> None:
    store = Store.open(made.book)
    logged = {(entry.subject, entry.payload["reason"]) for entry in store.log() if entry.action == "refused"}
    store.close()
    assert {(each.origin, each.reason) for each in cut.refusals(made.archive)} == logged
    assert len(logged) == 4


def test_a_complete_archive_is_not_read_again(made: Made) -> None:
    again = archive.read(made.source, made.archive, spark=SPARK, sizes=SIZES)
    assert again == archive.about(made.archive)
    assert written(made.archive) == made.after


def test_a_file_that_a_worker_cannot_see_is_missing_from_no_complete_partition(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    path = write(2, source / "a.jsonl")
    (source / "b.txt").write_text("Orskel, 5 May 2021\n\nTwo people were killed when shells hit Orskel.")
    lines, folder = path.read_text(), tmp_path / "archive"
    changes: list[tuple[Callable[..., object], str]] = [
        (lambda *_: path.unlink(missing_ok=True), "cannot open"),
        (lambda *_: path.write_text("{}\n"), "changed while"),
    ]
    for change, why in changes:
        with pytest.raises(BookError, match=why) as stopped:
            archive.read(source, folder, spark=SPARK, progress=change)
        assert str(path) in str(stopped.value)
        assert platform.node() in str(stopped.value)
        assert written(folder) == {}
        path.write_text(lines)
    done = archive.read(source, folder, spark=SPARK)
    assert (done.tables["reports"], done.tables["refused"]) == (3, 0)
    assert len(done.partitions) == len(written(folder)) == 1


def test_a_partition_names_its_reader_and_version(tmp_path: Path) -> None:
    source = write(2, tmp_path / "a.jsonl")
    (planned,) = (each for each in plan(source) if isinstance(each, Partition))
    settings = partitions.ArchiveSettings(source=str(source), reader="rules")
    with pytest.raises(Refused, match="another version"):
        partitions.read(planned, tmp_path, settings, "another")
    with pytest.raises(Refused, match="no reader “other”"):
        versions.reading("other", screen=False)
    assert (
        len({versions.reading(name, screen=screen) for name in ("rules", "learned") for screen in (False, True)}) == 4
    )


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, which may be changed."""
    copy = tmp_path_factory.mktemp("site") / "tollbook"
    shutil.copytree(ROOT / "src/tollbook", copy, ignore=shutil.ignore_patterns("static", "__pycache__"))
    return copy


@pytest.mark.parametrize(
    ("changed", "reads_anew", "links_anew"),
    [
        ("web/app.py", False, False),
        ("book/__init__.py", False, False),
        ("spark/session.py", False, False),
        ("readers/rules/lexicon/en/casualties.toml", False, False),
        ("ingest/formats/row.py", True, False),
        ("spark/plan.py", True, False),
        ("linking/scoring.py", False, True),
        ("incidents/build.py", False, True),
        ("spark/tables.py", False, True),
        ("model.py", True, True),
    ],
)
def test_a_changed_file_changes_only_the_versions_it_is_part_of(
    package: Path, changed: str, reads_anew: bool, links_anew: bool
) -> None:
    def hashes() -> list[str]:
        return [fingerprint(*paths, root=package) for paths in (versions.READ_WITH, versions.LINKED_WITH)]

    before, text = hashes(), (package / changed).read_text()
    (package / changed).write_text(f"{text}\n# A corrected word.\n")
    after = hashes()
    (package / changed).write_text(text)
    assert [one != other for one, other in zip(before, after, strict=True)] == [reads_anew, links_anew]


@pytest.mark.parametrize(
    ("paths", "root", "without"),
    [
        (versions.READ_WITH, "spark.partitions", ("readers.rules", "readers.learned", "readers.llm", "incidents")),
        (versions.LINKED_WITH, "spark.archive", ("readers", "ingest", "reading", "spark.session", "spark.plan")),
    ],
)
def test_every_module_that_has_a_part_is_in_a_version(
    paths: tuple[str, ...], root: str, without: tuple[str, ...]
) -> None:
    graph = grimp.build_graph("tollbook")
    no_part = ("errors", "fingerprint", "locale.messages", "store", "spark.versions", *without)
    for module in imported(graph, {f"tollbook.{root}"}, no_part):
        path = module.removeprefix("tollbook").lstrip(".").replace(".", "/")
        files = [f"{path}.py", f"{path}/__init__.py"]
        assert any(file == each or file.startswith(f"{each}/") for each in paths for file in files), module


def test_a_new_version_makes_only_the_tables_it_affects(made: Made, package: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(made.archive, tmp_path / "archive")

    def run_with(changed: str) -> set[str]:
        """Read the archive with one more changed file; the folders whose files are new."""
        with (package / changed).open("a") as file:
            file.write("\n# A corrected word.\n")
        before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.parquet")}
        command = [sys.executable, "-c", ONE_RUN, str(made.source), str(folder)]
        subprocess.run(command, env=environment(package.parent), stderr=subprocess.DEVNULL, check=True)
        after = {path: path.stat().st_mtime_ns for path in folder.rglob("*.parquet")}
        return {path.parent.name for path in after if after[path] != before.get(path)}

    assert run_with("web/app.py") == set()
    assert run_with("linking/scoring.py") == {*TABLES, "refused"}
    assert archive_records(folder) == archive_records(made.archive)


def test_a_cluster_makes_the_records_of_one_machine_from_a_relative_path(made: Made, tmp_path: Path) -> None:
    """A real cluster of Spark: processes of their own with other working directories, started from another folder."""
    home = tmp_path / "spark"
    home.mkdir()
    for path in Path(find_spec("pyspark").origin or "").parent.iterdir():  # type: ignore[union-attr]
        if path.name != "work":
            (home / path.name).symlink_to(path)
    quick = SPARK | {"spark.executor.extraJavaOptions": SPARK["spark.driver.extraJavaOptions"]}
    options = [part for name, value in quick.items() for part in ("--spark", f"{name}={value}")]
    folder, master = tmp_path / "cluster", "local-cluster[2,1,1024]"
    command = ["archive", "read", made.source.name, "--out", str(folder), "--master", master, *options]
    done = subprocess.run(
        [sys.executable, "-m", "tollbook", *command], cwd=made.source.parent, capture_output=True, text=True,
        env=environment() | {"SPARK_HOME": str(home)}, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("37 reports"), done.stdout
    assert done.stderr == "4 things were refused; the table refused gives the reasons.\n", "and no word of Java"
    one, cluster = archive_records(made.archive), archive_records(folder)
    assert one["incidents"]
    assert cluster == one
    assert len(list((home / "work").glob("app-*/*"))) == 2, "two executors ran"


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


LOST = """
import sys, threading
from pathlib import Path
import psutil
from tests.test_archives import SPARK, failing
from tollbook.errors import BookError
from tollbook.spark import session

def kill():
    for process in psutil.Process().children(recursive=True):
        if process.name() == "java":
            process.kill()

try:
    with session.started("local[1]", Path(sys.argv[1]), SPARK) as spark:
        spark.range(1).mapInArrow(failing("0"), "id long").collect()
        threading.Timer(1, kill).start()
        spark.range(1).mapInArrow(failing("__import__('time').sleep(60)"), "id long").collect()
except BookError as error:
    print(error)
"""


def test_lost_java_ends_in_a_sentence_alone(tmp_path: Path) -> None:
    command = [sys.executable, "-c", LOST, str(tmp_path)]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True)
    assert done.stdout.startswith("A worker of Spark was lost")
    assert done.stderr == ""
    assert "WARN" in (tmp_path / session.LOG).read_text()


def failing(command: str) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def fail(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            eval(command)
            yield batch

    return fail
