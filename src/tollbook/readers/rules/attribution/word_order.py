"""Source phrases by word order, for text whose commas and quotation marks are lost and whose parse goes astray.

"… killed four people the Arvon news agency has reported": the phrase right before the cue is who reported it.
"""

from collections.abc import Iterable

from spacy.tokens import Doc, Token

from tollbook.readers.rules.attribution.reporting_lexicon import speech
from tollbook.readers.rules.attribution.speech_acts import Phrase

_BETWEEN = frozenset({"RB", "RBR"})
_HAVE = frozenset({"has", "have", "had", "was", "were", "is", "are", "'s", "also"})
_PART = ("NN", "JJ", "POS", "HYPH", "AFX", ":")
_JOINING = frozenset({"of", "for", "in", "at"})


def speaks(token: Token) -> bool:
    """Whether a noun can be someone who speaks: a role, a body, an outlet, a name."""
    known = speech().speakers
    return token.ent_type_ in {"PERSON", "ORG"} or token.lower_ in known or token.lemma_.lower() in known


def phrase_before(doc: Doc, end: int, first: int) -> Phrase | None:
    """The noun phrase right before ``end`` and not before ``first``; adverbs and auxiliaries are passed over."""
    while end > first and (doc[end - 1].tag_ in _BETWEEN or doc[end - 1].lower_ in _HAVE):
        end -= 1
    last = end - 1
    if last < first or doc[last].ent_type_ in {"DATE", "TIME"}:
        return None
    if doc[last].tag_ == "PRP":
        return Phrase(last, last, end)
    if not doc[last].tag_.startswith("NN"):
        return None
    head, start = _backwards(doc, last, first)
    if start - 2 >= first and doc[start - 1].lower_ == "and" and speaks(doc[start - 2]):
        joined = phrase_before(doc, start - 1, first)
        if joined is not None:
            return Phrase(joined.head, joined.start, end)
    return Phrase(head, start, end)


def _backwards(doc: Doc, last: int, first: int) -> tuple[int, int]:
    """Head and start of a phrase whose last word is ``last``."""
    head = start = last
    while start > first:
        word = doc[start - 1]
        if word.tag_ in {"DT", "PRP$"}:
            return head, start - 1
        if word.lower_ in _JOINING and start - 2 >= first and speaks(doc[start - 2]):
            head = start = start - 2
        elif _belongs(word, doc[head]):
            start -= 1
        else:
            break
    return head, start


def _belongs(word: Token, head: Token) -> bool:
    """Whether a word before a noun is part of its phrase rather than the end of the phrase before."""
    if word.tag_ in {"VBN", "VBG"}:
        return word.i > 0 and word.nbor(-1).text == "-"
    if not word.tag_.startswith(_PART) or (word.tag_ == ":" and word.text != "-"):
        return False
    if speaks(word) or not word.tag_.startswith("NN"):
        return True
    return word.tag_ not in {"NNS"} and (word.tag_ == "NNP" or head.tag_ not in {"NNP", "NNPS"})


def phrase_after(doc: Doc, start: int, last: int) -> Phrase | None:
    """The noun phrase that starts right at ``start``; it ends at a number, another article or a verb."""
    at = start
    if at < last and doc[at].tag_ in {"DT", "PRP$"}:
        at += 1
    end, head = _forwards(doc, at, last)
    if head is None:
        return None
    if end + 1 < last and doc[end].lower_ in _JOINING and speaks(doc[head]):
        inner = phrase_after(doc, end + 1, last)
        end = inner.end if inner is not None else end
    return Phrase(head, start, end)


def _forwards(doc: Doc, at: int, last: int) -> tuple[int, int | None]:
    head = None
    while at < last and doc[at].tag_.startswith(("NN", "JJ", "POS", "HYPH", "AFX", "PRP", "VBN")):
        if doc[at].tag_.startswith(("NN", "PRP")):
            head = at
        at += 1
    return (head + 1 if head is not None else at), head


def spoken_by(doc: Doc, start: int, last: int) -> Phrase | None:
    """The speaker after a cue in "… said the mayor"."""
    found = phrase_after(doc, start, last)
    return found if found is not None and speaks(doc[found.head]) else None


def finite(tokens: Iterable[Token]) -> bool:
    """Whether any of the words is a verb that could head a clause."""
    return any(t.tag_.startswith("VB") or t.tag_ == "MD" for t in tokens)
