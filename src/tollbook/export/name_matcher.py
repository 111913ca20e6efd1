"""Matching names in any spelling: diacritics, case, script, romanisation, line ends and hyphens make no difference.

Words are folded one by one: transliterated by anyascii and lower-cased. A name matches where consecutive folded words,
joined, equal it: "Ánira\\nDost", "anira-dost", "AniraDost", "Аніра Дост" and "Dost, Anira" all match Anira Dost.
Full names match in other romanisations too: "Anja Mueller" is Anya Müller.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import accumulate

from tollbook.export.spellings import fold, folded_words, has_capital, ordinary, romanised
from tollbook.model import Span

#: Names of at least this many letters are also found inside longer words ("aniradostnews"). Chosen by hand: shorter
#: ones occur inside ordinary words.
_MIN_INSIDE = 8
#: Letters, in their romanised form, of the shortest name that matches in another romanisation. Chosen by hand: shorter
#: ones are often the romanised form of ordinary words.
_MIN_ROMANISED = 5
_Word = tuple[int, int, str]


class NameMatcher:
    """Finds names in texts. ``parts`` are single names, mostly family names; they match only with a capital letter.

    Nothing is found inside the phrases of ``kept``, folded and joined: "khanyunis" keeps the Khan of Khan Yunis.
    """

    def __init__(self, names: Iterable[str], *, parts: Iterable[str] = (), kept: Iterable[str] = ()) -> None:
        self._names: set[str] = set()
        self._capital = {fold(part) for part in parts} - {""}
        self._romanised: set[str] = set()
        self._romanised_beginnings: set[str] = set()
        for part in self._capital:
            self._add_romanised([part])
        for name in names:
            self._add([folded for _, _, folded in folded_words(name) if folded])
        self._kept = frozenset(kept)
        self._kept_beginnings = _beginnings(self._kept)
        self._beginnings = _beginnings(self._names | self._capital)
        self._inside: dict[str, set[str]] = defaultdict(set)
        for name in self._names:
            if len(name) >= _MIN_INSIDE:
                self._inside[name[:_MIN_INSIDE]].add(name)
        self._contains: Callable[[str], bool] = lru_cache(maxsize=1 << 16)(self._contains_name)

    def _add(self, words: list[str]) -> None:
        if len(words) == 1 and (words[0] in ordinary() or len(words[0]) < 3):
            self._capital.add(words[0])
        elif words:
            # "Dost, Anira" is Anira Dost.
            for order in (words, [words[-1], *words[:-1]]):
                self._names.add("".join(order))
                if len(words) > 1:
                    self._add_romanised(order)
                    self._add_romanised(["".join(order)])

    def _add_romanised(self, words: list[str]) -> None:
        forms = list(accumulate(words, lambda joined, word: romanised(joined + word), initial=""))[1:]
        if len(forms[-1]) >= _MIN_ROMANISED:
            self._romanised.add(forms[-1])
            self._romanised_beginnings |= _beginnings(forms)

    def __bool__(self) -> bool:
        return bool(self._names or self._capital)

    def find(self, text: str) -> Iterator[Span]:
        """The spans of names in ``text``, from left to right, the longest at each place."""
        if not self:
            return
        words, next_one = folded_words(text), 0
        for number, (start, _, _) in enumerate(words):
            if number < next_one:
                continue
            last, kept = self._longest(text, words, number), self._kept_phrase(words, number)
            if kept is not None and (last is None or kept >= last):
                next_one = kept + 1
            elif last is not None:
                yield start, words[last][1]
                next_one = last + 1

    def kept_spans(self, text: str) -> list[Span]:
        """The spans of kept phrases in ``text``."""
        words = folded_words(text) if self._kept else []
        ends = ((start, self._kept_phrase(words, number)) for number, (start, _, _) in enumerate(words))
        return [(start, words[last][1]) for start, last in ends if last is not None]

    def redact(self, text: str, mark: str) -> str:
        """The text with every name replaced."""
        for start, end in reversed(list(self.find(text))):
            text = text[:start] + mark + text[end:]
        return text

    def _longest(self, text: str, words: list[_Word], first: int) -> int | None:
        """The last word of the longest name that begins with this word; None if none does."""
        longest = first if self._contains(words[first][2]) else None
        capital = has_capital(text[words[first][0]])
        joined = ""
        for last in range(first, len(words)):
            joined += words[last][2]
            if joined not in self._beginnings:
                break
            # "Ho Pe" must not match the word "hope".
            if (joined in self._names and (last > first or joined not in ordinary())) or (
                joined in self._capital and capital
            ):
                longest = last
        return max((n for n in (longest, self._romanised_end(words, first, capital)) if n is not None), default=None)

    def _romanised_end(self, words: list[_Word], first: int, capital: bool) -> int | None:
        """The same for other romanisations; a single word needs a capital letter and must not be an ordinary word."""
        longest, joined = None, ""
        for last in range(first, len(words)):
            joined = romanised(joined + words[last][2])
            if joined not in self._romanised_beginnings:
                break
            single = last == first
            if joined in self._romanised and not (single and (not capital or words[first][2] in ordinary())):
                longest = last
        return longest

    def _kept_phrase(self, words: list[_Word], first: int) -> int | None:
        """The last word of the longest kept phrase that begins with this word."""
        longest, joined = None, ""
        for last in range(first, len(words) if self._kept else first):
            joined += words[last][2]
            if joined not in self._kept_beginnings:
                break
            longest = last if joined in self._kept else longest
        return longest

    def _contains_name(self, word: str) -> bool:
        if len(word) <= _MIN_INSIDE:
            return False
        cuts = range(len(word) - _MIN_INSIDE + 1)
        return any(name in word for at in cuts for name in self._inside.get(word[at : at + _MIN_INSIDE], ()))


def _beginnings(names: Iterable[str]) -> set[str]:
    return {name[:length] for name in names for length in range(1, len(name) + 1)}
