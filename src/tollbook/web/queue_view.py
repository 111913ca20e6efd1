"""The review queue for pages: each question with the next claim to decide on, and the text around claims."""

from tollbook.book import Book
from tollbook.incidents.questions import Question
from tollbook.model import Claim, Record, Report

#: Verdicts on a claim; a claim with one of them is decided.
_DECIDED = frozenset({"accept", "reject", "correct"})
#: Claims shown with one question; people can compare two with care and four at a glance, but not more.
MOST_CLAIMS = 4


class QueueItem(Record, frozen=True, kw_only=True):
    """One question; ``asked`` is the first of its claims without a verdict, ``pair`` two claims to compare."""

    question: Question
    asked: str | None = None
    pair: tuple[str, str] | None = None


class ClaimInContext(Record, frozen=True, kw_only=True):
    """A claim with the text before and after it."""

    claim: Claim
    report: Report
    before: str
    after: str


def open_questions(book: Book, incident: str | None = None) -> list[QueueItem]:
    """Every open question, or those of one incident, in the order of the review queue."""
    decided = {decision.subject for decision in book.review.decisions() if decision.verdict in _DECIDED}
    found = (_item(question, decided) for question in book.queue(incident=incident))
    return [each for each in found if each.asked or each.pair or not each.question.claims]


def _item(question: Question, decided: set[str]) -> QueueItem:
    pair = next(((a.subject, a.other) for a in question.answers if a.verdict == "same" and a.other), None)
    if pair is not None:
        return QueueItem(question=question, pair=pair)
    claims = question.claims[:MOST_CLAIMS]
    return QueueItem(question=question, asked=next((claim for claim in claims if claim not in decided), None))


def in_context(claim: Claim, report: Report, around: int = 220) -> ClaimInContext:
    """A claim with up to ``around`` characters before and after it, cut at white space."""
    start, end = max(0, claim.start - around), min(len(report.text), claim.end + around)
    before, after = report.text[start : claim.start], report.text[claim.end : end]
    if start and " " in before:
        before = "… " + before.split(" ", 1)[1]
    if end < len(report.text) and " " in after:
        after = after.rsplit(" ", 1)[0] + " …"
    return ClaimInContext(claim=claim, report=report, before=before, after=after)
