"""Briefs as the doors ask for them: by the parameters of an address, of one incident or of what a search finds."""

from collections import Counter
from collections.abc import Mapping

import msgspec

from tollbook.book import Book
from tollbook.briefs import MOST, Brief, brief, plain
from tollbook.errors import NoSuchRecord, Refused
from tollbook.model import Record
from tollbook.review.signing import Draft, Signature, Since
from tollbook.web.dependencies import View, the_view
from tollbook.web.pages.incidents import as_asked, query_of
from tollbook.web.rendering import address

#: The parameter that names the incident of a brief; without it a brief is of a selection.
_INCIDENT = "incident"


class Written(Record, frozen=True, kw_only=True):
    """A brief, and the same as it may be signed."""

    brief: Brief
    draft: Draft


def written(book: Book, asked: Mapping[str, str]) -> Written:
    """The brief that parameters ask for. Raises NoSuchRecord, Refused."""
    head = book.state()
    usual = canonical(asked)
    made = _of_incident(book, usual) if _INCIDENT in usual else _of_selection(book, usual)
    names = tuple(chapter.incident.id for chapter in made.chapters)
    draft = Draft(
        # An incident may be asked for by the beginning of its id; it is signed by all of it.
        asked=usual | ({_INCIDENT: names[0]} if _INCIDENT in usual else {}),
        incidents=names,
        text=plain(made),
        words=tuple((note.report, note.start, note.end) for note in made.footnotes),
        head=head,
    )
    return Written(brief=made, draft=draft)


def canonical(asked: Mapping[str, str]) -> dict[str, str]:
    """Parameters without what is as usual, so that one brief is asked for in one way. Raises Refused."""
    if name := asked.get(_INCIDENT):
        view = the_view(asked.get("rule", ""), asked.get("as_of", ""))
        given: dict[str, object] = {_INCIDENT: name, **view.query()}
    else:
        given = as_asked(msgspec.structs.replace(query_of(asked), per_page=50))
    return {key: "yes" if value is True else str(value) for key, value in given.items() if value is not None}


def where(asked: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """The path of a brief and what its address asks besides."""
    rest = {key: value for key, value in asked.items() if key != _INCIDENT}
    return (f"/incidents/{asked[_INCIDENT]}/brief" if _INCIDENT in asked else "/brief"), rest


def back(asked: Mapping[str, str]) -> str:
    """The address of the record or the search that a brief is of."""
    path, rest = where(asked)
    return address(path.removesuffix("/brief") or "/incidents", rest)


def since(book: Book, signature: Signature) -> Since | None:
    """What has changed since a brief was signed; None where it reads as it did."""
    try:
        text: str | None = written(book, now(book, signature)).draft.text
    except (NoSuchRecord, Refused):
        text = None  # nothing tells of it any more, or the search finds none or too many
    return book.signing.since(signature, text)


def signatures(book: Book, draft: Draft) -> list[Signature]:
    """The signatures that stand under a brief, the newest first, also those of an earlier id of its incident."""
    cited = set(draft.words)
    return [
        each
        for each in book.signing.all()
        if each.withdrawn is None
        and (each.asked == draft.asked or (cited.intersection(each.words) and now(book, each) == draft.asked))
    ]


def now(book: Book, signature: Signature) -> dict[str, str]:
    """What a signed brief is asked for by today.

    The id of an incident follows from its claims, so a decision may give it another. Then it is the incident that most
    of the words cited went to; the old id where none did.
    """
    if _INCIDENT not in signature.asked or signature.asked[_INCIDENT] in book.shelf().incidents:
        return signature.asked
    cited = set(signature.words)
    claims = (claim for report in {name for name, _, _ in cited} for claim in book.shelf().claims_in(report))
    homes = Counter(c.incident for c in claims if c.incident and (c.report, c.start, c.end) in cited)
    best = min(homes, key=lambda name: (-homes[name], name), default=signature.asked[_INCIDENT])
    return signature.asked | {_INCIDENT: best}


def _of_incident(book: Book, asked: Mapping[str, str]) -> Brief:
    view: View = the_view(asked.get("rule", ""), asked.get("as_of", ""))
    dossier = book.dossier(asked[_INCIDENT], rule=view.rule, as_of=view.as_of)
    return brief([dossier], rule=view.rule, as_of=view.as_of)


def _of_selection(book: Book, asked: Mapping[str, str]) -> Brief:
    query = query_of(asked)
    listing = book.browse(msgspec.structs.replace(query, page=1, per_page=MOST))
    if listing.total > MOST:
        raise Refused(
            f"A brief holds {MOST} incidents at most, and {listing.total} were found; narrow them down first."
        )
    dossiers = [book.dossier(each.id, rule=query.rule, as_of=query.as_of) for each in listing.incidents]
    return brief(dossiers, rule=query.rule, as_of=query.as_of)
