"""Words marked in the browser are the words of the report, in code points, in every script; with mouse and keys."""

import re

import pytest

pytest.importorskip("playwright", reason="needs playwright, which is not installed here")
from playwright.sync_api import Page

SELECT = """([start, end]) => {
  const walker = document.createTreeWalker(document.getElementById("text"), NodeFilter.SHOW_TEXT);
  const at = (offset) => {
    walker.currentNode = walker.root;
    let left = offset, node;
    while ((node = walker.nextNode())) {
      if (left <= node.length) return [node, left];
      left -= node.length;
    }
  };
  document.getSelection().setBaseAndExtent(...at(start), ...at(end));
}"""


def units(text: str) -> int:
    """The length of a text as a browser counts it, in UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def mark(window: Page, text: str, words: str) -> tuple[int, int]:
    """Mark words of a text as a selection of the browser; the span that the page gives them."""
    start = text.index(words)
    begin = units(text[:start])
    window.evaluate(SELECT, [begin, begin + units(words)])
    window.locator("#add-here:not([hidden])").wait_for()
    address = window.locator("#add-here a").get_attribute("href") or ""
    found = re.search(r"start=(\d+)&end=(\d+)", address)
    assert found is not None
    return int(found[1]), int(found[2])


def open_hard(window: Page) -> str:
    """Open the report with letters of all sorts; its text as the book has it."""
    (found,) = window.request.get("/api/reports?text=vigil").json()["reports"]
    window.goto(f"/reports/{found['id']}")
    text: str = window.request.get(f"/api/reports/{found['id']}").json()["text"]
    return text


def test_offsets_are_code_points_whatever_the_script(window: Page) -> None:
    text = open_hard(window)
    for words in ("two men were missing", "أربعة أشخاص", "Five people", "\U0001f469\u200d\u2695\ufe0f", "Zu\u0308lden"):
        start, end = mark(window, text, words)
        assert text[start:end] == words
    assert window.evaluate("document.getElementById('text').textContent") == text


def test_a_letter_keeps_its_combining_marks(window: Page) -> None:
    text = open_hard(window)
    start, end = mark(window, text, "in Zu")
    assert text[start:end] == "in Zu\u0308"
    start, end = mark(window, text, "\nقالت ")
    assert text[start:end] == "قالت"


@pytest.mark.parametrize("part", [0.0, 0.5, 0.9])  # of a pixel: screens may have smaller pixels than pages
def test_words_inside_a_claim_can_be_marked_with_the_mouse(window: Page, part: float) -> None:
    window.goto("/reports/sample-04")
    box = window.locator("#text .claim[role=link]").first.bounding_box()
    assert box is not None
    x, y = round(box["x"]) + part, round(box["y"]) + part
    window.mouse.move(x + 45, y + 10)
    window.mouse.down()
    window.mouse.move(x + 190, y + 10, steps=6)
    window.mouse.up()
    window.locator("#add-here:not([hidden])").wait_for()
    assert window.locator("#record blockquote").count() == 0  # marking words is no click


@pytest.mark.parametrize("part", [0.0, 0.3, 0.5, 0.75])
def test_marked_words_can_be_marked_again_with_the_mouse(window: Page, part: float) -> None:
    window.goto("/reports/sample-04")
    box = window.locator("#text .claim[role=link]").first.bounding_box()
    assert box is not None
    x, y = round(box["x"]) + part, round(box["y"]) + part + 10
    said = []
    for first, last in ((45, 300), (100, 250), (250, 120)):
        window.mouse.move(x + first, y)
        window.mouse.down()
        window.mouse.move(x + last, y, steps=5)
        window.mouse.up()
        said.append(str(window.evaluate("document.getSelection().toString()")))
    assert all(said)
    assert said[1] in said[0]
    assert said[2] in said[1]
    assert window.locator("#record blockquote").count() == 0
    window.mouse.click(x + 180, y)  # a click is no marking: it opens the claim
    window.locator("#record blockquote").wait_for()


def test_arrow_keys_mark_words_and_lines_and_letters(window: Page) -> None:
    text = open_hard(window)
    window.locator("#text").focus()

    def marked(*keys: str) -> str:
        for key in keys:
            window.keyboard.press(key)
        return str(window.evaluate("document.getSelection().toString()"))

    assert marked("ArrowRight") == "VELMAR"
    assert marked("ArrowRight", "Shift+ArrowRight") == "Kestria – \U0001f56f\ufe0f At"
    assert marked("Shift+ArrowLeft") == "Kestria"
    assert marked("Control+Shift+ArrowLeft") == "Kestri"
    assert any(marked("ArrowDown") in text.split("\n\n")[1] for _ in range(4))  # lines that run from right to left
    first, second = marked("ArrowUp", "ArrowDown"), marked("ArrowLeft")
    assert text.index(first) < text.index(second)
    window.keyboard.press("+")
    window.locator("#record form[action='/add']").wait_for(timeout=60_000)  # the first parse loads the pipeline
    assert window.locator("#record blockquote").inner_text() == second


def test_words_go_into_a_field_with_the_keyboard_alone(window: Page) -> None:
    open_hard(window)
    window.locator("#text").focus()
    while "Five people" not in str(window.evaluate("document.activeElement.getAttribute('aria-label')")):
        window.keyboard.press("Tab")
    window.keyboard.press("Enter")
    window.locator("#record blockquote").wait_for()
    window.keyboard.press("c")
    while window.evaluate("document.activeElement.id") != "people_text":
        window.keyboard.press("Tab")
    window.keyboard.press("Escape")
    assert window.evaluate("document.activeElement.id") == "text"
    window.keyboard.press("ArrowRight")
    window.keyboard.press("Shift+ArrowRight")
    said = window.evaluate("document.getSelection().toString()")
    window.keyboard.press("Enter")
    assert window.evaluate("document.activeElement.id") == "people_text"
    assert window.locator("#people_text").input_value() == said


def test_a_missed_claim_is_added_with_the_keyboard_alone(window: Page) -> None:
    open_hard(window)
    window.locator("#text").focus()
    for _ in range(60):
        window.keyboard.press("Shift+ArrowRight")
        if "men were missing" in str(window.evaluate("document.getSelection().toString()")):
            break
    window.keyboard.press("+")
    window.locator("#record form[action='/add']").wait_for(timeout=60_000)  # the first parse loads the pipeline
    window.locator("#kind").select_option("missing")
    window.locator("#why").fill("the words say so")
    window.keyboard.press("Enter")
    window.get_by_text("Added.").wait_for()
    assert "missing" in window.locator("#record ol").inner_text()


def test_marked_words_fill_a_field_and_are_read(window: Page) -> None:
    text = open_hard(window)
    window.locator("#text .claim[role=link]", has_text="Five people").first.click()
    window.locator("#record blockquote").wait_for()
    window.keyboard.press("c")
    mark(window, text, "two men")
    window.locator(".take[data-for=count_text]").click()
    assert window.locator("#count_text").input_value() == "two men"
    window.get_by_role("button", name="Save the correction").click()
    window.get_by_text("Corrected.").wait_for()
    assert "2" in window.locator("#record dl").inner_text()
    window.get_by_role("button", name="Undo").first.click()
    window.get_by_text("Undone").wait_for()
