"""``python -m bench.effort_browser``: from a dropped folder of 30 reports to signed records, in a real browser.

The reports, their faults and the truth are those of ``bench.effort``; the simulated person is here too. It drops the
folder on the first page, sets missing days, settles names by key, changes cells in the sheet of claims, looks at the
preview, saves, and signs the brief of every incident.

A typed character, a key and a click count as one each; an option of a list counts as two keys. Seconds are those in
which the browser waits for pages, on this machine: how long a person reads, thinks and types is not in them. The row
``by hand`` is what the same claims take if a person types every field of every claim into an empty spreadsheet: each
field its characters and one key to the next, quoted words two for copying.
"""

import json
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import click
from playwright.sync_api import Locator, Page, sync_playwright

from bench.effort import Report, Wrong, reports, wrong_claims
from bench.web import served
from tollbook.book import Book

_WHO = "Vera Lind"
#: Milliseconds for a page on a busy machine, and for reading the folder.
_WAIT, _READING = 60_000, 300_000
_ROUNDS = 3
#: The keys for an option of a list: to go to it, and to choose it.
_OPTION = 2


class Hands:
    """A person at the browser: counts keys, characters and clicks, and the seconds in which pages load."""

    def __init__(self, page: Page) -> None:
        self.page, self.keys, self.clicks, self.seconds = page, 0, 0, 0.0

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Count the seconds of a step that loads a page."""
        began = time.monotonic()
        yield
        self.seconds += time.monotonic() - began

    def go(self, address: str) -> None:
        """Follow a link, of the menu or of a page."""
        self.clicks += 1
        with self.waiting():
            self.page.goto(address)

    def click(self, what: Locator) -> None:
        """Click something that loads a page."""
        self.clicks += 1
        with self.waiting():
            what.click()
            self.page.wait_for_load_state()

    def type(self, where: Locator, words: str) -> None:
        """Go to a field and type."""
        self.keys += len(words) + 1
        where.fill(words)

    def choose(self, where: Locator, option: str) -> None:
        """Choose an option of a list."""
        self.keys += _OPTION
        where.select_option(option)


def read_folder(hands: Hands, every: Sequence[Report], folder: Path) -> None:
    """Drop a folder with a file for each report, and wait until all are read."""
    folder.mkdir()
    for each in every:
        row = {"id": each.name, "outlet": each.outlet, "title": each.name, "text": each.text}
        row |= {"published": str(each.published)} if each.published else {}
        (folder / f"{each.name}.jsonl").write_text(json.dumps(row))
    hands.go("/")
    box = hands.page.locator("#upload").bounding_box()
    assert box is not None
    at = {"x": box["x"] + 20, "y": box["y"] + 20}
    data = {"items": [], "files": [str(folder)], "dragOperationsMask": 1}
    session = hands.page.context.new_cdp_session(hands.page)
    hands.clicks += 1
    with hands.waiting():
        for kind in ("dragEnter", "dragOver", "drop"):
            session.send("Input.dispatchDragEvent", {"type": kind, **at, "data": data})
        hands.page.locator("#reading .result").wait_for(timeout=_READING)


def set_days(hands: Hands, every: Sequence[Report]) -> None:
    """Set the missing days, each another one, in the table of reports that lack a day; they are saved together."""
    hands.go("/reports?lacking=day")
    for report in (each for each in every if each.published is None):
        day = max(truth.day for truth in report.truth.values()) + timedelta(days=1)
        hands.type(hands.page.locator(f"input[name='day {report.name}']"), str(day))
    hands.click(hands.page.locator(".for-ticked").get_by_role("button", name="Save"))
    with hands.waiting():
        hands.page.wait_for_function(
            "async () => !(await (await fetch('/reading')).text()).includes('<progress')", timeout=_READING
        )


def settle_names(hands: Hands) -> None:
    """Settle the two spellings of a speaker by keys, if they are proposed."""
    hands.go("/names/speakers")
    proposals = hands.page.locator("[data-proposal]")
    for n in range(proposals.count()):
        hands.keys += 1
        hands.page.keyboard.press("j")
        if "Orlan" in proposals.nth(n).inner_text():
            hands.keys += 1
            with hands.waiting():
                hands.page.keyboard.press("o")
                hands.page.get_by_role("status").first.wait_for()
            return


def change_cells(hands: Hands, wrong: Sequence[Wrong]) -> None:
    """Change every wrong cell in one sheet of all reports, look at the preview, and save."""
    page = hands.page
    hands.go("/reports")
    hands.clicks += 1
    page.get_by_label("Chosen").check()
    hands.click(page.get_by_role("button", name="Open the ticked reports as a sheet of claims"))
    without = dict.fromkeys(w.truth.incident for w in wrong if not w.home and w.truth.incident)
    new = dict(zip(without, "ABCD", strict=False))
    for each in wrong:
        if each.incident:
            into = "total" if each.truth.incident is None else each.home or new.get(each.truth.incident)
            if into is not None:
                hands.choose(_cell(page, "incident", each), into)
        if each.day:
            hands.type(_cell(page, "day", each), str(each.truth.day))
        if each.speaker:
            hands.type(_cell(page, "speaker", each), each.truth.speaker)
    hands.click(page.locator("#cells > .run button[value=preview]"))
    page.locator("#preview").wait_for()
    hands.click(page.get_by_role("button", name="Save"))
    page.locator(".done").wait_for()


def _cell(page: Page, column: str, wrong: Wrong) -> Locator:
    return page.locator(f"[name='{column} {wrong.claim.id}']")


def sign(hands: Hands, book: Path) -> int:
    """Sign the brief of every incident."""
    with Book.open(book) as opened:
        names = [incident.id for incident in opened.incidents()]
    for name in names:
        hands.go(f"/incidents/{name}/brief")
        hands.click(hands.page.get_by_role("button", name=f"Sign as {_WHO}"))
    return len(names)


def typed_by_hand(every: Sequence[Report]) -> int:
    """The keys for typing every field of every claim into an empty spreadsheet."""
    keys = 0
    for report in every:
        for truth in report.truth.values():
            fields = (report.name, report.outlet, str(report.published or ""), truth.place, str(truth.day), "shelling",
                      "killed", "12", truth.speaker, truth.incident or "total")  # fmt: skip
            keys += sum(len(field) + 1 for field in fields) + 2
    return keys


@click.command()
def main() -> None:
    """Work through the folder in the browser, and print a table in Markdown."""
    every = list(reports())
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        book = Path(scratch) / "a.book"
        Book.open(book, create=True).close()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        with served(book) as address:
            page = browser.new_context(base_url=address, viewport={"width": 1366, "height": 860}).new_page()
            page.set_default_timeout(_WAIT)
            page.goto("/login")
            page.fill("#name", _WHO)
            page.get_by_role("button", name="Sign in").click()
            page.wait_for_load_state()
            hands = Hands(page)
            read_folder(hands, every, Path(scratch) / "in")
            set_days(hands, every)
            settle_names(hands)
            for _ in range(_ROUNDS):
                if wrong := wrong_claims(book, every):
                    change_cells(hands, wrong)
            signed = sign(hands, book)
        left = len(wrong_claims(book, every))
        browser.close()
    click.echo("| way | keys | clicks | seconds of waiting | briefs signed | claims still wrong |")
    click.echo("|---|---:|---:|---:|---:|---:|")
    click.echo(f"| by hand | {typed_by_hand(every):,} | | | | |")
    click.echo(f"| browser | {hands.keys:,} | {hands.clicks:,} | {hands.seconds:.0f} | {signed} | {left} |")


if __name__ == "__main__":
    main()
