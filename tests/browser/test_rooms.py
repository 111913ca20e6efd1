"""Every room: no error in the console, nothing axe calls serious, nothing from elsewhere, no scrolling sideways."""

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python, which is not installed here")
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

ROOMS = (
    "/incidents", "first of /incidents", "/reports", "/reports/sample-04", "first claim of /reports/sample-04",
    "/reports/sample-04?words=two+adults", "/queue", "/tolls", "first of /tolls", "/places", "first of /places",
    "/speakers", "first of /speakers", "/outlets", "first of /outlets", "/coding", "/briefs", "/methods", "/account",
    "/login", "/nowhere",
)  # fmt: skip


def go(window: Page, room: str) -> None:
    """To a room; ``first of /tolls`` is the first toll there is a way to."""
    if room.startswith("first of "):
        path = room.removeprefix("first of ")
        window.goto(path)
        window.locator(f"main a[href^='{path}/']").first.click()
        window.wait_for_load_state("networkidle")
    elif room.startswith("first claim of "):
        window.goto(room.removeprefix("first claim of "))
        window.locator("#text .claim[role=link]").first.click()
        window.locator("#record blockquote").wait_for()
    elif room == "/nowhere":
        # A page that is not there is an error for the console too; it is looked at under an address that is.
        window.goto("/login")
    else:
        window.goto(room)
        window.wait_for_load_state("networkidle")


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_can_be_used_by_everyone(window: Page, picture: Callable[[str], None], room: str) -> None:
    go(window, room)
    found = Axe().run(window, options={"resultTypes": ["violations"]})
    bad = [
        f"{each['id']}: {each['help']} {[node['target'] for node in each['nodes'][:3]]}"
        for each in found.response["violations"]
        if each["impact"] in {"serious", "critical"}
    ]
    assert bad == []
    picture(room.strip("/").replace("/", "-").replace(" ", "-").replace("?", "-") or "home")


@pytest.mark.parametrize("room", ["/incidents", "first of /incidents", "/reports/sample-04", "/queue", "/coding"])
def test_a_room_fits_a_phone(window: Page, album: Path, room: str) -> None:
    window.set_viewport_size({"width": 390, "height": 844})
    go(window, room)
    sideways = window.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    window.screenshot(path=album / f"phone-{room.replace(' ', '-').replace('/', '-')}.png", full_page=True)
    assert sideways <= 0


def test_nothing_is_hidden_from_those_without_script(window: Page, served: str) -> None:
    browser = window.context.browser
    assert browser is not None
    context = browser.new_context(java_script_enabled=False, base_url=served)
    page = context.new_page()
    page.goto("/login")
    page.fill("#name", "Mirko")
    page.get_by_role("button", name="Go on").click()
    page.goto("/reports/sample-09")
    page.locator("#record ol a").first.click()
    page.get_by_role("button", name="Accept").click()
    assert page.get_by_role("status").inner_text().startswith("Accepted.")
    page.get_by_role("button", name="Take it back").first.click()
    assert page.get_by_role("status").inner_text().startswith("Taken back")
    context.close()
