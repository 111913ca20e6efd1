"""States that only an adjective names: "an Israeli strike" is by "Israeli forces" if the report names these."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tollbook import gazetteer
from tollbook.model import OUTCOMES, Actor, Claim
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events import responsibility
from tollbook.readers.rules.words import organisation_names
from tollbook.readers.rules.words.event_words import actor_words

#: Claims about an attack or casualties. Statements about an attack name their own actors.
_OF_ATTACKS = frozenset({*OUTCOMES, "attack", "site damaged", "site destroyed"})


def completed(claims: Sequence[Claim], document: Document) -> list[Claim]:
    """The claims of one report: those without an actor have the state behind their attack, or the forces of it.

    Names that the parser cut at a particle are whole.
    """
    forces: dict[str, Actor] = {}
    for actor in (actor for claim in claims for actor in claim.by):
        if (state := _state_of_forces(actor.name)) is not None:
            forces.setdefault(state, actor)
    known = set(document.text.split())
    named = {state: actor for state, actor in forces.items() if state not in known}
    claims = [_renamed(c, named) if c.by else _renamed(_with_state(c, document), forces) for c in claims]
    return organisation_names.with_whole_names(claims, document.text)


def _with_state(claim: Claim, document: Document) -> Claim:
    words_of_claim = document.doc.char_span(claim.start, claim.end, alignment_mode="expand")
    if claim.kind not in _OF_ATTACKS or words_of_claim is None:
        return claim
    return replace(claim, by=responsibility.state_behind(words_of_claim.sent, words_of_claim.root))


def _state_of_forces(name: str) -> str | None:
    """The state of "Israeli forces" and "Turkish Army"; none of "Corvan Democratic Forces", which is another body."""
    adjective, *rest = name.split()
    lower = [word.lower() for word in rest]
    describes = lower == rest or actor_words().of_state.issuperset(lower)
    if not rest or not describes or lower[-1] not in actor_words().of_state:
        return None
    code = gazetteer.country_of_people(adjective.removesuffix(actor_words().led))
    return None if code is None else gazetteer.countries().get(code)


def _renamed(claim: Claim, forces: Mapping[str, Actor]) -> Claim:
    """The claim with the forces of its states. The certainty is kept: a suspected state means suspected forces."""
    if not any(actor.name in forces for actor in claim.by):
        return claim
    renamed = (replace(forces.get(actor.name, actor), certainty=actor.certainty) for actor in claim.by)
    return replace(claim, by=tuple({actor.name.lower(): actor for actor in renamed}.values()))
