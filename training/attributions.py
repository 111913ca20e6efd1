"""``python -m training.attributions --data DIR``: trains the weights of the attribution classifier.

Reads ``polnear/train``, prints the accuracy in five-fold cross-validation by article, and writes the weights. Needs
scikit-learn.
"""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import click
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from tollbook.model import Report, Span
from tollbook.readers.rules import language, lexicon, parser
from tollbook.readers.rules.attribution import attributions, classifier
from tollbook.readers.rules.attribution.attributions import ReportAttributions
from tollbook.readers.rules.attribution.classifier import AttributionModel
from tollbook.readers.rules.attribution.quotations import quoted_tokens
from tollbook.readers.rules.attribution.relations import AttributionRelation
from tollbook.readers.rules.attribution.reporting_lexicon import speech

OUT = language.LOCALE.lexicons("readers/rules") / "attribution_weights.toml"
#: The least number of articles with a feature; the least number of articles with a right case of a cue, and the least
#: share of its cases that are right. On two folds of five, two articles gained nothing, and a share of three in ten
#: lost 0.2 points.
_ARTICLES, _CUE_ARTICLES, _CUE_RIGHT = 10, 3, 0.2
#: The inverse of the L1 penalty. On two folds of five, 0.15 made half as many weights and lost 0.3 to 0.5 points.
_STRENGTH = 0.3
#: Smaller weights are left out: they change no share by more than half a point.
_LEAST = 0.02
_FOLDS = 5
#: Verbs that report speech in political news ("hit the plan") and actions in reports of violence.
_ACTIONS = frozenset(
    [
        "attack",
        "bar",
        "block",
        "brush",
        "commit",
        "cover",
        "deliver",
        "double",
        "fire",
        "grant",
        "hammer",
        "hit",
        "knock",
        "launch",
        "lay",
        "line",
        "mount",
        "pass",
        "push",
        "rip",
        "savage",
        "sentence",
        "sign",
        "strike",
        "throw",
        "trade",
        "treat",
        "withhold",
        "zero",
    ]
)
Row = dict[str, Any]


class AllCues:
    """The cues before training: every lemma."""

    def __contains__(self, cue: object) -> bool:
        return True


class TrainingCandidate(NamedTuple):
    """A candidate with its features, whether it is right, and whether it is inside an attribution that rules found."""

    relation: AttributionRelation
    cue: str
    rule: bool
    features: frozenset[str]
    right: bool
    nested: bool


class TrainingArticle(NamedTuple):
    """One article: its annotated attributions as (source, content) in code points, and the candidates."""

    name: str
    found: ReportAttributions
    gold: list[tuple[set[int], set[int]]]
    examples: list[TrainingCandidate]


def points(spans: Iterable[Span | list[int]]) -> set[int]:
    """The code points of spans."""
    return {i for start, end in spans for i in range(start, end)}


def agrees(source: set[int], content: set[int], gold: tuple[set[int], set[int]]) -> bool:
    """Whether half of the content is shared (Dice) and the sources overlap or are both missing, as in the scorer."""
    both = len(content & gold[1])
    return (
        4 * both >= len(content) + len(gold[1]) and bool(both) and (bool(source & gold[0]) or not (source or gold[0]))
    )


def articles(data: Path) -> Iterator[TrainingArticle]:
    """Every training article, with a candidate at every verb and noun with content."""
    reports = [json.loads(line) for line in (data / "reports.jsonl").read_text("utf-8").splitlines()]
    annotated = {row["id"]: row for row in map(json.loads, (data / "gold.jsonl").read_text("utf-8").splitlines())}
    with patch.object(classifier, "model", lambda: AttributionModel(cues=AllCues(), weights={})):  # type: ignore[arg-type]
        for row, doc in zip(reports, parser.parse_all(r["text"] for r in reports), strict=True):
            published = date.fromisoformat(row["published"]) if row.get("published") else None
            report = Report(id=row["id"], sha256="", text=row["text"], title=row.get("title"), published=published)
            found = attributions.find(doc, report)
            with_content = [a for a in annotated[row["id"]]["attributions"] if a["content"]]
            gold = [(points(a["source"]), points(a["content"])) for a in with_content]
            yield TrainingArticle(row["id"], found, gold, list(examples(found, gold)))


def examples(found: ReportAttributions, gold: list[tuple[set[int], set[int]]]) -> Iterator[TrainingCandidate]:
    """The candidates of an article, each with whether it agrees with an annotated attribution."""
    doc, quoted = found.doc, quoted_tokens(found.doc)
    candidates = list(classifier.all_candidates(doc, found.relations))
    rules = [c.relation for c in candidates if c.frame.startswith("rule")]
    for candidate in candidates:
        relation = candidate.relation
        spans = found.record(relation)
        right = any(agrees(points(spans.source), points(spans.content), g) for g in gold)
        nested = any(classifier.contains(s, relation) for s in rules if s.cue != relation.cue)
        features = frozenset(classifier.features(candidate, doc, quoted))
        yield TrainingCandidate(relation, candidate.cue.lemma_.lower(), relation in rules, features, right, nested)


def learned(training: list[TrainingArticle]) -> frozenset[str]:
    """The cues to use beside those of the lists, without verbs for casualties and verbs of citing."""
    excluded = (
        speech().citing
        | _ACTIONS
        | lexicon.casualty_type_of("done_to").keys()
        | lexicon.casualty_type_of("undergo").keys()
    )
    cases: dict[str, dict[tuple[str, int], bool]] = defaultdict(lambda: defaultdict(bool))
    for article in training:
        for e in article.examples:
            if not e.rule and not e.nested:
                cases[e.cue][article.name, e.relation.cue[0]] |= e.right
    return frozenset(
        cue
        for cue, seen in cases.items()
        if cue not in excluded
        and len({name for (name, _), right in seen.items() if right}) >= _CUE_ARTICLES
        and sum(seen.values()) >= _CUE_RIGHT * len(seen)
    )


def fit(training: list[TrainingArticle]) -> AttributionModel:
    """A model trained on articles; candidates inside attributions that rules found are used only if they are right."""
    cues = learned(training)
    used = [
        (a.name, e) for a in training for e in a.examples if (e.rule or e.cue in cues) and (e.right or not e.nested)
    ]
    often = Counter(name for _, name in {(article, name) for article, e in used for name in e.features})
    vectors = DictVectorizer()
    table = vectors.fit_transform([{f: 1 for f in e.features if often[f] >= _ARTICLES} for _, e in used])
    table.indices, table.indptr = table.indices.astype("int32"), table.indptr.astype("int32")
    model = LogisticRegression(C=_STRENGTH, l1_ratio=1.0, solver="liblinear", fit_intercept=False, max_iter=300)
    model.fit(table, [e.right for _, e in used])
    found = zip(vectors.feature_names_, model.coef_[0], strict=True)
    return AttributionModel(cues=cues, weights={name: round(float(w), 2) for name, w in found if abs(w) >= _LEAST})


def score(training: list[TrainingArticle], likely: float) -> tuple[int, int, int]:
    """The number of right, predicted and annotated attributions; each annotated one counts once."""
    right = predicted = 0
    with patch.object(classifier, "THRESHOLD", likely):
        for article in training:
            open_ = list(range(len(article.gold)))
            for found in article.found.attributions():
                predicted += 1
                source, content = points(found.source), points(found.content)
                hit = next((k for k in open_ if agrees(source, content, article.gold[k])), None)
                if hit is not None:
                    open_.remove(hit)
                    right += 1
    return right, predicted, sum(len(a.gold) for a in training)


def _fold(name: str) -> int:
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % _FOLDS


def judge(training: list[TrainingArticle]) -> Iterator[str]:
    """Cross-validation: accuracy at several thresholds, each fold with weights trained on the others, in sentences."""
    sums: dict[float, Counter[str]] = {share: Counter() for share in (0.3, 0.35, 0.4, 0.45, 0.5)}
    for fold in range(_FOLDS):
        model = fit([a for a in training if _fold(a.name) != fold])
        with patch.object(classifier, "model", lambda model=model: model):
            for share, total in sums.items():
                right, predicted, annotated = score([a for a in training if _fold(a.name) == fold], share)
                total.update(right=right, predicted=predicted, annotated=annotated)
    for share, total in sums.items():
        precision, recall = total["right"] / total["predicted"], total["right"] / total["annotated"]
        f1 = 2 * total["right"] / (total["predicted"] + total["annotated"])
        yield f"threshold {share}: precision {precision:.3f}, recall {recall:.3f}, F1 {f1:.4f}"


@click.command()
@click.option("--data", type=click.Path(path_type=Path, exists=True), required=True, help="Folder of polnear/train.")
@click.option("--judge/--no-judge", "judged", default=True, help="Print the accuracy in cross-validation.")
def main(data: Path, judged: bool) -> None:
    """Train on all articles and write the cues and the weights."""
    training = list(articles(data))
    for sentence in judge(training) if judged else ():
        click.echo(sentence)
    model = fit(training)
    cues = ", ".join(json.dumps(cue, ensure_ascii=False) for cue in sorted(model.cues))
    weights = (f"{json.dumps(name, ensure_ascii=False)} = {weight}" for name, weight in sorted(model.weights.items()))
    OUT.write_text("\n".join([HEAD, f"cues = [{cues}]", "", "[weights]", *weights, ""]), "utf-8")
    click.echo(f"{len(model.cues)} cues, {len(model.weights)} weights.")


HEAD = """\
# Cues beside those of speech.toml, and the weight of each feature for being an attribution, as log-odds. Made by
# python -m training.attributions from polnear/train; attribution/classifier.py describes the features."""


if __name__ == "__main__":
    main()
