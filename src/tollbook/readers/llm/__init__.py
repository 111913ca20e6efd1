"""The reader that asks a language model of the user's choice, and keeps only what the text bears out."""

from tollbook.readers.base import TOGETHER
from tollbook.readers.llm.client import ModelClient
from tollbook.readers.llm.combining import CombiningRule
from tollbook.readers.llm.connecting import ModelChoice, identify, key
from tollbook.readers.llm.endpoint import is_local, parse
from tollbook.readers.llm.reader import (
    NAME,
    Answers,
    InMemory,
    LanguageModelReader,
    ModelIdentity,
    Usage,
    passage_sizes,
)

__all__ = [
    "NAME",
    "TOGETHER",
    "Answers",
    "CombiningRule",
    "InMemory",
    "LanguageModelReader",
    "ModelChoice",
    "ModelClient",
    "ModelIdentity",
    "Usage",
    "identify",
    "is_local",
    "key",
    "parse",
    "passage_sizes",
]
