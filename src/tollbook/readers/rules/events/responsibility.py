"""Finds the perpetrators of a casualty or an attack in its sentence.

The agent of the event itself comes first, then other agents in the sentence: "attack by X", "blamed on X", the agent
of a verb of attacking. Such an act must be a possible cause of the event: "nine people were wounded before police shot
the attacker" reports two events, and the police are responsible for one of them.
"""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from spacy.tokens import Span as Sentence
from spacy.tokens import Token

from tollbook.model import Actor
from tollbook.readers.rules.attribution.relations import gives_figure
from tollbook.readers.rules.casualties import headlines, semantic_roles
from tollbook.readers.rules.events import accusations, armed_parties, denials, other_acts, uninvolved
from tollbook.readers.rules.events.actor_nouns import is_actor
from tollbook.readers.rules.events.acts import is_act, is_on_self
from tollbook.readers.rules.events.organisations import states
from tollbook.readers.rules.events.perpetrators import described, find
from tollbook.readers.rules.events.victim_subjects import is_own_loss, is_victim
from tollbook.readers.rules.parsing.factuality import certainty, negated
from tollbook.readers.rules.persons import person_names
from tollbook.readers.rules.persons.people import is_person
from tollbook.readers.rules.words import lexicon, phrases
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.reference_words import words as coreference_words
from tollbook.readers.rules.words.syntax import SUBJECTS, noun_after_of, path

#: Words up the parse that are searched for clearing words: "acquitted of killing", "no evidence that he had planned".
_GOVERNORS = 3


class _Act(NamedTuple):
    """A word for an act, and a word for its agent."""

    word: Token
    actor: Token


def of_event(agent: Token | None, anchor: Token, sentence: Sentence) -> tuple[Actor, ...]:
    """The perpetrators of the event of ``anchor``: its agent, else the other agents of the sentence.

    Empty if the agent is "he", "a man" or another person without a description, or if the event is a rescue.
    """
    if anchor.lemma_.lower() in actor_words().rescuing or is_cleared(anchor) or is_on_self(anchor):
        return ()
    own = agent or _author(anchor)
    agent = _antecedent(own, anchor)
    if agent is not None and agent != own:
        return _named_above(_Act(anchor, agent))
    if agent is not None and is_victim(agent, anchor):
        agent = None
    if agent is not None and (agent.tag_ == "PRP" or (is_person(agent) and not find(agent))):
        return described(agent, anchor)
    if agent is None and (by := _of_wound(anchor)) is not None and (found := find(by) or described(by, by.head.head)):
        return found
    return find(agent) or of_sentence(sentence, anchor)


def _author(killing: Token) -> Token | None:
    """The agent of a noun: "rebels" in "the killing of two guards by rebels", unless it is denied."""
    is_denied = any(t.lemma_.lower() in _doubting() for t in killing.ancestors) or denials.is_denied(killing)
    nouns = (killing, noun_after_of(killing)) if killing.pos_ == "NOUN" and not is_denied else ()
    preps = (t for noun in nouns if noun is not None for t in noun.rights if t.lower_ in actor_words().authorship)
    return next((t for prep in preps for t in prep.children if t.dep_ == "pobj"), None)


def _of_wound(death: Token) -> Token | None:
    """The agent of a clause about the wound of the dead: "a teacher who was stabbed by a pupil has died"."""
    subject = next((t for t in death.lefts if t.dep_ == "nsubj"), None) if death.pos_ == "VERB" else None
    harms = lexicon.casualty_type_of("done_to")
    clauses = (t for t in subject.rights if t.dep_ in {"relcl", "acl"}) if subject is not None else ()
    clauses = (t for t in clauses if harms.get(t.lemma_.lower()) in {"killed", "injured"} and not negated(t))
    preps = (t for clause in clauses for t in clause.rights if t.dep_ == "agent")
    return next((t for prep in preps for t in prep.children if t.dep_ == "pobj"), None)


def _doubting() -> frozenset[str]:
    return coreference_words().denying | coreference_words().reports


def of_sentence(sentence: Sentence, anchor: Token | None = None) -> tuple[Actor, ...]:
    """The perpetrators in a sentence; with ``anchor`` only those whose act can have caused its event.

    The acts are kept with the parse: each claim of a sentence asks for them.
    """
    acts = (act for act in known_acts(sentence) if anchor is None or _is_cause(act, anchor))
    found = (armed_parties.actors(act.actor) or described(act.actor, act.word) or _named_above(act) for act in acts)
    return next(filter(None, found), ())


def _named_above(act: _Act) -> tuple[Actor, ...]:
    """The person to whom "he" of an act refers: "Ivo Lerch was shot dead after he detonated a bomb"."""
    name = person_names.name_at(act.actor)
    is_resolved = act.actor.head != act.word and act.actor.head.is_ancestor(act.word)
    return () if name is None or not is_resolved else (Actor(name=name.text, kind="individual"),)


def state_behind(sentence: Sentence, anchor: Token) -> tuple[Actor, ...]:
    """The state whose act can have caused the event of ``anchor``, if only an adjective names it."""
    acts = (act for act in known_acts(sentence) if _is_cause(act, anchor))
    return next((actors for act in acts if (actors := _state(act))), ())


def known_acts(sentence: Sentence) -> tuple[_Act, ...]:
    """The acts of violence in a sentence with the words for their agents."""
    cache: dict[tuple[int, int], tuple[_Act, ...]] = sentence.doc.user_data.setdefault("tollbook acts", {})
    key = sentence.start, sentence.end
    if key not in cache:
        accused = (_Act(*each) for each in accusations.of_sentence(sentence))
        cache[key] = (*_authors(sentence), *accused, *_agents(sentence))
    return cache[key]


def _state(act: _Act) -> tuple[Actor, ...]:
    """Return the states behind an act: in "an Israeli air strike", "Syrian and Russian raids".

    Empty for "an Afghan bombing", where the adjective is the place.
    """
    names = states(act.actor) if armed_parties.is_people(act.actor) else ()
    kinds = {p.kind for p in phrases.find("events", act.word.sent) if p.head == act.word}
    from_afar = not kinds.isdisjoint(armed_parties.FROM_AFAR)
    is_of_state = from_afar or act.word.pos_ == "VERB" or act.word.lemma_.lower() in actor_words().strikes
    return tuple(Actor(name=name, kind="organisation") for name in names) if is_of_state else ()


def _is_cause(act: _Act, anchor: Token) -> bool:
    is_other = _is_patient(act.actor, anchor) or uninvolved.is_uninvolved(act.actor)
    return not is_other and can_have_caused(act.word, anchor)


def can_have_caused(act: Token, anchor: Token) -> bool:
    """Whether an act can have caused the event of another word of its sentence.

    Not if the act came after it ("before police shot him", "after a blast killed three"), if somebody denies the event
    and asserts the act, or if the act has victims of its own. Shooting the attacker, arresting somebody for the event,
    or avenging it are no causes.
    """
    if act == anchor:
        return True
    is_apart = act.i > anchor.i and denials.is_denied(anchor) and denials.is_of_other_part(anchor, act)
    over_anchor = list(path(anchor, act))
    if is_apart or any(_is_introduced(t, actor_words().later) for t in path(act, anchor)):
        return False
    if any(_is_introduced(t, actor_words().earlier) or _is_of_place(t) for t in over_anchor):
        return False
    if any(t.pos_ == "VERB" and t.lemma_.lower() in coreference_words().accusing for t in over_anchor[1:]):
        return False
    outcome = lexicon.casualty_type_of("done_to").get(act.lemma_.lower())
    is_other = uninvolved.is_arrest_for(act, anchor) or is_own_loss(anchor, act)
    # "Drowned after police fired tear gas" does not say that the police killed them.
    is_other = is_other or uninvolved.only_disperses(act)
    is_other = is_other or other_acts.is_apart(act, anchor) or other_acts.has_own_means(anchor, act)
    is_other |= not anchor.is_ancestor(act) and any(map(uninvolved.is_answered, over_anchor))
    is_rescue = any(t.lemma_.lower() in actor_words().rescuing for t in over_anchor)
    if is_other or is_rescue or _is_of_other_event(anchor, act):
        return False
    harmed = _harmed(act) if outcome is not None else None
    if harmed is None or not is_person(harmed) or harmed in {anchor, _of_noun(anchor)}:
        return True
    if harmed.is_ancestor(anchor):
        # "Police shot a man who stabbed two guards": the man stabbed the guards. Arrests are no causes either.
        return outcome != "captured" and (anchor.dep_ != "relcl" or semantic_roles.agent(anchor) != harmed)
    return act.is_ancestor(anchor) and harmed.lemma_.lower() not in coreference_words().accused


def _harmed(act: Token) -> Token | None:
    """The victims of an act; of "a man who was then killed by guards", the man."""
    harmed = semantic_roles.patient(act)
    is_relative = harmed is not None and act.dep_ == "relcl" and semantic_roles.is_relative(harmed)
    return act.head if is_relative else harmed


def _of_noun(outcome: Token) -> Token | None:
    """The victims of a noun: "the death of a boy who was killed by police"."""
    return noun_after_of(outcome) if outcome.pos_ == "NOUN" else None


def is_cleared(act: Token) -> bool:
    """Whether the words above an act clear its agent: "acquitted of killing", "no evidence that".

    "Did not deny" an act is no admission either.
    """
    if denials.is_undecided(act) or uninvolved.is_unlikely(act):
        return True
    for over in islice(act.ancestors, _GOVERNORS):
        lemma = over.lemma_.lower()
        if lemma in actor_words().clearing:
            return True
        is_negated = negated(over) or any(t.lower_ in lexicon.grammar().function.no for t in over.lefts)
        if lemma in actor_words().thinking and is_negated:
            return True
    return False


def _is_of_other_event(anchor: Token, act: Token) -> bool:
    """Whether another attack than an act caused an event: "the bombing that hurt 29" and "a shootout with police"."""
    events = {phrase.head for phrase in phrases.find("events", act.sent)}
    over = next((t for t in anchor.ancestors if t in events), None)
    return act in events and over is not None and over != act and not (over.is_ancestor(act) or act.is_ancestor(over))


def _is_introduced(token: Token, known: frozenset[str]) -> bool:
    """Whether a word is a preposition or conjunction of a list, or heads a clause that one begins."""
    return token.lower_ in known or any(t.dep_ == "mark" and t.lower_ in known for t in token.lefts)


def _is_of_place(token: Token) -> bool:
    """Whether a clause only describes the place of an act: "the village where nine were killed"."""
    return token.dep_ == "relcl" and any(t.lower_ in actor_words().places for t in token.lefts)


def _is_patient(actor: Token, anchor: Token) -> bool:
    """Whether the word is in the noun phrase of the victims: "police" in "a police officer was killed".

    Also "officer" in "an officer with the Velm Guard killed", where the parse ties "killed" to the guard, and the
    student in "a student opened fire before he was killed".
    """
    patient = semantic_roles.patient(anchor) if anchor.pos_ == "VERB" else None
    if patient is not None and patient.tag_ == "PRP" and actor.dep_ in SUBJECTS:
        return actor.head.is_ancestor(anchor)
    if patient is None:
        return False
    over = patient.head.head if patient.dep_ == "pobj" and anchor.head == patient else patient
    return actor in {patient, over} or (actor.head in {patient, over} and actor.i < actor.head.i)


def is_of_harmed(actor: Token, anchor: Token) -> bool:
    """Whether somebody is named in the words for the harmed: "a commander of the Front was arrested"."""
    patient = semantic_roles.patient(anchor) if anchor.pos_ == "VERB" else None
    over = actor.head.head
    is_owner = actor.dep_ == "pobj" and actor.head.lower_ in actor_words().membership
    return is_owner and over == patient and over.pos_ == "NOUN"


def _authors(sentence: Sentence) -> Iterator[_Act]:
    """The agents of nouns for attacks: "shelling by the army", "the army's shelling"."""
    for phrase in phrases.find("events", sentence):
        # "Died in bombings in Orsk by rebels": the parse has "by" at the place.
        places = (t for t in sentence if t.ent_type_ == "GPE" and t.dep_ == "pobj" and t.head.i == phrase.head.i + 1)
        for child in (*phrase.head.children, *(t for place in places for t in place.rights)):
            if child.dep_ == "prep" and child.lower_ in actor_words().authorship:
                yield from (_Act(phrase.head, t) for t in child.children if t.dep_ == "pobj" and is_actor(t))
        yield from (_Act(phrase.head, maker) for maker in armed_parties.makers(phrase.head, phrase.kind))


def _attacks_somebody(agent: Token, verb: Token) -> bool:
    """Whether somebody without another word for an attacker is the agent: "a student opened fire".

    "Ten workers killed in a raid" has no object: the workers were killed.
    """
    has_object = any(t.dep_ in {*semantic_roles.OBJECTS, "prt", "prep"} for t in verb.rights)
    has_object = has_object and not (verb.tag_ == "VBN" or agent.lemma_.lower() in actor_words().harmless)
    return has_object and bool(described(agent, verb))


def _is_joined_to_report(verb: Token) -> bool:
    """Whether the parse takes a noun for a verb: "the ministry reported on martyrs and wounded"."""
    is_joined = verb.dep_ == "conj" and verb.head.lemma_.lower() in lexicon.grammar().place.reporting
    return is_joined and not any(t.dep_ in semantic_roles.OBJECTS for t in verb.children)


def _is_noun_of_event(verb: Token) -> bool:
    """Whether the parse takes the noun of an event for a verb: "girl dies in Velm after shooting"."""
    return verb.tag_ == "VBG" and verb.dep_ == "pcomp" and not any(t.is_alpha for t in verb.subtree if t != verb)


def _antecedent(agent: Token | None, verb: Token) -> Token | None:
    """The person named above the clause in which "he" attacks: "Ivo Lerch died when he detonated a bomb".

    Else the agent itself: in "Ivo Lerch was shot as he left his house, killing two others" he killed nobody.
    """
    pronouns = lexicon.grammar().people.pronouns
    if agent is None or agent.lower_ not in pronouns or not is_act(agent.head):
        return agent
    found: Token | None = agent
    while found is not None and found.lower_ in pronouns and verb.dep_ == "advcl":
        verb = verb.head
        found = next((t for t in verb.lefts if t.dep_ in SUBJECTS), None)
    return agent if found is None or person_names.name_at(found) is None else found


def _agents(sentence: Sentence) -> Iterator[_Act]:
    """Agents of verbs of attacking that are asserted and not negated."""
    for verb in (t for t in sentence if is_act(t)):
        is_bare = verb.tag_ == "VBN" and verb.dep_ == "acl" and not any(t.dep_ == "agent" for t in verb.children)
        is_bare = is_bare or headlines.is_passive(verb) or gives_figure(verb) or _is_joined_to_report(verb)
        is_bare = is_bare or _is_noun_of_event(verb)
        agent = None if is_bare else _antecedent(semantic_roles.agent(verb), verb)
        if agent is not None and (owner := armed_parties.owner_of_weapon(agent)) is not None:
            agent = owner
        elif agent is None or not (is_actor(agent) or find(agent) or _attacks_somebody(agent, verb)):
            continue
        if is_victim(agent, verb) or negated(verb) or is_cleared(verb) or uninvolved.is_on_attackers(verb, agent):
            continue
        if certainty(verb) == "asserted":
            yield _Act(verb, agent)
