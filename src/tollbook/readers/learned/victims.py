"""The names of those harmed that the model finds, given to claims of the rules that have none."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from tollbook.model import Claim
from tollbook.readers.learned.predictions import Prediction, Predictions
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.persons.person_names import PersonName

#: What names are of. Whoever is captured after an attack is accused, not harmed; the rules name him.
_HARMED = frozenset({"killed", "injured", "missing", "abducted"})

#: How far a name is from the claim about its bearer, in code points: "the dead man, aged 31, was". At 40 and 20 the names
#: of ``registers/gva``, ``registers/airwars`` and ``world/read`` were 90.1, 60.1 and 73.8, at 10 89.2, 60.1 and 74.3.
_REACH = 20


def named(claims: Sequence[Claim], document: Document, predictions: Predictions) -> list[Claim]:
    """The claims, where those without a name have the names that the model finds in their sentence.

    A claim about one person gets the nearest name; a claim about several gets names if there are as many of them. A
    person who is named in some claim already is not named again. The words must be a name by the rules too.
    """
    known = {word for claim in claims for word in _words(claim.people.names if claim.people else ())}
    found = [n for n in _names(predictions.of("victim"), document) if known.isdisjoint(_words([n.text]))]
    given: dict[str, tuple[str, ...]] = {}
    for sentence in document.sentences:
        names = [n for n in found if sentence.start <= n.first < sentence.end]
        nameless = [c for c in claims if sentence.start_char <= c.start < sentence.end_char and _is_nameless(c)]
        if names and nameless:
            given |= _given(names, nameless, document)
    return [_with(claim, given.get(claim.id, ())) for claim in claims]


def _with(claim: Claim, names: tuple[str, ...]) -> Claim:
    people = replace(claim.people, names=names) if claim.people is not None and names else claim.people
    return replace(claim, people=people)


def _given(names: Sequence[PersonName], claims: Sequence[Claim], document: Document) -> dict[str, tuple[str, ...]]:
    """The names of each claim of one sentence that gets some, by the id of the claim."""
    given: dict[str, tuple[str, ...]] = {}
    for name in names:
        start, last = document.doc[name.first].idx, document.doc[name.end - 1]
        end = last.idx + len(last)
        alone = [(max(c.start - end, start - c.end, 0), c.id) for c in claims if _size(c) == 1 and c.id not in given]
        if alone and min(alone)[0] <= _REACH:
            given[min(alone)[1]] = (name.text,)
    groups = [c for c in claims if _size(c) == len(names) > 1]
    if len(groups) == 1 and not given:
        given[groups[0].id] = tuple(name.text for name in names)
    return given


def _names(predictions: Sequence[Prediction], document: Document) -> Iterator[PersonName]:
    """The names of persons in what the model takes for names of those harmed."""
    for name in person_names.names(document.doc):
        start, last = document.doc[name.first].idx, document.doc[name.end - 1].idx
        if any(start < p.end and last >= p.start for p in predictions):
            yield name


def _is_nameless(claim: Claim) -> bool:
    return claim.kind in _HARMED and claim.people is not None and not claim.people.names


def _size(claim: Claim) -> int | None:
    return claim.count.best if claim.count is not None else None


def _words(names: Iterable[str]) -> set[str]:
    return {word for name in names for word in name.lower().split()}
