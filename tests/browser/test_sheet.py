"""The sheet of claims in the browser, by keyboard: cells changed in place, the preview, one save, one undo."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect

#: Milliseconds in which many claims are placed and the page is shown, also on a busy machine.
_SAVING = 20_000


def cell(window: Page, column: str, row: int) -> Locator:
    return window.locator(f"table.sheet [aria-labelledby^='column-{column} ']").nth(row)


def test_cells_are_changed_by_keyboard_previewed_saved_and_undone(window: Page, picture: Callable[[str], None]) -> None:
    window.goto("/reports?text=dursan")
    window.locator("td.pick input").first.check()
    window.get_by_role("button", name="Open the ticked reports as a sheet of claims").first.click()
    expect(window.get_by_role("heading", level=1)).to_have_text("Sheet of claims")
    window.wait_for_load_state()  # before its script runs, Enter sends the form
    here = window.url
    days, incidents = ([cell(window, name, row).input_value() for row in range(3)] for name in ("day", "incident"))
    cell(window, "day", 0).focus()
    window.keyboard.press("Control+a")
    window.keyboard.type("4 May 2021")
    window.keyboard.press("Enter")
    expect(cell(window, "day", 1)).to_be_focused()
    window.keyboard.press("Control+d")
    expect(cell(window, "day", 1)).to_have_value("4 May 2021")
    cell(window, "incident", 0).focus()
    window.keyboard.type("a new incident, A")
    window.keyboard.press("Enter")
    window.keyboard.press("Control+d")
    expect(cell(window, "incident", 1)).to_have_value("A")
    expect(window.locator("#changed")).to_have_text("Cells changed: 4")
    window.keyboard.press("Shift+Enter")
    expect(cell(window, "incident", 0)).to_be_focused()
    window.keyboard.press("Control+Enter")
    expect(window.locator("#preview")).to_contain_text("2 claims change.", timeout=_SAVING)
    expect(window.locator(".outlines .then")).to_contain_text("4 May 2021")
    picture("sheet-preview")
    # Only changed cells are sent, and a further change needs another preview.
    expect(cell(window, "day", 2)).to_have_value(days[2])
    cell(window, "role", 0).fill("a porter")
    expect(window.get_by_role("button", name="Save")).to_be_disabled()
    cell(window, "role", 0).fill("")
    window.get_by_role("button", name="Preview").last.click()
    window.locator("#why").fill("Read again.")
    window.get_by_role("button", name="Save").click()
    expect(window.locator(".done")).to_contain_text("All changes of the sheet are undone together.", timeout=_SAVING)
    assert [cell(window, "day", row).input_value() for row in range(2)] == ["2021-05-04"] * 2
    assert parse_qs(urlsplit(window.url).query)["report"] == parse_qs(urlsplit(here).query)["report"]
    window.locator(".done").get_by_role("button", name="Undo").click()
    expect(window.locator(".done")).to_contain_text("Undone. Both entries stay in the log.", timeout=_SAVING)
    assert [cell(window, "day", row).input_value() for row in range(3)] == days
    assert [cell(window, "incident", row).input_value() for row in range(3)] == incidents


def test_a_place_that_is_not_known_is_answered_in_its_cell_on_a_phone(
    window: Page, picture: Callable[[str], None]
) -> None:
    window.set_viewport_size({"width": 390, "height": 844})
    window.goto("/sheet?report=sample-01")
    cell(window, "place", 0).fill("Nowhereville Nine")
    window.get_by_role("button", name="Preview").click()
    expect(window.get_by_role("alert")).to_contain_text("1 row cannot be read, and nothing was saved.")
    expect(window.locator(".refused")).to_contain_text("Nowhereville Nine @ alone")
    picture("sheet-phone-refused")
    cell(window, "place", 0).fill("Nowhereville Nine @ alone")
    window.get_by_role("button", name="Preview").click()
    expect(window.locator("#preview")).to_contain_text("1 claim changes.", timeout=_SAVING)
    picture("sheet-phone-preview")


def test_a_value_in_one_ticked_row_is_entered_in_all(window: Page, picture: Callable[[str], None]) -> None:
    window.goto("/sheet?report=sample-01")
    window.wait_for_load_state()
    ticks = window.locator("table.sheet [data-tick]")
    days = [cell(window, "day", row).input_value() for row in range(3)]
    ticks.nth(0).check()
    ticks.nth(2).check()
    cell(window, "day", 0).fill("5 May 2021")
    cell(window, "scope", 2).select_option("part")
    expect(cell(window, "day", 2)).to_have_value("5 May 2021")
    expect(cell(window, "day", 1)).to_have_value(days[1])
    expect(cell(window, "scope", 0)).to_have_value("part")
    picture("sheet-ticked")
    # A row without a tick is changed alone.
    cell(window, "role", 1).fill("a porter")
    expect(cell(window, "role", 0)).to_have_value("")
    window.locator("table.sheet [data-tick-all]").first.check()
    expect(ticks.nth(1)).to_be_checked()
    cell(window, "day", 1).fill("6 May 2021")
    expect(cell(window, "day", 0)).to_have_value("6 May 2021")
    changed = ticks.count()  # counted before the click, which loads another page
    window.get_by_role("button", name="Preview").click()
    expect(window.locator("#preview")).to_contain_text(f"{changed} claims change.", timeout=_SAVING)


def test_the_headings_and_the_scroll_bar_of_a_long_sheet_stay_in_view(
    window: Page, picture: Callable[[str], None]
) -> None:
    window.goto("/sheet?" + "&".join(f"report=sample-{n:02}" for n in range(1, 9)))
    window.wait_for_load_state()
    box, headings = window.locator(".wide-table"), window.locator("table.sheet thead th")
    height = box.evaluate("(box) => box.clientHeight")
    assert height < 860 < box.evaluate("(box) => box.scrollHeight")
    last = window.locator("table.sheet [data-label]").last.locator("input, select")
    last.focus()
    expect(last).to_be_in_viewport(ratio=1)
    expect(headings.last).to_be_in_viewport(ratio=0.9)
    picture("sheet-last-cell")
    # A cell that is reached backwards is neither below the headings nor below the words of its row.
    first = cell(window, "incident", 0)
    first.focus()
    for cover in (headings.nth(1), window.locator("table.sheet th[scope=row]").first):
        over, below = cover.bounding_box(), first.bounding_box()
        assert over is not None
        assert below is not None
        assert below["y"] >= over["y"] + over["height"] or below["x"] >= over["x"] + over["width"]
    picture("sheet-first-cell")
