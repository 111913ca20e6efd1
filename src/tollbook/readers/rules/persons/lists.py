"""Names told one after another: "Ana Brod, 25, her son Jon, 4, and Ilse Vell, 31, of Tarnow"."""

import functools
import re

from spacy.tokens import Doc, Token

from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.persons.person_names import PersonName

_YEARS = r"\d{1,3}(?:[- ](?:years?|months?)(?:[- ]olds?)?)?"
_HOME = r"(?:the )?(?:[\w.]+ ){0,3}?[A-Z][\w.'’-]+(?: [A-Z][\w.'’-]+)*(?:, [A-Z][\w.]+)?"
_AGE_BEFORE = r"(?:an? )?\d{1,3}\s?-?\s?(?:year|month)s?[- ]olds?"
#: What may stand between two names of one list: an age and a home town after the first, a comma or "and", and an age or
#: "his stepson" before the second.
_BETWEEN = re.compile(
    rf"(?P<after>\s?,? ?\(?(?:aged? )?{_YEARS}\)?,?)?"
    rf"(?:,? (?:(?:both|all) )?(?:of|from) {_HOME})?"
    rf"\s?(?:,? and|; and|,|;|&)\s"
    rf"(?P<before>{_AGE_BEFORE} |(?:his|her|their) (?:{_AGE_BEFORE} )?(?:[a-z]+ )?[a-z]+,? |(?:{_AGE_BEFORE} )[a-z]+ )?"
)
_AGED = re.compile(rf"\s?,? ?\(?(?:aged? )?{_YEARS}\)?(?=[\s,.;)]|$)")
#: Names set beside another by the parse, as the next of a list or as its apposition.
_BESIDE = frozenset({"conj", "appos"})


@functools.lru_cache(maxsize=4)
def _lists(doc: Doc) -> dict[int, tuple[PersonName, ...]]:
    """Every list of two names or more, by the first token of each of its names."""
    found: dict[int, tuple[PersonName, ...]] = {}
    run: list[PersonName] = []
    for name in person_names.names(doc):
        if run and not _follows(doc, run[-1], name):
            found.update({n.first: tuple(run) for n in run if len(run) > 1})
            run = []
        run.append(name)
    found.update({n.first: tuple(run) for n in run if len(run) > 1})
    return found


def of(name: PersonName, doc: Doc) -> tuple[PersonName, ...]:
    """The list a name is told in, itself among them; itself alone where it is in none."""
    return _lists(doc).get(name.first, (name,))


def heads(token: Token) -> list[Token]:
    """The last tokens of the names told in one list with the name a token belongs to, its own left out."""
    name = person_names.name_at(token)
    return [] if name is None else [token.doc[n.end - 1] for n in of(name, token.doc) if n != name]


def _follows(doc: Doc, one: PersonName, other: PersonName) -> bool:
    """Whether the second name stands in a list after the first. Two bare names need the parse to say so."""
    last, after = doc[one.end - 1], doc[other.end - 1]
    if last.sent != after.sent or _owns(after) or _owns(last):
        return False
    between = doc.text[last.idx + len(last) : doc[other.first].idx]
    match = _BETWEEN.fullmatch(between)
    if match is None:
        return False
    aged = match["after"] or match["before"] or _AGED.match(doc.text[after.idx + len(after) :][:20])
    joined = after.dep_ in _BESIDE and (after.head == last or after.head.dep_ in _BESIDE or after.head == last.head)
    return joined or (bool(aged) and after.dep_ not in {"nsubj", "poss"}) or (bool(match["after"]) and "and" in between)


def _owns(token: Token) -> bool:
    """ "Ana Brod's mother" is not Ana Brod."""
    return token.dep_ == "poss" or any(t.dep_ == "case" for t in token.children)
