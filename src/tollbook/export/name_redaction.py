"""Redacts capitalised words that may be names although no reader recognised them."""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from tollbook.export.known_words import is_acronym
from tollbook.export.name_matcher import NameMatcher
from tollbook.export.release_profiles import vocabulary
from tollbook.export.spellings import clears, fold, has_capital, words_of
from tollbook.model import Span

#: Characters between the words of one name, and before a word that begins a sentence.
_BETWEEN, _BEFORE_SENTENCE = " .-’'", '.!?:“”"„«»‘\n'


#: Addresses and accounts: a name in them is often in lower case and without a boundary. An alternative begins only at
#: the start of a run, because trying every character of a long run is slow. If another "@" follows without a space, as
#: in "a@b.org,c@d.org", the match goes on to the space.
_ADDRESS = re.compile(r"(?<!\w)\w++://\S+|www\.\S+|(?:(?<![^\s@])[^\s@]++@[^\s@]+\.\w+|(?<!\w)@\w+)(?:[^\s@]*+@\S*)?")


def redact(text: str, cleared: AbstractSet[str], mark: str, kept: Iterable[Span] = ()) -> str:
    """Replace every run of capitalised words that are not ``cleared`` (folded) and not those of an office or a force.

    The words "minister" and "battalion" make "the minister, Davit Orsen" and "the Highland battalion" public. ``kept``
    are spans to keep.
    """
    for start, end in reversed(_spans(text, cleared, kept)):
        text = text[:start] + mark + text[end:]
    return text


def unknown(text: str, cleared: AbstractSet[str], kept: Iterable[Span] = ()) -> Iterator[str]:
    """The words that ``redact`` replaces in a text."""
    return (text[start:end] for start, end in _spans(text, cleared, kept))


def without_addresses(text: str, mark: str) -> str:
    """The text without web and mail addresses and names of accounts."""
    return _ADDRESS.sub(mark, text)


def redact_common(text: str, names: NameMatcher, mark: str) -> str:
    """Replace ordinary words that are part of a withheld name if they are written as a name.

    "Grace's mother" and "we saw Grace" are; "Grace under fire" is not, because the word begins the sentence.
    """
    for start, end in reversed(list(names.find(text))):
        before = text[:start].rstrip(" ")
        if (before and before[-1] not in _BEFORE_SENTENCE) or text[end : end + 1] in {"’", "'"}:
            text = text[:start] + mark + text[end:]
    return text


def _spans(text: str, cleared: AbstractSet[str], kept: Iterable[Span]) -> list[Span]:
    whole = list(kept)
    words = [(start, end) for start, end in words_of(text) if not any(a <= start and end <= b for a, b in whole)]
    spans: list[Span] = []
    for start, last in _runs(text, words, cleared):
        first = _given_name(text, words, start)
        if not _is_public(text, words, first, last):
            spans.append((words[first][0], words[last][1]))
    return spans


def _runs(text: str, words: list[Span], cleared: AbstractSet[str]) -> list[tuple[int, int]]:
    """Runs of capitalised words that are not cleared, as the numbers of the first and last word.

    An initial or an acronym inside a run is part of it: "Halasz J" and "Bo LI" are names.
    """
    all_capitals = text.isupper()
    runs: list[tuple[int, int]] = []
    for number, (start, end) in enumerate(words):
        word = text[start:end]
        if not has_capital(word) or clears(word, cleared):
            continue
        if runs and not text[words[runs[-1][1]][1] : start].strip(_BETWEEN):
            runs[-1] = (runs[-1][0], number)
        elif end - start > 1 and (all_capitals or not is_acronym(word)):
            runs.append((number, number))
    return runs


def _given_name(text: str, words: list[Span], first: int) -> int:
    """The first word of a run or of capitalised words right before it: given names may be common words ("Hope")."""
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
    """Whether the words around a run describe someone with an office, or a force."""

    def word(number: int) -> str:
        return fold(text[slice(*words[number])]) if 0 <= number < len(words) else ""

    after = text[words[last][1] : words[last + 1][0]] if last + 1 < len(words) else ""
    before = text[words[first - 1][1] : words[first][0]] if first else ""
    office = before in {" ", ", "} and word(first - 1) in vocabulary().offices
    return office or (first == last and after == " " and word(last + 1) in vocabulary().forces)
