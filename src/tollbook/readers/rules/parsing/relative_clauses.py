"""Corrects relative clauses that the parser attaches to the wrong word: "a man they say shot two".

See ``repairs``.
"""

from collections.abc import Iterator

from spacy.tokens import Token

from tollbook.readers.rules.parsing.head_changes import NOUNS, VERBS, HeadChange, Repair, words
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.syntax import SUBJECTS

#: Tags of a finite verb in the past, and those that the tagger gives it: "a man they say shot two".
_PAST = frozenset({"VBD", "VBN", "VB"})


def _relative_clause(token: Token) -> Iterator[HeadChange]:
    """Attach a clause with "that" to the noun before it, as in "denied the strike in Velmar that killed 12"."""
    relative = next((t for t in token.lefts if t.dep_ in SUBJECTS), None)
    if relative is None or relative.tag_ != "WDT" or relative.i == token.sent.start or token.i < token.head.i:
        return
    between = token.doc[token.head.i + 1 : relative.i]
    noun = next((t for t in reversed(between) if t.pos_ == "NOUN" and t.ent_type_ not in {"DATE", "TIME"}), None)
    if noun is not None:
        yield HeadChange(token, noun, "relcl")


def _in_which(token: Token) -> Iterator[HeadChange]:
    """Make a clause with "in which" a relative clause.

    "Condemns the raid in which two of our nurses lost their lives".
    """
    prep = next((t for t in token.lefts if t.dep_ == "prep" and any(c.tag_ == "WDT" for c in t.children)), None)
    after = token.right_edge.i + 1
    verb = next((t for t in token.doc[after : token.sent.end] if not t.is_punct), None)
    if prep is None or token.pos_ not in NOUNS or verb is None or verb.tag_ != "VBD" or verb.dep_ != "conj":
        return
    if verb.head.is_ancestor(token) and not any(t.dep_ in SUBJECTS for t in verb.lefts):
        yield HeadChange(verb, token.head, "relcl")
        yield HeadChange(token, verb, "nsubj")
        yield HeadChange(prep, verb, "prep")


def _of_relatives(token: Token) -> Iterator[HeadChange]:
    """Attach a relative clause in the singular to the name: "relatives of Petra Holm, who was killed"."""
    of = next((t for t in token.head.rights if t.dep_ == "prep" and t.lower_ in words().partitive), None)
    named = next((t for t in of.children if t.dep_ == "pobj" and t.pos_ == "PROPN"), None) if of is not None else None
    if named is None or named.ent_type_ in {"GPE", "LOC", "DATE"} or token.i < named.i:
        return
    is_one = any(t.lower_ in words().singular for t in (token, *token.lefts)) and token.head.tag_ == "NNS"
    if token.dep_ == "relcl" and is_one and token.doc[named.right_edge.i].i < token.i:
        yield HeadChange(token, named, "relcl")
    # "The mother of Petra Holm, one of the three people killed".
    is_number = token.dep_ == "appos" and any(t.lower_ in words().partitive for t in token.rights)
    if is_number and token.head.lemma_.lower() in words().kin and token.nbor(-1).text == ",":
        yield HeadChange(token, named, "appos")


def _plural_relative(token: Token) -> Iterator[HeadChange]:
    """Attach a relative clause in the plural to the whole list: "for Ana Brod and Jan Holm, who were killed"."""
    last = token.head
    is_plural = any(t.lower_ in words().plural for t in (token, *token.lefts))
    if is_plural and last.tag_ == "NNP" and last.dep_ == "conj" and last.head.pos_ == "PROPN":
        yield HeadChange(token, last.head, "relcl")


def _after_set_apart(token: Token) -> Iterator[HeadChange]:
    """Attach a relative clause to those who acted: "it was the rebels, not the army, who killed the villagers"."""
    other, first = token.head, token.head.head
    if other.dep_ == "appos" and any(t.dep_ == "neg" and t.i + 1 == other.left_edge.i for t in first.rights):
        yield HeadChange(token, first, "relcl")


def _whom_they_say(token: Token) -> Iterator[HeadChange]:
    """Give an act to the person, not to whoever speaks of it: "police arrested a man they say opened fire"."""
    subject = next((t for t in token.lefts if t.dep_ in SUBJECTS and t.i + 1 == token.i), None)
    act = token.nbor(1) if token.i + 1 < token.sent.end else token
    if subject is None or token.lemma_.lower() not in words().alleging or act.tag_ not in _PAST:
        return
    first = subject.left_edge.i
    relative = token.doc[first - 1] if first - 1 > token.sent.start and token.doc[first - 1].tag_ == "WP" else None
    person = token.doc[first - 1 - (relative is not None)] if first > token.sent.start + 1 else token
    has_subject = any(t.dep_ in SUBJECTS and t != relative for t in act.lefts)
    if person.pos_ != "NOUN" or act.pos_ not in VERBS or has_subject or not any(t.dep_ == "det" for t in person.lefts):
        return
    yield HeadChange(act, person, "relcl")
    yield HeadChange(token, act, "parataxis")
    if relative is not None:
        yield HeadChange(relative, act, "nsubj")


def _named_as(token: Token) -> Iterator[HeadChange]:
    """Attach a name to the verb of naming: "police identified the attacker who killed four as Ivo Lerch"."""
    clause = token.head
    verb = clause.head.head if clause.dep_ == "relcl" else clause
    named = any(t.pos_ == "PROPN" for t in token.children if t.dep_ == "pobj")
    is_naming = verb.lemma_.lower() in lexicon.grammar().casualty.naming_as and verb.i < clause.i
    if named and is_naming and token.lower_ in words().as_ and clause.dep_ == "relcl":
        yield HeadChange(token, verb, "prep")


#: The repairs, in order.
REPAIRS: tuple[Repair, ...] = (
    Repair(_relative_clause, ("ccomp",)),
    Repair(_in_which, ("relcl",)),
    Repair(_of_relatives, ("relcl", "appos")),
    Repair(_plural_relative, ("relcl",)),
    Repair(_after_set_apart, ("relcl",)),
    Repair(_whom_they_say, ("relcl", "parataxis", "ccomp")),
    Repair(_named_as, ("prep",)),
)
