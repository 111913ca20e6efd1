"""Perpetrators, weapons and sites as the model finds them, attached to the claims they belong to."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from tollbook.model import Actor, Claim, Thing
from tollbook.readers.learned import actors, model_statements, possible_agents, things
from tollbook.readers.learned.holders import holders
from tollbook.readers.learned.predictions import Prediction, Predictions
from tollbook.readers.rules import state_forces
from tollbook.readers.rules.document import Document
from tollbook.readers.rules.events import (
    acts,
    denials,
    statement_verbs,
    uninvolved,
)
from tollbook.readers.rules.parsing.parser import was_in_capitals
from tollbook.readers.rules.words import lexicon
from tollbook.readers.rules.words.event_words import actor_words, attack_words
from tollbook.text import is_capitals_only

_T = TypeVar("_T", Actor, Thing)


class Mentions(NamedTuple):
    """The perpetrators, weapons and sites that belong to a claim."""

    by: tuple[Actor, ...]
    weapons: tuple[Thing, ...]
    sites: tuple[Thing, ...]


def attach(claims: Sequence[Claim], document: Document, predictions: Predictions) -> list[Claim]:
    """The claims, each with the weapons and sites of its sentence, and the perpetrators where the rules found none.

    Those in a sentence without a claim are attached to the nearest one. A perpetrator is attached only if the sentence
    reports an attack and the claim is about one: "the forces broke the ceasefire" accuses nobody of the deaths before
    it.
    """
    opinions = {c.id for c in claims if model_statements.names_nobody(c, document, predictions)}
    claims = [replace(c, by=(), with_=(), sites=()) if c.id in opinions else c for c in claims]
    about = [c for c in claims if c.id not in opinions]
    held = _held(about, document, predictions.of("perpetrator", "weapon", "site"))
    found = [_with(c, mentions(held.get(c.id, ()), document), document) for c in claims]
    idle = {c.id for c in found if _only_of_model(c, document) and _accuses_nobody(c, document, predictions)}
    if idle:
        # The things of a sentence that accuses nobody belong to other claims.
        things_of = _held([c for c in about if c.id not in idle], document, predictions.of("weapon", "site"))
        for c in about:
            held[c.id] = [p for p in held.get(c.id, ()) if p.label == "perpetrator"] + things_of.get(c.id, [])
        found = [_with(c, mentions(held.get(c.id, ()), document), document) for c in claims if c.id not in idle]
    return state_forces.completed(found, document)


def _held(
    claims: Sequence[Claim], document: Document, predictions: Iterable[Prediction]
) -> dict[str, list[Prediction]]:
    """The predictions that belong to each claim, by its id."""
    held: dict[str, list[Prediction]] = {}
    for p in predictions:
        for claim in holders(p, claims, document):
            held.setdefault(claim.id, []).append(p)
    return held


def _only_of_model(claim: Claim, document: Document) -> bool:
    """Whether the model finds an accusation in a sentence where the rules find none."""
    return claim.stance == "accuses" and model_statements.is_of_model(claim, document)


def _accuses_nobody(claim: Claim, document: Document, predictions: Predictions) -> bool:
    """Whether a sentence accuses nobody although the model finds an accused: "Israel returned the bodies, …".

    The forces of a speaker are not accused ("the army said that its forces had fired at a man"), nor anybody in "it was
    not clear which side had fired".
    """
    own = document.doc.char_span(claim.start, claim.end, alignment_mode="expand")
    # "Karl Lind had denied murder but admitted manslaughter."
    if own is not None and (statement_verbs.is_admission(own.root) or denials.is_verb(own.root)):
        return True
    asked = (t.head for t in own or () if t.dep_ == "det" and t.lower_ in actor_words().asked)
    if any(t.dep_ == "nsubj" for t in asked):
        return True
    speakers = {(s.name or "").lower().split(" ")[-1] for s in claim.speakers if s.role != "outlet"}
    if not claim.by:
        taken = [
            document.token_at(p.start) for p in predictions.of("perpetrator") if claim.start <= p.start < claim.end
        ]
        if any(uninvolved.is_uninvolved(t) or actors.is_in_question(t) for t in taken if t is not None):
            return True
        taken = [t for t in taken if t is not None and not acts.is_on_self(acts.act_of(t))]
        # Of "the prosecutor said Ivo Lerch believed" the prosecutor speaks.
        last = [(s.name or "").lower().split(" ")[-1] for s in claim.speakers if s.role != "outlet"][-1:]
        # The parse of a text in capitals misses too many of those who act.
        is_known = own is None or bool(taken) or model_statements.is_sure_of(claim, predictions)
        is_known = is_known or was_in_capitals(document.doc)
        return not (is_known or (own is not None and possible_agents.has_agent(own.sent, last)))
    if all(attack_words().before_weapons & set(one.name.lower().split()[:-1]) for one in claim.by):
        return True  # "A suicide bomber" says nothing about who did it.
    # "Karl Lind, 50, shot his wife" is his act, and police who say that officers shot a man accuse nobody.
    accused = {one.name.lower().split(" ")[-1] for one in claim.by}
    named = [t for t in own or () if t.lower_ in accused]
    is_agent = any("nsubj" in {t.dep_, t.head.dep_ if t.dep_ == "appos" else ""} for t in named)
    is_of_self = accused <= speakers and is_agent
    if is_of_self or (_are_police(speakers) and _are_police(accused)):
        return True
    nouns = [t for t in own or () if any(c.lower_ in actor_words().owning for c in t.lefts)]
    verbs = (v for t in nouns for v in t.ancestors if v.i < t.i)
    is_own = any(t.dep_ == "nsubj" and t.lower_ in speakers for v in verbs for t in v.lefts)
    return is_own and all(any(one.name.endswith(t.text) for t in nouns) for one in claim.by)


def _are_police(last_words: set[str]) -> bool:
    """Whether all of some speakers or actors with a name are police, by their last words."""
    named = {word.removesuffix("s") for word in last_words if word}
    return bool(named) and named <= actor_words().police


def mentions(found: Iterable[Prediction], document: Document) -> Mentions:
    """Some predictions as perpetrators, weapons and sites."""
    found = list(found)
    return Mentions(
        _distinct(actor for p in found if p.label == "perpetrator" for actor in actors.of(p, document)),
        _distinct(one for p in found if p.label == "weapon" for one in things.things(p, document, "weapons")),
        _distinct(one for p in found if p.label == "site" for one in things.things(p, document, "sites")),
    )


def _with(claim: Claim, found: Mentions, document: Document) -> Claim:
    by = tuple(_fuller(actor, found.by, are_listed=len(claim.by) > 1) for actor in claim.by)
    by = by if any(actor.certainty is None for actor in by) else (*by, *_others(found.by, by))
    weapons = tuple(_longer(_described(thing, found.weapons), found.weapons) for thing in claim.with_)
    further = _further_things(claim.with_, found.weapons, document)
    sites = tuple(_longer(thing, found.sites) for thing in claim.sites)
    other_sites = _further_things(claim.sites, found.sites, document)
    return replace(claim, by=by, with_=(*weapons, *further), sites=(*sites, *other_sites))


def _longer(thing: Thing, found: Sequence[Thing]) -> Thing:
    """A weapon or site with the words that the model finds after it: "bus carrying pilgrims" for "bus"."""
    begins = f"{thing.name.lower()} "
    return next((replace(thing, name=one.name) for one in found if one.name.lower().startswith(begins)), thing)


def _described(thing: Thing, found: Sequence[Thing]) -> Thing:
    """A weapon with the words for its kind that the model finds before it: "suicide car bomb" for "car bomb"."""
    own = f" {thing.name.lower()}"
    longer = (one.name for one in found if one.name.lower().endswith(own))
    before = ((name, name.lower().removesuffix(own).split()) for name in longer)
    kinds = attack_words().before_weapons
    return next((replace(thing, name=name) for name, words in before if words and kinds.issuperset(words)), thing)


def _fuller(actor: Actor, found: Sequence[Actor], *, are_listed: bool) -> Actor:
    """An actor with the longer words of the model: "man who authorities say was on a watch list" for "man"."""
    for one in found:
        more = one.name[len(actor.name) :]
        joins = "," in more or any(f" {word} " in more for word in lexicon.grammar().function.and_)
        # "The Front and the Legion" are two; "the Ministry of Defence and Interior" is one.
        is_another = (actor.kind == "individual" or are_listed) and joins
        if not is_another and one.name.lower().startswith(f"{actor.name.lower()} "):
            return replace(actor, name=one.name)
    return actor


def _further_things(own: Sequence[Thing], found: Sequence[Thing], document: Document) -> tuple[Thing, ...]:
    """The things of the model that share no word with one of the rules; in capitals, only if the rules found none.

    The model was trained on mixed case: with further things in capitals, muc4/tst1 was 40.2, without them 40.5.
    """
    if own and is_capitals_only(document.text):
        return ()
    words = {word for one in own for word in one.name.lower().split()}
    return tuple(one for one in found if words.isdisjoint(one.name.lower().split()))


def _others(found: Sequence[Actor], suspects: Sequence[Actor]) -> Iterator[Actor]:
    """The actors without those whose name is that of a suspect or a part of it."""
    names = [one.name.lower() for one in suspects]
    return (
        actor for actor in found if not any(actor.name.lower() in name or name in actor.name.lower() for name in names)
    )


def _distinct(every: Iterable[_T | None]) -> tuple[_T, ...]:
    return tuple({one.name.lower(): one for one in every if one is not None}.values())
