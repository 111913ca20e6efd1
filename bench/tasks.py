"""The tasks that ``bench.reliability`` kills: each writes to a book, and acknowledges each finished step."""

import csv
import gzip
import io
import shutil
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple

from fastapi.testclient import TestClient

from tollbook.book import Book
from tollbook.errors import Refused
from tollbook.imports import proposal
from tollbook.spreadsheets import open_table
from tollbook.store import LogEntry
from tollbook.watch.settings import FileChannel, FolderSetting, Settings
from tollbook.watch.watcher import Watcher
from tollbook.web.app import create_app

#: Steps of one trial: a task takes about half a second, so that a kill may meet any of its parts.
REPORTS, ROWS, DECISIONS, EXPORTS, COPIES = 12, 20, 6, 2, 3
OLD = Path(__file__).parents[1] / "tests" / "data"
VERSIONS = (1, 2, 3, 4)
#: A task calls this after each step with its acknowledgement.
Acknowledge = Callable[[str], object]
Work = Callable[[Path, Acknowledge], None]


class Task(NamedTuple):
    """A task: the folder it begins with, its number of steps, how often it is killed, and its check.

    ``wrong`` gets the folder and the acknowledgements before the kill, and returns a sentence for each missing one.
    """

    work: Work
    start: str
    steps: int
    kills: int
    wrong: Callable[[Path, list[str]], Iterator[str]]
    repeats: bool = True

    @property
    def name(self) -> str:
        """Its name in the report."""
        return self.work.__name__.replace("_", " ")


def templates(folder: Path) -> None:
    """The folders that tasks begin with: reports, a book of them, a book that follows an incident, earlier books."""
    for name in ("read", "full", "followed", *(f"version {number}" for number in VERSIONS)):
        (folder / name).mkdir()
    texts(folder / "read" / "texts")
    (folder / "read" / "list.csv").write_bytes(rows())
    shutil.copytree(folder / "read", folder / "full", dirs_exist_ok=True)
    read(folder / "full", str)
    shutil.copytree(folder / "read" / "texts", folder / "followed" / "texts")
    with Book.open(folder / "followed" / "a.book", create=True) as book:
        book.read([folder / "read" / "texts" / "00.txt"])
        for incident in book.incidents():
            book.alerts.follow(incident.id)
    for number in VERSIONS:
        with gzip.open(OLD / f"version-{number}.book.gz") as packed:
            (folder / f"version {number}" / "a.book").write_bytes(packed.read())


def texts(folder: Path) -> Path:
    """Invented reports, one a file."""
    folder.mkdir(exist_ok=True)
    for number in range(REPORTS):
        (folder / f"{number:02}.txt").write_text(
            f"A shell hit the market in Oberfeld on Monday, killing {number + 3} people, police said. "
            f"Village {number} was hit as well and nine were wounded, a nurse said.\n",
            encoding="utf-8",
        )
    return folder


def rows() -> bytes:
    """Invented incidents, one a row."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(("Id", "Date", "Place", "Killed", "Source"))
    writer.writerows((f"v-{n}", f"2021-10-{n % 28 + 1:02}", "Oberfeld", n % 9 + 1, "police") for n in range(ROWS))
    return out.getvalue().encode()


def read(home: Path, acknowledge: Acknowledge) -> None:
    """Read the folder into the book; acknowledges the number of reports."""
    with Book.open(home / "a.book", create=True) as book:
        book.read([home / "texts"], progress=lambda done, _total: acknowledge(str(done)))


def load(home: Path, acknowledge: Acknowledge) -> None:
    """Import a spreadsheet; acknowledges the number of rows."""
    data = (home / "list.csv").read_bytes()
    table = open_table(data)
    with Book.open(home / "a.book", create=True) as book:
        book.imports.load(table, data, proposal(table), file="list.csv", progress=lambda n: acknowledge(str(n)))


def unread(home: Path, said: list[str]) -> Iterator[str]:
    """Fewer reports than were acknowledged."""
    with Book.open(home / "a.book", create=True) as book:
        kept = len(book.reports())
    if said and kept < int(said[-1]):
        yield f"{said[-1]} reports acknowledged and {kept} there"


def watch(home: Path, acknowledge: Acknowledge) -> None:
    """A round of the watcher: it reads a folder, and writes alerts on a followed incident to a file."""
    settings = Settings(
        folder=(FolderSetting(path=str(home / "texts"), settle=0),), file=FileChannel(path=str(home / "alerts.jsonl"))
    )
    with Book.open(home / "a.book", actor="watch") as book:
        watcher = Watcher(book, settings)
        acknowledge("ready")
        watcher.round(asked=True)
        acknowledge(f"{len(book.reports())} {len(book.alerts.after(0))}")


def untold(home: Path, said: list[str]) -> Iterator[str]:
    """A report or alert that was acknowledged and is missing, is there twice, or was not sent."""
    with Book.open(home / "a.book") as book:
        alerts, kept = [each.alert for each in book.alerts.after(0)], len(book.reports())
        yield from book.alerts.problems()
    if len({alert.id for alert in alerts}) != len(alerts):
        yield "an alert is there twice"
    if len(said) == 2:
        told = (home / "alerts.jsonl").read_text("utf-8") if alerts else ""
        yield from (f"alert {alert.id} was not told" for alert in alerts if alert.id not in told)
        if said[1] != f"{kept} {len(alerts)}" or kept != REPORTS:
            yield f"{said[1]} reports and alerts acknowledged, {kept} and {len(alerts)} there"


def review_through_the_web(home: Path, acknowledge: Acknowledge) -> None:
    """Decide on claims over the API and undo every other decision; acknowledges the answers."""
    with Book.open(home / "a.book") as book:
        claims = [claim.id for claim in book.incidents.claims()]
    headers = {"X-Requested-With": "tollbook", "X-Tollbook-Person": "Ines"}
    with TestClient(create_app(home / "a.book"), base_url="http://127.0.0.1", headers=headers) as client:
        for number in range(DECISIONS):
            proposal = {"verdict": "reject", "subject": claims[number], "why": f"Doubtful, {number}."}
            made = _answered(client.post("/api/decisions", json=proposal))["id"]
            acknowledge(f"decided {made}")
            if number % 2:
                why = {"why": "It was right."}
                _answered(client.post(f"/api/decisions/{made}/undo", json=why))
                acknowledge(f"undone {made}")
            _answered(client.get("/api/incidents"))


def _answered(response: Any) -> Any:
    """The answer of the server. Raises Refused with its sentence, and HTTPStatusError for an answer without one."""
    if response.is_error and response.status_code != HTTPStatus.INTERNAL_SERVER_ERROR:
        raise Refused(response.json()["error"])
    return response.raise_for_status().json()


def undecided(home: Path, said: list[str]) -> Iterator[str]:
    """The acknowledged decisions that are missing from the log, or differ in it."""
    with Book.open(home / "a.book") as book:
        entries: list[LogEntry] = book.log()
    standing = [f"decided {entry.hash[:16]}" for entry in entries if entry.action == "decided"]
    standing += [f"undone {entry.subject}" for entry in entries if entry.action == "undone"]
    if not set(said) <= set(standing) or len(standing) != len(set(standing)):
        yield "a decision is lost or there twice"
    if len(standing) > len(said) + 1:
        yield "more was decided than could have been"


def export(home: Path, acknowledge: Acknowledge) -> None:
    """Export the book several times; acknowledges each complete folder."""
    with Book.open(home / "a.book") as book:
        for number in range(EXPORTS):
            for form in ("bundle", "csv"):
                if not (home / f"{form}-{number}").exists():
                    book.export(form, home / f"{form}-{number}")
                acknowledge(f"{form}-{number}")


def not_whole(home: Path, said: list[str]) -> Iterator[str]:
    """A folder of an export under its final name, acknowledged or not, that lacks some files."""
    with Book.open(home / "a.book") as book:
        for form in ("bundle", "csv"):
            book.export(form, home / f"whole-{form}")
    for form in ("bundle", "csv"):
        whole = _files(home / f"whole-{form}")
        yield from (f"{f.name} is not whole" for f in sorted(home.glob(f"{form}-*")) if _files(f) != whole)
        shutil.rmtree(home / f"whole-{form}")
    yield from (f"{name} is gone" for name in said if not (home / name).is_dir())


def _files(folder: Path) -> dict[str, bytes]:
    """The bytes of an export, by the name of the file."""
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


def backup(home: Path, acknowledge: Acknowledge) -> None:
    """Copy the book several times; acknowledges each complete copy."""
    with Book.open(home / "a.book") as book:
        for number in range(COPIES):
            if not (home / f"copy-{number}.book").exists():
                book.backup(home / f"copy-{number}.book")
            acknowledge(f"copy-{number}.book")


def no_copy(home: Path, said: list[str]) -> Iterator[str]:
    """A copy under its final name, acknowledged or not, that differs from the book."""
    with Book.open(home / "a.book") as book:
        head = book.log.head()
    for path in sorted(home.glob("copy-*.book")):
        with Book.open(path) as copy:
            if copy.verify() or copy.log.head() != head:
                yield f"{path.name} is no copy"
    yield from (f"{name} is gone" for name in said if not (home / name).is_file())


def migrate(home: Path, acknowledge: Acknowledge) -> None:
    """Open a book of an earlier version, which migrates it."""
    with Book.open(home / "a.book") as book:
        acknowledge(str(len(book.reports())))


def not_migrated(home: Path, said: list[str]) -> Iterator[str]:
    """A book that was migrated twice, or does not have its three reports."""
    with Book.open(home / "a.book") as book:
        entries = [entry for entry in book.log() if entry.action == "migrated"]
        kept = len(book.reports())
    if len(entries) != 1 or kept != 3 or said not in ([], ["3"]):
        yield f"migrated {len(entries)} times, {kept} reports"


#: The tasks that are killed, together 300 times.
TASKS = (
    Task(read, "read", 1, 60, unread),
    Task(load, "read", 1, 40, unread),
    Task(watch, "followed", 2, 40, untold),
    Task(review_through_the_web, "full", DECISIONS + DECISIONS // 2, 60, undecided, repeats=False),
    Task(export, "full", 2 * EXPORTS, 36, not_whole),
    Task(backup, "full", COPIES, 40, no_copy),
    *(Task(migrate, f"version {number}", 1, 6, not_migrated) for number in VERSIONS),
)
