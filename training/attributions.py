"""``python -m training.attributions --data DIR``: the weights by which a candidate is told to be an attribution.

Reads ``polnear/train``, says how the weights do on articles they were not made of, five folds, and writes them. Needs
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
from tollbook.readers.rules import lexicon, parser
from tollbook.readers.rules.attribution import attributions, classifier
from tollbook.readers.rules.attribution.classifier import Model
from tollbook.readers.rules.attribution.quotations import quoted_tokens
from tollbook.readers.rules.attribution.reporting_lexicon import speech
from tollbook.readers.rules.attribution.speakers import Voices
from tollbook.readers.rules.attribution.speech_acts import Saying

OUT = Path(classifier.__file__).parents[1] / "lexicon" / "en" / "attribution_weights.toml"
#: A feature stands in so many articles, and a cue is learned from so many with one case in five right. On two folds
#: of five, two articles gained nothing, and three cases in ten lost 0.2 points.
_ARTICLES, _CUE_ARTICLES, _CUE_RIGHT = 10, 3, 0.2
#: The inverse of the L1 penalty. On two folds of five, 0.15 made half as many weights and lost 0.3 to 0.5 points.
_STRENGTH = 0.3
#: Weights below this change no share by more than half a point.
_LEAST = 0.02
_FOLDS = 5
#: Verbs that in political news are of speech ("hit the plan") and in reports of violence are deeds.
_DEEDS = frozenset(
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


class Everything:
    """Cues of the first look: all there are."""

    def __contains__(self, cue: object) -> bool:
        return True


class Example(NamedTuple):
    """A candidate: its features, whether it is right, and whether it stands inside another that rules have found."""

    saying: Saying
    cue: str
    rule: bool
    features: frozenset[str]
    right: bool
    nested: bool


class Article(NamedTuple):
    """One article: its recorded attributions as (source, content) in code points, and the candidates."""

    name: str
    voices: Voices
    gold: list[tuple[set[int], set[int]]]
    examples: list[Example]


def points(spans: Iterable[Span | list[int]]) -> set[int]:
    """Code points of spans."""
    return {i for start, end in spans for i in range(start, end)}


def agrees(source: set[int], content: set[int], gold: tuple[set[int], set[int]]) -> bool:
    """Whether half of the content is shared (Dice) and the sources touch or are both missing, as the scorer has it."""
    both = len(content & gold[1])
    return (
        4 * both >= len(content) + len(gold[1]) and bool(both) and (bool(source & gold[0]) or not (source or gold[0]))
    )


def articles(data: Path) -> Iterator[Article]:
    """Every training article, with every verb and noun that has a content as a candidate."""
    reports = [json.loads(line) for line in (data / "reports.jsonl").read_text("utf-8").splitlines()]
    recorded = {row["id"]: row for row in map(json.loads, (data / "gold.jsonl").read_text("utf-8").splitlines())}
    with patch.object(classifier, "model", lambda: Model(cues=Everything(), weights={})):  # type: ignore[arg-type]
        for row, doc in zip(reports, parser.parse_all(r["text"] for r in reports), strict=True):
            published = date.fromisoformat(row["published"]) if row.get("published") else None
            report = Report(id=row["id"], sha256="", text=row["text"], title=row.get("title"), published=published)
            voices = attributions.find(doc, report)
            told = [a for a in recorded[row["id"]]["attributions"] if a["content"]]
            gold = [(points(a["source"]), points(a["content"])) for a in told]
            yield Article(row["id"], voices, gold, list(examples(voices, gold)))


def examples(voices: Voices, gold: list[tuple[set[int], set[int]]]) -> Iterator[Example]:
    """The candidates of an article, each with whether it agrees with a recorded attribution."""
    doc, quoted = voices.doc, quoted_tokens(voices.doc)
    found = list(classifier.candidates(doc, voices.sayings))
    rules = [c.saying for c in found if c.frame.startswith("rule")]
    for candidate in found:
        saying = candidate.saying
        spans = voices.told(saying)
        right = any(agrees(points(spans.source), points(spans.content), g) for g in gold)
        nested = any(classifier.holds(s, saying) for s in rules if s.cue != saying.cue)
        features = frozenset(classifier.features(candidate, doc, quoted))
        yield Example(saying, candidate.cue.lemma_.lower(), saying in rules, features, right, nested)


def learned(told: list[Article]) -> frozenset[str]:
    """The cues worth a look besides those of the lists; none of harm, nor such as name the informant ("citing X")."""
    excluded = (
        speech().citing
        | _DEEDS
        | lexicon.casualty_type_of("done_to").keys()
        | lexicon.casualty_type_of("undergo").keys()
    )
    cases: dict[str, dict[tuple[str, int], bool]] = defaultdict(lambda: defaultdict(bool))
    for article in told:
        for e in article.examples:
            if not e.rule and not e.nested:
                cases[e.cue][article.name, e.saying.cue[0]] |= e.right
    return frozenset(
        cue
        for cue, seen in cases.items()
        if cue not in excluded
        and len({name for (name, _), right in seen.items() if right}) >= _CUE_ARTICLES
        and sum(seen.values()) >= _CUE_RIGHT * len(seen)
    )


def fit(told: list[Article]) -> Model:
    """The cues and the weights made of these articles; candidates inside what rules found count only where right."""
    cues = learned(told)
    used = [(a.name, e) for a in told for e in a.examples if (e.rule or e.cue in cues) and (e.right or not e.nested)]
    often = Counter(name for _, name in {(article, name) for article, e in used for name in e.features})
    vectors = DictVectorizer()
    table = vectors.fit_transform([{f: 1 for f in e.features if often[f] >= _ARTICLES} for _, e in used])
    table.indices, table.indptr = table.indices.astype("int32"), table.indptr.astype("int32")
    model = LogisticRegression(C=_STRENGTH, l1_ratio=1.0, solver="liblinear", fit_intercept=False, max_iter=300)
    model.fit(table, [e.right for _, e in used])
    found = zip(vectors.feature_names_, model.coef_[0], strict=True)
    return Model(cues=cues, weights={name: round(float(w), 2) for name, w in found if abs(w) >= _LEAST})


def score(told: list[Article], likely: float) -> tuple[int, int, int]:
    """Attributions right, given and recorded; one recorded counts once."""
    right = given = 0
    with patch.object(classifier, "LIKELY", likely):
        for article in told:
            open_ = list(range(len(article.gold)))
            for found in article.voices.attributions():
                given += 1
                source, content = points(found.source), points(found.content)
                hit = next((k for k in open_ if agrees(source, content, article.gold[k])), None)
                if hit is not None:
                    open_.remove(hit)
                    right += 1
    return right, given, sum(len(a.gold) for a in told)


def _fold(name: str) -> int:
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % _FOLDS


def judge(told: list[Article]) -> Iterator[str]:
    """How weights made of four fifths do on the last fifth, over all five, from several shares on."""
    sums: dict[float, Counter[str]] = {share: Counter() for share in (0.3, 0.35, 0.4, 0.45, 0.5)}
    for fold in range(_FOLDS):
        model = fit([a for a in told if _fold(a.name) != fold])
        with patch.object(classifier, "model", lambda model=model: model):
            for share, total in sums.items():
                right, given, recorded = score([a for a in told if _fold(a.name) == fold], share)
                total.update(right=right, given=given, recorded=recorded)
    for share, total in sums.items():
        precision, recall = total["right"] / total["given"], total["right"] / total["recorded"]
        f1 = 2 * total["right"] / (total["given"] + total["recorded"])
        yield f"from {share}: precision {precision:.3f}, recall {recall:.3f}, F1 {f1:.4f}"


@click.command()
@click.option("--data", type=click.Path(path_type=Path, exists=True), required=True, help="Where polnear/train lies.")
@click.option("--judge/--no-judge", "judged", default=True, help="Say how the weights do on other articles.")
def main(data: Path, judged: bool) -> None:
    """Writes the cues and the weights made of all training articles."""
    told = list(articles(data))
    for sentence in judge(told) if judged else ():
        click.echo(sentence)
    model = fit(told)
    cues = ", ".join(json.dumps(cue, ensure_ascii=False) for cue in sorted(model.cues))
    weights = (f"{json.dumps(name, ensure_ascii=False)} = {weight}" for name, weight in sorted(model.weights.items()))
    OUT.write_text("\n".join([HEAD, f"cues = [{cues}]", "", "[weights]", *weights, ""]), "utf-8")
    click.echo(f"{len(model.cues)} cues, {len(model.weights)} weights.")


HEAD = """\
# Cues that are looked at besides the lists of speech.toml, and what each feature says for being an attribution, as
# logarithms of odds. Made by python -m training.attributions of polnear/train; attribution/classifier.py says what
# the features are."""


if __name__ == "__main__":
    main()
