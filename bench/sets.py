"""The test sets: the folder of each, its scorer, and a fixed sample of it.

A set is a folder with ``reports.jsonl`` (``{id, outlet, url, title, published, text}``) and hand-made answers in
``gold.jsonl``. ``gva`` also has ``links.jsonl``, the incident of each report. ``maverick`` has only numbers, in
``event_reports.csv`` and ``expected.csv``.
"""

import csv
import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
import msgspec

#: The default folder of the test sets: beside this repository, never inside it.
DEFAULT_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"

Row = dict[str, Any]


class GoldSet(msgspec.Struct, frozen=True, kw_only=True):
    """One test set. ``sample`` is how many reports (``gva``, ``maverick``: incidents) the gate reads.

    ``floors`` are further figures that have a floor, beside the headline.
    ``only`` is the inclusion criterion of the set's records. ``linked``: its reports are read as one book, those of
    other sets ``--separate``. ``reader`` is the reader, if not the default. ``known`` is the best figure of other work.
    """

    name: str
    scorer: str
    sample: int
    known: str = "–"
    linked: bool = False
    on_request: bool = False
    only: str | None = None
    reader: str | None = None
    floors: tuple[str, ...] = ()


#: The figures of the sets labelled in one scheme that have a floor.
PARTS = (
    "claims found P/R/F1", "speaker right, of those found", "scope right, of those found",
    "day right, of those found", "place right, of those found", "incidents of found claims, B-cubed P/R/F1",
    "names of those harmed P/R/F1", "perpetrators P/R/F1", "weapons P/R/F1", "sites P/R/F1",
    "statements, speaker and stance P/R/F1",
)  # fmt: skip
#: The agreement of two careful readers of the same reports.
AGREEMENT = "80.2 (two careful readers)"
#: The best systems of the conference, measured on the two later test sets, which are kept elsewhere.
MUC4_KNOWN = "57.8 and 56.0 (GE, 1992), on two other test sets"

#: Other programs, measured on similar sets.
DATES_KNOWN = "about 70–80 (HeidelTime, SUTime, similar sets)"
#: Places and dates in a text are those of the rules, whichever reader reads it. Without the networks, reading takes
#: a third of the time.
RULES = "rules"

#: Sample sizes: about 1,100 reports in all, which two idle cores read and score in some six minutes. A smaller
#: sample moves by several points if a few reports are read differently; ``bench.run`` measures whole sets.
SETS = (
    GoldSet(name="war", scorer="war", sample=40, linked=True),
    GoldSet(name="world/blind", scorer="world", sample=40, known=AGREEMENT, floors=PARTS),
    GoldSet(name="war/blind", scorer="world", sample=40, known=AGREEMENT, floors=PARTS),
    GoldSet(name="world/read", scorer="world", sample=70, known=AGREEMENT, floors=PARTS, on_request=True),
    GoldSet(name="war/more", scorer="world", sample=101, known=AGREEMENT, floors=PARTS, on_request=True),
    GoldSet(name="registers/gva", scorer="world", sample=84, known=AGREEMENT, floors=PARTS, on_request=True),
    GoldSet(name="registers/airwars", scorer="world", sample=46, known=AGREEMENT, floors=PARTS, on_request=True),
    GoldSet(name="registers/wires", scorer="world", sample=94, known=AGREEMENT, floors=PARTS, on_request=True),
    GoldSet(name="muc4/tst1", scorer="muc4", sample=100, known=MUC4_KNOWN, only="one-sided,described"),
    GoldSet(name="muc4/tst2", scorer="muc4", sample=100, known=MUC4_KNOWN, only="one-sided,described"),
    GoldSet(name="muc4/dev", scorer="muc4", sample=100, known=MUC4_KNOWN, only="one-sided,described", on_request=True),
    GoldSet(name="gva", scorer="gva", sample=80, known="B-cubed 89.7 (TF-IDF, 7-day window)", linked=True),
    GoldSet(
        name="isaf", scorer="isaf", sample=120, known="97.7 killed, 89.6 date, 98.2 province (fine-tuned 7–8 B model)"
    ),
    GoldSet(name="gvdb", scorer="gvdb", sample=120),
    GoldSet(name="airwars", scorer="airwars", sample=60),
    GoldSet(name="polnear/dev", scorer="polnear", sample=30, known="92.3 (annotators' agreement)"),
    GoldSet(name="places/lgl", scorer="places", sample=100, known="82.7 (Mordecai 3, given the mention)", reader=RULES),
    GoldSet(name="dates/timebank", scorer="dates", sample=80, known=DATES_KNOWN, reader=RULES),
    GoldSet(name="dates/meantime", scorer="dates", sample=80, known=DATES_KNOWN, reader=RULES),
    GoldSet(name="maverick", scorer="maverick", sample=400, known="100 (the R package eventreport itself)"),
)


def chosen(names: Iterable[str]) -> tuple[GoldSet, ...]:
    """The sets of these names, or all but those on request. Raises UsageError for an unknown name."""
    by_name = {gold_set.name: gold_set for gold_set in SETS}
    wanted = list(names)
    if unknown := [name for name in wanted if name not in by_name]:
        raise click.UsageError(f"There is no set {', '.join(unknown)}; the sets are {', '.join(by_name)}.")
    return tuple(by_name[name] for name in wanted) or tuple(s for s in SETS if not s.on_request)


def at_hand(gold_sets: Iterable[GoldSet], data: Path) -> tuple[GoldSet, ...]:
    """The sets whose folder is in ``data``; prints which are missing, or that there is none."""
    wanted = tuple(gold_sets)
    found = tuple(gold_set for gold_set in wanted if (data / gold_set.name).is_dir())
    if not found:
        click.echo(f"Nothing was measured: the measuring data are not at {data}.")
    elif absent := [gold_set.name for gold_set in wanted if gold_set not in found]:
        click.echo(f"Left out, since not at {data}: {', '.join(absent)}.")
    return found


def sampled(ids: Iterable[str], size: int) -> frozenset[str]:
    """A sample that stays the same as long as its ids exist: those with the ``size`` smallest SHA-256 hashes."""
    return frozenset(sorted(set(ids), key=lambda name: hashlib.sha256(name.encode()).hexdigest())[:size])


def cut(gold_set: GoldSet, data: Path, target: Path, size: int) -> Path:
    """Writes the fixed sample of a set to ``target``, in the format of the set, and returns ``target``."""
    source = data / gold_set.name
    target.mkdir(parents=True)
    if gold_set.name == "maverick":
        _cut_maverick(source, target, size)
    elif gold_set.name == "gva":
        incidents = sampled((row["incident"] for row in read_rows(source / "gold.jsonl")), size)
        reports = {row["report"] for row in read_rows(source / "links.jsonl") if row["incident"] in incidents}
        _copy(source, target, "gold.jsonl", lambda row: row["incident"] in incidents)
        _copy(source, target, "links.jsonl", lambda row: row["report"] in reports)
        _copy(source, target, "reports.jsonl", lambda row: row["id"] in reports)
    else:
        reports = set(sampled((row["id"] for row in read_rows(source / "gold.jsonl")), size))
        _copy(source, target, "gold.jsonl", lambda row: row["id"] in reports)
        _copy(source, target, "reports.jsonl", lambda row: row["id"] in reports)
    return target


def read_rows(path: Path) -> list[Row]:
    """The rows of a JSON Lines file."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def read_table(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file with a header."""
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def write_table(path: Path, rows: list[dict[str, str]]) -> None:
    """Writes rows of equal keys as a CSV file with a header."""
    with path.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def _copy(source: Path, target: Path, name: str, keep: Callable[[Row], bool]) -> None:
    kept = [json.dumps(row, ensure_ascii=False) for row in read_rows(source / name) if keep(row)]
    (target / name).write_text("".join(f"{line}\n" for line in kept), encoding="utf-8")


def _cut_maverick(source: Path, target: Path, size: int) -> None:
    expected = read_table(source / "expected.csv")
    events = sampled((row["event_id"] for row in expected), size)
    for name in ("expected.csv", "event_reports.csv"):
        write_table(target / name, [row for row in read_table(source / name) if row["event_id"] in events])
