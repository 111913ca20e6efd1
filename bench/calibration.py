"""``python -m bench.calibration``: how often claims of each kind and form are right, and whether confidence agrees.

A claim is *right* if hand-made records confirm it: on ``war`` its words, kind and bounds are labelled; on ``gvdb`` and
``gva`` the person it names has that outcome in the record; on ``muc4/dev`` the site is a recorded target, and a report
of an attack has a record. Confidence is the share of right claims of a kind and form, smoothed towards the share of the
form. It is tested on other reports than it was made from (five folds): the expected calibration error is the mean
distance, over ten bins and weighted by their claims, between confidence and the share of right claims.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

import click

from bench.sets import DEFAULT_DATA, Row, read_rows, sampled
from tollbook import locale
from tollbook.dates import dateline
from tollbook.model import OUTCOMES, Claim, Report
from tollbook.readers import rules
from tollbook.readers.rules import confidence
from tollbook.readers.rules.words.language import LOCALE

HERE = Path(__file__).parent
#: The file that ``--write`` writes.
SHARES = LOCALE.lexicons("readers/rules") / "confidence.toml"
FOLDS, BINS = 5, 10
#: The weight of a form's share, in claims: a kind with two claims, both right, is not always right.
PRIOR = 10
#: Reports of ``gva`` and ``muc4/dev`` that are judged; of the other sets all are.
SAMPLE = 300
_SAME_NAME = 0.85


class Judged(NamedTuple):
    """One claim, and whether hand-made records confirm it."""

    report: str
    kind: str
    form: str
    right: bool


Shares = dict[tuple[str, str], float]


def judged(data: Path) -> Iterator[Judged]:
    """The claims of all available sets that can be compared with hand-made records."""
    for name, judge in (("war", _war), ("gvdb", _gvdb), ("gva", _gva), ("muc4/dev", _wires)):
        if (data / name).is_dir():
            yield from judge(data / name)


def _claims(rows: Iterable[Row]) -> Iterator[tuple[Row, tuple[Claim, ...]]]:
    for row in rows:
        report = Report(
            id=row["id"], sha256="", text=row["text"], origin="", published=dateline(row["text"], locale.DEFAULT)
        )
        yield row, rules.read(report).claims


def _war(folder: Path) -> Iterator[Judged]:
    recorded = {row["id"]: row["claims"] for row in read_rows(folder / "gold.jsonl")}
    for row, claims in _claims(r for r in read_rows(folder / "reports.jsonl") if r["id"] in recorded):
        for claim in claims:
            if claim.kind in OUTCOMES and claim.count is not None:
                fits = [g for g in recorded[row["id"]] if g["kind"] == claim.kind and _meets(claim, g)]
                right = any(
                    (g["low"], g["high"]) == (claim.count.low, claim.count.high) or _vague(claim, g) for g in fits
                )
                yield Judged(row["id"], claim.kind, confidence.form(claim), right)


def _meets(claim: Claim, gold: Row) -> bool:
    return bool(min(claim.end, gold["end"]) > max(claim.start, gold["start"]))


def _vague(claim: Claim, gold: Row) -> bool:
    loose = {"vague", "unknown"}
    return claim.count is not None and claim.count.qualifier in loose and gold["qualifier"] in loose


def _gvdb(folder: Path) -> Iterator[Judged]:
    recorded = {row["id"]: row for row in read_rows(folder / "gold.jsonl")}
    named = {
        name: [
            (v["name"]["value"], "killed" if "killed" in v["victim-was"] else "injured") for v in row["victim-section"]
        ]
        for name, row in recorded.items()
        if any(len(v["name"]["value"].split()) > 1 for v in row["victim-section"])
    }
    yield from _by_name((r for r in read_rows(folder / "reports.jsonl") if r["id"] in named), named)


def _gva(folder: Path) -> Iterator[Judged]:
    of = {row["report"]: row["incident"] for row in read_rows(folder / "links.jsonl")}
    victims = {row["incident"]: row["victims"] for row in read_rows(folder / "gold.jsonl")}
    chosen = sampled(of, SAMPLE)
    named = {r: [(v["name"], v["status"].lower()) for v in victims[of[r]] if v["name"]] for r in chosen}
    rows = (r for r in read_rows(folder / "reports.jsonl") if r["id"] in chosen and named[r["id"]])
    yield from _by_name(rows, named)


def _by_name(rows: Iterable[Row], named: dict[str, list[tuple[str, str]]]) -> Iterator[Judged]:
    for row, claims in _claims(rows):
        for claim in claims:
            if claim.kind in {"killed", "injured"} and claim.people is not None and len(claim.people.names) == 1:
                name = claim.people.names[0]
                outcomes = {outcome for known, outcome in named[row["id"]] if _same(name, known)}
                # A person who was wounded and died may also be reported as wounded.
                right = claim.kind in outcomes or (claim.kind == "injured" and "killed" in outcomes)
                yield Judged(row["id"], claim.kind, confidence.form(claim), right)


def _same(one: str, other: str) -> bool:
    return SequenceMatcher(None, one.lower(), other.lower()).ratio() >= _SAME_NAME


def _wires(folder: Path) -> Iterator[Judged]:
    recorded: dict[str, list[Row]] = defaultdict(list)
    for row in read_rows(folder / "gold.jsonl"):
        recorded[row["id"]] += [row["template"]] if row["template"] else []
    chosen = sampled(recorded, SAMPLE)
    for row, claims in _claims(r for r in read_rows(folder / "reports.jsonl") if r["id"] in chosen):
        keys = recorded[row["id"]]
        targets = {w for k in keys for f in k["PHYS TGT: ID"] for a in f["text"] or [] for w in a.lower().split()}
        for claim in claims:
            if claim.kind == "attack" and not claim.sites:
                yield Judged(row["id"], claim.kind, confidence.form(claim), bool(keys))
            elif claim.kind in {"site damaged", "site destroyed"} and claim.sites:
                said = claim.sites[0].name.lower().split()
                yield Judged(row["id"], claim.kind, confidence.form(claim), bool(said) and said[-1] in targets)


def shares(judgements: Iterable[Judged]) -> Shares:
    """The share of right claims of each kind and form, smoothed towards the share of the form."""
    by_form: dict[str, list[bool]] = defaultdict(list)
    by_both: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for one in judgements:
        by_form[one.form].append(one.right)
        by_both[one.kind, one.form].append(one.right)
    prior = {form: sum(right) / len(right) for form, right in by_form.items()}
    smoothed = {
        (kind, form): (sum(right) + PRIOR * prior[form]) / (len(right) + PRIOR)
        for (kind, form), right in by_both.items()
    }
    return smoothed | {("", form): share for form, share in prior.items()}


def fold(report: str) -> int:
    """The fold of a report, by the hash of its id."""
    return int(hashlib.sha256(report.encode()).hexdigest(), 16) % FOLDS


def predicted(judgements: list[Judged]) -> list[tuple[Judged, float]]:
    """Each claim with the confidence it would have had from the reports of the other folds."""
    out = []
    for n in range(FOLDS):
        known = shares(one for one in judgements if fold(one.report) != n)
        rest = (one for one in judgements if fold(one.report) == n)
        out += [(one, known.get((one.kind, one.form), known.get(("", one.form), 0.5))) for one in rest]
    return out


def error(found: list[tuple[Judged, float]]) -> float:
    """The expected calibration error over ten bins of equal width, from 0 to 1."""
    bins: dict[int, list[tuple[bool, float]]] = defaultdict(list)
    for one, said in found:
        bins[min(BINS - 1, int(said * BINS))].append((one.right, said))
    return sum(abs(sum(r for r, _ in b) - sum(s for _, s in b)) for b in bins.values()) / max(1, len(found))


def table(found: list[tuple[Judged, float]]) -> str:
    """The reliability table: each kind and form with its claims, its confidence, and the share that was right."""
    groups: dict[tuple[str, str], list[tuple[bool, float]]] = defaultdict(list)
    for one, said in found:
        groups[one.kind, one.form].append((one.right, said))
    lines = ["| kind | form | claims | confidence says | right | error |", "|---|---|---:|---:|---:|---:|"]
    for (kind, form), rows in sorted(groups.items()):
        says, right = sum(s for _, s in rows) / len(rows), sum(r for r, _ in rows) / len(rows)
        lines.append(f"| {kind} | {form} | {len(rows)} | {says:.2f} | {right:.2f} | {abs(says - right):.2f} |")
    return "\n".join(lines)


def plot(found: list[tuple[Judged, float]]) -> str:
    """The reliability plot as SVG: a dot for each kind and form, its area by the number of claims."""
    groups: dict[tuple[str, str], list[tuple[bool, float]]] = defaultdict(list)
    for one, said in found:
        groups[one.kind, one.form].append((one.right, said))
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 460 460" font-family="sans-serif" font-size="11">',
        '<rect x="40" y="20" width="400" height="400" fill="none" stroke="#999"/>',
        '<path d="M40 420L440 20" stroke="#bbb" stroke-dasharray="4"/>',
        '<text x="240" y="450" text-anchor="middle">what confidence says</text>',
        '<text x="14" y="220" transform="rotate(-90 14 220)" text-anchor="middle">share right</text>',
    ]
    for (kind, form), rows in sorted(groups.items()):
        x = 40 + 400 * sum(s for _, s in rows) / len(rows)
        y = 420 - 400 * sum(r for r, _ in rows) / len(rows)
        radius = max(2.0, len(rows) ** 0.5 / 2)
        label = f"{kind}, {form}: {len(rows)}"
        parts.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:.1f}" fill="#2b6" fill-opacity="0.5"/>')
        parts.append(f'<text x="{x + radius + 2:.0f}" y="{y + 4:.0f}">{label}</text>')
    return "\n".join([*parts, "</svg>\n"])


def as_toml(known: Shares) -> str:
    """The shares as the file that the reader uses."""
    lines = [
        "# How often a claim of a kind and form was right, measured by bench/calibration.py on the open sets war,",
        '# gvdb, gva and muc4/dev; "any" is for kinds that no set judges. Made by: python -m bench.calibration --write',
    ]
    for form in sorted({form for _, form in known}):
        lines.append(f"\n[{form}]")
        lines += [f'"{kind or "any"}" = {known[kind, f]:.2f}' for kind, f in sorted(known) if f == form]
    return "\n".join(lines) + "\n"


@click.command()
@click.option("--data", type=click.Path(path_type=Path), default=DEFAULT_DATA, help="The folder of the test sets.")
@click.option("--write", is_flag=True, help="Write the shares into the reader's own file as well.")
def main(data: Path, write: bool) -> None:
    """Measures confidence and writes CALIBRATION.md and calibration.svg beside this file."""
    judgements = list(judged(data))
    if not judgements:
        click.echo(f"Nothing was measured: the measuring data are not at {data}.")
        return
    found = predicted(judgements)
    reports = len({one.report for one in judgements})
    summary = f"{len(judgements)} claims of {reports} reports; expected calibration error {error(found):.3f}."
    text = f"{summary}\n\n{table(found)}\n"
    doc = (__doc__ or "").split("\n\n", 1)[1]
    (HERE / "CALIBRATION.md").write_text(
        f"# Confidence\n\nMade by `python -m bench.calibration`.\n\n{doc}\n{text}", "utf-8"
    )
    (HERE / "calibration.svg").write_text(plot(found), "utf-8")
    if write:
        SHARES.write_text(as_toml(shares(judgements)), "utf-8")
    click.echo(text)


if __name__ == "__main__":
    main()
