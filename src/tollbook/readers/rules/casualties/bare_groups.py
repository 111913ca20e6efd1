"""People with an outcome whom no number counts, beside others: "martyrs and wounded", "deaths or injuries"."""

from collections.abc import Iterator

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import ClaimKind, Count
from tollbook.readers.rules import lexicon
from tollbook.readers.rules.casualties.semantic_roles import is_person_or_relative
from tollbook.readers.rules.casualties.toll_figures import Tally
from tollbook.readers.rules.factuality import certainty, negated
from tollbook.readers.rules.persons.lexicon import phrase_words

#: Parts of speech of words before a group that say that it is known already, or counted: "the", "their", "12".
_DETERMINED = frozenset({"DET", "NUM", "PRON"})


def find(sentence: Sentence) -> Iterator[Tally]:
    """The second of two groups, where the sentence reports both."""
    for first in sentence:
        kind = _second(first)
        if kind is not None and _are_reported(first):
            word = first.nbor(2)
            end = word.idx + len(word)
            yield Tally(kind, word.idx, end, Count(qualifier="vague", text=word.text), None, False, word)


def _second(first: Token) -> ClaimKind | None:
    """The outcome of the second group of "martyrs and wounded"."""
    if first.i + 2 >= first.sent.end or first.tag_ not in {"NNS", "NNPS"}:
        return None
    if lexicon.casualty_type_of("noun").get(first.lemma_.lower()) is None:
        return None
    joining = phrase_words().alternatives | {phrase_words().lists.conjunction}
    return lexicon.grammar().tally.sets.get(first.nbor(2).lower_) if first.nbor(1).lower_ in joining else None


def _are_reported(first: Token) -> bool:
    """Whether there are said to be such people: not "families of martyrs and wounded", "no deaths or injured"."""
    if any(t.pos_ in _DETERMINED for t in first.lefts):
        return False
    owner = first.head.head if first.dep_ == "pobj" and first.head.lower_ == "of" else None
    is_of_people = owner is not None and is_person_or_relative(owner) and not owner.like_num
    verb = next((t for t in first.ancestors if t.pos_ in {"VERB", "AUX"}), first)
    return not is_of_people and not negated(verb) and certainty(verb) == "asserted"
