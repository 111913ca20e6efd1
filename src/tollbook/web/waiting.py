"""What waits for a person: each open question with the claims it hangs on, what harms most if wrong first."""

from collections.abc import Iterator

from tollbook.book import Book
from tollbook.browsing import Shelf
from tollbook.model import FATES, Claim, Record, Report, content_id
from tollbook.record import Figure, Incident
from tollbook.review import Decision

#: Claims shown with one question; a person compares two with care, four at a glance, and more not at all.
_MOST_CLAIMS = 4
#: Which questions come first, by how they begin: what changes a figure, then what places it, then what stays open.
_ORDER = ("Contested", "Changed", "More names", "Disputed", "Undated", "No place", "Place", "Open", "Said", "Single")
#: Verdicts on a claim; a claim that has one was looked at.
_LOOKED = frozenset({"accept", "reject", "correct"})


class Waiting(Record, frozen=True, kw_only=True):
    """One question. ``claims`` are those it hangs on; ``asked`` is the first of them that nobody looked at yet."""

    id: str
    sentence: str
    incident: str
    title: str
    claims: tuple[str, ...] = ()
    asked: str | None = None


class Shown(Record, frozen=True, kw_only=True):
    """A claim with the words around it, in three parts: before, the claim itself, after."""

    claim: Claim
    report: Report
    before: str
    after: str


def waiting(book: Book) -> list[Waiting]:
    """Every question that is neither settled nor answered by a verdict on each of its claims."""
    shelf, decisions = book.shelf(), book.decisions()
    settled = {d.subject for d in decisions if d.verdict == "settle"}
    looked = {d.subject for d in decisions if d.verdict in _LOOKED}
    found = [each for incident in shelf.incidents.values() for each in _of_incident(incident, shelf, decisions)]
    still = [_asking(each, looked) for each in found if each.id not in settled]
    return sorted((each for each in still if each.asked is not None or not each.claims), key=_urgency)


def _of_incident(incident: Incident, shelf: Shelf, decisions: list[Decision]) -> Iterator[Waiting]:
    apart = {frozenset((d.subject, d.other)) for d in decisions if d.verdict in {"same", "not same"}}
    about = [claim.id for claim in shelf.claims_about(incident.id)]
    for sentence in incident.questions:
        figure = _figure_of(sentence, incident)
        claims = tuple(dict.fromkeys((*figure.low_claims[:1], *figure.high_claims))) if figure else tuple(about)
        claims = tuple(claim for claim in claims if claim in shelf.claims)[:_MOST_CLAIMS]
        if len(claims) == 2 and frozenset(claims) in apart:
            continue
        name = content_id(incident.id, sentence)
        yield Waiting(id=name, sentence=sentence, incident=incident.id, title=incident.title, claims=claims)


def _figure_of(sentence: str, incident: Incident) -> Figure | None:
    """The figure a question is about, by the kind it names."""
    return next((incident.figures[kind] for kind in FATES if kind in incident.figures and kind in sentence), None)


def _asking(each: Waiting, looked: set[str]) -> Waiting:
    asked = next((claim for claim in each.claims if claim not in looked), None)
    return Waiting(**{name: getattr(each, name) for name in each.__struct_fields__} | {"asked": asked})


def _urgency(each: Waiting) -> tuple[int, str, str]:
    rank = next((rank for rank, word in enumerate(_ORDER) if each.sentence.startswith(word)), len(_ORDER))
    return rank, each.incident, each.id


def shown(claim: Claim, report: Report, around: int = 220) -> Shown:
    """A claim with up to ``around`` characters before and after it, cut at white space."""
    start, end = max(0, claim.start - around), min(len(report.text), claim.end + around)
    before, after = report.text[start : claim.start], report.text[claim.end : end]
    if start and " " in before:
        before = "… " + before.split(" ", 1)[1]
    if end < len(report.text) and " " in after:
        after = after.rsplit(" ", 1)[0] + " …"
    return Shown(claim=claim, report=report, before=before, after=after)
