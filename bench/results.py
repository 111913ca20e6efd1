"""The latest figures: stored in ``results.json``, shown in ``RESULTS.md``. They contain no text of any set."""

import json
from pathlib import Path
from typing import Any

from bench.sets import SETS
from bench.throughput import sentence

RECORD = Path(__file__).with_name("results.json")
TABLE = Path(__file__).with_name("RESULTS.md")
#: The key of the speed in the record; every other key is the name of a set.
SPEED = "throughput"

Results = dict[str, Any]

HEAD = """# Measured figures

Made by `make bench`; do not edit by hand. Each set is public and was made by others; this repository has no part of it.
The texts go through `tollbook read` and `tollbook export bundle`, and a scorer that is independent of Tollbook compares
the export with the hand-made answers. Figures are percentages. Three numbers are precision, recall and F1.

Tollbook was tuned on these parts of the sets, so expect less on your own reports; each set has another part that is
kept elsewhere. *Best known* comes from the notes of the data: other work, often on another part of the set. A commit
with a `+` had uncommitted changes in `src`. `muc4` is exported by its coding rule, `--only one-sided,described`.

| set | headline | | best known | measured | commit |
|---|---|---:|---|---|---|
"""


def load() -> Results:
    """The figures measured so far, by set."""
    results: Results = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    return results


def save(results: Results) -> None:
    """Writes the record and the table made from it."""
    RECORD.write_text(json.dumps(results, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")
    TABLE.write_text(table(results), "utf-8")


def table(results: Results) -> str:
    """The figures as Markdown: a table of headlines, the other figures of each set, and the speed."""
    shown = [gold_set for gold_set in SETS if gold_set.name in results]
    lines = []
    for gold_set in shown:
        found = results[gold_set.name]
        name, value = found["headline"]
        lines.append(
            f"| `{gold_set.name}` | {name} | {value} | {gold_set.known} | {found['date']} | `{found['commit']}` |"
        )
    parts = [HEAD + "\n".join(lines), "## Further figures"]
    for gold_set in shown:
        found = results[gold_set.name]
        figures = "\n".join(f"- {name}: {_plain(value)}" for name, value in found["figures"].items())
        parts.append(f"### {gold_set.name}\n\n{figures}\n\nRead and scored in {found['seconds']} s.")
    if SPEED in results:
        parts.append(f"## Speed and memory\n\n{sentence(results[SPEED])}")
    return "\n\n".join(parts) + "\n"


def _plain(value: float | list[float]) -> str:
    return " / ".join(map(str, value)) if isinstance(value, list) else str(value)
