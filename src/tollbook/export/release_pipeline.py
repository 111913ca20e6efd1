"""Handing a book on: nothing leaves before it was looked through for names withheld and stands in the log."""

import hashlib
import io
from collections.abc import Callable
from datetime import date
from pathlib import Path

from tollbook.errors import Refused
from tollbook.export import archive, files, leak_check, release_profiles
from tollbook.export.formats import ARCHIVE, ENDINGS, EXPORTS, FORMATS
from tollbook.export.release import release
from tollbook.export.release_profiles import Profile
from tollbook.export.spellings import Spellings
from tollbook.model import Record
from tollbook.record import Contents
from tollbook.store import Store

EXPORTED = "exported"


class ExportRequest(Record, frozen=True, kw_only=True):
    """What is to be handed on: in which format, under which rule, as of which day, to whom; which incidents."""

    format: str
    rule: str
    as_of: date | None = None
    profile: str | None = None
    only: str | None = None


def release_files(store: Store, contents: Callable[[], Contents], out: Path, order: ExportRequest) -> list[Path]:
    """Write the book to ``out`` as ordered; the files written. Raises Refused, BookError; then nothing is left.

    The log is written before the files are moved into place: a file that left without an entry is worse than an entry
    whose file was lost.
    """
    if order.format not in EXPORTS:
        raise Refused(f"There is no export format {order.format}; choose one of: {', '.join(EXPORTS)}.")
    store.check_writable()
    profile = release_profiles.load(order.profile) if order.profile is not None else None
    withheld, made = _made(store, contents, order, profile)

    def let_go(whole: Path) -> None:
        if withheld:
            leak_check.check(whole, withheld, _always(order))
        sums = {name: _sha256(whole / name) for name in made}
        said = order.to_dict() | {"profile": profile.to_log() if profile else None, "files": sums}
        store.append(EXPORTED, order.format, said, actor=store.actor)

    return files.write(out, made, single=order.format in ENDINGS, release=let_go)


def _made(
    store: Store, contents: Callable[[], Contents], order: ExportRequest, profile: Profile | None
) -> tuple[Spellings, files.Files]:
    """The names that must be found nowhere in them, and the files."""
    if order.format == ARCHIVE:
        if profile is not None:
            raise Refused("An archive is the whole book and has no profile; choose another format for others to see.")
        return Spellings(()), archive.files(store)
    make = FORMATS[order.format]
    if profile is None:
        return Spellings(()), make(contents())
    released = release(contents(), profile)
    return Spellings(released.withheld, parts=released.parts), make(released.contents)


def _always(order: ExportRequest) -> frozenset[str]:
    """What a format says of every book, an empty one too: fonts and scripts in a workbook that share people's names."""
    empty = FORMATS[order.format](Contents()) if order.format in FORMATS else {}
    found = (leak_check.texts(name, io.BytesIO(b"".join(chunks))) for name, chunks in empty.items())
    return frozenset(text for texts in found for _, text in texts)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
