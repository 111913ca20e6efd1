"""Makes an exported graph multiply in floats; its matrices stay stored in 8 bits.

``quantize_dynamic`` rounds the values before each product to 8 bits. Sums of floats differ in their last digits between
processors, so a value near a step is rounded up on one and down on another, and a report is read differently
(decision 174). Here the matrices become floats when a graph is loaded, and nothing is rounded afterwards.
"""

from collections import defaultdict
from typing import Any

from onnx import TensorProto, helper


def rewrite(graph: Any) -> None:
    """Replace the integer products of ``graph``, an ONNX GraphProto, in place; doing it again changes nothing.

    ``quantize_dynamic`` makes five nodes of a product: the values are rounded, multiplied, and cast to floats; the
    scale of the values is multiplied by that of the matrix, and the result by both.
    """
    made_by = {output: node for node in graph.node for output in node.output}
    users = defaultdict(list)
    for node in graph.node:
        for name in node.input:
            users[name].append(node)
    matrices: dict[str, list[Any]] = {}
    products: dict[str, Any] = {}
    dropped: set[str] = set()
    for node in graph.node:
        if node.op_type != "MatMulInteger":
            continue
        rounded, matrix, _, zero = node.input
        [cast] = users[node.output[0]]
        [scaled] = users[cast.output[0]]
        scales = made_by[_other(scaled, cast.output[0])]
        values, (_, values_scale, _) = made_by[rounded].input[0], made_by[rounded].output
        matrices.setdefault(matrix, _as_floats(matrix, zero, _other(scales, values_scale)))
        [result] = scaled.output
        products[result] = helper.make_node("MatMul", [values, _floats(matrix)], [result])
        dropped |= {rounded, node.output[0], cast.output[0], scales.output[0]}
    kept = [products.get(node.output[0], node) for node in graph.node if node.output[0] not in dropped]
    del graph.node[:]
    graph.node.extend([*(node for made in matrices.values() for node in made), *kept])


def _other(node: Any, name: str) -> str:
    """The input of a node of two that is not ``name``."""
    [other] = [each for each in node.input if each != name]
    return str(other)


def _floats(matrix: str) -> str:
    return f"{matrix}_floats"


def _as_floats(matrix: str, zero: str, scale: str) -> list[Any]:
    """The nodes that make floats of a matrix of integers: its values less their zero, times their scale."""
    integers, nothing, less = (f"{matrix}_{part}" for part in ("integers", "nothing", "less"))
    return [
        helper.make_node("Cast", [matrix], [integers], to=TensorProto.FLOAT),
        helper.make_node("Cast", [zero], [nothing], to=TensorProto.FLOAT),
        helper.make_node("Sub", [integers, nothing], [less]),
        helper.make_node("Mul", [less, scale], [_floats(matrix)]),
    ]
