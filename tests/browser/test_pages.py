"""The navigation of every page, with and without a script, on a desk and on a phone."""

from playwright.sync_api import Page, expect


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
    expect(page.get_by_role("status")).to_contain_text("Accepted.")
    page.get_by_role("button", name="Undo").first.click()
    expect(page.get_by_role("status")).to_contain_text("Undone")
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
    expect(page.locator(".frame nav a:visible")).to_have_count(18)
    page.get_by_role("link", name="Outlets").click()
    page.wait_for_url("**/outlets")
    context.close()
