"""The table of reports: ten days are one save, a wrong outlet on many is one edit, and one undo takes it back."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import Album, complaints, serving, tollbook

pytest.importorskip("playwright", reason="needs playwright, which is not installed here")
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

TOWNS = ("Oberfeld", "Untertal", "Branov", "Velmar", "Dursan", "Ossren", "Kelm", "Tarnau", "Wesk", "Mirow")
SECONDS = 120_000


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[str]:
    """A book of ten reports without a day and with one wrong outlet, served."""
    folder = tmp_path_factory.mktemp("ten")
    for number, town in enumerate(TOWNS, start=1):
        text = f"A shell hit the market in {town} on Monday, killing {number + 1} people, police said."
        (folder / f"{number:02}.txt").write_text(text)
    tollbook("read", *sorted(path.name for path in folder.glob("*.txt")), "--outlet", "Valey Post", cwd=folder)
    with serving(folder, "serve") as served:
        yield served


def _window(chromium: Browser, served: str, name: str) -> tuple[Page, list[str]]:
    context = chromium.new_context(viewport={"width": 1366, "height": 860}, base_url=served)
    page = context.new_page()
    wrong = complaints(page, served, expected="409 (Conflict)")
    page.set_default_timeout(15_000)
    page.goto("/login")
    page.fill("#name", name)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{served}/")
    return page, wrong


@pytest.fixture
def page(chromium: Browser, address: str) -> Iterator[Page]:
    shown, wrong = _window(chromium, address, "Vera Lind")
    yield shown
    shown.context.close()
    assert wrong == []


def _cells(page: Page, column: str) -> list[str]:
    return page.locator(f"input[name^='{column} ']").evaluate_all("cells => cells.map(cell => cell.value)")


def _read(page: Page) -> None:
    """Wait until the reports are read again."""
    page.goto("/reports")
    expect(page.locator("#reading progress")).to_have_count(0, timeout=SECONDS)


def test_ten_days_are_one_save_and_one_undo(page: Page, album: Album) -> None:
    page.goto("/reports")
    page.get_by_role("link", name="Change days, outlets and titles").click()
    days = page.locator("input[name^='day ']")
    expect(days).to_have_count(10)
    for number in range(10):
        days.nth(number).fill(f"2021-10-{number + 5:02}")
    expect(page.locator("#changed")).to_have_text("Cells changed: 10")
    album(page, "reports-table")
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
    assert found.violations_count == 0, found.generate_report()
    page.keyboard.press("Control+Enter")
    expect(page.locator(".done")).to_contain_text("Saved.")
    assert sorted(_cells(page, "day")) == [f"2021-10-{number + 5:02}" for number in range(10)]
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".done")).to_contain_text("Undone.")
    assert set(_cells(page, "day")) == {""}
    _read(page)


def test_a_wrong_outlet_on_many_reports_is_one_edit(page: Page) -> None:
    page.goto("/reports?edit=yes")
    page.get_by_label("Chosen").check()
    page.locator(".for-ticked").get_by_label("Outlet").fill("Valley Post")
    # A cell that is changed in its row counts before what is set for all ticked ones.
    page.locator("input[name^='outlet ']").first.fill("Harbour Daily")
    page.locator(".for-ticked").get_by_role("button", name="Save").click()
    expect(page.locator(".done")).to_contain_text("Saved.")
    assert sorted(_cells(page, "outlet")) == ["Harbour Daily", *["Valley Post"] * 9]
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".done")).to_contain_text("Undone.")
    assert set(_cells(page, "outlet")) == {"Valey Post"}
    _read(page)


def test_a_value_that_somebody_else_set_first_is_not_overwritten(page: Page, chromium: Browser, address: str) -> None:
    page.goto("/reports?edit=yes")
    other, _ = _window(chromium, address, "Mirko Dahl")
    other.goto("/reports?edit=yes")
    title = other.locator("input[name^='title ']").first
    name = title.get_attribute("name")
    title.fill("Shell hits market")
    other.get_by_role("button", name="Save").first.click()
    expect(other.locator(".done")).to_contain_text("Saved.")
    mine = page.locator(f"input[name='{name}']")
    mine.fill("A shell at the market")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("alert")).to_contain_text("Mirko Dahl has decided on this since the page was loaded")
    # Nothing that was typed is lost; saving again is meant.
    expect(mine).to_have_value("A shell at the market")
    page.get_by_role("button", name="Save").first.click()
    expect(page.locator(".done")).to_contain_text("Saved.")
    expect(page.locator(f"input[name='{name}']")).to_have_value("A shell at the market")
    other.context.close()


def test_a_day_that_cannot_be_is_refused_in_its_row(page: Page, album: Album) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/reports?edit=yes")
    page.locator("input[name^='day ']").nth(1).fill("1492-10-12")
    page.locator("input[name^='title ']").nth(2).fill("A title")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("alert")).to_contain_text("1 line cannot be read, and nothing was saved.")
    refused = page.locator("td .alert")
    expect(refused).to_contain_text("No report can have been published on 1492-10-12")
    expect(page.locator("input[name^='title ']").nth(2)).to_have_value("A title")
    album(page, "reports-table-phone")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
