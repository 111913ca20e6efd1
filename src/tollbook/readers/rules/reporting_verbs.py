"""Verbs of reporting, and nouns that are their subjects: "said", "told", "the Red Cross" of "the Red Cross said"."""

import functools

from spacy.tokens import Token

from tollbook.readers.rules import lexicon
from tollbook.readers.rules.attribution.reporting_lexicon import speech

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
#: How many words after its verb the object is at most: "claimed the lives of", "claimed at least 12 civilian lives".
_OBJECT_WITHIN = 5


def reports_speech(word: Token) -> bool:
    """Whether a verb reports what somebody said: the place and day of a statement are not those of the event."""
    lemma = word.lemma_.lower()
    return lemma in _verbs() and not says_nothing(word, lemma)


def says_nothing(cue: Token, lemma: str) -> bool:
    """Whether a verb reports nothing with its object, wherever a damaged sentence ties it: "claimed lives"."""
    objects = speech().not_saying.get(lemma, frozenset())
    after = cue.doc[cue.i + 1 : min(cue.sent.end, cue.i + 1 + _OBJECT_WITHIN)]
    return any(t.lemma_.lower() in objects for t in after)


def speaks(noun: Token) -> bool:
    """Whether a noun is the subject of a verb of reporting.

    Without a comma the parser often makes it the object of the verb before: "eight others injured the Red Cross said".
    """
    if noun.dep_ in _SUBJECTS:
        return reports_speech(noun.head)
    start = noun.right_edge.i + 1
    perfect = start < len(noun.doc) and noun.doc[start].lemma_ == "have"
    after = noun.doc[start + perfect : start + perfect + 2]
    said = len(after) > 0 and after[0].tag_ == ("VBN" if perfect else "VBD") and reports_speech(after[0])
    return said and all(t.dep_ not in _SUBJECTS for t in after[0].children) and after[-1].lower_ != "to"


@functools.cache
def _verbs() -> frozenset[str]:
    return frozenset(speech().reporting) | lexicon.grammar().place.reporting
