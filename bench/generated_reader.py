"""A reader for generated reports only, by their sentences: some thousand reports a second.

Reading with the rules or the model takes a twentieth of a second for each report. The steps that do not grow in
proportion (linking, derivation, tables) are measured up to a million reports with this reader. :func:`installed`
makes it available to Tollbook like an installed package.
"""

import os
import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path

from bench.generated import KINDS, NUMBERS
from tollbook.mentions import Reading
from tollbook.model import Claim, Count, Event, People, Place, Range, Report, Speaker, Thing, When
from tollbook.readers import registry
from tollbook.readers.base import FunctionReader

#: The sentences that :mod:`bench.generated` makes of an attack, by its two wordings.
_WORDINGS = "|".join(re.escape(words) for _, *wordings in KINDS for words in wordings)
_WHERE = rf"(?P<verb>{_WORDINGS}) (?P<site>an? [a-z ]+?) in (?P<town>\w+) on (?P<when>\d+ \w+ \d{{4}}|\w+)"
_PASSIVE = re.compile(rf"(?P<count>(?:At least )?(?P<number>\w+)) people {_WHERE}(?:, (?P<who>[a-z ]+) said)?")
_ACTIVE = re.compile(rf"{_WHERE}, killing (?P<count>(?P<number>\w+)) people, according to (?P<who>[a-z ]+)")
_INJURED = re.compile(r"Another (?P<count>(?P<number>\w+)) people were injured, (?P<who>[a-z ]+) said")
_VICTIM = re.compile(r"Among the dead was (?P<name>\w+ \w+), (?P<age>\d+), (?P<role>a \w+)")
_TOTAL = re.compile(
    r"At least (?P<number>[\d,]+) people have been killed in (?P<town>\w+) since the war began, (?P<who>[a-z ]+) said"
)
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def read(report: Report) -> Reading:
    """The claims of a generated report: the dead, the injured, victims by name, and totals."""
    return Reading(report=report.id, claims=tuple(_claims(report)))


def _claims(report: Report) -> Iterator[Claim]:
    text = report.text
    attack = _PASSIVE.search(text) or _ACTIVE.search(text)
    if attack is None:
        return
    kind = next(kind for kind, *wordings in KINDS if attack["verb"] in wordings)
    common = {
        "when": _when(attack["when"], report.published), "place": _place(attack["town"]),
        "sites": (Thing(name=attack["site"].split(" ", 1)[1], kind="other"),), "event": Event(kind=kind),
    }  # fmt: skip
    dead = _count(attack)
    yield _claim(report, attack, kind="killed", count=dead, people=People(text="people"), **common)
    if (injured := _INJURED.search(text)) is not None:
        yield _claim(report, injured, kind="injured", count=_count(injured), people=People(text="people"), **common)
    for victim in _VICTIM.finditer(text):
        name, years = victim["name"], int(victim["age"])
        age = Range(low=years, best=years, high=years)
        people = People(text=name, names=(name,), age=age, roles=(victim["role"],))
        one = Count(low=1, best=1, high=1, qualifier="exactly")
        yield _claim(report, victim, kind="killed", count=one, people=people, scope="part", **common)
    if (total := _TOTAL.search(text)) is not None:
        number = int(total["number"].replace(",", ""))
        count = Count(low=number, best=number, qualifier="at least", text=total["number"])
        yield _claim(
            report, total, kind="killed", count=count, people=People(text="people"), scope="running total",
            place=_place(total["town"]),
        )  # fmt: skip


def _claim(report: Report, found: re.Match[str], **fields: object) -> Claim:
    outlet = Speaker(name=report.outlet, role="outlet")
    who = found.groupdict().get("who")
    speakers = (Speaker(name=who), outlet) if who else (outlet,)
    start, end = found.span()
    # The records of a book check each field; a row that does not fit is refused there.
    return Claim(
        id="", report=report.id, start=start, end=end, quote=report.text[start:end], speakers=speakers, **fields  # type: ignore[arg-type]
    )  # fmt: skip


def _count(found: re.Match[str]) -> Count:
    word = found["number"].lower()
    number = NUMBERS.index(word) if word in NUMBERS else int(word)
    is_least = found["count"].startswith("At least")
    high, qualifier = (None, "at least") if is_least else (number, "exactly")
    return Count(low=number, best=number, high=high, qualifier=qualifier, text=found["count"])  # type: ignore[arg-type]


def _when(words: str, published: date | None) -> When | None:
    if words not in _WEEKDAYS:
        day = datetime.strptime(words, "%d %B %Y").date()
        return When(start=day, end=day, precision="day", text=words)
    if published is None:
        return None
    day = published - timedelta((published.weekday() - _WEEKDAYS.index(words)) % 7)
    return When(start=day, end=day, precision="day", basis="relative", text=words)


def _place(name: str) -> Place:
    return Place(name=name, text=name, reason="It is invented.")


READER = FunctionReader("generated", frozenset({"en"}), lambda: "1", read)


def installed(folder: Path) -> dict[str, str]:
    """The environment in which Tollbook and the workers of Spark find the reader and take it as the default."""
    about = folder / "generated_reader-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: generated-reader\nVersion: 1\n", "utf-8")
    (about / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{READER.name} = {__name__}:READER\n", "utf-8")
    paths = (str(folder), str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", ""))
    return {"PYTHONPATH": os.pathsep.join(filter(None, paths)), registry.VARIABLE: READER.name}
