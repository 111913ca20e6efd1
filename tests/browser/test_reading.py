"""Reading a record in the browser: the map, the copy graph, the source text, and a phone."""

from collections.abc import Callable

import pytest

pytest.importorskip("playwright", reason="needs playwright, which is not installed here")
from playwright.sync_api import Page, expect

PHONE = {"width": 390, "height": 844}


def open_strike(window: Page) -> None:
    window.goto("/incidents?kind=airstrike")
    window.locator("#found .title").first.click()
    expect(window.get_by_role("heading", level=1)).to_contain_text("Velmar")
    window.wait_for_load_state("load")  # from here on the scripts of the page listen


def test_the_map_names_its_places_and_is_used_by_keyboard(window: Page, picture: Callable[[str], None]) -> None:
    window.goto("/incidents")
    spots = window.locator("#map .place")
    expect(spots.first).to_be_visible()
    expect(window.locator("#map .place-name", has_text="Velmar")).to_be_visible()
    spot = window.locator('#map .place[aria-label^="Velmar"]')
    spot.focus()
    expect(window.locator(".leaflet-tooltip")).to_contain_text("Velmar")
    picture("reading-map")
    spot.press("Enter")
    window.wait_for_url("**place=Velmar**")


def test_near_places_are_one_group_that_opens(window: Page) -> None:
    window.goto("/incidents")
    expect(window.locator("#map .place").first).to_be_visible()
    near = [{"name": f"Place {n}", "lat": 10 + n / 10**6, "lon": 10, "precision": 1, "incidents": n} for n in (1, 2)]
    far = {"name": "Far away", "lat": -40, "lon": 120, "precision": 1, "incidents": 1}
    window.evaluate(
        """(spots) => {
          document.getElementById("spots").textContent = JSON.stringify(spots);
          const detail = { target: document.body, requestConfig: {} };
          document.dispatchEvent(new CustomEvent("htmx:afterSettle", { detail }));
        }""",
        [*near, far],
    )
    group = window.locator("#map .place.group")
    expect(group).to_have_text("3")
    group.focus()
    for _ in range(3):  # nearer and nearer, and then a list, since the two stand in one spot
        window.keyboard.press("Enter")
        if window.locator(".leaflet-popup-content a").count():
            break
        window.locator("#map .place.group").focus()
    expect(window.locator(".leaflet-popup-content a")).to_have_text(["Place 2: 2", "Place 1: 1"])


def test_the_map_fills_the_screen_and_returns(window: Page) -> None:
    window.goto("/incidents")
    window.get_by_role("button", name="Full screen").click()
    expect(window.locator("#map:fullscreen")).to_have_count(1)
    window.get_by_role("button", name="Leave full screen").click()
    expect(window.locator(":fullscreen")).to_have_count(0)


def test_a_report_of_the_copy_graph_is_shown_with_its_lines(window: Page, picture: Callable[[str], None]) -> None:
    open_strike(window)
    graph = window.locator(".copy-graph")
    node = graph.locator("a .node").first
    graph.locator("a").first.focus()
    expect(graph).to_have_class("copy-graph chosen")
    expect(node).to_have_class("node lit")
    assert graph.locator(".node:not(.lit)").count() > 0
    picture("reading-copy-graph")
    window.locator("#rule").focus()
    expect(graph).to_have_class("copy-graph")
    node.hover()
    expect(graph).to_have_class("copy-graph chosen")


def test_the_words_of_the_first_figure_are_open(window: Page) -> None:
    open_strike(window)
    expect(window.locator("#these-words")).to_be_in_viewport()
    window.set_viewport_size(PHONE)
    expect(window.locator("#words")).to_be_hidden()
    window.locator("table.figures .ref").first.click()
    expect(window.locator("#words")).to_be_visible()


def test_a_claim_from_the_list_is_shown_at_its_words(window: Page) -> None:
    window.goto("/reports")
    window.locator(".list .title").first.click()
    window.set_viewport_size({"width": 1366, "height": 420})
    window.locator(".claims a").last.click()
    window.wait_for_url("**claim=**")
    expect(window.locator('[data-markable] [aria-current="true"]').first).to_be_in_viewport()


def test_a_phone_keeps_the_sources_in_view_and_folds_the_filters(window: Page, picture: Callable[[str], None]) -> None:
    window.set_viewport_size(PHONE)
    window.goto("/incidents")
    expect(window.locator(".more-search > div")).to_be_hidden()
    expect(window.locator("#facets")).to_be_hidden()
    picture("reading-phone-list")
    open_strike(window)
    table = window.locator(".wide-table:has(.matrix)")
    name = window.locator(".matrix tr[class^=c] th").first
    before = name.bounding_box()
    table.evaluate("(box) => { box.scrollLeft = 200; }")
    after = name.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["x"] - after["x"]) < 8
    picture("reading-phone-record")


def test_long_days_in_a_list_wrap_on_a_phone(window: Page) -> None:
    window.set_viewport_size(PHONE)
    window.goto("/incidents")
    days = "25 March 2024 – 27 March 2024 (days, from a linked report)"
    window.locator("table.list td.day").first.evaluate("(cell, days) => { cell.textContent = days; }", days)
    assert window.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


@pytest.mark.parametrize("address", ["/incidents", "/incidents?kind=airstrike"])
def test_no_text_is_too_small_to_read(window: Page, address: str) -> None:
    if "?" in address:
        open_strike(window)
    else:
        window.goto(address)
    expect(window.locator("main svg text").first).to_be_visible()
    # Letters of less than 10 pixels; text in a chart grows and shrinks with the chart.
    small = window.evaluate(
        """() => {
          const found = new Map();
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (texts.nextNode()) {
            const element = texts.currentNode.parentElement;
            if (!texts.currentNode.data.trim() || element.closest(".hidden, script, style, title")) continue;
            if (!element.getClientRects().length) continue;
            const chart = element.closest("svg[viewBox]");
            const scale = chart ? chart.getBoundingClientRect().width / chart.viewBox.baseVal.width : 1;
            const size = parseFloat(getComputedStyle(element).fontSize) * scale;
            if (size < 10) found.set(texts.currentNode.data.trim(), size);
          }
          return [...found];
        }"""
    )
    assert small == []
