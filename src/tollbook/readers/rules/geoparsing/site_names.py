"""Names of sites among the words for them: "Delun Mosque" of "the rear of the Delun Mosque"."""

import functools
import re
from collections.abc import Container, Sequence

from tollbook.addresses import alternatives
from tollbook.readers.rules.geoparsing.place_lexicon import place_lexicon
from tollbook.readers.rules.words import lexicon

#: The most words of the noun of a site after its name: "Orsk police station".
_NOUN_WORDS = 2


def name_of(site: str, describing: Container[str]) -> str | None:
    """The name among the words for a site, with its noun and what it is part of: "Orsk ward of the Brod Hospital".

    ``describing`` are words with capitals that name no site by themselves: "Hindu" of "a Hindu temple".
    """
    names, around = _patterns()
    for found in names.finditer(site):
        own, after = found[0].split(), site[found.end() :].split()[:_NOUN_WORDS]
        if all(word in describing or word.isupper() for word in own):
            continue
        for n in range(len(after) + 1):
            words = [*own, *after[:n]]
            if len(words) > 1 and (_is_site(words[-1:]) or _is_site(words[-2:])):
                end = found.end() + sum(len(word) + 1 for word in after[:n])
                whole = around.match(site, end)
                return site[found.start() : whole.end() if whole else end]
    return None


def _is_site(words: Sequence[str]) -> bool:
    return tuple(word.lower() for word in words) in lexicon.phrases("sites")


@functools.cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A run of words with capitals; and one that a site is part of."""
    known = place_lexicon().words
    capital = rf"(?:(?:{alternatives(known.articles)})-[\w'’]+|[A-Z][\w'’.-]*)"
    run = rf"{capital}(?: (?:(?:{alternatives(known.inside_names)}) )?{capital})*"
    return re.compile(run), re.compile(
        rf" (?:{alternatives(known.parts_of)}) (?:(?:{alternatives(known.definite)}) )?{run}"
    )
