"""From a folder of files to a described, exported book, in a real browser: nothing but the first page and its links."""

import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import Album, serving

pytest.importorskip("playwright", reason="needs playwright, which is not installed here")
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

#: Three invented reports without a day: two of one attack, one of another.
REPORTS = {
    "a.txt": "A shell hit the market in Oberfeld on Monday, killing four people, police said.",
    "sub/b.html": "<html><head><title>Four dead at the market</title></head><body><article><h1>Four dead</h1>"
    "<p>Four people were killed when a shell hit the market in Oberfeld on Monday, a doctor said.</p></article></body>",
    "c.txt": "Gunmen abducted two teachers near the bridge at Untertal on Tuesday, villagers said.",
}
SECONDS = 120_000


def _incoming(folder: Path) -> Path:
    """A folder of reports, of files that are none, and of what browsers and systems leave behind."""
    for name, text in REPORTS.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "empty.txt").touch()
    (folder / "picture.txt").write_bytes(bytes(range(256)) * 40)
    (folder / "encoding.txt").write_bytes(b"\xff\xfe" + b"\x00\xd8" * 50)
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\n%broken")
    with zipfile.ZipFile(folder / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("zeros.txt", bytes(120_000_000))
    (folder / ".hidden").write_text("Nine people were killed, police said.")
    (folder / "page.html").write_text(REPORTS["sub/b.html"])
    (folder / "page_files").mkdir()
    (folder / "page_files" / "script.js").write_text("1")
    return folder


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[str]:
    """The address of a new book, opened as a newcomer does."""
    state = str(tmp_path / "state")
    with serving(tmp_path, "open", "new.book", "--no-browser", XDG_STATE_HOME=state) as address:
        yield address


@pytest.fixture
def newcomer(chromium: Browser, opened: str) -> Iterator[Page]:
    """A window of 1,366 pixels on the first page, signed in. Whatever goes wrong in its console fails the test."""
    context = chromium.new_context(viewport={"width": 1366, "height": 860}, base_url=opened, accept_downloads=True)
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type in {"error", "warning"} else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.set_default_timeout(15_000)
    page.goto("/")
    page.get_by_label("Your name").fill("Vera Lind")
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("link", name="Vera Lind")).to_be_visible()
    yield page
    context.close()
    assert wrong == []


def test_files_that_are_dropped_before_there_is_a_name_wait_for_it(
    chromium: Browser, opened: str, tmp_path: Path, album: Album
) -> None:
    context = chromium.new_context(viewport={"width": 1366, "height": 860}, base_url=opened)
    page = context.new_page()
    page.set_default_timeout(15_000)
    page.goto("/")
    (tmp_path / "in").mkdir()
    for name in ("a.txt", "c.txt"):
        (tmp_path / "in" / name).write_text(REPORTS[name])
    _drop(page, tmp_path / "in")
    expect(page.locator("#sending")).to_have_text("Files that wait: 2. Enter your name, and they are added.")
    expect(page.get_by_label("Your name")).to_be_focused()
    album(page, "start-who")
    _clean(page)
    page.keyboard.type("Vera Lind")
    page.keyboard.press("Enter")
    expect(page.locator("#sending")).to_contain_text("All files are sent", timeout=SECONDS)
    expect(page.get_by_role("link", name="Vera Lind")).to_be_visible()
    expect(page.locator("#reading .result")).to_contain_text("2 reports, 2 incidents", timeout=SECONDS)
    expect(page.get_by_label("Your name")).to_have_count(0)
    # Somebody without a script signs in first, as before.
    plain = chromium.new_context(base_url=opened, java_script_enabled=False).new_page()
    plain.goto("/")
    expect(plain.locator("#upload")).to_be_hidden()
    plain.get_by_role("link", name="Sign in to add reports").click()
    plain.wait_for_url("**/login?next=/")
    plain.context.close()
    context.close()


def _drop(page: Page, path: Path) -> None:
    """Drop a file or folder of the disk on the page, as a person does from a file manager."""
    box = page.locator("#upload").bounding_box()
    assert box is not None
    at = {"x": box["x"] + 20, "y": box["y"] + 20}
    data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
    session = page.context.new_cdp_session(page)
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, **at, "data": data})


def _clean(page: Page) -> None:
    """No violation of accessibility rules, and nothing wider than the window."""
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_from_a_folder_to_an_export(newcomer: Page, tmp_path: Path, album: Album) -> None:
    page, folder = newcomer, _incoming(tmp_path / "incoming")

    def look(name: str) -> None:
        album(page, f"start-{name}")
        _clean(page)

    look("empty")
    _send(page, folder)
    look("read")
    _describe(page, look)
    page.get_by_text("More", exact=True).click()
    page.get_by_role("navigation").get_by_role("link", name="Export").click()
    page.get_by_label("xlsx").check()
    look("export")
    with page.expect_download() as waited:
        page.get_by_role("button", name="Download").click()
    assert waited.value.suggested_filename == "tollbook.xlsx"
    assert zipfile.is_zipfile(waited.value.path())
    page.set_viewport_size({"width": 390, "height": 844})
    for address in ("/", "/reports?lacking=title", "/export", "/help", "/tour"):
        page.goto(address)
        look(f"phone-{address.strip('/').partition('?')[0] or 'start'}")


def test_the_first_page_says_which_figures_moved(newcomer: Page, tmp_path: Path, album: Album) -> None:
    (tmp_path / "a.txt").write_text(
        "KELM – A shell hit the market in Oberfeld on Monday, 4 October 2021, killing four people."
    )
    (tmp_path / "b.txt").write_text(
        "Six people were killed when a shell hit the market in Oberfeld on Monday, 4 October 2021."
    )
    newcomer.locator("#files").set_input_files(tmp_path / "a.txt")
    expect(newcomer.locator("#reading .result")).to_contain_text("1 report, 1 incident", timeout=SECONDS)
    newcomer.goto("/")
    newcomer.get_by_role("button", name="Mark as seen").click()
    newcomer.locator("#files").set_input_files(tmp_path / "b.txt")
    expect(newcomer.locator("#in-numbers")).to_contain_text("2 reports", timeout=SECONDS)
    # What is new is there without loading the page again.
    expect(newcomer.locator("#news")).to_contain_text("1 new report")
    expect(newcomer.locator("#moved")).to_contain_text("killed 4 → 4–6")
    album(newcomer, "start-moved")
    _clean(newcomer)


def _send(page: Page, folder: Path) -> None:
    """Drop a folder, leave and come back, and see what was read and what was not."""
    _drop(page, folder)
    expect(page.locator("#sending")).to_contain_text("All files are sent", timeout=SECONDS)
    expect(page.locator("#reading progress")).to_be_visible()
    # Reading goes on after a reload, and other pages answer meanwhile.
    page.reload()
    assert page.request.get("/reports", timeout=20_000).ok
    # The page among the reports and its copy have the same bytes: they are one report.
    expect(page.locator("#reading .result")).to_contain_text("3 reports, 2 incidents", timeout=SECONDS)
    # The rest of the page follows without being loaded again.
    expect(page.locator("#in-numbers")).to_contain_text("3 reports", timeout=SECONDS)
    expect(page.locator("#doubtful")).to_contain_text("3 reports lack a day", timeout=SECONDS)
    refused = page.locator(".refused li").all_inner_texts()
    assert sorted(line.split(":")[0].split("/")[-1] for line in refused) == [
        "bomb.zip", "broken.pdf", "empty.txt", "encoding.txt", "picture.txt",
    ]  # fmt: skip
    assert all(line.rstrip().endswith(".") for line in refused), refused


def _describe(page: Page, look: Callable[[str], None]) -> None:
    """Set the missing day and outlet of all reports at once; the incidents get their day."""
    page.get_by_role("link", name="3 reports lack a day: set them").click()
    page.get_by_label("Chosen").check()
    page.get_by_label("Day of publication").fill("2021-10-06")
    page.locator(".for-ticked").get_by_label("Outlet").fill("Valley Post")
    look("lacking")
    page.locator(".for-ticked").get_by_role("button", name="Save").click()
    expect(page.locator(".done")).to_contain_text("Saved.")
    expect(page.get_by_text("Every report has it.")).to_be_visible()
    page.goto("/")
    expect(page.locator("#reading progress")).to_have_count(0, timeout=SECONDS)
    expect(page.get_by_role("link", name="lack a day")).to_have_count(0)
    page.goto("/incidents")
    expect(page.locator("#found")).to_contain_text("4 October 2021")


def test_the_chooser_and_the_form_without_script(
    chromium: Browser, newcomer: Page, opened: str, tmp_path: Path, album: Album
) -> None:
    folder = tmp_path / "chosen"
    folder.mkdir()
    (folder / "a.txt").write_text(REPORTS["a.txt"])
    newcomer.locator("#folder").set_input_files(folder)
    expect(newcomer.locator("#reading .result")).to_contain_text("1 report, 1 incident", timeout=SECONDS)
    context = chromium.new_context(base_url=opened, java_script_enabled=False)
    context.add_cookies(newcomer.context.cookies())
    page = context.new_page()
    page.goto("/")
    page.locator("#files").set_input_files([{"name": "c.txt", "mimeType": "", "buffer": REPORTS["c.txt"].encode()}])
    page.get_by_role("button", name="Send the files").click()
    page.wait_for_url("**/?batch=*")
    for _ in range(60):
        if page.locator("#reading .result").count():
            break
        time.sleep(1)
        page.reload()
    expect(page.locator("#reading .result")).to_contain_text("1 report, 1 incident")
    page.get_by_role("link", name="2 reports lack a day").first.click()
    page.locator("td.pick input").first.check()
    page.get_by_label("Day of publication").fill("2021-10-06")
    page.locator(".for-ticked").get_by_role("button", name="Save").click()
    expect(page.locator(".done")).to_contain_text("Saved.")
    context.close()
