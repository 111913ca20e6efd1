"""``python -m training.victims --data DIR``: trains the weights of the victim classifier.

Reads ``gva`` and ``gvdb``, prints the accuracy on incidents held out, and writes the weights. Needs scikit-learn.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from datetime import date
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import click
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from tollbook.model import Report
from tollbook.readers.rules import reader
from tollbook.readers.rules.coreference import victim_classifier
from tollbook.readers.rules.parsing import parser
from tollbook.readers.rules.words import language

OUT = language.LOCALE.lexicons("readers/rules") / "victim_weights.toml"
#: The least similarity of two names of one person, as in the scorer of the data.
_SAME = 0.85
#: Smaller weights are left out: they change nothing that can be measured.
_LEAST = 0.05
_HARMED = ("killed", "injured", "hospitalized")
Row = dict[str, Any]


class TrainingPerson(NamedTuple):
    """One person with a full name in one report, and whether the record has them as a victim."""

    unit: str
    report: str
    features: frozenset[str]
    victim: bool


def rows(path: Path) -> list[Row]:
    """The rows of a JSON Lines file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def records(data: Path) -> Iterator[tuple[str, Row, list[tuple[str, bool]]]]:
    """The unit a report belongs to (an incident, or itself), the report, and recorded names with whether a victim."""
    known = {row["id"]: row for row in rows(data / "gva" / "reports.jsonl")}
    incidents = {row["incident"]: row for row in rows(data / "gva" / "gold.jsonl")}
    for link in rows(data / "gva" / "links.jsonl"):
        victims = incidents[link["incident"]]["victims"]
        yield link["incident"], known[link["report"]], [(v["name"], _is_harmed(v["status"])) for v in victims]
    known = {row["id"]: row for row in rows(data / "gvdb" / "reports.jsonl")}
    for row in rows(data / "gvdb" / "gold.jsonl"):
        victims = row.get("victim-section", [])
        named = [(v["name"]["value"], _is_harmed(",".join(v["victim-was"]))) for v in victims]
        yield row["id"], known[row["id"]], named


def _is_harmed(status: str) -> bool:
    return any(word in status.lower() for word in _HARMED)


def examples(data: Path) -> Iterator[TrainingPerson]:
    """Every person with a full name in every report, without those recorded by another spelling: they are unclear."""
    with patch.object(victim_classifier, "weights", lambda: {"always": -9.0}):
        for unit, row, recorded in records(data):
            published = date.fromisoformat(row["published"]) if row.get("published") else None
            report = Report(id=row["id"], sha256="", text=row["text"], published=published)
            doc = parser.parse(report.text)
            for person in reader.identified(report, doc).persons:
                name = person.name
                if name is None or len(person.words) < 2:
                    continue
                similar = max(((_similarity(n, name), harmed) for n, harmed in recorded), default=(0.0, False))
                near = any({person.words[0], person.words[-1]} <= set(n.lower().split()) for n, _ in recorded)
                if similar[0] >= _SAME or not near:
                    victim = similar[0] >= _SAME and similar[1]
                    yield TrainingPerson(unit, report.id, victim_classifier.features(person, doc), victim)


def _similarity(one: str, other: str) -> float:
    return SequenceMatcher(None, one.lower(), other.lower()).ratio()


def fit(training: list[TrainingPerson], least: int, strength: float) -> dict[str, float]:
    """A weight for each feature of at least ``least`` reports; most are zero and left out."""
    pairs = {(e.report, name) for e in training for name in e.features}
    often = Counter(name for _, name in pairs)
    vectors = DictVectorizer()
    table = vectors.fit_transform([{f: 1 for f in e.features if often[f] >= least} for e in training])
    model = LogisticRegression(C=strength, l1_ratio=1.0, solver="liblinear", fit_intercept=False, max_iter=500)
    model.fit(table, [e.victim for e in training])
    found = zip(vectors.feature_names_, model.coef_[0], strict=True)
    return {name: round(float(weight), 2) for name, weight in found if abs(weight) >= _LEAST}


def _is_held_out(unit: str) -> bool:
    return int(hashlib.sha256(unit.encode()).hexdigest(), 16) % 5 == 0


def judge(training: list[TrainingPerson], weights: dict[str, float]) -> Iterator[str]:
    """The accuracy of the weights on persons held out, in sentences."""
    with patch.object(victim_classifier, "weights", lambda: weights):
        shares = [(victim_classifier.share(e.features), e) for e in training]
    area = roc_auc_score([e.victim for _, e in shares], [s for s, _ in shares])
    yield f"{len(training)} persons; area under the curve {area:.3f}"
    without_claim = [(s, e) for s, e in shares if e.features.isdisjoint({"outcome killed", "outcome injured"})]
    victims = sum(e.victim for _, e in without_claim)
    for least in (0.3, 0.4, 0.5, 0.6, 0.7):
        right = [e.victim for s, e in without_claim if s >= least]
        yield f"without a claim, threshold {least}: {len(right)} taken, {sum(right)} right, of {victims}"


@click.command()
@click.option("--data", type=click.Path(path_type=Path, exists=True), required=True, help="Folder of gva and gvdb.")
@click.option("--least", default=12, show_default=True, help="Least number of reports with a feature.")
@click.option("--strength", default=0.3, show_default=True, help="Inverse of the L1 penalty; less gives fewer weights.")
def main(data: Path, least: int, strength: float) -> None:
    """Train on four fifths of the incidents, print the accuracy on the last fifth, and write the weights."""
    training = list(examples(data))
    weights = fit([e for e in training if not _is_held_out(e.unit)], least, strength)
    for sentence in judge([e for e in training if _is_held_out(e.unit)], weights):
        click.echo(sentence)
    lines = [f"{json.dumps(name, ensure_ascii=False)} = {weight}" for name, weight in sorted(weights.items())]
    OUT.write_text("\n".join([HEAD, *lines, ""]), "utf-8")
    click.echo(f"{len(weights)} weights.")


HEAD = """\
# The weight of each feature of a person with a name for being a victim, as log-odds. Made by
# python -m training.victims from the open parts of gva and gvdb; coreference/victim_classifier.py describes the
# features."""


if __name__ == "__main__":
    main()
