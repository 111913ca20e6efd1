"""Labelled windows of text, made of the open sets: which words fill a role, which kind of incident they tell of.

The sets say *what* was answered, not *where* it stands. An answer is sought in the report's text as whole words, and
every place where it stands is labelled. Reports of one register (``muc4``) label roles, kinds and fates; those of the
other (``gvdb``, ``gva``) label only names, by fate. What a set does not say is left out of the loss, never taken as no.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

ROLES = ("perpetrator", "organisation", "site", "victim", "weapon")
KINDS = ("none", "attack", "bombing", "abduction", "arson", "robbery", "hijacking", "work stoppage")
FATES = ("nobody", "killed", "injured", "unharmed", "other")
#: Left out of the loss.
UNSAID = -100
#: Window length in word pieces; a window ends with a sentence where one ends in its last third.
LENGTH = 256

_SLOTS = {
    "PERP: INDIVIDUAL ID": "perpetrator",
    "PERP: ORGANIZATION ID": "organisation",
    "PHYS TGT: ID": "site",
    "HUM TGT: NAME": "victim",
    "HUM TGT: DESCRIPTION": "victim",
    "INCIDENT: INSTRUMENT ID": "weapon",
}
_KIND = {
    "ATTACK": "attack", "BOMBING": "bombing", "KIDNAPPING": "abduction", "ARSON": "arson", "ROBBERY": "robbery",
    "HIJACKING": "hijacking", "FORCED WORK STOPPAGE": "work stoppage",
}  # fmt: skip
_FATE = {"DEATH": "killed", "INJURY": "injured", "NO INJURY OR DEATH": "unharmed"}
_SENTENCE = re.compile(r"(?<=[.!?\]])\s+|\n\s*\n")

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Labelled:
    """One report: its text, and the spans of code points that carry a role, a fate, or a kind of incident."""

    text: str
    roles: list[tuple[int, int, str]] | None
    fates: list[tuple[int, int, str]]
    kinds: list[tuple[int, int, str]]
    #: Whether words outside ``fates`` are known to name nobody harmed.
    fates_are_all: bool = field(default=False)


def held_out(name: str, parts: int = 10) -> bool:
    """Whether a report is kept from training, to tune on: one in ``parts``, by the hash of its id."""
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % parts == 0


def wires(folder: Path, *, tuning: bool = False) -> Iterator[Labelled]:
    """The reports of ``muc4/dev`` with the answers of their keys; ``tuning``: those held out instead."""
    keys: dict[str, list[Row]] = {}
    for row in _rows(folder / "gold.jsonl"):
        if row["template"]:
            keys.setdefault(row["id"], []).append(row["template"])
    for report in _rows(folder / "reports.jsonl"):
        if held_out(report["id"]) == tuning:
            yield _wire(report["text"], keys.get(report["id"], []))


def _wire(text: str, keys: list[Row]) -> Labelled:
    roles: list[tuple[int, int, str]] = []
    fates: list[tuple[int, int, str]] = []
    kinds: list[tuple[int, int, str]] = [] if keys else [(0, len(text), "none")]
    sentences = _sentences(text)
    for key in keys:
        kind = _KIND.get(key["INCIDENT: TYPE"][0]["text"][0], "attack")
        for slot, role in _SLOTS.items():
            for start, end in (s for f in key[slot] for a in f["text"] or [] for s in _places(text, a)):
                roles.append((start, end, role))
                kinds += [(a, b, kind) for a, b in sentences if a <= start < b]
        for fill in key["HUM TGT: EFFECT OF INCIDENT"]:
            fate = _FATE.get(fill["set"] or "", "other")
            fates += [(*s, fate) for a in fill["text"] or [] for s in _places(text, a)]
    # The longest words win where two answers overlap.
    return Labelled(text, sorted(roles, key=lambda r: r[1] - r[0]), fates, kinds)


def shootings(folder: Path, *, tuning: bool = False) -> Iterator[Labelled]:
    """The reports of ``gvdb`` with the names of those harmed, each by what became of it."""
    told = {row["id"]: row for row in _rows(folder / "gold.jsonl")}
    for report in _rows(folder / "reports.jsonl"):
        if held_out(report["id"]) == tuning and report["id"] in told:
            yield _named(report["text"], [(v["name"]["value"], _fate(v)) for v in told[report["id"]]["victim-section"]])


def registered(folder: Path, *, share: int, tuning: bool = False) -> Iterator[Labelled]:
    """One in ``share`` of the incidents of ``gva``: their reports with the names that the registry knows."""
    told = {row["incident"]: row for row in _rows(folder / "gold.jsonl")}
    of = {row["report"]: row["incident"] for row in _rows(folder / "links.jsonl")}
    for report in _rows(folder / "reports.jsonl"):
        name = of.get(report["id"])
        if name is None or held_out(name, share) == tuning:
            continue
        victims = [(v["name"], "killed" if v["status"] == "Killed" else "injured") for v in told[name]["victims"]]
        yield _named(report["text"], victims)


def _fate(victim: Row) -> str:
    was = set(victim["victim-was"])
    return "killed" if "killed" in was else "injured" if was & {"injured", "hospitalized"} else "other"


def _named(text: str, victims: list[tuple[str, str]]) -> Labelled:
    fates = []
    for name, fate in victims:
        if len(name.split()) > 1:
            fates += [(*s, fate) for words in (name, name.split()[-1]) for s in _places(text, words)]
    return Labelled(text, None, fates, [], fates_are_all=True)


def _places(text: str, words: str) -> Iterator[tuple[int, int]]:
    """Where the words stand in the text as whole words, however the lines break."""
    pattern = r"\s+".join(re.escape(w) for w in words.split())
    if pattern:
        yield from (m.span() for m in re.finditer(rf"(?<!\w){pattern}(?!\w)", text))


def _sentences(text: str) -> list[tuple[int, int]]:
    cuts = [0, *(m.end() for m in _SENTENCE.finditer(text)), len(text)]
    return [(a, b) for a, b in pairwise(cuts) if b > a]


def _rows(path: Path) -> Iterator[Row]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


@dataclass(slots=True)
class Window:
    """Word pieces of one window with their labels; ``UNSAID`` where the set does not say."""

    ids: list[int]
    roles: list[int]
    fates: list[int]
    kinds: list[int]


def windows(report: Labelled, tokenizer: Any, most: int = 99) -> Iterator[Window]:
    """The report cut into windows with a label for each word piece. ``tokenizer`` is a ``tokenizers.Tokenizer``."""
    coded = tokenizer.encode(report.text, add_special_tokens=False)
    begin, end = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    labels = _labels(report, coded.offsets)
    first, made = 0, 0
    while first < len(coded.ids) and made < most:
        last = min(first + LENGTH - 2, len(coded.ids))
        part = slice(first, last)
        pad = [UNSAID]
        columns = [pad + column[part] + pad for column in labels]
        yield Window([begin, *coded.ids[part], end], *columns)
        first, made = last, made + 1


def _labels(report: Labelled, offsets: list[tuple[int, int]]) -> list[list[int]]:
    n = len(offsets)
    roles = [UNSAID if report.roles is None else 0] * n
    fates = [0 if report.fates_are_all else UNSAID] * n
    kinds = [UNSAID] * n
    for start, end, role in report.roles or []:
        inside = [i for i, (a, b) in enumerate(offsets) if a < end and b > start]
        for rank, i in enumerate(inside):
            roles[i] = 1 + 2 * ROLES.index(role) + (rank > 0)
    for start, end, fate in report.fates:
        for i, (a, b) in enumerate(offsets):
            if a < end and b > start:
                fates[i] = FATES.index(fate)
    for start, end, kind in report.kinds:
        for i, (a, b) in enumerate(offsets):
            if a < end and b > start:
                kinds[i] = KINDS.index(kind)
    return [roles, fates, kinds]
