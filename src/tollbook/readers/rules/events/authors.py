"""Who is said to be the author of an attack: "the work of the Front", "the Front carried out the attack"."""

from spacy.tokens import Token

from tollbook.readers.rules.casualties import semantic_roles
from tollbook.readers.rules.events import acts, statement_verbs, uninvolved
from tollbook.readers.rules.events.perpetrators import find
from tollbook.readers.rules.parsing.factuality import certainty, negated
from tollbook.readers.rules.words.event_words import actor_words
from tollbook.readers.rules.words.reporting import reports_speech
from tollbook.readers.rules.words.syntax import noun_after_of


def is_of_doing(verb: Token) -> bool:
    """Whether a verb is one of carrying out or ordering an attack: "organised", "committed"."""
    return verb.pos_ == "VERB" and verb.lemma_.lower() in actor_words().executing | actor_words().ordering


def is_named(cue: Token) -> bool:
    """Whether a noun or verb for an attack names its author in the words of a source: "the work of", "ordered it"."""
    if cue.lemma_.lower() in actor_words().works:
        return of_work(cue) is not None
    return acts.executes(cue) and is_said_of_other(cue)


def of_work(work: Token) -> Token | None:
    """Return the author of an attack: "the bombing was the work of the Front"."""
    verb = work.head
    subject = next((t for t in verb.lefts if t.dep_ == "nsubj"), None)
    is_said = not negated(verb) and certainty(verb) != "not asserted" and not uninvolved.is_other_act(verb)
    if work.dep_ != "attr" or subject is None or not is_said:
        return None
    is_attack = subject.pos_ == "PRON" or statement_verbs.is_violence([subject])
    return noun_after_of(work) if is_attack else None


def is_said_of_other(act: Token) -> bool:
    """Whether a source says who did it: "the minister said that the Front carried out the attack"."""
    agent = semantic_roles.agent(act)
    if agent is None or not find(agent) or any(t.lower_ in actor_words().owning for t in agent.lefts):
        return False
    return any(t.pos_ == "VERB" and reports_speech(t) for t in act.ancestors)
