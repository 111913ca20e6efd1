"""The measured confidence of one model: the share of its claims of each kind that were right on a marked set.

``bench-reader --save`` writes it, ``--confidence`` uses it. A claim is right if its words, its kind and its
number are those that people marked.
"""

import hashlib
from pathlib import Path
from typing import Any

import msgspec

from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Claim, Record
from tollbook.readers.llm import prompt
from tollbook.readers.llm.identity import NO_DIGEST, ModelIdentity
from tollbook.readers.scoring import KindPrecision

#: The fewest claims that a share is taken of. A judgement: the standard error of a share of 30 is at most 0.09.
FEWEST = 30
#: Digits of the hash that a finder names.
_DIGITS = 8


class MeasuredConfidence(Record, frozen=True, kw_only=True):
    """The measured confidence of a model by kind of claim, with the set and the prompt of the measurement.

    ``set`` is the SHA-256 of the marked claims, ``reports`` how many reports were read.
    """

    model: str
    digest: str = NO_DIGEST
    prompt: int
    set: str
    reports: int
    kinds: dict[str, KindPrecision] = msgspec.field(default_factory=dict)

    def of(self, claim: Claim) -> float | None:
        """The share of right claims of a kind; None for a kind of which too few were measured."""
        measured = self.kinds.get(claim.kind, KindPrecision())
        return round(measured.number / measured.claims, 3) if measured.claims >= FEWEST else None


class ConfidenceFile(Record, frozen=True, kw_only=True):
    """Measured confidence and the beginning of the hash of its file, which finders name."""

    measured: MeasuredConfidence
    digest: str
    data: bytes


def encoded(measured: MeasuredConfidence) -> bytes:
    """The measured confidence as the bytes of a file."""
    return msgspec.json.format(msgspec.json.encode(measured), indent=2) + b"\n"


def decoded(data: bytes, name: str) -> ConfidenceFile:
    """The measured confidence in the bytes of a file. Raises Refused for a file of another shape, or without sense."""
    try:
        measured = msgspec.json.decode(data, type=MeasuredConfidence)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(message("{file} has no measured confidence: {error}. Write one with: tollbook bench-reader SET "
                              "--save FILE", file=name, error=error)) from error  # fmt: skip
    if any(not 0 <= each.number <= each.found <= each.claims for each in measured.kinds.values()):
        raise Refused(message("{file} has no measured confidence: it has more right claims than claims.", file=name))
    return ConfidenceFile(measured=measured, digest=hashlib.sha256(data).hexdigest()[:_DIGITS], data=data)


def load(path: Path) -> ConfidenceFile:
    """The measured confidence in a file. Raises Refused."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Refused(message("{file} cannot be read: {error}.", file=path, error=error.strerror)) from error
    return decoded(data, str(path))


def require_for(measured: MeasuredConfidence, identity: ModelIdentity) -> None:
    """Raise Refused if another model was measured than the one that is to read."""
    wanted: dict[str, Any] = {"model": identity.model, "digest": identity.digest, "prompt": prompt.VERSION}
    for field, value in wanted.items():
        found = getattr(measured, field)
        if found != value:
            raise Refused(
                message("The confidence was measured for {field} {found}, but {value} is to read. Measure this one "
                        "with tollbook bench-reader, or read without --confidence.",
                        field=field, found=found, value=value)
            )  # fmt: skip
