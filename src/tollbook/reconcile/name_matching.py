"""Matches spellings of one person, organisation or thing: transliterations, titles, initials, acronyms, wordings."""

import functools
import re
from collections.abc import Hashable, Iterable
from typing import TypeVar

import msgspec
from anyascii import anyascii
from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from tollbook import locale

T = TypeVar("T")
#: Letters that differ between romanisations of one name, and what they are folded to; longest first.
_FOLDS = (("sch", "s"), ("sh", "s"), ("kh", "h"), ("gh", "g"), ("ph", "f"), ("ck", "k"), ("ou", "u"), ("oo", "u"),
          ("ee", "i"), ("y", "i"), ("j", "i"), ("w", "v"), ("q", "k"))  # fmt: skip
_DOUBLED = re.compile(r"(.)\1+")
_WORDS = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
#: Least similarity of two folded words of a name, in percent. Sergei and Sergiy are 91 once folded, Tarkhan and Tarhan
#: 100; Maria and Mario are 80, Joan and John 75, and must stay apart.
_SAME_WORD = 84.0
#: Words up to this length are different names if two letters are swapped: Nial and Nila.
_SHORT = 4
#: Size of the caches of names and words: those of some thousand reports. All of a large book would fill the memory.
CACHE_SIZE = 1 << 16


#: "Korven, Ilya", as lists write names: two words, or three, and nothing else.
_SURNAME_FIRST = re.compile(r"^([A-Z][\w'’-]+),\s+([A-Z][\w'’-]+(?:\s+[A-Z][\w.'’-]*)?)$")


class _WordLists(msgspec.Struct, frozen=True):
    """The shape of ``lexicon/CODE/words.toml``."""

    titles: frozenset[str]
    alike: list[tuple[str, str]]
    articles: frozenset[str]
    kinship: frozenset[str]
    describing: frozenset[str]
    speaking_for: frozenset[str]
    institutions: frozenset[str]
    forces: frozenset[str]
    bodies: frozenset[str]
    crowds: frozenset[str]
    authorities: frozenset[str]
    passing_on: frozenset[str]
    media: frozenset[str]
    of_state: frozenset[str]
    members: frozenset[str]
    undescribing: frozenset[str]
    pointing_back: frozenset[str]
    others: frozenset[str]
    in_general: frozenset[str]
    owners: frozenset[str]
    own_death: frozenset[str]
    attackers: frozenset[str]
    unnamed: frozenset[str]
    before_unnamed: frozenset[str]
    insurgents: frozenset[str]
    versions: frozenset[str]
    lowered: frozenset[str]
    responders: frozenset[str]
    joining: frozenset[str]
    setting_beside: frozenset[str]
    not_in_names: frozenset[str]
    agencies: frozenset[str]
    directions: frozenset[str]
    relations: frozenset[str]
    children: frozenset[str]
    of_one_kind: frozenset[str]
    grown: frozenset[str]
    set_apart: frozenset[str]
    events: frozenset[str]
    several: frozenset[str]
    operations: frozenset[str]
    regions: frozenset[str]
    dying: frozenset[str]
    dead: frozenset[str]
    hurt: frozenset[str]
    dead_or_hurt: frozenset[str]
    early: frozenset[str]
    later: frozenset[str]
    risen: frozenset[str]
    denying: frozenset[str]
    denied_before: frozenset[str]
    before_weapons: frozenset[str]
    beside_weapons: frozenset[str]
    numbers: frozenset[str]
    singulars: dict[str, str]
    general_weapons: frozenset[str]
    general_sites: frozenset[str]
    any_buildings: frozenset[str]
    building_parts: frozenset[str]
    alike_weapons: dict[str, str]
    more_sites: frozenset[str]
    wires: dict[str, str]


@functools.cache
def word_lists() -> _WordLists:
    """The lists of titles, institutions, unnamed groups, agencies and other words."""
    return locale.DEFAULT.lexicon("reconcile", "words", _WordLists)


# Fewer are kept than of names: whole sentences are among them.
@functools.lru_cache(maxsize=CACHE_SIZE // 8)
def all_words(text: str) -> tuple[str, ...]:
    """The words of a text in lower-case ASCII, without a possessive s."""
    return tuple(anyascii(w).lower().removesuffix("'s") for w in _WORDS.findall(text))


@functools.lru_cache(maxsize=CACHE_SIZE)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a name in lower-case ASCII, without titles, articles and ages: ``("ilias", "tarhan")``.

    A surname before a comma is moved to the end.
    """
    plain = all_words(_SURNAME_FIRST.sub(r"\2 \1", name.strip()))
    ignored = word_lists().titles | word_lists().articles
    own = tuple(w for w in plain if w not in ignored and not any(c.isdigit() for c in w))
    return own or plain


def key(name: str) -> str:
    """A name as one normalised string."""
    return " ".join(name_words(name))


@functools.lru_cache(maxsize=CACHE_SIZE)
def full_key(name: str) -> str:
    """The name of an outlet or a place as one normalised string, with its numbers ("Channel 4", "Camp 5")."""
    plain = all_words(name)
    return " ".join([word for word in plain if word not in word_lists().articles] or plain)


@functools.lru_cache(maxsize=CACHE_SIZE)
def fold(word: str) -> str:
    """A word with letters folded that transliterations confuse: ``sergiy`` and ``sergei`` become similar."""
    for letters, one in _FOLDS:
        word = word.replace(letters, one)
    return _DOUBLED.sub(r"\1", word)


def same_word(one: str, other: str) -> bool:
    """Whether two words of names are spellings of one, or one is the other's initial."""
    if len(one) == 1 or len(other) == 1:
        return one[:1] == other[:1]
    return fuzz.ratio(fold(one), fold(other)) >= _SAME_WORD or _swapped(one, other)


def _swapped(one: str, other: str) -> bool:
    """Whether two neighbouring letters are swapped, a common typing error: Marlena and Marelna."""
    return len(one) > _SHORT and sorted(one) == sorted(other) and OSA.distance(one, other) == 1


@functools.lru_cache(maxsize=CACHE_SIZE)
def _are_different_names(one: str, other: str) -> bool:
    """Whether two similar given names belong to two people: Jan and Jana, Michael and Michelle."""
    short, long = sorted((one, other), key=len)
    feminine = len(short) > 1 and long == f"{short}a"
    return feminine or any({one, other} == set(pair) for pair in word_lists().alike)


@functools.lru_cache(maxsize=CACHE_SIZE)
def same_person(one: str, other: str) -> bool:
    """Whether two full names are one: all words similar or an initial; a middle name may be missing in one.

    The order of the two does not matter. A last word that is an initial is no evidence. A name of a single word equals
    only itself.
    """
    a, b = name_words(one), name_words(other)
    if len(a) < 2 or len(b) < 2:
        return a == b
    if _are_different_names(a[0], b[0]):
        return False
    if min(len(a[-1]), len(b[-1])) < 2:
        return a == b
    if len(a) == len(b):
        return all(same_word(x, y) for x, y in zip(a, b, strict=True))
    return min(len(a), len(b)) == 2 and same_word(a[-1], b[-1]) and same_word(a[0], b[0])


def is_surname_of(short: str, full: str) -> bool:
    """Whether a single word is the surname of a full name. "Abu Zaki" has none: Zaki is the name of a child."""
    a, b = name_words(short), name_words(full)
    if len(a) != 1 or len(b) < 2 or b[-2] in word_lists().kinship:
        return False
    return len(a[0]) > 1 and same_word(a[0], b[-1])


def is_part_of(short: str, full: str) -> bool:
    """Whether a single word is the first name or the surname of a full name; up to three letters must be the same."""
    a, b = name_words(short), name_words(full)
    if len(a) != 1 or len(b) < 2 or len(a[0]) < 2:
        return False
    if len(a[0]) < _SHORT:
        return fold(a[0]) in {fold(b[0]), fold(b[-1])}
    return same_word(a[0], b[-1]) or same_word(a[0], b[0])


def is_acronym_of(short: str, full: str) -> bool:
    """Whether ``SOHR`` are the initials of the capitalised words of a body's name."""
    if len(short) < 3 or not short.isupper():
        return False
    return short == "".join(w[0] for w in _WORDS.findall(full) if w[0].isupper())


@functools.lru_cache(maxsize=CACHE_SIZE)
def institution(name: str) -> str | None:
    """The name of an institution, without articles (``dursan police``); None if the name is not that of one."""
    plain = all_words(name)
    own = [w for w in plain if w not in word_lists().articles]
    if not own or set(own) & word_lists().crowds or not set(own) & word_lists().institutions:
        return None
    return " ".join(own) if own[-1] in word_lists().institutions | word_lists().bodies or "of" in plain else None


@functools.lru_cache(maxsize=CACHE_SIZE)
def is_proper(name: str) -> bool:
    """Whether the words are a proper name and no description ("police", "a resident").

    In a script without capitals every word may be a name.
    """
    return any(
        (w[0].isupper() or w[0].lower() == w[0].upper())
        and not w[0].isdigit()
        and w.lower() not in word_lists().titles | word_lists().articles
        for w in _WORDS.findall(name)
    )


def _fits(wording: str, group: str, settled: frozenset[str]) -> bool:
    """Whether a group's wording contains all words of another; or the other way round, if the group's is settled."""
    if wording in settled:
        return wording == group
    words, others = set(name_words(wording)), set(name_words(group))
    return words <= others or (group in settled and others <= words)


def merge_by_wording(
    items: Iterable[tuple[str, Hashable, T]], settled: frozenset[str] = frozenset()
) -> list[tuple[str, list[T]]]:
    """Groups items ``(wording, kind, item)`` of one kind if one wording has all words of the other.

    "The hospital" and "the children's hospital" of one incident are one. Returns the fullest wording of each group
    with its items, in order of that wording. A wording that fits several fuller ones joins the first, so that a bare
    "the school" adds no school. Two ``settled`` wordings are never merged; a settled wording is the name of its group.
    """
    groups: list[tuple[str, Hashable, list[T]]] = []
    ordered = sorted(
        items, key=lambda i: (i[0] not in settled, -len(set(name_words(i[0]))), key(i[0]), i[0], str(i[1]))
    )
    for wording, kind, item in ordered:
        fit = next((g for g in groups if g[1] == kind and _fits(wording, g[0], settled)), None)
        if fit is None:
            groups.append((wording, kind, [item]))
        else:
            fit[2].append(item)
    return [(wording, members) for wording, _, members in sorted(groups, key=lambda g: (g[0], str(g[1])))]
