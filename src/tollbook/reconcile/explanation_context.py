"""One figure with all that stands behind it, and the sentences an explanation of it is made of."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from tollbook.model import Claim, ClaimKind, Record, Report
from tollbook.reconcile.figures import Voice
from tollbook.reconcile.sources import called, source_name
from tollbook.reconcile.wording import day_of, quoted
from tollbook.record import Figure

About = Literal[
    "figure", "low", "best", "high", "sources", "dependence", "superseded", "contradicted", "set aside",
    "sensitivity", "rule",
]  # fmt: skip


class Sentence(Record, frozen=True, kw_only=True):
    """One sentence, what of the figure it is about, and the claims it speaks of."""

    about: About
    text: str
    claims: tuple[str, ...] = ()


class Explanation(Record, frozen=True, kw_only=True):
    """The sentences on one figure, in the order they are to be read."""

    fate: str
    sentences: tuple[Sentence, ...]

    @property
    def text(self) -> str:
        """All of it as one paragraph."""
        return " ".join(sentence.text for sentence in self.sentences)


class Case(NamedTuple):
    """One figure with all that stands behind it."""

    fate: ClaimKind
    figure: Figure
    claims: Mapping[str, Claim]
    reports: Mapping[str, Report]
    voices: Sequence[Voice]
    origin: Mapping[str, str]

    def name(self, claims: Sequence[str]) -> str:
        """What to call the source of some claims."""
        return source_name([self.claims[c] for c in claims], self.reports)

    def told(self, claim: str) -> str:
        """The words of a claim with where and when they were printed."""
        held = self.claims[claim]
        report = self.reports.get(held.report)
        day = day_of(report.published) if report is not None and report.published else "undated"
        return f"{quoted(held.quote)}, {self.outlet(held.report)}, {day}"

    def outlet(self, report: str) -> str:
        """The outlet that printed a report, whoever's copy it is."""
        held = self.reports.get(report)
        return (held.outlet if held is not None else None) or called(report, self.reports)

    def voice(self, voice: Voice) -> str:
        """What to call an independent source."""
        return self.name([c.id for t in (*voice.standing, *voice.replaced) for c in t.claims])
