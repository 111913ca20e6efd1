"""Words of harm or attack that tell of no violence: figures of speech ("the bill was killed"), strikes, illness."""

import functools
import re

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.readers.rules import language

#: What "..." stands for: up to three words. More would join what one sentence tells of two things.
_FEW = r"(?:[\w'’-]+ ){0,3}"


def covers(token: Token) -> bool:
    """Whether a word of harm or attack stands in such a phrase."""
    return any(start <= token.idx < end for start, end in _found(token.sent))


def _found(sentence: Sentence) -> tuple[tuple[int, int], ...]:
    """The code points of such phrases in a sentence, kept with the parse."""
    kept = sentence.doc.user_data.setdefault("tollbook figurative", {})
    if sentence.start not in kept:
        text, at = re.sub(r"\s", " ", sentence.text), sentence.start_char
        kept[sentence.start] = tuple((at + m.start(), at + m.end()) for m in _pattern().finditer(text))
    found: tuple[tuple[int, int], ...] = kept[sentence.start]
    return found


@functools.cache
def _pattern() -> re.Pattern[str]:
    listed = [phrase for phrases in language.lexicon("figurative", dict[str, list[str]]).values() for phrase in phrases]
    return re.compile(rf"\b(?:{'|'.join(map(_as_pattern, listed))})\b", re.I)


def _as_pattern(phrase: str) -> str:
    """One phrase of the list as a regular expression: brackets and bars mean what they mean there."""
    return phrase.replace("(", "(?:").replace(" ... ", f" {_FEW}")
