"""Invented reports with their labels, kept with their words: nobody in them exists, and nobody else owns them.

The scheme is that of the other sets, without numbers, days and places: rules read these. A quote stands for its
offsets; ``nth`` says which occurrence is meant. The ``incident`` of a claim is the place of its incident in the list.
:func:`problems` says what is wrong in a row, for whoever writes more.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from tollbook.model import OUTCOMES
from tollbook.readers.learned.labels import ATTRIBUTES

#: The reports, by genre.
FOLDER = Path(__file__).parent / "invented"
_Row = dict[str, Any]
#: The words of a claim or a statement that its text must have, and the longest quote of each, in words.
_WORDS = ("speaker", "speaker_as", "via")
_LONGEST = {"claims": 25, "statements": 40}
#: What a claim says by one value of a list. A claim without a stance asserts.
_CHOICES = ("scope", "status", "stance")


def load(folder: Path = FOLDER) -> list[_Row]:
    """Every report with its labels in the scheme, with offsets. Raises ValueError for a row with a problem."""
    return [with_offsets(row) for path in sorted(folder.glob("*.jsonl")) for row in _rows(path)]


def with_offsets(row: _Row) -> _Row:
    """A row whose claims and statements have offsets. Raises ValueError if it has a problem."""
    if wrong := list(problems(row)):
        raise ValueError(f"{row['id']}: {wrong[0]}")
    text, keys = row["text"], [f"{row['id']}|{n}" for n in range(len(row["incidents"]))]
    return row | {
        "claims": [
            {"stance": "asserts", "speaker": None} | c | _offsets(text, c) | _key(c, keys) for c in row["claims"]
        ],
        "incidents": [{"key": key} | each for key, each in zip(keys, row["incidents"], strict=True)],
        "statements": [{"speaker": None} | each | _offsets(text, each) for each in row["statements"]],
    }


def problems(row: _Row) -> Iterator[str]:
    """What is wrong in a row, each in a sentence."""
    text = row["text"]
    for part, longest in _LONGEST.items():
        for each in row[part]:
            yield from _quote_problems(text, each, longest)
            words = (each.get(name) for name in _WORDS)
            yield from _missing(text, [*filter(None, words), *each.get("names", ())])
    for claim in row["claims"]:
        values = {name: claim.get(name, "asserts" if name == "stance" else None) for name in _CHOICES}
        yield from _unknown(claim["kind"], OUTCOMES)
        for name, value in values.items():
            yield from _unknown("unknown" if value == "mixed" else value, ATTRIBUTES[name])
    for statement in row["statements"]:
        yield from _unknown(statement["stance"], ATTRIBUTES["statement"])
    for incident in row["incidents"]:
        yield from _missing(text, incident.get("weapons", ()))
        for name, value in (("perpetrators", "certainty"), ("sites", "effect")):
            for each in incident.get(name, ()):
                yield from _missing(text, [each["text"]])
                yield from _unknown(each[value], ATTRIBUTES[value])


def _quote_problems(text: str, each: _Row, longest: int) -> Iterator[str]:
    found, quote = len(_occurrences(text, each["quote"])), each["quote"]
    if found < each.get("nth", 1):
        yield f"The text has “{quote}” {found} times."
    elif found > 1 and "nth" not in each:
        yield f"“{quote}” occurs {found} times: add nth."
    if len(quote.split()) > longest:
        yield f"“{quote}” has more than {longest} words."


def _missing(text: str, words: Any) -> Iterator[str]:
    yield from (f"The text does not have “{each}”." for each in words if each not in text)


def _unknown(value: str | None, known: Any) -> Iterator[str]:
    if value not in known:
        yield f"“{value}” is none of {', '.join(known)}."


def _offsets(text: str, each: _Row) -> _Row:
    start = _occurrences(text, each["quote"])[each.get("nth", 1) - 1]
    return {"start": start, "end": start + len(each["quote"])}


def _key(claim: _Row, keys: list[str]) -> _Row:
    """The key of a claim's incident, where the claim says which of the report's incidents it is about."""
    number = claim.get("incident")
    return {"incident": None if number is None else keys[number]} if "incident" in claim else {}


def _occurrences(text: str, words: str) -> list[int]:
    return [m.start() for m in re.finditer(re.escape(words), text)]


def _rows(path: Path) -> Iterator[_Row]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path, exists=True))
def main(files: tuple[Path, ...]) -> None:
    """Say what is wrong in FILES of invented reports, all of them by default."""
    for path in files or sorted(FOLDER.glob("*.jsonl")):
        rows = list(_rows(path))
        for row in rows:
            for wrong in problems(row):
                click.echo(f"{row['id']}: {wrong}")
        click.echo(f"{path.name}: {len(rows)} reports, {sum(len(row['claims']) for row in rows)} claims")


if __name__ == "__main__":
    main()
