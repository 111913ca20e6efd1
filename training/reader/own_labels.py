"""Labels that the project made itself, kept without the words of the reports: ids and offsets only.

``python -m training.reader.own_labels TEXTS LABELS OUT`` writes the labels of reports in the scheme of
``world/labelling.md`` as rows of offsets. The texts stay in the measuring data; :func:`with_words` puts the words back
where the data are.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

_Row = dict[str, Any]
#: The words of a claim or statement that are kept as offsets.
_WORDS = ("speaker", "speaker_as", "via", "place")
#: What a claim keeps as it is.
_CLAIM = (
    "start", "end", "kind", "low", "best", "high", "qualifier", "status", "scope", "stance", "age", "first", "last",
)  # fmt: skip
#: The kinds of incidents of the scheme; a key with any other word could hold words of the report.
_KINDS = frozenset({
    "airstrike", "shelling", "bombing", "shooting", "clash", "chemical attack", "execution", "abduction", "raid",
    "stabbing", "vehicle attack", "arson", "attack",
})  # fmt: skip
#: What an incident describes by words and one more value.
_DESCRIBED = ("perpetrators", "sites")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def without_words(gold: _Row, text: str) -> _Row:
    """The labels of one report as offsets into its text. Raises ValueError for words that the text does not have."""
    keys = {incident["key"]: n for n, incident in enumerate(gold["incidents"])}
    return {
        "id": gold["id"],
        "sha256": digest(text),
        "claims": [
            {name: claim[name] for name in _CLAIM}
            | {name: _span(text, claim.get(name), claim["start"]) for name in _WORDS}
            | {"names": [_span(text, name, claim["start"]) for name in claim["names"]]}
            | {"incident": keys.get(claim["incident"])}
            for claim in gold["claims"]
        ],
        "incidents": [_incident_spans(incident, text) for incident in gold["incidents"]],
        "statements": [
            {name: each[name] for name in ("start", "end", "stance")}
            | {"speaker": _span(text, each.get("speaker"), each["start"])}
            for each in gold["statements"]
        ],
    }


def _incident_spans(incident: _Row, text: str) -> _Row:
    day = _DAY.match(incident["key"])
    return {
        "main": bool(incident.get("main")),
        "day": day.group() if day else None,
        "kind": kind if (kind := incident["key"].rsplit("|", 1)[-1]) in _KINDS else "attack",
        "perpetrators": [
            {"text": _span(text, each["text"], 0), "certainty": each["certainty"]}
            for each in incident.get("perpetrators") or []
        ],
        "weapons": [_span(text, words, 0) for words in incident.get("weapons") or []],
        "sites": [
            {"text": _span(text, each["text"], 0), "effect": each["effect"]} for each in incident.get("sites") or []
        ],
    }


def with_words(row: _Row, text: str) -> _Row:
    """The labels of one report with their words, in the scheme. Raises ValueError if the text is another one."""
    if digest(text) != row["sha256"]:
        raise ValueError(f"The text of {row['id']} is not the one that was labelled.")
    keys = [f"{each['day'] or '?'}|{number}|{each['kind']}" for number, each in enumerate(row["incidents"])]
    return {
        "id": row["id"],
        "claims": [
            claim
            | {name: _words(text, claim[name]) for name in _WORDS}
            | {"quote": text[claim["start"] : claim["end"]], "names": [_words(text, at) for at in claim["names"]]}
            | {"incident": None if claim["incident"] is None else keys[claim["incident"]]}
            for claim in row["claims"]
        ],
        "incidents": [
            {"key": key, "main": each["main"], "weapons": [_words(text, at) for at in each["weapons"]]}
            | {name: [one | {"text": _words(text, one["text"])} for one in each[name]] for name in _DESCRIBED}
            for key, each in zip(keys, row["incidents"], strict=True)
        ],
        "statements": [
            each | {"quote": text[each["start"] : each["end"]], "speaker": _words(text, each["speaker"])}
            for each in row["statements"]
        ],
    }


def digest(text: str) -> str:
    """The hash by which labels know the text that was labelled."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _span(text: str, words: str | None, near: int) -> list[int] | None:
    """The offsets of the occurrence of some words that is nearest to another offset; None for no words."""
    if not words:
        return None
    found = [m.start() for m in re.finditer(re.escape(words), text)]
    if not found:
        raise ValueError(f"“{words}” is not in the text.")
    start = min(found, key=lambda at: abs(at - near))
    return [start, start + len(words)]


def _words(text: str, at: list[int] | None) -> str | None:
    return None if at is None else text[at[0] : at[1]]


def _read(path: Path) -> Iterator[_Row]:
    # A text may hold line separators of Unicode, where str.splitlines would cut its row.
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


@click.command()
@click.argument("texts", type=click.Path(path_type=Path, exists=True))
@click.argument("labels", type=click.Path(path_type=Path, exists=True))
@click.argument("out", type=click.Path(path_type=Path))
def main(texts: Path, labels: Path, out: Path) -> None:
    """Write the labels in LABELS of reports in TEXTS to OUT, without words; reports that OUT has are replaced."""
    known = {row["id"]: row["text"] for row in _read(texts)}
    rows = {row["id"]: row for row in _read(out)} if out.exists() else {}
    for gold in _read(labels):
        if gold["id"] in known:
            rows[gold["id"]] = without_words(gold, known[gold["id"]])
    lines = (json.dumps(rows[name], separators=(",", ":")) for name in sorted(rows))
    out.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    click.echo(f"{len(rows)} reports in {out.name}")


if __name__ == "__main__":
    main()
