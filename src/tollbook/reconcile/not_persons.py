"""Finds names of bodies that readers mistake for persons: news agencies, monitors, outlets, armed groups."""

from tollbook.model import Claim
from tollbook.reconcile import name_matching


def is_body(name: str, claim: Claim) -> bool:
    """Whether a name among the people of a claim is that of an agency, a monitor, an outlet or a group.

    "Monitor AFP" is a body, and "Velmar Sana" is one if Velmar is the place of the claim; "Sana Dost" is a person.
    """
    lists, words = name_matching.word_lists(), name_matching.all_words(name)
    outlets = {name_matching.full_key(s.name) for s in claim.speakers if s.role == "outlet" and s.name}
    if name_matching.full_key(name) in outlets or not lists.not_in_names.isdisjoint(words):
        return True
    places = {word for text in _places(claim) for word in name_matching.all_words(text)} | lists.directions
    own = [word for word in words if word not in places]
    with_age = claim.people is not None and claim.people.age is not None
    return (
        bool(own)
        and all(word in lists.agencies or word in lists.wires for word in own)
        and not (len(words) == 1 and with_age)
    )


def _places(claim: Claim) -> tuple[str, ...]:
    place = claim.place
    if place is None:
        return ()
    return tuple(text for text in (place.name, place.text, place.admin1, place.country_name) if text)
