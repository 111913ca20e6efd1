"""Corrects parses of the disguises of attackers: "gunmen disguised as policemen shot four". See ``repairs``."""

from collections.abc import Iterator

from spacy.tokens import Token

from tollbook.readers.rules.parsing.head_changes import NOUNS, HeadChange, Repair, words
from tollbook.readers.rules.words.syntax import SUBJECTS


def _guise(token: Token) -> tuple[Token, Token] | None:
    """The last word of a disguise and the verb after it: "policeman" and "shot" in "dressed as a policeman shot"."""
    after = token.nbor(1) if token.i + 1 < token.sent.end else token
    if token.lemma_.lower() not in words().disguising or after.lower_ not in words().disguised:
        return None
    verb = next((t for t in token.doc[after.i + 1 : token.sent.end] if t.tag_ == "VBD" or t.is_punct), token)
    return (verb.nbor(-1), verb) if verb.tag_ == "VBD" and verb.nbor(-1).pos_ in NOUNS else None


def _disguised(token: Token) -> Iterator[HeadChange]:
    """Make the disguised person the subject of the verb: "a man dressed as a policeman killed a judge"."""
    found, man, over = _guise(token), token.head, token.head.head
    if found is None:
        return
    guise, verb = found
    if guise.dep_ == "nsubj" and guise.head == verb and any(t.dep_ == "nsubj" and t.i < token.i for t in verb.lefts):
        yield from _as_guise(token, guise)
    if not token.is_ancestor(verb) or man.dep_ not in {"ROOT", *SUBJECTS} or not (man == over or over.i > verb.i):
        return
    dead = next((t for t in (over, *verb.children) if t.lower_ in words().outcome and t.i == verb.i + 1), verb)
    if over in {man, dead}:
        top = over
        yield HeadChange(verb, verb if top.head == top else top.head, top.dep_)
    elif any(t.dep_ in SUBJECTS and t != man for t in over.lefts):
        # "Gunmen dressed as soldiers killed nine, police said".
        yield HeadChange(verb, over, "ccomp")
    else:
        return
    yield HeadChange(man, verb, "nsubj")
    yield from _as_guise(token, guise)
    below = [*(dead.children if dead != verb else ()), *(man.rights if over == man else ())]
    below = [t for t in below if t.i > verb.i and t != dead]
    yield from (HeadChange(t, verb, "advcl" if t.dep_ == "acl" else t.dep_) for t in below)
    yield from (HeadChange(t, verb, "oprd") for t in (dead,) if t == over != verb)


def _disguised_subject(token: Token) -> Iterator[HeadChange]:
    """As :func:`_disguised`, where the parse takes "dressed" for the verb: "when men dressed as police stormed"."""
    found, man = _guise(token), next((t for t in token.lefts if t.dep_ == "nsubj"), token)
    if found is None or man == token or found[1].head != token or man.tag_ in {"WP", "WDT"}:
        return
    guise, verb = found
    yield HeadChange(verb, verb if token.head == token else token.head, token.dep_)
    yield from (HeadChange(t, verb, t.dep_) for t in token.children if t != verb)
    yield HeadChange(token, man, "acl")
    yield from _as_guise(token, guise)


def _as_guise(token: Token, guise: Token) -> Iterator[HeadChange]:
    yield HeadChange(token.nbor(1), token, "prep")
    yield HeadChange(guise, token.nbor(1), "pobj")


REPAIRS: tuple[Repair, ...] = (
    Repair(_disguised, ("acl", "relcl")),
    Repair(_disguised_subject, ("ROOT", "advcl", "ccomp", "conj", "relcl")),
)
