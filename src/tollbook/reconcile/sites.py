"""The sites that were hit, with the effect."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import starmap
from typing import NamedTuple

from tollbook.model import Claim, SiteEffect, Thing
from tollbook.reconcile.attackers import without_arrests
from tollbook.reconcile.name_matching import all_words, is_proper, merge_by_wording, word_lists
from tollbook.record import Site

#: Gravest first: if claims give several effects on one site, the gravest counts.
_EFFECTS: tuple[SiteEffect, ...] = ("destroyed", "damaged", "unharmed", "unknown")
#: Kinds of sites that are buildings.
_BUILT = frozenset(
    {
        "building",
        "business",
        "government building",
        "home",
        "hospital",
        "market",
        "other",
        "place of worship",
        "police",
        "school",
    }
)
_CAPITALISED = re.compile(r"[^\W\d_][\w'’-]*")


class _SiteMention(NamedTuple):
    """A site in the words of one claim."""

    site: Thing
    claim: Claim


def sites(claims: Sequence[Claim]) -> tuple[Site, ...]:
    """Every site the claims name, with the gravest effect on it; each site once, even if reports name it differently.

    The site of an arrest after an attack was not hit: "raided a flat and arrested two men".
    Two wordings of one kind are one site if one has all words of the other, or if both have the same head noun and no
    names that differ: "the children's hospital" and "a maternity hospital" of one attack. A general word, such as
    "medical facility", is the site of that kind with most claims; "the building" and "the east wing" are any site that
    is one. Several sites ("hospitals") stay apart.
    """
    claims = without_arrests(claims)
    named = [(s.name, (s.kind, _is_several(s.name)), _SiteMention(s, c)) for c in claims for s in c.sites]
    settled = frozenset(s.name for c in claims for s in c.sites if s.as_reported is not None)
    groups = sorted(merge_by_wording(named, settled), key=lambda group: (-len(group[1]), group[0]))
    merged: list[tuple[str, list[_SiteMention]]] = []
    # General words last: their meaning depends on the other sites.
    for name, mentions in sorted(groups, key=lambda group: _is_general(group[0])):
        kind = mentions[0].site.kind
        kinds = _BUILT if _is_any_building(name, kind) else {kind}
        alike = [] if name in settled else [known for known in merged if known[1][0].site.kind in kinds]
        same = (known for known in alike if known[0] not in settled and _is_one(known[0], name))
        if (site := next(same, None)) is None:
            merged.append((name, list(mentions)))
        else:
            site[1].extend(mentions)
    return tuple(sorted(starmap(_site, merged), key=lambda site: (site.name, site.kind)))


def _site(name: str, mentions: Sequence[_SiteMention]) -> Site:
    """A site with all wordings, the most frequent first."""
    times = Counter(site.as_reported or site.name for site, _ in mentions)
    is_settled = any(site.as_reported is not None for site, _ in mentions)
    return Site(
        name=name,
        kind=mentions[0].site.kind,
        effect=_gravest(mentions),
        claims=tuple(sorted({mention.claim.id for mention in mentions})),
        as_reported=tuple(sorted(times)) if is_settled else (),
        wordings=tuple(sorted(times, key=lambda wording: (-times[wording], wording))),
    )


def _gravest(mentions: Sequence[_SiteMention]) -> SiteEffect:
    """The gravest effect that a claim gives; what a person decided has precedence."""
    decided = [site.effect for site, _ in mentions if site.effect is not None]
    return min(decided or (_effect(*mention) for mention in mentions), key=_EFFECTS.index)


def _is_one(known: str, name: str) -> bool:
    """Whether a wording means the site of the same kind that another wording means."""
    if _is_several(known) or _is_several(name):
        return False
    one, other = _names(known), _names(name)
    if one and other and not one & other:
        return False
    return _head(known) == _head(name) or _is_general(name)


def _head(name: str) -> str:
    """The head noun: the last word before "of", "in" or another preposition."""
    words = all_words(name)
    end = next(
        (i for i, word in enumerate(words) if i and word in {"of", "in", "at", "for", "with", "on", "near", "along"}),
        len(words),
    )
    return words[end - 1] if words else ""


def _is_several(name: str) -> bool:
    """Whether the words mean more than one site, or another one than before."""
    head, words = _head(name), set(all_words(name))
    plural = head.endswith("s") and not head.endswith("ss")
    return plural or bool(words & word_lists().more_sites)


def _is_general(name: str) -> bool:
    return _head(name) in word_lists().general_sites | word_lists().building_parts


def _is_any_building(name: str, kind: str) -> bool:
    """Whether a wording may mean a building of any kind, or a part of it: "the building", "the east wing"."""
    is_building = kind == "building" and _head(name) in word_lists().any_buildings
    return (is_building or _head(name) in word_lists().building_parts) and not _names(name)


def _names(name: str) -> set[str]:
    """The capitalised words of a wording, without its first word, which may begin a sentence."""
    words = _CAPITALISED.findall(name)
    return {word.lower() for word in words[1:] if word[0].isupper() and is_proper(word) and word.lower() != _head(name)}


def _effect(site: Thing, claim: Claim) -> SiteEffect:
    """What a claim says of one of its sites: "destroyed two cars near a clinic" does not say it of the clinic."""
    if len(claim.sites) > 1 and _head(site.name) not in all_words(claim.quote):
        return "unknown"
    if claim.kind == "site destroyed":
        return "unharmed" if claim.stance == "denies" else "destroyed"
    if claim.kind == "site damaged":
        return "unharmed" if claim.stance == "denies" else "damaged"
    return "unknown"
