"""The leak check: every byte that is about to leave is searched for every withheld name, in every spelling."""

import html
import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tollbook.errors import Refused
from tollbook.export.spellings import Spellings

_TAGS = re.compile(r"<[^>]*>")
_ESCAPED = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")
#: Percent signs of URLs with two hexadecimal digits each.
_PERCENT = re.compile(rb"%([0-9a-fA-F]{2})")


def check(folder: Path, withheld: Spellings) -> None:
    """Raise Refused where a file, or its name, holds a withheld name. The name itself is not repeated.

    ZIP files (workbooks too) are looked into. JSON escapes, XML and HTML entities and URL escapes are undone first.
    """
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        for inside, data in _members(name, path.read_bytes()):
            if any(_found(text, withheld) for text in (inside, *_readings(data))):
                raise Refused(
                    f"A name that this profile withholds still stands in {inside}; nothing was written. Drop the "
                    "field it stands in, or keep the name, in a profile of your own: tollbook profile public > my.toml"
                )


def _found(text: str, withheld: Spellings) -> bool:
    return next(withheld.find(text), None) is not None


def _members(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    if not zipfile.is_zipfile(io.BytesIO(data)):
        yield name, data
        return
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        for inside in file.namelist():
            yield from _members(f"{name}, {inside}", file.read(inside))


def _readings(data: bytes) -> Iterator[str]:
    """The bytes as each program would read them: as they are, as JSON, as markup, as URLs."""
    text = data.decode("utf-8", errors="replace")
    yield text
    if escaped := _lines(text, "\\"):
        yield _ESCAPED.sub(lambda m: chr(int(m.group(1), 16)) if m.group(1) else " ", escaped)
    if marked := _lines(text, "<&"):
        yield html.unescape(_TAGS.sub(" ", marked))
        # Markup within a word is seen only where it is taken out whole.
        yield html.unescape(_TAGS.sub("", marked))
    if percent := _lines(text, "%"):
        raw = percent.encode("utf-8", errors="replace")
        yield _PERCENT.sub(lambda m: bytes([int(m.group(1), 16)]), raw).decode("utf-8", errors="replace")


def _lines(text: str, signs: str) -> str:
    """The lines in which one of the signs stands: most hold none, and are read once."""
    if not any(sign in text for sign in signs):
        return ""
    return "\n".join(line for line in text.split("\n") if any(sign in line for sign in signs))
