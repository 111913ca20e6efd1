"""Which language a text is in: by its script, and by the small words that every sentence of a language is held by."""

import functools
import re
import tomllib
from collections import Counter
from importlib import resources

#: Characters that are looked at; a language shows itself in less.
_ENOUGH = 6000
#: Words below which nothing is said, unless the script says it: a headline may be all names.
_FEWEST = 12
#: The share of small words a text of a language has at least, and how far it must be ahead of the next language.
#: Judgements, held by a text in each of seventeen languages and by lists of names, which must stay open.
_SHARE, _AHEAD = 0.12, 1.3
_WORD = re.compile(r"[^\W\d_]+")


@functools.cache
def _tables() -> tuple[dict[str, frozenset[str]], dict[str, tuple[re.Pattern[str], float]]]:
    table = tomllib.loads(resources.files("tollbook.ingest").joinpath("data/languages.toml").read_text("utf-8"))
    words = {language: frozenset(listed.split()) for language, listed in table["words"].items()}
    scripts = {language: (re.compile(f"[{span}]"), share) for language, (span, share) in table["scripts"].items()}
    return words, scripts


def language_of(text: str) -> str | None:
    """The ISO 639-1 code of a text's language, or ``None`` where it cannot be told for certain."""
    words, scripts = _tables()
    text = text[:_ENOUGH].lower()
    letters = sum(map(str.isalpha, text))
    for language, (script, share) in scripts.items():
        if letters and len(script.findall(text)) > share * letters:
            return language
    found = Counter(_WORD.findall(text))
    total = found.total()
    if total < _FEWEST:
        return None
    shares = sorted(
        ((sum(found[w] for w in small) / total, language) for language, small in words.items()), reverse=True
    )
    (best, language), (second, _) = shares[:2]
    return language if best >= _SHARE and best >= _AHEAD * second else None
