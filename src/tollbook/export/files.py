"""Files written whole or not at all."""

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from tollbook.errors import BookError, Refused


def write_folder(out: Path, files: Mapping[str, Iterable[bytes]]) -> list[Path]:
    """Write ``files`` into the folder ``out``, in place of what has their names there; other files are left alone.

    They are written beside ``out`` first and moved when all are whole. Raises Refused when ``out`` is a file, BookError
    when the disk does not take them.
    """
    if out.exists() and not out.is_dir():
        raise Refused(f"{out} is a file; name a folder to export into.")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".tollbook-", dir=out.parent) as beside:
            whole = Path(beside) / "whole"
            whole.mkdir()
            for name, chunks in files.items():
                with (whole / name).open("wb") as file:
                    file.writelines(chunks)
            if out.exists():
                for name in files:
                    (whole / name).replace(out / name)
            else:
                whole.rename(out)
    except OSError as error:
        raise BookError(f"{out} cannot be written: {(error.strerror or str(error)).lower()}.") from error
    return [out / name for name in files]
