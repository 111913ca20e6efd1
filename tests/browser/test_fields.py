"""Values changed where they stand, in a real browser: with the keyboard, on a map, and on a phone."""

import re
from collections.abc import Callable

import pytest

pytest.importorskip("playwright", reason="needs playwright, which is not installed here")
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

SLOW = 60_000  # milliseconds: the first words that are read load the language pipeline
INSIDE_MAP = """mark => {
  const [inner, outer] = [mark, document.getElementById("map")].map(each => each.getBoundingClientRect());
  return inner.left >= outer.left && inner.right <= outer.right
    && inner.top >= outer.top && inner.bottom <= outer.bottom;
}"""


def velmar(window: Page) -> str:
    found = window.request.get("/api/incidents?text=velmar clinic").json()["incidents"]
    return f"/incidents/{found[0]['id']}"


def accessible(window: Page) -> None:
    found = Axe().run(window, options={"resultTypes": ["violations"]})
    grave = [each for each in found.response["violations"] if each["impact"] in {"serious", "critical"}]
    assert [(each["id"], [node["target"] for node in each["nodes"][:3]]) for each in grave] == []


@pytest.mark.usefixtures("undone")
def test_a_day_is_changed_beside_the_record_with_the_keyboard(window: Page, picture: Callable[[str], None]) -> None:
    window.goto(velmar(window), timeout=SLOW)
    link = window.get_by_role("link", name="Change: day")
    link.focus()
    window.keyboard.press("Enter")
    expect(window.locator("#words #when_text")).to_be_focused(timeout=SLOW)
    picture("field-1-day")
    window.keyboard.press("ControlOrMeta+A")
    window.keyboard.type("4 October 2021")
    window.keyboard.press("Enter")
    expect(window.locator(".done").first).to_contain_text("Corrected.", timeout=SLOW)
    expect(window.locator(".filed").first).to_contain_text("4 October 2021")
    expect(window.locator(".person-mark").first).to_contain_text("corrected by Vera Lind")
    picture("field-2-saved")


def test_cancel_gives_the_focus_back(window: Page) -> None:
    window.goto(velmar(window), timeout=SLOW)
    link = window.get_by_role("link", name="Change: place")
    link.click()
    window.locator("#words form").wait_for()
    window.locator("#words [data-close]").click()
    expect(window.locator("#words form")).to_have_count(0)
    expect(link).to_be_focused()


@pytest.mark.usefixtures("undone")
def test_any_point_of_the_map_is_clicked(window: Page, picture: Callable[[str], None]) -> None:
    window.goto(velmar(window), timeout=SLOW)
    window.get_by_role("link", name="Change: place").click()
    form = window.locator("#words form")
    box = form.locator("#map")
    expect(box.locator(".pin")).to_be_visible(timeout=SLOW)
    before = (form.locator("#place_lat").input_value(), form.locator("#place_lon").input_value())
    box.click(position={"x": 60, "y": 70})
    now = (form.locator("#place_lat").input_value(), form.locator("#place_lon").input_value())
    assert now != before
    # Up and to the left of the pin is farther north and west.
    assert float(now[0]) > float(before[0])
    assert float(now[1]) < float(before[1])
    # Coordinates can be typed as before; the pin follows.
    form.locator("#place_lat").fill("-38.5")
    form.locator("#place_lon").fill("-26.5")
    expect(box.locator(".pin")).to_have_count(1)
    box.click(position={"x": 60, "y": 70})
    form.locator("#place_precision").select_option("2")
    picture("field-point")
    accessible(window)
    lat, lon = (form.locator(f"#place_{name}").input_value() for name in ("lat", "lon"))
    form.get_by_role("button", name="Save").click()
    expect(window.locator(".done").first).to_contain_text("Corrected.", timeout=SLOW)
    place = window.request.get(f"/api{velmar(window)}").json()["place"]
    assert (place["lat"], place["lon"], place["precision"]) == (float(lat), float(lon), 2)


def test_the_days_of_a_record_fit_in_their_form(window: Page, picture: Callable[[str], None]) -> None:
    window.goto(velmar(window), timeout=SLOW)
    window.get_by_role("link", name="Change: day").click()
    for name in ("First day", "Last day"):
        box = window.locator("#words form").get_by_label(name).bounding_box(timeout=SLOW)
        assert box is not None
        assert box["width"] >= 140  # a day, and the button of its calendar
    picture("field-days")


@pytest.mark.usefixtures("undone")
def test_a_figure_is_changed_beside_the_record_and_undone(window: Page, picture: Callable[[str], None]) -> None:
    window.goto(velmar(window), timeout=SLOW)
    window.get_by_role("link", name="Change: killed").click()
    form = window.locator("#words form.numbers")
    expect(form.get_by_role("heading")).to_have_text("killed", timeout=SLOW)
    picture("field-figure")
    accessible(window)
    for number in form.get_by_label("Number").all():
        if number.is_visible():
            number.fill("at least 5")
    form.get_by_role("button", name="Save").click()
    expect(window.locator(".done").first).to_contain_text("One undo takes all of these changes back.", timeout=SLOW)
    assert window.request.get(f"/api{velmar(window)}").json()["figures"]["killed"]["low"] == 5
    window.locator(".done").first.get_by_role("button", name="Undo").click()
    expect(window.locator(".figures .large").first).to_have_text("3", timeout=SLOW)


@pytest.mark.usefixtures("undone")
def test_a_person_is_added_beside_the_record(window: Page, picture: Callable[[str], None]) -> None:
    window.goto(velmar(window), timeout=SLOW)
    window.get_by_role("link", name="Add: a person").click()
    form = window.locator("#words form")
    expect(form.get_by_label("Report", exact=True)).to_be_focused(timeout=SLOW)
    form.get_by_label("Report", exact=True).select_option("sample-01")
    form.get_by_label("Its words").fill("A resident who lives opposite the clinic")
    form.get_by_label("Name", exact=True).fill("Mira Tolven")
    form.get_by_label("Outcome").select_option("injured")
    picture("field-person")
    accessible(window)
    form.get_by_role("button", name="Save").click(timeout=SLOW)
    expect(window.locator("table.persons")).to_contain_text("Mira Tolven", timeout=SLOW)


@pytest.mark.usefixtures("undone")
def test_marked_words_fill_a_form_and_a_place_is_chosen_on_the_map(
    window: Page, picture: Callable[[str], None]
) -> None:
    text: str = window.request.get("/api/reports/sample-04").json()["text"]
    start = text.index(next(re.finditer(r"[^.\n]+ (?:killed|wounded)[^.\n]*", text))[0])
    end = text.index(".", start)
    window.goto(f"/reports/sample-04?start={start}&end={end}", timeout=SLOW)
    form = window.locator("form[action='/add']")
    assert form.locator("#kind").input_value() in {"killed", "injured"}
    assert form.locator("#place_name").input_value()
    picture("field-3-marked")
    accessible(window)
    form.locator("#place_name").fill("Springfield")
    form.get_by_role("button", name="Add the claim").click()
    expect(window.get_by_role("heading", level=1)).to_have_text("Which place?", timeout=SLOW)
    spots = window.locator(".place.spot:not(.group)")
    expect(spots.first).to_be_visible()
    for spot in window.locator(".place.spot").all():
        assert spot.evaluate(INSIDE_MAP), "every place is in view"
    places = [spot.bounding_box() or {"x": 0} for spot in spots.all()]
    eastern = max(range(len(places)), key=lambda n: places[n]["x"])
    spots.nth(eastern).click()  # the one in Australia, away from all others
    chosen = window.locator("input[name=place_choice]:checked")
    expect(chosen).to_have_count(1)
    assert "Queensland" in window.locator("label.option", has=chosen).inner_text()
    picture("field-4-which-place")
    accessible(window)
    window.get_by_role("button", name="Save").click()
    filed = window.locator(".filed").first
    expect(filed).to_contain_text("Springfield", timeout=SLOW)
    filed.get_by_role("link", name="change").click()
    expect(window.get_by_role("heading", level=1)).to_contain_text("Under which incident")
    picture("field-5-file")
    accessible(window)


@pytest.mark.parametrize("field", ["when", "place", "perpetrators", "sites", "victims?item=0"])
def test_forms_fit_a_phone(window: Page, field: str) -> None:
    window.set_viewport_size({"width": 390, "height": 844})
    window.goto(f"{velmar(window)}/change/{field}")
    assert window.evaluate("document.documentElement.scrollWidth") <= 390
    accessible(window)


@pytest.mark.usefixtures("undone")
def test_a_place_is_set_for_the_whole_book_with_the_keyboard(window: Page, picture: Callable[[str], None]) -> None:
    window.goto(velmar(window), timeout=SLOW)
    window.get_by_role("link", name="Change: place").click()
    window.locator("#words #place_name").fill("Orin Bridge")
    window.locator("#words #place_lat").fill("-38.5")
    window.locator("#words #place_lon").fill("-26.4")
    window.keyboard.press("Enter")
    button = window.get_by_role("button", name="Place every “Orin Bridge” of this book here")
    button.wait_for(timeout=SLOW)
    accessible(window)
    picture("place-1-offered")
    button.focus()
    window.keyboard.press("Enter")
    expect(window.locator(".done").first).to_contain_text("Saved as one name in the whole book.", timeout=SLOW)
    expect(window.get_by_role("button", name="Place every")).to_have_count(0)
    settled = window.request.get("/api/names/places").json()["settled"]
    assert [(each["name"], each["place"]["lat"]) for each in settled if each["name"] == "Orin Bridge"] == [
        ("Orin Bridge", -38.5)
    ]
    picture("place-2-settled")
