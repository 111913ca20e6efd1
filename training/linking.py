"""``python -m training.linking --readings FILE``: fits the weights of ``linking/scoring.py`` on reports of shootings.

FILE holds the reports of ``gva`` with their readings, as ``bench.growth --cache`` writes it. Every pair of main event
mentions that blocking proposes is one example: of one incident by the links of the set, or of two. Each finding is a
column, the weights of kinds, sites and figures far apart stay as they are, and a logistic regression gives the rest.
It prints the weights, twice the log-odds, and how well pairs of left-out incidents are told apart.
"""

import hashlib
import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import click
import msgspec
import numpy as np
from numpy.typing import NDArray

from bench.moved import Sample
from tollbook import linking
from tollbook.linking import scoring
from tollbook.linking.blocking import pairs
from tollbook.linking.constraints import NONE
from tollbook.linking.profiles import MentionProfile, days_between_publications
from tollbook.linking.similarity import day_apart
from tollbook.linking.text_similarity import cosine, headline_similarity, rare_words

Array = NDArray[np.float64]
#: Weights are this many times the log-odds, as :mod:`tollbook.linking.scoring` says.
SCALE = 2.0
#: Folds of incidents: a pair is left out with either of its incidents.
FOLDS = 5
#: The penalty on squared weights, in log-odds: enough that findings of few pairs stay near 0.
RIDGE = 1.0
#: Precision at which the recall of pairs is printed.
PRECISIONS = (0.94, 0.95, 0.96)


class Example(NamedTuple):
    """A pair: its findings with their values, what is fixed, and the incidents of both reports."""

    found: dict[str, float]
    fixed: float
    incidents: tuple[str, str]


def bounded(name: str, value: float, bounds: tuple[float, ...]) -> str:
    """The name of the range that a value is in."""
    return f"{name} {next((f'up to {most:g}' for most in bounds if value <= most), 'more')}"


def days(one: MentionProfile, other: MentionProfile) -> str:
    """The finding about the days of two mentions."""
    apart, gap = day_apart(one.when, other.when), days_between_publications(one, other)
    near = "published at unknown days" if gap is None else bounded("published days apart", gap, (1, 7, 30))
    if apart is None:
        return f"no day, {near}"
    if apart <= 2:
        return f"days apart {apart}"
    close = gap is not None and gap <= (1 if apart <= 30 else 30)
    return f"{bounded('days apart', apart, (30,))}, {'published near' if close else 'not published near'}"


def findings(one: MentionProfile, other: MentionProfile) -> tuple[dict[str, float], float]:
    """What is found in a pair, and the log-odds of what is fixed."""
    both = one.words.keys() & other.words.keys()
    value = min(cosine(one.words, other.words, both), 0.5)
    found = {f"similarity from {low}": min(max(value - low, 0), high - low) * 10
             for (low, _), (high, _) in pairwise(scoring._SIMILARITY[:-1])}  # fmt: skip
    named = bool(scoring._casualties(one, other)[0])
    figures = scoring._figures(one, other)[0]
    headlines = headline_similarity(one.headline, other.headline)
    place = scoring._place(one, other)[0]
    found |= {
        days(one, other): 1, f"casualty named in both {named}": 1, f"place {place}": 1,
        bounded("rare words", len(rare_words(both)), (1, 3, 6)): 1, f"figures {max(figures, 0)}": 1,
        "no headlines" if headlines is None else bounded("headlines", headlines, (0.05, 0.1, 0.2)): 1,
        f"ages {scoring._ages(one.ages, other.ages)[0]}": 1, f"fewer than three words {len(both) < 3}": 1,
    }  # fmt: skip
    fixed = scoring._kind(one, other)[0] + scoring._sites(one.sites, other.sites)[0] + min(figures, 0)
    return found, fixed / SCALE


def examples(readings: Path, links: Path) -> Iterator[Example]:
    """Every candidate pair of main mentions of reports whose incidents are known."""
    incident_of = {row["report"]: row["incident"] for row in map(json.loads, links.read_text("utf-8").splitlines())}
    with readings.open("rb") as lines:
        samples = [msgspec.json.decode(line, type=Sample) for line in lines]
    every = [linking.report_mentions(sample.reading, sample.report) for sample in samples]
    profiles = {p.id: p for report in every for p in report.profiles if p.main and report.report in incident_of}
    for a, b in pairs([(p, linking.blocking_keys(p, NONE)) for p in profiles.values()]):
        one, other = profiles[a], profiles[b]
        yield Example(*findings(one, other), (incident_of[one.report], incident_of[other.report]))


def fitted(columns: Array, fixed: Array, same: Array) -> Array:
    """The log-odds of each column, and of none last: logistic regression by Newton's method."""
    design = np.hstack([columns, np.ones((len(columns), 1))])
    weights, penalty = np.zeros(design.shape[1]), np.eye(design.shape[1]) * RIDGE
    penalty[-1, -1] = 0
    for _ in range(30):
        expected = 1 / (1 + np.exp(-(design @ weights + fixed)))
        slope = design.T @ (same - expected) - penalty @ weights
        curve = (design * (expected * (1 - expected))[:, None]).T @ design + penalty
        step = np.linalg.solve(curve, slope)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def left_out(columns: Array, fixed: Array, same: Array, incidents: list[tuple[str, str]]) -> Array:
    """The log-odds of each pair by weights that were fitted without its incidents."""

    def fold(name: str) -> int:
        return int(hashlib.sha256(name.encode()).hexdigest(), 16) % FOLDS

    folds = np.array([[fold(a), fold(b)] for a, b in incidents])
    made = np.zeros(len(same))
    for number in range(FOLDS):
        outside = (folds == number).any(axis=1)
        weights = fitted(columns[~outside], fixed[~outside], same[~outside])
        made[outside] = columns[outside] @ weights[:-1] + weights[-1] + fixed[outside]
    return made


def recall(values: Array, same: Array, precision: float) -> float:
    """The most pairs of one incident, as a share, that a threshold finds with at least this precision."""
    order = np.argsort(-values)
    right = np.cumsum(same[order])
    enough = right / np.arange(1, len(same) + 1) >= precision
    return float(right[enough].max(initial=0) / same.sum())


@click.command()
@click.option("--readings", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--data", type=click.Path(path_type=Path, exists=True), required=True, help="The folder of the sets.")
def main(readings: Path, data: Path) -> None:
    """Prints the fitted weights, and the pairs that have each finding."""
    every = list(examples(readings, data / "gva" / "links.jsonl"))
    names = sorted({name for each in every for name in each.found})
    columns = np.array([[each.found.get(name, 0.0) for name in names] for each in every])
    fixed = np.array([each.fixed for each in every])
    same = np.array([float(a == b) for a, b in (each.incidents for each in every)])
    for name, weight, number in zip(names, fitted(columns, fixed, same), (columns != 0).sum(axis=0), strict=False):
        click.echo(f"{SCALE * weight:6.1f}  {name} ({number} pairs)")
    made = left_out(columns, fixed, same, [each.incidents for each in every])
    shares = ", ".join(f"{100 * recall(made, same, each):.1f} % at {each:.0%}" for each in PRECISIONS)
    click.echo(f"{len(every)} pairs, {same.sum():.0f} of one incident. Recall by precision, left out: {shares}.")


if __name__ == "__main__":
    main()
