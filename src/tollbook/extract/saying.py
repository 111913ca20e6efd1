"""One act of saying in the parse: its source, cue and content as tokens, and the grammar that finds its source."""

import msgspec
from spacy.tokens import Token

from tollbook.model import Stance

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_AUXILIARIES = frozenset({"aux", "auxpass", "neg", "prt"})
_DETERMINERS = frozenset({"DT", "PRP$"})
#: A verb borrows its subject from the verb it hangs on; chains longer than this are parse errors.
_BORROWED = 4


class Saying(msgspec.Struct, frozen=True, kw_only=True):
    """One attribution, in token indices.

    ``source`` is the head of the phrase for who said it, ``via`` the heads of those it was told to or passed on by.
    ``voice`` is true where a figure inside rests on the source's word, false for wishes, plans and judgements.
    """

    source: int | None
    cue: tuple[int, ...]
    content: frozenset[int]
    stance: Stance = "asserts"
    voice: bool = True
    via: tuple[int, ...] = ()


def is_verb(token: Token) -> bool:
    """Whether a token heads a clause: no auxiliary, no adjective made from a verb."""
    return token.tag_.startswith("VB") and token.dep_ not in _AUXILIARIES and token.dep_ != "amod"


def tree(token: Token) -> set[int]:
    """The tokens a token governs, itself among them."""
    return {t.i for t in token.subtree}


def trees(token: Token, *labels: str) -> set[int]:
    """The tokens under those children of ``token`` that bear one of the labels."""
    return {i for c in token.children if c.dep_ in labels for i in tree(c)}


def child(token: Token, *labels: str) -> Token | None:
    """The first child that bears one of the labels."""
    return next((c for c in token.children if c.dep_ in labels), None)


def object_of(token: Token, *prepositions: str) -> Token | None:
    """The object of the first of the prepositions that hangs on ``token``."""
    for c in token.children:
        if (
            c.dep_ in {"prep", "agent"}
            and c.lower_ in prepositions
            and (found := child(c, "pobj", "pcomp")) is not None
        ):
            return found
    return None


def cue_of(verb: Token) -> tuple[int, ...]:
    """The verb with its auxiliaries, negation and particle."""
    return tuple(sorted({verb.i} | {c.i for c in verb.children if c.dep_ in _AUXILIARIES}))


def is_passive(verb: Token) -> bool:
    """Whether what stands as the subject is not who did it."""
    return child(verb, "auxpass", "nsubjpass") is not None or (verb.dep_ == "acl" and verb.tag_ == "VBN")


def subject(verb: Token, depth: int = _BORROWED) -> Token | None:
    """Who does what ``verb`` says: its subject, its agent, or the subject it borrows; None where nobody is named."""
    if is_passive(verb):
        return object_of(verb, "by")
    own = child(verb, *_SUBJECTS)
    if own is not None:
        return own
    if depth == 0 or verb.head == verb:
        return None
    return _borrowed(verb, depth - 1)


def _borrowed(verb: Token, depth: int) -> Token | None:
    head = verb.head
    if verb.dep_ == "acl":
        return head
    if verb.dep_ == "pcomp" and is_verb(head.head):
        return quoted(head.head) if head.lower_ == "as" else subject(head.head, depth)
    if verb.dep_ in {"conj", "xcomp", "advcl", "dep"} and is_verb(head):
        return subject(head, depth)
    if verb.dep_ == "ccomp" and verb.tag_ == "VBG" and is_verb(head):
        return subject(head, depth)
    return None


def quoted(verb: Token) -> Token | None:
    """Whose words are passed on: X in "cited X as saying" and "X was quoted as saying"."""
    return child(verb, "nsubjpass", "dobj") or subject(verb)


def left(token: Token) -> int:
    """Where the phrase of ``token`` starts: at its own determiner, for a lost comma may have joined two phrases."""
    start = token.left_edge.i
    return next((i for i in range(token.i, start, -1) if _determines(token.doc[i], token)), start)


def _determines(word: Token, noun: Token) -> bool:
    return word.tag_ in _DETERMINERS and word.head == noun


def phrase(head: Token, saying: Saying | None = None) -> set[int]:
    """The tokens of the phrase for who said it: no cue, no content, nothing from the far side of the cue."""
    words = {i for i in tree(head) if i >= left(head)}
    if saying is None:
        return words
    words -= saying.content | set(saying.cue)
    if head.i < saying.cue[0]:
        words = {i for i in words if i < saying.cue[0]}
    return words | {head.i}
