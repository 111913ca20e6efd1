"""A working day: from files read at the command line to a brief, by keyboard for the longest tasks."""

import hashlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import tollbook


def killed(window: Page) -> str:
    return window.locator("table.figures tr", has_text="Killed").first.inner_text()


def on_to_a_claim(window: Page) -> None:
    """Go through the queue to the first question about one claim; others are about two."""
    position = window.locator(".position")
    while not position.inner_text().startswith("1 of"):
        here = position.inner_text()
        window.keyboard.press("k")
        expect(position).not_to_have_text(here)
    while not window.locator("#decision [data-key=a]").count():
        here = position.inner_text()
        window.keyboard.press("j")
        expect(position).not_to_have_text(here)


@pytest.mark.usefixtures("undone")
def test_a_working_day(window: Page, picture: Callable[[str], None], book_folder: Path) -> None:  # noqa: PLR0915 - a day is long
    # The new reports were read on the command line before the web interface was opened.
    assert "Velmar" in tollbook("incidents", cwd=book_folder)

    # Find the incident among all of them.
    window.goto("/incidents")
    picture("day-1-incidents")
    window.locator("input[name=text]").first.fill("velmar clinic")
    window.keyboard.press("Enter")
    expect(window.get_by_role("link", name=re.compile("Velmar")).first).to_be_visible()
    window.locator("main a[href^='/incidents/']", has_text="Velmar").first.click()
    expect(window.get_by_role("heading", level=1)).to_contain_text("Velmar")
    window.wait_for_load_state()  # before the scripts are there, a value opens a page of its own
    incident = window.url.split("?", 1)[0]
    picture("day-2-incident")

    # A value opens the sentence it is based on.
    window.locator("a.value, a.ref").first.click()
    expect(window.locator("#these-words")).to_be_visible()
    picture("day-3-sentence")

    # Another rule, an earlier day: the figures follow.
    now = killed(window)
    window.locator("#rule").select_option("acled")
    window.wait_for_url(re.compile("rule=acled"))
    window.goto(f"{incident}?as_of=2021-10-06")
    expect(window.get_by_role("heading", level=1)).to_contain_text("Velmar")
    picture("day-4-as-of")
    window.goto(incident)
    assert killed(window) == now

    # The queue, with the keyboard alone: accept, reject, take back, go on, go back, correct.
    window.goto("/queue")
    position = window.locator(".position")
    heading = window.locator("#decision h2")
    announced = window.locator("#announce")
    expect(heading).to_be_focused()
    picture("day-5-queue")
    on_to_a_claim(window)
    window.keyboard.press("a")
    expect(announced).to_contain_text("Accepted.")
    expect(heading).to_be_focused()
    on_to_a_claim(window)
    window.keyboard.press("r")
    expect(announced).to_contain_text("Rejected.")
    window.keyboard.press("u")
    expect(announced).to_contain_text("Undone")
    here = position.inner_text()  # the undone decision is open again, before later questions
    window.keyboard.press("j")
    expect(position).not_to_have_text(here)
    window.keyboard.press("k")
    expect(position).to_have_text(here)
    on_to_a_claim(window)
    window.keyboard.press("?")
    expect(window.locator("#help dl")).to_be_visible()
    window.keyboard.press("c")
    expect(window.locator("#decision #kind")).to_be_focused()
    window.locator("#decision #why").fill("read again in the report")
    window.locator("#decision #stance").select_option("estimates")
    picture("day-6-correct")
    window.locator("#decision #why").press("Enter")
    expect(announced).to_contain_text("Corrected.")
    window.keyboard.press("u")
    expect(announced).to_contain_text("Undone")
    while window.locator("#decision [data-key=x]").count() and position.inner_text() != "1 of 1":
        before = position.inner_text()
        window.keyboard.press("x")
        expect(position).not_to_have_text(before)
    expect(position).to_have_text("1 of 1")
    window.keyboard.press("x")
    expect(heading).to_contain_text("Nothing to review")
    picture("day-7-queue-empty")

    # A claim that the reader missed is marked in its report; the decision is shown beside the words.
    window.goto("/reports/sample-06?words=bus+driver+aged+58")
    window.locator("#record #kind").select_option("killed")
    window.locator("#record #people_text").fill("Pavel Rudin, a bus driver aged 58")
    window.locator("#record #why").fill("named on Friday")
    picture("day-8-add")
    window.get_by_role("button", name="Add the claim").click()
    expect(window.get_by_role("status")).to_contain_text("Added.")
    picture("day-9-added")

    # The brief; and the book still verifies.
    window.goto(f"{incident}/brief")
    expect(window.get_by_role("heading", level=1)).to_contain_text("Velmar")
    picture("day-10-brief")

    # Signed with the keyboard: the button is the last stop on the page.
    expect(window.locator(".signed")).to_have_text("Not signed.")
    window.get_by_role("button", name="Sign as Vera Lind").focus()
    window.keyboard.press("Enter")
    expect(window.locator(".signed")).to_contain_text("Signed by Vera Lind on")
    picture("day-11-signed")
    window.goto("/briefs")
    window.locator("main a[href^='/briefs/']").first.focus()
    window.keyboard.press("Enter")
    expect(window.get_by_role("heading", level=1)).to_contain_text("Velmar")
    expect(window.locator("article")).to_contain_text("The brief still reads as it was signed.")
    picture("day-12-as-signed")
    signed = window.request.get(f"{window.url}.txt").text()
    assert hashlib.sha256(signed.encode()).hexdigest() in window.locator("article").inner_text()
    assert "what they are" in tollbook("verify", cwd=book_folder) or "are unchanged" in tollbook(
        "verify", cwd=book_folder
    )
    decided = tollbook("claims", "--format", "jsonl", cwd=book_folder)
    assert '"finder":"Vera Lind"' in decided


def test_keys_do_nothing_in_text_fields_and_can_be_switched_off(window: Page) -> None:
    window.goto("/reports/sample-08")
    window.locator("#text .claim[role=link]").first.click()
    window.locator("#record blockquote").wait_for()
    window.locator("#words").fill("")
    window.locator("#words").press("r")
    assert window.locator("#words").input_value() == "r"
    expect(window.locator("#record .state")).to_have_count(0)
    window.goto("/queue")
    window.locator("#help summary").click()
    window.locator("[data-keys-toggle]").click()
    address = window.url
    window.locator("h1").click()
    window.keyboard.press("a")
    window.keyboard.press("x")
    window.wait_for_timeout(300)
    assert window.url == address
