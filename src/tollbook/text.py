"""Case and paragraphs of a frozen text. No function changes an offset."""

import functools
import re
from collections.abc import Iterator

import msgspec

from tollbook.locale import Locale
from tollbook.model import Span

#: Code points of the longest report that is read; a longer one is no news report.
MAX_LENGTH = 1_000_000
#: Anchored at a line and possessive: from every blank of a long blank line it would otherwise look to the line's end.
_PARAGRAPH = re.compile(r"^[^\S\n]*+\S[^\n]*+(?:\n(?![ \t]*\n)[^\n]++)*+", re.M)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
#: A run of punctuation, "=====" or "'s's's", that tokenizers take apart from its ends: their time grows with the square
#: of its length. The rulers of plain-text news have under 120 characters; one run of 200 takes 3 ms.
_PUNCTUATION_RUN = re.compile(r"(?:['’][^\W\d_]{1,2}|[^\w\s]|_){200,}+")
_LINE_BREAK = re.compile(r"(?<=\S)\n(?=\S)")
_POSSESSIVE = re.compile(r"['’]s?$", re.I)
_VOWEL = re.compile(r"[aeiouyàáâãäåèéêëìíîïòóôõöøùúûüý]")
_WORDS = r"(?:[^\W\d_]++[ \n-]{1,4}){1,9}"
#: "Corvan Workers Union [CWU]" and "CWU [Corvan Workers Union]": a name and its acronym. Trying every letter of a very
#: long word as the first one is slow.
_NAME_ACRONYM = re.compile(rf"(?<![^\W\d_])({_WORDS})[\[(]([^\W\d_]{{2,10}})[\])]")
_ACRONYM_NAME = re.compile(rf"\b([^\W\d_]{{2,10}})\s[\[(]({_WORDS}[^\W\d_]+)[\])]")
#: A word this short alone in brackets is an acronym; a longer one, such as "[MARLOW]", may be a name from the editor.
_SURE = 5
#: Before the first word of a sentence; a note in brackets, such as "[Text]", may come between.
_SENTENCE_START = re.compile(r"(?:^|[.!?]|--|\n[ \t]*\n)[\s\"'“‘(]*(?:\[[^\]]{1,60}\][\s\"'“‘(]*)*\Z")
#: How far back to look for the end of the sentence before, in code points: past the longest note in brackets.
_LOOK_BACK = 160
#: A text is a capitals-only wire when at most this share of its letters is lower case. Of 1,400 wire reports all
#: measured 0.00; of 5,500 reports in mixed case 99 in 100 measured 0.85 or more.
_LOWER_SHARE = 0.2


def paragraphs(text: str) -> Iterator[Span]:
    """Spans of the runs of text between blank lines."""
    for match in _PARAGRAPH.finditer(text):
        yield match.span()


def without_punctuation_runs(text: str) -> str:
    """The text with spaces for long runs of punctuation, of the same length; the ends of each run stay."""
    return _PUNCTUATION_RUN.sub(lambda run: run[0][0] + " " * (len(run[0]) - 2) + run[0][-1], text)


@functools.lru_cache(maxsize=8)
def is_capitals_only(text: str) -> bool:
    """Whether a text is all in capitals, as older wire reports are."""
    letters = [c for c in text if c.isalpha() and c.lower() != c.upper()]
    lower = sum(c.islower() for c in letters)
    return bool(letters) and lower <= _LOWER_SHARE * len(letters)


def lower_in_place(text: str) -> str:
    """The text in lower case with the same offsets: a letter whose lower case is longer stays as it is."""
    return "".join(low if len(low := c.lower()) == 1 else c for c in text)


class _Tables(msgspec.Struct, frozen=True):
    """The shape of ``locale/CODE/casing.toml``; each table is explained there."""

    before_name: frozenset[str]
    inside_name: frozenset[str]
    titles: list[str]
    prefixes: list[str]


class _Casing:
    """The data of one language on the case of words; all words are in lower case."""

    def __init__(self, locale: Locale) -> None:
        tables = locale.table("casing", _Tables)
        self.before_name, self.inside_name = tables.before_name, tables.inside_name
        self.ordinary, self.proper = locale.words("ordinary"), locale.words("proper")
        self._title = re.compile(rf"\b(?:{'|'.join(map(re.escape, tables.titles))})\.?\s+$", re.IGNORECASE)
        self._prefix = re.compile(rf"^(?:{'|'.join(map(re.escape, tables.prefixes))})(?=\w{{4}})")

    def is_ordinary(self, word: str) -> bool:
        """Whether the word, with or without a prefix, is an ordinary one."""
        return word in self.ordinary or self._prefix.sub("", word) in self.ordinary

    def is_after_title(self, text: str, start: int) -> bool:
        """Whether the word that starts there is a person's name, by the title before it: "DR GRACE ADU"."""
        return self._title.search(text, max(0, start - _LOOK_BACK), start) is not None

    def is_spelt_out(self, word: str) -> bool:
        """Whether an unknown word has no vowel, so that it can only be spelt out letter by letter."""
        unknown = len(word) > 1 and word not in self.ordinary and word not in self.proper
        return unknown and not _VOWEL.search(word)


@functools.cache
def _casing(locale: Locale) -> _Casing:
    return _Casing(locale)


def capitalised(text: str, locale: Locale) -> str:
    """A capitals-only text in sentence case: names take a capital, acronyms keep all of theirs.

    A word is a name if it is in the locale's ``proper.txt``, if it is not in ``ordinary.txt``, after a title, or if its
    acronym is next to it. Line breaks at a fixed width become spaces. The result has the length of ``text``, so offsets
    hold in both.
    """
    casing = _casing(locale)
    acronyms = set(_acronyms(text, casing))
    lowered = list(lower_in_place(_round_brackets(_LINE_BREAK.sub(" ", text), acronyms)))
    in_names = set(_words_of_names(text, acronyms, casing))
    for match in _WORD.finditer(text):
        start, word = match.start(), _POSSESSIVE.sub("", match.group())
        lower = word.lower()
        if text[start - 1 : start].isdigit():
            continue
        if word in acronyms or casing.is_spelt_out(lower):
            lowered[start : start + len(word)] = word
        elif (
            start in in_names
            or lower in casing.proper
            or not casing.is_ordinary(lower)
            or casing.is_after_title(text, start)
            or _begins_sentence(text, start)
        ):
            lowered[start] = word[0]
    return "".join(lowered)


def _round_brackets(text: str, acronyms: set[str]) -> str:
    """Square brackets around an acronym or its name become round: parsers are trained on round ones."""
    for pattern, group in ((_NAME_ACRONYM, 2), (_ACRONYM_NAME, 1)):
        for match in pattern.finditer(text):
            if match[group] in acronyms:
                inside = match.group().replace("[", "(").replace("]", ")")
                text = text[: match.start()] + inside + text[match.end() :]
    return text


def _begins_sentence(text: str, start: int) -> bool:
    return _SENTENCE_START.search(text[max(0, start - _LOOK_BACK) : start]) is not None


def _acronyms(text: str, casing: _Casing) -> Iterator[str]:
    """Words alone in brackets after a name, or before a name in brackets, that are not ordinary words."""
    for pattern, acronym, name in ((_NAME_ACRONYM, 2, 1), (_ACRONYM_NAME, 1, 2)):
        for match in pattern.finditer(text):
            short = match[acronym]
            if short.lower() not in casing.ordinary and (len(short) <= _SURE or _shortens(short, match[name])):
                yield short


def _words_of_names(text: str, acronyms: set[str], casing: _Casing) -> Iterator[int]:
    """The offsets of the words of names that have an acronym: back to an article or preposition before the name."""
    for match in _NAME_ACRONYM.finditer(text):
        for word in reversed(list(_WORD.finditer(match[1])) if match[2] in acronyms else []):
            if word.group().lower() in casing.before_name:
                break
            if word.group().lower() not in casing.inside_name:
                yield match.start(1) + word.start()
    for match in _ACRONYM_NAME.finditer(text):
        if match[1] in acronyms and _shortens(match[1], match[2]):
            inside = (w for w in _WORD.finditer(match[2]) if w.group().lower() not in casing.inside_name)
            yield from (match.start(2) + word.start() for word in inside)


def _shortens(acronym: str, name: str) -> bool:
    """Whether at least two letters begin words of the name: acronyms of translated names keep no order."""
    return len(set(acronym.lower()) & {w[0].lower() for w in name.split()}) >= 2
