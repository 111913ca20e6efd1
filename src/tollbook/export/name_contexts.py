"""Finds capitalised words that a text uses as a person's name, and those that it uses as the name of a place.

"Dr. Per Åström", "her son Davit", "Åström's mother" and "Åström, 14, was killed" name persons, even if a reader takes
Åström for a place. A name after "in" or "near" is a place, even if it is not in the gazetteer.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from tollbook.export.known_words import common
from tollbook.export.release_profiles import vocabulary
from tollbook.export.spellings import clears, fold, has_capital, key, words_of
from tollbook.model import Record, Span

#: Words of the longest name. Chosen by hand: longer runs are headlines, or sentences in a script without capitals.
_MOST = 6
#: The characters between two words of a name (none in "McGuire"), and between a title and a name.
_INSIDE = re.compile(r"[\u0300-\u036f]*(?:[ \u00a0]?|\. |[-‐‑’'ʼ.])")
_AFTER_TITLE = re.compile(r"\.?[ \u00a0]")
#: An age after a name, and a possessive after it.
_AGED = re.compile(r", (?:aged? )?\d{1,3}(?=[,;.)]|\s+(?:and|was|were|who|has|had)\b)")
_OWNS = re.compile(r"[’'ʼ]s? (\w+)(?: (\w+))?")


class NameContexts(Record, frozen=True, kw_only=True):
    """Names of persons as the texts have them, and the folded names of places (``key`` of ``spellings``)."""

    persons: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()


def contexts(texts: Iterable[str]) -> NameContexts:
    """The names of persons and of places in some texts, by the words around them."""
    persons: set[str] = set()
    places: set[str] = set()
    for text in texts:
        words = words_of(text)
        for begin, last in name_runs(text, words):
            # "In Oberfeld": "In" begins the sentence.
            first = begin + (begin < last and fold(text[slice(*words[begin])]) in vocabulary().locative)
            start, end = words[first][0], words[last][1]
            if _is_place(text, words, first, end):
                places.add(key(text[start:end]))
            elif last - first < _MOST:
                persons.update(_names(text, words, first, last))
    return NameContexts(persons=frozenset(persons), places=frozenset(places))


def name_runs(text: str, words: list[Span]) -> list[tuple[int, int]]:
    """Runs of capitalised words, as the numbers of the first and last word; "van der" may be inside."""
    runs: list[tuple[int, int]] = []
    for number, (start, end) in enumerate(words):
        if not has_capital(text[start:end]):
            continue
        if runs and _joined(text, words, runs[-1][1], number):
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def _joined(text: str, words: list[Span], last: int, number: int) -> bool:
    """Whether two words are of one name: next to each other, or with particles between them."""
    between = range(last, number)
    if any(fold(text[slice(*words[n])]) not in vocabulary().particles for n in between[1:]):
        return False
    gaps = [text[words[n][1] : words[n + 1][0]] for n in between]
    # A full stop is inside a name after an initial only.
    initial = words[last][1] - words[last][0] == 1
    return all(_INSIDE.fullmatch(gap) and (initial or "." not in gap) for gap in gaps)


def _is_place(text: str, words: list[Span], first: int, end: int) -> bool:
    before = _before(text, words, first)
    return before in vocabulary().locative and text[end : end + 1] not in {"’", "'", "ʼ", "-"}


def _names(text: str, words: list[Span], first: int, last: int) -> Iterator[str]:
    """The name in a run, if the words around it are those around a person's name; also without a title in it."""
    is_person = _is_about_person(text, words, first, words[last][1])
    while first < last and fold(text[slice(*words[first])]) in _before_names():
        first, is_person = first + 1, True
    if not is_person:
        return
    parts = [fold(text[slice(*words[n])]) for n in range(first, last + 1)]
    if not vocabulary().bodies.isdisjoint(parts) or (
        len(parts) == 1 and clears(text[words[first][0] : words[last][1]], common())
    ):
        return
    yield text[words[first][0] : words[last][1]]
    # "Yesterday Åström's mother": the word that begins the sentence is not a name.
    begins = next((n for n, part in enumerate(parts) if part not in common()), 0)
    yield text[words[first + begins][0] : words[last][1]]


def _is_about_person(text: str, words: list[Span], first: int, end: int) -> bool:
    before, owns = _before(text, words, first), _OWNS.match(text, end)
    if before in _before_names() or (owns and not vocabulary().kin.isdisjoint(owns.groups())):
        return True
    if before == "of" and _before(text, words, first - 1) in vocabulary().kin:
        return True
    return before not in vocabulary().locative and _AGED.match(text, end) is not None


@cache
def _before_names() -> frozenset[str]:
    return vocabulary().titles | vocabulary().kin


def _before(text: str, words: list[Span], number: int) -> str:
    """The word before a word, folded; empty if more than a blank is between them."""
    if number < 1:
        return ""
    start, end = words[number - 1]
    return fold(text[start:end]) if _AFTER_TITLE.fullmatch(text, end, words[number][0]) else ""
