"""``python -m bench.effort``: the work of a person from a folder of 30 reports to a signed, correct record.

The reports are invented and made by code, with faults that need repair: two incidents in one text, reports without a
day, a total that reads like the number of an attack, a name in two spellings, and pairs of copies. The truth of every
sentence is known. A simulated person reads the folder with the command line, compares each claim with the truth, and
repairs differences in two ways:

* ``claims``: one claim at a time (``correct``, ``file``), as before;
* ``records``: with commands that repair many claims at once (``describe``, ``sheet`` and ``apply``, ``names``).

Both end with signed briefs. Every typed character counts as one keystroke; an id is copied and pasted, which counts as
two; a changed cell of a spreadsheet costs its characters and one more to get there. Seconds are those of the
processor, without starting the program; how long a person thinks is not simulated. The places, people and outlets do
not exist.
"""

import csv
import json
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

import click
from click.testing import CliRunner

from tollbook.book import Book
from tollbook.cli import main as commands
from tollbook.model import Claim

_PLACES = ("Oberfeld", "Untertal", "Marnau", "Kestrin", "Velden", "Zorbach", "Hallin", "Torvik", "Ostrau", "Lindmar")
_OUTLETS = ("Valley Post", "Harbour Daily", "Northern Wire")
_NUMBERS = ("four", "five", "six", "seven", "eight", "nine", "eleven", "twelve", "thirteen", "fourteen")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_FIRST = date(2021, 5, 3)
_WHO = "Vera Lind"
_ID = re.compile(r"[0-9a-f]{16,64}")
_SECOND_ATTACK = 4
_LACKING_A_DAY = 3
_TOTALS = 5
_ROUNDS = 3


class Truth(NamedTuple):
    """The truth of a sentence: the incident (None for a total), its place and day, and the speaker."""

    incident: str | None
    place: str
    day: date
    speaker: str


class Report(NamedTuple):
    """An invented report: its file, day of publication, and the truth of each sentence."""

    name: str
    outlet: str
    published: date | None
    text: str
    truth: dict[str, Truth]


class Effort(NamedTuple):
    """The effort of one way, and the remaining faults."""

    commands: int
    keystrokes: int
    seconds: float
    decisions: int
    wrong: int


def reports() -> Iterator[Report]:
    """The 30 reports: for each of ten attacks one report, a copy of it, and a later one by another outlet."""
    for n, place in enumerate(_PLACES):
        day = _FIRST + timedelta(days=9 * n)
        weekday, mayor = _DAYS[day.weekday()], ("Sergiy Orlan" if n % 2 else "Sergei Orlan")
        own = f"A shell hit the market of {place} on {weekday} and killed {_NUMBERS[n]} people, {mayor} said."
        first = {own: Truth(place, place, day, "Sergiy Orlan")}
        yield _report(f"{place}-1", _OUTLETS[0], day, n, first)
        yield _report(f"{place}-2", _OUTLETS[1], day, n, first)
        later = f"{_NUMBERS[n].capitalize()} people were killed when a shell hit the market of {place} on {weekday}."
        third = {later: Truth(place, place, day, _OUTLETS[2])}
        if n < _SECOND_ATTACK:
            before = day - timedelta(days=1)
            other = f"Gunmen killed three people at the mill of {place}, a doctor said."
            third[other] = Truth(f"{place} mill", place, before, "a doctor")
        if n >= _TOTALS:
            total = f"The fighting around {place} has killed {214 + n} people, the governor said."
            third[total] = Truth(None, place, day, "the governor")
        yield _report(f"{place}-3", _OUTLETS[2], day, n, third)


def _report(name: str, outlet: str, day: date, n: int, truth: dict[str, Truth]) -> Report:
    lacks = name.endswith("3") and n < _LACKING_A_DAY
    published = None if lacks else day + timedelta(days=1)
    return Report(name, outlet, published, " ".join([*truth, "Invented report."]), truth)


class Terminal:
    """A person at the command line: runs commands, and counts keystrokes."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.book = folder, folder / "a.book"
        self.keystrokes, self.commands, self.seconds = 0, 0, 0.0

    def run(self, *words: str, typed: int = 0) -> str:
        """Run a command as typed, with ``typed`` further keystrokes; returns its output."""
        line = " ".join(f'"{word}"' if " " in word else word for word in ("tollbook", *words))
        self.keystrokes += len(_ID.sub("##", line)) + 1 + typed
        self.commands += 1
        start = time.process_time()
        given = {"TOLLBOOK_BOOK": str(self.book), "TOLLBOOK_ACTOR": _WHO}
        done = CliRunner().invoke(commands, words, input="y\n", env=given)
        self.seconds += time.process_time() - start
        if done.exit_code:
            raise click.ClickException(f"{line}: {done.output}")
        return done.stdout


class Wrong(NamedTuple):
    """A claim that counts people and differs from the truth, with the differences."""

    claim: Claim
    truth: Truth
    incident: bool
    day: bool
    speaker: bool
    #: The incident that it belongs to, if there is one already.
    home: str | None


def wrong_claims(book: Path, every: Sequence[Report]) -> list[Wrong]:
    """The claims that count people killed and differ from the truth of their sentence."""
    found = []
    with Book.open(book) as opened:
        index, texts = opened.search.index(), {report.id: report.text for report in opened.reports()}
        truths = {sentence: truth for each in every for sentence, truth in each.truth.items()}
        claims = [claim for report in texts for claim in index.claims_in(report) if claim.kind == "killed"]
        about = [(claim, _truth(texts[claim.report], claim, truths)) for claim in claims]
        of = _homes([(claim, truth) for claim, truth in about if truth is not None])
        for claim, truth in about:
            if truth is None:
                continue
            incident = index.incidents.get(claim.incident or "")
            known = incident.when.start if incident is not None and incident.when is not None else None
            day = truth.incident is not None and (_day(claim) is None or known != truth.day)
            misplaced = claim.incident != of.get(truth.incident or "") or (truth.incident is None and not claim.toll)
            named = claim.speakers[0].name if claim.speakers else None
            found.append(
                Wrong(
                    claim,
                    truth,
                    misplaced,
                    day,
                    "Orlan" in (named or "") and named != truth.speaker,
                    of.get(truth.incident or ""),
                )
            )
    return [each for each in found if each.incident or each.day or each.speaker]


def _truth(text: str, claim: Claim, truths: dict[str, Truth]) -> Truth | None:
    """The truth of the sentence that a claim is in."""
    for sentence, truth in truths.items():
        start = text.find(sentence)
        if 0 <= start <= claim.start and claim.end <= start + len(sentence):
            return truth
    return None


def _homes(about: Sequence[tuple[Claim, Truth]]) -> dict[str, str | None]:
    """The incident for each true one: the incident with most of its claims that no other true one has."""
    votes = Counter((truth.incident, claim.incident) for claim, truth in about if truth.incident and claim.incident)
    homes: dict[str, str | None] = {}
    for (true, made), _ in votes.most_common():
        if true not in homes and made not in homes.values():
            homes[true] = made
    return homes


# ------------------------------------------------------------------------------------------------ the two ways
def by_claims(terminal: Terminal, every: Sequence[Report]) -> None:
    """Repair one claim at a time: its day, its scope, its speaker, and its incident."""
    for round_ in range(_ROUNDS):
        for wrong in wrong_claims(terminal.book, every):
            _correct_one(terminal, wrong, round_)
        if not wrong_claims(terminal.book, every):
            return


def _correct_one(terminal: Terminal, wrong: Wrong, round_: int) -> None:
    claim, why = wrong.claim.id, ("--why", "read it")
    if not round_:
        terminal.run("show", wrong.claim.incident or claim) if wrong.claim.incident else None
    if wrong.speaker:
        terminal.run("correct", claim, "--speaker", wrong.truth.speaker, *why)
    if wrong.truth.incident is None:
        terminal.run("correct", claim, "--scope", "running total", *why)
    elif wrong.day and _day(wrong.claim) != wrong.truth.day:
        terminal.run("correct", claim, "--day", str(wrong.truth.day), *why)
    elif wrong.incident:
        terminal.run("file", claim, *filter(None, [wrong.home]), *why)


def _day(claim: Claim) -> date | None:
    return claim.when.start if claim.when is not None else None


def by_records(terminal: Terminal, every: Sequence[Report]) -> None:
    """Repair many claims at once: days of reports, spellings, and the rest in one sheet."""
    with Book.open(terminal.book) as book:
        lacking = [report.id for report in book.reports() if report.published is None]
    days = {each.name: max(t.day for t in each.truth.values()) + timedelta(days=1) for each in every}
    for name in lacking:
        terminal.run("describe", name, "--day", str(days[name]))
    terminal.run("names", "settle", "speakers", "Sergiy Orlan", "Sergei Orlan", "--why", "read it")
    for _ in range(_ROUNDS):
        wrong = wrong_claims(terminal.book, every)
        if not wrong:
            return
        terminal.run("sheet", "--out", str(terminal.folder / "s.csv"), typed=-len(str(terminal.folder)) - 1)
        cells = [_cells(each) for each in wrong]
        with (terminal.folder / "s.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, ("claim", "incident", "day"), restval="")
            writer.writeheader()
            writer.writerows({"claim": each.claim.id} | cell for each, cell in zip(wrong, cells, strict=True))
        typed = sum(len(_ID.sub("##", value)) + 1 for cell in cells for value in cell.values())
        terminal.run(
            "apply", str(terminal.folder / "s.csv"), "--why", "read it", typed=typed - len(str(terminal.folder)) - 1
        )


def _cells(wrong: Wrong) -> dict[str, str]:
    """The cells of a claim that a person changes in the sheet."""
    truth = wrong.truth
    if truth.incident is None:
        return {"incident": "total"}
    place = {"incident": wrong.home or truth.incident} if wrong.incident else {}
    return place | ({"day": str(truth.day)} if wrong.day else {})


def measure(way: str, folder: Path) -> Effort:
    """Read the folder, repair the book in one way, and sign the brief of every incident."""
    every, terminal = list(reports()), Terminal(folder)
    rows = [
        {"id": r.name, "outlet": r.outlet, "title": r.name, "text": r.text}
        | ({"published": str(r.published)} if r.published else {})
        for r in every
    ]
    (folder / "in").mkdir()
    (folder / "in" / "reports.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (folder / "places.csv").write_text(
        "name,lat,lon,within,kind\n" + "".join(f"{name},{-40 + n},-25.0,,town\n" for n, name in enumerate(_PLACES))
    )
    terminal.run("read", str(folder / "in"), "--places", str(folder / "places.csv"), typed=-2 * len(str(folder)) - 2)
    {"claims": by_claims, "records": by_records}[way](terminal, every)
    with Book.open(terminal.book) as book:
        named = [incident.id for incident in book.incidents()]
        decisions = len(book.review.decisions())
    for name in named:
        terminal.run("brief", name, "--sign", typed=2)
    return Effort(
        terminal.commands, terminal.keystrokes, terminal.seconds, decisions, len(wrong_claims(terminal.book, every))
    )


@click.command()
@click.argument("ways", nargs=-1, type=click.Choice(["claims", "records"]))
def main(ways: tuple[str, ...]) -> None:
    """Measure one way or both, and print a table in Markdown."""
    click.echo("| way | commands | keystrokes | processor seconds | decisions | claims still wrong |")
    click.echo("|---|---:|---:|---:|---:|---:|")
    for way in ways or ("claims", "records"):
        with tempfile.TemporaryDirectory() as folder:
            done = measure(way, Path(folder))
        cells = (done.commands, f"{done.keystrokes:,}", f"{done.seconds:.0f}", done.decisions, done.wrong)
        click.echo(f"| {way} | {' | '.join(map(str, cells))} |")


if __name__ == "__main__":
    main()
