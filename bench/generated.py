"""``python -m bench.generated 10000 FILE``: invented reports of invented incidents, to measure how work grows.

Every person, place, outlet and event is made up from syllables. The shares are round numbers near those of 3,998 local
reports of shootings: about three reports an incident, a tenth of them reprints, a third rewrites with a later figure;
one report in five is of no incident; a few names and places are far more frequent than the others, and one report in
ten gives only the country. Every 100,000 reports are of a part of the world with countries, towns, people and outlets
of its own, as a larger archive covers more of the world. All parts share their days.
"""

import json
import random
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import click

from tollbook.model import IncidentKind

_FIRST = [
    "Ilka", "Oren", "Mirel", "Tavo", "Senna", "Daro", "Velka", "Ruven", "Alis", "Bojan", "Kerem", "Nadja", "Aldo",
    "Berit", "Cosmo", "Delia", "Emre", "Fadia", "Goran", "Hanne", "Ibra", "Jarek", "Kaisa", "Ludo", "Maren", "Nilo",
    "Orsa", "Petar", "Quint", "Rosa", "Selim", "Tilda", "Umar", "Vanja", "Wessel", "Ximo", "Yara", "Zoran", "Anouk",
    "Bilal", "Ciro", "Dunja",
]  # fmt: skip
_ONSETS = ["Br", "D", "Gr", "K", "L", "M", "N", "P", "R", "S", "T", "V", "Z", "Tr", "Kr", "St"]
_VOWELS = ["a", "e", "i", "o", "u"]
_ENDS = ["nd", "sko", "lm", "rn", "tt", "vik", "nov", "ska", "rdt", "ll", "st", "mar"]
_COUNTRIES = ["Kestria", "Velland", "Orlavia", "Tarnia"]
KINDS: list[tuple[IncidentKind, str, str]] = [
    ("airstrike", "An airstrike hit", "were killed when warplanes bombed"),
    ("shelling", "Shells hit", "were killed when artillery shells struck"),
    ("shooting", "Gunmen opened fire at", "were shot dead by gunmen at"),
    ("bombing", "A bomb exploded at", "were killed when a car bomb exploded at"),
]
_SITES = ["a market", "a school", "a hospital", "a bus station", "a mosque", "a checkpoint", "a bakery", "a bridge"]
_INFORMANTS = ["police", "the health ministry", "a hospital doctor", "the mayor", "the governor", "witnesses"]
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_FILLERS = [
    "The council of {a} will meet {b} next week to discuss the budget.",
    "Residents of {a} said the road to {b} remained closed.",
    "The price of bread in {a} rose again, traders from {b} said.",
    "A group from {a} visited {b} and met officials.",
    "Schools in {a} did not open, and buses to {b} did not run.",
    "The weather near {a} was good, people around {b} said.",
    "A film by {a} was shown for the first time in {b}.",
    "The school of {a} thanked the people of {b}.",
    "The bridge between {a} and {b} is to be open again next year.",
    "Workers from {a} spoke against the new port of {b}.",
    "The city of {a} sent two buses to {b}.",
    "The club of {a} lost its match against {b} by one goal.",
    "Heavy rain closed the market of {a} and the park of {b}.",
    "A factory in {a} will hire workers from {b}, its owner announced.",
]
#: Reports of one incident, each as often as the others: three on average.
_REPORTS = (1, 1, 2, 2, 3, 4, 5, 6)
_REPRINT, _REWRITE, _OTHER, _COUNTRY, _TOTAL = 0.1, 0.33, 0.2, 0.1, 0.05
#: With it 7 % of the pairs of mentions within a week of each other are compared, 5 % of those of 3,998 local reports of
#: shootings (`gva`). With names from one list of 2,000 it was 55 %.
_FREQUENT = 0.025
_FROM = date(2015, 1, 1)
_DAYS = 3000
#: Reports of one part of the world. At 2,000 towns, a part is as dense as the 100,000 reports measured first.
_PART = 100_000


class Chance(random.Random):
    """The random numbers of one event, and the part of the world that it is in."""

    def __init__(self, seed: str | int, part: int = 0) -> None:
        super().__init__(seed)
        self.part = part


def rows(number: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """So many reports as rows of ``reports.jsonl``; the same in every run."""
    made = event = 0
    while made < number:
        chance = Chance(f"{seed} {event}", made // _PART)
        for row in _event(chance, event):
            if made < number:
                yield {"id": f"generated-{made:08}", **row}
                made += 1
        event += 1


def _event(chance: Chance, number: int) -> Iterator[dict[str, Any]]:
    """The reports of one incident, or one report of something else."""
    day = _FROM + timedelta(chance.randrange(_DAYS))
    if chance.random() < _OTHER:
        yield _about_nothing(chance, day, number)
        return
    facts = attack_facts(chance, day)
    first = None
    for place in range(chance.choice(_REPORTS)):
        outlet = f"{_name(chance, 900)} {chance.choice(['Post', 'Times', 'Herald', 'Radio'])}"
        published = day + timedelta(chance.choice([0, 1, 1, 1, 2, 3]))
        if first is not None and chance.random() < _REPRINT:
            row = first | {"outlet": outlet}
        else:
            if place and chance.random() < _REWRITE:
                facts = facts | {"killed": facts["killed"] + chance.randrange(1, 3)}
            row = {"outlet": outlet, "published": str(published), **attack_report(chance, facts)}
        first = first or row
        yield row | {"url": f"https://{outlet.lower().replace(' ', '')}.example/{number}/{place}"}


def attack_facts(chance: Chance, day: date) -> dict[str, Any]:
    """The facts in every report of one attack: kind, place, day, numbers, and some victims by name."""
    kind, headline, verb = chance.choice(KINDS)
    country = _of_part(_COUNTRIES[min(int(chance.expovariate(1.0)), 3)], chance.part)
    town = country if chance.random() < _COUNTRY else _name(chance, 2000)
    return {
        "kind": kind, "headline": headline, "verb": verb, "country": country, "town": town, "day": day,
        "site": chance.choice(_SITES), "killed": min(1 + int(chance.expovariate(0.3)), 60),
        "injured": chance.choice([0, 2 + int(chance.expovariate(0.15))]),
        "victims": [
            (f"{chance.choice(_FIRST)} {_name(chance, 4000)}", chance.randrange(5, 80))
            for _ in range(chance.randrange(3))
        ],
    }  # fmt: skip


def attack_report(chance: Chance, facts: dict[str, Any]) -> dict[str, Any]:
    """The title and the text of one report: the same facts, other sentences."""
    killed, injured = _said(facts["killed"]), _said(facts["injured"])
    when = chance.choice([f"on {facts['day']:%A}", f"on {facts['day'].day} {facts['day']:%B %Y}"])
    informant = chance.choice(_INFORMANTS)
    where = f"{facts['site']} in {facts['town']}"
    lead = [
        f"At least {killed} people {facts['verb']} {where} {when}, {informant} said.",
        f"{facts['headline']} {where} {when}, killing {killed} people, according to {informant}.",
        f"{killed.capitalize()} people {facts['verb']} {where} {when}. The number was given by {informant}.",
    ]
    said = [chance.choice(lead)]
    if facts["injured"]:
        said.append(f"Another {injured} people were injured, {chance.choice(_INFORMANTS)} said.")
    said += [
        f"Among the dead was {name}, {age}, a {chance.choice(['teacher', 'driver', 'nurse'])}."
        for name, age in facts["victims"]
    ]
    if chance.random() < _TOTAL:
        total = 100 * chance.randrange(2, 40) + facts["killed"]
        said.append(f"At least {total:,} people have been killed in {facts['country']} since the war began, "
                    "the health ministry said.")  # fmt: skip
    said += fillers(chance, chance.randrange(5, 10))
    title = f"{killed.capitalize()} dead as {facts['kind']} hits {facts['town']}"
    return {"title": title, "text": " ".join(said[:2]) + "\n\n" + " ".join(said[2:])}


def _about_nothing(chance: Chance, day: date, number: int) -> dict[str, Any]:
    outlet = f"{_name(chance, 900)} Post"
    town = _name(chance, 2000)
    text = " ".join(fillers(chance, chance.randrange(5, 15)))
    return {"outlet": outlet, "published": str(day), "title": f"News of {town}", "text": text,
            "url": f"https://{outlet.lower().replace(' ', '')}.example/{number}"}  # fmt: skip


def fillers(chance: Chance, number: int) -> list[str]:
    """Sentences about other things, each once: with repeated ones two reports would have similar words."""
    return [one.format(a=_other_name(chance), b=_other_name(chance)) for one in chance.sample(_FILLERS, number)]


def _other_name(chance: Chance) -> str:
    """One of about two million equally frequent names, or, one time in forty, one of those that many reports have."""
    if chance.random() < _FREQUENT:
        return _name(chance, 2000)
    parts = [chance.choice(choices) for choices in (_ONSETS, _VOWELS, _ENDS, _VOWELS, _ENDS)]
    return "".join(parts) + chance.choice(_VOWELS)


def _name(chance: Chance, most: int) -> str:
    """A made-up name, one of about ``most``; small numbers are far more frequent, as among names of people."""
    number = int(most * chance.random() ** 3)
    parts = []
    for choices in (_ONSETS, _VOWELS, _ENDS):
        number, rest = divmod(number, len(choices))
        parts.append(choices[rest])
    return _of_part("".join(parts) + (_VOWELS[number % 5] if number else ""), chance.part)


def _of_part(name: str, part: int) -> str:
    """The name with syllables before it that names of other parts of the world do not have."""
    while part:
        part, rest = divmod(part, len(_ONSETS) * len(_VOWELS))
        name = _ONSETS[rest // len(_VOWELS)] + _VOWELS[rest % len(_VOWELS)] + name.lower()
    return name


def _said(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def write(number: int, path: Path) -> Path:
    """Write so many reports to a JSON Lines file."""
    with path.open("w", encoding="utf-8") as file:
        for row in rows(number):
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    return path


@click.command()
@click.argument("number", type=click.IntRange(1))
@click.argument("path", type=click.Path(path_type=Path, dir_okay=False))
def main(number: int, path: Path) -> None:
    """Write NUMBER invented reports to PATH."""
    write(number, path)


if __name__ == "__main__":
    main()
