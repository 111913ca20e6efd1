"""Ranges that a digest states for its own record: "the fatality range was recorded as 12-24"."""

from collections.abc import Iterator

from spacy.tokens import Span as Sentence

from tollbook import quantities
from tollbook.model import ClaimKind, Count
from tollbook.readers.rules.casualties.toll_figures import Tally
from tollbook.readers.rules.words.toll_words import toll_pattern

#: Code points before and after a range that are searched for its outcome: "the number of civilians injured and killed
#: has been quantified as 2". A judgement: about one clause.
_REACH = 80
#: Numbers that are years if both ends of a range are.
_YEARS = range(1900, 2101)
_KINDS: tuple[ClaimKind, ...] = ("killed", "injured")


def find(sentence: Sentence) -> Iterator[Tally]:
    """The ranges of killed and injured that a sentence states, one for each outcome; a single number is both ends."""
    text = sentence.text
    if toll_pattern("stating_range").search(text) is None:
        return
    ranges = list(toll_pattern("range").finditer(text))
    starts, ends = [match.start() for match in ranges], [match.end() for match in ranges]
    for match, before, after in zip(ranges, [0, *ends], [*starts[1:], len(text)], strict=False):
        numbers = [int(number) for number in match.groups() if number is not None]
        if numbers != sorted(numbers) or all(number in _YEARS for number in numbers):
            continue
        following = toll_pattern("clause").split(text[match.end() : min(after, match.end() + _REACH)])[0]
        first = max(before, match.start() - _REACH)
        found = _kinds(match[0] + following, match.start()) or _kinds(text[first : match.end()], first)
        for kind, (start, end) in found.items():
            words = sentence.start_char + min(match.start(), start), sentence.start_char + max(match.end(), end)
            trigger = sentence.doc.char_span(*words, alignment_mode="expand")
            if trigger is not None:
                yield Tally(kind, *words, _count(numbers, match[0]), None, False, trigger[-1])


def _count(ends: list[int], text: str) -> Count:
    low, high = ends[0], ends[-1]
    exact = quantities.bounded(low, "exactly", text)
    return exact if low == high else Count(low=low, high=high, qualifier="between", text=text)


def _kinds(words: str, offset: int) -> dict[ClaimKind, tuple[int, int]]:
    """The outcomes that words at ``offset`` of a sentence name, each with the place of its word.

    Both for "casualties" alone, and none for ages.
    """
    if toll_pattern("of_ages").search(words):
        return {}
    found = {kind: toll_pattern(f"{kind}_range").search(words) for kind in _KINDS}
    if not any(found.values()):
        found = dict.fromkeys(_KINDS, toll_pattern("casualty_range").search(words))
    return {kind: (offset + m.start(), offset + m.end()) for kind, m in found.items() if m is not None}
