"""Names of organisations: without articles and notes, with their acronyms, and whole where particles join them.

The parser splits "Lashkar-e-Velm" into three names, and one of them would be taken for the group.
"""

import functools
import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tollbook.model import Claim
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.event_words import actor_words

_QUOTATION_MARKS = str.maketrans("", "", '"“”')


@functools.cache
def _named() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """An organisation's name and its acronym: "Corvan Liberation Front (CLF)", "CLF [Corvan Liberation Front]"."""
    inside = lexicon.alternatives(actor_words().inside_names)
    name = rf"(?:[A-Z][^\W\d_]+[ -])(?:(?:{inside}|[A-Z][^\W\d_]+)[ -]){{0,7}}[A-Z][^\W\d_]+"
    long_short = re.compile(rf"({name})\s?[\[(]([A-Z][A-Z-]{{1,9}})[\])]")
    return long_short, re.compile(rf"\b([A-Z][A-Z-]{{1,9}})\s?[\[(]({name})[\])]")


@functools.cache
def _leading() -> re.Pattern[str]:
    return re.compile(rf"^(?:\[[^\]]*\]\s*|(?:{lexicon.alternatives(actor_words().before_names)})\s+)+", re.I)


def plain(name: str) -> str:
    """A name without its article, "our", notes in square brackets before it, and quotation marks."""
    return " ".join(unquoted(_leading().sub("", balanced(name))).split()).strip("'‘’-–— ")


def balanced(name: str) -> str:
    """A name without half of a note in brackets: "Velm Front" of "Velm Front (VF"."""
    for opening, closing in ("()", "[]"):
        if name.startswith(opening) and closing not in name:
            name = name[1:]
        elif name.count(opening) > name.count(closing):
            name = name[: name.rindex(opening)].rstrip()
        elif name.count(closing) > name.count(opening):
            name = name.rpartition(closing)[2].lstrip()
    return name


def unquoted(name: str) -> str:
    """A name without double quotation marks, also inside it: 'the "Red Dawn" group'."""
    return name.translate(_QUOTATION_MARKS)


@functools.lru_cache(maxsize=8)
def acronyms(text: str) -> dict[str, str]:
    """The acronyms that a text explains, with their long names."""
    long_short, short_long = _named()
    name_first = {m[2]: plain(m[1]) for m in long_short.finditer(text)}
    return {m[1]: plain(m[2]) for m in short_long.finditer(text)} | name_first


def without_article(name: str) -> str:
    """A name as written without "the" before it."""
    before = (f"{the} " for the in lexicon.grammar().function.the)
    return next((name.removeprefix(each) for each in before if name.startswith(each)), name)


@functools.cache
def _joined() -> re.Pattern[str]:
    return re.compile(rf"\b[A-Z][a-z]+(?:-(?:{lexicon.alternatives(actor_words().name_particles)})-[A-Z][a-z]+)+\b")


def with_whole_names(claims: Sequence[Claim], text: str) -> list[Claim]:
    """The claims, where an actor or speaker whose name is cut has the whole name.

    The last word of a name is left as it is if it is also used alone: it may be another name.
    """
    full: dict[str, str] = {}
    rest = _joined().sub(" ", text)
    for name in dict.fromkeys(_joined().findall(text)):
        first, *_, last = name.split("-")
        full.setdefault(first, name)
        if not re.search(rf"\b{last}\b", rest):
            full.setdefault(last, name)
    return [_with(claim, full) for claim in claims] if full else list(claims)


def _with(claim: Claim, full: Mapping[str, str]) -> Claim:
    # The hyphens and particles of a name that was split are nobody.
    own = [a for a in claim.by if len(a.name) > 1]
    by = {(name := full.get(a.name, a.name)).lower(): replace(a, name=name) for a in own}
    speakers = (replace(s, name=full.get(s.name, s.name)) if s.name is not None else s for s in claim.speakers)
    return replace(claim, by=tuple(by.values()), speakers=tuple(speakers))
