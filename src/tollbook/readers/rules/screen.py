"""The screen: a fast filter that keeps reports without casualties or attacks from being read.

It has two steps. A text without a word for casualties or attacks does not pass; a text with many of them, or with a
phrase that mentions an attack ("the killing of"), passes. Of any other text only the sentences with such a word are
parsed, a few at a time, until one reports a casualty, a site hit or an attack. The screen is made for streams in which
few reports matter. A report that does not pass is stored without claims and marked by its finder, never dropped; it is
read when it is added again without the screen.
"""

import functools
import re
from collections.abc import Iterator
from itertools import islice

import msgspec

from tollbook.model import OUTCOMES, Report
from tollbook.readers.rules import version
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events import acts, attacks
from tollbook.readers.rules.parsing import parser
from tollbook.readers.rules.words import inflection, language, lexicon

#: The finder of a report that the screen excluded: it was stored and not read.
FINDER = f"screen/{version.current()}"
_WORD = re.compile(r"[a-z]+")
#: Up to a stop before a space, or to a blank line: lines of a fixed width run on.
_SENTENCE = re.compile(r"(?:[^.!?\n]|[.!?](?!\s)|\n(?![ \t]*\n))+[.!?]*")
#: Sentences parsed at a time: of relevant reports, 95 in 100 have a casualty or attack in the first three of them.
_AT_ONCE = 3
#: A text passes by its words alone with this many words for casualties or attacks, and this share of all its words.
#: With two in a hundred 10 instead of 7 of 831 irrelevant reports passed, for one more of 2,585 relevant ones.
_MANY, _SHARE = 3, 0.03


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``screen.toml``."""

    phrases: tuple[str, ...]
    words: frozenset[str]
    common: frozenset[str]


@functools.cache
def _screen() -> _Words:
    return language.lexicon("screen", _Words)


@functools.cache
def words() -> frozenset[str]:
    """Every word that the screen looks for: the inflected words of the lexicons, and those of ``screen.toml``."""
    forms = {form for lemma, forms in _lexicon_words() if lemma not in _screen().common for form in forms}
    common = {form for lemma, forms in _lexicon_words() if lemma in _screen().common for form in forms}
    return frozenset((forms - common) | _screen().words)


def _lexicon_words() -> Iterator[tuple[str, frozenset[str]]]:
    """Single words of the lexicons for casualties, events and weapons, with their forms."""
    for known in lexicon.casualty_types().values():
        yield from ((lemma, inflection.verb_forms(lemma)) for lemma in known.done_to | known.undergo)
        yield from ((lemma, inflection.noun_forms(lemma)) for lemma in known.noun)
        yield from ((word, frozenset({word})) for word in known.state)
    verbs = attacks.verbs() | acts.verbs()
    for name in ("events", "weapons"):
        for lemma in (phrase[0] for phrase in lexicon.phrases(name) if len(phrase) == 1):
            as_verb = inflection.verb_forms(lemma) if lemma in verbs else frozenset[str]()
            yield lemma, inflection.noun_forms(lemma) | as_verb


@functools.cache
def _phrases() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(_screen().phrases)})\b", re.I)


def passes(text: str) -> bool:
    """Whether the text mentions casualties or attacks by its words, or reports one in a sentence with such a word."""
    text_words = _WORD.findall(text.lower())
    number = _number_known(text_words)
    if not number:
        return False
    dense = number >= _MANY and number >= _SHARE * len(text_words)
    return dense or _phrases().search(text) is not None or any(map(_reports_something, _parsed(text)))


def _number_known(text_words: list[str]) -> int:
    """The number of words for casualties or attacks among some words."""
    return sum(map(words().__contains__, text_words))


def _parsed(text: str) -> Iterator[Document]:
    """The sentences with such a word, a few at a time, parsed without names; blank lines separate them."""
    sentences = (match.group() for match in _SENTENCE.finditer(text))
    relevant = (sentence for sentence in sentences if _number_known(_WORD.findall(sentence.lower())))
    while few := "\n\n".join(islice(relevant, _AT_ONCE)):
        yield Document(Report(id="", sha256="", text=few), parser.parse(few, names=False))


def _reports_something(document: Document) -> bool:
    casualties = any(finding.kind in OUTCOMES for findings in document.findings for finding in findings)
    return casualties or any(document.damage) or any(map(attacks.attack, document.sentences))
