"""When two spellings name one person or one body: transliterations, titles, initials and acronyms."""

import functools
import re

import msgspec
from anyascii import anyascii
from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from tollbook import locale

#: Folding letters that romanisations of one name differ in, longest first.
_FOLDS = (("sch", "s"), ("sh", "s"), ("kh", "h"), ("gh", "g"), ("ph", "f"), ("ck", "k"), ("ou", "u"), ("oo", "u"),
          ("ee", "i"), ("y", "i"), ("j", "i"), ("w", "v"), ("q", "k"))  # fmt: skip
_DOUBLED = re.compile(r"(.)\1+")
_WORDS = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
#: Least likeness of two folded words of a name, in percent. Sergei and Sergiy are 91 once folded, Tarkhan and Tarhan
#: 100; Maria and Mario are 80, Joan and John 75, and must stay apart.
_SAME_WORD = 84.0
#: Words up to this long are other names when two letters change places: Nial and Nila.
_SHORT = 4
#: Names and words whose forms are remembered: those of some thousand reports. All of a large book's would fill memory.
REMEMBERED = 1 << 16


#: "Korven, Ilya", as lists write it: two words, or three, and nothing else.
_LISTED = re.compile(r"^([A-Z][\w'’-]+),\s+([A-Z][\w'’-]+(?:\s+[A-Z][\w.'’-]*)?)$")


class _Words(msgspec.Struct, frozen=True):
    """The shape of ``lexicon/CODE/words.toml``."""

    titles: frozenset[str]
    alike: list[tuple[str, str]]
    articles: frozenset[str]
    kinship: frozenset[str]
    institutions: frozenset[str]
    bodies: frozenset[str]
    crowds: frozenset[str]
    authorities: frozenset[str]
    undescribing: frozenset[str]
    pointing_back: frozenset[str]
    setting_beside: frozenset[str]
    set_apart: frozenset[str]
    events: frozenset[str]
    several: frozenset[str]
    operations: frozenset[str]
    regions: frozenset[str]
    early: frozenset[str]
    later: frozenset[str]
    wires: dict[str, str]


@functools.cache
def words() -> _Words:
    """The words for titles, institutions, unnamed crowds and agencies."""
    return locale.DEFAULT.lexicon("reconcile", "words", _Words)


def all_words(text: str) -> tuple[str, ...]:
    """The words of a text in plain lower-case ASCII, a possessive s cut off."""
    return tuple(anyascii(w).lower().removesuffix("'s") for w in _WORDS.findall(text))


@functools.lru_cache(maxsize=REMEMBERED)
def name_words(name: str) -> tuple[str, ...]:
    """The words of a name in plain lower-case ASCII, without titles, articles and ages: ``("ilias", "tarhan")``.

    A family name set before a comma goes last, where it belongs.
    """
    plain = all_words(_LISTED.sub(r"\2 \1", name.strip()))
    set_aside = words().titles | words().articles
    kept = tuple(w for w in plain if w not in set_aside and not any(c.isdigit() for c in w))
    return kept or plain


def key(name: str) -> str:
    """A name as one comparable string."""
    return " ".join(name_words(name))


def full_key(name: str) -> str:
    """The name of an outlet or a place as one string; figures tell it from others ("Channel 4", "Camp 5")."""
    plain = all_words(name)
    return " ".join([word for word in plain if word not in words().articles] or plain)


@functools.lru_cache(maxsize=REMEMBERED)
def fold(word: str) -> str:
    """A word with the letters folded that transliterations differ in: ``sergiy`` and ``sergei`` become alike."""
    for letters, one in _FOLDS:
        word = word.replace(letters, one)
    return _DOUBLED.sub(r"\1", word)


def same_word(one: str, other: str) -> bool:
    """Whether two words of names are spellings of one, or one is the other's initial."""
    if len(one) == 1 or len(other) == 1:
        return one[:1] == other[:1]
    return fuzz.ratio(fold(one), fold(other)) >= _SAME_WORD or _swapped(one, other)


def _swapped(one: str, other: str) -> bool:
    """Whether two neighbouring letters changed places: a slip of the pen, as in Marlena and Marelna."""
    return len(one) > _SHORT and sorted(one) == sorted(other) and OSA.distance(one, other) == 1


@functools.lru_cache(maxsize=REMEMBERED)
def _are_two(one: str, other: str) -> bool:
    """Whether two given names a letter or two apart are two people's: Jan and Jana, Michael and Michelle."""
    short, long = sorted((one, other), key=len)
    woman = len(short) > 1 and long == f"{short}a"
    return woman or any({one, other} == set(pair) for pair in words().alike)


@functools.lru_cache(maxsize=REMEMBERED)
def same_person(one: str, other: str) -> bool:
    """Whether two full names are one: every word alike or an initial; a middle name may be missing in one of them.

    A name of a single word is nobody's in particular and equals only itself.
    """
    a, b = name_words(one), name_words(other)
    if len(a) < 2 or len(b) < 2:
        return a == b
    if _are_two(a[0], b[0]):
        return False
    if len(a) == len(b):
        return len(a[-1]) > 1 and all(same_word(x, y) for x, y in zip(a, b, strict=True))
    return min(len(a), len(b)) == 2 and len(a[-1]) > 1 and same_word(a[-1], b[-1]) and same_word(a[0], b[0])


def is_surname_of(short: str, full: str) -> bool:
    """Whether a single word is the surname of a full name; of "Abu Zaki" nothing is, for Zaki is his child."""
    a, b = name_words(short), name_words(full)
    if len(a) != 1 or len(b) < 2 or b[-2] in words().kinship:
        return False
    return len(a[0]) > 1 and same_word(a[0], b[-1])


def is_part_of(short: str, full: str) -> bool:
    """Whether a single word is the first name or the surname of a full name."""
    a, b = name_words(short), name_words(full)
    return len(a) == 1 and len(b) > 1 and len(a[0]) > 1 and (same_word(a[0], b[-1]) or same_word(a[0], b[0]))


def is_acronym_of(short: str, full: str) -> bool:
    """Whether ``SOHR`` are the initials of the capitalised words of a body's name."""
    initials = "".join(w[0] for w in _WORDS.findall(full) if w[0].isupper())
    return short.isupper() and len(short) > 2 and short == initials


def institution(name: str) -> str | None:
    """A body that speaks with one voice, as its words without articles (``dursan police``); None for anyone else."""
    plain = all_words(name)
    kept = [w for w in plain if w not in words().articles]
    if not kept or set(kept) & words().crowds or not set(kept) & words().institutions:
        return None
    return " ".join(kept) if kept[-1] in words().institutions | words().bodies or "of" in plain else None


def is_proper(name: str) -> bool:
    """Whether the words are somebody's own name and no description ("police", "a resident").

    In a script without capitals every word may be a name.
    """
    return any(
        (w[0].isupper() or w[0].lower() == w[0].upper())
        and not w[0].isdigit()
        and w.lower() not in words().titles | words().articles
        for w in _WORDS.findall(name)
    )
