"""Fixtures of the tests: books in a file and on a real PostgreSQL server, and a real browser."""

import gc
import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher, Type
from hypothesis import settings

from tollbook.book import Book
from tollbook.store import Store, engine
from tollbook.web import accounts

# What follows reading is tested with the claims of the rules, which only a change of a rule changes. The learned
# reader has tests of its own (test_learned.py).
os.environ["TOLLBOOK_READER"] = "rules"

# As in the command line: looking for garbage less often makes the tests a fifth faster.
gc.set_threshold(20_000, 10, 10)

# Every run tries the same examples, so that a failure comes from the change and not from chance. For new ones:
# pytest --hypothesis-profile=default
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")

# Passwords are hashed as in use, with the least memory and time that argon2id allows: a hash for people takes 0.1
# seconds on purpose. `costly_hashes` has the settings for people.
_COSTLY, accounts._HASHER = accounts._HASHER, PasswordHasher(time_cost=1, memory_cost=8, parallelism=1, type=Type.ID)

# No test cuts the power, so SQLite does not wait for the disk, nor does PostgreSQL below. What a killed process leaves
# is the same. `durable` has the setting for people, and so have the commands that tests start.
_DURABLE, engine._SYNCHRONOUS = engine._SYNCHRONOUS, "OFF"

SAMPLES = Path(str(resources.files("tollbook").joinpath("samples")))
#: Each book on one server has a number.
_numbers = itertools.count()


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end that the accuracy gate is skipped, where the measuring data are absent."""
    from bench import gate  # noqa: PLC0415 - not needed before the end

    if reason := gate.skipped():
        terminalreporter.write_line(reason)


@pytest.fixture
def costly_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords as for people, for tests in which the time that it takes matters."""
    monkeypatch.setattr(accounts, "_HASHER", _COSTLY)


@pytest.fixture
def durable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let SQLite wait for the disk as for people, for tests of what it then does."""
    monkeypatch.setattr(engine, "_SYNCHRONOUS", _DURABLE)


@pytest.fixture(scope="session")
def sample_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of the sample reports, read once. A test that writes takes a copy."""
    where = tmp_path_factory.mktemp("samples") / "a.book"
    with Book.open(where, create=True) as book:
        book.read([SAMPLES / "reports.jsonl"], places=SAMPLES / "places.csv")
    return where


def _installed() -> Path | None:
    """The folder of the newest PostgreSQL server here, or None."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    on_path = shutil.which("initdb")
    return folders[-1] if folders else (Path(on_path).resolve().parent if on_path else None)


def _user() -> list[str]:
    """The prefix with which a command does not run as root, which PostgreSQL refuses."""
    if os.geteuid():
        return []
    import pwd  # noqa: PLC0415 - not on Windows

    try:
        pwd.getpwnam("postgres")
    except KeyError:
        pytest.skip("PostgreSQL does not run as root, and there is no user postgres.")
    return ["runuser", "-u", "postgres", "--"]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """Makes an empty schema on a real server and gives its URL: far quicker than a database each."""
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed: pip install 'tollbook[postgres]'")
    found = _installed()
    if found is None:
        pytest.skip("No PostgreSQL server is installed here.")
    user = _user()
    # Not below pytest's own folder: the path of a socket may have 107 bytes, and another user must reach it.
    home = Path(tempfile.mkdtemp(prefix="tb-pg-"))
    if user:
        shutil.chown(home, "postgres")
    home.chmod(0o755)
    data = home / "data"
    settings = f"-k {home} -c listen_addresses= -c fsync=off -c log_min_messages=panic"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": home, "timeout": 120}
    subprocess.run([*user, found / "initdb", "-D", data, "-U", "tollbook", "-A", "trust", "-E", "UTF8", "--no-locale",
                    "--no-sync"], check=True, **quiet)  # type: ignore[call-overload]  # fmt: skip
    # One user needs a password; all others are trusted without one.
    rules = data / "pg_hba.conf"
    rules.write_text("local all ines scram-sha-256\n" + rules.read_text())
    subprocess.run([*user, found / "pg_ctl", "-D", data, "-w", "-o", settings, "start"], check=True, **quiet)  # type: ignore[call-overload]

    def make() -> str:
        name = f"book{next(_numbers)}"
        with psycopg.connect(host=str(home), user="tollbook", dbname="postgres") as server:
            server.execute(f"CREATE SCHEMA {name}")
        return f"postgresql://tollbook@/postgres?host={home}&options=-csearch_path%3D{name}"

    try:
        yield make
    finally:
        subprocess.run([*user, found / "pg_ctl", "-D", data, "-m", "immediate", "stop"], check=False, **quiet)  # type: ignore[call-overload]
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where there is no book yet: a file, and a database of a server."""
    if request.param == "sqlite":
        return str(tmp_path / "a.book")
    make: Callable[[], str] = request.getfixturevalue("postgres")
    return make()


@pytest.fixture
def store(anywhere: str) -> Iterator[Store]:
    """An empty book, in a file and on a server."""
    store = Store.open(anywhere, create=True)
    yield store
    store.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Debian's Chromium, driven by Playwright; one for all tests of a process, since it has one loop for all.

    The headless shell is the same engine without a window of its own around the page, which costs a third of the time.
    """
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright, which is not installed here")
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.skip("needs Chromium, which is not on this machine")
    flags = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    flags += ["--disable-gpu", "--disable-background-networking"]
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=found, args=flags)
        yield browser
        browser.close()
