"""The identity of a model as a reader, and its form in the finders of claims and readings."""

import re

import msgspec

from tollbook.model import Record
from tollbook.readers.base import TOGETHER, Reader, finder_of
from tollbook.readers.llm import combining, prompt
from tollbook.readers.llm.combining import CombiningRule

NAME = "llm"
#: Used in place of the digest of a model whose server does not give it.
NO_DIGEST = "no-digest"
_IDENTITY = re.compile(
    r"llm/(?P<model>\S+)@(?P<digest>\S+) prompt \d+\.\w+(?: confidence (?P<confidence>\w+))? \+ (?:.* \+ )?"
    r"by (?P<rule>[\w-]+)"
)


class ModelIdentity(Record, frozen=True, kw_only=True):
    """A model as a reader: its name, the first digits of its digest, and the rule that combines it with another reader.

    ``confidence`` is the beginning of the hash of the file with its measured confidence; None without one.
    """

    model: str
    digest: str = NO_DIGEST
    rule: CombiningRule = combining.DEFAULT
    confidence: str | None = None

    @classmethod
    def of_finder(cls, finder: str) -> "ModelIdentity | None":
        """The identity in the finder of a reading; None for that of another reader."""
        found = _IDENTITY.fullmatch(finder)
        return None if found is None else msgspec.convert(found.groupdict(), cls)

    @property
    def finder(self) -> str:
        """The finder of the claims of the model, the same for every rule of combination."""
        measured = f" confidence {self.confidence}" if self.confidence else ""
        return f"{NAME}/{self.model}@{self.digest} prompt {prompt.VERSION}.{prompt.code()}{measured}"


def version_of(identity: ModelIdentity, beside: Reader | None) -> str:
    """The version of a model as a reader: the model, its digest and the prompt, the reader beside it, and the rule."""
    own = identity.finder.partition("/")[2]
    return TOGETHER.join([own, *([finder_of(beside)] if beside is not None else []), f"by {identity.rule}"])
