"""The ids that questions had when they were hashes of their sentence. What was settled under them stays settled."""

from collections.abc import Mapping, Sequence

from tollbook.model import Claim, content_id
from tollbook.reconcile import name_matching
from tollbook.record import Figure, Incident


def former_id(kind: str, sentence: str, claims: Sequence[str], incident: Incident) -> str:
    """A hash of the sentence and of the claims in question, or of the incident if there are none."""
    return content_id(kind, sentence, *sorted(claims), *(() if claims else (incident.id,)))


def contested(incident: Incident, outcome: str, figure: Figure) -> str:
    """The question about a contested figure: it named both bounds, and had two claims of each."""
    ids = tuple(dict.fromkeys((*figure.low_claims[:2], *figure.high_claims[:2])))
    sentence = f"How many were {outcome}: {figure.low} or {figure.high}? Independent sources contradict each other."
    return former_id("contested figure", sentence, ids, incident)


def low_confidence(incident: Incident, outcome: str, bound: str, claim: str, quote: str) -> str:
    """The question about an unsure claim under one bound."""
    sentence = f"Is “{quote}” told as a number of people {outcome} in this incident? The {bound} rests on it alone."
    return former_id("low confidence", sentence, (claim,), incident)


def undated(incident: Incident, claim: str) -> str:
    """The question about a missing day."""
    return former_id("undated", "On which day did it happen? No report says so.", (claim,), incident)


def unresolved_place(incident: Incident, claim: str) -> str:
    """The question about a missing place, or about a name that is no place or several."""
    place, sentence = incident.place, "Where did it happen? No report says so."
    if place is not None:
        sentence = f"Where is {place.name}?"
    if place is not None and place.candidates:
        count = len(place.candidates)
        sentence = f"Which {place.name} is meant? Nothing in the reports tells {count} places apart."
    return former_id("unresolved place", sentence, (claim,), incident)


def changed_stance(incident: Incident, sentence: str, speaker: str, claims: Mapping[str, Claim]) -> str:
    """The question about a speaker's stances: it had the first claims of four statements under the speaker's names."""
    own = [each for each in incident.statements if each.speaker == speaker or _is_same_name(each.speaker, speaker)]
    first = tuple(dict.fromkeys(c for each in own for c in [c for c in each.claims if c in claims][:1]))
    return former_id("changed stance", sentence, first[:4], incident)


def contrary_decisions(incident: Incident, sentence: str) -> str:
    """The question about two decisions that contradict each other."""
    return former_id("contrary decisions", sentence, (), incident)


def _is_same_name(one: str, other: str) -> bool:
    same = name_matching.same_person(one, other)
    return same or name_matching.is_surname_of(one, other) or name_matching.is_surname_of(other, one)
