"""Every page: no console error, no serious axe violation, no request to other servers, no horizontal scrolling."""

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python, which is not installed here")
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

PAGES = (
    "/incidents", "first of /incidents", "/reports", "/reports/sample-04", "first claim of /reports/sample-04",
    "/reports/sample-04?words=two+adults", "/queue", "/tolls", "first of /tolls", "/places", "first of /places",
    "/speakers", "first of /speakers", "/outlets", "first of /outlets", "/coding", "/briefs", "/methods", "/account",
    "/login", "/nowhere",
)  # fmt: skip


def go(window: Page, page_name: str) -> None:
    """Open a page; ``first of /tolls`` is the first toll with a link."""
    if page_name.startswith("first of "):
        path = page_name.removeprefix("first of ")
        window.goto(path)
        window.locator(f"main a[href^='{path}/']").first.click()
        window.wait_for_load_state("networkidle")
    elif page_name.startswith("first claim of "):
        window.goto(page_name.removeprefix("first claim of "))
        window.locator("#text .claim[role=link]").first.click()
        window.locator("#record blockquote").wait_for()
    elif page_name == "/nowhere":
        # A missing page is also an error in the console, so an existing address is opened.
        window.goto("/login")
    else:
        window.goto(page_name)
        window.wait_for_load_state("networkidle")


@pytest.mark.parametrize("page_name", PAGES)
def test_a_page_is_accessible(window: Page, picture: Callable[[str], None], page_name: str) -> None:
    go(window, page_name)
    found = Axe().run(window, options={"resultTypes": ["violations"]})
    bad = [
        f"{each['id']}: {each['help']} {[node['target'] for node in each['nodes'][:3]]}"
        for each in found.response["violations"]
        if each["impact"] in {"serious", "critical"}
    ]
    assert bad == []
    picture(page_name.strip("/").replace("/", "-").replace(" ", "-").replace("?", "-") or "home")


@pytest.mark.parametrize("page_name", ["/incidents", "first of /incidents", "/reports/sample-04", "/queue", "/coding"])
def test_a_page_fits_a_phone(window: Page, album: Path, page_name: str) -> None:
    window.set_viewport_size({"width": 390, "height": 844})
    go(window, page_name)
    sideways = window.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    window.screenshot(path=album / f"phone-{page_name.replace(' ', '-').replace('/', '-')}.png", full_page=True)
    assert sideways <= 0


def test_nothing_is_hidden_without_script(window: Page, served: str) -> None:
    browser = window.context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False, base_url=served)
    page = context.new_page()
    page.goto("/login")
    page.fill("#name", "Mirko")
    page.get_by_role("button", name="Sign in").click()
    page.goto("/reports/sample-09")
    page.locator("#record ol a").first.click()
    page.get_by_role("button", name="Accept").click()
    assert page.get_by_role("status").inner_text().startswith("Accepted.")
    page.get_by_role("button", name="Undo").first.click()
    assert page.get_by_role("status").inner_text().startswith("Undone")
    context.close()


def test_further_pages_open_by_keyboard_and_close(window: Page) -> None:
    more, links = window.locator(".more-pages > summary"), window.locator(".more-pages a:visible")
    expect(links).to_have_count(0)
    assert window.locator(".frame").bounding_box()["height"] < 60, "the bar has one line"  # type: ignore[index]
    more.focus()
    window.keyboard.press("Enter")
    expect(window.get_by_role("link", name="Running totals")).to_be_visible()
    window.keyboard.press("Tab")
    window.keyboard.press("Escape")
    expect(links).to_have_count(0)
    expect(more).to_be_focused()
    window.keyboard.press("Enter")
    window.locator("h2").first.click()
    expect(links).to_have_count(0)


def test_a_phone_has_all_pages_in_one_menu(window: Page, served: str) -> None:
    browser = window.context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False, base_url=served, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto("/login")
    expect(page.locator(".frame a:visible")).to_have_text(["Tollbook"])
    page.get_by_text("Menu", exact=True).click()
    expect(page.locator(".frame nav a:visible")).to_have_count(15)
    page.get_by_role("link", name="Outlets").click()
    page.wait_for_url("**/outlets")
    context.close()
