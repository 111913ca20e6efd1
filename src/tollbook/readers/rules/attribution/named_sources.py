"""Names that a report gives for words that only describe sources: "outlets such as A and B", "sources (A)"."""

import functools
import re
from collections.abc import Iterable

from spacy.tokens import Token

from tollbook import gazetteer
from tollbook.readers.rules.attribution.reporting_lexicon import speech
from tollbook.readers.rules.coreference.lexicon import words
from tollbook.readers.rules.parser import text_of

#: How far after a noun its names are looked for, in code points: a list of about ten names.
_WITHIN = 300
_WORD = r"(?:[A-Z][\w'’.-]*\w|[A-Z])"
_NAME = rf"(?:@ ?\w+|{_WORD}(?: (?:(?:of|for) (?:the )?)?{_WORD})*)"
#: One word in brackets may be a place.
_IN_BRACKETS = re.compile(rf"\s*\((@ ?\w+|{_WORD} {_NAME})\)")


def listed(noun: Token) -> str | None:
    """The names after a noun for informants or outlets: "sources, including A and B", "sources (A)", "a post by @b"."""
    nouns = speech().informants | speech().outlet_nouns
    if noun.pos_ == "PROPN" or nouns.isdisjoint({noun.lemma_.lower(), noun.lower_}):
        return None
    after = text_of(noun.doc)[noun.idx + len(noun) :][:_WITHIN]
    found = _in_list().match(after) or _IN_BRACKETS.match(after) or _account().match(after)
    name = found[1].rstrip(" ,") if found is not None else None
    return name if name is not None and not gazetteer.lookup(name) else None


@functools.cache
def _in_list() -> re.Pattern[str]:
    opening, joining = _any(speech().examples), _any(speech().grammar.conjunctions)
    return re.compile(rf"(?: [a-z]+)?,? {opening} ({_NAME}(?:(?:,\s*(?:{joining} )?| {joining} )\W?{_NAME})*)")


@functools.cache
def _account() -> re.Pattern[str]:
    articles, origins = _any(words().indefinite), _any(speech().grammar.origins)
    return re.compile(rf",? {articles} (?:[a-z]+ ){{1,2}}{origins} (@ ?\w+)")


def _any(alternatives: Iterable[str]) -> str:
    return f"(?:{'|'.join(map(re.escape, sorted(alternatives)))})"
