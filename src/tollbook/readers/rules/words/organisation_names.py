"""Names of organisations: without articles and notes, with their acronyms, and whole where particles join them.

The parser splits "Lashkar-e-Velm" into three names, and one of them would be taken for the group.
"""

import functools
import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tollbook.model import Claim

#: "Corvan Liberation Front (CLF)", "CLF [Corvan Liberation Front]": an organisation's name and its acronym.
_NAME = r"(?:[A-Z][^\W\d_]+[ -])(?:(?:of|for|and|the|de|del|[A-Z][^\W\d_]+)[ -]){0,7}[A-Z][^\W\d_]+"
_LONG_SHORT = re.compile(rf"({_NAME})\s?[\[(]([A-Z][A-Z-]{{1,9}})[\])]")
_SHORT_LONG = re.compile(rf"\b([A-Z][A-Z-]{{1,9}})\s?[\[(]({_NAME})[\])]")
_LEADING = re.compile(r"^(?:\[[^\]]*\]\s*|(?:the|a|an|our|their|his|her|its|some)\s+)+", re.I)


def plain(name: str) -> str:
    """A name without its article, "our", and notes in square brackets before it."""
    return " ".join(_LEADING.sub("", name).split()).strip("\"'“”‘’ ")


@functools.lru_cache(maxsize=8)
def acronyms(text: str) -> dict[str, str]:
    """The acronyms that a text explains, with their long names."""
    name_first = {m[2]: plain(m[1]) for m in _LONG_SHORT.finditer(text)}
    return {m[1]: plain(m[2]) for m in _SHORT_LONG.finditer(text)} | name_first


#: The particles are Persian, Urdu and Arabic, as English writes them.
_JOINED = re.compile(r"\b[A-Z][a-z]+(?:-(?:e|i|al|ed|es|il|ud|ul|un|ur|us|ut|uz)-[A-Z][a-z]+)+\b")


def with_whole_names(claims: Sequence[Claim], text: str) -> list[Claim]:
    """The claims, where an actor or speaker whose name is cut has the whole name.

    The last word of a name is left as it is if it is also used alone: it may be another name.
    """
    full: dict[str, str] = {}
    rest = _JOINED.sub(" ", text)
    for name in dict.fromkeys(_JOINED.findall(text)):
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
