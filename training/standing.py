"""``python -m training.standing --data DIR``: fits ``linking/salience.toml`` on the wires of ``muc4/dev``.

Each event mention of a report is compared with the records that people made of the report: it is salient if the scorer
of the set links it to one. Needs scikit-learn, which Tollbook itself never installs; see ``README.md`` here.
"""

import importlib.util
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import ModuleType

import click
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from tollbook import ingest, reconcile
from tollbook.linking import EventMention, cluster_groups, salience
from tollbook.linking.event_mentions import split_into_mentions
from tollbook.linking.totals import is_total
from tollbook.model import Report
from tollbook.readers import rules

OUT = Path(__file__).parents[1] / "src" / "tollbook" / "linking" / "salience.toml"
#: The wires that are learned from: the first three quarters of the set.
WIRES = 975
#: A feature in fewer reports is left out: it describes these reports only.
REPORTS = 10
#: Inverse strength of the L1 penalty. All slots F1 over five folds, best threshold: 40.7 at 0.1, 41.0 at 0.3; without
#: zeroes (L2) 41.2 and 41.0, with more than twice the weights.
STRENGTH = 0.3
#: Mentions with this feature are left out: that an arrest is no incident is a rule of the set.
EXCLUDED = "claim captured"
#: Weights smaller than this are left out.
LEAST = 0.02
HEAD = """\
# Weights (log-odds, summed) of features of an event mention for being an incident of its own. See linking/salience.py.
# Made by: python -m training.standing
"""


def scorer(data: Path) -> ModuleType:
    """The scorer that lies beside the data."""
    spec = importlib.util.spec_from_file_location("score", data.parent / "bench" / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def examples(data: Path) -> Iterator[tuple[str, frozenset[str], bool]]:
    """For every event mention: its report, its features, and whether people made a record of it."""
    score, folder = scorer(data), data / "muc4" / "dev"
    keys = defaultdict(list)
    for row in score.rows(folder / "gold.jsonl"):
        keys[row["id"]] += [score.muc_template(row["template"])] if row["template"] else []
    for report in islice(ingest.read([folder / "reports.jsonl"]), WIRES):
        if isinstance(report, Report):
            mentions, _ = split_into_mentions([c for c in rules.read(report).claims if not is_total(c)])
            recorded = set(_recorded(score, keys[report.id], report, mentions))
            for mention in mentions:
                how = salience.features(mention, len(mentions), report.published)
                if EXCLUDED not in how:
                    yield report.id, how, mention.id in recorded


def _recorded(score: ModuleType, keys: list[object], report: Report, mentions: list[EventMention]) -> Iterator[str]:
    """The ids of the mentions that the scorer would link to a record."""
    made = [_template(score, report, mention) for mention in mentions]
    weights = {}
    for a, key in enumerate(keys):
        for b, other in enumerate(made):
            right = {slot: counts[0] for slot, counts in score.muc_compare(key, other).items()}
            if right["type"] + right["victim"] + right["site"] + right["date"]:
                weights[a, b] = sum(right.values()) + 0.5 * right["type"]
    yield from (mentions[b].id for _, b in score.best_links(weights))


def _template(score: ModuleType, report: Report, mention: EventMention) -> object:
    (group,) = cluster_groups([mention])
    return score.muc_from_incident(reconcile.incident(group, {report.id: report}).to_dict())


def fit(rows: list[tuple[str, frozenset[str], bool]]) -> tuple[float, dict[str, float]]:
    """The bias and the weights."""
    seen = defaultdict(set)
    for report, features, _ in rows:
        for feature in features:
            seen[feature].add(report)
    table = DictVectorizer(sparse=False)
    matrix = table.fit_transform([{f: 1 for f in how if len(seen[f]) >= REPORTS} for _, how, _ in rows])
    model = LogisticRegression(C=STRENGTH, l1_ratio=1, solver="liblinear", random_state=0)
    model.fit(matrix, [recorded for *_, recorded in rows])
    weights = dict(zip(table.get_feature_names_out(), (round(float(w), 2) for w in model.coef_[0]), strict=True))
    return round(float(model.intercept_[0]), 2), {f: w for f, w in weights.items() if abs(w) >= LEAST}


@click.command()
@click.option("--data", type=click.Path(path_type=Path), required=True, help="Where the measuring data lie.")
def main(data: Path) -> None:
    """Fits the weights and writes them where Tollbook reads them."""
    bias, weights = fit(list(examples(data)))
    lines = [f'"{feature}" = {weight}' for feature, weight in sorted(weights.items(), key=lambda w: (-w[1], w[0]))]
    OUT.write_text("\n".join([HEAD, f"bias = {bias}", "", "[weights]", *lines, ""]), "utf-8")


if __name__ == "__main__":
    main()
