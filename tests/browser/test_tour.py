"""The guided tour, walked from its first step to its last one as anybody would: by Next alone."""

from urllib.parse import urlsplit

import pytest

pytest.importorskip("playwright", reason="needs playwright, which is not installed here")
from playwright.sync_api import Browser, Page, expect


def _walk(page: Page) -> list[str]:
    """The addresses of all steps, each with the next one in view and with what its fragment names."""
    steps = []
    page.goto("/tour")
    while True:
        step = page.get_by_role("complementary", name="Tour")
        expect(step).to_be_in_viewport()
        here = urlsplit(page.url)
        steps.append(here.path)
        if here.fragment:
            expect(page.locator(f"#{here.fragment}")).to_be_in_viewport()
        following = step.get_by_role("link", name="Next")
        if not following.count():
            return steps
        before = page.url
        following.click()
        page.wait_for_url(lambda address, before=before: address != before)


@pytest.mark.parametrize("width", [1366, 390])
def test_the_tour_goes_to_its_end(window: Page, width: int) -> None:
    window.set_viewport_size({"width": width, "height": 844})
    steps = _walk(window)
    assert len(steps) == 12
    assert steps[-1] == "/help"
    for part in ("/edit", "/sheet", "/names/speakers", "/persons", "/queue", "/brief", "/export"):
        assert [step for step in steps if step.endswith(part)], part
    # Back from the end, and out of the tour where one is.
    window.get_by_role("complementary", name="Tour").get_by_role("link", name="Back").click()
    window.wait_for_url("**/export?tour=*")
    window.get_by_role("link", name="End the tour").click()
    window.wait_for_url("**/export")


def test_a_user_who_is_not_signed_in_gets_only_open_steps(chromium: Browser, served: str) -> None:
    context = chromium.new_context(viewport={"width": 1366, "height": 860}, base_url=served)
    page = context.new_page()
    steps = _walk(page)
    context.close()
    assert len(steps) == 11
    assert not [step for step in steps if step == "/sheet"]


def test_the_brief_has_the_pages_of_tollbook_above_it(window: Page, served: str) -> None:
    window.locator(".list a.title").first.click()
    window.get_by_role("link", name="Brief", exact=True).click()
    window.wait_for_url("**/brief")
    window.get_by_role("navigation", name="Main pages").get_by_role("link", name="Persons").click()
    window.wait_for_url(f"{served}/persons")
    assert window.get_by_role("heading", level=1).inner_text() == "Persons harmed"
