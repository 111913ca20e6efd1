"""Redacting capitalised words that may be names, although no reader recognised them as names."""

from collections.abc import Set as AbstractSet

from tollbook.export.name_policy import is_acronym
from tollbook.export.release_profiles import vocabulary
from tollbook.export.spellings import fold, words_of
from tollbook.model import Span

#: Characters between the words of one name, and before a word that begins a sentence.
_BETWEEN, _BEFORE_SENTENCE = " .-’'", '.!?:“”"„«»‘\n'


def redact(text: str, cleared: AbstractSet[str], mark: str) -> str:
    """Replace every run of capitalised words that are not ``cleared`` (folded) and not those of an office or a force.

    "The minister, Davit Orsen" and "the Highland battalion" are public by their own words.
    """
    words = words_of(text)
    for start, last in reversed(_runs(text, words, cleared)):
        first = _given_name(text, words, start)
        if not _is_public(text, words, first, last):
            text = text[: words[first][0]] + mark + text[words[last][1] :]
    return text


def _runs(text: str, words: list[Span], cleared: AbstractSet[str]) -> list[tuple[int, int]]:
    """Runs of capitalised words that are not cleared, as the numbers of the first and last word."""
    all_capitals = text.isupper()
    runs: list[tuple[int, int]] = []
    for number, (start, end) in enumerate(words):
        word = text[start:end]
        if not word[0].isupper() or end - start < 2 or fold(word) in cleared or (not all_capitals and is_acronym(word)):
            continue
        if runs and not text[words[runs[-1][1]][1] : start].strip(_BETWEEN):
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def _given_name(text: str, words: list[Span], first: int) -> int:
    """The first word of a run with the capitalised words before it: given names may be common words ("Hope")."""
    while first > 1:
        start, end = words[first - 1]
        gap, before = text[end : words[first][0]], text[:start].rstrip(" ")
        if gap != " " or not text[start].isupper() or not before or before[-1] in _BEFORE_SENTENCE:
            break
        if fold(text[start:end]) in vocabulary().offices:
            break
        first -= 1
    return first


def _is_public(text: str, words: list[Span], first: int, last: int) -> bool:
    """Whether the words are described as someone with an office, or as a force."""

    def word(number: int) -> str:
        return fold(text[slice(*words[number])]) if 0 <= number < len(words) else ""

    after = text[words[last][1] : words[last + 1][0]] if last + 1 < len(words) else ""
    before = text[words[first - 1][1] : words[first][0]] if first else ""
    office = before in {" ", ", "} and word(first - 1) in vocabulary().offices
    return office or (first == last and after == " " and word(last + 1) in vocabulary().forces)
