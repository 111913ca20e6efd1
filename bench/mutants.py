"""Small faults for :mod:`bench.mutation`: all that Cosmic Ray can make, a sample of them, and the changed source."""

import ast
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

#: Operators that are left out, because no test of behaviour can notice their changes, or they never apply.
LEFT_OUT = ("no_op", "RemoveDecorator", "Variable", "NoOp", "ExceptionReplacer")


class Fault(NamedTuple):
    """One change to one file: Cosmic Ray's operator and which of its occurrences, with the line it changes."""

    file: str
    operator: str
    occurrence: int
    line: int


def faults(source: Path, patterns: Sequence[str], seed: str, most: int) -> list[Fault]:
    """At most ``most`` faults in random order: places first, then one of the changes that can be made at each.

    A larger sample begins with a smaller one, and the first faults of a sample are a sample too.
    """
    places: dict[tuple[str, int, int], list[Fault]] = {}
    for pattern in patterns:
        for path in sorted(source.glob(pattern)):
            for (line, column), fault in _possible(path, path.relative_to(source).as_posix()):
                places.setdefault((fault.file, line, column), []).append(fault)
    order = sorted(places)
    random.Random(seed).shuffle(order)  # noqa: S311
    return [random.Random(f"{seed} {place}").choice(places[place]) for place in order[:most]]  # noqa: S311


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
    """Spans of annotations, decorators and heads of functions and classes: tests of behaviour cannot notice changes."""
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
    """The source with the fault in it; None if Cosmic Ray makes none after all."""
    changed: str | None = mutate_code(code, get_operator(fault.operator)(), fault.occurrence)
    return changed


def described(path: Path, fault: Fault) -> dict[str, str]:
    """A fault in the form of the file: its place, the line, and the line with the fault in it."""
    code = path.read_text("utf-8")
    changed = mutated(code, fault)
    if changed is None or changed == code:
        raise SystemExit(f"{fault} changes nothing.")
    before, after = code.splitlines(), changed.splitlines()
    line = next(n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b)
    return {"place": f"{fault.file}:{line + 1}", "was": before[line].strip(), "became": after[line].strip()}


def found(source: Path, change: dict[str, str]) -> Fault | None:
    """The fault that makes a change written by :func:`described`; None if the line has changed since."""
    name, number = change["place"].split(":")
    path, line = source / name, int(number)
    if not path.exists():
        return None
    # Cosmic Ray gives the line in which a statement begins.
    near = (fault for _, fault in _possible(path, name) if line - 20 <= fault.line <= line)
    return next((fault for fault in near if described(path, fault).items() <= change.items()), None)
