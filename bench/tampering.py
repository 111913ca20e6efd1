"""Tests whether ``verify`` reports changes in the file of a book: in every column of every table, and of the tables.

``python -m bench.tampering`` makes one change at a time in a copy of a small book, writes the counts to
``reliability-tampering.json`` and assembles ``RELIABILITY.md``. A change is *named* if ``verify`` or opening the book
has a sentence about it, and *without effect* if the book shows the same as before. Any other change counts as lost,
and so does a change in derived data that ``verify --repair`` does not restore. Some tables are in no log: follows,
read alerts, the state of a watcher, answers of language models. A change there is
*only of settings* if no record changes and the next reading and the next round of the watcher end well or with a
sentence. ``--resume FILE`` goes on where a stopped run stopped.
"""

import argparse
import json
import shutil
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

from bench import reliability
from bench.trials import TrialLog, keep_rows
from tollbook.book import Book
from tollbook.errors import TollbookError
from tollbook.search.query import Query
from tollbook.store.follows import Threshold
from tollbook.store.model_answers import KeptAnswers
from tollbook.store.schema import metadata
from tollbook.watch.settings import FileChannel, FolderSetting, Settings
from tollbook.watch.watcher import Watcher

#: Files that wait to be read, and their progress: nothing in the log or in an incident is derived from them.
NOT_COVERED = frozenset({"uploads", "upload_parts"})
#: Settings of people, and the state between rounds: no record is derived from these, and they are not in the log.
SETTINGS = frozenset({"follows", "alert_reads", "watched", "watched_items", "model_answers"})
#: Changes of the tables themselves.
ADDED = (
    "CREATE TRIGGER t AFTER INSERT ON log BEGIN UPDATE reports SET title = 'x'; END",
    "CREATE TRIGGER t AFTER UPDATE ON derived_incidents BEGIN SELECT 1; END",
    "CREATE VIEW v AS SELECT * FROM reports", "CREATE TABLE mine (a)", "CREATE INDEX i ON reports (origin)",
    "ALTER TABLE reports ADD COLUMN mine TEXT", "DROP TABLE refusals", "DROP TABLE passages",
    "DELETE FROM log WHERE seq = (SELECT max(seq) FROM log)",
    "INSERT INTO search(search) VALUES ('delete-all')", "INSERT INTO tollbook VALUES ('mine', '1')",
)  # fmt: skip


class Change(NamedTuple):
    """One statement that changes a book, the changed column or table, and its values."""

    about: str
    statement: str
    values: tuple[Any, ...] = ()


def build(path: Path) -> Path:
    """A book with something in every table: reports, a refusal, decisions, a title that a person set."""
    folder = path.parent / "texts"
    folder.mkdir()
    for number, day in enumerate(("Monday", "Tuesday", "Monday")):
        (folder / f"{number}.txt").write_text(
            f"A shell hit the market in Oberfeld on {day}, killing {number + 3} people, police said. "
            f"Nurse Mara Dost, 34, was killed at the clinic. Some 1,200 have died in the war so far.\n"
        )
    (folder / "empty.txt").write_text("")
    with Book.open(path, create=True) as book:
        book.read([folder])
        claims, reports = book.incidents.claims(), book.reports()
        book.decide("accept", claims[0].id, who="Ines", why="Seen.")
        book.decide("correct", claims[1].id, who="Ines", why="Misread.", change={"stance": "doubts"})
        book.review.describe([reports[0].id], {"title": "Market hit", "published": "2021-10-05"}, who="Ines", why="x")
        book.settle()
        book.incidents()
        follow(book, path.parent)
    return path


def follow(book: Book, folder: Path) -> None:
    """Follow an incident, watch a folder that brings a report about it, read an alert, keep an answer of a model."""
    for incident in book.incidents():
        book.alerts.follow(incident.id, who="Ines", thresholds=[Threshold(kind="killed", number=4)])
    (folder / "in").mkdir()
    text = "A shell hit the market in Oberfeld on Monday, killing 6 people, a doctor said."
    row = {"id": "new", "published": "2021-10-05", "text": text}
    (folder / "in" / "new.jsonl").write_text(json.dumps(row) + "\n")
    Watcher(book, _watched(folder)).round(asked=True)
    assert book.alerts.last() > 1
    book.alerts.mark_read([book.alerts.last()], who="Ines")
    KeptAnswers(book._store).put("0a" * 32, b"{}")


def _watched(folder: Path) -> Settings:
    return Settings(
        folder=(FolderSetting(path=str(folder / "in"), settle=0),), file=FileChannel(path=str(folder / "alerts.jsonl"))
    )


def changes(path: Path) -> Iterator[Change]:
    """One change of each column of each table at either end of it, the loss of rows, and changes of the tables."""
    with closing(sqlite3.connect(path)) as book:
        names = [name for (name,) in book.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")]
        for table in (name for name in names if name not in {*NOT_COVERED, "search", "sqlite_sequence"}):
            columns = book.execute(f'PRAGMA table_info("{table}")').fetchall()
            keys = [row[1] for row in columns if row[5]] or [columns[0][1]]
            rows = book.execute(f'SELECT * FROM "{table}" ORDER BY {", ".join(map(_quoted, keys))}').fetchall()  # noqa: S608
            where = " AND ".join(f"{_quoted(key)} IS ?" for key in keys)
            for row in {0: rows[0], len(rows) - 1: rows[-1]}.values() if rows else ():
                value = dict(zip((each[1] for each in columns), row, strict=True))
                key = tuple(value[name] for name in keys)
                for name, old in value.items():
                    statement = f'UPDATE "{table}" SET {_quoted(name)} = ? WHERE {where}'  # noqa: S608
                    yield from (Change(table, statement, (new, *key)) for new in other_values(old))
                yield Change(table, f'DELETE FROM "{table}" WHERE {where}', key)  # noqa: S608
            yield Change(table, f'DELETE FROM "{table}"')  # noqa: S608
    yield from (Change("the tables", statement) for statement in ADDED)


def other_values(value: Any) -> Iterator[Any]:
    """Values that somebody may put in the place of one."""
    if isinstance(value, int | float):
        yield from (value + 1, "x")
    elif value is None:
        yield "x"
    else:
        middle = len(value) // 2
        swapped = bytes([value[middle] ^ 1]) if isinstance(value, bytes) and value else "#"
        yield value[:middle] + swapped + value[middle + 1 :] if value else "x"
        yield "abc"


def _quoted(name: str) -> str:
    return f'"{name}"'


def shown(path: Path) -> list[Any]:
    """Everything that a book shows."""
    with Book.open(path) as book:
        hits = [
            [(hit.report, hit.matches) for hit in book.search.reports(words)]
            for words in ("market", "oberfeld mara", "hit")
        ]
        pages = [book.incidents(), book.incidents.tolls(), book.incidents.claims(), book.queue(), book.persons()]
        pages += [book.reports(), book.reports.refusals(), book.log(), hits, book.search.incidents(Query())]
        return [*pages, book.alerts.page("Ines"), book.alerts.following(), book.alerts.number_unread("Ines")]


#: How many of the pages above, at the end, show settings and not records.
_OF_SETTINGS = 3


def only_of_settings(path: Path, before: list[Any]) -> bool:
    """Whether the records are as before, and reading and watching go on; errors of the program are raised."""
    with suppress(TollbookError):
        if shown(path)[:-_OF_SETTINGS] != before[:-_OF_SETTINGS]:
            return False
    with suppress(TollbookError), Book.open(path) as book:
        book.settle()
        Watcher(book, _watched(path.parent)).round(asked=True)
    return True


def outcome(path: Path, before: list[Any]) -> str:
    """The outcome of a changed book: named, without effect, or lost."""
    try:
        with Book.open(path) as book:
            problems = book.verify()
        return "named" if problems else "without effect" if shown(path) == before else "silent"
    except TollbookError:
        return "named"


def remade(path: Path, before: list[Any]) -> bool:
    """Whether ``--repair`` gives back everything that the book showed."""
    with Book.open(path) as book:
        book.repair()
        return book.verify() == [] and shown(path) == before


def trial(whole: Path, change: Change, before: list[Any]) -> str | None:
    """The outcome of one change, as in ``outcome``; None if the database refused it."""
    path = whole.with_name("changed.book")
    for each in path.parent.glob("changed.book*"):
        each.unlink()
    shutil.copy(whole, path)
    with closing(sqlite3.connect(path)) as outside:
        outside.execute("PRAGMA foreign_keys = OFF")
        try:
            done = outside.execute(change.statement, change.values).rowcount
            outside.commit()
        except sqlite3.Error:
            return None
    if not done:
        return None
    found = outcome(path, before)
    # The time of an alert is in no log either.
    if (change.about in SETTINGS or change.statement.startswith('UPDATE "alerts" SET "at"')) and found != "named":
        return "only of settings" if only_of_settings(path, before) else "silent"
    follows = change.about.startswith(("derived_", "passages", "search_"))
    return found if not follows or found == "silent" or remade(path, before) else "not made again"


def measure(
    most: int | None = None, log: TrialLog | None = None
) -> tuple[dict[str, Counter[str]], list[tuple[Change, str]]]:
    """The outcomes by what was changed, and the changes that were lost; of all changes, or of every ``most``-th."""
    counts: dict[str, Counter[str]] = {}
    lost: list[tuple[Change, str]] = []
    log = log or TrialLog()
    with tempfile.TemporaryDirectory(prefix="tb-") as scratch:
        whole = build(Path(scratch) / "whole.book")
        before = shown(whole)
        for number, change in list(enumerate(changes(whole)))[:: most or 1]:
            name = f"{number} {change.statement}"
            if name not in log:
                log.add(name, [trial(whole, change, before)])
            (found,) = log[name]
            if found is not None:
                counts.setdefault(_group(change.about), Counter())[found] += 1
            if found in {"silent", "not made again"}:
                lost.append((change, found))
    return counts, lost


def _group(table: str) -> str:
    if table.startswith("derived_"):
        return "rows of incidents, lists and linking"
    if table.startswith(("passages", "search_")):
        return "the search index"
    if table in SETTINGS or table in {"alerts", "followed_states"}:
        return "what people follow, were told, and what is remembered"
    return "records and the log" if table in metadata.tables else table


def main() -> None:
    """Measure, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--resume", type=Path, help="a file for the outcomes; with it a stopped run goes on")
    counts, lost = measure(log=TrialLog(parser.parse_args().resume))
    for change, found in lost:
        print(found, change.about, change.statement, repr(change.values)[:200], file=sys.stderr)
    what = [
        {
            "name": f"Tampering with {group}",
            "tried": found.total(),
            "survived": found["named"] + found["without effect"] + found["only of settings"],
            "lost": found["silent"] + found["not made again"],
            "note": ", ".join(f"{each}: {number:,}" for each, number in sorted(found.items())),
        }
        for group, found in sorted(counts.items())
    ]
    print(json.dumps(what, indent=1))
    keep_rows(reliability.HERE / "reliability-tampering.json", what)
    (reliability.HERE / "RELIABILITY.md").write_text(reliability.assemble(), encoding="utf-8")


if __name__ == "__main__":
    main()
