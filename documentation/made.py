"""The parts of documents that are made from code and measurements, so that they cannot go stale.

python -m documentation.made      writes them between their marks in ``docs``; a test fails where one is out of date
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path

from fastapi import FastAPI

from bench import accuracy, results
from bench.gate import load_floors
from bench.sets import AGREEMENT, PARTS, SETS
from tollbook.incidents.questions import KINDS
from tollbook.reconcile.rules import CODEBOOKS, READINGS, RULES
from tollbook.web.api import application

DOCS = Path(__file__).resolve().parents[1] / "docs"
#: Sets of reports that nobody opened: only their figures are seen.
UNSEEN = ("war/blind", "world/blind")
_MARK = "<!-- made by documentation/made.py: {name} -->"
_PART = re.compile(r"<!-- made by documentation/made\.py: ([\w-]+) -->\n(.*?)<!-- end -->", re.DOTALL)


def rules() -> str:
    """Every rule for figures: its name, and what it does, with its source."""
    rows = [(f"`{name}`", _after(CODEBOOKS[name]), _readings(name)) for name in RULES]
    return _table(("rule", "what it does, and its source", "vague words"), rows)


def _after(sentence: str) -> str:
    """The sentence without the name of the rule, which the row has already."""
    return sentence.partition("” ")[2]


def _readings(rule: str) -> str:
    return ", ".join(f"{word} = {number}" for word, number in READINGS.get(rule, {}).items()) or "as written"


def questions() -> str:
    """Every kind of question, and what a wrong answer would harm."""
    return _table(("question", "the part of a record at risk"), [(kind.name, kind.harm) for kind in KINDS])


def seen() -> str:
    """Accuracy by field on the open parts of the sets, with day and commit of measuring."""
    rows = [
        (field.capitalize() if number == 0 else "", row["words"], f"{row['percent']:.1f}", f"`{row['set']}`",
         f"{row['measured']}, `{row['commit']}`")
        for field, found in groupby(accuracy.table(results.load()), key=lambda row: row["field"])
        for number, row in enumerate(found)
    ]  # fmt: skip
    return _table(("field", "what was measured", "%", "set", "measured, commit"), rows)


def unseen() -> str:
    """The floors of the sets that nobody opened: what is reached at least, at every commit."""
    floors = load_floors()
    sets = {gold_set.name: gold_set for gold_set in SETS if gold_set.name in UNSEEN}
    headline = "claims with number, speaker and scope right P/R/F1"
    rows = [
        (_words(part), *(_at_least(floors[name if part == headline else f"{name}: {part}"]) for name in UNSEEN))
        for part in (headline, *PARTS)
    ]
    heads = tuple(f"`{name}`, {sets[name].sample} reports" for name in UNSEEN)
    agreement = f"In the first line, two careful readers of the same reports reach {AGREEMENT.split()[0]}."
    return f"{_table(('what', *heads), rows)}\n{agreement}\n"


def _at_least(floor: float) -> str:
    """A floor with one digit, never rounded up."""
    return f"{math.floor(floor * 10) / 10:.1f}"


def _words(part: str) -> str:
    return part.replace(" P/R/F1", ", F1").replace(", of those found", ", % of those found")


def routes() -> str:
    """Every address of the JSON API, from its OpenAPI description."""
    described = application.create(FastAPI()).openapi()["paths"]
    rows = [
        (f"`{method.upper()} /api{path}`", str(about.get("summary", "")), str(about.get("description", "")))
        for path, methods in sorted(described.items())
        for method, about in methods.items()
    ]
    return _table(("request", "what it does"), [(request, _first(long) or short) for request, short, long in rows])


def _first(text: str) -> str:
    """The first paragraph of a description."""
    return " ".join(text.partition("\n\n")[0].split())


#: Each part by the name in its marks.
MADE: dict[str, Callable[[], str]] = {
    "rules": rules, "questions": questions, "accuracy-seen": seen, "accuracy-unseen": unseen, "api": routes,
}  # fmt: skip


def renewed(text: str) -> str:
    """A document with each made part as the code makes it now. Raises KeyError for a part that nothing makes."""
    return _PART.sub(lambda part: f"{_MARK.format(name=part[1])}\n\n{MADE[part[1]]()}\n<!-- end -->", text)


def documents() -> Iterator[Path]:
    """The documents that have made parts."""
    return (path for path in sorted(DOCS.glob("*.md")) if _PART.search(path.read_text("utf-8")))


def _table(heads: tuple[str, ...], rows: Iterable[Iterable[str]]) -> str:
    lines = [" | ".join(heads), "|".join("---" for _ in heads), *(" | ".join(map(_cell, row)) for row in rows)]
    return "".join(f"|{line}|\n" if line.startswith("---") else f"| {line} |\n" for line in lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


if __name__ == "__main__":
    for document in documents():
        document.write_text(renewed(document.read_text("utf-8")), "utf-8")
