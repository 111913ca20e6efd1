"""Writing the files of an export, all of them or none."""

import io
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from tollbook.errors import BookError, Refused
from tollbook.locale.messages import message

#: The files of an export by name, each as chunks of bytes in memory.
Files = Mapping[str, Iterable[bytes]]
#: The time of every entry of a ZIP file, so that equal entries give equal bytes.
_EPOCH = (1980, 1, 1, 0, 0, 0)


def write(
    out: Path, files: Files, *, single: bool = False, release: Callable[[Path], object] | None = None
) -> list[Path]:
    """Write ``files`` into the folder ``out``, replacing files of the same name; other files are not touched.

    With ``single`` there is one file, and ``out`` is its name. The files are written to a temporary folder first and
    moved when all are complete. Before that, ``release`` is called with the folder; if it raises, nothing is exported.
    Raises Refused if ``out`` is a file instead of a folder or the reverse, BookError if the disk fails.
    """
    if single and out.is_dir():
        raise Refused(message("{path} is a folder; choose a file name for the export.", path=out))
    if not single and out.exists() and not out.is_dir():
        raise Refused(message("{path} is a file; choose a folder for the export.", path=out))
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".tollbook-", dir=out.parent) as scratch:
            complete = Path(scratch) / "whole"
            complete.mkdir()
            for name, chunks in files.items():
                (complete / name).parent.mkdir(parents=True, exist_ok=True)
                with (complete / name).open("wb") as file:
                    file.writelines(chunks)
            if release is not None:
                release(complete)
            return _move(complete, out, list(files), single=single)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BookError(message("{path} cannot be written: {reason}.", path=out, reason=reason)) from error


def zipped(members: Iterable[tuple[str, bytes]]) -> bytes:
    """A ZIP file of ``members`` (name, bytes). Equal members in the same order give equal bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for name, data in members:
            add_member(file, name, data)
    return packed.getvalue()


def add_member(file: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Add an entry without the time and the system it was made on."""
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.create_system = 3
    entry.external_attr = 0o644 << 16
    file.writestr(entry, data, zipfile.ZIP_DEFLATED, compresslevel=9)


def _move(complete: Path, out: Path, names: list[str], *, single: bool) -> list[Path]:
    if single:
        (complete / names[0]).replace(out)
        return [out]
    if out.exists():
        for name in names:
            (complete / name).replace(out / name)
    else:
        complete.rename(out)
    return [out / name for name in names]
