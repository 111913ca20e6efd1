"""The leak check: every byte that is about to leave is searched for every withheld name, in every spelling.

Files are read in pieces, so that an export of any size is checked in little memory.
"""

import codecs
import html
import re
import zipfile
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import IO

from tollbook.errors import Refused
from tollbook.export.spellings import Spellings

#: Bytes read at a time, and characters that each piece has in common with the one before. A name is missed only where
#: more than these stand between its first and its last letter and none of them is a letter of a word.
_CHUNK, _SHARED = 1 << 20, 1 << 16
_TAGS = re.compile(r"<[^<>]*>")
#: Markup within a word ("Ani<b>ra"). Cells of a sheet have several tags between them, and are not put together.
_WITHIN = re.compile(r"(?<=\w)<[^<>]*>(?=[\w&])")
_ESCAPED = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")
#: Percent signs of URLs with two hexadecimal digits each.
_PERCENT = re.compile(rb"%([0-9a-fA-F]{2})")


def check(folder: Path, withheld: Spellings, always: AbstractSet[str] = frozenset()) -> None:
    """Raise Refused where a file, or its name, holds a withheld name. The name itself is not repeated.

    ZIP files (workbooks too) are looked into. JSON escapes, XML and HTML entities and URL escapes are undone first.
    ``always`` are texts, as ``texts`` gives them, that tell nothing of this book.
    """
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        with path.open("rb") as file:
            for inside, text in texts(path.relative_to(folder).as_posix(), file):
                if text not in always and next(withheld.find(text), None) is not None:
                    raise Refused(
                        f"A name that this profile withholds still stands in {inside}; nothing was written. Drop the "
                        "field it stands in, or keep the name, in a profile of your own: tollbook profile public > "
                        "my.toml"
                    )


def texts(name: str, file: IO[bytes]) -> Iterator[tuple[str, str]]:
    """All that can be read in a file, its name and what is packed in it too: where it stands, and the words."""
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as packed:
            for inside in packed.namelist():
                with packed.open(inside) as member:
                    yield from texts(f"{name}, {inside}", member)
        return
    file.seek(0)
    yield name, name
    for piece in _pieces(file):
        yield from ((name, text) for text in _readings(piece))


def _pieces(file: IO[bytes]) -> Iterator[str]:
    """The text of a file in pieces that overlap, cut at white space, so that no name is cut in two and none made."""
    text, decoder = "", codecs.getincrementaldecoder("utf-8")("replace")
    for chunk in iter(lambda: file.read(_CHUNK), b""):
        text += decoder.decode(chunk)
        end = _space_before(text, len(text))
        yield text[:end]
        text = text[_space_before(text, max(0, end - _SHARED)) :]
    yield text + decoder.decode(b"", final=True)


def _space_before(text: str, end: int) -> int:
    """Where the last white space before ``end`` stands; ``end`` itself where there is none."""
    at = max(text.rfind(space, 0, end) for space in " \n\t")
    return end if at < 0 else at


def _readings(text: str) -> Iterator[str]:
    """The text as each program would read it: as it is, as JSON, as markup, as URLs."""
    yield text
    if escaped := _lines(text, "\\"):
        yield _ESCAPED.sub(lambda m: chr(int(m.group(1), 16)) if m.group(1) else " ", escaped)
    if marked := _lines(text, "<&"):
        yield html.unescape(_TAGS.sub(" ", marked))
        yield html.unescape(_TAGS.sub(" ", _WITHIN.sub("", marked)))
    if percent := _lines(text, "%"):
        raw = percent.encode("utf-8", errors="replace")
        yield _PERCENT.sub(lambda m: bytes([int(m.group(1), 16)]), raw).decode("utf-8", errors="replace")


def _lines(text: str, signs: str) -> str:
    """The lines in which one of the signs stands: most hold none, and are read once."""
    if not any(sign in text for sign in signs):
        return ""
    return "\n".join(line for line in text.split("\n") if any(sign in line for sign in signs))
