"""What waits for a person, with the claim each question asks about next and the words around it."""

from tollbook.book import Book
from tollbook.incidents.questions import Question
from tollbook.model import Claim, Record, Report

#: Verdicts on a claim; a claim that has one was looked at.
_LOOKED = frozenset({"accept", "reject", "correct"})
#: Claims shown with one question; a person compares two with care, four at a glance, and more not at all.
MOST_CLAIMS = 4


class Waiting(Record, frozen=True, kw_only=True):
    """One question; ``asked`` is the first of its claims that nobody looked at yet, ``pair`` what may be the same."""

    question: Question
    asked: str | None = None
    pair: tuple[str, str] | None = None


class Shown(Record, frozen=True, kw_only=True):
    """A claim with the words around it, in three parts: before, the claim itself, after."""

    claim: Claim
    report: Report
    before: str
    after: str


def waiting(book: Book, incident: str | None = None) -> list[Waiting]:
    """Every question, or those of one incident, that no verdict on its claims has answered; what moves most first."""
    looked = {decision.subject for decision in book.decisions() if decision.verdict in _LOOKED}
    found = (_waiting(question, looked) for question in book.queue(incident=incident))
    return [each for each in found if each.asked or each.pair or not each.question.claims]


def _waiting(question: Question, looked: set[str]) -> Waiting:
    pair = next(((a.subject, a.other) for a in question.answers if a.verdict == "same" and a.other), None)
    if pair is not None:
        return Waiting(question=question, pair=pair)
    claims = question.claims[:MOST_CLAIMS]
    return Waiting(question=question, asked=next((claim for claim in claims if claim not in looked), None))


def shown(claim: Claim, report: Report, around: int = 220) -> Shown:
    """A claim with up to ``around`` characters before and after it, cut at white space."""
    start, end = max(0, claim.start - around), min(len(report.text), claim.end + around)
    before, after = report.text[start : claim.start], report.text[claim.end : end]
    if start and " " in before:
        before = "… " + before.split(" ", 1)[1]
    if end < len(report.text) and " " in after:
        after = after.rsplit(" ", 1)[0] + " …"
    return Shown(claim=claim, report=report, before=before, after=after)
