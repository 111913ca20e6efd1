"""Measuring a language model against marked reports, and against the readers that come with Tollbook."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import msgspec

from tollbook import ingest
from tollbook.errors import Refused
from tollbook.locale.messages import message
from tollbook.model import Claim, Record, Refusal, Report
from tollbook.readers import registry, scoring
from tollbook.readers.base import check, finder_of
from tollbook.readers.llm import LanguageModelReader, MeasuredConfidence, combining, prompt
from tollbook.readers.scoring import GoldReport, ReadingScore

#: The readers that a model is compared with.
OTHERS = ("learned", "rules")


class ReaderBench(Record, frozen=True, kw_only=True):
    """The measurements of a model on one set.

    ``scores`` has the model alone, the readers that come with Tollbook, and the model beside the first of them by each
    rule. ``agreement`` is, by reader, the F1 in percent of claims that it shares with the model. ``grounded`` is the
    share in percent of proposed claims whose words are in the text. Costs are for one report; stored answers
    cost nothing. ``confidence`` is the file for ``--confidence``.
    """

    reports: int
    unread: int
    scores: tuple[ReadingScore, ...]
    agreement: dict[str, float | None]
    grounded: float | None
    requests: float
    tokens_in: float
    tokens_out: float
    seconds: float
    confidence: MeasuredConfidence


def measure(
    folder: Path, reader: LanguageModelReader, *, most: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> ReaderBench:  # fmt: skip
    """Measure a model that reads alone (rule ``model-only``) on the first reports of a set. Raises Refused."""
    marked = scoring.gold(folder / "gold.jsonl")
    reports = [report for report in _reports(folder / "reports.jsonl") if report.id in marked][:most]
    marked = {report.id: scoring.in_text(marked[report.id], report) for report in reports}
    if not reports:
        raise Refused(message("{folder} has no reports with marked claims.", folder=folder))
    model: dict[str, tuple[Claim, ...]] = {}
    others: dict[str, dict[str, tuple[Claim, ...]]] = {name: {} for name in OTHERS}
    problem = ""
    for done, report in enumerate(reports, start=1):
        try:
            model[report.id] = check(reader.read(report), report, finder_of(reader)).claims
        except Refused as error:
            problem = str(error)
            continue
        for name, found in others.items():
            other = registry.find(report.language, name)
            found[report.id] = other.read(report).claims if other is not None else ()
        if progress is not None:
            progress(done, len(reports))
    if not model:
        raise Refused(problem)
    return _bench(reader, model, others, {name: marked[name] for name in model}, len(reports) - len(model))


def _reports(path: Path) -> Iterable[Report]:
    return (capture.report for capture in ingest.captures([path]) if not isinstance(capture, Refusal))


def _bench(
    reader: LanguageModelReader, model: Mapping[str, tuple[Claim, ...]],
    others: Mapping[str, Mapping[str, tuple[Claim, ...]]], marked: Mapping[str, GoldReport], unread: int,
) -> ReaderBench:  # fmt: skip
    usage, n = reader.usage, len(model)
    scores = [scoring.score(f"llm {reader.identity.model}", model, marked)]
    scores += [scoring.score(name, found, marked) for name, found in others.items()]
    base = others[OTHERS[0]]
    for rule in combining.RULES:
        if rule != "model-only":
            both = {name: combining.combine(base[name], claims, rule).claims for name, claims in model.items()}
            scores.append(scoring.score(f"llm, {OTHERS[0]}: {rule}", both, marked))
    return ReaderBench(
        reports=n,
        unread=unread,
        scores=tuple(scores),
        agreement={name: scoring.agreement(model, found) for name, found in others.items()},
        grounded=round(100 * usage.grounded / usage.proposed, 1) if usage.proposed else None,
        requests=round(usage.requests / n, 2),
        tokens_in=round(usage.tokens_in / n, 1),
        tokens_out=round(usage.tokens_out / n, 1),
        seconds=round(usage.seconds / n, 2),
        confidence=_confidence(reader, model, marked),
    )


def _confidence(
    reader: LanguageModelReader, model: Mapping[str, tuple[Claim, ...]], marked: Mapping[str, GoldReport]
) -> MeasuredConfidence:
    """The shares of right claims of the model, and the hash of the claims that people marked."""
    rows = msgspec.json.encode([marked[name] for name in sorted(marked)])
    return MeasuredConfidence(
        model=reader.identity.model, digest=reader.identity.digest, prompt=prompt.VERSION,
        set=hashlib.sha256(rows).hexdigest(), reports=len(model), kinds=scoring.by_kind(model, marked),
    )  # fmt: skip


def table(bench: ReaderBench) -> list[list[str]]:
    """The scores as rows of text, the head first."""
    head = [message("reader"), message("claims"), "P", "R", "F1", message("number"), message("scope"),
            message("speaker"), message("all three, F1")]  # fmt: skip
    rows = [[_cell(value) for value in msgspec.structs.astuple(score)] for score in bench.scores]
    return [head, *rows]


def _cell(value: object) -> str:
    return "–" if value is None else str(value)
