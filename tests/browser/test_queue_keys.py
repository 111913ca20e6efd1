"""Thirty questions of an invented book answered with the keyboard alone; a key acts on the chosen card only."""

import json
from collections.abc import Iterator
from datetime import date, timedelta

import pytest

from tests.browser.conftest import serving, tollbook

sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright, which is not installed here")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")
expect = sync_api.expect

TOWNS = ("Oberfeld", "Tarnhold", "Velmarsk", "Zuldenau", "Brosk", "Kestrin", "Marholm", "Pasken", "Drovia", "Ulmsted")
WHAT = ("market", "bakery", "school", "clinic", "bridge", "mill", "hospital", "church", "mosque", "warehouse")
NAMES = ("Orsen", "Tolven", "Brod", "Pasko", "Marik", "Verin", "Dost", "Karel", "Rudin", "Lind")
KEYS = {
    "Accept": "a", "Reject": "r", "A total": "t", "Other event": "o", "Same incident": "s", "Different incidents": "n",
    "Same person": "s", "Different persons": "n", "Nothing to do": "x",
}  # fmt: skip


def reports() -> Iterator[dict[str, str]]:
    """Three invented reports about each town, in months of their own; they contradict each other."""
    for number, town in enumerate(TOWNS):
        day, dead, what = date(2021, 1, 5) + timedelta(25 * number), 4 + number, WHAT[number]
        on, later = f"on {day.day} {day:%B} {day.year}", f"on {day.day + 1} {day:%B} {day.year}"
        texts = {
            "Valley Post": f"A shell hit the {what} in {town} {on}, killing {dead} people, the mayor of {town} said. "
            f"The {town} Brigade fired the shell, residents said.",
            "Harbour Radio": f"Some {dead * 3} people were killed {on} when a shell hit the {what} in {town}, a doctor "
            f"of {town} said. Colonel {NAMES[number]} denied that his soldiers shelled the {what}.",
            "Kestrian Times": f"A shell hit the {what} in {town} {later} and killed {dead * 5} people, a priest of "
            f"{town} said. The {town} Guard killed them, the governor said.",
        }
        for outlet, text in texts.items():
            about = {"id": f"{town} {outlet}", "outlet": outlet, "title": f"Shell hits {what} in {town}"}
            yield about | {"published": str(day + timedelta(2)), "text": f"{text} Invented report."}


@pytest.fixture(scope="module")
def served(chromium: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A book of these reports, served on a port of its own."""
    folder = tmp_path_factory.mktemp("queue")
    (folder / "reports.jsonl").write_text("".join(f"{json.dumps(each)}\n" for each in reports()))
    spots = [f"{town},{-40 + 8 * number},{-90 + 18 * number},,town" for number, town in enumerate(TOWNS)]
    (folder / "places.csv").write_text("\n".join(["name,lat,lon,within,kind", *spots, ""]))
    tollbook("read", "reports.jsonl", "--places", "places.csv", cwd=folder)
    with serving(folder, "serve") as address:
        yield address


@pytest.fixture(autouse=True)
def patient(window: "sync_api.Page") -> Iterator[None]:
    """Each answer links reports again, which takes a while on a busy machine."""
    window.set_default_timeout(60_000)
    expect.set_options(timeout=30_000)
    yield
    expect.set_options(timeout=5_000)


def decisions(window: "sync_api.Page") -> list[dict[str, object]]:
    found: list[dict[str, object]] = window.request.get("/api/decisions").json()
    return found


def queue(window: "sync_api.Page") -> list[dict[str, object]]:
    found: list[dict[str, object]] = window.request.get("/api/queue").json()
    return found


def test_a_key_acts_on_the_chosen_card_only(window: "sync_api.Page", picture: object) -> None:
    (question, *_) = [each for each in queue(window) if each["kind"] == "contested figure" and len(each["cards"]) > 1]  # type: ignore[arg-type]
    window.goto(f"/queue?at={question['id']}&card=1")
    cards = window.locator("#decision [data-card]")
    expect(cards.nth(0)).to_have_attribute("aria-current", "true")
    window.keyboard.press("2")
    expect(cards.nth(1)).to_have_attribute("aria-current", "true")
    expect(cards.nth(1)).to_be_focused()
    expect(cards.nth(0)).not_to_have_attribute("aria-current", "true")
    expect(window.locator("[data-key=r]")).to_have_count(1)
    window.keyboard.press("ArrowLeft")
    expect(cards.nth(0)).to_have_attribute("aria-current", "true")
    window.keyboard.press("ArrowLeft")  # there is no card before the first
    expect(cards.nth(0)).to_have_attribute("aria-current", "true")
    window.keyboard.press("ArrowRight")
    expect(cards.nth(1).locator(".says").first).to_be_visible()  # the keys say what they do
    expect(cards.nth(0).locator(".says").first).to_be_hidden()
    picture("queue-1-second-card")  # type: ignore[operator]
    before = len(decisions(window))
    window.keyboard.press("r")
    expect(window.locator("#announce")).to_contain_text("Rejected.")
    made = decisions(window)[before:]
    assert [each["subject"] for each in made] == question["cards"][1]["claims"]  # type: ignore[index]
    assert {each["verdict"] for each in made} == {"reject"}
    window.keyboard.press("u")
    expect(window.locator("#announce")).to_contain_text("Undone")
    assert len(decisions(window)) == before
    window.keyboard.press("c")
    expect(window.locator("#decision .edit")).to_have_count(1)
    expect(window.locator("#decision .edit select").first).to_be_focused()


def test_like_cases_are_opened_by_key_and_answered_at_once(window: "sync_api.Page", picture: object) -> None:
    found = [each for each in queue(window) if each["kind"] in {"denial", "held responsible", "contested figure"}]
    for question in found:
        window.goto(f"/queue?at={question['id']}")
        if window.locator("[data-key=l]").count():
            break
    else:
        pytest.skip("all like cases were answered before")
    before = len(queue(window))
    with window.expect_navigation():
        window.keyboard.press("l")
    boxes = window.locator(".like input[type=checkbox]")
    assert boxes.count() >= 2
    picture("queue-4-like")  # type: ignore[operator]
    window.get_by_role("button", name="Give the marked cases").press("Enter")
    window.wait_for_url("**/queue?**")
    assert len(queue(window)) <= before - 1
    window.keyboard.press("u")
    expect(window.locator("#announce")).to_contain_text("Undone")
    assert len(queue(window)) == before


def test_the_queue_has_no_accessibility_faults_on_desk_and_phone(window: "sync_api.Page", picture: object) -> None:
    (question, *_) = [each for each in queue(window) if len(each["cards"]) > 1]  # type: ignore[arg-type]
    for width in (1366, 390):
        window.set_viewport_size({"width": width, "height": 850})
        window.goto(f"/queue?at={question['id']}")
        picture(f"queue-5-{width}")  # type: ignore[operator]
        assert window.evaluate("document.documentElement.scrollWidth") <= width
        faults = axe.Axe().run(window).response["violations"]
        assert [each["id"] for each in faults if each["impact"] in {"serious", "critical"}] == []


def test_thirty_questions_are_answered_by_keyboard(window: "sync_api.Page", picture: object) -> None:
    total = len(queue(window))
    assert total >= 30, f"the invented book has {total} questions"
    window.goto("/queue")
    announced = window.locator("#announce")
    kinds = set[str]()
    for number in range(30):
        asked = window.locator("#decision .over").inner_text()
        kinds.add(asked.split(" · ")[0])
        if number in {3, 12, 20}:
            picture(f"queue-2-question-{number}")  # type: ignore[operator]
        heading = window.locator("#decision h2").inner_text()
        before = len(decisions(window))
        suggested = window.locator("#decision .card.chosen .suggested strong, #decision section > .suggested strong")
        words = suggested.first.inner_text().removeprefix("Suggested: ") if suggested.count() else "Nothing to do"
        window.locator("#decision h2").evaluate("each => { each.id = 'answered'; }")
        window.keyboard.press(KEYS.get(words, "x"))
        expect(window.locator("#answered")).to_have_count(0)  # the next question is in the page
        expect(announced).not_to_be_empty()
        assert len(decisions(window)) > before, f"{heading}: {words} decided nothing"
        expect(window.locator("#decision h2")).to_be_focused()
    assert len(kinds) >= 2, kinds
    assert len(queue(window)) <= total
    window.goto("/queue")
    picture("queue-3-after-thirty")  # type: ignore[operator]
