"""What follows an attack: arrests, courts, funerals. The day of these is not the day of the attack."""

from collections.abc import Iterator
from itertools import takewhile

from spacy.tokens import Token

from tollbook.readers.rules import lexicon


def follows(token: Token) -> bool:
    """Whether a word tells of what follows an attack: "was arrested", "was taken into custody", "a vigil was held"."""
    known = lexicon.grammar().aftermath
    if token.pos_ == "VERB" and token.lemma_.lower() in known.verbs:
        return True
    beside = [t for t in token.children if t.dep_ in {"nsubj", "nsubjpass"}]
    beside += [t for prep in token.children if prep.dep_ == "prep" for t in prep.children]
    return any(t.lemma_.lower() in known.nouns for t in [token, *beside])


def parts(day: Token, anchor: Token) -> bool:
    """Whether something that follows the attack stands between a day and a finding, so that the day is of that."""
    return any(follows(word) for word in _between(day, anchor))


def _between(day: Token, anchor: Token) -> Iterator[Token]:
    """The words by which a day hangs together with a finding, up to the verb of the day; none where it is its own."""
    inside = {t.i for t in anchor.subtree}
    over: list[Token] = []
    for word in day.ancestors:
        if word.i in inside:
            return
        over.append(word)
        if word.pos_ in {"VERB", "AUX"}:
            break
    yield from over
    above = {t.i for t in [*over, *day.ancestors]}
    yield from takewhile(lambda word: word.i not in above, anchor.ancestors)
