"""Scans: pages that are pictures are read by Tesseract if it is installed. Nothing is installed or downloaded."""

import shutil
import subprocess

import msgspec

from tollbook.errors import Unreadable
from tollbook.ingest.decode import check_text
from tollbook.ingest.document import MetadataValue, ParsedDocument
from tollbook.ingest.sandbox import Sandbox
from tollbook.locale.messages import message, plural

#: The most pages of a document that are read by OCR; each takes seconds.
MAX_PAGES = 200
#: Seconds for one page: OCR is slow, so a long time does not mean that it hangs.
_SECONDS = 60


def read(scan: ParsedDocument, data: bytes, sandbox: Sandbox) -> ParsedDocument:
    """The scan with its text, a blank line between pages. Raises Unreadable, also if Tesseract is not installed.

    ``metadata["text"]`` names the program and its version, because the text is read by a machine.
    """
    program = shutil.which("tesseract")
    if program is None:
        raise Unreadable(
            plural(
                "It is a scan: {n} page is a picture without text. Install Tesseract and read the file again, or make "
                "a searchable copy with: ocrmypdf IN.pdf OUT.pdf",
                "It is a scan: {n} pages are pictures without text. Install Tesseract and read the file again, or make "
                "a searchable copy with: ocrmypdf IN.pdf OUT.pdf",
                scan.pages,
            )
        )
    if scan.pages > MAX_PAGES:
        raise Unreadable(
            message(
                "It is a scan of {n} pages; OCR reads at most {most} pages. Split it.", n=scan.pages, most=MAX_PAGES
            )
        )
    text = "\n\n".join(_page(program, sandbox.draw(data, number)).strip() for number in range(scan.pages))
    if not text.strip():
        raise Unreadable(
            plural(
                "It is a scan: OCR found no text on its page.",
                "It is a scan: OCR found no text on its {n} pages.",
                scan.pages,
            )
        )
    text = check_text(text)
    source = MetadataValue(value=_version(program), source=f"OCR: {_version(program)}")
    return msgspec.structs.replace(
        scan, visible=text, kept=((0, len(text)),), metadata=scan.metadata | {"text": source}
    )


def _page(program: str, picture: bytes) -> str:
    command = [program, "stdin", "stdout"]
    try:
        result = subprocess.run(command, input=picture, capture_output=True, timeout=_SECONDS, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        raise Unreadable(
            message("It is a scan, and Tesseract could not read it; check that Tesseract works.")
        ) from error
    return result.stdout.decode("utf-8", "replace").replace("\f", "")


def _version(program: str) -> str:
    command = [program, "--version"]
    try:
        result = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return "tesseract"
    lines = result.stdout.decode("utf-8", "replace").splitlines()
    return lines[0].strip() if lines else "tesseract"
