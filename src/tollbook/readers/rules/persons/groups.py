"""People told of together: "two women and their five children", "the driver, along with two passengers"."""

from itertools import takewhile

from spacy.tokens import Token

from tollbook.readers.rules import lexicon
from tollbook.readers.rules.persons import lists, person_names
from tollbook.readers.rules.persons.people import is_person, persons


def listed(head: Token) -> list[Token]:
    """The heads of a list of people: "two women and their five children"."""
    heads = [head]
    for token in heads:
        joined = (t for t in token.conjuncts if t.head in heads and t not in heads and t.pos_ != "VERB")
        heads.extend(t for t in _after_ages(token) if t not in heads)
        heads.extend(t for t in joined if not any(c.lower_ == "or" and c.i < t.i for c in t.head.rights))
        beside = (*_along_with(token), *lists.heads(token))
        heads.extend(t for t in beside if t not in heads and not _names(t, heads))
    return heads


def _after_ages(head: Token) -> list[Token]:
    """ "Two women, ages 31 and 44, and a boy": whom the parse hangs on the ages."""
    ages = (t for t in head.children if t.dep_ == "appos" and t.lower_ in lexicon.grammar().tally.ages)
    return [t for a in ages for t in a.conjuncts if is_person(t)]


def _names(name: Token, heads: list[Token]) -> bool:
    """Whether a name is only that of a noun in the list: "his mother Nima Orsk"."""
    return name.dep_ == "appos" and name.head in heads and person_names.name_at(name.head) is None


def _along_with(head: Token) -> list[Token]:
    """Who is told of beside others: "the driver, along with two passengers, was killed"."""
    near = [t for t in (*head.rights, *head.head.rights) if t.dep_ == "prep" and t.i > head.i]
    preps = (t for p in [*near, *_set_off(head)] for t in (p, *p.children) if t.dep_ == "prep" and t.lower_ == "with")
    beside = (t for t in preps if t.nbor(-1).lower_ in {"along", "together"})
    return [n for prep in beside for n in prep.children if n.dep_ == "pobj" and persons(n) is not None]


def _set_off(head: Token) -> list[Token]:
    """ "Along with" that the parse hangs lower in the clause: after a comma, or under "based on questioning"."""
    beside = (t for t in head.head.subtree if t.i > head.i and t.dep_ == "prep" and t.lower_ in {"along", "together"})
    return [t for t in beside if t.nbor(-1).text == "," or not _told_of_another(t, head.head)]


def _told_of_another(token: Token, verb: Token) -> bool:
    between = takewhile(lambda t: t.i != verb.i, token.ancestors)
    return any(t.dep_ in {"relcl", "acl", "ccomp"} and t.lower_ != "based" for t in between)
