"""The material for the sentences of an explanation: one figure with its claims and sources, and numbers as text."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Literal, NamedTuple

from tollbook.locale import wording
from tollbook.locale.messages import message
from tollbook.model import Claim, ClaimKind, Count, Record, Report, When
from tollbook.reconcile.figures import IndependentSource
from tollbook.reconcile.sources import publisher_of, source_name
from tollbook.reconcile.title import day
from tollbook.record import Figure
from tollbook.report_name import publisher_name

ExplanationTopic = Literal[
    "figure", "low", "best", "high", "sources", "dependence", "superseded", "contradicted", "set aside",
    "sensitivity", "rule",
]  # fmt: skip
#: Characters of a quotation in a sentence; a longer one is cut after a word.
_LONGEST = 140
_OPENING, _CLOSING = '“"«„', '”"»'


class ExplanationSentence(Record, frozen=True, kw_only=True):
    """One sentence, the aspect of the figure that it is about, and the ids of its claims."""

    about: ExplanationTopic
    text: str
    claims: tuple[str, ...] = ()


class Explanation(Record, frozen=True, kw_only=True):
    """The sentences on one figure, in reading order."""

    fate: str
    sentences: tuple[ExplanationSentence, ...]

    @property
    def text(self) -> str:
        """All sentences as one paragraph."""
        return " ".join(sentence.text for sentence in self.sentences)


class FigureContext(NamedTuple):
    """One figure with everything that its explanation is made from. ``source_of`` gives the source id of each claim.

    ``persons`` is the number of those reported one by one: the least that the figure can be.
    """

    fate: ClaimKind
    figure: Figure
    claims: Mapping[str, Claim]
    reports: Mapping[str, Report]
    sources: Sequence[IndependentSource]
    source_of: Mapping[str, str]
    persons: int = 0

    def source_name(self, claims: Sequence[str]) -> str:
        """The name of the source of some claims, given by id."""
        return source_name([self.claims[c] for c in claims], self.reports)

    def quotation(self, claim: str) -> str:
        """The words of a claim with their outlet and day: ``“17 died”, Outlet, 5 October 2021``."""
        quoted_claim = self.claims[claim]
        report = self.reports.get(quoted_claim.report)
        published = day_of(report.published) if report is not None and report.published else message("undated")
        return f"{quoted(quoted_claim.quote)}, {self.outlet(quoted_claim.report)}, {published}"

    def outlet(self, report: str) -> str:
        """The outlet that published a report, even if the text is an agency's."""
        found = self.reports.get(report)
        return publisher_of(report, self.reports) if found is None else publisher_name(found)

    def name_of(self, source: IndependentSource) -> str:
        """The name of an independent source."""
        return self.source_name([c.id for counted in (*source.current, *source.superseded) for c in counted.claims])


def count_text(count: Count) -> str:
    """A count as it was said; vague words in quotation marks."""
    return f"“{wording.clean(count.text)}”" if count.qualifier == "vague" and count.text else wording.bounds(count)


def day_of(published: date) -> str:
    """A day as text: ``5 October 2021``."""
    return day(When(start=published, end=published, precision="day")) or ""


def quoted(text: str) -> str:
    """Text in quotation marks, shortened if long, white space as single spaces."""
    words = " ".join(text.split()).strip(_OPENING + _CLOSING + " ")
    if len(words) > _LONGEST:
        words = words[:_LONGEST].rsplit(" ", 1)[0] + " …"
    return f"“{words}”"


def capitalised(sentence: str) -> str:
    """With a capital at the start: the name of a source may begin with a small letter ("the army")."""
    return sentence[:1].upper() + sentence[1:]
