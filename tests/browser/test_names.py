"""Settling a name in the browser, by keyboard: the number of independent sources changes, and comes back after undo."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python, which is not installed here")
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Album
from tollbook.book import Book

#: One body under three names, in three invented reports on one strike.
REPORTS = {
    "one": "ORVANTA, Kestria – A shell hit the market in Orvanta on Monday, killing 12 people, the Lowland Observatory "
    "for Peace said. Invented report.\n",
    "two": "ORVANTA, Kestria – A shell that hit the market in Orvanta on Monday killed 14 people, the Tarn-based "
    "Lowland Observatory for Peace said. Invented report.\n",
    "three": "ORVANTA, Kestria – A shell hit the market in Orvanta on Monday, killing 17 people, the observatory said. "
    "Invented report.\n",
}


@pytest.fixture(scope="module")
def incident(served: str, book_folder: Path) -> str:
    """The address of an incident that three reports tell after three names of one body."""
    folder = book_folder / "names"
    folder.mkdir()
    with Book.open(book_folder / "tollbook.book") as book:
        for name, text in REPORTS.items():
            path = folder / f"{name}.txt"
            path.write_text(text)
            book.read([path], published=date(2021, 11, 2), outlet=f"Paper {name}")
        reports = {each.id for each in book.reports() if each.outlet and each.outlet.startswith("Paper ")}
        assert len(reports) == 3
        told = next(each for each in book.incidents() if {link.id for link in each.reports} & reports)
    return f"{served}/incidents/{told.id}"


def go_to(window: Page, proposal: Locator) -> None:
    """Press j until a proposal has the focus."""
    for _ in range(12):
        if proposal.locator("h3:focus").count():
            return
        window.keyboard.press("j")
    raise AssertionError("the proposal never had the focus")


def sources(window: Page, incident: str) -> str:
    window.goto(incident)
    return window.locator("table.figures tr", has_text="Killed").first.inner_text()


def test_a_name_is_settled_and_the_sources_follow(
    window: Page, incident: str, picture: Callable[[str], None], album: Album
) -> None:
    before = sources(window, incident)
    window.goto("/names")
    proposal = window.locator("[data-proposal]", has_text="Lowland Observatory for Peace").first
    expect(proposal.locator("mark").first).to_be_visible()
    picture("names-1-proposals")
    found = Axe().run(window, options={"resultTypes": ["violations"]})
    assert [each["id"] for each in found.response["violations"] if each["impact"] in {"serious", "critical"}] == []

    # By keyboard alone: go to the proposal, and save it as one name.
    go_to(window, proposal)
    window.keyboard.press("o")
    expect(window.get_by_role("status")).to_contain_text("is one name in the whole book, with")
    expect(window.get_by_role("status")).to_contain_text("independent sources; before, on")
    picture("names-2-settled")
    after = sources(window, incident)
    assert after != before
    assert "source" in after

    # Every spelling is kept, and one undo brings the sources back.
    window.goto("/names")
    window.locator("details.settled-name", has_text="Lowland Observatory for Peace").locator("summary").click()
    expect(window.locator("details[open] .members")).to_contain_text("Tarn-based")
    window.locator("details[open]").get_by_role("button", name="Undo").click()
    expect(window.get_by_role("status")).to_contain_text("Undone")
    assert sources(window, incident) == before

    # Held apart, it is not proposed again.
    window.goto("/names")
    go_to(window, proposal)
    window.keyboard.press("d")
    expect(window.get_by_role("status")).to_contain_text("not proposed again")
    expect(proposal).to_have_count(0)


@pytest.mark.parametrize("kind", ["speakers", "actors", "outlets", "places", "sites"])
def test_the_page_of_names_fits_a_phone_and_is_accessible(window: Page, album: Album, incident: str, kind: str) -> None:
    window.set_viewport_size({"width": 390, "height": 844})
    window.goto(f"/names/{kind}")
    for details in window.locator("details").all():
        details.evaluate("each => { each.open = true; }")
    sideways = window.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    album(window, f"phone-names-{kind}")
    assert sideways <= 0
    found = Axe().run(window, options={"resultTypes": ["violations"]})
    assert [each["id"] for each in found.response["violations"] if each["impact"] in {"serious", "critical"}] == []
