"""Events that a sentence sets some days before its own: "a bomb went off a day after shelling killed 24"."""

from spacy.tokens import Token

from tollbook import quantities
from tollbook.readers.rules import lexicon
from tollbook.readers.rules.language import LOCALE


def days_earlier(anchor: Token) -> int:
    """How many days before the event of its sentence something was: "a day after shelling killed 24" is one."""
    conjunction = _later_event(anchor)
    if conjunction is None:
        return 0
    unit = conjunction.nbor(-1)
    return lexicon.grammar().earlier.units[unit.lower_] * (quantities.number(unit.nbor(-1).text, LOCALE) or 1)


def own_words(anchor: Token) -> range:
    """Indexes of the words of a sentence that can tell of the anchor's event, and not of one some days later."""
    conjunction, sentence = _later_event(anchor), anchor.sent
    if conjunction is None:
        return range(sentence.start, sentence.end)
    ends = (t.i for t in sentence if t.i > anchor.i and t.is_punct)
    return range(conjunction.i, next(ends, sentence.end))


def _later_event(anchor: Token) -> Token | None:
    """The "after" in "a day after shelling killed 24", before which the sentence tells of a later event."""
    known = lexicon.grammar().earlier
    for word in anchor.sent[: anchor.i - anchor.sent.start]:
        if word.lower_ in known.conjunctions and word.i > anchor.sent.start and word.i + 1 < anchor.sent.end:
            unit = word.nbor(-1)
            if unit.lower_ in known.units and unit.i > anchor.sent.start and _reports(word, anchor):
                return word
    return None


def _reports(word: Token, anchor: Token) -> bool:
    """Whether the event of ``anchor`` is what "after" introduces, with nothing but its subject and day in between."""
    between = anchor.doc[word.i + 1 : anchor.i]
    return not any(t.is_punct or (t.pos_ in {"VERB", "AUX"} and not _is_auxiliary(t)) for t in between)


def _is_auxiliary(token: Token) -> bool:
    return token.dep_ in {"aux", "auxpass"} or token.tag_ == "VBG"
