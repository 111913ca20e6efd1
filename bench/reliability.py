"""How often a book survives faults: kill -9 at random moments, a full disk, a read-only disk.

``python -m bench.reliability`` tries all of it on invented reports, writes the counts to ``reliability-store.json`` and
assembles ``RELIABILITY.md`` from every ``reliability-*.json`` beside it. ``--quick`` tries a few of each and writes
nothing. A book *survives* a trial if nothing acknowledged is lost, nothing is duplicated, the book opens and verifies,
and the same command then completes.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tollbook.book import Book
from tollbook.errors import TollbookError
from tollbook.readers.rules import parser
from tollbook.store import LogEntry

HERE = Path(__file__).parent
#: Kills of each kind; together 300, most of them of what writes most.
KILLS = {"read": 150, "review": 100, "export": 50}
#: Reports of one trial: reading them takes about a second, so that a kill may meet any of its parts.
REPORTS = 24
DECISIONS = 12
EXPORTS = 3
SEED = 20211005
#: A task calls this with what was acknowledged after each step.
Acknowledge = Callable[[str], object]
Work = Callable[[Path, Acknowledge], None]


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


def read(home: Path, acknowledge: Acknowledge) -> None:
    """Read the folder into the book; what is acknowledged is the number of reports."""
    with Book.open(home / "a.book", create=True) as book:
        book.read([home / "texts"], progress=lambda done, _total: acknowledge(str(done)))


def review(home: Path, acknowledge: Acknowledge) -> None:
    """Decide on claims and undo every other decision; what is acknowledged is what the log has."""
    with Book.open(home / "a.book") as book:
        claims = [claim.id for claim in book.incidents.claims()]
        for number in range(DECISIONS):
            made = book.decide("reject", claims[number], who="Ines", why=f"Doubtful, {number}.")
            acknowledge(f"decided {made.id}")
            if number % 2:
                book.undo(made.id, who="Ines", why="It was right.")
                acknowledge(f"undone {made.id}")
            book.incidents()


def export(home: Path, acknowledge: Acknowledge) -> None:
    """Export the book several times; what is acknowledged is a complete folder."""
    with Book.open(home / "a.book") as book:
        for number in range(EXPORTS):
            for form in ("bundle", "csv"):
                book.export(form, home / f"{form}-{number}")
                acknowledge(f"{form}-{number}")


def run(work: Work, home: Path, kill_after: float | None = None) -> tuple[list[str], bool, float]:
    """Run a task in its own process: what it acknowledged, whether it was killed, and the seconds it took."""
    ours, theirs = os.pipe()
    begun = time.monotonic()
    # Forked from a process with the language pipeline loaded, which saves seconds in each of hundreds of trials.
    child = os.fork()
    if child == 0:
        os.close(ours)
        code = 1
        with suppress(TollbookError):
            work(home, lambda word: os.write(theirs, f"{word}\n".encode()))
            code = 0
        os._exit(code)
    os.close(theirs)
    if kill_after is not None:
        time.sleep(kill_after)
        os.kill(child, signal.SIGKILL)
    with os.fdopen(ours, encoding="utf-8") as pipe:
        said = pipe.read().splitlines()
    _, status = os.waitpid(child, 0)
    return said, os.WIFSIGNALED(status), time.monotonic() - begun


def faults(home: Path, name: str, said: list[str], whole: dict[str, bytes]) -> Iterator[str]:
    """What is wrong with the book in ``home`` after a task that acknowledged ``said``."""
    if not (home / "a.book").exists():
        if said:
            yield "the book is gone"
        return
    with Book.open(home / "a.book", create=True) as book:
        yield from book.verify()
        kept, entries = [report.id for report in book.reports()], book.log()
        if len(kept) != len(set(kept)) or len(kept) != sum(entry.action == "read" for entry in entries):
            yield "a report is there twice"
        if name == "read" and said and len(kept) < int(said[-1]):
            yield f"{said[-1]} reports acknowledged and {len(kept)} there"
    if name == "review":
        yield from undecided(entries, said)
    for folder in said if name == "export" else ():
        if files(home / folder) != {n: b for n, b in whole.items() if n.startswith(folder.split("-")[0])}:
            yield f"{folder} is not whole"


def undecided(entries: list[LogEntry], said: list[str]) -> Iterator[str]:
    """The acknowledged decisions that the log does not have, or has differently."""
    standing = [f"decided {entry.hash[:16]}" for entry in entries if entry.action == "decided"]
    standing += [f"undone {entry.subject}" for entry in entries if entry.action == "undone"]
    if not set(said) <= set(standing) or len(standing) != len(set(standing)):
        yield "a decision is lost or there twice"
    if len(standing) > len(said) + 1:
        yield "more was decided than could have been"


def files(folder: Path) -> dict[str, bytes]:
    """The bytes of an export, by its form and the name of the file."""
    return {f"{folder.name.split('-')[0]}/{file.name}": file.read_bytes() for file in sorted(folder.iterdir())}


def trial(work: Work, template: Path, kill_after: float, whole: dict[str, bytes]) -> tuple[list[str], bool, int]:
    """One kill: what went wrong, whether it came before the work was done, and how much had been acknowledged."""
    name = work.__name__
    with tempfile.TemporaryDirectory(prefix="tb-") as scratch:
        home = Path(scratch)
        subprocess.run(["cp", "-r", f"{template}/.", scratch], check=True)  # noqa: S607
        said, killed, _ = run(work, home, kill_after)
        wrong = list(faults(home, name, said, whole))
        again, _, _ = run(work, home)
        done = {"read": 1, "review": DECISIONS + DECISIONS // 2, "export": 2 * EXPORTS}[name]
        if len(again) < done or (name == "read" and again[-1] != str(REPORTS)):
            wrong.append("the same command did not complete")
        if name != "review":
            wrong += faults(home, name, again, whole)
        return wrong, killed, len(said)


def kills(counts: dict[str, int], template: Path, jobs: int = 1) -> list[dict[str, Any]]:
    """Kill each task this many times, at moments spread evenly over its time, so at every stage.

    ``jobs`` trials at a time; no more than there are cores, or tasks take longer than measured.
    """
    chance, found = random.Random(SEED), []  # noqa: S311
    whole: dict[str, bytes] = {}
    for work in (read, review, export):
        name, home = work.__name__, template / work.__name__
        start = home if name == "read" else template / "full"
        with tempfile.TemporaryDirectory(prefix="tb-") as scratch:
            subprocess.run(["cp", "-r", f"{start}/.", scratch], check=True)  # noqa: S607
            seconds = run(work, Path(scratch))[2]
            if name == "export":
                whole = files(Path(scratch) / "bundle-0") | files(Path(scratch) / "csv-0")
        lost: list[str] = []
        before = kept = 0
        moments = [chance.uniform(0, seconds) for _ in range(counts[name])]
        # Forked, as the tasks are: they share what is loaded once.
        with ProcessPoolExecutor(jobs, get_context("fork")) as pool:
            ended = pool.map(trial, repeat(work), repeat(start), moments, repeat(whole))
            for number, (wrong, killed, steps) in enumerate(ended):
                before, kept = before + killed, kept + steps
                lost += [f"kill {number}: {', '.join(wrong)}"] if wrong else []
                print(f"{name} {number + 1}/{counts[name]}: {'; '.join(wrong) or 'survived'}", file=sys.stderr)
        note = f"at a random moment of the {seconds:.1f} s it takes; {before} came before the end"
        note += f", after {kept:,} steps acknowledged in all"
        found.append(row(f"kill -9 during {name}", counts[name], lost, note))
    return found


@contextmanager
def small_disk(size: str) -> Iterator[Path]:
    """A separate disk of this many bytes. Needs root."""
    with tempfile.TemporaryDirectory(prefix="tb-") as scratch:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", scratch], check=True)  # noqa: S607
        try:
            yield Path(scratch)
        finally:
            subprocess.run(["umount", "-l", scratch], check=True)  # noqa: S607


def remount(disk: Path, options: str) -> None:
    """Remount the disk of the book."""
    subprocess.run(["mount", "-o", f"remount,{options}", disk], check=True)  # noqa: S607


def refused(work: Callable[[], object]) -> str | None:
    """The sentence of a refused task; nothing if it is not refused."""
    try:
        work()
    except TollbookError as error:
        return str(error)
    return None


def full_disks(times: int, template: Path) -> list[dict[str, Any]]:
    """Read, decide and export on a disk that fills up at different moments, then free space and repeat."""
    found = []
    for work, room in ((read, 3000), (review, 1500), (export, 400)):
        lost, sentences, kept = [], 0, 0
        for number in range(times):
            with small_disk("64m") as disk:
                start = template / ("read" if work is read else "full")
                subprocess.run(["cp", "-r", f"{start}/.", disk], check=True)  # noqa: S607
                fill(disk, room * 1024 * (number + 1) // times)
                said: list[str] = []
                sentence = refused(lambda work=work, disk=disk, said=said: work(disk, said.append))  # type: ignore[misc]
                sentences, kept = sentences + (sentence is not None), kept + len(said)
                (disk / "filler").unlink()
                wrong = list(faults(disk, work.__name__, said, {})) if work is not export else []
                wrong += [] if sentence is None or "disk" in sentence or "space" in sentence else [sentence]
                if again := refused(lambda work=work, disk=disk: work(disk, str)):  # type: ignore[misc]
                    wrong.append(again)
                lost += [f"{number}: {', '.join(wrong)}"] if wrong else []
        note = f"{sentences} ended with a sentence, {kept:,} steps acknowledged in all; else there was room"
        found.append(row(f"disk full during {work.__name__}", times, lost, note))
    return found


def fill(disk: Path, leave: int) -> None:
    """Write a file that leaves only so many bytes free."""
    free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
    with (disk / "filler").open("wb") as filler:
        filler.write(b"\0" * max(0, free - leave))


def read_only_disks(template: Path) -> dict[str, Any]:
    """Query and write on a read-only disk: queries work, writing is refused with a sentence."""
    lost, tried = [], 0
    with small_disk("64m") as disk:
        subprocess.run(["cp", "-r", f"{template / 'full'}/.", disk], check=True)  # noqa: S607
        before = (disk / "a.book").read_bytes()
        remount(disk, "ro")
        with Book.open(disk / "a.book") as book:
            claim = book.incidents.claims()[0].id
            looks: list[Callable[[], object]] = [book.incidents, book.verify, lambda: book.search.reports("market")]
            writes: list[Callable[[], object]] = [
                lambda: book.read([disk / "texts"]),
                lambda: book.decide("reject", claim, who="Ines", why="Doubtful."),
                lambda: book.export("csv", disk / "out"),
                lambda: book.backup(disk / "copy.book"),
            ]
            for number, look in enumerate(looks):
                lost += [f"looking {number}: {sentence}"] if (sentence := refused(look)) else []
            for number, write in enumerate(writes):
                lost += [] if refused(write) else [f"writing {number} was not refused"]
            tried = len(looks) + len(writes)
        if (disk / "a.book").read_bytes() != before:
            lost.append("the book was changed")
    return row("read-only disk", tried, lost, "looking works; reading in, deciding, exporting and copying say why not")


def row(name: str, tried: int, lost: list[str], note: str) -> dict[str, Any]:
    """One line of the report."""
    said = "; ".join([note, *lost])
    return {"name": name, "tried": tried, "survived": tried - len(lost), "lost": len(lost), "note": said}


def assemble() -> str:
    """The report from all measurements."""
    lines = [
        "# Reliability", "",
        "Made by `python -m bench.reliability` from every `bench/reliability-*.json`. A book survives a trial if",
        "nothing acknowledged is lost, nothing is duplicated, the book opens and verifies, and the same command then",
        "completes. Tollbook survives hostile input if it reads it, or refuses it with a sentence, without a crash or",
        "a hang.", "",
        "| what | tried | survived | lost | note |", "|---|---:|---:|---:|---|",
    ]  # fmt: skip
    for path in sorted(HERE.glob("reliability-*.json")):
        for each in json.loads(path.read_text(encoding="utf-8"))["what"]:
            cells = [each["name"], f"{each['tried']:,}", f"{each['survived']:,}", f"{each['lost']:,}", each["note"]]
            lines.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def measure(counts: dict[str, int], disks: int, jobs: int = 1) -> list[dict[str, Any]]:
    """Every trial of the store."""
    parser.pipeline()
    with tempfile.TemporaryDirectory(prefix="tb-") as scratch:
        template = Path(scratch)
        for name in ("read", "full"):
            (template / name).mkdir()
            texts(template / name / "texts")
        read(template / "full", str)
        found = kills(counts, template, jobs)
        if os.geteuid() == 0:
            found += full_disks(disks, template)
            found.append(read_only_disks(template))
        return found


def main() -> None:
    """Measure, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few trials of each, and nothing is written")
    parser.add_argument("--jobs", type=int, default=1, help="trials at a time, no more than there are idle cores")
    parser.add_argument("--assemble", action="store_true", help="only put together what was measured before")
    options = parser.parse_args()
    if not options.assemble:
        quick = dict.fromkeys(KILLS, 2)
        found = measure(quick if options.quick else KILLS, 2 if options.quick else 20, options.jobs)
        print(json.dumps(found, indent=1))
        if options.quick:
            sys.exit(any(each["lost"] for each in found))
        (HERE / "reliability-store.json").write_text(json.dumps({"what": found}, indent=1) + "\n", encoding="utf-8")
    (HERE / "RELIABILITY.md").write_text(assemble(), encoding="utf-8")


if __name__ == "__main__":
    main()
