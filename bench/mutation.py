"""Mutation testing: would the tests of a package notice a small fault in it? ``python -m bench.mutation [PACKAGE…]``.

Cosmic Ray makes the faults: a number one off, a comparison turned round, ``and`` for ``or``, a loop that never runs.
Out of all places where it can make one, a seeded sample is taken; each fault is put into a copy of the source tree, and
the package's own tests run against it until the first one fails. A fault that no test notices *survives*: either a test
is missing, or the fault changes nothing (a faster path, a size of a cache).

Results go to ``mutation.json`` beside this file after each fault, one entry for each package, and ``--table`` prints
them. A run that was stopped continues after the last fault, as long as the package is the same. Packages that are not
named keep the result they have there. Annotations, decorators and the words of messages are left alone.
"""

import argparse
import compileall
import hashlib
import json
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bench.mutants import Fault, described, faults, found, mutated

ROOT = Path(__file__).parents[1]
RESULT = Path(__file__).with_name("mutation.json")
SEED = 13
#: The tests of one fault may take this many times the processor time that they take without it, and some seconds more
#: to start; a loop that never ends then counts as noticed. Three times, because other programs slow a shared core down.
SLOWER, START = 3, 20


class Package(NamedTuple):
    """One package: where its source lies, which tests are its own, and how many faults are sampled."""

    source: tuple[str, ...]
    tests: tuple[str, ...]
    sample: int


#: Globs below ``src/tollbook`` and ``tests``. The samples add up to 200, by the size of what is measured.
PACKAGES: dict[str, Package] = {
    "linking": Package(("linking/*.py",), ("test_link*.py", "test_salience.py"), 45),
    "reconcile": Package(
        ("reconcile/*.py",),
        ("test_reconcile*.py", "test_copies*.py", "test_naming.py", "test_criteria.py", "test_eventreport.py",
         "test_measured.py", "test_editions.py", "test_names.py", "test_persons.py"),
        75,
    ),
    "decisions": Package(
        ("decisions/*.py",),
        ("test_decisions*.py", "test_review.py", "test_editions.py", "test_composition.py", "test_descriptions.py",
         "test_field_words.py", "test_names.py", "test_persons.py"),
        20,
    ),
    "incidents": Package(
        ("incidents/*.py",),
        ("test_incidents*.py", "test_derivation.py", "test_editions.py", "test_queue.py", "test_composing.py",
         "test_arrivals.py"),
        25,
    ),
    "extraction": Package(
        ("dates/*.py", "quantities.py", "measures.py", "readers/rules/document.py",
         "readers/rules/parsing/factuality.py", "readers/rules/casualties/additional.py",
         "readers/rules/casualties/subsets.py"),
        ("test_extraction*.py", "test_dates.py", "test_other_calendars.py", "test_quantities.py", "test_measures.py",
         "test_document_layers.py", "test_extract.py"),
        35,
    ),
}  # fmt: skip
#: A module with a large model, which is loaded once for all faults. It is in no package above.
LOADED_ONCE = "tollbook.readers.rules.parsing.parser"
_PASSED = frozenset({pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED})


class Limits(NamedTuple):
    """Seconds of processor time for the tests without properties, and for those with."""

    plain: int
    properties: int


class _Selected:
    """Runs either the property-based tests or the others, which are quicker; none of them on a database server."""

    def __init__(self, *, properties: bool) -> None:
        self.properties = properties

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [
            item
            for item in items
            if (item.get_closest_marker("hypothesis") is not None) == self.properties and "postgresql" not in item.name
        ]


def measure(
    name: str, tree: Path, seed: int, former: dict[str, Any], keep: Callable[[dict[str, Any]], None], *, sample: int
) -> None:
    """Runs the tests of one package against a sample of faults; ``keep`` gets the result so far after each fault.

    Faults that ``former`` counts are not tried again if the package and the seed are the same. A former survivor keeps
    the reason why it changes nothing (``equivalent``, written by hand) as long as it survives.
    """
    package, source = PACKAGES[name], tree / "src" / "tollbook"
    files = _test_files(package, tree)
    about = {"seed": seed, "code": _code(package, tree)}
    same = about.items() <= former.items()
    result: dict[str, Any] = former if same else about | {"sampled": 0, "killed": 0, "survivors": []}
    reasons = {(each["place"], each["became"]): each.get("equivalent") for each in former.get("survivors", ())}
    planned = faults(source, package.source, f"{seed} {name}", sample)[result["sampled"] :]
    if not planned:
        return
    limits = _limits(name, files)
    for fault in planned:
        path = source / fault.file
        changed = described(path, fault)
        survived = _survives(path, fault, files, limits, result["sampled"])
        result["sampled"] += 1
        result["killed"] += not survived
        if survived:
            why = reasons.get((changed["place"], changed["became"]))
            result["survivors"].append(changed | ({"equivalent": why} if why else {}))
        keep(result)
        _say(name, result["sampled"], changed, survived=survived)


def measure_again(name: str, tree: Path, former: dict[str, Any], keep: Callable[[dict[str, Any]], None]) -> None:
    """Runs the tests of one package against the faults that survived, which the tests of today may notice.

    A survivor whose line has changed since stays as it is.
    """
    source, files = tree / "src" / "tollbook", _test_files(PACKAGES[name], tree)
    limits = _limits(name, files)
    for number, survivor in enumerate(list(former["survivors"]), start=1):
        fault = None if "equivalent" in survivor else found(source, survivor)
        if fault is None:
            continue
        survived = _survives(source / fault.file, fault, files, limits, number)
        if not survived:
            former["survivors"].remove(survivor)
            former["killed"] += 1
            keep(former)
        _say(name, number, survivor, survived=survived)


def _say(name: str, number: int, changed: dict[str, str], *, survived: bool) -> None:
    print(f"{name} {number}: {changed['place']} {'SURVIVED' if survived else 'killed'}", flush=True)


def _test_files(package: Package, tree: Path) -> list[str]:
    return sorted({str(path) for pattern in package.tests for path in (tree / "tests").glob(pattern)})


def _code(package: Package, tree: Path) -> str:
    """A hash of the source of a package: its faults are the same as long as this is."""
    paths = sorted(path for pattern in package.source for path in (tree / "src" / "tollbook").glob(pattern))
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:12]


def _limits(name: str, files: list[str]) -> Limits:
    """The time for the tests of one fault, from that of all tests without any. They must pass."""
    _fresh()
    taken = []
    for properties in (False, True):
        before = time.process_time()
        # In this process, so that the libraries are loaded before it is copied for each fault.
        if _tests(files, properties=properties) not in _PASSED:
            raise SystemExit(f"The tests of {name} fail without any fault; repair them first.")
        taken.append(time.process_time() - before)
    print(f"{name}: without a fault {taken[0]:.0f} s, and its properties {taken[1]:.0f} s", flush=True)
    return Limits(*(START + int(SLOWER * seconds) for seconds in taken))


def _survives(path: Path, fault: Fault, files: list[str], limits: Limits, number: int) -> bool:
    """Whether the tests pass despite a fault; False if they fail or do not end."""
    code = path.read_text("utf-8")
    # Tables are the quickest, then the tests that name the module, which are the most likely to notice.
    tables = [each for each in files if each.endswith("_tables.py")]
    nearest = [each for each in files if path.stem in Path(each).read_text("utf-8") and each not in tables]
    stages = tables, nearest, [each for each in files if each not in {*tables, *nearest}]
    try:
        path.write_text(mutated(code, fault) or "", "utf-8")
        # A different time, so that no compiled file of the source without the fault is used.
        os.utime(path, (number + 1, number + 1))
        return all(
            _pass(some, properties=properties, seconds=seconds)
            for properties, seconds in ((False, limits.plain), (True, limits.properties))
            for some in stages
            if some
        )
    finally:
        path.write_text(code, "utf-8")


def _pass(files: list[str], *, properties: bool, seconds: int) -> bool:
    """Whether the tests pass, in a process of its own that has the libraries loaded already."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        os._exit(_tests(files, properties=properties))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) in _PASSED


def _tests(files: Sequence[str], *, properties: bool) -> int:
    """The exit code of pytest, run without output."""
    quiet = os.open(os.devnull, os.O_WRONLY)
    kept = os.dup(1), os.dup(2)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    try:
        options = ["-x", "-q", "--tb=no", "-p", "no:cacheprovider"]
        return int(pytest.main([*options, *files], plugins=[_Selected(properties=properties)]))
    finally:
        os.dup2(kept[0], 1)
        os.dup2(kept[1], 2)
        _fresh()


def _fresh() -> None:
    """Removes the modules of the tree from memory, so that the next run imports them again."""
    for name in [name for name in sys.modules if name.split(".")[0] in {"tollbook", "conftest", "tests"}]:
        if name != LOADED_ONCE:
            del sys.modules[name]
    for name in [name for name in sys.modules if name.startswith("test_") or name.endswith("_builders")]:
        del sys.modules[name]


def table(results: dict[str, Any]) -> str:
    """The results as a Markdown table."""
    lines = ["| package | sampled | noticed | share | equivalent |", "|---|--:|--:|--:|--:|"]
    total = [0, 0, 0]
    for name, result in results.items():
        equivalent = sum("equivalent" in each for each in result["survivors"])
        row = [result["sampled"], result["killed"], equivalent]
        total = [sum(pair) for pair in zip(total, row, strict=True)]
        lines.append(f"| {name} | {row[0]} | {row[1]} | {row[1] / row[0]:.0%} | {row[2]} |")
    return "\n".join([*lines, f"| all | {total[0]} | {total[1]} | {total[1] / total[0]:.0%} | {total[2]} |"])


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m bench.mutation", description=__doc__.splitlines()[0])
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"one or more of {', '.join(PACKAGES)}")
    parser.add_argument("--seed", type=int, default=SEED, help="another number draws other faults")
    parser.add_argument("--out", type=Path, default=RESULT, help="the file that the results are written to")
    parser.add_argument("--sample", type=int, help="how many faults of each package; without it, as the table says")
    parser.add_argument("--again", action="store_true", help="only try again the faults that survived the last time")
    parser.add_argument("--table", action="store_true", help="only print the table of the results that are there")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.packages) - set(PACKAGES):
        parser.error(f"There is no package {', '.join(sorted(unknown))}; choose from {', '.join(PACKAGES)}.")
    out = asked.out.resolve()
    results: dict[str, Any] = json.loads(out.read_text("utf-8")) if out.exists() else {}
    if not asked.table:
        with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
            _enter(Path(folder))
            for name in asked.packages or PACKAGES:
                keep = partial(_keep, out, results, name)
                former = results.get(name, {})
                if asked.again and former:
                    measure_again(name, Path(folder), former, keep)
                elif not asked.again:
                    sample = asked.sample or PACKAGES[name].sample
                    measure(name, Path(folder), asked.seed, former, keep, sample=sample)
    print(table(results))


def _enter(tree: Path) -> None:
    """Copies the source and the tests into a folder, and makes this process import them from there."""
    for part in ("src", "tests", "bench"):
        shutil.copytree(ROOT / part, tree / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tree)
    compileall.compile_dir(tree / "src", quiet=1)
    os.chdir(tree)
    sys.path[:] = [str(tree), str(tree / "src"), *(p for p in sys.path if Path(p or ".").resolve() != ROOT)]
    sys.path[:] = [p for p in sys.path if Path(p).resolve() != ROOT / "src"]


def _keep(out: Path, results: dict[str, Any], name: str, result: dict[str, Any]) -> None:
    """Writes the result of a package so far into the file, in one step."""
    results[name] = result
    ordered = {each: results[each] for each in PACKAGES if each in results}
    unfinished = out.with_suffix(".unfinished")
    unfinished.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", "utf-8")
    unfinished.replace(out)


if __name__ == "__main__":
    main()
