"""People mentioned together: "two women and their five children", "the driver, along with two passengers"."""

from itertools import takewhile

from spacy.tokens import Token

from tollbook.readers.rules import lexicon
from tollbook.readers.rules.persons import name_lists, person_names
from tollbook.readers.rules.persons.lexicon import phrase_words
from tollbook.readers.rules.persons.people import is_person, persons


def listed(head: Token) -> list[Token]:
    """The heads of all people mentioned together with a head, itself first: "two women and their five children"."""
    heads = [head]
    for token in heads:
        joined = (t for t in token.conjuncts if t.head in heads and t not in heads and t.pos_ != "VERB")
        heads.extend(t for t in _after_ages(token) if t not in heads)
        heads.extend(
            t for t in joined if not any(c.lower_ in phrase_words().alternatives and c.i < t.i for c in t.head.rights)
        )
        beside = (*_along_with(token), *name_lists.listed_with(token))
        heads.extend(t for t in beside if t not in heads and not _is_name_of(t, heads))
    return heads


def _after_ages(head: Token) -> list[Token]:
    """People that the parse attaches to the ages before them: "two women, ages 31 and 44, and a boy"."""
    ages = (t for t in head.children if t.dep_ == "appos" and t.lower_ in lexicon.grammar().tally.ages)
    return [t for a in ages for t in a.conjuncts if is_person(t)]


def _is_name_of(name: Token, heads: list[Token]) -> bool:
    """Whether a name only names a noun in the list: "his mother Nima Orsk"."""
    return name.dep_ == "appos" and name.head in heads and person_names.name_at(name.head) is None


def _along_with(head: Token) -> list[Token]:
    """People added by "along with": "the driver, along with two passengers, was killed"."""
    near = [t for t in (*head.rights, *head.head.rights) if t.dep_ == "prep" and t.i > head.i]
    preps = (
        t
        for p in [*near, *_detached(head)]
        for t in (p, *p.children)
        if t.dep_ == "prep" and t.lower_ in phrase_words().with_
    )
    beside = (t for t in preps if t.nbor(-1).lower_ in phrase_words().along)
    return [n for prep in beside for n in prep.children if n.dep_ == "pobj" and persons(n) is not None]


def _detached(head: Token) -> list[Token]:
    """The word "along" that the parse attaches lower in the clause: after a comma, or under "based on questioning"."""
    beside = (t for t in head.head.subtree if t.i > head.i and t.dep_ == "prep" and t.lower_ in phrase_words().along)
    return [t for t in beside if t.nbor(-1).text == "," or not _is_in_other_clause(t, head.head)]


def _is_in_other_clause(token: Token, verb: Token) -> bool:
    between = takewhile(lambda t: t.i != verb.i, token.ancestors)
    return any(t.dep_ in {"relcl", "acl", "ccomp"} and t.lower_ not in phrase_words().not_clauses for t in between)
