"""From a test set to its score by the commands of a user: ``tollbook read`` and ``tollbook export bundle``."""

import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from bench.sets import GoldSet, read_table, write_table
from tollbook.reconcile.eventreport import figures

#: The command beside the running interpreter, so that the installed package is the one measured.
TOLLBOOK = str(Path(sysconfig.get_path("scripts")) / "tollbook")
#: The exit code of ``tollbook read`` is 1 if it refused some report, which is a result; 2 and above mean that it
#: failed.
REFUSED_SOME = 1

#: The book of the reports, in the working folder.
BOOK = "measured.book"

Score = dict[str, Any]

#: The scorer that compares a group of reports with any of the incidents that hold most of them. On the 80 incidents of
#: the gate one and the same book is 65.0 to 68.75, by the seed alone.
_ANY_OF_EQUALS, _SEEDS = "gva", 8


class CommandFailed(Exception):
    """A command of the bench failed; the message has the end of its error output."""


def run(*command: str | Path, accept: int = 0, hash_seed: int = 0) -> str:
    """The output of a command. Raises CommandFailed if its exit code is above ``accept``.

    The hash seed is fixed: a scorer that breaks ties by the order of a set would otherwise vary from run to run.
    """
    environment = os.environ | {"PYTHONHASHSEED": str(hash_seed)}
    done = subprocess.run([str(p) for p in command], capture_output=True, text=True, check=False, env=environment)
    if not 0 <= done.returncode <= accept:
        raise CommandFailed(f"{' '.join(map(str, command[:3]))} ended with {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout


def export_reports(
    reports: Sequence[Path], work: Path, *, linked: bool, only: str | None = None, reader: str | None = None
) -> Path:
    """Reads report files into a new book under ``work`` and exports it; returns the folder of the bundle."""
    work.mkdir(parents=True)
    book, bundle = work / BOOK, work / "bundle"
    separate = () if linked else ("--separate",)
    chosen = () if reader is None else ("--reader", reader)
    run(TOLLBOOK, "read", *reports, "--book", book, "--jobs", "2", *separate, *chosen, accept=REFUSED_SOME)
    return export_book(book, bundle, only=only)


def export_book(book: Path, bundle: Path, *, only: str | None) -> Path:
    """Exports a book, or its incidents that meet a criterion, as a bundle; returns the folder."""
    criterion = () if only is None else ("--only", only)
    run(TOLLBOOK, "export", "bundle", "--out", bundle, "--book", book, *criterion)
    _order_by_text(bundle)
    return bundle


def _order_by_text(bundle: Path) -> None:
    """Put the incidents of a bundle in the order of their first claims.

    An export has them by id, and ids change with every version of the reader. The scorer takes the first of names that
    similar, so that the order changes figures: the sites of ``world/blind`` were 52.6 to 54.7 in versions of the reader
    that did not differ on sites.
    """
    claims, incidents = bundle / "claims.jsonl", bundle / "incidents.jsonl"
    first: dict[str, tuple[str, int, int]] = {}
    for claim in map(json.loads, claims.read_text("utf-8").splitlines()):
        at = claim["report"], claim["start"], claim["end"]
        first[claim["incident"]] = min(at, first.get(claim["incident"], at))
    rows = incidents.read_text("utf-8").splitlines(keepends=True)
    none = ("", 0, 0)
    rows.sort(key=lambda row: first.get(json.loads(row)["id"], none))
    incidents.write_text("".join(rows), "utf-8")


def export_maverick(gold: Path, work: Path) -> Path:
    """Makes the figures of ``event_reports.csv`` under the three models of ``eventreport``; returns their folder."""
    work.mkdir(parents=True)
    write_table(work / "figures.csv", figures(read_table(gold / "event_reports.csv")))
    return work


def score(gold_set: GoldSet, gold: Path, export: Path, *, data: Path) -> Score:
    """The figures by name of an export, from the scorer beside the data; ``headline`` is ``[name, value]``.

    They are means over hash seeds where the scorer breaks ties by the order of a set.
    """
    scorer = data.parent / "bench" / "score.py"
    seeds = range(_SEEDS if gold_set.scorer == _ANY_OF_EQUALS else 1)
    command = (sys.executable, scorer, gold_set.scorer, gold, export, "--json")
    found: list[Score] = [json.loads(run(*command, hash_seed=seed)) for seed in seeds]
    return {name: mean_of([each[name] for each in found]) for name in found[0]}


def mean_of(values: Sequence[Any]) -> Any:
    """The mean of numbers, to two places; for lists, place by place. Names are taken from the first."""
    if isinstance(values[0], list):
        return [mean_of(each) for each in zip(*values, strict=True)]
    return values[0] if isinstance(values[0], str) else round(fmean(values), 2)
