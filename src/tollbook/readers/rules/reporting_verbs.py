"""Verbs of reporting, and nouns that are their subjects: "said", "told", "the Red Cross" of "the Red Cross said"."""

import functools

from spacy.tokens import Token

from tollbook.readers.rules import lexicon
from tollbook.readers.rules.attribution.reporting_lexicon import speech

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})


def reports_speech(word: Token) -> bool:
    """Whether a verb reports what somebody said: the place and day of a statement are not those of the event."""
    return word.lemma_.lower() in _verbs()


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
