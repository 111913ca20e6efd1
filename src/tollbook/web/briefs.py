"""Briefs by the parameters of an address: of one incident, or of the incidents that a search finds."""

from collections.abc import Mapping, Sequence
from datetime import date

import msgspec

from tollbook.book import Book
from tollbook.briefs import MOST, Brief, brief, plain
from tollbook.errors import NoSuchRecord, Refused
from tollbook.incidents.evidence import IncidentEvidence
from tollbook.locale.messages import message
from tollbook.model import Record
from tollbook.review.signing import Draft, Signature, SignedBriefs, Since
from tollbook.web.dependencies import ViewOptions, current_view
from tollbook.web.pages.incidents import as_asked, query_of
from tollbook.web.rendering import address

#: The parameter with the incident of a brief; without it, the brief is of a selection.
_INCIDENT = "incident"


class BriefAndDraft(Record, frozen=True, kw_only=True):
    """A brief, and its text as it can be signed."""

    brief: Brief
    draft: Draft


class SignedMark(Record, frozen=True, kw_only=True):
    """A signature of the brief of an incident, and whether the brief has changed since."""

    signature: Signature
    changed: bool

    @property
    def day(self) -> date:
        """The day of the signature (UTC)."""
        return date.fromisoformat(self.signature.at[:10])


def written(book: Book, asked: Mapping[str, str]) -> BriefAndDraft:
    """The brief for some parameters. Raises NoSuchRecord, Refused."""
    head = book.log.head()
    usual = canonical(asked)
    made = _of_incident(book, usual) if _INCIDENT in usual else _of_selection(book, usual)
    names = tuple(chapter.incident.id for chapter in made.chapters)
    draft = Draft(
        # A request may have the beginning of the id only; the signature has the whole id.
        asked=usual | ({_INCIDENT: names[0]} if _INCIDENT in usual else {}),
        incidents=names,
        text=plain(made),
        words=tuple((note.report, note.start, note.end) for note in made.footnotes),
        head=head,
    )
    return BriefAndDraft(brief=made, draft=draft)


def canonical(asked: Mapping[str, str]) -> dict[str, str]:
    """The parameters without default values, so that each brief has one form of them. Raises Refused."""
    if name := asked.get(_INCIDENT):
        view = current_view(asked.get("rule", ""), asked.get("as_of", ""))
        given: dict[str, object] = {_INCIDENT: name, **view.query()}
    else:
        given = as_asked(msgspec.structs.replace(query_of(asked), per_page=50))
    return {key: "yes" if value is True else str(value) for key, value in given.items() if value is not None}


def where(asked: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The path of a brief and its other parameters."""
    rest = {key: value for key, value in asked.items() if key != _INCIDENT}
    return (f"/incidents/{asked[_INCIDENT]}/brief" if _INCIDENT in asked else "/brief"), rest


def back(asked: Mapping[str, str]) -> str:
    """The address of the record or the search of a brief."""
    path, rest = where(asked)
    return address(path.removesuffix("/brief") or "/incidents", rest)


def since(book: Book, signature: Signature) -> Since | None:
    """The changes since a brief was signed; None if its text is the same."""
    try:
        text: str | None = written(book, now(book, signature)).draft.text
    except (NoSuchRecord, Refused):
        text = None  # the incident is gone, or the search finds none or too many
    return book.signing.since(signature, text)


def signatures(book: Book, draft: Draft) -> list[Signature]:
    """The valid signatures of a brief, newest first, also those for an earlier id of its incident."""
    cited = set(draft.words)
    return [
        each
        for each in book.signing.all()
        if each.withdrawn is None
        and (each.asked == draft.asked or (cited.intersection(each.words) and now(book, each) == draft.asked))
    ]


def signed_mark(book: Book, incident: str) -> SignedMark | None:
    """The newest signature of the brief as it reads now, else the newest one; None if there is none."""
    known = book.search.signed()
    marks = (SignedMark(signature=each, changed=_changed(book, known, each)) for each in known.of.get(incident, ()))
    first = next(marks, None)
    return next((each for each in marks if not each.changed), first) if first and first.changed else first


def changed(book: Book) -> set[str]:
    """The ids of the valid signatures whose briefs read differently now."""
    known = book.search.signed()
    return {each.id for each in book.signing.all() if each.withdrawn is None and _changed(book, known, each)}


def _changed(book: Book, known: SignedBriefs, signature: Signature) -> bool:
    """Whether a brief reads differently now. Writing it takes time, so this is done once for each state of the book."""
    if signature.id not in known.changed:
        known.changed[signature.id] = since(book, signature) is not None
    return known.changed[signature.id]


def now(book: Book, signature: Signature) -> dict[str, str]:
    """The parameters that make a signed brief today; see ``incident_now``."""
    if _INCIDENT not in signature.asked or signature.asked[_INCIDENT] in book.search.index().incidents:
        return signature.asked
    return signature.asked | {_INCIDENT: book.search.incident_now(signature)}


def _of_incident(book: Book, asked: Mapping[str, str]) -> Brief:
    view: ViewOptions = current_view(asked.get("rule", ""), asked.get("as_of", ""))
    evidence = book.incidents.evidence(asked[_INCIDENT], rule=view.rule, as_of=view.as_of)
    return _brief(book, [evidence], rule=view.rule, as_of=view.as_of)


def _of_selection(book: Book, asked: Mapping[str, str]) -> Brief:
    query = query_of(asked)
    listing = book.search.incidents(msgspec.structs.replace(query, page=1, per_page=MOST))
    if listing.total > MOST:
        raise Refused(
            message(
                "A brief has at most {most} incidents, and the search finds {total}; add filters to the search.",
                most=MOST,
                total=listing.total,
            )
        )
    incidents = [book.incidents.evidence(each.id, rule=query.rule, as_of=query.as_of) for each in listing.incidents]
    return _brief(book, incidents, rule=query.rule, as_of=query.as_of)


def _brief(book: Book, evidence: Sequence[IncidentEvidence], *, rule: str, as_of: date | None) -> Brief:
    marks = book.review.field_marks(claim.id for each in evidence for claim in each.group.claims)
    return brief(evidence, rule=rule, as_of=as_of, marks=marks)
