"""Mutation testing: would the tests of a package notice a small fault in it? ``python -m bench.mutation [PACKAGE…]``.

Cosmic Ray makes the faults: a number one off, a comparison turned round, ``and`` for ``or``, a loop that never runs.
Out of all places where it can make one, a seeded sample is taken; each fault is put into a copy of the source tree, and
the package's own tests run against it until the first one fails. A fault that no test notices *survives*: either a test
is missing, or the fault changes nothing (a faster path, a size of a cache).

Results go to ``mutation.json`` beside this file, one entry for each package, and ``--table`` prints them. Packages that
are not named keep the result they have there. Annotations, decorators and the words of messages are left alone.
"""

import argparse
import ast
import compileall
import json
import os
import random
import resource
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[1]
RESULT = Path(__file__).with_name("mutation.json")
SEED = 13
#: Seconds of processor time for the tests of one fault: a loop that never ends counts as noticed.
SLOW = 40
#: Operators that are left out: what they change is no fault that a test of behaviour could see, or none is possible.
LEFT_OUT = ("no_op", "RemoveDecorator", "Variable", "NoOp", "ExceptionReplacer")


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
         "test_measured.py", "test_editions.py"),
        75,
    ),
    "decisions": Package(("decisions/*.py",), ("test_decisions*.py", "test_review.py", "test_editions.py"), 20),
    "incidents": Package(
        ("incidents/*.py",), ("test_incidents*.py", "test_derivation.py", "test_editions.py", "test_queue.py"), 25
    ),
    "extraction": Package(
        ("dates/*.py", "quantities.py", "measures.py", "readers/rules/document.py", "readers/rules/factuality.py",
         "readers/rules/casualties/additional.py", "readers/rules/casualties/subsets.py"),
        ("test_extraction*.py", "test_dates.py", "test_other_calendars.py", "test_quantities.py", "test_measures.py",
         "test_document_layers.py", "test_extract.py"),
        35,
    ),
}  # fmt: skip
#: A module with a large model, which is loaded once for all faults. No package above has it.
LOADED_ONCE = "tollbook.readers.rules.parser"
_PASSED = frozenset({pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED})


class Fault(NamedTuple):
    """One change to one file: Cosmic Ray's operator and which of its occurrences, with the line it changes."""

    file: str
    operator: str
    occurrence: int
    line: int


class _Selected:
    """Runs either the property-based tests or, which is quicker, the others; none of them on a database server."""

    def __init__(self, *, properties: bool) -> None:
        self.properties = properties

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [
            item
            for item in items
            if (item.get_closest_marker("hypothesis") is not None) == self.properties and "postgresql" not in item.name
        ]


def faults(source: Path, package: Package, rng: random.Random) -> list[Fault]:
    """A sample of faults: places first, then one of the changes that can be made at each."""
    places: dict[tuple[str, int, int], list[Fault]] = {}
    for pattern in package.source:
        for path in sorted(source.glob(pattern)):
            for (line, column), fault in _possible(path, path.relative_to(source).as_posix()):
                places.setdefault((fault.file, line, column), []).append(fault)
    chosen = rng.sample(sorted(places), min(package.sample, len(places)))
    return [rng.choice(places[place]) for place in sorted(chosen)]


def _possible(path: Path, name: str) -> Iterator[tuple[tuple[int, int], Fault]]:
    code = path.read_text("utf-8")
    tree, ignored = get_ast(code), _ignored(code)
    for operator_name in operator_names():
        if any(part in operator_name for part in LEFT_OUT):
            continue
        operator, occurrence = get_operator(operator_name)(), 0
        for node in ast_nodes(tree):
            for start, _ in operator.mutation_positions(node):
                if not any(first <= start < last for first, last in ignored):
                    yield start, Fault(name, operator_name, occurrence, start[0])
                occurrence += 1


def _ignored(code: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Spans of annotations, decorators and heads of functions and classes: no test of behaviour could see a change."""
    nodes: list[ast.expr] = []
    spans: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.AnnAssign):
            nodes.append(node.annotation)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            nodes += node.decorator_list
            spans.append(((node.lineno, 0), (node.body[0].lineno, 0)))
    return spans + [
        ((node.lineno, node.col_offset), (node.end_lineno or node.lineno, node.end_col_offset or 0)) for node in nodes
    ]


def mutated(code: str, fault: Fault) -> str | None:
    """The source with the fault in it; None where Cosmic Ray makes none after all."""
    found: str | None = mutate_code(code, get_operator(fault.operator)(), fault.occurrence)
    return found


def measure(
    name: str, tree: Path, seed: int, *, sample: int | None, former: Sequence[dict[str, Any]], again: bool
) -> dict[str, Any]:
    """Runs the tests of one package against a sample of faults; the result as it is written to the file.

    With ``again`` only the ``former`` survivors are tried again. A former survivor keeps the reason why
    it changes nothing (``equivalent``, written by hand) as long as it survives.
    """
    package = PACKAGES[name]._replace(sample=sample or PACKAGES[name].sample)
    files = sorted(str(path) for pattern in package.tests for path in (tree / "tests").glob(pattern))
    _fresh()
    if _tests(files, properties=False) not in _PASSED:
        raise SystemExit(f"The tests of {name} fail without any fault; repair them first.")
    survivors, killed = [], 0
    reasons = {(each["place"], each["became"]): each.get("equivalent") for each in former}
    for number, fault in enumerate(faults(tree / "src" / "tollbook", package, random.Random(f"{seed} {name}"))):  # noqa: S311
        path = tree / "src" / "tollbook" / fault.file
        described = _described(path, fault)
        key = described["place"], described["became"]
        survived = (key in reasons or not again) and _survives(path, fault, files, number)
        killed += not survived
        if survived:
            survivors.append(described | ({"equivalent": why} if (why := reasons.get(key)) else {}))
        print(f"{name} {number + 1}: {described['place']} {'SURVIVED' if survived else 'killed'}", flush=True)
    return {"sampled": killed + len(survivors), "killed": killed, "seed": seed, "survivors": survivors}


def _survives(path: Path, fault: Fault, files: list[str], number: int) -> bool:
    """Whether the tests let a fault pass; False where they fail or do not end."""
    code = path.read_text("utf-8")
    # Tables are the quickest, then the tests that name the module, which are the most likely to notice.
    tables = [each for each in files if each.endswith("_tables.py")]
    nearest = [each for each in files if path.stem in Path(each).read_text("utf-8") and each not in tables]
    stages = tables, nearest, [each for each in files if each not in {*tables, *nearest}]
    try:
        path.write_text(mutated(code, fault) or "", "utf-8")
        # A time of its own, so that no compiled file of the sound source is taken for that of this one.
        os.utime(path, (number + 1, number + 1))
        return all(_pass(some, properties=late) for late in (False, True) for some in stages if some)
    finally:
        path.write_text(code, "utf-8")


def _described(path: Path, fault: Fault) -> dict[str, str]:
    """A fault as it is written to the file: its place, the line, and the line with the fault in it."""
    code = path.read_text("utf-8")
    changed = mutated(code, fault)
    if changed is None or changed == code:
        raise SystemExit(f"{fault} changes nothing.")
    before, after = code.splitlines(), changed.splitlines()
    line = next(n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b)
    return {"place": f"{fault.file}:{line + 1}", "was": before[line].strip(), "became": after[line].strip()}


def _pass(files: list[str], *, properties: bool) -> bool:
    """Whether the tests pass, in a process of its own that has the libraries loaded already."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (SLOW, SLOW))
        os._exit(_tests(files, properties=properties))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) in _PASSED


def _tests(files: Sequence[str], *, properties: bool) -> int:
    """The exit code of pytest, which says nothing on the screen."""
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
    """Forgets the modules of the tree, so that the next run imports them as they then are."""
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
    results = json.loads(asked.out.read_text("utf-8")) if asked.out.exists() else {}
    if not asked.table:
        with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
            tree = Path(folder)
            for part in ("src", "tests"):
                shutil.copytree(ROOT / part, tree / part, ignore=shutil.ignore_patterns("__pycache__"))
            shutil.copy(ROOT / "pyproject.toml", tree)
            compileall.compile_dir(tree / "src", quiet=1)
            os.chdir(tree)
            sys.path[:] = [str(tree), str(tree / "src"), *(p for p in sys.path if Path(p or ".").resolve() != ROOT)]
            sys.path[:] = [p for p in sys.path if Path(p).resolve() != ROOT / "src"]
            for name in asked.packages or PACKAGES:
                results[name] = measure(
                    name,
                    tree,
                    asked.seed,
                    sample=asked.sample,
                    former=results.get(name, {}).get("survivors", ()),
                    again=asked.again,
                )
                ordered = {each: results[each] for each in PACKAGES if each in results}
                asked.out.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", "utf-8")
    print(table(json.loads(asked.out.read_text("utf-8"))))


if __name__ == "__main__":
    main()
