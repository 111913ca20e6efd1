"""Language detection: by script, and by the share of a language's most frequent function words."""

import functools
import re
import tomllib
from collections import Counter
from importlib import resources

#: Characters of a text that are examined; fewer are enough to recognise a language.
_EXAMINED = 6000
#: Texts of fewer words have no language unless the script decides: a headline may consist of names.
_MIN_WORDS = 12
#: The least share of function words that a text of a language has, and how many times the share of the second language
#: it must be. Judgements, tested with a text in each of seventeen languages and with lists of names, which must stay
#: without a language.
_MIN_SHARE, _MIN_LEAD = 0.12, 1.3
_WORD = re.compile(r"[^\W\d_]+")


@functools.cache
def _tables() -> tuple[dict[str, frozenset[str]], dict[str, tuple[re.Pattern[str], float]]]:
    table = tomllib.loads(resources.files("tollbook.ingest").joinpath("data/languages.toml").read_text("utf-8"))
    words = {language: frozenset(listed.split()) for language, listed in table["words"].items()}
    scripts = {language: (re.compile(f"[{span}]"), share) for language, (span, share) in table["scripts"].items()}
    return words, scripts


def language_of(text: str) -> str | None:
    """The ISO 639-1 code of a text's language, or ``None`` if it is not certain."""
    words, scripts = _tables()
    text = text[:_EXAMINED].lower()
    letters = sum(map(str.isalpha, text))
    for language, (script, share) in scripts.items():
        if letters and len(script.findall(text)) > share * letters:
            return language
    counted = Counter(_WORD.findall(text))
    total = counted.total()
    if total < _MIN_WORDS:
        return None
    shares = sorted(
        ((sum(counted[word] for word in frequent) / total, language) for language, frequent in words.items()),
        reverse=True,
    )
    (best, language), (second, _) = shares[:2]
    return language if best >= _MIN_SHARE and best >= _MIN_LEAD * second else None
