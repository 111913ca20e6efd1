"""Evidence that a capitalised word is not a private person's name: a place, an organisation, an outlet, an official.

A word that is also part of a withheld name is not evidence: if Per Åström is withheld, so is a place "Åström". A known
name of several words stays as a whole: Khan Yunis is kept even if Imran Khan is withheld.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import cache
from importlib import resources

from tollbook.export.release_profiles import vocabulary
from tollbook.export.spellings import fold, has_capital, key, ordinary, part_of, proper, split
from tollbook.model import Claim, Place, Record
from tollbook.record import Contents

#: The most letters of an acronym. Chosen by hand: longer words in capitals are mostly words or names.
_MAX_ACRONYM = 5
#: A name with whether it is known: in the gazetteer, an outlet, or a person whose name is released.
_Known = tuple[str, bool]


class KnownWords(Record, frozen=True, kw_only=True):
    """Words that are known not to be names of private persons, and phrases that are kept as a whole; folded."""

    words: frozenset[str] = frozenset()
    phrases: frozenset[str] = frozenset()


def known_words(
    contents: Contents, released: Iterable[str], withheld: AbstractSet[str], places: AbstractSet[str] | None
) -> KnownWords:
    """The words that the contents and the released names show not to be names of private persons.

    ``places`` are the folded names of places in texts that are not in the gazetteer. With None every place is evidence,
    also for words that it shares with a withheld name.
    """
    found = {*_organisations_and_places(contents, places), *((name, True) for name in released)}
    if places is None:
        return KnownWords(words=(common() | {fold(word) for name, _ in found for word in split(name)}) - {""})
    every, is_withheld = sharing(withheld), part_of(withheld)
    words: set[str] = set()
    phrases: set[str] = set()
    for name, known in found:
        own = {fold(word) for word in split(name)}
        if not own & every:
            words |= own
        elif known and len(own) > 1 and not is_withheld((own - common()) or own):
            phrases.add(key(name))
            words |= own - every
    return KnownWords(words=(common() | words) - {""}, phrases=frozenset(phrases))


def sharing(withheld: Iterable[str]) -> frozenset[str]:
    """The words of withheld names, folded, except words of countries and particles, which other names may share."""
    words = {fold(word) for name in withheld for word in split(name) if has_capital(word) and len(word) > 1}
    return frozenset(words - vocabulary().particles - proper() - nationalities() - {""})


def is_acronym(word: str) -> bool:
    """Whether a word is short and in capitals ("CNN"): an organisation, unless the whole text is in capitals."""
    return word.isupper() and 1 < len(word) <= _MAX_ACRONYM


def is_known_place(place: Place) -> bool:
    """Whether the gazetteer, or a person, gave the place coordinates."""
    return place.lat is not None or place.geonameid is not None


@cache
def common() -> frozenset[str]:
    """Ordinary words, and those of the names of countries and nationalities, folded."""
    return ordinary() | nationalities()


def _organisations_and_places(contents: Contents, places: AbstractSet[str] | None) -> Iterator[_Known]:
    """Names that are not of persons: places, outlets, organisations, sites and weapons."""
    yield from ((report.outlet, True) for report in contents.reports if report.outlet)
    for claim in contents.claims:
        yield from _organisations(claim, strict=places is not None)
        if claim.place:
            yield from _place(claim.place, places)
    for mention in contents.places():
        if places is None or is_known_place(mention.place) or key(mention.text) in places:
            yield mention.text, is_known_place(mention.place)
        yield from _place(mention.place, places)


def _organisations(claim: Claim, *, strict: bool) -> Iterator[_Known]:
    for speaker in claim.speakers:
        if speaker.name and speaker.role == "outlet":
            yield speaker.name, True
        elif speaker.name and split(speaker.name) and not is_name(speaker.name):
            yield from _organisation_name(speaker.name)
        if speaker.organisation:
            yield speaker.organisation, False
    yield from ((actor.name, False) for actor in claim.by if actor.kind == "organisation")
    yield from ((weapon.name, False) for weapon in claim.with_)
    # The name of a home is that of the people in it.
    yield from ((site.name, False) for site in claim.sites if not strict or site.kind != "home")


def _organisation_name(text: str) -> Iterable[_Known]:
    """The text if it is the short name of an organisation; empty if it may contain a person's name."""
    parts = split(text)
    has_word = any(fold(word) in vocabulary().bodies for word in parts)
    is_title = fold(parts[0]) == "the" and all(word[0].isupper() for word in parts[1:])
    return [(text, False)] if (has_word or is_title) and len(parts) <= 5 and "," not in text else []


def _place(place: Place, places: AbstractSet[str] | None) -> Iterator[_Known]:
    if places is None or is_known_place(place) or key(place.name) in places:
        yield place.name, is_known_place(place)
    yield from ((name, True) for name in (place.admin1, place.country_name) if name)


def is_name(text: str) -> bool:
    """Whether a text can be a person's name: few words, each capitalised, none of them a word for an organisation."""
    parts = split(text)
    if not 0 < len(parts) <= 5 or any(fold(word) in vocabulary().bodies for word in parts):
        return False
    if not all(word[0].isupper() or fold(word) in vocabulary().particles for word in parts):
        # In scripts without capitals any short phrase may be a name.
        return not any(word[0].islower() for word in parts)
    return len(parts) > 1 or not (fold(parts[0]) in common() or is_acronym(parts[0]))


@cache
def nationalities() -> frozenset[str]:
    """The words of the names of countries and nationalities, folded."""
    table = resources.files("tollbook").joinpath("data/gazetteer/countries.csv").read_text(encoding="utf-8")
    lines = (line for line in io.StringIO(table) if not line.startswith("#"))
    rows = csv.DictReader(lines)
    names = (text for row in rows for text in (row["name"], row["also"], row["people"]))
    return frozenset(fold(word) for text in names if text for word in split(text))
