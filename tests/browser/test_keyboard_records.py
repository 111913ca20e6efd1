"""Records changed with the keyboard alone: taking apart, many days at once, a name settled, a sheet, a series.

After each action the focus is on what the page says of it, so that the next Tab goes on from there.
"""

import re
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright", reason="needs playwright, which is not installed here")
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import complaints, serving, tollbook
from tests.browser.test_keyboard import Hands

#: Milliseconds in which a decision is saved, or reports are read again, also on a busy machine.
_SAVING, _READING = 20_000, 120_000
#: One observatory under two names, in three invented reports on one strike, and one on another strike.
REPORTS = {
    "1": "A shell hit the market in Orvanta on Monday, killing 12 people, the Lowland Observatory for Peace said.",
    "2": "A shell that hit the market in Orvanta on Monday killed 14 people, the Tarn-based Lowland Observatory for "
    "Peace said.",
    "3": "A shell hit the market in Orvanta on Monday, killing 17 people and injuring 30, the observatory said. On "
    "Tuesday gunmen shot dead four miners near Kelm, the union said.",
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("hands")
    for name, text in REPORTS.items():
        (folder / f"{name}.txt").write_text(text)
        tollbook("read", f"{name}.txt", "--outlet", f"Paper {name}", "--published", "2021-11-03", cwd=folder)
    with serving(folder, "serve") as served:
        yield served


@pytest.fixture
def hands(chromium: Browser, address: str) -> Iterator[Hands]:
    """A user with a keyboard before a book that is as it was read: all decisions of a test are undone after it."""
    context = chromium.new_context(viewport={"width": 1366, "height": 860}, base_url=address)
    page = context.new_page()
    wrong = complaints(page, address, expected="400 (Bad Request)")
    page.set_default_timeout(_SAVING)
    page.goto("/login")
    page.fill("#name", "Vera Lind")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{address}/")
    yield Hands(page)
    for decision in reversed(page.request.get("/api/decisions").json()):
        page.request.post(
            f"/api/decisions/{decision['id']}/undo", data={"why": "test"}, headers={"X-Requested-With": "tollbook"}
        )
    context.close()
    assert wrong == []


def record(hands: Hands, words: str) -> Page:
    """Open the record of an incident from the list."""
    hands.go("/incidents")
    hands.follow(text=words)
    return hands.window


def done(hands: Hands, says: str) -> None:
    """The page names the completed action in a focused message; the next stop is the button that undoes it."""
    told = hands.window.locator(".done[role=status]").first
    expect(told).to_contain_text(says, timeout=_SAVING)
    expect(told).to_be_focused()


def undo(hands: Hands, stops: int = 1) -> None:
    for _ in range(stops):
        hands.press("Tab")
    assert hands.focus()["text"] == "Undo"
    hands.press("Enter")
    hands.window.wait_for_url("**done=undone**")
    done(hands, "Undone. Both entries stay in the log.")


def test_an_incident_is_taken_apart_and_put_together_again(hands: Hands) -> None:
    window = record(hands, "market, Orvanta")
    hands.follow(text="Take apart or put together")
    hands.to(name="claim")
    hands.press("Space")
    expect(window.locator("#chosen")).to_have_text("Claims chosen: 1")
    hands.to(name="do")
    hands.press("Space")
    with window.expect_navigation():
        hands.press("Enter")
    expect(window.locator("#preview")).to_be_focused()
    expect(window.locator("#preview")).to_contain_text("After saving")
    hands.to(id="why")
    hands.type("Another strike.")
    hands.press("Enter")
    done(hands, "Moved.")
    undo(hands, stops=2)  # after the incident that the claims are in now
    # Without a choice the refusal has the focus.
    hands.to(name="do")
    hands.press("Space")
    with window.expect_navigation():
        hands.press("Enter")
    expect(window.get_by_role("alert")).to_be_focused()


def test_days_of_many_reports_are_set_at_once(hands: Hands) -> None:
    window = hands.window
    hands.go("/reports")
    hands.follow(text="Change days, outlets and titles")
    hands.to(name="all-day")
    hands.type("11102021")
    hands.to(id="tick-all")
    hands.press("Space", "Enter")
    done(hands, "Saved. The reports are read again with it.")
    assert {each["published"] for each in window.request.get("/api/reports").json()["reports"]} == {"2021-11-10"}
    undo(hands)
    window.goto("/reports")
    expect(window.locator("#reading progress")).to_have_count(0, timeout=_READING)


def test_a_name_is_settled(hands: Hands) -> None:
    window = hands.window
    hands.go("/names")
    heading = window.locator("[data-proposal] h3", has_text="Lowland Observatory for Peace").first
    for _ in range(12):
        hands.press("j")
        if heading.evaluate("at => at === document.activeElement"):
            break
    expect(heading).to_be_focused()
    hands.to(tag="BUTTON", text="one name")
    hands.press("Enter")
    expect(window.get_by_role("status")).to_contain_text("is one name in the whole book", timeout=_SAVING)


def test_a_sheet_is_changed_looked_at_saved_and_undone(hands: Hands) -> None:
    window = record(hands, "market, Orvanta")
    hands.follow(text="Sheet of claims")
    for _ in range(60):
        hands.press("Tab")
        if "column-day" in (window.evaluate("document.activeElement.getAttribute('aria-labelledby')") or ""):
            break
    hands.press("Control+a")
    hands.type("2 May 2021")
    hands.press("Enter", "Control+d", "Control+Enter")
    expect(window.locator("#preview")).to_contain_text("2 claims change.", timeout=_SAVING)
    expect(window.locator("#preview")).to_be_focused()
    hands.to(id="why")
    hands.type("Read again.")
    hands.to(tag="BUTTON", text="save")
    hands.press("Enter")
    done(hands, "All changes of the sheet are undone together.")
    undo(hands)


def test_an_incident_is_put_into_a_series_and_taken_out(hands: Hands) -> None:
    window = record(hands, "market, Orvanta")
    hands.follow(label="Change: series")
    hands.to(name="incident")
    hands.press("Space")
    # Ticked incidents stay ticked during a search.
    ticked = window.locator("input[name=incident]:checked").get_attribute("value")
    hands.to(name="text")
    hands.type("nowhere")
    hands.press("Enter")
    expect(window.locator("input[name=incident]:checked")).to_have_value(ticked or "")
    hands.to(id="join-why")
    hands.type("One campaign.")
    hands.press("Enter")
    done(hands, "Saved as one series.")
    expect(window.locator(".series-members li")).to_have_count(2)
    hands.to(tag="BUTTON", label="Take out: ")
    hands.press("Enter")
    done(hands, "Saved. The incident is part of no series.")
    expect(window.get_by_text("This incident is part of no series.")).to_be_visible()
    undo(hands)
    expect(window.locator(".series-members li")).to_have_count(2)


def test_a_value_is_changed_beside_the_record(hands: Hands) -> None:
    window = record(hands, "market, Orvanta")
    hands.to(tag="A", label="Change: day")
    hands.press("Enter")
    form = window.locator("#words form")
    expect(form).to_be_visible()
    expect(form.locator("#when_text")).to_be_focused()
    hands.press("Escape")
    assert hands.focus()["label"] == "Change: day"
    hands.press("Enter")
    expect(form).to_be_visible()
    hands.to(tag="BUTTON", text="Confirm as it is")
    hands.press("Enter")
    done(hands, "Confirmed.")
    expect(window.locator(".about").first).to_contain_text(re.compile("confirmed by Vera Lind"))
    undo(hands)
