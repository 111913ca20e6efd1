"""Files written whole or not at all."""

import io
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from tollbook.errors import BookError, Refused

#: The files of an export by name, each in chunks; nothing has touched the disk yet.
Files = Mapping[str, Iterable[bytes]]
#: The one moment every entry of a ZIP file carries, so that the same entries are the same bytes.
_EPOCH = (1980, 1, 1, 0, 0, 0)


def write(
    out: Path, files: Files, *, single: bool = False, release: Callable[[Path], object] | None = None
) -> list[Path]:
    """Write ``files`` into the folder ``out``, in place of what has their names there; other files are left alone.

    ``single``: there is one file, and ``out`` is its name. The files are written beside ``out`` first and moved when
    all are whole. ``release`` sees them in their folder before that; what it raises stops the export, and nothing is
    left. Raises Refused when ``out`` is of the wrong kind, BookError when the disk does not take them.
    """
    if single and out.is_dir():
        raise Refused(f"{out} is a folder; name a file to export into.")
    if not single and out.exists() and not out.is_dir():
        raise Refused(f"{out} is a file; name a folder to export into.")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".tollbook-", dir=out.parent) as beside:
            whole = Path(beside) / "whole"
            whole.mkdir()
            for name, chunks in files.items():
                (whole / name).parent.mkdir(parents=True, exist_ok=True)
                with (whole / name).open("wb") as file:
                    file.writelines(chunks)
            if release is not None:
                release(whole)
            return _move(whole, out, list(files), single=single)
    except OSError as error:
        raise BookError(f"{out} cannot be written: {(error.strerror or str(error)).lower()}.") from error


def zipped(members: Iterable[tuple[str, bytes]]) -> bytes:
    """A ZIP file of ``members`` (name, bytes): the same members in the same order are the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        for name, data in members:
            add_member(file, name, data)
    return packed.getvalue()


def add_member(file: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Add one entry that says nothing of when and where it was made."""
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.create_system = 3
    entry.external_attr = 0o644 << 16
    file.writestr(entry, data, zipfile.ZIP_DEFLATED, compresslevel=9)


def _move(whole: Path, out: Path, names: list[str], *, single: bool) -> list[Path]:
    if single:
        (whole / names[0]).replace(out)
        return [out]
    if out.exists():
        for name in names:
            (whole / name).replace(out / name)
    else:
        whole.rename(out)
    return [out / name for name in names]
