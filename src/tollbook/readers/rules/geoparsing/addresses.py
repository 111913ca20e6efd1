"""Street addresses: "the 400 block of Elm Street", "12 Mill Lane", "Fifth and Main streets", "on al-Dar Street".

No gazetteer has them, so they get no coordinates of their own. They are the finest words for the place of an event,
UCDP GED's ``where_description``.
"""

import functools
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec
from spacy.tokens import Doc, Token

from tollbook.readers.rules.words import language

#: The most words in the name of a street, without its direction: "Dr. Martin Luther King Drive" has four.
_NAME_WORDS = 4
#: The most words of a street in a block or at a corner if no noun for a street ends it: "the 3100 block of West Orsk".
_BARE_WORDS = 3


class AddressWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lists of ``addresses.toml``; each is explained there."""

    streets: tuple[str, ...]
    abbreviated: tuple[str, ...]
    numbered: tuple[str, ...]
    plural: tuple[str, ...]
    directions: tuple[str, ...]
    articles: tuple[str, ...]
    corners: tuple[str, ...]
    joining: tuple[str, ...]
    beside: tuple[str, ...]
    blocks: tuple[str, ...]
    before: tuple[str, ...]
    definite: tuple[str, ...]
    never: frozenset[str]
    courts: frozenset[str]
    of_residents: frozenset[str]
    living: frozenset[str]
    gathering: frozenset[str]
    inside_names: tuple[str, ...]
    parts_of: tuple[str, ...]


class Address(NamedTuple):
    """The words of an address, in code points of the text."""

    start: int
    end: int
    text: str


@functools.cache
def address_words() -> AddressWords:
    """The words of street addresses."""
    return language.lexicon("addresses", AddressWords)


def find(doc: Doc, text: str) -> tuple[Address, ...]:
    """The addresses of a report in text order, without those where somebody lives. ``doc`` is the parse of ``text``."""
    return tuple(address for address in every(text) if not _is_residence(doc, address))


def every(text: str) -> Iterator[Address]:
    """All addresses of a text, those where somebody lives among them."""
    found = (Address(*m.span(m.lastgroup or 0), m[m.lastgroup or 0]) for m in _pattern().finditer(text))
    return (address for address in found if not _is_court(address))


def _is_court(address: Address) -> bool:
    """Whether the words name a court or a rank: "the Superior Court", "in First Place"."""
    words = address.text.rstrip(".").split()
    return words[-1] in address_words().courts and words[-2:-1] != [] and words[-2] in address_words().never


def _is_residence(doc: Doc, address: Address) -> bool:
    """Whether an address is that of a person: "a man of the 400 block of Elm Street", "who lives in Elm Street"."""
    span = doc.char_span(address.start, address.end, alignment_mode="expand")
    if span is None or span.start == 0:
        return False
    before = _preposition(span[0])
    known = address_words()
    return before is not None and (before.lower_ in known.of_residents or before.head.lemma_.lower() in known.living)


def _preposition(first: Token) -> Token | None:
    """The word before an address, without an article."""
    before = first.nbor(-1)
    if before.lower_ in address_words().definite:
        return before.nbor(-1) if before.i > 0 else None
    return before


def alternatives(words: Iterable[str]) -> str:
    """A pattern for any of some words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


@functools.cache
def _pattern() -> re.Pattern[str]:
    """One group for each shape of an address."""
    known = address_words()
    # A full stop belongs to a short word only: "St. Olav Street", but "the 400 block of Orsk. Police said".
    word = rf"(?:(?:{alternatives(known.articles)})-[\w'’-]+|[A-Z]\w{{0,3}}\.|[A-Z][\w'’-]*+|\d+(?:st|nd|rd|th)\b)"
    direction = rf"(?:[ ](?:{alternatives(known.directions)})(?!\w))?"
    numbered = rf"(?:{alternatives(known.numbered)})[ ]\d+\b"
    noun = rf"(?:{numbered}|(?:{alternatives(known.streets)})\b(?!-)|(?:{alternatives(known.abbreviated)})\b\.?)"
    street = rf"(?:(?:{word}[ ]){{1,{_NAME_WORDS + 1}}}{noun}{direction})"
    # A full stop after a street without its noun ends the sentence.
    plain = r"(?:[A-Z][\w'’-]*+|\d+(?:st|nd|rd|th)\b)"
    bare = rf"(?:{street}|(?:{word}[ ]){{0,{_BARE_WORDS - 1}}}?{plain}(?:[ ]{plain})?)"
    joined, beside = rf"(?:{alternatives(known.joining)})", rf"(?:{alternatives((*known.joining, *known.beside))})"
    plural, the = rf"(?:{alternatives(known.plural)})\b", rf"(?:(?:{alternatives(known.definite)})[ ])?"
    few = rf"{word}(?:[ ]{word}){{0,{_BARE_WORDS - 1}}}"
    shapes = (
        rf"(?P<block>\b\d[\d-]{{0,9}}(?:st|nd|rd|th)?[ ](?:{alternatives(known.blocks)})[ ]{bare})",
        rf"(?P<corner>\b(?:{alternatives(known.corners)})[ ]{the}{bare}[ ]{joined}[ ]{bare}(?:[ ]{plural})?)",
        rf"(?P<pair>(?<!\w){few}[ ]{joined}[ ]{few}[ ]{plural})",
        rf"(?<![\w,.$£€])(?P<number>\d{{1,5}}(?:-\d{{1,5}})?[ ]{street})",
        rf"\b(?:{alternatives(known.before)})[ ]{the}(?P<street>{street}(?:,?[ ]{beside}[ ]{street})?)",
    )
    return re.compile("|".join(shapes))
