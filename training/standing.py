"""``python -m training.standing --data DIR``: fits ``linking/salience.toml`` on the wires of ``muc4/dev``.

Each episode of a report is held against the records that people made of it: it stands where the scorer of the set
links it to one. Needs scikit-learn, which Tollbook itself never installs; see ``README.md`` beside this file.
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
from tollbook.linking.event_mentions import is_total, split_into_mentions
from tollbook.model import Report
from tollbook.readers import rules

OUT = Path(__file__).parents[1] / "src" / "tollbook" / "linking" / "salience.toml"
#: The wires that are learned from: the first three quarters of the set.
WIRES = 975
#: A feature of fewer reports says more of them than of reports.
REPORTS = 10
#: Inverse strength of the L1 penalty. All slots F1 over five folds, best threshold: 40.7 at 0.1, 41.0 at 0.3; without
#: zeroes (L2) 41.2 and 41.0, with more than twice the weights.
STRENGTH = 0.3
#: That an arrest is no incident is a rule of the set, not a way of telling: nothing is learned from one.
RULE = "claim captured"
#: Weights smaller than this are left out.
LEAST = 0.02
HEAD = """\
# How a thing is told, by what it says for its being an incident of its own: log-odds, summed. See linking/salience.py.
# Made by: python -m training.standing
"""


def scorer(data: Path) -> ModuleType:
    """The scorer that lies beside the data."""
    spec = importlib.util.spec_from_file_location("score", data.parent / "bench" / "score.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def examples(data: Path) -> Iterator[tuple[str, frozenset[str], bool]]:
    """Of every episode: its report, how it is told, and whether a record was made of it."""
    score, folder = scorer(data), data / "muc4" / "dev"
    keys = defaultdict(list)
    for row in score.rows(folder / "gold.jsonl"):
        keys[row["id"]] += [score.muc_template(row["template"])] if row["template"] else []
    for report in islice(ingest.read([folder / "reports.jsonl"]), WIRES):
        if isinstance(report, Report):
            episodes, _ = split_into_mentions([c for c in rules.read(report).claims if not is_total(c)])
            recorded = set(_recorded(score, keys[report.id], report, episodes))
            for episode in episodes:
                how = salience.features(episode, len(episodes), report.published)
                if RULE not in how:
                    yield report.id, how, episode.id in recorded


def _recorded(score: ModuleType, keys: list[object], report: Report, episodes: list[EventMention]) -> Iterator[str]:
    """The episodes that the scorer would link to a record."""
    made = [_template(score, report, episode) for episode in episodes]
    weights = {}
    for a, key in enumerate(keys):
        for b, other in enumerate(made):
            right = {slot: counts[0] for slot, counts in score.muc_compare(key, other).items()}
            if right["type"] + right["victim"] + right["site"] + right["date"]:
                weights[a, b] = sum(right.values()) + 0.5 * right["type"]
    yield from (episodes[b].id for _, b in score.best_links(weights))


def _template(score: ModuleType, report: Report, episode: EventMention) -> object:
    (group,) = cluster_groups([episode])
    return score.muc_from_incident(reconcile.incident(group, {report.id: report}).to_dict())


def fit(rows: list[tuple[str, frozenset[str], bool]]) -> tuple[float, dict[str, float]]:
    """The bias and the weights."""
    seen = defaultdict(set)
    for report, how, _ in rows:
        for feature in how:
            seen[feature].add(report)
    table = DictVectorizer(sparse=False)
    told_how = table.fit_transform([{f: 1 for f in how if len(seen[f]) >= REPORTS} for _, how, _ in rows])
    model = LogisticRegression(C=STRENGTH, l1_ratio=1, solver="liblinear", random_state=0)
    model.fit(told_how, [recorded for *_, recorded in rows])
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
