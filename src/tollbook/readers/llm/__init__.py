"""The reader that asks a language model of the user's choice, and keeps only proposals that the text confirms."""

from tollbook.readers.base import TOGETHER
from tollbook.readers.llm.client import ModelClient
from tollbook.readers.llm.combining import CombiningRule
from tollbook.readers.llm.confidence import ConfidenceFile, MeasuredConfidence
from tollbook.readers.llm.confidence import load as load_confidence
from tollbook.readers.llm.connecting import ModelChoice, identify, key
from tollbook.readers.llm.endpoint import is_local, parse
from tollbook.readers.llm.identity import NAME, ModelIdentity
from tollbook.readers.llm.reader import Answers, InMemory, LanguageModelReader, Usage, passage_sizes

__all__ = [
    "NAME",
    "TOGETHER",
    "Answers",
    "CombiningRule",
    "ConfidenceFile",
    "InMemory",
    "LanguageModelReader",
    "MeasuredConfidence",
    "ModelChoice",
    "ModelClient",
    "ModelIdentity",
    "Usage",
    "identify",
    "is_local",
    "key",
    "load_confidence",
    "parse",
    "passage_sizes",
]
