"""The pictures of the documentation, taken from Tollbook itself with the invented sample reports.

python -m documentation.pictures      writes docs/pictures/*.webp; needs playwright, Chromium, Pillow
"""

import io
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import SAMPLES, serving, tollbook

OUT = Path(__file__).resolve().parents[1] / "docs" / "pictures"
#: What most laptops show of a page.
WIDTH, HEIGHT = 1366, 860
#: Lossy at a quality at which small letters have no halos; the largest picture has 110 kB.
QUALITY = 60
#: Milliseconds for reading the sample reports, on a busy computer too.
READING = 600_000


def main() -> None:
    """Take every picture. Each book is made in a folder that is deleted afterwards."""
    OUT.mkdir(exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        _read_book(browser, Path(scratch))
        _new_book(browser, Path(scratch))
        browser.close()


def _new_book(browser: Browser, folder: Path) -> None:
    """The first page, before and after reports are dropped on it."""
    new = serving(folder, "open", "new.book", "--no-browser", XDG_STATE_HOME=str(folder))
    with new as address, _window(browser, address) as page:
        _take(page, "start", "/")
        page.locator("#files").set_input_files(SAMPLES / "reports.jsonl")
        page.locator("#reading .result").get_by_text("10 reports").wait_for(timeout=READING)
        _take(page, "read", "/")


def _read_book(browser: Browser, folder: Path) -> None:
    """The pages of a book that has been read."""
    tollbook("read", str(SAMPLES / "reports.jsonl"), "--places", str(SAMPLES / "places.csv"), cwd=folder)
    with serving(folder, "serve") as address, _window(browser, address) as page:
        _take(page, "incidents", "/incidents")
        strike = page.locator("a[href^='/incidents/']").filter(has_text="Velmar").first.get_attribute("href")
        report = "/reports/sample-02"
        for name, path in (
            ("record", strike), ("brief", f"{strike}/brief"), ("report", report), ("queue", "/queue"),
            ("export", "/export"),
        ):  # fmt: skip
            _take(page, name, str(path))


@contextmanager
def _window(browser: Browser, address: str) -> Iterator[Page]:
    """A window signed in with an invented name."""
    context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, base_url=address)
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto("/login")
    page.fill("#name", "Vera Lind")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{address}/")
    yield page
    context.close()


def _take(page: Page, name: str, path: str) -> None:
    """Open a page and keep the part of it that a window shows."""
    answer = page.goto(path)
    if answer is None or not answer.ok:
        sys.exit(f"{path} answered {answer and answer.status}; no picture was taken of it.")
    page.wait_for_load_state("networkidle")
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.save(OUT / f"{name}.webp", quality=QUALITY, method=6)


if __name__ == "__main__":
    main()
