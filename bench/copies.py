"""``python -m bench.copies``: are rewritten reports found as copies, and two reports of one press conference not?

Reports of invented events, each written by several writers in their own words (``copies.toml``), are rewritten by
published editing operations: sentences cut, shortened, put in another order, combined with those of another report
(Jing and McKeown 1999, *The Decomposition of Human-Written Summary Sentences*, SIGIR), and words replaced
by synonyms (Potthast and others 2010, *An Evaluation Framework for Plagiarism Detection*, COLING). A seed makes them.
"""

import random
import re
import tomllib
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import click
import msgspec

from tollbook.model import Report
from tollbook.reconcile.copies import find_copies, originals

SEED = 20211005
GROUPS = 240
OPERATIONS = (
    "cut", "shorten", "reorder", "paraphrase", "merge", "cut and reorder", "cut and paraphrase",
    "shorten and paraphrase", "reorder and paraphrase",
)  # fmt: skip
#: Share of sentences that an editor keeps when cutting a report.
_KEPT = (0.5, 0.8)
#: Share of sentences that an editor ends at a comma when shortening.
_SHORTENED = 0.7
#: How many stock sentences each writer prints.
_STOCK = (1, 3)
#: Share of the words with a synonym that an editor replaces when paraphrasing.
_REPLACED = (0.5, 0.9)
_DAY = date(2021, 10, 5)

Words = dict[str, Any]


class Group(msgspec.Struct, frozen=True):
    """The reports of one event, and the copies among them as pairs of ids, copy first."""

    operation: str
    reports: tuple[Report, ...]
    copies: frozenset[tuple[str, str]]


class Found(msgspec.Struct, frozen=True):
    """The result over many groups: the true pairs, the pairs found, and how many of these are right."""

    there: int
    found: int
    right: int
    missed: dict[str, int]

    @property
    def recall(self) -> float:
        """Share of the true copies that were found, in percent."""
        return round(100 * self.right / self.there, 2)

    @property
    def precision(self) -> float:
        """Share of the found copies that are true, in percent."""
        return round(100 * self.right / self.found, 2) if self.found else 0.0


def words() -> Words:
    """Writers, synonyms and invented names."""
    return tomllib.loads(Path(__file__).with_name("copies.toml").read_text("utf-8"))


def groups(number: int = GROUPS, seed: int = SEED) -> list[Group]:
    """This many groups, the same for the same seed; operations take turns."""
    chance, said = random.Random(seed), words()  # noqa: S311
    return [_group(f"{n:03}", OPERATIONS[n % len(OPERATIONS)], said, chance) for n in range(number)]


def _group(name: str, operation: str, said: Words, chance: random.Random) -> Group:
    """Three writers of one event, two of whom were at the press conference, and a rewritten report."""
    facts = _facts(said, chance)
    own = [_original(writer, said["stock"], facts, chance) for writer in chance.sample(said["writers"], 3)]
    own[2] = [s for s in own[2] if "“" not in s]
    if operation == "merge":
        edited, of = _merged(own[0], own[1], chance), "ab"
    else:
        edited, of = list(own[0]), "a"
        for step in operation.split(" and "):
            edited = _EDITS[step](edited, said, chance)
    texts = {"a": own[0], "b": own[1], "c": own[2], "z": edited}
    reports = tuple(
        Report(id=f"{name}{key}", sha256=f"{name}{key}", text=_laid_out(text, chance), outlet=f"Outlet {name}{key}",
               published=_DAY + timedelta(days=key == "z"))
        for key, text in texts.items()
    )  # fmt: skip
    return Group(operation, reports, frozenset((f"{name}z", f"{name}{key}") for key in of))


def _facts(said: Words, chance: random.Random) -> dict[str, str]:
    official = chance.choice(said["officials"])
    facts = {
        "town": chance.choice(said["towns"]), "scene": chance.choice(said["scenes"]),
        "street": chance.choice(said["streets"]), "day": chance.choice(said["days"]),
        "official": official, "surname": official.split()[-1], "role": chance.choice(said["roles"]),
        "dead": str(chance.randint(3, 60)), "hurt": str(chance.randint(5, 200)),
    }  # fmt: skip
    first, second = chance.sample(said["quotes"], 2)
    return facts | {"q1": first.format(**facts), "q2": second.format(**facts)}


def _original(writer: Words, stock: list[str], facts: dict[str, str], chance: random.Random) -> list[str]:
    """An original report: the lead, nine or more own sentences, and a few stock sentences of any outlet."""
    lead, *rest = [sentence.format(**facts) for sentence in writer["sentences"]]
    kept = sorted(chance.sample(range(len(rest)), chance.randint(9, len(rest))))
    usual = [sentence.format(**facts) for sentence in chance.sample(stock, chance.randint(*_STOCK))]
    return [lead, *(rest[i] for i in kept), *usual]


def _cut(text: list[str], _: Words, chance: random.Random) -> list[str]:
    kept = sorted(chance.sample(range(len(text)), max(4, round(chance.uniform(*_KEPT) * len(text)))))
    return [text[i] for i in kept]


def _shortened(text: list[str], _: Words, chance: random.Random) -> list[str]:
    """Sentences without the part after their last comma; quotations stay complete."""
    return [
        f"{s.rpartition(', ')[0]}." if ", " in s and "“" not in s and chance.random() < _SHORTENED else s for s in text
    ]


def _reordered(text: list[str], _: Words, chance: random.Random) -> list[str]:
    return chance.sample(text, len(text))


def _paraphrased(text: list[str], said: Words, chance: random.Random) -> list[str]:
    share, synonyms = chance.uniform(*_REPLACED), said["synonyms"]

    def other(found: re.Match[str]) -> str:
        word = found.group()
        return synonyms[word] if word in synonyms and chance.random() < share else word

    # An editor does not change quotations.
    return [
        "".join(p if p.startswith("“") else re.sub(r"\w+", other, p) for p in re.split(r"(“[^”]*”)", s)) for s in text
    ]


def _merged(one: list[str], other: list[str], chance: random.Random) -> list[str]:
    """The greater part of two reports, block after block."""
    left, right = (_cut(text, {}, chance) for text in (one, other))
    blocks = [left[:3], right[:3], left[3:6], right[3:6], left[6:], right[6:]]
    return [sentence for block in blocks for sentence in block]


def _laid_out(text: list[str], chance: random.Random) -> str:
    """Sentences as paragraphs of one to three."""
    paragraphs, rest = [], list(text)
    while rest:
        size = chance.randint(1, 3)
        paragraphs.append(" ".join(rest[:size]))
        rest = rest[size:]
    return "\n\n".join(paragraphs)


_EDITS = {"cut": _cut, "shorten": _shortened, "reorder": _reordered, "paraphrase": _paraphrased}


def measure(made: list[Group]) -> Found:
    """The copies that ``find_copies`` finds, group by group: over all groups, six writers would repeat phrases."""
    edges = [originals(find_copies(group.reports)) for group in made]
    found = {(report, of) for each in edges for report, roots in each.items() for of in roots}
    true = {pair for group in made for pair in group.copies}
    missed = {op: sum(len(g.copies - found) for g in made if g.operation == op) for op in OPERATIONS}
    return Found(there=len(true), found=len(found), right=len(found & true), missed=missed)


@click.command()
@click.option("--groups", "number", default=GROUPS, help="How many groups of reports.")
@click.option("--seed", default=SEED, help="Another seed makes other groups.")
def main(number: int, seed: int) -> None:
    """Measures how many copies are found, and how many of those found are copies."""
    found = measure(groups(number, seed))
    click.echo(f"{number} groups, {found.there} copies: found {found.recall} %, precision {found.precision} %.")
    for operation, missed in found.missed.items():
        if missed:
            click.echo(f"  missed after “{operation}”: {missed}")


if __name__ == "__main__":
    main()
