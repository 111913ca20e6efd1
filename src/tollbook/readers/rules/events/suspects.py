"""Attaches the suspects that a report names to its claims.

The certainty of a suspect is "suspected" for every speaker, or "convicted" if a court found the person guilty.
"""

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace
from spacy.tokens import Doc, Token
from spacy.tokens import Span as Sentence

from tollbook.model import Actor, Certainty, Claim, Event
from tollbook.readers.rules.events import attacks, charges, suspected_parties
from tollbook.readers.rules.events.suspect_names import is_for_suspect, is_set_off, suspects
from tollbook.readers.rules.persons.person_names import PersonName
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.event_words import actor_words, suspect_words

#: Claims about an attack, which can have a suspect.
_HARM = frozenset({"killed", "injured", "attack", "site destroyed", "site damaged", "unharmed", "missing", "abducted"})


def attach(claims: Sequence[Claim], doc: Doc) -> list[Claim]:
    """Return the claims, with each suspect of the report at the nearest claim about casualties or an attack.

    A claim in the same sentence is preferred; elsewhere its kind of attack must fit the sentence. A claim whose victim
    is a suspect gets no suspect.
    """
    found = suspects(doc)
    harm = [c for c in claims if c.kind in _HARM and c.scope in {"incident", "part"}]
    # The police shoot suspects, who are not the authors of that; an officer may be the suspect where nobody else was.
    harm = [c for c in harm if not _is_by_police(c)] or harm
    own = [c for c in harm if any(_is_harmed(name, c, doc) for name in found)]
    # "Ivo Lerch and another gunman were killed": parts of such a claim have no suspect either.
    harm = [c for c in harm if not any(c.start < o.end and o.start < c.end and not _is_crime_of(c, o) for o in own)]
    known = {actor.name for claim in claims for actor in claim.by}
    parties = [(token, one) for token, one in suspected_parties.parties(doc) if one.name not in known]
    # "The gunmen fled" names them where nothing else does.
    parties += [] if known or found or parties else suspected_parties.fled(doc)
    added: dict[str, dict[str, Actor]] = {}
    for token, actor in (*_actors(found, doc), *parties):
        if (nearest := _nearest(token, actor, harm, own)) is not None:
            added.setdefault(nearest.id, {})[actor.name] = actor
    spans = charges.spans(doc)
    return as_combatants([_with(_alleged(c, spans), tuple(added.get(c.id, {}).values())) for c in claims])


def _actors(names: Iterable[PersonName], doc: Doc) -> Iterator[tuple[Token, Actor]]:
    """The suspects as actors, each with the first word of the name."""
    for name in names:
        certainty: Certainty = "convicted" if _is_convicted(name.text, doc) else "suspected"
        yield doc[name.first], Actor(name=name.text, kind="individual", certainty=certainty)


def _nearest(token: Token, actor: Actor, harm: Sequence[Claim], own: Sequence[Claim]) -> Claim | None:
    """The claim about casualties or an attack to which a suspect at a word belongs; ``own``: those of suspects harmed.

    In "the suspect, Ivo Lerch, died in a shootout" the kind of incident is that of his own death.
    """
    sentence = token.sent
    is_harmed = any(sentence.start_char <= c.start < sentence.end_char for c in own)
    same = [c for c in harm if sentence.start_char <= c.start < sentence.end_char]
    event = None if is_harmed else attacks.nearest_event(sentence, token)
    fits = same or [c for c in harm if _is_of_kind(c, event) and not _is_set_apart(c)]
    # There are no sentences for people who are still missing.
    found_dead = [c for c in fits if c.kind != "missing"]
    fits = found_dead if found_dead or actor.certainty == "convicted" else fits
    return min(fits, key=lambda c: abs(c.start - token.idx), default=None)


def _is_by_police(claim: Claim) -> bool:
    """Whether the police harmed somebody."""
    return any(one.name.lower().rpartition(" ")[2].removesuffix("s") in actor_words().police for one in claim.by)


def _is_crime_of(claim: Claim, own: Claim) -> bool:
    """Whether somebody was put to death for a killing: "Ivo Lerch, convicted of killing a guard, was hanged"."""
    is_inside = own.start < claim.start and claim.end < own.end
    return is_inside and claim.kind == own.kind == "killed" and claim.scope == "incident"


def as_combatants(claims: Sequence[Claim]) -> list[Claim]:
    """Return the claims; a victim who is held responsible for an attack becomes a combatant.

    So an attacker who was shot does not count as a civilian. A suspect who was arrested may be innocent: their status
    stays unknown.
    """
    held: dict[str, bool] = {}
    for actor in (a for c in claims for a in c.by if " " in a.name):
        held[actor.name.lower()] = held.get(actor.name.lower(), True) and actor.certainty == "suspected"
    # A surname alone may be that of a relative.
    others = {name.lower() for c in claims if c.people is not None for name in c.people.names} - set(held)
    apart = {word for name in others if " " in name for word in name.split()}
    for name, is_suspect in list(held.items()):
        for word in (name.split()[0], name.split()[-1]):
            if word not in apart and sum(word in each.split() for each in held) == 1:
                held[word] = is_suspect
    return [_as_combatant(c, held) for c in claims]


def _as_combatant(claim: Claim, held: Mapping[str, bool]) -> Claim:
    """A claim about one person with their status; ``held``: the perpetrators, and whether they are only suspects."""
    people, is_one = claim.people, claim.count is not None and claim.count.best == 1
    if (
        people is None
        or people.status != "unknown"
        or not is_one
        or claim.kind not in {"killed", "injured", "captured"}
    ):
        return claim
    own = [held[name.lower()] for name in people.names if name.lower() in held]
    is_one_of_them = any(not (is_suspect and claim.kind == "captured") for is_suspect in own)
    return replace(claim, people=replace(people, status="combatant")) if is_one_of_them else claim


def _alleged(claim: Claim, spans: Sequence[charges.Charge]) -> Claim:
    """The claim without perpetrators who are only accused, as in "was charged with shooting two": they are suspects."""
    held = {one.name: one for one in spans if claim.kind in _HARM and one.start <= claim.start < one.end}
    by = (replace(a, certainty=held[a.name].certainty) if a.name in held else a for a in claim.by)
    return replace(claim, by=tuple(by)) if held else claim


def _is_set_apart(claim: Claim) -> bool:
    """Whether a claim is of another attack than its report: "a similar shooting in 2023"."""
    return claim.event is not None and claim.event.text.split(" ")[0] in lexicon.grammar().earlier.another


def _is_of_kind(claim: Claim, event: Event | None) -> bool:
    """Whether a claim can be about an event: their kinds are the same, or one of them is not known."""
    kinds = {one.kind for one in (claim.event, event) if one is not None} - {"attack"}
    return len(kinds) < 2


def _with(claim: Claim, suspects: tuple[Actor, ...]) -> Claim:
    found = {suspect.name: suspect for suspect in suspects}
    guilty = {name: one for name, one in found.items() if one.certainty == "convicted"}
    by = tuple(guilty.get(actor.name, actor) if actor.certainty is None else actor for actor in claim.by)
    known = {actor.name for actor in by}
    return replace(claim, by=(*by, *(one for name, one in found.items() if name not in known)))


def _is_convicted(name: str, doc: Doc) -> bool:
    """Whether a court found somebody guilty, by this name or a part of it that no other suspect has."""
    named = [set(other.text.split()) for other in suspects(doc)]
    parts = (set(one.split()) for one in _convicted(doc))
    return any(part <= set(name.split()) and sum(part <= other for other in named) == 1 for part in parts)


@functools.lru_cache(maxsize=4)
def _convicted(doc: Doc) -> frozenset[str]:
    return frozenset(name.text for name, is_convicted in charges.charges(doc) if is_convicted)


def _is_harmed(name: PersonName, claim: Claim, doc: Doc) -> bool:
    """Whether the claim is about the person: by its names, or because the name is in it or right after it."""
    people = [set(one.split()) for one in claim.people.names] if claim.people is not None else []
    own = set(name.text.split())
    # A surname alone is not enough: a husband may have killed his wife.
    at, is_beside = doc[name.first].idx, doc[name.end - 1].dep_ == "appos" or is_set_off(name, doc)
    # "Killed the suspect, Ivo Lerch".
    return claim.start <= at <= claim.end + (len(", ") if is_beside else 1) or any(
        own <= one or one <= own for one in people
    )


def is_pursuit(sentence: Sentence) -> bool:
    """Whether a sentence is about the pursuit of suspects, where the agents of arrests are no perpetrators."""
    return any(is_for_suspect(t) or t.lower_ in suspect_words().pursuit for t in sentence)
