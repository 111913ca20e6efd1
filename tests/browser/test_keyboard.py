"""The whole web interface with the keyboard alone: no mouse, no address typed, and the focus visible at every step."""

import re
from collections.abc import Callable

import pytest

pytest.importorskip("playwright", reason="needs playwright, which is not installed here")
from playwright.sync_api import Page, expect

from tests.browser.conftest import Album

#: The element with the focus: its text, and whether the focus is visible: an outline, within the window.
FOCUS = """() => {
  const at = document.activeElement;
  const box = at.getBoundingClientRect(), style = getComputedStyle(at);
  const framed = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth && box.width > 0;
  return {
    tag: at.tagName, id: at.id, href: at.getAttribute("href") ?? "", name: at.getAttribute("name") ?? "",
    label: at.getAttribute("aria-label") ?? "", text: (at.innerText ?? at.textContent ?? "").trim(),
    seen: at === document.body || (framed && inside),
  };
}"""
#: More stops than any page of the samples has.
_MOST = 260


class Hands:
    """A user who has only a keyboard."""

    def __init__(self, window: Page) -> None:
        self.window = window

    def press(self, *keys: str) -> None:
        for key in keys:
            self.window.keyboard.press(key)

    def type(self, text: str) -> None:
        self.window.keyboard.type(text)

    def focus(self) -> dict[str, str]:
        found: dict[str, str] = self.window.evaluate(FOCUS)
        return found

    def to(self, key: str = "Tab", **wanted: str) -> dict[str, str]:
        """Press a key until the wanted element has the focus; the focus must be visible at every stop."""
        for _ in range(_MOST):
            self.press(key)
            found = self.focus()
            assert found["seen"], f"the focus is not visible here: {found}"
            if all(part.casefold() in found[field].casefold() for field, part in wanted.items()):
                return found
        raise AssertionError(f"no way by {key} to {wanted}")

    def go(self, path: str) -> None:
        """Open a page by the navigation at the top of every page."""
        if self.window.evaluate("document.activeElement !== document.body"):
            self.press("Control+Home")
        self.window.evaluate("document.activeElement.blur()")
        if self.window.locator(f".more-pages a[href='{path}']:not(.folded)").count():
            self.to(tag="SUMMARY", text="More")
            self.press("Enter")
        self.follow(href=path)

    def settle(self) -> None:
        """Wait until htmx has put the response into the page."""
        expect(self.window.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)
        self.window.wait_for_timeout(150)

    def follow(self, **wanted: str) -> None:
        """Move the focus to a link and follow it."""
        self.to(tag="A", **wanted)
        with self.window.expect_navigation(wait_until="networkidle"):
            self.press("Enter")


@pytest.fixture
def hands(window: Page) -> Hands:
    return Hands(window)


def incident(hands: Hands) -> None:
    hands.go("/incidents")
    hands.follow(text="airstrike, hospital, Velmar")
    expect(hands.window.get_by_role("heading", level=1)).to_contain_text("Velmar")


def test_incidents_are_searched_filtered_and_unfiltered(hands: Hands, picture: Callable[[str], None]) -> None:
    window = hands.window
    hands.go("/incidents")
    hands.to(tag="A", text="Skip to the content")  # the first stop of every page is the link that skips the navigation
    hands.press("Enter")
    window.wait_for_url("**#page")
    hands.press("/")
    assert hands.focus()["id"] == "text"
    hands.type("velmar clinic")
    expect(window.locator("#found .count")).to_contain_text("1 incident")
    assert hands.focus()["id"] == "text"  # the results arrive and the focus stays where it is
    hands.press("Control+a", "Delete")
    expect(window.locator("#found .count")).not_to_contain_text("1 incident")
    hands.follow(href="kind=airstrike")
    expect(window.locator("#found .chip.out")).to_contain_text("airstrike")
    hands.follow(text="airstrike", href="/incidents")
    expect(window.locator("#found .chip.out")).to_have_count(0)
    hands.to(tag="SUMMARY", text=" more")
    hands.press("Enter", "Tab")
    assert "speaker=" in hands.focus()["href"]
    hands.press("Enter")
    expect(window.locator("#found .chip.out")).to_have_count(1)
    hands.go("/incidents")
    hands.to(id="map")
    hands.press("ArrowRight", "+")
    hands.follow(href="day_from=2021-10-05")
    expect(window.locator("#found .chip.out")).to_contain_text("2021-10-05")
    expect(window.locator("#found .count")).to_contain_text("1 incident")
    picture("keys-1-narrowed")


def test_an_incident_is_shown_by_rule_and_day_with_its_words(hands: Hands, picture: Callable[[str], None]) -> None:
    window = hands.window
    incident(hands)
    hands.to(id="rule")
    before = window.locator("table.figures").inner_text()
    hands.press("ArrowDown")
    window.wait_for_url("**rule=**")
    hands.settle()
    assert hands.focus()["id"] == "rule"
    hands.press("ArrowUp")
    window.wait_for_url("**rule=range**")
    hands.settle()
    expect(window.locator("table.figures")).to_have_text(before, use_inner_text=True)
    hands.to(id="as-of-slider")
    hands.press("ArrowLeft")
    window.wait_for_url("**as_of=2**")
    hands.settle()
    assert hands.focus()["id"] == "as-of-slider"
    hands.press("ArrowRight")
    expect(window).to_have_url(re.compile("as_of=($|&)"))
    hands.settle()
    expect(window.locator("table.figures")).to_have_text(before, use_inner_text=True)
    hands.to(tag="SUMMARY", text="why these figures")
    hands.press("Enter")
    expect(window.locator(".why-text p").first).to_be_visible()
    # A value of the table opens its words and moves the focus there; Escape moves it back.
    hands.to(tag="A", href="/claims/", text="17")
    hands.press("Enter")
    expect(window.locator("#these-words")).to_be_visible()
    expect(window.locator("#words")).to_be_focused()
    picture("keys-2-words")
    hands.to(tag="A", text="report")
    hands.press("Escape")
    assert hands.focus()["text"].startswith("17")


def test_two_reports_are_separated_and_joined_again(hands: Hands, picture: Callable[[str], None]) -> None:
    window = hands.window
    incident(hands)
    one = window.locator("table.figures").inner_text()
    hands.to(tag="BUTTON", text="count as two sources")
    hands.press("Enter")
    window.wait_for_url("**done=independent**")
    expect(window.get_by_role("status")).to_contain_text("independent")
    hands.to(tag="BUTTON", text="undo")
    hands.press("Enter")
    window.wait_for_url("**done=undone**")
    expect(window.locator("table.figures")).to_have_text(one, use_inner_text=True)
    hands.to(tag="SUMMARY", text="decide whether two reports")
    hands.press("Enter")
    hands.to(name="subject")
    hands.type("Velmar")
    hands.to(name="other")
    hands.type("Radio")
    hands.to(name="why")
    hands.type("one phone call")
    hands.to(tag="BUTTON", text="one source")
    hands.press("Enter")
    window.wait_for_url("**done=one*source**")
    picture("keys-3-one-source")
    hands.to(tag="BUTTON", text="undo")
    hands.press("Enter")
    window.wait_for_url("**done=undone**")


def test_questions_about_an_incident_have_a_queue(hands: Hands) -> None:
    window = hands.window
    incident(hands)
    hands.follow(text="Answer these questions in the review queue")
    expect(window.locator(".question h2")).to_be_focused()
    expect(window.locator("main")).to_contain_text("Questions about this incident")
    announced, position = window.locator("#announce"), window.locator(".position")
    total = position.inner_text().rpartition(" ")[2]
    if window.locator("#decision [data-key=n]").count():  # two reports that may be about one incident
        hands.press("n")
        expect(announced).to_contain_text("Saved as different incidents")
        hands.press("u")
        expect(announced).to_contain_text("Undone")
    while not window.locator("#decision [data-key=a]").count():
        here = position.inner_text()
        hands.press("j")
        expect(position).not_to_have_text(here)
    hands.press("a")
    expect(announced).to_contain_text("Accepted.")
    hands.press("u")
    expect(announced).to_contain_text("Undone")
    hands.press("x")
    expect(announced).to_contain_text("Settled")
    hands.press("u")
    expect(announced).to_contain_text("Undone")
    expect(position).to_contain_text(f"of {total}")
    expect(window.locator("main")).to_contain_text("Questions about this incident")


def test_claims_of_a_report_are_accepted_rejected_and_undone(hands: Hands) -> None:
    window = hands.window
    hands.go("/reports")
    hands.follow(href="/reports/sample-09")
    hands.to(tag="SPAN", label="killed")
    hands.press("Enter")
    expect(window.locator("#record blockquote")).to_be_visible()
    hands.press("a")
    window.wait_for_url("**done=accept**")
    expect(window.locator("#record .state")).to_have_text("accepted")
    hands.to(tag="BUTTON", text="undo")
    hands.press("Enter")
    window.wait_for_url("**done=undone**")
    hands.press("r")
    window.wait_for_url("**done=reject**")
    hands.to(tag="BUTTON", text="undo")
    hands.press("Enter")
    window.wait_for_url("**done=undone**")
    expect(window.locator("#record .state")).to_have_count(0)


def test_an_earlier_decision_is_shown_before_anything_is_written(hands: Hands) -> None:
    window = hands.window
    hands.go("/reports")
    hands.follow(href="/reports/sample-09")
    hands.to(tag="SPAN", label="killed")
    hands.press("Enter")
    expect(window.locator("#record blockquote")).to_be_visible()
    claim = window.url.rpartition("claim=")[2]
    other = {"X-Requested-With": "tollbook", "X-Tollbook-Person": "Mirko"}
    ruled = {"verdict": "reject", "subject": claim, "why": "a rumour"}
    made = window.request.post("/api/decisions", data=ruled, headers=other).json()
    with window.expect_response("**/decide") as answered:
        hands.press("a")
    assert answered.value.status == 409
    expect(window.get_by_role("alert")).to_contain_text("Mirko")
    hands.to(tag="BUTTON", text="save my decision after it")
    hands.press("Enter")
    window.wait_for_url("**done=accept**")
    hands.to(tag="BUTTON", text="undo")
    hands.press("Enter")
    window.wait_for_url("**done=undone**")
    window.request.post(f"/api/decisions/{made['id']}/undo", data={"why": "seen"}, headers=other)


def test_the_other_pages_can_be_reached(hands: Hands) -> None:
    window = hands.window
    for path in ("/tolls", "/places", "/speakers", "/outlets"):
        hands.go(path)
        hands.press("/")
        assert hands.focus()["id"] == "text"
        hands.follow(href=f"{path}/")
        assert f"{path}/" in window.url
        if path in {"/tolls", "/speakers"}:
            hands.to(tag="A", href="/claims/")
            hands.press("Enter")
            expect(window.locator("#words")).to_be_focused()
            hands.press("Escape")
            assert "/claims/" in hands.focus()["href"]
    hands.go("/methods")
    expect(window.get_by_role("heading", level=1)).to_be_visible()


def test_a_round_is_opened_and_coded_and_its_agreement_shown(hands: Hands) -> None:
    window = hands.window
    hands.go("/coding")
    hands.to(id="name")
    hands.type("Trial of two")
    hands.to(id="size")
    hands.press("Control+a")
    hands.type("2")
    with window.expect_navigation():
        hands.press("Enter")
    for kind in ("killed", "injured"):
        hands.to(id="kind")
        hands.type(kind)
        hands.to(id="count")
        hands.type("3")
        with window.expect_navigation():
            hands.press("Enter")
    expect(window.locator(".done")).to_be_visible()
    hands.follow(href="/agreement")
    expect(window.get_by_role("heading", name="Agreement")).to_be_visible()


def test_a_brief_is_printed_and_signed(hands: Hands, album: Album) -> None:
    window = hands.window
    hands.go("/incidents")
    hands.follow(text="Reported shooting")
    hands.follow(text="Brief", href="/incidents/")
    hands.to(tag="A", href="#note-")
    hands.press("Enter")
    assert window.url.endswith("#note-1")
    window.emulate_media(media="print")
    album(window, "keys-4-brief-in-print")
    expect(window.locator(".tools").first).to_be_hidden()
    window.emulate_media(media="screen")
    hands.to(tag="BUTTON", text="sign as")
    hands.press("Enter")
    expect(window.locator(".signed")).to_contain_text("Signed by Vera Lind")
    hands.follow(href="/briefs")
    hands.follow(href="/briefs/")
    hands.to(id="why")
    hands.type("signed to try it")
    hands.press("Enter")
    expect(window.locator("article")).to_contain_text("signed to try it")
