"""Street addresses: "the 400 block of Elm Street", "12 Mill Lane", "Fifth and Main streets", "on al-Dar Street".

No gazetteer has them, so they get no coordinates of their own. They are the finest words for the place of an event,
UCDP GED's ``where_description``. Words are data of a language (``locale/CODE/addresses.toml``).
"""

import functools
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from tollbook.locale import Locale

#: The most words in the name of a street, with its direction: "N. Martin Luther King Jr. Drive" has five.
_NAME_WORDS = 5
#: The most words of a street in a block or at a corner if no noun for a street ends it: "the 3100 block of West Orsk".
_BARE_WORDS = 3
#: The letters of a word in the name of a street; a bound, so that the time grows with the length of the text.
_LONGEST_WORD = 40


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of ``locale/CODE/addresses.toml``; each list is explained there."""

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


class Address(NamedTuple):
    """The words of an address, in code points of the text."""

    start: int
    end: int
    text: str


def find(text: str, locale: Locale) -> Iterator[Address]:
    """All addresses of a text, in text order; courts and ranks ("the High Court", "First Place") are none."""
    known = _grammar(locale)
    for match in known.pattern.finditer(text):
        group = match.lastgroup or 0
        words = match[group].rstrip(".").split()
        is_court = words[-1] in known.tables.courts and len(words) > 1 and words[-2] in known.tables.never
        if not is_court:
            yield Address(*match.span(group), match[group])


def is_address(words: str, locale: Locale) -> bool:
    """Whether words are a street address, and not the name of a site: "12 Elm Street", "Delun Mosque"."""
    # A street without a number is one after a preposition.
    before = _grammar(locale).tables.before[0]
    return any(True for text in (words, f"{before} {words}") for _ in find(text, locale))


def own_words(address: str, locale: Locale) -> frozenset[str]:
    """The words that an address or a site may share with no other, folded: names, and numbers of streets.

    "400", "block" and "Street" are left out: reports give the house or the block of one street.
    """
    known = _grammar(locale)
    words = (word.strip(".,’'") for word in address.split())
    names = (word for word in words if word[:1].isupper() or (word[:1].isdigit() and not word.isdigit()))
    return frozenset(word.casefold() for word in names) - known.common


def alternatives(words: Iterable[str]) -> str:
    """A pattern for any of some words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


class _Grammar:
    """The tables of one language, and the pattern made from them."""

    def __init__(self, locale: Locale) -> None:
        self.tables = locale.table("addresses", _Tables)
        known = self.tables
        lists = (known.streets, known.abbreviated, known.numbered, known.plural, known.directions)
        self.common = frozenset(word.strip(".").casefold() for words in lists for word in words)
        self.pattern = re.compile("|".join(_shapes(known)))


@functools.cache
def _grammar(locale: Locale) -> _Grammar:
    return _Grammar(locale)


def _shapes(known: _Tables) -> Iterator[str]:
    """One pattern for each shape of an address, with one group: the address."""
    # A full stop belongs to a short word only: "St. Olav Street". After the name of a street it ends the sentence.
    plain = rf"(?:[A-Z][\w'’-]{{0,{_LONGEST_WORD}}}+|\d{{1,3}}(?:st|nd|rd|th)\b)"
    word = rf"(?:(?:{alternatives(known.articles)})-[\w'’-]{{1,{_LONGEST_WORD}}}+|[A-Z]\w{{0,3}}\.|{plain})"
    direction = rf"(?:[ ](?:{alternatives(known.directions)})(?!\w))?"
    numbered = rf"(?:{alternatives(known.numbered)})[ ]\d+\b"
    noun = rf"(?:{numbered}|(?:{alternatives(known.streets)})\b(?!-)|(?:{alternatives(known.abbreviated)})\b\.?)"
    street = rf"(?:(?:{word}[ ]){{1,{_NAME_WORDS}}}{noun}{direction})"
    bare = rf"(?:{street}|(?:{word}[ ]){{0,{_BARE_WORDS - 1}}}?{plain}(?:[ ]{plain})?)"
    few = rf"{word}(?:[ ]{word}){{0,{_BARE_WORDS - 1}}}"
    joined, beside = rf"(?:{alternatives(known.joining)})", rf"(?:{alternatives((*known.joining, *known.beside))})"
    plural, the = rf"(?:{alternatives(known.plural)})\b", rf"(?:(?:{alternatives(known.definite)})[ ])?"
    yield rf"(?P<block>\b\d[\d-]{{0,9}}(?:st|nd|rd|th)?[ ](?:{alternatives(known.blocks)})[ ]{bare})"
    yield rf"(?P<corner>\b(?:{alternatives(known.corners)})[ ]{the}{bare}[ ]{joined}[ ]{bare}(?:[ ]{plural})?)"
    yield rf"(?P<pair>(?<!\w){few}[ ]{joined}[ ]{few}[ ]{plural})"
    yield rf"(?<![\w,.$£€])(?P<number>\d{{1,5}}(?:-\d{{1,5}})?[ ]{street})"
    yield rf"\b(?:{alternatives(known.before)})[ ]{the}(?P<street>{street}(?:,?[ ]{beside}[ ]{street})?)"
