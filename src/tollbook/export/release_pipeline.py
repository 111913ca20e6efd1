"""Exports a book: every export is scanned for withheld names and logged before its files are written."""

import functools
import hashlib
import io
from collections.abc import Callable
from datetime import date
from pathlib import Path

from tollbook.errors import Refused
from tollbook.export import archive, files, leak_check, public_ids, release_profiles, rocrate
from tollbook.export.formats import ARCHIVE, ENDINGS, EXPORTS, FORMATS, ROCRATE, ExportFormat
from tollbook.export.name_matcher import NameMatcher
from tollbook.export.release import release
from tollbook.export.release_profiles import ReleaseProfile
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.record import Contents
from tollbook.store import Store

EXPORTED = "exported"


class ReleaseRequest(Record, frozen=True, kw_only=True):
    """The settings of an export: format, rule for figures, day, release profile, and ``only``: criteria for incidents.

    ``name`` and ``licence`` are for formats that need them.
    """

    format: str
    rule: str
    as_of: date | None = None
    profile: str | None = None
    only: str | None = None
    name: str = ""
    licence: str = ""


def release_files(store: Store, contents: Callable[[], Contents], out: Path, request: ReleaseRequest) -> list[Path]:
    """Export the book to ``out``; returns the files written. Raises Refused or BookError, and then writes nothing.

    The log entry is written before the files are moved into place, because an export without a log entry is worse than
    a log entry without its export.
    """
    if request.format not in EXPORTS:
        raise Refused(
            message(
                "There is no export format {name}; choose one of: {names}.",
                name=request.format,
                names=", ".join(EXPORTS),
            )
        )
    store.check_writable()
    profile = release_profiles.load(request.profile) if request.profile is not None else None
    withheld, exported = _make(store, contents, request, profile)

    def check_and_log(folder: Path) -> None:
        if withheld:
            leak_check.check(folder, withheld, _always(request))
        sums = {name: _sha256(folder / name) for name in exported}
        payload = request.to_dict() | {"profile": profile.to_log() if profile else None, "files": sums}
        store.append(EXPORTED, request.format, payload, actor=store.actor)

    return files.write(out, exported, single=request.format in ENDINGS, release=check_and_log)


def _make(
    store: Store, contents: Callable[[], Contents], request: ReleaseRequest, profile: ReleaseProfile | None
) -> tuple[NameMatcher, files.Files]:
    """The names that the files must not contain, and the files."""
    if request.format == ARCHIVE:
        if profile is not None:
            raise Refused(
                message("An archive is the whole book, so no release profile applies to it; choose another format.")
            )
        return NameMatcher(()), archive.files(store)
    export = _export_of(request)
    if profile is None:
        return NameMatcher(()), export(contents())
    released = release(contents(), profile, key=public_ids.key_of(store))
    return released.matcher(), export(released.contents)


def _export_of(request: ReleaseRequest) -> ExportFormat:
    """The function of a format; name and licence of the request are bound if the format needs them."""
    if request.format != ROCRATE:
        return FORMATS[request.format]
    return functools.partial(rocrate.files, about=rocrate.CrateAbout(name=request.name, licence=request.licence))


def _always(request: ReleaseRequest) -> frozenset[str]:
    """The texts that a format always contains: names of fonts in a workbook, for example, are also names of people."""
    empty = FORMATS[request.format](Contents()) if request.format in FORMATS else {}
    texts = (leak_check.texts(name, io.BytesIO(b"".join(chunks))) for name, chunks in empty.items())
    return frozenset(text for pairs in texts for _, text in pairs)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
