"""Lists of names ("Ana Brod, 25, her son Jon, 4, and Ilse Vell, 31"), and whether two names are of one person."""

import functools
from itertools import takewhile

from spacy.tokens import Doc, Token

from tollbook.readers.rules.parsing import parser
from tollbook.readers.rules.parsing.head_changes import introduces_one
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.persons.name_contexts import is_possessor
from tollbook.readers.rules.persons.person_names import PersonName
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.person_words import aged_name, between_names, name_lexicon

#: Dependency labels of a name that the parse attaches to another: the next of a list, or an apposition.
_ATTACHED = frozenset({"conj", "appos"})
_PLURALS = frozenset({"NNS", "NNPS"})


@functools.lru_cache(maxsize=4)
def _lists(doc: Doc) -> dict[int, tuple[PersonName, ...]]:
    """Every list of two or more names, by the first token of each of its names."""
    lists: dict[int, tuple[PersonName, ...]] = {}
    run: list[PersonName] = []
    for name in person_names.names(doc):
        if run and not _follows(doc, run[-1], name):
            lists.update({n.first: tuple(run) for n in run if len(run) > 1})
            run = []
        run.append(name)
    lists.update({n.first: tuple(run) for n in run if len(run) > 1})
    return lists


def list_of(name: PersonName, doc: Doc) -> tuple[PersonName, ...]:
    """The names of the list that a name is in, itself included; only itself if it is in no list."""
    return _lists(doc).get(name.first, (name,))


def listed_with(token: Token) -> list[Token]:
    """The last tokens of the other names in the list of the name that a token belongs to."""
    name = person_names.name_at(token)
    return [] if name is None else [token.doc[n.end - 1] for n in list_of(name, token.doc) if n != name]


def names_after(noun: Token) -> tuple[PersonName, ...]:
    """The names of several people that follow their noun: "her sisters Ana and Ilse Brod"; not of "her neighbour"."""
    if noun.tag_ not in _PLURALS:
        return ()
    after = noun.doc[noun.i + 1 : noun.sent.end]
    after = after[1:] if len(after) and after[0].text == "," else after
    first = person_names.name_at(after[0]) if len(after) else None
    if first is None or noun.doc[first.end - 1].head != noun:
        return ()
    following = (name for name in list_of(first, noun.doc) if name.first > first.first)
    return first, *takewhile(lambda name: not introduces_one(noun.doc[name.end - 1]), following)


def _follows(doc: Doc, one: PersonName, other: PersonName) -> bool:
    """Whether the second name follows the first in a list. Two names without ages need the parse to say so."""
    last, after = doc[one.end - 1], doc[other.end - 1]
    if last.sent != after.sent or is_possessor(after) or is_possessor(last):
        return False
    if last.text != one.text.split()[-1] == other.text.split()[-1]:
        return True  # "Dan and Ivo Lerch"
    text = parser.text_of(doc)
    between = text[last.idx + len(last) : doc[_with_titles(other, doc)].idx]
    match = between_names().fullmatch(between)
    if match is None:
        return False
    aged = match["after"] or match["before"] or aged_name().match(text[after.idx + len(after) :][:20])
    joined = after.dep_ in _ATTACHED and (after.head == last or after.head.dep_ in _ATTACHED or after.head == last.head)
    return (
        joined
        or (bool(aged) and after.dep_ not in {"nsubj", "poss"})
        or (bool(match["after"]) and any(word in between for word in lexicon.grammar().function.and_))
    )


def _with_titles(name: PersonName, doc: Doc) -> int:
    """The first token of a name with its titles: "Corporal Jon Vell"."""
    first = name.first
    while (
        first > doc[first].sent.start
        and doc[first - 1].lower_ in name_lexicon().titles
        and doc[first - 1].text[0].isupper()
    ):
        first -= 1
    return first


def is_same_name(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two names of one report are of one person.

    They are if first and last word are equal, or if one is the first or last word of the other. A title alone has no
    words and is no name of anybody.
    """
    if not (one and other):
        return False
    if len(one) == 1 or len(other) == 1:
        short, full = sorted((one, other), key=len)
        return short[0] in {full[0], full[-1]}
    return one[-1] == other[-1] and one[0] == other[0]
