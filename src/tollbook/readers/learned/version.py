"""The version of the learned reader: the hash of the rules, of the model, and of what runs it."""

import functools
import hashlib
from importlib import metadata

from tollbook.fingerprint import fingerprint
from tollbook.readers.rules import version as rules

_PACKAGES = ("onnxruntime", "tokenizers")


@functools.cache
def current() -> str:
    """Twelve hex digits of a SHA-256. Takes about 50 ms, once."""
    packages = [f"{name} {metadata.version(name)}" for name in _PACKAGES]
    parts = [rules.current(), fingerprint("readers/learned"), *packages]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]
