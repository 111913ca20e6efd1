"""Perpetrators according to the claims, and how certain the claims are."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tollbook import gazetteer
from tollbook.mentions import DOUBTING
from tollbook.model import Actor, Certainty, Claim, Report
from tollbook.reconcile import name_matching
from tollbook.reconcile.attackers import responsible, without_arrests
from tollbook.reconcile.independence import informant
from tollbook.reconcile.name_matching import merge_by_wording
from tollbook.record import Perpetrator

#: Most certain first: a claim of responsibility outranks an accusation, a court and an authority outrank others.
_ORDER: tuple[Certainty, ...] = (
    "claimed", "admitted", "convicted", "accused by authorities", "accused", "suspected", "denied", "unknown",
)  # fmt: skip

#: The certainties of actors who accept responsibility themselves.
ACCEPTED: frozenset[Certainty] = frozenset({"claimed", "admitted"})


def perpetrators(claims: Sequence[Claim], reports: Mapping[str, Report]) -> tuple[Perpetrator, ...]:
    """Everyone held responsible, by name, with the greatest certainty that a claim gives, and all claims about them.

    A certainty that an actor has in a claim counts for that claim alone. If every claim that names the actor has one, a
    claim of responsibility adds nothing: this is how a person lowers the certainty of an incident.
    A speaker does not accuse itself, and a denial accuses nobody: "the army denied that its troops had fired" accuses
    no troops. Those who arrest people after an attack are not responsible for it; they are responsible only if there
    were arrests alone. Those who shot the attackers are not responsible either. One name is one actor, even if only
    some claims show that it is an organisation. ``denied`` means that the accused denies it and only the outlet itself
    accuses them. "The gunman" beside a person with a name says nothing more and is left out.
    """
    outlets = {name_matching.full_key(r.outlet) for r in reports.values() if r.outlet}
    named = [
        (a, c)
        for a, c in responsible(without_arrests(claims))
        if name_matching.full_key(a.name) not in outlets and _is_accepted(c, a)
    ]
    named += [(a, c) for c in claims if (a := _claimant(c)) is not None]
    kind_of = {name_matching.full_key(a.name): a.kind for a, _ in named if a.kind == "organisation"}
    settled = frozenset(actor.name for actor, _ in named if actor.as_reported is not None)
    deniers = [_who(c) for c in claims if is_denial(c)]
    of_state = _fullest_of_states(actor.name for actor, _ in named if actor.as_reported is None)
    wordings = [
        (of_state.get(a.name, a.name), kind_of.get(name_matching.full_key(a.name), a.kind), (a, c)) for a, c in named
    ]
    found = [(_perpetrator(name, items, deniers), items) for name, items in merge_by_wording(wordings, settled)]
    has_name = any(_has_name(one) for one, _ in found)
    return tuple(one for one, items in found if not (has_name and _is_unnamed(one, items)))


def _fullest_of_states(names: Iterable[str]) -> dict[str, str]:
    """The names of states, each with the fullest one of its state: "US" has "United States" if both are there."""
    of_state: dict[str, set[str]] = defaultdict(set)
    for name in names:
        for code in [each.country for each in gazetteer.lookup(name) if each.kind == "country"][:1]:
            of_state[code].add(name)
    return {name: max(own, key=lambda each: (len(each), each)) for own in of_state.values() for name in own}


def _has_name(one: Perpetrator) -> bool:
    """Whether somebody held responsible is a person with a name, who does not deny it."""
    words, known = name_matching.all_words(one.name), name_matching.word_lists()
    is_person = one.kind == "individual" and one.name.split()[-1][:1].isupper()
    others = known.attackers | known.unnamed | known.members | known.forces | known.institutions
    return is_person and one.confidence != "denied" and bool(words) and words[-1] not in others


def _is_unnamed(one: Perpetrator, items: Sequence[tuple[Actor, Claim]]) -> bool:
    """Whether the words for somebody say only that they attacked, and no person set them: "the lone gunman".

    Nor do an age and a home say who it was, once the person has a name: "a 30-year-old Velmar man".
    """
    words, known = name_matching.all_words(one.name), name_matching.word_lists()
    is_bare = one.kind == "individual" and bool(words) and words[-1] in known.attackers | known.unnamed
    before = one.name.split()[:-1]
    # An age alone may be of somebody else: "a 30-year-old man".
    has_home = any(w[0].isupper() and w.lower() not in known.before_unnamed for w in before)
    is_bare = is_bare and all(_adds_nothing(w) and (has_home or not w[0].isdigit()) for w in before)
    return is_bare and not one.as_reported and all(claim.confidence != 1.0 for _, claim in items)


def _adds_nothing(word: str) -> bool:
    """Whether a word before "man" is an age, a part of a home, or general; not a number: "two", "another"."""
    known, lower = name_matching.word_lists(), word.lower()
    is_number = word.isdigit() or lower in known.numbers | known.setting_beside
    describes = word[0].isupper() or word[0].isdigit()
    return not is_number and (describes or known.before_unnamed.issuperset(name_matching.all_words(word)))


def parties(found: Sequence[Perpetrator]) -> tuple[tuple[Perpetrator, ...], ...]:
    """Perpetrators by party, in their order: "the Front" and "Front fighters" are one, the shortest name first.

    A name joins a shorter one if only words for people, units or arms are between them, and no other name is as short.
    """
    shortest = [each for each in found if not any(_is_shorter(one, each) for one in found)]
    heads = {each.name: [one.name for one in shortest if _is_shorter(one, each)] for each in found}
    alone = (each for each in found if len(heads[each.name]) != 1)
    return tuple((each, *(one for one in found if heads[one.name] == [each.name])) for each in alone)


def _is_shorter(one: Perpetrator, other: Perpetrator) -> bool:
    few, many = (set(name_matching.name_words(each.name)) for each in (one, other))
    return bool(few) and few < many <= few | name_matching.word_lists().members


def _is_accepted(claim: Claim, actor: Actor) -> bool:
    """Whether a claim makes an actor that it names responsible, or a person decided how certain it is.

    A reader may mistake the agency, station or person that reports an attack for its perpetrator. So a claim of the
    actor itself counts only if it admits or claims the attack.
    """
    if actor.as_reported is not None or actor.certainty is not None:
        return True
    if not name_matching.word_lists().media.isdisjoint(name_matching.all_words(actor.name)):
        return False
    if actor.kind == "individual" and claim.stance not in {"admits", "claims responsibility"}:
        return not (is_denial(claim) or _speaks_for(claim, actor))
    accuses_itself = claim.kind == "accusation" and _is_speaker(claim, actor)
    return not (accuses_itself or is_denial(claim))


def is_denial(claim: Claim) -> bool:
    """Whether a claim denies something."""
    return claim.kind == "denial" or claim.stance == "denies"


def _perpetrator(name: str, items: Sequence[tuple[Actor, Claim]], deniers: Sequence[str | None]) -> Perpetrator:
    decided = any(actor.certainty is not None for actor, _ in items)
    naming = [(actor, claim) for actor, claim in items if claim.by]
    deciding = naming if naming and all(actor.certainty for actor, _ in naming) else items
    certainty = min((actor.certainty or _certainty(actor, claim) for actor, claim in deciding), key=_ORDER.index)
    names = {name, *(actor.as_reported or actor.name for actor, _ in items)}
    if not decided and certainty == "unknown" and any(_is_actor(each, who) for each in names for who in deniers if who):
        certainty = "denied"
    is_settled = any(actor.as_reported is not None for actor, _ in items)
    return Perpetrator(
        name=name,
        kind=min((actor.kind for actor, _ in items), key=("organisation", "individual").index),
        confidence=certainty,
        claims=tuple(sorted({claim.id for _, claim in items})),
        side=next((actor.side for actor, _ in items if actor.side), None),
        as_reported=tuple(sorted({actor.as_reported or actor.name for actor, _ in items})) if is_settled else (),
    )


def _claimant(claim: Claim) -> Actor | None:
    """The speaker of a claim of responsibility, unless the speaker only passes on what others say."""
    if claim.kind != "responsibility" or claim.stance != "claims responsibility" or claim.by:
        return None
    who = _who(claim)
    if who is not None and not name_matching.word_lists().passing_on.isdisjoint(name_matching.all_words(who)):
        return None
    speaker = informant(claim)
    reported, side = (speaker.as_reported, speaker.side) if speaker is not None else (None, None)
    return Actor(name=who, as_reported=reported, side=side if reported else None) if who else None


def _certainty(actor: Actor, claim: Claim) -> Certainty:
    who = _who(claim)
    if claim.stance == "claims responsibility":
        return "claimed"
    if claim.kind == "inquiry" or claim.stance == "promises inquiry":
        # A speaker who asks whether the actor did it neither admits nor accuses.
        return "suspected"
    if claim.stance == "admits" or (claim.kind != "accusation" and _speaks_for(claim, actor)):
        return "admitted"
    if claim.stance in DOUBTING:
        return "suspected"
    if who is None:
        return "accused" if claim.kind == "accusation" else "unknown"
    return "accused by authorities" if _is_authority(claim) else "accused"


def _who(claim: Claim) -> str | None:
    speaker = informant(claim)
    return speaker.name if speaker is not None else None


def _is_authority(claim: Claim) -> bool:
    speaker = claim.speakers[0]
    description = " ".join(filter(None, (speaker.name, speaker.role, speaker.organisation))).lower()
    return any(word in name_matching.word_lists().authorities for word in description.replace("-", " ").split())


def _speaks_for(claim: Claim, actor: Actor) -> bool:
    """Whether the words for the speaker name the actor in full: "a group" does not speak for "an armed group".

    Of settled names, the preferred ones are compared, and those in the report.
    """
    speaker = informant(claim)
    if speaker is None or not speaker.name:
        return False
    pairs = ((speaker.name, actor.name), (speaker.as_reported or speaker.name, actor.as_reported or actor.name))
    words = ((set(name_matching.name_words(a)), set(name_matching.name_words(s))) for s, a in pairs)
    return any(own and own <= others for own, others in words)


def _is_speaker(claim: Claim, actor: Actor) -> bool:
    """Whether the informant of a claim has the name of an actor."""
    speaker = informant(claim)
    own = set(name_matching.name_words(actor.name))
    return speaker is not None and bool(own) and own == set(name_matching.name_words(speaker.name or ""))


def _is_actor(actor: str, speaker: str) -> bool:
    """Whether a speaker is the actor or speaks for it: one name has all words of the other."""
    one, other = set(name_matching.name_words(actor)), set(name_matching.name_words(speaker))
    return bool(one and other) and (one <= other or other <= one)
