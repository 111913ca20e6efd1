"""Taking incidents apart and putting them together in the browser: split, move, merge, mark, and undo."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Album

pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python, which is not installed here")
from axe_playwright_python.sync_playwright import Axe

#: Milliseconds in which a decision is saved and its page shown, also on a busy machine.
_SAVING = 20_000


def open_record(window: Page, words: str) -> str:
    """Open the page of the incident with some words, from its record; the address of the record."""
    window.goto(f"/incidents?text={words}")
    window.locator("main a[href^='/incidents/'].title").first.click()
    window.wait_for_url(re.compile("/incidents/[0-9a-f]+"))
    record = window.url.split("?")[0]
    window.get_by_role("link", name="Take apart or put together").click()
    expect(window.get_by_role("heading", level=1)).to_have_text("Take apart or put together")
    window.wait_for_load_state("load")  # from here on the scripts of the page listen
    return record


def killed(window: Page, record: str) -> str:
    window.goto(record)
    return window.locator("table.figures tr", has_text="Killed").first.locator("td.large").inner_text()


def preview(window: Page, action: str) -> None:
    """Choose an action and look at its preview."""
    window.get_by_role("radio", name=action, exact=False).check()
    window.get_by_role("button", name="Preview").click()
    expect(window.locator("#preview")).to_be_visible(timeout=_SAVING)


def rows(window: Page, when: str) -> list[str]:
    return window.locator(f".outlines .{when} tr:not(.kind)").all_inner_texts()


def save(window: Page, says: str) -> None:
    window.locator("#why").fill("Read again.")
    window.get_by_role("button", name="Save").click()
    expect(window.locator(".done")).to_contain_text(says, timeout=_SAVING)


def test_on_a_phone_a_link_that_stays_in_view_leads_to_the_action(window: Page) -> None:
    open_record(window, "velmar+clinic")
    link, action = window.get_by_role("link", name="Choose an action"), window.locator("#action")
    expect(link).to_be_hidden()
    window.set_viewport_size({"width": 390, "height": 844})
    expect(link).to_be_in_viewport()
    expect(action).not_to_be_in_viewport()
    link.click()
    expect(action).to_be_in_viewport()


def undo(window: Page) -> None:
    window.locator(".done").get_by_role("button", name="Undo").click()
    expect(window.locator(".done")).to_contain_text("Undone. Both entries stay in the log.", timeout=_SAVING)


@pytest.fixture(autouse=True)
def nothing_left(window: Page) -> Iterator[None]:
    """Every test leaves the shared book as it was; the window begins at the list of incidents."""
    before = window.locator("table.list").inner_text()
    yield
    window.set_viewport_size({"width": 1366, "height": 860})
    window.goto("/incidents")
    assert window.locator("table.list").inner_text() == before


def test_split_look_save_undo(window: Page, picture: Callable[[str], None]) -> None:
    listed = window.locator("table.list tbody tr")
    before = listed.count()
    record = open_record(window, "dursan")
    now = killed(window, record)
    window.go_back()
    preview(window, "split by day")
    assert len(rows(window, "now")) == 1
    assert len(rows(window, "then")) == 2
    picture("compose-1-split")
    # A preview writes nothing.
    assert killed(window, record) == now
    window.go_back()
    save(window, "Split.")
    expect(window.locator(".done a")).to_have_count(2)
    picture("compose-2-saved")
    window.goto("/incidents")
    expect(listed).to_have_count(before + 1)
    window.go_back()
    undo(window)
    assert killed(window, record) == now


def test_move_a_claim_and_a_report_into_a_new_incident(window: Page) -> None:
    record = open_record(window, "dursan")
    card = window.locator(".card", has_text="sample-10").or_(window.locator(".card").last).last
    card.locator("legend input").check()
    # The whole report chooses its claims, and their number is shown.
    boxes = card.locator(":scope > .claim-cards input")
    expect(boxes.first).to_be_checked()
    expect(window.locator("#chosen")).to_have_text(f"Claims chosen: {boxes.count()}")
    boxes.first.uncheck()
    expect(card.locator("legend input")).not_to_be_checked()
    expect(window.locator("#chosen")).to_have_text(f"Claims chosen: {boxes.count() - 1}")
    preview(window, "to a new incident")
    assert len(rows(window, "then")) == 2
    # The choice is still there beside the preview.
    expect(window.locator("input[name=claim]:checked")).to_have_count(boxes.count() - 1)
    save(window, "Moved.")
    # The incident that they left is not named as where they are now.
    expect(window.locator(".done a")).to_have_count(1)
    expect(window.locator(".done a")).not_to_have_attribute("href", urlsplit(window.url).path)
    undo(window)
    window.goto(record)
    expect(window.get_by_role("heading", level=1)).to_contain_text("Dursan")


def test_merge_two_incidents_by_keyboard(window: Page) -> None:
    record = open_record(window, "velmar")
    other = window.locator("#into option", has_text="Dursan").first.get_attribute("value")
    window.locator("#into").focus()
    window.keyboard.type("Reported shooting")
    expect(window.locator("#into")).to_have_value(other or "")
    window.get_by_role("radio", name="this incident with the other incident").focus()
    window.keyboard.press("Space")
    window.keyboard.press("Enter")
    expect(window.locator("#preview")).to_be_focused(timeout=_SAVING)
    assert (len(rows(window, "now")), len(rows(window, "then"))) == (2, 1)
    for _ in range(20):
        window.keyboard.press("Tab")
        if window.evaluate("document.activeElement.textContent") == "Save":
            break
    window.keyboard.press("Enter")
    expect(window.locator(".done")).to_contain_text("Merged.", timeout=_SAVING)
    undo(window)
    assert window.url.startswith(record)
    window.go_back()
    expect(window.get_by_role("heading", level=1)).to_have_text("Take apart or put together")
    expect(window.locator(".done")).to_have_count(0)


def drag(window: Page, card: Locator, onto: str) -> None:
    """Drag a card onto an incident, as a hand does: the incidents show when the card moves."""
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    assert box is not None
    window.mouse.move(box["x"] + 20, box["y"] + 12)
    window.mouse.down()
    window.mouse.move(box["x"] + 40, box["y"] + 20, steps=4)
    target = window.locator("#drop-zones li", has_text=onto).first
    expect(target).to_be_visible()
    target.hover()
    target.hover(position={"x": 30, "y": 12})
    expect(target).to_have_class("over")
    window.mouse.up()
    expect(window.locator("#preview")).to_be_focused(timeout=_SAVING)


def test_drag_a_claim_onto_a_new_incident(window: Page, picture: Callable[[str], None]) -> None:
    open_record(window, "dursan")
    expect(window.locator("#drop-zones")).to_be_hidden()
    claim = window.locator(".claim-card", has_text="At least four people").first
    name = claim.locator("input").get_attribute("value")
    drag(window, claim, "a new incident")
    # What the form would do by keyboard: the claim is chosen, the action too, and nothing is saved.
    chosen = window.locator("input[name=claim]:checked")
    expect(chosen).to_have_count(1)
    assert chosen.get_attribute("value") == name
    expect(window.get_by_role("radio", name="to a new incident")).to_be_checked()
    assert len(rows(window, "then")) == 2
    picture("compose-3-dragged")
    save(window, "Moved.")
    undo(window)


def test_drag_a_report_onto_another_incident(window: Page) -> None:
    open_record(window, "dursan")
    card = window.locator(".card").last
    name = card.locator("legend input").get_attribute("value")
    drag(window, card.locator("legend label"), "Velmar")
    expect(window.locator(f"input[name=report][value='{name}']")).to_be_checked()
    expect(window.get_by_role("radio", name="into the other incident")).to_be_checked()
    assert (len(rows(window, "now")), len(rows(window, "then"))) == (2, 2)


def test_the_selection_moves_with_a_dragged_card(window: Page) -> None:
    open_record(window, "dursan")
    cards = window.locator(".card").first.locator(":scope > .claim-cards .claim-card")
    cards.nth(0).get_by_role("checkbox").check()
    cards.nth(1).get_by_role("checkbox").check()
    drag(window, cards.nth(0), "a new incident")
    expect(window.locator("input[name=claim]:checked")).to_have_count(2)


def test_mark_a_claim_and_undo_it_on_the_record(window: Page) -> None:
    record = open_record(window, "dursan")
    now = killed(window, record)
    window.go_back()
    claim = window.locator(".claim-card", has_text="At least four people").first
    claim.get_by_role("checkbox").check()
    preview(window, "a total, not this incident")
    expect(window.locator("#preview")).to_contain_text("1 claim will count to a running total.")
    save(window, "Marked as a total.")
    moved = window.locator(".claim-card", has_text="At least four people").first
    expect(moved.locator("..").locator("..")).to_contain_text("in a running total")
    after = window.url.split("/edit")[0]
    window.goto(after)
    decision = window.locator("#decisions ~ ul li", has_text="a total, not this incident")
    expect(decision).to_contain_text("Vera Lind")
    decision.get_by_role("button", name="Undo").click()
    assert killed(window, record) == now


def test_impossible_operations_are_explained(window: Page) -> None:
    open_record(window, "dursan")
    window.get_by_role("radio", name="to a new incident").check()
    window.get_by_role("button", name="Preview").click()
    expect(window.locator("[role=alert]")).to_have_text("Choose the claims or reports first.")
    choices = window.get_by_role("radio", name="split by place").all()
    assert choices
    for choice in choices:
        expect(choice).to_be_disabled()


def test_a_target_is_found_by_words(window: Page) -> None:
    open_record(window, "velmar")
    window.get_by_label("Find by words").fill("bus station")
    window.get_by_role("button", name="Find").click()
    # The incident itself is no target.
    found = window.locator("#into option")
    expect(found.filter(has_text="Dursan").first).to_be_attached()
    expect(found.filter(has_text="Velmar")).to_have_count(0)


@pytest.mark.parametrize("width", [1366, 390])
def test_the_page_is_accessible_and_fits(window: Page, album: Album, width: int) -> None:
    window.set_viewport_size({"width": width, "height": 860})
    open_record(window, "dursan")
    preview(window, "split by day")
    found = Axe().run(window, options={"resultTypes": ["violations"]})
    bad = [each["id"] for each in found.response["violations"] if each["impact"] in {"serious", "critical"}]
    assert bad == []
    assert window.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    album(window, f"compose-{width}")


def test_everything_works_without_scripts(chromium: Browser, served: str, window: Page) -> None:
    context = chromium.new_context(base_url=served, java_script_enabled=False)
    plain = context.new_page()
    plain.goto("/login")
    plain.fill("#name", "Vera Lind")
    plain.get_by_role("button", name="Sign in").click()
    open_record(plain, "dursan")
    plain.locator(".card legend input").last.check()
    preview(plain, "to a new incident")
    save(plain, "Moved.")
    undo(plain)
    context.close()
