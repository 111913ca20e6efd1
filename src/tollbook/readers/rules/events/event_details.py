"""What a sentence says was hit, with what, and in what kind of incident."""

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import Event, Thing
from tollbook.readers.rules import lexicon, phrases
from tollbook.readers.rules.events import event_statements

#: Words less than a clause's length apart are equally near to what they tell of.
_EQUALLY_NEAR = 12
#: A bus that drives is no place that was hit, nor is one that only tells what somebody drives ("a bus driver").
_NO_SITE = frozenset({"nsubj", "compound", "poss"})


def nearest_event(sentence: Sentence, anchor: Token) -> Event | None:
    """The kind of incident said nearest to the anchor; of two equally near, the higher in the lexicon."""
    kinds = lexicon.event_kinds()
    rank = {str(kind): i for i, kind in enumerate(kinds)}

    def order(phrase: phrases.Phrase) -> tuple[bool, int, int, int]:
        plain = rank[phrase.kind] == len(kinds) - 1
        return plain, abs(phrase.head.i - anchor.i) // _EQUALLY_NEAR, rank[phrase.kind], phrase.first

    best = min(phrases.find("events", sentence), key=order, default=None)
    return None if best is None else Event(kind=kinds[rank[best.kind]], text=best.text)


def sites(sentence: Sentence) -> list[Thing]:
    """Places in the sentence that can be hit, save those where the harmed were only treated."""
    found = phrases.find("sites", sentence)
    return [
        Thing(name=phrases.described(phrase), kind=phrase.kind)
        for phrase in found
        if phrase.head.dep_ not in _NO_SITE and not _is_treatment(phrase) and event_statements.is_target(phrase.head)
    ]


def _is_treatment(phrase: phrases.Phrase) -> bool:
    if phrase.kind != "hospital" or phrase.head.dep_ != "pobj":
        return False
    return phrase.head.head.head.lemma_.lower() in lexicon.grammar().place.treating


def weapons(sentence: Sentence) -> list[Thing]:
    """What the sentence says was used."""
    nouns = (p for p in phrases.find("weapons", sentence) if p.head.pos_ in {"NOUN", "PROPN"})
    return [Thing(name=_name(phrase), kind=phrase.kind) for phrase in nouns]


def _name(phrase: phrases.Phrase) -> str:
    start, end = phrases.noun_phrase(phrase.head)
    return phrases.words(phrase.head.doc, min(start, phrase.start), end)
