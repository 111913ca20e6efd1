"""The names of casualties that the model finds, added to claims of the rules that have none.

The model finds that a name is that of a casualty, but not the claim it belongs to. A name is added to a claim only if
the words between the two leave no doubt: "the dead man, Ivo Lerch", "three were named as". "Mara Dost's brother was
shot" does not name the person who was shot.
"""

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace
from spacy.tokens import Token

from tollbook.mentions import HARMED
from tollbook.model import Claim
from tollbook.readers.learned.predictions import Prediction, Predictions
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.persons.person_names import PersonName
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.person_words import phrase_words
from tollbook.readers.rules.words.reference_words import words
from tollbook.readers.rules.words.syntax import is_of


def named(claims: Sequence[Claim], document: Document, predictions: Predictions) -> list[Claim]:
    """The claims, where those without a name have the names that the model finds right beside them.

    A claim about one person gets one name; a claim about several gets a list of as many names. A person who is named in
    some claim already is not named again. The words must be a name by the rules too.
    """
    known = {word for claim in claims for word in _words(claim.people.names if claim.people else ())}
    found = [n for n in _names(predictions.of("victim"), document) if known.isdisjoint(_words([n.text]))]
    given: dict[str, tuple[str, ...]] = {}
    for sentence in document.sentences:
        names = [n for n in found if sentence.start <= n.first < sentence.end]
        nameless = [c for c in claims if sentence.start_char <= c.start < sentence.end_char and _is_nameless(c)]
        for claim in nameless if names else ():
            own = _own(claim, [n for n in names if all(n.text not in other for other in given.values())], document)
            if own:
                given[claim.id] = own
    return [_with(claim, given.get(claim.id, ())) for claim in claims]


def _with(claim: Claim, names: tuple[str, ...]) -> Claim:
    people = replace(claim.people, names=names) if claim.people is not None and names else claim.people
    return replace(claim, people=people)


def _own(claim: Claim, names: Sequence[PersonName], document: Document) -> tuple[str, ...]:
    """The names of one list beside or in a claim, if there are as many as people in the claim; else none."""
    size = claim.count.best if claim.count is not None else None
    beside = [n for n in names if _is_beside(n, claim, document)]
    if not size or not beside:
        return ()
    at = names.index(beside[0])
    chosen = names[at : at + size]
    gaps = ((document.doc[a.end - 1], document.doc[b.first].idx) for a, b in pairwise(chosen))
    joined = all(_gap("listed").fullmatch(document.text[last.idx + len(last) : start]) for last, start in gaps)
    return tuple(n.text for n in chosen) if len(chosen) == size and joined else ()


def _is_beside(name: PersonName, claim: Claim, document: Document) -> bool:
    """Whether nothing but marks or a verb of naming is between a claim and a name, or the name is in the claim."""
    first, last = document.doc[name.first], document.doc[name.end - 1]
    end = last.idx + len(last)
    if first.idx >= claim.start and end <= claim.end:
        is_owner = _is_owned(claim, document) and first.dep_ == "poss"
        return not (is_owner or _is_in_description(document.doc[name.first : name.end].root))
    if first.idx >= claim.end:
        return _gap("after_claim").fullmatch(document.text[claim.end : first.idx]) is not None
    is_before = _gap("before_claim").fullmatch(document.text[end : claim.start]) is not None
    return is_before and not _is_owned(claim, document)


@functools.cache
def _gap(name: str) -> re.Pattern[str]:
    """The words that may be between a name and a claim about the person, or between two names of a list."""
    return re.compile(phrase_words().gaps[name])


def _is_owned(claim: Claim, document: Document) -> bool:
    """Whether a claim is about a relative of the name before it: "Mara Dost, whose son"."""
    span = document.doc.char_span(claim.start, claim.end, alignment_mode="expand")
    return span is not None and any(t.dep_ == "poss" for t in span)


def _names(predictions: Sequence[Prediction], document: Document) -> Iterator[PersonName]:
    """The names of persons that the model labels as casualties, without those of owners and agents."""
    for name in person_names.names(document.doc):
        first, last = document.doc[name.first], document.doc[name.end - 1]
        root = document.doc[name.first : name.end].root
        is_owner = root.dep_ == "poss" or (name.end < len(document.doc) and document.doc[name.end].tag_ == "POS")
        is_agent = any(t.dep_ == "agent" for t in (root.head, *root.head.ancestors) if t.i < name.first)
        # "Wounded in the attack on Khan Orsk", a place or a person: the casualties are others.
        is_aim = root.dep_ == "pobj" and root.head.dep_ == "prep" and root.head.head.dep_ == "pobj"
        if is_owner or is_agent or _is_of_other(root) or (is_aim and root.head.lower_ in phrase_words().aimed_on):
            continue
        if any(first.idx < p.end and last.idx >= p.start for p in predictions):
            yield name


def _is_of_other(root: Token) -> bool:
    """Whether a name belongs to a noun for another person: "the grandson of Dan Orsk", "the wife of the mayor, Orsk".

    Also a town: "the mayor of Orsk".
    """
    inner = root.head if root.dep_ == "appos" else root
    if inner.dep_ != "pobj" or not is_of(inner.head):
        return False
    noun = lexicon.singular(inner.head.head)
    is_relative = noun in words().naming_relatives or noun in lexicon.sex_of_noun()
    return is_relative or (inner == root and noun in lexicon.status_of_noun())


def _is_in_description(root: Token) -> bool:
    """Whether a name is in a clause or phrase about somebody else.

    "The victim, married to Ivo Brod", "a friend of Ivo Brod", "a man who worked for Ivo Brod"; not "named as Ivo Brod",
    "the body of Ivo Brod" or "killing Ivo Brod".
    """
    while root.dep_ in {"appos", "conj"} and root.head.i < root.i:
        root = root.head
    over = root.head
    if root.dep_ == "pobj":
        noun = over.head
        is_named = over.lower_ in words().naming_prepositions
        return not (is_named or (is_of(over) and not _is_somebody(noun)))
    verbs = words().naming | lexicon.casualty_type_of("done_to").keys() | lexicon.casualty_type_of("undergo").keys()
    return over.dep_ in {"relcl", "acl", "pcomp"} and over.lemma_.lower() not in verbs and root.dep_ != "nsubjpass"


def _is_somebody(noun: Token) -> bool:
    """Whether a noun is for a living person, and so not for the body of one: "a friend", "the driver"."""
    known = words().naming_relatives | lexicon.status_of_noun().keys() - lexicon.grammar().tally.bodies
    return lexicon.singular(noun) in known


def _is_nameless(claim: Claim) -> bool:
    # A person captured after an attack is accused and no victim; the rules find the name.
    return claim.kind in HARMED and claim.people is not None and not claim.people.names


def _words(names: Iterable[str]) -> set[str]:
    return {word for name in names for word in name.lower().split()}
