"""How often a book survives faults: kill -9 at random moments, a full disk, a read-only disk.

``python -m bench.reliability`` tries all of it on invented reports, writes the counts to ``reliability-store.json`` and
assembles ``RELIABILITY.md`` from every ``reliability-*.json`` beside it. ``--quick`` tries a few of each and writes
nothing; ``--resume FILE`` goes on where a stopped run stopped. A book *survives* a trial if nothing acknowledged is
lost, nothing is duplicated, the book opens and verifies, and the same command then completes.
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
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bench.tasks import TASKS, Task, Work, export, read, review_through_the_web, templates
from bench.trials import TrialLog, keep_rows
from tollbook.book import Book
from tollbook.errors import TollbookError
from tollbook.readers.rules.parsing import parser

HERE = Path(__file__).parent
SEED = 20211005


def run(work: Work, home: Path, kill_after: float | None = None) -> tuple[list[str], bool, float]:
    """Run a task in its own process: its acknowledgements, whether it was killed, and the seconds it took."""
    ours, theirs = os.pipe()
    begun = time.monotonic()
    # Forked from a process with the language pipeline loaded, which saves seconds in each of hundreds of trials.
    child = os.fork()
    if child == 0:
        os.close(ours)
        try:
            with suppress(TollbookError):
                work(home, lambda word: os.write(theirs, f"{word}\n".encode()))
        except Exception:  # noqa: BLE001 - an error ends this process, and never runs on as its parent
            traceback.print_exc()
        finally:
            os._exit(0)
    os.close(theirs)
    if kill_after is not None:
        time.sleep(kill_after)
        os.kill(child, signal.SIGKILL)
    with os.fdopen(ours, encoding="utf-8") as pipe:
        said = pipe.read().splitlines()
    _, status = os.waitpid(child, 0)
    return said, os.WIFSIGNALED(status), time.monotonic() - begun


def faults(home: Path, task: Task, said: list[str]) -> Iterator[str]:
    """The faults of the book in ``home`` after a task that acknowledged ``said``."""
    if not (home / "a.book").exists():
        if said:
            yield "the book is gone"
        return
    with Book.open(home / "a.book", create=True) as book:
        yield from book.verify()
        kept, entries = [report.id for report in book.reports()], book.log()
        if len(kept) != len(set(kept)) or len(kept) != sum(entry.action == "read" for entry in entries):
            yield "a report is there twice"
    yield from task.wrong(home, said)


def trial(task: Task, template: Path, kill_after: float) -> tuple[list[str], bool, int]:
    """One kill: the faults, whether it came before the work was done, and how much had been acknowledged."""
    with tempfile.TemporaryDirectory(prefix="tb-") as scratch:
        home = Path(scratch)
        subprocess.run(["cp", "-r", f"{template / task.start}/.", scratch], check=True)  # noqa: S607
        said, killed, _ = run(task.work, home, kill_after)
        wrong = list(faults(home, task, said))
        again, _, _ = run(task.work, home)
        if len(again) < task.steps:
            wrong.append("the same command did not complete")
        if task.repeats:
            wrong += faults(home, task, again)
        return wrong, killed, len(said)


def kills(tasks: Sequence[Task], template: Path, log: TrialLog, jobs: int = 1) -> None:
    """Kill each task, at moments spread evenly over its time, so at every stage; the tasks take turns.

    ``jobs`` trials at a time; no more than there are cores, or tasks take longer than measured.
    """
    left = [(task, number) for task in tasks for number in range(task.kills) if _name(task, number) not in log]
    left.sort(key=lambda each: each[1] / each[0].kills)
    seconds = {task: _seconds(task, template) for task in dict.fromkeys(task for task, _ in left)}
    moments = [random.Random(f"{SEED} {_name(*each)}").uniform(0, seconds[each[0]]) for each in left]  # noqa: S311
    # Forked, like the tasks, so that the pipeline is loaded only once.
    with ProcessPoolExecutor(jobs, get_context("fork")) as pool:
        ended = pool.map(trial, (task for task, _ in left), repeat(template), moments)
        for each, (wrong, killed, steps) in zip(left, ended, strict=True):
            log.add(_name(*each), [wrong, killed, steps, seconds[each[0]]])
            print(f"{_name(*each)}: {'; '.join(wrong) or 'survived'}", file=sys.stderr, flush=True)


def _name(task: Task, number: int) -> str:
    return f"{task.name}, {task.start}, {number} of {task.kills}"


def _seconds(task: Task, template: Path) -> float:
    """The seconds that a task takes now when nobody kills it."""
    with tempfile.TemporaryDirectory(prefix="tb-") as scratch:
        subprocess.run(["cp", "-r", f"{template / task.start}/.", scratch], check=True)  # noqa: S607
        return run(task.work, Path(scratch))[2]


def kill_rows(tasks: Iterable[Task], log: TrialLog) -> list[dict[str, Any]]:
    """A line for each kind of task, of the trials that were made."""
    kinds: dict[str, list[Task]] = {}
    for task in tasks:
        kinds.setdefault(task.name, []).append(task)
    return [_kill_row(name, each, log) for name, each in kinds.items()]


def _kill_row(name: str, tasks: list[Task], log: TrialLog) -> dict[str, Any]:
    trials = {_name(task, n): log[_name(task, n)] for task in tasks for n in range(task.kills) if _name(task, n) in log}
    lost = [f"{trial}: {', '.join(wrong)}" for trial, (wrong, *_) in trials.items() if wrong]
    before, kept = (sum(each[part] for each in trials.values()) for part in (1, 2))
    longest = max((each[3] for each in trials.values()), default=0.0)
    note = f"at a random moment of the {longest:.1f} s it takes; {before} came before the end"
    return row(f"kill -9 during {name}", len(trials), lost, f"{note}, after {kept:,} steps acknowledged in all")


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
    for work, room in ((read, 3000), (review_through_the_web, 1500), (export, 400)):
        task = next(each for each in TASKS if each.work is work)
        lost, sentences, kept = [], 0, 0
        for number in range(times):
            with small_disk("64m") as disk:
                subprocess.run(["cp", "-r", f"{template / task.start}/.", disk], check=True)  # noqa: S607
                fill(disk, room * 1024 * (number + 1) // times)
                said: list[str] = []
                sentence = refused(lambda work=work, disk=disk, said=said: work(disk, said.append))  # type: ignore[misc]
                sentences, kept = sentences + (sentence is not None), kept + len(said)
                (disk / "filler").unlink()
                wrong = list(faults(disk, task, said)) if work is not export else []
                wrong += [] if sentence is None or "disk" in sentence or "space" in sentence else [sentence]
                if again := refused(lambda work=work, disk=disk: work(disk, str)):  # type: ignore[misc]
                    wrong.append(again)
                lost += [f"{number}: {', '.join(wrong)}"] if wrong else []
        note = f"{sentences} ended with a sentence, {kept:,} steps acknowledged in all; else there was room"
        found.append(row(f"disk full during {task.name}", times, lost, note))
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
        "| what | tried | survived | lost | note | counted |", "|---|---:|---:|---:|---|---|",
    ]  # fmt: skip
    for path in sorted(HERE.glob("reliability-*.json")):
        for each in json.loads(path.read_text(encoding="utf-8"))["what"]:
            cells = [each["name"], f"{each['tried']:,}", f"{each['survived']:,}", f"{each['lost']:,}"]
            cells += [each["note"], each["counted"]]
            lines.append("| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def measure(tasks: Sequence[Task], disks: int, log: TrialLog, jobs: int = 1) -> list[dict[str, Any]]:
    """Every trial of the store."""
    parser.pipeline()
    with tempfile.TemporaryDirectory(prefix="tb-") as scratch:
        template = Path(scratch)
        templates(template)
        kills(tasks, template, log, jobs)
        found = kill_rows(tasks, log)
        if os.geteuid() == 0:
            found += full_disks(disks, template)
            found.append(read_only_disks(template))
        return found


def main() -> None:
    """Measure, and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few trials of each, and nothing is written")
    parser.add_argument("--jobs", type=int, default=1, help="trials at a time, no more than there are idle cores")
    parser.add_argument("--resume", type=Path, help="a file for the outcomes; with it a stopped run goes on")
    parser.add_argument("--assemble", action="store_true", help="only put together what was measured before")
    options = parser.parse_args()
    if not options.assemble:
        tasks = [task._replace(kills=2) for task in TASKS] if options.quick else list(TASKS)
        found = measure(tasks, 2 if options.quick else 20, TrialLog(options.resume), options.jobs)
        print(json.dumps(found, indent=1))
        if options.quick:
            sys.exit(any(each["lost"] for each in found))
        keep_rows(HERE / "reliability-store.json", found)
    (HERE / "RELIABILITY.md").write_text(assemble(), encoding="utf-8")


if __name__ == "__main__":
    main()
