"""The labelled sets as training examples: a text, its labelled spans, their attributes and their speakers."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from tollbook.readers.learned.labels import LABELS
from training.reader import invented
from training.reader.own_labels import with_words

#: The sets labelled in one scheme; see ``world/labelling.md`` beside them.
LABELLED = ("world/read", "war/more", "registers/gva", "registers/airwars", "registers/wires")
#: Labels that the project made itself, by the set of their texts ("places.lgl.jsonl" is of places/lgl).
OWN = Path(__file__).parent / "labels"
#: The set of attributions in political news.
ATTRIBUTED = "polnear/train"
#: How far from a claim its speaker is looked for, in code points. Farther ones are in no window with the claim.
_REACH = 700
#: How far from a claim about an incident common words mean its perpetrator, weapon or site: about a sentence.
_NEAR = 150
_Row = dict[str, Any]
_Span = tuple[int, int]


@dataclass(slots=True)
class Described:
    """A labelled span with its attributes. ``speaker``: where its speaker is named; None unknown, empty the outlet."""

    start: int
    end: int
    label: str
    attributes: dict[str, str] = field(default_factory=dict)
    speaker: tuple[_Span, ...] | None = None


@dataclass(slots=True)
class Example:
    """One labelled report. ``supervised`` are the labels that its annotators labelled; ``style`` says who they were."""

    id: str
    source: str
    text: str
    event: str
    spans: list[tuple[int, int, str]]
    described: list[Described]
    supervised: frozenset[str]
    gold: _Row
    published: date | None = None
    style: str = "project"


def load(data: Path) -> list[Example]:
    """Every report of the labelled sets."""
    return [_labelled(name, row, gold) for name in LABELLED for row, gold in _pairs(data / name)]


def load_own(data: Path, held: Iterable[Example] = ()) -> list[Example]:
    """The reports that the project labelled itself, but for those whose main incident is on a day of one held out."""
    days = {example.event[:10] for example in held}
    found = []
    for path in sorted(OWN.glob("*.jsonl")):
        name = path.stem.replace(".", "/")
        reports = {row["id"]: row for row in _rows(data / name / "reports.jsonl")}
        pairs = [(reports[row["id"]], row) for row in _rows(path)]
        found += [_labelled(name, report, with_words(row, report["text"]), "own") for report, row in pairs]
    return [example for example in found if example.event[:10] not in days]


def load_invented() -> list[Example]:
    """The reports that the project invented and labelled."""
    return [_labelled("invented", row, row, "invented") for row in invented.load()]


def load_attributed(data: Path) -> list[Example]:
    """Every article of PolNeAR's training part."""
    return [_attributed(row["text"], gold) for row, gold in _pairs(data / ATTRIBUTED)]


def _pairs(folder: Path) -> Iterator[tuple[_Row, _Row]]:
    """Each report with its labels."""
    reports = {row["id"]: row for row in _rows(folder / "reports.jsonl")}
    for gold in _rows(folder / "gold.jsonl"):
        yield reports[gold["id"]], gold


def _rows(path: Path) -> Iterator[_Row]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _labelled(name: str, report: _Row, gold: _Row, style: str = "project") -> Example:
    text = report["text"]
    described = [_claim(text, claim) for claim in gold["claims"]]
    described += [d for s in gold.get("statements") or [] if (d := _statement(text, s)) is not None]
    spans = []
    for incident in gold["incidents"]:
        near = _spans_about(incident, gold)
        police = [(c["start"], c["end"]) for c in gold["claims"] if c["status"] == "police"]
        for who in incident.get("perpetrators") or []:
            found = _mentions(text, who["text"], near, police)
            described += [Described(*at, "perpetrator", {"certainty": who["certainty"]}) for at in found]
        for site in incident.get("sites") or []:
            found = _mentions(text, site["text"], near)
            described += [Described(*at, "site", {"effect": site["effect"]}) for at in found]
        for weapon in incident.get("weapons") or []:
            spans += [(*at, "weapon") for at in _mentions(text, weapon, near)]
    spans += [(d.start, d.end, d.label) for d in described]
    spans += [(*at, "speaker") for d in described for at in (d.speaker or ())[:1]]
    for claim in gold["claims"]:
        named = (_nearest(text, n, claim["start"]) for n in claim.get("names") or [])
        spans += [(*at, "victim") for at in named if at is not None]
    mains = [i["key"] for i in gold["incidents"] if i.get("main")]
    supervised = frozenset(LABELS) - {"source", "cue", "content"}
    published = date.fromisoformat(report["published"][:10]) if report.get("published") else None
    event = mains[0] if mains else gold["id"]
    return Example(gold["id"], name, text, event, spans, described, supervised, gold, published, style)


def _spans_about(incident: _Row, gold: _Row) -> list[_Span]:
    """Where a report tells of an incident: its claims, or all claims and statements if they do not say which it is."""
    every = [*gold["claims"], *(gold.get("statements") or [])]
    own = [c for c in gold["claims"] if c.get("incident") == incident["key"]] or every
    return [(c["start"], c["end"]) for c in own if "start" in c]


def _mentions(text: str, words: str, near: list[_Span], victims: Sequence[_Span] = ()) -> list[_Span]:
    """Where a report means what an incident's label names.

    A name means it wherever it stands. "Police" or "a bomb" does so near a claim about the incident, and not inside the
    words for its ``victims``: "a police officer was killed".
    """
    if any(word[0].isupper() for word in words.split()[1:] or [words]):
        return _occurrences(text, words)
    found = _occurrences(text, words, most=50)
    found = [at for at in found if not any(a <= at[0] and at[1] <= b for a, b in victims)] or found

    def distance(at: _Span) -> int:
        return min((max(start - at[1], at[0] - end, 0) for start, end in near), default=0)

    close = [at for at in found if distance(at) <= _NEAR]
    return (close or sorted(found, key=distance)[:1])[:4]


def _claim(text: str, claim: _Row) -> Described:
    status = "unknown" if claim["status"] == "mixed" else claim["status"]
    attributes = {"scope": claim["scope"], "status": status, "stance": claim["stance"]}
    return Described(claim["start"], claim["end"], claim["kind"], attributes, _speaker(text, claim, claim["start"]))


def _statement(text: str, statement: _Row) -> Described | None:
    if "start" not in statement:
        return None
    start, end = statement["start"], statement["end"]
    speaker = _speaker(text, statement, start)
    return Described(start, end, "statement", {"statement": statement["stance"]}, speaker)


def _speaker(text: str, row: _Row, near: int) -> tuple[_Span, ...] | None:
    if not row.get("speaker"):
        return ()
    for words in (row.get("speaker_as"), row["speaker"]):
        at = _nearest(text, words, near) if words else None
        if at is not None and abs(at[0] - near) < _REACH:
            return (at,)
    return None


def _attributed(text: str, gold: _Row) -> Example:
    spans: list[tuple[int, int, str]] = []
    described = []
    for one in gold["attributions"]:
        source = one["source"]
        whole = (min(s for s, _ in source), max(e for _, e in source)) if source else None
        for part in ("source", "cue", "content"):
            spans += [(s, e, part) for s, e in one[part]]
        described += [Described(s, e, "content", {}, (whole,) if whole else ()) for s, e in one["content"]]
    supervised = frozenset({"source", "cue", "content"})
    return Example(gold["id"], ATTRIBUTED, text, gold["id"], spans, described, supervised, gold)


def _occurrences(text: str, words: str, most: int = 4) -> list[_Span]:
    pattern = rf"(?<!\w){re.escape(words)}(?!\w)"
    return [m.span() for m in re.finditer(pattern, text)][:most]


def _nearest(text: str, words: str, near: int) -> _Span | None:
    found: Iterable[_Span] = (m.span() for m in re.finditer(re.escape(words), text))
    return min(found, key=lambda at: abs(at[0] - near), default=None)
