"""The finest words for the place of a claim: the street address or the named site at which the event happened.

They become ``Place.text``, UCDP GED's ``where_description``; the town stays the place, with its coordinates.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace
from spacy.tokens import Token

from tollbook import addresses
from tollbook.addresses import Address
from tollbook.locale.messages import message
from tollbook.mentions import TOTAL_SCOPES
from tollbook.model import Claim, Place
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events.aftermath import is_aftermath
from tollbook.readers.rules.geoparsing import site_names
from tollbook.readers.rules.geoparsing.location_role import are_far_apart
from tollbook.readers.rules.geoparsing.place_lexicon import place_lexicon
from tollbook.readers.rules.words import phrases
from tollbook.readers.rules.words.language import LOCALE

#: UCDP's ``where_prec`` up to which a place is a town or a district, which has streets.
_DISTRICT = 3
#: Sentences after an address in which a claim without one of its own is still about it, as for days and places.
_VALID_FOR = 2
#: Days between two claims of one event: a report gives the evening or the next day.
_ONE_NIGHT = 1
#: Kinds of sites that have a name and stay where they are.
_FIXED = frozenset(
    ["hospital", "school", "place of worship", "market", "government building", "police", "military", "infrastructure",
     "business", "shelter", "building", "cemetery"]
)  # fmt: skip


class _Spot(NamedTuple):
    """The words of one spot, the number of its sentence, and the claim at it, if there is one."""

    text: str
    sentence: int
    claim: Claim | None = None


def described(claims: Sequence[Claim], document: Document) -> list[Claim]:
    """The claims of one report in text order, each with the finest words of the report for its place."""
    named = dict(_by_sentence(document))
    # Words with capitals for peoples and religions name no site.
    peoples = frozenset(t.text for t in document.doc if t.ent_type_ == "NORP")
    numbered = [(claim, _number(claim, document)) for claim in claims]
    own = {claim.id: _own(claim, named.get(n, ()), peoples) for claim, n in numbered}
    # An arrest is mostly at another place than the attack.
    at_attacks = ((claim, n) for claim, n in numbered if claim.kind != "captured")
    spots = [_Spot(words, n, claim) for claim, n in at_attacks if (words := own[claim.id]) is not None]
    spots += [_Spot(each[0].text, n) for n, each in named.items() if n not in {spot.sentence for spot in spots}]
    spots.sort(key=lambda spot: spot.sentence)
    is_local = _is_of_one_town(claims)
    return [_with_words(claim, own[claim.id] or _inherited(claim, n, spots, is_local)) for claim, n in numbered]


def _is_of_one_town(claims: Sequence[Claim]) -> bool:
    """Whether no two claims of a report are in different towns: a wide report mentions addresses of many events."""
    places = [claim.place for claim in claims if claim.place is not None and claim.place.lat is not None]
    return not any(are_far_apart(places[0], place) for place in places[1:])


def _by_sentence(document: Document) -> Iterator[tuple[int, Sequence[Address]]]:
    """The addresses of each sentence that may be the place of an attack."""
    for sentence in document.sentences:
        inside = (a for a in document.addresses if sentence.start_char <= a.start < sentence.end_char)
        if found := [a for a in inside if _is_of_attack(document.token_at(a.start))]:
            yield document.number_of(sentence), found


def _is_of_attack(address: Token | None) -> bool:
    """Whether an attack may have been at an address: not a vigil, a speech or an arrest, but "the shooting there"."""
    verb = next((t for t in address.ancestors if t.pos_ == "VERB"), None) if address is not None else None
    if address is None or verb is None:
        return True
    nouns = {p.head for p in phrases.find("events", verb.sent)} - {verb}
    if any(verb.is_ancestor(noun) and noun.is_ancestor(address) for noun in nouns):
        return True
    return not is_aftermath(verb) and verb.lemma_.lower() not in place_lexicon().words.gathering


def _number(claim: Claim, document: Document) -> int:
    token = document.token_at(claim.start)
    return -1 if token is None else document.number_of(token.sent)


def _own(claim: Claim, near: Sequence[Address], peoples: frozenset[str]) -> str | None:
    """The address in the sentence of a claim that is nearest to its end, else the named site of its event."""
    if near:
        return min(near, key=lambda address: abs(address.start - claim.end)).text
    names = (site_names.name_of(site.name, peoples) for site in claim.sites if site.kind in _FIXED)
    return next((name for name in names if name is not None), None)


def _inherited(claim: Claim, number: int, spots: Sequence[_Spot], is_local: bool) -> str | None:
    """The spot of a claim that names none: one just before, else the first of a report on one town, of its day.

    None if people are counted at several: "Three men were shot in Velmar on Sunday", before the address of each.
    """
    fitting = [spot for spot in spots if spot.claim is None or _fits(claim, spot.claim)]
    before = [spot for spot in fitting if 0 <= number - spot.sentence <= _VALID_FOR]
    if before or not fitting or not is_local:
        return before[-1].text if before else None
    counted = [spot.text for spot in fitting if spot.claim is not None and spot.claim.count is not None]
    return fitting[0].text if all(_is_same(counted[0], text) for text in counted) else None


def _is_same(one: str, other: str) -> bool:
    """Whether two spots are one street or site: "12 Elm Street", "the 100 block of Elm Street"."""
    return not addresses.own_words(one, LOCALE).isdisjoint(addresses.own_words(other, LOCALE))


def _fits(one: Claim, other: Claim) -> bool:
    """Whether two claims may be about one event, by their towns and days."""
    towns = [each.place for each in (one, other) if each.place is not None and _has_streets(each.place)]
    if len(towns) > 1 and are_far_apart(*towns):
        return False
    days = [each.when.start for each in (one, other) if each.when is not None and each.when.start is not None]
    return len(days) < 2 or abs((days[0] - days[1]).days) <= _ONE_NIGHT


def _has_streets(place: Place) -> bool:
    return (place.precision or _DISTRICT) <= _DISTRICT


def _with_words(claim: Claim, words: str | None) -> Claim:
    place = claim.place
    if words is None or claim.scope in TOTAL_SCOPES:
        return claim
    if place is None:
        reason = message("{name} is not in the gazetteer; add it to your own places.", name=words)
        return replace(claim, place=Place(name=words, text=words, reason=reason))
    return replace(claim, place=replace(place, text=words, spot=True)) if _has_streets(place) else claim
