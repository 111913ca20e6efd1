"""Scans: pages that are pictures are read by Tesseract, where that is installed. Nothing is installed or fetched."""

import shutil
import subprocess

import msgspec

from tollbook.errors import Unreadable
from tollbook.ingest.decode import check_text
from tollbook.ingest.document import Document, Fact
from tollbook.ingest.sandbox import Cell

#: Pages that are read by OCR in one go; each takes seconds.
MOST_PAGES = 200
#: Seconds for one page. OCR is slow work on a picture, no hang.
_SECONDS = 60


def read(scan: Document, data: bytes, cell: Cell) -> Document:
    """The scan with its text: a blank line between pages. Raises Unreadable where there is no Tesseract.

    The text is the reading of a machine: ``facts["text"]`` names it.
    """
    pages = f"{scan.pages} page" + "s" * (scan.pages > 1)
    program = shutil.which("tesseract")
    if program is None:
        raise Unreadable(
            f"It is a scan: its {pages} hold pictures and no text. It needs OCR: install Tesseract and read it again, "
            "or make a searchable copy with: ocrmypdf IN.pdf OUT.pdf"
        )
    if scan.pages > MOST_PAGES:
        raise Unreadable(f"It is a scan of {pages}, more than OCR is asked for; split it.")
    text = "\n\n".join(_page(program, cell.draw(data, number)).strip() for number in range(scan.pages))
    if not text.strip():
        raise Unreadable(f"It is a scan: OCR found no text on its {pages}.")
    text = check_text(text)
    source = Fact(value=_version(program), source=f"OCR: {_version(program)}")
    return msgspec.structs.replace(scan, visible=text, kept=((0, len(text)),), facts=scan.facts | {"text": source})


def _page(program: str, picture: bytes) -> str:
    command = [program, "stdin", "stdout"]
    try:
        done = subprocess.run(command, input=picture, capture_output=True, timeout=_SECONDS, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        raise Unreadable("It is a scan, and Tesseract could not read it; see that it works by itself.") from error
    return done.stdout.decode("utf-8", "replace").replace("\f", "")


def _version(program: str) -> str:
    try:
        done = subprocess.run([program, "--version"], capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return "tesseract"
    lines = done.stdout.decode("utf-8", "replace").splitlines()
    return lines[0].strip() if lines else "tesseract"
