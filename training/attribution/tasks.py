"""What the network learns beside attributions: roles in wires, victims, and the labels of the tagger, as tags.

The words of a record are looked for in its report: a role or a victim is tagged wherever they stand.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import torch

from tollbook.model import Span
from tollbook.readers.learned import network, windows
from tollbook.readers.learned.labels import ROLES
from tollbook.text import without_punctuation_runs
from training.attribution.network import TASKS
from training.reader import data as labelled
from training.reader.batches import IGNORED, Target, targets
from training.reader.fit import fold_of

#: The slots of MUC-4's records with the words for each role.
_SLOTS = {
    "perpetrator": ["PERP: INDIVIDUAL ID"],
    "organisation": ["PERP: ORGANIZATION ID"],
    "weapon": ["INCIDENT: INSTRUMENT ID"],
    "site": ["PHYS TGT: ID"],
    "victim": ["HUM TGT: NAME", "HUM TGT: DESCRIPTION"],
}
_KILLED, _INJURED, _SHOOTER = range(TASKS["victims"])
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
#: The most windows of a report of gva or gvdb: what comes later is about other cases.
_MOST = 4
Found = list[tuple[Span, int]]
_Row = dict[str, Any]


def roles(folder: Path) -> Iterator[tuple[str, list[Target]]]:
    """The id of each wire of a folder of MUC-4, in order of publication, and its windows."""
    words: dict[str, set[tuple[int, str]]] = defaultdict(set)
    for row in _rows(folder / "gold.jsonl"):
        template = row["template"] or {}
        for role, slots in _SLOTS.items():
            fills = (text for slot in slots for fill in template.get(slot, ()) for text in fill["text"] or ())
            words[row["id"]] |= {(ROLES.index(role), text) for text in fills}
    for row in sorted(_rows(folder / "reports.jsonl"), key=lambda row: (str(row.get("published")), row["id"])):
        patterns = [(_phrase(text), role) for role, text in words[row["id"]]]
        yield row["id"], _tagged(row["text"], _found(row["text"], patterns), len(ROLES))


def victims(data: Path) -> Iterator[tuple[str, list[Target]]]:
    """The event of each report of gva and gvdb, and its windows. The records of gva say nothing about shooters."""
    incidents = {row["incident"]: row for row in _rows(data / "gva" / "gold.jsonl")}
    of_report = {row["report"]: row["incident"] for row in _rows(data / "gva" / "links.jsonl")}
    for row in _rows(data / "gva" / "reports.jsonl"):
        incident = incidents[of_report[row["id"]]]
        outcomes = {"Killed": _KILLED, "Injured": _INJURED}
        named = [(v["name"], outcomes.get(v["status"].split(",")[0])) for v in incident["victims"]]
        made = _tagged(row["text"], _persons(row["text"], named), TASKS["victims"])
        for target in made:
            target.tags[:, _SHOOTER] = IGNORED
        yield f"gva{incident['incident']}", made[:_MOST]
    records = {row["id"]: row for row in _rows(data / "gvdb" / "gold.jsonl")}
    for row in _rows(data / "gvdb" / "reports.jsonl"):
        record = records[row["id"]]
        harmed = [v for v in record["victim-section"] if v["victim-was"]]
        named = [(v["name"]["value"], _KILLED if "killed" in v["victim-was"] else _INJURED) for v in harmed]
        named += [(v["name"]["value"], _SHOOTER) for v in record["shooter-section"]]
        yield f"gvdb{row['id']}", _tagged(row["text"], _persons(row["text"], named), TASKS["victims"])[:_MOST]


def labels(data: Path, fold: int | None) -> Iterator[Target]:
    """The windows of the reports that the tagger learns from, without those of a fold."""
    every = labelled.load(data)
    held = [e for e in every if fold is not None and fold_of(e) == fold]
    kept = [e for e in every if fold is None or fold_of(e) != fold]
    for example in [*kept, *labelled.load_own(data, held), *labelled.load_invented()]:
        yield from targets(example)


def _tagged(text: str, found: Found, of: int) -> list[Target]:
    made = []
    for window in windows.cut(without_punctuation_runs(text), network.tokenizer()):
        tags = torch.zeros(len(window.ids), of, dtype=torch.long)
        for (start, end), label in sorted(found, key=lambda each: each[0][0] - each[0][1]):
            inside = [i for i, (a, b) in enumerate(window.offsets) if a < b and a < end and b > start]
            if inside:
                tags[inside, label] = 2
                tags[inside[0], label] = 1
        made.append(Target(window, tags, []))
    return made


def _found(text: str, patterns: Iterable[tuple[re.Pattern[str], int]]) -> Found:
    return [(at.span(), label) for pattern, label in patterns for at in pattern.finditer(text)]


def _phrase(words: str) -> re.Pattern[str]:
    spaced = r"\s+".join(map(re.escape, words.split()))
    return re.compile(rf"(?<!\w){spaced}(?!\w)", re.IGNORECASE)


def _persons(text: str, named: Sequence[tuple[str, int | None]]) -> Found:
    """Names of at least two words, with other names or initials between the first and the last."""
    patterns = []
    for name, outcome in named:
        parts = [part.strip(",") for part in name.split() if part.lower().strip(".,") not in _SUFFIXES]
        if outcome is not None and len(parts) > 1:
            first, last = re.escape(parts[0]), re.escape(parts[-1])
            between = r"(?:\s+[\"“'‘(]?[\w.\-’']+[\"”'’)]?){0,2}?\s+"
            patterns.append((re.compile(rf"(?<!\w){first}{between}{last}(?!\w)", re.IGNORECASE), outcome))
    return _found(text, patterns)


def _rows(path: Path) -> Iterator[_Row]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)
