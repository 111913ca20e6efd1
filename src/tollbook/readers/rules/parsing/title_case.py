"""Headlines in title case as sentences: "Man Shot, Killed Outside Orsk Bar" is "man shot, killed outside Orsk bar".

The parser takes their verbs and nouns for names.
"""

import functools
import re
from collections.abc import Callable, Container, Iterator

from tollbook.readers.rules.parsing.head_changes import words
from tollbook.readers.rules.words import lexicon

#: A line without a full stop, of a length that headlines have.
_LINE = re.compile(r"^[^\n]{10,200}(?<![.!?…:,;])$", re.M)
_WORD, _LOWER = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?"), re.compile(r"(?<![\w'’])[a-z]+(?![\w'’])")
#: A word with a capital inside a sentence.
_NAME = re.compile(r"(?<=[a-z] )[A-Z][a-z]+")
#: The letters of a word that title case begins with a capital, and the fewest such words of a line.
_LONG, _FEWEST = 4, 3


def lowered(text: str, common: Container[str]) -> str:
    """The text, of the same length, with small letters for the words of its headlines that are no names.

    A word is no name if the text has it in small letters, or if it is a form of a ``common`` word that the text has not
    as a name. Only lines with a word for an outcome or an attack are changed.
    """
    lines = [line for line in _LINE.finditer(text) if _is_in_title_case(line[0])]
    if not lines:
        return text
    body = _LINE.sub(lambda line: "" if _is_in_title_case(line[0]) else line[0], text)
    names = {name.lower() for name in _NAME.findall(body)}
    written = frozenset(_LOWER.findall(body))

    def is_usual(word: str) -> bool:
        is_common = any(form in common for form in _stems(word)) or word in _people()
        return word in written or (is_common and word not in names)

    parts, at = [], 0
    for line in lines:
        # The first word keeps its capital, as in any sentence.
        begin = line.start() + 1
        parts += [text[at:begin], _WORD.sub(lambda word: _lower(word[0], is_usual), text[begin : line.end()])]
        at = line.end()
    return "".join((*parts, text[at:]))


def _is_in_title_case(line: str) -> bool:
    """Whether all long words of a line begin with a capital, one of them for an outcome or an attack."""
    long = [word for word in _WORD.findall(line) if len(word) >= _LONG]
    is_title = len(long) >= _FEWEST and all(word[0].isupper() and not word.isupper() for word in long)
    return is_title and any(word.lower() in _events() for word in long)


def _lower(word: str, is_usual: Callable[[str], bool]) -> str:
    return word.lower() if is_usual(word.lower()) and not (word.isupper() and len(word) > 1) else word


def _stems(word: str) -> Iterator[str]:
    """A word, and the words that it may be a form of: "shoots", "leaves", "identified", "accused"."""
    yield word
    for ending in ("s", "es", "d", "ed", "ing"):
        if word.endswith(ending):
            yield word.removesuffix(ending)
    if word.endswith(("ies", "ied")):
        yield f"{word[:-3]}y"


@functools.cache
def _events() -> frozenset[str]:
    """Words, in small letters, for outcomes and attacks."""
    events = {phrase[-1] for phrase in lexicon.phrases("events")}  # "strike" of "air strike"
    return frozenset(events | words().headline_outcomes.keys() | words().headline_acts.keys())


@functools.cache
def _people() -> frozenset[str]:
    """Words, in small letters, for people, outcomes and attacks."""
    people = {form for noun in lexicon.status_of_noun() for form in (noun, f"{noun}s")}
    return frozenset(people) | _events()
