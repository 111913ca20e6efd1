"""Fingerprints: the hash of files, so that records made with them show when the files change."""

import hashlib
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable


def fingerprint(*paths: str, root: Traversable | None = None) -> str:
    """The SHA-256, as hex digits, of files and of everything in folders, each with its path below ``root``.

    ``root`` is the package ``tollbook`` unless another is given; the path ``""`` is all of it. Bytes are hashed, with
    comments and docstrings: a syntax tree would differ from one version of Python to the next, and so would every id
    made of it. Raises FileNotFoundError where a path does not exist.
    """
    base = resources.files("tollbook") if root is None else root
    digest = hashlib.sha256()
    for path in sorted(set(paths)):
        for name, file in _files(base.joinpath(path), path):
            content = file.read_bytes()
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()


def _files(entry: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    """The files at or below a path in the order of their names, without compiled code and hidden files."""
    if not entry.is_dir():
        yield path, entry
        return
    for inner in sorted(entry.iterdir(), key=lambda each: each.name):
        if inner.name != "__pycache__" and not inner.name.startswith("."):
            yield from _files(inner, f"{path}/{inner.name}")
