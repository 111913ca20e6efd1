"""Decodes JSON from outside into records, with a limit on nesting so that no code runs out of stack."""

import re
from typing import TypeVar

import msgspec

_Shape = TypeVar("_Shape")
#: The deepest record (a decision with claims, their places and candidates) has 10 levels; Python allows about 900.
_DEEPEST = 50
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_BRACKETS = re.compile(rb"[\[{]+|[\]}]+")


def decode(raw: bytes, shape: type[_Shape]) -> _Shape:
    """The record in some JSON. Raises msgspec.DecodeError for another shape, for invalid JSON, and for deep nesting."""
    depth = 0
    for brackets in _BRACKETS.finditer(_STRING.sub(b"", raw)):
        depth += len(brackets[0]) * (1 if brackets[0][:1] in b"[{" else -1)
        if depth > _DEEPEST:
            raise msgspec.DecodeError(f"it is nested more than {_DEEPEST} levels deep")
    return msgspec.json.decode(raw, type=shape)
