"""Capitalised words of a text that nothing vouches for: names that nobody read as names."""

from collections.abc import Set as AbstractSet

from tollbook.export.name_policy import is_acronym
from tollbook.export.release_profiles import words
from tollbook.export.spellings import fold, words_of
from tollbook.model import Span

#: What may stand between the words of one name, and before a word that begins a sentence.
_JOINTS, _BEGINNINGS = " .-’'", '.!?:“”"„«»‘\n'


def redact(said: str, vouched: AbstractSet[str], mark: str) -> str:
    """The text with every run of capitalised words replaced that are not ``vouched`` for (folded) and hold no office.

    "The minister, Davit Orsen" and "the Highland battalion" tell themselves that they are public.
    """
    found = words_of(said)
    for own, last in reversed(_runs(said, found, vouched)):
        first = _given_name(said, found, own)
        if not _is_public(said, found, first, last):
            said = said[: found[first][0]] + mark + said[found[last][1] :]
    return said


def _runs(said: str, found: list[Span], vouched: AbstractSet[str]) -> list[tuple[int, int]]:
    """Words in a row that nothing vouches for, by the numbers of the first and the last."""
    shouted = said.isupper()
    runs: list[tuple[int, int]] = []
    for number, (start, end) in enumerate(found):
        word = said[start:end]
        if not word[0].isupper() or end - start < 2 or fold(word) in vouched or (not shouted and is_acronym(word)):
            continue
        if runs and not said[found[runs[-1][1]][1] : start].strip(_JOINTS):
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def _given_name(said: str, found: list[Span], first: int) -> int:
    """Where the run begins with the capitalised words just before it: given names may be ordinary words ("Hope")."""
    while first > 1:
        start, end = found[first - 1]
        gap, before = said[end : found[first][0]], said[:start].rstrip(" ")
        if gap != " " or not said[start].isupper() or not before or before[-1] in _BEGINNINGS:
            break
        if fold(said[start:end]) in words().offices:
            break
        first -= 1
    return first


def _is_public(said: str, found: list[Span], first: int, last: int) -> bool:
    """Whether the words are told of as someone with an office, or as a force."""

    def word(number: int) -> str:
        return fold(said[slice(*found[number])]) if 0 <= number < len(found) else ""

    after = said[found[last][1] : found[last + 1][0]] if last + 1 < len(found) else ""
    before = said[found[first - 1][1] : found[first][0]] if first else ""
    office = before in {" ", ", "} and word(first - 1) in words().offices
    return office or (first == last and after == " " and word(last + 1) in words().forces)
