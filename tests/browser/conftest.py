"""A book made and served by the command line, as a person would, and a browser before it."""

import functools
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright, which is not installed here")
SAMPLES = Path(str(resources.files("tollbook").joinpath("samples")))
#: Takes a picture of a window under a name.
Album = Callable[["sync_api.Page", str], None]
#: An invented report with letters beyond the first plane, combining marks, two directions and carriage returns.
HARD = (
    "VELMAR, Kestria – \U0001f56f\ufe0f At the vigil in Zu\u0308lden two men were missing, said Mira Tolven.\r\n\r\n"
    "قالت الممرضة \U0001f469\u200d\u2695\ufe0f إن أربعة أشخاص قُتلوا في السوق.\n\n"
    "Five people were killed at the mill, she said. Invented report.\n"
)


def tollbook(*arguments: str, cwd: Path) -> str:
    """Run the command line; what it wrote to standard output."""
    run = subprocess.run(
        [sys.executable, "-m", "tollbook", *arguments], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture(scope="session")
def book_folder(chromium: object, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a book, read from files by the command line."""
    folder = tmp_path_factory.mktemp("book")
    (folder / "incoming").mkdir()
    shutil.copy(SAMPLES / "reports.jsonl", folder / "incoming")
    (folder / "hard").mkdir()
    (folder / "hard" / "vigil.txt").write_bytes(HARD.encode())
    tollbook("read", "incoming", "--places", str(SAMPLES / "places.csv"), cwd=folder)
    tollbook("read", "hard", "--published", "2021-10-12", "--outlet", "Harbour Daily", cwd=folder)
    return folder


@contextmanager
def serving(folder: Path, *arguments: str, **environment: str) -> Iterator[str]:
    """The address of the web interface while a command of the command line serves it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tollbook", *arguments, "--port", str(port)]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, env=os.environ | environment) as process:
        address = f"http://127.0.0.1:{port}"
        for _ in range(1200):
            try:
                urllib.request.urlopen(f"{address}/login").close()
                break
            except OSError:
                assert process.poll() is None
                time.sleep(0.1)
        yield address
        process.terminate()


@pytest.fixture(scope="session")
def served(book_folder: Path) -> Iterator[str]:
    """The address of the web interface, served as ``tollbook serve`` does."""
    with serving(book_folder, "serve") as address:
        yield address


def slow_down(page: "sync_api.Page") -> None:
    """Give a window a slow line and a slow processor: a test that reads a page before it is there fails then."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    line = {"offline": False, "latency": 60, "downloadThroughput": 150_000, "uploadThroughput": 150_000}
    devtools.send("Network.emulateNetworkConditions", line)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 2})


def complaints(page: "sync_api.Page", served: str, *, expected: str) -> list[str]:
    """Problems in a window from now on: errors and warnings in its console, and requests to other servers.

    The browser logs the status of every refusal as an error. ``expected`` is in the status or address of a meant one.
    """
    wrong: list[str] = []

    def heard(message: "sync_api.ConsoleMessage") -> None:
        line = f"{message.text} {message.location}"
        if message.type in {"error", "warning"} and expected not in line:
            wrong.append(line)

    page.on("console", heard)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda asked: None if asked.url.startswith((served, "data:")) else wrong.append(asked.url))
    return wrong


@pytest.fixture(scope="session")
def signed_in(chromium: "sync_api.Browser") -> Callable[[str], "sync_api.StorageState"]:
    """Signs in as Vera Lind by the form, once at each server; later windows get the cookies of the first."""

    @functools.cache
    def sign_in(served: str) -> "sync_api.StorageState":
        context = chromium.new_context(viewport={"width": 1366, "height": 860}, base_url=served)
        page = context.new_page()
        wrong = complaints(page, served, expected="409 (Conflict)")
        page.goto("/login")
        page.fill("#name", "Vera Lind")
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(f"{served}/")
        cookies = context.storage_state()
        context.close()
        assert wrong == []
        return cookies

    return sign_in


@pytest.fixture
def window(
    chromium: "sync_api.Browser", served: str, signed_in: Callable[[str], "sync_api.StorageState"]
) -> "Iterator[sync_api.Page]":
    """A fresh window of 1,366 pixels, signed in as Vera Lind. Whatever goes wrong in its console fails the test."""
    context = chromium.new_context(
        viewport={"width": 1366, "height": 860}, base_url=served, storage_state=signed_in(served)
    )
    page = context.new_page()
    if os.environ.get("TOLLBOOK_SLOW_BROWSER"):
        slow_down(page)
    wrong = complaints(page, served, expected="409 (Conflict)")
    page.set_default_timeout(10_000)
    page.goto("/incidents")
    yield page
    context.close()
    assert wrong == []


@pytest.fixture(scope="session")
def album() -> Album:
    """Takes pictures of windows, into the folder that TOLLBOOK_SCREENSHOTS names.

    Without it there are none: they prove nothing, and each takes half a second.
    """
    kept = os.environ.get("TOLLBOOK_SCREENSHOTS")

    def take(page: "sync_api.Page", name: str) -> None:
        if kept:
            page.screenshot(path=Path(kept) / f"{name}.png", full_page=True)

    return take


@pytest.fixture
def picture(window: "sync_api.Page", album: Album) -> Callable[[str], None]:
    """Takes a picture of the window."""
    return functools.partial(album, window)


@pytest.fixture
def undone(window: "sync_api.Page") -> Iterator[None]:
    """Undoes all decisions of a test, since the book is shared."""
    yield
    for decision in reversed(window.request.get("/api/decisions").json()):
        window.request.post(
            f"/api/decisions/{decision['id']}/undo", data={"why": "test"}, headers={"X-Requested-With": "tollbook"}
        )
