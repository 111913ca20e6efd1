"""The leak check: searches every file of an export for every withheld name, in every spelling.

Files are read in pieces, so that an export of any size is checked in little memory.
"""

import codecs
import contextlib
import html
import re
import sqlite3
import zipfile
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import IO

from tollbook.errors import Refused
from tollbook.export.name_matcher import NameMatcher
from tollbook.locale.messages import message

#: Bytes read at a time, and characters by which each piece overlaps the one before. A name is missed only if there are
#: more characters between its first and last letter, none of them a letter.
_CHUNK, _OVERLAP = 1 << 20, 1 << 16
_TAGS = re.compile(r"<[^<>]*>")
#: Markup inside a word ("Ani<b>ra"). Cells of a sheet have several tags between them and are not joined.
_INSIDE_WORD = re.compile(r"(?<=\w)<[^<>]*>(?=[\w&])")
_ESCAPED = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")
#: Countries and columns of a sheet: one or two capital letters are no name here. Every workbook has them, so a victim
#: called "Mr B" would stop each. Texts are redacted before, initials too.
_CODE = re.compile(r"[A-Z]{1,2}")
#: How an SQLite file begins.
_SQLITE = b"SQLite format 3\0"
#: Percent escapes of URLs, and the most levels of escaping; more than two were never seen.
_TIMES_ESCAPED = 3
_PERCENT = re.compile(rb"%([0-9a-fA-F]{2})")


def check(folder: Path, withheld: NameMatcher, ignored: AbstractSet[str] = frozenset()) -> None:
    """Raise Refused if a file, or its name, contains a withheld name. The message does not repeat the name.

    ZIP files and workbooks are opened. JSON escapes, XML and HTML entities and URL escapes are decoded first.
    ``ignored`` are texts, as returned by ``texts``, that every export in this format contains.
    """
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        with path.open("rb") as file:
            for inside, text in texts(path.relative_to(folder).as_posix(), file):
                if text not in ignored and _has_name(text, withheld):
                    raise Refused(
                        message(
                            "{file} would contain a name that this profile withholds, so nothing was written. Make "
                            "your own profile with tollbook profile public > my.toml; drop the field or keep the name.",
                            file=inside,
                        )
                    )


def check_labels(labels: Iterable[str], withheld: NameMatcher) -> None:
    """Raise Refused if a label of a picture contains a withheld name. The message does not repeat the name."""
    if any(_has_name(label, withheld) for label in labels):
        raise Refused(
            message(
                "The figure would contain a name that this profile withholds, so nothing was written. Make your own "
                "profile with tollbook profile public > my.toml; drop the field or keep the name."
            )
        )


def texts(name: str, file: IO[bytes]) -> Iterator[tuple[str, str]]:
    """All texts of a file, including its name and the files packed in it, as (file, text)."""
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as packed:
            for inside in packed.namelist():
                with packed.open(inside) as member:
                    yield from texts(f"{name}, {inside}", member)
        return
    file.seek(0)
    yield name, name
    if file.read(len(_SQLITE)) == _SQLITE:
        file.seek(0)
        yield from ((name, text) for text in _cells(file.read()))
        return
    file.seek(0)
    for piece in _pieces(file):
        yield from ((name, text) for text in _decodings(piece))


def _has_name(text: str, withheld: NameMatcher) -> bool:
    return any(not _CODE.fullmatch(text[slice(*span)]) for span in withheld.find(text))


def _cells(data: bytes) -> Iterator[str]:
    """The definitions and all texts of an SQLite file, one by one; its indexes have no other words."""
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(data)
        for name, definition in database.execute("SELECT name, sql FROM sqlite_master").fetchall():
            yield from (name, definition or "")
            if (definition or "").startswith("CREATE TABLE"):
                rows = database.execute(f'SELECT * FROM "{name}"')  # noqa: S608 - a table of this very file
                yield from (cell for row in rows for cell in row if isinstance(cell, str))


def _pieces(file: IO[bytes]) -> Iterator[str]:
    """The text of a file in overlapping pieces, cut at white space, so that no name is cut or created."""
    text, decoder = "", codecs.getincrementaldecoder("utf-8")("replace")
    for chunk in iter(lambda: file.read(_CHUNK), b""):
        text += decoder.decode(chunk)
        end = _space_before(text, len(text))
        yield text[:end]
        text = text[_space_before(text, max(0, end - _OVERLAP)) :]
    yield text + decoder.decode(b"", final=True)


def _space_before(text: str, end: int) -> int:
    """The offset of the last white space before ``end``; ``end`` if there is none."""
    at = max(text.rfind(space, 0, end) for space in " \n\t")
    return end if at < 0 else at


def _decodings(text: str) -> Iterator[str]:
    """The text as programs would decode it: unchanged, as JSON, as markup, as URLs."""
    yield text
    if escaped := _lines(text, "\\"):
        yield _ESCAPED.sub(lambda m: chr(int(m.group(1), 16)) if m.group(1) else " ", escaped)
    if marked := _lines(text, "<&"):
        yield html.unescape(_TAGS.sub(" ", marked))
        yield html.unescape(_TAGS.sub(" ", _INSIDE_WORD.sub("", marked)))
    if percent := _lines(text, "%"):
        yield from _unquoted(percent)


def _unquoted(text: str) -> Iterator[str]:
    """A text without percent escapes, as UTF-8 and as Latin-1; escapes of escapes too."""
    raw = text.encode("utf-8", errors="replace")
    for _ in range(_TIMES_ESCAPED):
        raw, before = _PERCENT.sub(lambda m: bytes([int(m.group(1), 16)]), raw), raw
        if raw == before:
            return
        yield raw.decode("utf-8", errors="replace")
        yield raw.decode("latin-1")


def _lines(text: str, signs: str) -> str:
    """The lines that contain one of the signs. Most contain none and are checked only once."""
    if not any(sign in text for sign in signs):
        return ""
    return "\n".join(line for line in text.split("\n") if any(sign in line for sign in signs))
