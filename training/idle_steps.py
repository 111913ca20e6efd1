"""Takes steps out of an exported graph that change no result.

PyTorch exports attention with a check for rows that are masked whole, whose softmax is no number, and makes the mask
again in every layer. A window has at least its two markers, so no row is masked whole; and all layers have one mask.
The results stay the same to the last bit (decision 149).
"""

from typing import Any

from numpy.typing import NDArray
from onnx import numpy_helper


def remove(graph: Any) -> None:
    """Take the idle steps out of ``graph``, an ONNX GraphProto, in place; doing it again changes nothing."""
    made_by = {output: node for node in graph.node for output in node.output}
    constants = {n.output[0]: numpy_helper.to_array(n.attribute[0].t) for n in graph.node if n.op_type == "Constant"}
    instead: dict[str, str] = {}
    idle: list[Any] = []
    masks: dict[tuple[str, ...], str] = {}
    for node in graph.node:
        if node.op_type != "Where":
            continue
        condition, given, otherwise = node.input
        check = made_by.get(condition)
        if _is_check(check, otherwise, made_by):
            instead[node.output[0]] = otherwise
            idle += [node, check]
        elif given in constants and otherwise in constants:
            same = masks.setdefault((condition, _key(constants[given]), _key(constants[otherwise])), node.output[0])
            if same != node.output[0]:
                instead[node.output[0]] = same
                idle.append(node)
    for node in graph.node:
        for n, name in enumerate(node.input):
            node.input[n] = instead.get(name, name)
    for node in idle:
        graph.node.remove(node)


def _is_check(check: Any, values: str, made_by: dict[str, Any]) -> bool:
    """Whether a node asks which values of a softmax are no numbers."""
    if check is None or check.op_type != "IsNaN" or check.input[0] != values:
        return False
    return bool(made_by[values].op_type == "Softmax")


def _key(values: NDArray[Any]) -> str:
    return f"{values.dtype} {values.shape} {values.tobytes().hex()}"
