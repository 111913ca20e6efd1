"""Speed and memory of reading reports, compared with the bare parser on the same reports in the same run.

Seconds are processor time, which depends little on other work of the machine; the ratio also holds on a slow machine.
Each side is one new process, and both include the time to load the language pipeline.

The gain of a second process is measured in seconds of the clock, so that part needs a machine without other work.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from bench.measure import REFUSED_SOME, TOLLBOOK, CommandFailed
from bench.sets import read_rows, sampled

#: Enough reports that loading the pipeline, a few seconds, is a small part of the time.
REPORTS = 400
#: Rounds of one process and of two in turns; the median of an odd number is one of them.
ROUNDS = 3
#: ``ru_maxrss`` counts bytes on macOS and kibibytes elsewhere.
RSS_UNIT = 1 if sys.platform == "darwin" else 1024

BARE = """
import json, sys
from tollbook.readers.rules.parsing.parser import parse_all
with open(sys.argv[1], encoding="utf-8") as lines:
    for _ in parse_all(json.loads(line)["text"] for line in lines):
        pass
"""


def measured_jobs(sample: Path, folder: Path, rounds: int = ROUNDS) -> dict[str, Any]:
    """Seconds on the clock of ``tollbook read`` with one process and with two, and the efficiency of the second.

    It is the seconds of one process divided by twice those of two: 1 where both work all the time on nothing else.
    """
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for each in range(rounds):
        for jobs, found in seconds.items():
            began = time.monotonic()
            timed(TOLLBOOK, "read", sample, "--book", folder / f"{each}-{jobs}.book", "--jobs", str(jobs))
            found.append(time.monotonic() - began)
    one, two = (median(found) for found in seconds.values())
    return {"one_job_s": round(one, 1), "two_jobs_s": round(two, 1), "two_jobs_efficiency": round(one / (2 * two), 2)}


def timed(*command: str | Path) -> tuple[float, float]:
    """The seconds of processor time of a command and the peak memory of its largest process, in MiB."""
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if not 0 <= process.returncode <= REFUSED_SOME:
        raise CommandFailed(f"{command[0]} ended with {process.returncode}.")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * RSS_UNIT / 2**20


def measure(reports: Path, size: int = REPORTS) -> dict[str, Any]:
    """Reports a second of processor time for ``tollbook read`` and for the parser, their ratio, and peaks in MiB."""
    rows = read_rows(reports)
    kept = sampled((row["id"] for row in rows), size)
    with tempfile.TemporaryDirectory(prefix="tollbook-bench-") as folder:
        sample = Path(folder) / "reports.jsonl"
        lines = [json.dumps(row, ensure_ascii=False) for row in rows if row["id"] in kept]
        sample.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        bare, bare_peak = timed(sys.executable, "-c", BARE, sample)
        book = Path(folder) / "measured.book"
        read, read_peak = timed(TOLLBOOK, "read", sample, "--book", book, "--jobs", "1")
        jobs = measured_jobs(sample, Path(folder))
    return {
        "reports": len(kept),
        "read_per_second": round(len(kept) / read, 1),
        "bare_per_second": round(len(kept) / bare, 1),
        "ratio": round(bare / read, 2),
        "read_peak_mib": round(read_peak),
        "bare_peak_mib": round(bare_peak),
        **jobs,
    }


def sentence(found: dict[str, Any]) -> str:
    """The measured speed as a sentence."""
    return (
        f"`tollbook read` with one process: {found['read_per_second']} reports a second of processor time over "
        f"{found['reports']} local news reports, {found['ratio']:.0%} of the speed of the bare parser in the same run "
        f"({found['bare_per_second']} a second); peak memory {found['read_peak_mib']} MiB "
        f"(bare parser {found['bare_peak_mib']} MiB)."
    ) + parallel_sentence(found)


def parallel_sentence(found: dict[str, Any]) -> str:
    """The gain of a second process, as a sentence; empty if it was not measured."""
    if "two_jobs_efficiency" not in found:
        return ""
    return (
        f" On the clock: {found['one_job_s']} s with one process and {found['two_jobs_s']} s with two (medians of "
        f"{ROUNDS} rounds, linking included), an efficiency of {found['two_jobs_efficiency']:.0%} on two cores."
    )
