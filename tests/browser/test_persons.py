"""Persons in a browser: from the list to a record, by keyboard; the named dead of the samples; on a phone."""

from collections.abc import Callable

import pytest

pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python, which is not installed here")
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Album

DEAD = {
    "Anira Dost": "41", "Timo Karel": "4", "Pavel Rudin": "58", "Lena Marsik": "19", "Hanne Volk": "33",
    "Jon Ferrel": "", "Ada Ferrel": "", "Rolf Anders": "",
}  # fmt: skip


def test_the_named_dead_of_the_samples_are_listed_with_their_ages(window: Page) -> None:
    window.goto("/persons?fate=killed")
    rows = window.locator("table.persons tbody tr:not(.unnamed)")
    found = {row.locator("a.title").inner_text(): row.locator("td").nth(1).inner_text() for row in rows.all()}
    assert found == DEAD


def test_a_person_is_found_edited_and_restored_by_keyboard(window: Page) -> None:
    window.goto("/persons")
    window.locator("#text").focus()
    window.keyboard.type("nurse")
    window.keyboard.press("Enter")
    window.wait_for_url("**/persons?text=nurse**")
    window.locator("a.title", has_text="Anira Dost").focus()
    window.keyboard.press("Enter")
    window.locator("h1", has_text="Anira Dost").wait_for()
    assert window.locator("table.values").inner_text().count("a nurse") == 2
    window.locator("input[name=kin]").focus()
    window.keyboard.type("sister of Ilka Dost")
    window.keyboard.press("Enter")
    window.get_by_role("status").get_by_text("Saved.").wait_for()
    assert window.locator("table.values").inner_text().count("sister of Ilka Dost") == 1
    window.get_by_role("status").get_by_role("button", name="Undo").focus()
    window.keyboard.press("Enter")
    window.get_by_role("status").get_by_text("Undone.").wait_for()
    assert "Ilka Dost" not in window.locator("table.values").inner_text()


@pytest.mark.parametrize("page_name", ["/persons", "/persons/proposals", "first"])
@pytest.mark.parametrize("width", [1366, 390])
def test_pages_are_accessible_and_fit(window: Page, album: Album, page_name: str, width: int) -> None:
    window.set_viewport_size({"width": width, "height": 844})
    window.goto("/persons" if page_name == "first" else page_name)
    if page_name == "first":
        window.locator("a.title").first.click()
        window.locator("table.values").wait_for()
    found = Axe().run(window, options={"resultTypes": ["violations"]})
    bad = [each["id"] for each in found.response["violations"] if each["impact"] in {"serious", "critical"}]
    assert bad == []
    sideways = window.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    album(window, f"persons-{page_name.replace('/', '-')}-{width}")
    assert sideways <= 0


def test_a_proposal_on_persons_is_answered_by_a_key(window: Page, picture: Callable[[str], None]) -> None:
    asked = window.request.get("/api/queue").json()
    question = next(each for each in asked if each["kind"] == "one person?")
    window.goto(f"/queue?at={question['id']}")
    expect(window.locator(".question h2")).to_contain_text("Are these one person")
    expect(window.locator("[data-card]")).to_have_count(len(question["cards"]))
    picture("persons-queue")
    here, announced = window.locator(".question h2").inner_text(), window.locator("#announce")
    window.keyboard.press("2")
    for key, says in (("s", "Saved as the same person."), ("n", "Saved as different persons.")):
        window.keyboard.press(key)
        expect(announced).to_contain_text(says)
        expect(window.locator(".question h2")).not_to_have_text(here)
        window.keyboard.press("u")
        expect(announced).to_contain_text("Undone")
        window.goto(f"/queue?at={question['id']}")
        expect(window.locator(".question h2")).to_have_text(here)
