"""Finds claims about people who attacked: police who shot a gunman are not responsible for the gunman's victims."""

from collections.abc import Sequence

from tollbook.mentions import HARMED
from tollbook.model import Actor, Claim, ClaimKind
from tollbook.reconcile import name_matching

#: Effects of an attack.
_HARM: frozenset[ClaimKind] = HARMED | {"buried", "trapped", "attack", "site destroyed", "site damaged"}


def without_arrests(claims: Sequence[Claim]) -> Sequence[Claim]:
    """The claims without captures, where others report an attack: people were mostly arrested for it, and elsewhere."""
    return [c for c in claims if c.kind != "captured"] if any(c.kind in _HARM for c in claims) else claims


def responsible(claims: Sequence[Claim]) -> list[tuple[Actor, Claim]]:
    """The actors of claims, each with its claim, without those who only harmed attackers.

    Suspects stay, and if only attackers were harmed ("police shot the gunman"), all stay. Fighters whom troops killed
    after a bomb had killed civilians are attackers too.
    """
    actors = [(actor, claim) for claim in claims for actor in claim.by]
    attackers = {claim.id for claim in claims if _is_about_attackers(claim)}
    others = [c for c in claims if c.kind in HARMED and c.people is not None and c.id not in attackers]
    if any(claim.people is not None and claim.people.status != "combatant" for claim in others):
        attackers |= {claim.id for claim in others if _is_about_fighters(claim)}
    left = [(actor, claim) for actor, claim in actors if actor.certainty is not None or claim.id not in attackers]
    return left if left or any(claim.id not in attackers for claim in others) else actors


def _is_about_fighters(claim: Claim) -> bool:
    """Whether forces of a state harmed fighters: "six militants were shot dead by troops"."""
    words, known = name_matching.all_words(claim.people.text if claim.people else ""), name_matching.word_lists()
    is_fighters = bool(words) and words[-1] in known.insurgents and known.joining.isdisjoint(words)
    return is_fighters and bool(claim.by) and all(_is_responder(actor.name) for actor in claim.by)


def _is_about_attackers(claim: Claim) -> bool:
    """Whether all people of a claim attacked, by the words for them; or whether police or soldiers harmed "him"."""
    people = claim.people
    if people is None:
        return False
    words, known = name_matching.all_words(people.text.split(",")[0]), name_matching.word_lists()
    if not words or not known.joining.isdisjoint(words):
        return False
    if words[-1] in known.attackers:
        return True
    stands_for_fighters = words[-1] in known.pointing_back and people.status == "combatant"
    return stands_for_fighters and bool(claim.by) and all(_is_responder(actor.name) for actor in claim.by)


def _is_responder(name: str) -> bool:
    """Whether somebody may have been called to an attack: "a police patrol", "a second guard"."""
    known = name_matching.word_lists()
    return not (known.institutions | known.forces | known.responders).isdisjoint(name_matching.all_words(name))
